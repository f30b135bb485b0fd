//! Texts of the puzzlekit data set, written by hand after the format.

use super::{count, problem};
use crate::support::Program;

fn read(text: &str, genre: &str) -> String {
    match sator_formats::import_as(text, genre) {
        Ok(imported) => imported.script,
        Err(problem) => panic!("{problem:?}\n{text}"),
    }
}

#[test]
fn the_genre_is_named() {
    let nanro = "3 4\n1 - - 2\n- - - -\n- 3 3 -\n1 1 2 2\n4 4 2 2\n4 4 4 4\n";
    for name in ["nanro", "Nanro", "NANRO"] {
        let script = read(nanro, name);
        assert!(script.contains("  1..2\n  ....\n  .33.\n") && script.contains("  aabb\n  ccbb\n  cccc\n"), "{script}");
    }
    for name in ["country", "CountryRoad", "country_road"] {
        assert!(read(nanro, name).contains("country_road(e, room, number"), "{name}");
    }
    let shikaku = read("2 3\n- 4 -\n- - 2\n", "shikaku");
    assert_eq!(count(&shikaku, 2), 1, "{shikaku}");
    // Numbers at the corners of cells.
    let creek = read("2 3\n1 - - -\n- 2 - -\n- - 1 -\n", "creek");
    assert!(creek.contains("clues number of corners shade {\n  1...\n  .2..\n  ..1.\n"), "{creek}");
    let castle = read("2 3\n- 1eo -\n- - 0nx\n", "CastleWall");
    assert!(castle.contains("w,1,right") && castle.contains("b,0,up"), "{castle}");
    let balance = read("1 3\nw4 - b\n", "BalanceLoop");
    assert!(balance.contains("  4,w .   b\n"), "{balance}");
    assert!(read("1 4\nh - v s\n", "tatamibari").contains("  -.|+\n"));
    let rooms = read("2 4\n1 1 2 2\n1 1 2 2\n", "LITS");
    assert!(rooms.contains("  aabb\n  aabb\n"), "{rooms}");
}

#[test]
fn other_texts_and_genres_are_refused() {
    let rows = "2 3\n- 4 -\n- - 2\n";
    for (text, genre, reason) in [
        (rows, "kakuro", "as `kakuro`"),
        (rows, "nothing", "as `nothing`"),
        ("2 3\n- 4 -\n- - 2\n1 1 1\n2 2 2\n", "renban", "as `renban`"),
        (rows, "nanro", "no labels of rooms"),
        ("2 3\n- 4 -\n- - 2\n1 1 1\n2 2 2\n", "shikaku", "no rooms"),
        ("2 3\n- 4 -\n- - q\n", "shikaku", "`q`"),
        ("2 3\n- 4 -\n- - 2\n", "creek", "3x4 tokens"),
        ("1 1\n1 1\n1 1\n", "shikaku", "1x1 tokens"),
        ("1 3\n5q - -\n", "balance", "`5q`"),
        ("1 3\n5qx - -\n", "castle", "`5qx`"),
        ("2 3\n- 4 -\n- -\n", "shikaku", "no text to read"),
        ("2 3 1\n- 4 -\n- - 2\n", "shikaku", "no text to read"),
        ("2 3\n1 1 1\n2 1\n- 4 -\n- - 2\n", "shikaku", "no text to read"),
        ("0 3\n", "shikaku", "no text to read"),
        ("99999999999 99999999999\n", "shikaku", "no text to read"),
    ] {
        let message = sator_formats::import_as(text, genre).expect_err(genre).message;
        assert!(message.contains(reason), "{genre}: {message}");
    }
    let outside = "2 3\n1 1 1\n2 1\n- 4 -\n- - 2\n";
    for text in [rows, outside, "2 4 1\n- 4 - -\n- - 2 -\n"] {
        assert!(problem(text).contains("don't contain the genre"), "{text}");
    }
}

#[test]
fn load_takes_the_genre_after_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("rows.txt"), "2 3\n- 4 -\n- - 2\n").expect("written");
    let run = |script: &str| Program::with(&["-"]).folder(folder.path()).input(script).run();
    let one = run("load \"rows.txt\" as shikaku\nunique\n");
    assert!(one.out.contains("unique: this is the only solution"), "{} {}", one.out, one.err);
    let link = run("load \"https://puzz.link/p?shikaku/2/2/g4h\" as shikaku\n");
    assert!(link.code == Some(2) && link.err.contains("leave out `as`"), "{}", link.err);
    let none = run("load \"rows.txt\"\n");
    let expected = ["don't contain the genre", "<stdin>:1:6", "as nurikabe"];
    assert!(none.code == Some(2) && expected.iter().all(|part| none.err.contains(part)), "{}", none.err);
    assert_eq!(none.err.matches("error").count(), 1, "{}", none.err);
}
