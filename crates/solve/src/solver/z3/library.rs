//! Opens libz3 when its first thread starts instead of with the process. Most puzzles never need Z3, and loading it with the
//! C++ library takes some 2 ms, half of the time of a small puzzle. The features `vendored` and `gh-release` link libz3 into
//! the program, and nothing is opened.
//!
//! The library is searched in the folders that the program names, in the folder given at build time, then where the system
//! keeps its libraries: never in a folder relative to the program, because anybody might be able to write there.

use std::path::PathBuf;
#[cfg(not(any(feature = "vendored", feature = "gh-release")))]
use std::sync::{Mutex, PoisonError};

/// The folders that the program names.
#[cfg(not(any(feature = "vendored", feature = "gh-release")))]
static FOLDERS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Names a folder in which libz3 is searched before anywhere else. It counts until libz3 is first needed.
pub fn search_z3_in(folder: PathBuf) {
    #[cfg(not(any(feature = "vendored", feature = "gh-release")))]
    FOLDERS.lock().unwrap_or_else(PoisonError::into_inner).push(folder);
    #[cfg(any(feature = "vendored", feature = "gh-release"))]
    drop(folder);
}

/// Whether libz3 is open or can be opened.
pub fn can_load() -> bool {
    load().is_ok()
}

/// Opens libz3 if it isn't open yet. Must be called before any function of Z3.
///
/// # Errors
/// A sentence that names each library tried.
pub(super) fn load() -> Result<(), String> {
    #[cfg(not(any(feature = "vendored", feature = "gh-release")))]
    {
        static LOADED: std::sync::OnceLock<Result<(), String>> = std::sync::OnceLock::new();
        LOADED.get_or_init(open::load).clone()
    }
    #[cfg(any(feature = "vendored", feature = "gh-release"))]
    Ok(())
}

#[cfg(not(any(feature = "vendored", feature = "gh-release")))]
mod open {
    use crate::solver::z3::functions::{self, Functions};
    use libloading::Library;
    use std::error::Error;
    use std::ffi::c_uint;
    use std::path::{Path, PathBuf};

    /// The folder given at build time, or an empty text.
    pub(super) const FOLDER: &str = env!("SATOR_LIBZ3_FOLDER");
    /// The library's file in that folder.
    pub(super) const NAME: &str = if cfg!(windows) {
        "libz3.dll"
    } else if cfg!(target_os = "macos") {
        "libz3.dylib"
    } else {
        "libz3.so"
    };
    /// The system's libraries. A bare name can mean a file in the current folder on macOS, so the folders of Homebrew are named
    /// there.
    const SYSTEM: &[&str] = if cfg!(target_os = "macos") {
        &["/opt/homebrew/lib/libz3.dylib", "/usr/local/lib/libz3.dylib"]
    } else if cfg!(windows) {
        &[NAME]
    } else {
        &[NAME, "libz3.so.4"]
    };
    /// The oldest version of Z3 that the bindings support, as in `build.rs`.
    const OLDEST: [c_uint; 3] = [4, 13, 3];

    /// The places that the program names, the place at build time, then the system's. A folder without the library is skipped.
    fn places() -> impl Iterator<Item = PathBuf> {
        let named = super::FOLDERS.lock().unwrap_or_else(super::PoisonError::into_inner).clone();
        let built = (!FOLDER.is_empty()).then(|| Path::new(FOLDER).to_path_buf());
        let own = named.into_iter().chain(built).map(|folder| folder.join(NAME)).filter(|file| file.is_file());
        own.chain(SYSTEM.iter().map(PathBuf::from))
    }

    pub(super) fn load() -> Result<(), String> {
        first_usable(places()).map(functions::install).map_err(|failed| format!("Z3 can't be loaded: {failed}"))
    }

    /// Returns the functions of the first library that has them all and is new enough, or what is wrong with each.
    pub(super) fn first_usable(places: impl Iterator<Item = PathBuf>) -> Result<Functions, String> {
        let mut failed = Vec::new();
        for file in places {
            match functions_of(&file) {
                Ok(functions) => return Ok(functions),
                Err(error) => failed.push(format!("{}: {error}", file.display())),
            }
        }
        Err(failed.join("; "))
    }

    /// Opens a library and returns its functions if it is new enough.
    fn functions_of(file: &Path) -> Result<Functions, String> {
        // SAFETY: the library's own code runs while it loads, which is up to libz3, as with the system's loader.
        let library = unsafe { Library::new(file) }.map_err(cause)?;
        // The library is never closed: its functions are used until the process ends.
        let library = Box::leak(Box::new(library));
        let [mut major, mut minor, mut build, mut revision] = [0; 4];
        type Version = unsafe extern "C" fn(*mut c_uint, *mut c_uint, *mut c_uint, *mut c_uint);
        const _: Version = z3_sys::Z3_get_version;
        // SAFETY: this is Z3's function of this name, which writes four numbers.
        unsafe {
            let version = library.get::<Version>("Z3_get_version\0").map_err(cause)?;
            version(&mut major, &mut minor, &mut build, &mut revision);
        }
        if [major, minor, build] < OLDEST {
            let [a, b, c] = OLDEST;
            return Err(format!("Z3 {major}.{minor}.{build} is older than {a}.{b}.{c}"));
        }
        // SAFETY: the library has Z3's version function, so it is a libz3, and it is never closed.
        unsafe { Functions::of(library) }.map_err(cause)
    }

    /// Returns the system's own message where there is one.
    fn cause(error: libloading::Error) -> String {
        error.source().map_or_else(|| error.to_string(), |source| source.to_string())
    }
}

#[cfg(all(test, unix, not(any(feature = "vendored", feature = "gh-release"))))]
mod tests {
    use super::open::{FOLDER, NAME, first_usable};
    use std::path::{Path, PathBuf};

    /// Names a library that can't be loaded and one that isn't Z3, and tries the next.
    #[test]
    fn what_fails_is_named_and_the_next_place_tried() {
        let folder = tempfile::tempdir().unwrap();
        let damaged = folder.path().join(NAME);
        std::fs::write(&damaged, "no library").unwrap();
        // Every program has this library.
        let other = PathBuf::from(if cfg!(target_os = "macos") { "/usr/lib/libSystem.B.dylib" } else { "libc.so.6" });
        let named = first_usable([damaged.clone(), other.clone()].into_iter()).err().expect("neither is Z3's");
        assert!(named.contains(&format!("{}: ", damaged.display())), "{named}");
        assert!(named.contains(&format!("; {}: ", other.display())) && named.contains("Z3_get_version"), "{named}");
        let built = Path::new(FOLDER).join(NAME);
        assert!(first_usable([damaged, other, built].into_iter()).is_ok());
    }
}
