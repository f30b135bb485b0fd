//! The quiet line that names the additions of a statement.

use crate::session::{Entry, Session};
use sator_base::text::{self, counted, visible};
use sator_lang::syntax::ast::{PictureKind, StatementKind};

/// Columns that an echoed statement may take; a count may follow it.
const WIDTH: usize = 54;

/// The line after the statement typed last: `9x9 grid x, 81 unknowns`, `#4 killer(r1c1..r1c3, 15)`.
pub(super) fn echo(session: &Session) -> Option<String> {
    let entry = session.entries().last()?;
    let model = session.model();
    let several = session.just_added();
    if several > 1 {
        let first = &session.entries()[session.entries().len() - several];
        let unknowns = model.unknowns.len().saturating_sub(first.unknowns) as u64;
        let constraints = model.constraints.len().saturating_sub(first.constraints) as u64;
        let (unknowns, constraints) = (counted(unknowns, "unknown"), counted(constraints, "condition"));
        return Some(format!("#{} to #{}: {unknowns}, {constraints}", first.number, entry.number));
    }
    let unknowns = model.unknowns.len().saturating_sub(entry.unknowns);
    let preferences = model.preferences.len().saturating_sub(entry.preferences());
    let constraints = model.constraints.len().saturating_sub(entry.constraints) + preferences;
    let with_unknowns = |text: String| match unknowns {
        0 => text,
        n => format!("{text}, {}", counted(n as u64, "unknown")),
    };
    let single = match &entry.statements[..] {
        [only] if entry.file.is_none() => Some(&only.kind),
        _ => None,
    };
    let text = match single {
        Some(StatementKind::Grid { name, hidden, .. }) => {
            let grid = model.grids.iter().rev().find(|g| g.name == name.name)?;
            let hidden = if *hidden { "hidden " } else { "" };
            return Some(with_unknowns(format!("{}x{} {hidden}grid {}", grid.rows, grid.cols, name.name)));
        }
        Some(StatementKind::Var { items, .. }) => {
            let names: Vec<&str> = items.iter().map(|i| i.name.name.as_str()).collect();
            return Some(with_unknowns(clip(&format!("var {}", names.join(", ")))));
        }
        Some(StatementKind::Title(_) | StatementKind::Author(_) | StatementKind::RulesText(_)) => return None,
        Some(StatementKind::Picture { kind: PictureKind::Givens, .. }) => {
            format!("{}, {constraints} given", word_and_name(entry))
        }
        Some(StatementKind::Picture { .. } | StatementKind::Rule { .. }) => word_and_name(entry),
        Some(StatementKind::For { .. } | StatementKind::If { .. }) => {
            format!("{}, {}", clip(&entry.first_line()), counted(constraints as u64, "condition"))
        }
        Some(_) => clip(&entry.first_line()),
        None => with_unknowns(format!(
            "{}: {}, {}",
            clip(&entry.first_line()),
            counted(entry.statements.len() as u64, "statement"),
            counted(constraints as u64, "condition")
        )),
    };
    Some(format!("#{} {text}", entry.number))
}

/// The statement up to its body or picture.
fn word_and_name(entry: &Entry) -> String {
    let line = entry.text.lines().next().unwrap_or("");
    let end = line.find('{').unwrap_or(line.len());
    clip(line[..end].trim_end())
}

fn clip(text: &str) -> String {
    text::clip(&visible(text), WIDTH).into_owned()
}
