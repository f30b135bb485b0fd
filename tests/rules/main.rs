//! The meaning of the standard rules: numbers of solutions on tiny boards against brute force, in both encodings.
//!
//! A case is a use of one rule and its meaning as a closure, which is written from the published rule and not from the
//! library's text. Every assignment is tried. Neither none nor all of them may be right, so that every case can fail.
//! A family's table of cases has every documented rule of the family in it.

mod areas;
mod banks;
mod blocks;
mod boards;
mod cages;
mod chains;
mod cities;
mod division;
mod dots;
mod filling;
mod forms;
mod grounds;
mod lines;
mod looks;
mod loops;
mod masses;
mod mazes;
mod models;
mod moves;
mod networks;
mod numbers;
mod pieces;
mod placing;
mod points;
mod rods;
mod rooms;
mod routes;
mod shading;
mod shapes;
mod signs;
mod squares;
mod sudoku;
mod symbols;
mod tours;
mod trails;
mod visits;
mod walks;

#[path = "../support/sessions.rs"]
mod support;

use crate::support::{count_of, run_under};
use sator::Interrupt;
use sator::service::Service;
use sator::session::{Answer, Files, Settings};
use sator_base::method::Encoding;
use sator_base::random::Random;
use serde_json::{Value, json};
use std::cell::RefCell;

/// The values of a grid, row by row; a hole is 0.
pub(crate) type Board = [Vec<i64>];

/// Assignments to try in one case, and solutions that the solver is to count.
const MOST: (usize, usize) = (300_000, 300);
/// Partial boards to judge in one case.
const PARTIAL: usize = 6;

pub(crate) struct Case {
    rule: &'static str,
    /// Statements above the grid.
    before: String,
    /// The declaration of what is unknown, if it is a grid.
    grid: String,
    script: String,
    width: usize,
    /// The values of each unknown.
    domains: Vec<Vec<i64>>,
    holds: Holds,
    /// Whether the values stand for words.
    words: bool,
}

type Holds = Box<dyn Fn(&[i64]) -> bool>;

/// A grid x declared as in `2x3 in 1..4` (or `in bool`, a condition being 0 or 1), and statements about it.
pub(crate) fn case(rule: &'static str, grid: &str, script: &str, holds: impl Fn(&Board) -> bool + 'static) -> Case {
    let (shape, domain) = grid.split_once(" in ").expect("a domain");
    let (height, width) = shape.split_once('x').expect("a shape, as 2x3");
    let (height, width): (usize, usize) = (height.parse().expect("a height"), width.parse().expect("a width"));
    let number = |text: &str| text.trim().parse::<i64>().expect("a number");
    let domain = domain.split(" except ").next().unwrap_or_default();
    let domain = match domain.split_once("..") {
        Some((low, high)) => (number(low)..=number(high)).collect(),
        None if domain.starts_with('{') => domain.trim_matches(['{', '}']).split(',').map(number).collect(),
        None => vec![0, 1],
    };
    let domains = vec![domain; height * width];
    let board = RefCell::new(vec![vec![0; width]; height]);
    let holds = move |values: &[i64]| {
        let mut board = board.borrow_mut();
        board.iter_mut().zip(values.chunks(width)).for_each(|(row, values)| row.copy_from_slice(values));
        holds(&board)
    };
    Case { grid: format!("grid x {grid}\n"), width, ..unknowns(rule, script, domains, holds) }
}

/// A whole script, and the values of each of its unknowns in an order that only `holds` knows.
pub(crate) fn unknowns(
    rule: &'static str,
    script: &str,
    domains: Vec<Vec<i64>>,
    holds: impl Fn(&[i64]) -> bool + 'static,
) -> Case {
    let (before, grid) = (String::new(), String::new());
    Case { rule, before, grid, script: script.into(), width: 0, domains, holds: Box::new(holds), words: false }
}

impl Case {
    /// Statements above the grid.
    pub(crate) fn before(mut self, text: &str) -> Case {
        self.before += text;
        self.before += "\n";
        self
    }

    /// Sets the values that the words of a grid stand for.
    pub(crate) fn values(mut self, values: &[i64]) -> Case {
        self.domains.fill(values.to_vec());
        self.words = true;
        self
    }

    /// Givens, one character a cell, rows apart; `.` is a blank and `#` a hole.
    pub(crate) fn givens(mut self, rows: &str) -> Case {
        let cells: Vec<char> = rows.chars().filter(|c| !c.is_whitespace()).collect();
        assert_eq!(cells.len(), self.domains.len(), "{}: {rows}", self.rule);
        for (domain, cell) in self.domains.iter_mut().zip(&cells) {
            match cell {
                '.' => {}
                '#' => *domain = vec![0],
                digit => *domain = vec![i64::from(digit.to_digit(36).expect("a digit"))],
            }
        }
        let text: Vec<String> = cells.chunks(self.width).map(|row| row.iter().collect::<String>()).collect();
        self.script = format!("givens x {{ {} }}\n{}", text.join("; ").replace('#', "."), self.script);
        self
    }

    /// How many assignments there are, and those that are right.
    fn by_force(&self) -> (usize, Vec<Vec<i64>>) {
        let total = self.domains.iter().map(Vec::len).product();
        assert!(total <= MOST.0, "{}: {total} assignments are too many\n{}", self.rule, self.script);
        let mut places = vec![0; self.domains.len()];
        let mut values: Vec<i64> = self.domains.iter().map(|d| d[0]).collect();
        let mut right = vec![];
        for _ in 0..total {
            if (self.holds)(&values) {
                right.push(values.clone());
            }
            for ((place, value), domain) in places.iter_mut().zip(&mut values).zip(&self.domains) {
                *place = (*place + 1) % domain.len();
                *value = domain[*place];
                if *place > 0 {
                    break;
                }
            }
        }
        (total, right)
    }

    fn check(&self) -> Result<(), String> {
        let (total, boards) = self.by_force();
        let right = boards.len();
        let script = format!("{}{}{}\ncount\n", self.before, self.grid, self.script);
        let fail = |what: String| Err(format!("{}: {what}\n{script}", self.rule));
        if right == 0 || right == total {
            return fail(format!("{right} of {total} are right: this tests nothing"));
        }
        if right > MOST.1 {
            return fail(format!("{right} solutions are many to count"));
        }
        for encoding in [Encoding::Fd, Encoding::Int] {
            let found = run_under(encoding, &script, &count_of);
            if found != [right.to_string()] {
                return fail(format!("{} under {encoding:?}, {right} by brute force", found.join(" ")));
            }
        }
        if self.width > 0 && !self.words {
            return self.judge(&boards).or_else(fail);
        }
        Ok(())
    }

    /// Partial boards are alive exactly where brute force has a right board with their values.
    fn judge(&self, boards: &[Vec<i64>]) -> Result<(), String> {
        let text = format!("{}{}{}\n", self.before, self.grid, self.script);
        let mut service = Service::new(Settings::of_environment(), Interrupt::new());
        let mut random = Random::new(self.script.len() as u64);
        for number in 0..PARTIAL {
            let values: Vec<i64> = match number % 2 {
                0 => boards[random.below(boards.len())].clone(),
                _ => self.domains.iter().map(|domain| domain[random.below(domain.len())]).collect(),
            };
            let shown: Vec<bool> = values.iter().map(|_| random.below(PARTIAL) <= number).collect();
            let cells: Vec<Value> = values
                .iter()
                .zip(&shown)
                .zip(&self.domains)
                .map(|((value, shown), domain)| if *shown && domain.len() > 1 { json!(value) } else { Value::Null })
                .collect();
            let rows: Vec<Value> = cells.chunks(self.width).map(|row| json!(row)).collect();
            let fits = |board: &Vec<i64>| (0..values.len()).all(|i| cells[i].is_null() || board[i] == values[i]);
            let expected = boards.iter().any(fits);
            let answer = service.judge(&text, Files::Refused, &json!({"board": {"x": rows}}))?;
            let is_alive = match answer["verdict"].as_str() {
                Some("alive" | "solved") => true,
                Some("broken" | "dead") => false,
                _ => return Err(answer.to_string()),
            };
            if is_alive != expected {
                return Err(format!("{} is wrong for {}", answer["verdict"], json!(rows)));
            }
        }
        Ok(())
    }
}

/// Checks all cases of a family, and that no rule of it is left out.
pub(crate) fn check(family: &str, cases: Vec<Case>) {
    let mut wrong: Vec<String> = cases.iter().filter_map(|case| case.check().err()).collect();
    for rule in sator_lang::library::rules().iter().filter(|rule| rule.family == family && rule.is_listed()) {
        if !cases.iter().any(|case| case.rule == rule.name) {
            wrong.push(format!("{}: no case", rule.name));
        }
    }
    for case in &cases {
        if sator_lang::library::find(case.rule).is_none_or(|rule| rule.family != family) {
            wrong.push(format!("{}: no such rule in {family}", case.rule));
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

/// Clues that no values fit are no error: the puzzle has no solution, and `why` names the statements.
#[test]
fn clashes_are_named() {
    let clashes = [
        ("grid x 1x5 in 1..4\nthermo(r1)", "2"),
        ("grid x 1x5 in 1..4\nr1c1 = 1\nrenban(r1)", "3"),
        ("grid x 1x9 in 1..9\ndistinct(r1)\nr1c1 = 1\nsandwich(r1, 36)", "2 4"),
        ("grid x 4x4 in 1..4\nsudoku(x)\nr4c4 = 1\nlittle_killer(r1c3..r2c4, 2)\nr1c3 = 2", "4 5"),
    ];
    for (script, lines) in clashes {
        for encoding in [Encoding::Fd, Encoding::Int] {
            let found = run_under(encoding, &format!("{script}\nsolve"), &|_, answer| match answer {
                Answer::None => "none".into(),
                Answer::Clash { because, .. } => {
                    because.iter().map(|b| b.line.to_string()).collect::<Vec<_>>().join(" ")
                }
                other => format!("{other:?}"),
            });
            assert_eq!(found, ["none", lines], "{encoding:?}\n{script}");
        }
    }
}

/// No value twice.
pub(crate) fn distinct(values: impl IntoIterator<Item = i64>) -> bool {
    let mut values: Vec<i64> = values.into_iter().collect();
    let size = values.len();
    values.sort_unstable();
    values.dedup();
    values.len() == size
}

/// The column, from the top.
pub(crate) fn column(x: &Board, col: usize) -> Vec<i64> {
    x.iter().map(|row| row[col]).collect()
}

/// Places, counted from 0, row by row.
pub(crate) fn places(x: &Board) -> impl Iterator<Item = (usize, usize)> + use<> {
    let (height, width) = (x.len(), x[0].len());
    (0..height).flat_map(move |r| (0..width).map(move |c| (r, c)))
}

/// The places at an edge of this one.
pub(crate) fn beside(x: &Board, (r, c): (usize, usize)) -> Vec<(usize, usize)> {
    places(x).filter(|&(i, j)| i.abs_diff(r) + j.abs_diff(c) == 1).collect()
}

/// Rows and columns hold no value twice.
pub(crate) fn latin(x: &Board) -> bool {
    x.iter().all(|row| distinct(row.clone())) && (0..x[0].len()).all(|c| distinct(column(x, c)))
}
