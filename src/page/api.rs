//! The requests of the page, as JSON: `POST api/...` with `session`, and `text` where the request is about a script.
//!
//! Places in the text are counted in UTF-16 units, as browsers count.

use super::events::Events;
use super::reply::Reply;
use super::session::{PageSession, Role};
use super::sessions::Sessions;
use crate::service::{self, Form, Service};
use crate::session::Files;
use serde_json::{Value, json};
use std::sync::Arc;

/// The script as the page has it.
struct Page {
    text: String,
    files: Files,
}

pub(super) fn answer(sessions: &Sessions, path: &str, body: &Value) -> Reply {
    if path == "api/open" {
        return open(sessions);
    }
    let name = body["session"].as_str().unwrap_or_default();
    let Some(session) = sessions.get(name) else {
        return Reply::error(404, "there is no such session: load the page again");
    };
    let text = body["text"].as_str();
    let files = text.map_or(Files::Refused, |text| session.files(text));
    let page = Page { text: text.unwrap_or_default().to_string(), files };
    let value = match path {
        "api/save" => return save(sessions, &page, body["before"].as_str()),
        "api/disk" => return Reply::json(&json!({"text": sessions.opened().and_then(|opened| opened.on_disk())})),
        "api/export" => return file(&session, page, body),
        "api/look" | "api/complete" | "api/palette" | "api/examples" | "api/help" => read(&session, path, page, body),
        "api/cell" | "api/edit" => edit(&session, path, page, body),
        "api/live" => {
            let wanted = service::wanted(body);
            session.watch(move |service| service.live(&page.text, page.files, wanted))
        }
        "api/play" => {
            let (entries, check) = (service::entries(body), body["check"] == true);
            session.watch(move |service| {
                let played = entries.and_then(|entries| service.play(&page.text, page.files, &entries, check));
                played.unwrap_or_else(|message| error(&message))
            })
        }
        "api/link" => {
            let to = body["to"].as_str().unwrap_or_default().to_string();
            session.wait(Role::Answerer, move |service, _| {
                service.link(&page.text, page.files, &to).unwrap_or_else(|message| error(&message))
            })
        }
        "api/ask" => ask(&session, page, body["question"].as_str()),
        "api/events" => {
            session.touch();
            Some(session.events.since(body["after"].as_u64().unwrap_or(0)))
        }
        "api/files" => {
            session.allow(body["allowed"] == true, &page.text);
            Some(json!({}))
        }
        "api/stop" => {
            session.stop();
            Some(json!({}))
        }
        "api/close" => {
            sessions.close(name);
            Some(json!({}))
        }
        _ => return Reply::error(404, "there is nothing here"),
    };
    value.map_or_else(|| Reply::error(500, "the session has ended: load the page again"), |value| Reply::json(&value))
}

fn error(message: &str) -> Value {
    json!({"error": {"message": message}})
}

/// Requests that only read: answers from the service's reader.
fn read(session: &PageSession, path: &str, page: Page, body: &Value) -> Option<Value> {
    match path {
        "api/look" => session.wait(Role::Reader, move |service, _| service.look(&page.text, page.files)),
        "api/complete" => {
            let at = body["at"].as_u64().unwrap_or(0) as usize;
            session.wait(Role::Reader, move |service, _| service.complete(&page.text, page.files, at))
        }
        _ => {
            let request = json!({"method": path.trim_start_matches("api/"), "params": without_files(body)});
            session.wait(Role::Reader, move |service, _| service::result(service, &request))
        }
    }
}

/// A change of the script: of one cell, or of what an edit names.
fn edit(session: &PageSession, path: &str, page: Page, body: &Value) -> Option<Value> {
    let text_at = |key: &str| body[key].as_str().map(String::from);
    let changed = |text: Result<String, String>| match text {
        Ok(text) => json!({"text": text}),
        Err(message) => error(&message),
    };
    if path == "api/cell" {
        let (cell, typed, guess) = (text_at("cell").unwrap_or_default(), text_at("typed"), body["guess"] == true);
        return session.wait(Role::Reader, move |service, _| {
            changed(service.edit_cell(&page.text, &cell, typed.as_deref(), guess))
        });
    }
    let edit = body["edit"].clone();
    session.wait(Role::Reader, move |service, _| changed(service.edit(&page.text, page.files, &edit)))
}

/// Starts a question. The events of its answers come after the number `next`.
fn ask(session: &PageSession, page: Page, question: Option<&str>) -> Option<Value> {
    let question = question.map(String::from);
    let expect = session.expecting();
    let job = move |service: &mut Service, events: &Arc<Events>| {
        let events = events.clone();
        let sink: service::Events = Arc::new(move |kind, data| {
            if let ("script", Some(lines)) = (kind, data["lines"].as_str()) {
                expect(lines);
            }
            events.push(kind, data);
        });
        service.ask(&page.text, page.files, question.as_deref(), Form::Page, &sink);
        json!({})
    };
    let next = session.events.next();
    session.start(Role::Answerer, job).map(|_| json!({"next": next}))
}

/// The parameters of a request that reads no files of the script.
fn without_files(body: &Value) -> Value {
    let mut params = body.clone();
    if let Some(params) = params.as_object_mut() {
        params.remove("files");
    }
    params
}

/// Writes the text into the file that the user opened.
fn save(sessions: &Sessions, page: &Page, before: Option<&str>) -> Reply {
    let Some(opened) = sessions.opened() else {
        return Reply::error(422, "the page has no file: start `sator --serve FILE`, or download the script");
    };
    match opened.save(&page.text, before) {
        Ok(()) => Reply::json(&json!({"saved": opened.name})),
        Err(message) => Reply::error(422, &message),
    }
}

fn open(sessions: &Sessions) -> Reply {
    let Some((session, _)) = sessions.open() else {
        return Reply::error(503, "too many pages answer questions: stop or close one of them");
    };
    let opened = sessions.opened();
    let (name, text) =
        (opened.map(|opened| &opened.name), opened.map(|opened| opened.on_disk().unwrap_or(opened.text.clone())));
    let can_save = opened.is_some_and(|opened| opened.file.is_some());
    Reply::json(&json!({"session": session, "name": name, "text": text, "can_save": can_save}))
}

/// A file to be kept by the browser.
fn file(session: &PageSession, page: Page, body: &Value) -> Reply {
    let (format, options) = match service::export_options(body) {
        Ok(chosen) => chosen,
        Err(message) => return Reply::error(400, &message),
    };
    let (send, made) = std::sync::mpsc::channel();
    let done = session.wait(Role::Answerer, move |service, _| {
        let _ = send.send(service.export(&page.text, page.files, format, options));
        json!({})
    });
    match (done, made.recv()) {
        (Some(_), Ok(Ok(body))) => Reply { status: 200, kind: format.media_type(), body },
        (_, Ok(Err(message))) => Reply::error(422, &message),
        _ => Reply::error(500, "the session has ended: load the page again"),
    }
}
