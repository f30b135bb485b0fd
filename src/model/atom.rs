//! That an unknown has a value, or has not: what steps conclude and rest on.

use super::{Kind, LineKind, Model, UnknownId};

/// `unknown = value`, or with `is` false its contrary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Atom {
    pub unknown: UnknownId,
    pub value: i64,
    pub is: bool,
}

impl Atom {
    /// `r1c1 = 5`, `r1c1 != 5`; of a yes or no `r1c1`, `not r1c1`: a condition that can be typed.
    pub fn text(&self, model: &Model) -> String {
        let unknown = model.unknown(self.unknown);
        match unknown.kind {
            Kind::Bool if (self.value != 0) == self.is => unknown.name.clone(),
            Kind::Bool => format!("not {}", unknown.name),
            kind => {
                let op = if self.is { "=" } else { "!=" };
                format!("{} {op} {}", unknown.name, model.value_text(kind, self.value))
            }
        }
    }
}

impl Atom {
    /// As [`Atom::text`], of strokes in words: `the border right of r1c6 isn't drawn`.
    pub fn told(&self, model: &Model) -> String {
        let Some((lines, place)) = model.lines.iter().find_map(|l| Some((l, l.place_of(self.unknown)?))) else {
            return self.text(model);
        };
        let unknown = model.unknown(self.unknown);
        let yes = (self.value != 0) == self.is;
        match (unknown.kind, lines.kind) {
            (Kind::Bool, LineKind::Fences) => format!("{place} {} drawn", if yes { "is" } else { "isn't" }),
            (Kind::Bool, LineKind::Links) => format!("{place} {} joined", if yes { "are" } else { "aren't" }),
            (Kind::Bool, LineKind::Partition) => format!("{place} {} in one piece", if yes { "are" } else { "aren't" }),
            _ => {
                let not = if self.is { "" } else { "not " };
                format!("{place} are {not}joined {} times", self.value)
            }
        }
    }
}

/// Some literals in words, those about one unknown together: `r1c1 <= 3`, `r1c2 in {4, 7}`.
pub(crate) fn told_together(model: &Model, literals: &[Atom]) -> Vec<String> {
    let mut about: Vec<UnknownId> = Vec::new();
    for literal in literals {
        if !about.contains(&literal.unknown) {
            about.push(literal.unknown);
        }
    }
    about.into_iter().flat_map(|u| told_of(model, u, literals)).collect()
}

fn told_of(model: &Model, u: UnknownId, literals: &[Atom]) -> Vec<String> {
    let own: Vec<&Atom> = literals.iter().filter(|l| l.unknown == u).collect();
    let gone: Vec<i64> = own.iter().filter(|l| !l.is).map(|l| l.value).collect();
    let unknown = model.unknown(u);
    if own.len() < 2 || gone.len() < own.len() || unknown.kind == Kind::Bool {
        return own.iter().map(|l| l.told(model)).collect();
    }
    let (kept, gone): (Vec<i64>, Vec<i64>) = unknown.domain.iter().partition(|v| !gone.contains(v));
    let name = model.place_of(u);
    let list = |values: &[i64]| {
        let texts: Vec<String> = values.iter().map(|&v| model.value_text(unknown.kind, v)).collect();
        format!("{{{}}}", texts.join(", "))
    };
    let (Some(&low), Some(&high)) = (kept.first(), kept.last()) else {
        return own.iter().map(|l| l.told(model)).collect();
    };
    let above = |v: &i64| *v > high;
    let below = |v: &i64| *v < low;
    let text = match unknown.kind {
        Kind::Int if gone.iter().all(above) => format!("{name} <= {high}"),
        Kind::Int if gone.iter().all(below) => format!("{name} >= {low}"),
        Kind::Int if gone.iter().all(|v| above(v) || below(v)) => format!("{name} in {low}..{high}"),
        _ if kept.len() <= gone.len() => format!("{name} in {}", list(&kept)),
        _ => format!("{name} not in {}", list(&gone)),
    };
    vec![text]
}
