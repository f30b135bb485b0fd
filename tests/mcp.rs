//! `sator --mcp`, called by a client that follows the text of the protocol.

use crate::support::program;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

/// A client that has initialized the server.
struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    next: u32,
}

impl Client {
    fn start() -> Client {
        let mut child = program(&["--mcp"]).stdin(Stdio::piped()).spawn().expect("the program starts");
        let (input, output) = (child.stdin.take(), child.stdout.take().expect("an output"));
        let mut client = Client { child, input, output: BufReader::new(output), next: 1 };
        let greeting = client.request(
            "initialize",
            &json!({"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}),
        );
        assert_eq!(greeting["result"]["protocolVersion"], "2025-03-26", "{greeting}");
        assert_eq!(greeting["result"]["serverInfo"]["name"], "sator", "{greeting}");
        assert!(greeting["result"]["capabilities"]["tools"].is_object(), "{greeting}");
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        client
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.input.as_mut().expect("it is open"), "{message}").expect("it is read");
    }

    fn message(&mut self) -> Value {
        let mut line = String::new();
        assert!(self.output.read_line(&mut line).expect("an output") > 0, "the program has ended");
        let message: Value = serde_json::from_str(&line).expect("a message is JSON");
        assert_eq!(message["jsonrpc"], "2.0", "{message}");
        message
    }

    /// Sends a request; returns its id.
    fn begin(&mut self, method: &str, params: &Value) -> u32 {
        let id = self.next;
        self.next += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        id
    }

    fn request(&mut self, method: &str, params: &Value) -> Value {
        let id = self.begin(method, params);
        let reply = self.message();
        assert_eq!(reply["id"], id, "{reply}");
        reply
    }

    /// The result of a tool.
    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let reply = self.request("tools/call", &json!({"name": tool, "arguments": arguments}));
        assert!(reply["result"]["content"].is_array(), "{reply}");
        reply["result"].clone()
    }

    /// The text that a tool returns.
    fn text(&mut self, tool: &str, arguments: Value) -> String {
        let result = self.call(tool, arguments);
        assert_ne!(result["isError"], true, "{result}");
        result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{result}")).to_string()
    }

    fn end(mut self) -> Option<i32> {
        drop(self.input.take());
        self.child.wait().expect("it ends").code()
    }
}

const FOUR: &str = "grid x 4x4 in 1..4\nsudoku(x)\nr1c1 = 1; r2c3 = 2; r3c2 = 3; r4c4 = 4\n";
const MANY: &str = "grid x 9x9 in 1..9\nsudoku(x)\n";
const LINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[test]
fn tools_answer() {
    let mut client = Client::start();
    let tools = client.request("tools/list", &json!({}))["result"]["tools"].clone();
    let names: Vec<&str> = tools.as_array().expect("tools").iter().filter_map(|tool| tool["name"].as_str()).collect();
    for name in ["solve", "unique", "another", "why", "hint", "generate", "judge", "import", "export", "help"] {
        assert!(names.contains(&name), "{name}: {names:?}");
    }
    for tool in tools.as_array().expect("tools") {
        assert_eq!(tool["inputSchema"]["type"], "object", "{tool}");
        assert!(tool["description"].as_str().is_some_and(|text| !text.is_empty()), "{tool}");
        let required = tool["inputSchema"]["required"].as_array().expect("a list");
        assert!(
            required.iter().all(|name| tool["inputSchema"]["properties"][name.as_str().expect("a name")].is_object())
        );
    }
    assert!(client.text("unique", json!({"text": FOUR})).contains("\"status\":\"unique\""));
    assert!(client.text("unique", json!({"text": LINE})).contains("\"status\":\"unique\""));
    let both = [0, 1].map(|_| client.text("another", json!({"text": "var a in 1..2\nvar b in 1..1\n"})));
    assert_ne!(both[0].split("\"ms\"").next(), both[1].split("\"ms\"").next());
    assert!(client.text("solve", json!({"text": FOUR, "how": "steps"})).contains("only place for"));
    assert!(client.text("why", json!({"text": FOUR, "condition": "r1c2 = 2"})).contains("\"status\":\"forced\""));
    assert!(client.text("hint", json!({"text": FOUR})).contains("\"technique\""));
    assert!(client.text("ask", json!({"text": FOUR, "question": "count"})).contains("\"count\":1"));
    assert!(
        client
            .text("generate", json!({"text": "grid x 4x4 in 1..4\nsudoku(x)\n", "what": "x seed 1"}))
            .contains("\"givens\"")
    );
    assert!(
        client.text("judge", json!({"text": FOUR, "board": "11../..../..../...."})).contains("\"verdict\":\"broken\"")
    );
    assert!(client.text("when", json!({"text": FOUR, "moves": ["r1c2 = 2", "r1c3 = 3"]})).contains("\"move\":2"));
    // A rule with its clues in place of a text, a board and moves of other programs.
    let clues = json!(["2..", "...", "..2"]);
    let board = "pzprv3/nurikabe/3/3/2 + # /# # # /# + 2 /";
    let nurikabe = json!({"rule": "nurikabe", "clues": clues, "board": board, "rest": "no"});
    assert!(client.text("judge", nurikabe).contains("\"verdict\":\"solved\""));
    let data = sator_formats::lz_string::compress("I1_3B2_3J_3I2_3B3_3");
    let replay = json!({"puzzleId": "p", "type": "clzw", "rows": 4, "cols": 4, "version": "0.400.0", "data": data});
    assert!(client.text("when", json!({"text": FOUR, "moves": replay})).contains("\"move\":2"));
    assert!(client.text("import", json!({"text": LINE})).contains("grid x 9x9 in 1..9"));
    assert!(client.text("export", json!({"text": FOUR, "format": "svg"})).starts_with("<svg"));
    assert!(client.text("help", json!({"topic": "killer"})).contains("killer("));
    let picture = client.call("export", json!({"text": FOUR, "format": "png"}))["content"][0].clone();
    assert_eq!((&picture["type"], &picture["mimeType"]), (&json!("image"), &json!("image/png")));
    assert!(picture["data"].as_str().is_some_and(|data| data.starts_with("iVBORw0KGgo")));
    assert_eq!(client.end(), Some(0));
}

#[test]
fn a_wrong_call_says_what_to_write() {
    let mut client = Client::start();
    let mut error = |tool: &str, arguments: Value| {
        let result = client.call(tool, arguments);
        assert_eq!(result["isError"], true, "{result}");
        result["content"][0]["text"].as_str().expect("a text").to_string()
    };
    assert_eq!(error("unique", json!({})), "`text` is missing");
    assert_eq!(error("unique", json!({"text": 7})), "`text` is of the type string");
    assert_eq!(error("hint", json!({"text": FOUR, "board": 1})), "`hint` takes no `board`; it takes text");
    assert!(error("unique", json!({"text": "grid x 2x2 in 1..2\nr9c9 = 1\n"})).contains("\"line\":2"));
    assert!(error("judge", json!({"text": FOUR, "board": "1"})).contains("has 4 rows, not 1"));
    assert!(error("import", json!({"text": "no link"})).contains("in no format"));
    assert!(
        error("unique", json!({"text": "let t = csv(\"secret.csv\")\ngrid x 2x2 in 1..2\n"})).contains("files-refused")
    );
    let code = |reply: Value| reply["error"]["code"].clone();
    assert_eq!(code(client.request("tools/call", &json!({"name": "no", "arguments": {}}))), -32602);
    assert_eq!(code(client.request("no/such", &json!({}))), -32601);
    assert_eq!(code(client.request("resources/read", &json!({"uri": "sator://no"}))), -32002);
    client.input.as_mut().expect("it is open").write_all(b"{\n").expect("it is read");
    assert_eq!(code(client.message()), -32700);
    client.send(&json!({"id": 5, "method": "ping"}));
    assert_eq!(code(client.message()), -32600);
    assert_eq!(client.end(), Some(0));
}

/// A cancelled call has no reply, and the next one is answered.
#[test]
fn calls_are_cancelled() {
    let mut client = Client::start();
    let long = json!({"name": "ask", "arguments": {"text": MANY, "question": "count"}});
    let first = client.begin("tools/call", &long);
    let second = client.begin("tools/call", &long);
    assert_eq!(client.request("ping", &json!({}))["result"], json!({}));
    for id in [second, first] {
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}));
    }
    assert!(client.text("unique", json!({"text": FOUR})).contains("\"status\":\"unique\""));
    assert_eq!(client.end(), Some(0));
}

#[test]
fn resources_are_read() {
    let mut client = Client::start();
    let list = client.request("resources/list", &json!({}))["result"]["resources"].clone();
    for resource in list.as_array().expect("resources") {
        let read = client.request("resources/read", &json!({"uri": resource["uri"]}));
        let text = read["result"]["contents"][0]["text"].as_str().unwrap_or_else(|| panic!("{resource}: {read}"));
        assert!(!text.is_empty(), "{resource}");
    }
    let read = client.request("resources/read", &json!({"uri": "sator://help/killer"}));
    assert!(read["result"]["contents"][0]["text"].as_str().is_some_and(|text| text.contains("killer(")), "{read}");
    let templates = client.request("resources/templates/list", &json!({}));
    assert_eq!(templates["result"]["resourceTemplates"].as_array().map(Vec::len), Some(2));
    assert_eq!(client.end(), Some(0));
}

/// The card fits on a page, and its examples are scripts without an error.
#[test]
fn the_card_is_one_page() {
    let page = sator::help::page("card").expect("a page");
    assert!(page.lines().count() <= 60, "{} lines\n{page}", page.lines().count());
    let mut blocks = vec![String::new()];
    for line in page.lines() {
        match line.strip_prefix("    ") {
            Some(code) => blocks.last_mut().expect("a block").extend([code, "\n"]),
            None => blocks.push(String::new()),
        }
    }
    blocks.retain(|block| !block.is_empty());
    assert!(blocks.len() >= 4, "{blocks:#?}");
    for block in blocks {
        let run = crate::support::Program::with(&["-"]).input(&block).run();
        assert_eq!(run.code, Some(0), "{block}\n{}{}", run.out, run.err);
    }
}
