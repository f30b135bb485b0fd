//! Connectedness, loops and pieces by lazy cuts: solve, find in the model what the graphs forbid, add clauses against
//! it, solve again.
//!
//! A condition on a graph that has to hold becomes an [`Asserted`] with a prefix: it holds unless a literal of the
//! prefix does. Every cut is `prefix or clause` and follows from the rules alone, so cuts stay. Conditions that have to
//! fail are asserted before the first check, by a witness (`witness`). The size of a piece is a list of *thresholds*:
//! literals for "at most k", made for each k that is needed.
//!
//! The code works on literals only, so that both encodings share it.

mod alternatives;
mod chains;
mod congruent;
mod cuts;
mod deferred_count;
mod labels;
mod loops;
mod parity;
mod reach;
mod size_comparison;
mod sizes;
mod witness;

use crate::solver::sat::Lit;
pub(super) use deferred_count::defer;
pub(in crate::lower) use reach::Counts;
use rustc_hash::FxHashMap;
use sator_model::graph::Present;
use sator_model::node::{plain_condition, plain_integer};
use sator_model::view::View;
use sator_model::{ExprId, Expressions, GraphId, GraphRef, Node, UnknownId};
use size_comparison::SizeComparison;
pub(super) use size_comparison::relate_sizes;
pub(super) use sizes::{size_at_most, size_is_label, size_values};
use std::collections::BTreeMap;
use std::sync::Arc;

/// An encoding, as far as graphs need it. Work on a graph borrows its [`Topology`] only briefly, because a condition of
/// one graph can depend on another graph.
pub(super) trait Host: Sized {
    fn topology(&mut self) -> &mut Topology;
    fn fresh(&mut self) -> Lit;
    fn clause(&mut self, literals: &[Lit]);
    /// A literal equivalent to the condition.
    fn condition(&mut self, m: Expressions, e: ExprId) -> Lit;
    /// The values of an integer expression with a literal for each, if they are few.
    fn values(&mut self, m: Expressions, e: ExprId) -> Option<Arc<[(i64, Lit)]>>;
    /// The value of a literal in the last model, which included it.
    fn holds(&self, literal: Lit) -> bool;
}

/// The value and literal of each label that a vertex can have.
type Labels = Arc<[(i64, Lit)]>;

/// A graph as literals. Its edges are always present, or its vertices are, or a vertex is present where an edge at it is.
struct Lowered {
    graph: GraphRef,
    /// Empty if a vertex is present exactly where one of its edges is.
    vertices: Vec<Lit>,
    edges: Vec<Lit>,
    /// The labels of each vertex, if an edge is present exactly where its ends have equal labels. Each label then has a
    /// graph of its own, of the vertices with that label.
    labels: Option<Vec<Labels>>,
    /// The largest label that some vertex is known to have, or 0.
    known: i64,
    /// The label that stands for itself and all larger ones, if one does. Its pieces have at least this many vertices.
    merged: Option<i64>,
}

/// A property that a graph must have.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Property {
    Connected,
    Acyclic,
    /// A graph without conditions for vertices.
    SingleLoop,
    Closed,
    Reaches(u32, u32),
    Separate(u32, u32),
    Congruent(u32, [u32; 2]),
    Differ(u32, [u32; 2]),
    SizeAtMost(SizeComparison),
}

struct Asserted {
    graph: GraphId,
    property: Property,
    prefix: Vec<Lit>,
}

/// The size of one vertex's piece.
struct Size {
    graph: GraphId,
    vertex: u32,
    /// Whether it equals the label of the vertex.
    is_label: bool,
    /// By `k`: the literal for "at most k".
    thresholds: BTreeMap<i64, Lit>,
}

/// All graphs of one formula.
#[derive(Default)]
pub(super) struct Topology {
    graphs: FxHashMap<GraphId, Arc<Lowered>>,
    watches: Vec<Asserted>,
    sizes: Vec<Size>,
    size_of: FxHashMap<(GraphId, u32), usize>,
    /// Literals for "the label of the vertex is more than this".
    more_than: FxHashMap<(GraphId, u32, i64), Lit>,
    /// Bounds of sizes that constraints imply.
    limits: FxHashMap<ExprId, (i64, i64)>,
    /// By graph: the label that stands for itself and all larger ones.
    merged: FxHashMap<GraphId, i64>,
    alternatives: alternatives::Alternatives,
    definitions: labels::Definitions,
    counts: reach::Counts,
    parities: parity::Parities,
    chains: FxHashMap<GraphId, Arc<chains::Chains>>,
    deferred: deferred_count::DeferredCounts,
}

/// The present part of a graph in the last model.
struct GraphInModel {
    low: Arc<Lowered>,
    present: Present,
    /// The label of each vertex, in a graph with labels.
    labels: Option<Vec<Option<i64>>>,
}

/// Asserts "`prefix`, or `node` is true" (false if not `positive`), for a condition on a graph.
pub(super) fn emit(host: &mut impl Host, m: Expressions, node: &Node, positive: bool, prefix: &[Lit]) {
    let Some(graph) = node.graph() else { return };
    let low = lowered(host, m, graph);
    parity::emit(host, m, &low);
    let property = match (node, positive) {
        (Node::Connected(_), true) => {
            if !reach::emit(host, &low, prefix) {
                let chains = chains(host, &low);
                let alternatives = std::mem::take(&mut host.topology().alternatives);
                cuts::emit_small_pieces(host, m.pool, &low, &chains, &alternatives, prefix);
                host.topology().alternatives = alternatives;
            }
            Property::Connected
        }
        (Node::Acyclic(_), true) => Property::Acyclic,
        (Node::SingleLoop(_), true) => {
            loops::emit_degrees(host, &low, prefix);
            loops::emit_sides(host, &low, prefix);
            Property::SingleLoop
        }
        (Node::Closed(_), true) => {
            cuts::emit_squares(host, &low, prefix);
            if low.labels.is_some() {
                return;
            }
            Property::Closed
        }
        (Node::Reaches(_, u, v), true) => {
            emit_present(host, &low, [*u, *v], prefix);
            Property::Reaches(*u, *v)
        }
        (Node::Reaches(_, u, v), false) => {
            cuts::emit_short_paths(host, &low, *u, *v, prefix);
            Property::Separate(*u, *v)
        }
        (Node::Congruent(_, cols, ends), true) => {
            emit_present(host, &low, *ends, prefix);
            Property::Congruent(*cols, *ends)
        }
        (Node::Congruent(_, cols, ends), false) => Property::Differ(*cols, *ends),
        (Node::Connected(_), false) => return witness::disconnected(host, &low, prefix),
        (Node::Acyclic(_), false) => return witness::cycle(host, &low, prefix),
        (Node::SingleLoop(_), false) => return witness::no_single_loop(host, &low, prefix),
        (Node::Closed(_), false) => return witness::open(host, &low, prefix),
        (plain_condition!() | plain_integer!() | Node::PieceSize(..), _) => return,
    };
    host.topology().watches.push(Asserted { graph: graph.id, property, prefix: prefix.to_vec() });
}

/// Asserts "`prefix`, or these vertices are present".
fn emit_present(host: &mut impl Host, low: &Lowered, ends: [u32; 2], prefix: &[Lit]) {
    for end in ends {
        match low.vertices.get(end as usize) {
            Some(&vertex) => with(host, prefix, &[vertex]),
            None => {
                let edges: Vec<Lit> = low.graph.at[end as usize].iter().map(|&(e, _)| low.edges[e as usize]).collect();
                with(host, prefix, &edges);
            }
        }
    }
}

/// Records what unconditional constraints imply about edges and sizes, before they are lowered.
pub(super) fn learn(host: &mut impl Host, m: Expressions, conditions: &[ExprId]) {
    if m.pool.graphs() == 0 {
        return;
    }
    let known = host.topology();
    for &e in conditions {
        // Most conditions are clauses, which few of these learn from.
        if let View::Clause(_, truth) = View::of(m.pool, e, true) {
            known.alternatives.learn(m.pool, e);
            if truth {
                known.parities.learn(m.pool, e);
            }
            continue;
        }
        known.parities.learn(m.pool, e);
        known.definitions.learn(m.pool, e);
        sizes::learn_limits(&mut known.limits, m.pool, e);
        known.counts.learn(m.pool, e);
        known.deferred.learn(m.pool, e);
    }
    // Graphs lowered earlier can have labels now.
    let unlabelled: Vec<GraphRef> =
        known.graphs.values().filter(|low| low.labels.is_none()).map(|low| low.graph.clone()).collect();
    for graph in unlabelled {
        host.topology().graphs.remove(&graph.id);
        lowered(host, m, &graph);
    }
}

fn lowered(host: &mut impl Host, m: Expressions, graph: &GraphRef) -> Arc<Lowered> {
    if let Some(low) = host.topology().graphs.get(&graph.id) {
        return low.clone();
    }
    let vertices = graph.vertices.iter().flatten().map(|&e| host.condition(m, e)).collect();
    let edges = graph.edges.iter().map(|edge| host.condition(m, edge.on)).collect();
    let labels = labels::of(host, m, graph);
    let single = labels.iter().flatten().filter(|labels| labels.len() == 1).map(|labels| labels[0].0);
    let known = single.max().unwrap_or(0);
    let merged = host.topology().merged.get(&graph.id).copied();
    let low = Arc::new(Lowered { graph: graph.clone(), vertices, edges, labels, known, merged });
    host.topology().graphs.insert(graph.id, low.clone());
    low
}

/// Adds clauses against everything in the last model that the graphs forbid. Returns whether it added any.
pub(super) fn cut(host: &mut impl Host) -> bool {
    let mut scenes: FxHashMap<GraphId, Arc<GraphInModel>> = FxHashMap::default();
    let mut clauses: Vec<Vec<Lit>> = Vec::new();
    // Nothing lowered below adds watches.
    let mut watches = std::mem::take(&mut host.topology().watches);
    // A prefix with a true literal belonged to a guard that is no longer in use.
    watches.retain(|watch| !watch.prefix.contains(&Lit::TRUE));
    for watch in &watches {
        if watch.prefix.iter().any(|&l| host.holds(l)) {
            continue;
        }
        let scene = scene(host, &mut scenes, watch.graph);
        let from = clauses.len();
        match watch.property {
            Property::SingleLoop => {
                let chains = chains(host, &scene.low);
                loops::cut(host, &scene, &chains, &mut clauses);
            }
            Property::Connected => {
                if !scene.present.connected() {
                    let chains = chains(host, &scene.low);
                    cuts::connect(&scene, &chains, &mut clauses);
                }
            }
            Property::Congruent(cols, ends) => congruent::equate(host, &scene, cols, ends, &mut clauses),
            Property::Differ(cols, ends) => congruent::distinguish(&scene, cols, ends, &mut clauses),
            Property::SizeAtMost(comparison) => {
                let other = self::scene(host, &mut scenes, comparison.other);
                size_comparison::cut(&scene, &other, comparison, &mut clauses);
            }
            Property::Acyclic => cuts::break_cycles(&scene, &mut clauses),
            Property::Closed => cuts::close(&scene, &mut clauses),
            Property::Reaches(u, v) => cuts::reach(&scene, u, v, &mut clauses),
            Property::Separate(u, v) => cuts::separate(&scene, u, v, &mut clauses),
        }
        for clause in &mut clauses[from..] {
            clause.extend(&watch.prefix);
        }
    }
    host.topology().watches = watches;
    let sizes = std::mem::take(&mut host.topology().sizes);
    for size in &sizes {
        let scene = scene(host, &mut scenes, size.graph);
        sizes::cut(host, &scene, size, &mut clauses);
    }
    host.topology().sizes = sizes;
    deferred_counts(host, &mut scenes, &mut clauses);
    for clause in &mut clauses {
        clause.sort_unstable();
        clause.dedup();
    }
    clauses.sort_unstable();
    clauses.dedup();
    clauses.iter().for_each(|clause| host.clause(clause));
    !clauses.is_empty()
}

/// Cuts the model where a deferred count is wrong. If the model breaks no other constraint, the count becomes due for
/// encoding.
fn deferred_counts(
    host: &mut impl Host,
    scenes: &mut FxHashMap<GraphId, Arc<GraphInModel>>,
    clauses: &mut Vec<Vec<Lit>>,
) {
    let only = clauses.is_empty();
    let (mut counts, mut due) = (std::mem::take(&mut host.topology().deferred.counts), Vec::new());
    counts.retain(|count| {
        let scene = scene(host, scenes, count.graph);
        let Some(clause) = count.cut(&scene) else { return true };
        clauses.push(clause);
        if only {
            due.push(count.sum(&scene));
        }
        !only
    });
    host.topology().deferred.counts = counts;
    host.topology().deferred.due.extend(due);
}

fn scene(host: &mut impl Host, scenes: &mut FxHashMap<GraphId, Arc<GraphInModel>>, id: GraphId) -> Arc<GraphInModel> {
    let make = || {
        let low = host.topology().graphs[&id].clone();
        let edges = low.edges.iter().map(|&l| host.holds(l)).collect();
        let vertices = (!low.vertices.is_empty()).then(|| low.vertices.iter().map(|&l| host.holds(l)).collect());
        let present = low.graph.part(vertices, edges);
        let labels = low.labels.as_ref().map(|labels| {
            let value = |labels: &Labels| labels.iter().find(|l| host.holds(l.1)).map(|l| l.0);
            labels.iter().map(value).collect()
        });
        Arc::new(GraphInModel { low, present, labels })
    };
    scenes.entry(id).or_insert_with(make).clone()
}

fn chains(host: &mut impl Host, low: &Lowered) -> Arc<chains::Chains> {
    if let Some(chains) = host.topology().chains.get(&low.graph.id) {
        return chains.clone();
    }
    let chains = Arc::new(chains::Chains::new(host, low));
    host.topology().chains.insert(low.graph.id, chains.clone());
    chains
}

impl Topology {
    /// Whether models can break a condition on a graph, so that they are cut.
    pub(super) fn has_cuts(&self) -> bool {
        !self.watches.is_empty() || !self.sizes.is_empty()
    }

    /// Whether conditions define an edge as "this unknown equals another one".
    pub(super) fn is_label(&self, u: UnknownId) -> bool {
        self.definitions.compares(u)
    }

    /// Merges the labels from this one on, in a graph whose labels are sizes of pieces.
    pub(super) fn merge_sizes(&mut self, graph: GraphId, label: i64) {
        self.merged.insert(graph, label);
    }

    /// Drops graphs that a rollback removed from the model.
    pub(super) fn forget(&mut self, m: Expressions) {
        let kept = |id: &GraphId| id.index() < m.pool.graphs();
        self.graphs.retain(|id, _| kept(id));
        self.chains.retain(|id, _| kept(id));
        self.watches.retain(|watch| kept(&watch.graph));
        self.sizes.retain(|size| kept(&size.graph));
        self.size_of = self.sizes.iter().enumerate().map(|(i, s)| ((s.graph, s.vertex), i)).collect();
        self.more_than.retain(|(id, ..), _| kept(id));
        self.limits.retain(|e, _| e.index() < m.pool.len());
        self.merged.retain(|id, _| kept(id));
        self.alternatives.forget(m);
        self.definitions.forget(m);
        self.counts.forget(m);
        self.parities.forget(m);
        self.deferred.forget(m);
    }

    /// Takes the sums that are due: literals, and how many of them hold.
    pub(super) fn due_sums(&mut self) -> Vec<(Vec<Lit>, i64)> {
        std::mem::take(&mut self.deferred.due)
    }
}

/// Asserts "`prefix`, or one of the literals".
fn with(host: &mut impl Host, prefix: &[Lit], literals: &[Lit]) {
    let clause: Vec<Lit> = literals.iter().chain(prefix).copied().collect();
    host.clause(&clause);
}

impl Lowered {
    fn labelled(&self, v: u32, label: i64) -> Lit {
        let labels = match &self.labels {
            Some(labels) => &labels[v as usize],
            None => return Lit::TRUE,
        };
        labels.binary_search_by_key(&label, |l| l.0).map_or(Lit::FALSE, |i| labels[i].1)
    }

    /// A literal that the vertex's presence (with the label) implies; true if nothing is known.
    fn present(&self, v: u32, label: Option<i64>) -> Lit {
        match label {
            Some(label) => self.labelled(v, label),
            None => self.vertices.get(v as usize).copied().unwrap_or(Lit::TRUE),
        }
    }

    /// Whether the vertex alone determines that a piece continues along this edge to it.
    fn by_vertex(&self, edge: u32) -> bool {
        self.labels.is_some() || self.edges[edge as usize] == Lit::TRUE
    }

    /// A literal that is true wherever a piece continues along this edge to the vertex.
    fn entering(&self, edge: u32, to: u32, label: Option<i64>) -> Lit {
        if self.by_vertex(edge) { self.present(to, label) } else { self.edges[edge as usize] }
    }
}
