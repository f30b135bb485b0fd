//! Scalars and lists as text: `S = 9, E = 5`, `q = [1, 5, 8]`, wrapped at the page width.

use super::drawing::{Drawing, Line, PAGE_WIDTH, Style};
use super::grid::{CellText, Content};
use crate::model::{Model, UnknownId};

/// The variables that are not hidden, in order of declaration: scalars share lines, a list begins its
/// own.
pub fn draw_variables(model: &Model, text: &dyn Fn(UnknownId) -> CellText) -> Drawing {
    let mut all = Drawing::new();
    let mut scalars: Vec<Line> = vec![];
    for variable in model.variables.iter().filter(|v| !v.hidden) {
        let values = variable.unknowns.iter().map(|&u| value_line(&text(u)));
        if variable.list {
            all.append(wrap(&std::mem::take(&mut scalars), "", ""));
            all.append(wrap(&values.collect::<Vec<_>>(), &format!("{} = [", variable.name), "]"));
        } else {
            scalars.extend(values.map(|value| {
                let mut line = Line::plain(&format!("{} = ", variable.name));
                line.append(&value);
                line
            }));
        }
    }
    all.append(wrap(&scalars, "", ""));
    all
}

/// A value with its mark; yes and no are words here.
fn value_line(cell: &CellText) -> Line {
    let mut text = match &cell.content {
        Content::Unknown => "?".to_string(),
        Content::Bool(value) => value.to_string(),
        Content::Text(text) => text.clone(),
        Content::Block(lines) => lines.concat(),
    };
    text.extend(cell.style.mark());
    let mut line = Line::default();
    line.push(&text, cell.style);
    line
}

/// Items with commas between them, broken at the page width; later lines are indented to the end of
/// `prefix`. Nothing at all when there are no items and no prefix.
pub(super) fn wrap(items: &[Line], prefix: &str, suffix: &str) -> Drawing {
    if items.is_empty() && prefix.is_empty() {
        return Drawing::new();
    }
    let mut all = Drawing::new();
    let mut line = Line::plain(prefix);
    let indent = line.width();
    let mut fresh = true;
    for (i, item) in items.iter().enumerate() {
        let last = i + 1 == items.len();
        let tail = if last { suffix } else { "," };
        if !fresh && line.width() + 1 + item.width() + tail.len() > PAGE_WIDTH {
            all.push(std::mem::take(&mut line));
            line.fill(' ', indent);
            fresh = true;
        }
        line.fill(' ', usize::from(!fresh));
        line.append(item);
        line.push(tail, Style::PLAIN);
        fresh = false;
    }
    if items.is_empty() {
        line.push(suffix, Style::PLAIN);
    }
    all.push(line);
    all
}
