//! Memoisation within one statement: lists of the cells of regions and grids, indexes from an element to its positions
//! in a list, and the values of uses of defs and of comprehensions.
//!
//! The memo doesn't change the model: evaluating an expression again gives the same nodes of the pool, and the clues
//! read for a value are noted again when it is recalled. A value depends on the free names of its text. The key holds
//! those of the bodies around it; the script's names don't change within a statement. The memo is cleared before the
//! next statement, and when a statement in a body declares something that other expressions find without naming it.

use super::clue::Reading;
use super::value::{Key, Value};
use crate::diagnostic::Result;
use crate::elaborate::Elaborator;
use crate::syntax::ast::{Clause, Expr, ExprKind, Generator, Ident, Part};
use rustc_hash::{FxHashMap, FxHashSet};
use sator_base::source::Span;
use sator_model::GridId;
use smallvec::SmallVec;
use std::cell::RefCell;
use std::sync::Arc;

/// Limit on the values stored, elements of lists included; beyond it the memo is cleared.
const MOST: usize = 1 << 18;
/// Uses after which a place in the text with too few hits is no longer memoised.
const TRIAL: u32 = 512;
/// One use in this many must be a hit.
const WORTH: u32 = 8;

#[derive(Default)]
pub(super) struct Memo {
    sites: FxHashMap<Span, MemoSite>,
    kept: usize,
    key: Vec<u64>,
    lists: RefCell<FxHashMap<(usize, usize), Listed>>,
    indexes: FxHashMap<usize, (Arc<[Value]>, Arc<Index>)>,
    #[cfg(test)]
    pub off: bool,
}

/// A listed value and its elements. Holding the value keeps its address from being reused.
type Listed = (Value, Arc<[Value]>);

/// The positions of the elements of a list.
pub(super) struct Index {
    /// By the key of an element: its number.
    numbers: FxHashMap<Key, usize>,
    /// By number: the positions, from 1.
    places: Vec<Arc<[Value]>>,
}

impl Index {
    pub(super) fn get(&self, key: &Key) -> Option<&Arc<[Value]>> {
        self.places.get(*self.numbers.get(key)?)
    }
}

/// One def, or one comprehension in the text.
#[derive(Default)]
struct MemoSite {
    /// The free names of a comprehension.
    free: Option<Arc<[Arc<str>]>>,
    values: FxHashMap<Box<[u64]>, Entry>,
    uses: u32,
    hits: u32,
}

struct Entry {
    value: Value,
    reading: Reading,
    /// Values whose addresses are part of the key.
    _held: Vec<Value>,
}

impl MemoSite {
    fn is_worth_it(&self) -> bool {
        self.uses < TRIAL || self.hits > self.uses / WORTH
    }
}

/// The key under which a value is stored after computing it.
pub(super) struct ToRemember {
    site: Span,
    key: Box<[u64]>,
    held: Vec<Value>,
    before: Reading,
}

pub(super) enum Recall {
    Known(Value),
    ToRemember(ToRemember),
    /// This place in the text is not memoised.
    NotMemoised,
}

impl Memo {
    /// Clears the values; what is known about the text stays.
    pub(super) fn clear(&mut self) {
        if self.kept > 0 {
            for site in self.sites.values_mut() {
                site.values.clear();
            }
        }
        self.kept = 0;
        self.lists.get_mut().clear();
        self.indexes.clear();
    }

    /// Clears everything, because the text can change.
    pub(super) fn reset(&mut self) {
        self.clear();
        self.sites.clear();
    }

    fn is_off(&self) -> bool {
        #[cfg(test)]
        return self.off;
        #[cfg(not(test))]
        false
    }

    /// The elements of a grid or region, computed by `make` at the first request.
    pub(super) fn list(&self, of: &Value, make: impl FnOnce() -> Option<Arc<[Value]>>) -> Option<Arc<[Value]>> {
        let key = match of {
            Value::Region(regions, at) => (Arc::as_ptr(regions) as usize, *at),
            Value::Regions(regions) => (Arc::as_ptr(regions) as usize, usize::MAX),
            Value::Grid(GridId(grid)) => (0, *grid as usize),
            _ => return make(),
        };
        if let Some((_, list)) = self.lists.borrow().get(&key) {
            return Some(list.clone());
        }
        let list = make()?;
        self.lists.borrow_mut().insert(key, (of.clone(), list.clone()));
        Some(list)
    }
}

impl Elaborator {
    /// The value of a use of a def on these arguments, if it is stored; else how to store it.
    pub(super) fn recall_call<'a>(&mut self, def: Span, args: impl Iterator<Item = Option<&'a Value>>) -> Recall {
        let off = self.memo.is_off();
        let site = self.memo.sites.entry(def).or_default();
        site.uses = site.uses.saturating_add(1);
        if off || !site.is_worth_it() {
            return Recall::NotMemoised;
        }
        let mut key = std::mem::take(&mut self.memo.key);
        let mut held = Vec::new();
        key.clear();
        let kept = args.into_iter().all(|arg| match arg {
            Some(value) => write_identity(value, &mut key, &mut held),
            None => {
                key.push(ABSENT);
                true
            }
        });
        self.recall(def, key, held, kept)
    }

    /// The same for a comprehension.
    fn recall_site(&mut self, expr: &Expr) -> Recall {
        let off = self.memo.is_off();
        let site = self.memo.sites.entry(expr.span).or_default();
        site.uses = site.uses.saturating_add(1);
        if off || !site.is_worth_it() {
            return Recall::NotMemoised;
        }
        let free = site.free.get_or_insert_with(|| free_names(expr)).clone();
        let mut key = std::mem::take(&mut self.memo.key);
        let mut held = Vec::new();
        key.clear();
        let kept = free.iter().all(|name| match self.scope.local(name) {
            Some(value) => write_identity(value, &mut key, &mut held),
            None => {
                key.push(ABSENT);
                true
            }
        });
        self.recall(expr.span, key, held, kept)
    }

    fn recall(&mut self, site: Span, key: Vec<u64>, held: Vec<Value>, kept: bool) -> Recall {
        let found = self.memo.sites.get_mut(&site).filter(|_| kept).and_then(|site| {
            let entry = site.values.get(&key[..])?;
            site.hits += 1;
            Some((entry.value.clone(), entry.reading))
        });
        let recalled = match found {
            Some((value, reading)) => {
                self.reading.then(reading);
                Recall::Known(value)
            }
            None if kept => {
                let before = std::mem::take(&mut self.reading);
                Recall::ToRemember(ToRemember { site, key: key[..].into(), held, before })
            }
            None => Recall::NotMemoised,
        };
        self.memo.key = key;
        recalled
    }

    /// Stores a value computed after [`Recall::ToRemember`].
    pub(super) fn remember(&mut self, missing: ToRemember, computed: &Result<Value>) {
        let reading = std::mem::replace(&mut self.reading, missing.before);
        self.reading.then(reading);
        let Ok(value) = computed else { return };
        let elements = match value {
            Value::List(items) | Value::Set(items) | Value::Tuple(items) => items.len(),
            _ => 0,
        };
        if self.memo.kept + elements >= MOST {
            self.memo.clear();
        }
        self.memo.kept += 1 + elements;
        let entry = Entry { value: value.clone(), reading, _held: missing.held };
        self.memo.sites.entry(missing.site).or_default().values.insert(missing.key, entry);
    }

    /// Computes a comprehension, or recalls its value from a turn with the same free names.
    pub(super) fn once(
        &mut self,
        expr: &Expr,
        compute: impl FnOnce(&mut Elaborator) -> Result<Value>,
    ) -> Result<Value> {
        match self.recall_site(expr) {
            Recall::Known(value) => Ok(value),
            Recall::NotMemoised => compute(self),
            Recall::ToRemember(missing) => {
                let computed = compute(self);
                self.remember(missing, &computed);
                computed
            }
        }
    }

    /// The place of each element of a list. A list or region among the elements counts for each of its places. `None` if an
    /// element isn't known.
    pub(super) fn index_of(&mut self, list: &Arc<[Value]>, span: Span) -> Result<Option<Arc<Index>>> {
        let address = list.as_ptr() as usize;
        if let Some((_, index)) = self.memo.indexes.get(&address) {
            return Ok(Some(index.clone()));
        }
        let mut numbers: FxHashMap<Key, usize> = FxHashMap::default();
        numbers.reserve(list.len());
        let mut places: Vec<SmallVec<[Value; 1]>> = Vec::with_capacity(list.len());
        for (at, element) in list.iter().enumerate() {
            let mut note = |element: &Value| -> Result<bool> {
                let mut key = Key::new();
                let written = element
                    .write_key(&mut key, &self.limits)
                    .map_err(|reason| crate::diagnostic::Diagnostic::stopped(reason, span))?;
                let known = written && !matches!(element, Value::Expr(..) | Value::Quotient(_));
                if known {
                    let number = *numbers.entry(key).or_insert(places.len());
                    if number == places.len() {
                        places.push(SmallVec::new());
                    }
                    let at = Value::Int(at as i64 + 1);
                    if !matches!((places[number].last(), &at), (Some(Value::Int(a)), Value::Int(b)) if a == b) {
                        places[number].push(at);
                    }
                }
                Ok(known)
            };
            let inside = match element {
                Value::Tuple(_) => None,
                _ => self.if_list(element).and_then(Result::ok),
            };
            let parts = inside.as_deref().unwrap_or(std::slice::from_ref(element));
            for part in parts {
                if !note(part)? {
                    return Ok(None);
                }
            }
        }
        let places = places.iter().map(|places| Arc::from(&places[..])).collect();
        let index = Arc::new(Index { numbers, places });
        self.memo.indexes.insert(address, (list.clone(), index.clone()));
        Ok(Some(index))
    }
}

/// In a key: an argument left out, or a name that isn't local.
const ABSENT: u64 = u64::MAX;

/// Appends the identity of a value, unique among the values that live at the same time; `held` receives the values
/// identified by address. False if the value isn't worth storing.
fn write_identity(value: &Value, key: &mut Vec<u64>, held: &mut Vec<Value>) -> bool {
    let (tag, word) = match value {
        Value::None => (0, 0),
        Value::Int(k) => (1, *k as u64),
        Value::Bool(b) => (2, u64::from(*b)),
        Value::Enum(id, at) => (3, u64::from(id.0) << 32 | u64::from(*at)),
        Value::Direction(d) => (4, (d.rows * 3 + d.cols) as u64),
        Value::Cell(cell) => (5, u64::from(cell.0)),
        Value::Expr(e, _) => (6, u64::from(e.0)),
        Value::Grid(id) => (7, u64::from(id.0)),
        Value::EnumType(id) => (8, u64::from(id.0)),
        Value::Builtin(b) => (9, std::ptr::from_ref(*b) as u64),
        Value::Range(a, b) => {
            key.extend([10, *a as u64, *b as u64]);
            return true;
        }
        Value::Block(b) => {
            key.extend([11, u64::from(b.grid.0), b.row as u64, b.col as u64, b.height as u64, b.width as u64]);
            return true;
        }
        Value::Fraction(num, den) => {
            key.extend([23, *num as u64, *den as u64]);
            return true;
        }
        Value::Quotient(q) => {
            key.extend([24, u64::from(q.num.0), u64::from(q.den.0), u64::from(q.defined.0)]);
            return true;
        }
        Value::Wide(wide) => {
            held.push(value.clone());
            key.extend([25, Arc::as_ptr(wide) as u64]);
            return true;
        }
        Value::Tuple(parts) if parts.len() <= 4 => {
            key.extend([12, parts.len() as u64]);
            return parts.iter().all(|part| write_identity(part, key, held));
        }
        Value::Region(regions, at) => {
            held.push(value.clone());
            key.extend([13, Arc::as_ptr(regions) as u64, *at as u64]);
            return true;
        }
        Value::List(items) | Value::Tuple(items) | Value::Set(items) => (14, items.as_ptr() as u64),
        Value::Keyed(list) => (22, list.items.as_ptr() as u64),
        Value::Str(text) => (15, text.as_ptr() as u64),
        Value::Regions(picture) => (16, Arc::as_ptr(picture) as u64),
        Value::Clues(picture) => (17, Arc::as_ptr(picture) as u64),
        Value::Outside(picture) => (18, Arc::as_ptr(picture) as u64),
        Value::Lines(drawn) => (19, Arc::as_ptr(drawn) as u64),
        Value::Graph(graph) => (26, Arc::as_ptr(graph) as u64),
        Value::GraphLinks(links) => (27, Arc::as_ptr(links) as u64),
        Value::Rule(rule) => (20, Arc::as_ptr(rule) as u64),
        Value::Def(def) => (21, Arc::as_ptr(def) as u64),
    };
    if tag >= 14 {
        held.push(value.clone());
    }
    key.extend([tag, word]);
    true
}

/// The free names of an expression, in no particular order.
fn free_names(expr: &Expr) -> Arc<[Arc<str>]> {
    let mut free = FreeNames::default();
    free.expr(expr);
    free.found.into_iter().map(Arc::from).collect()
}

#[derive(Default)]
struct FreeNames<'a> {
    bound: Vec<&'a str>,
    found: FxHashSet<&'a str>,
}

impl<'a> FreeNames<'a> {
    fn expr(&mut self, expr: &'a Expr) {
        if let ExprKind::Name(name) = &expr.kind
            && !self.bound.contains(&name.as_str())
        {
            self.found.insert(name);
        }
        expr.for_each_part(|part| match part {
            Part::Expr(part) => self.expr(part),
            Part::Generator(generator) => self.generator(generator),
        });
    }

    fn generator(&mut self, g: &'a Generator) {
        let outer = self.bound.len();
        for clause in &g.clauses {
            match clause {
                Clause::For { names, iterable } => {
                    self.expr(iterable);
                    self.bound.extend(names.iter().map(|Ident { name, .. }| name.as_str()));
                }
                Clause::Where(e) | Clause::While(e) => self.expr(e),
            }
        }
        self.expr(&g.body);
        self.bound.truncate(outer);
    }
}
