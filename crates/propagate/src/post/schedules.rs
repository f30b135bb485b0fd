//! Propagators for uses of standard rules, which see more than those of the single conditions.

use super::Post;
use crate::constraints::{Cumulative, Task};
use crate::ids::Var;
use sator_model::Model;
use sator_model::rule_use::{Argument, RuleUse};

/// Fewest tasks on a resource: for two the conditions say all.
const FEWEST: usize = 3;
/// Times, durations and demands stay below this, so that nothing overflows.
const LARGEST: i64 = 1 << 40;

impl Post<'_> {
    /// The resources of the script, whose conditions are posted too.
    pub(super) fn resources(&mut self, model: &Model) {
        let within = |rule_use: &&RuleUse| rule_use.constraints.end <= model.constraints.len();
        for rule_use in model.uses.iter().filter(|rule_use| &*rule_use.rule == "cumulative").filter(within) {
            if let Some(cumulative) = cumulative(model, rule_use)
                && cumulative.tasks.len() >= FEWEST
            {
                self.add(cumulative);
            }
        }
    }
}

/// The tasks with an unknown start, a known duration and a known demand. The other tasks only add to the demand.
fn cumulative(model: &Model, rule_use: &RuleUse) -> Option<Cumulative> {
    let capacity = rule_use.number("capacity")?;
    let [durations, demands] = ["duration", "demand"].map(|name| numbers(rule_use.argument(name)));
    let (durations, demands) = (durations?, demands?);
    let starts: Vec<Option<Var>> = match rule_use.argument("start") {
        Argument::Places(grid, places) => {
            let cell = |&(row, col): &(usize, usize)| model.grid(*grid).cell(row as i64, col as i64);
            let unknown = |place| cell(place).and_then(|cell| model.unknown_at(cell));
            places.iter().map(|place| unknown(place).map(|u| Var::at(u.index()))).collect()
        }
        Argument::List(items) => {
            let unknown = |item: &Argument| match item {
                Argument::Unknown(u) => Some(Var::at(u.index())),
                _ => None,
            };
            items.iter().map(unknown).collect()
        }
        _ => return None,
    };
    if starts.len() != durations.len() || starts.len() != demands.len() {
        return None;
    }
    let near = |var: Var| {
        let domain = &model.unknowns[sator_model::UnknownId::at(var.index())].domain;
        -LARGEST < domain.min() && domain.max() < LARGEST
    };
    let small = |value: i64| 0 < value && value < LARGEST;
    let tasks = starts.iter().zip(durations.iter().zip(&demands)).filter_map(|(start, (duration, demand))| {
        let (start, duration, demand) = ((*start)?, (*duration)?, (*demand)?);
        (near(start) && small(duration) && small(demand)).then_some(Task { start, duration, demand })
    });
    // A negative demand elsewhere would make room.
    let makes_room = demands.iter().any(|demand| demand.is_none_or(|demand| demand < 0));
    (!makes_room).then(|| Cumulative { tasks: tasks.collect(), capacity })
}

/// The elements of a list, where they are known.
fn numbers(argument: &Argument) -> Option<Vec<Option<i64>>> {
    let Argument::List(items) = argument else { return None };
    let number = |item: &Argument| match item {
        Argument::Int(k) => Some(*k),
        _ => None,
    };
    Some(items.iter().map(number).collect())
}
