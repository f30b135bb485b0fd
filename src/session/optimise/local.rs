//! Turns of local search, each with twice the effort of the one before.

use super::state::{Local, Search};
use crate::session::Session;
use sator_base::limits::Limits;
use sator_lang::diagnostic::Result;
use sator_lang::verify::verify;
use sator_model::ExprId;
use sator_propagate::LocalSearch;

/// Effort of the first turn, in nodes evaluated: some 50 ms.
const TURN: u64 = 2_000_000;
/// Factor of the effort while there is no solution: what is found then is worth more than a bound.
const FIRST_SHARE: u64 = 5;

impl Session {
    /// Takes a turn of local search: for any solution, then for better ones, as long as it finds some.
    pub(super) fn local_turn(&mut self, search: &mut Search, limits: &Limits) -> Result<()> {
        if matches!(search.local, Local::New) {
            search.local = self.new_local(search);
        }
        let Local::Ready { mut local, effort, mut fruitless } = std::mem::replace(&mut search.local, Local::Unsuited)
        else {
            return Ok(());
        };
        fruitless += 1;
        let mut start = search.best.as_ref().map(|(assignment, _)| assignment.clone());
        // The step by which the next value is to be better.
        let mut down = 1;
        while !search.met() {
            let most = match start {
                Some(_) => search.value().saturating_sub(down).max(search.bound),
                None => search.value(),
            };
            let share = if start.is_none() { FIRST_SHARE } else { 1 };
            let effort = effort.saturating_mul(share);
            match local.run(self.model(), most, start.as_ref(), effort, limits) {
                Some(found) => {
                    verify(self.model(), &found)?;
                    self.note_value(search, &found)?;
                    start = Some(found);
                    (fruitless, down) = (0, down.saturating_mul(2));
                }
                None if down > 1 => down = 1,
                None => break,
            }
        }
        search.local = Local::Ready { local, effort: effort.saturating_mul(2), fruitless };
        Ok(())
    }

    fn new_local(&self, search: &Search) -> Local {
        if search.level > 0 || !self.settings.leaves_method_open() {
            return Local::Unsuited;
        }
        let model = self.model();
        let defined: Vec<ExprId> = search.goals.iter().map(|&goal| model.pool.defined(goal)).collect();
        match LocalSearch::of(model, &defined, Some(search.goals[0]), self.settings.seed.into()) {
            Some(local) => Local::Ready { local: Box::new(local), effort: TURN, fruitless: 0 },
            None => Local::Unsuited,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;
    use sator_answer::Sense;
    use sator_base::limits::Interrupt;

    /// Sums of different numbers in which a search that learns takes long to find any solution, with and without an upper end.
    #[test]
    fn a_turn_finds_a_value_and_better_ones() {
        finds_better_values("1..40");
        finds_better_values("1..");
    }

    fn finds_better_values(domain: &str) {
        let text = "grid x 4x4 in DOMAIN\ndistinct(x)\nlet s = [sum(l) for l in rows(x) + cols(x) + diagonals(x)]\n\
                    max(s) - min(s) <= 1\nlet goal = sum(x)\n";
        let mut session = Session::new(Settings::of_environment(), Interrupt::new());
        session.settings.set("engine", "auto").expect("an engine");
        for statement in session.read("test", &text.replace("DOMAIN", domain), None).expect("the text reads") {
            session.run(&statement, &mut |_, _| {}).expect("the statement is accepted");
        }
        let goal = match &session.read("test", "minimize sum(x)", None).expect("it reads")[0].kind {
            sator_lang::syntax::ast::StatementKind::Question(sator_lang::syntax::ast::Question::Minimize(e)) => {
                session.elaborator.objectives_of(e).expect("a number")[0].0
            }
            other => panic!("{other:?}"),
        };
        let mut search = Search::new(vec![goal], Sense::Least);
        let limits = Limits::none();
        session.local_turn(&mut search, &limits).expect("solutions only");
        let (assignment, values) = search.best.clone().expect("a solution");
        assert_eq!(session.model().violations(&assignment), Ok(vec![]));
        // The least sum is that of 1 to 16.
        assert!((136..16 * 4096).contains(&values[0]), "{values:?}");
        session.local_turn(&mut search, &limits).expect("solutions only");
        assert!(search.value() <= values[0]);
    }
}
