//! Out and in again: what is written is read back as the same puzzle, and what a format can't hold is named.

use super::script;
use sator::session::{Answer, Session, Settings, Shared};
use sator_base::limits::Interrupt;
use sator_formats::puzzlink::VARIANTS;

/// A session with these statements, without their questions.
pub(super) fn session(text: &str) -> Session {
    session_with(text, false)
}

/// With the checks of a solution, too, where they are wanted.
fn session_with(text: &str, solved: bool) -> Session {
    let mut session = Session::new(Settings::of_environment(), Interrupt::new());
    let statements = session.read("test", text, None).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    for statement in &statements {
        let asks = matches!(
            statement.kind,
            sator_lang::syntax::ast::StatementKind::Question(_) | sator_lang::syntax::ast::StatementKind::Command(_)
        );
        if solved || !asks {
            session.run(statement, &mut |_, _| {}).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
        }
    }
    session
}

/// Returns the answer to `export`, or its error message.
pub(super) fn export(text: &str, format: &str) -> Result<Shared, String> {
    export_from(session(text), format)
}

fn export_from(mut session: Session, format: &str) -> Result<Shared, String> {
    let statements = session.read("test", &format!("export {format}"), None).expect("reads");
    let mut shared = None;
    session
        .run(&statements[0], &mut |_, report| {
            if let Answer::Shared(found) = report.answer {
                shared = Some(found);
            }
        })
        .map_err(|e| e.message.clone())?;
    Ok(shared.expect("an answer"))
}

/// The statements of a script that make the puzzle: no comments, no checks.
fn essence(script: &str) -> String {
    let puzzle = script.split("\nexpect ").next().unwrap_or(script);
    let lines = puzzle.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.map(|line| format!("{line}\n")).collect()
}

/// The shapes that are drawn of the puzzle, sorted, as each format lists clues in an order of its own. The titles, which not
/// every format keeps, are left out; so is the order of a pair of cells in a tooltip, which no format keeps.
fn picture(text: &str) -> Vec<String> {
    let puzzle = text.split("\nexpect ").next().unwrap_or(text).split("\nsolve").next().unwrap_or(text);
    let untitled: Vec<&str> = puzzle.lines().filter(|line| !line.starts_with("title ")).collect();
    let mut session = session(&untitled.join("\n"));
    let statement = session.read("test", "export svg \"a.svg\" puzzle", None).expect("reads").remove(0);
    let mut picture = None;
    let draw = &mut |session: &Session, report: sator::Report| {
        if let Answer::Export(export) = report.answer {
            picture = Some(sator_draw::render::export_bytes(session.model(), &export).expect("draws"));
        }
    };
    session.run(&statement, draw).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    let picture = String::from_utf8(picture.expect("a picture")).expect("a text");
    let mut shapes: Vec<String> =
        picture.split('<').filter(|shape| !shape.starts_with("title>")).map(str::to_string).collect();
    shapes.sort();
    shapes
}

/// Written, read, written: the second is the first, nothing is left out on the way, and it looks the same.
#[track_caller]
pub(super) fn comes_back(text: &str, format: &str) -> String {
    let first = export(text, format).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(first.left_out, Vec::<String>::new(), "{text}");
    let read = script(&first.text);
    let second = export(&read, format).unwrap_or_else(|e| panic!("{e}\n{read}"));
    assert_eq!(second.left_out, Vec::<String>::new(), "{read}");
    assert_eq!(essence(&script(&second.text)), essence(&read));
    assert_eq!(second.text, first.text);
    assert_eq!(picture(&read), picture(text), "{text}\n{read}");
    read
}

/// The flags of a genre, each read from a link and written again as an argument.
fn flags_come_back(genre: &str, link: &str) -> Vec<(&'static str, &'static str)> {
    let flags = VARIANTS.iter().filter(|(known, ..)| *known == genre);
    flags
        .map(|(genre, flag, argument)| {
            let flagged = link.replacen(&format!("?{genre}/"), &format!("?{genre}/{flag}/"), 1);
            let read = comes_back(&script(&flagged), "link puzzlink");
            assert!(read.contains(&format!("{argument}: true")), "{flagged}\n{read}");
            (*genre, *flag)
        })
        .collect()
}

#[test]
fn every_genre_of_puzz_link() {
    let mut wrong = vec![];
    let mut written = vec![];
    let mut flags = vec![];
    for example in sator::gallery::EXAMPLES.iter().filter(|e| e.name.starts_with("rules/")) {
        let Ok(first) = export(example.text, "link puzzlink") else { continue };
        // A variant of a genre is not that genre. A range of numbers is no variant.
        if first.left_out.iter().any(|left_out| !left_out.starts_with('`')) {
            continue;
        }
        let genre = first.text.split(['?', '/']).nth(4).unwrap_or("").to_string();
        flags.extend(flags_come_back(&genre, &first.text));
        written.push(genre);
        let read = script(&first.text);
        let check = example.text.split_once("\nexpect ").map_or("unique", |(_, rest)| rest);
        let found = crate::support::run_under(
            sator_solve::lower::Encoding::Fd,
            &format!("{read}\nexpect {check}"),
            &|_, answer| match answer {
                Answer::Expect { ok: true, .. } => String::new(),
                other => format!("{other:?}"),
            },
        );
        let second = export(&read, "link puzzlink").map(|shared| shared.text);
        let seen = picture(&read) == picture(example.text);
        if second.as_ref() != Ok(&first.text) || found.iter().any(|f| !f.is_empty()) || !seen {
            wrong.push(format!(
                "{}: {}\n{second:?}\n{found:?}\nthe same picture: {seen}\n{read}",
                example.name, first.text
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    let more = [
        "grid x 4x4 in 0..3\noutside sky { top 1 . . .; left . 2 . . }\neasy_as_abc(x, sky)",
        "grid x 5x5\nclues number { . 3 . . .; . . . . 2; 2 . . . .; . . 1 . .; . . . . 3 }\npartition p of x\nequal_pieces(p, number, 5)",
        "grid x 2x3\nclues number { 1 . 2; 1 . 2 }\nlinks e of x\nnumberlink(e, number, full: true)",
        "clues sums { # 3,. 2,.; .,3 . .; .,2 . # }\ngrid x 3x3 in 1..9 except sums\nkakuro(x, sums)",
        "grid x 2x3 in 1..6\nfillomino(x, apart: [(r1c1, r1c2), (r2c3, r1c3)])",
        "grid x 2x3 in 1..6\nsymmetry_area(x, apart: [(r1c1, r1c2), (r2c3, r1c3)])",
        "grid x 2x2\nclues letter { . I; . . }\npartition p of x\ntetrominous(p, letter, apart: [(r1c1, r1c2)])",
        "grid x 2x2\nregions room { a a; a b }\nclues number { . .; . . }\nlinks e of x\ncountry_road(e, room, number, empty: true)",
        "grid x 3x3 in bool\nclues number { 1 . .; . . .; . . . }\nlinks e of x\nkoburin(x, e, number, corners: true)",
        "grid x 3x3 in bool\nclues number { 1 . .; . . .; . . . }\nlinks e of x\nla_paz(x, e, number, liars: true)",
        "grid x 3x3\nclues circle { 1 . .; . . .; ? . . }\nlinks e of x\nichimaga(e, circle, magnetic: true)",
        "grid x 3x3\nclues pipe { . . dl; . o .; . . . }\nlinks e of x\npipelink(e, pipe, circles: true)",
        "grid x 3x3\nclues circle { ? . .; . . .; 1 . . }\nlinks e of x\nichimaga(e, circle, crossing: true)",
        "grid x 2x3\nclues ice { . # .; . . . }\nclues number { 1 . .; . ? . }\noutside gate { top in . .; right . out }\nlinks e of x\nicelom(e, ice, number, gate, all: true)",
        "grid x 2x2 in 0..2\nregions room { a a; b b }\noutside pole { top 1 .; bottom . 1; left 1 .; right . 0 }\nmagnets(x, room, pole, anti: true)",
        "grid shade 3x3 in bool\nclues arrow { . up,left .; ? . .; . . right }\ngrid tray 2x2\nregions piece of tray { aa; a. }\npentopia(shade, piece, arrow, through: true)",
        "grid x 2x3\nclues clue { ? . left; . . . }\npartition p of x\nsashigane(p, clue)",
        "grid x 2x3\nclues number { . 3 .; . . 1 }\nfences e of x\nslitherlink(e, number, full: true)",
        "grid x 3x4\nclues pearl { . . . .; w . . .; . . . . }\nlinks e of x\nmasyu(e, pearl, full: true)",
        "grid x 3x3\nclues ice { . . .; . # .; . . . }\nclues number { ? . .; . . .; . . . }\nlinks e of x\nice_walk(e, ice, number, full: true)",
        "grid x 3x3 in 1..3\nclues beside { > 2 .; . . .; . < . }\nclues below { ^ . 1; . v .; . . . }\nfutoshiki(x, beside, below)",
        "grid x 2x3 in 1..6\nfillomino(x, small: true)",
        "grid x 3x3 in bool\nregions room { a a b; a a b; a b b }\nclues number { 2 . .; . . .; . . . }\naqre(x, room, number, borders: true)",
        "grid x 3x3 in bool\nregions room { a a b; a a b; a b b }\nclues number { 2 . .; . . .; . . . }\nakichi(x, room, number, most: true)",
        "grid x 3x3 in bool\nclues arrow { . . .; . # .; 1,right . . }\nlinks e of x\nyajilin(x, e, arrow, outside: true)",
        "grid x 3x3 in bool\nclues clue { . . .; . ? .; LX,right . . }\nlinks e of x\nlix_loop(x, e, clue, outside: true)",
        "grid x 2x3 in 1..6\nsymmetry_area(x, small: true)",
        "grid x 3x3 in bool\nclues number { 1 . .; . . .; . . . }\nlinks e of x\nkoburin(x, e, number, corners: true, outside: true)",
        "grid x 3x3 in bool\nregions room { a a b; a a b; a b b }\nclues number { 1 . .; . . .; . . . }\nlinks e of x\nregional_yajilin(x, e, room, number, outside: true)",
        "grid x 2x3\nclues clue { 1 . .; . x ? }\ngrid tray 2x2\nclues curve of borders tray { . 1 .; 1 . .; . . . }\nlinks e of x\ncurve_data(e, clue, curve, walls: [(r1c1, r1c2)])",
        "grid x 2x2 in 1..2\nlatin(x)\nkropki(x, white: [(r2c1, r1c1), (r2c1, r2c2)], black: [(r1c2, r1c1), (r1c2, r2c2)])",
    ];
    for text in more {
        comes_back(text, "link puzzlink");
        let link = export(text, "link puzzlink").expect("writes").text;
        written.push(link.split(['?', '/']).nth(4).unwrap_or("").to_string());
    }
    for genre in sator_formats::puzzlink::GENRES {
        if !written.iter().any(|name| name == genre.name) {
            wrong.push(format!("{} is in no example", genre.name));
        }
    }
    for (genre, flag, _) in VARIANTS {
        if !flags.contains(&(*genre, *flag)) {
            wrong.push(format!("the flag {flag} of {genre} is in no example"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const SUDOKU: &str = "title \"T\"\ngrid x 9x9 in 1..9\nsudoku(x)\n";

#[test]
fn every_field_of_f_puzzles() {
    let rules = "diagonal(x, upright)\nanti_knight(x)\nanti_king(x)\ndisjoint_groups(x)\n\
        thermo(r1c1..r3c1)\nslow_thermo(r1c2..r3c2)\npalindrome(r1c3..r3c3)\nrenban(r1c4..r3c4)\nwhispers(r1c5..r3c5)\n\
        whispers(r1c6..r3c6, gap: 4)\nregion_sum(r1c7..r4c7, boxes(x))\nbetween(r1c8..r3c8)\nentropic(r1c9..r3c9)\n\
        modular(r4c1..r6c1)\nnabner(r4c2..r6c2)\ndouble_arrow(r4c3..r6c3)\nzipper(r4c4..r6c4)\nlockout(r4c5..r6c5)\n\
        arrow(r7c1..r9c1)\narrow(r7c4..r9c4, circle: [r7c2, r7c3])\nkiller(r7c5..r8c5, 10)\nkiller(r9c5..r9c6)\n\
        extra_region(r1c1..r3c3)\nodd([r5c6, r5c8])\neven([r6c6])\nminimum([r2c2])\nmaximum([r8c8, r8c9])\n\
        quadruple(r6c7, [1, 2])\nclone([r1c1, r1c2], [r9c8, r9c9])\nrow_indexer(x, [r5c5])\ncolumn_indexer(x, [r5c6])\n\
        box_indexer(boxes(x), [r5c7])\nwhite_dot(r4c8, r4c9)\nwhite_dot(r5c8, r5c9, gap: 3)\nblack_dot(r6c8, r6c9)\n\
        x_mark(r7c8, r7c9)\nv_mark(r8c6, r8c7)\nlittle_killer(r1c2..r8c9, 40)\nsandwich(r1, 10)\nx_sum(reverse(c2), 20)\n\
        skyscraper(reverse(r3), 3)\nno_other_xv(x, [(r7c8, r7c9), (r8c6, r8c7)])\nr1c1 = 5\nr1c2 in {1, 2}\n";
    let read = comes_back(&format!("{SUDOKU}{rules}"), "link fpuzzles");
    for line in rules.lines().filter(|line| !line.starts_with("r1c") && !line.starts_with("quadruple")) {
        assert!(read.contains(&format!("\n{line}\n")), "{line}\n{read}");
    }
    assert!(read.contains("quadruple([r6c7, r6c8, r7c7, r7c8], [1, 2])") && read.contains("title \"T\""), "{read}");
    assert!(read.contains("givens x {\n  5........\n") && read.contains("\nr1c2 in {1, 2}\n"), "{read}");
}

#[test]
fn regions_dots_and_clues_of_pictures() {
    let jigsaw = "grid x 4x4 in 1..4\nregions region of x {\n  1122\n  1.22\n  3344\n  33.4\n}\njigsaw(x, region)\n";
    let read = comes_back(jigsaw, "link fpuzzles");
    assert!(read.contains("  1122\n  1.22\n  3344\n  33.4\n"), "{read}");
    comes_back("grid x 5x5 in 1..5\nlatin(x)\nr3c3 = 2\n", "link fpuzzles");
    let kropki = "grid x 4x4 in 1..4\nsudoku(x)\nkropki(x, white: [(r1c1, r1c2)], black: [(r2c1, r2c2)])\n";
    let read = comes_back(kropki, "link fpuzzles");
    assert!(read.contains("no_other_dots(x, [(r1c1, r1c2), (r2c1, r2c2)])"), "{read}");
    // Beside dots the field is about the pairs without one.
    let plain = "grid x 4x4 in 1..4\nsudoku(x)\nnonconsecutive(x)\n";
    assert!(comes_back(plain, "link fpuzzles").contains("\nnonconsecutive(x)\n"));
    let apart = format!("{plain}white_dot(r1c1, r1c2, gap: 3)\n");
    let read = comes_back(&apart, "link fpuzzles");
    assert!(read.contains("no_other_dots(x, [(r1c1, r1c2)], gaps: [1], ratios: [])"), "{read}");
    comes_back(&read, "link fpuzzles");
    for dot in ["white_dot(r1c1, r1c2)", "black_dot(r1c1, r1c2)"] {
        let left = export(&format!("{plain}{dot}\n"), "link fpuzzles").expect("writes").left_out;
        assert_eq!(left, ["nonconsecutive(x)"]);
    }
    let outside = "grid x 4x4 in 1..4\nsudoku(x)\noutside sky of x { top 1 . 2 .; right . 3 . . }\nskyscraper(sky)\n";
    let read = comes_back(outside, "link fpuzzles");
    for line in ["skyscraper(c1, 1)", "skyscraper(c3, 2)", "skyscraper(reverse(r2), 3)"] {
        assert!(read.contains(line), "{line}\n{read}");
    }
    let cages = "grid x 4x4 in 1..4\nsudoku(x)\nregions cage { a a b b; . . . b; . . . .; . . . . }\n\
        clues total { 5 . . 6; . . . .; . . . .; . . . . }\nkillers(cage, total)\n";
    assert!(comes_back(cages, "link fpuzzles").contains("killer(r1c1..r1c2, 5)"));
}

/// A solution is exported where the format has a place for it, imported as an `expect` that holds, and exported again unchanged.
#[test]
fn a_solution_goes_along() {
    let sudoku = "grid x 4x4 in 1..4\nsudoku(x)\ngivens x { 1...; ..3.; .4..; ...2 }\n";
    let drawn = "grid x 4x4 in 1..4\nsudoku(x)\nsum_line(r1c1..r1c2, 4)\ngivens x { 1...; ..3.; .4..; ...2 }\n";
    let mut puzzles = vec![(sudoku.to_string(), "fpuzzles"), (sudoku.into(), "sudokupad"), (sudoku.into(), "penpa")];
    puzzles.push((drawn.into(), "sudokupad"));
    for example in ["slitherlink", "masyu", "nurikabe", "shikaku", "hashi", "fillomino", "yajilin", "skyscraper"] {
        let text = sator::gallery::find(&format!("rules/{example}")).expect("an example").text;
        let puzzle = text.split("\nsolve").next().unwrap_or(text);
        puzzles.push((puzzle.into(), "penpa"));
    }
    for (puzzle, to) in puzzles {
        let to = format!("link {to}");
        let plain = export(&puzzle, &to).unwrap_or_else(|e| panic!("{e}\n{puzzle}")).text;
        let solved = export_from(session_with(&format!("{puzzle}\nunique\n"), true), &to).expect("writes").text;
        assert_ne!(plain, solved, "{puzzle}");
        let read = script(&solved);
        assert!(!script(&plain).contains("expect "), "{plain}");
        let commented = read.contains("untranslated");
        assert!(read.contains(if commented { "# expect solution" } else { "\nexpect " }), "{read}");
        if commented {
            continue;
        }
        let answers = crate::support::run_under(sator_solve::lower::Encoding::Fd, &read, &|_, answer| match answer {
            Answer::Expect { ok, .. } => ok.to_string(),
            _ => String::new(),
        });
        assert!(answers.iter().any(|s| s == "true") && answers.iter().all(|s| s != "false"), "{answers:?}\n{read}");
        let again = export_from(session_with(&format!("{read}\nunique\n"), true), &to).expect("writes").text;
        assert_eq!(essence(&script(&again)), essence(&read));
        assert_eq!(script(&again).split("\nexpect ").nth(1), read.split("\nexpect ").nth(1), "{read}");
    }
}

/// One of several solutions is not exported, as it is not *the* solution; the answer mentions it. SudokuPad keeps one digit
/// for each cell, so a solution with a 10 is not exported either.
#[test]
fn a_solution_beyond_nine_stays() {
    let row =
        |r: usize| (0..10).map(|c| (1 + (c + 5 * (r % 2) + r / 2) % 10).to_string()).collect::<Vec<_>>().join(" ");
    let rows: Vec<String> = (0..10).map(row).collect();
    let text = format!("grid x 10x10 in 1..10\nsudoku(x)\ngivens x {{\n  {}\n}}\nunique", rows.join("\n  "));
    // With a bulb, which the drawing has and the rules don't.
    let text = text.replace("givens", "bulb(r1c1, r1c2)\ngivens");
    let text = format!("rule bulb(a, b) {{ a < b }}\n{text}");
    let shared = export_from(session_with(&text, true), "link sudokupad").expect("a link");
    assert!(shared.left_out.iter().any(|message| message.starts_with("the solution: ")), "{:?}", shared.left_out);
}

#[test]
fn one_of_several_solutions_stays() {
    let two = "grid x 4x4 in 1..4\nsudoku(x)\ngivens x { 1...; ..3.; .4..; .... }\nsolve\n";
    for to in ["link fpuzzles", "link sudokupad", "link penpa"] {
        let written = export_from(session_with(two, true), to).expect("writes");
        assert!(!script(&written.text).contains("expect "), "{}", script(&written.text));
        assert!(written.left_out.iter().any(|left| left.contains("ask `unique`")), "{:?}", written.left_out);
        // Once proved it goes along until a statement goes.
        let one = format!("{two}r4c4 = 2\nexpect unique\n");
        let written = export_from(session_with(&one, true), to).expect("writes");
        assert!(script(&written.text).contains("\nexpect solution x"), "{}", script(&written.text));
        let again = export_from(session_with(&format!("{one}undo\nsolve\n"), true), to).expect("writes");
        assert!(!script(&again.text).contains("expect "), "{}", script(&again.text));
    }
}

#[test]
fn lines_of_digits() {
    let read = comes_back(&format!("{SUDOKU}r1c1 = 5\nr9c9 = 3\n").replace("title \"T\"\n", ""), "line");
    assert!(read.contains("givens x {\n  5........\n"), "{read}");
    let line = export("grid x 9x9 in 1..9\nsudoku(x)\nr1c1 in {1, 2}\n", "line").expect("writes").text;
    assert_eq!((line.len(), &line[..11]), (729, "12.......12"));
    comes_back("grid x 16x16 in 1..16\nsudoku(x)\nr1c1 = 16\n", "line");
    assert!(
        export("grid x 9x9 in 1..9\nlatin(x)\n", "line")
            .expect_err("no sudoku")
            .contains("a line can contain only a sudoku")
    );
    let left = export(&format!("{SUDOKU}anti_king(x)\n"), "line").expect("writes").left_out;
    assert_eq!(left, ["anti_king(x)"]);
}

/// Without the statements that were left out, the puzzle can have more solutions. The answer counts those of the exported puzzle.
#[test]
fn solutions_without_what_is_left_out() {
    let givens = "r1c1 = 1 and r1c2 = 2 and r2c1 = 3 and r3c2 = 1\nr1c3 = 3 and r4c3 = 2\n";
    let whole = export(&format!("grid x 4x4 in 1..4\nsudoku(x)\n{givens}"), "link fpuzzles").expect("writes");
    assert!(whole.left_out.is_empty() && whole.without.is_none(), "{whole:?}");
    let sum =
        |givens: &str| export(&format!("grid x 4x4 in 1..4\nsudoku(x)\n{givens}r1c1 + r2c2 = 5\n"), "link fpuzzles");
    let still = sum(givens).expect("writes");
    assert_eq!(still.left_out, ["r1c1 + r2c2 = 5"]);
    assert!(still.without.as_ref().is_some_and(|left| left.count == 1 && left.exact), "{still:?}");
    // 288 sudokus of 4x4, of which a hundred are counted; a twelfth have these two givens.
    let many = sum("").expect("writes").without.expect("a count");
    assert_eq!((many.count, many.exact), (100, false));
    let some = sum("r1c1 = 1 and r1c2 = 2\n").expect("writes").without.expect("a count");
    assert_eq!((some.count, some.exact), (24, true));
}

/// A link has no range of numbers, so with a narrower one than a reader takes, the puzzle can have more solutions.
#[test]
fn a_range_that_a_link_has_not() {
    let renban = |most: i64| {
        let board = "regions room { abbb; abcb; aacd; dddd }\ngivens x { . . 9 .; 12 . . .; . . . .; . . . . }\n";
        export(&format!("grid x 4x4 in 1..{most}\n{board}renban_rooms(x, room)\n"), "link puzzlink").expect("writes")
    };
    let narrow = renban(12);
    assert_eq!(narrow.left_out, ["`x` in 1..12"]);
    assert!(narrow.without.as_ref().is_some_and(|left| left.count == 2 && left.exact), "{narrow:?}");
    assert!(renban(36).left_out.is_empty());
}

#[test]
fn a_number_of_bridges_that_a_link_has_not() {
    let bridges = |range: &str, format: &str| {
        let text = format!("grid x 3x3\nclues n {{ 2 . 2; . . .; 2 . 2 }}\nlinks b of x in {range}\nhashi(b, n)\n");
        export(&text, &format!("link {format}")).expect("writes").left_out
    };
    for format in ["puzzlink", "kudamono", "tatham"] {
        assert!(bridges("0..2", format).is_empty(), "{format}");
        assert_eq!(bridges("0..5", format), ["`b` in 0..5"], "{format}");
    }
    for range in ["0..1", "0..3", "0..4"] {
        assert_eq!(bridges(range, "puzzlink"), [format!("`b` in {range}")]);
        assert!(bridges(range, "tatham").is_empty());
    }
}

#[test]
fn sudoku_pad_has_all_or_draws_it() {
    let whole = export(&format!("{SUDOKU}thermo(r1c1..r3c1)\nr5c5 = 1\n"), "link sudokupad").expect("writes");
    assert!(whole.text.contains("/fpuzzles") && whole.left_out.is_empty());
    assert!(script(&whole.text).contains("thermo(r1c1..r3c1)"));
    let drawn =
        format!("{SUDOKU}sum_line(r1c1..r1c3, 10)\nkiller(r2c2..r2c3, 10)\nsum_cage(r4c4..r4c5, 6)\nr5c5 = 1\n");
    let drawn = export(&drawn, "link sudokupad").expect("writes");
    assert!(drawn.text.contains("/scl"), "{}", drawn.text);
    assert_eq!(drawn.left_out.len(), 1, "{:?}", drawn.left_out);
    let read = script(&drawn.text);
    for part in [
        "sudoku(x)",
        "killer(r2c2..r2c3, 10)",
        "sum_cage(r4c4..r4c5, 6)",
        " = r1c1..r1c3",
        "rulestext \"The dashed grey line",
    ] {
        assert!(read.contains(part), "{part}\n{read}");
    }
    assert!(export("grid x 4x4 in 0..3\nlatin(x)\n", "link sudokupad").expect_err("0").contains("digits from 1"));
}

#[test]
fn penpa_has_a_kakuro_by_its_tag() {
    let text = sator::gallery::find("rules/kakuro").expect("an example").text;
    let read = script(&export(text.split("\nsolve").next().unwrap_or(text), "link penpa").expect("writes").text);
    assert!(read.contains("kakuro(x, sums)") && !read.contains("untranslated"), "{read}");
    let link = |text: &str| export(text, "link puzzlink").expect("writes").text;
    assert_eq!(link(&read), link(text));
}

#[test]
fn penpa_draws_it_and_names_the_genre() {
    let (mut drawn, mut wrong) = (vec![], vec![]);
    for example in sator::gallery::EXAMPLES.iter().filter(|e| e.name.starts_with("rules/")) {
        let Ok(link) = export(example.text, "link puzzlink") else { continue };
        let genre = link.text.split(['?', '/']).nth(4).unwrap_or("");
        let genre = sator_formats::puzzlink::GENRES.iter().find(|known| known.name == genre).expect("a genre");
        let is_drawn = genre.name == "kakuro" || genre.parts.iter().all(|part| part.is_drawn());
        // Water that is level in each pool by itself is what a drawing is taken for.
        if !link.left_out.is_empty() || !is_drawn || link.text.contains("aquarium/r/") {
            continue;
        }
        let first = match export(example.text, "link penpa") {
            Ok(first) if first.left_out.is_empty() => first,
            other => {
                wrong.push(format!("{}: {other:?}", example.name));
                continue;
            }
        };
        drawn.push(genre.name);
        // A link of puzz.link has no words.
        let read = essence(&script(&first.text));
        let words = ["title ", "rulestext "];
        let is_word = |line: &&str| words.iter().any(|word| line.starts_with(word));
        let untitled: String = read.lines().filter(|l| !is_word(l)).map(|l| format!("{l}\n")).collect();
        let expected = essence(&script(&link.text));
        if untitled != expected || picture(&read) != picture(example.text) {
            wrong.push(format!("{}:\n{untitled}\n{expected}", example.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(drawn.len() >= 65, "{} genres are drawn: {drawn:?}", drawn.len());
    let killer = format!("{SUDOKU}killer(r1c1..r1c3, 7)\nthermo(r3c3..r5c3)\nr9c9 = 4\n");
    let sketch = export(&killer.replace("sudoku(x)", "latin(x)"), "link penpa").expect("writes");
    let read = script(&sketch.text);
    for part in
        ["title \"T\"", "grid x 9x9", "let cage_1 = [r1c1, r1c2, r1c3]", "let thermo_1 = r3c3..r5c3", "........4"]
    {
        assert!(read.contains(part), "{part}\n{read}");
    }
}

#[test]
fn penpa_has_variants_of_sudoku_by_their_tags() {
    let regions = "regions region of x {\n  1222\n  1124\n  1344\n  3334\n}\n";
    for rule in ["sudoku(x)\n".to_string(), format!("{regions}jigsaw(x, region)\n")] {
        let shapes =
            "killer(r1c1..r1c2, 5)\nkiller([r4c3, r4c4])\nthermo(r2c1..r3c1)\narrow(r1c4..r2c4..r3c3)\nr2c2 = 1\n";
        let read = comes_back(&format!("title \"T\"\ngrid x 4x4 in 1..4\n{rule}{shapes}"), "link penpa");
        for part in ["\nkiller(cage_1, 5)\n", "\nkiller(cage_2)\n", "\nthermo(thermo_1)\n", "\narrow(arrow_1)\n"] {
            assert!(read.contains(part), "{part}\n{read}");
        }
        assert!(read.contains(rule.lines().last().expect("a rule")) && !read.contains("untranslated"), "{read}");
    }
    // The answer names the statements that have no tag.
    let left = export(&format!("{SUDOKU}renban(r1c1..r1c3)\nthermo(r2c1..r3c1)\n"), "link penpa").expect("writes");
    assert_eq!(left.left_out, ["renban(r1c1..r1c3)"]);
}

#[test]
fn left_out_statements_are_named() {
    let text = format!(
        "{SUDOKU}rule mine(a, b) {{ a + 1 < b }}\nmine(r1c1, r1c2)\nr3c3 != r5c5 as \"apart\"\nvar S in 1..3\n\
        untranslated \"a line of colour green\"\nlunchbox(r1c1..r1c5, 11)\nsudoku(block(x, 1, 1, 9, 9))\n"
    );
    let left = export(&text, "link fpuzzles").expect("writes").left_out;
    let wanted = ["a line of colour green", "mine(r1c1, r1c2)", "apart", "the unknown S", "lunchbox(r1c1..r1c5, 11)"];
    for part in wanted {
        assert!(left.iter().any(|l| l.contains(part)), "{part}: {left:?}");
    }
    // Dots are exported although not all of their kind are given, and the answer names the statement that could not be expressed.
    let dots = format!("{SUDOKU}white_dot(r1c1, r1c2)\nno_other_dots(x)\n");
    assert_eq!(export(&dots, "link fpuzzles").expect("writes").left_out.len(), 1);
    let left =
        export(&format!("{SUDOKU}prefer r1c1 = 1\nprefer r1c2 = 1\n"), "link fpuzzles").expect("writes").left_out;
    assert_eq!(left, ["2 preferences"]);
    let nurikabe = "grid sea 3x3 in bool\nclues island { 2 . .; . . .; . . 1 }\nnurikabe(sea, island)\nr1c3\n";
    let left = export(nurikabe, "link puzzlink").expect("writes").left_out;
    assert_eq!(left, ["r1c3 = true"]);
    for (text, to) in [
        ("var S in 1..3", "link fpuzzles"),
        ("grid x 9x9 in 0..8\nlatin(x)", "link fpuzzles"),
        ("grid x 9x9 in 1..9\nlatin(x)", "link puzzlink"),
        ("grid x 3x3 in bool", "line"),
    ] {
        let message = export(text, to).expect_err(text);
        assert!(message.lines().count() == 1 && message.len() > 20, "{message}");
    }
}
