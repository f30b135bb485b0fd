//! A list of many solutions, written part by part: all of it at once would take gigabytes, and ignore limits for seconds.

use super::answer::{draw_report, draw_solution_list};
use super::answer_json::report_object;
use super::drawing::{Drawing, say};
use super::json;
use super::page::Look;
use super::scene_json::scene_object;
use crate::scene::figures;
use sator_answer::{Answer, Report};
use sator_base::clock::Instant;
use sator_base::limits::{Limits, Reason};
use sator_base::text::counted;
use sator_lang::elaborate::Elaborator;
use sator_model::{Assignment, Model};
use serde_json::{Value, json};
use std::time::Duration;

/// Solutions that are written between two looks at the limits: some milliseconds.
const PART: usize = 50;

/// The time for writing the solutions found before a limit, so that the program ends within half a second of it.
const LATE: Duration = Duration::from_millis(250);

/// The limits while a list is written.
struct Patience<'a> {
    limits: &'a Limits,
    start: Instant,
    /// Whether a limit had ended the search already.
    over: bool,
}

impl Patience<'_> {
    fn new(limits: &Limits) -> Patience<'_> {
        Patience { limits, start: Instant::now(), over: limits.stop().is_some() }
    }

    fn stop(&self) -> Option<Reason> {
        self.limits.stop().filter(|_| !self.over || self.start.elapsed() > LATE)
    }
}

/// Draws what a person sees as the answer, and shows each part as it is drawn. Where the limits end it, the last part names the
/// number of solutions that are not drawn, and the reason is returned.
///
/// # Errors
/// Any error of `show`.
pub fn draw_in_parts<E>(
    model: &Model,
    report: &Report,
    look: &Look,
    limits: &Limits,
    show: &mut dyn FnMut(Drawing) -> Result<(), E>,
) -> Result<Option<Reason>, E> {
    let mut look = *look;
    let mut stopped = None;
    if let Answer::Solutions { list, reported, .. } = &report.answer {
        look.drawn = look.drawn.max(*reported);
        let patience = Patience::new(limits);
        while look.drawn + PART < list.len() {
            let next = look.drawn + PART;
            show(draw_solution_list(model, &list[..next], &look))?;
            look.drawn = next;
            stopped = patience.stop();
            if let Some(reason) = &stopped {
                let left = counted((list.len() - next) as u64, "solution");
                let mut words = Drawing::new();
                say(&mut words, &format!("{left} not drawn: {}", reason.text()));
                show(words)?;
                look.drawn = list.len();
            }
        }
    }
    show(draw_report(model, report, &look))?;
    Ok(stopped)
}

/// Writes the object of a report as a line, and shows each part as it is made; with its `scenes` too where they are wanted. A list
/// of solutions that the limits end is not `complete`, and the reason is in the object and returned.
///
/// # Errors
/// Any error of `show`.
pub fn write_object<E>(
    elaborator: &Elaborator,
    report: &Report,
    scenes: bool,
    limits: &Limits,
    show: &mut dyn FnMut(String) -> Result<(), E>,
) -> Result<Option<Reason>, E> {
    let Answer::Solutions { list, reported, complete, stopped } = &report.answer else {
        if let Some(object) = report_object(elaborator, report, scenes) {
            show(format!("{object}\n"))?;
        }
        return Ok(None);
    };
    let model = &elaborator.model;
    let patience = Patience::new(limits);
    // All but the list; its first solution decides the status.
    let first = list.iter().take(1).cloned().collect();
    let answer = Answer::Solutions { list: first, reported: *reported, complete: *complete, stopped: stopped.clone() };
    let frame = Report { answer, notes: report.notes.clone(), ..*report };
    let Some(Value::Object(frame)) = report_object(elaborator, &frame, false) else { return Ok(None) };
    let mut stopped = None;
    let mut before = '{';
    for (key, value) in &frame {
        let key = Value::from(key.as_str());
        if key == "solutions" {
            show(format!("{before}{key}:"))?;
            let text = |a: &Assignment| json::solution(model, a).to_string();
            let written = list_in_parts(list, &patience, &mut stopped, &text, show)?;
            if scenes && !list.is_empty() {
                show(",\"scenes\":".into())?;
                let scene = |a: &Assignment| {
                    let answer =
                        Answer::Solutions { list: vec![a.clone()], reported: 0, complete: false, stopped: None };
                    let scenes = figures(model, &answer).into_iter().map(|figure| scene_object(&figure.scene));
                    scenes.map(|scene| scene.to_string()).collect::<Vec<_>>().join(",")
                };
                list_in_parts(&list[..written], &patience, &mut stopped, &scene, show)?;
            }
        } else if let (true, Some(reason)) = (key == "complete", &stopped) {
            show(format!("{before}{key}:false"))?;
            if !frame.contains_key("reason") {
                show(format!(",\"reason\":{}", json!(reason.text())))?;
            }
        } else {
            show(format!("{before}{key}:{value}"))?;
        }
        before = ',';
    }
    show("}\n".into())?;
    Ok(stopped)
}

/// Writes a list in square brackets, as far as the limits allow, and returns how many elements were written.
fn list_in_parts<E>(
    list: &[Assignment],
    patience: &Patience,
    stopped: &mut Option<Reason>,
    text: &dyn Fn(&Assignment) -> String,
    show: &mut dyn FnMut(String) -> Result<(), E>,
) -> Result<usize, E> {
    show("[".into())?;
    let mut written = 0;
    for part in list.chunks(PART) {
        if written > 0 {
            *stopped = stopped.take().or_else(|| patience.stop());
            if stopped.is_some() {
                break;
            }
        }
        let comma = if written > 0 { "," } else { "" };
        show(format!("{comma}{}", part.iter().map(text).collect::<Vec<_>>().join(",")))?;
        written += part.len();
    }
    show("]".into())?;
    Ok(written)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sator_base::limits::Interrupt;
    use sator_lang::syntax::ast::Query;

    /// Writes a report of this many solutions, where an interrupt comes with the third part of the list.
    fn interrupted(solutions: usize, json: bool) -> (String, Option<Reason>) {
        let mut elaborator = Elaborator::default();
        let text = "var a in 1..1";
        let source = elaborator.sources.add("test", text);
        for statement in sator_lang::syntax::parse(source, text).expect("the text reads") {
            elaborator.add(&statement).expect("the statement is accepted");
        }
        let list = vec![Assignment(vec![1]); solutions];
        let answer = Answer::Solutions { list, reported: 0, complete: true, stopped: None };
        let report = Report { query: Query::Solutions, line: 1, elapsed: Duration::ZERO, answer, notes: vec![] };
        let interrupt = Interrupt::new();
        let limits = Limits::interrupted_by(interrupt.clone());
        let (mut all, mut parts) = (String::new(), 0);
        let mut show = |part: String| {
            all.push_str(&part);
            parts += usize::from(part.matches('1').count() >= PART);
            if parts == 3 {
                interrupt.set();
            }
            Ok::<(), ()>(())
        };
        let stopped = match json {
            true => write_object(&elaborator, &report, false, &limits, &mut show),
            false => {
                draw_in_parts(&elaborator.model, &report, &Look::default(), &limits, &mut |part| show(part.to_string()))
            }
        };
        (all, stopped.expect("nothing fails"))
    }

    #[test]
    fn an_interrupt_ends_the_drawing_of_a_list() {
        let (text, stopped) = interrupted(1000, false);
        assert_eq!(stopped, Some(Reason::Interrupted));
        assert!(text.contains("solution 150:") && !text.contains("solution 151:"), "{text}");
        assert!(text.contains("850 solutions not drawn: interrupted\n"), "{text}");
        let (text, stopped) = interrupted(150, false);
        assert_eq!(stopped, None);
        assert!(text.contains("solution 150:") && text.contains("150 solutions, and no other"), "{text}");
    }

    #[test]
    fn an_object_whose_list_is_ended_is_whole() {
        let (text, stopped) = interrupted(1000, true);
        assert_eq!(stopped, Some(Reason::Interrupted));
        let object: Value = serde_json::from_str(&text).expect("an object");
        assert_eq!(object["solutions"].as_array().map(Vec::len), Some(150));
        assert_eq!((&object["complete"], &object["reason"]), (&json!(false), &json!("interrupted")));
        let (text, stopped) = interrupted(150, true);
        assert_eq!(stopped, None);
        let object: Value = serde_json::from_str(&text).expect("an object");
        assert_eq!(object["solutions"].as_array().map(Vec::len), Some(150));
        assert_eq!((&object["complete"], &object["reason"]), (&json!(true), &Value::Null));
        assert_eq!(object["status"], json!("sat"));
    }
}
