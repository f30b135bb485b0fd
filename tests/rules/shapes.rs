//! The rules of pieces of certain shapes against all divisions of tiny boards.

use super::blocks::{divided, is_strip, no_cross, span};
use super::boards::{Board, DOWN, EIGHT, LEFT, Puzzle, RIGHT, UP, check, number, shaded, tokens};

#[test]
fn mean_what_they_say() {
    let cases = [
        sashigane_cases(),
        sashikazune_cases(),
        sashikabe_cases(),
        double_choco_cases(),
        compass_cases(),
        fractional_division_cases(),
        symmetry_area_cases(),
        fillmat_cases(),
        heteromino_cases(),
        pentominous_cases(),
        tetrominous_cases(),
        aho_cases(),
        pentopia_cases(),
        nikoji_cases(),
    ];
    check("shapes", cases.into_iter().flatten().collect());
}

/// Divisions of a board with a picture of clues.
fn with_clues(
    rule: &str,
    (rows, cols): (usize, usize),
    clues: &str,
    right: impl Fn(Board, &[Vec<usize>], &[&str]) -> bool,
) -> Puzzle {
    let n = tokens(clues);
    divided(rows, cols, &format!("clues n {{ {clues} }}\npartition p of x\n{rule}(p, n)"), |b, pieces| {
        right(b, pieces, &n)
    })
}

/// The clues in a piece, with their cells.
fn clues_in<'a>(n: &[&'a str], piece: &[usize]) -> Vec<(usize, &'a str)> {
    piece.iter().map(|&c| (c, n[c])).filter(|(_, clue)| *clue != ".").collect()
}

/// The cells of a piece, moved to the upper left corner.
fn moved(b: Board, cells: &[usize]) -> Vec<(i32, i32)> {
    placed(cells.iter().map(|&c| b.at(c)).collect())
}

fn placed(mut places: Vec<(i32, i32)>) -> Vec<(i32, i32)> {
    let (top, left) = (places.iter().map(|p| p.0).min().unwrap_or(0), places.iter().map(|p| p.1).min().unwrap_or(0));
    places.iter_mut().for_each(|p| *p = (p.0 - top, p.1 - left));
    places.sort_unstable();
    places
}

/// The same for a shape that can be turned and mirrored: the least of its eight forms.
pub(super) fn form(b: Board, cells: &[usize]) -> Vec<(i32, i32)> {
    let places = moved(b, cells);
    let turn = |k: usize, (r, c): (i32, i32)| {
        let (r, c) = if k & 1 > 0 { (c, r) } else { (r, c) };
        (if k & 2 > 0 { -r } else { r }, if k & 4 > 0 { -c } else { c })
    };
    (0..8).map(|k| placed(places.iter().map(|&p| turn(k, p)).collect())).min().unwrap_or_default()
}

/// Whether pieces that share a side differ in this.
fn differ<T: PartialEq>(b: Board, pieces: &[Vec<usize>], of: impl Fn(&[usize]) -> T) -> bool {
    let piece = |c: usize| pieces.iter().position(|piece| piece.contains(&c)).expect("a piece");
    let kinds: Vec<T> = pieces.iter().map(|piece| of(piece)).collect();
    b.pairs().iter().all(|&(c, d)| piece(c) == piece(d) || kinds[piece(c)] != kinds[piece(d)])
}

/// The corner of a piece in the shape of an L, one cell wide.
fn corner_of_l(b: Board, piece: &[usize]) -> Option<usize> {
    let (h, w) = span(b, piece);
    let on_arms = |&corner: &usize| {
        let (r, c) = b.at(corner);
        let rows: Vec<i32> = piece.iter().map(|&d| b.at(d).0).collect();
        let cols: Vec<i32> = piece.iter().map(|&d| b.at(d).1).collect();
        let tip = (rows.iter().min() == Some(&r) || rows.iter().max() == Some(&r))
            && (cols.iter().min() == Some(&c) || cols.iter().max() == Some(&c));
        tip && piece.iter().all(|&d| b.at(d).0 == r || b.at(d).1 == c)
    };
    piece.iter().copied().find(on_arms).filter(|_| h > 1 && w > 1 && piece.len() == h + w - 1)
}

/// Whether circles stand at the corner of an L, with its size, and arrows at its ends.
fn fits_l(b: Board, piece: &[usize], n: &[&str]) -> bool {
    let Some(corner) = corner_of_l(b, piece) else { return false };
    let towards = |c: usize| {
        let (at, to) = (b.at(c), b.at(corner));
        match ((to.0 - at.0).signum(), (to.1 - at.1).signum()) {
            (-1, _) => "up",
            (1, _) => "down",
            (_, -1) => "left",
            _ => "right",
        }
    };
    let is_end = |c: usize| b.beside(c).iter().filter(|d| piece.contains(d)).count() == 1;
    clues_in(n, piece).iter().all(|&(c, clue)| match clue {
        "up" | "down" | "left" | "right" => c != corner && is_end(c) && towards(c) == clue,
        clue => c == corner && number(clue).is_none_or(|k| k == piece.len()),
    })
}

fn sashigane_cases() -> Vec<Puzzle> {
    let sashigane = |size, clues: &str| {
        with_clues("sashigane", size, clues, |b, pieces, n| pieces.iter().all(|piece| fits_l(b, piece, n)))
    };
    vec![
        sashigane((2, 3), ". . .; . . ."),
        sashigane((2, 4), "? . . .; . . . ."),
        sashigane((3, 4), ". . . .; . 3 . .; . . . ."),
        sashigane((3, 4), ". left . .; . . . .; up . . ."),
        sashigane((3, 4), ". . . 5; . . . .; right . . ."),
    ]
}

fn sashikabe_cases() -> Vec<Puzzle> {
    let sashikabe = |rows, cols, clues: &'static str| {
        shaded(rows, cols, &format!("clues n {{ {clues} }}\nsashikabe(s, n)"), move |b, on| {
            let n = tokens(clues);
            let shapes = b.pieces(|c| !on[c], |_, _| true);
            let clear = (0..b.len()).all(|c| !on[c] || n[c] == ".");
            clear
                && b.one_piece(|c| on[c])
                && !b.full_square(on, true)
                && shapes.iter().all(|piece| fits_l(b, piece, &n))
        })
    };
    vec![
        sashikabe(3, 3, ". . .; . . .; . . ."),
        sashikabe(3, 4, ". . . .; . . . .; up . . ."),
        sashikabe(4, 4, "? . . .; . . . .; . . . .; . . . left"),
        sashikabe(4, 4, ". . . .; . . . .; 3 . . .; . . . ."),
    ]
}

fn sashikazune_cases() -> Vec<Puzzle> {
    let sashikazune = |size, clues: &str| {
        with_clues("sashikazune", size, clues, |b, pieces, n| {
            pieces.iter().all(|piece| {
                let Some(corner) = corner_of_l(b, piece) else { return false };
                let away = |c: usize| {
                    let (at, to) = (b.at(c), b.at(corner));
                    (at.0.abs_diff(to.0) + at.1.abs_diff(to.1)) as usize
                };
                let clues = clues_in(n, piece);
                clues.len() <= 2 && clues.iter().all(|&(c, clue)| number(clue).is_none_or(|k| k == away(c) + 1))
            })
        })
    };
    vec![
        sashikazune((2, 4), "? . . .; . . . ."),
        sashikazune((3, 4), ". . . .; 2 . . .; . . . ."),
        sashikazune((3, 4), "3 . . .; . . . .; . . ? ."),
        sashikazune((3, 4), "? ? . .; . . . .; ? . . ."),
    ]
}

fn double_choco_cases() -> Vec<Puzzle> {
    let double_choco = |rows: usize, cols: usize, grey: &str, numbers: &str| {
        let (dark, n) = (tokens(grey), tokens(numbers));
        let rest = format!("clues g {{ {grey} }}\nclues n {{ {numbers} }}\npartition p of x\ndouble_choco(p, g, n)");
        divided(rows, cols, &rest, |b, pieces| {
            pieces.iter().all(|piece| {
                let (one, two): (Vec<usize>, Vec<usize>) = piece.iter().partition(|&&c| dark[c] == "#");
                let joined = |cells: &[usize]| b.pieces(|c| cells.contains(&c), |_, _| true).len() == 1;
                joined(&one)
                    && joined(&two)
                    && form(b, &one) == form(b, &two)
                    && clues_in(&n, piece).iter().all(|(_, k)| number(k).is_none_or(|k| k == one.len()))
            })
        })
    };
    vec![
        double_choco(2, 4, "# . # .; # . . #", ". . . .; . . . ."),
        double_choco(3, 4, "# # . .; # . # .; # # . .", ". . . .; . . . .; . . . ."),
        double_choco(3, 4, "# # # .; # # . .; . . . #", ". . . ?; . . . .; . . . ."),
        double_choco(3, 4, "# # . .; # # . .; # # . .", ". . . .; . 2 . .; . . . ."),
        double_choco(3, 4, ". # # .; . # . #; . # . #", ". . . .; . . . 1; . . . ."),
    ]
}

fn compass_cases() -> Vec<Puzzle> {
    let compass = |size, clues: &str| {
        with_clues("compass", size, clues, |b, pieces, n| {
            pieces.iter().all(|piece| {
                let [(home, clue)] = clues_in(n, piece)[..] else { return false };
                let (r, c) = b.at(home);
                let beyond = |k: usize, (i, j): (i32, i32)| [i < r, i > r, j < c, j > c][k];
                clue.split(',').enumerate().all(|(k, part)| {
                    number(part).is_none_or(|m| m == piece.iter().filter(|&&d| beyond(k, b.at(d))).count())
                })
            })
        })
    };
    vec![
        compass((3, 3), ".,.,.,. . .; . .,.,.,. .; . . ."),
        compass((3, 3), ".,3,.,. . .; . . .; . . .,.,2,."),
        compass((3, 4), ". . . .; . 2,.,.,2 . .; . . . .,.,1,."),
        compass((3, 4), ". .,.,1,. . .; . . . .; 2,.,.,. . .,.,.,0 ."),
    ]
}

fn fractional_division_cases() -> Vec<Puzzle> {
    let fractional = |(rows, cols), circles: &'static str, numbers: &'static str| {
        let script =
            format!("clues c {{ {circles} }}\nclues n {{ {numbers} }}\npartition p of x\nfractional_division(p, c, n)");
        divided(rows, cols, &script, move |_, pieces| {
            let (round, n) = (tokens(circles), tokens(numbers));
            pieces.iter().all(|piece| {
                let [(_, clue)] = clues_in(&n, piece)[..] else { return false };
                let circles: usize = piece.iter().filter_map(|&c| number(round[c])).sum();
                let (above, below) = clue.split_once(',').unwrap_or((clue, "1"));
                clue == "?" || number(below).zip(number(above)).is_some_and(|(b, a)| circles * b == a * piece.len())
            })
        })
    };
    vec![
        fractional((3, 3), "2 . .; . 1 .; . . 3", ". 1,2 .; . . .; 1 . ."),
        fractional((3, 3), ". . 1; 1 . .; . 4 .", "? . .; . 0 .; . . 2"),
        fractional((3, 4), ". 2 . .; 1 . . 5; . . 1 .", "? . . .; . . 5,2 .; . 1,4 . ."),
        fractional((2, 4), ". 2 . .; 1 . . 1", "2,4 . . .; . . ? ."),
    ]
}

/// Numbers 1 to k in each cell.
fn symmetry_area_cases() -> Vec<Puzzle> {
    let symmetry = |rows, cols, k: usize, givens: &str, more: &str| {
        let b = Board { rows, cols };
        let n = tokens(givens);
        let most = if more.is_empty() { k } else { 3 };
        let script = format!("grid x {rows}x{cols} in 1..{k}\ngivens {{ {givens} }}\nsymmetry_area(x{more})");
        Puzzle::new(script, (k as f64).powi(b.len() as i32), b.fillings(most), |x| {
            let symmetric = |piece: &Vec<usize>| {
                let places: Vec<(i32, i32)> = piece.iter().map(|&c| b.at(c)).collect();
                placed(places.iter().map(|p| (-p.0, -p.1)).collect()) == placed(places)
            };
            let pieces = b.pieces(|_| true, |c, d| x[c] == x[d]);
            pieces.iter().all(|piece| piece.len() == x[piece[0]] + 1 && symmetric(piece))
                && n.iter().zip(x).all(|(clue, v)| number(clue).is_none_or(|k| k == v + 1))
        })
    };
    vec![
        symmetry(2, 3, 6, ". . .; . . .", ""),
        symmetry(2, 4, 4, ". 3 . .; . . . .", ""),
        symmetry(3, 3, 4, "2 . .; . . .; . . .", ""),
        symmetry(3, 3, 4, ". . .; . . .; . 3 .", ""),
        symmetry(2, 4, 4, ". . . .; . . . .", ", small: true"),
    ]
}

fn fillmat_cases() -> Vec<Puzzle> {
    let fillmat = |size, clues: &str| {
        with_clues("fillmat", size, clues, |b, pieces, n| {
            let fits = |piece: &Vec<usize>| {
                let clues = clues_in(n, piece);
                is_strip(b, piece)
                    && piece.len() <= 4
                    && clues.len() <= 1
                    && clues.iter().all(|(_, clue)| number(clue).is_none_or(|k| k == piece.len()))
            };
            pieces.iter().all(fits) && no_cross(b, pieces) && differ(b, pieces, <[usize]>::len)
        })
    };
    vec![
        fillmat((3, 3), ". . .; . . .; . . ."),
        fillmat((2, 5), ". . . . 4; . . . . ."),
        fillmat((3, 4), "2 . . .; . . . .; . . . ?"),
        fillmat((3, 4), ". . . .; . 1 . .; . . . ."),
    ]
}

/// Divisions into pieces of one size, for a script that goes on after the declaration of the partition `p`.
fn divided_by(b: Board, size: usize, holes: &[usize], script: String, right: impl Fn(&[Vec<usize>]) -> bool) -> Puzzle {
    let mut found = vec![];
    divide(b, size, &(0..b.len()).filter(|c| !holes.contains(c)).collect::<Vec<usize>>(), &mut vec![], &mut found);
    Puzzle::new(script, 2f64.powi(b.pairs().len() as i32), found, |pieces| right(pieces))
}

fn divide(b: Board, size: usize, free: &[usize], pieces: &mut Vec<Vec<usize>>, found: &mut Vec<Vec<Vec<usize>>>) {
    let Some(&first) = free.first() else { return found.push(pieces.clone()) };
    let mut grown = vec![vec![first]];
    for _ in 1..size {
        let mut next: Vec<Vec<usize>> = vec![];
        for piece in &grown {
            for d in piece.iter().flat_map(|&c| b.beside(c)).filter(|d| free.contains(d) && !piece.contains(d)) {
                let mut larger = [&piece[..], &[d]].concat();
                larger.sort_unstable();
                if !next.contains(&larger) {
                    next.push(larger);
                }
            }
        }
        grown = next;
    }
    for piece in grown {
        let rest: Vec<usize> = free.iter().copied().filter(|c| !piece.contains(c)).collect();
        pieces.push(piece);
        divide(b, size, &rest, pieces, found);
        pieces.pop();
    }
}

fn heteromino_cases() -> Vec<Puzzle> {
    let of_threes = |(rows, cols): (usize, usize), hole: &str, script: &str| {
        let b = Board { rows, cols };
        let out: Vec<usize> = tokens(hole).iter().enumerate().filter(|(_, t)| **t == "#").map(|(c, _)| c).collect();
        divided_by(b, 3, &out, format!("clues h {{ {hole} }}\n{script}"), |pieces| {
            let piece = |c: usize| pieces.iter().position(|piece| piece.contains(&c));
            b.pairs().iter().all(|&(c, d)| match (piece(c), piece(d)) {
                (Some(p), Some(q)) => p == q || moved(b, &pieces[p]) != moved(b, &pieces[q]),
                _ => true,
            })
        })
    };
    let heteromino = |rows: usize, cols: usize, hole: &str| {
        let of_grid = format!("grid x {rows}x{cols} except h\npartition p of x\nheteromino(p)");
        let of_puzzle = format!("grid x {rows}x{cols}\npartition p of x\nheteromino(p, h)");
        [of_grid, of_puzzle].map(|script| of_threes((rows, cols), hole, &script))
    };
    let cases = [
        heteromino(3, 4, ". . . .; . . . .; . . . ."),
        heteromino(4, 4, "# . . .; . . . .; . . . .; . . . ."),
        heteromino(4, 4, ". . . .; . # # .; . . . .; # . # ."),
        heteromino(3, 5, ". . . . .; . . # . .; # . . . #"),
    ];
    cases.into_iter().flatten().collect()
}

const PENTOMINOES: [(&str, &str); 12] = [
    ("F", ".##/##./.#."),
    ("I", "#####"),
    ("L", "####/#..."),
    ("N", "##../.###"),
    ("P", "##/##/#."),
    ("T", "###/.#./.#."),
    ("U", "#.#/###"),
    ("V", "#../#../###"),
    ("W", "#../##./.##"),
    ("X", ".#./###/.#."),
    ("Y", "####/.#.."),
    ("Z", "##./.#./.##"),
];

const TETROMINOES: [(&str, &str); 5] =
    [("I", "####"), ("L", "###/#.."), ("O", "##/##"), ("S", "##./.##"), ("T", "###/.#.")];

/// The letter of a piece.
fn letter(names: &[(&'static str, &str)], b: Board, piece: &[usize]) -> &'static str {
    let is = |drawn: &str| {
        let board = Board { rows: 5, cols: 5 };
        let cells = drawn.split('/').enumerate().flat_map(|(r, row)| {
            row.chars().enumerate().filter(|(_, on)| *on == '#').map(move |(c, _)| 5 * r + c).collect::<Vec<usize>>()
        });
        form(board, &cells.collect::<Vec<usize>>()) == form(b, piece)
    };
    names.iter().find(|(_, drawn)| is(drawn)).expect("a letter").0
}

fn lettered(rule: &str, names: &'static [(&str, &str)], size: usize, b: Board, letters: &str) -> Puzzle {
    let n = tokens(letters);
    let script = format!("grid x {}x{}\npartition p of x\nclues n {{ {letters} }}\n{rule}(p, n)", b.rows, b.cols);
    divided_by(b, size, &[], script, |pieces| {
        let right =
            |piece: &Vec<usize>| clues_in(&n, piece).iter().all(|(_, k)| *k == "?" || *k == letter(names, b, piece));
        pieces.iter().all(right) && differ(b, pieces, |piece| letter(names, b, piece))
    })
}

fn pentominous_cases() -> Vec<Puzzle> {
    let lettered = |rows, cols, letters: &str| lettered("pentominous", &PENTOMINOES, 5, Board { rows, cols }, letters);
    vec![
        lettered(3, 5, ". . . . .; . . . . .; . . . . ."),
        lettered(4, 5, "? . . . .; . . . . .; . . . . V; . . . . .").under_fd(),
        lettered(4, 5, "? . . . .; . . . . .; . . . . V; L . . . ."),
        lettered(4, 5, ". . . . .; . . P . .; . . . . .; . . . . .").under_fd(),
        lettered(4, 5, ". . . . .; . . P . .; . . . . .; . . . . L"),
        lettered(5, 5, ". . . . N; . . . . .; . . . . .; . . . . .; P . . . .").under_fd(),
        lettered(5, 5, ". . . . N; . . . . .; . . . . .; . . . . .; P . . . L"),
    ]
}

fn tetrominous_cases() -> Vec<Puzzle> {
    let tetrominous =
        |rows, cols, letters: &str| lettered("tetrominous", &TETROMINOES, 4, Board { rows, cols }, letters);
    vec![
        tetrominous(3, 4, ". . . .; . . . .; . . . ."),
        tetrominous(4, 4, ". . . .; . . . .; . . L .; . . . ."),
        tetrominous(4, 5, ". . . . .; . . . . .; . . . . .; T . . . ?"),
    ]
}

fn aho_cases() -> Vec<Puzzle> {
    let aho = |size, clues: &str| {
        with_clues("aho", size, clues, |b, pieces, n| {
            pieces.iter().all(|piece| {
                let clues = clues_in(n, piece);
                let (h, w) = span(b, piece);
                let (top, left) = (b.at(piece[0]).0, piece.iter().map(|&c| b.at(c).1).min().unwrap_or(0));
                let spanned = (0..h as i32).flat_map(|r| (0..w as i32).map(move |c| (top + r, left + c)));
                let missing: Vec<usize> = spanned.filter_map(|at| b.cell(at)).filter(|c| !piece.contains(c)).collect();
                let (mh, mw) = if missing.is_empty() { (0, 0) } else { span(b, &missing) };
                let at_corner = [(0, 0), (0, w - 1), (h - 1, 0), (h - 1, w - 1)].iter().any(|&(r, c)| {
                    b.cell((top + r as i32, left + c as i32)).is_some_and(|cell| missing.contains(&cell))
                });
                let is_l = !missing.is_empty() && mh * mw == missing.len() && mh < h && mw < w && at_corner;
                clues.len() == 1
                    && number(clues[0].1).is_none_or(|k| k == piece.len())
                    && if piece.len().is_multiple_of(3) { is_l } else { missing.is_empty() }
            })
        })
    };
    vec![
        aho((2, 4), "? . . ?; ? . . ."),
        aho((3, 4), "? . . ?; . . . .; . ? . ?"),
        aho((3, 4), "3 . . ?; . . . ?; . ? . ."),
        aho((3, 4), ". . ? .; . 6 . .; . . . ?"),
    ]
}

fn pentopia_cases() -> Vec<Puzzle> {
    // Pieces as lists of (row, column).
    let pentopia = |rows, cols, pieces: &[&[(i32, i32)]], clues: &str, more: &str| {
        let (small, n) = (Board { rows: 4, cols: 4 }, tokens(clues));
        let cells =
            |piece: &[(i32, i32)]| piece.iter().map(|&(r, c)| small.cell((r, c)).expect("a cell")).collect::<Vec<_>>();
        let forms: Vec<Vec<(i32, i32)>> = pieces.iter().map(|piece| form(small, &cells(piece))).collect();
        let place = |&(r, c): &(i32, i32)| format!("({}, {})", r + 1, c + 1);
        let list = |piece: &&[(i32, i32)]| format!("[{}]", piece.iter().map(place).collect::<Vec<_>>().join(", "));
        let lists: Vec<String> = pieces.iter().map(list).collect();
        let rest = format!("clues n {{ {clues} }}\nlet l = [{}]\npentopia(s, l, n{more})", lists.join(", "));
        shaded(rows, cols, &rest, |b, on| {
            let found = b.pieces(|c| on[c], |_, _| true);
            let apart = found.iter().all(|piece| {
                let beyond =
                    |&c: &usize| EIGHT.iter().filter_map(|&way| b.step(c, way)).any(|d| on[d] && !piece.contains(&d));
                !piece.iter().any(beyond)
            });
            let mut left = forms.clone();
            let used = found.iter().all(|piece| {
                let at = left.iter().position(|known| *known == form(b, piece));
                at.map(|at| left.remove(at)).is_some()
            });
            let aims = |c: usize, clue: &str| {
                let ways = [("up", UP), ("down", DOWN), ("left", LEFT), ("right", RIGHT)];
                let steps = ways.map(|(_, way)| b.ray(c, way).iter().position(|&d| on[d]));
                let least = steps.iter().flatten().min();
                let named = |name: &str| clue.split(',').any(|part| part == name);
                clue == "?" || least.is_some() && (0..4).all(|k| named(ways[k].0) == (steps[k].as_ref() == least))
            };
            apart
                && used
                && n.iter().enumerate().all(|(c, clue)| *clue == "." || (!more.is_empty() || !on[c]) && aims(c, clue))
        })
    };
    let (domino, bend) = (&[(0, 0), (0, 1)][..], &[(0, 0), (0, 1), (1, 0)][..]);
    vec![
        pentopia(3, 3, &[domino, bend], ". right .; . . .; . . .", ""),
        pentopia(3, 4, &[domino, bend], ". . . .; . . ? .; . . . up,left", ""),
        pentopia(3, 4, &[domino, domino, &[(0, 0)]], ". . . .; . left,right . .; . . . .", ""),
        pentopia(3, 4, &[bend, domino], ". . down .; . . . .; . . . .", ", through: true"),
    ]
}

fn nikoji_cases() -> Vec<Puzzle> {
    let nikoji = |size, letters: &str| {
        with_clues("nikoji", size, letters, |b, pieces, n| {
            let homes: Vec<(usize, &str)> = pieces
                .iter()
                .filter_map(|piece| Some(clues_in(n, piece)).filter(|c| c.len() == 1).map(|c| c[0]))
                .collect();
            // The cells of a piece from its letter.
            let around = |k: usize| -> Vec<(i32, i32)> {
                let (r, c) = b.at(homes[k].0);
                let mut cells: Vec<(i32, i32)> =
                    pieces[k].iter().map(|&d| b.at(d)).map(|(i, j)| (i - r, j - c)).collect();
                cells.sort_unstable();
                cells
            };
            let agree = |k: usize, l: usize| {
                if homes[k].1 == homes[l].1 {
                    around(k) == around(l)
                } else {
                    form(b, &pieces[k]) != form(b, &pieces[l])
                }
            };
            homes.len() == pieces.len() && (0..pieces.len()).all(|k| (0..k).all(|l| agree(k, l)))
        })
    };
    vec![
        nikoji((3, 3), "A . B; . . .; . A ."),
        nikoji((3, 4), "A . . .; . . A .; B . . ."),
        nikoji((3, 4), ". A . B; . . . .; C . . ."),
        nikoji((3, 4), "A . A .; . . . .; B . B ."),
        nikoji((3, 3), ". . .; . X .; . . Y"),
    ]
}
