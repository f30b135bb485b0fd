//! The placeholders of a genre's script: sizes, and upper bounds of numbers that a link leaves open.

use super::Link;
use super::codec::Clue;

impl Link<'_> {
    /// A line of the script with its placeholders replaced.
    pub(super) fn filled(&self, line: &str, number: u32, rooms: &[usize], clues: &[Clue]) -> String {
        let most = (0..rooms.len()).map(|r| rooms.iter().filter(|room| **room == r).count()).max().unwrap_or(1);
        line.replace("{size}", &format!("{}x{}", self.rows, self.cols))
            .replace("{h+1}", &(self.rows + 1).to_string())
            .replace("{w+1}", &(self.cols + 1).to_string())
            .replace("{w}", &self.cols.to_string())
            .replace("{h}", &self.rows.to_string())
            .replace("{w-2}", &self.cols.saturating_sub(2).to_string())
            .replace("{n}", &number.to_string())
            .replace("{room}", &most.to_string())
            .replace("{half}", &most.div_ceil(2).to_string())
            .replace("{seen}", &(self.cols + self.rows).saturating_sub(2).to_string())
            .replace("{lines}", &(self.cols + self.rows - 1).to_string())
            .replace("{all}", &(self.cols * self.rows).to_string())
            .replace("{most}", &self.largest_number(rooms, clues).to_string())
            .replace("{free}", &self.largest_piece(clues).to_string())
    }

    /// An upper bound on the numbers of rooms whose numbers are consecutive and differ at borders by at most a side of the
    /// board: from a number that is given, a way to any cell crosses fewer borders than there are rooms.
    fn largest_number(&self, rooms: &[usize], clues: &[Clue]) -> usize {
        let given = clues.iter().filter_map(|c| if let Clue::Number(n) = c { Some(*n as usize) } else { None }).max();
        let count = rooms.iter().filter(|room| **room != usize::MAX).max().map_or(0, |most| most + 1);
        given.unwrap_or(1) + rooms.len() - count + count.saturating_sub(1) * self.cols.max(self.rows)
    }

    /// An upper bound on the size of pieces: a piece with a number has that size, other pieces lie within connected
    /// blank cells.
    fn largest_piece(&self, clues: &[Clue]) -> usize {
        let given = clues.iter().filter_map(|c| if let Clue::Number(n) = c { Some(*n as usize) } else { None }).max();
        let cells = self.rows * self.cols;
        let mut seen: Vec<bool> = (0..cells).map(|at| matches!(clues.get(at), Some(Clue::Number(_)))).collect();
        let mut most = given.unwrap_or(1).max(1);
        for start in 0..seen.len() {
            let (mut next, mut size) = (vec![start], 0);
            while let Some(at) = next.pop() {
                if std::mem::replace(&mut seen[at], true) {
                    continue;
                }
                size += 1;
                let (row, col) = (at / self.cols, at % self.cols);
                next.extend((col > 0).then(|| at - 1));
                next.extend((col + 1 < self.cols).then(|| at + 1));
                next.extend((row > 0).then(|| at - self.cols));
                next.extend((row + 1 < self.rows).then(|| at + self.cols));
            }
            most = most.max(size);
        }
        most
    }
}
