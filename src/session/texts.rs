//! The texts of a session, and what they may read.

use super::{Overwrite, Session};
use crate::input::{self, Unread};
use sator_base::limits::Limits;
use sator_base::source::{SourceId, Span};
use sator_lang::diagnostic::{Code, Diagnostic, Result, fail};
use sator_lang::elaborate::{Elaborator, ReadFile};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The files that statements can read and write. A page refuses them to scripts that its user has not approved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Files {
    /// Statements read and write files.
    #[default]
    Allowed,
    /// Statements read these texts, by the name of the file, and write nothing.
    Given(Arc<BTreeMap<String, String>>),
    /// Statements that name a file are errors.
    Refused,
}

/// The origin of a text. It decides which folder its paths are relative to, and where it can write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TextOrigin {
    /// The user typed it at the prompt or on the command line: it can write anywhere.
    #[default]
    Typed,
    /// A script without a file, for example from standard input: its folder is the working directory.
    Script,
    /// The script file with this path: its folder is that of the file.
    File(PathBuf),
}

impl TextOrigin {
    pub(crate) fn file(&self) -> Option<&Path> {
        let TextOrigin::File(file) = self else { return None };
        Some(file)
    }
}

/// `Some(file)` is the origin of the file's text; `None` is a text that the user typed.
impl From<Option<PathBuf>> for TextOrigin {
    fn from(file: Option<PathBuf>) -> TextOrigin {
        file.map_or(TextOrigin::Typed, TextOrigin::File)
    }
}

/// The texts that a session has read or is loading, and the files that their statements can read and write.
#[derive(Default)]
pub struct Texts {
    /// The origin of each source, by the number of the source.
    pub(super) origins: Vec<TextOrigin>,
    /// The files that statements can read and write.
    files: Files,
    /// Whether statements can overwrite files that do not carry a mark of sator.
    pub overwrite: Overwrite,
    /// Files being loaded, the outermost first.
    pub(super) loading: Vec<PathBuf>,
    /// The text that was read to recognise its format, for `load`: a pipe can be read only once.
    pub(super) read_ahead: Option<(PathBuf, String)>,
    /// The statements being run are another program's puzzle: commands are errors.
    pub(super) importing: bool,
}

impl Texts {
    /// Adds a text to the sources.
    pub(super) fn add(&mut self, elaborator: &mut Elaborator, name: &str, text: &str, origin: TextOrigin) -> SourceId {
        let id = elaborator.sources.add(name, text);
        if let Some(folder) = origin.file().and_then(Path::parent) {
            elaborator.files.folders.insert(id, folder.to_path_buf());
        }
        self.origins.resize(id.index(), TextOrigin::Typed);
        self.origins.push(origin);
        id
    }

    pub(super) fn origin(&self, span: Span) -> &TextOrigin {
        self.origins.get(span.source.index()).unwrap_or(&TextOrigin::Typed)
    }

    /// Resolves a path relative to the text that names it.
    pub(super) fn resolve(&self, path: &str, span: Span) -> PathBuf {
        let here = self.origin(span).file().and_then(Path::parent);
        here.map_or_else(|| PathBuf::from(path), |dir| dir.join(path))
    }

    /// Fails if statements can't read files.
    pub(super) fn can_read(&self, span: Span) -> Result<()> {
        match self.files {
            Files::Allowed | Files::Given(_) => Ok(()),
            Files::Refused => {
                let error = Diagnostic::at(Code::FilesRefused, span, "this script may not read or write files");
                fail(error.help("allow it if you trust it: the page has a switch for it"))
            }
        }
    }

    /// Fails if statements can't write files.
    pub(super) fn can_write(&self, span: Span) -> Result<()> {
        if let Files::Given(_) = self.files {
            let error = Diagnostic::at(Code::FilesRefused, span, "a script can only read files here, not write them");
            return fail(error.help("`Save` on the page keeps the script and its pictures"));
        }
        self.can_read(span)
    }

    /// The text of a file, which may have been read ahead.
    pub(super) fn read(&mut self, file: &Path, limits: &Limits) -> Result<String, Unread> {
        match (self.read_ahead.take(), &self.files) {
            (Some((read, text)), _) if read == file => Ok(text),
            (_, Files::Given(given)) => input::text_given(given, file),
            _ => input::text_of_file(file, limits),
        }
    }
}

impl Session {
    /// The files that statements can read and write.
    pub fn files(&self) -> &Files {
        &self.texts.files
    }

    /// Chooses the files that statements can read and write.
    pub fn set_files(&mut self, files: Files) {
        self.elaborator.files.read = reader(&files);
        self.texts.files = files;
    }
}

/// The function that reads data files.
pub(super) fn reader(files: &Files) -> Option<ReadFile> {
    match files {
        Files::Refused => None,
        Files::Allowed => Some(Arc::new(|path: &Path, limits: &Limits| {
            input::text_of_data(path, limits).map_err(|unread| Box::new(unread.diagnostic()))
        })),
        Files::Given(given) => {
            let given = given.clone();
            Some(Arc::new(move |path: &Path, _: &Limits| {
                input::text_given(&given, path).map_err(|unread| Box::new(unread.diagnostic()))
            }))
        }
    }
}
