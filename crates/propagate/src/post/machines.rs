//! Machines: sets of tasks that exclude each other, found in disjunctions `a + d <= b or b + e <= a`.

use crate::ids::Var;
use rustc_hash::FxHashMap;
use sator_model::view::{self, Test, View};
use sator_model::{ExprId, Pool};

/// Fewest tasks of a machine: the disjunction of two tasks leaves nothing to find.
const FEWEST: usize = 3;
/// Most tasks of a machine. Edge finding takes time in proportion to the cube of their number.
const MOST: usize = 60;

/// The disjunctions seen so far: by pair of starts, the durations of both tasks.
#[derive(Default)]
pub(super) struct Machines(FxHashMap<(Var, Var), (i64, i64)>);

impl Machines {
    /// Looks at a disjunction that holds.
    pub(super) fn learn(&mut self, pool: &Pool, parts: &[ExprId]) {
        let [first, second] = parts else { return };
        let (Some((a, b, da)), Some((from, to, db))) = (precedence(pool, *first), precedence(pool, *second)) else {
            return;
        };
        if (from, to) == (b, a) && da > 0 && db > 0 {
            let (pair, durations) = if a < b { ((a, b), (da, db)) } else { ((b, a), (db, da)) };
            self.0.insert(pair, durations);
        }
    }

    /// Machines that cover all pairs in sets of three tasks or more, each task with a duration that it has in all of
    /// these pairs, at least.
    pub(super) fn found(self) -> Vec<Vec<(Var, i64)>> {
        let mut pairs: Vec<(Var, Var)> = self.0.keys().copied().collect();
        pairs.sort_unstable();
        let mut vars: Vec<Var> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
        vars.sort_unstable();
        vars.dedup();
        let duration = |a: Var, b: Var| match a < b {
            true => self.0.get(&(a, b)).map(|durations| durations.0),
            false => self.0.get(&(b, a)).map(|durations| durations.1),
        };
        let mut covered = rustc_hash::FxHashSet::default();
        let mut machines = vec![];
        for &(a, b) in &pairs {
            if covered.contains(&(a, b)) {
                continue;
            }
            let mut machine = vec![a, b];
            for &var in &vars {
                if machine.len() < MOST && machine.iter().all(|&task| task != var && duration(task, var).is_some()) {
                    machine.push(var);
                }
            }
            if machine.len() < FEWEST {
                continue;
            }
            machine.sort_unstable();
            for (at, &first) in machine.iter().enumerate() {
                covered.extend(machine[at + 1..].iter().map(|&second| (first, second)));
            }
            let shortest = |&task: &Var| {
                let others = machine.iter().filter(|&&other| other != task);
                (task, others.filter_map(|&other| duration(task, other)).min().unwrap_or(0))
            };
            machines.push(machine.iter().map(shortest).collect());
        }
        machines
    }
}

/// `from + d <= to`, if the condition is of this form.
fn precedence(pool: &Pool, e: ExprId) -> Option<(Var, Var, i64)> {
    let View::Linear(sum, test) = View::of(pool, e, true) else { return None };
    let (a, b) = sum.difference()?;
    let (a, b) = (Var::at(view::unknown(pool, a)?.index()), Var::at(view::unknown(pool, b)?.index()));
    match test {
        Test::AtMost(k) => Some((a, b, -k)),
        Test::AtLeast(k) => Some((b, a, k)),
        _ => None,
    }
}
