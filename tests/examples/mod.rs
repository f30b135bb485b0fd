//! Every example runs as it says, under both encodings, and when it is printed and read back.

use crate::support::Program;
use serde_json::Value;
use std::path::{Path, PathBuf};

fn examples() -> Vec<PathBuf> {
    let mut found = vec![];
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("examples")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the examples are there").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "puz") {
                found.push(path);
            }
        }
    }
    found.sort();
    assert!(found.len() >= 18, "the gallery is complete");
    found
}

/// The objects of a run, without what may differ between runs of one script.
fn answers(encoding: &str, script: &str) -> Result<Vec<Value>, String> {
    let said = Program::with(&["--json", "--encoding", encoding, "-"]).input(script).run();
    if said.code != Some(0) {
        return Err(format!("exit code {:?}\n{}", said.code, said.out));
    }
    let mut objects = said.objects();
    for object in &mut objects {
        object.as_object_mut().expect("a JSON object").remove("line");
    }
    Ok(objects)
}

/// The script as the printer writes it.
fn printed(script: &str) -> String {
    let mut sources = sator::source::SourceMap::default();
    let source = sources.add("example", script);
    let statements = sator::syntax::parse(source, script).expect("an example reads");
    statements.iter().map(|s| sator::syntax::print::print_statement(s) + "\n").collect()
}

fn wrong(check: impl Fn(&str) -> Result<(), String>) -> Vec<String> {
    let run = |path: PathBuf| {
        let script = std::fs::read_to_string(&path).expect("an example is text");
        check(&script).err().map(|why| format!("{}: {why}", path.display()))
    };
    examples().into_iter().filter_map(run).collect()
}

#[test]
fn run_under_fd_and_printed_and_read_back() {
    let wrong = wrong(|script| {
        let direct = answers("fd", script)?;
        let again = answers("fd", &printed(script))?;
        if direct == again {
            Ok(())
        } else {
            Err(format!("printed and read back it answers {again:?}, not {direct:?}"))
        }
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn run_under_int() {
    let wrong = wrong(|script| answers("int", script).map(|_| ()));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
