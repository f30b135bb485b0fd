//! The lines of past runs: a text file in the user's data folder, one entry a line, to which every entry is
//! added at once, so that several prompts can share it and none loses anything.
//!
//! `SATOR_HISTORY` names another file, or switches it off with `off`. A history that can't be read or
//! written is done without: typing must go on.

use crate::atomic::{self, Access};
use crate::dirs;
use sator_base::limits::Limits;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Entries that are kept.
const MOST: usize = 2000;
/// Longer entries, in bytes, are not worth a line.
const LONGEST: usize = 64 << 10;

#[derive(Debug)]
pub(crate) struct History {
    file: Option<PathBuf>,
    last: Option<String>,
}

impl History {
    /// The history of this user.
    pub(crate) fn of_user() -> History {
        let file = match std::env::var_os("SATOR_HISTORY") {
            Some(value) if value == "off" || value.is_empty() => None,
            Some(value) => Some(PathBuf::from(value)),
            None => dirs::data().map(|folder| folder.join("history")),
        };
        History { file, last: None }
    }

    #[cfg(test)]
    fn at(file: PathBuf) -> History {
        History { file: Some(file), last: None }
    }

    /// The entries of past runs, oldest first. A file grown too long is cut.
    pub(crate) fn load(&mut self) -> Vec<String> {
        let Some(file) = &self.file else { return vec![] };
        let Ok(bytes) = fs::read(file) else { return vec![] };
        let text = String::from_utf8_lossy(&bytes);
        let mut entries: Vec<String> = text.lines().filter(|l| !l.is_empty()).map(unescape).collect();
        if entries.len() > 2 * MOST {
            entries.drain(..entries.len() - MOST);
            let text: String = entries.iter().map(|e| escape(e) + "\n").collect();
            // Without a file that can be written, the history lasts as long as the session.
            let _ = atomic::write(file, text.as_bytes(), Access::Private, &Limits::none());
        }
        self.last = entries.last().cloned();
        entries
    }

    /// Adds an entry. Returns false for a blank entry and for a repetition of the last one.
    pub(crate) fn add(&mut self, entry: &str) -> bool {
        if entry.trim().is_empty() || self.last.as_deref() == Some(entry) {
            return false;
        }
        self.last = Some(entry.to_string());
        if let Some(file) = self.file.as_deref().filter(|_| entry.len() <= LONGEST) {
            let _ = append(file, &(escape(entry) + "\n"));
        }
        true
    }
}

fn append(file: &Path, line: &str) -> std::io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    // One write, so that entries of several prompts do not mix.
    options.open(file)?.write_all(line.as_bytes())
}

/// `XDG_CONFIG_HOME/sator/init.puz`, by default in `~/.config`: read before the first prompt.
pub(crate) fn init_file() -> Option<PathBuf> {
    dirs::config().map(|folder| folder.join("init.puz")).filter(|file| file.is_file())
}

fn escape(entry: &str) -> String {
    entry.replace('\\', "\\\\").replace('\n', "\\n")
}

fn unescape(line: &str) -> String {
    let mut entry = String::with_capacity(line.len());
    let mut escaped = false;
    for c in line.chars() {
        match (escaped, c) {
            (false, '\\') => escaped = true,
            (true, 'n') => {
                entry.push('\n');
                escaped = false;
            }
            (_, c) => {
                entry.push(c);
                escaped = false;
            }
        }
    }
    entry
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn kept_between_runs() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("new/history");
        let mut history = History::at(file.clone());
        assert!(history.load().is_empty());
        assert!(history.add("grid x 2x2 in 1..2"));
        assert!(!history.add("grid x 2x2 in 1..2"));
        assert!(history.add("givens {\n  1.\n}"));
        assert!(!history.add("  "));
        assert_eq!(History::at(file).load(), ["grid x 2x2 in 1..2", "givens {\n  1.\n}"]);
    }

    #[test]
    fn nowhere_to_write() {
        assert!(History::at("/dev/null/history".into()).add("solve"));
        assert!(History { file: None, last: None }.load().is_empty());
    }

    proptest! {
        #[test]
        fn entries_come_back(entry in "[ -~\n\\\\]{1,60}") {
            prop_assert_eq!(unescape(&escape(&entry)), entry);
        }
    }
}
