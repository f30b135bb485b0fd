//! Links of puzz.link: the pictures of the gallery's puzzles, encoded here as pzpr writes them, come back as they were, with
//! their one solution.

use super::puzzlink_mended::mended;
use super::{count, problem, script};

/// The tokens of a picture in a script, row by row.
fn picture(text: &str, head: &str) -> Vec<Vec<String>> {
    let start = text.lines().skip_while(|line| !(line.starts_with(head) && line.ends_with('{')));
    let rows = start.skip(1).take_while(|line| line.trim() != "}");
    rows.map(|row| {
        let row = row.trim();
        if row.contains(' ') {
            row.split_whitespace().map(str::to_string).collect()
        } else {
            row.chars().map(|c| c.to_string()).collect()
        }
    })
    .collect()
}

fn flat(rows: &[Vec<String>]) -> Vec<Option<u32>> {
    // 9999 stands for a clue of unknown value.
    rows.iter().flatten().map(|t| if t == "?" || t == "#" { Some(9999) } else { t.parse().ok() }).collect()
}

fn digit(value: u32, base: u32) -> char {
    assert!(value < base);
    char::from_digit(value, 36).expect("a digit")
}

/// Runs of blanks, at most `most` long, from the letter after `before`.
fn runs(cells: &[Option<u32>], before: u8, most: usize, write: impl Fn(u32) -> String) -> String {
    let mut out = String::new();
    let mut blanks = 0;
    for cell in cells.iter().map(Some).chain([None]) {
        let number = cell.and_then(|c| *c);
        if blanks > 0 && (number.is_some() || cell.is_none() || blanks == most) {
            out.push(char::from(before + blanks as u8));
            blanks = 0;
        }
        match (cell, number) {
            (Some(_), Some(n)) => out.push_str(&write(n)),
            (Some(_), None) => blanks += 1,
            _ => {}
        }
    }
    out
}

fn sixteen(cells: &[Option<u32>]) -> String {
    runs(cells, b'f', 20, |n| match n {
        9999 => ".".into(),
        0..16 => digit(n, 16).to_string(),
        16..256 => format!("-{n:02x}"),
        _ => format!("+{n:03x}"),
    })
}

fn ten(cells: &[Option<u32>]) -> String {
    runs(cells, b'a' - 1, 26, |n| if n == 9999 { ".".into() } else { digit(n, 10).to_string() })
}

/// Numbers up to 4, which take up to two blanks along.
fn four(cells: &[Option<u32>]) -> String {
    let mut out = String::new();
    let mut at = 0;
    while at < cells.len() {
        let blanks = cells[at + 1..].iter().take_while(|c| c.is_none()).count();
        match cells[at] {
            Some(9999) => out.push('.'),
            Some(n) => {
                let along = blanks.min(2);
                out.push(digit(n + 5 * along as u32, 16));
                at += along;
            }
            None => {
                let run = (blanks + 1).min(20);
                out.push(char::from(b'f' + run as u8));
                at += run - 1;
            }
        }
        at += 1;
    }
    out
}

fn bits(flags: &[bool]) -> String {
    flags
        .chunks(5)
        .map(|five| digit((0..5).map(|k| u32::from(five.get(k) == Some(&true)) << (4 - k)).sum(), 32))
        .collect()
}

/// Borders between rooms: the upright ones, then those that lie.
fn rooms(marks: &[Vec<String>]) -> String {
    let (h, w) = (marks.len(), marks[0].len());
    let upright: Vec<bool> =
        (0..h).flat_map(|r| (0..w - 1).map(move |c| (r, c))).map(|(r, c)| marks[r][c] != marks[r][c + 1]).collect();
    let lying: Vec<bool> =
        (0..h - 1).flat_map(|r| (0..w).map(move |c| (r, c))).map(|(r, c)| marks[r][c] != marks[r + 1][c]).collect();
    bits(&upright) + &bits(&lying)
}

/// A number for each room, in the order of their first cells.
fn room_numbers(marks: &[Vec<String>], numbers: &[Vec<String>]) -> String {
    let mut order: Vec<&String> = vec![];
    for mark in marks.iter().flatten() {
        if !order.contains(&mark) {
            order.push(mark);
        }
    }
    let cells: Vec<(&String, &String)> = marks.iter().flatten().zip(numbers.iter().flatten()).collect();
    let number = |room: &&String| cells.iter().find_map(|(mark, n)| if mark == room { n.parse().ok() } else { None });
    sixteen(&order.iter().map(number).collect::<Vec<Option<u32>>>())
}

fn circles(cells: &[Vec<String>], one: &str, two: &str) -> String {
    let kind = |t: &String| if t == one { 1 } else { 2 * u32::from(t == two) };
    let kinds: Vec<u32> = cells.iter().flatten().map(kind).collect();
    kinds.chunks(3).map(|t| digit(9 * t[0] + 3 * t.get(1).unwrap_or(&0) + t.get(2).unwrap_or(&0), 27)).collect()
}

/// Signs by their places in a list, from 1 on.
fn signs(cells: &[Vec<String>], words: &[&str]) -> Vec<Option<u32>> {
    cells.iter().flatten().map(|t| words.iter().position(|word| word == t).map(|at| at as u32 + 1)).collect()
}

/// Dots on a doubled board.
fn stars(cells: &[Vec<String>]) -> String {
    let marks: Vec<Option<u32>> = cells.iter().flatten().map(|t| (t == "o").then_some(0)).collect();
    let mut out = String::new();
    let mut at = 0;
    while at < marks.len() {
        let blanks = marks[at + 1..].iter().take_while(|m| m.is_none()).count();
        if marks[at].is_some() {
            let along = blanks.min(7);
            out.push(digit(2 * along as u32, 16));
            at += along + 1;
        } else {
            let run = (blanks + 1).min(20);
            out.push(char::from(b'f' + run as u8));
            at += run;
        }
    }
    out
}

/// A direction and a number each; runs of blanks.
fn arrows(cells: &[Vec<String>]) -> String {
    let values: Vec<Option<u32>> = cells.iter().flatten().map(|t| arrow(t)).collect();
    runs(&values, b'a' - 1, 26, |value| format!("{value:02x}"))
}

/// `2,down` as the digits of direction and number.
fn arrow(token: &str) -> Option<u32> {
    let (number, way) = token.split_once(',')?;
    let way = ["up", "down", "left", "right"].iter().position(|word| *word == way).expect("a direction");
    Some(16 * (way as u32 + 1) + number.parse::<u32>().expect("a number"))
}

/// The part of an example after its pictures: the checks of its answer.
fn checks(text: &str) -> &str {
    text.split_once("\nexpect ").map_or("", |(_, rest)| rest)
}

/// How the data of a genre is written from the pictures of an example.
type Write = fn(&str) -> String;

/// The inner cells with runs of white ones, then what stands above and to the left.
fn triplace(text: &str) -> String {
    let rows = picture(text, "clues sums");
    let mut out = String::new();
    let mut blanks = 0;
    for token in rows[1..].iter().flat_map(|row| &row[1..]).map(Some).chain([None]) {
        if token.is_some_and(|token| token == ".") {
            blanks += 1;
            continue;
        }
        if blanks > 0 {
            out.push(char::from(b'f' + blanks));
            blanks = 0;
        }
        out.push_str(if token.is_some() { "_" } else { "" });
    }
    out.extend(rows[0][1..].iter().map(|above| above.split_once(',').map_or("", |(down, _)| down)));
    out.extend(rows[1..].iter().map(|row| row[0].split_once(',').map_or("", |(_, right)| right)));
    out
}

/// Rows and columns, as a link counts them.
fn grid(text: &str) -> (usize, usize) {
    let line = text.lines().find(|line| line.starts_with("grid ")).expect("a grid");
    let size = line.split(' ').nth(2).expect("a size");
    let (h, w) = size.split_once('x').expect("a size");
    let more = usize::from(line.ends_with("except sums"));
    (h.parse::<usize>().expect("rows") - more, w.parse::<usize>().expect("columns") - more)
}

fn room_and_numbers(text: &str) -> String {
    let marks = picture(text, "regions room");
    rooms(&marks) + &room_numbers(&marks, &picture(text, "clues number"))
}

fn room_and_givens(text: &str) -> String {
    let marks = picture(text, "regions room");
    rooms(&marks) + &sixteen(&flat(&picture(text, "givens")))
}

/// Genre, example, and how its data is written.
const GENRES: &[(&str, &str, Write)] = &[
    ("slither", "slitherlink", |t| four(&flat(&picture(t, "clues number")))),
    ("akari", "akari", |t| four(&flat(&picture(t, "clues black")))),
    ("mashu", "masyu", |t| circles(&picture(t, "clues pearl"), "w", "b")),
    ("nurikabe", "nurikabe", |t| sixteen(&flat(&picture(t, "clues island")))),
    ("heyawake", "heyawake", room_and_numbers),
    ("hashi", "hashi", |t| sixteen(&flat(&picture(t, "clues island")))),
    ("fillomino", "fillomino", |t| sixteen(&flat(&picture(t, "givens")))),
    ("shikaku", "shikaku", |t| sixteen(&flat(&picture(t, "clues area")))),
    ("numlin", "numberlink", |t| sixteen(&flat(&picture(t, "clues number")))),
    ("kurodoko", "kuromasu", |t| sixteen(&flat(&picture(t, "clues number")))),
    ("cave", "cave", |t| sixteen(&flat(&picture(t, "clues number")))),
    ("mines", "minesweeper", |t| sixteen(&flat(&picture(t, "clues number")))),
    ("country", "country_road", room_and_numbers),
    ("lits", "lits", |t| rooms(&picture(t, "regions room"))),
    ("norinori", "norinori", |t| rooms(&picture(t, "regions room"))),
    ("ripple", "ripple", room_and_givens),
    ("suguru", "suguru", room_and_givens),
    ("sudoku", "sudoku", |t| sixteen(&flat(&picture(t, "givens")))),
    ("gokigen", "gokigen", |t| four(&flat(&picture(t, "clues number")))),
    ("tentaisho", "galaxies", |t| stars(&picture(t, "clues centre"))),
    ("simpleloop", "simple_loop", |t| {
        bits(&picture(t, "clues wall").iter().flatten().map(|c| c != ".").collect::<Vec<bool>>())
    }),
    ("sukoro", "sukoro", |t| ten(&flat(&picture(t, "givens")))),
    ("chocona", "chocona", room_and_numbers),
    ("aqre", "aqre", room_and_numbers),
    ("detour", "detour", room_and_numbers),
    ("cojun", "cojun", room_and_givens),
    ("nanro", "nanro", room_and_givens),
    ("creek", "creek", |t| four(&flat(&picture(t, "clues number")))),
    ("mochikoro", "mochikoro", |t| sixteen(&flat(&picture(t, "clues number")))),
    ("geradeweg", "geradeweg", |t| sixteen(&flat(&picture(t, "clues circle")))),
    ("nurimisaki", "nurimisaki", |t| sixteen(&flat(&picture(t, "clues number")))),
    ("view", "view", |t| sixteen(&flat(&picture(t, "givens")))),
    ("midloop", "midloop", |t| stars(&picture(t, "clues dot"))),
    ("nothing", "all_or_nothing", |t| rooms(&picture(t, "regions room"))),
    ("fourcells", "equal_pieces", |t| ten(&flat(&picture(t, "clues number")))),
    ("nawabari", "nawabari", |t| ten(&flat(&picture(t, "clues number")))),
    ("scrin", "scrin", |t| sixteen(&flat(&picture(t, "clues number")))),
    ("triplace", "triplace", triplace),
    ("araf", "araf", |t| sixteen(&flat(&picture(t, "clues number")))),
    ("tatamibari", "tatamibari", |t| sixteen(&signs(&picture(t, "clues sign"), &["|", "-", "+"]))),
    ("snake", "snake", |t| {
        let sky = picture(t, "outside sky");
        circles(&picture(t, "clues circle"), "w", "b") + &sixteen(&flat(&[sky[0][1..].to_vec(), sky[1][1..].to_vec()]))
    }),
    ("kurochute", "kurochute", |t| sixteen(&flat(&picture(t, "clues number")))),
    ("tasquare", "tasquare", |t| sixteen(&flat(&picture(t, "clues number")))),
    ("lookair", "look_air", |t| ten(&flat(&picture(t, "clues number")))),
    ("shimaguni", "shimaguni", room_and_numbers),
    ("ayeheya", "ayeheya", room_and_numbers),
    ("hakoiri", "hakoiri", |t| rooms(&picture(t, "regions room")) + &ten(&flat(&picture(t, "givens")))),
    ("yajikazu", "yajikazu", |t| arrows(&picture(t, "clues arrow"))),
    ("hitori", "hitori", |t| picture(t, "clues number").concat().concat()),
];

#[test]
fn every_example_comes_back() {
    let mut wrong = vec![];
    for (genre, example, write) in GENRES {
        let text =
            sator::gallery::find(&format!("rules/{example}")).unwrap_or_else(|| panic!("no example {example}")).text;
        let (h, w) = grid(text);
        let link = format!("https://puzz.link/p?{genre}/{w}/{h}/{}", write(text));
        let read = match sator_formats::import(&link) {
            Some(Ok(read)) => read,
            other => {
                wrong.push(format!("{genre}: {link}: {other:?}"));
                continue;
            }
        };
        if !read.untranslated.is_empty() {
            wrong.push(format!("{genre}: {:?}", read.untranslated));
        }
        let script = format!("{}\nexpect {}", read.script, checks(text));
        let found = crate::topology::run(sator_solve::lower::Encoding::Fd, &script, &|_, answer| match answer {
            sator::session::Answer::Expect { ok: true, .. } => String::new(),
            other => format!("{other:?}"),
        });
        if found.iter().any(|message| !message.is_empty()) {
            wrong.push(format!("{genre}: {found:?}\n{script}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Links written by hand after the format's rules, and what they say.
#[test]
fn parts_of_their_own() {
    let assert_contains = |link: &str, parts: &[&str]| {
        let text = script(link);
        for part in parts {
            assert!(text.contains(part), "{part}\n{text}");
        }
    };
    assert_contains("https://puzz.link/p?yajilin/3/2/a21+c", &["1,down #", "yajilin(shade, e, arrow)"]);
    assert_contains("https://puzz.link/p?tapa/3/1/a7g.", &["  1,1 .   ?"]);
    assert_contains("https://puzz.link/p?starbattle/4/4/1/000000", &["star_battle(star, room, 1)"]);
    assert_contains(
        "https://puzz.link/p?skyscrapers/2/2/1h2i1",
        &["top    1 .", "bottom . 2", "left   . .", "right  . 1"],
    );
    assert_contains("https://puzz.link/p?easyasabc/2/2/2/1m", &["grid x 2x2 in 0..2", "top    1 ."]);
    assert_contains("https://puzz.link/p?doppelblock/3/3/3k", &["grid x 3x3 in 0..1", "top    3 . ."]);
    assert_contains("https://puzz.link/p?nonogram/2/2/1h1", &["top    1 0", "left   0 1"]);
    assert_contains("https://puzz.link/p?tents/2/2/1g1gi0h", &["top    1 .", "left   1 .", "  .T\n  T."]);
    assert_contains(
        "https://puzz.link/p?triplace/3/2/g2.@1-110h.1.1-12",
        &["#    .,.  1,.  .,.", ".,1  .    2,.  1,.", ".,18 1,16 .    ."],
    );
    assert_contains("https://puzz.link/p?kakuro/1/1/k55", &["#   5,.", ".,5 .", "grid x 2x2 in 1..9 except sums"]);
    assert_contains("https://puzz.link/p?aquarium/r/2/2/00/1i", &["aquarium(water, tank, sky)"]);
    assert_contains("https://puzz.link/p?aquarium/2/2/00/1i", &["aquarium(water, tank, sky, pools: true)"]);
    assert_contains(
        "https://puzz.link/p?pencils/3/2/3gkj.k",
        &["  3     up    .\n  right ?", "pencils(tip, e, pencil)"],
    );
    assert_contains(
        "https://puzz.link/p?kinkonkan/2/2/o0aAaBbAB2.12",
        &["top    . A,2", "bottom . B,?", "right  A,1 B,2"],
    );
    assert_contains(
        "https://puzz.link/p?statuepark/3/3/1i0//2/22s/21o",
        &["  .", "grid tray 2x5", "  aa.bb\n  a....", "statue_park(shade, piece, circle)"],
    );
    assert_contains("https://puzz.link/p?statuepark/4/4/000000//t", &["grid tray 4x13", "  a..b.cc..d..e\n"]);
    assert_contains(
        "https://puzz.link/p?kropki/2/2/b0",
        &["latin(x)\nkropki(x, white: [(r1c1, r1c2)], black: [(r1c1, r2c1)])"],
    );
    assert_contains("https://puzz.link/p?usotatami/3/1/-2g-0c", &["  2  .  12"]);
    assert_contains("https://puzz.link/p?castle/3/1/20.a114", &["  b      .      w,4,up"]);
    assert_contains("https://puzz.link/p?hakoiri/2/1/0.3", &["  ?3", "r1c1 != 0", "hakoiri(x, room)"]);
    assert_contains("https://puzz.link/p?arukone/2/2/1122", &["numberlink(e, number, full: true)"]);
    assert_contains("https://puzz.link/p?arukone/e/2/2/1122", &["numberlink(e, number)"]);
    assert_contains("https://puzz.link/p?fillomino/2/2/jg0", &["fillomino(x, apart: [(r1c1, r1c2)])"]);
    assert_contains("https://puzz.link/p?fillomino/2/2/j", &["\nfillomino(x)\n"]);
    assert_contains("https://puzz.link/p?yinyang/3/1/5", &["givens x {\n  .-#"]);
}

/// A clue of unknown value outside of the grid, or in a room, adds no condition.
#[test]
fn clues_of_unknown_value() {
    for (any, none) in [
        ("skyscrapers/2/2/.m", "skyscrapers/2/2/n"),
        ("doppelblock/3/3/.k", "doppelblock/3/3/l"),
        ("easyasabc/2/2/1/.m", "easyasabc/2/2/1/n"),
        ("haisu/2/2/112100h.g", "haisu/2/2/112100j"),
    ] {
        let [any, none] = [any, none].map(|link| count(&script(&format!("https://puzz.link/p?{link}")), 20));
        assert!(any == none && (1..20).contains(&any), "{any} and {none}");
    }
}

/// Borders of a Fillomino are drawn between numbers that differ.
#[test]
fn borders_of_a_fillomino() {
    let text = script("https://puzz.link/p?fillomino/2/1/hg");
    assert_eq!(count(&text, 10), 0, "a 2 has two cells\n{text}");
    assert_eq!(count(&script("https://puzz.link/p?fillomino/2/1/h"), 10), 1);
    assert_eq!(count(&script("https://puzz.link/p?fillomino/3/1/ig"), 10), 1);
    assert_eq!(mended("https://puzz.link/p?fillomino/2/2/jg00").1, ["text after the data of the link was ignored: 0"]);
}

#[test]
fn names_flags_and_hosts() {
    for link in [
        "https://puzz.link/p?slither/2/2/3i",
        "http://pzv.jp/p.html?slither/2/2/3i",
        "https://puzz.link/p?type=editor&slither/2/2/3i",
        "https://puzz.link/p?slither_edit/2/2/3i",
        "https://pzprxs.vercel.app/p?slither_play/2/2/3i",
        "https://pzplus.tck.mn/p.html?slitherlink/2/2/3i",
        "puzz.link/p?slither/2/2/3i",
        "www.pzv.jp/p.html?slither/2/2/3i",
        "HTTPS://PUZZ.LINK/p?Slither/2/2/3i/",
        "https://puzz.link/p?slither%2F2%2F2%2F3i%20",
        "https://puzz.link/p?slither/2/2/3i&type=player#top",
    ] {
        assert_eq!(count(&script(link), 10), 4, "{link}");
    }
    // A percent sign of pzpr's own is no escape.
    assert!(script("https://puzz.link/p?kurotto/2/1/%30a3").contains("  8970 3"));
    for link in ["https://puzz.link/p?slither/v:/2/2/3i", "https://puzz.link/p?v:slither/2/2/3i"] {
        let read = sator_formats::import(link).expect("a link").expect("is read");
        assert_eq!(read.untranslated.len(), 1);
        assert!(read.untranslated[0].contains("variant"), "{:?}", read.untranslated);
    }
    let read = sator_formats::import("https://puzz.link/p?slither/d/2/2/3i").expect("a link").expect("is read");
    assert_eq!(read.untranslated.len(), 1);
}

/// Three genres once had a character for each place. The flag `d` stands for that encoding.
#[test]
fn the_old_encoding_of_a_flag_is_read() {
    let read = |link: &str| sator_formats::import(link).expect("a link").expect("is read");
    for (link, picture) in [
        ("https://puzz.link/p?lits/d/3/2/001203", "  aab\n  cad\n"),
        ("https://puzz.link/p?gokigen/d/2/1/1.20.1", "  1.2\n  0.1\n"),
        ("https://puzz.link/p?creek/d/2/1/1.20*1", "  1.2\n  0.1\n"),
    ] {
        let read = read(link);
        assert!(read.script.contains(picture), "{}", read.script);
        assert!(read.untranslated.is_empty(), "{:?}", read.untranslated);
    }
    assert!(mended("https://puzz.link/p?creek/d/2/1/1.20*").1[0].contains("ends early: blanks fill 1 place"));
    // Another genre has the flag for something else.
    assert_eq!(read("https://puzz.link/p?norinori/d/2/1/0").untranslated.len(), 1);
}

/// All points of a Slitherlink are visited; no piece of a Fillomino is larger than 3.
#[test]
fn flags_that_mean_a_rule_are_read() {
    for (link, free, bound) in [("slither/f/2/1/h", 3, 1), ("fillomino/t/4/1/j", 4, 3)] {
        let link = format!("https://puzz.link/p?{link}");
        let read = sator_formats::import(&link).expect("a link").expect("is read");
        assert!(read.untranslated.is_empty(), "{:?}", read.untranslated);
        assert_eq!(count(&read.script, 10), bound, "{}", read.script);
        assert_eq!(count(&script(&link.replace("/f/", "/").replace("/t/", "/")), 10), free);
    }
}

#[test]
fn each_mistake_has_a_message() {
    assert!(problem("https://puzz.link/p?nosuch/5/5/a").contains("sator doesn't know the genre `nosuch`"));
    assert!(problem("https://puzz.link/p?slither/5").contains("no size"));
    for size in ["0/5", "-1/5", "1000/5", "5/1000", "99999999999999999999/5"] {
        let message = problem(&format!("https://puzz.link/p?slither/{size}/a"));
        assert!(message.contains("100") || message.contains("no size"), "{message}");
    }
    assert!(problem("https://puzz.link/p?slither/5/5").contains("empty board"));
    // A number that is cut off is none.
    assert!(problem("https://puzz.link/p?nurikabe/5/5/-1").contains("too early"));
    assert!(problem("https://puzz.link/p?tatamibari/1/1/4").contains("sign 4"));
    assert!(problem("https://puzz.link/p?castle/3/1/204b").contains("no direction"));
    assert!(problem("https://puzz.link/p?slither/2/2/!!!!").contains("no meaning"));
    assert!(problem("https://puzz.link/p?pzprv3/slither/2/2/").contains("contains a file of pzpr"));
}
