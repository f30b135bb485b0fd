//! Import of penpa-edit's data: pictures, rooms and named lists.

mod points;
mod styles;
mod tags;

use sator_formats::base64;

/// The script for a text.
fn script(text: &str) -> String {
    match sator_formats::import(text) {
        Some(Ok(imported)) => imported.script,
        Some(Err(problem)) => panic!("{problem:?}\n{text}"),
        None => panic!("taken for a script: {text}"),
    }
}

/// The error for a text.
fn problem(text: &str) -> String {
    match sator_formats::import(text) {
        Some(Err(problem)) => problem.message,
        Some(Ok(imported)) => panic!("read as\n{}", imported.script),
        None => panic!("taken for a script: {text}"),
    }
}

/// Point of a cell of a board of 4 rows and 4 columns without margins.
fn cell(row: usize, col: usize) -> usize {
    (row + 2) * 8 + col + 2
}

fn corner(row: usize, col: usize) -> usize {
    64 + (row + 1) * 8 + col + 1
}

fn link(head: &str, margins: &str, drawn: &str) -> String {
    let text = format!("{head}\n{margins}\n[\"1\",\"2\"]\n{drawn}\n{{}}\n[]");
    let data = base64::encode(&miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 6));
    format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={}", base64::escape(&data))
}

#[test]
fn numbers_rooms_and_lists() {
    let edges: Vec<String> = (0..4).map(|k| format!("\"{},{}\":2", corner(k, 2), corner(k + 1, 2))).collect();
    let drawn = format!(
        "{{zN:{{\"{}\":[\"3\",1,\"1\"],\"{}\":[\"?\",1,\"1\"]}},zS:{{\"{}\":4}},zY:{{\"{}\":[2,\"circle_L\",1]}},zE:{{{}}},z6:[[{},{}]],zT:[[{},{},{}]],zL:{{}}}}",
        cell(0, 0), cell(3, 3), cell(1, 1), cell(2, 2), edges.join(","), cell(0, 1), cell(0, 2), cell(1, 0), cell(2, 0), cell(2, 1)
    )
    .replace("zN:", "zN:");
    let text = script(&link("square,4,4,38,0,1,1,380,380,2,2,Title: Mine,Author: Me", "[0,0,0,0]", &drawn));
    for part in [
        "title \"Mine\"",
        "author \"Me\"",
        "grid x 4x4",
        "clues number of x {\n  3...\n  ....\n  ....\n  ...?\n}",
        "circleL_2",
        "regions room of x {\n  1122\n",
        "let cage_1 = [r1c2, r1c3]\n# killer(cage_1)",
        "let thermo_1 = r2c1..r3c1..r3c2\n# thermo(thermo_1)",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

/// A link for editing, as penpa writes it; the tags are in line 18.
fn tagged(head: &str, margins: &str, drawn: &str, tags: &str) -> String {
    let text = format!(
        "{head}\n{margins}\n{{}}\n{drawn}\n{{}}\n[]\n[]\n{{}}\nx\nx\n[3,2,1]\n{{}}\nx\n0\n{{}}\n{{}}\n{{}}\n{tags}\nfalse"
    );
    let data = base64::encode(&miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 6));
    format!("m=edit&p={}", base64::escape(&data))
}

#[test]
fn a_tag_gives_the_rule() {
    let head =
        "square,4,4,38,0,1,1,380,380,2,2,0,0,0,0,Title: PuzZzZle,Author: Me,,Draw a loop%2D%2Cas always,ON,false,";
    let drawn = format!("{{zN:{{\"{}\":[\"3\",1,\"1\"],\"{}\":[\"2\",1,\"1\"]}}}}", cell(0, 0), cell(3, 3));
    let text = script(&tagged(head, "[0,0,0,0]", &drawn, "[\"slitherlink\"]"));
    for part in [
        "title \"Puzzle\"",
        "author \"Me\"",
        "rulestext \"Draw a loop\"\nrulestext \",as always\"",
        "  3...\n",
        "slitherlink(e, number)",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains("untranslated"), "{text}");
    // A drawing with more than the rule needs isn't a puzzle of that rule alone.
    let drawn = format!("{{zN:{{\"{}\":[\"abc\",1,\"1\"]}}}}", cell(0, 0));
    assert!(script(&tagged("square,4,4,38", "[0,0,0,0]", &drawn, "[\"slitherlink\"]")).contains("untranslated"));
}

/// Nothing drawn is dropped in silence, even if sator has no name for it.
#[test]
fn every_layer_is_read_or_listed() {
    let (a, b) = (cell(0, 0), cell(0, 1));
    for key in ["zD", "z0", "z5", "\"mystery\""] {
        let text = script(&link("square,4,4,38", "[0,0,0,0]", &format!("{{{key}:[[{a},{b}]]}}")));
        assert!(text.contains(", 1 of them"), "{key}\n{text}");
    }
    let text = script(&link("square,4,4,38", "[0,0,0,0]", &format!("{{z4:{{\"{a},{b}\":1}},zU:{{\"__a\":[]}}}}")));
    assert!(text.contains("removed edges, 1 of them") && !text.contains("command"), "{text}");
}

#[test]
fn margins_are_left_away() {
    // Two rows on top and one column on the left are margin: 6x5 points in all.
    let place = (2 + 2) * 9 + (2 + 1);
    let text = script(&link("square,5,6,38", "[2,0,1,0]", &format!("{{zN:{{\"{place}\":[\"7\",1,\"1\"]}}}}")));
    assert!(text.contains("grid x 4x4") && text.contains("  7...\n"), "{text}");
}

#[test]
fn what_is_no_board() {
    assert!(problem("https://swaroopg92.github.io/penpa-edit/").contains("no puzzle in it"));
    assert!(problem("https://swaroopg92.github.io/penpa-edit/#m=edit&p=AAAA").contains("damaged"));
    assert!(problem(&link("hex,5,5", "[]", "{}")).contains("`hex`"));
    for head in ["square,0,5", "square,-1,5", "square,1000,5", "square"] {
        assert!(problem(&link(head, "[]", "{}")).contains("1 to 60"), "{head}");
    }
    assert!(problem(&link("square,4,4", "[3,3,0,0]", "{}")).contains("margins"));
    let bomb = base64::encode(&miniz_oxide::deflate::compress_to_vec(&vec![b'0'; 9 << 20], 6));
    assert!(problem(&format!("m=edit&p={bomb}")).contains("8 MiB"));
}

/// A stored answer: shaded cells, lines, edges, walls, numbers, symbols.
fn with_answer(link: &str, answer: &str) -> String {
    let data = base64::encode(&miniz_oxide::deflate::compress_to_vec(answer.as_bytes(), 6));
    format!("{}&a={}", link.replace("m=edit", "m=solve"), base64::escape(&data))
}

#[test]
fn a_stored_answer_is_expected() {
    let head = "square,4,4,38,0,1,1,380,380,2,2,0,0,0,0,Title: ,Author: ,,,ON,false,";
    // The inner square; the 2s see it from its corner cells.
    let numbers: Vec<String> =
        [(1, 1), (1, 2), (2, 1), (2, 2)].iter().map(|(r, c)| format!("\"{}\":[\"2\",1,\"1\"]", cell(*r, *c))).collect();
    let drawn = format!("{{zN:{{{}}}}}", numbers.join(","));
    let link = tagged(head, "[0,0,0,0]", &drawn, "[\"slitherlink\"]");
    let ring = [((1, 1), (1, 2)), ((1, 2), (1, 3)), ((1, 1), (2, 1)), ((3, 2), (3, 3))];
    let edges: Vec<String> =
        ring.iter().map(|(a, b)| format!("\"{},{},1\"", corner(a.0, a.1), corner(b.0, b.1))).collect();
    let answer = format!("[[],[],[{}],[],[],[]]", edges.join(","));
    let text = script(&with_answer(&link, &answer));
    let wanted = "expect e[r2c2, up] and\n  e[r2c3, up] and\n  e[r2c2, left] and\n  e[r4c3, up]";
    assert!(text.contains(wanted), "{text}");
    // Shaded cells of a drawing without rules are described, and unreadable answers are reported.
    let plain = tagged(head, "[0,0,0,0]", &drawn, "[]");
    let shaded = script(&with_answer(&plain, &format!("[[\"{}\"],[],[],[],[],[]]", cell(0, 1))));
    assert!(shaded.contains("# expect solution x {\n#   .#..\n"), "{shaded}");
    assert!(script(&with_answer(&plain, "nothing")).contains("an answer that can't be read"));
    let shade =
        format!("[[{}],[],[],[],[],[]]", [(0, 0), (3, 3)].map(|(r, c)| format!("\"{}\"", cell(r, c))).join(","));
    let nurikabe = tagged(head, "[0,0,0,0]", "{zN:{}}", "[\"nurikabe\"]");
    let text = script(&with_answer(&nurikabe, &shade));
    assert!(text.contains("expect solution sea {\n  #---\n  ----\n  ----\n  ---#\n}"), "{text}");
    let number = format!("[[],[],[],[],[\"{},3\"],[]]", cell(0, 1));
    let sudoku = tagged(head, "[0,0,0,0]", &format!("{{zN:{{\"{}\":[\"1\",1,\"1\"]}}}}", cell(0, 0)), "[\"classic\"]");
    assert!(script(&with_answer(&sudoku, &number)).contains("expect r1c1 = 1 and\n  r1c2 = 3"));
}

/// Kakuro has small numbers in the corners of black cells, Tapa a digit for each block.
#[test]
fn kakuro_and_tapa_by_their_tags() {
    // The first row and column are black; there are four small numbers for each cell.
    let black: Vec<String> =
        (0..4).flat_map(|k| [cell(0, k), cell(k, 0)]).map(|at| format!("\"{at}\":[1,\"kakuro\",2]")).collect();
    let corner_of = |row: usize, col: usize, corner: usize| 4 * (64 + cell(row, col)) + corner;
    let sums = [corner_of(0, 1, 2), corner_of(1, 0, 1)].map(|at| format!("\"{at}\":[\"10\",1]")).join(",");
    let drawn = format!("{{zN:{{\"{}\":[\"3\",1,\"1\"]}},z1:{{{sums}}},zY:{{{}}}}}", cell(2, 2), black.join(","));
    let text = script(&tagged("kakuro,4,4,38", "[0,0,0,0]", &drawn, "[\"kakuro\"]"));
    for part in ["  #    10,. #    #\n  .,10 .", "grid x 4x4 in 1..9 except sums\nkakuro(x, sums)\nr3c3 = 3\n"] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains("untranslated"), "{text}");
    let drawn = format!("{{zN:{{\"{}\":[\"13\",1,\"4\"],\"{}\":[\"?\",1,\"4\"]}}}}", cell(1, 1), cell(3, 3));
    let text = script(&tagged("square,4,4,38", "[0,0,0,0]", &drawn, "[\"tapa\"]"));
    assert!(text.contains("tapa(shade, clue)") && text.contains("1,3") && !text.contains("untranslated"), "{text}");
}

/// A guess about a drawing is a comment; thick edges that no rule reads are listed.
#[test]
fn guesses_and_edges() {
    let circles = format!("{{zY:{{\"{}\":[1,\"circle_L\",1],\"{}\":[2,\"circle_L\",1]}}}}", cell(0, 0), cell(1, 2));
    let text = script(&link("square,4,4,38", "[0,0,0,0]", &circles));
    assert!(text.contains("#   w...\n#   ..b.\n") && text.contains("# masyu(e, pearl)\n"), "{text}");
    let edges = |columns: &[usize]| {
        let edge = |c: usize| (0..4).map(move |r| format!("\"{},{}\":2", corner(r, c), corner(r + 1, c)));
        let down: Vec<String> = columns.iter().flat_map(|&c| edge(c)).collect();
        let across: Vec<String> = (0..4).map(|c| format!("\"{},{}\":2", corner(2, c), corner(2, c + 1))).collect();
        format!("{{zN:{{\"{}\":[\"1\",1,\"1\"]}},zE:{{{},{}}}}}", cell(0, 0), down.join(","), across.join(","))
    };
    let text = script(&tagged("square,4,4,38", "[0,0,0,0]", &edges(&[2, 4]), "[\"classic\"]"));
    assert!(!text.contains("untranslated"), "{text}");
    let text = script(&tagged("square,4,4,38", "[0,0,0,0]", &edges(&[1]), "[\"classic\"]"));
    assert!(text.contains("untranslated \"8 thick edges\""), "{text}");
}

#[test]
fn clues_at_corners_and_with_arrows() {
    let numbers = format!("{{zN:{{\"{}\":[\"1\",1,\"1\"],\"{}\":[\"2\",1,\"1\"]}}}}", corner(0, 0), corner(4, 3));
    for (tag, rule) in [("slant (gokigen)", "gokigen(slant, number)"), ("creek", "creek(shade, number)")] {
        let text = script(&tagged("square,4,4,38", "[0,0,0,0]", &numbers, &format!("[\"{tag}\"]")));
        assert!(text.contains("  1....\n") && text.contains("  ...2.\n") && text.contains(rule), "{text}");
        assert!(!text.contains("untranslated"), "{text}");
    }
    let (a, b, c) = (cell(0, 1), cell(2, 2), cell(3, 0));
    let arrows = format!(
        "{{zN:{{\"{a}\":[\"2_3\",1,\"2\"],\"{b}\":[\"1_1\",1,\"2\"],\"{c}\":[\"0_2\",1,\"2\"]}},zS:{{\"{a}\":3}}}}"
    );
    let text = script(&tagged("square,4,4,38", "[0,0,0,0]", &arrows, "[\"yajilin\"]"));
    for part in ["2,down", "1,left", "0,right", "yajilin(shade, e, arrow)"] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains("untranslated"), "{text}");
    // A colour on other cells has a meaning that the rule doesn't cover.
    let coloured = arrows.replace(&format!("zS:{{\"{a}\""), &format!("zS:{{\"{}\"", cell(1, 1)));
    assert!(script(&tagged("square,4,4,38", "[0,0,0,0]", &coloured, "[\"yajilin\"]")).contains("untranslated"));
}
