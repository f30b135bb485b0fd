//! Violations of pieces, against all solutions of small divisions.

use super::super::super::groups::Groups;
use super::super::super::tests::run;
use super::super::violation_check::is_piece_violation;
use super::*;
use sator_base::random::Random;
use sator_model::{Assignment, Checker, Model};

/// Divisions of 2x3, each with the piece_violations that are met at least.
const DIVISIONS: [(&str, [bool; 2]); 4] = [
    (
        "grid x 2x3 in 1..3\npartition p of x\nfor c in x { c <= piece_size(p, c) }\nfor a, b in pairs([c for c in x]) { same(p, a, b) => a != b }",
        [false, true],
    ),
    ("grid x 2x3 in 1..3\npartition p of x\nfor c in x { c <= piece_size(p, c) }", [false, true]),
    ("grid x 2x3 in 1..3\npartition p of x\nfor c in x { piece_size(p, c) = c }", [true, true]),
    ("grid x 2x3 in 1..1\npartition p of x\nfor c in x { piece_size(p, c) = 3 }", [true, true]),
];

/// Every choice of values that meets all conditions.
fn solutions(model: &Model) -> Vec<Assignment> {
    let domains: Vec<Vec<i64>> = model.unknowns.iter().map(|u| u.domain.iter().collect()).collect();
    let mut checker = Checker::new(model);
    let mut found = vec![];
    let mut at = vec![0; domains.len()];
    loop {
        let values = at.iter().zip(&domains).map(|(&i, domain): (&usize, _)| domain[i]).collect();
        let assignment = Assignment(values);
        if checker.holds(model.expressions(), &assignment) {
            found.push(assignment);
        }
        let Some(next) = (0..at.len()).find(|&i| at[i] + 1 < domains[i].len()) else { return found };
        at[..next].fill(0);
        at[next] += 1;
    }
}

/// The only division of a puzzle.
fn pieces_of(text: &str) -> (Model, Pieces) {
    let (session, _) = run(text);
    let model = &session.elaborator.model;
    let mut groups = Groups::default();
    while groups.take_next(model, &session.elaborator.sources).is_some() {}
    let mut all = Pieces::read(model, &groups.list);
    assert_eq!(all.len(), 1, "{text}");
    (model.clone(), all.remove(0))
}

/// Results kept from an examination of the board change no answer about narrower candidates.
#[test]
fn kept_examinations_change_no_answer() {
    for (text, _) in DIVISIONS {
        let (model, pieces) = pieces_of(text);
        let mut random = Random::new(7);
        let mut violated = 0;
        for _ in 0..400 {
            let mut masks: Vec<Mask> = model.unknowns.iter().map(|u| (1 << u.domain.size()) - 1).collect();
            // Few values are known at first, then more.
            for _ in 0..6 {
                for _ in 0..2 {
                    let u = random.below(masks.len());
                    masks[u] = 1 << random.below(model.unknowns[u].domain.size() as usize);
                }
                let fresh = Pieces { examined: RefCell::default(), ..pieces.clone() };
                let expected = fresh.any_violation(&masks).map(|(violation, _)| violation);
                assert_eq!(pieces.any_violation(&masks).map(|(violation, _)| violation), expected, "{text}: {masks:?}");
                violated += usize::from(expected.is_some());
                if random.below(2) == 0 {
                    assert_eq!(pieces.examine(&masks), expected.is_some(), "{text}: {masks:?}");
                }
            }
        }
        assert!(violated > 50, "{text}: {violated}");
    }
}

#[test]
fn what_does_not_fit_is_in_no_solution() {
    for (text, wanted) in DIVISIONS {
        let (model, pieces) = &pieces_of(text);
        let solutions = solutions(model);
        assert!(!solutions.is_empty(), "{text}");
        let knowledge = |masks: &[Mask], s: &Assignment| {
            let bit = |(u, &v): (usize, &i64)| 1 << model.unknowns[u].domain.iter().take_while(|&w| w < v).count();
            s.0.iter().enumerate().map(bit).zip(masks).all(|(bit, mask): (Mask, &Mask)| mask & bit != 0)
        };
        let mut random = Random::new(11);
        let mut met = [false; 2];
        for _ in 0..3000 {
            // Most values are known, as at the end of a puzzle.
            let mask = |size: usize, random: &mut Random| match random.below(4) {
                0 => (1 << size) - 1,
                _ => 1 << random.below(size),
            };
            let masks: Vec<Mask> = model.unknowns.iter().map(|u| mask(u.domain.size() as usize, &mut random)).collect();
            let Some((violation, Grounds { gone, groups: numbers })) = pieces.any_violation(&masks) else { continue };
            met[usize::from(matches!(violation, PieceViolation::NoRoom(..)))] = true;
            let fitting = solutions.iter().find(|s| knowledge(&masks, s));
            assert!(fitting.is_none(), "{text}: {violation:?} with {masks:?}, but {fitting:?}");
            assert!(
                is_piece_violation(pieces, &masks, violation, &pieces.groups),
                "{text}: {violation:?} with {masks:?} is not confirmed"
            );
            // It follows from the candidates that are named alone.
            let mut named: Vec<Mask> = model.unknowns.iter().map(|u| (1 << u.domain.size()) - 1).collect();
            gone.iter().for_each(|&(u, mask)| named[u] &= !mask);
            assert!(
                is_piece_violation(pieces, &named, violation, &numbers),
                "{text}: {violation:?} does not follow from {named:?}"
            );
        }
        assert_eq!(met, wanted, "{text}");
    }
}
