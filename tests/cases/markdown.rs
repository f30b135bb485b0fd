//! Reads literate cases from Markdown.
//!
//! A `puz` block is a script, and the `text` or `json` blocks behind it are what the program prints for the script.
//! `` `NAME`: `` on a line of its own names the block that follows: a file beside the script, or the script itself.
//! A script without a name is `puzzle.puz`. `code=WORD` behind `puz` marks the example that `help WORD` shows.

use std::ops::Range;

/// A script, the files beside it and the output to expect.
pub(crate) struct Case {
    /// The heading that the script stands under.
    pub(crate) heading: String,
    /// The line of the script's fence, counted from 1.
    pub(crate) line: usize,
    /// The error code of which the script is the example.
    pub(crate) code: Option<String>,
    pub(crate) script: File,
    /// The other files in the folder of the script.
    pub(crate) others: Vec<File>,
    pub(crate) expected: Vec<Expected>,
}

pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) text: String,
}

pub(crate) struct Expected {
    /// Whether the script runs with `--json`.
    pub(crate) json: bool,
    pub(crate) text: String,
    /// The lines of the text in the file, counted from 0.
    pub(crate) lines: Range<usize>,
}

/// The cases of a file in their order.
///
/// # Errors
/// The line and the reason, where the text isn't a sequence of cases with a heading and a sentence each.
pub(crate) fn read(markdown: &str) -> Result<Vec<Case>, String> {
    let lines: Vec<&str> = markdown.lines().collect();
    let mut cases: Vec<Case> = vec![];
    let (mut heading, mut explained, mut name) = (String::new(), false, None);
    // Files without an output yet, and the last script among them.
    let mut files: Vec<File> = vec![];
    let mut script: Option<(usize, usize, Option<String>)> = None;
    let mut at = 0;
    while at < lines.len() {
        let (line, number) = (lines[at], at + 1);
        let wrong = |reason: &str| Err(format!("{number}: {reason}"));
        at += 1;
        let Some(info) = line.strip_prefix("```") else {
            if line.starts_with('#') {
                if !files.is_empty() {
                    return wrong("the script before this heading has no output");
                }
                (heading, explained) = (line.trim_start_matches('#').trim().to_string(), false);
            } else if let Some(file) = line.strip_prefix('`').and_then(|rest| rest.strip_suffix("`:")) {
                name = Some(file.to_string());
            } else {
                explained |= !line.is_empty();
            }
            continue;
        };
        let start = at;
        while lines.get(at).is_some_and(|line| *line != "```") {
            at += 1;
        }
        if at == lines.len() {
            return wrong("this block is never closed");
        }
        let (inside, text) = (start..at, lines[start..at].iter().map(|line| format!("{line}\n")).collect());
        at += 1;
        let (language, mark) = info.split_once(' ').map_or((info, None), |(language, mark)| (language, Some(mark)));
        match (language, name.take()) {
            ("puz", name) => {
                let code = match mark.map(|mark| mark.strip_prefix("code=")) {
                    None => None,
                    Some(Some(code)) => Some(code.to_string()),
                    Some(None) => return wrong("behind `puz` stands nothing, or `code=WORD`"),
                };
                script = Some((files.len(), number, code));
                files.push(File { name: name.unwrap_or_else(|| "puzzle.puz".into()), text });
            }
            (_, Some(name)) => files.push(File { name, text }),
            ("text" | "json", None) => {
                let expected = Expected { json: language == "json", text, lines: inside };
                match (script.take(), cases.last_mut()) {
                    (Some((index, line, code)), _) => {
                        if heading.is_empty() || !explained {
                            return Err(format!("{line}: no heading or no sentence stands before this script"));
                        }
                        let script = files.remove(index);
                        let others = std::mem::take(&mut files);
                        let heading = heading.clone();
                        cases.push(Case { heading, line, code, script, others, expected: vec![expected] });
                        explained = false;
                    }
                    (None, Some(case)) if files.is_empty() && !explained => case.expected.push(expected),
                    _ => return wrong("no script stands before this output"),
                }
            }
            _ => return wrong("a block is `puz`, `text` or `json`, or has a name"),
        }
    }
    if !files.is_empty() {
        return Err(format!("{at}: the last script has no output"));
    }
    Ok(cases)
}
