//! Runs cases on the built program, a process each, and judges what comes back.

use super::Case;
use crate::support::program;
use serde_json::Value;
use std::io::{Read, Write};
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, mpsc};
use std::time::{Duration, Instant};

/// The value of `--timeout`.
const TIMEOUT: Duration = Duration::from_secs(120);

/// After this long a process that still runs is ended.
const HANG: Duration = Duration::from_secs(300);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Right,
    Wrong(String),
    TooSlow,
    /// The program does not accept the script.
    CantSay(String),
}

#[derive(Clone, Debug)]
pub(super) struct Run {
    pub outcome: Outcome,
    /// Wall time of the process.
    pub ms: f64,
}

impl Case {
    /// The script with its questions.
    pub(crate) fn text(&self) -> String {
        let questions: String = self.checks.iter().map(|c| format!("{}\n", c.question)).collect();
        format!("{}\n{questions}", self.script)
    }
}

/// Runs the cases on as many processes at a time as the machine has cores; runs in the order of the cases.
pub(super) fn run_all(cases: &[Case]) -> Vec<Run> {
    let next = AtomicUsize::new(0);
    let runs = Mutex::new(vec![None; cases.len()]);
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some(case) = cases.get(i) else { break };
                    let run = run(case);
                    runs.lock().expect("no worker panics")[i] = Some(run);
                }
            });
        }
    });
    runs.into_inner().expect("no worker panics").into_iter().map(|r| r.expect("every case is run")).collect()
}

fn run(case: &Case) -> Run {
    let start = Instant::now();
    let outcome = match answers(&case.text()) {
        Some((answers, trouble)) => judge(case, &answers, &trouble),
        None => Outcome::TooSlow,
    };
    Run { outcome, ms: start.elapsed().as_secs_f64() * 1000.0 }
}

fn judge(case: &Case, answers: &[Value], trouble: &str) -> Outcome {
    for (i, check) in case.checks.iter().enumerate() {
        let Some(answer) = answers.get(i) else {
            return Outcome::Wrong(format!("`{}` is not answered. {trouble}", check.question));
        };
        if let Some(error) = answer.get("error") {
            return Outcome::CantSay(error.to_string());
        }
        if answer["status"] == "unknown" || answer["exact"] == false || answer["optimal"] == false {
            return Outcome::TooSlow;
        }
        if let Err(why) = (check.judge)(answer) {
            return Outcome::Wrong(format!("`{}`: {why}", check.question));
        }
    }
    Outcome::Right
}

/// The JSON objects that the program prints for a script, and its standard error; `None` when it hangs.
fn answers(script: &str) -> Option<(Vec<Value>, String)> {
    let mut command = program(&["--json", "--timeout", &format!("{}s", TIMEOUT.as_secs()), "-"]);
    let mut child = command.stdin(Stdio::piped()).spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("piped");
    let mut output = child.stdout.take().expect("piped");
    // A program that stops reading early closes the pipe. Its messages explain more than the failed write.
    let _ = input.write_all(script.as_bytes());
    drop(input);

    let (sender, receiver) = mpsc::channel();
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        let _ = output.read_to_string(&mut text);
        let _ = sender.send(text);
    });
    let text = receiver.recv_timeout(HANG);
    if text.is_err() {
        let _ = child.kill();
    }
    let ended = child.wait_with_output().expect("the program ends");
    reader.join().expect("reading does not panic");
    let objects = text.ok()?.lines().map(|line| serde_json::from_str(line).unwrap_or(Value::Null)).collect();
    Some((objects, String::from_utf8_lossy(&ended.stderr).into_owned()))
}
