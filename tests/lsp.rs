//! `sator --lsp`, asked by an editor.

use crate::support::program;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

/// An editor with one text, by the marks of which places are named.
struct Editor {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    text: String,
    version: i32,
    last: i32,
}

const URI: &str = "file:///tmp/puzzle%20one.puz";

impl Editor {
    fn start() -> Editor {
        let mut child = program(&["--lsp"]).stdin(Stdio::piped()).spawn().expect("the program starts");
        let (input, output) = (child.stdin.take().expect("an input"), child.stdout.take().expect("an output"));
        let output = BufReader::new(output);
        let mut editor = Editor { child, input, output, text: String::new(), version: 0, last: 0 };
        let about = editor.ask("initialize", json!({"capabilities": {}}));
        assert_eq!(about["serverInfo"]["name"], "sator", "{about}");
        editor.note("initialized", json!({}));
        editor
    }

    fn send(&mut self, mut message: Value) {
        message["jsonrpc"] = "2.0".into();
        let body = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("it is read");
        self.input.flush().expect("it is read");
    }

    fn message(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).expect("an output") > 0, "the program has ended");
            if line.trim().is_empty() {
                break;
            }
            if let Some(value) = line.strip_prefix("Content-Length:") {
                length = value.trim().parse().expect("a number");
            }
        }
        let mut body = vec![0; length];
        self.output.read_exact(&mut body).expect("a body");
        serde_json::from_slice(&body).expect("JSON")
    }

    fn note(&mut self, method: &str, params: Value) {
        self.send(json!({"method": method, "params": params}));
    }

    /// The whole response to a request.
    fn response(&mut self, method: &str, params: Value) -> Value {
        self.last += 1;
        let id = self.last;
        self.send(json!({"id": id, "method": method, "params": params}));
        loop {
            let message = self.message();
            if message["id"] == id {
                return message;
            }
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let response = self.response(method, params);
        assert!(response["error"].is_null(), "{response}");
        response["result"].clone()
    }

    /// Puts a text in the place of the one before, and returns its diagnostics.
    fn put(&mut self, text: &str) -> Vec<Value> {
        self.version += 1;
        let version = self.version;
        match version {
            1 => self.note(
                "textDocument/didOpen",
                json!({"textDocument": {"uri": URI, "languageId": "sator", "version": version, "text": text}}),
            ),
            _ => self.note(
                "textDocument/didChange",
                json!({"textDocument": {"uri": URI, "version": version}, "contentChanges": [{"text": text}]}),
            ),
        }
        self.text = text.into();
        self.diagnostics()
    }

    /// The diagnostics of the newest version.
    fn diagnostics(&mut self) -> Vec<Value> {
        loop {
            let message = self.message();
            if message["method"] == "textDocument/publishDiagnostics" && message["params"]["version"] == self.version {
                return message["params"]["diagnostics"].as_array().expect("a list").clone();
            }
        }
    }

    /// The place of the start of a piece of the text, behind as many bytes.
    fn place(&self, piece: &str, behind: usize) -> Value {
        let at = self.text.find(piece).unwrap_or_else(|| panic!("no {piece}")) + behind;
        let before = &self.text[..at];
        let line = before.rsplit('\n').next().unwrap_or_default();
        json!({"line": before.matches('\n').count(), "character": line.encode_utf16().count()})
    }

    fn about(&self, piece: &str, behind: usize) -> Value {
        json!({"textDocument": {"uri": URI}, "position": self.place(piece, behind)})
    }

    /// The text of a range.
    fn slice(&self, range: &Value) -> String {
        let number = |value: &Value| value.as_u64().expect("a number") as usize;
        let at = |place: &Value| {
            let lines: usize = self.text.split_inclusive('\n').take(number(&place["line"])).map(str::len).sum();
            let line = &self.text[lines..];
            let mut left = number(&place["character"]);
            let end = line.char_indices().find(|(_, c)| {
                let done = left == 0;
                left = left.saturating_sub(c.len_utf16());
                done
            });
            lines + end.map_or(line.len(), |(at, _)| at)
        };
        self.text[at(&range["start"])..at(&range["end"])].to_string()
    }

    /// The text with edits.
    fn edited(&self, edits: &Value) -> String {
        let mut text: Vec<String> = vec![];
        let mut rest = self.text.clone();
        // From the last one on, as an edit moves what is behind it.
        for edit in edits.as_array().expect("edits").iter().rev() {
            let before = json!({"start": {"line": 0, "character": 0}, "end": edit["range"]["start"]});
            let start = self.slice(&before).len();
            let piece = self.slice(&edit["range"]).len();
            text.push(rest[start + piece..].to_string());
            text.push(edit["newText"].as_str().expect("a text").into());
            rest.truncate(start);
        }
        text.push(rest);
        text.into_iter().rev().collect()
    }

    fn end(mut self) -> Option<i32> {
        self.ask("shutdown", Value::Null);
        self.note("exit", Value::Null);
        self.child.wait().expect("it ends").code()
    }
}

const TEXT: &str = "# é𝄞 a puzzle\ngrid x 4x4 in 1..4\nsudoku(x)\n\n## Both are apart.\n## By a gap.\nrule apart(a, b, gap = 2) {\n  abs(a - b) >= gap  # far\n}\n\
                    let far = 3\napart(r1c1, r1c2, gap: far)\ngivens x {\n  1 . . .\n  . . . .\n  . . . .\n  . . . 4\n}\nunique\n";

#[test]
fn diagnostics_as_one_types() {
    let mut editor = Editor::start();
    assert_eq!(editor.put(TEXT), [Value::Null; 0]);
    let wrong = TEXT.replace("sudoku(x)", "sudoku(y)").replace("let far = 3", "r9c9 = 1\nlet far = 3");
    let found = editor.put(&wrong);
    assert_eq!(found.iter().map(|d| editor.slice(&d["range"])).collect::<Vec<_>>(), ["y", "r9c9"], "{found:?}");
    assert!(found.iter().all(|d| d["severity"] == 1 && d["source"] == "sator"), "{found:?}");
    assert_eq!(found[0]["code"], "unknown-name");
    // A change in the middle, in UTF-16 units.
    let place = editor.place("𝄞", 0);
    let after = json!({"line": place["line"], "character": place["character"].as_u64().map(|c| c + 2)});
    editor.version += 1;
    let change = json!({"range": {"start": place, "end": after}, "text": "♟"});
    editor.note(
        "textDocument/didChange",
        json!({"textDocument": {"uri": URI, "version": editor.version}, "contentChanges": [change]}),
    );
    editor.text = wrong.replace('𝄞', "♟");
    let found = editor.diagnostics();
    assert_eq!(found.iter().map(|d| editor.slice(&d["range"])).collect::<Vec<_>>(), ["y", "r9c9"], "{found:?}");
    assert_eq!(editor.end(), Some(0));
}

/// A text whose reading takes long is left as soon as it changes.
#[test]
fn a_text_that_changes_is_read_anew() {
    let mut editor = Editor::start();
    editor.put("var a in 1..9\n");
    let long = "let l = [i * j % 7 for i in 1..30000, j in 1..30000]\nprint len(l)\n";
    editor.version += 1;
    editor.note(
        "textDocument/didChange",
        json!({"textDocument": {"uri": URI, "version": editor.version}, "contentChanges": [{"text": long}]}),
    );
    assert_eq!(editor.put("var a in 1..9\na = 3\n"), [Value::Null; 0]);
    assert_eq!(editor.end(), Some(0));
}

#[test]
fn completion_signature_and_hover() {
    let mut editor = Editor::start();
    editor.put(&format!("{TEXT}apa"));
    let about = editor.about("unique\napa", "unique\napa".len());
    let list = editor.ask("textDocument/completion", about);
    let first = &list["items"][0];
    assert_eq!(
        (&first["textEdit"]["newText"], &first["detail"]),
        (&json!("apart("), &json!("apart(a, b, gap = 2)")),
        "{list}"
    );
    assert_eq!(editor.slice(&first["textEdit"]["range"]), "apa");
    editor.put(TEXT);
    let about = editor.about("apart(r1c1, r1c2", "apart(r1c1, r".len());
    let help = editor.ask("textDocument/signatureHelp", about);
    assert_eq!(help["activeParameter"], 1, "{help}");
    assert_eq!(help["signatures"][0]["documentation"], "Both are apart.\nBy a gap.");
    assert_eq!(help["signatures"][0]["parameters"][2]["label"], "gap = 2");
    let about = editor.about("sudoku(x)", 2);
    let hover = editor.ask("textDocument/hover", about);
    assert!(hover["contents"]["value"].as_str().is_some_and(|text| text.contains("No digit repeats")), "{hover}");
    let about = editor.about("apart(r1c1", 2);
    let hover = editor.ask("textDocument/hover", about);
    assert_eq!(hover["contents"]["value"], "rule apart(a, b, gap = 2)\n\nBoth are apart.\nBy a gap.");
    let about = editor.about("a puzzle", 3);
    assert_eq!(editor.ask("textDocument/hover", about), Value::Null);
    assert_eq!(editor.end(), Some(0));
}

#[test]
fn names_are_found_and_changed() {
    let mut editor = Editor::start();
    editor.put(TEXT);
    let about = editor.about("apart(r1c1", 0);
    let found = editor.ask("textDocument/definition", about);
    assert_eq!(found[0]["range"]["start"], editor.place("apart(a", 0), "{found}");
    let mut about = editor.about("gap = 2", 1);
    let places = editor.ask("textDocument/references", about.clone());
    assert_eq!(places.as_array().map(Vec::len), Some(3), "{places}");
    about["newName"] = "least".into();
    let edit = editor.ask("textDocument/rename", about.clone());
    let renamed = editor.edited(&edit["changes"][URI]);
    let want = TEXT.replace("gap = 2", "least = 2").replace(">= gap", ">= least").replace("gap: far", "least: far");
    assert_eq!(renamed, want);
    assert_eq!(editor.put(&renamed), [Value::Null; 0]);
    editor.put(TEXT);
    // A name that would be another's, or a word of the language.
    for taken in ["a", "sum", "in", "1a", ""] {
        about["newName"] = taken.into();
        let response = editor.response("textDocument/rename", about.clone());
        assert!(!response["error"].is_null(), "{taken}: {response}");
    }
    let symbols = editor.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": URI}}));
    let names: Vec<&str> = symbols.as_array().expect("a list").iter().filter_map(|s| s["name"].as_str()).collect();
    assert_eq!(names, ["x", "apart", "far"]);
    assert_eq!(editor.end(), Some(0));
}

#[test]
fn colours_folds_and_layout() {
    let mut editor = Editor::start();
    editor.put(TEXT);
    let document = json!({"textDocument": {"uri": URI}});
    let tokens = editor.ask("textDocument/semanticTokens/full", document.clone());
    let data: Vec<u64> = tokens["data"].as_array().expect("a list").iter().filter_map(Value::as_u64).collect();
    let (mut line, mut column, mut pieces) = (0, 0, vec![]);
    for token in data.chunks(5) {
        column = if token[0] == 0 { column + token[1] } else { token[1] };
        line += token[0];
        let end = column + token[2];
        let range = json!({"start": {"line": line, "character": column}, "end": {"line": line, "character": end}});
        pieces.push((editor.slice(&range), token[3]));
    }
    for piece in [("# é𝄞 a puzzle", 7), ("grid", 0), ("sudoku", 2), ("apart", 2), ("4", 5), ("unique", 8), ("# far", 7)]
    {
        assert!(pieces.contains(&(piece.0.to_string(), piece.1)), "{piece:?} in {pieces:?}");
    }
    let folds = editor.ask("textDocument/foldingRange", document.clone());
    let starts: Vec<u64> = folds.as_array().expect("a list").iter().filter_map(|f| f["startLine"].as_u64()).collect();
    let line_of = |piece: &str| TEXT[..TEXT.find(piece).expect("a piece")].matches('\n').count() as u64;
    assert_eq!(starts, [line_of("rule apart"), line_of("givens x")], "{folds}");
    let wild =
        TEXT.replace("  abs(a - b)", "abs( a-b )").replace("let far = 3", "let   far=3   ").replace("  1 .", "1 .");
    editor.put(&wild);
    let mut formatting = document.clone();
    formatting["options"] = json!({"tabSize": 8, "insertSpaces": false});
    let edits = editor.ask("textDocument/formatting", formatting.clone());
    assert_eq!(editor.edited(&edits), TEXT);
    editor.put("grid x 4x4 in");
    assert!(!editor.response("textDocument/formatting", formatting)["error"].is_null());
    assert_eq!(editor.end(), Some(0));
}

/// A suggestion of a message is offered as an action only if it mends the mistake.
#[test]
fn suggestions_can_be_taken() {
    let mut editor = Editor::start();
    for (wrong, right) in [
        ("sudoko(x)", "sudoku(x)"),
        ("var v in 1..9\nlet total = 5\nv = totl", "var v in 1..9\nlet total = 5\nv = total"),
    ] {
        let text = format!("grid x 4x4 in 1..4\n{wrong}\n");
        let found = editor.put(&text);
        assert_eq!(found.len(), 1, "{found:?}");
        let params = json!({"textDocument": {"uri": URI}, "range": found[0]["range"], "context": {"diagnostics": []}});
        let actions = editor.ask("textDocument/codeAction", params);
        let edits = &actions[0]["edit"]["changes"][URI];
        assert_eq!(editor.edited(edits), format!("grid x 4x4 in 1..4\n{right}\n"), "{actions}");
    }
    let found = editor.put("grid x 4x4 in 1..4\nr9c9 = 1\n");
    let params = json!({"textDocument": {"uri": URI}, "range": found[0]["range"], "context": {"diagnostics": []}});
    assert_eq!(editor.ask("textDocument/codeAction", params), json!([]));
    assert_eq!(editor.end(), Some(0));
}

#[test]
fn what_the_server_does_not_know_is_an_error() {
    let mut editor = Editor::start();
    editor.put(TEXT);
    assert_eq!(editor.response("textDocument/unheardOf", json!({}))["error"]["code"], -32601);
    let closed = json!({"textDocument": {"uri": "file:///other.puz"}, "position": {"line": 0, "character": 0}});
    assert!(!editor.response("textDocument/hover", closed)["error"].is_null());
    assert!(!editor.response("textDocument/hover", json!({}))["error"].is_null());
    assert_eq!(editor.end(), Some(0));
}
