//! Scripts with one mistake each, by the stage that finds it, and the message that the user gets.
//!
//! `cases/STAGE/NAME.puz` is run from its own folder; the snapshot `snapshots/STAGE__NAME.snap` holds all that the
//! program says. Every one ends with exit code 2.

use std::path::{Path, PathBuf};
use std::process::Command;

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
    for script in scripts(stage) {
        let output = Command::new(env!("CARGO_BIN_EXE_sator"))
            .args(["--color", "never", &script])
            .current_dir(folder(stage))
            .env_remove("RUST_BACKTRACE")
            .output()
            .expect("the program starts");
        let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        if output.status.code() != Some(2) {
            wrong.push(format!("{stage}/{script}: exit code {:?}\n{said}", output.status.code()));
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
        settings.bind(|| {
            insta::assert_snapshot!(format!("{stage}__{}", script.trim_end_matches(".puz")), said);
        });
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
