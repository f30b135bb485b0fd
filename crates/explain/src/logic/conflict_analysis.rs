//! Conflict analysis: the turns, statements and removed candidates that the conflicts of all cases need.

use super::ConstraintId;
use super::branch::{Branch, By, End, Turn};
use super::hypothesis::{Crossed, Ended, Ground, Hypothesis, Mark};
use crate::logic::argument::Argument;
use crate::logic::finding::{Finding, Gone, Grounds};
use crate::mask::{Mask, bits};
use rustc_hash::FxHashMap;
use sator_answer::Atom;
use sator_model::UnknownId;

/// A case followed to its end.
pub(super) struct Followed {
    turns: Vec<Turn>,
    grounds: Vec<Ground>,
    crossed: Vec<Crossed>,
    ending: Ending,
}

pub(super) enum Ending {
    End(Ended),
    /// A split of a cell with these values left, in which every case ends in a conflict.
    Split(UnknownId, Mask, Vec<Followed>),
}

impl Hypothesis<'_> {
    /// The part of the trail since the mark, with its conflict.
    pub(super) fn since(&self, mark: Mark, ending: Ending) -> Followed {
        Followed {
            turns: self.turns[mark.turns..].to_vec(),
            grounds: self.grounds[mark.turns..].to_vec(),
            crossed: self.crossed[mark.crossed..].to_vec(),
            ending,
        }
    }

    /// The turns that the ends need, and what they rest on before the case, which is taken back by now.
    pub(super) fn finding(&self, followed: &Followed) -> Finding {
        let mut trace = Trace {
            case: self,
            turns: vec![],
            crossed: 0,
            why: FxHashMap::default(),
            needed: vec![],
            groups: vec![],
            gone: vec![],
        };
        let Branch { turns, end } = trace.branch(followed);
        let Trace { mut groups, mut gone, .. } = trace;
        groups.sort_unstable();
        groups.dedup();
        gone.sort_unstable();
        gone.dedup();
        let first = &turns[0];
        let unknown = first.cell;
        let value = |mask: Mask| self.knowledge.value_at(unknown, mask).unwrap_or(0);
        // The removal of one of two values is the other value.
        let other = self.knowledge.full(unknown) & !first.left;
        let conclusions = match other.is_power_of_two() {
            true => vec![Atom { unknown, value: value(other), is: true }],
            false => vec![Atom { unknown, value: value(first.left), is: false }],
        };
        Finding { argument: Argument::Cases { turns, end }, conclusions, groups, gone }
    }
}

/// By what a candidate went, and when.
#[derive(Clone, Copy)]
struct Why {
    at: usize,
    turn: usize,
    group: Option<usize>,
}

/// All turns from the first to where one looks.
struct Trace<'a, 'b> {
    case: &'b Hypothesis<'a>,
    turns: Vec<(&'b Turn, &'b Ground)>,
    crossed: usize,
    why: FxHashMap<(UnknownId, Mask), Why>,
    needed: Vec<bool>,
    groups: Vec<usize>,
    gone: Gone,
}

impl<'b> Trace<'_, 'b> {
    fn branch(&mut self, followed: &'b Followed) -> Branch {
        let own = self.turns.len();
        self.turns.extend(followed.turns.iter().zip(&followed.grounds));
        self.needed.resize(self.turns.len(), false);
        self.needed[own] = true;
        for (at, crossed) in followed.crossed.iter().enumerate() {
            let why = Why { at: self.crossed + at, turn: crossed.turn, group: crossed.group };
            self.why.extend(bits(crossed.gone).map(|bit| ((crossed.cell, bit), why)));
        }
        self.crossed += followed.crossed.len();
        let end = match &followed.ending {
            Ending::End((end, grounds)) => {
                self.groups.extend(&grounds.groups);
                self.follow(grounds.gone.clone());
                end.clone()
            }
            Ending::Split(cell, left, parts) => {
                self.follow(self.case.all_but(*cell, *left));
                End::Either(*cell, parts.iter().map(|part| self.branch(part)).collect())
            }
        };
        let needed = self.needed.split_off(own);
        let turns = self.turns.split_off(own);
        self.crossed -= followed.crossed.len();
        for crossed in &followed.crossed {
            for bit in bits(crossed.gone) {
                self.why.remove(&(crossed.cell, bit));
            }
        }
        Branch { turns: turns.iter().zip(needed).filter(|t| t.1).map(|((turn, _), _)| (*turn).clone()).collect(), end }
    }

    /// Marks the turns by which candidates went, and so on from these.
    fn follow(&mut self, mut open: Gone) {
        while let Some((cell, mask)) = open.pop() {
            for bit in bits(mask) {
                let Some(&Why { turn, group, .. }) = self.why.get(&(cell, bit)) else {
                    self.gone.push((cell, bit));
                    continue;
                };
                self.groups.extend(group);
                if !std::mem::replace(&mut self.needed[turn], true) {
                    open.extend(self.relied(turn));
                }
            }
        }
    }

    /// The candidates that a turn took as gone; its groups are noted.
    fn relied(&mut self, at: usize) -> Gone {
        let (turn, ground) = self.turns[at];
        match (&ground.grounds, &turn.by) {
            (Some(Grounds { gone, groups }), _) => {
                self.groups.extend(groups);
                gone.clone()
            }
            (None, By::OnlyValue) => self.case.all_but(turn.cell, turn.left),
            (None, &By::Group(group)) => self.read(ConstraintId::Group(group), ground),
            (None, &By::Pattern(pattern)) => self.read(ConstraintId::Pattern(pattern), ground),
            (None, _) => vec![],
        }
    }

    /// The candidates that were gone when a statement or a pattern was applied; its groups are noted.
    fn read(&mut self, of: ConstraintId, ground: &Ground) -> Gone {
        self.groups.extend(self.case.groups_of(of));
        let unknowns = self.case.search(of).map_or(&[][..], |searched| &searched.csp.unknowns);
        unknowns.iter().flat_map(|&u| self.case.all_but(u, self.still(u, ground))).collect()
    }

    /// The candidates of a cell that had not gone by then in this case.
    fn still(&self, cell: UnknownId, ground: &Ground) -> Mask {
        let later = |bit: &Mask| self.why.get(&(cell, *bit)).is_none_or(|why| why.at >= ground.before);
        bits(self.case.masks[cell]).filter(later).fold(0, |still, bit| still | bit)
    }
}
