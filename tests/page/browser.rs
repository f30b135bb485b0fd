//! The page in headless Chromium, driven through chromium-driver. Without these programs a test reports that it was not run.

mod files;
mod genres;
mod playing;
mod published;
mod setting;
mod tabs;

use super::http::{Server, raw};
use crate::support::not_run;
use serde_json::{Value, json};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Until what is waited for is there.
const PATIENCE: Duration = Duration::from_secs(60);

/// The size of a window on a desk, and of a phone.
const DESK: (u32, u32) = (1280, 720);
const PHONE: (u32, u32) = (390, 780);

/// A browser with a window of this size. Without one a message names the test that does not run.
fn browser(test: &str, size: (u32, u32)) -> Option<Browser> {
    Browser::sized(size).map_err(|why| not_run(test, &why)).ok()
}

/// A browser at the page of a server without a file.
fn opened(test: &str, size: (u32, u32)) -> Option<(Browser, Server)> {
    let browser = browser(test, size)?;
    let server = Server::start(&[]);
    browser.go(&server.address());
    Some((browser, server))
}

pub(super) struct Browser {
    driver: Child,
    port: u16,
    session: String,
}

impl Browser {
    /// A browser with a window of this size, or why there is none.
    fn sized((width, height): (u32, u32)) -> Result<Browser, String> {
        let browser = Browser::start()?;
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600});
        browser.cdp("Emulation.setDeviceMetricsOverride", &size);
        Ok(browser)
    }

    fn start() -> Result<Browser, String> {
        let found = |names: &[&str]| {
            let runs = |name: &&&str| {
                let quiet = Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
                quiet.is_ok_and(|status| status.success())
            };
            names.iter().find(runs).map(|name| name.to_string())
        };
        let chromium = found(&["chromium", "chromium-browser", "google-chrome"]).ok_or("there is no Chromium")?;
        let program = found(&["chromedriver"]).ok_or("there is no chromium-driver")?;
        let free = std::net::TcpListener::bind("127.0.0.1:0").map_err(|e| e.to_string())?;
        let port = free.local_addr().map_err(|e| e.to_string())?.port();
        drop(free);
        let quiet = Stdio::null;
        let driver = Command::new(program).arg(format!("--port={port}")).stdout(quiet()).stderr(quiet()).spawn();
        let driver = driver.map_err(|e| e.to_string())?;
        let mut browser = Browser { driver, port, session: String::new() };
        let started = Instant::now();
        while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
            if started.elapsed() > PATIENCE {
                return Err("chromium-driver does not answer".into());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        let program = Command::new("sh").args(["-c", &format!("command -v {chromium}")]).output();
        let path = program.map(|o| String::from_utf8_lossy(&o.stdout).trim().to_string()).map_err(|e| e.to_string())?;
        let options = json!({"binary": path, "args": ["--headless=new", "--no-sandbox", "--disable-gpu",
            "--disable-dev-shm-usage", "--window-size=1280,800"]});
        let wanted = json!({"capabilities": {"alwaysMatch": {"goog:chromeOptions": options}}});
        let (status, reply) = browser.send("POST", "/session", &wanted);
        if status != 200 {
            return Err(format!("Chromium does not start: {}", reply["value"]["message"]));
        }
        browser.session = reply["value"]["sessionId"].as_str().unwrap_or_default().to_string();
        Ok(browser)
    }

    fn send(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let body = if method == "GET" { String::new() } else { body.to_string() };
        let (status, bytes) = raw(
            self.port,
            &format!(
                "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
                self.port,
                body.len()
            ),
        );
        (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }

    pub(super) fn command(&self, path: &str, body: &Value) -> Value {
        let (status, reply) = self.send("POST", &format!("/session/{}/{path}", self.session), body);
        assert_eq!(status, 200, "{path}: {reply}");
        reply["value"].clone()
    }

    /// A command of Chromium itself.
    pub(super) fn cdp(&self, command: &str, params: &Value) -> Value {
        self.command("goog/cdp/execute", &json!({"cmd": command, "params": params}))
    }

    /// The middle of an element.
    pub(super) fn middle(&self, element: &str) -> (f64, f64) {
        let middle = "b => [b.left + b.width / 2, b.top + b.height / 2]";
        let at = self.run(&format!("({middle})(({element}).getBoundingClientRect())"));
        (at[0].as_f64().expect("a place"), at[1].as_f64().expect("a place"))
    }

    /// The middle of a cell of the board.
    pub(super) fn cell(&self, name: &str) -> (f64, f64) {
        self.middle(&format!("document.querySelector('.sheet [data-cell=\"{name}\"]')"))
    }

    /// A stroke of a pointer, `mouse` or `touch`, through points.
    pub(super) fn stroke(&self, pointer: &str, points: &[(f64, f64)]) {
        self.stroke_of(pointer, 0, points);
    }

    /// Clicks a cell with the right button.
    pub(super) fn right_click(&self, cell: &str) {
        self.stroke_of("mouse", 2, &[self.cell(cell)]);
    }

    fn stroke_of(&self, pointer: &str, button: u8, points: &[(f64, f64)]) {
        let move_to = |&(x, y): &(f64, f64), duration: u32| json!({"type": "pointerMove", "duration": duration, "x": x as i64, "y": y as i64});
        let mut actions = vec![move_to(&points[0], 0), json!({"type": "pointerDown", "button": button})];
        actions.extend(points[1..].iter().map(|point| move_to(point, 30)));
        actions.push(json!({"type": "pointerUp", "button": button}));
        let source =
            json!({"type": "pointer", "id": pointer, "parameters": {"pointerType": pointer}, "actions": actions});
        self.command("actions", &json!({"actions": [source]}));
    }

    /// Drags the mouse through cells; one cell is a click.
    pub(super) fn drag(&self, cells: &[&str]) {
        self.stroke("mouse", &cells.iter().map(|cell| self.cell(cell)).collect::<Vec<_>>());
    }

    /// Clicks an element with the mouse.
    pub(super) fn click(&self, element: &str) {
        self.run(&format!("({element}).scrollIntoView({{block: 'center'}}), true"));
        self.stroke("mouse", &[self.middle(element)]);
    }

    /// Chooses a tool of the palette.
    pub(super) fn tool(&self, name: &str) {
        self.click(&format!("document.querySelector('#palette [data-tool=\"{name}\"]')"));
    }

    pub(super) fn go(&self, address: &str) {
        self.command("url", &json!({"url": address}));
        self.wait("document.body && document.body.dataset.ready === 'yes'");
    }

    pub(super) fn run(&self, script: &str) -> Value {
        self.command("execute/sync", &json!({"script": format!("return ({script})"), "args": []}))
    }

    /// Waits until an expression is true.
    pub(super) fn wait(&self, condition: &str) {
        let started = Instant::now();
        let careful = format!("(() => {{ try {{ return {condition} }} catch {{ return false }} }})()");
        while self.run(&careful) != true {
            if started.elapsed() > PATIENCE {
                panic!("never: {condition}\n{}", self.run("document.body.innerText"));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Keys, as a person presses them.
    pub(super) fn keys(&self, keys: &[&str]) {
        let press = |key: &&str| [json!({"type": "keyDown", "value": key}), json!({"type": "keyUp", "value": key})];
        let actions: Vec<Value> = keys.iter().flat_map(press).collect();
        self.command("actions", &json!({"actions": [{"type": "key", "id": "keyboard", "actions": actions}]}));
    }

    /// A key while another one is held.
    pub(super) fn chord(&self, held: &str, key: &str) {
        let actions = [("keyDown", held), ("keyDown", key), ("keyUp", key), ("keyUp", held)];
        let actions: Vec<Value> = actions.iter().map(|(kind, value)| json!({"type": kind, "value": value})).collect();
        self.command("actions", &json!({"actions": [{"type": "key", "id": "keyboard", "actions": actions}]}));
    }

    pub(super) fn type_in(&self, text: &str) {
        let keys: Vec<String> = text.chars().map(|c| if c == '\n' { ENTER.into() } else { c.to_string() }).collect();
        self.keys(&keys.iter().map(String::as_str).collect::<Vec<_>>());
    }

    /// Puts the focus on an element and presses Enter: what a keyboard can do.
    pub(super) fn press(&self, element: &str) {
        self.run(&format!("{element}.focus(), true"));
        self.keys(&[ENTER]);
    }

    pub(super) fn button(&self, name: &str) -> String {
        format!("[...document.querySelectorAll('button')].find(b => b.textContent === '{name}')")
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            let _ = self.send("DELETE", &format!("/session/{}", self.session), &json!({}));
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// Text is put into the script at once, as a paste does.
pub(super) fn put(browser: &Browser, text: &str) {
    let text = json!(text);
    let put = format!(
        "(t => (t.focus(), t.value = {text}, t.dispatchEvent(new Event('input')), true))(document.getElementById('text'))"
    );
    browser.run(&put);
}

pub(super) const ENTER: &str = "\u{E007}";
pub(super) const SHIFT: &str = "\u{E008}";
pub(super) const CONTROL: &str = "\u{E009}";
pub(super) const ALT: &str = "\u{E00A}";
pub(super) const DOWN: &str = "\u{E015}";
pub(super) const ESCAPE: &str = "\u{E00C}";

#[test]
fn a_browser_shows_the_page() {
    let Some((browser, _server)) = opened("the page in a browser", DESK) else { return };

    // A puzzle is typed; Escape puts completions away.
    browser.run("document.getElementById('text').focus(), true");
    browser.type_in("grid x 4x4 in 1..4");
    browser.keys(&[ESCAPE, ENTER]);
    browser.type_in("sudoku(x)");
    browser.keys(&[ESCAPE, ENTER]);
    browser.wait("document.querySelectorAll('#board .square').length === 16");
    browser.wait("document.querySelector('#paint .t-rule').textContent === 'sudoku'");
    browser.wait("document.getElementById('problems').children.length === 0");

    // A mistake is underlined, and gone when it is mended.
    browser.type_in("r9");
    browser.wait("document.querySelectorAll('#paint .wrong').length > 0");
    browser.keys(&[ESCAPE, "\u{E003}", "\u{E003}"]);
    browser.wait("document.querySelectorAll('#paint .wrong').length === 0");

    // A given, by the keyboard: the first cell, one down, a 3.
    browser.run("document.getElementById('board').focus(), true");
    browser.keys(&[DOWN, "3"]);
    browser.wait("document.getElementById('text').value.endsWith('r2c1 = 3  # given\\n')");
    browser.wait("document.querySelectorAll('#board .given').length === 1");

    // Two solutions, what differs, and the flip between them.
    browser.press(&browser.button("Unique"));
    browser.wait("document.querySelectorAll('#board .changed-cell').length > 0");
    let before = browser.run("document.querySelector('#board svg').innerHTML");
    browser.press(&browser.button("Flip"));
    assert_ne!(browser.run("document.querySelector('#board svg').innerHTML"), before);
    browser.keys(&[ESCAPE]);
    browser.wait("document.querySelectorAll('#board .changed-cell').length === 0");

    // The link holds the script.
    browser.wait("location.hash.length > 20");
    browser.command("refresh", &json!({}));
    browser.wait("document.body.dataset.ready === 'yes' && document.getElementById('text').value.includes('r2c1 = 3')");
    browser.wait("document.querySelectorAll('#board .given').length === 1");
    assert_eq!(browser.run("document.getElementById('guest').hidden"), false);
    assert_eq!(browser.run("document.getElementById('files').checked"), false);

    // Steps of a puzzle with one solution.
    let puzzle = "grid x 4x4 in 1..4\\nsudoku(x)\\ngivens { 1...; ..3.; .4..; ...2 }\\n";
    let typed = format!(
        "(t => (t.focus(), t.value = '{puzzle}', t.dispatchEvent(new Event('input')), true))(document.getElementById('text'))"
    );
    browser.run(&typed);
    browser.wait("document.querySelectorAll('#board .given').length === 4");
    browser.press(&browser.button("Steps"));
    browser.wait("document.querySelector('.answer[data-query=solve] strong') !== null");
    let caption = "document.querySelector('.answer[data-query=solve] strong').textContent";
    assert_eq!(browser.run(caption), "The puzzle");
    browser.press(&browser.button("Next"));
    browser.wait(&format!("{caption}.startsWith('1. ')"));
    assert_eq!(browser.run("document.querySelectorAll('.answer[data-query=solve] li').length > 0"), true);
    browser.press(&browser.button("Back"));
    browser.wait(&format!("{caption} === 'The puzzle'"));

    // A long question is stopped.
    browser.run(&typed.replace("givens { 1...; ..3.; .4..; ...2 }\\n", "").replace("4x4 in 1..4", "9x9 in 1..9"));
    browser.wait("document.querySelectorAll('#board .square').length === 81");
    browser.press(&browser.button("Count"));
    browser.wait("!document.getElementById('progress').hidden");
    browser.wait("document.getElementById('elapsed').textContent.includes('|')");
    browser.press("document.getElementById('stop')");
    browser.wait("document.getElementById('progress').hidden");
    browser.wait("document.querySelector('.answer[data-query=count] pre').textContent.includes('interrupted')");
}
