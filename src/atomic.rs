//! Files written as a whole: a new file beside the old one takes its name once all of it is on the disk. Where the disk is full,
//! or the program is killed, the old file is as it was.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Who may read a file that was not there before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// Whom the user's mask lets.
    Usual,
    /// Nobody but the user, also where the file was there before.
    Private,
}

/// Writes a file. An old one keeps its permissions, and a symbolic link goes on pointing to it; a pipe or a device is written to
/// as it stands.
///
/// # Errors
/// The old file may not be written, its folder takes no other, or not all of it could be written: then the old one is as it was.
pub(crate) fn write(path: &Path, bytes: &[u8], access: Access) -> io::Result<()> {
    let Some(target) = target(path)? else {
        return OpenOptions::new().write(true).open(path)?.write_all(bytes);
    };
    let old = match fs::metadata(&target) {
        Ok(metadata) => Some(metadata),
        Err(e) if e.kind() == io::ErrorKind::NotFound => None,
        Err(e) => return Err(e),
    };
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return OpenOptions::new().write(true).open(path)?.write_all(bytes);
    }
    if old.is_some() {
        // The name alone could be taken from a file that is write-protected.
        OpenOptions::new().write(true).open(&target)?;
    }
    let folder = target.parent().unwrap_or(Path::new("."));
    let (beside, mut file) = create_in(folder, access)?;
    let written = file
        .write_all(bytes)
        .and_then(|()| old.as_ref().map_or(Ok(()), |old| take_over(&file, old, access)))
        .and_then(|()| file.sync_all());
    drop(file);
    if let Err(error) = written.and_then(|()| fs::rename(&beside, &target)) {
        let _ = fs::remove_file(&beside);
        return Err(error);
    }
    sync_folder(folder);
    Ok(())
}

/// Links in a row that are followed.
const MAX_LINKS: usize = 40;

/// What symbolic links point to in the end, which may still be to be made; none where that is an open file of the program, such
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
        write(&file, b"new", Access::Usual).unwrap();
        assert_eq!((fs::read(&file).unwrap().as_slice(), mode(&file)), (&b"new"[..], 0o640));
        write(&file, b"newer", Access::Private).unwrap();
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
            write(&hanging, text.as_bytes(), Access::Usual).unwrap();
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        }
        symlink("circle", folder.path().join("circle")).unwrap();
        assert!(write(&folder.path().join("circle"), b"", Access::Usual).is_err());
    }

    #[test]
    fn devices_are_written_to() {
        write(Path::new("/dev/null"), b"text", Access::Usual).unwrap();
        write(Path::new("/dev/fd/1"), b"", Access::Usual).unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        let folder = tempfile::tempdir().unwrap();
        assert!(write(folder.path(), b"text", Access::Usual).is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
