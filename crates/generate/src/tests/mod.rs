//! Puzzles made from an elaborator alone, held against brute force that knows nothing of the solver.

mod grade;
mod kempe;

use crate::generator::{Context, Generator};
use crate::outcome::{Outcome, Puzzle, Shortfall};
use crate::progress::Stage;
use crate::request::Request;
use crate::solution::{Drawn, LazySolver, Source, reproducible};
use sator_base::limits::{Interrupt, Limits, Reason};
use sator_base::random::Random;
use sator_lang::elaborate::Elaborator;
use sator_lang::syntax::ast::{Question, StatementKind};
use sator_lang::syntax::parse;
use sator_model::Assignment;
use sator_solve::lower::{Encoding, Method};
use sator_solve::solver::Engine;
use std::cell::RefCell;
use std::collections::BTreeMap;

const FOUR: &str = "grid x 4x4 in 1..4\nsudoku(x)\n";
const LOOP: &str = "grid x 4x4\nfences e of x\n";
const METHOD: Method = Method { encoding: Encoding::Fd, engine: Engine::Sat, seed: 0, trial: false };

/// The rules of a text.
fn rules(text: &str) -> Elaborator {
    let mut elaborator = Elaborator::default();
    let source = elaborator.sources.add("test", text);
    for statement in parse(source, text).expect("the text reads") {
        elaborator.add(&statement).expect("the statement is accepted");
    }
    elaborator
}

/// The outcome of a question about the rules, and the stages that it goes through.
fn run(text: &str, question: &str, limits: &Limits) -> (Outcome, Vec<Stage>) {
    let mut elaborator = rules(text);
    let (unknowns, constraints) = (elaborator.model.unknowns.len(), elaborator.model.constraints.len());
    let source = elaborator.sources.add("question", question);
    let statements = parse(source, question).expect("the question reads");
    let StatementKind::Question(Question::Generate(asked)) = &statements[0].kind else { panic!("{question}") };
    let request = Request::read(&mut elaborator, asked, statements[0].span).expect("the question fits the rules");
    let seed = request.seed().unwrap_or(1);
    let stages = RefCell::new(vec![]);
    let progress = |progress: &crate::Progress| stages.borrow_mut().push(progress.stage);
    let context = Context { method: METHOD, prefer_integers: false, verify: true, limits, progress: &progress };
    let outcome = Generator::new(&mut elaborator, context).run(request, seed, None).expect("the rules allow puzzles");
    assert_eq!((elaborator.model.unknowns.len(), elaborator.model.constraints.len()), (unknowns, constraints));
    (outcome, stages.into_inner())
}

fn one(text: &str, question: &str) -> Puzzle {
    let (mut outcome, _) = run(text, question, &Limits::none());
    assert_eq!((outcome.puzzles.len(), &outcome.shortfall), (1, &None), "{question}");
    outcome.puzzles.remove(0)
}

/// The tokens of a picture of one-character tokens, row by row.
fn tokens(text: &str) -> Vec<char> {
    let (_, rows) = text.split_once('{').expect("a picture");
    let (rows, _) = rows.split_once('}').expect("a picture");
    rows.chars().filter(|c| !c.is_whitespace()).collect()
}

/// The sudokus of four digits with these givens.
fn sudokus(givens: &[char]) -> Vec<Vec<u32>> {
    fn fill(grid: &mut Vec<u32>, givens: &[char], found: &mut Vec<Vec<u32>>) {
        let at = grid.len();
        if at == 16 {
            found.push(grid.clone());
            return;
        }
        let block = |i: usize| (i / 8, i % 4 / 2);
        for digit in 1..=4 {
            let given = givens[at].to_digit(10).is_none_or(|given| given == digit);
            let clash = |i: usize| grid[i] == digit && (i / 4 == at / 4 || i % 4 == at % 4 || block(i) == block(at));
            if given && !(0..at).any(clash) {
                grid.push(digit);
                fill(grid, givens, found);
                grid.pop();
            }
        }
    }
    let mut found = vec![];
    fill(&mut vec![], givens, &mut found);
    found
}

/// The number of slitherlink loops on 4x4 cells with these clues: a loop encloses a connected set of cells, the cells outside are
/// connected around the board, and the loop passes no corner twice.
fn loops(clues: &[char]) -> usize {
    // A frame of outside cells goes around the board.
    let inside = |set: u32, r: i32, c: i32| {
        (1..=4).contains(&r) && (1..=4).contains(&c) && set >> ((r - 1) * 4 + c - 1) & 1 == 1
    };
    let sides = |r: i32, c: i32| [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)];
    let reached = |set: u32, start: (i32, i32)| {
        let mut seen = vec![start];
        let mut next = 0;
        while next < seen.len() {
            let (r, c) = seen[next];
            next += 1;
            for (r, c) in sides(r, c) {
                let there = (0..=5).contains(&r) && (0..=5).contains(&c);
                if there && inside(set, r, c) == inside(set, start.0, start.1) && !seen.contains(&(r, c)) {
                    seen.push((r, c));
                }
            }
        }
        seen.len() as u32
    };
    let fits = |set: u32| {
        let lines = |i: i32| {
            let (r, c) = (i / 4 + 1, i % 4 + 1);
            sides(r, c).into_iter().filter(|&(a, b)| inside(set, a, b) != inside(set, r, c)).count() as u32
        };
        (0..16).all(|i| clues[i as usize].to_digit(10).is_none_or(|clue| clue == lines(i)))
    };
    let is_loop = |set: u32| {
        let first = set.trailing_zeros() as i32;
        let crossed = |r: i32, c: i32| {
            let (a, b) = (inside(set, r, c), inside(set, r, c + 1));
            a != b && a == inside(set, r + 1, c + 1) && b == inside(set, r + 1, c)
        };
        reached(set, (first / 4 + 1, first % 4 + 1)) == set.count_ones()
            && reached(set, (0, 0)) == 36 - set.count_ones()
            && !(0..5).any(|r| (0..5).any(|c| crossed(r, c)))
    };
    (1u32..1 << 16).filter(|&set| fits(set) && is_loop(set)).count()
}

#[test]
fn minimal_sudokus_have_one_solution() {
    assert_eq!(sudokus(&['.'; 16]).len(), 288);
    for seed in 1..=5 {
        let puzzle = one(FOUR, &format!("generate x seed {seed}"));
        let givens = tokens(&puzzle.text);
        let solution: Vec<u32> = puzzle.solution.0.iter().map(|&digit| digit as u32).collect();
        assert_eq!(sudokus(&givens), [solution], "{}", puzzle.text);
        assert_eq!((puzzle.clues, puzzle.unique), (puzzle.givens.len(), true));
        for at in (0..16).filter(|&at| givens[at] != '.') {
            let mut fewer = givens.clone();
            fewer[at] = '.';
            assert!(sudokus(&fewer).len() > 1, "{}", puzzle.text);
        }
    }
}

#[test]
fn slitherlinks_have_one_loop() {
    for seed in 1..=3 {
        let puzzle = one(LOOP, &format!("generate number for slitherlink(e, number) seed {seed}"));
        let clues = tokens(&puzzle.text);
        assert_eq!(loops(&clues), 1, "{}", puzzle.text);
        let first = clues.iter().position(|&clue| clue != '.').expect("some clue is needed");
        let mut fewer = clues.clone();
        fewer[first] = '.';
        assert!(loops(&fewer) > 1, "{}", puzzle.text);
    }
}

#[test]
fn progress_is_data() {
    let (outcome, stages) = run(FOUR, "generate x count 2 seed 1", &Limits::none());
    assert_eq!(outcome.puzzles.iter().map(|puzzle| puzzle.seed).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(stages.iter().filter(|stage| **stage == Stage::Finished).count(), 2);
    assert!(stages.iter().any(|stage| matches!(stage, Stage::Reducing { bound: None, .. })), "{stages:?}");
}

#[test]
fn a_shortfall_has_its_reason() {
    let (outcome, _) = run(&format!("{FOUR}r1c1 = r1c2"), "generate x", &Limits::none());
    assert_eq!((outcome.puzzles.len(), outcome.shortfall), (0, Some(Shortfall::NoSolution)));
    // Two cells never single out a solution.
    let (outcome, _) = run(FOUR, "generate x like { #...; ....; ....; ...# }", &Limits::none());
    assert_eq!((outcome.puzzles.len(), outcome.shortfall), (0, Some(Shortfall::Ambiguous)));
    let interrupt = Interrupt::new();
    interrupt.set();
    let (outcome, _) = run(FOUR, "generate x", &Limits::interrupted_by(interrupt));
    assert_eq!(outcome.shortfall, Some(Shortfall::Stopped(Reason::Interrupted)));
}

#[test]
fn random_solutions_are_spread_evenly() {
    let elaborator = rules(FOUR);
    let (model, limits) = (&elaborator.model, Limits::none());
    let source = Source::of(model, METHOD, &limits).expect("no solution is broken");
    let mut seen: BTreeMap<Assignment, u32> = BTreeMap::new();
    for seed in 1..=2_000 {
        let mut random = Random::new(seed);
        let mut lazy_solver = LazySolver::new(model, reproducible(METHOD, &mut random), &limits);
        match source.draw(&mut lazy_solver, &mut random).expect("no solution is broken") {
            Drawn::Solution(solution) => *seen.entry(solution).or_insert(0) += 1,
            _ => panic!("no solution"),
        }
    }
    assert_eq!(seen.len(), 288);
    let most = seen.values().max().copied().unwrap_or(0);
    assert!(most <= 4 * 2_000 / 288, "{most}");
}
