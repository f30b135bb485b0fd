//! Candidates of `redundant`: the givens, clues, rule uses and conditions that could be left out of a puzzle.
//!
//! - A given, or a condition in no rule of one's own, is a part by itself; in a loop each turn of it.
//! - The use of a rule is a part with all that follows from it, what it uses in its turn included: without
//!   `sudoku(x)` the rows, columns and boxes are gone. Uses in the text of standard rules are nobody's to
//!   leave out, and a whole use is left out as one thing.
//! - A clue is every condition on its token, by any rule. Without it, its value is open.
//!
//! So parts may overlap, and one may hold another. The conditions of a declaration (the pieces of a partition are
//! closed) can't be left out.

use super::groups::{Group, name_of, whole_use};
use rustc_hash::FxHashMap;
use sator_answer::{StatementName, StatementPart};
use sator_base::source::Span;
use sator_lang::elaborate::Elaborator;
use sator_model::{Frame, Model, NamedUse, Node, Origin, UnknownId};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RemovableKind {
    /// The value of an unknown, stated by itself.
    Given(UnknownId, i64),
    Clue,
    /// A rule use or a condition.
    Rule,
}

/// One thing to leave out.
pub(super) struct Removable {
    pub kind: RemovableKind,
    /// Sorted.
    pub groups: Vec<usize>,
    /// The place in the text.
    pub place: Span,
    pub name: StatementName,
}

impl Removable {
    pub(super) fn is_given(&self) -> bool {
        matches!(self.kind, RemovableKind::Given(..))
    }

    /// Whether another part is in this one.
    pub(super) fn holds(&self, other: &Removable) -> bool {
        other.groups.iter().all(|group| self.groups.binary_search(group).is_ok())
    }
}

#[derive(PartialEq, Eq, Hash)]
enum Key {
    Clue(Span),
    /// The address of a frame, which the groups keep alive.
    Use(usize),
    Alone(usize),
}

/// All parts, an outer one before those it holds.
pub(super) fn removables(groups: &[Group], elaborator: &Elaborator) -> Vec<Removable> {
    let mut parts: Vec<Removable> = Vec::new();
    let mut number_of: FxHashMap<Key, usize> = FxHashMap::default();
    for (number, group) in groups.iter().enumerate() {
        let uses = uses_of(&group.origin, elaborator);
        let mut add = |key: Key, new: &dyn Fn() -> Removable| {
            let at = *number_of.entry(key).or_insert(parts.len());
            if at == parts.len() {
                parts.push(new());
            }
            parts[at].groups.push(number);
        };
        for (depth, frame) in uses.iter().enumerate() {
            add(Key::Use(std::ptr::from_ref(*frame) as usize), &|| Removable {
                kind: RemovableKind::Rule,
                groups: vec![],
                place: frame.span,
                name: nested_uses(&uses[..=depth]),
            });
        }
        for &token in &group.clues {
            let name = || {
                let (token, place) = elaborator.clue_name(token);
                StatementName::of(StatementPart::Clue { token, place })
            };
            add(Key::Clue(token), &|| Removable {
                kind: RemovableKind::Clue,
                groups: vec![],
                place: token,
                name: name(),
            });
        }
        if uses.is_empty() && group.clues.is_empty() && !is_declared(&elaborator.model, group) {
            // A value that a rule fixes is no given, but this group comes from no rule.
            let kind = group.fixes.map_or(RemovableKind::Rule, |(u, value)| RemovableKind::Given(u, value));
            let name = || name_of(group, elaborator);
            add(Key::Alone(number), &|| Removable { kind, groups: vec![], place: group.origin.span, name: name() });
        }
    }
    parts
}

/// The name of the last of these uses, which stands within the ones before it.
fn nested_uses(frames: &[&Frame]) -> StatementName {
    let uses: Vec<&NamedUse> = frames.iter().filter_map(|frame| frame.rule_use()).collect();
    let rule = uses.first().filter(|outermost| outermost.label.is_none()).map(|outermost| outermost.rule.to_string());
    StatementName::of(StatementPart::NestedUses { rule, uses: uses.iter().map(|named| named.name().into()).collect() })
}

/// The rule uses around a group that the user wrote, from the outermost on, as far as the group is in each alone.
fn uses_of<'a>(origin: &'a Origin, elaborator: &Elaborator) -> Vec<&'a Frame> {
    let mut frames = origin.frames();
    if let Some(whole) = whole_use(origin)
        && let Some(at) = frames.iter().position(|f| std::ptr::eq(*f, whole))
    {
        frames.truncate(at + 1);
    }
    frames.retain(|f| f.rule_use().is_some() && !elaborator.sources.is_library(f.span));
    frames
}

/// Whether the group comes with a declaration: only these say of lines that they are closed.
fn is_declared(model: &Model, group: &Group) -> bool {
    group.constraints.iter().all(|&e| matches!(model.pool.node(e), Node::Closed(_)))
}
