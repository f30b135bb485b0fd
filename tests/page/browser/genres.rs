//! Puzzles of drawn loops and shaded cells in Chromium: set by clicks on an empty board, played to the end, exported as a link,
//! and read back from it.

use super::{Browser, DESK, opened, put};

const TEXT: &str = "document.getElementById('text').value";
const LINK: &str = "document.querySelector('#dialog-body input[readonly]')";
const ONE: &str = "document.getElementById('verdict').textContent === 'one solution'";
const SOLVED: &str = "document.getElementById('cell').textContent.startsWith('Solved in ')";

/// An empty board of a genre, with clues set by clicks on its cells and on the pad.
fn set(browser: &Browser, genre: &str, tool: &str, clues: &[&str]) {
    let card = format!("document.querySelector('#starters .card[data-name=\"rules/{genre}\"]')");
    browser.wait(&format!("{card}.querySelector('svg') !== null"));
    browser.click(&card);
    browser.wait("document.querySelectorAll('.sheet .square').length === 36");
    browser.tool(tool);
    for (cell, clue) in cells(clues).filter(|(_, clue)| clue != ".") {
        browser.drag(&[&cell]);
        browser.click(&format!("[...document.querySelectorAll('#pad button')].find(b => b.textContent === '{clue}')"));
    }
    browser.wait(ONE);
    browser.click("document.getElementById('mode-play')");
}

/// The cells of rows, by name, with their characters.
fn cells<'a>(rows: &'a [&str]) -> impl Iterator<Item = (String, String)> + 'a {
    let named = |row: usize, (col, c): (usize, char)| (format!("r{}c{}", row + 1, col + 1), c.to_string());
    rows.iter().enumerate().flat_map(move |(row, text)| text.chars().enumerate().map(move |one| named(row, one)))
}

/// The puzzle as a link of puzz.link.
fn link(browser: &Browser) -> String {
    browser.click("document.getElementById('export')");
    browser.click("[...document.querySelectorAll('#dialog-body button')].find(b => b.textContent === 'puzz.link')");
    browser.wait(&format!("{LINK} !== null"));
    let link = browser.run(&format!("{LINK}.value"));
    browser.click("document.getElementById('dialog-close')");
    link.as_str().expect("a link").to_string()
}

/// Once the puzzle is solved: its link holds the same puzzle, and the script none of what was played.
fn goes_out_and_comes_back(browser: &Browser, clues: &[&str]) {
    browser.wait(SOLVED);
    browser.click("document.getElementById('mode-set')");
    let wanted: Vec<String> = cells(clues).map(|(_, clue)| clue).collect();
    let written = "(t => t.slice(t.indexOf('{') + 1, t.indexOf('}')).replace(/\\s/g, ''))";
    let holds = |browser: &Browser| browser.run(&format!("{written}({TEXT})"));
    assert_eq!(holds(browser), wanted.concat());
    let address = link(browser);
    assert!(address.starts_with("https://puzz.link/p?"), "{address}");
    put(browser, &address);
    browser.wait(&format!("{TEXT}.startsWith('# ') && {TEXT}.includes('{{')"));
    assert_eq!(holds(browser), wanted.concat());
    browser.wait(ONE);
    assert_eq!(link(browser), address);
}

#[test]
fn a_slitherlink_is_set_played_and_exported() {
    let Some((browser, _server)) = opened("a slitherlink by clicks", DESK) else { return };
    let clues = [".2..10", ".1....", "12...2", "..1.22", "..12..", "23...3"];
    set(&browser, "slitherlink", "clues number", &clues);
    let (x, y) = browser.cell("r1c1");
    let size = browser.cell("r1c2").0 - x;
    // Just inside of the board where a border is its edge.
    let inside = |k: usize| [2.0, 0.0, -2.0][usize::from(k > 0) + usize::from(k == 6)];
    let border = |k: usize| (k as f64 - 0.5) * size + inside(k);
    for (cell, _) in
        cells(&["####..", "###...", "..#.##", "##.##.", "...#..", "#.#...", ".#.#.#"]).filter(|(_, c)| c == "#")
    {
        let (row, col) = place(&cell);
        browser.stroke("mouse", &[(x + col as f64 * size, y + border(row))]);
    }
    for (cell, _) in
        cells(&["#...#..", "...##..", "..#...#", "#..#.##", "#...###", ".######"]).filter(|(_, c)| c == "#")
    {
        let (row, col) = place(&cell);
        browser.stroke("mouse", &[(x + border(col), y + row as f64 * size)]);
    }
    goes_out_and_comes_back(&browser, &clues);
}

/// The row and column of a cell, from 0.
fn place(cell: &str) -> (usize, usize) {
    let (row, col) = cell[1..].split_once('c').expect("a cell");
    (row.parse::<usize>().expect("a row") - 1, col.parse::<usize>().expect("a column") - 1)
}

#[test]
fn a_nurikabe_is_set_played_and_exported() {
    let Some((browser, _server)) = opened("a nurikabe by clicks", DESK) else { return };
    let clues = ["3.....", "......", "..2..4", ".4....", "..2...", ".....2"];
    set(&browser, "nurikabe", "clues island", &clues);
    let solution = ["---#--", "#####-", "-#--#-", "--####", "-#--#-", "#####-"];
    for (cell, _) in cells(&solution).filter(|(_, c)| c == "#") {
        browser.drag(&[&cell]);
    }
    goes_out_and_comes_back(&browser, &clues);
}
