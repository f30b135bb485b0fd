//! The rules of circles on cells and borders, chains of tetrominoes, and reefs against all shadings of tiny boards.

use super::boards::{Board, EIGHT, Few, Puzzle, check, clued, number, rooms, shaded, tokens};
use super::shapes::form;

#[test]
fn mean_what_they_say() {
    let cases = [
        kurarin_cases(),
        sansa_road_cases(),
        tetrochain_circles_cases(),
        tetrochain_rooms_cases(),
        coral_cases(),
        oasis_cases(),
    ];
    check("chains", cases.into_iter().flatten().collect());
}

/// Whether circles at half steps have the majorities of their colours; those in cells only with `in_cells`.
fn majorities(b: Board, on: &[bool], circles: &str, in_cells: bool) -> bool {
    let n = tokens(circles);
    let width = 2 * b.cols - 1;
    clued(&n).all(|(i, mark)| {
        let at = ((i / width) as i32, (i % width) as i32);
        let touched: Vec<usize> =
            (0..b.len()).filter(|&c| (2 * b.at(c).0 - at.0).abs() <= 1 && (2 * b.at(c).1 - at.1).abs() <= 1).collect();
        let shaded = touched.iter().filter(|&&c| on[c]).count();
        let unshaded = touched.len() - shaded;
        !in_cells && touched.len() == 1
            || match mark {
                "b" => shaded > unshaded,
                "w" => shaded < unshaded,
                _ => shaded == unshaded,
            }
    })
}

fn kurarin_cases() -> Vec<Puzzle> {
    let kurarin = |rows, cols, circles: &str| {
        let b = Board { rows, cols };
        let script = format!(
            "grid s {rows}x{cols} in bool\nclues n of cells and borders s {{ {circles} }}\nlinks e of s\nkurarin(s, e, n)"
        );
        let all = 2f64.powi((b.len() + b.pairs().len()) as i32);
        Puzzle::new(script, all, b.loops(), |drawn| {
            let on: Vec<bool> = b.strokes(drawn).iter().map(Few::is_empty).collect();
            majorities(b, &on, circles, true)
        })
    };
    vec![
        kurarin(3, 3, ". . . . b; . . . . .; . . . . .; . . . . .; . . . . ."),
        kurarin(3, 3, ". w . . .; . . . . .; . . . . .; . . . . g; . . . . ."),
        kurarin(3, 4, ". . . . . . .; . w . . . . .; . . . . . . .; . . . g . . .; . . . . . . b"),
    ]
}

fn sansa_road_cases() -> Vec<Puzzle> {
    let road = |rows: usize, cols: usize, marks: &str| {
        let n = tokens(marks);
        let width = 2 * cols - 1;
        shaded(rows, cols, &format!("clues n of cells and borders s {{ {marks} }}\nsansa_road(s, n)"), |b, on| {
            let open = |c: usize| b.beside(c).iter().filter(|&&d| !on[d]).count();
            let triangle = |c: usize| n[2 * (c / cols) * width + 2 * (c % cols)] != ".";
            (0..b.len()).all(|c| match (triangle(c), on[c]) {
                (true, on) => !on && open(c) == 3,
                (false, on) => on || open(c) == 2,
            }) && b.one_piece(|c| !on[c])
                && !b.full_square(on, false)
                && majorities(b, on, marks, false)
        })
    };
    vec![
        road(3, 3, ". . . . .; . . . . .; . . . . .; . . . . .; . . . . ."),
        road(3, 4, ". . . . . . .; . w . . . . .; . . . . . . .; . . . . . . .; . . . . . . ."),
        road(3, 5, ". . . . b . . . .; . . . . . . . . .; . . . . . . . . .; . . . . . . . . .; . . . . b . . . ."),
    ]
}

/// Whether all shaded areas are tetrominoes, those that touch at a corner differ, and all are connected at corners.
fn chain(b: Board, on: &[bool]) -> bool {
    let pieces = b.pieces(|c| on[c], |_, _| true);
    if pieces.iter().any(|piece| piece.len() != 4) {
        return false;
    }
    let touch = |p: &Vec<usize>, q: &Vec<usize>| {
        p.iter().any(|&c| EIGHT.iter().filter_map(|&way| b.step(c, way)).any(|d| q.contains(&d)))
    };
    let (mut reached, mut at) = (pieces.first().cloned().into_iter().collect::<Vec<Vec<usize>>>(), 0);
    while at < reached.len() {
        for piece in &pieces {
            if touch(&reached[at], piece) && !reached.contains(piece) {
                reached.push(piece.clone());
            }
        }
        at += 1;
    }
    let alike = |(k, p): (usize, &Vec<usize>)| pieces[..k].iter().any(|q| touch(p, q) && form(b, p) == form(b, q));
    reached.len() == pieces.len() && !pieces.iter().enumerate().any(alike)
}

fn tetrochain_circles_cases() -> Vec<Puzzle> {
    let circles = |rows, cols, marks: &str| {
        let rest = format!("clues n of cells and borders s {{ {marks} }}\ntetrochain_circles(s, n)");
        shaded(rows, cols, &rest, |b, on| chain(b, on) && majorities(b, on, marks, true))
    };
    vec![
        circles(3, 4, "b . . . . . .; . . . . . . .; . . . g . . .; . . . . . . .; . . . . . . ."),
        circles(3, 4, ". . . . . . .; . b . . . g .; . . . . . . .; . . . . . . .; w . . . . . ."),
    ]
}

fn tetrochain_rooms_cases() -> Vec<Puzzle> {
    let in_rooms = |rows, cols, regions: &str, numbers: &str| {
        let (marks, n) = (tokens(regions), tokens(numbers));
        let rest = format!("regions g {{ {regions} }}\nclues n {{ {numbers} }}\ntetrochain_rooms(s, g, n)");
        shaded(rows, cols, &rest, |b, on| {
            let inside = |piece: &Vec<usize>| piece.iter().all(|&c| marks[c] == marks[piece[0]]);
            let counted = |room: &Vec<usize>| {
                let count = room.iter().filter(|&&c| on[c]).count();
                room.iter().filter_map(|&c| number(n[c])).all(|k| k == count)
            };
            chain(b, on) && !b.pieces(|c| on[c], |_, _| true).iter().any(inside) && rooms(regions).iter().all(counted)
        })
    };
    vec![
        in_rooms(3, 4, "a a b b; a a b b; c c c c", ". . . .; . . . .; . . . ."),
        in_rooms(4, 4, "a a b b; a a b b; c c d d; c c d d", ". . . .; . . . .; 1 . . .; . . . .").under_fd(),
        in_rooms(4, 4, "a a b b; a a b b; c c d d; c c d d", ". . . 2; . . . .; 1 . . .; . . . ."),
        in_rooms(4, 4, "a a a a; a a a b; c a a b; c c b b", "3 . . .; . . . .; . . . .; . . . .").under_fd(),
        in_rooms(4, 4, "a a a a; a a a b; c a a b; c c b b", "3 . . .; . . . .; 1 . . .; . . . ."),
    ]
}

fn coral_cases() -> Vec<Puzzle> {
    let coral = |rows, cols, top: &str, left: &str| {
        shaded(rows, cols, &format!("outside y {{ top {top}\n left {left} }}\ncoral(s, y)"), |b, on| {
            let clues: Vec<&str> = left.split(' ').chain(top.split(' ')).collect();
            let lines = b.lines().iter().zip(clues).all(|(line, clue)| {
                let mut blocks: Vec<usize> =
                    line.split(|&c| !on[c]).filter(|block| !block.is_empty()).map(<[usize]>::len).collect();
                let wanted: Vec<&str> = clue.split(',').filter(|k| *k != "0").collect();
                clue == "."
                    || blocks.len() == wanted.len()
                        && wanted
                            .iter()
                            .filter_map(|k| number(k))
                            .all(|k| blocks.iter().position(|block| *block == k).map(|at| blocks.remove(at)).is_some())
            });
            lines
                && b.one_piece(|c| on[c])
                && !b.full_square(on, true)
                && b.pieces(|c| !on[c], |_, _| true).iter().all(|area| area.iter().any(|&c| b.rim(c)))
        })
    };
    vec![
        coral(3, 4, ". 1,1 . .", "? . ."),
        coral(3, 5, ". . . . .", ". . 2,1"),
        coral(3, 4, "3 . . 0", ". . ."),
        coral(4, 4, "1,? . . 2", ". . 4 ."),
    ]
}

fn oasis_cases() -> Vec<Puzzle> {
    let oasis = |rows, cols, clues: &str| {
        let n = tokens(clues);
        shaded(rows, cols, &format!("clues n {{ {clues} }}\noasis(s, n)"), |b, on| {
            let reached = |start: usize| {
                let (mut seen, mut at) = (vec![start], 0);
                while at < seen.len() {
                    let passes = at == 0 || n[seen[at]] == ".";
                    let next = b.beside(seen[at]).into_iter().filter(|d| passes && !on[*d] && !seen.contains(d));
                    let next: Vec<usize> = next.collect();
                    seen.extend(next);
                    at += 1;
                }
                seen.into_iter().filter(|&c| n[c] != ".").count() - 1
            };
            b.pairs().iter().all(|&(c, d)| !on[c] || !on[d])
                && b.one_piece(|c| !on[c])
                && !b.full_square(on, false)
                && clued(&n).all(|(c, clue)| !on[c] && number(clue).is_none_or(|k| k == reached(c)))
        })
    };
    vec![
        oasis(3, 3, "? . .; . . .; . . ."),
        oasis(3, 4, "1 . . .; . 2 . .; . . 1 ."),
        oasis(3, 4, "? . . 2; . . . .; . ? . ."),
        oasis(4, 4, ". . . 1; . ? . .; . . . .; 2 . . ."),
    ]
}
