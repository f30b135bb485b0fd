//! The rules of blocks, arrows and circles with signs, against all ways to fill tiny boards.

use super::boards::{Board, Puzzle, WAYS, check, clued, number, rooms, shaded, spans, tokens};
use super::filling::{size_at, sizes};
use super::moves::{linked, moved, straight};

#[test]
fn mean_what_they_say() {
    let cases = [
        wittgen_cases(),
        yajirushi2_cases(),
        out_of_sight_cases(),
        twin_area_cases(),
        bonsan_cases(),
        heyabon_cases(),
        corner_chain_cases(),
        rectslider_cases(),
    ];
    check("signs", cases.into_iter().flatten().collect());
}

fn wittgen_cases() -> Vec<Puzzle> {
    let wittgen = |rows, cols, clues: &str| {
        let b = Board { rows, cols };
        linked(b, "", clues, "wittgen(e, n)", |drawn, n| {
            straight(b, n, drawn).is_some_and(|lines| {
                let covered = |c: usize| lines.iter().any(|line| line.contains(&c));
                let fits = |(c, clue): (usize, &str)| {
                    let beside = b.beside(c).into_iter().filter(|&d| covered(d)).count();
                    !covered(c) && number(clue).is_none_or(|k| k == beside)
                };
                lines.iter().all(|line| line.len() == 3) && b.one_piece(|c| !covered(c)) && clued(n).all(fits)
            })
        })
    };
    vec![
        wittgen(3, 3, "? . .; . . .; . . ."),
        wittgen(3, 4, ". . . .; . 1 . .; . . . ."),
        wittgen(3, 4, ". 1 . .; . . . .; . . . 1"),
    ]
}

fn yajirushi2_cases() -> Vec<Puzzle> {
    let yajirushi2 = |rows, cols, clues: &str| {
        let (b, n) = (Board { rows, cols }, tokens(clues));
        let script = format!("grid x {rows}x{cols} in 0..4\nclues n {{ {clues} }}\nyajirushi2(x, n)");
        Puzzle::new(script, 5f64.powi(b.len() as i32), b.fillings(5), |x| {
            let paired = |c: usize| {
                let Some(&way) = x[c].checked_sub(1).map(|k| &WAYS[k]) else { return true };
                let line = b.ray(c, way);
                let Some(at) = line.iter().position(|&d| x[d] > 0 || n[d] != ".") else { return false };
                let back = (-way.0, -way.1);
                at > 0 && x[line[at]] > 0 && WAYS[x[line[at]] - 1] == back
            };
            let fits = |(c, clue): (usize, &str)| {
                let beside = b.beside(c).into_iter().filter(|&d| x[d] > 0).count();
                x[c] == 0 && number(clue).is_none_or(|k| k == beside)
            };
            (0..b.len()).all(paired) && b.one_piece(|c| x[c] == 0 && n[c] == ".") && clued(&n).all(fits)
        })
    };
    vec![
        yajirushi2(3, 3, ". . .; . ? .; . . ."),
        yajirushi2(2, 4, ". . . .; . . . 1"),
        yajirushi2(3, 3, ". . .; 1 . .; . . ."),
    ]
}

fn out_of_sight_cases() -> Vec<Puzzle> {
    let out_of_sight = |rows, cols, clues: &'static str| {
        shaded(rows, cols, &format!("clues n {{ {clues} }}\nout_of_sight(s, n)"), move |b, on| {
            let n = tokens(clues);
            let colour = |c: usize| n[c].split(',').next().and_then(number);
            let sees = |(c, clue): (usize, &str)| {
                let Some((_, way)) = clue.split_once(',') else { return false };
                let way = ["up", "down", "left", "right"].iter().position(|name| *name == way).expect("a direction");
                !on[c] && b.ray(c, WAYS[way]).into_iter().any(|d| !on[d] && colour(d) == colour(c))
            };
            b.pairs().iter().all(|&(c, d)| !on[c] || !on[d]) && b.one_piece(|c| !on[c]) && !clued(&n).any(sees)
        })
    };
    vec![
        out_of_sight(3, 4, "1,right . 1 .; . 2,left . .; . . 2,up ."),
        out_of_sight(3, 4, "2 . . 2,left; ? 1,right . .; 1,up . . 1,left"),
        out_of_sight(4, 4, "1,down . . .; . . 1,left .; 1 . . .; . . . 1,up"),
    ]
}

fn twin_area_cases() -> Vec<Puzzle> {
    let twin_area = |rows, cols, regions: &str, marks: &str, grey: &str| {
        let (n, dark) = (tokens(marks), tokens(grey));
        let rest =
            format!("regions g {{ {regions} }}\nclues n {{ {marks} }}\nclues d {{ {grey} }}\ntwin_area(s, g, n, d)");
        shaded(rows, cols, &rest, |b, on| {
            let full = |area: &Vec<usize>| {
                area.iter().filter(|&&c| on[c]).map(|&c| size_at(regions, c)).sum::<usize>() == area.len()
            };
            sizes(regions, &n, on)
                && b.pairs().iter().all(|&(c, d)| !on[c] || !on[d])
                && b.pieces(|c| dark[c] != ".", |_, _| true).iter().all(full)
        })
    };
    vec![
        twin_area(3, 3, "a a b; a b b; c c c", ". . .; . . .; . . .", "# # #; . . .; . . ."),
        twin_area(3, 4, "a a b b; a c c b; d d c c", ". . . .; . x . .; . . . .", ". . . .; . # # #; . . . ."),
        twin_area(3, 4, "a a b b; a c c b; d d d d", ". . . .; . . . 3; . . . .", ". . . .; . . . .; # # # #"),
    ]
}

/// Whether some cells look the same after half a turn, within the rows and columns of a list.
fn is_symmetric(b: Board, list: &[usize], there: impl Fn(usize) -> bool) -> bool {
    let first = |of: fn((i32, i32)) -> i32| list.iter().map(|&c| of(b.at(c))).min().expect("a cell");
    let (top, left) = (first(|at| at.0), first(|at| at.1));
    let (h, w) = spans(b, list);
    list.iter().all(|&c| {
        let (row, col) = b.at(c);
        let image = b.cell((2 * top + h as i32 - 1 - row, 2 * left + w as i32 - 1 - col)).expect("a cell");
        there(c) == there(image)
    })
}

fn bonsan_cases() -> Vec<Puzzle> {
    let bonsan = |rows, cols, clues: &str| {
        let b = Board { rows, cols };
        linked(b, "", clues, "bonsan(e, n)", |drawn, n| {
            moved(b, n, drawn).is_some_and(|ends| {
                let all: Vec<usize> = (0..b.len()).collect();
                is_symmetric(b, &all, |c| ends.iter().any(|(_, d)| *d == c))
            })
        })
    };
    vec![
        bonsan(3, 3, "? . .; ? . .; . . ?"),
        bonsan(3, 3, ". 1 .; . ? .; ? . ."),
        bonsan(3, 4, "? . 2 .; . ? . .; . . . ?"),
    ]
}

fn heyabon_cases() -> Vec<Puzzle> {
    let heyabon = |rows, cols, regions: &str, clues: &str| {
        let b = Board { rows, cols };
        linked(b, &format!("regions g {{ {regions} }}\n"), clues, "heyabon(e, g, n)", |drawn, n| {
            moved(b, n, drawn).is_some_and(|ends| {
                let there = |c: usize| ends.iter().any(|(_, d)| *d == c);
                rooms(regions).iter().all(|room| room.iter().any(|&c| there(c)) && is_symmetric(b, room, there))
            })
        })
    };
    vec![
        heyabon(3, 3, "a a a; b b b; c c c", "? . .; ? . .; . . ?"),
        heyabon(3, 3, "a a b; a a b; c c c", "? . ?; . ? .; 1 . ?"),
        heyabon(3, 4, "a a b b; a b b b; b b b b", "? . ? .; . ? . .; ? . . ."),
    ]
}

fn corner_chain_cases() -> Vec<Puzzle> {
    let corner_chain = |rows, cols, clues: &'static str| {
        shaded(rows, cols, &format!("clues n {{ {clues} }}\ncorner_chain(s, n)"), move |b, on| {
            let n = tokens(clues);
            let areas = b.pieces(|c| !on[c], |_, _| true);
            let fits = |area: &Vec<usize>| {
                let (h, w) = spans(b, area);
                let sizes = area.iter().all(|&c| number(n[c]).is_none_or(|k| k == area.len()));
                sizes && (h * w == area.len()) == area.len().is_multiple_of(2)
            };
            areas.iter().all(fits) && b.one_piece_at_corners(|c| !on[c]) && clued(&n).all(|(c, _)| !on[c])
        })
    };
    vec![
        corner_chain(3, 3, ". . .; . . .; . . ."),
        corner_chain(3, 4, "? . . .; . . . .; . . . 3"),
        corner_chain(4, 4, ". . . .; . 4 . .; . . . .; . . . ."),
        corner_chain(3, 5, ". . . . .; 5 . . . .; . . . . ."),
    ]
}

fn rectslider_cases() -> Vec<Puzzle> {
    let rectslider = |rows, cols, clues: &str| {
        let b = Board { rows, cols };
        linked(b, "", clues, "rectslider(e, n)", |drawn, n| {
            moved(b, n, drawn).is_some_and(|ends| {
                let full = |panels: &Vec<usize>| {
                    let (h, w) = spans(b, panels);
                    panels.len() > 1 && panels.len() == h * w
                };
                b.pieces(|c| ends.iter().any(|(_, d)| *d == c), |_, _| true).iter().all(full)
            })
        })
    };
    vec![
        rectslider(3, 3, "? . .; . . ?; ? . ."),
        rectslider(3, 3, "? . ?; 1 . .; . . ?"),
        rectslider(3, 4, "? . 2 .; . . . ?; ? . . ."),
    ]
}
