//! Scripts with one mistake each, by the stage that finds it, and the message that the user gets.
//!
//! `cases/STAGE/NAME.puz` is run from its own folder; the snapshot `snapshots/STAGE__NAME.snap` holds all that the
//! program says. Every one ends with exit code 2. `CASE=name cargo test cases` runs those whose name has this in it.

use crate::support::Program;
use sator_lang::diagnostic::{Code, ErrorExample};
use std::path::{Path, PathBuf};

fn folder(stage: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(stage)
}

/// The scripts right in a folder, sorted; not those in folders inside it, which are only loaded.
fn scripts(stage: &str) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder(stage))
        .expect("the folder is there")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".puz"))
        .collect();
    names.sort();
    names
}

fn check(stage: &str) {
    let mut wrong = vec![];
    let only = std::env::var("CASE").ok();
    for script in scripts(stage).into_iter().filter(|script| only.as_ref().is_none_or(|only| script.contains(only))) {
        let run = Program::with(&["--color", "never", &script]).folder(&folder(stage)).run();
        let said = run.all();
        if run.code != Some(2) {
            wrong.push(format!("{stage}/{script}: exit code {:?}\n{said}", run.code));
            continue;
        }
        if said.contains("panicked") || said.contains("internal error") {
            wrong.push(format!("{stage}/{script}: {said}"));
            continue;
        }
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path("snapshots");
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        let name = format!("{stage}__{}", script.trim_end_matches(".puz"));
        let same = || settings.bind(|| insta::assert_snapshot!(name, said));
        // Every mismatch is shown, not only the first.
        if std::panic::catch_unwind(std::panic::AssertUnwindSafe(same)).is_err() {
            wrong.push(format!("{stage}/{script} says something else than its snapshot"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The script that shows a code is answered with it.
#[test]
fn every_code_has_a_script() {
    let mut wrong = vec![];
    for &code in Code::ALL {
        let ErrorExample::Script(name) = code.row().example else { continue };
        let (stage, script) = name.split_once('/').expect("a stage and a name");
        let script = format!("{script}.puz");
        let run = Program::with(&["--json", &script]).folder(&folder(stage)).run();
        if !run.all().contains(&format!("\"code\":\"{}\"", code.word())) {
            wrong.push(format!("{name} is to show {}, and says {}", code.word(), run.all()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

macro_rules! stages {
    ($($stage:ident)*) => {
        $(#[test]
        fn $stage() {
            check(stringify!($stage).trim_start_matches("stage_"));
        })*

        #[test]
        fn every_folder_is_a_stage() {
            let stages = [$(stringify!($stage).trim_start_matches("stage_")),*];
            for entry in std::fs::read_dir(folder("")).expect("the folder is there").flatten() {
                let name = entry.file_name();
                let known = stages.iter().any(|stage| name == *stage) || name == "snapshots";
                assert!(known || !entry.path().is_dir(), "{name:?} is not tested");
            }
        }
    };
}

stages! {
    lexical syntax picture names types arity domain index stage_static recursion overflow load questions rules warnings meant
}
