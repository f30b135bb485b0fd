//! Laws of conclusions about graphs, against all choices of their edges and vertices.

use crate::deduce::Reasoner;
use crate::logic::finding::Finding;
use crate::logic::graph_constraint::{GraphConstraint, NetKind};
use crate::logic::{Argument, Board, net_walk, violation_check};
use crate::mask::Mask;
use crate::tests::run;
use sator_base::limits::Limits;
use sator_base::random::Random;
use sator_model::{Assignment, Model, UnknownId};
use std::collections::BTreeSet;

/// Each kind of graph, as the language makes it.
const GRAPHS: [(&str, NetKind); 5] = [
    ("no_loops(e)", NetKind::Forest),
    ("no_loops(c for c in y)", NetKind::Forest),
    ("connected(e)", NetKind::Network),
    ("connected(c for c in y)", NetKind::Connected),
    ("partition p of y", NetKind::Division),
];

const NO: Mask = 1;
const YES: Mask = 2;
const OPEN: Mask = NO | YES;

/// By open unknown: the values that it has in some choice that meets the condition.
fn left_by_all_choices(model: &Model, net: &GraphConstraint, masks: &[Mask]) -> Vec<(UnknownId, Mask)> {
    let cells: BTreeSet<UnknownId> = net.cells().collect();
    let mut left: Vec<(UnknownId, Mask)> = cells.iter().filter(|&&u| masks[u] == OPEN).map(|&u| (u, 0)).collect();
    for choice in 0..1_u32 << left.len() {
        let mut all = Assignment(vec![0; model.unknowns.len()]);
        cells.iter().for_each(|u| all.0[u.index()] = i64::from(masks[*u] == YES));
        left.iter().enumerate().for_each(|(at, (u, _))| all.0[u.index()] = i64::from(choice >> at & 1));
        if model.evaluate(net.condition, &all) == Some(1) {
            left.iter_mut().enumerate().for_each(|(at, (_, left))| *left |= 1 << (choice >> at & 1));
        }
    }
    left
}

/// Whether the premises of a finding, and the contrary of each conclusion, have the violation that it names.
fn premises_imply_it(board: &Board, net: &GraphConstraint, found: &Finding) -> bool {
    let Argument::Graph { violation, .. } = &found.argument else { return false };
    let mut masks = board.candidates.clone();
    found.gone.iter().for_each(|&(u, gone)| masks[u] &= !gone);
    found.conclusions.iter().all(|conclusion| {
        let before = masks[conclusion.unknown];
        masks[conclusion.unknown] = if conclusion.value == 1 { NO } else { YES };
        let own = net.violation_of(violation, &found.conclusions, conclusion.unknown);
        let is_violated = violation_check::is_there(net, &masks, &own);
        masks[conclusion.unknown] = before;
        is_violated
    })
}

/// Just what all choices that meet the condition have in common is concluded, from premises that imply it. Where no choice meets it,
/// a violation is found.
#[test]
fn conclusions_are_those_of_all_choices() {
    for (text, kind) in GRAPHS {
        let (session, solution) = run(&format!("grid y 2x3 in bool\nlinks e of y\n{text}"));
        let solution = solution.expect("it has one");
        session.with_explainer(&Limits::none(), |session, explainer, context| {
            let model = &session.elaborator.model;
            let mut reasoner = Reasoner::default();
            reasoner.extend(&explainer.case(context), Some(&solution));
            reasoner.board.update(&reasoner.knowledge);
            let Reasoner { board, knowledge, .. } = &reasoner;
            let (n, net) = board.live_nets().find(|(_, net)| net.kind == kind).expect("the net is read");
            assert!(net.is_clear(), "{text}");
            let (mut random, mut concluded, mut violated) = (Random::new(5), 0, 0);
            for _ in 0..400 {
                let mut masks = board.candidates.clone();
                net.cells().for_each(|u| masks[u] = [NO, YES, YES, OPEN, OPEN][random.below(5)]);
                let left = left_by_all_choices(model, net, &masks);
                if left.is_empty() {
                    continue;
                }
                let states = board.nets_under(&masks);
                let state = &states[n];
                let is_violated = net.walk(state).is_some_and(|walk| net.violation_by(state, &walk).is_some());
                assert_eq!(is_violated, left[0].1 == 0, "{text}: {left:?}");
                if is_violated {
                    violated += 1;
                    continue;
                }
                let seen = (&masks[..], state);
                let found = net_walk::found_in_net(board, n, knowledge, seen);
                for finding in &found {
                    assert!(premises_imply_it(board, net, finding), "{text}: {masks:?}: {finding:?}");
                }
                let conclusions: BTreeSet<(UnknownId, i64)> = found
                    .iter()
                    .flat_map(|f| &f.conclusions)
                    .map(|c| (c.unknown, i64::from((c.value == 1) == c.is)))
                    .collect();
                let forced: BTreeSet<(UnknownId, i64)> = left
                    .iter()
                    .filter(|(_, left)| left.is_power_of_two())
                    .map(|&(u, left)| (u, i64::from(left == YES)))
                    .collect();
                assert_eq!(conclusions, forced, "{text}: {masks:?}");
                concluded += conclusions.len();
            }
            assert!(concluded > 50 && violated > 5, "{text}: {concluded} {violated}");
        });
    }
}
