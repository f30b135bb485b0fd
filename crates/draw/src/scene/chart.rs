//! A chart of a schedule: rows of bars over time.

use super::{CellText, Content, Style, Text};
use sator_model::Model;
use sator_model::chart::{Amount, Bar, Row};

/// A chart with at least one bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    /// The rule that draws it.
    pub name: String,
    /// The rows from top to bottom.
    pub rows: Vec<ChartRow>,
    /// The first start.
    pub from: i64,
    /// The last end, after `from`.
    pub to: i64,
}

/// A row of a chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChartRow {
    /// The machine, person or task whose bars these are.
    pub name: String,
    /// The bars. In a lane, each bar begins after the one before it ends.
    pub lanes: Vec<Vec<ChartBar>>,
}

/// A task in a chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChartBar {
    /// The time at which it begins.
    pub start: i64,
    /// The time at which it ends, after `start`.
    pub end: i64,
    /// The text in it, or nothing.
    pub label: String,
    /// The number of its colour: bars of one label have one.
    pub colour: usize,
    /// The marks of its start, length and row.
    pub style: Style,
}

impl Chart {
    /// The charts of which at least one bar is known. Bars with an unknown start, length or row are left out, and tasks that take
    /// no time.
    pub fn all(model: &Model, text: Text) -> Vec<Chart> {
        model.charts.iter().filter_map(|chart| Chart::of(model, chart, text)).collect()
    }

    fn of(model: &Model, chart: &sator_model::Chart, text: Text) -> Option<Chart> {
        let mut labels: Vec<&str> = vec![];
        let mut placed: Vec<(i64, String, ChartBar)> = vec![];
        for (k, bar) in chart.bars.iter().enumerate() {
            let label = bar.label.as_deref().unwrap_or_default();
            let colour = if label.is_empty() {
                k
            } else if let Some(known) = labels.iter().position(|other| *other == label) {
                known
            } else {
                labels.push(label);
                labels.len() - 1
            };
            placed.extend(ChartBar::of(model, bar, colour, text));
        }
        placed.sort_by_key(|(order, _, bar)| (*order, bar.start, bar.end));
        let from = placed.iter().map(|(.., bar)| bar.start).min()?;
        let to = placed.iter().map(|(.., bar)| bar.end).max()?;
        let mut rows: Vec<ChartRow> = vec![];
        for (_, name, bar) in placed {
            match rows.last_mut().filter(|row| row.name == name) {
                Some(row) => row.add(bar),
                None => rows.push(ChartRow { name, lanes: vec![vec![bar]] }),
            }
        }
        Some(Chart { name: chart.name.to_string(), rows, from, to })
    }

    /// The times below the chart: at most `most`, or two.
    pub fn ticks(&self, most: u64) -> Vec<i64> {
        let span = self.to.abs_diff(self.from);
        let steps = (0..19).flat_map(|e| [1, 2, 5].map(|k| k * 10u64.pow(e)));
        let step = steps.into_iter().find(|step| span / step < most.max(2)).unwrap_or(i64::MAX as u64) as i64;
        let first = self.from.div_euclid(step).saturating_mul(step);
        let all = std::iter::successors(Some(first), |tick| tick.checked_add(step));
        all.skip_while(|tick| *tick < self.from).take_while(|tick| *tick <= self.to).collect()
    }
}

impl ChartRow {
    /// Adds a bar that starts no earlier than those before it to the first lane that is free.
    fn add(&mut self, bar: ChartBar) {
        let free = |lane: &&mut Vec<ChartBar>| lane.last().is_none_or(|last| last.end <= bar.start);
        match self.lanes.iter_mut().find(free) {
            Some(lane) => lane.push(bar),
            None => self.lanes.push(vec![bar]),
        }
    }
}

impl ChartBar {
    /// The bar with the place and the name of its row, if all of it is known.
    fn of(model: &Model, bar: &Bar, colour: usize, text: Text) -> Option<(i64, String, ChartBar)> {
        let mut style = Style::PLAIN;
        let mut shown = |u| {
            let CellText { content: Content::Text(words), style: marks, .. } = text(u) else { return None };
            style = style.marked_as(marks);
            Some(words)
        };
        let mut number = |amount| match amount {
            Amount::Known(k) => Some(k),
            Amount::Unknown(u) => shown(u)?.parse().ok(),
        };
        let (start, length): (i64, i64) = (number(bar.start)?, number(bar.length)?);
        let (order, name) = match &bar.row {
            Row::Known(order, name) => (*order, name.to_string()),
            Row::Unknown(u) => {
                let (name, unknown) = (shown(*u)?, model.unknown(*u));
                let order = unknown.domain.iter().find(|v| model.value_text(unknown.kind, *v) == name)?;
                (order, name)
            }
        };
        let end = start.checked_add(length).filter(|end| *end > start)?;
        let label = bar.label.as_deref().unwrap_or_default().to_string();
        Some((order, name, ChartBar { start, end, label, colour, style }))
    }
}
