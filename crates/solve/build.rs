//! Lets the program link without libz3, which it opens at run time, and records the folder to search first:
//! `SATOR_LIBZ3_FOLDER` (`.cargo/config.toml` sets it to `.z3/lib`, which `scripts/setup` fills), else the folder of pkg-config.

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=SATOR_LIBZ3_FOLDER");
    // A build without Z3 needs no libz3; `vendored` and `gh-release` link their own, statically.
    if cfg!(any(not(feature = "z3"), feature = "vendored", feature = "gh-release")) {
        return;
    }
    let out = std::env::var_os("OUT_DIR").map(PathBuf::from).expect("cargo sets it");
    empty_library(&out).expect("the build's own folder can be written to");
    println!("cargo::rustc-link-search=native={}", out.display());
    let folder = std::env::var("SATOR_LIBZ3_FOLDER").ok().or_else(pkg_config).unwrap_or_default();
    println!("cargo::rustc-env=SATOR_LIBZ3_FOLDER={folder}");
}

/// Writes the libz3 that z3-sys makes the linker look for. It is empty: `solver/z3/functions.rs` defines the functions, and
/// the linker reports each one that is missing there.
fn empty_library(out: &Path) -> std::io::Result<()> {
    ["libz3.a", "libz3.lib"].iter().try_for_each(|name| std::fs::write(out.join(name), "!<arch>\n"))
}

/// Returns the folder of an installed libz3 that is new enough.
fn pkg_config() -> Option<String> {
    let run = |arguments: &[&str]| Command::new("pkg-config").args(arguments).arg("z3").output().ok();
    run(&["--atleast-version=4.13.3"]).filter(|output| output.status.success())?;
    let folder = run(&["--variable=libdir"]).filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&folder.stdout).trim().to_string())
}
