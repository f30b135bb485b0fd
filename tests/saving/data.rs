//! Scripts that read data files, saved elsewhere.

use crate::support::Program;
use sator::session::{Answer, Session, Settings};
use sator_base::limits::Interrupt;
use sator_lang::syntax::print::quoted;

/// The paths of data files still name the same files, as those of `load` do.
#[test]
fn a_script_saved_in_another_folder_reads_the_same_data() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("n.csv"), "3\n4\n").expect("written");
    std::fs::create_dir(folder.path().join("sub")).expect("a folder");
    let script =
        "let n = csv(\"n.csv\") + csv(\"n.csv\", separator: \";\")\nlet m = 2\nsave \"sub/s.puz\"\nsave \"t.puz\"";
    let run = Program::with(&["-e", script]).folder(folder.path()).run();
    assert_eq!(run.code, Some(0), "{}", run.all());
    for saved in ["sub/s.puz", "t.puz"] {
        let run = Program::with(&[saved, "-e", "print n, m"]).folder(folder.path()).run();
        assert_eq!(run.out, "[3, 4, 3, 4] 2\n", "{saved}: {}", run.all());
    }
    let beside = std::fs::read_to_string(folder.path().join("t.puz")).expect("it is there");
    assert!(beside.contains("csv(\"n.csv\")"), "{beside}");
}

/// A file is read when a statement is typed, and not again when the statement is made again.
#[test]
fn data_is_read_once_for_a_statement() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("n.csv");
    let mut session = Session::new(Settings::of_environment(), Interrupt::new());
    let mut printed = vec![];
    let mut run = |text: &str| {
        for statement in &session.read("test", text, None).expect("it is read") {
            let done = session.run(statement, &mut |_, report| {
                if let Answer::Print { text, .. } = report.answer {
                    printed.push(text);
                }
            });
            done.unwrap_or_else(|error| panic!("{text}: {}", error.message));
        }
    };
    std::fs::write(&file, "3\n").expect("written");
    run(&format!("param k = 1\nlet n = csv({})\nprint n, k\n", quoted(&file.display().to_string())));
    std::fs::write(&file, "4\n").expect("written");
    run("param k = 2\nprint n, k\n");
    run("undo\nundo\n");
    run(&format!("let n = csv({})\nprint n, k\n", quoted(&file.display().to_string())));
    assert_eq!(printed, ["[3] 1", "[3] 2", "[4] 1"]);
}
