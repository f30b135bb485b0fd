//! A list of many solutions, drawn part by part: all of it at once would take gigabytes, and ignore limits for seconds.

use super::answer::{draw_report, draw_solution_list};
use super::drawing::{Drawing, say};
use super::page::Look;
use sator_answer::{Answer, Report};
use sator_base::clock::Instant;
use sator_base::limits::Limits;
use sator_base::text::counted;
use sator_model::Model;
use std::time::Duration;

/// Solutions that are drawn between two looks at the limits: some milliseconds.
const PART: usize = 50;

/// How long solutions are drawn whose search a limit ended: what was found is shown, and the program ends within half a second.
const LATE: Duration = Duration::from_millis(250);

/// Draws what a person sees as the answer, and shows each part as it is drawn. Where the limits end it, the last part names the
/// number of solutions that are not drawn.
///
/// # Errors
/// Those of `show`.
pub fn draw_in_parts<E>(
    model: &Model,
    report: &Report,
    look: &Look,
    limits: &Limits,
    show: &mut dyn FnMut(Drawing) -> Result<(), E>,
) -> Result<(), E> {
    let mut look = *look;
    if let Answer::Solutions { list, .. } = &report.answer {
        let start = Instant::now();
        let over = limits.stop().is_some();
        while look.drawn + PART < list.len() {
            let next = look.drawn + PART;
            show(draw_solution_list(model, &list[..next], &look))?;
            look.drawn = next;
            if let Some(reason) = limits.stop().filter(|_| !over || start.elapsed() > LATE) {
                let left = counted((list.len() - next) as u64, "solution");
                let mut words = Drawing::new();
                say(&mut words, &format!("{left} not drawn: {}", reason.text()));
                show(words)?;
                look.drawn = list.len();
            }
        }
    }
    show(draw_report(model, report, &look))
}
