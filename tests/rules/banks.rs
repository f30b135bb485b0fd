//! The rules of pieces of a bank, against all ways to place two pieces on tiny boards.

use super::boards::{Board, Puzzle, WALL, WAYS, check, clued, number, rooms, tokens};
use super::pieces::congruent;
use std::collections::BTreeSet;

#[test]
fn mean_what_they_say() {
    let cases = [kissing_cases(), pentatouch_cases(), regional_poly_cases(), distopia_cases()];
    check("banks", cases.into_iter().flatten().collect());
}

const PIECES: [&[(i32, i32)]; 2] = [&[(0, 0), (0, 1)], &[(0, 0), (0, 1), (1, 0)]];

/// Ways to place a domino and a bend of three cells, the piece of each cell from 1 on, as shadings that are right.
fn placed(rows: usize, cols: usize, rest: &str, optional: bool, right: impl Fn(Board, &[usize]) -> bool) -> Puzzle {
    let b = Board { rows, cols };
    let spots = PIECES.map(|piece| {
        let fits = |on: &Vec<bool>| {
            let cells: Vec<(i32, i32)> = (0..b.len()).filter(|&c| on[c]).map(|c| b.at(c)).collect();
            cells.len() == piece.len() && congruent(piece, &cells)
        };
        let mut spots: Vec<Vec<bool>> = b.shadings().filter(fits).collect();
        if optional {
            spots.push(vec![false; b.len()]);
        }
        spots
    });
    let mut found = BTreeSet::new();
    for one in &spots[0] {
        for two in spots[1].iter().filter(|two| (0..b.len()).all(|c| !one[c] || !two[c])) {
            let of: Vec<usize> = (0..b.len()).map(|c| usize::from(one[c]) + 2 * usize::from(two[c])).collect();
            if right(b, &of) {
                found.insert(of.iter().map(|k| *k > 0).collect::<Vec<bool>>());
            }
        }
    }
    let script =
        format!("grid s {rows}x{cols} in bool\ngrid tray 2x5\nregions t of tray {{ a a . b b; . . . b . }}\n{rest}");
    Puzzle::new(script, 2f64.powi(b.len() as i32), found, |_| true)
}

/// A picture with marks at some places.
fn marked(rows: usize, cols: usize, mark: &str, places: &[(usize, usize)]) -> String {
    let row = |r: usize| (0..cols).map(|c| if places.contains(&(r, c)) { mark } else { "." }).collect::<Vec<_>>();
    (0..rows).map(|r| row(r).join(" ")).collect::<Vec<_>>().join("; ")
}

fn meet(of: &[usize], c: usize, d: usize) -> bool {
    of[c] > 0 && of[d] > 0 && of[c] != of[d]
}

/// Whether pieces share no side.
fn apart(b: Board, of: &[usize]) -> bool {
    b.pairs().iter().all(|&(c, d)| !meet(of, c, d))
}

fn kissing_cases() -> Vec<Puzzle> {
    let kissing = |rows: usize, cols: usize, bars: &[(usize, usize)], crosses: &str| {
        let b = Board { rows, cols };
        let half = |&(c, d): &(usize, usize)| (c / cols + d / cols, c % cols + d % cols);
        let places: Vec<(usize, usize)> = bars.iter().map(half).collect();
        let x = tokens(crosses);
        let rest = format!(
            "clues n of borders s {{ {} }}\nclues x {{ {crosses} }}\nkissing(s, t, n, x)",
            marked(2 * rows - 1, 2 * cols - 1, "#", &places)
        );
        placed(rows, cols, &rest, false, |_, of| {
            b.pairs().iter().all(|&(c, d)| meet(of, c, d) == bars.contains(&(c, d)))
                && (0..b.len()).all(|c| x[c] == "." || of[c] == 0)
        })
    };
    vec![
        kissing(3, 3, &[], ". . .; . . .; . . ."),
        kissing(3, 3, &[(0, 1)], ". . .; . . .; . . ."),
        kissing(3, 4, &[(1, 5), (2, 6)], ". . . .; . . . .; . . . ."),
        kissing(3, 4, &[(5, 6)], ". . . .; . . . .; # . . ."),
    ]
}

fn pentatouch_cases() -> Vec<Puzzle> {
    let pentatouch = |rows: usize, cols: usize, dots: &[usize], crosses: &str| {
        let places: Vec<(usize, usize)> = dots.iter().map(|c| (c / cols + 1, c % cols + 1)).collect();
        let x = tokens(crosses);
        let rest = format!(
            "clues n of corners s {{ {} }}\nclues x {{ {crosses} }}\npentatouch(s, t, n, x)",
            marked(rows + 1, cols + 1, "o", &places)
        );
        placed(rows, cols, &rest, false, |b, of| {
            let touch = |s: &[usize; 4]| meet(of, s[0], s[3]) || meet(of, s[1], s[2]);
            apart(b, of)
                && b.squares().iter().all(|s| touch(s) == dots.contains(&s[0]))
                && (0..b.len()).all(|c| x[c] == "." || of[c] == 0)
        })
    };
    vec![
        pentatouch(3, 4, &[], ". . . .; . . . .; . . . ."),
        pentatouch(3, 4, &[1], ". . . .; . . . .; . . . ."),
        pentatouch(3, 4, &[5], "# . . .; . . . .; . . . ."),
    ]
}

/// Whether pieces don't touch, not even at corners.
fn far_apart(b: Board, of: &[usize]) -> bool {
    (0..b.len()).all(|c| b.around(c).into_iter().all(|d| !meet(of, c, d)))
}

fn regional_poly_cases() -> Vec<Puzzle> {
    let regional = |rows, cols, regions: &str, crosses: &str, walls: &str| {
        let x = tokens(crosses);
        let rest = format!("regions g {{ {regions} }}\nclues x {{ {crosses} }}\nregional_poly(s, t, g, x{walls})");
        placed(rows, cols, &rest, false, |b, of| {
            let kinds = |cells: &[usize]| cells.iter().map(|&c| of[c]).filter(|k| *k > 0).collect::<BTreeSet<usize>>();
            let held = |k: usize| rooms(regions).iter().filter(|room| kinds(room).contains(&k)).count() == 1;
            far_apart(b, of)
                && rooms(regions).iter().all(|room| kinds(room).len() <= 1)
                && held(1)
                && held(2)
                && (walls.is_empty() || of[0] == 0 || of[1] == 0)
                && (0..b.len()).all(|c| x[c] == "." || of[c] == 0)
        })
    };
    vec![
        regional(3, 4, "a a b b; a a b b; a a b b", ". . . .; . . . .; . . . .", ""),
        regional(3, 4, "a a b b; a a b b; a a b b", ". . . .; . . . .; . . . .", WALL),
        regional(3, 4, "a a a b; a b b b; c c c c", ". . . .; . . . .; . . . .", ""),
        regional(3, 4, "a a b b; a b b b; a c c c", ". . . .; . . . #; . . . .", ""),
    ]
}

fn distopia_cases() -> Vec<Puzzle> {
    let distopia = |rows, cols, clues: &str, more: &str| {
        let n = tokens(clues);
        let rest = format!("clues n {{ {clues} }}\ndistopia(s, t, n{more})");
        placed(rows, cols, &rest, true, |b, of| {
            let total = |c: usize| {
                let steps = WAYS.map(|way| b.ray(c, way).iter().position(|&d| of[d] > 0));
                let least = steps.iter().flatten().min();
                least.map_or(0, |least| (least + 1) * steps.iter().filter(|k| k.as_ref() == Some(least)).count())
            };
            let fits = |(c, clue): (usize, &str)| {
                (!more.is_empty() || of[c] == 0) && number(clue).is_none_or(|k| k == total(c))
            };
            far_apart(b, of) && clued(&n).all(fits)
        })
    };
    vec![
        distopia(3, 3, ". 2 .; . . .; . . .", ""),
        distopia(3, 4, ". 4 . .; . . . .; . . . .", ""),
        distopia(3, 4, ". . . .; 2 . . .; . . . ?", ""),
        distopia(3, 4, "0 . . .; . . . .; . . . .", ""),
        distopia(3, 4, ". . . .; . 2 . .; . . . .", ", through: true"),
    ]
}
