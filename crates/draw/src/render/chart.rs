//! A chart of a schedule on a terminal.

use super::canvas::Canvas;
use super::drawing::{Drawing, Line};
use super::page::Look;
use crate::scene::{Chart, ChartBar};
use unicode_width::UnicodeWidthStr;

/// Columns for one unit of time in a short schedule.
const WIDEST: u64 = 4;

/// The columns of a schedule.
struct Scale {
    from: i64,
    /// Columns for one unit of time.
    columns: u64,
    /// Units of time in one column, where that is more than 1.
    units: u64,
}

impl Scale {
    fn new(chart: &Chart, room: usize) -> Scale {
        let (span, room) = (chart.to.abs_diff(chart.from).max(1), room.max(1) as u64);
        Scale { from: chart.from, columns: (room / span).clamp(1, WIDEST), units: span.div_ceil(room) }
    }

    fn column(&self, time: i64) -> usize {
        (time.abs_diff(self.from) / self.units * self.columns) as usize
    }
}

/// The rows of bars, each after its name, and the times below them.
pub(super) fn draw_chart(chart: &Chart, look: &Look) -> Drawing {
    let names = chart.rows.iter().map(|row| row.name.width()).max().unwrap_or(0);
    let left = names + 1;
    let times = |tick: &i64| tick.to_string().len();
    let widest = times(&chart.from).max(times(&chart.to));
    let scale = Scale::new(chart, look.width.saturating_sub(left + widest));
    let width = scale.column(chart.to) + widest;
    let mut drawing = Drawing::new();
    for row in &chart.rows {
        for (k, lane) in row.lanes.iter().enumerate() {
            let mut canvas = Canvas::new(1, width);
            lane.iter().for_each(|bar| put_bar(&mut canvas, bar, &scale));
            let mut line = Line::default();
            let name = if k == 0 { row.name.as_str() } else { "" };
            line.push(name, crate::scene::Style::PLAIN);
            line.fill(' ', left - name.width());
            canvas.drawing().lines().iter().for_each(|bars| line.append(bars));
            drawing.push(line);
        }
    }
    let mut axis = Line::default();
    for tick in chart.ticks(scale.column(chart.to) as u64 / (widest as u64 + 2)) {
        let column = left + scale.column(tick);
        if column < axis.width() {
            continue;
        }
        axis.fill(' ', column.saturating_sub(axis.width()));
        axis.push(&tick.to_string(), crate::scene::Style::PLAIN);
    }
    drawing.push(axis);
    drawing
}

/// `├1──┤`, and less where there is less room.
fn put_bar(canvas: &mut Canvas, bar: &ChartBar, scale: &Scale) {
    let start = scale.column(bar.start);
    let end = scale.column(bar.end).max(start + 1);
    let mut label = bar.label.clone();
    label.extend(bar.style.mark());
    if end - start == 1 {
        return canvas.put(0, start, '│', bar.style);
    }
    canvas.put(0, start, '├', bar.style);
    (start + 1..end - 1).for_each(|column| canvas.put(0, column, '─', bar.style));
    canvas.put(0, end - 1, '┤', bar.style);
    // A canvas has one column for each character.
    if label.chars().count() == label.width() && label.width() + 2 <= end - start {
        canvas.write(0, start + 1, &label, bar.style);
    }
}
