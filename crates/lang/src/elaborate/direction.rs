//! The words for directions.

/// A direction of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Direction {
    /// Its word.
    pub name: &'static str,
    /// The step in rows.
    pub rows: i64,
    /// The step in columns.
    pub cols: i64,
}

impl Direction {
    /// Position among [`DIRECTIONS`], from 0.
    pub fn number(&self) -> i64 {
        DIRECTIONS.iter().position(|d| d == self).unwrap_or_default() as i64
    }
}

/// The four orthogonal directions first, then the diagonal ones.
pub static DIRECTIONS: [Direction; 8] = [
    Direction { name: "up", rows: -1, cols: 0 },
    Direction { name: "down", rows: 1, cols: 0 },
    Direction { name: "left", rows: 0, cols: -1 },
    Direction { name: "right", rows: 0, cols: 1 },
    Direction { name: "upleft", rows: -1, cols: -1 },
    Direction { name: "upright", rows: -1, cols: 1 },
    Direction { name: "downleft", rows: 1, cols: -1 },
    Direction { name: "downright", rows: 1, cols: 1 },
];
