//! Each claim of `redundant` on the examples of the standard rules is true: a new session that reads the script
//! without the statement still finds the one solution.
//!
//! The tests check claims that leave out a line of the text or a given of a picture. A clue that is left out has an open value,
//! which no text can express. With `SATOR_TEST_ALL=1` all examples are tested, otherwise the quick ones.

use crate::support;
use sator::session::{Answer, Note, Session, StatementPart, StatementRef};
use sator_draw::narration::statement_text;
use sator_lang::syntax::ast::{PictureKind, Statement, StatementKind};
use sator_model::Assignment;
use std::path::Path;

/// Examples that are asked always: the first nine claimed what was false.
const QUICK: &[&str] = &[
    "black_dot",
    "hidden_skyscraper",
    "killer",
    "little_killer",
    "no_other_dots",
    "numbered_rooms",
    "sandwich",
    "x_sum",
    "xv",
    "anti_knight",
    "arrow",
    "diagonal",
    "disjoint_groups",
    "jigsaw",
    "renban",
    "skyscraper",
    "thermo",
];

/// A session that has read the statements of a script, and its answer to a question.
fn ask(script: &str, question: &str) -> (Session, Answer) {
    let mut session = support::session(&[]);
    let statements = session.read("example", script, None).unwrap_or_else(|e| panic!("{}", e.message));
    let question = session.read("question", question, None).unwrap_or_else(|e| panic!("{}", e.message));
    let mut answer = Answer::Page(String::new());
    let asked = |s: &&Statement| matches!(s.kind, StatementKind::Question(_) | StatementKind::Command(_));
    for statement in statements.iter().filter(|s| !asked(s)).chain(&question) {
        let done = session.run(statement, &mut |_, report| answer = report.answer);
        done.unwrap_or_else(|e| panic!("{}", e.message));
    }
    (session, answer)
}

/// The values of what is visible.
fn seen(session: &Session, assignment: &Assignment) -> Vec<(String, i64)> {
    let model = session.model();
    model.visible().map(|u| (model.unknown(u).name.clone(), assignment.get(u))).collect()
}

fn solution(session: &Session, answer: &Answer) -> Option<Vec<(String, i64)>> {
    if let Answer::Unique { assignment, .. } = answer { Some(seen(session, assignment)) } else { None }
}

/// The script without what the claim names; `None` where that can't be done by taking text out.
fn without(script: &str, statements: &[Statement], session: &Session, claim: &StatementRef) -> Option<String> {
    let line_of = |s: &Statement| session.sources().line_column(s.span).0;
    let mut lines: Vec<String> = script.lines().map(String::from).collect();
    if let StatementPart::Given(given) = &claim.name.part {
        let grid = session.model().grids.iter().find(|g| g.unknowns.contains(&Some(given.unknown)))?;
        let col = grid.unknowns.iter().position(|&u| u == Some(given.unknown))? % grid.cols + 1;
        let line = lines.get_mut(claim.line as usize - 1)?;
        let start = line.len() - line.trim_start().len();
        if line.trim().contains(' ') || line.contains('{') || line.contains('}') {
            return None;
        }
        line.replace_range(start + col - 1..start + col, ".");
        return Some(lines.join("\n") + "\n");
    }
    let mut here = statements.iter().filter(|s| line_of(s) == claim.line);
    let (only, None) = (here.next()?, here.next()) else { return None };
    let StatementKind::Expr { .. } = only.kind else { return None };
    lines.remove(claim.line as usize - 1);
    Some(lines.join("\n") + "\n")
}

/// How many claims on this example were looked at, and those that are false.
fn judge(name: &str, script: &str) -> (usize, Vec<String>) {
    let (session, answer) = ask(script, "redundant");
    let Answer::Redundant { list, .. } = &answer else { return (0, vec![]) };
    let (with, all) = ask(script, "unique");
    let wanted = solution(&with, &all).expect("only a puzzle with one solution has redundant parts");
    let statements = sator_lang::syntax::parse(sator_base::source::SourceId(0), script).expect("an example reads");
    let mut looked_at = 0;
    let mut wrong = vec![];
    for claim in list {
        let Some(less) = without(script, &statements, &session, claim) else { continue };
        let (fresh, answer) = ask(&less, "unique");
        looked_at += 1;
        if solution(&fresh, &answer).as_ref() != Some(&wanted) {
            wrong.push(format!("{name}: {} [line {}]", statement_text(session.model(), &claim.name), claim.line));
        }
    }
    (looked_at, wrong)
}

#[test]
fn redundant_statements_can_be_left_out() {
    let all = std::env::var_os("SATOR_TEST_ALL").is_some_and(|v| v == "1");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/rules");
    let mut found: Vec<_> = std::fs::read_dir(folder).expect("the examples").flatten().map(|e| e.path()).collect();
    found.sort();
    let (mut looked_at, mut wrong) = (0, vec![]);
    for path in found {
        let name = path.file_stem().and_then(|n| n.to_str()).unwrap_or_default();
        if path.extension().is_some_and(|e| e == "puz") && (all || QUICK.contains(&name)) {
            let (more, false_ones) = judge(name, &std::fs::read_to_string(&path).expect("an example is text"));
            looked_at += more;
            wrong.extend(false_ones);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(looked_at > if all { 80 } else { 40 }, "only {looked_at} claims");
}

/// A rule of one's own goes with all that it uses, and what it uses can go by itself.
#[test]
fn a_rule_in_a_rule() {
    let script = "grid x 4x4 in 1..4\nrule both(g, c) {\n  sudoku(g)\n  c = 1\n}\n\
                  givens { 1234; 3412; 2143; .... }\nboth(x, r1c1)\n";
    let (session, answer) = ask(script, "redundant");
    let Answer::Redundant { list, .. } = answer else { panic!("{answer:?}") };
    let texts: Vec<String> = list.iter().map(|b| statement_text(session.model(), &b.name)).collect();
    // Not `both(x, r1c1)`, though its own line and its boxes could go.
    assert!(!texts.iter().any(|t| t.starts_with("both")), "{texts:?}");
    let (session, answer) = ask(&script.replace("....", "4321"), "redundant");
    let Answer::Redundant { list, .. } = answer else { panic!("{answer:?}") };
    let texts: Vec<String> = list.iter().map(|b| statement_text(session.model(), &b.name)).collect();
    // The whole of it, and so nothing of what is in it.
    assert!(texts.contains(&"both(x, r1c1)".to_string()) && !texts.iter().any(|t| t.contains('>')), "{texts:?}");
}

/// The pieces of a partition are declared: that they are closed is nothing to leave out.
#[test]
fn a_declaration_stays() {
    let script = "grid x 1x2\npartition p of x\nrule one(p) { for g in p { size(g) = 2 } }\nsame(p, r1c1, r1c2)\n";
    let (_, answer) = ask(script, "redundant all");
    let Answer::Redundant { list, .. } = answer else { panic!("{answer:?}") };
    assert!(list.is_empty(), "{list:?}");
}

#[test]
fn givens_of_pictures_are_tried() {
    let script = "grid x 2x2 in 1..2\nlatin(x)\ngivens {\n  12\n  2.\n}\n";
    let statements = sator_lang::syntax::parse(sator_base::source::SourceId(0), script).expect("it reads");
    let pictures =
        statements.iter().filter(|s| matches!(s.kind, StatementKind::Picture { kind: PictureKind::Givens, .. }));
    assert_eq!(pictures.count(), 1);
    let (looked_at, wrong) = judge("small", script);
    assert!(looked_at >= 3 && wrong.is_empty(), "{looked_at} {wrong:?}");
}

/// A puzzle with several solutions, or without givens and clues, has nothing to leave out.
#[test]
fn nothing_to_leave_out_has_an_answer() {
    for (script, note) in
        [("grid x 2x2 in 1..2\nlatin(x)\n", Note::NotUnique), ("grid x 1x1 in 1..1\n", Note::NothingCouldGo)]
    {
        let mut notes = vec![];
        let done = support::run(&mut support::session(&[]), &format!("{script}redundant minimal"), |_, report| {
            notes.extend(report.notes);
        });
        assert!(done.is_ok(), "{script}");
        assert_eq!(notes, [note], "{script}");
    }
}
