//! How Markdown is read as cases, and what is wrong with it.

use super::markdown::read;

const CASE: &str = "# Heading\n\nA sentence.\n\n```puz code=index\nsolve\n```\n\n```text\nout\n```\n";

fn fault(markdown: &str) -> String {
    match read(markdown) {
        Ok(_) => panic!("nothing is wrong with {markdown:?}"),
        Err(fault) => fault,
    }
}

#[test]
fn a_case_is_a_script_and_its_output() {
    let cases = read(CASE).unwrap();
    let case = &cases[0];
    assert_eq!((cases.len(), case.heading.as_str(), case.line), (1, "Heading", 5));
    assert_eq!((case.script.name.as_str(), case.script.text.as_str()), ("puzzle.puz", "solve\n"));
    assert_eq!(case.code.as_deref(), Some("index"));
    assert_eq!((case.expected[0].text.as_str(), case.expected[0].lines.clone()), ("out\n", 9..10));
}

#[test]
fn outputs_follow_each_other_and_cases_share_a_heading() {
    let twice = format!("{CASE}\n```json\n{{}}\n```\n\nAnother.\n\n```puz\ncount\n```\n\n```text\n```\n");
    let cases = read(&twice).unwrap();
    assert_eq!(cases.iter().map(|case| case.expected.len()).collect::<Vec<_>>(), [2, 1]);
    assert_eq!((cases[0].expected[1].json, cases[1].heading.as_str()), (true, "Heading"));
    assert_eq!(cases[1].expected[0].text, "");
}

#[test]
fn named_blocks_are_files() {
    let markdown =
        "# H\n\nA sentence.\n\n`a/b.txt`:\n\n```text\nx\n```\n\n`it.puz`:\n\n```puz\nsolve\n```\n\n```text\n```\n";
    let cases = read(markdown).unwrap();
    assert_eq!((cases[0].others[0].name.as_str(), cases[0].others[0].text.as_str()), ("a/b.txt", "x\n"));
    assert_eq!(cases[0].script.name, "it.puz");
}

#[test]
fn what_is_no_case_is_refused() {
    assert_eq!(fault(&CASE.replace("A sentence.\n", "")), "4: no heading or no sentence stands before this script");
    assert_eq!(fault(&CASE.replace("# Heading\n", "")), "4: no heading or no sentence stands before this script");
    assert_eq!(fault(&CASE.replace("```text", "```rust")), "9: a block is `puz`, `text` or `json`, or has a name");
    assert_eq!(fault(&CASE.replace("code=", "")), "5: behind `puz` stands nothing, or `code=WORD`");
    assert_eq!(fault(CASE.trim_end_matches("```\n")), "9: this block is never closed");
    assert_eq!(fault(&format!("{CASE}\nA word.\n\n```text\n```\n")), "15: no script stands before this output");
    assert_eq!(
        fault(&format!("{CASE}\n```puz\nsolve\n```\n\n# Next\n")),
        "17: the script before this heading has no output"
    );
    assert_eq!(fault(&format!("{CASE}\n```puz\nsolve\n```\n")), "15: the last script has no output");
}
