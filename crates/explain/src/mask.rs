//! A set of values as bits: bit `i` stands for value `i` of an unknown's list of values.

/// Values of one unknown, one bit each, in the order of the unknown's values.
pub(crate) type Mask = u128;

/// The mask with the lowest `values` bits set, at least 1 and at most `Mask::BITS` of them.
pub(crate) fn all_of(values: usize) -> Mask {
    Mask::MAX >> (Mask::BITS as usize - values.clamp(1, Mask::BITS as usize))
}

/// The lowest set bit, or 0 for the empty mask.
pub(crate) fn lowest(mask: Mask) -> Mask {
    mask & mask.wrapping_neg()
}

/// The highest set bit of a mask that has one.
pub(crate) fn highest(mask: Mask) -> Mask {
    1 << (Mask::BITS - 1 - mask.leading_zeros())
}

/// The set bits of a mask, from the lowest.
pub(crate) fn bits(mut mask: Mask) -> impl Iterator<Item = Mask> {
    std::iter::from_fn(move || {
        let bit = lowest(mask);
        mask &= !bit;
        (bit != 0).then_some(bit)
    })
}
