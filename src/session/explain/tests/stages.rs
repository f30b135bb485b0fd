//! Hints in stages, steps up to a grade, and steps without those that nothing rests on.

use super::*;
use sator_answer::Grade;

/// A hint shows where to look before it shows the step, which stays the same until it is shown or typed.
#[test]
fn hints_in_stages() {
    let asked = |asked: &str| run(&format!("{}{asked}", small()));
    let (session, answer) = asked("hint");
    let Answer::Look { step: first, known } = answer else { panic!("{answer:?}") };
    assert!(first.conclusions().iter().filter(|c| c.is).all(|c| known[c.unknown].is_none()), "{first:?}");
    let typed = first.conclusions().iter().map(|c| c.text(session.model())).collect::<Vec<_>>().join("\n");
    for again in ["hint\nhint", "hint\nhint 1", "hint\nr3c3 != 9\nhint"] {
        match asked(again).1 {
            Answer::Hint { step, applied: false, .. } => assert_eq!(step, first, "{again}"),
            Answer::Hints { steps, .. } => assert_eq!(steps, std::slice::from_ref(&first), "{again}"),
            other => panic!("{again}: {other:?}"),
        }
    }
    let (_, answer) = asked("hint\nhint apply");
    assert!(matches!(&answer, Answer::Hint { step, applied: true, .. } if *step == first), "{answer:?}");
    let (_, answer) = asked(&format!("hint\n{typed}\nhint"));
    assert!(matches!(&answer, Answer::Look { step, .. } if *step != first), "{answer:?}");
    let (_, answer) = asked("hint\nhint\nhint");
    assert!(matches!(&answer, Answer::Look { step, .. } if *step != first), "{answer:?}");
}

/// All steps up to a grade become part of the puzzle, and no harder one; `candidates` with the grade has what they leave.
#[test]
fn steps_up_to_a_grade() {
    let (session, answer) = run(&format!("{}hint apply easy", small()));
    let Answer::Hints { steps, applied: Some(Grade::Easy), stopped: None, .. } = answer else { panic!("{answer:?}") };
    assert!(!steps.is_empty() && steps.iter().all(|step| step.technique.grade() == Grade::Easy), "{steps:?}");
    assert_eq!(session.entries().len(), 6);
    let (_, answer) = run(&format!("{}hint apply easy\nhint apply easy", small()));
    assert!(matches!(&answer, Answer::Hints { steps, applied: Some(_), .. } if steps.is_empty()), "{answer:?}");
    let (_, answer) = run(&format!("{}candidates easy", small()));
    let Answer::Candidates { values, up_to: Some(Grade::Easy), stopped: None, .. } = answer else {
        panic!("{answer:?}")
    };
    for atom in steps.iter().flat_map(|step| step.conclusions()).filter(|c| c.is) {
        assert_eq!(values[atom.unknown].single(), Some(atom.value), "{atom:?}");
    }
    // Without any easy step, all is left that the statements leave.
    let text = "var a, b in 1..3\na + b != 7\ncandidates easy";
    let (_, answer) = run(text);
    assert!(matches!(&answer, Answer::Candidates { values, .. } if values.iter().all(|v| v.size() == 3)), "{answer:?}");
    let error = |question: &str| {
        let (mut session, _) = run(&small());
        let statements = session.read("<input>", question, None).unwrap();
        session.run(&statements[0], &mut |_, _| {}).expect_err("no grade").message
    };
    assert_eq!(error("hint apply gentle"), "there is no grade `gentle`");
    assert_eq!(error("candidates gentle"), "there is no grade `gentle`");
}

/// Each of the short steps is needed by one after it, or says a value.
#[test]
fn short_steps_rest_on_each_other() {
    let text = format!("{}solve steps short", small());
    let (_, answer) = run(&text);
    let Answer::Steps { steps, done: true, .. } = answer else { panic!("{answer:?}") };
    for (number, step) in (1..).zip(&steps) {
        let used = steps
            .iter()
            .flat_map(|s| &s.facts)
            .any(|f| matches!(f, Premise::Step { number: Some(n), .. } if *n == number));
        assert!(used || step.conclusions().iter().any(|c| c.is), "{step:?}");
    }
}

/// A hint of a puzzle that takes long to solve doesn't wait for the solution.
#[test]
fn a_hint_without_a_solution() {
    const FILLOMINO: &str = "grid x 9x9 in 1..43
givens x {
  .  .  .  .  .  .  .  .  .
  .  .  .  11 19 4  .  .  .
  .  .  19 .  .  .  19 .  .
  .  7  .  .  .  .  .  5  .
  .  19 .  .  .  .  .  19 .
  .  8  .  .  .  .  .  6  .
  .  .  19 .  .  .  19 .  .
  .  .  .  9  19 10 .  .  .
  .  .  .  .  2  .  .  .  .
}
fillomino(x)
";
    let (session, answer) = run(&format!("{FILLOMINO}hint 1"));
    let Answer::Hints { steps, stopped: None, .. } = answer else { panic!("{answer:?}") };
    let conclusions: Vec<String> =
        steps.iter().flat_map(|step| step.conclusions()).map(|c| c.text(session.model())).collect();
    assert_eq!(conclusions, ["r7c5 = 19"]);
    assert!(session.cache.seen.current.is_none(), "a solution was found");
    // Only a search of limited effort is cut short: a puzzle without a solution has no hint.
    let (_, answer) = run("var a, b in 1..3\na + b = 7\nhint");
    assert!(matches!(answer, Answer::Clash { .. }), "{answer:?}");
}
