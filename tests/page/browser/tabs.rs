//! The page as it is used for hours: many tabs, long scripts, a server that goes and comes back, strangers' texts.

use super::super::http::Server;
use super::{Browser, DESK, ENTER, browser, opened, put};
use crate::support::program;
use serde_json::{Value, json};

fn count(browser: &Browser, wanted: &str) {
    browser.press(&browser.button("Count"));
    browser.wait(&format!(
        "[...document.querySelectorAll('.answer[data-query=count] pre')].some(p => p.textContent.includes('{wanted}'))"
    ));
}

const SQUARE: &str = "grid x 2x2 in 1..2\nlatin(x)\n";

/// A browser has six connections to a server, and the server eight sessions: the ninth tab works, and the first one still does.
#[test]
fn nine_tabs() {
    let Some(browser) = browser("nine tabs", DESK) else { return };
    let server = Server::start(&[]);
    let mut tabs: Vec<Value> = vec![];
    for k in 0..9 {
        let tab = browser.command("window/new", &json!({"type": "tab"}))["handle"].clone();
        browser.command("window", &json!({"handle": tab}));
        browser.go(&server.address());
        put(&browser, &format!("var a in 1..{}\nvar b in 1..1\n", k + 2));
        count(&browser, &format!("{} solutions", k + 2));
        tabs.push(tab);
    }
    browser.command("window", &json!({"handle": tabs[0]}));
    put(&browser, "var a in 1..50\n");
    count(&browser, "50 solutions");
}

/// A script of 1,000 lines is there at once, from a link and from a paste, and the storage has it at every key.
#[test]
fn a_long_script_is_set_and_kept() {
    let Some((browser, _server)) = opened("a long script", DESK) else { return };
    let text: String = (0..1000).map(|k| format!("let name_{k} = {k}\n")).collect();
    put(&browser, &text);
    let kept = "JSON.parse(sessionStorage.getItem('script')).text";
    let value = "document.getElementById('text').value";
    assert_eq!(browser.run(kept), text);
    browser.wait("document.querySelectorAll('#paint span').length > 1000");
    // Each key, before the server has answered to it.
    browser.type_in("v");
    assert_eq!(browser.run(&format!("{kept} === {value}")), true);
    browser.command("refresh", &json!({}));
    browser.wait("document.body.dataset.ready === 'yes'");
    assert_eq!(browser.run(&format!("{value}.split('\\n').length")), 1001);
    assert_eq!(browser.run(&format!("{value}.includes('name_999 = 999')")), true);
}

/// While the server is gone, a button shows that and no text is lost. When the server is back, the page goes on by itself.
#[test]
fn a_server_that_comes_back() {
    let Some(browser) = browser("a server that comes back", DESK) else { return };
    let home = tempfile::tempdir().expect("a folder");
    let free = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port").port();
    let serve = || {
        let mut command = program(&["--serve", "--port", &free.to_string()]);
        Server::of(command.env("HOME", home.path()).env_remove("XDG_DATA_HOME"))
    };
    let server = serve();
    browser.go(&server.address());
    put(&browser, SQUARE);
    count(&browser, "2 solutions");
    drop(server);
    put(&browser, &format!("{SQUARE}r1c1 = 1\n"));
    browser.press(&browser.button("Unique"));
    browser.wait("!document.getElementById('lost').hidden");
    browser.wait("document.getElementById('answers').innerText.includes('server does not answer')");
    let _back = serve();
    browser.wait("document.getElementById('lost').hidden");
    assert_eq!(browser.run("document.getElementById('text').value.endsWith('r1c1 = 1\\n')"), true);
    count(&browser, "1 solution");
}

/// The owner's file may write; a text that is pasted over it may not until the owner allows it.
#[test]
fn a_pasted_text_has_no_permission() {
    let Some(browser) = browser("a pasted text", DESK) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let own = folder.path().join("own.puz");
    std::fs::write(&own, SQUARE).expect("written");
    let server = Server::start(&[own.to_str().expect("text")]);
    browser.go(&server.address());
    let ticked = "document.getElementById('files').checked";
    browser.wait(ticked);
    // Typing keeps the ownership.
    browser.run("(t => (t.focus(), t.setSelectionRange(t.value.length, t.value.length), true))(document.getElementById('text'))");
    browser.type_in("# mine");
    browser.wait("document.querySelector('#paint').textContent.includes('# mine')");
    assert_eq!(browser.run(ticked), true);
    let stolen = folder.path().join("stolen.puz");
    put(&browser, "grid y 2x2 in 1..2\nlatin(y)\nsave \"stolen.puz\"\n");
    browser.wait(&format!("!{ticked}"));
    browser.press(&browser.button("Run script"));
    browser
        .wait("document.getElementById('answers').innerText.length > 0 && document.getElementById('progress').hidden");
    assert!(!stolen.exists());
}

/// The script contains the puzzle of `generate ... keep`, and the next answer is about it.
#[test]
fn what_is_generated_is_kept() {
    let Some((browser, _server)) = opened("generate keep", DESK) else { return };
    put(&browser, "grid x 4x4 in 1..4\nsudoku(x)\n");
    browser.wait("document.querySelectorAll('#board .square').length === 16");
    browser.run("document.getElementById('question').focus(), true");
    browser.type_in("generate x keep seed 1");
    browser.keys(&[ENTER]);
    browser.wait("document.getElementById('text').value.includes('givens')");
    browser.wait("document.querySelectorAll('#board .given').length > 3");
    count(&browser, "1 solution");
}
