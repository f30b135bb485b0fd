//! SudokuPad's data: givens, regions and cages are read, what is drawn gets a name and a guess.

use super::{count, problem, script};
use sator_formats::lz_string;

fn link(data: &str) -> String {
    format!("https://sudokupad.app/scl{}", lz_string::compress(data))
}

/// A 4x4 with one given, boxes, a cage, a green line, a dot and words.
const ZIPPED: &str = "{ce:[[{v:1},,,],[,,,],[,,,],[,,,]],re:[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],\
ca:[{ce:[[0,2],[0,3]],v:'7'},{v:'title: A puzzle'},{v:'rules: Green lines are German whispers.'}],\
l:[{wp:[[.5,.5],[1.5,1.5],[1.5,3.5]],c:#67F067FF,th:10}],o:[{ct:[2,.5],w:.3,h:.3,r:t,c1:#F}],\
solution:'x'}";

#[test]
fn givens_regions_and_cages() {
    let text = script(&link(ZIPPED));
    for part in [
        "title \"A puzzle\"",
        "sudoku(x)",
        "  1...\n",
        "killer(r1c3..r1c4, 7)",
        "let green_1 = r1c1..r2c2..r2c4",
        "# whispers(green_1)",
        "# white_dot(r2c1, r3c1)",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    // Beside what is not understood there is no "no solution".
    let understood: Vec<&str> = text.lines().filter(|line| !line.starts_with("untranslated")).collect();
    assert_eq!(count(&format!("{}\nr2c1 = 2; r2c2 = 3; r1c2 = 4", understood.join("\n")), 2), 0);
    let data = link(ZIPPED).replace("https://sudokupad.app/", "");
    for before in ["https://sudokupad.app/sudoku/", "https://app.crackingthecryptic.com/sudoku/?puzzleid=", ""] {
        assert!(script(&format!("{before}{data}")).contains("killer(r1c3..r1c4, 7)"), "{before}");
    }
    assert!(count(&text, 300) > 1);
    let read = sator_formats::import(&link(ZIPPED)).expect("a link").expect("is read");
    assert_eq!(read.untranslated.len(), 3, "{:?}", read.untranslated);
}

#[test]
fn plain_json_and_its_solution() {
    let cells = r#"[[{"value":1},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]]"#;
    let regions =
        "[[[0,0],[0,1],[0,2],[0,3]],[[1,0],[1,1],[1,2],[1,3]],[[2,0],[2,1],[2,2],[2,3]],[[3,0],[3,1],[3,2],[3,3]]]";
    let json =
        format!(r#"{{"cells":{cells},"regions":{regions},"metadata":{{"title":"T","solution":"1234214334124321"}}}}"#);
    let text = script(&json);
    assert!(text.contains("jigsaw(x, region)") && text.contains("expect solution x {\n  1234\n  2143"), "{text}");
    assert_eq!(count(&text.replace("expect solution", "givens"), 3), 1);
    // Between commas, as a list, and one that does not fit.
    for solution in [r#""1,2,3,4,2,1,4,3,3,4,1,2,4,3,2,1""#, "[1,2,3,4,2,1,4,3,3,4,1,2,4,3,2,1]"] {
        let other = json.replace(r#""1234214334124321""#, solution);
        assert_eq!(script(&other), text);
    }
    let other = script(&json.replace("1234214334124321", "123421433412432"));
    assert!(
        other.contains("left out: it has 15 parts instead of 16 values from 1 to 4") && !other.contains("expect"),
        "{other}"
    );
}

#[test]
fn only_an_id() {
    assert!(problem("https://sudokupad.app/abcdefghij").contains("only the id"));
    assert!(problem("https://sudokupad.app/sclN4Igz0000000000000000000000").contains("SudokuPad"));
    assert!(problem(&link("{ce:[[,]]}xx")).contains("isn't JSON"));
    assert!(problem(&link("{ce:[],title:'nothing at all is drawn in here'}")).contains("1 to 36"));
}
