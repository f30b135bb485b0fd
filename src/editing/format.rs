//! Formatting that keeps comments, pictures and line breaks: indentation by brackets, the spaces of statements that stand on one line,
//! no blanks at the ends of lines, no two empty lines in a row. The result reads as the same statements, else nothing is changed.

use super::unquoted;
use sator_base::source::SourceId;
use sator_lang::syntax::ast::{Statement, StatementKind};
use sator_lang::syntax::parse;
use sator_lang::syntax::print::print_statement;

/// Blanks of one level.
const INDENT: &str = "  ";

/// The text in its usual layout; `None` if it can't be read.
pub(crate) fn format(text: &str) -> Option<String> {
    let statements = parse(SourceId(0), text).ok()?;
    let mut pieces: Vec<(usize, usize, String)> = vec![];
    statements.iter().for_each(|statement| spaced(text, statement, &mut pieces));
    let mut spaced_text = text.to_string();
    for (start, end, printed) in pieces.into_iter().rev() {
        spaced_text.replace_range(start..end, &printed);
    }
    let formatted = indented(&spaced_text);
    let printed = |text: &str| {
        let statements = parse(SourceId(0), text).ok()?;
        Some(statements.iter().map(print_statement).collect::<Vec<_>>())
    };
    let same = printed(&formatted)? == printed(text)? && comments(&formatted) == comments(text);
    Some(if same { formatted } else { text.to_string() })
}

/// The statements on one line that hold no picture, and what takes their place, in the order of the text.
fn spaced(text: &str, statement: &Statement, pieces: &mut Vec<(usize, usize, String)>) {
    match &statement.kind {
        StatementKind::For { body, .. } | StatementKind::Rule { body, .. } | StatementKind::Sweep { body, .. } => {
            return body.iter().for_each(|inner| spaced(text, inner, pieces));
        }
        StatementKind::If { then, otherwise, .. } => {
            return then.iter().chain(otherwise).for_each(|inner| spaced(text, inner, pieces));
        }
        // Their text is a picture, a path or words as written.
        StatementKind::Picture { .. }
        | StatementKind::Enum { .. }
        | StatementKind::Command(_)
        | StatementKind::Load { .. } => {
            return;
        }
        _ => {}
    }
    let (start, end) = (statement.span.start as usize, statement.span.end as usize);
    let slice = &text[start..end];
    if slice.contains(['\n', '#', '{', '"']) || !statement.doc.is_empty() {
        return;
    }
    let printed = print_statement(statement);
    if !printed.contains('\n') && printed != slice {
        pieces.push((start, end, printed));
    }
}

/// Each line at its depth of brackets; the rows of a picture as they are among themselves.
fn indented(text: &str) -> String {
    let mut made = String::with_capacity(text.len());
    let (mut depth, mut empty) = (0_usize, true);
    for line in text.lines() {
        let line = line.trim();
        if line.is_empty() {
            if !empty {
                made.push('\n');
            }
            empty = true;
            continue;
        }
        empty = false;
        let (closed_first, opened, closed) = brackets(line);
        made.push_str(&INDENT.repeat(depth.saturating_sub(closed_first)));
        made.push_str(line);
        made.push('\n');
        depth = (depth + opened).saturating_sub(closed);
    }
    let end = made.trim_end().len();
    made.truncate(end);
    if !made.is_empty() {
        made.push('\n');
    }
    made
}

/// The closing brackets with which a line starts, and all its opening and closing ones.
fn brackets(line: &str) -> (usize, usize, usize) {
    let first = line.chars().take_while(|c| matches!(c, '}' | ')' | ']')).count();
    let count = |signs: &str| unquoted(line).filter(|(_, c)| signs.contains(*c)).count();
    (first, count("{(["), count("})]"))
}

/// All comments, in their order.
fn comments(text: &str) -> Vec<String> {
    let comment = |line: &str| {
        let (at, _) = unquoted(line).find(|(_, c)| *c == '#')?;
        Some(line[at..].trim_end().to_string())
    };
    text.lines().filter_map(comment).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_laid_out() {
        let text = "\n# a puzzle\n\n\n\ngrid x 4x4 in 1..4   # wide\nrule r(a,b=2){\na=b # same\n    for c in x {\nc!=a\n}\n}\n\
                    givens x {\n1 . . .\n. . . .   \n. . . .\n. . . .\n}\nr1c1=1;r1c2=2\nunique\n\n";
        let want = "# a puzzle\n\ngrid x 4x4 in 1..4   # wide\nrule r(a,b=2){\n  a = b # same\n  for c in x {\n    c != a\n  }\n}\n\
                    givens x {\n  1 . . .\n  . . . .\n  . . . .\n  . . . .\n}\nr1c1 = 1;r1c2 = 2\nunique\n";
        assert_eq!(format(text).as_deref(), Some(want));
        assert_eq!(format(want).as_deref(), Some(want), "twice");
        assert_eq!(format("grid x 4x4 in"), None);
        assert_eq!(format("").as_deref(), Some(""));
    }

    /// Every script of the gallery reads as before, keeps its comments, and is left alone the second time.
    #[test]
    fn the_gallery_stays_what_it_is() {
        for example in crate::gallery::EXAMPLES.iter() {
            let once = format(example.text).unwrap_or_else(|| panic!("{} can't be read", example.name));
            assert_eq!(comments(&once), comments(example.text), "{}", example.name);
            assert_eq!(format(&once).as_deref(), Some(once.as_str()), "{}", example.name);
        }
    }
}
