//! The characters of ids that stand for tokens of pictures, for reading and for writing.

/// Bridges between two islands at most.
pub(super) const MOST_BRIDGES: usize = 4;

/// Numbers of Bridges beyond 9.
pub(super) const LARGE: &[(char, &str)] =
    &[('A', "10"), ('B', "11"), ('C', "12"), ('D', "13"), ('E', "14"), ('F', "15"), ('G', "16")];

/// A black cell of Light Up without a number.
pub(super) const BLACK: &[(char, &str)] = &[('B', "#")];

/// Circles of Pearl.
pub(super) const PEARLS: &[(char, &str)] = &[('B', "b"), ('W', "w")];

/// Mirrors of Undead.
pub(super) const MIRRORS: &[(char, &str)] = &[('L', "\\"), ('R', "/")];

/// Pieces of Tracks, each a sum of its directions (right 1, up 2, left 4, down 8) as a hexadecimal digit.
pub(super) const PIECES: &[(char, &str)] =
    &[('3', "ur"), ('5', "h"), ('6', "ul"), ('9', "dr"), ('A', "v"), ('C', "dl")];

/// Arrows of Signpost, from `a` on.
pub(super) const ARROWS: [&str; 8] = ["u", "ur", "r", "dr", "d", "dl", "l", "ul"];
