//! One line a puzzle.

use super::{count, problem, script, solves};

const CLASSIC: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[test]
fn sizes_and_comments() {
    solves(CLASSIC, "r1c3 = 4");
    solves(&format!("{} from a book", CLASSIC.replace('.', "0")), "r1c3 = 4");
    solves("12..34..2.4..3.1", "r1c3 = 3");
    assert_eq!(count(&script("1..............."), 300), 72);
    let sixteen: String = (0..256).map(|k| if k == 3 { 'G' } else { '.' }).collect();
    assert!(script(&sixteen).contains("grid x 16x16 in 1..16") && script(&sixteen).contains(" 16 "));
    // Letters alone: A is 1, as P would be no value of this board.
    let letters: String =
        (0..256).map(|k| [(3, 'P'), (5, 'A')].iter().find(|(at, _)| *at == k).map_or('.', |(_, c)| *c)).collect();
    assert!(script(&letters).contains(" 16 .  1 "), "{}", script(&letters));
    assert!(script(&letters.replacen("..", "1.", 1).replace('P', "G")).contains(" 16 .  10 "));
    let six = format!("{}6{}", ".".repeat(5), ".".repeat(30));
    assert_eq!(count(&format!("{}\nr1c1 != 6", script(&six)), 1), 1);
    assert!(script(&".".repeat(625)).contains("25x25"));
}

#[test]
fn candidates() {
    // The flags of the classic: a given has one, a blank all nine.
    let nine = |c: char| match c {
        '.' => "123456789".to_string(),
        given => (1..=9).map(|k| if given.to_digit(10) == Some(k) { given } else { '.' }).collect(),
    };
    let flags: String = CLASSIC.chars().map(nine).collect();
    solves(&flags, "r1c3 = 4");
    assert!(script(&flags.replacen("123456789", "..34.....", 1)).contains("r1c3 in {3, 4}"));
    assert!(problem(&flags.replacen("123456789", ".........", 1)).contains("r1c3"));
}

#[test]
fn what_is_no_puzzle() {
    assert!(problem(&CLASSIC.replacen('.', "x", 1)).contains("`x` at r1c3"));
    assert!(problem(&format!("{CLASSIC}\n{CLASSIC}\n")).contains("2 puzzles"));
    for text in ["grid x 4x4", "abcdefghijklmnop", "sum_of_all_cells", "", "r1c1 + r1c2 = 10", "1 + 1"] {
        assert!(sator_formats::import(text).is_none(), "{text}");
    }
}

/// Links of sudokuexchange and sudokuwiki have the board in their query.
#[test]
fn boards_in_links() {
    // A board with some progress has its givens.
    let progress = "050f2e0i46015y020466026212064i0a095u0i4601070b0d4m0f4m4a4j4q027n03bu0g06360936164a4i0o010o02474u067n\
                    07bu4q4i464i0b0u0g09064q0a4y040i0a051g5w035w01071y080u1g181609";
    let text = script(&format!("https://www.sudokuwiki.org/sudoku.htm?bd=S9B{progress}"));
    assert!(text.contains("  5....1.24\n  .2..6..9.\n") && text.contains("  .4..5..3.\n  17.8....9\n"), "{text}");
    assert_eq!(count(&text, 2), 1);
    assert!(!problem(&format!("https://www.sudokuwiki.org/sudoku.htm?bd=S9B{}", &progress[2..])).is_empty());
    let board = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
    for link in ["https://sudokuexchange.com/play/?s=", "https://www.sudokuwiki.org/Sudoku.htm?bd="] {
        let text = script(&format!("{link}{board}"));
        assert!(text.contains("  53..7....\n") && text.contains("sudoku(x)"), "{text}");
        assert!(script(&format!("{link}{board}&d=2#top")).contains("  53..7....\n"));
        assert!(!problem(&format!("{link}{}", &board[1..])).is_empty());
    }
}
