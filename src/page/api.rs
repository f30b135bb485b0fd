//! What a page may ask, as JSON: `POST api/...` with `session`, and `text` where it is about a script.
//!
//! Places in the text are counted in UTF-16 units, as browsers count.

use super::desk::{Desk, Who};
use super::events::Events;
use super::reply::Reply;
use super::table::Table;
use crate::service::{self, Service};
use crate::session::{Files, Format, Scale, Theme, What, Wish};
use serde_json::{Value, json};
use std::sync::Arc;

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
        "api/text" => desk.wait(Who::Reader, move |service, _| service.look(&page.text, page.files)),
        "api/complete" => {
            let at = body["at"].as_u64().unwrap_or(0) as usize;
            desk.wait(Who::Reader, move |service, _| service.complete(&page.text, page.files, at))
        }
        "api/cell" => {
            let (cell, typed, guess) = (said("cell").unwrap_or_default(), said("typed"), body["guess"] == true);
            desk.wait(Who::Reader, move |service, _| {
                match service.edit_cell(&page.text, &cell, typed.as_deref(), guess) {
                    Ok(text) => json!({"text": text}),
                    Err(message) => json!({"error": {"message": message}}),
                }
            })
        }
        "api/ask" => {
            let question = said("question");
            let expect = desk.expecting();
            let job = move |service: &mut Service, events: &Arc<Events>| {
                let events = events.clone();
                let sink: service::Events = Arc::new(move |kind, data| {
                    if let ("script", Some(lines)) = (kind, data["lines"].as_str()) {
                        expect(lines);
                    }
                    events.tell(kind, data);
                });
                service.ask(&page.text, page.files, question.as_deref(), &sink);
                json!({})
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
    let done = desk.wait(Who::Answerer, move |service, _| {
        let _ = send.send(service.export(&page.text, page.files, format, wish));
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
