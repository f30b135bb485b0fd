//! The lines of a file.

use crate::Problem;
use crate::script::clip;

/// The end of a section.
pub(super) type Done = Result<(), Problem>;

/// The lines that are left.
pub(super) struct Lines<'a> {
    left: std::slice::Iter<'a, &'a str>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(lines: &'a [&'a str]) -> Lines<'a> {
        Lines { left: lines.iter() }
    }

    pub(super) fn line(&mut self) -> Result<&'a str, Problem> {
        self.left.next().map(|line| line.trim()).ok_or_else(|| Problem::new("this file of pzpr ends too early"))
    }

    /// The next line if it is a setting of one letter.
    pub(super) fn flag(&mut self) -> Option<&'a str> {
        let line = self.left.as_slice().first()?.trim();
        let is_flag = line.len() == 1 && line.chars().all(|c| c.is_ascii_lowercase());
        is_flag.then(|| self.left.next().map(|line| line.trim())).flatten()
    }

    pub(super) fn number(&mut self) -> Result<usize, Problem> {
        let line = self.line()?;
        line.parse().map_err(|_| Problem::new(format!("here a file of pzpr has a number, not `{}`", clip(line))))
    }

    /// This many numbers in one line.
    pub(super) fn numbers(&mut self, count: usize) -> Result<Vec<usize>, Problem> {
        let line = self.line()?;
        let numbers: Option<Vec<usize>> = line.split_whitespace().map(|part| part.parse().ok()).collect();
        numbers
            .filter(|numbers| numbers.len() == count)
            .ok_or_else(|| Problem::new(format!("here a file of pzpr has {count} numbers, not `{}`", clip(line))))
    }

    /// Whether nothing is left: an empty board can end behind its size.
    pub(super) fn is_at_end(&self) -> bool {
        self.left.as_slice().iter().all(|line| line.trim().is_empty())
    }

    /// The values of rows; blank ones if the file ends before them.
    pub(super) fn values(&mut self, rows: usize, cols: usize) -> Result<Vec<&'a str>, Problem> {
        if self.is_at_end() {
            return Ok(vec!["."; rows * cols]);
        }
        let mut all = Vec::with_capacity(rows * cols);
        for _ in 0..rows {
            let row: Vec<&str> = self.line()?.split_whitespace().collect();
            if row.is_empty() && cols > 0 {
                return Err(Problem::new("this file of pzpr ends too early"));
            }
            if row.len() != cols {
                return Err(Problem::new(format!("a row of this file of pzpr has {} values, not {cols}", row.len())));
            }
            all.extend(row);
        }
        Ok(all)
    }

    /// The characters of rows; points if the file ends before them.
    pub(super) fn characters(&mut self, rows: usize, cols: usize) -> Result<Vec<char>, Problem> {
        if self.is_at_end() {
            return Ok(vec!['.'; rows * cols]);
        }
        let mut all = Vec::with_capacity(rows * cols);
        for _ in 0..rows {
            let row: Vec<char> = self.line()?.chars().collect();
            if row.len() != cols {
                return Err(Problem::new(format!("a row of this file of pzpr has {} values, not {cols}", row.len())));
            }
            all.extend(row);
        }
        Ok(all)
    }
}
