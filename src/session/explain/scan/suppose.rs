//! What follows from supposing a value, and how far that has to be followed.

use super::*;

impl Scanner {
    /// Values that can't be, for supposing them breaks a unit after few rounds. `skip` are values that
    /// some solution has.
    pub(crate) fn suppositions(
        &self,
        knowledge: &Knowledge,
        skip: &dyn Fn(UnknownId, i64) -> bool,
        limits: &Limits,
    ) -> Result<Vec<Proposal>, Reason> {
        let all: Vec<usize> = (0..self.units.len()).collect();
        let mut left = APPLICATIONS;
        let mut rounds = ROUNDS;
        let mut best: Vec<(Atom, Vec<usize>)> = Vec::new();
        for (i, &mask) in self.left.iter().enumerate() {
            let u = UnknownId::at(i);
            if knowledge.values[i].is_none() || mask.is_power_of_two() {
                continue;
            }
            for value in knowledge.values_in(u, mask) {
                if skip(u, value) || left == 0 {
                    continue;
                }
                check(limits)?;
                let Some(bit) = knowledge.bit(u, value) else { continue };
                let mut masks = self.left.clone();
                masks[i] = bit;
                if let Some((taken, used)) = self.refute(masks, u, &all, rounds, &mut left, limits) {
                    if taken < rounds {
                        best.clear();
                        rounds = taken;
                    }
                    best.push((Atom { unknown: u, value, is: false }, used));
                }
            }
        }
        best.sort_by_key(|(_, used)| used.len());
        best.truncate(SUPPOSITIONS);
        best.into_iter().map(|(conclusion, _)| self.narrow_down(knowledge, conclusion, rounds, limits)).collect()
    }

    /// Leaves out units that refuting the literal's contrary can do without.
    pub(super) fn narrow_down(
        &self,
        knowledge: &Knowledge,
        conclusion: Atom,
        rounds: usize,
        limits: &Limits,
    ) -> Result<Proposal, Reason> {
        let refuted = |units: &[usize]| -> Option<Vec<usize>> {
            let mut masks = knowledge.masks.clone();
            masks[conclusion.unknown] = knowledge.bit(conclusion.unknown, conclusion.value)?;
            // Crossing out takes a round of its own.
            let mut work = APPLICATIONS;
            self.refute_from(masks, units.to_vec(), units, rounds + 3, &mut work, limits).map(|r| r.1)
        };
        let mut units: Vec<usize> = (0..self.units.len()).collect();
        units = refuted(&units).unwrap_or(units);
        let mut i = 0;
        while i < units.len() {
            check(limits)?;
            let mut fewer = units.clone();
            fewer.remove(i);
            match refuted(&fewer) {
                Some(used) => units = used,
                None => i += 1,
            }
        }
        Ok(Proposal { conclusion, units: self.members(&units) })
    }

    /// Applies the units round by round, starting with those about `u`. When one of them can't be met:
    /// the rounds it took and the units that ruled anything out, sorted. None also where a limit was met.
    pub(super) fn refute(
        &self,
        masks: Vec<Mask>,
        u: UnknownId,
        units: &[usize],
        rounds: usize,
        left: &mut usize,
        limits: &Limits,
    ) -> Option<(usize, Vec<usize>)> {
        self.refute_from(masks, self.touching[u].clone(), units, rounds, left, limits)
    }

    pub(super) fn refute_from(
        &self,
        mut masks: Vec<Mask>,
        mut due: Vec<usize>,
        units: &[usize],
        rounds: usize,
        left: &mut usize,
        limits: &Limits,
    ) -> Option<(usize, Vec<usize>)> {
        let mut used = Vec::new();
        for round in 1..=rounds {
            let mut next = Vec::new();
            let mut after_round = masks.clone();
            for n in due {
                if units.binary_search(&n).is_err() {
                    continue;
                }
                *left = left.checked_sub(1)?;
                limits.work(APPLICATION).ok()?;
                let local = &self.units[n].local;
                let after = local.possible(&gather(local, &masks));
                for (at, &u) in local.unknowns.iter().enumerate() {
                    let mask = &mut after_round[u];
                    if *mask & !after[at] == 0 {
                        continue;
                    }
                    *mask &= after[at];
                    used.push(n);
                    if *mask == 0 {
                        used.sort_unstable();
                        used.dedup();
                        return Some((round, used));
                    }
                    next.extend(self.touching[u].iter().copied().filter(|&m| m != n));
                }
            }
            masks = after_round;
            next.sort_unstable();
            next.dedup();
            if next.is_empty() {
                return None;
            }
            due = next;
        }
        None
    }
}
