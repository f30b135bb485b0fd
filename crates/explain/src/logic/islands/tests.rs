//! Violations that are found, against every choice of values that meets the statements named.

use super::super::violation_check::is_island_violation;
use super::*;
use crate::groups::Groups;
use crate::logic::IslandViolation;
use crate::logic::finding::Grounds;
use crate::mask::{Mask, bits};
use crate::tests::run;
use sator_base::random::Random;
use sator_model::Assignment;

/// Islands of 2x3, each with the kinds of violation that are met at least.
const ISLANDS: [&str; 3] = ["1 . . / . . 3", "2 . . / . . ?", "? . 2 / . . ."];

/// Owners that need not be connected make no islands.
#[test]
fn numbers_for_something_else_are_no_islands() {
    let text = "rule colours(shade) {\n\
                grid colour like shade in 0..2\n\
                for c in shade { c <=> colour[c] = 0 }\n\
                colour[2,2] = 1; colour[1,1] = 2\n\
                }\n\
                grid shade 2x2 in bool\ncolours(shade)";
    let (session, _) = run(text);
    let model = &session.elaborator.model;
    let mut groups = Groups::default();
    while groups.take_next(model, &session.elaborator.sources).is_some() {}
    assert!(Islands::read(model, &groups.list).is_none());
}

#[test]
fn trouble_is_in_no_solution() {
    let mut met = [false; 5];
    for picture in ISLANDS {
        let rows = picture.replace(" / ", "\n");
        let (session, _) = run(&format!("grid sea 2x3 in bool\nclues island {{\n{rows}\n}}\nnurikabe(sea, island)"));
        let model = &session.elaborator.model;
        let mut groups = Groups::default();
        while groups.take_next(model, &session.elaborator.sources).is_some() {}
        let islands = Islands::read(model, &groups.list).expect("there are islands");
        // Every choice of values, with the statements that it meets.
        let domains: Vec<Vec<i64>> = model.unknowns.iter().map(|u| u.domain.iter().collect()).collect();
        let mut all: Vec<(Vec<i64>, u128)> = vec![];
        let mut at = vec![0; domains.len()];
        loop {
            let values: Vec<i64> = at.iter().zip(&domains).map(|(&i, domain): (&usize, _)| domain[i]).collect();
            let known = model.evaluate_all(&Assignment(values.clone()));
            let meets = |group: &Group| group.constraints.iter().all(|e| known[*e] != 0);
            let met = groups.list.iter().enumerate().filter(|(_, group)| meets(group));
            all.push((values, met.fold(0, |met, (number, _)| met | 1 << number)));
            let Some(next) = (0..at.len()).find(|&i| at[i] + 1 < domains[i].len()) else { break };
            at[..next].fill(0);
            at[next] += 1;
        }
        let full: Vec<Mask> = domains.iter().map(|domain| (1 << domain.len()) - 1).collect();
        let mut random = Random::new(5);
        for _ in 0..300 {
            let mut masks = full.clone();
            for &cell in &islands.cells {
                masks[cell] = [0b11, 0b11, 0b01, 0b10][random.below(4)];
            }
            let Some((violation, Grounds { gone, groups: numbers })) = islands.violation(&masks) else { continue };
            met[match violation {
                IslandViolation::ClueInSea => 0,
                IslandViolation::Joined(..) => 1,
                IslandViolation::TooLarge(_) => 2,
                IslandViolation::NoRoom(_) => 3,
                IslandViolation::Unreached(_) => 4,
            }] = true;
            let mut named = full.clone();
            gone.iter().for_each(|&(u, mask)| named[u] &= !mask);
            assert!(
                is_island_violation(&islands, &named, &violation, &numbers),
                "{picture}: {violation:?} with {masks:?} by {numbers:?}"
            );
            let wanted = numbers.iter().fold(0, |all, number| all | 1 << number);
            let fits = |values: &[i64]| {
                islands
                    .cells
                    .iter()
                    .all(|&u| bits(named[u]).any(|bit| bit.trailing_zeros() as i64 == values[u.index()]))
            };
            let fitting = all.iter().find(|(values, met)| met & wanted == wanted && fits(values));
            assert!(fitting.is_none(), "{picture}: {violation:?} with {named:?}, but {fitting:?}");
        }
    }
    assert_eq!(met, [true; 5]);
}
