//! The file of the page in Chromium: a mark while it is not saved, Ctrl-S, and changes of other programs.

use super::super::serving;
use super::{CONTROL, DESK, browser, put};

const TEXT: &str = "document.getElementById('text').value";
const UNSAVED: &str = "!document.getElementById('unsaved').hidden";

#[test]
fn a_file_is_saved_and_read_again() {
    let Some(browser) = browser("a file of the page", DESK) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own.puz");
    let server = serving(folder.path(), "grid x 4x4 in 1..4\nsudoku(x)\n");
    browser.go(&server.address());
    browser.wait("document.querySelectorAll('.sheet .square').length === 16");
    assert_eq!(browser.run(UNSAVED), false);
    browser.tool("values");
    browser.drag(&["r1c1"]);
    browser.keys(&["3"]);
    browser.wait(UNSAVED);
    browser.chord(CONTROL, "s");
    browser.wait(&format!("!({UNSAVED})"));
    assert!(std::fs::read_to_string(&file).expect("it is there").ends_with("r1c1 = 3  # given\n"));
    // Another program changes the file: a page without changes of its own follows.
    std::fs::write(&file, "grid x 2x2 in 1..2\nlatin(x)\n").expect("it is written");
    browser.wait(&format!("{TEXT}.startsWith('grid x 2x2')"));
    browser.wait("document.querySelectorAll('.sheet .square').length === 4");
    // One with changes asks.
    put(&browser, "grid x 3x3 in 1..3\nlatin(x)\n");
    browser.wait(UNSAVED);
    std::fs::write(&file, "# by another\n").expect("it is written");
    browser.wait("!document.getElementById('changed').hidden");
    browser.click("document.getElementById('ignore')");
    browser.wait("document.getElementById('changed').hidden");
    assert_eq!(browser.run(&format!("{TEXT}.startsWith('grid x 3x3')")), true);
    browser.chord(CONTROL, "s");
    browser.wait(&format!("!({UNSAVED})"));
    assert_eq!(std::fs::read_to_string(&file).expect("it is there"), "grid x 3x3 in 1..3\nlatin(x)\n");
}
