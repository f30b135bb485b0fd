//! The condition of a question, with the literals that it consists of.

use sator_answer::Condition;
use sator_lang::syntax::ast::{BinaryOp, CompareOp, Expr, ExprKind};
use sator_lang::syntax::print::print_expr;
use sator_model::{Atom, Kind, Model, UnknownId};

/// The condition as it is typed, and its literals where it is a conjunction of them.
pub(super) fn condition(model: &Model, expr: &Expr) -> Condition {
    let mut atoms = vec![];
    if !add_atoms(model, expr, &mut atoms) {
        atoms.clear();
    }
    Condition { text: print_expr(expr), atoms }
}

/// Adds the literals of a conjunction; false where a part of it is no literal.
fn add_atoms(model: &Model, expr: &Expr, atoms: &mut Vec<Atom>) -> bool {
    if let ExprKind::Binary { op: BinaryOp::And, left, right, .. } = &expr.kind {
        return add_atoms(model, left, atoms) && add_atoms(model, right, atoms);
    }
    let atom = atom(model, expr);
    atoms.extend(atom);
    atom.is_some()
}

/// The literal: `r1c1`, `not r1c1`, `r1c1 = 5`.
fn atom(model: &Model, expr: &Expr) -> Option<Atom> {
    let (unknown, kind, value) = match &expr.kind {
        ExprKind::Not(operand) => (&**operand, Kind::Bool, 0),
        ExprKind::Compare { operands, ops } => match (&operands[..], &ops[..]) {
            ([unknown, value], [(CompareOp::Eq, _)]) => (unknown, Kind::Int, number(value)?),
            _ => return None,
        },
        _ => (expr, Kind::Bool, 1),
    };
    let name = print_expr(unknown);
    let named = |&u: &UnknownId| model.unknown(u).kind == kind && model.unknown(u).name == name;
    let unknown = (0..model.unknowns.len()).map(UnknownId::at).find(named)?;
    Some(Atom { unknown, value, is: true })
}

fn number(expr: &Expr) -> Option<i64> {
    match &expr.kind {
        ExprKind::Int(value) => Some(*value),
        ExprKind::Neg(operand) => number(operand)?.checked_neg(),
        _ => None,
    }
}
