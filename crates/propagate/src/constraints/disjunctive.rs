//! Tasks on one machine, one at a time: overload check and edge finding (Carlier & Pinson 1989; Nuijten 1994). They add
//! to the disjunctions of the pairs, each of which orders two tasks only.

use crate::event::{Conflict, Event, Narrowed, Tier};
use crate::ids::Var;
use crate::propagator::Propagator;
use crate::store::Store;

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
    use super::{Conflict, Task, edges};
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
