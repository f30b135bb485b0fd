//! Symmetries of a board, and the orbits of its places under them.

/// A symmetry of the places of clues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Symmetry {
    HalfTurn,
    /// Left and right.
    Mirror,
    /// Along the main diagonal.
    Diagonal,
    /// By a quarter turn.
    Quarter,
}

impl Symmetry {
    /// All symmetries with their words in the language.
    pub(crate) const ALL: &[(Symmetry, &str)] = &[
        (Symmetry::HalfTurn, "half-turn"),
        (Symmetry::Mirror, "mirror"),
        (Symmetry::Diagonal, "diagonal"),
        (Symmetry::Quarter, "quarter"),
    ];

    pub(crate) fn name(self) -> &'static str {
        Symmetry::ALL.iter().find(|s| s.0 == self).map_or("", |s| s.1)
    }

    pub(crate) fn named(name: &str) -> Option<Symmetry> {
        Symmetry::ALL.iter().find(|s| s.1 == name).map(|s| s.0)
    }

    /// Whether the symmetry needs a board of equal sides.
    pub(crate) fn wants_square(self) -> bool {
        matches!(self, Symmetry::Diagonal | Symmetry::Quarter)
    }

    /// The image of a place on a board of this shape.
    fn image(self, (row, col): (usize, usize), (rows, cols): (usize, usize)) -> (usize, usize) {
        match self {
            Symmetry::HalfTurn => (rows - 1 - row, cols - 1 - col),
            Symmetry::Mirror => (row, cols - 1 - col),
            Symmetry::Diagonal => (col, row),
            Symmetry::Quarter => (col, rows - 1 - row),
        }
    }

    /// The orbit of a place under repetition, the place itself first.
    pub(crate) fn orbit(self, at: usize, shape: (usize, usize)) -> Vec<usize> {
        let start = (at / shape.1, at % shape.1);
        let mut orbit = vec![at];
        let mut next = self.image(start, shape);
        while next != start {
            orbit.push(next.0 * shape.1 + next.1);
            next = self.image(next, shape);
        }
        orbit
    }
}

/// The orbits that lie wholly within these places, numbered row by row. Without a symmetry each place is an orbit.
pub(crate) fn orbits(places: &[usize], shape: (usize, usize), symmetry: Option<Symmetry>) -> Vec<Vec<usize>> {
    let Some(symmetry) = symmetry else { return places.iter().map(|&at| vec![at]).collect() };
    let whole = |at: &usize| {
        let orbit = symmetry.orbit(*at, shape);
        let first = orbit.iter().min() == Some(at);
        (first && orbit.iter().all(|other| places.contains(other))).then_some(orbit)
    };
    places.iter().filter_map(whole).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_are_whole_and_apart() {
        let all: Vec<usize> = (0..9).collect();
        let sizes = |symmetry| {
            let mut sizes: Vec<usize> = orbits(&all, (3, 3), symmetry).iter().map(Vec::len).collect();
            sizes.sort_unstable();
            sizes
        };
        assert_eq!(sizes(None), [1; 9]);
        assert_eq!(sizes(Some(Symmetry::HalfTurn)), [1, 2, 2, 2, 2]);
        assert_eq!(sizes(Some(Symmetry::Mirror)), [1, 1, 1, 2, 2, 2]);
        assert_eq!(sizes(Some(Symmetry::Diagonal)), [1, 1, 1, 2, 2, 2]);
        assert_eq!(sizes(Some(Symmetry::Quarter)), [1, 4, 4]);
    }

    #[test]
    fn what_lacks_a_partner_is_in_none() {
        assert_eq!(orbits(&[0, 1, 3], (2, 2), Some(Symmetry::HalfTurn)), [vec![0, 3]]);
        assert_eq!(orbits(&[0, 5], (2, 3), Some(Symmetry::HalfTurn)), [vec![0, 5]]);
    }
}
