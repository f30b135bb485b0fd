//! `load "f"`: the statements of another file, as one statement of this session.

use super::{Session, Sink};
use crate::diagnostic::{Diagnostic, Result, fail};
use crate::elaborate::suggest;
use crate::exchange::Imported;
use crate::gallery;
use crate::source::Span;
use crate::syntax::ast::Statement;
use std::path::{Path, PathBuf};

/// Larger files are no puzzles.
const MAX_BYTES: u64 = 64 << 20;

/// Files within files.
const MAX_DEPTH: usize = 50;

impl Session {
    /// A path as seen from the text that names it.
    pub(super) fn resolve(&self, path: &str, span: Span) -> PathBuf {
        let here = self.files.get(span.source.0 as usize).and_then(|f| f.as_deref()).and_then(Path::parent);
        here.map_or_else(|| PathBuf::from(path), |dir| dir.join(path))
    }

    /// `load example "sudoku"`: one of the scripts inside the program.
    pub(super) fn load_example(
        &mut self,
        name: &str,
        span: Span,
        taken: &mut Vec<Statement>,
        sink: Sink,
    ) -> Result<()> {
        let Some(example) = gallery::find(name) else {
            let error = Diagnostic::at("no-example", span, format!("there is no example `{name}`"));
            let near = suggest(name, gallery::EXAMPLES.iter().map(|e| e.name));
            return fail(match near {
                Some(near) => error.help(format!("did you mean `{near}`? `examples` lists all")),
                None => error.help("`examples` lists all"),
            });
        };
        self.loading.push(PathBuf::from(name));
        let done = self
            .read(&format!("example {name}"), example.text, None)
            .and_then(|statements| statements.iter().try_for_each(|statement| self.run_one(statement, taken, sink)));
        self.loading.pop();
        done
    }

    pub(super) fn load(&mut self, path: &str, span: Span, taken: &mut Vec<Statement>, sink: Sink) -> Result<()> {
        let imported = self.imported(path, span)?;
        if let Some(imported) = imported {
            return self.load_imported(&imported, taken, sink);
        }
        let full = self.resolve(path, span);
        let text = read_text(&full).map_err(|message| Box::new(Diagnostic::at("unreadable", span, message)))?;
        let real = full.canonicalize().unwrap_or_else(|_| full.clone());
        let own = self.files.get(span.source.0 as usize).and_then(|f| f.as_ref()).and_then(|f| f.canonicalize().ok());
        if self.loading.contains(&real) || own.as_ref() == Some(&real) || self.loading.len() >= MAX_DEPTH {
            return fail(
                Diagnostic::at(
                    "load-cycle",
                    span,
                    format!("`{path}` is being loaded already: the files load each other"),
                )
                .help("put what both need into a third file"),
            );
        }
        self.loading.push(real);
        let done = self
            .read(&full.display().to_string(), &text, Some(full.clone()))
            .and_then(|statements| statements.iter().try_for_each(|statement| self.run_one(statement, taken, sink)));
        self.loading.pop();
        done
    }

    /// An import inside another file, or in the place of a statement, is part of that one.
    fn load_imported(&mut self, imported: &Imported, taken: &mut Vec<Statement>, sink: Sink) -> Result<()> {
        self.loading.push(PathBuf::from(imported.format));
        let done = self
            .read(imported.format, &imported.script, None)
            .and_then(|statements| statements.iter().try_for_each(|statement| self.run_one(statement, taken, sink)));
        self.loading.pop();
        done
    }
}

/// The text of a script; the error is a sentence for the user.
pub fn read_text(path: &Path) -> Result<String, String> {
    let shown = path.display();
    let metadata = std::fs::metadata(path).map_err(|e| match e.kind() {
        std::io::ErrorKind::NotFound => format!("there is no file `{shown}`"),
        std::io::ErrorKind::PermissionDenied => format!("`{shown}` may not be read"),
        _ => format!("`{shown}` can't be read: {e}"),
    })?;
    if metadata.is_dir() {
        return Err(format!("`{shown}` is a directory, not a script"));
    }
    if metadata.len() > MAX_BYTES {
        return Err(format!("`{shown}` is larger than 64 MiB: no puzzle script"));
    }
    let bytes = std::fs::read(path).map_err(|e| format!("`{shown}` can't be read: {e}"))?;
    decode(bytes, &shown.to_string())
}

/// Bytes as text: UTF-8, and not one of the binary files that also end in `.puz`.
pub fn decode(bytes: Vec<u8>, name: &str) -> Result<String, String> {
    // Across Lite: a two-byte checksum, then the file magic.
    if bytes.get(2..13) == Some(b"ACROSS&DOWN") {
        return Err(format!(
            "`{name}` is an Across Lite crossword, which also ends in `.puz`; sator reads puzzle scripts, which are text"
        ));
    }
    String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        format!("`{name}` is not UTF-8 text (byte {} is not): is it a puzzle script?", at + 1)
    })
}
