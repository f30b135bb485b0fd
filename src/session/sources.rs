//! The texts of a session, and what they may read.

use super::{Files, Session, TextOrigin};
use crate::input;
use sator_base::limits::Limits;
use sator_base::source::SourceId;
use sator_lang::elaborate::ReadFile;
use std::path::Path;
use std::sync::Arc;

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
