//! Neighbours of a solution along Kempe chains.

use super::{FOUR, METHOD, rules, sudokus};
use crate::clue::{Clue, Meaning};
use crate::clue_reduction::Orbit;
use crate::kempe::{Chains, NeighbourTest};
use crate::solution::LazySolver;
use crate::solution_walk::SolutionWalk;
use sator_base::limits::Limits;
use sator_base::random::Random;
use sator_model::Assignment;

/// A solution of a 4x4 sudoku, row by row.
const SOLUTION: [i64; 16] = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];

/// Another solution with the same clues that two values along a chain lead to, where the cells with these numbers are given.
fn other(more: &str, given: &[usize]) -> Option<Vec<i64>> {
    let elaborator = rules(&format!("{FOUR}{more}"));
    let model = &elaborator.model;
    let solution = Assignment(SOLUTION.to_vec());
    let meaning = |&at: &usize| Meaning::Value(model.visible().nth(at).expect("the cell is there"), SOLUTION[at]);
    let clues = given.iter().map(|at| Clue { at: *at, meaning: meaning(at) }).collect();
    let orbits = [Orbit { clues, stays: false, has_empty_cell: false }];
    let mut test = NeighbourTest::of(model, &orbits, &solution)?;
    Chains::of(model).neighbours(&mut test, &solution).same_clues.map(|found| {
        assert!(model.violations(&found).is_ok_and(|broken| broken.is_empty()));
        found.0
    })
}

#[test]
fn two_values_change_places_along_a_chain() {
    // 1 and 3 of the first two rows stand in two columns, one above the other: four cells, of which none is given.
    let lower: Vec<usize> = (8..16).collect();
    let found = other("", &lower).expect("there is another solution");
    assert_eq!(found[8..], SOLUTION[8..]);
    assert_ne!(found[..8], SOLUTION[..8]);
    assert_eq!(other("", &(0..16).collect::<Vec<_>>()), None);
}

#[test]
fn what_breaks_another_rule_is_none() {
    let lower: Vec<usize> = (8..16).collect();
    assert_eq!(other("r1c1 < r1c3 and r1c2 < r1c4", &lower), None);
    let twos_and_fours = [[1, 4, 3, 2, 3, 2, 1, 4].as_slice(), &SOLUTION[8..]].concat();
    assert_eq!(other("r1c1 < r1c3", &lower), Some(twos_and_fours));
}

#[test]
fn each_chain_lists_the_clues_it_breaks() {
    let elaborator = rules(FOUR);
    let model = &elaborator.model;
    let solution = Assignment(SOLUTION.to_vec());
    let meaning = |at: usize| Meaning::Value(model.visible().nth(at).expect("the cell is there"), SOLUTION[at]);
    let orbit =
        |at: usize| Orbit { clues: vec![Clue { at, meaning: meaning(at) }], stays: false, has_empty_cell: false };
    let orbits: Vec<Orbit> = (0..16).map(orbit).collect();
    let mut test = NeighbourTest::of(model, &orbits, &solution).expect("no clue has unknowns of its own");
    let near = Chains::of(model).neighbours(&mut test, &solution);
    assert!(near.same_clues.is_none());
    // 1 and 3 of the first two rows.
    assert!(near.broken.contains(&vec![0, 2, 4, 6]), "{:?}", near.broken);
    for broken in &near.broken {
        let digit = |at: usize| char::from_digit(SOLUTION[at] as u32, 10).expect("a digit");
        let givens: Vec<char> = (0..16).map(|at| if broken.contains(&at) { '.' } else { digit(at) }).collect();
        assert!(sudokus(&givens).len() > 1, "{givens:?}");
    }
}

#[test]
fn what_unknowns_of_clues_are_is_no_part_of_the_next_solution() {
    let elaborator = rules(FOUR);
    let (model, limits) = (&elaborator.model, Limits::none());
    let mut walk = SolutionWalk::default();
    let other = [SOLUTION.as_slice(), &[7]].concat();
    assert!(walk.note(model, &Assignment(SOLUTION.to_vec()), Some(Assignment(other)), 3, None).is_none());
    let mut lazy_solver = LazySolver::new(model, METHOD, &limits);
    let next = walk.next(&mut lazy_solver, &mut Random::new(1)).expect("no solution is broken").expect("one to try");
    assert_eq!((next.solution.0.as_slice(), next.least), (SOLUTION.as_slice(), 4));
}
