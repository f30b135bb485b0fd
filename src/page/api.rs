//! What a page may ask, as JSON: `POST api/...` with `session`, and `text` where it is about a script.
//!
//! Places in the text are counted in UTF-16 units, as browsers count.

use super::cells;
use super::desk::{Desk, Who};
use super::events::Events;
use super::reply::Reply;
use super::script::{Edit, Read, Script};
use super::table::Table;
use crate::editing::completion::complete;
use crate::editing::highlight;
use crate::editing::names::Names;
use crate::files;
use crate::session::{Answer, Files, Format, Report, Scale, Session, Theme, What, Wish};
use sator_base::source::{SourceId, Span};
use sator_draw::render::svg::render_inline;
use sator_draw::render::{Look, draw_report, export_bytes};
use sator_draw::scene::{Figure, figures};
use sator_lang::diagnostic::Diagnostic;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;

/// Pictures of one answer.
const MOST_PICTURES: usize = 300;

/// The script as the page has it.
struct Page {
    text: String,
    files: Files,
}

pub(super) fn answer(table: &Table, path: &str, body: &Value) -> Reply {
    if path == "api/open" {
        return open(table);
    }
    let name = body["session"].as_str().unwrap_or_default();
    let Some(desk) = table.get(name) else {
        return Reply::error(404, "there is no such session: load the page again");
    };
    let text = body["text"].as_str();
    let files = text.map_or(Files::Refused, |text| desk.files(text));
    let page = Page { text: text.unwrap_or_default().to_string(), files };
    let said = |key: &str| body[key].as_str().map(String::from);
    let value = match path {
        "api/events" => {
            desk.touch();
            Some(desk.events.since(body["after"].as_u64().unwrap_or(0)))
        }
        "api/files" => {
            desk.allow(body["allowed"] == true, &page.text);
            Some(json!({}))
        }
        "api/text" => desk.wait(Who::Reader, move |script, _| look_at(script, &page)),
        "api/complete" => {
            let at = body["at"].as_u64().unwrap_or(0) as usize;
            desk.wait(Who::Reader, move |script, _| offers(script, &page, at))
        }
        "api/cell" => {
            let (cell, typed, guess) = (said("cell").unwrap_or_default(), said("typed"), body["guess"] == true);
            desk.wait(Who::Reader, move |script, _| {
                match cells::edit(script, &page.text, &cell, typed.as_deref(), guess) {
                    Ok(text) => json!({"text": text}),
                    Err(message) => json!({"error": {"message": message}}),
                }
            })
        }
        "api/ask" => {
            let question = said("question");
            let expect = desk.expecting();
            let job = move |script: &mut Script, events: &Arc<Events>| {
                ask(script, events, &page, question.as_deref(), &expect)
            };
            let next = desk.events.next();
            desk.start(Who::Answerer, job).map(|_| json!({"next": next}))
        }
        "api/stop" => {
            desk.stop();
            Some(json!({}))
        }
        "api/file" => return file(&desk, page, body),
        "api/close" => {
            table.close(name);
            Some(json!({}))
        }
        _ => return Reply::error(404, "there is nothing here"),
    };
    value.map_or_else(|| Reply::error(500, "the session has ended: load the page again"), |value| Reply::json(&value))
}

fn open(table: &Table) -> Reply {
    let Some((session, _)) = table.open() else {
        return Reply::error(503, "too many pages answer questions: stop or close one of them");
    };
    let opened = table.opened();
    let (name, text) = (opened.map(|opened| &opened.name), opened.map(|opened| &opened.text));
    Reply::json(&json!({"session": session, "name": name, "text": text}))
}

/// Colours, problems and the picture of what is typed.
fn look_at(script: &mut Script, page: &Page) -> Value {
    if let Some(Ok(imported)) = sator_formats::import(&page.text) {
        return json!({"imported": imported.script, "format": imported.format});
    }
    let read = script.follow(&page.text, page.files);
    let session = &script.session;
    let pieces: Vec<Value> = highlight::pieces(&page.text, &Names::of(session))
        .into_iter()
        .map(|(range, class)| json!([units(&page.text[range]), format!("{class:?}").to_lowercase()]))
        .collect();
    let problems: Vec<Value> = read.problems.iter().map(|p| problem(session, &page.text, p)).collect();
    let waiting: Vec<&str> = read.waiting.iter().map(|s| session.sources().slice(s.span)).collect();
    json!({
        "pieces": pieces,
        "problems": problems,
        "waiting": waiting,
        "files": page.files == Files::Allowed,
        "title": session.model().title,
        "picture": render_inline(&Figure::posed(session.model())),
    })
}

/// UTF-16 units of a text.
fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

/// An error or a warning, with its place where that is in the text at hand.
fn problem(session: &Session, text: &str, found: &Diagnostic) -> Value {
    let label = found.labels.iter().find(|label| session.sources().get(label.span.source).text == text);
    let place = label.map(|label| {
        let at = |byte: u32| units(text.get(..byte as usize).unwrap_or(text));
        (at(label.span.start), at(label.span.end), session.sources().line_column(label.span))
    });
    json!({
        "code": found.code.word(),
        "message": found.message,
        "help": found.help,
        "notes": found.notes,
        "warning": found.warning,
        "from": place.map(|p| p.0),
        "to": place.map(|p| p.1),
        "line": place.map(|p| p.2.0),
        "column": place.map(|p| p.2.1),
    })
}

fn offers(script: &mut Script, page: &Page, at: usize) -> Value {
    let mut left = at;
    let before = page.text.char_indices().find(|(_, c)| {
        let done = left == 0;
        left = left.saturating_sub(c.len_utf16());
        done
    });
    let at = before.map_or(page.text.len(), |(byte, _)| byte);
    let (start, mut found) = complete(&page.text, at, &Names::of(&script.session));
    let line = &page.text[page.text[..at].rfind('\n').map_or(0, |n| n + 1)..at];
    // The names of files are none of a script's business that may not read them.
    if page.files == Files::Refused && line.contains('"') && !line.contains("example") {
        found.clear();
    }
    let list: Vec<Value> = found.into_iter().take(50).map(|c| json!({"display": c.display, "text": c.text})).collect();
    json!({"from": units(&page.text[..start]), "to": units(&page.text[..at]), "list": list})
}

/// Answers a question, or without one all of the script in its order, and tells what comes.
fn ask(script: &mut Script, events: &Arc<Events>, page: &Page, question: Option<&str>, expect: &dyn Fn(&str)) -> Value {
    events.tell("start", json!({"question": question.unwrap_or("run")}));
    let tell = events.clone();
    let progress = move |text: &str| tell.tell("progress", json!({"text": text}));
    let mut sink = |session: &Session, report: Report| match files::settle(session, report) {
        Ok(report) => events.tell("answer", answered(session, &report)),
        Err(error) => events.tell("problem", problem(session, &page.text, &error)),
    };
    let mut edits = vec![];
    let failed = match question {
        Some(question) => {
            let read: Read = script.follow(&page.text, page.files);
            match read.error() {
                Some(error) => Some(Box::new(error.clone())),
                None => {
                    script.session.set_progress(Some(Box::new(progress)));
                    script.ask(question, &mut edits, &mut sink).err()
                }
            }
        }
        None => script.run_all(&page.text, page.files, Box::new(progress), &mut edits, &mut sink).err(),
    };
    script.session.set_progress(None);
    for Edit { instead, lines } in edits {
        expect(&lines);
        let (from, instead) = instead.unzip();
        let from = from.and_then(|from| page.text.get(..from as usize)).map(units);
        events.tell("script", json!({"from": from, "instead": instead, "lines": lines}));
    }
    for warning in script.session.take_warnings() {
        events.tell("problem", problem(&script.session, &page.text, &warning));
    }
    if let Some(error) = failed {
        events.tell("problem", problem(&script.session, &page.text, &error));
    }
    events.tell("done", json!({}));
    json!({})
}

/// An answer in words and pictures.
fn answered(session: &Session, report: &Report) -> Value {
    let model = session.model();
    let look = Look { pictures: false, ..Look::default() };
    let all = figures(model, &report.answer);
    let left_out = all.len().saturating_sub(MOST_PICTURES);
    let shown: Vec<Value> = all
        .iter()
        .take(MOST_PICTURES)
        .map(|p| json!({"caption": p.caption, "because": p.because, "svg": render_inline(&Figure { caption: None, ..p.clone() })}))
        .collect();
    let (kind, follows) = match &report.answer {
        Answer::Multiple { .. } => ("two", vec![]),
        Answer::Steps { .. } => ("steps", vec![]),
        Answer::Hint { step, applied: false, .. } => ("hint", step.conclusions.iter().map(|l| l.text(model)).collect()),
        _ => ("plain", vec![]),
    };
    json!({
        "query": report.query,
        "kind": kind,
        "words": draw_report(model, report, &look).to_string(),
        "pictures": shown,
        "left_out": left_out,
        "follows": follows,
        "stopped": report.answer.stopped().is_some(),
        "ms": (report.elapsed.as_secs_f64() * 10_000.0).round() / 10.0,
    })
}

/// A file to be kept by the browser.
fn file(desk: &Desk, page: Page, body: &Value) -> Reply {
    fn chosen<T: Copy>(all: &[(&str, T)], value: &Value) -> Option<T> {
        let word = value.as_str()?;
        all.iter().find(|(name, _)| *name == word).map(|(_, value)| *value)
    }
    let Some(format) = chosen(&Format::ALL, &body["format"]) else {
        return Reply::error(400, "there is no such format");
    };
    let wish = Wish {
        what: chosen(&What::ALL, &body["what"]),
        theme: chosen(&Theme::ALL, &body["theme"]).unwrap_or_default(),
        scale: chosen(&Scale::ALL, &body["scale"]).unwrap_or_default(),
    };
    let (send, made) = std::sync::mpsc::channel();
    let done = desk.wait(Who::Answerer, move |script, _| {
        let read = script.follow(&page.text, page.files);
        let bytes = match read.error() {
            Some(error) => Err(error.message.clone()),
            None => script
                .session
                .export(format, wish, Path::new(""), Span::new(SourceId(0), 0, 0))
                .map_err(|error| error.message.clone())
                .and_then(|export| export_bytes(script.session.model(), &export)),
        };
        let _ = send.send(bytes);
        json!({})
    });
    let kind = match format {
        Format::Svg => "image/svg+xml",
        Format::Png => "image/png",
        Format::Html => "text/html; charset=utf-8",
        Format::Json => "application/json",
        Format::Smt2 => "text/plain; charset=utf-8",
    };
    match (done, made.recv()) {
        (Some(_), Ok(Ok(body))) => Reply { status: 200, kind, body },
        (_, Ok(Err(message))) => Reply::error(422, &message),
        _ => Reply::error(500, "the session has ended: load the page again"),
    }
}
