//! Clues at the points and on the borders of a penpa grid, and in margins.

use super::{cell, corner, link};

/// The script of a drawing in margins, read as a genre, with single blanks between words.
fn read(genre: &str, head: &str, margins: &str, drawn: &str) -> Result<String, String> {
    let read = sator_formats::import_as(&link(head, margins, drawn), genre).map_err(|problem| problem.message)?;
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(read.script.lines().map(words).collect::<Vec<_>>().join("\n"))
}

/// The script of a drawing on 4 rows and 4 columns, read as a genre.
fn read_as(genre: &str, drawn: &str) -> Result<String, String> {
    read(genre, "square,4,4,38,0,1,1,380,380,2,2", "[0,0,0,0]", drawn)
}

/// A layer with these values at places.
fn layer(key: &str, values: &[(usize, &str)]) -> String {
    let values: Vec<String> = values.iter().map(|(place, value)| format!("\"{place}\":{value}")).collect();
    format!("{key}:{{{}}}", values.join(","))
}

/// The border below a cell, or to its right.
fn border(row: usize, col: usize, below: bool) -> usize {
    cell(row, col) + 64 * if below { 2 } else { 3 }
}

#[test]
fn lines_run_between_the_points_of_a_grid() {
    let clues = [(corner(0, 0), "[1,6,\"1\"]"), (corner(4, 4), "[\" \",6,\"1\"]"), (corner(2, 3), "[3,6,\"1\"]")];
    for genre in ["ichimaga", "ichimagam", "ichimagax"] {
        let script = read_as(genre, &format!("{{{}}}", layer("zN", &clues))).expect("an Ichimaga");
        assert!(
            script.contains("grid x 5x5") && script.contains("{\n1....\n.....\n...3.\n.....\n....?\n}"),
            "{script}"
        );
    }
    // Clues in cells and at points.
    let mixed = layer("zN", &[clues[0], (cell(1, 1), "[1,6,\"1\"]")]);
    assert!(read_as("ichimaga", &format!("{{{mixed}}}")).is_err());

    let numbers = layer("zN", &[(corner(0, 0), "[\"\",1,\"1\"]"), (corner(2, 3), "[\"3\",1,\"1\"]")]);
    let flies = layer("zY", &[(corner(0, 0), "[1,\"firefly\",2]"), (corner(2, 3), "[4,\"firefly\",2]")]);
    let script = read_as("firefly", &format!("{{{numbers},{flies}}}")).expect("a Hotaru Beam");
    assert!(
        script.contains("grid x 5x5") && script.contains("?,right . . . .") && script.contains(". . . 3,up ."),
        "{script}"
    );
    assert!(read_as("firefly", &format!("{{{numbers}}}")).is_err(), "numbers without a direction");
}

#[test]
fn circles_and_crosses_stand_at_corners() {
    let numbers = layer("zN", &[(corner(1, 1), "[\"4\",1,\"1\"]")]);
    let circles = layer("zY", &[(corner(1, 1), "[1,\"circle_L\",2]"), (corner(3, 2), "[1,\"circle_L\",2]")]);
    let script = read_as("nibunnogo", &format!("{{{numbers},{circles}}}")).expect("a Nibun-no-Go");
    assert!(script.contains("{\n.....\n.4...\n.....\n..?..\n.....\n}"), "{script}");
    let crosses = layer("zY", &[(corner(1, 2), "[1,\"sudokuetc\",1]"), (corner(3, 3), "[1,\"sudokuetc\",1]")]);
    let script = read_as("batten", &format!("{{{crosses}}}")).expect("a Battenberg Painting");
    assert!(script.contains("{\n.....\n..x..\n.....\n...x.\n.....\n}"), "{script}");
}

#[test]
fn signs_and_numbers_lie_on_borders() {
    let sign = |kind: u8| format!("[{kind},\"inequality\",2]");
    let signs = [sign(1), sign(2), sign(3), sign(4)];
    let signs = layer(
        "zY",
        &[
            (border(0, 0, false), &signs[0]),
            (border(0, 0, true), &signs[1]),
            (border(3, 2, false), &signs[2]),
            (border(2, 3, true), &signs[3]),
        ],
    );
    let numbers = layer("zN", &[(border(1, 1, false), "[\"2\",6,\"6\"]"), (border(1, 1, true), "[\"3\",6,\"6\"]")]);
    let script = read_as("minarism", &format!("{{{signs},{numbers}}}")).expect("a Minarism");
    assert!(script.contains("clues beside {\n<...\n.2..\n....\n..>.\n}"), "{script}");
    assert!(script.contains("clues below {\n^...\n.3..\n...v\n....\n}"), "{script}");
    // A sign that points along its border.
    let along = layer("zY", &[(border(0, 0, true), "[1,\"inequality\",2]")]);
    assert!(read_as("minarism", &format!("{{{along}}}")).is_err());

    let edges: Vec<String> = (0..4).map(|row| format!("\"{},{}\":2", corner(row, 2), corner(row + 1, 2))).collect();
    let script = read_as("kazunori", &format!("{{{numbers},zE:{{{}}}}}", edges.join(","))).expect("a Kazunori");
    assert!(script.contains("clues beside {\n....\n.2..\n....\n....\n}"), "{script}");
    assert!(script.contains("regions room {\naabb\n"), "{script}");
    assert!(read_as("sudoku", &format!("{{{numbers}}}")).is_ok(), "a variant of a sudoku");
    assert!(read_as("nurikabe", &format!("{{{numbers}}}")).is_err());
}

#[test]
fn paths_begin_and_end_on_the_rim() {
    let ice = layer("zS", &[(cell(1, 1), "5"), (cell(1, 2), "5")]);
    // The border above the first cell, and that to the right of the last one.
    let (top, right) = (64 * 2 + 8 + 2, border(3, 3, false));
    let arrow = |kind: u8| format!("[{kind},\"arrow_N_G\",2]");
    let [left, into, out] = [1, 7, 5].map(arrow);
    let arrows = |end: &str| layer("zY", &[(top, &*into), (right, end), (border(2, 0, false), &*left)]);
    let script = read_as("icebarn", &format!("{{{ice},{}}}", arrows(&out))).expect("an Icebarn");
    assert!(script.contains("clues ice {\n....\n.##.\n....\n....\n}"), "{script}");
    assert!(script.contains("top in . . .\n") && script.contains("right . . . out\n"), "{script}");
    assert!(script.contains("\n. left . . . . .\n"), "{script}");
    // An arrow along the rim, two colours, and a border between cells of ice.
    assert!(read_as("icebarn", &format!("{{{ice},{}}}", arrows(&into))).is_err());
    let colours = layer("zS", &[(cell(1, 1), "5"), (cell(1, 2), "4")]);
    assert!(read_as("icebarn", &format!("{{{colours},{}}}", arrows(&out))).is_err());
    let cut: Vec<String> = (0..4).map(|row| format!("\"{},{}\":2", corner(row, 2), corner(row + 1, 2))).collect();
    assert!(read_as("icebarn", &format!("{{{ice},{},zE:{{{}}}}}", arrows(&out), cut.join(","))).is_err());
}

#[test]
fn fish_stones_and_poles_have_clues_around_the_board() {
    // 10x10 points; the board is 4x4 inside margins of one cell.
    let at = |row: usize, col: usize| (row + 2) * 10 + col + 2;
    let read = |genre: &str, drawn: &str| read(genre, "square,6,6,38,0,1,1,380,380,2,2", "[1,1,1,1]", drawn);
    let numbers =
        layer("zN", &[(at(0, 2), "[\"3\",1,\"1\"]"), (at(5, 1), "[\"?\",1,\"1\"]"), (at(4, 4), "[\"2\",1,\"1\"]")]);
    let fish = layer("zY", &[(at(1, 1), "[3,\"tents\",1]"), (at(2, 3), "[3,\"tents\",1]")]);
    let stone = layer("zS", &[(at(3, 3), "4")]);
    let script = read("anglers", &format!("{{{numbers},{fish},{stone}}}")).expect("an Anglers");
    assert!(script.contains("{\nf...\n..f.\n....\n...2\n}"), "{script}");
    assert!(script.contains("{\n....\n....\n..#.\n....\n}"), "{script}");
    assert!(script.contains("top . 3 . .") && script.contains("bottom ? . . ."), "{script}");

    let around = layer("zN", &[(at(0, 1), "[\"1\",1,\"1\"]"), (at(2, 5), "[\"2\",1,\"1\"]")]);
    let point = |row: usize, col: usize| 100 + (row + 2) * 10 + col + 2;
    let level = (1..4).flat_map(|row| (0..4).map(move |col| ((row, col), (row, col + 1))));
    let upright = (0..4).map(|row| ((row, 2), (row + 1, 2)));
    let edges: Vec<String> =
        level.chain(upright).map(|(a, b)| format!("\"{},{}\":2", point(a.0, a.1), point(b.0, b.1))).collect();
    let script = read("magnets", &format!("{{{around},zE:{{{}}}}}", edges.join(","))).expect("a Magnets");
    assert!(script.contains("top 1 . . .") && script.contains("right . 2 . ."), "{script}");
    assert!(script.contains("magnets(x, room, pole)"), "{script}");
}

#[test]
fn errors_name_the_layers_in_the_way() {
    let number = format!("\"{}\":[\"3\",1,\"1\"]", cell(0, 0));
    let refused = |drawn: &str| read_as("nurikabe", &format!("{{zN:{{{number}}},{drawn}}}")).expect_err("no Nurikabe");
    let signs = layer("zY", &[(cell(1, 1), "[2,\"circle_L\",1]"), (cell(1, 2), "[5,\"math\",1]")]);
    assert_eq!(
        refused(&signs),
        "this penpa drawing can't be read as Nurikabe: in the way are the symbols `circle_L` and the symbols `math`"
    );
    let coloured = layer("zS", &[(cell(2, 2), "4")]);
    assert_eq!(refused(&coloured), "this penpa drawing can't be read as Nurikabe: in the way are the coloured cells");
    let corner = format!("zN:{{\"{}\":[\"3\",1,\"1\"]}}", corner(1, 1));
    let error = read_as("nurikabe", &format!("{{{corner}}}")).expect_err("no Nurikabe");
    assert!(error.ends_with(": in the way are the texts at corners"), "{error}");
    let letters = format!("zN:{{\"{}\":[\"K\",1,\"1\"]}}", cell(1, 1));
    let error = read_as("nurikabe", &format!("{{{letters}}}")).expect_err("no Nurikabe");
    assert!(error.ends_with(": in the way are the texts in cells"), "{error}");
    // A range is what is missing; clues around the board are read.
    let at = |row: usize, col: usize| (row + 2) * 10 + col + 2;
    let read = |genre: &str, drawn: &str| read(genre, "square,6,6,38,0,1,1,380,380,2,2", "[1,1,1,1]", drawn);
    let error = read("easyasabc", &format!("{{{}}}", layer("zN", &[(at(0, 2), "[\"B\",1,\"1\"]")])));
    assert!(error.expect_err("no range").ends_with("write their range outside the board, such as (A-C)"));
    let error = read("japanesesums", &format!("{{{}}}", layer("zN", &[(at(0, 2), "[\"3\",1,\"1\"]")])));
    assert!(error.expect_err("no range").ends_with("write their range outside the board, such as (1-5)"));
    let error = read("starbattle", &format!("{{{}}}", layer("zN", &[(at(0, 2), "[\"B\",1,\"1\"]")])));
    assert!(error.expect_err("no stars").ends_with("no text around the board is the number of its stars"));
    let arrow = layer("zY", &[(at(0, 2), "[7,\"arrow_N_B\",1]")]);
    let error = read("icebarn", &format!("{{{arrow}}}")).expect_err("no Icebarn");
    assert!(error.ends_with(": in the way are the symbols `arrow_N_B`"), "{error}");
}
