//! Sources of text: every file and every line typed at the prompt is a source of its own.

crate::ids::id! {
    /// One piece of text in a [`SourceMap`].
    pub struct SourceId;
}

/// Half-open range of bytes in one source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// The source of the text.
    pub source: SourceId,
    /// The first byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

impl Span {
    /// The span from byte `start` up to byte `end`, which is excluded.
    pub fn new(source: SourceId, start: usize, end: usize) -> Span {
        Span { source, start: start as u32, end: end as u32 }
    }

    /// The smallest span that covers both. Both must lie in one source; otherwise the result is `self`.
    pub fn to(self, other: Span) -> Span {
        if self.source != other.source {
            return self;
        }
        Span { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A source: a name for messages (a path, or `<input>`) and the text.
#[derive(Debug)]
pub struct Source {
    /// The name in messages.
    pub name: String,
    /// The whole text.
    pub text: String,
    line_starts: Vec<u32>,
    /// Added to line numbers, so that a statement stored apart from its file keeps its own line number.
    pub first_line: u32,
    /// The writer of the text.
    pub author: Author,
}

/// The author of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Author {
    /// The user.
    User,
    /// The library of standard rules.
    Library,
    /// The generator, for a puzzle that it tries.
    Generator,
}

/// All text read so far. Sources are never removed.
#[derive(Debug, Default)]
pub struct SourceMap {
    sources: Vec<Source>,
}

/// The offsets at which the lines of a text start.
fn line_starts(text: &str) -> Vec<u32> {
    std::iter::once(0).chain(text.match_indices('\n').map(|(i, _)| i as u32 + 1)).collect()
}

impl SourceMap {
    /// Adds a text that the user wrote.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> SourceId {
        self.add_by(Author::User, name, text)
    }

    /// Adds a text of any author.
    pub fn add_by(&mut self, author: Author, name: impl Into<String>, text: impl Into<String>) -> SourceId {
        let text = text.into();
        let line_starts = line_starts(&text);
        self.sources.push(Source { name: name.into(), text, line_starts, first_line: 1, author });
        SourceId(self.sources.len() as u32 - 1)
    }

    /// Replaces a text by another. Spans stay valid in the part with which both texts begin.
    pub fn replace(&mut self, id: SourceId, name: impl Into<String>, text: impl Into<String>) {
        let Source { first_line, author, .. } = self.sources[id];
        let text = text.into();
        self.sources[id] = Source { name: name.into(), line_starts: line_starts(&text), text, first_line, author };
    }

    /// The number of sources.
    pub fn count(&self) -> usize {
        self.sources.len()
    }

    /// Whether the span lies in the text of a standard rule.
    pub fn is_library(&self, span: Span) -> bool {
        self.get(span.source).author == Author::Library
    }

    /// Whether the span lies in a text that the generator made.
    pub fn is_generated(&self, span: Span) -> bool {
        self.get(span.source).author == Author::Generator
    }

    /// Makes a source's line numbers start at `line`.
    pub fn start_at(&mut self, id: SourceId, line: u32) {
        self.sources[id].first_line = line;
    }

    /// The source with this id.
    pub fn get(&self, id: SourceId) -> &Source {
        &self.sources[id]
    }

    /// The text that `span` covers.
    pub fn slice(&self, span: Span) -> &str {
        self.get(span.source).text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Whether the comment `# guess` ends the line behind a place: the user supposes what stands there.
    pub fn is_guess(&self, span: Span) -> bool {
        let rest = self.get(span.source).text.get(span.end as usize..).unwrap_or_default();
        rest.lines().next().is_some_and(|rest| rest.trim() == "# guess")
    }

    /// Line and column of a span's start, both counted from 1; columns count characters.
    pub fn line_column(&self, span: Span) -> (u32, u32) {
        let source = self.get(span.source);
        let line = source.line_starts.partition_point(|&s| s <= span.start).max(1) - 1;
        let start = source.line_starts[line] as usize;
        let before = source.text.get(start..span.start as usize).unwrap_or("");
        (line as u32 + source.first_line, before.chars().count() as u32 + 1)
    }
}
