//! Proofs in the format of VeriPB 3: one line `rup clause : constraints` for each step that the contradiction needs.

use crate::formula::{Constraint, Formula};
use crate::search::{Source, Step};
use std::fmt::Write;

/// The lines of the steps that the last step follows from, however indirectly.
pub(crate) fn text(formula: &Formula, steps: &[Step]) -> String {
    let mut needed = vec![false; steps.len()];
    if let Some(last) = needed.last_mut() {
        *last = true;
    }
    for i in (0..steps.len()).rev() {
        if needed[i] {
            for hint in &steps[i].hints {
                if let Source::Step(step) = *hint {
                    needed[step as usize] = true;
                }
            }
        }
    }
    let given = formula.constraints.len();
    let mut text = format!("pseudo-Boolean proof version 3.0\nf {given} ;\n");
    // By step: its number in the proof.
    let mut numbers = vec![0; steps.len()];
    let mut last = given;
    for (i, step) in steps.iter().enumerate().filter(|(i, _)| needed[*i]) {
        last += 1;
        numbers[i] = last;
        text.push_str("rup ");
        let terms = step.clause.iter().map(|&literal| (1, literal)).collect();
        formula.write(&mut text, &Constraint { label: String::new(), terms, bound: 1 });
        text.push_str(" :");
        let mut before = None;
        for &hint in &step.hints {
            let number = match hint {
                Source::Given(index) => index as usize + 1,
                Source::Step(step) => numbers[step as usize],
            };
            if before != Some(number) {
                let _ = write!(text, " {number}");
            }
            before = Some(number);
        }
        text.push_str(" ~ ;\n");
    }
    let _ = write!(text, "output NONE ;\nconclusion UNSAT : {last} ;\nend pseudo-Boolean proof ;\n");
    text
}
