//! Time limit, memory limit and Ctrl-C end whatever is going on, say so, and leave the session as it was.

use sator::limits::{Interrupt, Reason};
use sator::session::{Answer, Session};
use sator::settings::Settings;
use std::time::Duration;

fn session(settings: &[(&str, &str)]) -> Session {
    let mut chosen = Settings::default();
    for (key, value) in settings {
        chosen.set(key, value).expect("the setting is right");
    }
    Session::new(chosen, Interrupt::new())
}

/// Runs a script; its answers, and the code of the error that it ended with, if any.
fn run(session: &mut Session, text: &str) -> (Vec<Answer>, Option<&'static str>) {
    let mut answers = Vec::new();
    let statements = match session.read("script", text, None) {
        Ok(statements) => statements,
        Err(error) => return (answers, Some(error.code)),
    };
    for statement in &statements {
        if let Err(error) = session.run(statement, &mut |_, report| answers.push(report.answer)) {
            return (answers, Some(error.code));
        }
    }
    (answers, None)
}

/// Statements that would take very long, each in its own way.
const ENDLESS: &[&str] = &[
    "def f(n) = if n < 2 then 1 else f(n - 1) + f(n - 2)\nlet k = f(60)",
    "def f(n) = if n < 2 then a else f(n - 1) + f(n - 2)\nf(60) = 1",
    "for i in 1..100000 { for j in 1..100000 { require i > 0, \"never\" } }",
    "let k = sum(1 for i in 1..100000, j in 1..100000 where i = j)",
    "let k = [j for i in 1..1000000, j in 1..1000000 where i + j < 0]",
    "for i in 1..1000000 { for j in 1..i { } }",
];

const BEFORE: &str = "var a in 1..9\nvar b in 1..9\na + b = 10\na < b";

/// What there is to see of a session.
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
    let (answers, error) =
        run(&mut session, "var a in 1..9\ndef f(n) = if n < 2 then a else f(n - 1) + f(n - 2)\nmaximize f(60)");
    assert_eq!(error, None);
    assert!(matches!(answers[..], [Answer::Unknown(Reason::Timeout)]), "{answers:?}");
}

#[test]
fn the_memory_limit_ends_what_is_being_read() {
    let mut session = session(&[("limit", "1000000000")]);
    assert_eq!(run(&mut session, BEFORE).1, None);
    let before = state(&session);
    // What the test program has in use already counts too.
    let most = sator::memory::in_use() / (1 << 20) + 200;
    let text = format!("set memory {most}MB\nlet k = [(i, j) for i in 1..1000000, j in 1..1000000]");
    let (_, error) = run(&mut session, &text);
    assert_eq!(error, Some("memory"));
    assert_eq!(state(&session), before);
    let (answers, error) = run(&mut session, "set memory off\ncount");
    assert_eq!(error, None);
    assert!(matches!(answers[..], [Answer::Count { count: 4, exact: true, .. }]), "{answers:?}");
}
