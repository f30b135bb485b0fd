//! The tools of an editor: rules of the library that are used on cells one can point at.
//!
//! Nothing is listed by hand. The first use in the help of a rule shows how it is called, and the shape that its text draws
//! shows how its cells are chosen.

use sator_base::source::SourceId;
use sator_lang::library::{self, RuleInfo};
use sator_lang::syntax::ast::{Arg, Expr, ExprKind, Statement, StatementKind};
use sator_lang::syntax::parse;
use sator_lang::syntax::print::print_expr;
use serde_json::{Map, Value, json};
use std::sync::LazyLock;

/// The choice of a tool's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellChoice {
    /// No cells: the rule is about a whole grid.
    Grid,
    /// Cells in order, each touching the next.
    Line,
    /// Cells in any order.
    Cage,
    /// Two neighbours.
    Pair,
    /// The four cells around a corner.
    Corner,
    /// Single cells.
    Cells,
    /// A line of cells that is seen from outside of the grid.
    Outside,
}

impl CellChoice {
    fn word(self) -> &'static str {
        match self {
            CellChoice::Grid => "grid",
            CellChoice::Line => "line",
            CellChoice::Cage => "cage",
            CellChoice::Pair => "pair",
            CellChoice::Corner => "corner",
            CellChoice::Cells => "cells",
            CellChoice::Outside => "outside",
        }
    }

    /// The choice for a shape that a rule draws.
    fn of_shape(shape: &str) -> Option<CellChoice> {
        Some(match shape {
            "line" => CellChoice::Line,
            "cage" => CellChoice::Cage,
            "dot" => CellChoice::Pair,
            "corner" => CellChoice::Corner,
            "mark" | "shade" => CellChoice::Cells,
            "outside" => CellChoice::Outside,
            _ => return None,
        })
    }
}

/// An argument of a tool's call.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Slot {
    /// The grid.
    Grid,
    /// The cells that are chosen.
    Cells,
    /// The first or second of two cells.
    Cell(usize),
    /// The value that is typed.
    Value,
    /// Anything else, as in the help.
    Fixed(String),
}

/// A rule that can be put on a board by pointing.
#[derive(Debug)]
pub(super) struct Tool {
    pub rule: &'static RuleInfo,
    pub takes: CellChoice,
    pub slots: Vec<Slot>,
    /// Whether the call needs a value.
    pub needs_value: bool,
    /// The named arguments of the shape that the rule draws, for a picture of the tool.
    look: Map<String, Value>,
}

/// All tools, family by family.
pub(super) static TOOLS: LazyLock<Vec<Tool>> =
    LazyLock::new(|| library::rules().iter().filter(|rule| rule.is_listed()).filter_map(tool).collect());

/// The tool of this name.
pub(super) fn find(name: &str) -> Option<&'static Tool> {
    TOOLS.iter().find(|tool| tool.rule.name == name)
}

/// The tools as JSON.
pub(super) fn list() -> Value {
    let tool = |tool: &Tool| {
        json!({
            "name": tool.rule.name,
            "family": tool.rule.family,
            "about": about(tool.rule),
            "takes": tool.takes.word(),
            "value": tool.slots.contains(&Slot::Value),
            "needs_value": tool.needs_value,
            "look": tool.look,
        })
    };
    json!({"tools": TOOLS.iter().map(tool).collect::<Vec<_>>()})
}

/// The help of a rule without its source and its use.
fn about(rule: &RuleInfo) -> String {
    let doc = rule.doc();
    let lines = doc.lines().take_while(|line| !line.starts_with("Source: ") && !line.starts_with("Use: "));
    lines.collect::<Vec<_>>().join(" ")
}

fn tool(rule: &'static RuleInfo) -> Option<Tool> {
    let args = first_use(rule)?;
    let statements = parse(SourceId(0), rule.text).ok()?;
    let [Statement { kind: StatementKind::Rule { params, body, .. }, .. }] = &statements[..] else { return None };
    let (shape, look) = drawn(body).unzip();
    let takes = match shape.as_deref().and_then(CellChoice::of_shape) {
        _ if matches!(&args[..], [Arg::Positional(Expr { kind: ExprKind::Name(grid), .. })] if grid == "x") => {
            CellChoice::Grid
        }
        Some(takes) => takes,
        None => return None,
    };
    let mut slots = vec![];
    for arg in &args {
        let Arg::Positional(arg) = arg else { return None };
        slots.push(slot(arg, takes, &slots)?);
    }
    let chosen = |slot: &Slot| matches!(slot, Slot::Cells | Slot::Cell(_));
    if takes != CellChoice::Grid && !slots.iter().any(chosen)
        || takes == CellChoice::Pair && !slots.contains(&Slot::Cell(1))
    {
        return None;
    }
    let value = slots.iter().position(|slot| *slot == Slot::Value);
    let needs_value = value.and_then(|at| params.get(at)).is_some_and(|param| param.default.is_none())
        || takes == CellChoice::Outside && value.is_some();
    Some(Tool { rule, takes, slots, needs_value, look: look.unwrap_or_default() })
}

/// The arguments of the first use in the help, if that is a call of the rule.
fn first_use(rule: &RuleInfo) -> Option<Vec<Arg>> {
    let shown = rule.shown_use()?;
    let call = shown.first().filter(|call| call.split('(').next() == Some(rule.name))?;
    let statements = parse(SourceId(0), call).ok()?;
    let [Statement { kind: StatementKind::Expr { expr, .. }, .. }] = &statements[..] else { return None };
    let ExprKind::Call { args, .. } = &expr.kind else { return None };
    Some(args.clone())
}

fn slot(arg: &Expr, takes: CellChoice, before: &[Slot]) -> Option<Slot> {
    let is_cell = |e: &Expr| matches!(e.kind, ExprKind::CellName { .. });
    Some(match &arg.kind {
        ExprKind::Name(name) if name == "x" => Slot::Grid,
        ExprKind::CellName { .. } if takes == CellChoice::Pair => {
            Slot::Cell(before.iter().filter(|slot| matches!(slot, Slot::Cell(_))).count())
        }
        ExprKind::CellName { .. } | ExprKind::RowName(_) => Slot::Cells,
        ExprKind::Range(ends) if ends.iter().all(is_cell) => Slot::Cells,
        ExprKind::List(list) if !list.is_empty() && list.iter().all(is_cell) => Slot::Cells,
        ExprKind::Int(_) => Slot::Value,
        ExprKind::List(list) if list.iter().all(|e| matches!(e.kind, ExprKind::Int(_))) => Slot::Value,
        // The operation of a cage is typed with its number.
        ExprKind::Str(_) if before.contains(&Slot::Value) => return Some(Slot::Fixed(String::new())),
        ExprKind::Call { .. } => Slot::Fixed(print_expr(arg)),
        _ => return None,
    })
}

/// The first shape in the text of a rule, with its named words.
fn drawn(body: &[Statement]) -> Option<(String, Map<String, Value>)> {
    body.iter().find_map(|statement| match &statement.kind {
        StatementKind::Draw { shape, args } if CellChoice::of_shape(&shape.name).is_some() => {
            let mut look = Map::new();
            look.insert("shape".into(), json!(shape.name));
            for arg in args {
                match arg {
                    Arg::Named { name, value: Expr { kind: ExprKind::Str(word), .. } } => {
                        look.insert(name.name.clone(), json!(&**word));
                    }
                    Arg::Named { name, value: Expr { kind: ExprKind::Bool(on), .. } } => {
                        look.insert(name.name.clone(), json!(on));
                    }
                    Arg::Positional(Expr { kind: ExprKind::Str(word), .. }) => {
                        look.insert("sign".into(), json!(&**word));
                    }
                    _ => {}
                }
            }
            Some((shape.name.clone(), look))
        }
        StatementKind::If { then, otherwise, .. } => drawn(then).or_else(|| drawn(otherwise)),
        StatementKind::For { body, .. } => drawn(body),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools_come_from_the_library() {
        let takes = |name: &str| find(name).map(|tool| (tool.takes, tool.needs_value));
        assert_eq!(takes("thermo"), Some((CellChoice::Line, false)));
        assert_eq!(takes("killer"), Some((CellChoice::Cage, false)));
        assert_eq!(takes("sum_cage"), Some((CellChoice::Cage, true)));
        assert_eq!(takes("white_dot"), Some((CellChoice::Pair, false)));
        assert_eq!(takes("quadruple"), Some((CellChoice::Corner, true)));
        assert_eq!(takes("even"), Some((CellChoice::Cells, false)));
        assert_eq!(takes("sandwich"), Some((CellChoice::Outside, true)));
        assert_eq!(takes("anti_knight"), Some((CellChoice::Grid, false)));
        assert_eq!(takes("slitherlink"), None);
        assert!(TOOLS.len() > 40, "{} tools", TOOLS.len());
        let thermo = &list()["tools"]
            .as_array()
            .map(|all| all.iter().find(|tool| tool["name"] == "thermo").cloned().unwrap_or_default());
        let look = thermo.as_ref().map(|thermo| thermo["look"].clone());
        assert_eq!(look, Some(json!({"shape": "line", "colour": "grey", "sign": "t", "start": "bulb"})));
    }
}
