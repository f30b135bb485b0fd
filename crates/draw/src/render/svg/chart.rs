//! A chart of a schedule as SVG.

use super::{Anchor, Paper, glyphs};
use crate::scene::{Chart, ChartBar};
use sator_model::shape::Colour;

/// The colours of bars, in turns: neighbours differ for readers who can't distinguish red and green.
const COLOURS: [Colour; 8] = [
    Colour::Blue,
    Colour::Orange,
    Colour::Green,
    Colour::Purple,
    Colour::Gold,
    Colour::Pink,
    Colour::Red,
    Colour::Grey,
];

/// The height of a bar, and of a lane with the space between bars.
const BAR: f64 = 50.0;
const LANE: f64 = 60.0;
/// The least and the largest width of a chart, and the width of one unit of time between them.
const LEAST: f64 = 500.0;
const MOST: f64 = 1500.0;
const UNIT: f64 = 60.0;
const TEXT: f64 = 30.0;

/// Draws the chart at a point, and returns its width and height.
pub(super) fn draw(paper: &mut Paper, chart: &Chart, left: f64, top: f64) -> (f64, f64) {
    let names = chart.rows.iter().map(|row| glyphs::width(&row.name) * TEXT).fold(0.0, f64::max);
    let start = left + names + 20.0;
    let span = chart.to.abs_diff(chart.from) as f64;
    let width = (span * UNIT).clamp(LEAST, MOST);
    let at = |time: i64| start + time.abs_diff(chart.from) as f64 / span * width;
    let lanes: usize = chart.rows.iter().map(|row| row.lanes.len()).sum();
    let bottom = top + LANE * lanes as f64;
    let widest = [chart.from, chart.to].map(|time| glyphs::width(&time.to_string()) * TEXT);
    let widest = widest[0].max(widest[1]);
    for tick in chart.ticks((width / (widest + TEXT)) as u64) {
        let x = at(tick);
        paper
            .put(format_args!("<line class=\"thin\" x1=\"{x:.1}\" y1=\"{top:.1}\" x2=\"{x:.1}\" y2=\"{bottom:.1}\"/>"));
        paper.text(&tick.to_string(), (x, bottom + 1.1 * TEXT), TEXT, "small", Anchor::Middle);
    }
    let mut y = top;
    for row in &chart.rows {
        paper.text(&row.name, (left + names, y + LANE / 2.0 + 0.36 * TEXT), TEXT, "name", Anchor::End);
        for lane in &row.lanes {
            for bar in lane {
                draw_bar(paper, bar, (at(bar.start), y + (LANE - BAR) / 2.0), at(bar.end) - at(bar.start));
            }
            y += LANE;
        }
    }
    (start + width + widest / 2.0 - left, bottom + 1.4 * TEXT - top)
}

fn draw_bar(paper: &mut Paper, bar: &ChartBar, (x, y): (f64, f64), width: f64) {
    let colour = COLOURS[bar.colour % COLOURS.len()].word();
    let title = match &*bar.label {
        "" => format!("{} to {}", bar.start, bar.end),
        label => format!("{label}: {} to {}", bar.start, bar.end),
    };
    paper.titled("bar", &title, |paper| {
        let gap = 1.5f64.min(width / 4.0);
        let (x, width) = (x + gap, width - 2.0 * gap);
        paper.put(format_args!(
            "<rect class=\"fill-{colour}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{BAR}\" rx=\"4\"/>"
        ));
        for word in bar.style.words().into_iter().filter(|word| matches!(*word, "changed" | "clash" | "reason")) {
            paper.put(format_args!(
                "<rect class=\"{word}-frame\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{BAR}\" rx=\"4\"/>"
            ));
        }
        // A label that would be too small to read is in the title only.
        if glyphs::width(&bar.label) * TEXT * 0.5 < width {
            paper.centred(&bar.label, (x + width / 2.0, y + BAR / 2.0), TEXT, width - 6.0, "given");
        }
    });
}
