//! `sator --rpc`, asked by a client.

use crate::support::{Program, program};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

/// A program that is asked.
struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Client {
    fn start() -> Client {
        let mut child = program(&["--rpc"]).stdin(Stdio::piped()).spawn().expect("the program starts");
        let (input, output) = (child.stdin.take(), child.stdout.take().expect("an output"));
        Client { child, input, output: BufReader::new(output) }
    }

    fn send(&mut self, id: u32, method: &str, params: &Value) {
        let request = json!({"id": id, "method": method, "params": params});
        writeln!(self.input.as_mut().expect("it is open"), "{request}").expect("it is read");
    }

    fn message(&mut self) -> Value {
        let mut line = String::new();
        assert!(self.output.read_line(&mut line).expect("an output") > 0, "the program has ended");
        serde_json::from_str(&line).expect("a message is JSON")
    }

    /// The messages up to one that fits.
    fn until(&mut self, fits: impl Fn(&Value) -> bool) -> Vec<Value> {
        let mut all = vec![self.message()];
        while !all.last().is_some_and(&fits) {
            all.push(self.message());
        }
        all
    }

    /// The last message of a request, and its events.
    fn call(&mut self, method: &str, params: &Value) -> (Value, Vec<Value>) {
        self.send(1, method, params);
        let mut all = self.until(|message| message["event"].is_null());
        let last = all.pop().expect("a message");
        assert_eq!(last["id"], 1, "{last}");
        (last, all)
    }

    fn end(mut self) -> Option<i32> {
        drop(self.input.take());
        self.child.wait().expect("it ends").code()
    }
}

const TWO: &str = "grid x 2x2 in 1..2\nlatin(x)\n";
const MANY: &str = "grid x 9x9 in 1..9\nsudoku(x)\n";

#[test]
fn a_program_asks() {
    let mut client = Client::start();
    let about = client.call("about", &json!({})).0["result"].clone();
    assert_eq!((&about["program"], &about["protocol"]), (&json!("sator"), &json!(1)), "{about}");
    let (look, events) = client.call("look", &json!({"text": format!("{TWO}r9c9 = 1\n")}));
    assert_eq!((&look["result"]["problems"][0]["line"], events.len()), (&json!(3), 0), "{look}");
    let (cell, _) = client.call("cell", &json!({"text": TWO, "cell": "r1c2", "typed": "2"}));
    assert_eq!(cell["result"]["text"], format!("{TWO}r1c2 = 2  # given\n"));
    let (refused, _) = client.call("cell", &json!({"text": TWO, "cell": "r1c2", "typed": "7"}));
    assert_eq!(refused["error"]["message"], "r1c2 can't be 7");
    let (offers, _) = client.call("complete", &json!({"text": "uniq", "at": 4}));
    assert_eq!(offers["result"]["list"][0]["text"], "unique", "{offers}");
    let (list, _) = client.call("examples", &json!({}));
    assert!(list["result"]["list"].as_array().is_some_and(|list| list.len() > 10), "{list}");
    let (example, _) = client.call("examples", &json!({"name": "classic-sudoku"}));
    assert!(example["result"]["text"].as_str().is_some_and(|text| text.contains("boxes(x")), "{example}");
    let (end, events) = client.call("ask", &json!({"text": TWO, "question": "count", "form": "json"}));
    assert_eq!(end["result"], json!({}));
    let answer = events.iter().find(|e| e["event"] == "answer").expect("an answer");
    assert_eq!((&answer["data"]["query"], &answer["data"]["count"]), (&json!("count"), &json!(2)), "{answer}");
    let (end, _) = client.call("judge", &json!({"text": TWO, "board": "11/.."}));
    assert_eq!(end["result"]["broken"][0]["cells"], json!(["r1c1", "r1c2"]), "{end}");
    let (end, _) = client.call("when", &json!({"text": TWO, "moves": ["r1c1 = 1", "r1c2 = 1"]}));
    assert_eq!(end["result"]["move"], 2, "{end}");
    let (end, _) = client.call("export", &json!({"text": TWO, "format": "png"}));
    assert!(end["result"]["base64"].as_str().is_some_and(|text| text.starts_with("iVBORw0KGgo")), "{end}");
    let (end, _) = client.call("export", &json!({"text": TWO, "format": "svg"}));
    assert!(end["result"]["text"].as_str().is_some_and(|text| text.starts_with("<svg")), "{end}");
    assert_eq!(client.end(), Some(0));
}

/// A question that runs is ended with what it found, one that waits is taken back; what is typed is answered meanwhile.
#[test]
fn requests_are_cancelled() {
    let mut client = Client::start();
    let ask = json!({"text": MANY, "question": "count", "form": "json"});
    client.send(7, "ask", &ask);
    client.send(8, "ask", &ask);
    client.until(|message| message["event"] == "progress");
    client.send(9, "look", &json!({"text": TWO}));
    client.until(|message| message["id"] == 9);
    client.send(7, "look", &json!({"text": TWO}));
    let all = client.until(|message| message["id"] == 7 && message["event"].is_null());
    assert!(all.last().is_some_and(|m| m["error"]["message"].as_str().is_some_and(|m| m.contains("another request"))));
    client.send(10, "cancel", &json!({"id": 8}));
    client.send(11, "cancel", &json!({"id": 7}));
    client.send(12, "cancel", &json!({"id": 1234}));
    let mut replies = vec![];
    while replies.len() < 5 {
        let message = client.message();
        match message["event"].as_str() {
            Some("answer") => assert_eq!(message["data"]["exact"], false, "{message}"),
            Some(_) => {}
            None => replies.push(message),
        }
    }
    let of = |id: u32| replies.iter().find(|m| m["id"] == id).unwrap_or_else(|| panic!("{id}: {replies:?}"));
    assert_eq!(of(7)["result"], json!({}));
    assert_eq!(of(8)["error"]["message"], "cancelled");
    assert_eq!([10, 11, 12].map(|id| of(id)["result"]["cancelled"].clone()), [true, true, false].map(Value::from));
    // The next question is not ended by what ended this one.
    let (_, events) = client.call("ask", &json!({"text": TWO, "question": "count", "form": "json"}));
    assert!(events.iter().any(|e| e["data"]["count"] == 2), "{events:?}");
    assert_eq!(client.end(), Some(0));
}

/// Requests of a pipe are all answered before the program ends, and a bad one hurts nobody.
#[test]
fn a_pipe_of_requests() {
    let ask = |id: u32| json!({"id": id, "method": "ask", "params": {"text": TWO, "question": "count"}}).to_string();
    let lines = [ask(1), "{".into(), "7".into(), String::new(), r#"{"id": 2, "method": "no"}"#.into(), ask(3)];
    let run = Program::with(&["--rpc"]).input(lines.join("\n")).run();
    assert_eq!(run.code, Some(0), "{}", run.err);
    let messages: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let last = |id: Value| messages.iter().rfind(|m| m["id"] == id && m["event"].is_null()).expect("a reply");
    assert_eq!([1, 3].map(|id| last(json!(id))["result"].clone()), [json!({}), json!({})]);
    assert!(last(json!(2))["error"]["message"].as_str().is_some_and(|m| m.contains("there is no method `no`")));
    assert_eq!(messages.iter().filter(|m| m["id"].is_null() && !m["error"].is_null()).count(), 2, "{}", run.out);
}
