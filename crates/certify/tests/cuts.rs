//! Random cuts: `sator-check` accepts one exactly where brute force finds that the condition on the graph implies it.

use proptest::prelude::*;
use sator_check::{Certificate, check};
use std::fmt::Write;

/// The variables: the first one is always true.
const NAMES: [&str; 6] = ["always", "a", "b", "c", "d", "e"];

/// The number of a variable, and whether the literal is its negation.
type Literal = (usize, bool);

#[derive(Clone, Debug)]
enum Condition {
    Connected,
    Acyclic,
    Closed,
    Reaches(usize, usize, Literal),
    Size(usize, Vec<Literal>),
}

#[derive(Clone, Debug)]
struct Graph {
    size: usize,
    /// Empty if a vertex is present where an edge at it is.
    vertices: Vec<Literal>,
    edges: Vec<(usize, usize, Literal)>,
    condition: Condition,
}

/// The meaning of a condition, where each variable has a value.
struct Present<'a> {
    graph: &'a Graph,
    values: &'a [bool],
    vertices: Vec<bool>,
    edges: Vec<bool>,
    /// By vertex: the least vertex of its piece.
    piece: Vec<usize>,
}

impl<'a> Present<'a> {
    fn new(graph: &'a Graph, values: &'a [bool]) -> Present<'a> {
        let holds = |literal: &Literal| values[literal.0] != literal.1;
        let drawn = |edge: &(usize, usize, Literal)| holds(&edge.2);
        let touched = |v: usize| graph.edges.iter().any(|edge| drawn(edge) && (edge.0 == v || edge.1 == v));
        let vertices: Vec<bool> =
            (0..graph.size).map(|v| graph.vertices.get(v).map_or_else(|| touched(v), holds)).collect();
        let edges: Vec<bool> =
            graph.edges.iter().map(|edge| drawn(edge) && vertices[edge.0] && vertices[edge.1]).collect();
        let mut piece: Vec<usize> = (0..graph.size).collect();
        for _ in 0..graph.size {
            for (edge, _) in graph.edges.iter().zip(&edges).filter(|pair| *pair.1) {
                let least = piece[edge.0].min(piece[edge.1]);
                (piece[edge.0], piece[edge.1]) = (least, least);
            }
        }
        Present { graph, values, vertices, edges, piece }
    }

    fn joins(&self, u: usize, v: usize) -> bool {
        self.vertices[u] && self.vertices[v] && self.piece[u] == self.piece[v]
    }

    fn pieces(&self) -> usize {
        (0..self.graph.size).filter(|&v| self.vertices[v] && self.piece[v] == v).count()
    }

    fn size(&self, v: usize) -> usize {
        (0..self.graph.size).filter(|&w| self.joins(v, w)).count()
    }

    fn holds(&self, literal: Literal) -> bool {
        self.values[literal.0] != literal.1
    }

    fn meets_condition(&self) -> bool {
        match &self.graph.condition {
            Condition::Connected => self.pieces() < 2,
            Condition::Acyclic => {
                let count = |marks: &[bool]| marks.iter().filter(|&&mark| mark).count();
                count(&self.edges) + self.pieces() == count(&self.vertices)
            }
            Condition::Closed => {
                self.graph.edges.iter().zip(&self.edges).all(|(edge, &present)| present || !self.joins(edge.0, edge.1))
            }
            Condition::Reaches(u, v, joined) => self.holds(*joined) == self.joins(*u, *v),
            Condition::Size(v, at_least) => {
                (1..).zip(at_least).all(|(k, &literal)| self.holds(literal) == (self.size(*v) >= k))
            }
        }
    }
}

fn word(literal: Literal) -> String {
    format!("{}{}", if literal.1 { "~" } else { "" }, NAMES[literal.0])
}

/// The lines of the graph and its condition.
fn lines(graph: &Graph) -> String {
    let words = |literals: &[Literal]| literals.iter().map(|&l| word(l)).collect::<Vec<_>>().join(" ");
    let mut text = format!("graph {}\n", graph.size);
    if !graph.vertices.is_empty() {
        let _ = writeln!(text, "vertices {}", words(&graph.vertices));
    }
    for (a, b, on) in &graph.edges {
        let _ = writeln!(text, "edge {a} {b} {}", word(*on));
    }
    let condition = match &graph.condition {
        Condition::Connected => "connected".to_string(),
        Condition::Acyclic => "acyclic".to_string(),
        Condition::Closed => "closed".to_string(),
        Condition::Reaches(u, v, joined) => format!("reaches {u} {v} {}", word(*joined)),
        Condition::Size(v, at_least) => format!("size {v} {}", words(at_least)),
    };
    let _ = writeln!(text, "condition c1 {condition}");
    text
}

/// A certificate without a proof, and the refusal of it. The proof is looked at last.
fn refusal(graph: &Graph, more: &str, solution: Option<String>) -> String {
    let all: String = NAMES.iter().map(|name| format!("1 {name} ")).collect();
    let mut certificate = Certificate {
        formula: format!("1 always >= 1 ;\n{all}>= 0 ;\n{more}"),
        cuts: Some(format!("{}cut @cut_1 c1\n", lines(graph))),
        solution,
        ..Certificate::default()
    };
    certificate.digest = certificate.digest_of_files();
    check(&certificate).expect_err("there is no proof").to_string()
}

/// Whether the checker accepts the clause as a cut that follows from the condition.
fn is_accepted(graph: &Graph, clause: &[Literal]) -> bool {
    let sum: String = clause.iter().map(|&literal| format!("1 {} ", word(literal))).collect();
    let refusal = refusal(graph, &format!("@cut_1 {sum}>= 1 ;\n"), None);
    let follows = !refusal.contains("doesn't follow from a condition");
    assert!(!follows || refusal.contains("the proof"), "{refusal}");
    follows
}

/// Whether the checker accepts these values as a solution, of which the proof would have to show that no other exists.
fn is_solution(graph: &Graph, values: &[bool]) -> bool {
    let literals = |negated: bool| (1..NAMES.len()).map(move |i| word((i, values[i] == negated)));
    let excluded: String = literals(true).map(|literal| format!("1 {literal} ")).collect();
    let mut solution: String = literals(false).map(|literal| format!("unknown u : {literal}\n")).collect();
    let holds: Vec<&str> = (0..NAMES.len()).filter(|&i| values[i]).map(|i| NAMES[i]).collect();
    let _ = writeln!(solution, "holds {}", holds.join(" "));
    let refusal = refusal(graph, &format!("@another {excluded}>= 1 ;\n"), Some(solution));
    let breaks = refusal.contains("the solution breaks the condition c1");
    assert!(breaks || refusal.contains("the proof"), "{refusal}");
    !breaks
}

fn literal() -> impl Strategy<Value = Literal> {
    (0..NAMES.len(), any::<bool>())
}

fn graph() -> impl Strategy<Value = Graph> {
    (1_usize..=4).prop_flat_map(|size| {
        let vertices = prop_oneof![Just(vec![]), prop::collection::vec(literal(), size)];
        let edges = prop::collection::vec((0..size, 0..size, literal()), 0..=5);
        let condition = prop_oneof![
            Just(Condition::Connected),
            Just(Condition::Acyclic),
            Just(Condition::Closed),
            (0..size, 0..size, literal()).prop_map(|(u, v, joined)| Condition::Reaches(u, v, joined)),
            (0..size, prop::collection::vec(literal(), size)).prop_map(|(v, steps)| Condition::Size(v, steps)),
        ];
        (vertices, edges, condition).prop_map(move |(vertices, edges, condition)| Graph {
            size,
            vertices,
            edges,
            condition,
        })
    })
}

/// `LAWS` multiplies the number of cases.
fn cases(number: u32) -> u32 {
    number * std::env::var("LAWS").ok().and_then(|factor| factor.parse().ok()).unwrap_or(1)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases(500)) })]

    /// A clause that excludes one assignment is a cut exactly where the assignment breaks the condition, and so is no
    /// solution.
    #[test]
    fn an_assignment_is_excluded_exactly_where_it_breaks_the_condition(graph in graph(), bits in 0_usize..32) {
        let values: Vec<bool> = (0..NAMES.len()).map(|i| i == 0 || bits >> (i - 1) & 1 == 1).collect();
        let broken = !Present::new(&graph, &values).meets_condition();
        let clause: Vec<Literal> = (1..NAMES.len()).map(|i| (i, values[i])).collect();
        prop_assert_eq!(is_accepted(&graph, &clause), broken, "{}", lines(&graph));
        prop_assert_eq!(is_solution(&graph, &values), !broken, "{}", lines(&graph));
    }

    /// A clause that is accepted holds in every assignment that meets the condition.
    #[test]
    fn a_cut_is_implied(graph in graph(), clause in prop::collection::btree_map(1..NAMES.len(), any::<bool>(), 0..=4)) {
        let clause: Vec<Literal> = clause.into_iter().collect();
        let excluded = |values: &[bool]| clause.iter().all(|literal| values[literal.0] == literal.1);
        let implied = (0..32_usize).all(|bits| {
            let values: Vec<bool> = (0..NAMES.len()).map(|i| i == 0 || bits >> (i - 1) & 1 == 1).collect();
            !excluded(&values) || !Present::new(&graph, &values).meets_condition()
        });
        prop_assert!(implied || !is_accepted(&graph, &clause), "{}", lines(&graph));
    }
}
