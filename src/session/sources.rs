//! The texts of a session, and what they may read.

use super::{Files, Session, TextOrigin};
use sator_base::limits::Limits;
use sator_base::source::SourceId;
use sator_lang::diagnostic::Result;
use sator_lang::elaborate::ReadFile;
use std::path::Path;

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

    /// Whether statements can read and write files.
    pub fn files(&self) -> Files {
        self.files
    }

    /// Chooses whether statements can read and write files.
    pub fn set_files(&mut self, files: Files) {
        self.files = files;
        self.elaborator.files.read = (files == Files::Allowed).then_some(data_file as ReadFile);
    }
}

/// Reads a data file.
pub(super) fn data_file(path: &Path, limits: &Limits) -> Result<String> {
    crate::input::text_of_data(path, limits).map_err(|unread| Box::new(unread.diagnostic()))
}
