//! Strings of the Interactive Sudoku Solver, and sudokus in rows of text.

use super::out::{comes_back, export};
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
    let spaced = script(".AntiKing .ChaosConstruction .~R1C1_5");
    assert!(spaced.contains("anti_king(x)\nuntranslated \"ChaosConstruction\"\nr1c1 = 5"), "{spaced}");
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
        ("..Cage~15~R1C3~R1C4..", "killer(r1c3..r1c4, 15)"),
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
        (".Jigsaw~1122112233443344.Shape~4x4.NoBoxes", "jigsaw(x, region)"),
        // Cells that are in no part of four.
        (".Jigsaw~1111222200000000.Shape~4x4.NoBoxes", "  1111\n  2222\n  ....\n  ....\n}\njigsaw(x, region)"),
        (".Jigsaw~1122112233443344.Shape~4x4", "for part in region { distinct(part) }"),
        (".AllDifferent~R1C1~R5C5", "extra_region([r1c1, r5c5])"),
        (
            ".Shape~4x4.FullRank~C1~10~.FullRank~R3~~5.FullRankTies~any",
            "full_rank(x, c1, 10, ties: \"allowed\")\nfull_rank(x, reverse(r3), 5, ties: \"allowed\")",
        ),
        (".Shape~4x4.FullRank~R4~5~", "full_rank(x, r4, 5)"),
        (
            ".LookAndSay~1203~R1C1~R2C5~R5C8",
            "count(c = 2 for c in [r1c1, r2c5, r5c8]) = 1\ncount(c = 3 for c in [r1c1, r2c5, r5c8]) = 0",
        ),
        (".EqualSum~R1C1~R1C2~-~R2C1~-~R5C5~R6C5", "sum(r1c1..r1c2) = sum([r2c1])\nsum([r2c1]) = sum(r5c5..r6c5)"),
        (
            ".Shape~4x4.Pair~Oj~_up~R1C1~R1C2~~R2C1~R2C2",
            "for a, b in pairs(r1c1..r1c2) { (a, b) in {(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)} }\n\
             for a, b in pairs(r2c1..r2c2) {",
        ),
        (
            ".Shape~4x4.PairX~MGD~~R1C1~R3C3",
            "for a, b in all_pairs([r1c1, r3c3]) { (a, b) in {(1, 3), (1, 4), (2, 4), (3, 1), (4, 1), (4, 2)} }",
        ),
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
        (".Or.Thermo~R1C1~R1C2.Foo~R1C1.End.~R1C1_5", "untranslated \"Or, as it contains Foo R1C1\""),
        (".Or.AntiKing.~R1C1_5.End", "untranslated \"Or, as it contains AntiKing\""),
        (".Or.End", "untranslated \"Or without constraints\""),
        (".Replicate~C.XSum~R1~3~.End", "untranslated \"XSum R1 3 \""),
        (".Replicate~BAAAAAAAAAAAAE.WhiteDot~R1C1~R1C2.End", "untranslated \"WhiteDot R1C1 R1C2\""),
        (".Thermo~R1C1~R1C2~LOOP", "untranslated \"Thermo R1C1 R1C2 LOOP\""),
        (".Cage~15~R1C3~R10C4", "untranslated \"Cage 15 R1C3 R10C4\""),
        (".XSum~R0~3", "untranslated \"XSum R0 3\""),
        (".FullRankTies~some", "untranslated \"FullRankTies some\""),
        // This relation is that of an order.
        (".PairX~C~~R1C1~R1C2", "untranslated \"PairX C  R1C1 R1C2\""),
    ] {
        let imported = sator_formats::import(&format!("{string}.Thermo~R9C1~R9C2"));
        let script = imported.expect("a puzzle").expect("it reads").script;
        assert!(script.contains(named) && script.contains("thermo(r9c1..r9c2)"), "{string}\n{script}");
        assert!(!script.contains("thermo(r1c"), "{script}");
    }
    assert!(super::problem(".Shape~0x9").contains("is no board"));
    assert!(super::problem(".Shape~9x9~5-3").contains("is no board"));
}

/// Constraints in groups, and about the sizes of regions: the solver's own code counts as many solutions.
#[test]
fn constraints_have_the_solutions_of_the_solver() {
    for (string, solutions) in [
        (".Or.Thermo~R1C1~R1C2~R1C3.~R4C4_1~R4C3_2.End", 67),
        (".Or.And.WhiteDot~R1C1~R1C2.Or.~R3C3_1.~R4C4_2.End.End.Cage~5~R2C1~R2C2.End", 136),
        (".Or.~R1C1_1.Quad~R2C2~1~2.End.And.~R4C4_1.End", 68),
        (".Or.Whisper~2~R1C1~R1C2~R1C3.Arrow~R4C1~R3C1~R2C1.Renban~R2C1~R2C2.End.FullRank~R1~5~", 8),
        (".Replicate~DQ.WhiteDot~R1C1~R1C2.End", 30),
        (".Replicate~C~R1C2.Or.~R1C2_1~R2C2_2.~R1C2_3.End.End", 96),
        (".FullRankTies~none", 96),
        ("~5.RegionSameValues", 1440),
        (".Binary~C-~~R1C1~R1C2", 144),
    ] {
        let script = script(&format!(".Shape~4x4{string}"));
        assert_eq!(count(&script, 2000), solutions, "{string}\n{script}");
    }
    // Boxes have as many cells as a row has, not as many as there are digits, unless the string has their size.
    for (string, statement) in [
        (".Shape~6x6~9", "sudoku(x, h: 2, w: 3)"),
        (".Shape~9x9~0-9", "sudoku(x, h: 3, w: 3)"),
        (".Shape~6x6~9.RegionSize~9", "sudoku(x, h: 3, w: 3)"),
        (".Shape~6x6~9.RegionSize~9.DisjointSets", "disjoint_groups(x, 3, 3)"),
        (".RegionSumLine~R1C1~R1C2.Shape~4x4.NoBoxes.Jigsaw~1122112233443344", "region_sum(r1c1..r1c2, region)"),
    ] {
        let script = script(string);
        assert!(script.contains(statement) && !script.contains("untranslated"), "{string}\n{script}");
        assert_eq!(count(&script, 1), 1, "{string}");
    }
}

#[test]
fn damaged_groups_are_refused() {
    for (string, words) in [
        (".~R1C1_5.End", "an `End` without a group"),
        (".Or.~R1C1_5", "a group without its `End`"),
        (".Replicate~!.~R1C1_5.End", "damaged places of copies"),
        (".Replicate~B~R99C1.~R1C1_5.End", "damaged places of copies"),
        (".RegionSize~x.~R1C1_5", "is no number of cells"),
    ] {
        assert!(super::problem(string).contains(words), "{string}: {}", super::problem(string));
    }
    assert!(super::problem(&".And".repeat(30)).contains("too many groups"));
    for inner in ["~R1C1_5", "And.End"] {
        let copies = format!("{}.{inner}{}", ".Replicate~____________".repeat(4), ".End".repeat(4));
        assert!(super::problem(&copies).contains("too many copies"), "{inner}");
    }
}

/// Rules that the solver expresses by other constraints keep their solutions.
#[test]
fn other_constraints_express_rules() {
    for rule in [
        "odd([r1c1, r2c3])",
        "even(r4c4)",
        "clone(r1c1..r1c2, r3c2..r3c3)",
        "clone(r1c1, r1c1)",
        "minimum([r1c1, r3c3])",
        "maximum([r2c2, r2c3])",
        "box_indexer(boxes(x), [r1c1, r4c3])",
    ] {
        let puzzle = format!("grid x 4x4 in 1..4\nsudoku(x)\n{rule}\n");
        let shared = export(&puzzle, "link iss").expect("writes");
        assert_eq!(shared.left_out, Vec::<String>::new(), "{rule}");
        let read = script(&shared.text);
        assert!(!read.contains("untranslated"), "{read}");
        assert_eq!(count(&read, 300), count(&puzzle, 300), "{rule}\n{read}");
        // Each value of each cell is as often possible.
        for (at, value) in (0..16).flat_map(|at| (1..=4).map(move |value| (at, value))) {
            let given = format!("\nr{}c{} = {value}\n", at / 4 + 1, at % 4 + 1);
            assert_eq!(count(&format!("{read}{given}"), 300), count(&format!("{puzzle}{given}"), 300), "{rule}{given}");
        }
    }
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
    let played = script(&text.join("\n").replacen("1246", "u4", 1));
    assert!(!played.contains("r1c3 ") && played.contains("  53..7....\n"), "{played}");
    assert!(script(&"......\n".repeat(6)).contains("grid x 6x6 in 1..6"));
    let sixteen = format!("G{}\n", ".".repeat(15)) + &format!("{}\n", ".".repeat(16)).repeat(15);
    assert!(script(&sixteen).contains("grid x 16x16 in 1..16") && script(&sixteen).contains("16"));
    // A script of nine lines is a script.
    assert!(sator_formats::import(&"r1c1 = 1\n".repeat(9)).is_none());
    assert!(sator_formats::import(&rows[..8].join("\n")).is_none());
}

/// The statements become constraints of the solver, and those become the same statements.
#[test]
fn every_constraint_comes_back() {
    let rules = "diagonal(x, upright)\nanti_knight(x)\nanti_king(x)\nanti_taxicab(x)\nnonconsecutive(x)\n\
        global_entropy(x)\nglobal_modulo(x)\ndutch_flatmates(x)\nwindoku(x)\ndisjoint_groups(x)\nthermo(r1c1..r3c1)\n\
        renban(r1c4..r3c4)\nentropic(r1c9..r3c9)\nbetween(r1c8..r3c8)\npalindrome(r1c3..r3c3)\nzipper(r4c4..r6c4)\n\
        arrow(r7c1..r9c1)\narrow(r7c4..r9c4, circle: [r7c2, r7c3])\ndouble_arrow(r4c3..r6c3)\n\
        value_indexing(r1c1..r1c4)\ncounting_circles([r1c1, r5c5])\ncount_distinct(r1c1..r1c3)\n\
        extra_region(r1c1..r3c3)\nequality_cage(r1c1..r1c4)\nwhispers(r1c6..r3c6, 4)\nwhispers(r1c5..r3c5)\n\
        modular(r4c1..r6c1, 2)\nlockout(r4c5..r6c5)\nsum_line(r1c1..r4c1, 10)\nkiller(r7c5..r8c5, 10)\n\
        killer(r9c5..r9c6)\nrellik(r1c1..r1c3, 7)\nlunchbox(r1c1..r1c4, 5)\nwhite_dot(r4c8, r4c9)\n\
        black_dot(r6c9, r6c8)\ninequality(r1c2, r1c1)\nx_mark(r7c8, r7c9)\nv_mark(r8c6, r8c7)\n\
        no_other_dots(x, [(r4c8, r4c9), (r6c9, r6c8)])\nno_other_xv(x, [(r7c8, r7c9), (r8c6, r8c7)])\n\
        x_sum(reverse(c2), 20)\nskyscraper(reverse(r3), 3)\nskyscraper(r3, 2)\nhidden_skyscraper(c1, 4)\n\
        numbered_rooms(r1, 4)\nfull_rank(x, r2, 7)\nfull_rank(x, reverse(c4), 30)\nsandwich(r1, 10)\n\
        little_killer(r2c1..r9c8, 40)\nquadruple(r6c7, [1, 2])\nregion_sum(r1c7..r4c7, boxes(x))\n\
        row_indexer(x, [r5c5])\ncolumn_indexer(x, [r5c6, r5c7])\nsame_values([[r1c1, r1c2], [r9c8, r9c9]])\n\
        r1c1 = 5\nr1c2 in {1, 2}\n";
    let read = comes_back(&format!("grid x 9x9 in 1..9\nsudoku(x)\n{rules}"), "link iss");
    assert_eq!(read.lines().filter(|line| line.starts_with("full_rank(x")).count(), 2, "{read}");
    for puzzle in [
        "grid x 4x4 in 0..3\nsudoku(x)\nsandwich(r2, 3, low: 0, high: 3)\n",
        "grid x 6x6 in 1..6\nlatin(x)\nfull_rank(x, r1, 4, ties: \"allowed\")\n",
        "grid x 4x4 in 1..4\nregions region of x { 1122; 1.22; 1334; 3344 }\njigsaw(x, region)\nr1c1 = 2\n",
        "grid x 6x6 in 1..6\nsudoku(x, h: 3, w: 2)\n",
        "grid x 4x4 in 1..4\nsudoku(x)\nkropki(x, white: [(r1c1, r1c2)], black: [(r2c1, r2c2)])\n",
        "grid x 4x4 in 1..4\nsudoku(x)\noutside sky { top 3 . . .; right . 2 . . }\nskyscraper(sky)\n",
    ] {
        match export(puzzle, "link iss") {
            Ok(_) => _ = comes_back(puzzle, "link iss"),
            Err(message) => {
                assert!(message.contains("as many cells as digits") && puzzle.contains("1.22"), "{message}")
            }
        }
    }
    let link = export("grid x 9x9 in 1..9\nsudoku(x)\nkiller(r1c3..r1c4, 15)\nr1c1 = 5\n", "link iss").expect("writes");
    assert_eq!(link.text, "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.~R1C1_5.Cage~15~R1C3~R1C4");
}

/// Parts without a constraint are named, and so are those for which the solver's constraint has another meaning.
#[test]
fn what_the_solver_lacks_is_named() {
    let sudoku = "grid x 9x9 in 1..9\nsudoku(x)\n";
    for statement in [
        "slow_thermo(r1c1..r1c3)",
        "white_dot(r1c1, r1c2, 3)",
        "global_modulo(x, 2)",
        "sandwich(r1, 3, 2, 3)",
        "x_sum(r1c1..r1c3, 7)",
        "no_other_dots(x, [(r1c1, r1c2)])",
        "region_sum(r1, [r1, r2, r3, r4, r5, r6, r7, r8, r9])",
        "little_killer(r1c2..r3c4, 12)",
    ] {
        let shared =
            export(&format!("{sudoku}{statement}\n"), "link iss").unwrap_or_else(|e| panic!("{e}\n{statement}"));
        assert_eq!(shared.left_out, [statement], "{}", shared.text);
    }
    let two = format!("{sudoku}full_rank(x, r1, 3)\nfull_rank(x, r2, 30, ties: \"allowed\")\n");
    assert_eq!(export(&two, "link iss").expect("writes").left_out.len(), 1);
    for (puzzle, message) in [
        ("grid x 4x5 in 1..5\nlatin(x)\n", "squares"),
        ("grid x 4x4 in 1..5\nlatin(x)\n", "squares"),
        ("grid x 9x9 in 1..9\nthermo(r1c1..r1c3)\n", "lacks a rule for its rows and columns"),
    ] {
        assert!(export(puzzle, "link iss").expect_err("refused").contains(message), "{puzzle}");
    }
}
