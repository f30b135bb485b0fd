//! Pencil puzzles of `pencil.json`, a standard rule for every kind.

use super::picture::{cells, list, numbers, picture, regions};
use super::{Case, Check, Grid, When, grid, same};
use serde_json::Value;

/// Right, but not fast enough for every test run.
const SLOW: &[&str] = &[];

pub(super) fn case(puzzle: &Value) -> Case {
    let text = |field: &str| puzzle[field].as_str().expect("a word").to_string();
    let (kind, id) = (text("kind"), text("id"));
    let (script, answer) = script(puzzle, &kind);
    let check = match puzzle["solution_count"].as_u64().expect("a count") {
        1 => answer,
        count => Check::count(count),
    };
    let when = if SLOW.contains(&id.as_str()) { When::All } else { When::Always };
    Case { kind, id, script, checks: vec![check], when }
}

/// A puzzle's size and clues.
struct Board<'a> {
    rows: usize,
    cols: usize,
    clues: &'a Value,
    solution: &'a Value,
}

impl Board<'_> {
    fn grid(&self, name: &str, domain: &str) -> String {
        format!("grid {name} {}x{}{domain}\n", self.rows, self.cols)
    }

    fn shading(&self, name: &str) -> String {
        self.grid(name, " in bool")
    }

    /// A clue picture from `[row, column, value]`, -1 written as `unknown`.
    fn clue_picture(&self, name: &str, field: &str, unknown: &str) -> String {
        let mut tokens = self.blank();
        for entry in numbers(&self.clues[field]) {
            let token = if entry[2] < 0 { unknown.to_string() } else { entry[2].to_string() };
            tokens[entry[0] as usize][entry[1] as usize] = token;
        }
        picture(&format!("clues {name}"), &tokens)
    }

    fn blank(&self) -> Vec<Vec<String>> {
        vec![vec![".".to_string(); self.cols]; self.rows]
    }

    /// A picture with one token in each of these cells.
    fn marked(&self, name: &str, marks: &[(&str, &str)]) -> String {
        let mut tokens = self.blank();
        for (field, token) in marks {
            for cell in numbers(&self.clues[*field]) {
                tokens[cell[0] as usize][cell[1] as usize] = token.to_string();
            }
        }
        picture(&format!("clues {name}"), &tokens)
    }

    fn rooms(&self) -> String {
        regions("room", &self.clues["regions"])
    }

    fn givens(&self) -> String {
        cells("givens", self.rows, self.cols, &self.clues["givens"])
    }

    fn expect(&self, name: &'static str) -> Check {
        Check::unique_grid(name, known(self.solution))
    }
}

/// Where several solutions are only counted, there may be none to compare with.
fn known(value: &Value) -> Grid {
    if value.is_null() {
        return vec![];
    }
    numbers(value).into_iter().map(|row| row.into_iter().map(Some).collect()).collect()
}

/// The script, and what `unique` must answer where there is one solution.
fn script(puzzle: &Value, kind: &str) -> (String, Check) {
    let side = |name: &str| puzzle[name].as_u64().expect("a size") as usize;
    let b = Board { rows: side("rows"), cols: side("cols"), clues: &puzzle["clues"], solution: &puzzle["solution"] };
    let made = shading(&b, kind).or_else(|| lines_and_pieces(&b, kind)).or_else(|| numbers_in_cells(&b, kind));
    made.unwrap_or_else(|| panic!("no standard rule for {kind}"))
}

/// Genres in which cells are shaded, or hold a symbol.
fn shading(b: &Board, kind: &str) -> Option<(String, Check)> {
    Some(match kind {
        "akari" => {
            (b.shading("lamp") + &b.clue_picture("black", "black", "#") + "akari(lamp, black)\n", b.expect("lamp"))
        }
        "nurikabe" => {
            (b.shading("sea") + &b.clue_picture("island", "givens", "?") + "nurikabe(sea, island)\n", b.expect("sea"))
        }
        "heyawake" => {
            (b.shading("shade") + &b.rooms() + &room_counts(b) + "heyawake(shade, room, number)\n", b.expect("shade"))
        }
        "hitori" => {
            let blank_or = |v: i64| if v == 0 { ".".to_string() } else { v.to_string() };
            let tokens: Vec<Vec<String>> =
                numbers(&b.clues["numbers"]).into_iter().map(|row| row.into_iter().map(blank_or).collect()).collect();
            (b.shading("shade") + &picture("clues number", &tokens) + "hitori(shade, number)\n", b.expect("shade"))
        }
        "star_battle" => (
            b.shading("star") + &b.rooms() + &format!("star_battle(star, room, {})\n", b.clues["stars"]),
            b.expect("star"),
        ),
        "nonogram" => (
            b.shading("shade")
                + &sides("sky", b.clues, &[("top", "cols"), ("left", "rows")])
                + "nonogram(shade, sky)\n",
            b.expect("shade"),
        ),
        "tents" => (
            b.shading("tent")
                + &b.marked("tree", &[("trees", "T")])
                + &sides("sky", b.clues, &[("top", "cols"), ("left", "rows")])
                + "tents(tent, tree, sky)\n",
            b.expect("tent"),
        ),
        "minesweeper" => (
            b.shading("mine") + &b.clue_picture("number", "givens", "?") + "minesweeper(mine, number)\n",
            b.expect("mine"),
        ),
        "lits" => (b.shading("shade") + &b.rooms() + "lits(shade, room)\n", b.expect("shade")),
        "norinori" => (b.shading("shade") + &b.rooms() + "norinori(shade, room)\n", b.expect("shade")),
        "tapa" => {
            let mut tokens = b.blank();
            for entry in b.clues["clues"].as_array().expect("a list of clues") {
                let blocks: Vec<String> = list(&entry[2]).iter().map(i64::to_string).collect();
                let at = |i: usize| entry[i].as_u64().expect("a place") as usize;
                tokens[at(0)][at(1)] = blocks.join(",");
            }
            (b.shading("shade") + &picture("clues clue", &tokens) + "tapa(shade, clue)\n", b.expect("shade"))
        }
        "yajilin" => {
            let mut tokens = b.blank();
            for entry in b.clues["arrows"].as_array().expect("a list of clues") {
                let at = |i: usize| entry[i].as_u64().expect("a place") as usize;
                tokens[at(0)][at(1)] = format!("{},{}", entry[3], entry[2].as_str().expect("a direction"));
            }
            let script =
                b.shading("shade") + &picture("clues arrow", &tokens) + "links e of shade\nyajilin(shade, e, arrow)\n";
            (script, b.expect("shade"))
        }
        "kurodoko" => (
            b.shading("shade") + &b.clue_picture("number", "givens", "?") + "kuromasu(shade, number)\n",
            b.expect("shade"),
        ),
        "fill_a_pix" => (
            b.shading("shade") + &b.clue_picture("number", "givens", "?") + "mosaic(shade, number)\n",
            b.expect("shade"),
        ),
        _ => return None,
    })
}

/// Genres with lines, borders or pieces.
fn lines_and_pieces(b: &Board, kind: &str) -> Option<(String, Check)> {
    let places = b.grid("x", "");
    Some(match kind {
        "slitherlink" => (
            places + &b.clue_picture("number", "givens", "?") + "fences e of x\nslitherlink(e, number)\n",
            lines("e", [("horizontal", "horizontal"), ("vertical", "vertical")], b.solution),
        ),
        "masyu" => (
            places + &b.marked("pearl", &[("white", "w"), ("black", "b")]) + "links e of x\nmasyu(e, pearl)\n",
            lines("e", [("right", "horizontal"), ("down", "vertical")], b.solution),
        ),
        "shikaku" => (
            places + &b.clue_picture("area", "givens", "?") + "partition p of x\nshikaku(p, area)\n",
            Check::unique_grid("p", pieces(b.solution)),
        ),
        "hashi" => (
            places + &b.clue_picture("island", "islands", "?") + "links b of x in 0..2\nhashi(b, island)\n",
            lines("b", [("right", "horizontal"), ("down", "vertical")], b.solution),
        ),
        "numberlink" => (
            places + &b.clue_picture("number", "ends", "?") + "links e of x\nnumberlink(e, number)\n",
            paths(numbers(b.solution)),
        ),
        _ => return None,
    })
}

/// Genres with a number in each cell.
fn numbers_in_cells(b: &Board, kind: &str) -> Option<(String, Check)> {
    Some(match kind {
        "fillomino" => {
            let most = numbers(b.solution).into_iter().flatten().max().unwrap_or(1);
            (b.grid("x", &format!(" in 1..{most}")) + &b.givens() + "fillomino(x)\n", b.expect("x"))
        }
        "kakuro" => kakuro(b),
        "skyscrapers" => (
            b.grid("x", &format!(" in 1..{}", b.rows))
                + &super::picture::edges("sky", b.clues)
                + "latin(x)\nskyscraper(sky)\n",
            b.expect("x"),
        ),
        "ripple_effect" => {
            let labels = numbers(&b.clues["regions"]).concat();
            let largest = labels.iter().map(|l| labels.iter().filter(|m| *m == l).count()).max().unwrap_or(1);
            (b.grid("x", &format!(" in 1..{largest}")) + &b.rooms() + &b.givens() + "ripple(x, room)\n", b.expect("x"))
        }
        "kropki_latin" => (
            b.grid("x", &format!(" in 1..{}", b.rows))
                + &format!(
                    "latin(x)\nkropki(x, white: {}, black: {})\n",
                    dots(b.clues, "white"),
                    dots(b.clues, "black")
                ),
            b.expect("x"),
        ),
        "hidato" => (b.grid("x", &format!(" in 1..{}", b.rows * b.cols)) + &b.givens() + "hidato(x)\n", b.expect("x")),
        "binairo" => (b.grid("x", " in 0..1") + &b.givens() + "binairo(x)\n", b.expect("x")),
        "futoshiki" => (
            b.grid("x", &format!(" in 1..{}", b.rows)) + &b.givens() + &signs(b) + "futoshiki(x, beside, below)\n",
            b.expect("x"),
        ),
        "survo" => {
            let line = |letter: char, sums: &Value| -> String {
                (1..).zip(list(sums)).map(|(k, sum)| format!("sum({letter}{k}) = {sum}\n")).collect()
            };
            let rules = line('r', &b.clues["row_sum"]) + &line('c', &b.clues["col_sum"]);
            (
                b.grid("x", &format!(" in 1..{}", b.rows * b.cols)) + &b.givens() + "distinct(x)\n" + &rules,
                b.expect("x"),
            )
        }
        "kenken_no_operators" => (kenken(b), b.expect("x")),
        _ => return None,
    })
}

/// `unique`, with what is drawn: two grids of strokes, under our names and the corpus's.
fn lines(name: &'static str, parts: [(&'static str, &'static str); 2], solution: &Value) -> Check {
    let expected = parts.map(|(ours, theirs)| (ours, known(&solution[theirs])));
    Check::new("unique", move |answer| {
        same("status", answer["status"].as_str(), Some("unique"))?;
        (expected.iter())
            .try_for_each(|(part, strokes)| same(part, &grid(&answer["solutions"][0][name][*part]), strokes))
    })
}

/// `unique`, with links only between cells of one path, and paths through all its cells.
fn paths(solution: Vec<Vec<i64>>) -> Check {
    Check::new("unique", move |answer| {
        same("status", answer["status"].as_str(), Some("unique"))?;
        let e = &answer["solutions"][0]["e"];
        let (right, down) = (grid(&e["right"]), grid(&e["down"]));
        for (r, row) in solution.iter().enumerate() {
            for (c, &path) in row.iter().enumerate() {
                let mut around = 0;
                for (strokes, at, to) in [
                    (&right, (r, c), Some((r, c + 1))),
                    (&down, (r, c), Some((r + 1, c))),
                    (&right, (r, c.wrapping_sub(1)), c.checked_sub(1).map(|c| (r, c))),
                    (&down, (r.wrapping_sub(1), c), r.checked_sub(1).map(|r| (r, c))),
                ] {
                    let on = strokes.get(at.0).and_then(|row| row.get(at.1)).copied().flatten() == Some(1);
                    if let (true, Some(to)) = (on, to) {
                        same("path", solution[to.0][to.1], path)?;
                        around += 1;
                    }
                }
                same("whether a path is here", around > 0, path > 0)?;
            }
        }
        Ok(())
    })
}

/// Pieces of a partition, numbered from 1 in reading order.
fn pieces(solution: &Value) -> Grid {
    let mut seen: Vec<i64> = vec![];
    let mut number = |id: i64| match seen.iter().position(|&s| s == id) {
        Some(at) => Some(at as i64 + 1),
        None => {
            seen.push(id);
            Some(seen.len() as i64)
        }
    };
    numbers(solution).into_iter().map(|row| row.into_iter().map(&mut number).collect()).collect()
}

/// The number of each room in its first cell.
fn room_counts(b: &Board) -> String {
    let labels = numbers(&b.clues["regions"]);
    let mut tokens = b.blank();
    for count in numbers(&b.clues["counts"]) {
        let row = labels.iter().position(|row| row.contains(&count[0])).expect("a room");
        let col = labels[row].iter().position(|&l| l == count[0]).expect("a room");
        tokens[row][col] = count[1].to_string();
    }
    picture("clues number", &tokens)
}

/// Black cells with the sums below and to the right of them; with one more row and column before the others,
/// as some puzzles have no room for the sums of their first ones.
fn kakuro(b: &Board) -> (String, Check) {
    let (rows, cols) = (b.rows + 1, b.cols + 1);
    let entries: Vec<(i64, Vec<Vec<i64>>)> = (b.clues["entries"].as_array().expect("entries").iter())
        .map(|e| (e["sum"].as_i64().expect("a sum"), numbers(&e["cells"])))
        .collect();
    let mut black = vec![vec![Some((0, 0)); cols]; rows];
    for c in entries.iter().flat_map(|(_, cells)| cells) {
        black[c[0] as usize + 1][c[1] as usize + 1] = None;
    }
    for (sum, cells) in &entries {
        let (r, c) = (cells[0][0] as usize, cells[0][1] as usize);
        let across = cells[0][0] == cells[1][0];
        let before = if across { &mut black[r + 1][c] } else { &mut black[r][c + 1] };
        let clue = before.as_mut().expect("a black cell before the entry");
        *(if across { &mut clue.1 } else { &mut clue.0 }) = *sum;
    }
    let part = |sum: i64| if sum == 0 { ".".to_string() } else { sum.to_string() };
    let token = |cell: &Option<(i64, i64)>| match *cell {
        None => ".".to_string(),
        Some((0, 0)) => "#".to_string(),
        Some((down, across)) => format!("{},{}", part(down), part(across)),
    };
    let tokens: Vec<Vec<String>> = black.iter().map(|row| row.iter().map(token).collect()).collect();
    let hole_or = |row: Vec<i64>| std::iter::once(None).chain(row.into_iter().map(|v| (v != 0).then_some(v))).collect();
    let solution: Grid =
        std::iter::once(vec![None; cols]).chain(numbers(b.solution).into_iter().map(hole_or)).collect();
    let grid = format!("grid x {rows}x{cols} in 1..9 except sums\n");
    (picture("clues sums", &tokens) + &grid + "kakuro(x, sums)\n", Check::unique_grid("x", solution))
}

/// An outside picture of numbers or lists of them; null is no clue.
fn sides(name: &str, clues: &Value, sides: &[(&str, &str)]) -> String {
    let token = |clue: &Value| match clue {
        Value::Null => ".".to_string(),
        Value::Array(blocks) if blocks.is_empty() => "0".to_string(),
        Value::Array(blocks) => blocks.iter().map(Value::to_string).collect::<Vec<_>>().join(","),
        number => number.to_string(),
    };
    let line = |(side, field): &(&str, &str)| {
        let tokens: Vec<String> = clues[*field].as_array().expect("clues").iter().map(token).collect();
        format!("  {side} {}\n", tokens.join(" "))
    };
    format!("outside {name} {{\n{}}}\n", sides.iter().map(line).collect::<String>())
}

fn place(cell: &Value) -> String {
    let at = list(cell);
    format!("r{}c{}", at[0] + 1, at[1] + 1)
}

fn dots(clues: &Value, colour: &str) -> String {
    let dots = clues["dots"].as_array().expect("dots").iter().filter(|d| d[2] == colour);
    let pairs: Vec<String> = dots.map(|d| format!("({}, {})", place(&d[0]), place(&d[1]))).collect();
    format!("[{}]", pairs.join(", "))
}

/// The pictures of signs beside and below cells.
fn signs(b: &Board) -> String {
    let (mut beside, mut below) = (b.blank(), b.blank());
    for pair in b.clues["less"].as_array().expect("pairs") {
        let (small, large) = (list(&pair[0]), list(&pair[1]));
        let (r, c) = (small[0].min(large[0]) as usize, small[1].min(large[1]) as usize);
        if small[0] == large[0] {
            beside[r][c] = if small[1] < large[1] { "<" } else { ">" }.to_string();
        } else {
            below[r][c] = if small[0] < large[0] { "^" } else { "v" }.to_string();
        }
    }
    picture("clues beside", &beside) + &picture("clues below", &below)
}

fn kenken(b: &Board) -> String {
    let (mut labels, mut clues) = (b.blank(), b.blank());
    for (k, cage) in b.clues["cages"].as_array().expect("cages").iter().enumerate() {
        let cells = numbers(&cage["cells"]);
        for c in &cells {
            labels[c[0] as usize][c[1] as usize] = (k + 1).to_string();
        }
        clues[cells[0][0] as usize][cells[0][1] as usize] = cage["target"].to_string();
    }
    b.grid("x", &format!(" in 1..{}", b.rows))
        + &picture("regions cage", &labels)
        + &picture("clues clue", &clues)
        + "kenkens(x, cage, clue)\n"
}
