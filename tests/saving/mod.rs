//! Files that the program writes: whole, or as they were.
#![cfg(unix)]

mod data;

use crate::support::Program;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs the program with a shell's word before it.
fn run_after(before: &str, folder: &Path, arguments: &[&str]) -> std::process::Output {
    let script = format!("{before}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_sator"), "--overwrite"]).args(arguments).current_dir(folder);
    command.output().expect("a shell")
}

/// The files that each command writes, larger than the space on the disk.
const WRITTEN: [(&str, &[&str]); 6] = [
    ("f.puz", &["-e", "grid x 9x9 in 1..9\nfor i in 1..9 { x[i, i] >= 1 }\n# LONG\nx[1, 1] = 1\nsave \"f.puz\""]),
    ("f.svg", &["-e", "grid x 9x9 in 1..9\nexport svg \"f.svg\""]),
    ("f.html", &["-e", "grid x 9x9 in 1..9\nexport html \"f.html\""]),
    ("f.png", &["-e", "grid x 9x9 in 1..9", "--png", "f.png"]),
    ("g.svg", &["-e", "grid x 9x9 in 1..9", "--svg", "g.svg"]),
    ("f.txt", &["-e", "grid x 9x9 in 1..9\nsudoku(x)\nexport link sudokupad \"f.txt\""]),
];

/// A full disk, and a program killed in the middle, leave the file that was there, and where the program goes on nothing else.
#[test]
fn a_write_that_fails_leaves_the_old_file() {
    let long = "a comment that makes the file long\n# ".repeat(100);
    for (file, arguments) in WRITTEN {
        let arguments: Vec<String> = arguments.iter().map(|a| a.replace("LONG", &long)).collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let folder = tempfile::tempdir().expect("a folder");
        let old = "# an old file\n";
        fs::write(folder.path().join(file), old).expect("written");
        // A file may not grow beyond 0 blocks: an error where the signal is ignored, as of a full disk; else the signal kills.
        for limit in ["trap '' XFSZ; ulimit -f 0", "ulimit -c 0; ulimit -f 0"] {
            let ran = run_after(limit, folder.path(), &arguments);
            assert!(!ran.status.success(), "{file}: {ran:?}");
            let text = fs::read_to_string(folder.path().join(file)).expect("still there");
            assert_eq!(text, old, "{file} after {limit}: {ran:?}");
            if limit.starts_with("trap") {
                assert_eq!(
                    fs::read_dir(folder.path()).expect("a folder").count(),
                    1,
                    "{file}: nothing is left beside it"
                );
            }
        }
        let ran = run_after(":", folder.path(), &arguments);
        let bytes = fs::read(folder.path().join(file)).expect("written");
        assert!(ran.status.success() && bytes != old.as_bytes(), "{file}: {ran:?}");
    }
}

/// `-e` and `--svg` can write anywhere. A file that sator did not write stays as it is without `--overwrite`.
#[test]
fn only_overwrite_writes_over_a_strangers_file() {
    for (file, arguments) in WRITTEN.iter().filter(|(_, arguments)| arguments.iter().all(|a| !a.contains("LONG"))) {
        let all = tempfile::tempdir().expect("a folder");
        let (here, there) = (all.path().join("here"), all.path().join("there"));
        for folder in [&here, &there] {
            fs::create_dir(folder).expect("a folder");
        }
        let target = there.join(file);
        let elsewhere: Vec<String> =
            arguments.iter().map(|a| a.replace(file, target.to_str().expect("text"))).collect();
        let elsewhere: Vec<&str> = elsewhere.iter().map(String::as_str).collect();
        let run = |more: &[&str]| Program::with(&[more, &elsewhere].concat()).folder(&here).run();
        fs::write(&target, "a stranger's\n").expect("written");
        let refused = run(&[]);
        assert_eq!(refused.code, Some(2), "{file}: {}", refused.all());
        assert!(refused.err.contains("exists, and sator did not write it"), "{}", refused.err);
        assert_eq!(fs::read_to_string(&target).expect("there"), "a stranger's\n");
        // Once it is sator's, it is written without the flag.
        for more in [&["--overwrite"][..], &[]] {
            let written = run(more);
            assert_eq!(written.code, Some(0), "{file}: {}", written.all());
            assert_ne!(fs::read(&target).expect("there"), b"a stranger's\n");
        }
    }
}

/// Every `save` and `export` that is typed writes into another folder, where a script may not.
#[test]
fn what_is_typed_writes_into_another_folder() {
    let all = tempfile::tempdir().expect("a folder");
    let (here, there) = (all.path().join("here"), all.path().join("there"));
    for folder in [&here, &there] {
        fs::create_dir(folder).expect("a folder");
    }
    let puzzle = "grid x 4x4 in 1..4\nsudoku(x)\nr1c1 = 1\n";
    let writes = ["save \"FILE\"".to_string(), "export link sudokupad \"FILE\"".to_string()];
    let formats = ["svg", "html", "json", "smt2", "png"].map(|format| format!("export {format} \"FILE\""));
    for (k, write) in writes.iter().chain(&formats).enumerate() {
        for path in [format!("../there/up{k}.txt"), there.join(format!("whole{k}.txt")).display().to_string()] {
            let command = write.replace("FILE", &path);
            fs::write(here.join("script.puz"), format!("{puzzle}{command}\n")).expect("written");
            let refused = Program::with(&["script.puz"]).folder(&here).run();
            assert_eq!(refused.code, Some(2), "{command}: {}", refused.all());
            assert!(refused.err.contains("its own folder") && !here.join(&path).exists(), "{}", refused.err);
            let run = || Program::with(&["-e", puzzle, "-e", &command]).folder(&here).run();
            let written = run();
            assert_eq!(written.code, Some(0), "{command}: {}", written.all());
            assert!(fs::metadata(here.join(&path)).expect("written").len() > 0, "{command}");
            // Without a terminal to ask at, a file without the mark stays.
            fs::write(here.join(&path), "a stranger's\n").expect("written");
            let refused = run();
            assert_eq!(refused.code, Some(2), "{command}: {}", refused.all());
            assert!(refused.err.contains("sator did not write it"), "{}", refused.err);
            assert_eq!(fs::read_to_string(here.join(&path)).expect("there"), "a stranger's\n");
        }
    }
}

/// A saved script ends with one line that marks it as complete, however often it is saved.
#[test]
fn a_saved_script_ends_with_one_end_mark() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut load = String::from("grid x 2x2 in 1..2\n");
    for _ in 0..3 {
        let run = Program::with(&["-e", &format!("{load}save \"f.puz\"")]).folder(folder.path()).run();
        assert_eq!(run.code, Some(0), "{}", run.all());
        let text = fs::read_to_string(folder.path().join("f.puz")).expect("written");
        assert_eq!(text, "grid x 2x2 in 1..2\n# whole, as saved by sator\n");
        load = text;
    }
}

/// Every text comes back equal from the string that is written for it: names of files with any letter in them among them.
#[test]
fn names_of_files_come_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let names = [
        "e\u{301}.puz",
        "a\u{200b}b.puz",
        "a\"b\\c.puz",
        "bell\u{7}\u{1b}\r\n.puz",
        "\u{85}\u{2028}\u{feff}.puz",
        "{\\u{41}}.puz",
    ];
    for (i, name) in names.iter().enumerate() {
        let inner = folder.path().join(format!("in{i}"));
        fs::create_dir(&inner).expect("a folder");
        fs::write(inner.join(name), "var a in 1..3\n").expect("written");
        let mut session = crate::support::session(&[]);
        let statement =
            format!("load {}\n", sator_lang::syntax::print::quoted(&inner.join(name).display().to_string()));
        crate::support::run(&mut session, &statement, |_, _| {}).unwrap_or_else(|e| panic!("{name:?}: {}", e.message));
        let saved = folder.path().join(format!("saved{i}.puz"));
        crate::support::run(&mut session, &format!("save \"{}\"", saved.display()), |_, _| {}).expect("saved");
        let run = Program::with(&[&saved.display().to_string(), "-e", "count"]).folder(&inner).run();
        assert!(run.out.contains("3 solutions"), "{name:?}: {}", run.all());
        // Without what was typed: the saved script names the file from its own folder.
        fs::write(&saved, fs::read_to_string(&saved).expect("read")).expect("written");
    }
}

/// A file that ends in `export` can be loaded: the command is for who runs it. What would change the session is refused before
/// anything of the file is done.
#[test]
fn a_loaded_file_may_end_in_an_export() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("f.puz"), "grid x 2x2 in 1..2\nprint 6 * 7\nexport svg \"f.svg\"\n").expect("written");
    let run = Program::with(&["-e", "load \"f.puz\"\nr1c1 = 1\ncount"]).folder(folder.path()).run();
    assert!(run.out.contains("8 solutions") && run.err.contains("this command is skipped"), "{}", run.all());
    assert!(run.code == Some(0) && !folder.path().join("f.svg").exists());
    fs::write(folder.path().join("g.puz"), "grid x 2x2 in 1..2\nprint 6 * 7\nreset\n").expect("written");
    let run = Program::with(&["-e", "load \"g.puz\""]).folder(folder.path()).run();
    assert!(run.code == Some(2) && !run.out.contains("42"), "{}", run.all());
}

/// A statement that `generate` keeps is named by its number in the list, as no line of the script contains it.
#[test]
fn what_was_made_is_named_by_its_number() {
    let script =
        "grid x 4x4 in 1..4\nsudoku(x)\n\n\ngenerate x clues 6 keep seed 1\nr1c3 != 2\nr2c3 != 4\nr3c2 != 2\nwhy";
    let run = Program::with(&["-e", script]).run();
    assert!(run.out.contains("[#3]"), "{}", run.all());
}
