//! Data files: what `csv`, `json` and `lines` read.
//!
//! A file is read when the statement that names it is elaborated first. Elaborating the statement again, as `undo` or a
//! change of an earlier statement does, finds the same data; typing it again reads the file again.

use super::value::{Keys, Value};
use super::{Elaborator, value::Args};
use crate::data::{CsvForm, Text, csv, json, lines};
use crate::diagnostic::{Code, Diagnostic, Result, fail};
use rustc_hash::FxHashMap;
use sator_base::limits::Limits;
use sator_base::source::{SourceId, Span};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Reads the text of a file within limits. The error has no place yet.
pub type ReadFile = Arc<dyn Fn(&Path, &Limits) -> Result<String> + Send + Sync>;

/// The access to data files, and the data read so far.
#[derive(Default)]
pub struct DataFiles {
    /// Reads a file; `None` where statements may not read files.
    pub read: Option<ReadFile>,
    /// The folder of each script file. Paths in other texts are relative to the working directory.
    pub folders: FxHashMap<SourceId, PathBuf>,
    /// By the place in the script and the path: the data, and its text as a source.
    known: FxHashMap<(Span, PathBuf), (Value, SourceId)>,
}

impl DataFiles {
    /// Whether a data file has been read.
    pub fn any(&self) -> bool {
        !self.known.is_empty()
    }
}

impl Elaborator {
    /// The data of a file that the expression at `span` names, and the source of its text.
    fn data(
        &mut self,
        (path, path_span): (&Value, Span),
        span: Span,
        parse: impl FnOnce(Text) -> Result<Value>,
    ) -> Result<(Value, SourceId)> {
        let Value::Str(path) = path else {
            let error = self.wrong("the path of a file in double quotes", path, path_span);
            return fail(error.help("write `csv(\"cost.csv\")`; the path is relative to the script's folder"));
        };
        let full = match self.files.folders.get(&span.source) {
            Some(folder) => folder.join(&**path),
            None => PathBuf::from(&**path),
        };
        if let Some(known) = self.files.known.get(&(span, full.clone())) {
            return Ok(known.clone());
        }
        let Some(read) = self.files.read.clone() else {
            let error = Diagnostic::at(Code::FilesRefused, path_span, "this script may not read or write files");
            return fail(error.help("allow it if you trust it: the page has a switch for it"));
        };
        let text = read(&full, &self.limits).map_err(|error| Box::new(error.label(path_span, "")))?;
        let source = self.sources.add(full.display().to_string(), text);
        let value = parse(Text { source, text: &self.sources.get(source).text, limits: &self.limits })
            .map_err(|error| Box::new(error.label(span, "the file is read here")))?;
        self.decimals |= has_fraction(&value);
        self.files.known.insert((span, full), (value.clone(), source));
        Ok((value, source))
    }

    /// The source of the text that `lines` reads.
    pub(super) fn lines_source(&mut self, path: (&Value, Span), span: Span) -> Result<SourceId> {
        Ok(self.data(path, span, lines)?.1)
    }

    /// The data files that the text at `span` has read: the place of each call, and the path of its file.
    pub fn data_read(&self, span: Span) -> Vec<(Span, &Path)> {
        let inside = |call: &Span| call.source == span.source && span.start <= call.start && call.end <= span.end;
        self.files.known.keys().filter(|(call, _)| inside(call)).map(|(call, path)| (*call, path.as_path())).collect()
    }

    /// The names in a file that holds a JSON object.
    ///
    /// # Errors
    /// The file can't be read, or holds something else.
    pub fn names_in_json(&mut self, file: &Path, limits: &Limits) -> Result<Vec<String>> {
        let Some(read) = self.files.read.clone() else { return Ok(vec![]) };
        let text = read(file, limits)?;
        let source = self.sources.add(file.display().to_string(), text);
        let text = Text { source, text: &self.sources.get(source).text, limits };
        if let Value::Keyed(list) = &json(text)?
            && let Keys::Names(names) = &list.keys
        {
            return Ok(names.iter().map(|name| name.to_string()).collect());
        }
        let error = Diagnostic::at(Code::Data, Span::new(source, 0, 1), "the data of a call is a JSON object");
        fail(error.help("write the value of each parameter by its name: `{\"n\": 8}`"))
    }
}

/// Whether data has a number that isn't whole.
fn has_fraction(value: &Value) -> bool {
    match value {
        Value::Fraction(..) => true,
        Value::List(items) => items.iter().any(has_fraction),
        Value::Keyed(list) => list.items.iter().any(has_fraction),
        _ => false,
    }
}

/// `csv("cost.csv")`
pub(super) fn read_csv(el: &mut Elaborator, args: Args) -> Result<Value> {
    let header = match args.named("header") {
        None => None,
        Some((Value::Bool(header), _)) => Some(*header),
        Some((other, span)) => return el.wrong_type("`true` or `false`", other, span),
    };
    let separator = match args.named("separator") {
        None => None,
        Some((Value::Str(text), span)) => {
            let mut chars = text.chars();
            match (chars.next(), chars.next()) {
                (Some(c), None) if c != '"' && c != '\n' && c != '\r' => Some(c),
                _ => {
                    let error = Diagnostic::at(Code::Type, span, "a separator is one character, and no quote");
                    return fail(error.help("write `separator: \";\"`, or `separator: \"\\t\"` for a tab"));
                }
            }
        }
        Some((other, span)) => return el.wrong_type("a character in double quotes", other, span),
    };
    Ok(el.data(args.get(0), args.span, |text| csv(text, CsvForm { header, separator }))?.0)
}

/// `json("d.json")`
pub(super) fn read_json(el: &mut Elaborator, args: Args) -> Result<Value> {
    Ok(el.data(args.get(0), args.span, json)?.0)
}

/// `lines("board.txt")`
pub(super) fn read_lines(el: &mut Elaborator, args: Args) -> Result<Value> {
    Ok(el.data(args.get(0), args.span, lines)?.0)
}
