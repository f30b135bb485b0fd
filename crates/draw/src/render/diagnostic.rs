//! A diagnostic as text: the message, the place with an excerpt of the source, the notes, the rule
//! uses it came through, and the advice.
//!
//! The excerpt is cut out here before it is drawn (lines by number, long lines to a window around the
//! place), so that neither a huge file nor control characters reach the terminal.

use crate::palette;
use annotate_snippets::{AnnotationKind, Group, Level, Snippet};
use sator_base::source::{SourceMap, Span};
use sator_base::text::{shorten, visible, visible_char};
use sator_lang::diagnostic::{Diagnostic, Label};
use std::ops::Range;

/// A line with more characters is cut to a window, and one that is wider than the terminal.
const LONG_LINE: usize = 100;
/// A label over more lines is shown by its first line.
const TALL: u32 = 12;
/// Labels further apart than this many lines get an excerpt each.
const APART: u32 = 20;
/// Characters of a message or note.
const LONG_TEXT: usize = 400;
/// Rule uses shown at each end of a long chain.
const TRACE_END: usize = 4;

/// The diagnostic as lines of text, ending in a line break; a line of a source has at most `width` columns.
pub fn render_diagnostic(diagnostic: &Diagnostic, sources: &SourceMap, color: bool, width: usize) -> String {
    let clean = |text: &str| visible(&shorten(text, LONG_TEXT));
    let mut notes: Vec<String> = vec![];
    let excerpts = excerpts(&diagnostic.labels, sources, width, &mut notes);
    notes.extend(diagnostic.notes.iter().cloned());
    notes.extend(trace(diagnostic, sources));
    let level = if diagnostic.warning { Level::WARNING } else { Level::ERROR };
    let mut group = Group::with_title(level.primary_title(clean(&diagnostic.message)));
    for excerpt in &excerpts {
        let annotations = excerpt.marks.iter().map(|mark| {
            let kind = if mark.primary { AnnotationKind::Primary } else { AnnotationKind::Context };
            kind.span(mark.range.clone()).label((!mark.text.is_empty()).then(|| clean(&mark.text)))
        });
        let snippet = Snippet::source(excerpt.text.as_str()).path(excerpt.path.as_str());
        group = group.element(snippet.line_start(excerpt.first_line as usize).annotations(annotations));
    }
    group = group.elements(notes.iter().map(|note| Level::NOTE.message(clean(note))));
    group = group.elements(diagnostic.help.iter().map(|help| Level::HELP.message(clean(help))));
    let mut text = palette::excerpts(color).render(&[group]);
    for excerpt in &excerpts {
        excerpt.correct_columns(&mut text);
    }
    text.push('\n');
    text
}

/// One line of text for each rule use, innermost first; the middle of a long chain is left out.
pub(super) fn trace(diagnostic: &Diagnostic, sources: &SourceMap) -> Vec<String> {
    let home = diagnostic.labels.first().map(|label| label.span.source);
    let line = |label: &Label| {
        let text = if label.text.is_empty() { sources.slice(label.span) } else { &label.text };
        let place = sources.line_column(label.span).0;
        let name = &sources.get(label.span.source).name;
        let file = if home == Some(label.span.source) { String::new() } else { format!(" of {name}") };
        format!("in {}, line {place}{file}", shorten(text, LONG_LINE))
    };
    let all = &diagnostic.trace;
    if all.len() <= 2 * TRACE_END + 1 {
        return all.iter().map(line).collect();
    }
    let (head, tail) = (&all[..TRACE_END], &all[all.len() - TRACE_END..]);
    let omitted = format!("... {} more ...", all.len() - 2 * TRACE_END);
    head.iter().map(line).chain([omitted]).chain(tail.iter().map(line)).collect()
}

/// Lines of one source that are shown together.
struct Excerpt {
    path: String,
    first_line: u32,
    text: String,
    marks: Vec<Mark>,
}

impl Excerpt {
    /// Puts the columns of the source where those of a window were printed.
    fn correct_columns(&self, rendered: &mut String) {
        for mark in &self.marks {
            let line_start = self.text[..mark.range.start].rfind('\n').map_or(0, |n| n + 1);
            let (line, column) = mark.place;
            let printed = self.text[line_start..mark.range.start].chars().count() as u32 + 1;
            let wrong = format!("{}:{line}:{printed}", self.path);
            let end = rendered.find(&wrong).map(|at| at + wrong.len());
            if let Some(end) =
                end.filter(|&e| printed != column && !rendered[e..].starts_with(|c: char| c.is_ascii_digit()))
            {
                rendered.replace_range(end - wrong.len()..end, &format!("{}:{line}:{column}", self.path));
            }
        }
    }
}

struct Mark {
    /// Bytes of the excerpt's text.
    range: Range<usize>,
    /// Line and column in the source.
    place: (u32, u32),
    text: String,
    primary: bool,
}

/// A label with the lines that it touches; its span is cut to characters, and to its first line if tall.
struct Place<'a> {
    label: &'a Label,
    span: Span,
    first: u32,
    last: u32,
    primary: bool,
}

/// Excerpts for all labels, the error's own first; labels that fall out of a window become notes.
fn excerpts(labels: &[Label], sources: &SourceMap, width: usize, notes: &mut Vec<String>) -> Vec<Excerpt> {
    let mut groups: Vec<Vec<Place<'_>>> = vec![];
    for (i, label) in labels.iter().enumerate() {
        let place = locate(label, i == 0, sources);
        let near = |other: &Place<'_>| {
            other.span.source == place.span.source
                && place.first <= other.last.saturating_add(APART)
                && other.first <= place.last.saturating_add(APART)
        };
        match groups.iter_mut().find(|group| group.iter().any(near)) {
            Some(group) => group.push(place),
            None => groups.push(vec![place]),
        }
    }
    groups.iter().map(|group| excerpt(group, sources, width, notes)).collect()
}

fn locate<'a>(label: &'a Label, primary: bool, sources: &SourceMap) -> Place<'a> {
    let text = &sources.get(label.span.source).text;
    let start = text.floor_char_boundary(label.span.start as usize);
    let start = if text[..start].ends_with('\r') && text[start..].starts_with('\n') { start - 1 } else { start };
    let end = text.floor_char_boundary((label.span.end as usize).max(start));
    let at = |byte: usize| sources.line_column(Span::new(label.span.source, byte, byte)).0;
    // A span that ends in a line break does not touch the next line.
    let end = if text[start..end].ends_with('\n') { end - 1 } else { end };
    let (first, last) = (at(start), at(end));
    match last - first < TALL {
        true => Place { label, span: Span::new(label.span.source, start, end), first, last, primary },
        false => {
            let end = text[start..].find('\n').map_or(text.len(), |n| start + n);
            Place { label, span: Span::new(label.span.source, start, end), first, last: first, primary }
        }
    }
}

fn excerpt(places: &[Place<'_>], sources: &SourceMap, width: usize, notes: &mut Vec<String>) -> Excerpt {
    let id = places[0].span.source;
    let source = sources.get(id);
    let text = &source.text;
    let first_line = places.iter().map(|p| p.first).min().unwrap_or(1);
    let begin = places.iter().map(|p| p.span.start as usize).min().unwrap_or(0);
    let end = places.iter().map(|p| p.span.end as usize).max().unwrap_or(0);
    let begin = text[..begin].rfind('\n').map_or(0, |n| n + 1);
    let end = text[end..].find('\n').map_or(text.len(), |n| end + n);

    // The number of the line and ` | ` stand before it.
    let last_line = places.iter().map(|p| p.last).max().unwrap_or(1);
    let room = width.saturating_sub(last_line.to_string().len() + 3).clamp(20, LONG_LINE);
    let mut shown = String::new();
    let mut map = Positions::default();
    let mut start = begin;
    for line in text[begin..end].split('\n') {
        let range = start..start + line.strip_suffix('\r').unwrap_or(line).len();
        let mut edges = places.iter().flat_map(|p| [p.span.start as usize, p.span.end as usize]);
        let focus = edges.find(|b| (start..=start + line.len()).contains(b));
        if start > begin {
            shown.push('\n');
        }
        show_line(text, range, focus.unwrap_or(start), room, &mut shown, &mut map);
        start += line.len() + 1;
    }

    let mut marks = vec![];
    for place in places {
        let (from, to) = (place.span.start as usize, place.span.end as usize);
        let (line, column) = sources.line_column(place.span);
        if map.covers(from) {
            let range = map.get(from)..map.get(to).max(map.get(from));
            marks.push(Mark { range, place: (line, column), text: place.label.text.clone(), primary: place.primary });
        } else {
            notes.push(format!("line {line}, column {column}: {}", place.label.text).trim_end_matches(": ").into());
        }
    }
    Excerpt { path: visible(&source.name), first_line, text: shown, marks }
}

/// Adds one line, without its line break, to the text shown: all of it, or a window around `focus`.
fn show_line(text: &str, line: Range<usize>, focus: usize, room: usize, shown: &mut String, map: &mut Positions) {
    let whole = &text[line.clone()];
    let focus = focus.min(line.end);
    let long = whole.chars().nth(room).is_some();
    let window = if long {
        let (before, after) = (room * 3 / 10, room * 6 / 10);
        let back = text[line.start..focus].char_indices().rev().take(before).last();
        let ahead = text[focus..line.end].char_indices().nth(after);
        back.map_or(focus, |(i, _)| line.start + i)..ahead.map_or(line.end, |(i, _)| focus + i)
    } else {
        line.clone()
    };
    if window.start > line.start {
        shown.push('…');
    }
    for (i, c) in text[window.clone()].char_indices() {
        map.0.push((window.start + i, shown.len()));
        // Tabs are left to the renderer, so that every character stays one and columns stay right.
        shown.push_str(&if c == '\t' { "\t".into() } else { visible_char(c) });
    }
    map.0.push((window.end, shown.len()));
    if window.end < line.end {
        shown.push('…');
    }
}

/// The places of the characters of a source in an excerpt: pairs of byte positions, both increasing.
#[derive(Default)]
struct Positions(Vec<(usize, usize)>);

impl Positions {
    /// Is the character here shown, or is this the end of a line shown?
    fn covers(&self, byte: usize) -> bool {
        self.0.binary_search_by_key(&byte, |p| p.0).is_ok()
    }

    /// The position in the excerpt; for a byte that isn't shown, the position of the nearest shown byte before it.
    fn get(&self, byte: usize) -> usize {
        let next = self.0.partition_point(|p| p.0 <= byte);
        self.0.get(next.saturating_sub(1)).map_or(0, |p| p.1)
    }
}
