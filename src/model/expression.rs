//! Hash-consed expressions over unknowns, typed (condition or integer) and with computed bounds.
//!
//! Invariants: a node's children have smaller ids than the node; equal nodes have equal ids; every
//! integer's bounds fit 64 bits. Integer functions are total: a division by zero and an index outside
//! its list have *some* value, and the condition under which the value means anything is carried beside
//! the node ([`Pool::defined`]). Every comparison takes it in, so that the smallest condition around an
//! undefined value is false (relational semantics, Frisch & Stuckey 2009, as in MiniZinc).

use super::graph::{Graph, GraphId, GraphRef, Shape};
use super::{Domain, Unknown, UnknownId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(pub u32);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    // Conditions
    Bool(bool),
    BoolVar(UnknownId),
    Not(ExprId),
    /// Two or more, none of them an `And` or a constant, sorted.
    And(Rc<[ExprId]>),
    /// Two or more, none of them an `Or` or a constant, sorted.
    Or(Rc<[ExprId]>),
    Iff(ExprId, ExprId),
    /// `e = k`; `e` has no constant part, its first coefficient is positive, the gcd is 1.
    Eq(ExprId, i64),
    /// `e <= k`; normal form as in `Eq`.
    Le(ExprId, i64),
    /// `e in set`; `e` has no constant part, the set has two values or more.
    Member(ExprId, Rc<Domain>),
    /// `(e1, e2, ...)` is one of the rows; each row has the length of the list.
    Table(Rc<[ExprId]>, Rc<[Box<[i64]>]>),
    /// All different, save that the values of the second list may repeat.
    AllDifferent(Rc<[ExprId]>, Rc<[i64]>),
    /// What is there of the graph is in one piece, or nothing is there.
    Connected(GraphRef),
    /// What is there of the graph has no cycle.
    Acyclic(GraphRef),
    /// The edges that are there are exactly one closed loop.
    SingleLoop(GraphRef),
    /// Every edge whose ends are in one piece is there.
    Closed(GraphRef),
    /// Both vertices are there, in one piece.
    Reaches(GraphRef, u32, u32),

    // Integers
    Int(i64),
    IntVar(UnknownId),
    /// 1 or 0.
    FromBool(ExprId),
    /// `sum(coefficient * e) + constant`; terms sorted and no sums themselves. A coefficient is 0 only
    /// where the term may be undefined.
    Sum(Rc<[(i64, ExprId)]>, i64),
    Product(ExprId, ExprId),
    /// Floor division; 0 when the divisor is 0.
    Div(ExprId, ExprId),
    /// Remainder with the sign of the divisor; 0 when the divisor is 0.
    Mod(ExprId, ExprId),
    Abs(ExprId),
    /// Two or more.
    Min(Rc<[ExprId]>),
    /// Two or more.
    Max(Rc<[ExprId]>),
    /// `if condition then a else b`, on integers.
    Ite(ExprId, ExprId, ExprId),
    /// `list[index]`, index from 1; the first element when the index is outside.
    Element(Rc<[ExprId]>, ExprId),
    /// Number of vertices in the piece of this one; 0 when it is not there.
    PieceSize(GraphRef, u32),
}

impl Node {
    pub fn for_each_child(&self, mut f: impl FnMut(ExprId)) {
        match self {
            Node::Bool(_) | Node::BoolVar(_) | Node::Int(_) | Node::IntVar(_) => {}
            Node::Not(a) | Node::Eq(a, _) | Node::Le(a, _) | Node::Member(a, _) | Node::FromBool(a) | Node::Abs(a) => {
                f(*a)
            }
            Node::And(l) | Node::Or(l) | Node::Table(l, _) | Node::AllDifferent(l, _) | Node::Min(l) | Node::Max(l) => {
                l.iter().for_each(|&a| f(a))
            }
            Node::Iff(a, b) | Node::Product(a, b) | Node::Div(a, b) | Node::Mod(a, b) => {
                f(*a);
                f(*b)
            }
            Node::Sum(terms, _) => terms.iter().for_each(|t| f(t.1)),
            Node::Ite(c, a, b) => {
                f(*c);
                f(*a);
                f(*b)
            }
            Node::Element(l, i) => {
                l.iter().for_each(|&a| f(a));
                f(*i)
            }
            Node::Connected(g)
            | Node::Acyclic(g)
            | Node::SingleLoop(g)
            | Node::Closed(g)
            | Node::Reaches(g, ..)
            | Node::PieceSize(g, _) => g.for_each_condition(f),
        }
    }

    /// The graph that the node is about.
    pub fn graph(&self) -> Option<&GraphRef> {
        match self {
            Node::Connected(g)
            | Node::Acyclic(g)
            | Node::SingleLoop(g)
            | Node::Closed(g)
            | Node::Reaches(g, ..)
            | Node::PieceSize(g, _) => Some(g),
            _ => None,
        }
    }
}

/// A value could leave 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overflow;

type Int = Result<ExprId, Overflow>;

/// What is known of a node besides its structure.
#[derive(Clone, Copy, Debug)]
struct Facts {
    /// Smallest and largest value; conditions have 0 and 1.
    lo: i64,
    hi: i64,
    /// When the value means anything; `TRUE` for conditions.
    defined: ExprId,
}

/// All expressions of a model.
#[derive(Clone, Debug)]
pub struct Pool {
    nodes: Vec<Node>,
    facts: Vec<Facts>,
    ids: FxHashMap<Node, ExprId>,
    /// The graphs, each with the number of nodes when it was made: it has no later ones.
    graphs: Vec<(GraphRef, usize)>,
    graph_ids: FxHashMap<Shape, GraphId>,
}

pub const FALSE: ExprId = ExprId(0);
pub const TRUE: ExprId = ExprId(1);

impl Default for Pool {
    fn default() -> Pool {
        let mut pool = Pool {
            nodes: vec![],
            facts: vec![],
            ids: FxHashMap::default(),
            graphs: vec![],
            graph_ids: FxHashMap::default(),
        };
        for value in [false, true] {
            pool.intern(Node::Bool(value), value as i64, value as i64, TRUE);
        }
        pool
    }
}

impl Pool {
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub fn node(&self, e: ExprId) -> &Node {
        &self.nodes[e.0 as usize]
    }

    /// All nodes in order of their ids: children before parents.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Smallest and largest value that the bounds of the parts allow.
    pub fn bounds(&self, e: ExprId) -> (i64, i64) {
        let facts = self.facts[e.0 as usize];
        (facts.lo, facts.hi)
    }

    /// The condition under which the value of `e` means anything.
    pub fn defined(&self, e: ExprId) -> ExprId {
        self.facts[e.0 as usize].defined
    }

    pub fn is_condition(&self, e: ExprId) -> bool {
        use Node::*;
        matches!(
            self.node(e),
            Bool(_)
                | BoolVar(_)
                | Not(_)
                | And(_)
                | Or(_)
                | Iff(..)
                | Eq(..)
                | Le(..)
                | Member(..)
                | Table(..)
                | AllDifferent(..)
                | Connected(_)
                | Acyclic(_)
                | SingleLoop(_)
                | Closed(_)
                | Reaches(..)
        )
    }

    /// The value, if `e` is a constant.
    pub fn constant(&self, e: ExprId) -> Option<i64> {
        match *self.node(e) {
            Node::Int(k) => Some(k),
            Node::Bool(b) => Some(b as i64),
            _ => None,
        }
    }

    /// Forgets the nodes from number `len` on.
    pub fn truncate(&mut self, len: usize) {
        for node in self.nodes.drain(len..) {
            self.ids.remove(&node);
        }
        self.facts.truncate(len);
        while let Some((graph, _)) = self.graphs.pop_if(|(_, made)| *made > len) {
            self.graph_ids.remove(&graph.shape);
        }
    }

    /// Number of graphs.
    pub fn graphs(&self) -> usize {
        self.graphs.len()
    }

    /// The graph of this shape.
    pub fn graph(&mut self, shape: Shape) -> GraphRef {
        if let Some(&id) = self.graph_ids.get(&shape) {
            return self.graphs[id.0 as usize].0.clone();
        }
        let id = GraphId(self.graphs.len() as u32);
        self.graph_ids.insert(shape.clone(), id);
        let graph = GraphRef(Rc::new(Graph::new(id, shape)));
        self.graphs.push((graph.clone(), self.nodes.len()));
        graph
    }

    fn intern(&mut self, node: Node, lo: i64, hi: i64, defined: ExprId) -> ExprId {
        if let Some(&id) = self.ids.get(&node) {
            return id;
        }
        let id = ExprId(self.nodes.len() as u32);
        self.nodes.push(node.clone());
        self.facts.push(Facts { lo, hi, defined });
        self.ids.insert(node, id);
        id
    }

    fn condition(&mut self, node: Node) -> ExprId {
        self.intern(node, 0, 1, TRUE)
    }

    fn both_defined(&mut self, parts: impl IntoIterator<Item = ExprId>) -> ExprId {
        let parts: Vec<ExprId> = parts.into_iter().map(|e| self.defined(e)).filter(|&d| d != TRUE).collect();
        if parts.is_empty() { TRUE } else { self.and(parts) }
    }

    // Integers

    pub fn int(&mut self, k: i64) -> ExprId {
        self.intern(Node::Int(k), k, k, TRUE)
    }

    /// The value of an integer or enum unknown.
    pub fn int_var(&mut self, id: UnknownId, unknown: &Unknown) -> ExprId {
        match unknown.domain.single() {
            Some(k) => self.int(k),
            None => self.intern(Node::IntVar(id), unknown.domain.min(), unknown.domain.max(), TRUE),
        }
    }

    /// The value of a bool unknown.
    pub fn bool_var(&mut self, id: UnknownId, unknown: &Unknown) -> ExprId {
        match unknown.domain.single() {
            Some(k) => self.bool(k != 0),
            None => self.condition(Node::BoolVar(id)),
        }
    }

    pub fn from_bool(&mut self, condition: ExprId) -> ExprId {
        match *self.node(condition) {
            Node::Bool(b) => self.int(b as i64),
            // Counting conditions and their negations together needs one kind of term only.
            Node::Not(inner) => {
                let one = self.intern(Node::FromBool(inner), 0, 1, TRUE);
                self.intern(Node::Sum([(-1, one)].into(), 1), 0, 1, TRUE)
            }
            _ => self.intern(Node::FromBool(condition), 0, 1, TRUE),
        }
    }

    /// `sum(coefficient * e) + constant`
    pub fn linear(&mut self, parts: impl IntoIterator<Item = (i64, ExprId)>, constant: i64) -> Int {
        let mut terms: Vec<(i128, ExprId)> = Vec::new();
        let mut constant = constant as i128;
        for (k, e) in parts {
            match self.node(e) {
                Node::Int(v) => constant += k as i128 * *v as i128,
                Node::Sum(inner, c) => {
                    constant += k as i128 * *c as i128;
                    terms.extend(inner.iter().map(|&(j, e)| (k as i128 * j as i128, e)));
                }
                _ => terms.push((k as i128, e)),
            }
        }
        terms.sort_unstable_by_key(|t| t.1);
        let mut merged: Vec<(i128, ExprId)> = Vec::with_capacity(terms.len());
        for (k, e) in terms {
            match merged.last_mut() {
                Some(last) if last.1 == e => last.0 += k,
                _ => merged.push((k, e)),
            }
        }
        // A term that cancels out still decides where the sum is defined.
        merged.retain(|t| t.0 != 0 || self.defined(t.1) != TRUE);
        let (mut lo, mut hi) = (constant, constant);
        // The terms apart from the constant must fit as well, since comparisons split it off.
        let (mut magnitude, mut out) = (0i128, Vec::with_capacity(merged.len()));
        for (k, e) in merged {
            let (a, b) = self.bounds(e);
            let (x, y) = (k.saturating_mul(a as i128), k.saturating_mul(b as i128));
            lo = lo.saturating_add(x.min(y));
            hi = hi.saturating_add(x.max(y));
            magnitude = magnitude.saturating_add(x.abs().max(y.abs()));
            out.push((i64::try_from(k).map_err(|_| Overflow)?, e));
        }
        if magnitude > i64::MAX as i128 / 2 {
            return Err(Overflow);
        }
        let fit = |v: i128| i64::try_from(v).map_err(|_| Overflow);
        let (lo, hi, constant) = (fit(lo)?, fit(hi)?, fit(constant)?);
        if out.is_empty() {
            return Ok(self.int(constant));
        }
        if let ([(1, e)], 0) = (&out[..], constant) {
            return Ok(*e);
        }
        let defined = self.both_defined(out.iter().map(|t| t.1));
        Ok(self.intern(Node::Sum(out.into(), constant), lo, hi, defined))
    }

    pub fn add(&mut self, a: ExprId, b: ExprId) -> Int {
        self.linear([(1, a), (1, b)], 0)
    }

    pub fn sub(&mut self, a: ExprId, b: ExprId) -> Int {
        self.linear([(1, a), (-1, b)], 0)
    }

    pub fn neg(&mut self, a: ExprId) -> Int {
        self.linear([(-1, a)], 0)
    }

    pub fn mul(&mut self, a: ExprId, b: ExprId) -> Int {
        // A known 0 does not make an undefined factor defined, which `linear` sees to.
        match (self.constant(a), self.constant(b)) {
            (Some(k), _) => return self.linear([(k, b)], 0),
            (_, Some(k)) => return self.linear([(k, a)], 0),
            _ => {}
        }
        let (a, b) = (a.min(b), a.max(b));
        let ((al, ah), (bl, bh)) = (self.bounds(a), self.bounds(b));
        let corners = [(al, bl), (al, bh), (ah, bl), (ah, bh)].map(|(x, y)| x as i128 * y as i128);
        let (lo, hi) = fit(corners)?;
        let defined = self.both_defined([a, b]);
        Ok(self.intern(Node::Product(a, b), lo, hi, defined))
    }

    /// Floor division.
    pub fn div(&mut self, a: ExprId, b: ExprId) -> Int {
        if self.constant(b) == Some(1) {
            return Ok(a);
        }
        if let (Some(x), Some(y)) = (self.constant(a), self.constant(b))
            && y != 0
        {
            return Ok(self.int(floor_div(x, y).ok_or(Overflow)?));
        }
        let ((al, ah), (bl, bh)) = (self.bounds(a), self.bounds(b));
        // Quotients are extreme at the extremes of a and at the divisors nearest to and farthest from 0.
        let divisors = [bl, bh, if bl <= 1 && 1 <= bh { 1 } else { bl }, if bl <= -1 && -1 <= bh { -1 } else { bl }];
        let mut quotients: Vec<i128> = Vec::new();
        for y in divisors.into_iter().filter(|&y| y != 0) {
            quotients.extend(
                [al, ah].map(|x| (x as i128).div_euclid(y as i128) - ((y < 0 && x as i128 % y as i128 != 0) as i128)),
            );
        }
        if bl <= 0 && 0 <= bh {
            quotients.push(0);
        }
        let (lo, hi) = fit(quotients)?;
        let defined = self.divisor_defined(a, b);
        Ok(self.intern(Node::Div(a, b), lo, hi, defined))
    }

    /// Remainder of floor division.
    pub fn modulo(&mut self, a: ExprId, b: ExprId) -> Int {
        if let (Some(x), Some(y)) = (self.constant(a), self.constant(b))
            && y != 0
        {
            return Ok(self.int(floor_mod(x, y)));
        }
        let ((al, ah), (bl, bh)) = (self.bounds(a), self.bounds(b));
        let defined = self.divisor_defined(a, b);
        let (mut lo, mut hi) = ((bl as i128 + 1).min(0) as i64, (bh as i128 - 1).max(0) as i64);
        if al >= 0 && bl >= 0 {
            lo = 0;
            hi = hi.min(ah);
        }
        Ok(self.intern(Node::Mod(a, b), lo, hi, defined))
    }

    fn divisor_defined(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let zero = self.int(0);
        let nonzero = match self.raw_compare(b, zero, true) {
            Ok(is_zero) => self.not(is_zero),
            Err(Overflow) => TRUE,
        };
        let parts = self.both_defined([a, b]);
        self.and([nonzero, parts])
    }

    pub fn abs(&mut self, a: ExprId) -> Int {
        let (lo, hi) = self.bounds(a);
        if lo >= 0 {
            return Ok(a);
        }
        if hi <= 0 {
            return self.neg(a);
        }
        let top = lo.checked_neg().ok_or(Overflow)?.max(hi);
        // |a - b| = |b - a|: one node for both.
        let a = match self.node(a) {
            Node::Sum(terms, 0) if terms[0].0 < 0 => self.neg(a)?,
            _ => a,
        };
        let defined = self.defined(a);
        Ok(self.intern(Node::Abs(a), 0, top, defined))
    }

    /// The smallest (or largest) of one value or more.
    fn extreme(&mut self, parts: &[ExprId], largest: bool) -> ExprId {
        let mut parts: Vec<ExprId> = parts.to_vec();
        parts.sort_unstable();
        parts.dedup();
        if let [one] = parts[..] {
            return one;
        }
        let lows = parts.iter().map(|&e| self.bounds(e).0);
        let highs = parts.iter().map(|&e| self.bounds(e).1);
        let (lo, hi) = if largest { (lows.max(), highs.max()) } else { (lows.min(), highs.min()) };
        let (lo, hi) = (lo.unwrap_or(0), hi.unwrap_or(0));
        if lo == hi && parts.iter().all(|&e| self.defined(e) == TRUE) {
            return self.int(lo);
        }
        let defined = self.both_defined(parts.iter().copied());
        let parts: Rc<[ExprId]> = parts.into();
        self.intern(if largest { Node::Max(parts) } else { Node::Min(parts) }, lo, hi, defined)
    }

    /// The smallest of one value or more.
    pub fn min(&mut self, parts: &[ExprId]) -> ExprId {
        self.extreme(parts, false)
    }

    /// The largest of one value or more.
    pub fn max(&mut self, parts: &[ExprId]) -> ExprId {
        self.extreme(parts, true)
    }

    /// `if c then a else b` on integers.
    pub fn ite(&mut self, c: ExprId, a: ExprId, b: ExprId) -> ExprId {
        match *self.node(c) {
            Node::Bool(true) => return a,
            Node::Bool(false) => return b,
            Node::Not(inner) => return self.ite(inner, b, a),
            _ if a == b => return a,
            _ => {}
        }
        let ((al, ah), (bl, bh)) = (self.bounds(a), self.bounds(b));
        let (da, db) = (self.defined(a), self.defined(b));
        let defined = self.ite_condition(c, da, db);
        self.intern(Node::Ite(c, a, b), al.min(bl), ah.max(bh), defined)
    }

    /// `list[index]`, the index from 1; the list has one element or more.
    pub fn element(&mut self, list: &[ExprId], index: ExprId) -> Int {
        let (lo, hi) = self.bounds(index);
        if let Some(k) = self.constant(index)
            && k >= 1
            && k <= list.len() as i64
        {
            return Ok(list[k as usize - 1]);
        }
        // Elements past the index's bounds can't be met and must not widen the bounds.
        let list = &list[..list.len().min(hi.max(1) as usize)];
        let meets = |i: usize| i as i64 + 1 >= lo || i == 0;
        let (mut low, mut high) = (i64::MAX, i64::MIN);
        let mut defined = self.defined(index);
        for (i, &e) in list.iter().enumerate().filter(|&(i, _)| meets(i)) {
            let (a, b) = self.bounds(e);
            low = low.min(a);
            high = high.max(b);
            let inner = self.defined(e);
            if inner != TRUE {
                let at = self.int(i as i64 + 1);
                let here = self.raw_compare(index, at, true)?;
                let away = self.not(here);
                let ok = self.or([away, inner]);
                defined = self.and([defined, ok]);
            }
        }
        if lo < 1 || hi > list.len() as i64 {
            let inside = Domain::range(1, list.len() as i64);
            let inside = self.raw_member(index, &inside);
            defined = self.and([defined, inside]);
        }
        Ok(self.intern(Node::Element(list.into(), index), low, high, defined))
    }

    // Conditions

    pub fn bool(&self, b: bool) -> ExprId {
        if b { TRUE } else { FALSE }
    }

    pub fn not(&mut self, a: ExprId) -> ExprId {
        match *self.node(a) {
            Node::Bool(b) => self.bool(!b),
            Node::Not(inner) => inner,
            _ => self.condition(Node::Not(a)),
        }
    }

    pub fn and(&mut self, parts: impl IntoIterator<Item = ExprId>) -> ExprId {
        self.junction(parts, true)
    }

    pub fn or(&mut self, parts: impl IntoIterator<Item = ExprId>) -> ExprId {
        self.junction(parts, false)
    }

    /// A conjunction, or with `all` false a disjunction.
    fn junction(&mut self, parts: impl IntoIterator<Item = ExprId>, all: bool) -> ExprId {
        let mut flat: Vec<ExprId> = Vec::new();
        for e in parts {
            match self.node(e) {
                Node::Bool(b) if *b == all => {}
                Node::Bool(_) => return e,
                Node::And(inner) if all => flat.extend(inner.iter()),
                Node::Or(inner) if !all => flat.extend(inner.iter()),
                _ => flat.push(e),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        let clash = flat.iter().any(|&e| matches!(*self.node(e), Node::Not(a) if flat.binary_search(&a).is_ok()));
        match flat[..] {
            _ if clash => self.bool(!all),
            [] => self.bool(all),
            [one] => one,
            _ if all => self.condition(Node::And(flat.into())),
            _ => self.condition(Node::Or(flat.into())),
        }
    }

    pub fn implies(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let not_a = self.not(a);
        self.or([not_a, b])
    }

    pub fn iff(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let (a, b) = (a.min(b), a.max(b));
        match (self.node(a).clone(), self.node(b).clone()) {
            (Node::Bool(true), _) => b,
            (Node::Bool(false), _) => self.not(b),
            (_, Node::Bool(true)) => a,
            (_, Node::Bool(false)) => self.not(a),
            _ if a == b => TRUE,
            (Node::Not(x), Node::Not(y)) => self.iff(x, y),
            (Node::Not(x), _) => {
                let same = self.iff(x, b);
                self.not(same)
            }
            (_, Node::Not(y)) => {
                let same = self.iff(a, y);
                self.not(same)
            }
            _ => self.condition(Node::Iff(a, b)),
        }
    }

    pub fn xor(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let same = self.iff(a, b);
        self.not(same)
    }

    /// `if c then a else b` on conditions.
    pub fn ite_condition(&mut self, c: ExprId, a: ExprId, b: ExprId) -> ExprId {
        if a == b {
            return a;
        }
        let not_c = self.not(c);
        let (yes, no) = (self.or([not_c, a]), self.or([c, b]));
        self.and([yes, no])
    }

    /// `a = b` or, with `equal` false, `a <= b`; undefinedness is left to the caller.
    fn raw_compare(&mut self, a: ExprId, b: ExprId, equal: bool) -> Int {
        let difference = self.linear([(1, a), (-1, b)], 0)?;
        let (lo, hi) = self.bounds(difference);
        if lo > 0 || (equal && hi < 0) {
            return Ok(FALSE);
        }
        if (equal && lo == 0 && hi == 0) || (!equal && hi <= 0) {
            return Ok(TRUE);
        }
        // The caller guards against undefined terms, so those with coefficient 0 have done their part.
        let (mut terms, constant) = match self.node(difference) {
            Node::Sum(terms, c) => (terms.to_vec(), *c),
            _ => (vec![(1, difference)], 0),
        };
        terms.retain(|t| t.0 != 0);
        let gcd = terms.iter().fold(0u64, |g, t| gcd(g, t.0.unsigned_abs())) as i64;
        let negative = terms[0].0 < 0;
        let scale = if negative { -gcd } else { gcd };
        let terms = terms.into_iter().map(|(k, e)| (k / scale, e));
        let left = self.linear(terms, 0)?;
        // sum*gcd + c = 0, or <= 0
        let minus = constant.checked_neg().ok_or(Overflow)?;
        if equal {
            if minus % gcd != 0 {
                return Ok(FALSE);
            }
            return Ok(self.eq_constant(left, minus / scale));
        }
        if negative {
            // -g*left <= -c  <=>  left >= ceil(c/g)  <=>  not left <= ceil(c/g) - 1
            let least = -floor_div(minus, gcd).ok_or(Overflow)?;
            let below = self.le_constant(left, least - 1);
            return Ok(self.not(below));
        }
        let most = floor_div(minus, gcd).ok_or(Overflow)?;
        Ok(self.le_constant(left, most))
    }

    fn eq_constant(&mut self, e: ExprId, k: i64) -> ExprId {
        let (lo, hi) = self.bounds(e);
        match *self.node(e) {
            _ if k < lo || k > hi => FALSE,
            _ if lo == hi => TRUE,
            Node::FromBool(c) if k == 1 => c,
            Node::FromBool(c) => self.not(c),
            _ => self.condition(Node::Eq(e, k)),
        }
    }

    fn le_constant(&mut self, e: ExprId, k: i64) -> ExprId {
        let (lo, hi) = self.bounds(e);
        match *self.node(e) {
            _ if k < lo => FALSE,
            _ if k >= hi => TRUE,
            Node::FromBool(c) => self.not(c),
            _ if k == lo => self.condition(Node::Eq(e, k)),
            _ if k == hi - 1 => {
                let top = self.eq_constant(e, hi);
                self.not(top)
            }
            _ => self.condition(Node::Le(e, k)),
        }
    }

    fn raw_member(&mut self, e: ExprId, set: &Domain) -> ExprId {
        let (terms, constant) = match self.node(e) {
            Node::Sum(terms, c) if *c != 0 => (Some(terms.clone()), *c),
            _ => (None, 0),
        };
        let (left, set) = match terms {
            Some(terms) => match self.linear(terms.iter().copied(), 0) {
                Ok(left) => {
                    let ranges = set.ranges().iter();
                    let shift =
                        |v: i64| (v as i128 - constant as i128).clamp(i64::MIN as i128, i64::MAX as i128) as i64;
                    let moved = ranges.fold(Domain::empty(), |d, &(a, b)| union(&d, shift(a), shift(b)));
                    (left, moved)
                }
                Err(Overflow) => (e, set.clone()),
            },
            None => (e, set.clone()),
        };
        let (lo, hi) = self.bounds(left);
        let set = set.intersect(&Domain::range(lo, hi));
        match (set.single(), set.ranges()) {
            _ if set.is_empty() => FALSE,
            (Some(k), _) => self.eq_constant(left, k),
            (_, &[(a, b)]) if a == lo && b == hi => TRUE,
            (_, &[(a, b)]) if a == lo => self.le_constant(left, b),
            (_, &[(a, b)]) if b == hi => {
                let below = self.le_constant(left, a - 1);
                self.not(below)
            }
            _ => self.condition(Node::Member(left, set.into())),
        }
    }

    /// Makes a comparison of `parts` false where one of them is undefined.
    fn guard(&mut self, parts: &[ExprId], condition: ExprId) -> ExprId {
        let defined = self.both_defined(parts.iter().copied());
        self.and([defined, condition])
    }

    pub fn eq(&mut self, a: ExprId, b: ExprId) -> Int {
        let same = self.raw_compare(a, b, true)?;
        Ok(self.guard(&[a, b], same))
    }

    pub fn ne(&mut self, a: ExprId, b: ExprId) -> Int {
        let same = self.raw_compare(a, b, true)?;
        let other = self.not(same);
        Ok(self.guard(&[a, b], other))
    }

    pub fn le(&mut self, a: ExprId, b: ExprId) -> Int {
        let le = self.raw_compare(a, b, false)?;
        Ok(self.guard(&[a, b], le))
    }

    pub fn lt(&mut self, a: ExprId, b: ExprId) -> Int {
        let ge = self.raw_compare(b, a, false)?;
        let lt = self.not(ge);
        Ok(self.guard(&[a, b], lt))
    }

    /// `e in set` for a set of known integers.
    pub fn member(&mut self, e: ExprId, set: &Domain) -> ExprId {
        let inside = self.raw_member(e, set);
        self.guard(&[e], inside)
    }

    pub fn not_member(&mut self, e: ExprId, set: &Domain) -> ExprId {
        let inside = self.raw_member(e, set);
        let outside = self.not(inside);
        self.guard(&[e], outside)
    }

    /// `(e1, e2, ...)` is one of the rows; every row has as many values as there are expressions.
    pub fn table(&mut self, list: &[ExprId], rows: &[Vec<i64>]) -> ExprId {
        let possible = |pool: &Pool, row: &Vec<i64>| {
            row.iter().zip(list).all(|(&v, &e)| (pool.bounds(e).0..=pool.bounds(e).1).contains(&v))
        };
        let mut rows: Vec<Box<[i64]>> =
            rows.iter().filter(|row| possible(self, row)).map(|row| row.clone().into_boxed_slice()).collect();
        rows.sort_unstable();
        rows.dedup();
        if rows.is_empty() {
            return FALSE;
        }
        if list.iter().all(|&e| self.constant(e).is_some()) {
            return TRUE;
        }
        let table = self.condition(Node::Table(list.into(), rows.into()));
        self.guard(list, table)
    }

    pub fn connected(&mut self, graph: &GraphRef) -> ExprId {
        self.graph_condition(Node::Connected(graph.clone()))
    }

    pub fn acyclic(&mut self, graph: &GraphRef) -> ExprId {
        self.graph_condition(Node::Acyclic(graph.clone()))
    }

    pub fn single_loop(&mut self, graph: &GraphRef) -> ExprId {
        self.graph_condition(Node::SingleLoop(graph.clone()))
    }

    /// Every edge whose ends are in one piece is there.
    pub fn closed(&mut self, graph: &GraphRef) -> ExprId {
        self.graph_condition(Node::Closed(graph.clone()))
    }

    /// Whether two vertices are in one piece.
    pub fn reaches(&mut self, graph: &GraphRef, u: u32, v: u32) -> ExprId {
        if u == v {
            return graph.vertices.as_ref().map_or(TRUE, |on| on[u as usize]);
        }
        self.graph_condition(Node::Reaches(graph.clone(), u.min(v), u.max(v)))
    }

    /// Number of vertices in the piece of one.
    pub fn piece_size(&mut self, graph: &GraphRef, v: u32) -> ExprId {
        let always = graph.vertices.as_ref().is_some_and(|on| on[v as usize] == TRUE);
        let reach = graph.present(|e| e != FALSE).piece_size(v) as i64;
        if always && reach == 1 {
            return self.int(1);
        }
        self.intern(Node::PieceSize(graph.clone(), v), always as i64, reach, TRUE)
    }

    /// A condition on a graph; known where all conditions of the graph are.
    fn graph_condition(&mut self, node: Node) -> ExprId {
        let mut open = false;
        node.for_each_child(|e| open |= self.constant(e).is_none());
        if open {
            return self.condition(node);
        }
        let value = super::evaluate::node_value(&node, |_| 0, |e| self.constant(e).unwrap_or(0));
        self.bool(value != 0)
    }

    /// All different; values of `except` may occur more than once.
    pub fn all_different(&mut self, list: &[ExprId], except: &[i64]) -> ExprId {
        let mut list = list.to_vec();
        list.sort_unstable();
        let mut except = except.to_vec();
        except.sort_unstable();
        except.dedup();
        if list.len() < 2 {
            return self.guard(&list, TRUE);
        }
        // The same expression twice, or twice the same constant.
        if except.is_empty() && list.windows(2).any(|w| w[0] == w[1]) {
            return FALSE;
        }
        let different = self.condition(Node::AllDifferent(list.as_slice().into(), except.into()));
        self.guard(&list, different)
    }
}

fn fit(values: impl IntoIterator<Item = i128>) -> Result<(i64, i64), Overflow> {
    let (mut lo, mut hi) = (i128::MAX, i128::MIN);
    for v in values {
        lo = lo.min(v);
        hi = hi.max(v);
    }
    if lo > hi {
        return Ok((0, 0));
    }
    // Differences of two values must fit too.
    let limit = i64::MAX as i128 / 2;
    if lo < -limit || hi > limit { Err(Overflow) } else { Ok((lo as i64, hi as i64)) }
}

fn union(d: &Domain, lo: i64, hi: i64) -> Domain {
    let mut ranges: Vec<(i64, i64)> = d.ranges().to_vec();
    ranges.push((lo, hi));
    Domain::from_ranges(ranges)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// `a / b` rounded down; `None` when `b` is 0 or the result leaves 64 bits.
pub fn floor_div(a: i64, b: i64) -> Option<i64> {
    let q = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) { q - 1 } else { q })
}

/// Remainder of [`floor_div`], with the sign of `b`, which is not 0.
pub fn floor_mod(a: i64, b: i64) -> i64 {
    let r = a.wrapping_rem(b);
    if r != 0 && (r < 0) != (b < 0) { r + b } else { r }
}
