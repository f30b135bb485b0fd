//! Files written as a whole: a new file beside the old one takes its name once all of it is on the disk. Where the disk is full,
//! or the program is killed, the old file is as it was.

use sator_base::limits::{Limits, Reason};
use sator_base::source::Span;
use sator_lang::diagnostic::{Code, Diagnostic};
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Who may read a file that was not there before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// Whom the user's mask lets.
    Usual,
    /// Nobody but the user, also where the file was there before.
    Private,
}

/// Why a file was not written.
#[derive(Debug)]
pub(crate) enum Unwritten {
    /// A limit ended the wait for the reader of a pipe.
    Stopped(Reason),
    Failed(io::Error),
}

impl From<io::Error> for Unwritten {
    fn from(error: io::Error) -> Unwritten {
        Unwritten::Failed(error)
    }
}

impl Unwritten {
    /// The error of a statement that names the file.
    pub(crate) fn at(self, path: &Path, span: Span) -> Box<Diagnostic> {
        Box::new(self.diagnostic(path).label(span, ""))
    }

    pub(crate) fn diagnostic(self, path: &Path) -> Diagnostic {
        match self {
            Unwritten::Stopped(reason) => Diagnostic::stopped_writing(reason),
            Unwritten::Failed(error) => {
                Diagnostic::new(Code::Unwritable, format!("`{}` can't be written: {error}", path.display()))
            }
        }
    }
}

impl From<Unwritten> for io::Error {
    fn from(unwritten: Unwritten) -> io::Error {
        match unwritten {
            Unwritten::Stopped(_) => io::ErrorKind::TimedOut.into(),
            Unwritten::Failed(error) => error,
        }
    }
}

/// Writes a file. An old one keeps its permissions, and a symbolic link goes on pointing to it. A pipe or a device is written to
/// as it stands, within the limits: the reader of a pipe can keep one waiting for ever.
///
/// # Errors
/// A limit is met at a pipe. The old file may not be written, its folder takes no other, or not all of it could be written: then
/// the old one is as it was.
pub(crate) fn write(path: &Path, bytes: &[u8], access: Access, limits: &Limits) -> Result<(), Unwritten> {
    let target = target(path)?;
    let old = match fs::metadata(target.as_deref().unwrap_or(path)) {
        Ok(metadata) => Some(metadata),
        Err(e) if e.kind() == io::ErrorKind::NotFound => None,
        Err(e) => return Err(e.into()),
    };
    match target {
        Some(target) if old.as_ref().is_none_or(fs::Metadata::is_file) => {
            Ok(replace(&target, bytes, old.as_ref(), access)?)
        }
        _ => in_place(path, bytes, limits),
    }
}

/// Gives a new file the name of the old one.
fn replace(target: &Path, bytes: &[u8], old: Option<&fs::Metadata>, access: Access) -> io::Result<()> {
    if old.is_some() {
        // The name alone could be taken from a file that is write-protected.
        OpenOptions::new().write(true).open(target)?;
    }
    let folder = target.parent().unwrap_or(Path::new("."));
    let (beside, mut file) = create_in(folder, access)?;
    let written = file
        .write_all(bytes)
        .and_then(|()| old.map_or(Ok(()), |old| take_over(&file, old, access)))
        .and_then(|()| file.sync_all());
    drop(file);
    if let Err(error) = written.and_then(|()| fs::rename(&beside, target)) {
        let _ = fs::remove_file(&beside);
        return Err(error);
    }
    sync_folder(folder);
    Ok(())
}

/// The time between two looks at the limits while the reader of a pipe is waited for.
const LOOK: Duration = Duration::from_millis(5);

/// Writes to a pipe or a device without ever waiting in the system, which would not look at the limits.
fn in_place(path: &Path, bytes: &[u8], limits: &Limits) -> Result<(), Unwritten> {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK);
    let mut file = patiently(|| options.open(path), &|error| has_no_reader(path, error), limits)?;
    let mut rest = bytes;
    while !rest.is_empty() {
        match patiently(|| file.write(rest), &|error| error.kind() == io::ErrorKind::WouldBlock, limits)? {
            0 => return Err(io::Error::from(io::ErrorKind::WriteZero).into()),
            written => rest = &rest[written..],
        }
    }
    Ok(())
}

/// Repeats an attempt to write as long as it fails because nobody reads yet.
fn patiently<T>(
    mut attempt: impl FnMut() -> io::Result<T>,
    waits: &dyn Fn(&io::Error) -> bool,
    limits: &Limits,
) -> Result<T, Unwritten> {
    loop {
        match attempt() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if waits(&error) => std::thread::sleep(LOOK),
            done => return Ok(done?),
        }
        if let Some(reason) = limits.stop() {
            return Err(Unwritten::Stopped(reason));
        }
    }
}

/// Whether nobody reads the pipe yet. The system gives the same error for a socket, which is never opened.
#[cfg(unix)]
fn has_no_reader(path: &Path, error: &io::Error) -> bool {
    use std::os::unix::fs::FileTypeExt;
    error.raw_os_error() == Some(libc::ENXIO) && fs::metadata(path).is_ok_and(|found| found.file_type().is_fifo())
}

#[cfg(not(unix))]
fn has_no_reader(_: &Path, _: &io::Error) -> bool {
    false
}

/// Links in a row that are followed.
const MAX_LINKS: usize = 40;

/// The end of a chain of symbolic links, which may still be to be made; none where that is an open file of the program, such
/// as `/dev/stdout`, as whoever opened it reads on there.
fn target(path: &Path) -> io::Result<Option<PathBuf>> {
    let mut target = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        let Some(name) = target.file_name() else { return Ok(Some(target)) };
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = folder.canonicalize()?;
        if folder.starts_with("/proc") {
            return Ok(None);
        }
        target = folder.join(name);
        let Ok(next) = fs::read_link(&target) else { return Ok(Some(target)) };
        target = folder.join(next);
    }
    Err(io::Error::other("there are too many symbolic links"))
}

/// A new file in a folder, under a name that no other has.
fn create_in(folder: &Path, access: Access) -> io::Result<(PathBuf, File)> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if access == Access::Private {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    #[cfg(not(unix))]
    let _ = access;
    loop {
        let name = format!(".sator-{}-{}.tmp", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = folder.join(name);
        match options.open(&path) {
            // Left by a program of the same number that was killed.
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
            opened => return opened.map(|file| (path, file)),
        }
    }
}

/// Gives a new file what the old one had: its owner, where the user may, and its permissions.
fn take_over(file: &File, old: &fs::Metadata, access: Access) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let new = file.metadata()?;
        if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
            let _ = fchown(file, Some(old.uid()), Some(old.gid()));
        }
    }
    match access {
        Access::Usual => file.set_permissions(Permissions::clone(&old.permissions())),
        Access::Private => Ok(()),
    }
}

/// Makes the new name last; where a folder can't be opened the system sees to it.
fn sync_folder(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn permissions_stay() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("f");
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o640)).unwrap();
        write(&file, b"new", Access::Usual, &Limits::none()).unwrap();
        assert_eq!((fs::read(&file).unwrap().as_slice(), mode(&file)), (&b"new"[..], 0o640));
        write(&file, b"newer", Access::Private, &Limits::none()).unwrap();
        assert_eq!((fs::read(&file).unwrap().as_slice(), mode(&file)), (&b"newer"[..], 0o600));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn links_stay() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link, hanging) = (folder.path().join("f"), folder.path().join("l"), folder.path().join("h"));
        symlink("f", &link).unwrap();
        symlink("l", &hanging).unwrap();
        for text in ["made", "written again"] {
            write(&hanging, text.as_bytes(), Access::Usual, &Limits::none()).unwrap();
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        }
        symlink("circle", folder.path().join("circle")).unwrap();
        assert!(write(&folder.path().join("circle"), b"", Access::Usual, &Limits::none()).is_err());
    }

    #[test]
    fn devices_are_written_to() {
        write(Path::new("/dev/null"), b"text", Access::Usual, &Limits::none()).unwrap();
        write(Path::new("/dev/fd/1"), b"", Access::Usual, &Limits::none()).unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        let folder = tempfile::tempdir().unwrap();
        assert!(write(folder.path(), b"text", Access::Usual, &Limits::none()).is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_slow_reader_gets_all_and_a_missing_one_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let limits = Limits::none().within(Duration::from_millis(1));
        let stopped = write(&pipe, b"text", Access::Usual, &limits);
        assert!(matches!(stopped, Err(Unwritten::Stopped(Reason::Timeout))), "{stopped:?}");
        // More than a pipe holds.
        let text = "line\n".repeat(100_000);
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read_to_string(pipe)
        });
        write(&pipe, text.as_bytes(), Access::Usual, &Limits::none()).unwrap();
        assert!(reader.join().unwrap().unwrap() == text);
        // One that opens the pipe and reads nothing.
        let idle = OpenOptions::new().read(true).write(true).open(&pipe).unwrap();
        let limits = Limits::none();
        limits.interrupt.set();
        let stopped = write(&pipe, text.as_bytes(), Access::Usual, &limits);
        assert!(matches!(stopped, Err(Unwritten::Stopped(Reason::Interrupted))), "{stopped:?}");
        drop(idle);
    }
}
