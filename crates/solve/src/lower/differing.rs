//! All different, to the end: a value stays with an unknown only where all of them can still differ with it. That takes in naked
//! and hidden sets of any size. What lies neither in a matching of unknowns to values, nor on an alternating cycle or path to
//! a free value, is not possible (Régin 1994).

/// Most unknowns, and most values of them together.
pub const UNKNOWNS_MAX: usize = 64;
pub const VALUES_MAX: usize = 128;

/// Values as bits.
type Values = u128;

/// Of the values possible for each of at most [`UNKNOWNS_MAX`] unknowns, leaves those with which all of them can differ;
/// `None` if they can't.
pub fn differing(possible: &mut [Values]) -> Option<()> {
    // The unknown of each value.
    let mut holder = [0; VALUES_MAX];
    let mut taken: Values = 0;
    for i in 0..possible.len() {
        let mut unseen = Values::MAX;
        if !augment(i, possible, &mut holder, &mut taken, &mut unseen) {
            return None;
        }
    }
    // Which unknowns would have to move on, in turn, if one gave up its value; and whether that may end at a free one.
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

/// Finds a value for one more unknown, where others may move on.
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

    /// All choices of different values, one after the other.
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
