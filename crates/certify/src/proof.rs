//! Proofs in the format of VeriPB 3: one line `rup clause : constraints` for each step that the contradiction needs.

use crate::formula::{Constraint, Formula, places};
use crate::graphs::Graphs;
use crate::search::{Source, Step};
use std::fmt::Write;

/// Leaves out the steps and the cuts that the last step doesn't follow from, however indirectly.
pub(crate) fn trim(formula: &mut Formula, graphs: &mut Graphs, steps: &mut Vec<Step>) {
    let mut needed = vec![false; steps.len()];
    let mut kept: Vec<bool> = formula.constraints.iter().map(|constraint| !constraint.is_cut()).collect();
    if let Some(last) = needed.last_mut() {
        *last = true;
    }
    for (i, step) in steps.iter().enumerate().rev() {
        if !needed[i] {
            continue;
        }
        for hint in &step.hints {
            match *hint {
                Source::Given(index) => kept[index as usize] = true,
                Source::Step(step) => needed[step as usize] = true,
            }
        }
    }
    let is_cut = |&i: &usize| formula.constraints[i].is_cut();
    graphs.retain_cuts((0..kept.len()).filter(is_cut).map(|i| kept[i]));
    // By constraint and by step: its new index, if it is kept.
    let (given, derived) = (formula.retain(&kept), places(&needed));
    for step in steps.iter_mut() {
        for hint in &mut step.hints {
            match hint {
                Source::Given(index) => *index = given[*index as usize],
                Source::Step(index) => *index = derived[*index as usize],
            }
        }
    }
    let mut needed = needed.into_iter();
    steps.retain(|_| needed.next() == Some(true));
}

/// The lines of the steps.
pub(crate) fn text(formula: &Formula, steps: &[Step]) -> String {
    let given = formula.constraints.len();
    let mut text = format!("pseudo-Boolean proof version 3.0\nf {given} ;\n");
    for step in steps {
        text.push_str("rup ");
        let terms = step.clause.iter().map(|&literal| (1, literal)).collect();
        formula.write(&mut text, &Constraint { label: String::new(), terms, bound: 1 });
        text.push_str(" :");
        let mut before = None;
        for &hint in &step.hints {
            let number = match hint {
                Source::Given(index) => index as usize + 1,
                Source::Step(step) => given + step as usize + 1,
            };
            if before != Some(number) {
                let _ = write!(text, " {number}");
            }
            before = Some(number);
        }
        text.push_str(" ~ ;\n");
    }
    let last = given + steps.len();
    let _ = write!(text, "output NONE ;\nconclusion UNSAT : {last} ;\nend pseudo-Boolean proof ;\n");
    text
}
