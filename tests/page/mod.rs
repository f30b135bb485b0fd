//! The page, without a browser: plain requests to a server that runs. `browser` drives the page with one.

mod browser;
mod http;
mod requests;

use http::{Server, call, raw};
use sator_lang::diagnostic::Code;
use serde_json::{Value, json};

fn open(server: &Server) -> String {
    let (status, body) = call(server, "open", &json!({}));
    assert_eq!(status, 200, "{body}");
    body["session"].as_str().expect("a session").to_string()
}

/// The server's reply to a text.
fn look(server: &Server, session: &str, text: &str) -> Value {
    call(server, "look", &json!({"session": session, "text": text})).1
}

/// The user of the page allows or forbids a text to touch files.
fn allow(server: &Server, session: &str, text: &str, allowed: bool) {
    assert_eq!(call(server, "files", &json!({"session": session, "text": text, "allowed": allowed})).0, 200);
}

fn ask(server: &Server, session: &str, text: &str, question: Option<&str>) -> Vec<(String, Value)> {
    server.ask(session, text, question).until("done")
}

const TWO: &str = "grid x 2x2 in 1..2\nlatin(x)\n";

#[test]
fn strangers_are_refused() {
    let server = Server::start(&[]);
    let (own, token) = (format!("127.0.0.1:{}", server.port), &server.token);
    let get_path = |path: &str, headers: &str| {
        raw(server.port, &format!("GET {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n")).0
    };
    let get = |headers: &str| get_path(&format!("/{token}/"), headers);
    assert_eq!(get(&format!("Host: {own}\r\n")), 200);
    assert_eq!(get(&format!("Host: localhost:{}\r\n", server.port)), 200);
    assert_eq!(get("Host: evil.example\r\n"), 403);
    assert_eq!(get(&format!("Host: {own}\r\nOrigin: http://evil.example\r\n")), 403);
    assert_eq!(get(&format!("Host: {own}\r\nOrigin: null\r\n")), 403);
    assert_eq!(get(&format!("Host: {own}\r\nOrigin: http://{own}\r\n")), 200);
    // A link to the page may be followed from elsewhere.
    assert_eq!(get(&format!("Host: {own}\r\nSec-Fetch-Site: cross-site\r\n")), 200);
    let host = format!("Host: {own}\r\n");
    assert_eq!(get_path(&format!("/{token}/page.js"), &host), 200);
    assert_eq!(get_path(&format!("/{token}/page.js"), &format!("{host}Sec-Fetch-Site: cross-site\r\n")), 403);
    let post_at = |path: &str, headers: &str, length: usize| {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {own}\r\nContent-Length: {length}\r\n{headers}Connection: close\r\n\r\n{}",
            if length == 2 { "{}" } else { "" }
        );
        raw(server.port, &head).0
    };
    let post = |headers: &str, length: usize| post_at(&format!("/{token}/api/open"), headers, length);
    assert_eq!(post("Content-Type: application/json\r\n", 2), 200);
    assert_eq!(post("Content-Type: text/plain\r\n", 2), 415);
    assert_eq!(post("Content-Type: application/json\r\nSec-Fetch-Site: cross-site\r\n", 2), 403);
    assert_eq!(post("Content-Type: application/json\r\n", (1 << 20) + 1), 413);
    assert_eq!(call(&server, "look", &json!({"session": "nobody"})).0, 404);
    assert_eq!(call(&server, "nothing", &json!({"session": open(&server)})).0, 404);

    // Without the token nobody gets anything, and nothing that is nearly the token is the token.
    let other = token.chars().rev().collect::<String>();
    let near = [
        String::new(),
        format!("/{}", &token[1..]),
        format!("/{token}0"),
        format!("/{}", token.to_uppercase()),
        format!("/{other}"),
    ];
    for near in near.iter().filter(|near| **near != format!("/{token}")) {
        for path in ["/", "/page.js", "/api/open", "/favicon.ico"] {
            assert_eq!(get_path(&format!("{near}{path}"), &host), 403, "{near}{path}");
            let json = "Content-Type: application/json\r\n";
            assert_eq!(post_at(&format!("{near}{path}"), json, 2), 403, "{near}{path}");
        }
        assert_eq!(get_path(&format!("{near}/?token={token}"), &host), 403);
    }
    assert_eq!(get_path(&format!("/{token}"), &host), 403);
}

/// A request without an end is answered once it is too long, and the server goes on.
#[test]
fn headers_are_bounded() {
    let server = Server::start(&[]);
    for start in ["GET /", "GET / HTTP/1.1\r\nX: ", "GET / HTTP/1.1\r\nX"] {
        assert_eq!(raw(server.port, &format!("{start}{}", "a".repeat(3 << 20))).0, 431, "{start}");
    }
    open(&server);
}

/// A module that is forgotten in the server's list would break the page.
#[test]
fn every_asset_is_served() {
    let server = Server::start(&[]);
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/page/assets");
    for entry in std::fs::read_dir(folder).expect("the assets") {
        let name = entry.expect("a file").file_name().into_string().expect("a name");
        let path = if name == "index.html" { "" } else { &name };
        let host = format!("127.0.0.1:{}", server.port);
        let request = format!("GET /{}/{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n", server.token);
        assert_eq!(raw(server.port, &request).0, 200, "{name}");
    }
}

/// An idle session makes room for another one; one that answers a question stays.
#[test]
fn a_few_sessions_only() {
    let server = Server::start(&[]);
    let busy = open(&server);
    let events = server.ask(&busy, "grid x 9x9 in 1..9\nsudoku(x)\n", Some("count"));
    events.until("progress");
    let names: Vec<String> = (0..8).map(|_| open(&server)).collect();
    let there = |name: &String| call(&server, "look", &json!({"session": name, "text": ""})).0 == 200;
    assert!(there(&busy));
    assert_eq!(names.iter().map(there).collect::<Vec<_>>(), [false, true, true, true, true, true, true, true]);
    call(&server, "stop", &json!({"session": busy}));
    events.until("done");
}

#[test]
fn what_is_typed_is_coloured_drawn_and_judged() {
    let server = Server::start(&[]);
    let session = open(&server);
    let text = format!("# a é 𝄞 b\n{TWO}sum(r1) = nine\n");
    let reply = look(&server, &session, &text);
    let length: u64 = reply["pieces"].as_array().expect("pieces").iter().map(|p| p[0].as_u64().unwrap_or(0)).sum();
    assert_eq!(length as usize, text.encode_utf16().count());
    let units: Vec<u16> = text.encode_utf16().collect();
    let problem = &reply["problems"][0];
    let place = |key: &str| problem[key].as_u64().expect("a place") as usize;
    assert_eq!(String::from_utf16_lossy(&units[place("from")..place("to")]), "nine", "{problem}");
    assert_eq!(problem["line"], 4);
    assert!(reply["picture"].as_str().is_some_and(|svg| svg.contains("data-cell=\"r2c2\"")), "{reply}");
    // Mended, and longer: nothing is wrong any more.
    let reply = look(&server, &session, &format!("{TWO}sum(r1) = 3\nunique\n"));
    assert_eq!(reply["problems"], json!([]));
    assert_eq!(reply["waiting"], json!(["unique"]));
    // A line moved is where it is now.
    let reply = look(&server, &session, &format!("\n{TWO}r1c9 = 1\n"));
    assert_eq!(reply["problems"][0]["line"], 4, "{reply}");
}

#[test]
fn every_example_is_shown() {
    let server = Server::start(&[]);
    let session = open(&server);
    for example in sator::gallery::EXAMPLES.iter().filter(|e| !e.name.contains('/')) {
        let reply = look(&server, &session, example.text);
        assert_eq!(reply["problems"], json!([]), "{}", example.name);
        assert!(reply["picture"].as_str().is_some_and(|svg| svg.contains("</svg>")), "{}", example.name);
    }
}

#[test]
fn completion_offers_what_the_session_knows() {
    let server = Server::start(&[]);
    let session = open(&server);
    let text = format!("{TWO}rule mine(a) {{ a = 1 }}\nmi");
    look(&server, &session, &text);
    let body = json!({"session": session, "text": text, "at": text.len()});
    let reply = call(&server, "complete", &body).1;
    let offered = reply["list"].as_array().expect("a list");
    assert!(offered.iter().any(|o| o["text"] == "mine("), "{reply}");
    let text = "load \"";
    let body = json!({"session": session, "text": text, "at": text.len()});
    assert_eq!(call(&server, "complete", &body).1["list"], json!([]));
}

/// A value typed into a cell is text: a token of the givens where there are some, else a line.
#[test]
fn a_value_in_a_cell() {
    let server = Server::start(&[]);
    let session = open(&server);
    let edit = |text: &str, cell: &str, typed: Option<&str>, guess: bool| {
        look(&server, &session, text);
        let body = json!({"session": session, "text": text, "cell": cell, "typed": typed, "guess": guess});
        let reply = call(&server, "cell", &body).1;
        reply["text"].as_str().map_or_else(|| format!("error: {}", reply["error"]["message"]), String::from)
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
    let received = ask(&server, &session, TWO, Some("unique"));
    let answer = &received.iter().find(|(kind, _)| kind == "answer").expect("an answer").1;
    assert_eq!(answer["kind"], "two");
    let pictures = answer["pictures"].as_array().expect("pictures");
    assert_eq!(pictures.len(), 2);
    assert!(pictures.iter().all(|p| p["svg"].as_str().is_some_and(|svg| svg.contains("changed-cell"))), "{answer}");
    // Words are about the pictures, and not pictures themselves.
    assert!(answer["words"].as_str().is_some_and(|words| words.starts_with("not unique") && !words.contains('┌')));
    // Without a solution the picture is of the clash.
    let received = ask(&server, &session, &format!("{TWO}r1c1 = 1\nr1c2 = 1\n"), Some("unique"));
    assert!(received.iter().any(|(kind, answer)| kind == "answer" && answer["kind"] == "clash"), "{received:?}");
}

#[test]
fn steps_and_hints() {
    let server = Server::start(&[]);
    let session = open(&server);
    let text = format!("{TWO}r1c1 = 1\n");
    let received = ask(&server, &session, &text, Some("solve steps"));
    let answer = &received.iter().find(|(kind, _)| kind == "answer").expect("an answer").1;
    assert_eq!((&answer["kind"], answer["pictures"].as_array().map(Vec::len)), (&json!("steps"), Some(4)), "{answer}");
    assert!(answer["effort"].as_str().is_some_and(|svg| svg.matches("<rect").count() == 3), "{answer}");
    // The values that a step strikes out come with its picture.
    let order = "grid x 1x4 in 1..4\ndistinct(x)\nr1c1 < r1c2\nr1c2 < r1c3\nfor v in [1, 2, 4] { r1c4 != v }\n";
    let received = ask(&server, &session, order, Some("solve steps"));
    let steps = &received.iter().find(|(kind, _)| kind == "answer").expect("an answer").1;
    let struck = json!([{"name": "r1c1", "value": "4"}, {"name": "r1c2", "value": "1"}]);
    assert_eq!((&steps["pictures"][1]["struck"], &steps["pictures"][2]["struck"]), (&json!([]), &struck), "{steps}");
    // A hint's first stage says where to look, and has nothing of the step itself.
    let received = ask(&server, &session, &text, Some("hint"));
    let first = &received.iter().find(|(kind, _)| kind == "answer").expect("an answer").1;
    assert_eq!((&first["kind"], &first["follows"], &first["concludes"]), (&json!("look"), &json!([]), &json!([])));
    assert!(first["looks_at"]["words"].as_str().is_some_and(|words| words.starts_with("look at ")), "{first}");
    let received = ask(&server, &session, &text, Some("hint"));
    let answer = &received.iter().find(|(kind, _)| kind == "answer").expect("an answer").1;
    let follows = answer["follows"][0].as_str().expect("what follows");
    let more = ask(&server, &session, &format!("{text}{follows}  # hint\n"), Some("hint"));
    let next = &more.iter().find(|(kind, _)| kind == "answer").expect("an answer").1;
    assert_ne!(next["looks_at"], first["looks_at"]);
    let whole = ask(&server, &session, &format!("set hints whole\n{text}"), Some("hint"));
    let whole = &whole.iter().find(|(kind, _)| kind == "answer").expect("an answer").1;
    assert_eq!(whole["kind"], "hint");
}

#[test]
fn a_long_question_is_stopped_while_typing_goes_on() {
    let server = Server::start(&[]);
    let session = open(&server);
    let text = "grid x 9x9 in 1..9\nsudoku(x)\n";
    let events = server.ask(&session, text, Some("count"));
    events.until("progress");
    assert_eq!(look(&server, &session, TWO)["problems"], json!([]));
    call(&server, "stop", &json!({"session": session}));
    let received = events.until("done");
    let answer = &received.iter().find(|(kind, _)| kind == "answer").expect("an answer").1;
    assert_eq!(answer["stopped"], true, "{answer}");
}

/// All questions of a script, in their order.
#[test]
fn a_script_is_run() {
    let server = Server::start(&[]);
    let session = open(&server);
    let text = format!("{TWO}count\nr1c1 = 1\ncount\nexpect unique\nr1c9 = 1\n");
    let received = ask(&server, &session, &text, None);
    let words: Vec<&str> = received.iter().filter(|t| t.0 == "answer").filter_map(|t| t.1["words"].as_str()).collect();
    assert_eq!(words[..2], ["2 solutions\n", "1 solution\n"]);
    let problem = &received.iter().find(|t| t.0 == "problem").expect("the last line is wrong").1;
    assert_eq!(problem["line"], 7);
}

/// A server in an empty folder, with a script of the user.
fn serving(folder: &std::path::Path, text: &str) -> Server {
    let file = folder.join("own.puz");
    std::fs::write(&file, text).expect("it is written");
    Server::start(&[file.to_str().expect("a name")])
}

/// Parameters of the command line reach the text, which may read no files itself.
#[test]
fn parameters_of_the_command_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("d.json");
    std::fs::write(&data, "{\"most\": 5, \"names\": [\"ann\", \"bob\"]}").expect("it is written");
    let server = Server::start(&["--param", "n=4", "--data", data.to_str().expect("a name")]);
    let session = open(&server);
    let text = "param n = 2\nparam most = 9\nparam names = [\"x\"]\nvar a[n] in 1..most\nprint size(names)\n";
    assert_eq!(look(&server, &session, text)["files"], false);
    let count = |text: &str| {
        let received = ask(&server, &session, text, Some("count"));
        received.iter().find(|t| t.0 == "answer").unwrap_or_else(|| panic!("{received:?}")).1["words"].clone()
    };
    assert_eq!(count(text), "625 solutions\n");
    // A change above the parameters reads them anew.
    assert_eq!(count(&format!("title \"t\"\n{text}")), "625 solutions\n");
    assert_eq!(count(&text.replace("most = 9", "many = 9").replace("1..most", "1..many")), "6561 solutions\n");
}

/// A script may touch no files until that is allowed, and the one that the user opened may.
#[test]
fn files_are_for_those_who_may() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = serving(folder.path(), TWO);
    let session = open(&server);
    assert_eq!(look(&server, &session, TWO)["files"], true);
    for (command, name) in [("save \"a.puz\"", "a.puz"), ("export svg \"a.svg\"", "a.svg")] {
        for allowed in [false, true] {
            let text = format!("{TWO}{command}\n");
            allow(&server, &session, &text, allowed);
            let received = ask(&server, &session, &text, None);
            assert_eq!(received.iter().any(|t| t.0 == "problem"), !allowed, "{received:?}");
            assert_eq!(folder.path().join(name).exists(), allowed, "{command}");
        }
    }
    let load = "load \"a.puz\"\n";
    allow(&server, &session, load, false);
    let refused = look(&server, &session, load);
    assert!(refused["problems"][0]["message"].as_str().is_some_and(|m| m.contains("may not")), "{refused}");
    assert_eq!(refused["problems"][0]["code"], Code::FilesRefused.word());
    allow(&server, &session, load, true);
    assert_eq!(look(&server, &session, load)["problems"], json!([]));
    // The other ways to a file.
    allow(&server, &session, TWO, false);
    for load in ["load last", "load \"none\"", "save \"b.puz\"", "export link fpuzzles \"b\""] {
        let received = ask(&server, &session, TWO, Some(load));
        let problem = &received.iter().find(|t| t.0 == "problem").expect("it is refused").1;
        assert!(problem["message"].as_str().is_some_and(|m| m.contains("may not")), "{problem}");
    }
}

/// A pasted or imported text is a stranger's, whatever the browser claims. Its statements can't read or write files.
#[test]
fn a_pasted_text_may_touch_no_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = serving(folder.path(), TWO);
    let session = open(&server);
    assert_eq!(look(&server, &session, TWO)["files"], true);
    let text = "grid y 3x3 in 1..3\nlatin(y)\nsave \"stranger.puz\"\n";
    let body = json!({"session": session, "text": text, "question": null, "files": true, "allowed": true});
    call(&server, "ask", &body);
    assert_eq!(look(&server, &session, text)["files"], false);
    let received = ask(&server, &session, text, None);
    assert_eq!(received.iter().find(|t| t.0 == "problem").expect("it is refused").1["code"], Code::FilesRefused.word());
    // It stays away when the own text is back, and other sessions have their own.
    assert_eq!(look(&server, &session, TWO)["files"], false);
    assert_eq!(look(&server, &open(&server), TWO)["files"], true);
    assert!(!folder.path().join("stranger.puz").exists());
    // Where it is allowed it stays in the folder of the script, and overwrites nothing of others.
    std::fs::write(folder.path().join("notes"), "mine").expect("it is written");
    let outside = [
        ("save \"../up.puz\"", Code::WriteRefused),
        ("export svg \".hidden\"", Code::WriteRefused),
        ("save \"notes\"", Code::Overwrite),
        ("export html \"notes\"", Code::Overwrite),
    ];
    for (command, code) in outside {
        let text = format!("{TWO}r1c1 = 1\nsolve\n{command}\n");
        for question in [None, Some(command)] {
            let text = if question.is_none() { &text } else { TWO };
            allow(&server, &session, text, true);
            let received = ask(&server, &session, text, question);
            let problem =
                &received.iter().find(|t| t.0 == "problem").unwrap_or_else(|| panic!("{command}: {received:?}")).1;
            assert_eq!(problem["code"], code.word(), "{command}: {problem}");
        }
    }
    assert_eq!(std::fs::read_to_string(folder.path().join("notes")).expect("it is there"), "mine");
}

/// The page writes the statements that a question adds into the script. Without them the next answer would contradict the script.
#[test]
fn what_questions_add_is_written_into_the_script() {
    let server = Server::start(&[]);
    let session = open(&server);
    let edits = |text: &str, question: Option<&str>| {
        let received = ask(&server, &session, text, question);
        assert!(received.iter().all(|t| t.0 != "problem"), "{received:?}");
        received.into_iter().filter(|t| t.0 == "script").map(|t| t.1).collect::<Vec<_>>()
    };
    let added = |text: &str, question: &str| {
        let all = edits(text, Some(question));
        assert!(all.iter().all(|edit| edit["instead"].is_null()), "{all:?}");
        all.iter().filter_map(|edit| edit["lines"].as_str()).collect::<Vec<_>>().join("|")
    };
    assert_eq!(added(TWO, "r1c1 = 2"), "r1c1 = 2");
    assert_eq!(added(TWO, "let k = 1; r1c1 = k; solve"), "let k = 1|r1c1 = k");
    assert_eq!(added(TWO, "set engine sat"), "set engine sat");
    assert_eq!(added(TWO, "set engine"), "");
    assert_eq!(added(TWO, "r1c1"), "");
    assert_eq!(added(&format!("{TWO}r1c1 = 1\n"), "hint apply"), "r1c2 = 2");
    let fixed = added(TWO, "unique fix keep");
    assert!(fixed.starts_with('r') && fixed.contains(" = "), "{fixed}");
    let kept = added(TWO, "generate x seed 1 keep");
    assert!(kept.starts_with("givens x {"), "{kept}");
    let answer = ask(&server, &session, &format!("{TWO}{kept}\n"), Some("unique"));
    assert!(answer.iter().any(|t| t.1["words"].as_str().is_some_and(|w| w.starts_with("unique"))), "{answer:?}");
    // In the place of the givens that it was made from.
    let givens = "givens x { 1.; .. }";
    let made = edits(&format!("# é\n{TWO}{givens}\n"), Some("generate x from seed 1 keep"));
    assert_eq!((&made[0]["instead"], &made[0]["from"]), (&json!(givens), &json!(32)), "{made:?}");
    // In a script the question becomes a comment, as it would add the same once more.
    let made = edits(&format!("{TWO}generate x seed 1 keep\nsolve\n"), None);
    assert_eq!(made.len(), 1);
    assert_eq!(made[0]["instead"], "generate x seed 1 keep");
    assert_eq!(made[0]["lines"], format!("# generate x seed 1 keep\n{kept}"));
    // Commands about the list of statements have no list to work on.
    for command in ["undo", "redo", "drop 1", "drop last", "edit 1", "reset", "push", "pop"] {
        let received = ask(&server, &session, TWO, Some(command));
        assert_eq!(
            received.iter().find(|t| t.0 == "problem").expect("it is refused").1["code"],
            Code::Misplaced.word()
        );
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
        let (status, bytes) = http::post(&server, "/api/export", &body);
        assert_eq!(status, 200);
        assert!(bytes.starts_with(start), "{format}");
    }
    let clash = |text: &str| {
        let body = json!({"session": session, "text": text, "format": "svg", "what": "clash"}).to_string();
        String::from_utf8(http::post(&server, "/api/export", &body).1).expect("text")
    };
    assert!(clash(&format!("{TWO}r1c1 = 1\nr1c2 = 1\n")).contains("class=\"clash-cell\""));
    assert!(clash(TWO).contains("there is no clash to draw"));
}

/// The text is read at each key; its comments are in what is saved once.
#[test]
fn a_saved_page_has_each_comment_once() {
    let server = Server::start(&[]);
    let session = open(&server);
    let text = format!("# the header\n# by me\n\n{TWO}# the corner\nr1c1 = 1\n# the end\n");
    for text in [TWO, &text, &format!("{text}\n"), &text] {
        look(&server, &session, text);
    }
    for _ in 0..3 {
        let body = json!({"session": session, "text": text, "format": "html", "theme": "light"});
        let (status, page) = http::post(&server, "/api/export", &body.to_string());
        let page = String::from_utf8(page).expect("text");
        assert_eq!(status, 200, "{page}");
        for comment in ["# the header", "# by me", "# the corner", "# the end"] {
            assert_eq!(page.matches(comment).count(), 1, "{comment} in\n{page}");
        }
    }
}
