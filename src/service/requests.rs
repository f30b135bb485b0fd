//! Requests by name: for drivers that receive them as JSON, which are `sator --rpc` and the WebAssembly module.
//!
//! A request is an object with `id`, `method` and `params`. The messages that answer it carry its `id`: any number with `event` and
//! `data`, then one with `result` or `error`.
//!
//! ```
//! use sator::service::{Service, Deliver, answer};
//! use sator::session::Settings;
//! use serde_json::json;
//! use std::sync::{Arc, Mutex};
//!
//! let mut service = Service::new(Settings::default(), sator::Interrupt::new());
//! let messages = Arc::new(Mutex::new(vec![]));
//! let all = messages.clone();
//! let deliver: Deliver = Arc::new(move |message| all.lock().unwrap().push(message));
//! answer(&mut service, &json!({"id": 1, "method": "help", "params": {"topic": "count"}}), &deliver);
//! assert!(messages.lock().unwrap()[0]["result"]["text"].as_str().unwrap().contains("count"));
//! ```

use super::{Events, Form, LiveParts, Service, palette, starting};
use crate::session::{ExportOptions, Files, Format, Scale, Subject, Theme};
use crate::{gallery, help};
use sator_draw::render::svg;
use serde_json::{Value, json};
use std::sync::Arc;

/// Takes the messages that answer requests.
pub type Deliver = Arc<dyn Fn(Value) + Send + Sync>;

/// A request by name.
pub struct Method {
    /// The name.
    pub name: &'static str,
    /// The parameters; one in brackets can be left out.
    pub takes: &'static str,
    /// The result.
    pub returns: &'static str,
    /// Whether it can take long. A driver answers other requests meanwhile.
    pub is_long: bool,
    answer: fn(&mut Service, &Params, &Events) -> Result<Value, String>,
}

/// All methods.
pub const METHODS: &[Method] = &[
    Method {
        name: "look",
        takes: "text [files]",
        returns: "pieces, problems, waiting, title, site, picture, boards, pictures and rules; or imported and format",
        is_long: false,
        answer: |service, params, _| Ok(service.look(params.text("text")?, params.files()?)),
    },
    Method {
        name: "complete",
        takes: "text at [files]",
        returns: "list, from and to",
        is_long: false,
        answer: |service, params, _| {
            let at = params.0["at"].as_u64().ok_or("`at` is a place in the text, in UTF-16 units")?;
            Ok(service.complete(params.text("text")?, params.files()?, at as usize))
        },
    },
    Method {
        name: "cell",
        takes: "text cell [typed] [guess]",
        returns: "text",
        is_long: false,
        answer: |service, params, _| {
            let (text, cell, typed) = (params.text("text")?, params.text("cell")?, params.optional("typed")?);
            Ok(json!({"text": service.edit_cell(text, cell, typed, params.0["guess"] == true)?}))
        },
    },
    Method {
        name: "edit",
        takes: "text edit [files]",
        returns: "text",
        is_long: false,
        answer: |service, params, _| {
            let text = service.edit(params.text("text")?, params.files()?, &params.0["edit"])?;
            Ok(json!({"text": text}))
        },
    },
    Method {
        name: "palette",
        takes: "",
        returns: "tools: rules that can be put on a board by pointing",
        is_long: false,
        answer: |_, _, _| Ok(palette::list()),
    },
    Method {
        name: "live",
        takes: "text [candidates] [counts] [forced] [files]",
        returns: "solutions (none, one, several or unknown), words and picture",
        is_long: true,
        answer: |service, params, _| Ok(service.live(params.text("text")?, params.files()?, wanted(&params.0))),
    },
    Method {
        name: "play",
        takes: "text entries [check] [files]",
        returns: "solved, wrong and checked",
        is_long: true,
        answer: |service, params, _| {
            let entries = entries(&params.0)?;
            service.play(params.text("text")?, params.files()?, &entries, params.0["check"] == true)
        },
    },
    Method {
        name: "link",
        takes: "text to [files]",
        returns: "link and words",
        is_long: true,
        answer: |service, params, _| service.link(params.text("text")?, params.files()?, params.text("to")?),
    },
    Method {
        name: "ask",
        takes: "text [question] [form] [files]",
        returns: "nothing; answers are events",
        is_long: true,
        answer: |service, params, events| {
            let form = match params.optional("form")? {
                None | Some("page") => Form::Page,
                Some("json") => Form::Json,
                Some(_) => return Err("`form` is \"page\" or \"json\"".into()),
            };
            service.ask(params.text("text")?, params.files()?, params.optional("question")?, form, events);
            Ok(json!({}))
        },
    },
    Method {
        name: "judge",
        takes: "text, or rule and clues; [board] [moves] [rest] [reasons] [claim] [files]",
        returns: "verdict and open; broken, because and facts, forced and next, claim, unread",
        is_long: true,
        answer: |service, params, _| service.judge(&params.puzzle()?, params.files()?, &params.0),
    },
    Method {
        name: "when",
        takes: "text, or rule and clues; moves [board] [files]",
        returns: "move, verdict and guesses; broken, because and facts, unread",
        is_long: true,
        answer: |service, params, _| service.when(&params.puzzle()?, params.files()?, &params.0),
    },
    Method {
        name: "understand",
        takes: "text [solution] [files]",
        returns: "text, kinds with their rules, combinations, and where the solution is from",
        is_long: true,
        answer: |service, params, _| service.understand(params.text("text")?, params.files()?, &params.0["solution"]),
    },
    Method {
        name: "import",
        takes: "text",
        returns: "text, format and untranslated",
        is_long: false,
        answer: |_, params, _| match sator_formats::import(params.text("text")?) {
            Some(Ok(found)) => {
                Ok(json!({"text": found.script, "format": found.format, "untranslated": found.untranslated}))
            }
            Some(Err(problem)) => Err(match problem.help {
                Some(help) => format!("{}; {help}", problem.message),
                None => problem.message,
            }),
            None => Err("the text is in no format that sator imports".into()),
        },
    },
    Method {
        name: "export",
        takes: "text format [what] [theme] [scale] [files]",
        returns: "media and text, or base64 where the bytes are no text",
        is_long: true,
        answer: |service, params, _| {
            let (format, options) = export_options(&params.0)?;
            let bytes = service.export(params.text("text")?, params.files()?, format, options)?;
            Ok(match String::from_utf8(bytes) {
                Ok(text) => json!({"media": format.media_type(), "text": text}),
                Err(error) => json!({"media": format.media_type(), "base64": base64(error.as_bytes())}),
            })
        },
    },
    Method {
        name: "help",
        takes: "[topic]",
        returns: "text",
        is_long: false,
        answer: |_, params, _| {
            let page = match params.optional("topic")? {
                None => help::first_page(),
                Some(topic) => help::page(topic).ok_or_else(|| format!("there is no help about `{topic}`"))?,
            };
            Ok(json!({"text": page}))
        },
    },
    Method {
        name: "examples",
        takes: "[name] [picture] [empty] [rows] [cols]",
        returns: "list of name and about; of one its text and, if wanted, its picture, or its rules on an empty board",
        is_long: false,
        answer: |_, params, _| match params.optional("name")? {
            Some(name) if params.0["empty"] == true => {
                let size = |key: &str| params.0[key].as_u64().filter(|n| (1..=200).contains(n)).map(|n| n as usize);
                Ok(json!({"text": starting::empty(name, size("rows").zip(size("cols")))?}))
            }
            Some(name) => {
                let example = gallery::find(name).ok_or_else(|| format!("there is no example `{name}`"))?;
                let picture = (params.0["picture"] == true).then(|| starting::picture(example.text));
                Ok(json!({"text": example.text, "picture": picture}))
            }
            None => {
                let example = |e: &gallery::Example| json!({"name": e.name, "about": e.about});
                Ok(json!({"list": gallery::EXAMPLES.iter().map(example).collect::<Vec<_>>()}))
            }
        },
    },
    Method {
        name: "grammar",
        takes: "",
        returns: "grammar: a TextMate grammar of the language",
        is_long: false,
        answer: |_, _, _| Ok(json!({"grammar": crate::editing::textmate::grammar()})),
    },
    Method {
        name: "themes",
        takes: "",
        returns: "light and dark: style sheets for pictures",
        is_long: false,
        answer: |_, _, _| Ok(json!({"light": svg::css(Theme::Light), "dark": svg::css(Theme::Dark)})),
    },
];

impl Method {
    /// The result for these parameters.
    ///
    /// # Errors
    /// A sentence: a parameter that is missing or wrong.
    pub fn call(&self, service: &mut Service, params: Value, events: &Events) -> Result<Value, String> {
        (self.answer)(service, &Params(params), events)
    }

    /// The method that a request names.
    ///
    /// # Errors
    /// A sentence: the request names none.
    pub fn of(request: &Value) -> Result<&'static Method, String> {
        let name = request["method"].as_str().ok_or("a request has `id`, `method` and `params`")?;
        METHODS.iter().find(|method| method.name == name).ok_or_else(|| {
            let names: Vec<&str> = METHODS.iter().map(|method| method.name).collect();
            format!("there is no method `{name}`; there are {}", names.join(", "))
        })
    }
}

/// Answers one request.
pub fn answer(service: &mut Service, request: &Value, deliver: &Deliver) {
    let id = request["id"].clone();
    let events: Events = {
        let (id, deliver) = (id.clone(), deliver.clone());
        Arc::new(move |kind, data| deliver(json!({"id": id, "event": kind, "data": data})))
    };
    let params = request["params"].clone();
    deliver(reply(&id, Method::of(request).and_then(|method| method.call(service, params, &events))));
}

/// The result of a request that has no events, or an `error` with its message.
#[cfg(feature = "cli")]
pub(crate) fn result(service: &mut Service, request: &Value) -> Value {
    let silent: Events = Arc::new(|_, _| {});
    let params = Params(request["params"].clone());
    let done = Method::of(request).and_then(|method| (method.answer)(service, &params, &silent));
    done.unwrap_or_else(|message| json!({"error": {"message": message}}))
}

/// The last message about a request.
pub(crate) fn reply(id: &Value, result: Result<Value, String>) -> Value {
    match result {
        Ok(result) => json!({"id": id, "result": result}),
        Err(message) => json!({"id": id, "error": {"message": message}}),
    }
}

/// The parameters of a request.
struct Params(Value);

impl Params {
    fn text(&self, name: &str) -> Result<&str, String> {
        self.0[name].as_str().ok_or_else(|| format!("`{name}` is a text"))
    }

    /// The puzzle: its `text`, or a `rule` with `clues`.
    fn puzzle(&self) -> Result<String, String> {
        puzzle(&self.0)?.ok_or_else(|| "name a puzzle: its `text`, or a `rule` with `clues`".into())
    }

    fn optional(&self, name: &str) -> Result<Option<&str>, String> {
        if self.0[name].is_null() { Ok(None) } else { self.text(name).map(Some) }
    }

    /// `true` for the files of the machine, or texts by name; without it none.
    fn files(&self) -> Result<Files, String> {
        match &self.0["files"] {
            Value::Null | Value::Bool(false) => Ok(Files::Refused),
            Value::Bool(true) => Ok(Files::Allowed),
            Value::Object(given) => {
                let text = |(name, text): (&String, &Value)| Some((name.clone(), text.as_str()?.to_string()));
                let given: Option<_> = given.iter().map(text).collect();
                given.map(|given| Files::Given(Arc::new(given))).ok_or_else(|| "each file is a text".into())
            }
            _ => Err("`files` is true, false, or an object with the text of each file by its name".into()),
        }
    }
}

/// The puzzle that a request names: its `text`, or a `rule` with `clues`.
///
/// # Errors
/// A sentence: no such rule, or clues that aren't rows.
pub(crate) fn puzzle(params: &Value) -> Result<Option<String>, String> {
    match (&params["text"], &params["rule"]) {
        (Value::Null, Value::Null) => Ok(None),
        (Value::String(text), _) => Ok(Some(text.clone())),
        (Value::Null, Value::String(rule)) => starting::posed(rule, &params["clues"]).map(Some),
        _ => Err("`text` is a text, and `rule` the name of a standard rule".into()),
    }
}

/// The parts of a live view.
pub(crate) fn wanted(params: &Value) -> LiveParts {
    let has = |part: &str| params[part] == true;
    LiveParts { candidates: has("candidates"), counts: has("counts"), forced: has("forced") }
}

/// The conditions that a player has filled in.
///
/// # Errors
/// A sentence: they are no list of texts.
pub(crate) fn entries(params: &Value) -> Result<Vec<String>, String> {
    let text = |one: &Value| one.as_str().map(String::from);
    let list = params["entries"].as_array().and_then(|list| list.iter().map(text).collect());
    list.ok_or_else(|| "`entries` is a list of texts".into())
}

/// The format and the options of an export, by their words.
///
/// # Errors
/// A sentence: there is no such format or option.
pub(crate) fn export_options(params: &Value) -> Result<(Format, ExportOptions), String> {
    fn chosen<T: Copy>(all: &[(&str, T)], params: &Value, key: &str) -> Result<Option<T>, String> {
        if params[key].is_null() {
            return Ok(None);
        }
        let found = all.iter().find(|(name, _)| params[key] == *name).map(|(_, value)| *value);
        let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
        found.map(Some).ok_or_else(|| format!("`{key}` is one of {}", names.join(", ")))
    }
    let format = chosen(&Format::ALL, params, "format")?.ok_or("`format` is missing")?;
    let options = ExportOptions {
        subject: chosen(&Subject::ALL, params, "what")?,
        theme: chosen(&Theme::ALL, params, "theme")?.unwrap_or_default(),
        scale: chosen(&Scale::ALL, params, "scale")?.unwrap_or_default(),
    };
    Ok((format, options))
}

/// Base64 with padding, RFC 4648.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |i: usize| u32::from(chunk.get(i).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for i in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * i) & 63) as usize] as char;
            text.push(if i > chunk.len() { '=' } else { digit });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Settings;
    use sator_base::limits::Interrupt;
    use std::sync::Mutex;

    fn messages(request: &Value) -> Vec<Value> {
        let mut service = Service::new(Settings::of_environment(), Interrupt::new());
        let all = Arc::new(Mutex::new(vec![]));
        let deliver: Deliver = {
            let all = all.clone();
            Arc::new(move |message| all.lock().expect("no panic").push(message))
        };
        answer(&mut service, request, &deliver);
        let all = all.lock().expect("no panic");
        all.clone()
    }

    const TEXT: &str = "let clues = csv(\"clues.csv\")\ngrid x 2x2 in 1..2\nlatin(x)\nr1c1 = clues[1]\n";

    #[test]
    fn a_script_reads_the_files_that_are_given() {
        let ask = |files: Value| {
            let params = json!({"text": TEXT, "question": "unique", "form": "json", "files": files});
            messages(&json!({"id": "a", "method": "ask", "params": params}))
        };
        let all = ask(json!({"clues.csv": "2\n"}));
        let answer = all.iter().find(|m| m["event"] == "answer").unwrap_or_else(|| panic!("{all:?}"));
        assert_eq!(answer["data"]["solutions"][0]["x"], json!([[2, 1], [1, 2]]), "{answer}");
        assert_eq!(all.last(), Some(&json!({"id": "a", "result": {}})));
        let problem = |files: Value| {
            let all = ask(files);
            let found = all.iter().find(|m| m["event"] == "problem").unwrap_or_else(|| panic!("{all:?}"));
            found.to_string()
        };
        assert!(problem(json!({"other.csv": ""})).contains("there is no file `clues.csv`: given were `other.csv`"));
        assert!(problem(json!({})).contains("no file was given"));
        assert!(problem(json!(false)).contains("files-refused"));
    }

    #[test]
    fn a_script_with_given_files_writes_none() {
        for command in ["save \"a.puz\"", "export svg \"a.svg\"", "load last"] {
            let params = json!({"text": "grid x 2x2 in 1..2\n", "question": command, "files": {}});
            let all = messages(&json!({"id": 1, "method": "ask", "params": params}));
            assert!(all.iter().any(|m| m["data"]["code"] == "files-refused"), "{command}: {all:?}");
        }
    }

    #[test]
    fn a_wrong_request_says_what_to_write() {
        let error = |request: Value| {
            let all = messages(&request);
            assert_eq!(all.len(), 1);
            all[0]["error"]["message"].as_str().map_or_else(|| panic!("{all:?}"), String::from)
        };
        assert_eq!(error(json!(7)), "a request has `id`, `method` and `params`");
        assert!(error(json!({"id": 1, "method": "lok"})).starts_with("there is no method `lok`; there are look"));
        assert_eq!(error(json!({"id": 1, "method": "look"})), "`text` is a text");
        let export = |format: &str| json!({"id": 1, "method": "export", "params": {"text": "", "format": format}});
        assert!(error(export("bmp")).starts_with("`format` is one of"));
        assert!(error(json!({"method": "look", "params": {"text": "", "files": 3}})).contains("`files` is true"));
    }

    #[test]
    fn base64_of_rfc_4648() {
        let all = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map(|text| base64(text.as_bytes()));
        assert_eq!(all, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]);
    }
}
