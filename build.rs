//! Lists the gallery, `examples/`, for `src/gallery.rs` to put into the binary, and the examples of error codes in
//! `tests/cases`, for `help CODE`.

#[path = "tests/cases/markdown.rs"]
#[allow(dead_code, reason = "the tests need the rest")]
mod markdown;

use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    give_windows_a_stack();
    list_gallery().expect("examples/ is readable, and so is the build's own folder");
    list_examples().expect("tests/cases/ is readable, and so is the build's own folder");
}

/// Gives the main thread of the program 8 MiB of stack on Windows, as other systems do; the default there is 1 MiB.
fn give_windows_a_stack() {
    let of_target = |name: &str| std::env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    if of_target("OS") == "windows" {
        let argument = if of_target("ENV") == "msvc" { "/STACK:8388608" } else { "-Wl,--stack,8388608" };
        println!("cargo::rustc-link-arg-bins={argument}");
    }
}

/// Writes an array of names and texts of the gallery, the scripts of the folder itself first.
fn list_gallery() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=examples");
    let mut list = String::from("[\n");
    let mut folders = vec![(PathBuf::from("examples"), String::new())];
    while let Some((folder, prefix)) = folders.pop() {
        for path in inside(&folder)? {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            // Scripts with data of their own need their folder, which the program doesn't have.
            if path.is_dir() && name == "data" {
                continue;
            }
            if path.is_dir() {
                folders.push((path, format!("{prefix}{name}/")));
            } else if path.extension().is_some_and(|e| e == "puz") {
                let text = std::fs::read_to_string(&path)?;
                list.push_str(&format!("    ({:?}, {text:?}),\n", format!("{prefix}{name}")));
            }
        }
    }
    write("gallery.rs", &(list + "]\n"))
}

/// Writes an array of codes, their scripts and what the program prints for those.
fn list_examples() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=tests/cases");
    let mut list = String::from("[\n");
    for path in inside(Path::new("tests/cases"))?.iter().filter(|path| path.extension().is_some_and(|e| e == "md")) {
        let cases = markdown::read(&std::fs::read_to_string(path)?);
        for case in cases.unwrap_or_else(|fault| panic!("{}:{fault}", path.display())) {
            let printed = case.expected.iter().find(|expected| !expected.json);
            if let (Some(code), Some(printed)) = (case.code, printed) {
                list.push_str(&format!("    ({code:?}, {:?}, {:?}),\n", case.script.text, printed.text));
            }
        }
    }
    write("examples.rs", &(list + "]\n"))
}

fn inside(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut inside: Vec<PathBuf> = std::fs::read_dir(folder)?.map(|e| Ok(e?.path())).collect::<std::io::Result<_>>()?;
    inside.sort();
    Ok(inside)
}

fn write(file: &str, text: &str) -> std::io::Result<()> {
    std::fs::write(PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default()).join(file), text)
}
