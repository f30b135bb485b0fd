//! Every set that is shown: it clashes, and none of its members can be left out, in both encodings. Every
//! step follows from its statements and the steps before it.

mod stages;

use super::super::{Answer, Premise, Session, Settings, Step};
use sator_answer::{Argument, StatementRef};
use sator_base::limits::{Interrupt, Limits};
use sator_base::source::Span;
use sator_draw::narration::statement_text;
use sator_lang::syntax::ast::{Question, StatementKind, Why};
use sator_model::{Atom, ExprId, PlaceKind};
use sator_solve::lower::{Encoding, Formula, Method, new_formula};
use sator_solve::solver::Engine;
use sator_solve::solver::sat::Verdict;

const SUDOKU4: &str = "grid x 4x4 in 1..4\nfor r in rows(x) { distinct(r) }\nfor c in cols(x) { distinct(c) }\nfor b in boxes(x, 2, 2) { distinct(b) }\n";
const SUDOKU: &str = "grid x 9x9 in 1..9\nfor r in rows(x) { distinct(r) }\nfor c in cols(x) { distinct(c) }\nfor b in boxes(x, 3, 3) { distinct(b) }\n";
const KILLER: &str = "rule killer(cage, total) {\n  distinct(cage)\n  sum(cage) = total\n}\n";

/// A session that has run a text, and its last answer.
pub(super) fn run(text: &str) -> (Session, Answer) {
    run_with(text, Settings::of_environment())
}

fn run_with(text: &str, settings: Settings) -> (Session, Answer) {
    let mut session = Session::new(settings, Interrupt::new());
    let statements = session.read("test", text, None).unwrap_or_else(|e| panic!("{}", e.message));
    let mut last = Answer::Page(String::new());
    for statement in &statements {
        let done = session.run(statement, &mut |_, report| last = report.answer);
        done.unwrap_or_else(|e| panic!("{}", e.message));
    }
    (session, last)
}

fn texts(session: &Session, because: &[StatementRef]) -> Vec<String> {
    because.iter().map(|b| statement_text(session.model(), &b.name)).collect()
}

/// The conditions of the statements shown.
fn conditions(session: &Session, because: &StatementRef) -> Vec<ExprId> {
    let explainer = session.cache.explainer.as_ref().unwrap();
    explainer.conditions_of(&session.context(&Limits::none()), because).expect("a statement of the puzzle")
}

/// Whether there is a solution of some statements, facts and the contrary of some conclusions.
fn sat(
    session: &Session,
    encoding: Encoding,
    because: &[StatementRef],
    facts: &[Atom],
    denied: &[Atom],
    condition: Option<ExprId>,
) -> bool {
    let model = &session.elaborator.model;
    let mut formula = new_formula(Method { encoding, engine: Engine::Auto, seed: 0, trial: false }, false);
    let m = model.expressions();
    formula.add_unknowns(m);
    for e in because.iter().flat_map(|b| conditions(session, b)) {
        formula.assert(m, e, None);
    }
    let literal = |formula: &mut Box<dyn Formula>, l: &Atom| {
        let is = formula.value_literal(m, l.unknown, l.value);
        if l.is { is } else { !is }
    };
    for fact in facts {
        let fact = literal(&mut formula, fact);
        formula.clause(&[fact]);
    }
    if !denied.is_empty() {
        let clause: Vec<_> = denied.iter().map(|l| !literal(&mut formula, l)).collect();
        formula.clause(&clause);
    }
    if let Some(e) = condition {
        let holds = formula.literal(m, e);
        formula.clause(&[!holds]);
    }
    formula.check(&[], &Limits::none()) == Verdict::Sat
}

fn assert_minimal(session: &Session, because: &[StatementRef], condition: Option<ExprId>) {
    for encoding in [Encoding::Fd, Encoding::Int] {
        assert!(!sat(session, encoding, because, &[], &[], condition), "{encoding:?}: {:?}", texts(session, because));
        for left_out in 0..because.len() {
            let mut fewer = because.to_vec();
            let gone = fewer.remove(left_out);
            assert!(sat(session, encoding, &fewer, &[], &[], condition), "{encoding:?}: without {:?}", gone.name);
        }
    }
}

fn clash(text: &str) -> Vec<String> {
    let (session, answer) = run(text);
    let Answer::Clash { because, .. } = answer else { panic!("{answer:?}") };
    assert!(!because.is_empty());
    assert_minimal(&session, &because, None);
    because.iter().map(|b| format!("{} [line {}]", statement_text(session.model(), &b.name), b.line)).collect()
}

fn why(text: &str, condition: &str) -> Vec<String> {
    let (mut session, answer) = run(&format!("{text}\nwhy {condition}"));
    let Answer::Because { because, .. } = answer else { panic!("{answer:?}") };
    let statements = session.read("why", &format!("why {condition}"), None).unwrap();
    let StatementKind::Question(Question::Why(Why::Condition(expr))) = &statements[0].kind else { panic!() };
    let e = session.elaborator.condition_of(expr).unwrap();
    assert_minimal(&session, &because, Some(e));
    texts(&session, &because)
}

/// The steps of an answer, each checked against the steps before it.
fn steps(text: &str) -> (Session, Vec<Step>, bool) {
    let (session, answer) = run(text);
    let Answer::Steps { steps, done, stopped: None, .. } = answer else { panic!("{answer:?}") };
    for (i, step) in steps.iter().enumerate() {
        assert_step(&session, step, &steps[..i]);
    }
    (session, steps, done)
}

fn assert_step(session: &Session, step: &Step, before: &[Step]) {
    let mut because = step.because.clone();
    let mut facts = Vec::new();
    for fact in &step.facts {
        match fact {
            Premise::Statement { statement, .. } => because.push(StatementRef::clone(statement)),
            Premise::Step { number, conclusion } => {
                assert!(number.is_none_or(|n| before[n - 1].conclusions().contains(conclusion)), "{conclusion:?}");
                facts.push(*conclusion);
            }
        }
    }
    for encoding in [Encoding::Fd, Encoding::Int] {
        for conclusion in step.conclusions() {
            let denied = std::slice::from_ref(conclusion);
            assert!(!sat(session, encoding, &because, &facts, denied, None), "{encoding:?}: {step:?}");
        }
        let Some(first) = step.conclusions().first() else { continue };
        let denied = std::slice::from_ref(first);
        for left_out in 0..because.len() {
            let mut fewer = because.clone();
            fewer.remove(left_out);
            assert!(sat(session, encoding, &fewer, &facts, denied, None), "{encoding:?}: {step:?}");
        }
    }
}

#[test]
fn two_equal_givens_in_a_row_are_the_clash() {
    let text = format!("{SUDOKU}givens x {{\n  5.......5\n{}}}\nsolve", "  .........\n".repeat(8));
    assert_eq!(clash(&text), ["row 1 [line 2]", "given r1c1 = 5 [line 6]", "given r1c9 = 5 [line 6]"]);
}

#[test]
fn two_equal_givens_in_a_full_puzzle() {
    let text = format!("{SUDOKU4}givens x {{\n  1..1\n  ..2.\n  .3..\n  2...\n}}\nunique");
    assert_eq!(clash(&text), ["row 1 [line 2]", "given r1c1 = 1 [line 6]", "given r1c4 = 1 [line 6]"]);
}

#[test]
fn a_cage_that_can_not_be_met_is_the_clash() {
    let text = format!("{SUDOKU}{KILLER}killer(r1c1..r1c2, 18)\nkiller(r2c1..r2c2, 17)\nsolve");
    assert_eq!(clash(&text), ["18-cage at r1c1 [line 9]"]);
}

#[test]
fn a_cage_and_a_given() {
    let text = format!("{SUDOKU}{KILLER}killer(r1c1..r1c3, 23) as \"left cage\"\nr1c2 = 7\nsolve");
    assert_eq!(clash(&text), ["left cage [line 9]", "r1c2 = 7 [line 10]"]);
}

#[test]
fn block_party_4_with_its_first_given_changed() {
    let puzzle = include_str!("../../../examples/block-party-4.puz");
    let (rules, _) = puzzle.split_once("\nsolve\n").unwrap();
    let changed = |given: &str| clash(&format!("{}\nsolve", rules.replacen(". 3 .", given, 1)));
    assert_eq!(changed(". 4 ."), ["given r1c2 = 4 [line 24]", "given r2c4 = 4 [line 25]", "region cage.1 [line 37]"]);
    let around = changed(". 6 .");
    assert_eq!(around[..2], ["given r1c2 = 6 [line 24]", "given r5c1 = 6 [line 28]"]);
    let nearest = "the 6 nearest to a 6 at r1c2 is 6 away [line 42]";
    assert!(around[2] == nearest && around.len() == 3, "{around:?}");
}

#[test]
fn sums_that_do_not_add_up() {
    // Cages that fill a row up to 46, each possible by itself and with its neighbours.
    let cages = "killer(r1c1..r1c3, 15)\nkiller(r1c4..r1c6, 15)\nkiller(r1c7..r1c9, 16)\n";
    let clash = clash(&format!("{SUDOKU}{KILLER}{cages}killer(r5c1..r5c3, 15)\nsolve"));
    assert_eq!(clash.len(), 4, "{clash:?}");
}

#[test]
fn rules_about_a_grid_are_named_line_by_line() {
    let text = "grid x 2x2 in 1..2\nrule latin(g) {\n  for r in rows(g) { distinct(r) }\n  for c in cols(g) { distinct(c) }\n}\n\
                latin(x)\nr1c1 = 1\nr1c2 = 1\nsolve";
    assert_eq!(clash(text), ["latin(x) > row 1 [line 6]", "r1c1 = 1 [line 7]", "r1c2 = 1 [line 8]"]);
}

#[test]
fn turns_of_loops_are_named_by_their_variables() {
    let text = "var a, b, c in 1..2\nfor k in 2..3 {\n  a + b >= k + 1\n}\na = 1; b = 1\nsolve";
    assert_eq!(clash(text), ["a + b >= k + 1 with k = 3 [line 3]", "a = 1 [line 5]"]);
}

/// One chain of three statements and one of two force the same: the minimal set found first can have three.
#[test]
fn the_fewest_statements_that_force_a_condition() {
    let text = "var a, b, c, d in 1..4\na < b\nb < c\nc < d\nd = 4\na = 1; b = 2\nwhy fewest a = 1";
    let (_, answer) = run(text);
    let Answer::Because { because, fewest: Some(fewest), .. } = answer else { panic!("{answer:?}") };
    assert!(fewest.proved);
    assert_eq!(because.len(), 1);
}

#[test]
fn the_fewest_statements() {
    let text = "var a, b, c in 1..9\na < b\nb < c\nc < a\na + b > 17; a < 9; b < 9\nwhy fewest";
    let (session, answer) = run(text);
    let Answer::Clash { because, fewest: Some(fewest), .. } = answer else { panic!("{answer:?}") };
    assert!(fewest.proved);
    assert_eq!(because.len(), 2);
    assert_minimal(&session, &because, None);
}

#[test]
fn all_clashes() {
    let text = "var a, b, c in 1..3\na < b\nb < c\nc < a\nb = 3\nwhy all";
    let (session, answer) = run(text);
    let Answer::Clashes { list, reported: true, stopped: None } = answer else { panic!("{answer:?}") };
    let mut sets: Vec<Vec<String>> = list.iter().map(|b| texts(&session, b)).collect();
    sets.sort();
    assert_eq!(sets, [vec!["a < b", "b < c", "c < a"], vec!["b < c", "b = 3"]]);
    list.iter().for_each(|because| assert_minimal(&session, because, None));
}

#[test]
fn nothing_clashes() {
    assert!(matches!(run("var a in 1..3\nwhy").1, Answer::NoClash { .. }));
}

#[test]
fn why_a_value() {
    let text = format!("{SUDOKU4}r1c1 = 1; r1c2 = 2; r1c3 = 3");
    assert_eq!(why(&text, "r1c4 = 4"), ["row 1", "r1c1 = 1", "r1c2 = 2", "r1c3 = 3"]);
    assert_eq!(why(&text, "r1c4 != 2"), ["row 1", "r1c2 = 2"]);
    assert_eq!(why(&text, "r1c4 > r1c1"), ["row 1", "r1c1 = 1"]);
}

/// `why` of a cell without a value of its own is about the lines drawn at it.
#[test]
fn why_what_is_drawn_at_a_cell() {
    let text = "grid x 2x2\nlinks e of x\nsingle_loop(e)\ndegree(e, r2c2) = 2\n";
    for question in ["why", "hint"] {
        let (_, answer) = run(&format!("{text}{question} r1c1"));
        let condition = match answer {
            Answer::Because { condition, .. } => condition,
            Answer::Steps { condition: Some(condition), .. } => condition,
            other => panic!("{other:?}"),
        };
        assert_eq!(condition.text, "e[r1c1, right] and e[r1c1, down]");
    }
    let (session, answer) = run("grid x 2x3\nlinks e of x\nsingle_loop(e)\nwhy r1c1");
    let Answer::NotForced { assignment, .. } = answer else { panic!("{answer:?}") };
    assert!(session.model().violations(&assignment).unwrap().is_empty());
}

#[test]
fn domains_need_no_statement() {
    assert_eq!(why("var a in 1..3", "a < 4"), [""; 0]);
}

#[test]
fn not_forced() {
    let (session, answer) = run(&format!("{SUDOKU4}why r1c1 = 1"));
    let Answer::NotForced { assignment, marked, .. } = answer else { panic!("{answer:?}") };
    assert_eq!(marked.len(), 1);
    assert_ne!(assignment.get(marked[0]), 1);
    assert!(session.model().violations(&assignment).unwrap().is_empty());
}

#[test]
fn why_in_a_puzzle_without_solution_is_the_clash() {
    let text = format!("{SUDOKU4}r1c1 = 1; r1c2 = 1\nwhy r2c2 = 2");
    assert_eq!(clash(&text).len(), 3);
}

/// 4x4, one solution, solved by singles.
fn small() -> String {
    format!("{SUDOKU4}givens x {{\n  1...\n  ..2.\n  .3..\n  ...4\n}}\n")
}

#[test]
fn a_small_sudoku_in_steps() {
    let (session, steps, done) = steps(&format!("{}solve steps", small()));
    assert!(done);
    let values = steps.iter().flat_map(|s| s.conclusions()).filter(|c| c.is).count();
    assert_eq!(values, 12);
    assert!(steps.iter().all(|s| s.because.len() <= 4), "{steps:?}");
    drop(session);
}

/// A scan of a box rests on the box and at most the four lines that cross it beside the cell. People scan boxes before lines.
#[test]
fn an_easy_sudoku_in_scans() {
    let givens = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79";
    let (_, answer) = run(&format!("{SUDOKU}givens x {{\n{givens}\n}}\nsolve steps"));
    let Answer::Steps { steps, done: true, .. } = answer else { panic!("{answer:?}") };
    let values = steps.iter().flat_map(|s| s.conclusions()).filter(|c| c.is).count();
    assert_eq!(values, 51);
    let in_box = |step: &Step| {
        let Argument::OnlyPlace { house, .. } = &step.inference.argument else { return false };
        matches!(house.place_kind(), PlaceKind::Box(_))
    };
    assert!(steps.iter().all(|s| s.because.len() <= if in_box(s) { 5 } else { 4 }), "{steps:?}");
    assert!(steps.iter().take(10).all(in_box), "{:?}", steps.iter().map(in_box).collect::<Vec<_>>());
}

#[test]
fn same_puzzle_same_steps() {
    let text = format!("{}solve steps", small());
    assert_eq!(steps(&text).1, steps(&text).1);
}

#[test]
fn hints_go_on_and_can_be_applied() {
    let (session, answer) = run(&format!("{}set hints whole\nhint\nhint\nhint apply", small()));
    let Answer::Hint { step, applied: true, known } = answer else { panic!("{answer:?}") };
    assert_step(&session, &step, &[]);
    assert_eq!(known.iter().flatten().count(), 6);
    // The hint that was applied is the second one.
    assert_eq!(session.entries().last().unwrap().text, step.conclusions()[0].text(session.model()));
    assert_eq!(session.entries().len(), 6);
}

#[test]
fn next_goes_on_after_hints() {
    let walk = |asked: &str| match run(&format!("{}{asked}", small())).1 {
        Answer::Walk { number, .. } => number,
        other => panic!("{other:?}"),
    };
    assert_eq!([walk("next"), walk("hint 2\nnext"), walk("set hints whole\nhint\nnext\nnext\nback")], [1, 3, 2]);
    // A place alone shows no step.
    assert_eq!([walk("hint\nnext"), walk("hint\nhint\nnext")], [1, 2]);
}

#[test]
fn hints_end() {
    let hints = "hint\n".repeat(2 * 13);
    assert!(matches!(run(&format!("{}{hints}", small())).1, Answer::NoHint { done: true, .. }));
    assert!(matches!(run("var a in 1..3\nhint").1, Answer::NoHint { done: false, .. }));
}

#[test]
fn steps_to_a_condition() {
    let (_, steps, done) =
        steps(&format!("{}why steps r4c1 = 3", small()).replace("r4c1 = 3", "r1c2 + r1c3 + r1c4 = 9"));
    assert!(done);
    assert!(steps.last().unwrap().condition.is_some());
}

#[test]
fn sums_in_steps() {
    let text = "var S, E, N, D, M, O, R, Y in 0..9\ndistinct([S, E, N, D, M, O, R, Y])\nS != 0; M != 0\n\
                number(S, E, N, D) + number(M, O, R, E) = number(M, O, N, E, Y)\nsolve steps";
    let (_, steps, done) = steps(text);
    assert!(done && !steps.is_empty());
}

#[test]
fn redundant_givens() {
    let text = "grid x 2x2 in 1..2\nfor r in rows(x) + cols(x) { distinct(r) }\nr1c1 = 1; r2c2 = 1; r1c2 = 2\n";
    let (session, answer) = run(&format!("{text}redundant"));
    let Answer::Redundant { list, together: false, .. } = answer else { panic!("{answer:?}") };
    assert_eq!(texts(&session, &list)[4..], ["r1c1 = 1", "r2c2 = 1", "r1c2 = 2"]);
    let (_, answer) = run(&format!("{text}redundant all"));
    let Answer::Redundant { list, together: true, .. } = answer else { panic!("{answer:?}") };
    assert_eq!(list.len(), 3, "{list:?}");
    let (session, answer) = run(&format!("{text}redundant minimal"));
    let Answer::Reduced { left_out, kept, .. } = answer else { panic!("{answer:?}") };
    assert_eq!((left_out.len(), kept.len()), (2, 1));
    drop(session);
}

const SLITHERLINK: &str =
    "grid x 3x3\nclues number {\n  3 . .\n  . 2 .\n  . . 3\n}\nfences e of x\nslitherlink(e, number)\n";

#[test]
fn clues_are_units() {
    let broken = SLITHERLINK.replace("3 . .", "0 3 .").replace(". 2 .", "3 2 .");
    let found = clash(&format!("{broken}solve"));
    assert!(found.iter().all(|f| f.starts_with("slitherlink(e, number)")), "{found:?}");
    assert!(found.contains(&"slitherlink(e, number) > clue 0 at r1c1 [line 3]".to_string()), "{found:?}");
    // In a loop of one's own each line counts by itself, but `redundant` looks at clues.
    let own = "clues number {\n  3 . .\n  . 2 .\n}\ngrid x 2x3 in 1..3\n\
               for c in number { x[c] = number[c]; x[c] > 1 }\nfor r in rows(x) { distinct(r) }\nr1c2 = 1; r1c3 = 2; r2c1 = 1\n";
    let (session, answer) = run(&format!("{own}redundant"));
    let Answer::Redundant { list, .. } = answer else { panic!("{answer:?}") };
    assert_eq!(texts(&session, &list), ["clue 3 at r1c1", "row 1", "r1c2 = 1", "r1c3 = 2"]);
}

#[test]
fn redundant_clues() {
    let text = "clues number { 3 . . ; . 2 . ; 2 . 1 }\ngrid x 3x3 in 1..3\nlatin(x)\n\
                rule told(x, number) { for c in number { x[c] = number[c] } }\ntold(x, number)\n";
    let (session, answer) = run(&format!("{text}redundant"));
    let Answer::Redundant { list, .. } = answer else { panic!("{answer:?}") };
    assert!(texts(&session, &list).contains(&"clue 2 at r2c2".to_string()), "{list:?}");
    let (_, answer) = run(&format!("{text}redundant minimal"));
    let Answer::Reduced { clues_out, clues: 4, .. } = answer else { panic!("{answer:?}") };
    assert_eq!(clues_out.len(), 2, "{clues_out:?}");
}

#[test]
fn the_cell_that_makes_it_unique() {
    let text = "grid x 2x2 in 1..2\nfor r in rows(x) + cols(x) { distinct(r) }\nunique";
    let (_, answer) = run(text);
    let Answer::Multiple { fix: super::super::Fix::Cells(cells), changed, .. } = answer else { panic!("{answer:?}") };
    assert_eq!((cells.len(), changed.len()), (1, 4));
    let (_, answer) = run("var a, b, c in 1..2\nunique fix");
    let Answer::Multiple { fix: super::super::Fix::Cells(cells), .. } = answer else { panic!("{answer:?}") };
    assert_eq!(cells.len(), 3);
}

#[test]
fn a_stopped_explanation_leaves_the_session_usable() {
    let (mut session, _) = run(&small());
    let span = Span::new(sator_base::source::SourceId(0), 0, 0);
    // Reading has the same time limit, so the limit is set after it.
    session.settings.timeout = Some(std::time::Duration::ZERO);
    let answer = session.ask(&Question::Solve { steps: true }, span).unwrap().answer;
    assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
    session.settings.timeout = None;
    let report = session.ask(&Question::Solve { steps: true }, span).unwrap();
    assert!(matches!(report.answer, Answer::Steps { done: true, .. }));
}

#[test]
fn labels_and_prompt_numbers() {
    let mut session = Session::new(Settings::of_environment(), Interrupt::new());
    session.interactive = true;
    let mut last = Answer::Page(String::new());
    for line in ["var a in 1..3", "a > 2 as \"large\"", "a < 2", "solve"] {
        for statement in session.read("<input>", line, None).unwrap() {
            session.run(&statement, &mut |_, report| last = report.answer).unwrap();
        }
    }
    let Answer::Clash { because, .. } = last else { panic!("{last:?}") };
    assert_eq!(
        because.iter().map(|b| (statement_text(session.model(), &b.name), b.entry)).collect::<Vec<_>>(),
        [("large".to_string(), Some(2)), ("a < 2".to_string(), Some(3))]
    );
}

#[test]
fn int_explains_as_fd_does() {
    let settings = Settings { encoding: Some(Encoding::Int), ..Settings::of_environment() };
    let (session, answer) = run_with(&format!("{SUDOKU4}r1c1 = 1; r1c2 = 1\nsolve"), settings);
    let Answer::Clash { because, .. } = answer else { panic!("{answer:?}") };
    assert_minimal(&session, &because, None);
}

#[test]
fn expressions_stay_what_they_are() {
    // `why` makes expressions that no statement has; what is added later must not mix them up.
    let text = "var a, b in 1..3\na < b\nwhy a <= 2\na = 2\nwhy b = 3";
    let (session, answer) = run(text);
    let Answer::Because { because, .. } = answer else { panic!("{answer:?}") };
    assert_eq!(texts(&session, &because), ["a < b", "a = 2"]);
}

#[test]
fn a_statement_impossible_by_itself_is_the_clash() {
    for (text, wanted) in [
        ("var a, b in 1..9\na = 1\na = 2\na + b = 100\nwhy", "a + b = 100 [line 4]"),
        ("var a, b in 1..9\na + b = 100\na = 1\na = 2\nsolve", "a + b = 100 [line 2]"),
        // Not seen before it is lowered.
        ("var a, b in 1..9\na * b = 11\na < b\nb < a\nsolve", "a * b = 11 [line 2]"),
        ("var a, b, c in 1..2\na < b\nb < a\ndistinct([a, b, c])\nsolve", "distinct([a, b, c]) [line 4]"),
        ("var a, b, c in 1..2\na < b\nb < a\ndistinct([a, b, c])\nwhy fewest", "distinct([a, b, c]) [line 4]"),
    ] {
        let (session, answer) = run(text);
        let Answer::Clash { because, .. } = answer else { panic!("{answer:?}") };
        let found: Vec<String> =
            because.iter().map(|b| format!("{} [line {}]", statement_text(session.model(), &b.name), b.line)).collect();
        assert_eq!(found, [wanted], "{text}");
    }
}

#[test]
fn expect_shows_nothing() {
    for expectation in ["unique", "count = 2", "unsat", "a = 1", "solution x { 1 }"] {
        let text = format!("grid x 1x1 in 1..2\nlet a = r1c1\nsolve\nexpect {expectation}\nanother");
        let (session, answer) = run(&text);
        assert!(matches!(answer, Answer::Solution { .. }), "{expectation}: {answer:?}");
        assert_eq!(session.cache.seen.shown.len(), 2, "{expectation}");
    }
    // Not even before anything was shown.
    let (_, answer) = run("grid x 1x1 in 1..2\nexpect unique\nanother\nanother");
    assert!(matches!(answer, Answer::Solution { .. }), "{answer:?}");
}
