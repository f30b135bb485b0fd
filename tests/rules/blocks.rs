//! The rules of blocks against all shadings, fillings and divisions of tiny boards.

use super::boards::{
    Board, DOWN, LEFT, Puzzle, RIGHT, UP, WAYS, Way, check, clued, holes_of, number, rooms, shaded, tokens, way_of,
};

#[test]
fn mean_what_they_say() {
    let cases = [
        kurotto_cases(),
        island_cases(),
        nuribou_cases(),
        stostone_cases(),
        squarejam_cases(),
        usotatami_cases(),
        yajitatami_cases(),
        square_patchwork_cases(),
        shakashaka_cases(),
        dosufuwa_cases(),
        hebi_cases(),
        lohkous_cases(),
    ];
    check("blocks", cases.into_iter().flatten().collect());
}

pub(super) fn divided(rows: usize, cols: usize, rest: &str, right: impl Fn(Board, &[Vec<usize>]) -> bool) -> Puzzle {
    let board = Board { rows, cols };
    let script = format!("grid x {rows}x{cols}\n{rest}");
    let divisions = board.divisions();
    Puzzle::new(script, divisions.len() as f64, divisions, |pieces| {
        let most = pieces.iter().max().expect("a piece") + 1;
        let lists: Vec<Vec<usize>> =
            (0..most).map(|k| (0..board.len()).filter(|&c| pieces[c] == k).collect()).collect();
        right(board, &lists)
    })
}

fn kurotto_cases() -> Vec<Puzzle> {
    let kurotto = |rows, cols, numbers: &'static str| {
        shaded(rows, cols, &format!("clues n {{ {numbers} }}\nkurotto(s, n)"), move |b, on| {
            let areas = b.pieces(|c| on[c], |_, _| true);
            tokens(numbers).iter().enumerate().filter(|(_, k)| **k != ".").all(|(c, k)| {
                let beside = areas.iter().filter(|area| area.iter().any(|d| b.beside(c).contains(d)));
                let sum: usize = beside.map(Vec::len).sum();
                !on[c] && number(k).is_none_or(|k| k == sum)
            })
        })
    };
    vec![
        kurotto(3, 3, ". . .; . 4 .; . . ."),
        kurotto(3, 4, ". 3 . .; . . . ?; . . 2 ."),
        kurotto(3, 3, "0 . .; . . 3; . . ."),
    ]
}

fn island_cases() -> Vec<Puzzle> {
    let island = |rows, cols, circles: &'static str| {
        shaded(rows, cols, &format!("clues n {{ {circles} }}\nisland(s, n)"), move |b, on| {
            let marks = tokens(circles);
            let areas = b.pieces(|c| on[c], |_, _| true);
            let sums = marks.iter().enumerate().filter(|(_, k)| **k != ".").all(|(c, k)| {
                let beside = areas.iter().filter(|area| area.iter().any(|d| b.beside(c).contains(d)));
                let sum: usize = beside.map(Vec::len).sum();
                !on[c] && number(k).is_none_or(|k| k == sum)
            });
            sums && b.one_piece(|c| on[c] || marks[c] != ".")
        })
    };
    vec![
        island(3, 3, ". . .; . 4 .; . . ."),
        island(3, 4, ". 3 . .; . . . ?; . . 2 ."),
        island(4, 4, "? . . .; . . . .; . . . 3; . ? . ."),
    ]
}

/// Height and width of what cells reach over.
pub(super) fn span(b: Board, cells: &[usize]) -> (usize, usize) {
    let (rows, cols): (Vec<i32>, Vec<i32>) = cells.iter().map(|&c| b.at(c)).unzip();
    let span = |v: &[i32]| (v.iter().max().expect("a cell") - v.iter().min().expect("a cell") + 1) as usize;
    (span(&rows), span(&cols))
}

pub(super) fn is_strip(b: Board, cells: &[usize]) -> bool {
    let (high, wide) = span(b, cells);
    high.min(wide) == 1 && high.max(wide) == cells.len()
}

fn nuribou_cases() -> Vec<Puzzle> {
    let nuribou = |rows, cols, numbers: &'static str| {
        shaded(rows, cols, &format!("clues n {{ {numbers} }}\nnuribou(s, n)"), move |b, on| {
            let marks = tokens(numbers);
            let strips = b.pieces(|c| on[c], |_, _| true);
            let corner = |c: usize, d: usize| {
                let ((r, s), (i, j)) = (b.at(c), b.at(d));
                (r - i).abs() == 1 && (s - j).abs() == 1
            };
            let apart = strips.iter().enumerate().all(|(k, a)| {
                strips[..k].iter().all(|z| a.len() != z.len() || !a.iter().any(|&c| z.iter().any(|&d| corner(c, d))))
            });
            let as_stated = b.pieces(|c| !on[c], |_, _| true).iter().all(|island| {
                let clues: Vec<&str> = island.iter().map(|&c| marks[c]).filter(|k| *k != ".").collect();
                clues.len() == 1 && number(clues[0]).is_none_or(|k| k == island.len())
            });
            let free = (0..b.len()).all(|c| marks[c] == "." || !on[c]);
            apart && as_stated && free && strips.iter().all(|strip| is_strip(b, strip))
        })
    };
    vec![
        nuribou(3, 4, "? . . .; . . . .; . . ? ."),
        nuribou(4, 4, "1 . ? .; . . . .; . . . ?; . ? . ."),
        nuribou(3, 3, "? . .; . . .; . . ?"),
    ]
}

fn stostone_cases() -> Vec<Puzzle> {
    let stostone = |rows, cols, regions: &'static str, numbers: &'static str| {
        let rest = format!("regions g {{ {regions} }}\nclues n {{ {numbers} }}\nstostone(s, g, n)");
        shaded(rows, cols, &rest, move |b, on| {
            let (marks, clues) = (tokens(regions), tokens(numbers));
            let blocks = b.pieces(|c| on[c], |_, _| true);
            let as_stated = rooms(regions).iter().all(|room| {
                let here: Vec<&Vec<usize>> = blocks.iter().filter(|block| room.contains(&block[0])).collect();
                let clue = room.iter().find_map(|&c| number(clues[c]));
                here.len() == 1 && clue.is_none_or(|k| k == here[0].len())
            });
            let inside = blocks.iter().all(|block| block.iter().all(|&c| marks[c] == marks[block[0]]));
            as_stated && inside && fallen(b, blocks).iter().enumerate().all(|(c, full)| *full == (c >= b.len() / 2))
        })
    };
    vec![
        stostone(4, 3, "a a b; a c b; c c b; d d b", ". . 2; . . .; . . .; . . ."),
        stostone(4, 3, "a a a; b b a; b c c; c c c", ". . .; . . .; . . .; . . ."),
        stostone(2, 4, "a b b c; a a c c", ". . . .; . . . ."),
    ]
}

/// Drops the blocks step by step. Returns the cells that are full afterwards.
fn fallen(b: Board, mut blocks: Vec<Vec<usize>>) -> Vec<bool> {
    loop {
        let mut moved = false;
        for k in 0..blocks.len() {
            let below: Option<Vec<usize>> = blocks[k].iter().map(|&c| b.step(c, DOWN)).collect();
            let free = |c: &usize| blocks.iter().enumerate().all(|(m, other)| m == k || !other.contains(c));
            if let Some(below) = below.filter(|below| below.iter().all(free)) {
                blocks[k] = below;
                moved = true;
            }
        }
        if !moved {
            return (0..b.len()).map(|c| blocks.iter().any(|block| block.contains(&c))).collect();
        }
    }
}

/// Whether no four pieces meet at a corner.
pub(super) fn no_cross(b: Board, pieces: &[Vec<usize>]) -> bool {
    let of = |c: usize| pieces.iter().position(|piece| piece.contains(&c));
    b.squares().iter().all(|&[a, c, d, z]| of(a) == of(c) || of(a) == of(d) || of(c) == of(z) || of(d) == of(z))
}

fn squarejam_cases() -> Vec<Puzzle> {
    let squarejam = |rows, cols, numbers: &'static str| {
        let rest = format!("clues n {{ {numbers} }}\npartition p of x\nsquarejam(p, n)");
        divided(rows, cols, &rest, move |b, pieces| {
            let marks = tokens(numbers);
            let square = |piece: &Vec<usize>| {
                let (high, wide) = span(b, piece);
                high == wide
                    && high * wide == piece.len()
                    && piece.iter().all(|&c| number(marks[c]).is_none_or(|k| k == high))
            };
            pieces.iter().all(square) && no_cross(b, pieces)
        })
    };
    vec![squarejam(3, 3, ". . .; . . .; . . ."), squarejam(3, 4, ". . . .; . 2 . .; . . . .")]
}

fn usotatami_cases() -> Vec<Puzzle> {
    let usotatami = |rows, cols, numbers: &'static str| {
        let rest = format!("clues n {{ {numbers} }}\npartition p of x\nusotatami(p, n)");
        divided(rows, cols, &rest, move |b, pieces| {
            let marks = tokens(numbers);
            let as_stated = |piece: &Vec<usize>| {
                let clues: Vec<&str> = piece.iter().map(|&c| marks[c]).filter(|k| *k != ".").collect();
                clues.len() == 1 && number(clues[0]) != Some(piece.len())
            };
            pieces.iter().all(|piece| is_strip(b, piece) && as_stated(piece)) && no_cross(b, pieces)
        })
    };
    vec![usotatami(3, 3, "? 3 .; . . 2; 1 . ?"), usotatami(3, 4, "2 . . ?; . 1 . .; . ? . 2")]
}

fn yajitatami_cases() -> Vec<Puzzle> {
    let yajitatami = |rows, cols, arrows: &'static str, apart: &str| {
        let rest = format!("clues n {{ {arrows} }}\npartition p of x\nyajitatami(p, n{apart})");
        divided(rows, cols, &rest, move |b, pieces| {
            let of = |c: usize| pieces.iter().position(|piece| piece.contains(&c)).expect("a piece");
            let is_true = |(c, clue): (usize, &str)| {
                let Some((number, way)) = clue.split_once(',') else { return true };
                let number: usize = number.parse().expect("a number");
                let mut met: Vec<usize> = b.ray(c, WAYS[way_of(way)]).into_iter().map(of).collect();
                let has_border = met.first().is_some_and(|d| *d != of(c));
                met.dedup();
                has_border && met.len() == number && pieces[of(c)].len() == number
            };
            pieces.iter().all(|piece| is_strip(b, piece) && piece.len() > 1)
                && no_cross(b, pieces)
                && clued(&tokens(arrows)).all(is_true)
                && (apart.is_empty() || of(0) != of(1))
        })
    };
    vec![
        yajitatami(3, 3, ". . .; . . .; . . .", ""),
        yajitatami(3, 4, ". 2,right . .; . . . .; . . . .", ""),
        yajitatami(3, 4, ". . . .; # . . 3,left; . . . .", ""),
        yajitatami(3, 4, ". . . .; . . . .; . . . 2,left", ", apart: [(r1c1, r1c2)]"),
        yajitatami(3, 3, ". . .; . . .; . 2,up .", ""),
    ]
}

fn square_patchwork_cases() -> Vec<Puzzle> {
    let patchwork = |rows, cols, numbers: &str| {
        let b = Board { rows, cols };
        let n = tokens(numbers);
        let is_square = |piece: &Vec<usize>| {
            let (high, wide) = span(b, piece);
            high == wide && high * wide == piece.len()
        };
        let divisions = b.divisions().into_iter().map(|of| {
            let pieces = 0..of.iter().max().expect("a piece") + 1;
            pieces.map(|k| (0..b.len()).filter(|&c| of[c] == k).collect()).collect::<Vec<Vec<usize>>>()
        });
        let divisions: Vec<Vec<Vec<usize>>> = divisions.filter(|pieces| pieces.iter().all(is_square)).collect();
        let ways: Vec<(Vec<Vec<usize>>, Vec<bool>)> =
            divisions.iter().flat_map(|pieces| b.shadings().map(|on| (pieces.clone(), on))).collect();
        let script = format!(
            "grid s {rows}x{cols} in bool\nclues n {{ {numbers} }}\npartition p of s\nsquare_patchwork(p, s, n)"
        );
        Puzzle::new(script, f64::INFINITY, ways, |(pieces, on)| {
            let of = |c: usize| pieces.iter().find(|piece| piece.contains(&c)).expect("a piece");
            let shaded_in = |piece: &Vec<usize>| piece.iter().filter(|&&c| on[c]).count();
            clued(&n).all(|(c, clue)| !on[c] && number(clue).is_none_or(|k| k == shaded_in(of(c))))
                && b.pairs().iter().all(|&(c, d)| n[c] != "." || n[d] != "." || of(c) == of(d) || on[c] != on[d])
        })
    };
    vec![
        patchwork(3, 3, ". . .; . . .; . . ."),
        patchwork(3, 4, ". 2 . .; . . . .; 0 . . ."),
        patchwork(4, 3, ". ? .; . . .; . . 0; 3 . ."),
    ]
}

/// The white areas of triangles, in quarters of cells: 0 above the middle, 1 to its right, 2 below, 3 to its left.
fn white_areas(b: Board, corner: &[usize], black: &[bool]) -> Vec<Vec<(usize, usize)>> {
    let white = |(c, q): (usize, usize)| {
        // The black corner k lies between the quarters before and after it.
        !black[c] && (corner[c] == 0 || q != (corner[c] + 2) % 4 && q != (corner[c] + 3) % 4)
    };
    let all: Vec<(usize, usize)> =
        (0..b.len()).flat_map(|c| (0..4).map(move |q| (c, q))).filter(|&p| white(p)).collect();
    let mut areas: Vec<Vec<(usize, usize)>> = vec![];
    for &start in &all {
        if areas.iter().flatten().any(|p| *p == start) {
            continue;
        }
        let (mut area, mut next) = (vec![], vec![start]);
        while let Some((c, q)) = next.pop() {
            if area.contains(&(c, q)) {
                continue;
            }
            area.push((c, q));
            let over = b.step(c, [UP, RIGHT, DOWN, LEFT][q]).map(|d| (d, (q + 2) % 4));
            next.extend(
                [Some((c, (q + 1) % 4)), Some((c, (q + 3) % 4)), over].into_iter().flatten().filter(|&p| white(p)),
            );
        }
        areas.push(area);
    }
    areas
}

/// Whether an area is an upright rectangle, or one that stands on a corner.
fn is_rectangle(b: Board, area: &[(usize, usize)]) -> bool {
    let mut cells: Vec<usize> = area.iter().map(|p| p.0).collect();
    cells.sort_unstable();
    cells.dedup();
    let (high, wide) = span(b, &cells);
    if area.len() == 4 * cells.len() && high * wide == cells.len() {
        return true;
    }
    // Two quarters across a side of cells are a small square on its corner, known by the middle of that side.
    let middle = |&(c, q): &(usize, usize)| {
        let ((r, s), (down, right)) = (b.at(c), [UP, RIGHT, DOWN, LEFT][q]);
        (2 * r + down, 2 * s + right)
    };
    let mut squares: Vec<(i32, i32)> =
        area.iter().map(middle).map(|(r, s)| ((r + s + 101) / 2, (r - s + 101) / 2)).collect();
    squares.sort_unstable();
    squares.dedup();
    let extent = |v: Vec<i32>| v.iter().max().expect("a square") - v.iter().min().expect("a square") + 1;
    let size = extent(squares.iter().map(|p| p.0).collect()) * extent(squares.iter().map(|p| p.1).collect());
    area.len() == 2 * squares.len() && size as usize == squares.len()
}

fn shakashaka_cases() -> Vec<Puzzle> {
    let shakashaka = |rows, cols, picture: &'static str| {
        let b = Board { rows, cols };
        let marks = tokens(picture);
        let black: Vec<bool> = marks.iter().map(|k| *k != ".").collect();
        let free: Vec<usize> = (0..b.len()).filter(|&c| !black[c]).collect();
        let ways = Board { rows: 1, cols: free.len() }.fillings(5).map(|values| {
            let mut all = vec![0; b.len()];
            free.iter().zip(values).for_each(|(&c, v)| all[c] = v);
            all
        });
        let script = format!("grid x {rows}x{cols} in 0..4\nclues k {{ {picture} }}\nshakashaka(x, k)");
        Puzzle::new(script, 5f64.powi(b.len() as i32), ways, |corner| {
            let as_stated = (0..b.len()).all(|c| {
                let beside = b.beside(c).iter().filter(|&&d| corner[d] > 0).count();
                number(marks[c]).is_none_or(|k| k == beside)
            });
            as_stated && white_areas(b, corner, &black).iter().all(|area| is_rectangle(b, area))
        })
    };
    vec![
        shakashaka(2, 3, ". . .; . . #"),
        shakashaka(2, 3, ". . .; . . ."),
        shakashaka(3, 3, "# . .; . . .; . . 2"),
        shakashaka(2, 4, ". . . .; # . . 1"),
    ]
}

fn dosufuwa_cases() -> Vec<Puzzle> {
    let dosufuwa = |rows, cols, regions: &'static str| {
        let b = Board { rows, cols };
        let holes = holes_of(regions);
        let script = format!(
            "clues hole {{ {holes} }}\ngrid x {rows}x{cols} in 0..2 except hole\nregions g {{ {regions} }}\ndosufuwa(x, g)"
        );
        let marks = tokens(regions);
        let ways = b.fillings(3).filter(|x| (0..b.len()).all(|c| marks[c] != "." || x[c] == 0)).collect::<Vec<_>>();
        Puzzle::new(script, 3f64.powi(b.len() as i32), ways, |x| {
            let held = |c: usize, way: Way| b.step(c, way).is_none_or(|d| marks[d] == "." || x[d] == x[c]);
            let one = |room: &Vec<usize>| (1..=2).all(|k| room.iter().filter(|&&c| x[c] == k).count() == 1);
            rooms(regions).iter().all(one)
                && (0..b.len()).all(|c| (x[c] != 1 || held(c, UP)) && (x[c] != 2 || held(c, DOWN)))
        })
    };
    vec![
        dosufuwa(3, 3, "a a b; a b b; c c b"),
        dosufuwa(3, 3, "a a b; . a b; c c c"),
        dosufuwa(2, 4, "a a b b; a . b b"),
    ]
}

/// All snakes of five cells, from the head on.
fn snakes(b: Board) -> Vec<Vec<usize>> {
    let mut paths: Vec<Vec<usize>> = (0..b.len()).map(|c| vec![c]).collect();
    for _ in 1..5 {
        let longer = |path: &Vec<usize>| -> Vec<Vec<usize>> {
            let last = *path.last().expect("a cell");
            b.beside(last).into_iter().filter(|c| !path.contains(c)).map(|c| [&path[..], &[c]].concat()).collect()
        };
        paths = paths.iter().flat_map(longer).collect();
    }
    paths
}

fn hebi_cases() -> Vec<Puzzle> {
    let hebi = |rows, cols, picture: &'static str| {
        let b = Board { rows, cols };
        let marks = tokens(picture);
        let all = snakes(b);
        let free = |snake: &&Vec<usize>| snake.iter().all(|&c| marks[c] == ".");
        let all: Vec<Vec<usize>> = all.iter().filter(free).cloned().collect();
        // None, one, or two that don't share a side.
        let apart = |a: &Vec<usize>, z: &Vec<usize>| {
            a.iter().all(|c| !z.contains(c) && !b.beside(*c).iter().any(|d| z.contains(d)))
        };
        let mut sets: Vec<Vec<&Vec<usize>>> = vec![vec![]];
        for (k, snake) in all.iter().enumerate() {
            sets.push(vec![snake]);
            sets.extend(all[..k].iter().filter(|other| apart(snake, other)).map(|other| vec![other, snake]));
        }
        let sees =
            |c: usize, way: Way| b.ray(c, way).into_iter().take_while(|&d| marks[d] == ".").collect::<Vec<usize>>();
        let right = |set: &Vec<&Vec<usize>>| {
            let mut x = vec![0; b.len()];
            set.iter().for_each(|snake| snake.iter().zip(1..).for_each(|(&c, k)| x[c] = k));
            let shy = set.iter().all(|snake| {
                let ((r, s), (i, j)) = (b.at(snake[0]), b.at(snake[1]));
                sees(snake[0], (r - i, s - j)).iter().all(|&d| x[d] == 0)
            });
            let as_stated = marks.iter().enumerate().all(|(c, clue)| {
                let Some((k, way)) = clue.split_once(',') else { return true };
                let first = sees(c, WAYS[way_of(way)]).into_iter().map(|d| x[d]).find(|v| *v > 0).unwrap_or(0);
                number(k).is_none_or(|k| k == first)
            });
            shy && as_stated
        };
        let script = format!("grid x {rows}x{cols} in 0..5\nclues k {{ {picture} }}\nhebi(x, k)");
        Puzzle::new(script, sets.len() as f64, sets.iter(), |set| right(set))
    };
    vec![
        hebi(3, 4, ". . . .; . # . .; . . . 2,left"),
        hebi(3, 4, ". 0,down . .; . . . .; . . ?,up ."),
        hebi(2, 7, ". . . . . . .; . . . . . . ."),
    ]
}

fn lohkous_cases() -> Vec<Puzzle> {
    let lohkous = |rows, cols, picture: &'static str| {
        let rest = format!("clues n {{ {picture} }}\npartition p of x\nlohkous(p, n)");
        divided(rows, cols, &rest, move |b, pieces| {
            let marks = tokens(picture);
            pieces.iter().all(|piece| {
                let clues: Vec<&str> = piece.iter().map(|&c| marks[c]).filter(|k| *k != ".").collect();
                let mut lengths: Vec<usize> = vec![];
                for line in b.lines() {
                    let runs = line.split(|c| !piece.contains(c)).filter(|run| !run.is_empty());
                    lengths.extend(runs.map(<[usize]>::len));
                }
                lengths.sort_unstable();
                lengths.dedup();
                let [clue] = clues[..] else { return false };
                let parts: Vec<&str> = clue.split(',').collect();
                let named: Vec<usize> = parts.iter().filter_map(|part| number(part)).collect();
                parts.len() == lengths.len() && named.iter().all(|n| lengths.contains(n))
            })
        })
    };
    vec![
        lohkous(3, 3, "1,3 . .; . . .; . . 2"),
        lohkous(3, 3, "?,1 . .; . . 2,1; . . ."),
        lohkous(3, 3, "1,3 . .; . . .; . . ?"),
    ]
}
