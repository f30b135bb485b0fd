//! Proofs in the format of VeriPB 3: a line for each step that the contradiction needs, `rup clause : constraints` for a
//! clause and `pol constraint factor * ...` for a sum.

use crate::formula::{Constraint, Formula, places};
use crate::graphs::Graphs;
use crate::search::{Derived, Source, Step};
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
    let number = |source: Source| match source {
        Source::Given(index) => index as usize + 1,
        Source::Step(step) => given + step as usize + 1,
    };
    for step in steps {
        match &step.derived {
            Derived::Clause(clause) => {
                text.push_str("rup ");
                let terms = clause.iter().map(|&literal| (1, literal)).collect();
                formula.write(&mut text, &Constraint { label: String::new(), terms, bound: 1 });
                text.push_str(" :");
                let mut before = None;
                for number in step.hints.iter().map(|&hint| number(hint)) {
                    if before != Some(number) {
                        let _ = write!(text, " {number}");
                    }
                    before = Some(number);
                }
                text.push_str(" ~ ;\n");
            }
            Derived::Sum(factors) => {
                text.push_str("pol");
                for (i, (&hint, factor)) in step.hints.iter().zip(factors).enumerate() {
                    let _ = write!(text, " {} {factor} *{}", number(hint), if i == 0 { "" } else { " +" });
                }
                text.push_str(" s ;\n");
            }
        }
    }
    let last = given + steps.len();
    let _ = write!(text, "output NONE ;\nconclusion UNSAT : {last} ;\nend pseudo-Boolean proof ;\n");
    text
}
