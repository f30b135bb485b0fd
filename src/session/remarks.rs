//! Comments and blank lines between statements, which `save` writes as they were typed.
//!
//! A remark belongs to the next statement that becomes part of the puzzle. A comment on the last line of a statement
//! belongs to that statement.

use sator_base::source::{SourceId, SourceMap, Span};
use sator_draw::mark;
use sator_lang::syntax::ast::Statement;

#[derive(Clone, Debug, Default)]
pub(super) struct Remarks {
    /// Remarks read before the current source that belong to no statement yet.
    loose: String,
    source: Option<SourceId>,
    /// Start and end of each statement of the current source, as byte offsets in order.
    spans: Vec<(usize, usize)>,
    /// Number of statements whose remarks were taken.
    passed: usize,
}

impl Remarks {
    /// Starts on a text and its statements.
    pub(super) fn start(&mut self, sources: &SourceMap, source: SourceId, statements: &[Statement]) {
        self.finish(sources);
        // An empty line at the prompt is no remark.
        self.source = (!sources.get(source).text.trim().is_empty()).then_some(source);
        self.spans = statements.iter().map(|s| (s.span.start as usize, s.span.end as usize)).collect();
        self.passed = 0;
    }

    /// Starts on the statements of a text behind the one at `last`, which has its remarks.
    pub(super) fn start_behind(&mut self, sources: &SourceMap, source: SourceId, last: Span, statements: &[Statement]) {
        self.start(sources, source, statements);
        self.spans.insert(0, (last.start as usize, last.end as usize));
        self.passed = 1;
    }

    /// Takes the remarks above the statement at `span`, and the comment behind it.
    pub(super) fn take(&mut self, sources: &SourceMap, span: Span) -> (String, String) {
        let here = self.spans.binary_search_by_key(&(span.start as usize), |s| s.0);
        let Some(at) = here.ok().filter(|_| self.source == Some(span.source)) else {
            return (String::new(), String::new());
        };
        let text = &sources.get(span.source).text;
        for i in self.passed..=at {
            self.gap_before(text, i);
        }
        self.passed = at + 1;
        let next = self.spans.get(at + 1).map_or(text.len(), |s| s.0);
        let rest = text[span.end as usize..next].split('\n').next().unwrap_or("");
        let behind = rest.find('#').map_or("", |n| rest[n..].trim_end());
        (std::mem::take(&mut self.loose), behind.to_string())
    }

    /// The remarks after the last statement that joined the list.
    pub(super) fn finish(&mut self, sources: &SourceMap) -> &str {
        if let Some(source) = self.source.take() {
            let text = &sources.get(source).text;
            for i in self.passed..=self.spans.len() {
                self.gap_before(text, i);
            }
        }
        &self.loose
    }

    /// Adds the comments and blank lines before statement `i`, or after the last one.
    fn gap_before(&mut self, text: &str, i: usize) {
        let start = if i == 0 { 0 } else { self.spans[i - 1].1 };
        let end = self.spans.get(i).map_or(text.len(), |s| s.0);
        let Some(mut gap) = text.get(start..end) else { return };
        if i > 0 {
            // The rest of a statement's last line belongs to the statement.
            let Some((_, below)) = gap.split_once('\n') else { return };
            gap = below;
        }
        let lines: Vec<&str> = gap.split('\n').map(str::trim_end).collect();
        let last = lines.len() - 1;
        for (k, line) in lines.iter().enumerate() {
            // The last piece is no whole line: it ends at the statement or at the end of the text. `save` writes
            // this line itself.
            if *line == mark::SCRIPT {
                continue;
            }
            let comment = line.trim_start().starts_with('#');
            if comment {
                self.loose.push_str(line);
                self.loose.push('\n');
            } else if k < last && !self.loose.ends_with("\n\n") && !(self.loose.is_empty() && i == 0) {
                self.loose.push('\n');
            }
        }
    }
}
