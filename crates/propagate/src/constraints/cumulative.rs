//! Tasks that share a resource: time-tabling (Aggoun & Beldiceanu 1993; Le Pape 1994). A task certainly runs between its
//! latest start and its earliest end. The demands of these parts add up to a profile, which no task can exceed. They add
//! to the sums at the starts of the tasks, which see only what is decided.

use crate::event::{Conflict, Event, Narrowed, Tier};
use crate::ids::Var;
use crate::propagator::Propagator;
use crate::store::Store;

/// A task with a known positive duration and demand.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// The start.
    pub start: Var,
    /// The time that it takes.
    pub duration: i64,
    /// The part of the capacity that it uses.
    pub demand: i64,
}

/// Tasks whose demands sum to the capacity at most, at each time.
pub struct Cumulative {
    /// The tasks.
    pub tasks: Vec<Task>,
    /// The capacity.
    pub capacity: i64,
}

/// A stretch of time with the demand of the tasks that certainly run then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Segment {
    from: i64,
    to: i64,
    demand: i64,
}

impl Propagator for Cumulative {
    fn watches(&self, watch: &mut dyn FnMut(Var, Event)) {
        self.tasks.iter().for_each(|task| watch(task.start, Event::Bound));
    }

    fn tier(&self) -> Tier {
        Tier::Slow
    }

    fn propagate(&mut self, store: &mut Store) -> Narrowed {
        let profile = self.profile(store)?;
        for task in &self.tasks {
            if store.value(task.start).is_some() {
                continue;
            }
            store.effort += profile.len() as u64;
            // The task itself is part of the profile where it certainly runs.
            let (certain_from, certain_to) = (store.max(task.start), store.min(task.start) + task.duration);
            let full = |segment: &&Segment| {
                let own = certain_from <= segment.from && segment.to <= certain_to;
                segment.demand + if own { 0 } else { task.demand } > self.capacity
            };
            let mut earliest = store.min(task.start);
            for segment in profile.iter().filter(full) {
                if segment.from < earliest + task.duration && earliest < segment.to {
                    earliest = segment.to;
                }
            }
            store.at_least(task.start, earliest)?;
            let mut latest = store.max(task.start);
            for segment in profile.iter().rev().filter(full) {
                if segment.from < latest + task.duration && latest < segment.to {
                    latest = segment.from - task.duration;
                }
            }
            store.at_most(task.start, latest)?;
        }
        Ok(())
    }
}

impl Cumulative {
    /// The times at which tasks certainly run, in order, without overlap.
    fn profile(&self, store: &mut Store) -> Result<Vec<Segment>, Conflict> {
        store.effort += self.tasks.len() as u64;
        let mut steps: Vec<(i64, i64)> = vec![];
        for task in &self.tasks {
            let (from, to) = (store.max(task.start), store.min(task.start) + task.duration);
            if from < to {
                steps.extend([(from, task.demand), (to, -task.demand)]);
            }
        }
        steps.sort_unstable();
        let mut profile = vec![];
        let mut demand = 0;
        for (at, &(from, change)) in steps.iter().enumerate() {
            demand += change;
            let to = steps.get(at + 1).map_or(from, |next| next.0);
            if from < to && demand > 0 {
                if demand > self.capacity {
                    return Err(Conflict);
                }
                profile.push(Segment { from, to, demand });
            }
        }
        Ok(profile)
    }
}

#[cfg(test)]
mod tests {
    use super::{Conflict, Cumulative, Task};
    use crate::ids::Var;
    use crate::network::Network;
    use proptest::prelude::*;
    use sator_model::Domain;

    /// Whether the demands fit at each time.
    fn fits(starts: &[i64], tasks: &[(i64, i64)], capacity: i64) -> bool {
        (0..20).all(|time| {
            let runs = |(start, task): (&i64, &(i64, i64))| *start <= time && time < start + task.0;
            let running = starts.iter().zip(tasks).filter(|&pair| runs(pair));
            running.map(|(_, task)| task.1).sum::<i64>() <= capacity
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

        #[test]
        fn no_schedule_is_lost(
            windows in prop::collection::vec((0i64..6, 0i64..5), 1..5),
            tasks in prop::collection::vec((1i64..5, 1i64..4), 4),
            capacity in 1i64..6,
        ) {
            let mut network = Network::default();
            for &(first, slack) in &windows {
                network.store.add_var(&Domain::range(first, first + slack));
            }
            let tasks = &tasks[..windows.len()];
            let posted = tasks.iter().enumerate();
            let posted = posted.map(|(at, &(duration, demand))| Task { start: Var::at(at), duration, demand }).collect();
            network.add(Cumulative { tasks: posted, capacity }, [].into());
            let left = network.propagate();
            let mut all: Vec<Vec<i64>> = vec![vec![]];
            for &(first, slack) in &windows {
                all = all.into_iter().flat_map(|t| (first..=first + slack).map(move |s| [&t[..], &[s]].concat())).collect();
            }
            all.retain(|starts| fits(starts, tasks, capacity));
            if left == Err(Conflict) {
                prop_assert!(all.is_empty(), "{:?}", all);
            } else {
                for starts in &all {
                    let kept = starts.iter().enumerate().all(|(at, &start)| network.store.contains(Var::at(at), start));
                    prop_assert!(kept, "{:?} is lost", starts);
                }
                let fixed = (0..windows.len()).all(|at| network.store.value(Var::at(at)).is_some());
                prop_assert!(!fixed || !all.is_empty(), "a schedule beyond the capacity is left");
            }
        }
    }
}
