//! Constraints grouped into the statements that a user would name: the units of every explanation.
//!
//! A unit is
//! - a given, or a condition typed as a statement of its own;
//! - the use of a rule on cells or a list of cells: `killer(r1c1..r1c3, 15)`;
//! - what a standard rule about a whole grid says of one clue: `slitherlink(e, number) > clue 3 at r1c2`;
//! - otherwise one line of one turn of the innermost loop or of the rule's body: a rule about a whole grid
//!   is told line by line, as `sudoku(x) > row 1`.
//!
//! A unit is named by its `as` label, else by its own text; conditions made by the program itself are
//! always part of one of these.

use rustc_hash::FxHashMap;
use sator_base::source::{SourceMap, Span};
use sator_lang::elaborate::Elaborator;
use sator_model::{Atom, ExprId, Frame, FrameKind, Model, Node, Origin, UnknownId};
use std::sync::Arc;

/// Longest text of a statement that is not cut.
const LONGEST: usize = 100;

/// Longest text of cells that stands for a line.
const LONGEST_LINE: usize = 40;

/// Longest use of a rule on a list of cells that is told as it stands.
const SHORT_USE: usize = 20;

/// One unit.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub origin: Origin,
    pub constraints: Vec<ExprId>,
    /// The unknowns it is about, sorted.
    pub scope: Vec<UnknownId>,
    /// The value, where the unit does nothing but fix one unknown.
    pub fixes: Option<(UnknownId, i64)>,
    /// The clues that its conditions come from.
    pub clues: Vec<Span>,
}

/// All units of a puzzle; grows with it.
#[derive(Default)]
pub(super) struct Groups {
    pub list: Vec<Group>,
    /// Constraints taken in.
    pub constraints: usize,
    units: FxHashMap<Key, usize>,
}

/// Which constraints belong together: those of one frame and, unless it is told as a whole, one place in
/// the text. Frames live as long as the groups, so their addresses tell them apart.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    frame: usize,
    span: Option<Span>,
    /// What a rule says of one clue in the same words is one unit.
    told: Option<Arc<str>>,
}

impl Groups {
    /// Takes in the next constraint of the model; its group and its condition.
    pub(super) fn take_next(&mut self, model: &Model, sources: &SourceMap) -> Option<(usize, ExprId)> {
        let constraint = model.constraints.get(self.constraints)?;
        self.constraints += 1;
        let origin = &constraint.origin;
        let whole = told_as_a_whole(origin);
        let key = match (whole, told_by_clue(origin, sources), innermost_use(origin)) {
            (Some(frame), ..) => Key { frame: address(frame), span: None, told: None },
            (None, Some(token), Some(rule)) => Key { frame: address(rule), span: Some(token), told: None },
            (None, None, Some(rule)) if origin.clue.is_some() && origin.because.is_some() => {
                Key { frame: address(rule), span: origin.clue, told: origin.because.clone() }
            }
            _ => Key { frame: origin.frame.as_deref().map_or(0, address), span: Some(origin.span), told: None },
        };
        let at = *self.units.entry(key).or_insert(self.list.len());
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
        let more = unknowns_of(model, constraint.expr);
        group.scope.extend(more);
        group.scope.sort_unstable();
        group.scope.dedup();
        group.fixes = if let [only] = group.constraints[..] { fixed_by(model, only) } else { None };
        Some((at, constraint.expr))
    }
}

fn address(frame: &Frame) -> usize {
    std::ptr::from_ref(frame) as usize
}

/// The outermost rule use that is told as one thing.
pub(super) fn told_as_a_whole(origin: &Origin) -> Option<&Frame> {
    origin.frames().into_iter().find(|f| f.kind == FrameKind::Use { whole: true })
}

/// The rule use nearest to a constraint.
fn innermost_use(origin: &Origin) -> Option<&Frame> {
    origin.frames().into_iter().rev().find(|f| matches!(f.kind, FrameKind::Use { .. }))
}

/// The clue that a standard rule says something of, unless the rule has words of its own for it: nobody knows the lines of its text.
fn told_by_clue(origin: &Origin, sources: &SourceMap) -> Option<Span> {
    origin.clue.filter(|_| origin.because.is_none() && sources.is_library(origin.span))
}

/// The unknowns of a condition, sorted.
pub fn unknowns_of(model: &Model, e: ExprId) -> Vec<UnknownId> {
    let mut found = Vec::new();
    let mut seen = rustc_hash::FxHashSet::default();
    let mut open = vec![e];
    while let Some(e) = open.pop() {
        if !seen.insert(e) {
            continue;
        }
        match model.pool.node(e) {
            Node::BoolVar(u) | Node::IntVar(u) => found.push(*u),
            node => node.for_each_child(|child| open.push(child)),
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The unknown and value of a condition `u = value`.
fn fixed_by(model: &Model, e: ExprId) -> Option<(UnknownId, i64)> {
    match model.pool.node(e) {
        Node::BoolVar(u) => Some((*u, 1)),
        Node::Not(inner) => match model.pool.node(*inner) {
            Node::BoolVar(u) => Some((*u, 0)),
            _ => None,
        },
        Node::Eq(inner, value) => match model.pool.node(*inner) {
            Node::IntVar(u) => Some((*u, *value)),
            _ => None,
        },
        _ => None,
    }
}

/// What a user calls the unit: its label, a given's cell and value, the rule use, or the statement with
/// the turn of the loop around it.
pub(super) fn text_of(group: &Group, elaborator: &Elaborator) -> String {
    let text = text_here(group, elaborator);
    match &group.origin.when {
        Some(when) => format!("{text} {when}"),
        None => text,
    }
}

/// The use of a rule, or its label, by which its text may start.
pub(super) fn rule_of(group: &Group) -> Option<&str> {
    let used = || group.origin.frames().into_iter().find(|f| matches!(f.kind, FrameKind::Use { .. }));
    group.origin.label.as_deref().or_else(|| used().map(|frame| frame.text.as_str()))
}

/// The turns of loops that its text ends with.
pub(super) fn turns_of(group: &Group, text: &str) -> Vec<String> {
    let frames = group.origin.frames();
    let turns = frames.iter().filter(|f| matches!(f.kind, FrameKind::Turn { .. }));
    let turns: Vec<String> = turns.map(|f| f.text.clone()).collect();
    if text.ends_with(&format!(" with {}", turns.join(", "))) { turns } else { vec![] }
}

/// The same of a condition by itself.
pub fn condition_text(origin: &Origin, elaborator: &Elaborator) -> String {
    let group = Group { origin: origin.clone(), constraints: vec![], scope: vec![], fixes: None, clues: vec![] };
    text_of(&group, elaborator)
}

/// The turns of loops that this text of a condition ends with.
pub fn condition_turns(origin: &Origin, text: &str) -> Vec<String> {
    let group = Group { origin: origin.clone(), constraints: vec![], scope: vec![], fixes: None, clues: vec![] };
    turns_of(&group, text)
}

fn text_here(group: &Group, elaborator: &Elaborator) -> String {
    let origin = &group.origin;
    let sources = &elaborator.sources;
    let label = origin.label.as_deref();
    if let Some(text) = &origin.text {
        let words = group.fixes.map(|(unknown, value)| Atom { unknown, value, is: true }.wording(&elaborator.model));
        return label.map_or_else(|| format!("given {}", words.as_deref().unwrap_or(text)), str::to_string);
    }
    if let Some(frame) = told_as_a_whole(origin) {
        let used = || cage_text(group, &elaborator.model).unwrap_or_else(|| use_text(&frame.text));
        return label.map_or_else(used, str::to_string);
    }
    let frames = origin.frames();
    if let (Some(label), true) = (label, frames.is_empty()) {
        return label.to_string();
    }
    if let Some(token) = told_by_clue(origin, sources) {
        let clue = elaborator.clue_text(token);
        return rule_of(group).map_or_else(|| clue.clone(), |rule| format!("{rule} > {clue}"));
    }
    if let Some(told) = &origin.because {
        return rule_of(group).map_or_else(|| told.to_string(), |rule| format!("{rule} > {told}"));
    }
    let statement = sources.slice(origin.span).split_whitespace().collect::<Vec<_>>().join(" ");
    let statement = shortened(statement);
    let turns: Vec<&&Frame> = frames.iter().filter(|f| matches!(f.kind, FrameKind::Turn { .. })).collect();
    let line = match turns.last().map(|f| (&f.kind, &f.text)) {
        None if sources.is_library(origin.span) => cells_text(&elaborator.model, &group.scope),
        None => statement,
        // `row 3` says all there is to say about `distinct(r)` with r = row 3.
        Some((FrameKind::Turn { place: Some(place) }, text))
            if text.split_once(" = ").is_some_and(|(name, _)| statement == format!("distinct({name})")) =>
        {
            place.clone()
        }
        // Of a line that has no name, the cells say it.
        Some((FrameKind::Turn { place: None }, text))
            if text.split_once(" = ").is_some_and(|(name, cells)| {
                statement == format!("distinct({name})") && cells.chars().count() <= LONGEST_LINE
            }) =>
        {
            text.split_once(" = ").map_or(String::new(), |(_, cells)| cells.to_string())
        }
        // Nobody knows the lines of a standard rule.
        _ if sources.is_library(origin.span) => cells_text(&elaborator.model, &group.scope),
        Some(_) => {
            let turns: Vec<&str> = turns.iter().map(|f| f.text.as_str()).collect();
            format!("{statement} with {}", turns.join(", "))
        }
    };
    match rule_of(group) {
        // A condition of a standard rule about nothing that is seen: the rule itself.
        Some(prefix) if line == OF_THE_WHOLE => prefix.to_string(),
        Some(prefix) => format!("{prefix} > {line}"),
        None => line,
    }
}

/// `17-cage at r2c3`, where the use says what cells that hang together sum to.
fn cage_text(group: &Group, model: &Model) -> Option<String> {
    let (cells, total) = group.constraints.iter().find_map(|&e| sum_of(model, e))?;
    if cells.len() != group.scope.len() || !hang_together(model, &cells) {
        return None;
    }
    Some(format!("{total}-cage at {}", model.place_of(cells[0])))
}

/// The unknowns of a condition `a + b + c = total`.
pub(super) fn sum_of(model: &Model, e: ExprId) -> Option<(Vec<UnknownId>, i64)> {
    let Node::Eq(sum, total) = model.pool.node(e) else { return None };
    let Node::Sum(terms, 0) = model.pool.node(*sum) else { return None };
    let unknown = |&(k, e): &(i64, ExprId)| match model.pool.node(e) {
        Node::IntVar(u) if k == 1 => Some(*u),
        _ => None,
    };
    Some((terms.iter().map(unknown).collect::<Option<_>>()?, *total))
}

/// Whether cells of one grid are connected by their sides.
fn hang_together(model: &Model, cells: &[UnknownId]) -> bool {
    let place = |u: UnknownId| {
        model.grids.iter().find_map(|g| g.unknowns.iter().position(|&v| v == Some(u)).map(|i| (i / g.cols, i % g.cols)))
    };
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

/// The use of a rule; on a list of cells by the first of them: `extra region at r1c2`.
fn use_text(text: &str) -> String {
    let of_cells = text.split_once("([").filter(|_| text.chars().count() > SHORT_USE);
    match of_cells.and_then(|(rule, cells)| Some((rule, cells.split_once([',', ']'])?.0))) {
        Some((rule, first)) => format!("{} at {first}", rule.replace('_', " ")),
        None => text.to_string(),
    }
}

/// How a condition about nothing visible is told where no rule is named.
const OF_THE_WHOLE: &str = "what it says of the whole";

/// Cells that a text names at most.
const NAMED: usize = 6;

/// `what it says of r1c1, r1c2`: the visible unknowns.
fn cells_text(model: &Model, scope: &[UnknownId]) -> String {
    let visible: Vec<String> =
        scope.iter().filter(|&&u| !model.unknown(u).hidden).map(|&u| model.place_of(u)).collect();
    let more = if visible.len() > NAMED { ", ..." } else { "" };
    match &visible[..] {
        [] => OF_THE_WHOLE.to_string(),
        some => format!("what it says of {}{more}", some[..some.len().min(NAMED)].join(", ")),
    }
}

/// The text, cut where it is too long to be read at a glance.
fn shortened(mut text: String) -> String {
    if let Some((at, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(at);
        text.push('…');
    }
    text
}

/// Where the user wrote it: the clue, the use of the outermost rule, else the condition itself.
pub fn place_of(origin: &Origin, sources: &SourceMap) -> Span {
    if let (Some(token), None) = (told_by_clue(origin, sources), told_as_a_whole(origin)) {
        return token;
    }
    let frames: Vec<&Arc<Frame>> = std::iter::successors(origin.frame.as_ref(), |f| f.parent.as_ref()).collect();
    frames.iter().rev().find(|f| matches!(f.kind, FrameKind::Use { .. })).map_or(origin.span, |f| f.span)
}
