//! Checks that a usable libz3 is linked, and records where the binaries find it. `scripts/setup` provides libz3 in
//! `.z3`, and `.cargo/config.toml` points z3-sys there.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The oldest version of Z3 that z3-sys supports.
const MINIMUM: (u32, u32, u32) = (4, 13, 3);

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    println!("cargo::rustc-check-cfg=cfg(lazy_z3)");
    // A build without Z3 needs no libz3; `vendored` and `gh-release` link their own, statically.
    if cfg!(any(not(feature = "z3"), feature = "vendored", feature = "gh-release")) {
        return;
    }
    match std::env::var_os("Z3_LIBRARY_PATH_OVERRIDE").map(PathBuf::from) {
        Some(lib) => match check(&lib) {
            Ok(()) => link(&lib),
            Err(found) => println!("cargo::error={found}: run scripts/setup, then build again"),
        },
        // Outside the project's folder cargo ignores its configuration, and z3-sys asks pkg-config.
        None => match pkg_config(&["--atleast-version=4.13.3"]).and_then(|_| pkg_config(&["--variable=libdir"])) {
            Some(lib) => link(Path::new(&lib)),
            None => println!(
                "cargo::error=no libz3 4.13.3 or newer found by pkg-config: run scripts/setup, then cargo inside the project's folder"
            ),
        },
    }
}

/// Checks that this folder has a libz3 that is new enough. The error describes what was found.
fn check(lib: &Path) -> Result<(), String> {
    let version = lib.with_file_name("version");
    println!("cargo::rerun-if-changed={}", version.display());
    if !["libz3.so", "libz3.dylib"].iter().any(|name| lib.join(name).exists()) {
        return Err(format!("no libz3 in {}", lib.display()));
    }
    let text = std::fs::read_to_string(&version).unwrap_or_default();
    let mut numbers = text.trim().split('.').map(|n| n.parse().unwrap_or(0));
    let mut next = || numbers.next().unwrap_or(0);
    match (next(), next(), next()) {
        found if found >= MINIMUM => Ok(()),
        _ => Err(format!("the libz3 in {} is not known to be 4.13.3 or newer", lib.display())),
    }
}

/// Records this folder in the binaries as the place of libz3. The path is absolute: a path relative to the binary could
/// lead to a folder that anybody can write to.
fn link(lib: &Path) {
    let os = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    let architecture = std::env::var("CARGO_CFG_TARGET_ARCH").unwrap_or_default();
    let file = lib.join("libz3.so").canonicalize().ok();
    if let (true, Some(name)) = (os == "linux" && architecture == "x86_64", file.as_deref().and_then(Path::file_name)) {
        // On this system `solver/z3/lazy.rs` loads libz3. Linking it costs .8 ms at each start, for the search of the
        // libraries and for relocations.
        println!("cargo::rustc-cfg=lazy_z3");
        println!("cargo::rustc-env=SATOR_LIBZ3={}", name.display());
        println!("cargo::rustc-env=SATOR_LIBZ3_FOLDER={}", lib.display());
        return;
    }
    println!("cargo::rustc-link-arg=-Wl,-rpath,{}", lib.display());
}

fn pkg_config(arguments: &[&str]) -> Option<String> {
    let output = Command::new("pkg-config").args(arguments).arg("z3").output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}
