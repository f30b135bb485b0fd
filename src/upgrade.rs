//! `--upgrade`: scripts from when `/` rounded down, as `//` does now.

use sator_base::source::SourceId;
use sator_lang::diagnostic::Result;
use sator_lang::syntax::ast::BinaryOp;
use sator_lang::syntax::divisions;

/// The changes that a script needs.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Upgrade {
    /// The new text, and how many divisions it writes as `//`.
    Changed { text: String, divisions: usize },
    /// It divides nothing.
    Nothing,
    /// It has `//` already, so each `/` in it is exact.
    Already,
}

/// Writes `//` for each `/` that divides; texts, comments and pictures stay as they are.
///
/// # Errors
/// The script can't be read.
pub(crate) fn upgrade(source: SourceId, text: &str) -> Result<Upgrade> {
    let divisions = divisions(source, text)?;
    if divisions.iter().any(|(op, _)| *op == BinaryOp::FloorDiv) {
        return Ok(Upgrade::Already);
    }
    if divisions.is_empty() {
        return Ok(Upgrade::Nothing);
    }
    let mut upgraded = String::with_capacity(text.len() + divisions.len());
    let mut from = 0;
    for (_, span) in &divisions {
        upgraded.push_str(&text[from..span.start as usize]);
        upgraded.push_str("//");
        from = span.end as usize;
    }
    upgraded.push_str(&text[from..]);
    Ok(Upgrade::Changed { text: upgraded, divisions: divisions.len() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn upgraded(text: &str) -> Upgrade {
        upgrade(SourceId(0), text).expect("it can be read")
    }

    #[test]
    fn only_divisions_change() {
        let text = "grid x 2x2 in 1..4 # half / whole\nlet n = (4/2)+ 6 /3\nlet s = \"a / b\"\nclues k { / .; . 1/2 }\n\
                    rule half(a, b = 8 / 4) { a / b = 1 because a, \" / \", b / 2 }\nmaximize sum(c / 2 for c in x)\n";
        let expected = "grid x 2x2 in 1..4 # half / whole\nlet n = (4//2)+ 6 //3\nlet s = \"a / b\"\nclues k { / .; . 1/2 }\n\
                        rule half(a, b = 8 // 4) { a // b = 1 because a, \" / \", b // 2 }\nmaximize sum(c // 2 for c in x)\n";
        assert_eq!(upgraded(text), Upgrade::Changed { text: expected.into(), divisions: 6 });
    }

    #[test]
    fn an_upgraded_script_stays_as_it_is() {
        assert_eq!(upgraded("let n = 7 // 2\nlet m = 7 / 2\n"), Upgrade::Already);
        assert_eq!(upgraded("title \"a // b\"\n"), Upgrade::Nothing);
        assert!(upgrade(SourceId(0), "let n = (7 /").is_err());
    }
}
