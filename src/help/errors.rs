//! The codes of errors as topics, and `docs/errors.md`.

use super::{Family, Topic};
use sator_base::text::{shorten, visible};
use sator_lang::code::Code;
#[cfg(test)]
use sator_lang::code::ErrorExample;

/// Characters of a line of an example, and of its message.
const LINE: usize = 76;
#[cfg(test)]
const MESSAGE: usize = 120;

/// The family `errors`: a topic for each code.
pub(super) fn family() -> (Family, Vec<Topic>) {
    let text = "Each error and warning has a code, which `--json` prints.".into();
    let family = Family { name: "errors", title: "Errors", text, rules: false };
    (family, Code::ALL.iter().copied().map(topic).collect())
}

fn topic(code: Code) -> Topic {
    let info = code.info();
    // The word may be another topic too.
    let mut text = format!("Error: {}", sentences(code));
    if let Some((script, _)) = marked(code) {
        text.push_str(&format!("\n\n{}", example(script, LINE)));
    }
    Topic { name: info.word, also: vec![], family: "errors", summary: info.meaning.into(), text, source: None }
}

/// Codes with the script that is marked as their example in `tests/cases`, and what the program prints for the script.
static EXAMPLES: &[(&str, &str, &str)] = &include!(concat!(env!("OUT_DIR"), "/examples.rs"));

/// The example of a code and its message; none where only a test can show the error.
fn marked(code: Code) -> Option<(&'static str, &'static str)> {
    let marked = |&&(word, ..): &&(&str, &str, &str)| word == code.word();
    EXAMPLES.iter().find(marked).map(|&(_, script, message)| (script, message))
}

/// The meaning of an error and its remedy.
fn sentences(code: Code) -> String {
    let info = code.info();
    format!("{} {}", info.meaning, info.remedy).trim_end().to_string()
}

/// Lines of code: nothing that can't be seen, none of them long.
fn example(text: &str, most: usize) -> String {
    let lines =
        text.trim_end().lines().map(|line| format!("    {}", visible(&shorten(line, most))).trim_end().to_string());
    lines.collect::<Vec<_>>().join("\n")
}

/// `docs/errors.md`.
#[cfg(test)]
pub(super) fn page() -> String {
    let mut page = String::from(
        "# The errors of sator\n\n\
         Each has a code, which `--json` prints and `help CODE` describes. This page is made from the table of codes, \
         `crates/lang/src/code.rs`; don't edit it by hand.\n",
    );
    for kind in sator_lang::code::ErrorKind::ALL {
        page.push_str(&format!("\n## {}\n", kind.title()));
        for code in Code::ALL.iter().copied().filter(|code| code.info().kind == kind) {
            page.push_str(&format!("\n### {}\n\n{}\n\n", code.word(), sentences(code)));
            page.push_str(&match code.info().example {
                ErrorExample::Case => {
                    let (script, message) = marked(code).unwrap_or_default();
                    format!("{}\n\n{}\n", example(script, LINE), example(message, MESSAGE))
                }
                ErrorExample::Test(file, test) => format!("Shown by the test `{test}` in [{file}](../{file}).\n"),
            });
        }
    }
    page
}
