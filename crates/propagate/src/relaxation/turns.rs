//! The part of the search in which the linear relaxation is looked at.
//!
//! The root comes first, with about as much effort as the search has taken. If something comes of it, turns of the search look
//! at the relaxation at each node, and others in between not at all: on some models it finds half of the conflicts, and on
//! others it takes longer than it saves.

/// The effort for the root, as a multiple of the rest of the search.
const ROOT_SHARE: u64 = 2;
/// Effort of the first turn in which each node is looked at.
const TURN: u64 = 2_000_000;
/// Turns after which conflicts are counted. Fewer than one in this many looks are rare: a relaxation with such gets this
/// part of the effort. Measured: a warehouse has one in 4, a roster one in 5; graphs to colour and rulers have none.
const JUDGED: u64 = 2;
/// Fewer looks than this in the first turn are judged at once: each took long.
const FEW: u64 = 20;
const RARE: u64 = 20;

/// The looks so far, and what came of them.
#[derive(Default)]
pub(crate) struct Turns {
    effort: u64,
    looks: u64,
    conflicts: u64,
    /// Whether a look has removed something.
    has_gained: bool,
    /// The same, once the root was looked at to the end.
    gains: Option<bool>,
    /// Whether each node is looked at in the current turn, and how many such turns are over.
    is_on: bool,
    over: u64,
    /// The effort of the search at which the current turn began, and at which it ends.
    begun: u64,
    until: u64,
}

impl Turns {
    /// Notes a look that took this effort; what it found is a conflict or not.
    pub(super) fn note(&mut self, effort: u64, found: Option<bool>) {
        self.effort += effort;
        self.looks += 1;
        self.has_gained |= found.is_some();
        self.conflicts += u64::from(found == Some(true));
    }

    /// Notes that the root was looked at to the end.
    pub(crate) fn conclude(&mut self) {
        self.gains = Some(self.has_gained);
    }

    /// Whether a look has removed something.
    pub(crate) fn has_gained(&self) -> bool {
        self.has_gained
    }

    /// Whether something came of the root. `None` until it was looked at to the end.
    pub(crate) fn gains(&self) -> Option<bool> {
        self.gains
    }

    /// Whether each node is looked at for now.
    pub(crate) fn is_on(&self) -> bool {
        self.is_on
    }

    /// Whether a look is due when the whole search has taken this effort.
    pub(crate) fn is_due(&self, effort: u64) -> bool {
        match self.gains {
            None => self.effort <= ROOT_SHARE * (effort - self.effort),
            Some(_) => self.is_on,
        }
    }

    /// Begins the next turn if the current one is over. Both kinds get about the same effort, in turns that grow, unless
    /// conflicts are rare.
    pub(crate) fn change(&mut self, effort: u64) -> bool {
        if self.gains.is_none() || effort < self.until {
            return false;
        }
        let turn = effort - std::mem::replace(&mut self.begun, effort);
        self.over += u64::from(self.is_on);
        let is_judged = self.over >= JUDGED || self.over > 0 && self.looks < FEW;
        let is_rare = is_judged && self.conflicts * RARE < self.looks;
        let next = match self.is_on {
            _ if self.until == 0 => TURN,
            true if is_rare => RARE * turn,
            true => turn,
            false if is_rare => turn / RARE,
            false => 2 * turn,
        };
        self.is_on = !self.is_on;
        self.until = effort + next;
        true
    }
}
