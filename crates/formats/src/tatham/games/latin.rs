//! The games of Latin squares.

use super::super::Id;
use super::super::codes::{firsts, number, of_length, regions, runs, unknown};
use super::unsupported;
use crate::Problem;
use crate::script::{Cell, Script};

pub(super) fn keen(id: &Id, script: &mut Script) -> Result<(), Problem> {
    let [borders, clues] = id.parts(2)?[..] else { return Err(unknown(id.description)) };
    let cages = regions(borders, id.cols)?;
    let mut tokens = vec![".".to_string(); id.cells()];
    let mut rest = clues;
    for at in firsts(&cages) {
        let sign = match rest.chars().next() {
            Some('a') => ",+",
            Some('s') => ",-",
            Some('m') => ",*",
            Some('d') => ",/",
            _ => return Err(unknown(rest)),
        };
        let (result, after) = number(&rest[1..]).ok_or_else(|| unknown(rest))?;
        rest = after;
        // A cage of one cell has its value.
        let alone = cages.iter().filter(|cage| **cage == cages[at]).count() == 1;
        tokens[at] = format!("{result}{}", if alone { "" } else { sign });
    }
    script.line(&format!("grid x {} in 1..{}", id.size(), id.cols));
    script.regions_by_number("cage", &cages, id.cols);
    script.tokens("clues clue", &tokens, id.cols);
    script.line("kenkens(x, cage, clue)");
    Ok(())
}

/// `3x3` has boxes of 3 rows and 3 columns; with `j` the board is a jigsaw, with `x` it has diagonals, with `k` cages.
pub(super) fn solo(id: &Id, script: &mut Script) -> Result<(), Problem> {
    let options = id.options.split('d').next().unwrap_or("");
    let (jigsaw, killer) = (options.contains('j'), options.contains('k'));
    // A jigsaw has no boxes, so it can name its side alone.
    let side = if jigsaw && id.one_side { id.cols } else { id.cells() };
    let mut parts = id.parts(1 + usize::from(jigsaw) + 2 * usize::from(killer))?.into_iter();
    let mut next = || parts.next().unwrap_or("");
    let givens = runs(next(), side * side, number)?;
    script.line(&format!("grid x {side}x{side} in 1..{side}"));
    if jigsaw {
        script.regions_by_number("region", &regions(next(), side)?, side);
        script.line("jigsaw(x, region)");
    } else if id.rows == id.cols {
        script.line("sudoku(x)");
    } else {
        script.line(&format!("sudoku(x, {}, {})", id.cols, id.rows));
    }
    if options.contains('x') {
        script.line("diagonal(x)");
    }
    if killer {
        let cages = regions(next(), side)?;
        let totals = runs(next(), side * side, number)?;
        script.regions_by_number("cage", &cages, side);
        script.tokens("clues total", &totals, side);
        script.line("killers(cage, total)");
    }
    if givens.iter().any(|given| given != ".") {
        script.tokens("givens x", &givens, side);
    }
    Ok(())
}

pub(super) fn towers(id: &Id, script: &mut Script) -> Result<(), Problem> {
    let (clues, givens) = id.description.split_once(',').unwrap_or((id.description, ""));
    let clue = |text: &str| match number(text) {
        _ if text.is_empty() => Ok(".".to_string()),
        Some((n, "")) => Ok(n),
        _ => Err(unknown(text)),
    };
    let clues = of_length(clues.split('/').map(clue).collect::<Result<Vec<String>, _>>()?, 4 * id.cols)?;
    let side = |at: usize| &clues[at * id.cols..(at + 1) * id.cols];
    script.line(&format!("grid x {} in 1..{}", id.size(), id.cols));
    script.line("latin(x)");
    script.outside("sky", [("top", side(0)), ("bottom", side(1)), ("left", side(2)), ("right", side(3))]);
    script.line("skyscraper(sky)");
    if !givens.is_empty() {
        script.tokens("givens x", &runs(givens, id.cells(), number)?, id.cols);
    }
    Ok(())
}

/// Each cell has its number or 0, and U, R, D and L where it is greater than that neighbour. In the mode `a` the letters
/// join numbers that differ by 1, and all such pairs are joined.
pub(super) fn unequal(id: &Id, script: &mut Script) -> Result<(), Problem> {
    let adjacent = id.options.contains('a');
    if id.options.contains('k') {
        return Err(unsupported("Unequal with signs of Kropki"));
    }
    let cells = of_length(id.description.trim_end_matches(',').split(',').collect(), id.cells())?;
    let mut givens = vec![".".to_string(); id.cells()];
    let mut beside = givens.clone();
    let mut below = givens.clone();
    let mut joined = vec![];
    for (at, text) in cells.iter().enumerate() {
        let (value, signs) = number(text).ok_or_else(|| unknown(text))?;
        if value != "0" {
            givens[at] = value;
        }
        let (row, col) = (at / id.cols, at % id.cols);
        for sign in signs.chars() {
            let inside = match sign {
                'U' => row > 0,
                'D' => row + 1 < id.rows,
                'L' => col > 0,
                'R' => col + 1 < id.cols,
                _ => false,
            };
            if !inside {
                return Err(unknown(text));
            }
            match sign {
                'U' => below[at - id.cols] = "^".into(),
                'D' => below[at] = "v".into(),
                'L' => beside[at - 1] = "<".into(),
                _ => beside[at] = ">".into(),
            }
            match sign {
                'D' => joined.push(format!("({}, {})", Cell::new(row, col), Cell::new(row + 1, col))),
                'R' => joined.push(format!("({}, {})", Cell::new(row, col), Cell::new(row, col + 1))),
                _ => {}
            }
        }
    }
    script.line(&format!("grid x {} in 1..{}", id.size(), id.cols));
    if adjacent {
        script.line("latin(x)");
        script.line(&format!("let joined = [{}]", joined.join(", ")));
        script.line("for a, b in joined { white_dot(a, b) }");
        script.line("no_other_dots(x, joined, ratios: [])");
    } else {
        script.tokens("clues beside", &beside, id.cols);
        script.tokens("clues below", &below, id.cols);
        script.line("futoshiki(x, beside, below)");
    }
    script.tokens("givens x", &givens, id.cols);
    Ok(())
}
