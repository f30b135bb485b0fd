//! The rules of shaded squares against all shadings of tiny boards.

use super::areas::is_rectangle;
use super::boards::{Board, Puzzle, WAYS, bits, number, shaded, tokens};

/// The shaded areas where all are squares, with the side of each.
fn squares(b: Board, on: &[bool]) -> Option<Vec<(Vec<usize>, usize)>> {
    let areas = b.pieces(|c| on[c], |_, _| true).into_iter();
    let square = |area: Vec<usize>| {
        let side = (1..=area.len()).find(|side| side * side == area.len())?;
        let cols = area.iter().map(|&c| b.at(c).1);
        let wide = cols.clone().max()? - cols.min()? + 1;
        (is_rectangle(b, &area) && wide as usize == side).then_some((area, side))
    };
    areas.map(square).collect()
}

pub(super) fn tasquare_cases() -> Vec<Puzzle> {
    let tasquare = |rows, cols, numbers: &'static str| {
        shaded(rows, cols, &format!("clues n {{ {numbers} }}\ntasquare(s, n)"), move |b, on| {
            let Some(squares) = squares(b, on) else { return false };
            let is_met = |(c, clue): (usize, &str)| {
                let beside = squares.iter().filter(|(area, _)| b.beside(c).iter().any(|d| area.contains(d)));
                let sum: usize = beside.map(|(area, _)| area.len()).sum();
                clue == "." || !on[c] && number(clue).map_or(sum > 0, |n| n == sum)
            };
            b.one_piece(|c| !on[c]) && tokens(numbers).iter().copied().enumerate().all(is_met)
        })
    };
    vec![
        tasquare(3, 4, ". . . .; . . ? .; . . . ."),
        tasquare(3, 4, ". . 2 .; . . . .; . . . ?"),
        tasquare(3, 3, ". . .; . 2 .; . . ."),
    ]
}

/// Whether the shaded squares are a solution of Look-Air.
fn look_air(b: Board, on: &[bool], n: &[&str]) -> bool {
    let Some(squares) = squares(b, on) else { return false };
    let side = |c: usize| squares.iter().find(|(area, _)| area.contains(&c)).map(|(_, side)| *side);
    let sees = |c: usize, way| {
        let ray = b.ray(c, way);
        let gap = ray.iter().take_while(|&&d| !on[d]).count();
        ray.get(gap).filter(|_| gap > 0).is_some_and(|&d| side(d) == side(c))
    };
    let is_met = |(c, clue): (usize, &str)| {
        number(clue).is_none_or(|n| b.beside(c).iter().chain([&c]).filter(|&&d| on[d]).count() == n)
    };
    (0..b.len()).all(|c| !on[c] || WAYS.iter().all(|&way| !sees(c, way))) && n.iter().copied().enumerate().all(is_met)
}

/// A board on which the rule has other conditions than on small ones. Clues 0 leave the first and the last two rows or
/// columns free, in which the first and the last cell have clues.
fn large_look_air(rows: usize, cols: usize, first: &str, last: &str) -> Puzzle {
    let b = Board { rows, cols };
    let is_zero = |c: usize| (3..rows.max(cols) - 3).contains(&if rows > cols { c / cols } else { c % cols });
    let clue = |c: usize| match c {
        0 => first,
        _ if c + 1 == b.len() => last,
        _ if is_zero(c) => "0",
        _ => ".",
    };
    let n: Vec<&str> = (0..b.len()).map(clue).collect();
    let free: Vec<usize> = (0..b.len()).filter(|&c| !is_zero(c) && !b.beside(c).into_iter().any(is_zero)).collect();
    let shadings = bits(free.len()).map(|chosen| {
        let mut on = vec![false; b.len()];
        free.iter().zip(chosen).for_each(|(&c, is_shaded)| on[c] = is_shaded);
        on
    });
    let picture: Vec<String> = n.chunks(cols).map(|row| row.join(" ")).collect();
    let script = format!("grid s {rows}x{cols} in bool\nclues n {{ {} }}\nlook_air(s, n)", picture.join("; "));
    Puzzle::new(script, 2f64.powi(b.len() as i32), shadings, |on| look_air(b, on, &n))
}

pub(super) fn look_air_cases() -> Vec<Puzzle> {
    let look_air = |rows, cols, numbers: &'static str| {
        let rest = format!("clues n {{ {numbers} }}\nlook_air(s, n)");
        shaded(rows, cols, &rest, move |b, on| look_air(b, on, &tokens(numbers)))
    };
    vec![
        large_look_air(3, 34, ".", ".").under_fd(),
        large_look_air(3, 34, "1", "1"),
        large_look_air(34, 3, ".", ".").under_fd(),
        large_look_air(34, 3, "3", "1"),
        look_air(3, 4, ". . . .; . ? . .; . . . ."),
        look_air(3, 4, ". . 2 .; . . . .; . 1 . ."),
        look_air(4, 3, "3 . .; . . .; . . .; . . ."),
    ]
}
