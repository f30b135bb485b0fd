//! The program among others: signals, pipes, folders and devices in the place of files, outputs that are full.
#![cfg(unix)]

use crate::support::{Program, program};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long to wait for the program; only a failing test waits this long.
const PATIENCE: Duration = Duration::from_secs(60);

/// Takes minutes unless something ends it.
const LONG: &str =
    "grid x 8x8 in 1..8\nfor l in rows(x) + cols(x) { distinct(l) }\nprint \"ready\"\ncount\nprint \"after\"\n";

fn start(arguments: &[&str], folder: &Path) -> Child {
    let mut command = program(arguments);
    command.current_dir(folder);
    // A shell starts what runs in the background with Ctrl-C ignored; here it acts as in a terminal.
    // SAFETY: between fork and exec only `signal` is called, which is safe there.
    unsafe {
        command.pre_exec(|| {
            libc::signal(libc::SIGINT, libc::SIG_DFL);
            Ok(())
        });
    }
    command.spawn().expect("the program starts")
}

/// Its exit code and what it wrote to both outputs; one that does not end is killed and fails the test.
fn end(mut child: Child) -> (Option<i32>, String, String) {
    let begin = Instant::now();
    let status = loop {
        match child.try_wait().expect("a child") {
            Some(status) => break status,
            None if begin.elapsed() > PATIENCE => {
                child.kill().expect("a child");
                panic!("it does not end");
            }
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    let (mut out, mut err) = (String::new(), String::new());
    child.stdout.take().map(|mut from| from.read_to_string(&mut out));
    child.stderr.take().map(|mut from| from.read_to_string(&mut err));
    (status.code(), out, err)
}

fn signal(child: &Child, signal: i32) {
    // SAFETY: sends a signal to a child of this process.
    assert_eq!(unsafe { libc::kill(child.id() as i32, signal) }, 0);
}

fn folder_with(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    folder
}

fn fifo(folder: &Path, name: &str) -> PathBuf {
    let path = folder.join(name);
    let made = Command::new("mkfifo").arg(&path).status().expect("mkfifo runs");
    assert!(made.success());
    path
}

/// SIGINT is Ctrl-C; SIGTERM comes from `timeout 60 sator ...`.
#[test]
fn signals_end_a_question_and_what_it_found_is_shown() {
    let folder = folder_with(&[("long.puz", LONG)]);
    for number in [libc::SIGINT, libc::SIGTERM] {
        let mut child = start(&["long.puz"], folder.path());
        let mut out = BufReader::new(child.stdout.take().expect("piped"));
        let mut line = String::new();
        out.read_line(&mut line).expect("text");
        assert_eq!(line, "ready\n");
        // Where the question has not begun by then, nothing of it is shown.
        std::thread::sleep(Duration::from_millis(300));
        // Two at once are no more than one.
        signal(&child, number);
        signal(&child, number);
        let (mut rest, (code, _, err)) = (String::new(), end(child));
        out.read_to_string(&mut rest).expect("text");
        assert_eq!((code, &*err), (Some(130), ""));
        assert!(rest.is_empty() || rest.contains("then stopped: interrupted") && !rest.contains("after"), "{rest}");
    }
}

/// A pipe that nobody writes to is waited for no longer than the limits allow, wherever it stands in the place of a file.
#[test]
fn silent_pipes_end_with_the_limits() {
    let folder = folder_with(&[("loads.puz", "print \"ready\"\nload \"pipe\"\nprint \"after\"\n")]);
    fifo(folder.path(), "pipe");
    for arguments in [&["pipe"][..], &["loads.puz"], &["-e", "load \"pipe\""], &["--to-script", "pipe"]] {
        let arguments: Vec<&str> = arguments.iter().copied().chain(["--timeout", "100ms"]).collect();
        let (code, out, err) = end(start(&arguments, folder.path()));
        let wanted = if arguments[0] == "--to-script" { 2 } else { 3 };
        assert_eq!(code, Some(wanted), "{arguments:?}: {out}{err}");
        assert!(err.contains("the time limit was met while this was read") && !out.contains("after"), "{out}{err}");
    }
    for arguments in [&["loads.puz"][..], &["--batch", "pipe"]] {
        let mut child = start(arguments, folder.path());
        if arguments.len() == 1 {
            // Then it waits for the pipe.
            let mut line = String::new();
            BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("text");
        }
        // At any moment: before the program waits as well.
        signal(&child, libc::SIGINT);
        let (code, ..) = end(child);
        assert!(code == Some(130) || code.is_none(), "{arguments:?}: {code:?}");
    }
}

/// A pipe that nobody reads is waited for no longer than the limits allow, whatever is to be written to it.
#[test]
fn pipes_without_a_reader_end_with_the_limits() {
    let folder = folder_with(&[("puzzle.puz", "var a in 1..3\nlet b = 7 / 2\n")]);
    fifo(folder.path(), "pipe");
    let writes = ["save \"pipe\"", "export json \"pipe\"", "export line \"pipe\""];
    let script = "grid x 9x9 in 1..9; sudoku(x); print \"ready\"; ";
    for write in writes {
        let text = format!("{script}{write}; print \"after\"");
        let (code, out, err) = end(start(&["--timeout", "200ms", "-e", &text], folder.path()));
        assert_eq!(code, Some(3), "{write}: {out}{err}");
        assert!(err.contains("the time limit was met while this was written") && !out.contains("after"), "{out}{err}");
        let mut child = start(&["-e", &text], folder.path());
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("text");
        signal(&child, libc::SIGINT);
        assert_eq!(end(child).0, Some(130), "{write}");
    }
    let (code, _, err) = end(start(&["--timeout", "200ms", "--svg", "pipe", "puzzle.puz"], folder.path()));
    assert_eq!(code, Some(3), "{err}");
}

#[test]
fn a_pipe_is_read_once() {
    let folder = folder_with(&[("loads.puz", "load \"pipe\"\nunique\n")]);
    let pipe = fifo(folder.path(), "pipe");
    let writer = std::thread::spawn(move || std::fs::write(pipe, "var a in 1..3\na > 2\n"));
    let (code, out, err) = end(start(&["loads.puz"], folder.path()));
    assert_eq!((code, &*err), (Some(0), ""), "{out}");
    assert!(out.contains("a = 3"), "{out}");
    writer.join().expect("no panic").expect("it is read");
}

#[test]
fn what_never_ends_is_no_script() {
    let folder = folder_with(&[("zero.puz", "load \"/dev/zero\"\n")]);
    for arguments in [&["/dev/zero"][..], &["zero.puz"]] {
        let (code, _, err) = end(start(arguments, folder.path()));
        assert_eq!(code, Some(2), "{err}");
        assert!(err.contains("`/dev/zero` is larger than 64 MiB"), "{err}");
        let limited: Vec<&str> = arguments.iter().copied().chain(["--memory", "20MB"]).collect();
        let (code, _, err) = end(start(&limited, folder.path()));
        assert_eq!(code, Some(3), "{err}");
        assert!(err.contains("the memory limit was met while this was read"), "{err}");
    }
}

#[test]
fn a_folder_is_no_list() {
    let folder = folder_with(&[]);
    let run = Program::with(&["--batch", "."]).folder(folder.path()).run();
    assert_eq!((&*run.out, run.code), ("", Some(2)));
    let message =
        "error: . is a directory: name a file with a puzzle on each line, or run its scripts with `sator ./*.puz`\n";
    assert_eq!(run.err, message);
}

/// A full standard error changes nothing else.
#[test]
#[cfg(target_os = "linux")]
fn a_full_standard_error_is_no_fault() {
    let folder = folder_with(&[("wrong.puz", "grid\n"), ("fine.puz", "print 1\n")]);
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
    let run = |arguments: &[&str]| {
        let done = program(arguments).current_dir(folder.path()).stderr(full()).output();
        let done = done.expect("it ends");
        (done.status.code(), String::from_utf8_lossy(&done.stdout).into_owned())
    };
    assert_eq!(run(&["wrong.puz"]), (Some(2), String::new()));
    assert_eq!(run(&["no-such.puz", "fine.puz"]), (Some(2), "1\n".into()));
    assert_eq!(run(&["-j", "2", "no-such.puz", "fine.puz"]), (Some(2), "1\n".into()));
    assert_eq!(run(&["--batch", "no-such-list"]), (Some(2), String::new()));
    assert_eq!(run(&["--to-script", "no-such.puz"]), (Some(2), String::new()));
    assert_eq!(run(&["--no-such-flag"]), (Some(2), String::new()));
}

/// A list of solutions is longer than a pipe holds, so that a signal comes while it is written: that ends too, the number
/// left out is named, and an object is whole.
#[test]
fn a_signal_ends_the_writing_of_many_solutions() {
    let folder = folder_with(&[("many.puz", "grid x 9x9 in 1..9\nsudoku(x)\nsolutions 20000\nprint \"after\"\n")]);
    let written = |arguments: &[&str]| {
        let mut child = start(arguments, folder.path());
        let mut out = child.stdout.take().expect("piped");
        let mut first = [0; 10];
        out.read_exact(&mut first).expect("text");
        signal(&child, libc::SIGTERM);
        let mut text = String::from_utf8_lossy(&first).into_owned();
        out.read_to_string(&mut text).expect("text");
        assert_eq!(end(child).0, Some(130));
        text
    };
    let text = written(&["many.puz"]);
    assert!(text.starts_with("solution 1:\n"), "{}", text.len());
    // The signal can come after one solution, on a busy machine.
    let ended = ["1 solution; then stopped: interrupted\n", " solutions; then stopped: interrupted\n"];
    assert!(ended.iter().any(|line| text.contains(line)) && !text.contains("after"), "{text:.1000}");
    let text = written(&["many.puz", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&text).expect("one whole object");
    let listed = object["solutions"].as_array().expect("a list").len();
    assert!((1..20000).contains(&listed), "{listed}");
    assert_eq!((object["complete"].as_bool(), object["reason"].as_str()), (Some(false), Some("interrupted")));
}

/// Lists that double end at the memory limit, and take no more than it on the way: the system has little more to give.
#[test]
#[cfg(target_os = "linux")]
fn lists_that_double_keep_to_the_memory_limit() {
    let folder = folder_with(&[]);
    for doubled in ["l + l", "[x for x in l, y in 1..2]"] {
        let line = |k: usize| format!("let l{k} = {}\n", doubled.replace('l', &format!("l{}", k - 1)));
        let text: String = (1..40).map(line).collect();
        std::fs::write(folder.path().join("a.puz"), format!("let l0 = [1, 2, 3, 4]\n{text}")).expect("a file");
        let limited = format!("ulimit -v 170000; exec '{}' --memory 110MB a.puz", env!("CARGO_BIN_EXE_sator"));
        let ran = Command::new("sh").args(["-c", &limited]).current_dir(folder.path()).output().expect("a shell");
        let err = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(3), "{doubled}: {err}");
        assert!(err.contains("the memory limit was met"), "{err}");
    }
}

/// Files that load each other in a chain are no circle, however long it is.
#[test]
fn a_chain_of_loads_has_an_end() {
    let folder = folder_with(&[]);
    let write = |name: usize, text: &str| {
        std::fs::write(folder.path().join(format!("{name}.puz")), text).expect("a file");
    };
    write(0, "var a in 1..1\n");
    (1..=51).for_each(|k| write(k, &format!("load \"{}.puz\"\n", k - 1)));
    let fine = Program::with(&["50.puz", "-e", "solve"]).folder(folder.path()).run();
    assert_eq!((&*fine.err, fine.code), ("", Some(0)));
    let run = Program::with(&["51.puz"]).folder(folder.path()).run();
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("`0.puz` is loaded through more than 50 files"), "{}", run.err);
}

/// An answer that was begun is written to its end, and the next question is not asked.
#[test]
fn a_batch_is_ended_by_a_signal() {
    let folder = folder_with(&[]);
    let mut child = program(&["--batch", "-", "-j", "1"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("piped");
    input.write_all(b"{\"id\": 1, \"script\": \"print 1\"}\n").expect("it reads");
    let mut out = BufReader::new(child.stdout.take().expect("piped"));
    let mut line = String::new();
    out.read_line(&mut line).expect("text");
    assert!(line.starts_with("{\"id\":1,"), "{line}");
    // It waits for the next line, whose end never comes.
    input.write_all(b"{\"id\": 2, ").expect("it reads");
    signal(&child, libc::SIGTERM);
    assert_eq!(end(child).0, Some(130));
}
