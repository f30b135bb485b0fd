//! The page as static files, in headless Chromium. `scripts/web --check` builds the folder and names it in `SATOR_WEB`.

use super::{Browser, DESK, browser, put};
use crate::support::not_run;
use serde_json::json;
use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A host of static files, which can go off the net.
struct Host {
    port: u16,
    off: Arc<AtomicBool>,
}

impl Host {
    fn start(folder: PathBuf) -> Host {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let (port, off) = (listener.local_addr().expect("an address").port(), Arc::new(AtomicBool::new(false)));
        let gone = off.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (folder, gone) = (folder.clone(), gone.clone());
                std::thread::spawn(move || match gone.load(Ordering::SeqCst) {
                    true => stream.shutdown(Shutdown::Both),
                    false => serve(&stream, &folder),
                });
            }
        });
        Host { port, off }
    }
}

fn serve(mut stream: &TcpStream, folder: &Path) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    while lines.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    let path = first.split(' ').nth(1).unwrap_or("/").trim_start_matches('/');
    let path = path.split(['?', '#']).next().filter(|path| !path.is_empty()).unwrap_or("index.html");
    let kind = match path.rsplit('.').next() {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        _ => "text/plain",
    };
    let (status, body) = std::fs::read(folder.join(path)).map_or((404, vec![]), |body| (200, body));
    let head = format!(
        "HTTP/1.1 {status} -\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(&body)
}

const TEXT: &str = "document.getElementById('text').value";
const IDLE: &str = "document.getElementById('progress').hidden";

fn answer_of(query: &str, words: &str) -> String {
    format!("document.querySelector('.answer[data-query={query}]').textContent.includes('{words}')")
}

#[test]
fn a_published_page() {
    let Some(folder) = std::env::var_os("SATOR_WEB") else {
        return not_run("the published page", "`scripts/web --check` runs it");
    };
    let Some(browser) = browser("the published page", DESK) else { return };
    let host = Host::start(folder.into());
    let address = format!("http://127.0.0.1:{}/", host.port);
    browser.go(&address);

    // It starts with a puzzle, and answers.
    browser.wait("document.querySelectorAll('#board .square').length === 81");
    browser.press(&browser.button("Unique"));
    browser.wait(&answer_of("unique", "this is the only solution"));
    assert_eq!(browser.run("document.getElementById('permit').hidden"), true);

    // Two solutions and the flip between them; a hint; an error in its place.
    put(&browser, "grid x 4x4 in 1..4\nsudoku(x)\nr1c1 = 1\n");
    browser.wait("document.querySelectorAll('#board .given').length === 1");
    browser.press(&browser.button("Unique"));
    browser.wait("document.querySelectorAll('#board .changed-cell').length > 0");
    browser.run("document.getElementById('question').focus(), true");
    browser.type_in("generate x keep seed 1");
    browser.keys(&[super::ENTER]);
    browser.wait("document.getElementById('text').value.includes('givens')");
    browser.wait(IDLE);
    browser.press(&browser.button("Hint"));
    browser.wait("document.querySelector('.answer[data-query=hint]') !== null");
    put(&browser, "grid x 4x4 in 1..4\nsudoku(x)\nr9c9 = 1\n");
    browser.wait("document.querySelectorAll('#paint .wrong').length > 0");

    stopped(&browser);
    files(&browser);

    // The link opens where nothing is known of this page.
    let script = "# é𝄞\ngrid x 2x2 in 1..2\nlatin(x)\n";
    put(&browser, script);
    browser.wait("document.querySelectorAll('#board .square').length === 4");
    browser.press(&browser.button("Copy link"));
    browser.wait("document.getElementById('share').dataset.address !== undefined");
    let link = browser.run("document.getElementById('share').dataset.address");
    let link = link.as_str().expect("an address");
    assert!(link.starts_with(&format!("{address}#s=")), "{link}");
    let tab = browser.command("window/new", &json!({"type": "tab"}))["handle"].clone();
    browser.command("window", &json!({"handle": tab}));
    browser.go(link);
    assert_eq!(browser.run(TEXT), script);

    // Without the net the page is there.
    browser.run("(navigator.serviceWorker.ready.then(() => (document.body.dataset.kept = 'yes')), true)");
    browser.wait("document.body.dataset.kept === 'yes'");
    host.off.store(true, Ordering::SeqCst);
    browser.command("refresh", &json!({}));
    browser.wait("document.body.dataset.ready === 'yes'");
    browser.press(&browser.button("Count"));
    browser.wait(&answer_of("count", "2 solutions"));
}

/// A long question is stopped, and the next one is answered.
fn stopped(browser: &Browser) {
    put(browser, "grid x 9x9 in 1..9\nsudoku(x)\n");
    browser.wait("document.querySelectorAll('#board .square').length === 81");
    browser.press(&browser.button("Count"));
    browser.wait("document.getElementById('elapsed').textContent.includes('|')");
    browser.press("document.getElementById('stop')");
    browser.wait(IDLE);
    browser.wait("document.querySelector('.answer pre').textContent === 'stopped'");
    browser.press(&browser.button("Solve"));
    browser.wait(
        "document.querySelector('.answer[data-query=solve]') !== null && !document.getElementById('shown').hidden",
    );
}

/// A script reads the files that are chosen, and a picture is saved as PNG.
fn files(browser: &Browser) {
    put(browser, "let clues = csv(\"clues.csv\")\ngrid x 2x2 in 1..2\nlatin(x)\nr1c1 = clues[1]\n");
    browser.wait("document.getElementById('problems').textContent.includes('clues.csv')");
    browser.run(
        "(() => { const list = new DataTransfer(); list.items.add(new File(['2\\n'], 'clues.csv')); \
         const pick = document.getElementById('pick'); pick.files = list.files; \
         pick.dispatchEvent(new Event('change')); return true })()",
    );
    browser.wait("document.getElementById('names').textContent.includes('clues.csv')");
    browser.wait("document.getElementById('problems').children.length === 0");
    browser.press(&browser.button("Solve"));
    browser.wait("document.querySelectorAll('.answer[data-query=solve]').length === 2");
    browser.run(
        "(import('./driver.js').then((d) => d.file({ text: 'grid x 2x2 in 1..2', format: 'png', theme: 'light' })) \
         .then(async (made) => { const bytes = new Uint8Array(await made.arrayBuffer()); \
         document.body.dataset.png = [made.type, bytes.length > 500, String.fromCharCode(...bytes.slice(1, 4))].join() }), true)",
    );
    browser.wait("document.body.dataset.png !== undefined");
    assert_eq!(browser.run("document.body.dataset.png"), "image/png,true,PNG");
}
