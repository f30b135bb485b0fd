//! Other solutions that are seen without an engine.

use super::super::alike::{Alike, Chains};
use super::super::ambiguous::Ambiguous;
use super::super::place::{Clue, Says};
use super::super::work::Orbit;
use super::*;

/// A solution of a 4x4 sudoku, row by row.
const SOLUTION: [i64; 16] = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];

/// Another solution with the same clues that two values along a chain lead to, where the cells with these numbers are given.
fn other(rules: &str, given: &[usize]) -> Option<Vec<i64>> {
    let session = session(&format!("{FOUR}{rules}"));
    let model = session.model();
    let solution = Assignment(SOLUTION.to_vec());
    let says = |&at: &usize| Says::Value(model.visible().nth(at).expect("the cell is there"), SOLUTION[at]);
    let clues = given.iter().map(|at| Clue { at: *at, says: says(at) }).collect();
    let orbits = [Orbit { clues, stays: false }];
    let mut alike = Alike::of(model, &orbits, &solution)?;
    Chains::of(model).near(&mut alike, &solution).same.map(|found| {
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
fn each_chain_says_which_clues_it_breaks() {
    let session = session(FOUR);
    let model = session.model();
    let solution = Assignment(SOLUTION.to_vec());
    let says = |at: usize| Says::Value(model.visible().nth(at).expect("the cell is there"), SOLUTION[at]);
    let orbit = |at: usize| Orbit { clues: vec![Clue { at, says: says(at) }], stays: false };
    let orbits: Vec<Orbit> = (0..16).map(orbit).collect();
    let mut alike = Alike::of(model, &orbits, &solution).expect("no clue has unknowns of its own");
    let near = Chains::of(model).near(&mut alike, &solution);
    assert!(near.same.is_none());
    // 1 and 3 of the first two rows.
    assert!(near.broken.contains(&vec![0, 2, 4, 6]), "{:?}", near.broken);
    for broken in &near.broken {
        let token = |at: usize| if broken.contains(&at) { ".".into() } else { SOLUTION[at].to_string() };
        let tokens: Vec<String> = (0..16).map(token).collect();
        let rows: Vec<String> = tokens.chunks(4).map(|row| row.concat()).collect();
        assert!(!is_unique(&format!("{FOUR}givens x {{\n{}\n}}", rows.join("\n"))), "{rows:?}");
    }
}

#[test]
fn what_unknowns_of_clues_are_is_no_part_of_the_next_solution() {
    let session = session(FOUR);
    let (model, limits) = (session.model(), Limits::none());
    let mut ambiguous = Ambiguous::default();
    let other = [SOLUTION.as_slice(), &[7]].concat();
    assert!(ambiguous.note(model, &Assignment(SOLUTION.to_vec()), Some(Assignment(other)), 3, None).is_none());
    let mut fresh = Fresh::new(model, session.settings.method(), &limits);
    let next = ambiguous.next(&mut fresh, &mut Random::new(1)).expect("no solution is broken").expect("one to try");
    assert_eq!((next.solution.0.as_slice(), next.least), (SOLUTION.as_slice(), 4));
}
