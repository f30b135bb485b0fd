//! The page, without a browser: plain requests to a server that runs. `browser` looks at it with one.

mod browser;
mod http;

use http::{Server, call, raw};
use sator::diagnostic::Code;
use serde_json::{Value, json};

fn open(server: &Server) -> String {
    let (status, body) = call(server.port, "open", &json!({}));
    assert_eq!(status, 200, "{body}");
    body["session"].as_str().expect("a session").to_string()
}

/// What the server says of a text.
fn look(server: &Server, session: &str, text: &str, files: bool) -> Value {
    call(server.port, "text", &json!({"session": session, "text": text, "files": files})).1
}

fn ask(server: &Server, session: &str, text: &str, question: Option<&str>, files: bool) -> Vec<(String, Value)> {
    let events = server.events(session);
    let body = json!({"session": session, "text": text, "files": files, "question": question});
    assert_eq!(call(server.port, "ask", &body).0, 200);
    events.until("done")
}

const TWO: &str = "grid x 2x2 in 1..2\nlatin(x)\n";

#[test]
fn strangers_are_refused() {
    let server = Server::start(&[]);
    let own = format!("127.0.0.1:{}", server.port);
    let get = |headers: &str| raw(server.port, &format!("GET / HTTP/1.1\r\n{headers}Connection: close\r\n\r\n")).0;
    assert_eq!(get(&format!("Host: {own}\r\n")), 200);
    assert_eq!(get(&format!("Host: localhost:{}\r\n", server.port)), 200);
    assert_eq!(get("Host: evil.example\r\n"), 403);
    assert_eq!(get(&format!("Host: {own}\r\nOrigin: http://evil.example\r\n")), 403);
    assert_eq!(get(&format!("Host: {own}\r\nOrigin: null\r\n")), 403);
    assert_eq!(get(&format!("Host: {own}\r\nOrigin: http://{own}\r\n")), 200);
    // A link to the page may be followed from elsewhere.
    assert_eq!(get(&format!("Host: {own}\r\nSec-Fetch-Site: cross-site\r\n")), 200);
    let post = |headers: &str, length: usize| {
        let head = format!(
            "POST /api/open HTTP/1.1\r\nHost: {own}\r\nContent-Length: {length}\r\n{headers}Connection: close\r\n\r\n{}",
            if length == 2 { "{}" } else { "" }
        );
        raw(server.port, &head).0
    };
    assert_eq!(post("Content-Type: application/json\r\n", 2), 200);
    assert_eq!(post("Content-Type: text/plain\r\n", 2), 415);
    assert_eq!(post("Content-Type: application/json\r\nSec-Fetch-Site: cross-site\r\n", 2), 403);
    assert_eq!(post("Content-Type: application/json\r\n", (1 << 20) + 1), 413);
    assert_eq!(call(server.port, "text", &json!({"session": "nobody"})).0, 404);
    assert_eq!(call(server.port, "nothing", &json!({"session": open(&server)})).0, 404);
}

#[test]
fn a_few_sessions_only() {
    let server = Server::start(&[]);
    let names: Vec<String> = (0..8).map(|_| open(&server)).collect();
    assert_eq!(call(server.port, "open", &json!({})).0, 503);
    assert_eq!(call(server.port, "close", &json!({"session": names[0]})).0, 200);
    assert_eq!(call(server.port, "open", &json!({})).0, 200);
}

#[test]
fn what_is_typed_is_coloured_drawn_and_judged() {
    let server = Server::start(&[]);
    let session = open(&server);
    let text = format!("# a é 𝄞 b\n{TWO}sum(r1) = nine\n");
    let said = look(&server, &session, &text, false);
    let length: u64 = said["pieces"].as_array().expect("pieces").iter().map(|p| p[0].as_u64().unwrap_or(0)).sum();
    assert_eq!(length as usize, text.encode_utf16().count());
    let units: Vec<u16> = text.encode_utf16().collect();
    let problem = &said["problems"][0];
    let place = |key: &str| problem[key].as_u64().expect("a place") as usize;
    assert_eq!(String::from_utf16_lossy(&units[place("from")..place("to")]), "nine", "{problem}");
    assert_eq!(problem["line"], 4);
    assert!(said["picture"].as_str().is_some_and(|svg| svg.contains("data-cell=\"r2c2\"")), "{said}");
    // Mended, and longer: nothing is wrong any more.
    let said = look(&server, &session, &format!("{TWO}sum(r1) = 3\nunique\n"), false);
    assert_eq!(said["problems"], json!([]));
    assert_eq!(said["waiting"], json!(["unique"]));
    // A line moved is where it is now.
    let said = look(&server, &session, &format!("\n{TWO}r1c9 = 1\n"), false);
    assert_eq!(said["problems"][0]["line"], 4, "{said}");
}

#[test]
fn every_example_is_shown() {
    let server = Server::start(&[]);
    let session = open(&server);
    for example in sator::gallery::EXAMPLES.iter().filter(|e| !e.name.contains('/')) {
        let said = look(&server, &session, example.text, false);
        assert_eq!(said["problems"], json!([]), "{}", example.name);
        assert!(said["picture"].as_str().is_some_and(|svg| svg.contains("</svg>")), "{}", example.name);
    }
}

#[test]
fn completion_offers_what_the_session_knows() {
    let server = Server::start(&[]);
    let session = open(&server);
    let text = format!("{TWO}rule mine(a) {{ a = 1 }}\nmi");
    look(&server, &session, &text, false);
    let body = json!({"session": session, "text": text, "at": text.len(), "files": false});
    let said = call(server.port, "complete", &body).1;
    let offered = said["list"].as_array().expect("a list");
    assert!(offered.iter().any(|o| o["text"] == "mine("), "{said}");
    let text = "load \"";
    let body = |files| json!({"session": session, "text": text, "at": text.len(), "files": files});
    assert_eq!(call(server.port, "complete", &body(false)).1["list"], json!([]));
}

/// A value typed into a cell is text: a token of the givens where there are some, else a line.
#[test]
fn a_value_in_a_cell() {
    let server = Server::start(&[]);
    let session = open(&server);
    let edit = |text: &str, cell: &str, typed: Option<&str>, guess: bool| {
        look(&server, &session, text, false);
        let body = json!({"session": session, "text": text, "cell": cell, "typed": typed, "guess": guess});
        let said = call(server.port, "cell", &body).1;
        said["text"].as_str().map_or_else(|| format!("error: {}", said["error"]["message"]), String::from)
    };
    let packed = "grid x 2x2 in 1..2\ngivens { 1.; .. }\n";
    assert_eq!(edit(packed, "r2c2", Some("2"), false), "grid x 2x2 in 1..2\ngivens { 1.; .2 }\n");
    assert_eq!(edit(packed, "r1c1", None, false), "grid x 2x2 in 1..2\ngivens { ..; .. }\n");
    let spaced = "grid x 2x2 in 1..20\ngivens x { 1 .; . . }\n";
    assert_eq!(edit(spaced, "r2c2", Some("12"), false), "grid x 2x2 in 1..20\ngivens x { 1 .; . 12 }\n");
    let guessed = edit(packed, "r2c2", Some("2"), true);
    assert_eq!(guessed, format!("{packed}r2c2 = 2  # guess\n"));
    assert_eq!(edit(&guessed, "r2c2", Some("1"), true), format!("{packed}r2c2 = 1  # guess\n"));
    assert_eq!(edit(&guessed, "r2c2", None, true), packed);
    let several = "grid x 2x2 in 1..2\ngrid s 2x2 in bool\nenum tint { red green }\ngrid t 2x2 in tint";
    assert_eq!(edit(several, "s.r1c2", Some("#"), false), format!("{several}\ns.r1c2  # given\n"));
    assert_eq!(edit(several, "s.r1c2", Some("0"), false), format!("{several}\nnot s.r1c2  # given\n"));
    assert_eq!(edit(several, "t.r1c1", Some("g"), false), format!("{several}\nt.r1c1 = green  # given\n"));
    assert_eq!(edit(several, "r1c1", Some("7"), false), "error: \"r1c1 can't be 7\"");
    assert_eq!(edit("grid x 2x2 in", "r1c1", Some("1"), false), "error: \"mend the script's error first\"");
}

#[test]
fn two_solutions_and_what_differs() {
    let server = Server::start(&[]);
    let session = open(&server);
    let told = ask(&server, &session, TWO, Some("unique"), false);
    let answer = &told.iter().find(|(kind, _)| kind == "answer").expect("an answer").1;
    assert_eq!(answer["kind"], "two");
    let pictures = answer["pictures"].as_array().expect("pictures");
    assert_eq!(pictures.len(), 2);
    assert!(pictures.iter().all(|p| p["svg"].as_str().is_some_and(|svg| svg.contains("changed-cell"))), "{answer}");
    // Words are about the pictures, and not pictures themselves.
    assert!(answer["words"].as_str().is_some_and(|words| words.starts_with("not unique") && !words.contains('┌')));
}

#[test]
fn steps_and_hints() {
    let server = Server::start(&[]);
    let session = open(&server);
    let text = format!("{TWO}r1c1 = 1\n");
    let told = ask(&server, &session, &text, Some("solve steps"), false);
    let answer = &told.iter().find(|(kind, _)| kind == "answer").expect("an answer").1;
    assert_eq!((&answer["kind"], answer["pictures"].as_array().map(Vec::len)), (&json!("steps"), Some(4)), "{answer}");
    let told = ask(&server, &session, &text, Some("hint"), false);
    let answer = &told.iter().find(|(kind, _)| kind == "answer").expect("an answer").1;
    let follows = answer["follows"][0].as_str().expect("what follows");
    let more = ask(&server, &session, &format!("{text}{follows}  # hint\n"), Some("hint"), false);
    let next = &more.iter().find(|(kind, _)| kind == "answer").expect("an answer").1;
    assert_ne!(next["follows"], answer["follows"]);
}

#[test]
fn a_long_question_is_stopped_while_typing_goes_on() {
    let server = Server::start(&[]);
    let session = open(&server);
    let text = "grid x 9x9 in 1..9\nsudoku(x)\n";
    let events = server.events(&session);
    let body = json!({"session": session, "text": text, "files": false, "question": "count"});
    assert_eq!(call(server.port, "ask", &body).0, 200);
    events.until("progress");
    assert_eq!(look(&server, &session, TWO, false)["problems"], json!([]));
    call(server.port, "stop", &json!({"session": session}));
    let told = events.until("done");
    let answer = &told.iter().find(|(kind, _)| kind == "answer").expect("an answer").1;
    assert_eq!(answer["stopped"], true, "{answer}");
}

/// All questions of a script, in their order.
#[test]
fn a_script_is_run() {
    let server = Server::start(&[]);
    let session = open(&server);
    let text = format!("{TWO}count\nr1c1 = 1\ncount\nexpect unique\nr1c9 = 1\n");
    let told = ask(&server, &session, &text, None, false);
    let words: Vec<&str> = told.iter().filter(|t| t.0 == "answer").filter_map(|t| t.1["words"].as_str()).collect();
    assert_eq!(words[..2], ["2 solutions\n", "1 solution\n"]);
    let problem = &told.iter().find(|t| t.0 == "problem").expect("the last line is wrong").1;
    assert_eq!(problem["line"], 7);
}

/// A script from a link may touch no files until that is allowed.
#[test]
fn files_are_for_those_who_may() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&[]);
    let session = open(&server);
    let (kept, drawn) = (folder.path().join("a.puz"), folder.path().join("a.svg"));
    for (command, file) in [(format!("save {kept:?}"), &kept), (format!("export svg {drawn:?}"), &drawn)] {
        for files in [false, true] {
            let told = ask(&server, &session, &format!("{TWO}{command}\n"), None, files);
            assert_eq!(told.iter().any(|t| t.0 == "problem"), !files, "{told:?}");
            assert_eq!(file.exists(), files, "{command}");
        }
    }
    let load = format!("load {kept:?}\n");
    let refused = look(&server, &session, &load, false);
    assert!(refused["problems"][0]["message"].as_str().is_some_and(|m| m.contains("may not")), "{refused}");
    assert_eq!(refused["problems"][0]["code"], Code::FilesRefused.word());
    assert_eq!(look(&server, &session, &load, true)["problems"], json!([]));
    // The other ways to a file.
    for load in ["load last".to_string(), format!("load \"{}\"", folder.path().join("none").display())] {
        let told = ask(&server, &session, TWO, Some(&load), false);
        let problem = &told.iter().find(|t| t.0 == "problem").expect("it is refused").1;
        assert!(problem["message"].as_str().is_some_and(|m| m.contains("may not")), "{problem}");
    }
}

#[test]
fn files_to_keep() {
    let server = Server::start(&[]);
    let session = open(&server);
    for (format, start) in
        [("svg", &b"<svg"[..]), ("png", b"\x89PNG"), ("html", b"<!DOCTYPE"), ("json", b"{"), ("smt2", b";")]
    {
        let body = json!({"session": session, "text": TWO, "format": format}).to_string();
        let (status, bytes) = http::post(server.port, "/api/file", &body);
        assert_eq!(status, 200);
        assert!(bytes.starts_with(start), "{format}");
    }
}
