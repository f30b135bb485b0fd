//! `sator --judge`: boards as JSON, one a line of standard input, and a verdict for each, one a line of standard output.

use crate::exit::ExitStatus;
use crate::rpc::{TICK, lines_of, write_line};
use crate::service::{Events, Method, Service, puzzle as named};
use crate::session::Settings;
use sator_base::limits::Interrupt;
use serde_json::{Value, json};
use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::RecvTimeoutError;

/// Judges boards until the input ends or the program is interrupted. A line is a request of `judge`, or a board alone; `text` is
/// the puzzle of lines that name none, and a line's own `text` is that of the lines after it.
///
/// # Errors
/// The input can't be read, or the output takes no more.
pub(crate) fn run(
    settings: Settings,
    file: Option<PathBuf>,
    text: Option<String>,
    interrupt: &Interrupt,
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
) -> anyhow::Result<ExitStatus> {
    let reads_files = file.is_some();
    let mut service = Service::of_file(settings, file, false, interrupt.clone());
    let mut puzzle = text.map(|text| (text, reads_files));
    let mut worst = ExitStatus::Success;
    let lines = lines_of(input)?;
    loop {
        let line = match lines.recv_timeout(TICK) {
            Ok(line) => line?,
            Err(RecvTimeoutError::Timeout) if interrupt.is_set() => return Ok(ExitStatus::Interrupted),
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return Ok(worst),
        };
        if line.trim_ascii().is_empty() {
            continue;
        }
        let mut answer = answer(&mut service, &mut puzzle, &line);
        if answer["error"].is_object() {
            worst = ExitStatus::Error;
        } else if answer["verdict"] == "unknown" {
            worst = worst.max(ExitStatus::Unknown);
        }
        if answer["id"].is_null() {
            answer.as_object_mut().map(|fields| fields.remove("id"));
        }
        write_line(&mut output, &answer)?;
        if interrupt.is_set() {
            return Ok(ExitStatus::Interrupted);
        }
    }
}

/// The verdict on a line, with its `id`.
fn answer(service: &mut Service, puzzle: &mut Option<(String, bool)>, line: &[u8]) -> Value {
    let error = |id: &Value, message: String| json!({"id": id, "error": {"message": message}});
    let mut request: Value = match serde_json::from_slice(line) {
        Ok(request) => request,
        Err(found) => return error(&Value::Null, format!("this is no JSON: {found}")),
    };
    if !request.is_object() {
        request = json!({"board": request});
    }
    let id = request["id"].take();
    match (named(&request), &puzzle) {
        (Err(message), _) => return error(&id, message),
        (Ok(Some(text)), _) => {
            request["text"] = json!(text);
            *puzzle = Some((text, request["files"] == true));
        }
        (Ok(None), Some((text, reads_files))) => {
            request["text"] = json!(text);
            request["files"] = json!(reads_files);
        }
        (Ok(None), None) => return error(&id, "name a puzzle: `sator --judge FILE`, or a line with its `text`".into()),
    }
    let method = json!({"method": if request["when"] == true { "when" } else { "judge" }});
    let unheard: Events = Arc::new(|_, _| {});
    match Method::of(&method).and_then(|method| method.call(service, request, &unheard)) {
        Ok(mut answer) => {
            answer["id"] = id;
            answer
        }
        Err(message) => error(&id, message),
    }
}
