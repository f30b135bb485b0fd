//! The wording of strokes with a number of lines, such as bridges: `r1c2..r1c4 are joined twice`.

use super::super::lines::{StrokePlace, cell_text};
use super::super::shape::Place;
use super::super::{Atom, Kind, Model};

/// `are joined twice`
pub(super) fn times_joined(atom: &Atom) -> String {
    let are = if atom.is == (atom.value != 0) { "are" } else { "aren't" };
    match atom.value {
        0 => format!("{are} joined"),
        1 => format!("{are} joined once"),
        2 => format!("{are} joined twice"),
        more => format!("{are} joined {more} times"),
    }
}

/// The wording of literals that are alike, from the first stroke of a row of cells to the last.
pub(super) fn wording(model: &Model, first: &Atom, last: &Atom) -> Option<String> {
    let ((start, _), (_, end)) = (between(model, first)?, between(model, last)?);
    Some(format!("{}..{} {}", cell_text(start), cell_text(end), times_joined(first)))
}

/// The cells that a stroke with a number of lines joins.
fn between(model: &Model, atom: &Atom) -> Option<(Place, Place)> {
    if model.unknown(atom.unknown).kind == Kind::Bool {
        return None;
    }
    match model.lines.iter().find_map(|lines| lines.stroke_place(atom.unknown))? {
        StrokePlace::Between(a, b) => Some((a, b)),
        StrokePlace::Border { .. } => None,
    }
}

/// Whether a literal continues a row of strokes: its stroke begins where the last one ends, and has the same number of lines. No
/// other literal of `atoms` is about one of the two strokes.
pub(super) fn go_on(model: &Model, atoms: &[Atom], row: &[Atom], atom: &Atom) -> bool {
    let Some(last) = row.last().filter(|last| (last.value, last.is) == (atom.value, atom.is)) else { return false };
    let (Some((a, b)), Some((c, d))) = (between(model, last), between(model, atom)) else { return false };
    let is_only = |one: &Atom| atoms.iter().filter(|other| other.unknown == one.unknown).count() == 1;
    b == c && (a.0 == d.0 || a.1 == d.1) && is_only(last) && is_only(atom)
}
