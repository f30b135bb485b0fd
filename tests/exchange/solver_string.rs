//! Strings of the Interactive Sudoku Solver, and sudokus in rows of text.

use super::{count, script, solves};

/// Givens of a sudoku of our own, in the solver's words.
fn givens(text: &str) -> String {
    let cells = text.chars().enumerate().filter(|(_, c)| *c != '.');
    cells.map(|(at, c)| format!("~R{}C{}_{c}", at / 9 + 1, at % 9 + 1)).collect()
}

const CLASSIC: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[test]
fn strings_and_links() {
    let string = format!(".{}", givens(CLASSIC));
    solves(&string, "r1c3 = 4");
    let link = format!("https://sigh.github.io/Interactive-Sudoku-Solver/?q={}", string.replace('~', "%7E"));
    solves(&link, "r1c3 = 4");
    // Line breaks between constraints don't count.
    solves(&string.replacen('.', ".AntiTaxicab\n.~R1C1_5\n.", 1).replace(".AntiTaxicab\n", ""), "r1c3 = 4");
}

#[test]
fn constraints_become_statements() {
    for (string, statements) in [
        (".Shape~4x4.Thermo~R1C1~R1C2~R2C2", "grid x 4x4 in 1..4\nsudoku(x, h: 2, w: 2)\nthermo(r1c1..r1c2..r2c2)"),
        (".Shape~6x6.NoBoxes.AntiKnight", "grid x 6x6 in 1..6\nlatin(x)\nanti_knight(x)"),
        (".Shape~4x4~0-3.Sandwich~3~R2", "grid x 4x4 in 0..3\nsudoku(x, h: 2, w: 2)\nsandwich(r2, 3, low: 0, high: 3)"),
        (".Cage~15~R1C3~R1C4", "killer(r1c3..r1c4, 15)"),
        (".Cage~0~R1C3~R1C4", "killer(r1c3..r1c4)"),
        (".Sum~15~R1C3~R5C5", "sum([r1c3, r5c5]) = 15"),
        (".Whisper~5~R1C1~R2C2", "whispers(r1c1..r2c2, 5)"),
        (".WhiteDot~R1C1~R1C2~R2C2~R9C9", "white_dot(r1c1, r1c2)\nwhite_dot(r1c2, r2c2)"),
        (".X~R1C1~R1C2.StrictXV", "x_mark(r1c1, r1c2)\nno_other_xv(x, marked: [(r1c1, r1c2)])"),
        (".XSum~C3~~20", "x_sum(reverse(c3), 20)"),
        (".Skyscraper~R1~3~2", "skyscraper(r1, 3)\nskyscraper(reverse(r1), 2)"),
        (".LittleKiller~12~R9C8", "little_killer([r9c8] + ray(r9c8, upright), 12)"),
        (".LittleKiller~38~R1C5", "little_killer([r1c5] + ray(r1c5, downleft), 38)"),
        (".LittleKiller~38~R5C1", "little_killer([r5c1] + ray(r5c1, downright), 38)"),
        (".LittleKiller~38~R5C9", "little_killer([r5c9] + ray(r5c9, upleft), 38)"),
        (".Diagonal~1.Diagonal~-1", "diagonal(x, upright)\ndiagonal(x, downright)"),
        (".Quad~R1C1~4~5", "quadruple(r1c1, [4, 5])"),
        (".PillArrow~2~R1C2~R1C1~R2C1~R3C1", "arrow(r2c1..r3c1, circle: [r1c1, r1c2])"),
        (".RegionSumLine~R1C3~R2C4", "region_sum(r1c3..r2c4, boxes(x, 3, 3))"),
        (".~R1C1_5~R1C2_1_2", "r1c1 = 5\nr1c2 in {1, 2}"),
        (".CountDistinct~R1C1~R1C2~R2C2", "count_distinct(r1c1..r1c2..r2c2)"),
        (".SameValues~2~R1C1~R1C2~R5C5~R6C6", "same_values([[r1c1, r1c2], [r5c5, r6c6]])"),
        (".Indexing~C~R1C1~R5C5.Indexing~R~R2C2", "column_indexer(x, [r1c1, r5c5])\nrow_indexer(x, [r2c2])"),
        (
            ".ContainExact~1_2_2~R1C1~R2C5~R5C6.ContainAtLeast~3~R1C2~R1C3",
            "count(c = 1 for c in [r1c1, r2c5, r5c6]) = 1\ncount(c = 2 for c in [r1c1, r2c5, r5c6]) = 2\n\
             count(c = 3 for c in [r1c2, r1c3]) >= 1",
        ),
        (
            ".Shape~4x4.Regex~W14xXSoxKDJ8MzQpKy57MCwyfQ~R1C1~R1C2~R1C3~R1C4~~R2C1~R2C2",
            "regular(r1c1..r1c4, \"[^1]*1(2|3 4)+.{0,2}\")\nregular(r2c1..r2c2, \"[^1]*1(2|3 4)+.{0,2}\")",
        ),
        (".Shape~4x4.Regex~%5B1-24%5D%7B2%7D%2E*~R1C1~R1C2~R1C3", "regular(r1c1..r1c3, \"[1-2 4]{2}.*\")"),
        (".Jigsaw~1122112233443344.Shape~4x4.NoBoxes", "for part in region { distinct(part) }"),
    ] {
        let script = script(string);
        assert!(script.contains(statements), "{string}\n{script}");
        assert!(count(&script, 1) == 1 || string.contains("StrictXV"), "{string}\n{script}");
    }
}

/// Constraints without a rule or in a group are named, and so are arguments that a rule doesn't take.
#[test]
fn other_constraints_are_named() {
    for (string, named) in [
        (".NFA~abc~R1C1.~R1C1_5", "untranslated \"NFA abc R1C1\""),
        (".Or.Thermo~R1C1~R1C2.Thermo~R1C2~R1C1.End.~R1C1_5", "untranslated \"Or: constraints in a group\""),
        (".Thermo~R1C1~R1C2~LOOP", "untranslated \"Thermo R1C1 R1C2 LOOP\""),
        (".Cage~15~R1C3~R10C4", "untranslated \"Cage 15 R1C3 R10C4\""),
        (".XSum~R0~3", "untranslated \"XSum R0 3\""),
    ] {
        let imported = sator_formats::import(&format!("{string}.Thermo~R9C1~R9C2"));
        let script = imported.expect("a puzzle").expect("it reads").script;
        assert!(script.contains(named) && script.contains("thermo(r9c1..r9c2)"), "{string}\n{script}");
        assert!(!script.contains("thermo(r1c"), "{script}");
    }
    assert!(super::problem(".Shape~0x9").contains("is no board"));
    assert!(super::problem(".Shape~9x9~5-3").contains("is no board"));
}

/// Automata that the solver's own code wrote allow the lines that they were made from.
#[test]
fn automata_accept_the_same_lines() {
    for (shape, automaton, allowed) in [
        ("4x4", "RNPsPw3jAA", "sum(r1c1..r1c3) % 3 = 0"),
        ("4x4~0-3", "RNPjHsPwwA", "sum(r1c1..r1c3) % 3 = 0"),
        // Several moves for a value: a 1 with a 2 behind it.
        ("4x4", "BNR0CSMgrOlQ", "(r1c1 = 1 and r1c2 = 2) or (r1c2 = 1 and r1c3 = 2)"),
        // Two starts: a line that rises or falls.
        ("4x4", "TMn_I0X1Z440XEWFAVNWdWc", "(r1c1 < r1c2 and r1c2 < r1c3) or (r1c1 > r1c2 and r1c2 > r1c3)"),
    ] {
        let board = format!(".Shape~{shape}~raw");
        let read = script(&format!("{board}.NFA~{automaton}~_a line~R1C1~R1C2~R1C3"));
        let plain = script(&board);
        let row = "\nfor c in r2 + r3 + r4 + [r1c4] { c = 1 }\n";
        let [read, both, plain] =
            [format!("{read}{row}"), format!("{read}{row}{allowed}\n"), format!("{plain}{row}{allowed}\n")]
                .map(|script| count(&script, 100));
        assert!(0 < read && read < 64 && read == both && read == plain, "{automaton}: {read} {both} {plain}");
    }
}

#[test]
fn rows_of_text() {
    let rows: Vec<&str> = (0..9).map(|row| &CLASSIC[9 * row..9 * row + 9]).collect();
    let plain = rows.join("\n");
    solves(&plain, "r1c3 = 4");
    solves(&format!("#A Somebody\n#D Easy\n[Puzzle]\n{plain}\n[State]\n{}\n", plain.replace('.', "1")), "r1c3 = 4");
    let spaced = |row: &&str| row.chars().map(|c| format!("{c} ")).collect::<String>();
    solves(&rows.iter().map(spaced).collect::<Vec<_>>().join("\n"), "r1c3 = 4");
    let barred = |row: &&str| format!("|{}|{}|{}|", &row[..3], &row[3..6], &row[6..]);
    let barred: Vec<String> = rows.iter().map(barred).collect();
    let border = "*-----------*";
    let boxes: Vec<String> = barred.chunks(3).map(|three| three.join("\n")).collect();
    solves(&format!("{border}\n{}\n{border}\n", boxes.join("\n|---+---+---|\n")), "r1c3 = 4");
    // Candidates.
    let cells = |row: &&str| row.chars().map(|c| if c == '.' { "1246 ".into() } else { format!("{c} ") }).collect();
    let text: Vec<String> = rows.iter().map(cells).collect();
    assert!(script(&text.join("\n")).contains("r1c3 in {1, 2, 4, 6}"));
    assert!(script(&"......\n".repeat(6)).contains("grid x 6x6 in 1..6"));
    let sixteen = format!("G{}\n", ".".repeat(15)) + &format!("{}\n", ".".repeat(16)).repeat(15);
    assert!(script(&sixteen).contains("grid x 16x16 in 1..16") && script(&sixteen).contains("16"));
    // A script of nine lines is a script.
    assert!(sator_formats::import(&"r1c1 = 1\n".repeat(9)).is_none());
    assert!(sator_formats::import(&rows[..8].join("\n")).is_none());
}
