//! Cases of the rules of given pieces: statues and ships of any shape, against all shadings of tiny boards.

use super::boards::{Board, Puzzle, number, spans, tokens};

const CORNER: &[(i32, i32)] = &[(0, 0), (0, 1), (1, 0)];
const DOMINO: &[(i32, i32)] = &[(0, 0), (0, 1)];

/// The same shape after some turns, mirrored or not.
pub(super) fn congruent(a: &[(i32, i32)], z: &[(i32, i32)]) -> bool {
    let moved = |cells: Vec<(i32, i32)>| {
        let (top, left) = (cells.iter().map(|c| c.0).min(), cells.iter().map(|c| c.1).min());
        let mut cells: Vec<(i32, i32)> =
            cells.iter().map(|(r, c)| (r - top.expect("a cell"), c - left.expect("a cell"))).collect();
        cells.sort_unstable();
        cells
    };
    let wanted = moved(z.to_vec());
    let mut shape = a.to_vec();
    (0..8).any(|k| {
        shape = shape.iter().map(|(r, c)| if k == 4 { (*r, -c) } else { (*c, -r) }).collect();
        moved(shape.clone()) == wanted
    })
}

pub(super) fn statue_cases() -> Vec<Puzzle> {
    // A corner of three and dominoes, as pieces of a picture or as lists.
    let statue = |rows, cols, circles: &'static str, pieces: &'static str, shapes: &'static [&'static [(i32, i32)]]| {
        let b = Board { rows, cols };
        let script = format!("grid s {rows}x{cols} in bool\nclues n {{ {circles} }}\n{pieces}");
        Puzzle::new(script, 2f64.powi(b.len() as i32), b.shadings(), move |on| {
            let marks = tokens(circles);
            let found = b.pieces(|c| on[c], |_, _| true);
            let mut left: Vec<&[(i32, i32)]> = shapes.to_vec();
            let all = found.iter().all(|piece| {
                let cells: Vec<(i32, i32)> = piece.iter().map(|&c| b.at(c)).collect();
                let at = left.iter().position(|shape| congruent(shape, &cells));
                at.map(|at| left.remove(at)).is_some()
            });
            let as_stated = (0..b.len()).all(|c| marks[c] == "." || on[c] == (marks[c] == "b"));
            all && left.is_empty() && as_stated && b.one_piece(|c| !on[c])
        })
    };
    vec![
        statue(
            3,
            4,
            ". . . .; . w . .; . . . .",
            "grid tray 2x5\nregions t of tray { a a . b b; a . . . . }\nstatue_park(s, t, n)",
            &[CORNER, DOMINO],
        ),
        statue(
            4,
            4,
            "b . . .; . . . .; . . . .; . . . w",
            "statue_park(s, [[(1, 1), (1, 2)], [(1, 1), (1, 2)], [(1, 1), (1, 2), (2, 1)]], n)",
            &[DOMINO, DOMINO, CORNER],
        ),
        statue(3, 3, ". . .; . . .; . . .", "statue_park(s, [[(1, 1), (1, 2)]])", &[DOMINO]),
    ]
}

/// A domino and a corner of three cells as ships.
pub(super) fn polyomino_battleship_cases() -> Vec<Puzzle> {
    let fleet = |rows: usize, cols: usize, clues: &'static str, top: &'static str| {
        let (b, n, sums) = (Board { rows, cols }, tokens(clues), tokens(top));
        let script = format!(
            "grid x {rows}x{cols} in bool\nclues n {{ {clues} }}\noutside s {{ top {top} }}\ngrid tray 2x5\n\
             regions t of tray {{ a a . b b; a . . . . }}\npolyomino_battleship(x, t, s, n)"
        );
        Puzzle::new(script, 2_f64.powi(b.len() as i32), b.fillings(2), move |x| {
            let shaded = |c: usize| x[c] == 1;
            let touch = |c: usize, d: usize| {
                let ((r, s), (t, u)) = (b.at(c), b.at(d));
                c != d && (r - t).abs() <= 1 && (s - u).abs() <= 1
            };
            let mut areas: Vec<Vec<usize>> = vec![];
            for c in (0..b.len()).filter(|&c| shaded(c)) {
                let (near, far): (Vec<_>, Vec<_>) =
                    areas.into_iter().partition(|area| area.iter().any(|&d| touch(c, d)));
                areas = far;
                areas.push(near.concat().into_iter().chain([c]).collect());
            }
            areas.sort_by_key(Vec::len);
            let right = matches!(&areas[..], [two, three]
                if two.len() == 2 && b.beside(two[0]).contains(&two[1]) && three.len() == 3 && spans(b, three) == (2, 2));
            let fits = |c: usize| {
                let on = |(row, col)| b.cell((row, col)).is_some_and(shaded);
                let (row, col) = b.at(c);
                let sides = [on((row - 1, col)), on((row + 1, col)), on((row, col - 1)), on((row, col + 1))];
                match n[c] {
                    "." => true,
                    "~" => !shaded(c),
                    "s" => shaded(c),
                    "m" => shaded(c) && (sides[0] && sides[1] || sides[2] && sides[3]),
                    "^" => shaded(c) && sides == [false, true, false, false],
                    ">" => shaded(c) && sides == [false, false, true, false],
                    "upleft" => shaded(c) && sides == [false, true, false, true],
                    "downright" => shaded(c) && sides == [true, false, true, false],
                    other => panic!("{other}"),
                }
            };
            let counted = |col: usize| (0..rows).filter(|row| shaded(row * cols + col)).count();
            right && (0..b.len()).all(fits) && (0..cols).all(|col| number(sums[col]).is_none_or(|k| k == counted(col)))
        })
    };
    vec![
        fleet(3, 4, ". . . .; . . . .; . . . .", ". . . ."),
        fleet(3, 5, ". . . . s; . . . . .; ~ . . . .", ". 1 . . ."),
        fleet(3, 5, "upleft . . . .; . . . . .; . . . . .", ". . . . ."),
        fleet(3, 5, ". . . . .; . . . > .; . . . . .", ". . . . ."),
        fleet(4, 4, ". . . ^; . . . .; . . . .; . downright . .", ". . . ."),
    ]
}
