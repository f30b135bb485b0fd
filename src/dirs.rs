//! The folders of the user's own data and configuration, by the XDG standard.

use std::path::PathBuf;

/// `XDG_DATA_HOME/sator`, by default `~/.local/share/sator`.
pub(crate) fn data() -> Option<PathBuf> {
    folder("XDG_DATA_HOME", ".local/share")
}

/// `XDG_CONFIG_HOME/sator`, by default `~/.config/sator`.
pub(crate) fn config() -> Option<PathBuf> {
    folder("XDG_CONFIG_HOME", ".config")
}

fn folder(variable: &str, default: &str) -> Option<PathBuf> {
    // The XDG standard requires that relative paths are ignored.
    let set = std::env::var_os(variable).map(PathBuf::from).filter(|p| p.is_absolute());
    let base = set.or_else(|| Some(std::env::home_dir()?.join(default)))?;
    Some(base.join("sator"))
}
