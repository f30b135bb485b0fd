//! The effort of steps as a chart: a bar a step.

use super::escaped;
use sator_answer::{Grade, Step};
use sator_base::text::counted;

/// The width of a bar with the gap after it, and of the gap.
const WIDTH: usize = 8;
const GAP: usize = 2;

/// The height of a bar of effort 100.
const HEIGHT: u32 = 100;

/// The bars of the steps, each with its number, technique and effort as a title. Lines divide the grades. A bar is darkest where only one
/// step as easy was open.
pub fn effort_chart(steps: &[Step]) -> String {
    let width = WIDTH * steps.len().max(1);
    let line = |grade: Grade| {
        let y = HEIGHT - grade.scores().0;
        format!("<path d=\"M0 {y}H{width}\" stroke=\"currentColor\" stroke-opacity=\".3\"/>")
    };
    let lines: String = Grade::ALL.into_iter().skip(1).map(line).collect();
    let bar = |(number, step): (usize, &Step)| {
        let score = step.score();
        let open = step.open.map_or(String::new(), |open| format!(", {} as easy open", counted(open as u64, "step")));
        let title = escaped(&format!("step {number}: {}, effort {score}{open}", step.technique));
        let opacity = if step.open == Some(1) { 1.0 } else { 0.6 };
        let (x, y, wide) = (WIDTH * (number - 1), HEIGHT - score, WIDTH - GAP);
        format!(
            "<g><title>{title}</title><rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{score}\" fill=\"currentColor\" \
             fill-opacity=\"{opacity}\"/></g>"
        )
    };
    let bars: String = (1..).zip(steps).map(bar).collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {HEIGHT}\" width=\"{width}\" role=\"img\">\
         <title>the effort of each step</title>{lines}{bars}</svg>"
    )
}
