//! GAC for all-different: removes each value without a support, which includes naked and hidden sets of any size. A
//! value has a support if it lies in a maximum matching of unknowns to values, on an alternating cycle, or on an
//! alternating path to a free value (Régin 1994).

/// The largest number of unknowns, and of their values together.
pub const UNKNOWNS_MAX: usize = 64;
/// The largest number of values of these unknowns together.
pub const VALUES_MAX: usize = 128;

/// A set of values as bits.
type Values = u128;

/// Removes the values without a support from the domains of at most [`UNKNOWNS_MAX`] unknowns; `None` if the unknowns
/// can't all differ.
pub fn differing(possible: &mut [Values]) -> Option<()> {
    // By value: its unknown in the matching.
    let mut holder = [0; VALUES_MAX];
    let mut taken: Values = 0;
    for i in 0..possible.len() {
        let mut unseen = Values::MAX;
        if !augment(i, possible, &mut holder, &mut taken, &mut unseen) {
            return None;
        }
    }
    // By unknown: the unknowns that must move in turn if it gives up its value, and whether such a path ends at a free
    // value.
    let mut moves: Vec<u64> = vec![0; possible.len()];
    let mut ends: u64 = 0;
    for (i, &values) in possible.iter().enumerate() {
        each(values & taken, |v| moves[i] |= 1 << holder[v]);
        ends |= u64::from(values & !taken != 0) << i;
    }
    for through in 0..moves.len() {
        let further = moves[through];
        moves.iter_mut().filter(|m| **m >> through & 1 == 1).for_each(|m| *m |= further);
    }
    for (i, values) in possible.iter_mut().enumerate() {
        let mut kept = *values & !taken;
        each(*values & taken, |v| {
            let other = holder[v];
            let stays = other == i || moves[other] & (ends | 1 << i) != 0 || ends >> other & 1 == 1;
            kept |= Values::from(stays) << v;
        });
        *values = kept;
    }
    Some(())
}

/// Extends the matching to one more unknown; others can move to other values.
fn augment(
    i: usize,
    possible: &[Values],
    holder: &mut [usize; VALUES_MAX],
    taken: &mut Values,
    unseen: &mut Values,
) -> bool {
    let free = possible[i] & !*taken;
    if free != 0 {
        let v = free.trailing_zeros() as usize;
        *taken |= 1 << v;
        holder[v] = i;
        return true;
    }
    while possible[i] & *unseen != 0 {
        let v = (possible[i] & *unseen).trailing_zeros() as usize;
        *unseen &= !(1 << v);
        if augment(holder[v], possible, holder, taken, unseen) {
            holder[v] = i;
            return true;
        }
    }
    false
}

fn each(mut values: Values, mut f: impl FnMut(usize)) {
    while values != 0 {
        f(values.trailing_zeros() as usize);
        values &= values - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sator_base::random::Random;

    /// All assignments of different values, by brute force.
    fn by_trying(possible: &[Values], taken: Values, at: usize, met: &mut [Values]) -> bool {
        if at == possible.len() {
            return true;
        }
        let mut any = false;
        each(possible[at] & !taken, |v| {
            if by_trying(possible, taken | 1 << v, at + 1, met) {
                met[at] |= 1 << v;
                any = true;
            }
        });
        any
    }

    #[test]
    fn what_stays_is_what_some_choice_has() {
        let mut random = Random::new(5);
        let (mut none, mut fewer) = (0, 0);
        for _ in 0..2_000 {
            let (unknowns, values) = (1 + random.below(6), 2 + random.below(6));
            let mut possible: Vec<Values> = (0..unknowns)
                .map(|_| (0..values).filter(|_| random.below(5) < 2).fold(0, |all: Values, v| all | 1 << (v * 9)))
                .collect();
            let mut met = vec![0; unknowns];
            let can = by_trying(&possible, 0, 0, &mut met);
            let before = possible.clone();
            assert_eq!(differing(&mut possible).is_some(), can, "{before:?}");
            none += usize::from(!can);
            if can {
                assert_eq!(possible, met, "{before:?}");
                fewer += usize::from(possible != before);
            }
        }
        assert!(none > 100 && fewer > 100, "{none} {fewer}");
    }
}
