//! Constraints grouped into the statements that a user would name: the groups of every explanation.
//!
//! A group is
//! - a given, or a condition typed as a statement of its own;
//! - the use of a rule on cells or a list of cells: `killer(r1c1..r1c3, 15)`;
//! - the conditions of a standard rule about a whole grid for one clue: `slitherlink(e, number) > clue 3 at r1c2`;
//! - otherwise one line of one turn of the innermost loop or of the rule's body: a rule about a whole grid
//!   is named line by line, as `sudoku(x) > row 1`.
//!
//! A group is named by its `as` label, else by its own text; conditions made by the program itself are
//! always part of one of these.

use rustc_hash::FxHashMap;
use sator_answer::{RuleUse, StatementName, StatementPart};
use sator_base::source::{SourceMap, Span};
use sator_lang::elaborate::Elaborator;
use sator_lang::syntax::words::called;
use sator_model::view;
use sator_model::{Atom, ExprId, Frame, LoopTurn, Model, NamedUse, Node, Origin, Sentence, UnknownId};
use std::sync::Arc;

/// Longest text of a statement that is not cut.
const LONGEST: usize = 100;

/// Longest text of cells that stands for a line.
const LONGEST_LINE: usize = 40;

/// Longest use of a rule on a list of cells that is named in full.
const SHORT_USE: usize = 20;

/// One group.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub origin: Origin,
    pub constraints: Vec<ExprId>,
    /// The unknowns it is about, sorted.
    pub scope: Vec<UnknownId>,
    /// The value, where the group does nothing but fix one unknown.
    pub fixes: Option<(UnknownId, i64)>,
    /// The clues that its conditions come from.
    pub clues: Vec<Span>,
}

/// All groups of a puzzle; grows with it.
#[derive(Default)]
pub(super) struct Groups {
    pub list: Vec<Group>,
    /// Constraints taken in.
    pub constraints: usize,
    groups: FxHashMap<Key, usize>,
}

/// The key of the constraints of one group: their frame and, unless the frame is a whole use, their place in
/// the text. Frames live as long as the groups, so their addresses are distinct.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    frame: usize,
    span: Option<Span>,
    /// Conditions of one clue with the same sentence are one group.
    sentence: Option<Sentence>,
}

impl Groups {
    /// Takes in the next constraint of the model; its group and its condition.
    pub(super) fn take_next(&mut self, model: &Model, sources: &SourceMap) -> Option<(usize, ExprId)> {
        let constraint = model.constraints.get(self.constraints)?;
        self.constraints += 1;
        let origin = &constraint.origin;
        let whole = whole_use(origin);
        let key = match (whole, clue_of(origin, sources), innermost_use(origin)) {
            (Some(frame), ..) => Key { frame: address(frame), span: None, sentence: None },
            (None, Some(token), Some(rule)) => Key { frame: address(rule), span: Some(token), sentence: None },
            (None, None, Some(rule)) if origin.clue.is_some() && origin.because.is_some() => {
                Key { frame: address(rule), span: origin.clue, sentence: origin.because.clone() }
            }
            _ => Key { frame: origin.frame.as_deref().map_or(0, address), span: Some(origin.span), sentence: None },
        };
        let at = *self.groups.entry(key).or_insert(self.list.len());
        if at == self.list.len() {
            let origin = origin.clone();
            self.list.push(Group { origin, constraints: vec![], scope: vec![], fixes: None, clues: vec![] });
        }
        let group = &mut self.list[at];
        group.constraints.push(constraint.expr);
        if let Some(token) = constraint.origin.clue
            && !group.clues.contains(&token)
        {
            group.clues.push(token);
        }
        let more = model.pool.unknowns_of(constraint.expr);
        group.scope.extend(more);
        group.scope.sort_unstable();
        group.scope.dedup();
        group.fixes = if let [only] = group.constraints[..] { view::value(&model.pool, only) } else { None };
        Some((at, constraint.expr))
    }
}

/// Whether the group does nothing but equate segments of lines, such as those of one bridge.
pub(super) fn is_of_one_line(group: &Group, model: &Model) -> bool {
    let is_segment = |e: ExprId| {
        view::unknown(&model.pool, e).is_some_and(|u| model.lines.iter().any(|lines| lines.stroke_place(u).is_some()))
    };
    let equates = |e: ExprId| view::equal_sides(&model.pool, e).is_some_and(|(a, b)| is_segment(a) && is_segment(b));
    group.constraints.iter().all(|&e| match model.pool.node(e) {
        Node::And(parts) => parts.iter().all(|&part| equates(part)),
        _ => equates(e),
    })
}

fn address(frame: &Frame) -> usize {
    std::ptr::from_ref(frame) as usize
}

/// The outermost rule use that is named as one statement.
pub(super) fn whole_use(origin: &Origin) -> Option<&Frame> {
    origin.frames().into_iter().find(|f| f.rule_use().is_some_and(|named| named.whole))
}

/// The rule use nearest to a constraint.
fn innermost_use(origin: &Origin) -> Option<&Frame> {
    origin.frames().into_iter().rev().find(|f| f.rule_use().is_some())
}

/// The clue of a condition in a standard rule, which names the condition unless the rule has a sentence for it: users don't know the lines
/// of a standard rule.
fn clue_of(origin: &Origin, sources: &SourceMap) -> Option<Span> {
    origin.clue.filter(|_| origin.because.is_none() && sources.is_library(origin.span))
}

/// The name of a group for users.
pub(super) fn name_of(group: &Group, elaborator: &Elaborator) -> StatementName {
    let (rule, part) = part_of(group, elaborator);
    StatementName { rule, part, when: group.origin.when.as_deref().map(str::to_string) }
}

/// The same of a condition by itself.
pub fn condition_name(origin: &Origin, elaborator: &Elaborator) -> StatementName {
    let group = Group { origin: origin.clone(), constraints: vec![], scope: vec![], fixes: None, clues: vec![] };
    name_of(&group, elaborator)
}

/// The label of a group, or else the use of a rule around it.
pub(super) fn rule_of(group: &Group) -> Option<&str> {
    let used = || group.origin.frames().into_iter().find_map(Frame::rule_use);
    group.origin.label.as_deref().or_else(|| used().map(|named| named.text.as_str()))
}

/// The uses of rules around a group, the outermost first.
pub(super) fn uses_of(group: &Group) -> Vec<String> {
    group.origin.frames().into_iter().filter_map(Frame::rule_use).map(|named| named.text.clone()).collect()
}

/// The rule that the name of a group starts with, and what follows it.
fn part_of(group: &Group, elaborator: &Elaborator) -> (Option<String>, StatementPart) {
    let origin = &group.origin;
    let sources = &elaborator.sources;
    let label = origin.label.as_deref().map(str::to_string);
    if let Some(text) = &origin.text {
        let given = || match group.fixes {
            Some((unknown, value)) => StatementPart::Given(Atom { unknown, value, is: true }),
            None => StatementPart::GivenText(text.to_string()),
        };
        return (None, label.map_or_else(given, StatementPart::Label));
    }
    if let Some(named) = whole_use(origin).and_then(Frame::rule_use) {
        let used = || cage(group, &elaborator.model).unwrap_or_else(|| StatementPart::Use(rule_use(named, origin)));
        return (None, label.map_or_else(used, StatementPart::Label));
    }
    let frames = origin.frames();
    if let (Some(label), true) = (label, frames.is_empty()) {
        return (None, StatementPart::Label(label));
    }
    let rule = rule_of(group).map(str::to_string);
    if let Some(token) = clue_of(origin, sources) {
        let (token, place) = elaborator.clue_name(token);
        return (rule, StatementPart::Clue { token, place });
    }
    if let Some(sentence) = &origin.because {
        return (rule, StatementPart::Sentence(sentence.clone()));
    }
    (rule, line_of(group, elaborator))
}

/// A line of a rule or a loop, or a statement by itself.
fn line_of(group: &Group, elaborator: &Elaborator) -> StatementPart {
    let sources = &elaborator.sources;
    let text = sources.slice(group.origin.span).split_whitespace().collect::<Vec<_>>().join(" ");
    let text = shortened(text);
    let frames = group.origin.frames();
    let turns: Vec<&LoopTurn> = frames.iter().filter_map(|frame| frame.turn()).collect();
    let line = turns.last().and_then(|turn| match &turn.variables[..] {
        [line] if text == format!("distinct({})", line.name) => Some((line, &turn.place)),
        _ => None,
    });
    match line {
        // `row 3` stands for `distinct(r)` with r = row 3.
        Some((_, Some(place))) => StatementPart::House(place.as_ref().clone()),
        // A line without a name is named by its cells.
        Some((line, None)) if line.value.chars().count() <= LONGEST_LINE => StatementPart::Line(line.value.clone()),
        // Users don't know the lines of a standard rule.
        _ if sources.is_library(group.origin.span) => about(&elaborator.model, &group.scope),
        _ => {
            let function = called(&text).map(str::to_string);
            StatementPart::Typed { text, function, turns: turns.iter().map(|turn| turn.variables.clone()).collect() }
        }
    }
}

/// A cage, where connected cells have a known sum.
fn cage(group: &Group, model: &Model) -> Option<StatementPart> {
    let (cells, total) = group.constraints.iter().find_map(|&e| view::total::<Vec<UnknownId>>(&model.pool, e))?;
    if cells.len() != group.scope.len() || !are_connected(model, &cells) {
        return None;
    }
    Some(StatementPart::Cage { total, first: cells[0] })
}

/// Whether cells of one grid are connected by their sides.
fn are_connected(model: &Model, cells: &[UnknownId]) -> bool {
    let place = |u: UnknownId| model.grids.iter().find_map(|grid| grid.position_of(u));
    let Some(mut apart) = cells.iter().map(|&u| place(u)).collect::<Option<Vec<_>>>() else { return false };
    let mut open: Vec<(usize, usize)> = apart.pop().into_iter().collect();
    while let Some(here) = open.pop() {
        let (beside, rest) =
            apart.into_iter().partition(|at: &(usize, usize)| here.0.abs_diff(at.0) + here.1.abs_diff(at.1) == 1);
        open.extend::<Vec<_>>(beside);
        apart = rest;
    }
    apart.is_empty()
}

/// The use of a rule.
fn rule_use(named: &NamedUse, origin: &Origin) -> RuleUse {
    let sentence = origin.because.clone();
    let is_long = named.is_long && named.text.chars().count() > SHORT_USE;
    let (text, rule) = (named.text.clone(), named.rule.to_string());
    RuleUse { text, rule, first_cell: named.first_cell.clone(), is_long, sentence }
}

/// The subject of a line of a standard rule.
fn about(model: &Model, scope: &[UnknownId]) -> StatementPart {
    let visible: Vec<UnknownId> = scope.iter().copied().filter(|&u| !model.unknown(u).hidden).collect();
    if visible.is_empty() { StatementPart::Hidden } else { StatementPart::About { visible } }
}

/// The text, cut where it is too long to be read at a glance.
fn shortened(mut text: String) -> String {
    if let Some((at, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(at);
        text.push('…');
    }
    text
}

/// The place in the user's text: the clue, the use of the outermost rule, else the condition itself.
pub fn place_of(origin: &Origin, sources: &SourceMap) -> Span {
    if let (Some(token), None) = (clue_of(origin, sources), whole_use(origin)) {
        return token;
    }
    let frames: Vec<&Arc<Frame>> = std::iter::successors(origin.frame.as_ref(), |f| f.parent.as_ref()).collect();
    frames.iter().rev().find(|f| f.rule_use().is_some()).map_or(origin.span, |f| f.span)
}
