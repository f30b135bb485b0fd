//! Playing in Chromium: puzzles filled in to the end with a mouse and keys, checked, and with hints in two stages.

use super::{Browser, CONTROL, DESK, ESCAPE, opened, put};
use serde_json::json;

const SAID: &str = "document.getElementById('cell').textContent";

fn pad(browser: &Browser, words: &str) {
    browser.click(&format!("[...document.querySelectorAll('#pad button')].find(b => b.textContent === '{words}')"));
}

#[test]
fn a_sudoku_is_played() {
    let Some((browser, _server)) = opened("a sudoku played", DESK) else { return };
    let text = "title \"Small\"\ngrid x 4x4 in 1..4\nsudoku(x)\ngivens { 1...; ..3.; .4..; ...2 }\n";
    put(&browser, text);
    browser.wait("document.querySelectorAll('.sheet .given').length === 4");
    browser.click("document.getElementById('mode-play')");
    browser.wait("document.getElementById('told').textContent.includes('row')");
    // A wrong value is found without giving the right one away.
    browser.drag(&["r1c2"]);
    browser.keys(&["2"]);
    browser.wait("document.querySelectorAll('.overlay text.mine').length === 1");
    pad(&browser, "Check");
    browser.wait(&format!("{SAID} === '1 of 1 is wrong'"));
    browser.wait("document.querySelectorAll('.overlay .wrong-cell').length === 1");
    // Marks in corners and centres, colours, and taking back.
    pad(&browser, "Corner");
    browser.drag(&["r4c1", "r4c2"]);
    pad(&browser, "3");
    pad(&browser, "1");
    browser.wait("document.querySelectorAll('.overlay text.mine').length === 5");
    browser.click("document.getElementById('undo')");
    browser.wait("document.querySelectorAll('.overlay text.mine').length === 3");
    pad(&browser, "Colour");
    browser.click("document.querySelector('#pad .colour-2')");
    browser.wait("document.querySelectorAll('.overlay .colour-2').length === 2");
    pad(&browser, "Value");
    // Solved: noticed by itself. The script is as it was.
    for (cell, value) in [
        ("r1c2", "3"),
        ("r1c3", "2"),
        ("r1c4", "4"),
        ("r2c1", "4"),
        ("r2c2", "2"),
        ("r2c4", "1"),
        ("r3c1", "2"),
        ("r3c3", "1"),
        ("r3c4", "3"),
        ("r4c1", "3"),
        ("r4c2", "1"),
        ("r4c3", "4"),
    ] {
        browser.drag(&[cell]);
        browser.keys(&[value]);
    }
    browser.wait(&format!("{SAID}.startsWith('Solved in ')"));
    assert_eq!(browser.run("document.getElementById('text').value"), text);
    // Loaded again, the play is as it was.
    browser.command("refresh", &json!({}));
    browser.wait("document.body.dataset.ready === 'yes' && document.querySelectorAll('.sheet .given').length === 4");
    browser.click("document.getElementById('mode-play')");
    browser.wait("document.querySelectorAll('.overlay text.mine').length === 12");
}

#[test]
fn hints_come_in_two_stages() {
    let Some((browser, _server)) = opened("hints in two stages", DESK) else { return };
    put(&browser, "grid x 4x4 in 1..4\nsudoku(x)\ngivens { 1...; ..3.; .4..; ...2 }\n");
    browser.wait("document.querySelectorAll('.sheet .given').length === 4");
    browser.click("document.getElementById('mode-play')");
    pad(&browser, "Hint");
    browser.wait(&format!("{SAID}.startsWith('Look at ')"));
    assert_eq!(browser.run("document.getElementById('shown').hidden"), true);
    pad(&browser, "Show the step");
    browser.wait("!document.getElementById('shown').hidden");
    browser.click("[...document.querySelectorAll('#shown button')].find(b => b.textContent === 'Take it')");
    browser.wait("document.querySelectorAll('.overlay text.mine').length === 1");
    // A hint about a board with a mistake says that there is one, and not where.
    browser.drag(&["r1c3"]);
    browser.keys(&["1"]);
    pad(&browser, "Hint");
    browser.wait(&format!("{SAID} === 'Something on the board is wrong: Check marks it'"));
}

/// Bridges are drawn from island to island, each in one stroke; a second stroke doubles them.
#[test]
fn a_hashi_is_played() {
    let Some((browser, _server)) = opened("a hashi played", DESK) else { return };
    put(&browser, "grid x 3x3\nclues n { 2.3; ...; ..1 }\nlinks b of x in 0..2\nhashi(b, n)\n");
    browser.wait("document.querySelectorAll('.sheet [data-cell]').length === 9");
    browser.click("document.getElementById('mode-play')");
    browser.drag(&["r1c1", "r1c3"]);
    browser.wait("document.querySelectorAll('.overlay .stroke-yes').length === 2");
    browser.drag(&["r1c3", "r1c1"]);
    browser.wait("document.querySelectorAll('.overlay .stroke-yes').length === 4");
    browser.drag(&["r1c3", "r3c3"]);
    browser.wait(&format!("{SAID}.startsWith('Solved in ')"));
    // A stroke is taken back as a whole.
    browser.click("document.getElementById('undo')");
    browser.wait("document.querySelectorAll('.overlay .stroke-yes').length === 4");
}

/// A loop is drawn by clicks at borders, a nurikabe by clicks at cells.
#[test]
fn a_loop_and_a_nurikabe_are_played() {
    let Some((browser, _server)) = opened("a loop played", DESK) else { return };
    put(&browser, "grid x 2x2\nclues n { 3 .; . . }\nfences e of x\nslitherlink(e, n)\n3 = count(around(e, r1c2))\n");
    browser.wait("document.querySelectorAll('.sheet .square').length === 4");
    browser.wait("document.getElementById('verdict').dataset.solutions !== 'waiting'");
    browser.click("document.getElementById('mode-play')");
    let ((x, y), (right, below)) = (browser.cell("r1c1"), browser.cell("r2c2"));
    let half = (below - y) / 2.0 - 2.0;
    for point in [(x, y - half), (right, y - half), (x - half, y), (right + half, y), (x, y + half), (right, y + half)]
    {
        browser.stroke("mouse", &[point]);
    }
    browser.wait("document.querySelectorAll('.overlay .stroke-yes').length === 6");
    browser.wait(&format!("{SAID}.startsWith('Solved in ')"));
    browser.click("document.getElementById('mode-set')");
    put(&browser, "grid sea 2x2 in bool\nclues island { 1 .; . . }\nnurikabe(sea, island)\n");
    browser.wait("document.body.innerText.includes('clue 1')");
    browser.click("document.getElementById('mode-play')");
    browser.drag(&["r1c2", "r2c2", "r2c1"]);
    browser.wait("document.querySelectorAll('.overlay .shaded').length === 3");
    browser.wait(&format!("{SAID}.startsWith('Solved in ')"));
}

/// A drag along borders draws them all, and along drawn ones takes them away. Lines for oneself need no rule.
#[test]
fn borders_and_lines_are_drawn_by_drags() {
    let Some((browser, _server)) = opened("borders and lines drawn by drags", DESK) else { return };
    put(&browser, "grid x 3x3\nclues n { ..3; ...; ... }\nfences e of x\nslitherlink(e, n)\n");
    browser.wait("document.querySelectorAll('.sheet .square').length === 9");
    browser.click("document.getElementById('mode-play')");
    let ((x, y), (right, below)) = (browser.cell("r1c1"), browser.cell("r2c2"));
    let (high, middle) = (y + (below - y) / 2.0, x + (right - x) / 2.0);
    let drawn = |count| browser.wait(&format!("document.querySelectorAll('.overlay .stroke-yes').length === {count}"));
    // Between the first two rows, then down between the second and third column.
    let corner = [(x, high), (right, high), (right + (right - middle), high), (right + (right - middle), below)];
    browser.stroke("mouse", &corner);
    drawn(3);
    browser.stroke("mouse", &corner);
    drawn(0);
    browser.click("document.getElementById('undo')");
    drawn(3);
    pad(&browser, "Line");
    let lines = |count| browser.wait(&format!("document.querySelectorAll('.overlay .own-line').length === {count}"));
    browser.drag(&["r1c1", "r2c2", "r3c2"]);
    lines(2);
    browser.drag(&["r3c2", "r2c2"]);
    lines(1);
    browser.drag(&["r3c2", "r2c2"]);
    lines(2);
    drawn(3);
    // Lines are no entries: nothing is to be checked about them.
    browser.command("refresh", &json!({}));
    browser.wait("document.body.dataset.ready === 'yes' && document.querySelectorAll('.sheet .square').length === 9");
    browser.click("document.getElementById('mode-play')");
    lines(2);
    drawn(3);
}

/// A puzzle that is opened has no changes of its own: the buttons are about the play.
#[test]
fn buttons_and_keys_of_play() {
    let Some((browser, _server)) = opened("buttons and keys of play", DESK) else { return };
    put(&browser, "grid x 4x4 in 1..4\nsudoku(x)\n");
    browser.wait("document.querySelectorAll('.sheet [data-cell]').length === 16");
    browser.command("refresh", &json!({}));
    browser
        .wait("document.body.dataset.ready === 'yes' && document.querySelectorAll('.sheet [data-cell]').length === 16");
    let disabled = |undo: bool, redo: bool| {
        browser.wait(&format!("document.getElementById('undo').disabled === {undo}"));
        browser.wait(&format!("document.getElementById('redo').disabled === {redo}"));
    };
    disabled(true, true);
    browser.click("document.getElementById('mode-play')");
    browser.drag(&["r1c1"]);
    browser.keys(&["2"]);
    disabled(false, true);
    browser.click("document.getElementById('undo')");
    disabled(true, false);
    browser.click("document.getElementById('redo')");
    browser.wait("document.querySelectorAll('.overlay text.mine').length === 1");
    browser.click("document.getElementById('mode-set')");
    disabled(true, true);
    browser.click("document.getElementById('mode-play')");
    // All cells, a colour by Space and a digit, and no cell.
    browser.drag(&["r1c1"]);
    browser.chord(CONTROL, "a");
    browser.keys(&[" ", " ", " ", "3"]);
    browser.wait("document.querySelectorAll('.overlay .colour-3').length === 16");
    browser.keys(&[ESCAPE, "1"]);
    browser.wait("document.querySelectorAll('.overlay .chosen').length === 0");
}

/// The right button crosses out: a cell that is unshaded, a border that isn't drawn.
#[test]
fn the_right_button_crosses_out() {
    let Some((browser, _server)) = opened("the right button in play", DESK) else { return };
    put(&browser, "grid sea 2x2 in bool\nclues island { 1 .; . . }\nnurikabe(sea, island)\n");
    browser.wait("document.querySelectorAll('.sheet [data-cell]').length === 4");
    browser.click("document.getElementById('mode-play')");
    browser.right_click("r1c1");
    browser.wait("document.querySelectorAll('.overlay .dot').length === 1");
    browser.right_click("r1c1");
    browser.wait("document.querySelectorAll('.overlay .dot').length === 0");
}
