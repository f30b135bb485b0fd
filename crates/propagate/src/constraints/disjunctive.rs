//! Tasks on one machine, one at a time: overload check and edge finding (Carlier & Pinson 1989; Nuijten 1994). They add
//! to the disjunctions of the pairs, each of which orders two tasks only.

use super::Part;
use crate::event::{Conflict, Event, Narrowed, Tier};
use crate::ids::Var;
use crate::propagator::Propagator;
use crate::relaxation::rows::Rows;
use crate::store::Store;

/// The least part by which a cut excludes the values.
const EXCESS: f64 = 0.001;

/// Tasks with a start and a fixed positive duration, no two of which overlap.
pub struct Disjunctive(pub Vec<(Var, i64)>);

/// The time of a task.
#[derive(Clone, Copy, Debug)]
struct Task {
    earliest_start: i64,
    latest_end: i64,
    duration: i64,
}

impl Propagator for Disjunctive {
    fn watches(&self, watch: &mut dyn FnMut(Var, Event)) {
        self.0.iter().for_each(|task| watch(task.0, Event::Bound));
    }

    fn tier(&self) -> Tier {
        Tier::Slow
    }

    fn relax(&self, rows: &mut Rows) {
        area(&self.0, rows);
    }

    /// The sets are those of the tasks that end first.
    fn cut(&self, value: &dyn Fn(Var) -> Option<f64>, rows: &mut Rows) {
        let task = |&(start, duration): &(Var, i64)| value(start).map(|at| (at + duration as f64, start, duration));
        let Some(mut tasks) = self.0.iter().map(task).collect::<Option<Vec<_>>>() else { return };
        tasks.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let set: Vec<(Var, i64)> = tasks.iter().map(|task| (task.1, task.2)).collect();
        let mut sum = 0.0;
        for (at, &(end, _, duration)) in tasks.iter().enumerate() {
            sum += duration as f64 * (end - duration as f64);
            if least_sum(&set[..=at], rows.store) as f64 > sum + EXCESS * sum.abs().max(1.0) {
                area(&set[..=at], rows);
            }
        }
    }

    fn propagate(&mut self, store: &mut Store) -> Narrowed {
        store.effort += (self.0.len() * self.0.len()) as u64;
        let task = |&(start, duration): &(Var, i64)| Task {
            earliest_start: store.min(start),
            latest_end: store.max(start) + duration,
            duration,
        };
        let tasks: Vec<Task> = self.0.iter().map(task).collect();
        for (at, end) in edges(&tasks)? {
            store.at_least(self.0[at].0, end)?;
        }
        // In reversed time a task starts at its end.
        let reversed: Vec<Task> = tasks
            .iter()
            .map(|task| Task { earliest_start: -task.latest_end, latest_end: -task.earliest_start, ..*task })
            .collect();
        for (at, end) in edges(&reversed)? {
            store.at_most(self.0[at].0, -end - self.0[at].1)?;
        }
        Ok(())
    }
}

/// Adds the bound of [`least_sum`].
fn area(set: &[(Var, i64)], rows: &mut Rows) {
    let least = least_sum(set, rows.store);
    rows.add(set.iter().map(|&(start, duration)| (duration, Part::Var(start))).collect(), least, i64::MAX);
}

/// The least sum of start times duration, which tasks without a gap have in any order (Queyranne 1993).
fn least_sum(set: &[(Var, i64)], store: &Store) -> i64 {
    let first = set.iter().map(|&(start, _)| store.min(start)).min().unwrap_or(0);
    let (mut before, mut sum) = (first, 0i64);
    for &(_, duration) in set {
        sum = sum.saturating_add(before.saturating_mul(duration));
        before = before.saturating_add(duration);
    }
    sum
}

/// Edge finding: tasks that come after a set of others, each with the earliest end of that set.
///
/// The sets are those of the tasks inside a window of time. A task outside comes last if it and the set don't fit
/// between the earliest start of both and the latest end of the set.
fn edges(tasks: &[Task]) -> Result<Vec<(usize, i64)>, Conflict> {
    let mut found = vec![];
    let mut by_start: Vec<&Task> = tasks.iter().collect();
    by_start.sort_unstable_by_key(|task| std::cmp::Reverse(task.earliest_start));
    let mut closes: Vec<i64> = tasks.iter().map(|task| task.latest_end).collect();
    closes.sort_unstable();
    closes.dedup();
    for close in closes {
        // The window opens earlier and earlier.
        let (mut work, mut set_end) = (0, i64::MIN);
        for inner in by_start.iter().filter(|task| task.latest_end <= close) {
            let open = inner.earliest_start;
            work += inner.duration;
            set_end = set_end.max(open + work);
            if set_end > close {
                return Err(Conflict);
            }
            for (at, outer) in tasks.iter().enumerate().filter(|(_, task)| task.latest_end > close) {
                let start = outer.earliest_start;
                if start < set_end && start.min(open) + work + outer.duration > close {
                    found.push((at, set_end));
                }
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{add, rows_hold, var};
    use super::{Conflict, Disjunctive, Task, Var, edges};
    use proptest::prelude::*;

    /// Every order of the tasks' starts within their windows, none overlapping.
    fn schedules(tasks: &[Task]) -> Vec<Vec<i64>> {
        let mut all = vec![vec![]];
        for task in tasks {
            let starts = task.earliest_start..=task.latest_end - task.duration;
            let with =
                |given: Vec<i64>| starts.clone().map(move |start| [&given[..], &[start]].concat()).collect::<Vec<_>>();
            all = all.into_iter().flat_map(with).collect();
            all.retain(|starts| {
                let last = starts.len() - 1;
                (0..last).all(|i| {
                    starts[i] + tasks[i].duration <= starts[last] || starts[last] + tasks[last].duration <= starts[i]
                })
            });
        }
        all
    }

    proptest! {
        #[test]
        fn areas_keep_every_schedule(
            tasks in prop::collection::vec((0i64..6, 1i64..4, 0i64..5, 0.0f64..12.0), 2..5)
        ) {
            let domains: Vec<Vec<i64>> = tasks.iter().map(|&(from, _, slack, _)| (from..=from + slack).collect()).collect();
            let values: Vec<f64> = tasks.iter().map(|task| task.3).collect();
            rows_hold(&domains, &values, |network| {
                let set: Vec<(Var, i64)> = tasks.iter().enumerate().map(|(at, task)| (var(at), task.1)).collect();
                let durations: Vec<i64> = tasks.iter().map(|task| task.1).collect();
                add(network, Disjunctive(set), move |starts| {
                    let apart = |i: usize, j: usize| {
                        starts[i] + durations[i] <= starts[j] || starts[j] + durations[j] <= starts[i]
                    };
                    (0..durations.len()).all(|i| (0..i).all(|j| apart(i, j)))
                })
            })?;
        }

        #[test]
        fn a_task_is_put_off_only_where_no_schedule_starts_it_sooner(
            tasks in prop::collection::vec((0i64..6, 1i64..4, 0i64..5), 2..5)
        ) {
            let task = |(start, duration, slack)| Task {
                earliest_start: start, latest_end: start + duration + slack, duration,
            };
            let tasks: Vec<Task> = tasks.into_iter().map(task).collect();
            let all = schedules(&tasks);
            match edges(&tasks) {
                Err(Conflict) => prop_assert!(all.is_empty()),
                Ok(found) => for (at, end) in found {
                    prop_assert!(all.iter().all(|starts| starts[at] >= end), "{:?} {} {}", tasks, at, end);
                },
            }
        }
    }
}
