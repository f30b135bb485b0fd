//! Time limit, memory limit and Ctrl-C end whatever is going on, say so, and leave the session as it was.

use crate::support::{self, session};
use sator::session::{Answer, Session};
use sator_base::limits::Reason;
use std::time::Duration;

/// Runs a script; its answers, and the code of the error that it ended with, if any.
fn run(session: &mut Session, text: &str) -> (Vec<Answer>, Option<&'static str>) {
    let mut answers = Vec::new();
    let done = support::run(session, text, |_, report| answers.push(report.answer));
    (answers, done.err().map(|error| error.code.word()))
}

/// Statements that would take very long, each in its own way.
const ENDLESS: &[&str] = &[
    "def f(n, m) = if n < 2 then 1 else f(n - 1, 2 * m % 1000003) + f(n - 2, (2 * m + 1) % 1000003)\nlet k = f(60, 1)",
    "def f(n, m) = if n < 2 then a else f(n - 1, 2 * m % 1000003) + f(n - 2, (2 * m + 1) % 1000003)\nf(60, 1) = 1",
    "for i in 1..100000 { for j in 1..100000 { require i > 0, \"never\" } }",
    "let k = sum(1 for i in 1..100000, j in 1..100000 where i = j)",
    "let k = [j for i in 1..1000000, j in 1..1000000 where i + j < 0]",
    "for i in 1..1000000 { for j in 1..i { } }",
];

const BEFORE: &str = "var a in 1..9\nvar b in 1..9\na + b = 10\na < b";

/// The visible state of a session.
fn state(session: &Session) -> (usize, usize, usize, Vec<String>) {
    let model = session.model();
    let mut names: Vec<String> = session.elaborator().globals().map(|(name, _)| name.to_string()).collect();
    names.sort();
    (model.unknowns.len(), model.constraints.len(), model.pool.len(), names)
}

/// Runs an endless script on a session with something in it, stopped in the way that `settings` or the interrupt say.
fn is_stopped(text: &str, settings: &[(&str, &str)], interrupt: bool, code: &str) {
    let mut session = session(settings);
    assert_eq!(run(&mut session, BEFORE).1, None);
    // The declarations before the last line stand.
    let (start, last) = text.rsplit_once('\n').unwrap_or(("", text));
    assert_eq!(run(&mut session, start).1, None);
    let before = state(&session);
    let stopper = interrupt.then(|| {
        let interrupt = session.interrupt().clone();
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(20));
            interrupt.set();
        })
    });
    let (_, error) = run(&mut session, last);
    assert_eq!(error, Some(code), "{text}");
    if let Some(stopper) = stopper {
        assert!(stopper.join().is_ok());
    }
    assert_eq!(state(&session), before, "{text}");
    session.interrupt().clear();
    assert_eq!(run(&mut session, "set timeout off\nset memory off").1, None);
    let (answers, error) = run(&mut session, "count");
    assert_eq!(error, None);
    assert!(matches!(answers[..], [Answer::Count { count: 4, exact: true, .. }]), "{answers:?}");
}

#[test]
fn ctrl_c_ends_what_is_being_read() {
    for text in ENDLESS {
        is_stopped(text, &[], true, "interrupted");
    }
}

#[test]
fn the_time_limit_ends_what_is_being_read() {
    for text in ENDLESS {
        is_stopped(text, &[("timeout", "50ms")], false, "timeout");
    }
}

#[test]
fn a_question_that_is_stopped_while_it_is_read_is_unknown() {
    let mut session = session(&[("timeout", "50ms")]);
    let (answers, error) = run(
        &mut session,
        "var a in 1..9\ndef f(n, m) = if n < 2 then a else f(n - 1, 2 * m % 1000003) + f(n - 2, (2 * m + 1) % 1000003)\nmaximize f(60, 1)",
    );
    assert_eq!(error, None);
    assert!(matches!(answers[..], [Answer::Unknown(Reason::Timeout)]), "{answers:?}");
}

#[test]
fn the_memory_limit_ends_what_is_being_read() {
    let mut session = session(&[("limit", "1000000000")]);
    assert_eq!(run(&mut session, BEFORE).1, None);
    let before = state(&session);
    // The limit includes the memory that the test program uses already.
    let most = sator_base::memory::in_use() / (1 << 20) + 200;
    let text = format!("set memory {most}MB\nlet k = [(i, j) for i in 1..1000000, j in 1..1000000]");
    let (_, error) = run(&mut session, &text);
    assert_eq!(error, Some("memory"));
    assert_eq!(state(&session), before);
    let (answers, error) = run(&mut session, "set memory off\ncount");
    assert_eq!(error, None);
    assert!(matches!(answers[..], [Answer::Count { count: 4, exact: true, .. }]), "{answers:?}");
}

/// Sets the interrupt from another thread while `act` runs.
fn interrupted_soon<T>(session: &mut Session, act: impl FnOnce(&mut Session) -> T) -> T {
    let interrupt = session.interrupt().clone();
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(30));
        interrupt.set();
    });
    let done = act(session);
    assert!(stopper.join().is_ok());
    session.interrupt().clear();
    done
}

#[test]
fn a_limit_that_is_met_already_lets_no_statement_in() {
    // Each is too short for a look at the clock on the way.
    for (settings, interrupt, code) in [(&[("timeout", "0s")][..], false, "timeout"), (&[], true, "interrupted")] {
        let mut session = session(settings);
        let before = state(&session);
        let statements = session.read("script", "let a = 1", None).expect("it is short");
        if interrupt {
            session.interrupt().set();
        }
        for statement in &statements {
            let error = session.run(statement, &mut |_, _| {}).expect_err("it is stopped");
            assert_eq!(error.code.word(), code);
        }
        assert_eq!(state(&session), before);
    }
}

#[test]
fn reading_a_long_text_is_stopped() {
    let mut session = session(&[("timeout", "0s")]);
    let text: String = (0..10_000).map(|i| format!("let n{i} = {i}\n")).collect();
    assert_eq!(run(&mut session, &text).1, Some("timeout"));
    session.interrupt().set();
    assert_eq!(run(&mut session, &text).1, Some("interrupted"));
}

/// Taking back a statement in the middle reads those after it again.
#[test]
fn a_change_that_is_stopped_is_no_change() {
    let mut session = session(&[]);
    assert_eq!(run(&mut session, BEFORE).1, None);
    let before = state(&session);
    let drop = session.read("script", "drop 3\nlist", None).expect("it is right");
    session.interrupt().set();
    let error = session.run(&drop[0], &mut |_, _| {}).expect_err("it is stopped");
    assert!(error.message.contains("stopped"), "{}", error.message);
    session.interrupt().clear();
    assert_eq!(state(&session), before);
    let (answers, _) = run(&mut session, "list\ncount\ndrop 3\ncount");
    assert!(matches!(&answers[0], Answer::List { entries, .. } if entries.len() == 4), "{answers:?}");
    assert!(matches!(answers[1], Answer::Count { count: 4, exact: true, .. }), "{answers:?}");
    assert!(matches!(answers[3], Answer::Count { count: 36, exact: true, .. }), "{answers:?}");
}

/// Questions about a puzzle that takes long to answer, for one reason or another.
const LONG: &[(&str, &str)] = &[
    ("one check", "grid p 14x13 in bool\nfor l in rows(p) { any(l) }\nfor l in cols(p) { count(l) <= 1 }\nsolve"),
    ("many rounds", "grid x 15x15\nlinks e of x\nsingle_loop(e)\nfor c in x { degree(e, c) = 2 }\nsolve"),
    ("counting", "grid x 6x6 in 1..6\nfor l in rows(x) + cols(x) { distinct(l) }\ncount"),
    ("solutions", "grid x 6x6 in 1..6\nfor l in rows(x) + cols(x) { distinct(l) }\nsolutions 1000000"),
    ("candidates", "grid x 14x14 in 1..14\nfor l in rows(x) + cols(x) { distinct(l) }\ncandidates"),
    ("forced", "grid x 16x16 in 1..16\nfor l in rows(x) + cols(x) { distinct(l) }\nforced"),
    (
        "optimising",
        "grid x 12x12 in 0..9\nfor l in rows(x) + cols(x) { distinct(l, except: 0) }\n\
         for a, b in adjacent(x) { a + b != 9 }\nmaximize sum(x)",
    ),
    ("steps", "grid x 12x12 in 1..12\nfor l in rows(x) + cols(x) { distinct(l) }\nr1c1 = 1\nsolve steps"),
    ("a list of lists", "let l0 = [1, 2]\n[LISTS]\nprint l40"),
    ("comparing lists", "let l0 = [1, 2]\n[LISTS]\nprint l40 = l40"),
    ("a set of lists", "let l0 = [1, 2]\n[LISTS]\nprint size({l40})"),
];

fn long(text: &str) -> String {
    let lists: Vec<String> = (1..=40).map(|i| format!("let l{i} = [l{0}, l{0}]", i - 1)).collect();
    text.replace("[LISTS]", &lists.join("\n"))
}

#[test]
fn ctrl_c_ends_every_question() {
    for (name, text) in LONG {
        let mut session = session(&[]);
        let (answers, error) = interrupted_soon(&mut session, |session| run(session, &long(text)));
        // On a slow machine it may come while the puzzle is still being read.
        match answers.last() {
            Some(answer) => assert_eq!(answer.stopped(), Some(&Reason::Interrupted), "{name}: {answer:?}"),
            None => assert_eq!(error, Some("interrupted"), "{name}"),
        }
    }
}

#[test]
fn the_time_limit_ends_every_question() {
    for (name, text) in LONG {
        let text = long(text);
        let (start, question) = text.rsplit_once('\n').expect("several lines");
        let mut session = session(&[]);
        assert_eq!(run(&mut session, start).1, None, "{name}");
        let before = state(&session);
        let (answers, error) = run(&mut session, &format!("set timeout 30ms\n{question}"));
        assert_eq!(error, None, "{name}");
        let stopped = answers.last().and_then(|answer| answer.stopped());
        assert_eq!(stopped, Some(&Reason::Timeout), "{name}: {answers:?}");
        let (units, constraints, _, names) = state(&session);
        assert_eq!((units, constraints, names), (before.0, before.1, before.3), "{name}");
    }
}

#[test]
fn a_question_that_meets_the_memory_limit_is_unknown() {
    let mut session = session(&[]);
    assert_eq!(run(&mut session, BEFORE).1, None);
    let (answers, error) = run(&mut session, "set memory 1MB\nsolve");
    assert_eq!(error, None);
    assert!(matches!(answers[..], [Answer::Unknown(Reason::Memory)]), "{answers:?}");
    // Commands that free memory must go on working.
    let (answers, error) = run(&mut session, "list\nundo\nset memory off\nredo\ncount");
    assert_eq!(error, None);
    assert!(matches!(answers.last(), Some(Answer::Count { count: 4, exact: true, .. })), "{answers:?}");
}

/// Stopped anywhere, a question is asked again and answered as if nothing had been.
#[test]
fn what_was_stopped_goes_on() {
    let text = "grid x 4x4 in 1..4\nsudoku(x)\n";
    for (engine, encoding) in [("sat", "fd"), ("z3", "fd"), ("auto", "int")] {
        let mut session = session(&[("engine", engine), ("encoding", encoding)]);
        assert_eq!(run(&mut session, text).1, None);
        for time in [0, 1, 3, 10] {
            for question in ["count limit 60", "candidates", "unique", "solve"] {
                let (stopped, error) = run(&mut session, &format!("set timeout {time}ms\n{question}"));
                assert_eq!(error, None);
                if let [.., Answer::Count { count, exact, .. }] = stopped[..] {
                    assert!(count <= 60 && !exact, "{engine} {encoding}: {stopped:?}");
                }
            }
        }
        let (answers, error) = run(
            &mut session,
            "set timeout off\ncount limit 60\nr1c1 = 1\nr1c2 = 2\nr1c3 = 3\nr2c1 = 3\nr3c1 = 2\nr2c2 = 4\ncount",
        );
        assert_eq!(error, None);
        assert!(matches!(answers[0], Answer::Count { count: 60, exact: false, stopped: None, .. }), "{answers:?}");
        let Some(Answer::Count { count, exact: true, .. }) = answers.last() else { panic!("{answers:?}") };
        let mut fresh = support::session(&[("engine", "sat")]);
        let (again, _) =
            run(&mut fresh, &format!("{text}r1c1 = 1\nr1c2 = 2\nr1c3 = 3\nr2c1 = 3\nr3c1 = 2\nr2c2 = 4\ncount"));
        assert!(matches!(again.last(), Some(Answer::Count { count: n, exact: true, .. }) if n == count), "{again:?}");
    }
}

/// Nothing is shared between sessions: two at once answer as one alone does, and the interrupt of one is its own.
#[test]
fn two_sessions_on_two_threads() {
    let puzzles = ["grid x 4x4 in 1..4\nsudoku(x)\ncount", "grid x 3x3\nfences e of x\nsingle_loop(e)\ncount"];
    let work = |text: &'static str, encoding: &'static str| {
        std::thread::spawn(move || {
            let mut session = support::session(&[("encoding", encoding), ("engine", "auto")]);
            run(&mut session, text).0.pop()
        })
    };
    let stopped = std::thread::spawn(|| {
        let mut session = support::session(&[]);
        session.interrupt().set();
        run(&mut session, BEFORE).1
    });
    let threads = [
        (puzzles[0], 288, work(puzzles[0], "fd")),
        (puzzles[1], 213, work(puzzles[1], "fd")),
        (puzzles[1], 213, work(puzzles[1], "int")),
    ];
    for (text, wanted, thread) in threads {
        let answer = thread.join().expect("no panic");
        assert!(
            matches!(answer, Some(Answer::Count { count, exact: true, .. }) if count == wanted),
            "{text}: {answer:?}"
        );
    }
    assert_eq!(stopped.join().expect("no panic"), Some("interrupted"));
}

#[test]
fn lists_inside_lists_without_end_are_refused() {
    let mut session = session(&[]);
    let text: String = (1..100_000).map(|i| format!("let l{i} = [l{}]\n", i - 1)).collect();
    assert_eq!(run(&mut session, &format!("let l0 = []\n{text}")).1, Some("too-deep"));
}

/// Conditions and numbers that are as deep as the script is long are read, evaluated and forgotten.
#[test]
fn deep_chains_are_read() {
    let lines = |line: &dyn Fn(usize) -> String| -> String { (1..=8_000).map(line).collect() };
    for text in [
        format!("let a0 = r1c1\n{}a8000 = 3", lines(&|i| format!("let a{i} = abs(a{} - r1c1)\n", i - 1))),
        format!(
            "let a0 = r1c1 = 1\n{}a8000",
            lines(&|i| format!("let a{i} = r1c2 = {} and not (r1c1 = 2 or a{})\n", i % 3, i - 1))
        ),
        format!("let a0 = r1c1\n{}a8000 = 3", lines(&|i| format!("let a{i} = if r1c2 = 1 then a{} else 5\n", i - 1))),
    ] {
        let mut session = session(&[]);
        let (_, error) = run(&mut session, &format!("grid x 2x2 in 1..3\n{text}"));
        assert_eq!(error, None);
        // The check after a statement at the prompt.
        session.check_last();
        let model = session.model();
        let assignment = sator_model::Assignment(vec![1; model.unknowns.len()]);
        assert!(model.violations(&assignment).is_ok());
    }
}

#[test]
fn a_product_of_many_cells_is_read() {
    let mut session = session(&[]);
    let (_, error) = run(&mut session, "grid x 90x90 in 0..1\nproduct(c for c in cells(x)) = 1");
    assert_eq!(error, None);
    session.check_last();
}
