//! Conditions on graphs by lazy cuts: clauses that exclude models whose present vertices and edges break a condition. The
//! formula has each cut with the vertices or edges that justify it; a checker derives the cut from the graph.

use crate::formula::{CUT, Constraint, Formula, Lit, clause};
use rustc_hash::FxHashMap;
use sator_model::congruent::fits;
use sator_model::graph::Present;
use sator_model::{GraphId, GraphRef};
use std::collections::VecDeque;
use std::fmt::Write;

/// Limit on the cuts by one condition in one model.
const CUTS: usize = 400;
/// The largest piece that gets a cut for each vertex.
const PIECE: usize = 40;

/// A condition on the present vertices and edges of a graph.
#[derive(Clone, Debug)]
pub(crate) enum Property {
    Connected,
    Acyclic,
    Closed,
    /// The literal holds exactly if two vertices are present, in one piece.
    Reaches(u32, u32, Lit),
    /// The literal holds exactly if two vertices are present, in pieces with the same shape on a grid with so many columns.
    Congruent(u32, [u32; 2], Lit),
    /// The size of a vertex's piece, by its literals "at least 1", "at least 2" and so on.
    Size(u32, Vec<Lit>),
}

#[derive(Debug)]
struct Graph {
    graph: GraphRef,
    /// Whether the vertices are the ends of present edges.
    drawn: bool,
    /// Empty if a vertex is present where an edge at it is.
    vertices: Vec<Lit>,
    edges: Vec<Lit>,
}

/// The part of a graph in which a cut lies.
#[derive(Clone, Debug)]
enum Place {
    Vertices(Vec<u32>),
    Edges(Vec<u32>),
}

/// All graphs of a formula, the conditions on them, and the cuts so far.
#[derive(Debug, Default)]
pub(crate) struct Graphs {
    graphs: Vec<Graph>,
    numbers: FxHashMap<(GraphId, bool), usize>,
    /// Each with the number of its graph.
    conditions: Vec<(usize, Property)>,
    /// By cut: its condition and place.
    cuts: Vec<(usize, Place)>,
}

impl Graphs {
    pub(crate) fn number(&self, graph: &GraphRef, drawn: bool) -> Option<usize> {
        self.numbers.get(&(graph.id, drawn)).copied()
    }

    pub(crate) fn add(&mut self, graph: &GraphRef, drawn: bool, vertices: Vec<Lit>, edges: Vec<Lit>) -> usize {
        let number = self.graphs.len();
        self.numbers.insert((graph.id, drawn), number);
        self.graphs.push(Graph { graph: graph.clone(), drawn, vertices, edges });
        number
    }

    pub(crate) fn edges(&self, number: usize) -> Vec<Lit> {
        self.graphs[number].edges.clone()
    }

    /// Literals one of which holds exactly where the vertex is present.
    pub(crate) fn presence(&self, number: usize, v: u32) -> Vec<Lit> {
        let Graph { graph, vertices, edges, .. } = &self.graphs[number];
        match vertices.get(v as usize) {
            Some(&literal) => vec![literal],
            None => graph.at[v as usize].iter().map(|&(edge, _)| edges[edge as usize]).collect(),
        }
    }

    pub(crate) fn assert(&mut self, number: usize, property: Property) {
        self.conditions.push((number, property));
    }

    /// Constraints against a model in which a condition fails; none if it meets all. `known` holds for literals
    /// that are true in all models.
    pub(crate) fn cut(&mut self, holds: impl Fn(Lit) -> bool, known: impl Fn(Lit) -> bool) -> Vec<Constraint> {
        let mut found: Vec<(usize, Place, Vec<Lit>)> = Vec::new();
        let mut present: FxHashMap<usize, Present> = FxHashMap::default();
        for (i, (number, property)) in self.conditions.iter().enumerate() {
            let graph = &self.graphs[*number];
            let present = present.entry(*number).or_insert_with(|| graph.present(&holds));
            let mut cuts = Cuts { graph, present, known: &known, found: Vec::new() };
            match property {
                Property::Connected => cuts.connect(),
                Property::Acyclic => cuts.break_cycles(),
                Property::Closed => cuts.close(),
                Property::Reaches(u, v, joined) => cuts.reach(*u, *v, *joined, holds(*joined)),
                Property::Congruent(cols, ends, alike) => cuts.congruent(*cols, *ends, *alike, holds(*alike)),
                Property::Size(v, steps) => cuts.size(*v, steps, &holds),
            }
            found.extend(cuts.found.into_iter().map(|(place, literals)| (i, place, literals)));
        }
        found
            .into_iter()
            .filter_map(|(condition, place, literals)| {
                let cut = clause(&format!("{CUT}{}", self.cuts.len() + 1), &literals)?;
                self.cuts.push((condition, place));
                Some(cut)
            })
            .collect()
    }

    /// Keeps some cuts, in the order in which they were made.
    pub(crate) fn retain_cuts(&mut self, mut kept: impl Iterator<Item = bool>) {
        self.cuts.retain(|_| kept.next() == Some(true));
    }

    /// The text of the graphs, conditions and cuts for a checker; `None` if there are no conditions.
    pub(crate) fn text(&self, formula: &Formula) -> Option<String> {
        if self.conditions.is_empty() {
            return None;
        }
        let literal = |l: Lit| formula.literal(l);
        let mut text = String::new();
        for (number, Graph { graph, vertices, edges, .. }) in self.graphs.iter().enumerate() {
            let _ = writeln!(text, "graph {}", graph.size);
            if !vertices.is_empty() {
                let names: Vec<String> = vertices.iter().map(|&l| literal(l)).collect();
                let _ = writeln!(text, "vertices {}", names.join(" "));
            }
            for (edge, &on) in graph.edges.iter().zip(edges) {
                let _ = writeln!(text, "edge {} {} {}", edge.ends.0, edge.ends.1, literal(on));
            }
            for (i, (_, property)) in self.conditions.iter().enumerate().filter(|c| c.1.0 == number) {
                let words = match property {
                    Property::Connected => "connected".to_string(),
                    Property::Acyclic => "acyclic".to_string(),
                    Property::Closed => "closed".to_string(),
                    Property::Reaches(u, v, joined) => format!("reaches {u} {v} {}", literal(*joined)),
                    Property::Congruent(cols, [u, v], alike) => format!("congruent {cols} {u} {v} {}", literal(*alike)),
                    Property::Size(v, steps) => {
                        let steps: Vec<String> = steps.iter().map(|&l| formula.literal(l)).collect();
                        format!("size {v} {}", steps.join(" "))
                    }
                };
                let _ = writeln!(text, "condition c{} {words}", i + 1);
            }
        }
        for (i, (condition, place)) in self.cuts.iter().enumerate() {
            let (kind, numbers) = match place {
                Place::Vertices(numbers) => ("vertices", numbers),
                Place::Edges(numbers) => ("edges", numbers),
            };
            let _ = write!(text, "cut @{CUT}{} c{} {kind}", i + 1, condition + 1);
            numbers.iter().for_each(|n| text.push_str(&format!(" {n}")));
            text.push('\n');
        }
        Some(text)
    }
}

impl Graph {
    fn present(&self, holds: impl Fn(Lit) -> bool) -> Present {
        let edges = self.edges.iter().map(|&l| holds(l)).collect();
        let vertices = (!self.vertices.is_empty()).then(|| self.vertices.iter().map(|&l| holds(l)).collect());
        if self.drawn { self.graph.part(None, edges) } else { self.graph.part(vertices, edges) }
    }
}

/// The cuts by one condition in one model.
struct Cuts<'a> {
    graph: &'a Graph,
    present: &'a Present,
    known: &'a dyn Fn(Lit) -> bool,
    found: Vec<(Place, Vec<Lit>)>,
}

impl Cuts<'_> {
    /// Literals that are false in the model, one of which holds if an edge leads out of the vertices.
    fn ways_out(&self, inside: &[bool]) -> Vec<Lit> {
        let Graph { graph, vertices, edges, .. } = self.graph;
        let mut ways = Vec::new();
        for (i, edge) in graph.edges.iter().enumerate() {
            let (a, b) = edge.ends;
            if inside[a as usize] == inside[b as usize] {
                continue;
            }
            let (within, outside) = if inside[a as usize] { (a, b) } else { (b, a) };
            let absent = |v: u32| vertices.get(v as usize).copied().filter(|_| !self.present.vertices[v as usize]);
            ways.push(absent(outside).or_else(|| absent(within)).unwrap_or(edges[i]));
        }
        ways.sort_unstable();
        ways.dedup();
        ways
    }

    /// By vertex: whether it is in the list.
    fn mask(&self, members: &[u32]) -> Vec<bool> {
        let mut mask = vec![false; self.graph.graph.size];
        members.iter().for_each(|&v| mask[v as usize] = true);
        mask
    }

    /// A set of vertices with all that can't be reached from `goal` without crossing it.
    fn filled(&self, piece: &[u32], goal: u32) -> Vec<bool> {
        let graph = &self.graph.graph;
        let mut inside = vec![true; graph.size];
        let blocked = self.mask(piece);
        let mut open = vec![goal];
        inside[goal as usize] = false;
        while let Some(v) = open.pop() {
            for &(edge, w) in &graph.at[v as usize] {
                let possible = self.graph.edges[edge as usize] != Lit::FALSE
                    && self.graph.vertices.get(w as usize).is_none_or(|&l| l != Lit::FALSE);
                if possible && !blocked[w as usize] && std::mem::replace(&mut inside[w as usize], false) {
                    open.push(w);
                }
            }
        }
        inside
    }

    /// A literal, true in the model, that makes the vertex present.
    fn witness(&self, v: u32) -> Lit {
        let Graph { graph, vertices, edges, .. } = self.graph;
        let drawn = || graph.at[v as usize].iter().find(|&&(edge, _)| self.present.edges[edge as usize]);
        match vertices.get(v as usize) {
            Some(&literal) => literal,
            None => drawn().map_or(Lit::TRUE, |&(edge, _)| edges[edge as usize]),
        }
    }

    fn by_vertices(&mut self, inside: &[bool], mut literals: Vec<Lit>) {
        let members = (0..inside.len() as u32).filter(|&v| inside[v as usize]).collect();
        literals.extend(self.ways_out(inside));
        self.found.push((Place::Vertices(members), literals));
    }

    /// Each piece but the largest has a way out, if it and something else is present.
    fn connect(&mut self) {
        let pieces = &self.present.pieces;
        if pieces.len() < 2 {
            return;
        }
        let fixed = |&v: &u32| (self.known)(self.witness(v));
        let anchored = pieces.iter().position(|piece| piece.iter().any(&fixed));
        let home = anchored.or_else(|| (0..pieces.len()).max_by_key(|&i| pieces[i].len())).unwrap_or(0);
        let goal = pieces[home].iter().find(|v| fixed(v)).or(pieces[home].get(pieces[home].len() / 2)).copied();
        let Some(goal) = goal else { return };
        for piece in pieces[..home].iter().chain(&pieces[home + 1..]) {
            if self.found.len() > CUTS {
                return;
            }
            let inside = self.filled(piece, goal);
            let near: Vec<u32> = match piece.iter().find(|v| (self.known)(self.witness(**v))) {
                Some(&v) => vec![v],
                None if piece.len() <= PIECE => piece.clone(),
                None => vec![piece[piece.len() / 2]],
            };
            for v in near {
                self.by_vertices(&inside, vec![!self.witness(v), !self.witness(goal)]);
            }
        }
    }

    /// Adds cuts if the truth of the literal `joined` differs from whether two vertices are joined.
    fn reach(&mut self, u: u32, v: u32, joined: Lit, truth: bool) {
        if self.present.reaches(u, v) == truth {
            return;
        }
        if !truth {
            let path = self.path(u, v, u32::MAX);
            let mut literals = self.denied(&path);
            literals.push(joined);
            return self.found.push((Place::Edges(path), literals));
        }
        for (from, to) in [(u, v), (v, u)] {
            let Some(piece) = self.present.pieces.get(self.present.piece[from as usize] as usize) else { continue };
            let inside = self.filled(piece, to);
            self.by_vertices(&inside, vec![!joined]);
        }
    }

    /// Adds cuts if the truth of the literal `alike` differs from whether two pieces have the same shape.
    fn congruent(&mut self, cols: u32, [u, v]: [u32; 2], alike: Lit, truth: bool) {
        if self.present.congruent(cols, [u, v]) == truth {
            return;
        }
        let piece = |v: u32| self.present.pieces.get(self.present.piece[v as usize] as usize);
        let (Some(of_u), Some(of_v)) = (piece(u), piece(v)) else { return };
        if !truth {
            // Both pieces are these.
            let tree = [self.tree(u, of_u.len()), self.tree(v, of_v.len())].concat();
            let mut literals = self.denied(&tree);
            literals.extend([of_u, of_v].into_iter().flat_map(|piece| self.ways_out(&self.mask(piece))));
            literals.push(alike);
            return self.found.push((Place::Edges(tree), literals));
        }
        for (from, own, other) in [(u, of_u, of_v), (v, of_v, of_u)] {
            if fits(cols, own, other) {
                continue;
            }
            let tree = self.tree(from, own.len());
            let mut literals = self.denied(&tree);
            literals.extend(self.ways_out(&self.mask(other)));
            literals.push(!alike);
            self.found.push((Place::Edges(tree), literals));
        }
    }

    /// Edges of the model that join the vertex to others, so many vertices in all, breadth first.
    fn tree(&self, v: u32, size: usize) -> Vec<u32> {
        let mut inside = vec![false; self.graph.graph.size];
        inside[v as usize] = true;
        let (mut tree, mut queue) = (Vec::new(), VecDeque::from([v]));
        while let Some(w) = queue.pop_front() {
            for &(edge, x) in &self.graph.graph.at[w as usize] {
                let there = self.present.edges[edge as usize];
                if there && tree.len() + 1 < size && !std::mem::replace(&mut inside[x as usize], true) {
                    tree.push(edge);
                    queue.push_back(x);
                }
            }
        }
        tree
    }

    /// Literals one of which holds unless these edges are all present.
    fn denied(&self, edges: &[u32]) -> Vec<Lit> {
        let mut literals = Vec::new();
        for &edge in edges {
            literals.push(!self.graph.edges[edge as usize]);
            let (a, b) = self.graph.graph.edges[edge as usize].ends;
            literals.extend([a, b].iter().filter_map(|&v| self.graph.vertices.get(v as usize)).map(|&l| !l));
        }
        literals.sort_unstable();
        literals.dedup();
        literals
    }

    /// The edges of a shortest path of present edges.
    fn path(&self, from: u32, to: u32, without: u32) -> Vec<u32> {
        let graph = &self.graph.graph;
        let mut came: Vec<Option<(u32, u32)>> = vec![None; graph.size];
        let mut queue = VecDeque::from([from]);
        while let Some(v) = queue.pop_front() {
            for &(edge, w) in &graph.at[v as usize] {
                if self.present.edges[edge as usize] && edge != without && w != from && came[w as usize].is_none() {
                    came[w as usize] = Some((edge, v));
                    queue.push_back(w);
                }
            }
        }
        let (mut path, mut at) = (Vec::new(), to);
        while let Some((edge, before)) = came[at as usize] {
            path.push(edge);
            at = before;
        }
        path
    }

    /// A cut for a shortest cycle through each edge that closes one.
    fn break_cycles(&mut self) {
        if self.present.acyclic() {
            return;
        }
        let graph = &self.graph.graph;
        let mut parent: Vec<u32> = (0..graph.size as u32).collect();
        fn root(parent: &mut [u32], mut v: u32) -> u32 {
            while parent[v as usize] != v {
                parent[v as usize] = parent[parent[v as usize] as usize];
                v = parent[v as usize];
            }
            v
        }
        for (i, edge) in (0..).zip(&graph.edges).filter(|(i, _)| self.present.edges[*i as usize]) {
            let (a, b) = (root(&mut parent, edge.ends.0), root(&mut parent, edge.ends.1));
            if a != b {
                parent[a as usize] = b;
            } else if self.found.len() < CUTS {
                let mut cycle = self.path(edge.ends.0, edge.ends.1, i);
                cycle.push(i);
                let literals = self.denied(&cycle);
                self.found.push((Place::Edges(cycle), literals));
            }
        }
    }

    /// Every edge within a piece is present.
    fn close(&mut self) {
        let graph = &self.graph.graph;
        for (i, edge) in (0..).zip(&graph.edges).filter(|(i, _)| !self.present.edges[*i as usize]) {
            let (a, b) = edge.ends;
            if self.present.reaches(a, b) && self.found.len() < CUTS {
                let mut edges = self.path(a, b, i);
                let mut literals = self.denied(&edges);
                literals.push(self.graph.edges[i as usize]);
                edges.insert(0, i);
                self.found.push((Place::Edges(edges), literals));
            }
        }
    }

    /// Adds a cut if the literals of a size differ from the piece of the vertex.
    fn size(&mut self, v: u32, steps: &[Lit], holds: &dyn Fn(Lit) -> bool) {
        let size = steps.iter().take_while(|&&step| holds(step)).count();
        let members = match self.present.pieces.get(self.present.piece[v as usize] as usize) {
            Some(members) if members.len() != size => members,
            _ => return,
        };
        if members.len() < size {
            return self.by_vertices(&self.mask(members), vec![!steps[members.len()]]);
        }
        // A tree of one vertex more than the size allows, breadth first.
        let tree = self.tree(v, size + 1);
        let mut literals = self.denied(&tree);
        literals.push(steps[size]);
        self.found.push((Place::Edges(tree), literals));
    }
}
