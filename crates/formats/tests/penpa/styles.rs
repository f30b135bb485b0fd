//! Styles in which setters draw clues: the same puzzle, drawn differently.

use super::{cell, link};

/// The script of a drawing on 4 rows and 4 columns, read as a genre.
fn read_as(genre: &str, drawn: &str) -> Result<String, String> {
    let link = link("square,4,4,38,0,1,1,380,380,2,2", "[0,0,0,0]", drawn);
    sator_formats::import_as(&link, genre).map(|read| read.script).map_err(|problem| problem.message)
}

/// The rows of the picture in a script.
fn picture(script: &str) -> Vec<String> {
    let rows = script.lines().skip_while(|line| !line.starts_with("clues ")).skip(1);
    let tokens = |row: &str| row.split_whitespace().collect::<Vec<_>>().join(" ");
    rows.take_while(|line| *line != "}").map(tokens).collect()
}

/// A layer with these values in cells.
fn layer(key: &str, values: &[((usize, usize), &str)]) -> String {
    let values: Vec<String> =
        values.iter().map(|&((row, col), value)| format!("\"{}\":{value}", cell(row, col))).collect();
    format!("{key}:{{{}}}", values.join(","))
}

/// A text in each of these cells, in the style of penpa's first one.
fn texts(values: &[((usize, usize), &str)]) -> String {
    let texts: Vec<String> = values.iter().map(|(_, text)| format!("[\"{text}\",1,\"1\"]")).collect();
    let values: Vec<((usize, usize), &str)> = values.iter().zip(&texts).map(|((at, _), text)| (*at, &**text)).collect();
    layer("zN", &values)
}

#[test]
fn letters_are_the_ends_of_lines() {
    let letters = [((0, 0), "A"), ((0, 3), "B"), ((3, 0), "A"), ((3, 3), "B")];
    let script = read_as("numlin", &format!("{{{}}}", texts(&letters))).expect("a Numberlink");
    assert_eq!(picture(&script), ["1..2", "....", "....", "1..2"], "{script}");
    // A letter could stand for a number that is there too.
    let mixed = [((0, 0), "A"), ((0, 3), "1"), ((3, 0), "A"), ((3, 3), "1")];
    assert!(read_as("numlin", &format!("{{{}}}", texts(&mixed))).is_err());
}

#[test]
fn arrows_at_the_edges_belong_to_numbers() {
    let numbers = texts(&[((0, 1), "1"), ((2, 2), "0"), ((3, 3), "2"), ((1, 0), "1")]);
    let arrow = |at: usize| {
        let places: Vec<&str> = (0..8).map(|place| if place == at { "1" } else { "0" }).collect();
        format!("[[{}],\"arrow_fouredge_B\",2]", places.join(","))
    };
    let arrows = [1, 2, 5, 6].map(arrow);
    let of = |cells: &[(usize, usize)]| {
        layer("zY", &cells.iter().copied().zip(arrows.iter().map(String::as_str)).collect::<Vec<_>>())
    };
    let script = read_as("yajilin", &format!("{{{numbers},{}}}", of(&[(0, 1), (2, 2), (3, 3), (1, 0)])));
    let script = script.expect("a Yajilin");
    let rows = [". 1,down . .", "1,right . . .", ". . 0,left .", ". . . 2,up"];
    assert_eq!(picture(&script), rows, "{script}");
    // An arrow without a number, and two arrows in a cell.
    assert!(read_as("yajilin", &format!("{{{numbers},{}}}", of(&[(0, 0)]))).is_err());
    let two = layer("zY", &[((0, 1), "[[1,1,0,0,0,0,0,0],\"arrow_fouredge_B\",2]")]);
    assert!(read_as("yajilin", &format!("{{{numbers},{two}}}")).is_err());
}

#[test]
fn signs_are_texts_or_lines() {
    let lines = [((0, 0), "[1,zL,1]"), ((0, 2), "[2,zL,1]"), ((2, 1), "[5,zL,1]")];
    let drawn = format!("{{{},{}}}", texts(&[((3, 3), "+"), ((1, 1), "?")]), layer("zY", &lines));
    let script = read_as("tatamibari", &drawn).expect("a Tatamibari");
    assert_eq!(picture(&script), ["-.|.", ".?..", ".+..", "...+"], "{script}");
    assert!(read_as("tatamibari", &format!("{{{}}}", texts(&[((0, 0), "*")]))).is_err());
}

#[test]
fn texts_are_clues_if_links_have_them() {
    let picture_of = |genre: &str, drawn: &str| picture(&read_as(genre, drawn).expect(genre)).join("/");
    let lists = texts(&[((0, 0), "21"), ((1, 1), "1??"), ((3, 3), "3")]);
    assert_eq!(picture_of("tapaloop", &format!("{{{lists}}}")), "2,1 . . ./. 1,?,? . ./. . . ./. . . 3");
    let letters = texts(&[((0, 0), "A"), ((3, 1), "B")]);
    assert_eq!(picture_of("nikoji", &format!("{{{letters}}}")), "A.../..../..../.B..");
    assert_eq!(picture_of("dominion", &format!("{{{letters}}}")), "1.../..../..../.2..");
    // A Kakuru has grey cells without a sum.
    let sums = texts(&[((0, 0), "11"), ((3, 1), "?")]);
    let grey = layer("zS", &[((0, 0), "3"), ((3, 1), "3"), ((2, 2), "3")]);
    assert_eq!(picture_of("kakuru", &format!("{{{sums},{grey}}}")), "11 . . ./. . . ./. . # ./. # . .");
    assert!(read_as("nikoji", &format!("{{{sums}}}")).is_err());
    // A Rail Pool has black cells without a number that are left out, and a Tapa-Like Loop has none.
    let black = layer("zS", &[((2, 2), "4")]);
    let script = read_as("railpool", &format!("{{{lists},{black}}}")).expect("a Rail Pool");
    assert_eq!(picture(&script), ["2,1 . . .", ". 1,?,? . .", ". . . .", ". . . 3"], "{script}");
    assert!(script.contains("except hole"), "{script}");
    assert!(read_as("tapaloop", &format!("{{{lists},{black}}}")).is_err());
}

/// Grey cells under all numbers, or all unknown ones, and nowhere else show where they are.
#[test]
fn numbers_can_be_on_grey() {
    let numbers = texts(&[((0, 0), "3"), ((3, 3), "2")]);
    let grey = |cells: &[(usize, usize)]| layer("zS", &cells.iter().map(|&at| (at, "8")).collect::<Vec<_>>());
    let plain = read_as("aquapelago", &format!("{{{numbers}}}")).expect("an Aquapelago");
    let on_grey = read_as("aquapelago", &format!("{{{numbers},{}}}", grey(&[(0, 0), (3, 3)]))).expect("the same");
    assert_eq!(picture(&plain), picture(&on_grey));
    let unknown = texts(&[((0, 0), "?"), ((3, 3), "2")]);
    let on_grey = read_as("aquapelago", &format!("{{{unknown},{}}}", grey(&[(0, 0)]))).expect("an Aquapelago");
    assert_eq!(picture(&on_grey), ["? . . .", ". . . .", ". . . .", ". . . 2"].map(|row| row.replace(' ', "")));
    assert!(read_as("aquapelago", &format!("{{{numbers},{}}}", grey(&[(0, 0)]))).is_err());
    assert!(read_as("aquapelago", &format!("{{{numbers},{}}}", grey(&[(0, 0), (3, 3), (1, 1)]))).is_err());
}

#[test]
fn symbols_are_words_of_links() {
    let picture_of = |genre: &str, drawn: &str| picture(&read_as(genre, drawn).expect(genre)).join("/");
    let ends = texts(&[((0, 0), "S"), ((3, 3), "G")]);
    let signs = layer("zY", &[((1, 1), "[1,\"circle_M\",1]"), ((2, 0), "[1,\"triup_M\",1]")]);
    assert_eq!(picture_of("nurimaze", &format!("{{{ends},{signs}}}")), "S.../.o../t.../...G");
    let arrow = |kind: u32| format!("[{kind},\"arrow_N_B\",1]");
    let arrows = [1, 3, 5, 7].map(arrow);
    let cells = [(0, 1), (1, 1), (1, 2), (3, 3)];
    let arrows: Vec<((usize, usize), &str)> = cells.into_iter().zip(arrows.iter().map(String::as_str)).collect();
    let roma = [&arrows[..], &[((2, 0), "[2,\"circle_L\",1]")]].concat();
    let rows = ". left . ./. up right ./o . . ./. . . down";
    assert_eq!(picture_of("roma", &format!("{{{}}}", layer("zY", &roma))), rows);
    // A Toichika numbers its arrows: 1 is up, 2 down, 3 left and 4 right.
    let script = read_as("toichika", &format!("{{{}}}", layer("zY", &arrows))).expect("a Toichika");
    assert!(script.contains("  .3..\n  .14.\n  ....\n  ...2\n"), "{script}");
    // A symbol and a text in a cell, and a symbol that no link has.
    let both = layer("zY", &[((0, 0), "[1,\"circle_M\",1]")]);
    assert!(read_as("nurimaze", &format!("{{{ends},{both}}}")).is_err());
    assert!(read_as("toichika", &format!("{{{signs}}}")).is_err());
}

#[test]
fn small_numbers_are_the_sides_of_a_compass() {
    // The places of small numbers: those at the top, to the right, to the left and at the bottom of a cell.
    let side = |(row, col): (usize, usize), side: usize| 4 * (cell(row, col) + 2 * 64) + side;
    let small = format!(
        "z1:{{\"{}\":[\" \",1],\"{}\":[2,1],\"{}\":[\"3\",1],\"{}\":[4,1],\"{}\":[\" ?\",1],\"{}\":[0,1]}}",
        side((0, 0), 0),
        side((0, 0), 1),
        side((0, 0), 2),
        side((0, 0), 3),
        side((2, 3), 0),
        side((2, 3), 3)
    );
    let signs = layer("zY", &[((0, 0), "[1,\"compass\",1]"), ((2, 3), "[1,\"compass\",1]")]);
    let script = read_as("compass", &format!("{{{small},{signs}}}")).expect("a Compass");
    assert_eq!(picture(&script)[0], ".,4,3,2 . . .", "{script}");
    assert_eq!(picture(&script)[2], ". . . .,0,.,.", "{script}");
}

#[test]
fn rules_that_no_link_has() {
    let circles = layer("zY", &[((0, 0), "[1,\"circle_L\",1]"), ((1, 3), "[2,\"circle_M\",1]")]);
    let script = read_as("takuzu", &format!("{{{circles},{}}}", texts(&[((3, 1), "1")]))).expect("a Binairo");
    assert!(script.contains("givens x {\n  0...\n  ...1\n  ....\n  .1..\n}\nbinairo(x)"), "{script}");
    assert!(read_as("binairo", &format!("{{{}}}", texts(&[((3, 1), "2")]))).is_err());
    let numbers = texts(&[((0, 0), "4"), ((1, 1), "?"), ((2, 2), "9")]);
    let script = read_as("mosaic", &format!("{{{numbers}}}")).expect("a Mosaic");
    assert_eq!(picture(&script), ["4...", "....", "..9.", "...."], "{script}");
    assert!(script.contains("\nmosaic(shade, number)"), "{script}");
    assert!(read_as("fillpix", &format!("{{{numbers},{circles}}}")).is_err());
}

#[test]
fn cages_of_a_kenken_are_edges() {
    use super::corner;
    // Cages of two cells side by side, and two cells of one at the top.
    let mut edges: Vec<String> = (0..4).map(|row| format!("\"{},{}\":2", corner(row, 2), corner(row + 1, 2))).collect();
    edges.extend(
        (1..4).flat_map(|row| (0..4).map(move |col| format!("\"{},{}\":2", corner(row, col), corner(row, col + 1)))),
    );
    edges.push(format!("\"{},{}\":2", corner(0, 1), corner(1, 1)));
    let small = |(row, col): (usize, usize), text: &str| format!("\"{}\":[\"{text}\",1]", 4 * (cell(row, col) + 64));
    let clues =
        [small((0, 0), "3+"), small((0, 2), "6×"), small((1, 0), "2÷"), small((2, 2), "1−"), small((3, 0), "4")];
    let drawn = |clues: &[String]| format!("{{zE:{{{}}},z1:{{{}}}}}", edges.join(","), clues.join(","));
    let script = read_as("kenken", &drawn(&clues)).expect("a KenKen");
    assert!(script.contains("grid x 4x4 in 1..4"), "{script}");
    assert_eq!(picture(&script), ["3 . 6,* .", "2,/ . . .", ". . 1,- .", "4 . . ."], "{script}");
    assert!(script.contains("regions cage {\n  1233\n  4455\n"), "{script}");
    assert!(read_as("kenken", &drawn(&[small((0, 0), "3^")])).is_err());
    // Names are compared as those of genres are.
    assert_eq!(read_as("KenKen", &drawn(&clues)), Ok(script));
}

/// A drawing without a tag is read as these rules too.
#[test]
fn drawings_without_a_tag() {
    let readings = |drawn: &str| -> Vec<String> {
        let link = link("square,4,4,38,0,1,1,380,380,2,2", "[0,0,0,0]", drawn);
        sator_formats::readings(&link).expect("a drawing").into_iter().map(|read| read.script).collect()
    };
    let read_by = |drawn: &str, call: &str| readings(drawn).iter().any(|script| script.contains(call));
    let circles = layer("zY", &[((0, 0), "[1,\"circle_L\",1]"), ((1, 3), "[2,\"circle_L\",1]")]);
    assert!(read_by(&format!("{{{circles}}}"), "\nbinairo(") && read_by(&format!("{{{circles}}}"), "\nmasyu("));
    assert!(read_by(&format!("{{{}}}", texts(&[((0, 0), "4")])), "\nmosaic("));
    let black: Vec<((usize, usize), &str)> =
        [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (2, 0), (3, 0)].map(|at| (at, "4")).into();
    let sum = format!("z1:{{\"{}\":[\"6\",1]}}", 4 * (cell(0, 1) + 64) + 2);
    assert!(read_by(&format!("{{{},{sum}}}", layer("zS", &black)), "\nkakuro("));
}
