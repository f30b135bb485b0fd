//! `--book`: a list of puzzles as a booklet.

use crate::support::Program;
use std::path::Path;

/// A folder with scripts and a list of them; the exit code, what was printed, and the book.
fn book(files: &[(&str, &str)], more: &[&str]) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("writes");
    }
    let arguments = [&["--book", "list", "--out", "book.html"], more].concat();
    let run = Program::with(&arguments).folder(folder.path()).run();
    let page = std::fs::read_to_string(folder.path().join("book.html")).unwrap_or_default();
    (run.code, run.out + &run.err, page)
}

const EASY: &str =
    "title \"First\"\nauthor \"A\"\ngrid x 4x4 in 1..4\nsudoku(x)\ngivens x { 12..; 34..; ..4.; ...1 }\nunique\n";
const RECIPE: &str = "grid x 4x4 in 1..4\nsudoku(x)\ngenerate x seed 1 count 2\n";
const OTHER: &str = "grid x 3x3 in 1..3\nlatin(x)\ngivens x { 1..; ..2; ... }\n";
const LINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[test]
fn a_booklet_has_puzzles_hints_and_solutions() {
    let list = format!("title \"Four & more\"\nauthor \"V\"\n# a comment\n\neasy.puz\nother.puz\nrecipe.puz\n{LINE}\n");
    let files = [("list", list.as_str()), ("easy.puz", EASY), ("recipe.puz", RECIPE), ("other.puz", OTHER)];
    let (code, printed, page) = book(&files, &["--paper", "letter", "--per-page", "6"]);
    assert_eq!(code, Some(0), "{printed}");
    assert!(printed.contains("wrote 5 puzzles"), "{printed}");
    for part in
        ["<h1>Four &amp; more</h1>", "size:letter", "<h2>Hints</h2>", "<h2>Solutions</h2>", "First", "Look at r"]
    {
        assert!(page.contains(part), "{part}");
    }
    // The three sudokus of one size have one genre and their rules once, in the order of the list.
    let sudoku = "Place one of the digits 1 to 4 in each cell so that none repeats in a row, column or box.";
    assert_eq!(page.matches(sudoku).count(), 1);
    let [first, second, third] = ["<h2>Sudoku</h2>", "<h2>Latin</h2>", "digits 1 to 9"].map(|part| page.find(part));
    assert!(first < second && second < third && first.is_some(), "{first:?} {second:?} {third:?}");
    for number in 1..=5 {
        assert!(
            page.contains(&format!("alt=\"Puzzle {number}\"")) && page.contains(&format!("alt=\"Solution {number}\""))
        );
    }
    assert!(!page.contains("alt=\"Puzzle 6\""));
    assert_eq!(page.matches("<section").count(), page.matches("</section>").count());
}

#[test]
fn the_easiest_puzzle_of_a_genre_comes_first() {
    let hard = "grid x 9x9 in 1..9\nsudoku(x)\ngenerate x clues 25 seed 7\n";
    let easy = "grid x 9x9 in 1..9\nsudoku(x)\ntitle \"Easy\"\ngivens x { 53..7....; 6..195...; .98....6.; 8...6...3; 4..8.3..1; 7...2...6; .6....28.; ...419..5; ....8..79 }\n";
    let (code, printed, page) = book(&[("list", "hard.puz\neasy.puz\n"), ("hard.puz", hard), ("easy.puz", easy)], &[]);
    assert_eq!(code, Some(0), "{printed}");
    let grades: Vec<&str> = page.split("class=\"grade\">").skip(1).filter_map(|part| part.split('<').next()).collect();
    // Two puzzles, each with its grade at the puzzle and at the solution.
    assert!(grades.len() == 4 && grades[0] == "easy" && grades[1] != "easy", "{grades:?}");
}

#[test]
fn a_puzzle_with_several_solutions_stays_out() {
    let open = "grid x 4x4 in 1..4\nsudoku(x)\n";
    let (code, printed, page) =
        book(&[("list", "easy.puz\nopen.puz\nnone.puz\n"), ("easy.puz", EASY), ("open.puz", open)], &[]);
    assert_eq!(code, Some(2), "{printed}");
    assert!(
        printed.contains("several solutions") && printed.contains("open.puz") && printed.contains("none.puz"),
        "{printed}"
    );
    assert!(page.contains("alt=\"Puzzle 1\"") && !page.contains("alt=\"Puzzle 2\""));
    let (code, printed, page) = book(&[("list", "# nothing\n")], &[]);
    assert!(code == Some(2) && printed.contains("the path of a script") && page.is_empty(), "{printed}");
}

#[test]
fn a_book_overwrites_only_books() {
    let files = [("list", "easy.puz\n"), ("easy.puz", EASY), ("book.html", "mine")];
    let (code, printed, page) = book(&files, &[]);
    assert!(code == Some(2) && printed.contains("sator did not write it") && page == "mine", "{printed}");
    let (code, _, page) = book(&files, &["--overwrite"]);
    assert!(code == Some(0) && page.contains("Solutions"));
    let run = Program::with(&["--book", "list"]).folder(Path::new(".")).run();
    assert!(run.code == Some(2) && run.err.contains("--out"), "{}", run.err);
}
