//! Lists the gallery, `examples/`, for `src/gallery.rs` to put into the binary, and the scripts of `tests/cases` that show errors,
//! for `help CODE`.

use std::path::PathBuf;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    list_scripts("examples", "gallery.rs").expect("examples/ is readable, and so is the build's own folder");
    list_scripts("tests/cases", "cases.rs").expect("tests/cases/ is readable, and so is the build's own folder");
}

/// Writes an array of names and texts of the scripts in a folder, those of the folder itself first.
fn list_scripts(folder: &str, file: &str) -> std::io::Result<()> {
    let root = std::env::current_dir()?.join(folder);
    println!("cargo::rerun-if-changed={folder}");
    let mut list = String::from("[\n");
    let mut folders = vec![(root.clone(), String::new())];
    while let Some((folder, prefix)) = folders.pop() {
        let mut inside: Vec<PathBuf> =
            std::fs::read_dir(&folder)?.map(|e| Ok(e?.path())).collect::<std::io::Result<_>>()?;
        inside.sort();
        for path in inside {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                folders.push((path, format!("{prefix}{name}/")));
            } else if path.extension().is_some_and(|e| e == "puz") {
                // A script that is no text shows what is said of such files; `help` has nothing to show of it.
                let Ok(text) = std::fs::read_to_string(&path) else { continue };
                let line = format!("    ({:?}, {text:?}),\n", format!("{prefix}{name}"));
                list.push_str(&line);
            }
        }
    }
    list.push_str("]\n");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    std::fs::write(out.join(file), list)
}
