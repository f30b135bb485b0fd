//! A rectangle of characters that are put one by one, each one column wide.

use super::drawing::{Drawing, Line};
use crate::scene::Style;

pub(super) struct Canvas(Vec<Vec<(char, Style)>>);

impl Canvas {
    pub(super) fn new(height: usize, width: usize) -> Canvas {
        Canvas(vec![vec![(' ', Style::PLAIN); width]; height])
    }

    /// Outside the rectangle nothing is drawn.
    pub(super) fn put(&mut self, row: usize, col: usize, c: char, style: Style) {
        if let Some(place) = self.0.get_mut(row).and_then(|line| line.get_mut(col)) {
            *place = (c, style);
        }
    }

    /// The character at a place; a space outside.
    pub(super) fn at(&self, row: usize, col: usize) -> char {
        self.0.get(row).and_then(|line| line.get(col)).map_or(' ', |place| place.0)
    }

    pub(super) fn write(&mut self, row: usize, col: usize, text: &str, style: Style) {
        text.chars().enumerate().for_each(|(i, c)| self.put(row, col + i, c, style));
    }

    pub(super) fn drawing(self) -> Drawing {
        let line = |places: Vec<(char, Style)>| {
            let mut line = Line::default();
            places.into_iter().for_each(|(c, style)| line.push(c.encode_utf8(&mut [0; 4]), style));
            line
        };
        self.0.into_iter().map(line).collect()
    }
}
