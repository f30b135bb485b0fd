//! The TextMate grammar, with the engine of VS Code: it colours scripts as the program does. `scripts/setup --tests` fetches
//! the engine.

use crate::support::{Program, not_run};
use sator::service::Service;
use sator::session::{Files, Settings};
use sator_base::limits::Interrupt;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

/// Places where statements start, names that look like words, and what is left open.
const TRICKY: &str = "try r1c1 = 1\ngivens { #1; .. } # end\nhidden grid y 2x2 in 1..2\ncount = 3\ncount(c = 1 for c in r1) = 2\n\
                      let text = \"a # \\\" b\"  # c\n## doc\nrule r(a) { for c in a { require c > 1.5, \"no\" } }\n\
                      expect solution of x {\n  1 2\n  # .\n}\nregions g = h\nx.r1c1 = y.count\ncompare count\n";

#[test]
fn the_grammar_colours_as_the_program_does() {
    let engine = Path::new(env!("CARGO_MANIFEST_DIR")).join(".peers");
    if !engine.join("node_modules/vscode-textmate").is_dir() {
        return not_run("the TextMate grammar", "`scripts/setup --tests` fetches vscode-textmate");
    }
    let mut service = Service::new(Settings::default(), Interrupt::new());
    let examples = sator::gallery::EXAMPLES.iter().map(|example| (example.name, example.text));
    let scripts: Vec<Value> = examples
        .chain([("tricky", TRICKY)])
        .map(|(name, text)| json!({"name": name, "text": text, "pieces": service.look(text, Files::Refused)["pieces"]}))
        .collect();
    let grammar = Program::with(&["--grammar"]).run().out;
    let grammar: Value = serde_json::from_str(&grammar).expect("JSON");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("scripts.json");
    std::fs::write(&file, json!({"grammar": grammar, "scripts": scripts}).to_string()).expect("written");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/grammar.mjs");
    let run = Command::new("node").arg(script).arg(&file).current_dir(&engine).output().expect("node runs");
    let (out, err) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success() && out.is_empty(), "{}{err}", out.chars().take(3000).collect::<String>());
}

/// The Python package has the grammar as a file. `UPDATE_REFERENCE=1` writes it.
#[test]
fn the_grammar_of_the_python_package_is_that_of_the_program() {
    let folder = "python/data/data/share/jupyter/labextensions/sator-puzzles/static";
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join("grammar.json");
    if !file.is_file() {
        return not_run("the grammar of the Python package", "a packaged crate is without it");
    }
    let grammar = Program::with(&["--grammar"]).run().out;
    if std::env::var_os("UPDATE_REFERENCE").is_some() {
        std::fs::write(&file, &grammar).expect("written");
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(kept == grammar, "write it with UPDATE_REFERENCE=1 cargo test --test main grammar");
}
