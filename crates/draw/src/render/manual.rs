//! Pages of help in the width of the terminal.
//!
//! A page has a paragraph, or an item of a list, a line; rows `  name⇥text`, which become two columns; lists of names with two spaces between
//! them, which start with two; and examples, which start with four and keep their lines where they fit.

use super::PAGE_WIDTH;
use sator_base::text::fill;
use unicode_width::UnicodeWidthStr;

/// A column of text is not narrower than this: it stands below its name instead.
const COLUMN: usize = 30;

/// The page in lines of at most `width` columns, where no word is longer.
pub fn manual(page: &str, width: usize) -> String {
    let width = width.clamp(16, PAGE_WIDTH);
    let lines: Vec<&str> = page.lines().collect();
    let mut out: Vec<String> = vec![];
    let mut rest = &lines[..];
    while let [first, after @ ..] = rest {
        if first.contains('\t') {
            let rows = rest.iter().take_while(|line| line.contains('\t')).count();
            table(&rest[..rows], width, &mut out);
            rest = &rest[rows..];
            continue;
        }
        let indent = first.len() - first.trim_start().len();
        match indent {
            _ if first.width() <= width => out.push(first.to_string()),
            0 => match first.strip_prefix("- ") {
                Some(item) => out.push(format!("- {}", fill(item, width - 2).replace('\n', "\n  "))),
                None => out.push(fill(first, width)),
            },
            1..4 if first.trim_start().contains("  ") => names(first.trim_start(), indent, width, &mut out),
            _ => example(first, indent, width, &mut out),
        }
        rest = after;
    }
    out.join("\n")
}

fn table(rows: &[&str], width: usize, out: &mut Vec<String>) {
    let parts = || rows.iter().filter_map(|row| row.split_once('\t'));
    let column = parts().map(|(name, _)| name.width()).max().unwrap_or(0) + 2;
    for (name, text) in parts() {
        if width >= column + COLUMN {
            let text = fill(text, width - column);
            let mut lines = text.lines();
            out.push(format!("{name}{}{}", " ".repeat(column - name.width()), lines.next().unwrap_or_default()));
            out.extend(lines.map(|line| format!("{}{line}", " ".repeat(column))));
        } else {
            let indent = name.len() - name.trim_start().len() + 4;
            out.extend((!name.trim().is_empty()).then(|| name.to_string()));
            out.extend(fill(text, width - indent).lines().map(|line| format!("{}{line}", " ".repeat(indent))));
        }
    }
}

/// Names of one word or two, two spaces between them.
fn names(line: &str, indent: usize, width: usize, out: &mut Vec<String>) {
    let mut filled = String::new();
    for name in line.split("  ") {
        if !filled.is_empty() && indent + filled.width() + 2 + name.width() > width {
            out.push(format!("{}{filled}", " ".repeat(indent)));
            filled.clear();
        }
        filled += if filled.is_empty() { "" } else { "  " };
        filled += name;
    }
    out.push(format!("{}{filled}", " ".repeat(indent)));
}

/// A line to be typed; its comment stands below it where both have no room beside each other.
fn example(line: &str, indent: usize, width: usize, out: &mut Vec<String>) {
    let (code, comment) = match line.find("  #") {
        Some(at) => (line[..at].trim(), line[at..].trim_start().trim_start_matches("# ")),
        None => (line.trim(), ""),
    };
    // A line of code that is too long by itself is left to who knows whether there is a terminal.
    out.push(format!("{}{code}", " ".repeat(indent)));
    let comment = fill(comment, width.saturating_sub(indent + 4).max(8));
    let pad = " ".repeat(indent + 2);
    out.extend(comment.lines().filter(|line| !line.is_empty()).map(|line| format!("{pad}# {line}")));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_fit_any_width() {
        let page = "A paragraph of several words in one line.\n- an item of a list, of more words than fit in one line of the page\n\n    connected(shade[c] for c in x)   # cells hang together\n\n  \
                    name\twhat it is, in words enough for more lines than one of them\n  other name\tshort\n\n  one  two words  three";
        insta::assert_snapshot!([80, 52, 30].map(|width| manual(page, width)).join("\n-----\n"));
    }
}
