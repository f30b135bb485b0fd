//! Sessions that prompts keep as they grow: each prompt has a file of its own in the user's data folder, so that none overwrites
//! what another holds, and a closed terminal loses nothing. `SATOR_HISTORY=off` keeps none.

use crate::atomic::{self, Access};
use crate::dirs;
use sator_base::limits::Limits;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Sessions that stay when a new one is kept.
const MOST: usize = 10;

/// A session that another prompt kept.
#[derive(Debug)]
pub(crate) struct Kept {
    pub path: PathBuf,
    /// The time since it was written.
    pub age: Duration,
    /// The prompt that writes it goes on.
    pub open: bool,
}

/// The sessions of other prompts: the one that was written last first, those that are open behind the others.
pub(crate) fn others() -> Vec<Kept> {
    let own = own_file();
    let entries = folder().and_then(|folder| std::fs::read_dir(folder).ok());
    let mut kept: Vec<Kept> = entries
        .into_iter()
        .flatten()
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let writer = writer_of(&path)?;
            let written = path.metadata().ok().filter(|m| m.is_file())?.modified().ok()?;
            let age = written.elapsed().unwrap_or_default();
            (Some(&path) != own.as_ref()).then(|| Kept { age, open: writer.is_some_and(is_other_running), path })
        })
        .collect();
    kept.sort_by_key(|kept| (kept.open, kept.age));
    kept
}

/// Writes what this prompt holds; the sessions that it took over go, and the oldest of many. False where none is to be kept.
pub(crate) fn write(script: &str) -> io::Result<bool> {
    let Some(file) = own_file() else { return Ok(false) };
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let first = !file.exists();
    atomic::write(&file, script.as_bytes(), Access::Private, &Limits::none())?;
    for path in taken().drain(..) {
        let _ = std::fs::remove_file(path);
    }
    if first {
        for old in others().iter().filter(|kept| !kept.open).skip(MOST - 1) {
            let _ = std::fs::remove_file(&old.path);
        }
    }
    Ok(true)
}

/// Nothing of this prompt is to be kept: it is empty, or in a file of the user's.
pub(crate) fn forget() {
    for path in taken().drain(..).chain(own_file()) {
        let _ = std::fs::remove_file(path);
    }
}

/// From now on this prompt writes another file: what it held before stays.
pub(crate) fn start_anew() {
    START.fetch_add(1, Ordering::Relaxed);
}

/// The session is part of this prompt's from now on: its file goes once this prompt's own is written.
pub(crate) fn take_over(kept: Kept) {
    if !kept.open {
        taken().push(kept.path);
    }
}

/// Gives a session that can't be read in full a name under which it stays.
pub(crate) fn set_aside(kept: &Kept) -> io::Result<PathBuf> {
    let name = kept.path.file_name().and_then(|name| name.to_str()).unwrap_or("last.puz");
    let aside = kept.path.with_file_name(format!("unread-{name}"));
    match kept.open {
        true => std::fs::copy(&kept.path, &aside).map(|_| ())?,
        false => std::fs::rename(&kept.path, &aside)?,
    }
    Ok(aside)
}

fn taken() -> std::sync::MutexGuard<'static, Vec<PathBuf>> {
    static TAKEN: Mutex<Vec<PathBuf>> = Mutex::new(vec![]);
    TAKEN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn folder() -> Option<PathBuf> {
    let off = std::env::var_os("SATOR_HISTORY").is_some_and(|value| value == "off" || value.is_empty());
    if off { None } else { dirs::data() }
}

/// The start of this prompt, in seconds; 0 before that is known.
static START: AtomicU64 = AtomicU64::new(0);

/// `last-SECONDS-PROCESS.puz`: the start makes it new where a process has the number of an earlier one.
fn own_file() -> Option<PathBuf> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.as_secs());
    let start =
        START.compare_exchange(0, now, Ordering::Relaxed, Ordering::Relaxed).map_or_else(|start| start, |_| now);
    Some(folder()?.join(format!("last-{start}-{}.puz", std::process::id())))
}

/// The process that writes a session, if it is one; `last.puz`, of an older sator, has none.
fn writer_of(path: &Path) -> Option<Option<u32>> {
    let name = path.file_name()?.to_str()?.strip_suffix(".puz")?;
    if name == "last" {
        return Some(None);
    }
    let (start, process) = name.strip_prefix("last-")?.split_once('-')?;
    start.parse::<u64>().ok()?;
    process.parse().ok().map(Some)
}

/// Whether another process has this number. If the system has given the number to another program, the session is kept longer than
/// needed.
fn is_other_running(process: u32) -> bool {
    #[cfg(unix)]
    {
        if process == std::process::id() {
            return false;
        }
        let Ok(process) = libc::pid_t::try_from(process) else { return false };
        // SAFETY: signal 0 is sent to nobody: it asks whether the process is there.
        let answer = unsafe { libc::kill(process, 0) };
        answer == 0 || io::Error::last_os_error().raw_os_error() == Some(libc::EPERM)
    }
    #[cfg(not(unix))]
    {
        let _ = process;
        false
    }
}
