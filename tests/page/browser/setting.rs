//! Setting by pointing: puzzles made from nothing in Chromium, with a mouse, with fingers, and with keys alone.

use super::{ALT, Browser, CONTROL, DESK, DOWN, ENTER, ESCAPE, PHONE, SHIFT, opened, put};
use serde_json::json;

const TEXT: &str = "document.getElementById('text').value";

fn includes(words: &str) -> String {
    format!("{TEXT}.includes({})", json!(words))
}

fn starter(browser: &Browser, name: &str) {
    let card = format!("document.querySelector('#starters .card[data-name=\"rules/{name}\"]')");
    browser.wait(&format!("{card}.querySelector('svg') !== null"));
    browser.click(&card);
    browser.wait("document.querySelectorAll('.sheet .square').length > 0");
}

#[test]
fn a_killer_with_thermometers_by_mouse_alone() {
    let Some((browser, _server)) = opened("a killer by mouse", DESK) else { return };
    starter(&browser, "killer");
    assert_eq!(browser.run(TEXT), "grid x 6x6 in 1..6\nsudoku(x)\n");
    browser.tool("rule thermo");
    browser.drag(&["r1c1", "r1c2", "r2c3"]);
    browser.wait(&includes("thermo(r1c1..r1c2..r2c3)\n"));
    browser.wait("document.querySelectorAll('.sheet .line').length === 1");
    browser.tool("rule killer");
    browser.drag(&["r4c1", "r4c2", "r5c2"]);
    browser.wait(&includes("killer([r4c1, r4c2, r5c2])\n"));
    let key = |digit: &str| {
        browser.click(&format!("[...document.querySelectorAll('#pad button')].find(b => b.textContent === '{digit}')"))
    };
    key("1");
    key("1");
    browser.wait(&includes("killer([r4c1, r4c2, r5c2], 11)\n"));
    browser.tool("rule white_dot");
    let ((x, y), (right, _)) = (browser.cell("r6c5"), browser.cell("r6c6"));
    browser.stroke("mouse", &[((x + right) / 2.0, y)]);
    browser.wait(&includes("white_dot(r6c5, r6c6)\n"));
    browser.tool("values");
    browser.drag(&["r3c3"]);
    key("2");
    browser.wait(&includes("r3c3 = 2  # given\n"));
    browser.wait("document.getElementById('verdict').textContent === 'several solutions'");
    // Undo and redo are buttons.
    browser.click("document.getElementById('undo')");
    browser.wait(&format!("!{}", includes("r3c3 = 2")));
    browser.click("document.getElementById('redo')");
    browser.wait(&includes("r3c3 = 2"));
    browser.tool("eraser");
    browser.drag(&["r5c2"]);
    browser.wait(&format!("!{}", includes("killer(")));
    // A clash is marked without a question.
    browser.tool("rule thermo");
    browser.drag(&["r6c1", "r5c1", "r4c1", "r3c1", "r2c1"]);
    browser.tool("values");
    browser.drag(&["r6c1"]);
    key("5");
    browser.wait("document.getElementById('verdict').textContent === 'no solution'");
    browser.wait("document.querySelectorAll('.sheet .clash-cell').length > 0");
    // Nothing of the page is below the window.
    assert_eq!(browser.run("document.documentElement.scrollHeight <= innerHeight"), true);
}

#[test]
fn clues_regions_and_fences_by_mouse() {
    let Some((browser, _server)) = opened("clues by mouse", DESK) else { return };
    starter(&browser, "slitherlink");
    browser.tool("clues number");
    browser.drag(&["r1c2"]);
    browser.keys(&["3"]);
    browser.wait(&includes("{\n  . 3 . . . .\n"));
    browser.tool("strokes");
    let ((x, y), (_, below)) = (browser.cell("r1c1"), browser.cell("r2c1"));
    let fence = [(x, y - (below - y) / 2.0 + 2.0)];
    browser.stroke("mouse", &fence);
    browser.wait(&includes("\ne[r1c1, up]\n"));
    browser.stroke("mouse", &fence);
    browser.wait(&includes("\nnot e[r1c1, up]\n"));
    browser.stroke("mouse", &fence);
    browser.wait(&format!("!{}", includes("e[r1c1, up]")));
    // A drag turns all borders that it runs along, and one undo takes them back.
    let along = || {
        let ((left, y), (right, _), (_, below)) = (browser.cell("r1c1"), browser.cell("r1c3"), browser.cell("r2c1"));
        let top = y - (below - y) / 2.0 + 2.0;
        browser.stroke("mouse", &[(left, top), (right, top)]);
    };
    along();
    browser.wait(&includes("\ne[r1c1, up]\ne[r1c2, up]\ne[r1c3, up]\n"));
    along();
    browser.wait(&includes("\nnot e[r1c1, up]\nnot e[r1c2, up]\nnot e[r1c3, up]\n"));
    browser.click("document.getElementById('undo')");
    browser.click("document.getElementById('undo')");
    browser.wait(&format!("!{}", includes("e[r1c")));
    browser.tool("regions cage");
    browser.drag(&["r1c1", "r1c2", "r2c2"]);
    browser.wait(&includes("regions cage of x {\n  a a . . . .\n  . a . . . .\n"));
    browser.drag(&["r6c1", "r6c2"]);
    browser.wait(&includes("  b b . . . .\n}"));
    // A question of the menu, and its answer on the board.
    put(&browser, "grid x 4x4 in 1..4\nsudoku(x)\ngivens { 1...; ..3.; .4..; ...2 }\n");
    browser.wait("document.querySelectorAll('.sheet .given').length === 4");
    browser.click(&browser.button("Minimal"));
    browser.wait("document.querySelector('.answer[data-query=redundant]') !== null");
}

/// A puzzle is generated with fields, drawn, and taken over.
#[test]
fn a_puzzle_is_generated_and_used() {
    let Some((browser, _server)) = opened("generate by fields", DESK) else { return };
    put(&browser, "grid x 4x4 in 1..4\nsudoku(x)\n");
    browser.wait("document.querySelectorAll('.sheet .square').length === 16");
    browser.click("[...document.querySelectorAll('#buttons button')].find(b => b.textContent === 'Generate')");
    browser.wait("document.getElementById('dialog').open");
    browser.click("document.querySelector('#dialog-body button.main')");
    browser.wait("document.querySelector('.answer figure svg') !== null");
    browser.wait("document.querySelectorAll('#board .given').length > 3");
    browser.click("document.querySelector('.answer figure button')");
    browser.wait(&includes("givens x {"));
    browser.wait("document.getElementById('verdict').textContent === 'one solution'");
}

/// The export menu writes a link that reads back as the same puzzle, and a code to scan.
#[test]
fn an_exported_link_reads_back() {
    let Some((browser, _server)) = opened("export", DESK) else { return };
    put(&browser, "grid x 9x9 in 1..9\nsudoku(x)\nthermo(r1c1..r1c4)\nkiller(r3c1..r3c2, 5)\nr5c5 = 5\n");
    browser.wait("document.querySelectorAll('.sheet .square').length === 81");
    browser.click("document.getElementById('export')");
    browser.click("[...document.querySelectorAll('#dialog-body button')].find(b => b.textContent === 'f-puzzles')");
    browser.wait("document.querySelector('#dialog-body input[readonly]') !== null");
    assert_eq!(browser.run("document.querySelector('#dialog-body .qr') !== null"), true);
    let link = browser.run("document.querySelector('#dialog-body input[readonly]').value");
    browser.click("document.getElementById('dialog-close')");
    put(&browser, link.as_str().expect("a link"));
    browser.wait(&includes("thermo(r1c1..r1c4)"));
    browser.wait(&includes("killer("));
    browser.wait("document.querySelectorAll('.sheet .line').length === 1");
}

/// On a phone: start, draw with a finger, type on the pad, play; nothing is wider than the screen.
#[test]
fn a_phone() {
    let Some((browser, _server)) = opened("a phone", PHONE) else { return };
    starter(&browser, "killer");
    browser.tool("rule thermo");
    browser.stroke("touch", &["r1c1", "r2c1", "r3c1"].map(|cell| browser.cell(cell)));
    browser.wait(&includes("thermo(r1c1..r3c1)\n"));
    browser.tool("values");
    browser.stroke("touch", &[browser.cell("r6c6")]);
    browser.click("[...document.querySelectorAll('#pad button')].find(b => b.textContent === '4')");
    browser.wait(&includes("r6c6 = 4"));
    assert_eq!(browser.run("document.documentElement.scrollWidth <= innerWidth"), true);
    browser.click("document.getElementById('mode-play')");
    browser.stroke("touch", &[browser.cell("r1c1")]);
    browser.click("[...document.querySelectorAll('#pad button')].find(b => b.textContent === '1')");
    browser.wait("document.querySelectorAll('.overlay text.mine').length === 1");
    assert_eq!(browser.run("document.documentElement.scrollWidth <= innerWidth"), true);
    assert_eq!(browser.run("document.documentElement.scrollHeight <= innerHeight"), true);
}

/// With keys alone, and as a screen reader sees it: a grid whose cells are read out.
#[test]
fn keys_alone_and_a_screen_reader() {
    let Some((browser, _server)) = opened("a screen reader", DESK) else { return };
    put(&browser, "grid x 4x4 in 1..4\nsudoku(x)\ngivens { 1...; ....; ....; .... }\n");
    browser.wait("document.querySelectorAll('.sheet .given').length === 1");
    browser.run("document.getElementById('board').focus(), true");
    browser.keys(&[DOWN, DOWN]);
    let active =
        "document.getElementById(document.getElementById('board').getAttribute('aria-activedescendant'))?.textContent";
    let at = browser.run(active);
    assert!(at.as_str().is_some_and(|words| words.starts_with('r')), "{at}");
    browser.keys(&["3"]);
    browser.wait("document.querySelectorAll('.sheet .given').length === 2");
    browser.cdp("Accessibility.enable", &json!({}));
    let tree = browser.cdp("Accessibility.getFullAXTree", &json!({}));
    let nodes = tree["nodes"].as_array().expect("nodes");
    let named = |role: &str, name: &str| {
        nodes.iter().any(|node| node["role"]["value"] == role && node["name"]["value"] == name)
    };
    assert!(named("grid", "The puzzle") && named("gridcell", "r1c1, 1, given"), "no grid with cells");
    assert!(nodes.iter().filter(|node| node["role"]["value"] == "gridcell").count() >= 16);
    assert!(
        named("button", "Solve")
            && named("button", "Undo")
            && named("textbox", "Script: Ctrl-Space completes, Ctrl-Enter runs")
    );
    // A question by its key; Escape shows the puzzle again.
    browser.chord(ALT, "s");
    browser.wait("!document.getElementById('shown').hidden");
    browser.keys(&[ESCAPE]);
    browser.wait("document.getElementById('shown').hidden");
    browser.press("document.getElementById('new')");
    browser.wait("document.getElementById('dialog').open && document.querySelectorAll('#dialog .card').length > 100");
    browser.keys(&[ESCAPE]);
    browser.wait("!document.getElementById('dialog').open");
    // A line by the cells that the arrows choose, and a fence by Ctrl and an arrow.
    browser.press("document.querySelector('#palette [data-tool=\"rule thermo\"]')");
    browser.run("document.getElementById('board').focus(), true");
    browser.keys(&["\u{E013}", "\u{E013}", "\u{E013}", "\u{E012}", "\u{E012}", "\u{E012}"]);
    browser.chord(SHIFT, DOWN);
    browser.keys(&[ENTER]);
    browser.wait(&includes("thermo(r1c1..r2c1)\n"));
    put(&browser, "grid x 2x2\nclues n { 3 .; . . }\nfences e of x\nslitherlink(e, n)\n");
    browser.wait("document.querySelectorAll('.sheet .square').length === 4");
    browser.press("document.querySelector('#palette [data-tool=strokes]')");
    browser.run("document.getElementById('board').focus(), true");
    browser.keys(&[DOWN]);
    browser.chord(CONTROL, DOWN);
    browser.wait(&includes("\ne["));
}
