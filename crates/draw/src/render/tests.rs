//! Snapshots of drawings, objects and diagnostics; and that none of them can panic.

use super::*;
use insta::assert_snapshot;
use proptest::prelude::*;
use sator_base::memory::Memory;
use sator_base::source::{SourceId, SourceMap, Span};
use sator_lang::diagnostic::{Code, Diagnostic, Label};
use sator_lang::syntax::ast::Query;
use sator_model::{Assignment, Domain, Enum, EnumId, GridId, Kind, Model, Unknown, UnknownId, Variable};

const BLOCK_PARTY: &str = "0 1 1 1 2 2 2 2 2 2;0 0 1 1 1 2 3 3 2 2;0 0 4 4 5 5 6 3 7 7;0 0 8 4 9 6 6 6 7 7;\
    0 8 8 9 9 10 11 6 6 7;0 12 8 13 14 10 15 15 7 7;0 16 17 13 13 13 15 20 20 20;16 16 17 18 13 19 22 21 21 22;\
    16 16 16 18 18 22 22 21 21 22;16 16 16 16 18 18 22 22 22 22";

const SUDOKU: &str = "569371482813924756274586319428653971197248635356719824985167243641832597732495168";

fn square(size: usize, kind: Kind, domain: Domain) -> Model {
    grid(size, size, kind, domain, &|_| true)
}

fn grid(rows: usize, cols: usize, kind: Kind, domain: Domain, present: &dyn Fn(usize) -> bool) -> Model {
    let mut model = Model::default();
    model.add_grid("x", (rows, cols), Some((kind, domain)), (0..rows * cols).map(present).collect(), false);
    model
}

/// Boxes of `h` by `w` as the outline.
fn boxed(mut model: Model, h: usize, w: usize) -> Model {
    let (cells, cols) = (model.grids[0].len(), model.grids[0].cols);
    let across = cols / w;
    let outline = (0..cells).map(|i| Some((i / cols / h * across + i % cols / w) as u32)).collect();
    model.drawing_mut(GridId(0)).boxes = Some(outline);
    model
}

fn block_party() -> Model {
    let mut model = square(10, Kind::Int, Domain::range(1, 13));
    model.drawing_mut(GridId(0)).boxes = Some(BLOCK_PARTY.split([';', ' ']).map(|t| t.parse().ok()).collect());
    model
}

/// Draws the first grid from a function of the cell's number.
fn draw(model: &Model, cell: &dyn Fn(usize) -> CellText) -> String {
    draw_grid(model, GridId(0), &|u| cell(at(model, u)), &Look::default()).to_string()
}

/// The number of the cell of the first grid that an unknown is in.
fn at(model: &Model, unknown: UnknownId) -> usize {
    model.grids[0].unknowns.iter().position(|&u| u == Some(unknown)).unwrap_or_default()
}

fn number(n: usize) -> CellText {
    CellText::text(n.to_string())
}

fn digit(i: usize) -> CellText {
    CellText::text(&SUDOKU[i..=i])
}

fn sudoku() -> Model {
    let mut model = boxed(square(9, Kind::Int, Domain::range(1, 9)), 3, 3);
    for i in (0..81).step_by(4) {
        model.drawing_mut(GridId(0)).givens[i] = true;
    }
    model
}

#[test]
fn classic_sudoku() {
    let model = sudoku();
    let text = draw(&model, &|i| if i % 4 == 0 || i % 7 == 0 { digit(i) } else { CellText::UNKNOWN });
    assert_snapshot!(text);
}

#[test]
fn irregular_regions() {
    assert_snapshot!(draw(&block_party(), &|i| if i % 3 == 0 { number(i % 13 + 1) } else { CellText::UNKNOWN }));
}

#[test]
fn large_sudokus() {
    let sixteen = boxed(square(16, Kind::Int, Domain::range(1, 16)), 4, 4);
    assert_snapshot!("sixteen", draw(&sixteen, &|i| number((i + i / 16 * 4) % 16 + 1)));
    let plain = boxed(square(25, Kind::Int, Domain::range(1, 25)), 5, 5);
    let marked = |i: usize| {
        number((i + i / 25 * 5) % 25 + 1).styled(if i.is_multiple_of(6) { Style::CHANGED } else { Style::PLAIN })
    };
    assert_snapshot!("twenty_five", draw(&plain, &|i| number((i + i / 25 * 5) % 25 + 1)));
    assert_snapshot!("twenty_five_marked", draw(&plain, &marked));
}

#[test]
fn yes_and_no() {
    let yes = |i: usize| CellText::new(Content::Bool(i * i % 7 < 3));
    let some = |i: usize| if i.is_multiple_of(5) { CellText::UNKNOWN } else { yes(i) };
    let model = square(6, Kind::Bool, Domain::range(0, 1));
    assert_snapshot!("bool_open", draw(&model, &some));
    let changed = |i: usize| if i == 8 || i == 9 { yes(i).styled(Style::CHANGED) } else { some(i) };
    assert_snapshot!("bool_changed", draw(&model, &changed));
    assert_snapshot!("bool_boxes", draw(&boxed(model.clone(), 2, 3), &some));
    let mut irregular = model.clone();
    irregular.drawing_mut(GridId(0)).boxes = Some((0..36u32).map(|i| Some(i % 6 / (1 + i / 18))).collect());
    assert_snapshot!("bool_irregular", draw(&irregular, &some));
    assert!(draw(&square(60, Kind::Bool, Domain::range(0, 1)), &yes).lines().all(|l| l.chars().count() <= 60));
}

fn colours() -> Model {
    let mut model = Model::default();
    let values = ["red", "green", "blue"].map(String::from).to_vec();
    model.enums.push(Enum { name: "colour".into(), declared: Span::new(SourceId(0), 0, 0), values, directions: false });
    let domain = Some((Kind::Enum(EnumId(0)), Domain::range(0, 2)));
    model.add_grid("x", (2, 3), domain, vec![true; 6], false);
    model
}

#[test]
fn names() {
    let model = colours();
    let cell = |i: usize| match i {
        2 => CellText::UNKNOWN,
        4 => CellText::value(&model, UnknownId(4), 2).styled(Style::CHANGED),
        _ => CellText::value(&model, UnknownId::at(i), i as i64 % 3),
    };
    assert_snapshot!(draw(&model, &cell));
    assert_snapshot!("names_boxed", draw(&boxed(model.clone(), 2, 1), &cell));
}

#[test]
fn holes() {
    let wall = |i: usize| ![0, 1, 7, 12, 17, 23, 24].contains(&i);
    assert_snapshot!(draw(&grid(5, 5, Kind::Int, Domain::range(1, 9), &wall), &|i| number(i % 9 + 1)));
}

#[test]
fn marks() {
    let model = sudoku();
    let cell = |i: usize| match i {
        3 | 17 => digit(i).styled(Style::CHANGED),
        21 | 44 => digit(i).styled(Style { changed: true, ..Style::CLASH }),
        _ => digit(i),
    };
    assert_snapshot!(draw(&model, &cell));
}

#[test]
fn small_and_odd_grids() {
    let any = Domain::range(-99, 9999);
    let one = square(1, Kind::Int, any.clone());
    let row = grid(1, 5, Kind::Int, any.clone(), &|_| true);
    let column = grid(3, 1, Kind::Int, any.clone(), &|_| true);
    let value = |i: usize| CellText::text(((i as i64 - 1) * 4999).to_string());
    let drawn = [&one, &boxed(one.clone(), 1, 1), &row, &boxed(row.clone(), 1, 2), &column].map(|m| draw(m, &value));
    assert_snapshot!(drawn.join("--\n"));
}

#[test]
fn forms_get_tighter_before_a_drawing_gets_wider_than_the_page() {
    for size in 1..=39 {
        for (model, wide) in [
            (square(size, Kind::Int, Domain::range(1, 9)), 1),
            (boxed(square(size, Kind::Int, Domain::range(1, 9)), 2, 2), 1),
            (boxed(square(size, Kind::Int, Domain::range(1, 99)), 3, 1), if size > 26 { 1 } else { 2 }),
        ] {
            let marked =
                |i: usize| CellText::text("7".repeat(wide)).styled(if i == 3 { Style::CLASH } else { Style::PLAIN });
            let text = draw(&model, &marked);
            assert!(text.lines().all(|l| l.chars().count() <= PAGE_WIDTH), "{size}\n{text}");
            assert_eq!(text.contains('!'), size > 1);
        }
    }
}

#[test]
fn candidates() {
    let model = sudoku();
    let few = |c: UnknownId| Domain::from_values((1..=9).filter(|v| (v * 7 + c.0 as i64) % 5 == 0));
    let many = |c: UnknownId| Domain::from_values((1..=9).filter(|v| (v * 7 + c.0 as i64) % 5 != 0));
    assert_snapshot!("candidates_inline", draw_grid_candidates(&model, GridId(0), &few, &Look::default()));
    assert_snapshot!("candidates_pencil", draw_grid_candidates(&model, GridId(0), &many, &Look::default()));
    let every = |_: UnknownId| Domain::range(1, 13);
    assert_snapshot!("candidates_ranges", draw_grid_candidates(&block_party(), GridId(0), &every, &Look::default()));
    let odd = |c: UnknownId| Domain::from_values([1, 3, 4, 9 + c.0 as i64 % 2, 13]);
    assert_snapshot!("candidates_listed", draw_grid_candidates(&block_party(), GridId(0), &odd, &Look::default()));
    let pair = |c: UnknownId| Domain::from_values([0, c.0 as i64 % 3]);
    assert_snapshot!("candidates_names", draw_grid_candidates(&colours(), GridId(0), &pair, &Look::default()));
}

#[test]
fn solutions_side_by_side() {
    let model = sudoku();
    let other = |i: usize| if i % 11 == 3 { digit(80 - i).styled(Style::CHANGED) } else { digit(i) };
    let draw = |cell: &dyn Fn(usize) -> CellText| draw_grid(&model, GridId(0), &|u| cell(u.index()), &Look::default());
    let titled = vec![draw(&digit).titled("first:"), draw(&other).titled("second:")];
    assert_snapshot!("beside", side_by_side(titled.clone(), PAGE_WIDTH));
    let three = [titled, vec![Drawing::text("the third")]].concat();
    assert_snapshot!("below", side_by_side(three.clone().into_iter().chain(three).collect(), PAGE_WIDTH));
}

#[test]
fn colours_repeat_what_characters_show() {
    let model = sudoku();
    let cell = |u: UnknownId| match u.0 {
        3 => digit(3).styled(Style::CHANGED),
        5 => digit(5).styled(Style::CLASH),
        8 => digit(8).styled(Style::DERIVED),
        i if i < 9 => digit(i as usize),
        _ => CellText::UNKNOWN,
    };
    let drawing = draw_grid(&model, GridId(0), &cell, &Look::default());
    assert_eq!(render_terminal(&drawing, false), drawing.to_string());
    let colored = render_terminal(&drawing, true);
    assert_snapshot!(colored.lines().nth(1).unwrap_or("").replace('\u{1b}', "ESC"));
    let mut stripped = String::new();
    for (i, part) in colored.split('\u{1b}').enumerate() {
        stripped.push_str(if i == 0 { part } else { part.split_once('m').map_or("", |p| p.1) });
    }
    assert_eq!(stripped, drawing.to_string());
}

#[test]
fn colour_is_a_choice() {
    assert!(use_color(ColorChoice::Always, false, true));
    assert!(!use_color(ColorChoice::Never, true, false));
    assert!(use_color(ColorChoice::Auto, true, false));
    assert!(!use_color(ColorChoice::Auto, true, true));
    assert!(!use_color(ColorChoice::Auto, false, false));
}

/// `var S, E`, a grid, a hidden grid, a list, a colour.
fn mixed() -> Model {
    let mut model = colours();
    let domain = Domain::range(-5, 2000);
    let mut variable = |name: &str, size: usize, kind: Kind, list: bool, hidden: bool| {
        let add = |i: usize| {
            let name = if list { format!("{name}[{}]", i + 1) } else { name.to_string() };
            Unknown { name, kind, domain: domain.clone(), hidden, inner: false }
        };
        let unknowns = (0..size).map(|i| model.add_unknown(add(i))).collect();
        model.variables.push(Variable { name: name.into(), unknowns, list, hidden, group: 0, place: None });
    };
    variable("S", 1, Kind::Int, false, false);
    variable("E", 1, Kind::Int, false, false);
    variable("q", 30, Kind::Int, true, false);
    variable("h", 1, Kind::Int, false, true);
    variable("ok", 1, Kind::Bool, false, false);
    variable("house", 2, Kind::Enum(EnumId(0)), true, false);
    let present = vec![true, false, true, true];
    model.add_grid("shade", (2, 2), Some((Kind::Bool, Domain::range(0, 1))), present, false);
    model.add_grid("depth", (2, 2), Some((Kind::Int, Domain::range(0, 1))), vec![true; 4], true);
    model.add_grid("board", (2, 2), None, vec![true; 4], false);
    model
}

fn values(model: &Model) -> Assignment {
    let value = |i: usize| match model.unknowns[i].kind {
        Kind::Int => i as i64 * 37 - 260,
        Kind::Bool => i as i64 % 2,
        Kind::Enum(_) => i as i64 % 3,
    };
    Assignment((0..model.unknowns.len()).map(value).collect())
}

#[test]
fn whole_answers() {
    let model = mixed();
    let assignment = values(&model);
    let text = |u: UnknownId| {
        let style = if u.0 == 9 { Style::CHANGED } else { Style::PLAIN };
        CellText::value(&model, u, assignment.get(u)).styled(style)
    };
    assert_snapshot!("answer", draw_answer(&model, &text, &Look::default()));
    let some = |u: UnknownId| match model.unknown(u).kind {
        Kind::Int => Domain::from_values([5, 7 + u.0 as i64 % 3, 6, 12, 13][..1 + u.index() % 5].iter().copied()),
        _ => Domain::range(0, u.0 as i64 % 2),
    };
    assert_snapshot!("answer_candidates", draw_candidates(&model, &some, &Look::default()));
}

#[test]
fn what_has_no_room_is_not_drawn() {
    let model = mixed();
    let assignment = values(&model);
    let drawn = |memory| {
        let look = Look { memory, ..Look::default() };
        draw_answer(&model, &|u| CellText::value(&model, u, assignment.get(u)), &look).to_string()
    };
    assert_eq!(drawn(Memory::AtMost(u64::MAX)), drawn(Memory::Off));
    assert_eq!(drawn(Memory::AtMost(1)), "not drawn: there is no room for it within the memory limit (`set memory`)\n");
}

#[test]
fn objects() {
    let model = mixed();
    assert_snapshot!("json_solution", json::solution(&model, &values(&model)));
    let forced = |u: UnknownId| if u.0.is_multiple_of(2) { 1.into() } else { serde_json::Value::Null };
    let cells = json::shaped(&colours(), &forced);
    let took = std::time::Duration::from_micros(14_230);
    let object = json::AnswerObject::new(Query::Forced, 12).with("status", "sat").with("cells", cells);
    assert_snapshot!(object.finish(took), @r#"{"query":"forced","line":12,"status":"sat","cells":{"x":[[1,null,1],[null,1,null]]},"version":1,"ms":14.2}"#);
    let mut sources = SourceMap::default();
    let id = sources.add("a.puz", "grid x 9x9\nr1é10 = 5\n");
    let error = Diagnostic::at(Code::Index, Span::new(id, 15, 17), "there is no \"column\" 10");
    assert_snapshot!(json::error(&error, &sources), @r#"{"error":{"code":"index","message":"there is no \"column\" 10","line":2,"column":4,"help":null,"notes":[]},"version":1}"#);
    assert_snapshot!(json::error(&Diagnostic::new(Code::Unreadable, "no"), &sources), @r#"{"error":{"code":"unreadable","message":"no","line":null,"column":null,"help":null,"notes":[]},"version":1}"#);
}

/// The diagnostic at the first occurrences of `parts` in `text`, the first of them its own place.
fn report(text: &str, message: &str, parts: &[(&str, &str)]) -> String {
    let mut sources = SourceMap::default();
    let id = sources.add("killer.puz", text);
    let mut diagnostic = Diagnostic::new(Code::Type, message);
    for (part, label) in parts {
        let start = text.find(part).unwrap_or(text.len());
        diagnostic = diagnostic.label(Span::new(id, start, start + part.len()), *label);
    }
    render_diagnostic(&diagnostic, &sources, false, usize::MAX)
}

#[test]
fn diagnostics() {
    let text = "grid x 9x9 in 1..9\n\nr1c10 = 5\ngrid x 8x8 in 1..8\n";
    let plain = report(text, "there is no column 10 in grid `x`", &[("r1c10", "")]);
    assert_snapshot!("diagnostic_plain", plain);
    let labels = [("x 8x8", "declared again here"), ("x 9x9", "first declared here")];
    assert_snapshot!("diagnostic_labels", report(text, "there are two grids `x`", &labels));
    let long = format!("{text}{}r9c9 = 1\n", "# filler\n".repeat(50));
    let labels = [("r9c9", "asserted here"), ("r1c10", "and here")];
    assert_snapshot!("diagnostic_apart", report(&long, "these clash", &labels));
    let picture = format!("givens x {{\n{}}}\n", "  53..7....\n".repeat(4));
    let block = picture.trim_end().to_string();
    assert_snapshot!("diagnostic_block", report(&picture, "a picture with 4 rows", &[(&block, "9 rows are needed")]));
    let picture = format!("givens x {{\n{}}}\n", "  53..7....\n".repeat(40));
    let block = picture.trim_end().to_string();
    assert_snapshot!("diagnostic_tall", report(&picture, "a picture with 40 rows", &[(&block, "9 rows are needed")]));
    assert_snapshot!("diagnostic_end", report("sum(r1\n", "`)` is missing", &[("nowhere", "expected `)`")]));
    assert_snapshot!("diagnostic_no_place", report("", "can't read `a.puz`: not a file", &[]));
}

#[test]
fn diagnostics_with_a_trace() {
    let mut sources = SourceMap::default();
    let library = sources.add("sator:sums.puz", "rule killer(cage, total) {\n  sum(cage) = totl\n}\n");
    let input = sources.add("<input>", "killer(r1c1..r1c3, 15)");
    let mut diagnostic = Diagnostic::at(Code::UnknownName, Span::new(library, 41, 45), "unknown name `totl`")
        .note("names are looked up where the rule is written")
        .help("did you mean `total`?");
    diagnostic.trace.push(Label { span: Span::new(input, 0, 22), text: String::new() });
    assert_snapshot!("trace", render_diagnostic(&diagnostic, &sources, false, usize::MAX));
    let colored = render_diagnostic(&diagnostic, &sources, true, usize::MAX).replace('\u{1b}', "ESC");
    assert!(colored.contains("ESC["));
    let turn = |k: usize| Label { span: Span::new(library, k % 3, 22), text: format!("killer(depth: {k})") };
    diagnostic.trace = (0..1000).map(turn).collect();
    assert_snapshot!("trace_long", render_diagnostic(&diagnostic, &sources, false, usize::MAX));
}

#[test]
fn diagnostics_of_hostile_text() {
    let line = format!("{}oops + 1{}", "x + ".repeat(2_500_000), " + y".repeat(10));
    let far = [("oops", "unknown"), ("y + y", "so is this"), ("x + x", "far away")];
    assert_snapshot!("hostile_long", report(&format!("a\n{line}\nb"), "unknown name", &far));
    let token = "a".repeat(1_000_000);
    assert_snapshot!("hostile_token", report(&token, &format!("unknown name `{token}`"), &[(&token, "")]));
    let text = "ok\r\n\tr1 \0\u{1b}[31m\u{202e} é 数独 = oops\r\nend";
    assert_snapshot!(
        "hostile_control",
        report(text, "bad \u{1b}[2J\0 character", &[("oops", "un\0known"), ("\u{1b}", "")])
    );
    assert_snapshot!("hostile_line_end", report("r1 = \r\nr2", "a value is missing", &[("\n", "here")]));
}

proptest! {
    #[test]
    fn no_diagnostic_panics(
        text in "(\\PC|[\t\r\n\0é数]){0,60}",
        spans in proptest::collection::vec((0usize..90, 0usize..90), 0..4),
        repeat in 1usize..40,
    ) {
        let text = text.repeat(repeat);
        let mut sources = SourceMap::default();
        sources.add("a", text.clone());
        sources.add("b", "r1");
        let mut diagnostic = Diagnostic::new(Code::Type, text);
        for (i, (start, len)) in spans.into_iter().enumerate() {
            let span = Span::new(SourceId(u32::from(i == 2)), start, start + len);
            diagnostic = diagnostic.label(span, "label");
            diagnostic.trace.push(Label { span, text: String::new() });
        }
        for color in [false, true] {
            let shown = render_diagnostic(&diagnostic, &sources, color, usize::MAX);
            let start = if color { "\u{1b}[" } else { "error: " };
            prop_assert!(shown.starts_with(start));
            prop_assert!(color || shown.chars().all(|c| c == '\n' || !c.is_control()));
        }
    }

    #[test]
    fn drawings_are_rectangular(
        rows in 1usize..6,
        cols in 1usize..6,
        groups in proptest::collection::vec(0u32..3, 36),
        present in proptest::collection::vec(any::<bool>(), 36),
        lengths in proptest::collection::vec(1usize..12, 36),
    ) {
        let mut model = grid(rows, cols, Kind::Int, Domain::range(0, 9), &|i| present[i]);
        model.drawing_mut(GridId(0)).boxes = Some((0..rows * cols).map(|i| (groups[i] > 0).then_some(groups[i])).collect());
        let marked = |i: usize| CellText::text("8".repeat(lengths[i])).styled(if lengths[i] < 3 { Style::CLASH } else { Style::PLAIN });
        let text = draw(&model, &marked);
        for i in (0..rows * cols).filter(|&i| present[i]) {
            prop_assert!(text.contains(&"8".repeat(lengths[i])));
        }
        prop_assert!(text.lines().all(|l| l.chars().count() <= PAGE_WIDTH));
        let set = |c: UnknownId| Domain::range(0, lengths[at(&model, c)] as i64 % 10);
        let candidates = draw_grid_candidates(&model, GridId(0), &set, &Look::default());
        prop_assert!(candidates.width() <= PAGE_WIDTH);
    }
}
