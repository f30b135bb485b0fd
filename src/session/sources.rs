//! The texts of a session, and what they may read.

use super::Session;
use crate::input;
use sator_base::limits::Limits;
use sator_base::source::SourceId;
use sator_lang::elaborate::ReadFile;
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

impl Session {
    /// Adds a text to the sources.
    pub(super) fn add_source(&mut self, name: &str, text: &str, origin: TextOrigin) -> SourceId {
        let id = self.elaborator.sources.add(name, text);
        if let Some(folder) = origin.file().and_then(Path::parent) {
            self.elaborator.files.folders.insert(id, folder.to_path_buf());
        }
        self.origins.resize(id.index(), TextOrigin::Typed);
        self.origins.push(origin);
        id
    }

    /// The files that statements can read and write.
    pub fn files(&self) -> &Files {
        &self.files
    }

    /// Chooses the files that statements can read and write.
    pub fn set_files(&mut self, files: Files) {
        self.elaborator.files.read = reader(&files);
        self.files = files;
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
