//! Boards that somebody filled in elsewhere, judged: links with a state, replays, and puzzles given by a rule and its clues.

use crate::support::Program;
use sator_formats::{base64, lz_string};
use serde_json::{Value, json};

const PUZZLE: &str = "grid x 4x4 in 1..4\nsudoku(x)\ngivens x { 1...; ..2.; .3..; ...4 }\n";
const NURIKABE: &str = "grid sea 3x3 in bool\nclues n { 2..; ...; ..2 }\nnurikabe(sea, n)\n";
const SLITHERLINK: &str = "grid x 2x2\nclues n { 3.; .. }\nfences e of x\nslitherlink(e, n)\n";

/// The answer to one line of `sator --judge`.
fn judged(line: &Value) -> Value {
    let run = Program::with(&["--judge"]).input(format!("{line}\n")).run();
    serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{}{}", run.out, run.err))
}

/// A replay of SudokuPad with these actions: a letter and its argument.
fn replay(rows: usize, cols: usize, actions: &[&str]) -> Value {
    let data: String = actions.iter().map(|action| format!("{action}_3")).collect();
    json!({"puzzleId": "p", "type": "clzw", "rows": rows, "cols": cols, "version": "0.400.0", "data": lz_string::compress(&data)})
}

/// The answer of `when` to a replay.
fn when(puzzle: &str, moves: &Value) -> Value {
    judged(&json!({"text": puzzle, "when": true, "moves": moves}))
}

/// The letters of actions: B value, C corner, D centre, E colour, F clear, G undo, H redo, I select, J deselect, M and N group.
#[test]
fn a_replay_of_sudokupad() {
    // r1c2 = 2, r1c3 = 3: no solution is left.
    let fatal = when(PUZZLE, &replay(4, 4, &["I1", "B2", "J", "I2", "B3"]));
    assert_eq!((&fatal["move"], &fatal["text"], &fatal["verdict"]), (&json!(2), &json!("r1c3 = 3"), &json!("dead")));
    assert_eq!((&fatal["guesses"], &fatal["unread"]), (&json!([2]), &Value::Null));
    // The same digit again takes it away, and so do undo and clear.
    for away in [&["B3"][..], &["G"], &["F0"], &["J", "I2", "F0"], &["D1", "F0"]] {
        let mut actions = vec!["I1", "B2", "J", "I2", "B3"];
        actions.extend(away);
        actions.extend(["J", "I3", "B3"]);
        let found = judged(&json!({"text": PUZZLE, "moves": replay(4, 4, &actions)}));
        assert_eq!((&found["verdict"], &found["open"]), (&json!("alive"), &json!(10)), "{away:?}: {found}");
    }
    // Undo takes a group at once, redo brings it back; selections in between pass.
    let group = ["M", "I1", "B2", "J1", "I2", "B3", "N"];
    let after = |more: &[&str]| {
        let actions: Vec<&str> = group.iter().chain(more).copied().collect();
        judged(&json!({"text": PUZZLE, "moves": replay(4, 4, &actions)}))["open"].clone()
    };
    assert_eq!([after(&[]), after(&["G"]), after(&["G", "H"]), after(&["G", "I5", "H"])], [10, 12, 10, 10]);
    // Notes say nothing, and a given can't be changed.
    let notes = judged(&json!({"text": PUZZLE, "moves": replay(4, 4, &["I0", "I1", "C2", "D3", "E1", "B2"])}));
    assert_eq!((&notes["verdict"], &notes["open"]), (&json!("alive"), &json!(11)), "{notes}");
}

#[test]
fn a_board_of_f_puzzles() {
    let mut grid = vec![vec![json!({}); 4]; 4];
    for (row, col, value) in [(0, 0, 1), (1, 2, 2), (2, 1, 3), (3, 3, 4)] {
        grid[row][col] = json!({"value": value, "given": true});
    }
    grid[0][1] = json!({"value": 2, "centerPencilMarks": [2, 4]});
    grid[0][2] = json!({"value": 3});
    let json = json!({"size": 4, "grid": grid}).to_string();
    let link = format!("https://www.f-puzzles.com/?load={}", lz_string::compress(&json));
    let in_sudokupad = format!("https://sudokupad.app/fpuzzles{}", lz_string::compress(&json));
    for board in [&json, &link, &in_sudokupad] {
        let found = judged(&json!({"text": link, "board": board}));
        assert_eq!((&found["verdict"], &found["open"]), (&json!("dead"), &json!(10)), "{found}");
    }
}

/// A file of pzpr holds a puzzle and a board.
#[test]
fn a_board_of_pzpr() {
    let verdict = |file: &str| {
        let found = judged(&json!({"text": file, "board": file, "rest": "no"}));
        found["verdict"].as_str().unwrap_or_else(|| panic!("{file}: {found}")).to_string()
    };
    assert_eq!(verdict("pzprv3/nurikabe/3/3/2 + # /# # # /# + 2 /"), "solved");
    assert_eq!(
        verdict("https://puzz.link/p?pzprv3/nurikabe/3/3/2%20%23%20%23%20/%23%20%23%20%23%20/%23%20+%202%20/"),
        "broken"
    );
    assert_eq!(verdict("pzprv3.1/slither/2/2/3 . /. . /0 0 /0 0 /1 0 1 /0 0 0 /1 1 /1 1 /0 0 /"), "solved");
    assert_eq!(verdict("pzprv3.1/slither/2/2/3 . /. . /0 0 /0 0 /1 0 1 /0 0 0 /1 1 /1 0 /0 0 /"), "broken");
    // Bridges and borders that aren't drawn are absent.
    assert_eq!(verdict("pzprv3/hashikake/1/3/2 . 2 /2 2 /"), "solved");
    assert_eq!(verdict("pzprv3/hashikake/1/3/2 . 2 /1 1 /"), "broken");
    assert_eq!(verdict("pzprv3/shikaku/2/2/2 . /. 2 /0 /0 /1 1 /"), "solved");
    assert_eq!(verdict("pzprv3/shikaku/2/2/2 . /. 2 /0 /0 /0 0 /"), "dead");
    // A sudoku with a wrong number, and the same puzzle with the board of another file.
    let [puzzle, filled] = ["3", "4"]
        .map(|n| format!("pzprv3/sudoku/4/1 . . . /. . 2 . /. 3 . . /. . . 4 /. 2 {n} . /. . . . /. . . . /. . . . /"));
    let found = judged(&json!({"text": PUZZLE, "board": puzzle}));
    assert_eq!((&found["verdict"], &found["open"]), (&json!("dead"), &json!(10)), "{found}");
    let found = judged(&json!({"text": puzzle, "board": filled}));
    assert_eq!((&found["verdict"], &found["open"]), (&json!("alive"), &json!(10)), "{found}");
}

/// Boards whose sections differ by genre and version, each right and with a wrong mark.
#[test]
fn sections_of_files_of_pzpr() {
    for (right, wrong) in [
        // Borders of rooms without a version, and numbers.
        ("pzprv3/suguru/1/3/0 1 /1 . . /. 2 1 /", "pzprv3/suguru/1/3/0 1 /1 . . /. 1 2 /"),
        // The room of each cell, whatever the version.
        ("pzprv3.2/hakoiri/1/3/1/0 0 0 /1 . . /. 2 3 /", "pzprv3.2/hakoiri/1/3/1/0 0 0 /1 . . /. 2 . /"),
        // Cells without a number are empty.
        ("pzprv3/sukoro/1/3/1 . . /. 2 1 /", "pzprv3/sukoro/1/3/1 . . /. 2 - /"),
        // Circles of two colours; the given ones aren't drawn again.
        ("pzprv3/yinyang/2/2/. . /2 . /1 1 /. 2 /", "pzprv3/yinyang/2/2/. . /2 . /1 2 /. 1 /"),
        // A line of settings.
        ("pzprv3/ichimaga/1/3/def/1 . 1 /1 1 /", "pzprv3/ichimaga/1/3/def/1 . 1 /1 0 /"),
        // Borders with the rim.
        ("pzprv3/nawabari/1/2/3 . /1 0 1 /1 1 /1 1 /", "pzprv3/nawabari/1/2/3 . /1 1 1 /1 1 /1 1 /"),
        // Colours stand before the borders, in some genres since a version.
        ("pzprv3/tslither/1/1/. /0 /1 1 /1 /1 /", "pzprv3/tslither/1/1/. /0 /1 0 /1 /1 /"),
        // Shaded clues and 1 for a shaded cell.
        ("pzprv3/kurochute/1/3/. 1 . /1 . . /", "pzprv3/kurochute/1/3/. 1 . /. . . /"),
    ] {
        let verdict = |file: &str| judged(&json!({"text": file, "board": file, "rest": "no"}));
        assert_eq!(verdict(right)["verdict"], "solved", "{right}: {}", verdict(right));
        assert!(
            ["broken", "dead"].map(Value::from).contains(&verdict(wrong)["verdict"]),
            "{wrong}: {}",
            verdict(wrong)
        );
    }
    // An empty board can end behind its size.
    let empty = judged(&json!({"text": "pzprv3/kurodoko/2/2", "board": "pzprv3/kurodoko/2/2"}));
    assert_eq!((&empty["verdict"], &empty["open"]), (&json!("alive"), &json!(4)), "{empty}");
}

/// A penpa link of a puzzle, with what a player drew.
fn penpa(puzzle: &str, drawn: &Value, replay: Option<&Value>) -> String {
    let run = Program::with(&["--json", "-"]).input(format!("{puzzle}export link penpa\n")).run();
    let answer: Value = serde_json::from_str(run.out.lines().last().expect("an answer")).expect("JSON");
    let link = answer["text"].as_str().expect("a link");
    let data = link.split(['&', '#']).find_map(|part| part.strip_prefix("p=")).expect("data");
    let bytes = base64::decode(data).expect("base64");
    let text = String::from_utf8(miniz_oxide::inflate::decompress_to_vec(&bytes).expect("deflated")).expect("text");
    let mut lines: Vec<String> = text.split('\n').map(String::from).collect();
    lines[4] = drawn.to_string();
    let packed = |text: &str| base64::encode(&miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 6));
    let replay = replay.map_or(String::new(), |stack| format!("&r={}", packed(&stack.to_string())));
    format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={}{replay}", packed(&lines.join("\n")))
}

/// The point of a kind at a cell: 0 its middle, 1 its lower right corner, 2 its lower and 3 its right border. The board of this many
/// rows and columns has a margin of one cell, as exports draw it.
fn point(rows: usize, cols: usize, kind: usize, (row, col): (usize, usize)) -> usize {
    kind * (rows + 6) * (cols + 6) + (row + 3) * (cols + 6) + col + 3
}

#[test]
fn shading_of_penpa() {
    let cell = |at: (usize, usize)| point(3, 3, 0, at).to_string();
    let surface = |cells: &[((usize, usize), i64)]| -> Value {
        json!({"surface": cells.iter().map(|(at, colour)| (cell(*at), json!(colour))).collect::<serde_json::Map<_, _>>()})
    };
    let verdict = |cells: &[((usize, usize), i64)]| {
        judged(&json!({"text": NURIKABE, "board": penpa(NURIKABE, &surface(cells), None)}))["verdict"].clone()
    };
    assert_eq!(verdict(&[((0, 1), 4), ((1, 1), 1)]), "alive");
    // Green is unshaded: the 2 would have three cells.
    assert_eq!(verdict(&[((0, 1), 2), ((1, 0), 2)]), "dead");
    let text =
        json!({"text": NURIKABE, "board": penpa(NURIKABE, &json!({"number": {cell((2, 2)): ["7", 2, "1"]}}), None)});
    assert_eq!((&judged(&text)["unread"], &judged(&text)["verdict"]), (&json!(1), &json!("alive")));
}

#[test]
fn a_replay_of_penpa() {
    let corner = |row: usize, col: usize| point(2, 2, 1, (row, col)) - 9;
    let edge = |a: (usize, usize), b: (usize, usize)| format!("{},{}", corner(a.0, a.1), corner(b.0, b.1));
    let mark = |key: String, value: Value| json!(["lineE", key, value, "pu_a", 0, 100]);
    let moves = vec![
        mark(edge((0, 0), (0, 1)), json!(3)),
        mark(edge((0, 0), (1, 0)), json!(3)),
        json!(["lineE", point(2, 2, 3, (0, 0)).to_string(), 98, "pu_a", 0, 100]),
        mark(edge((0, 0), (1, 0)), Value::Null),
        json!(["symbol", point(2, 2, 0, (0, 0)).to_string(), [1, "circle_L", 1], "pu_a"]),
        // The clue 3 has one border that isn't drawn.
        json!(["lineE", point(2, 2, 2, (0, 0)).to_string(), 98, "pu_a", 0, 100]),
    ];
    let stack: Value = moves.into_iter().rev().collect();
    let link = penpa(SLITHERLINK, &json!({}), Some(&stack));
    let found = when(SLITHERLINK, &json!(link));
    assert_eq!((&found["move"], &found["text"]), (&json!(5), &json!("not e[r2c1, up]")), "{found}");
    assert_eq!((&found["verdict"], &found["unread"]), (&json!("broken"), &json!(1)), "{found}");
}

#[test]
fn a_rule_with_clues_is_a_puzzle() {
    let clues = json!(["2..", "...", "..2"]);
    let verdict = |request: Value| judged(&request);
    let alive = verdict(json!({"rule": "nurikabe", "clues": clues, "board": ["-#.", "...", "..."]}));
    assert_eq!((&alive["verdict"], &alive["open"]), (&json!("alive"), &json!(7)), "{alive}");
    let dead = verdict(json!({"rule": "nurikabe", "clues": "2..;...;..2", "board": ["--.", "-..", "..."]}));
    assert_eq!(dead["verdict"], "dead", "{dead}");
    let regions = json!({"room": ["aa", "bb"], "number": [[1, null], [null, null]]});
    let heyawake = verdict(json!({"rule": "heyawake", "clues": regions, "board": ["##", ".."]}));
    assert_eq!(heyawake["verdict"], "broken", "{heyawake}");
    let fences = verdict(
        json!({"rule": "slitherlink", "clues": ["3.", ".."], "moves": ["not e[r1c1, up]", "not e[r1c1, left]"]}),
    );
    assert_eq!(fences["verdict"], "broken", "{fences}");
}

#[test]
fn a_bad_state_says_what_to_write() {
    let penpa_link = penpa(NURIKABE, &json!({}), None);
    let cases = [
        (
            json!({"text": PUZZLE, "moves": replay(9, 9, &["I01", "B2"])}),
            "the puzzle has no grid of 9x9 cells, as this board has",
        ),
        (json!({"text": PUZZLE, "moves": replay(4, 4, &["I1", "B7"])}), "r1c2 can't be 7"),
        (json!({"text": PUZZLE, "moves": {"type": "other"}}), "this JSON is no replay of SudokuPad"),
        (json!({"text": PUZZLE, "moves": {"type": "clzw", "data": "N4"}}), "the data of this replay is damaged"),
        (json!({"text": PUZZLE, "moves": replay(4, 4, &["Ig"])}), "the data of this replay is damaged"),
        (json!({"text": NURIKABE, "moves": penpa_link}), "this penpa link has no replay"),
        (
            json!({"text": PUZZLE, "board": "https://sudokupad.app/abc"}),
            "this text has no board that somebody fills in",
        ),
        (json!({"rule": "nope", "clues": []}), "there is no standard rule `nope` with an example"),
        (json!({"rule": "killer", "clues": ["1"]}), "clues of `killer` are lists of cells and no picture"),
        (
            json!({"rule": "heyawake", "clues": ["1."]}),
            "`clues` of `heyawake` is an object with rows for `room`, `number`",
        ),
        (json!({"rule": "heyawake", "clues": {"number": ["1."]}}), "`heyawake` needs the regions `room`"),
        (json!({"rule": "nurikabe", "clues": {"x": ["1."]}}), "`nurikabe` has no picture `x`; it has `island`"),
        (json!({"rule": "nurikabe", "clues": 7}), "`clues` are rows"),
        (json!({"rule": "nurikabe", "clues": ["1}; set"]}), "`clues` are rows"),
        (json!({"rule": "nurikabe", "clues": ["1.", "..."]}), "line "),
    ];
    for (line, expected) in cases {
        let answer = judged(&line);
        let message = answer["error"]["message"].as_str().unwrap_or_else(|| panic!("{line}: {answer}"));
        assert!(message.starts_with(expected), "{line}: {message}");
    }
}
