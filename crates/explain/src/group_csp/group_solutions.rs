//! All solutions of a small problem, where these are few.

use super::{GroupCsp, SEARCHED_NODES, SEARCHED_UNKNOWNS};
use crate::mask::{Mask, lowest};

impl GroupCsp {
    /// All solutions; `None` where these are more than `most`, the problem is large, or the search gives up.
    pub(in super::super) fn group_solutions(&self, masks: &[Mask], most: usize) -> Option<Vec<Vec<Mask>>> {
        if self.unknowns.len() > SEARCHED_UNKNOWNS || self.nodes.len() > SEARCHED_NODES {
            return None;
        }
        let (mut found, mut left) = (vec![], self.branches());
        self.choose(masks.to_vec(), most, &mut left, &mut found)?;
        Some(found)
    }

    fn choose(&self, mut masks: Vec<Mask>, most: usize, left: &mut u32, found: &mut Vec<Vec<Mask>>) -> Option<()> {
        *left = left.checked_sub(1)?;
        if self.narrow(&mut masks).is_none() {
            return Some(());
        }
        let open = (0..masks.len()).filter(|&at| !masks[at].is_power_of_two());
        let Some(at) = open.min_by_key(|&at| masks[at].count_ones()) else {
            found.push(masks);
            return (found.len() <= most).then_some(());
        };
        let mut rest = masks[at];
        while rest != 0 {
            let mut chosen = masks.clone();
            chosen[at] = lowest(rest);
            rest &= !lowest(rest);
            self.choose(chosen, most, left, found)?;
        }
        Some(())
    }
}
