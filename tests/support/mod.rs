//! Runs of scripts for tests: in the built program as a process, or in a session in memory.

mod sessions;

use sator::session::{Answer, Session};
use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub(crate) use sessions::{count_of, run, run_under, session};

/// The built program, without colours, with all outputs piped and nothing on standard input.
pub(crate) fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sator"));
    command.args(arguments).env("NO_COLOR", "1").env_remove("RUST_BACKTRACE");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Every `n`th item, for a test that does one thing to each of many examples. With `SATOR_TEST_EXAMPLES=1`, which
/// `scripts/test --examples` sets, all of them.
pub(crate) fn sample<T>(n: usize, items: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    let takes_all = std::env::var_os("SATOR_TEST_EXAMPLES").is_some();
    items.into_iter().step_by(if takes_all { 1 } else { n })
}

/// The arguments and the input of a run of the program.
#[derive(Default)]
pub(crate) struct Program {
    arguments: Vec<String>,
    input: Vec<u8>,
    folder: Option<PathBuf>,
}

/// The outputs of a finished run, and its exit code.
pub(crate) struct Run {
    pub out: String,
    pub err: String,
    /// `None` when a signal ended it.
    pub code: Option<i32>,
}

impl Program {
    pub(crate) fn with(arguments: &[&str]) -> Program {
        Program { arguments: arguments.iter().map(|a| a.to_string()).collect(), ..Program::default() }
    }

    /// Sets the standard input, which is empty by default.
    pub(crate) fn input(mut self, text: impl AsRef<[u8]>) -> Program {
        self.input = text.as_ref().to_vec();
        self
    }

    /// Sets the working directory.
    pub(crate) fn folder(mut self, folder: &Path) -> Program {
        self.folder = Some(folder.to_path_buf());
        self
    }

    /// Runs the program and waits for its end.
    pub(crate) fn run(self) -> Run {
        let arguments: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
        let mut command = program(&arguments);
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        let mut child = command.stdin(Stdio::piped()).spawn().expect("the program starts");
        let mut input = child.stdin.take().expect("piped");
        // The input is written in parallel, as a long answer can come before all of it is read. A program that ends early
        // closes the pipe; its messages explain more than the failed write.
        let writer = std::thread::spawn(move || _ = input.write_all(&self.input));
        let output = child.wait_with_output().expect("the program ends");
        writer.join().expect("writing does not panic");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Run { out: text(&output.stdout), err: text(&output.stderr), code: output.status.code() }
    }
}

impl Run {
    /// Both outputs.
    pub(crate) fn all(&self) -> String {
        format!("{}{}", self.out, self.err)
    }

    /// The objects of a run with `--json`, as `object` returns them.
    pub(crate) fn objects(&self) -> Vec<Value> {
        self.out.lines().map(object).collect()
    }
}

/// Parses a line of a run with `--json`. Removes the version, which each line has, and the time, which differs from run to run.
pub(crate) fn object(line: &str) -> Value {
    let mut object: Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
    let fields = object.as_object_mut().unwrap_or_else(|| panic!("no object: {line}"));
    assert_eq!(fields.remove("version"), Some(1.into()), "{line}");
    fields.remove("ms");
    object
}

/// The answers to a text in which nothing is wrong.
pub(crate) fn answers(session: &mut Session, text: &str) -> Vec<Answer> {
    let mut answers = vec![];
    run(session, text, |_, report| answers.push(report.answer)).unwrap_or_else(|e| panic!("{}: {text}", e.message));
    answers
}

/// Reports that a test did not run, and why. The report bypasses the capture of output, as the test passes.
pub(crate) fn not_run(what: &str, why: &str) {
    let _ = writeln!(std::io::stderr(), "\n{what} was not run: {why}");
}
