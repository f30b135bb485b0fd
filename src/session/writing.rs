//! Decides which files a statement can write and overwrite. A script writes in its own folder; a user writes anywhere.

use super::{TextOrigin, Texts};
use sator_base::source::Span;
use sator_draw::mark;
use sator_lang::diagnostic::{Code, Diagnostic, Result, fail};
use std::path::{Path, PathBuf};

/// Whether statements can overwrite files that do not carry a mark of sator.
#[derive(Default)]
pub enum Overwrite {
    /// Such a file is an error.
    #[default]
    Refuse,
    /// Such files are overwritten.
    Allow,
    /// The callback asks the user about statements that the user typed; scripts are refused.
    Ask(Box<dyn FnMut(&Path) -> bool>),
}

impl Texts {
    /// Resolves the path of a file that a statement writes, relative to the script that names it. Fails if the
    /// statement can't write it.
    pub(super) fn file_to_write(&mut self, path: &str, span: Span) -> Result<PathBuf> {
        self.can_write(span)?;
        let full = self.resolve(path, span);
        let typed = matches!(self.origin(span), TextOrigin::Typed);
        if !typed {
            stays_below(self.folder(span), &full).map_err(|fault| Box::new(fault.diagnostic(path, span)))?;
        }
        self.may_overwrite(&full, typed, span)?;
        Ok(full)
    }

    /// Resolves the path of a folder that a statement writes. An existing one holds nothing but a certificate.
    pub(super) fn folder_to_write(&mut self, path: &str, span: Span) -> Result<PathBuf> {
        let folder = self.file_to_write(path, span)?;
        let empty = std::fs::read_dir(&folder).is_ok_and(|mut files| files.next().is_none());
        let own = ["formula.opb", "proof"].iter().all(|name| folder.join(name).is_file());
        if folder.is_dir() && !empty && !own && !matches!(self.overwrite, Overwrite::Allow) {
            let message = format!("`{}` exists, and holds something else than a certificate", folder.display());
            let help = "choose another name; `--overwrite` on the command line lets sator write into it";
            return fail(Diagnostic::at(Code::Overwrite, span, message).help(help));
        }
        Ok(folder)
    }

    /// Checks that a file can be written. `typed`: the user typed the statement that writes it.
    ///
    /// # Errors
    /// The file exists without a mark of sator, and the user did not allow overwriting it.
    pub fn may_overwrite(&mut self, file: &Path, typed: bool, span: Span) -> Result<()> {
        let Ok(found) = std::fs::metadata(file) else { return Ok(()) };
        // Writing to a pipe or a device overwrites nothing. Only the user knows which ones exist, so scripts don't.
        let own = if found.is_file() { mark::is_ours(file) } else { typed };
        let may = match &mut self.overwrite {
            _ if own || found.is_dir() => true,
            Overwrite::Allow => true,
            Overwrite::Ask(ask) if typed => ask(file),
            _ => false,
        };
        if may {
            return Ok(());
        }
        let message = format!("`{}` exists, and sator did not write it", file.display());
        let help = "choose another name; `--overwrite` on the command line lets sator overwrite it";
        fail(Diagnostic::at(Code::Overwrite, span, message).help(help))
    }

    /// The folder that the paths of a text are relative to.
    fn folder(&self, span: Span) -> &Path {
        self.origin(span).file().and_then(Path::parent).unwrap_or(Path::new(""))
    }
}

/// The reason why a script can't write a file.
#[derive(Debug, PartialEq, Eq)]
enum Fault {
    Outside,
    Hidden,
}

impl Fault {
    fn diagnostic(&self, path: &str, span: Span) -> Diagnostic {
        let message = match self {
            Fault::Outside => format!("`{path}` is outside the folder of this script"),
            Fault::Hidden => format!("`{path}` is hidden, and a script writes no hidden files"),
        };
        let help =
            "a script can write in its own folder and below; at the prompt and after `-e` you can write anywhere";
        Diagnostic::at(Code::WriteRefused, span, message).help(help)
    }
}

/// Checks that `file` lies in `folder` or below it, with all links followed, and that no part of the path below is
/// hidden.
fn stays_below(folder: &Path, file: &Path) -> Result<(), Fault> {
    let here = |path: &Path| if path.as_os_str().is_empty() { PathBuf::from(".") } else { path.to_path_buf() };
    let name = file.file_name().ok_or(Fault::Outside)?;
    let folder = here(folder).canonicalize().map_err(|_| Fault::Outside)?;
    let around = here(file.parent().unwrap_or(Path::new("")));
    // If the file's folder doesn't exist, writing the file fails with its own error.
    let Ok(around) = around.canonicalize() else { return Ok(()) };
    let target = around.join(name);
    let target = match target.symlink_metadata() {
        Ok(found) if found.is_symlink() => target.canonicalize().map_err(|_| Fault::Outside)?,
        _ => target,
    };
    let below = target.strip_prefix(&folder).map_err(|_| Fault::Outside)?;
    match below.components().any(|part| part.as_os_str().as_encoded_bytes().starts_with(b".")) {
        true => Err(Fault::Hidden),
        false => Ok(()),
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_script_writes_below_its_folder() {
        let all = tempfile::tempdir().unwrap();
        let own = all.path().join("own");
        for folder in ["own/deep", "own/.hidden", "other"] {
            fs::create_dir_all(all.path().join(folder)).unwrap();
        }
        symlink(all.path().join("other"), own.join("away")).unwrap();
        symlink(all.path().join("other/file"), own.join("dangling")).unwrap();
        symlink("deep/b.puz", own.join("near")).unwrap();
        fs::write(own.join("deep/b.puz"), "").unwrap();
        let judged = |path: &str| stays_below(&own, &own.join(path));
        for fine in [
            "a.puz",
            "deep/a.puz",
            "deep/../a.puz",
            "./a.puz",
            "deep/b.puz",
            "near",
            "../own/a.puz",
            "none/a",
            "../none/a",
        ] {
            assert_eq!(judged(fine), Ok(()), "{fine}");
        }
        for hidden in [".bashrc", ".hidden/a", "deep/.a"] {
            assert_eq!(judged(hidden), Err(Fault::Hidden), "{hidden}");
        }
        let other = all.path().join("other/a");
        for outside in
            ["../a", "../other/a", "deep/../../a", "away/a", "dangling", "/", "..", "/tmp/a", other.to_str().unwrap()]
        {
            assert_eq!(judged(outside), Err(Fault::Outside), "{outside}");
        }
    }
}
