//! A puzzle as the writers of game ids see it: sizes, tokens of pictures, givens and regions.

use crate::Problem;
use crate::outgoing::Outgoing;
use sator_model::{Argument, PictureContent, RuleUse};

/// The puzzle, with the uses of the game's rules, the one with the clues first.
pub(super) struct Board<'a, 'b> {
    pub out: &'a Outgoing<'b>,
    pub uses: &'a [&'b RuleUse],
    /// The name of the game.
    pub name: &'static str,
}

impl Board<'_, '_> {
    pub(super) fn uses(&self, rule: &str) -> bool {
        self.uses.iter().any(|used| &*used.rule == rule)
    }

    pub(super) fn rows(&self) -> usize {
        self.out.grid.rows
    }

    pub(super) fn cols(&self) -> usize {
        self.out.grid.cols
    }

    /// The size in parameters: columns first.
    pub(super) fn size(&self) -> String {
        format!("{}x{}", self.cols(), self.rows())
    }

    /// The side of a board that must be a square.
    pub(super) fn side(&self) -> Result<usize, Problem> {
        if self.rows() != self.cols() {
            return Err(Problem::new(format!("a board of {} is a square", self.name)));
        }
        Ok(self.rows())
    }

    pub(super) fn argument(&self, name: &str) -> &Argument {
        let given = self.uses.iter().map(|used| used.argument(name)).find(|value| **value != Argument::None);
        given.unwrap_or(&Argument::None)
    }

    /// The error for a clue that the game doesn't have.
    pub(super) fn no_clue(&self, clue: &str) -> Problem {
        Problem::new(format!("a game id of {} can't contain the clue {clue}", self.name))
    }

    /// The clues of a picture with one for each cell, row by row; all blank if there is no picture.
    pub(super) fn clues(&self, name: &str) -> Result<Vec<Option<String>>, Problem> {
        self.clues_of(name, self.out.grid.len())
    }

    /// The clues of a picture with this number of places.
    pub(super) fn clues_of(&self, name: &str, places: usize) -> Result<Vec<Option<String>>, Problem> {
        match self.out.picture(self.argument(name)).map(|picture| &picture.content) {
            None => Ok(vec![None; places]),
            Some(PictureContent::Clues { words, .. }) if words.len() == places => Ok(words.clone()),
            Some(_) => Err(Problem::new(format!("the picture of `{name}` doesn't have {places} places"))),
        }
    }

    /// The clues outside at the top, bottom, left and right; none where a line has no clue.
    pub(super) fn sides(&self, name: &str) -> Result<[Vec<Option<String>>; 4], Problem> {
        let blank = Default::default();
        let words = match self.out.picture(self.argument(name)).map(|picture| &picture.content) {
            Some(PictureContent::Outside { words, .. }) => words,
            None => &blank,
            Some(_) => return Err(Problem::new(format!("`{name}` isn't an outside picture"))),
        };
        let lengths = [self.cols(), self.cols(), self.rows(), self.rows()];
        let clue = |side: usize, line: usize| {
            let words = words[side].get(line).filter(|words| !words.is_empty())?;
            Some(words.join(","))
        };
        Ok([0, 1, 2, 3].map(|side| (0..lengths[side]).map(|line| clue(side, line)).collect()))
    }

    /// The clue of each column and then of each row, on either side of the grid.
    pub(super) fn lines(&self, name: &str) -> Result<Vec<Option<String>>, Problem> {
        let [top, bottom, left, right] = self.sides(name)?;
        let either = |a: Vec<Option<String>>, b: Vec<Option<String>>| a.into_iter().zip(b).map(|(a, b)| a.or(b));
        Ok(either(top, bottom).chain(either(left, right)).collect())
    }

    /// The clues of all columns and rows, which must be there.
    pub(super) fn all_lines(&self, name: &str) -> Result<Vec<String>, Problem> {
        let lines: Option<Vec<String>> = self.lines(name)?.into_iter().collect();
        lines.ok_or_else(|| Problem::new(format!("a game id of {} has a clue for each row and column", self.name)))
    }

    /// The givens as tokens.
    pub(super) fn givens(&self) -> Vec<Option<String>> {
        (0..self.out.grid.len()).map(|at| self.out.given(at).map(|value| value.to_string())).collect()
    }

    /// The region of each cell.
    pub(super) fn regions(&self, name: &str) -> Result<Vec<u32>, Problem> {
        let groups = self.out.groups(self.argument(name)).and_then(|groups| groups.into_iter().collect());
        groups.ok_or_else(|| Problem::new(format!("a game id of {} has each cell in one of `{name}`", self.name)))
    }
}
