//! Sentences of steps, replayed on candidates: what is read here are the words that a person reads, and nothing is shared with
//! the program that wrote them.

mod chains;

use crate::support;
use sator_draw::render::report_object;
use serde_json::Value;
use std::collections::BTreeSet;

type Cell = (usize, usize);

/// Candidates of a 9x9 sudoku.
struct Board {
    /// Not ruled out by a given or a step; crossing out is done when asked.
    left: Vec<BTreeSet<u8>>,
    known: Vec<Option<u8>>,
}

fn all_cells() -> impl Iterator<Item = Cell> {
    (0..81).map(|i| (i / 9, i % 9))
}

fn see(a: Cell, b: Cell) -> bool {
    a != b && (a.0 == b.0 || a.1 == b.1 || (a.0 / 3, a.1 / 3) == (b.0 / 3, b.1 / 3))
}

/// `row 3`, `column 4`, `box 5`.
fn house(name: &str) -> Vec<Cell> {
    let (kind, number) = name.split_once(' ').unwrap_or_else(|| panic!("no house: {name}"));
    let n: usize = number.parse::<usize>().unwrap() - 1;
    let inside = |&(r, c): &Cell| match kind {
        "row" => r == n,
        "column" => c == n,
        "box" => (r / 3) * 3 + c / 3 == n,
        _ => panic!("no house: {name}"),
    };
    all_cells().filter(inside).collect()
}

/// `r3c4`
fn cell(name: &str) -> Cell {
    let (row, col) =
        name.strip_prefix('r').and_then(|n| n.split_once('c')).unwrap_or_else(|| panic!("no cell: {name}"));
    (row.parse::<usize>().unwrap() - 1, col.parse::<usize>().unwrap() - 1)
}

/// `r3c4 = 5`, `r3c4 != 5`
fn literal(text: &str) -> (Cell, u8, bool) {
    let words: Vec<&str> = text.split(' ').collect();
    (cell(words[0]), words[2].parse().unwrap(), words[1] == "=")
}

/// Reads a hypothesis: `r3c4 = 5`, or with several values `r3c4 only 1 3`.
fn supposed(text: &str) -> (Cell, BTreeSet<u8>) {
    match text.split_once(" only ") {
        Some((name, values)) => (cell(name), values.split(' ').map(|v| v.parse().unwrap()).collect()),
        None => {
            let (c, value, is) = literal(text);
            assert!(is, "{text}");
            (c, BTreeSet::from([value]))
        }
    }
}

impl Board {
    fn new(givens: &str) -> Board {
        let known: Vec<Option<u8>> = givens.bytes().map(|b| (b != b'.').then(|| b - b'0')).collect();
        let left = known.iter().map(|k| k.map_or((1..=9).collect(), |v| BTreeSet::from([v]))).collect();
        Board { left, known }
    }

    fn at(&self, c: Cell) -> BTreeSet<u8> {
        let known = |&d: &Cell| if see(c, d) { self.known[d.0 * 9 + d.1] } else { None };
        let crossed: BTreeSet<u8> = all_cells().filter_map(|d| known(&d)).collect();
        self.left[c.0 * 9 + c.1].difference(&crossed).copied().collect()
    }

    fn learn(&mut self, (c, value, is): (Cell, u8, bool)) {
        let at = c.0 * 9 + c.1;
        if is {
            self.known[at] = Some(value);
            self.left[at] = BTreeSet::from([value]);
        } else {
            self.left[at].remove(&value);
        }
    }

    /// Whether the sentence proves the conclusions.
    fn follows(&self, technique: &str, reason: &str, cases: &[&str], conclusions: &[(Cell, u8, bool)]) -> bool {
        let removes = |f: &dyn Fn(Cell, u8) -> bool| conclusions.iter().all(|&(c, v, is)| !is && f(c, v));
        let values = |text: &str| text.split(' ').map(|v| v.parse().unwrap()).collect::<BTreeSet<u8>>();
        // `columns 2 and 6`
        let houses = |text: &str| -> Vec<Vec<Cell>> {
            match text.split_once("s ").filter(|(kind, _)| ["row", "column"].contains(kind)) {
                Some((kind, numbers)) => {
                    numbers.replace(" and ", ", ").split(", ").map(|n| house(&format!("{kind} {n}"))).collect()
                }
                None => text.split(", ").map(house).collect(),
            }
        };
        let within = |hs: &[Vec<Cell>], c: Cell| hs.iter().filter(|h| h.contains(&c)).count();
        let claim = reason.split_once(": ").map_or(reason, |p| p.1);
        match technique {
            "only place" => {
                let (value, name) = reason.strip_prefix("only place for ").unwrap().split_once(" in ").unwrap();
                let value: u8 = value.parse().unwrap();
                let places: Vec<Cell> = house(name).into_iter().filter(|&c| self.at(c).contains(&value)).collect();
                matches!((&places[..], conclusions), ([one], &[(c, v, true)]) if *one == c && v == value)
            }
            "only value" => {
                let c = cell(reason.strip_prefix("only value left for ").unwrap());
                conclusions == [(c, *self.at(c).first().unwrap(), true)] && self.at(c).len() == 1
            }
            "pointing" | "claiming" | "X-wing" | "swordfish" | "jellyfish" | "finned X-wing" | "finned swordfish"
            | "empty rectangle" => {
                let (value, rest) = claim.split_once(" in ").unwrap();
                let (base, cover) = rest.split_once(" is only in ").unwrap();
                let (cover, fin) = match technique.contains("fin") || technique == "empty rectangle" {
                    true => cover.rsplit_once(" or ").map(|(cover, fin)| (cover, Some(house(fin)))).unwrap(),
                    false => (cover, None),
                };
                let (value, base, cover) = (value.parse().unwrap(), houses(base), houses(cover));
                let size = match technique {
                    "X-wing" | "finned X-wing" | "empty rectangle" => 2,
                    "swordfish" | "finned swordfish" => 3,
                    "jellyfish" => 4,
                    _ => 1,
                };
                let in_fin = |c: Cell| fin.as_ref().is_some_and(|h| h.contains(&c));
                let swims = |&c: &Cell| !self.at(c).contains(&value) || within(&cover, c) > 0 || in_fin(c);
                let apart = base.iter().flatten().all(|&c| within(&base, c) == 1);
                let fits = removes(&|c, v| {
                    v == value && within(&cover, c) > 0 && within(&base, c) == 0 && (fin.is_none() || in_fin(c))
                });
                (base.len(), cover.len()) == (size, size) && apart && base.iter().flatten().all(swims) && fits
            }
            "XYZ-wing" => {
                // `one of r9c6 (2 7 9), r5c6 (2 9) and r8c5 (2 7) is 2`
                let (cells, value) = claim.strip_prefix("one of ").unwrap().rsplit_once(" is ").unwrap();
                let value: u8 = value.parse().unwrap();
                let cells: Vec<(Cell, BTreeSet<u8>)> = cells
                    .replace(" and ", ", ")
                    .split(", ")
                    .map(|text| text.strip_suffix(')').unwrap().split_once(" (").unwrap())
                    .map(|(name, held)| (cell(name), values(held)))
                    .collect();
                let [(pivot, all), (a, of_a), (b, of_b)] = &cells[..] else { panic!("{reason}") };
                let held = cells.iter().all(|(c, held)| self.at(*c).is_subset(held));
                let sizes = (all.len(), of_a.len(), of_b.len()) == (3, 2, 2) && of_a.union(of_b).eq(all);
                let shared = of_a.intersection(of_b).eq([&value]);
                let fits = removes(&|c, v| v == value && cells.iter().all(|(seen, _)| see(c, *seen)));
                held && sizes && shared && see(*pivot, *a) && see(*pivot, *b) && fits
            }
            _ if technique.starts_with("naked") => {
                let (place, claim) = reason.split_once(" in ").unwrap().1.split_once(": ").unwrap();
                let (cells, held) = claim.split_once(" hold ").unwrap();
                let (cells, held): (Vec<Cell>, _) = (cells.split(' ').map(cell).collect(), values(held));
                let filled = cells.iter().all(|&c| house(place).contains(&c) && self.at(c).is_subset(&held));
                let size = ["pair", "triple", "quad"].iter().position(|w| technique.ends_with(w)).unwrap() + 2;
                let fits = removes(&|c, v| house(place).contains(&c) && !cells.contains(&c) && held.contains(&v));
                filled && (cells.len(), held.len()) == (size, size) && fits
            }
            _ if technique.starts_with("hidden") => {
                let (place, claim) = reason.split_once(" in ").unwrap().1.split_once(": ").unwrap();
                let (held, cells) = claim.split_once(" are only in ").unwrap();
                let (cells, held): (Vec<Cell>, _) = (cells.split(' ').map(cell).collect(), values(held));
                let elsewhere = house(place).into_iter().filter(|c| !cells.contains(c));
                let hidden = elsewhere.into_iter().all(|c| self.at(c).is_disjoint(&held));
                let size = ["pair", "triple", "quad"].iter().position(|w| technique.ends_with(w)).unwrap() + 2;
                let fits = removes(&|c, v| cells.contains(&c) && !held.contains(&v));
                hidden && (cells.len(), held.len()) == (size, size) && fits
            }
            "XY-wing" | "chain" => chains::follows(self, reason, conclusions),
            "cases" => {
                let (first, turns) = split_case(cases, "");
                let contrary = literal(first.strip_prefix("suppose ").unwrap());
                let only = (contrary.0, BTreeSet::from([contrary.1]));
                conclusions == [(contrary.0, contrary.1, false)] && self.ends(only, &turns, cases, "")
            }
            other => panic!("{other}: {reason}"),
        }
    }

    /// Whether the hypothesis leads to the conflict at the end of the turns: `r1c5 = 2 (row 1), r3c3 = 7 (only value), no
    /// place is left for 5 in row 4`. Turns that end with `then 2 cases` need cases for all values, which end in conflicts
    /// too.
    fn ends(&self, (c, values): (Cell, BTreeSet<u8>), turns: &[String], cases: &[&str], number: &str) -> bool {
        let mut board = Board { left: self.left.clone(), known: self.known.clone() };
        if let (1, Some(&value)) = (values.len(), values.first()) {
            board.learn((c, value, true));
        } else {
            board.left[c.0 * 9 + c.1].retain(|v| values.contains(v));
        }
        for turn in turns {
            if let Some(name) = turn.strip_prefix("no value is left for ") {
                return board.at(cell(name)).is_empty();
            }
            if let Some(claim) = turn.strip_prefix("no place is left for ") {
                let (value, name) = claim.split_once(" in ").unwrap();
                let value: u8 = value.parse().unwrap();
                return house(name).into_iter().all(|c| !board.at(c).contains(&value));
            }
            if let Some(count) = turn.strip_prefix("then ").and_then(|t| t.strip_suffix(" cases")) {
                let dot = if number.is_empty() { "" } else { "." };
                let numbers = (1..=count.parse::<usize>().unwrap()).map(|k| format!("{number}{dot}{k}"));
                let inner: Vec<_> = numbers.map(|n| (split_case(cases, &n), n)).collect();
                let values: Vec<(Cell, BTreeSet<u8>)> = inner.iter().map(|((first, _), _)| supposed(first)).collect();
                let one = values[0].0;
                let all = board.at(one).iter().all(|v| values.iter().any(|(c, held)| *c == one && held.contains(v)));
                return all
                    && inner.iter().zip(values).all(|(((_, turns), n), value)| board.ends(value, turns, cases, n));
            }
            let (what, how) = turn.strip_suffix(')').unwrap().split_once(" (").unwrap();
            let technique = if how == "only value" { "only value" } else { "only place" };
            let step = literal(what);
            let reason = match technique {
                "only value" => format!("only value left for {}", what.split(' ').next().unwrap()),
                _ => format!("only place for {} in {how}", step.1),
            };
            if !board.follows(technique, &reason, &[], &[step]) {
                return false;
            }
            board.learn(step);
        }
        false
    }
}

/// The hypothesis of a numbered case, and its turns. Without a number it is the outermost case, `suppose r1c1 = 4: ...`.
fn split_case(cases: &[&str], number: &str) -> (String, Vec<String>) {
    let start = match number {
        "" => "suppose ".to_string(),
        _ => format!("case {number}: "),
    };
    let at = cases.iter().position(|c| c.starts_with(&start)).unwrap_or_else(|| panic!("no {start} in {cases:?}"));
    let rest = cases[at + 1..].iter().take_while(|c| !c.starts_with("case "));
    let turns = cases[at..=at].iter().chain(rest).copied().collect::<Vec<_>>().join(", ");
    let turns = if number.is_empty() { turns.replacen(": ", ", ", 1) } else { turns[start.len()..].to_string() };
    let mut parts = turns.split(", ").map(String::from);
    (parts.next().unwrap(), parts.collect())
}

fn steps(givens: &str) -> Vec<Value> {
    let rows: Vec<String> = (0..9).map(|r| givens[r * 9..r * 9 + 9].to_string()).collect();
    let text = format!("grid x 9x9 in 1..9\nsudoku(x)\ngivens x {{\n{}\n}}\nsolve steps", rows.join("\n"));
    let mut shown = Value::Null;
    let done = support::run(&mut support::session(&[]), &text, |session, report| {
        shown = report_object(session.elaborator(), &report, false).unwrap_or_default();
    });
    done.unwrap_or_else(|e| panic!("{}", e.message));
    assert_eq!(shown["done"], true, "{givens}");
    shown["steps"].as_array().unwrap().clone()
}

/// Checks that each sentence proves its conclusions and is short. Returns the techniques used.
fn replay(givens: &str) -> BTreeSet<String> {
    let mut board = Board::new(givens);
    let mut used = BTreeSet::new();
    for step in steps(givens) {
        let text = |key: &str| step[key].as_str().unwrap().to_string();
        let cases: Vec<&str> =
            step["cases"].as_array().map_or(vec![], |c| c.iter().map(|v| v.as_str().unwrap()).collect());
        let conclusions: Vec<(Cell, u8, bool)> = text("text").split(", ").map(literal).collect();
        for sentence in cases.iter().map(|c| c.to_string()).chain([text("reason")]) {
            assert!(sentence.chars().count() <= 200, "{sentence}");
        }
        // A proof from several statements together has no sentence to replay: it comes from the solver.
        let reason = text("reason");
        let solver = reason.strip_suffix(" (checked by a solver)").unwrap_or(&reason).ends_with(" together");
        let proved = solver || board.follows(&text("technique"), &text("reason"), &cases, &conclusions);
        assert!(proved, "{givens}: {step:#}");
        conclusions.into_iter().for_each(|c| board.learn(c));
        used.insert(if solver { "together".into() } else { text("technique") });
    }
    used
}

const SINGLES: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Between them these use all that is named here.
const HARDER: [&str; 5] = [
    ".....1.4...2.8.69..6.7..........5.3...9.1...4.8.2..........45..8.3....1..5......7",
    "4....1..6.....432..3..274...5.7.....7...9...5.43..6...36....19...........8.2..6..",
    ".....4.23..41...6..7..6.4.......5...9.......1..892..7..2..8....6.7.3..8...14.....",
    ".6..2...5....5.4.8......6....1..4.5.5..79....4.......283.2...64.24..5..31........",
    ".4..1.3.8...28.........6.1..85......1.......6.6....793..2.3....7.....1.98..1.....",
];
const NAMED: &str = "only place, only value, pointing, claiming, naked pair, hidden pair, hidden triple, naked quad, \
                     X-wing, XYZ-wing, finned X-wing, empty rectangle, finned swordfish, chain, cases";

#[test]
fn singles_are_named_as_singles() {
    let used = replay(SINGLES);
    assert!(used.iter().all(|t| t == "only place" || t == "only value"), "{used:?}");
}

#[test]
fn every_sentence_proves_its_step() {
    let used: BTreeSet<String> = HARDER.iter().flat_map(|g| replay(g)).collect();
    let missing: Vec<&str> = NAMED.split(", ").filter(|t| !used.contains(*t)).collect();
    assert!(missing.is_empty(), "{missing:?} in {used:?}");
}

/// One that needs cases within cases (Arto Inkala, 2012).
const HARDEST: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

#[test]
fn cases_within_cases() {
    assert!(replay(HARDEST).contains("cases"));
}

/// Whether singles alone solve it.
fn yields_to_singles(givens: &str) -> bool {
    let mut board = Board::new(givens);
    loop {
        let before = board.known.iter().flatten().count();
        for c in all_cells().filter(|c| board.known[c.0 * 9 + c.1].is_none()).collect::<Vec<_>>() {
            if let [one] = board.at(c).into_iter().collect::<Vec<_>>()[..] {
                board.learn((c, one, true));
            }
        }
        for name in ["row", "column", "box"].iter().flat_map(|k| (1..=9).map(move |n| format!("{k} {n}"))) {
            for value in 1..=9 {
                let places: Vec<Cell> = house(&name).into_iter().filter(|&c| board.at(c).contains(&value)).collect();
                if let [one] = places[..] {
                    board.learn((one, value, true));
                }
            }
        }
        match board.known.iter().flatten().count() {
            81 => return true,
            after if after == before => return false,
            _ => {}
        }
    }
}

#[test]
#[ignore = "needs ../shared/corpus: scripts/test --corpus"]
fn sudokus_of_the_corpus() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus/sudoku.json");
    let text = std::fs::read_to_string(&path).expect("the corpus can be read");
    let corpus: Value = serde_json::from_str(&text).unwrap();
    let unique = |p: &&Value| p["rows"] == 9 && p["solution_count"] == 1;
    let givens = corpus["puzzles"].as_array().unwrap().iter().filter(unique);
    let givens: Vec<String> =
        givens.filter_map(|p| p["clues"].as_str().or(p["givens"].as_str())).map(String::from).collect();
    let (easy, harder): (Vec<_>, Vec<_>) = givens.into_iter().partition(|g| yields_to_singles(g));
    // In a quick run a part of them.
    let all = std::env::var_os("SATOR_TEST_ALL").is_some();
    let every = |n: usize, list: Vec<String>| list.into_iter().step_by(if all { 1 } else { n }).collect::<Vec<_>>();
    for givens in every(12, easy) {
        let used = replay(&givens);
        assert!(used.iter().all(|t| t == "only place" || t == "only value"), "{givens}: {used:?}");
    }
    for givens in every(24, harder).into_iter().take(if all { 20 } else { 6 }) {
        replay(&givens);
    }
}
