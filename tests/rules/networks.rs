//! The rules of networks of lines against all ways to draw on tiny boards.

use super::boards::{Board, DOWN, Few, LEFT, Puzzle, RIGHT, UP, Way, bits, check, clued, number, tokens};

#[test]
fn mean_what_they_say() {
    let cases = [
        firefly_cases(),
        ichimaga_cases(),
        lither_cases(),
        vertex_slitherlink_cases(),
        touch_slitherlink_cases(),
        sheep_and_wolves_cases(),
    ];
    check("networks", cases.into_iter().flatten().collect());
}

/// All sets of links in which cells without a clue have one of these numbers of them.
fn drawn_on(b: Board, n: &[&str], degrees: &[usize]) -> Vec<Vec<bool>> {
    let fits = |drawn: &Vec<bool>| {
        let strokes = b.strokes(drawn);
        (0..b.len()).all(|c| n[c] != "." || degrees.contains(&strokes[c].len()))
    };
    bits(b.pairs().len()).filter(fits).collect()
}

fn back(way: Way) -> Way {
    (-way.0, -way.1)
}

/// Follows a line from a cell with a clue to the next one: the directions, the last cell, `None` if it has no end.
fn line(b: Board, strokes: &[Few<Way>], n: &[&str], start: usize, first: Way) -> Option<(Vec<Way>, usize)> {
    let (mut ways, mut at) = (vec![first], b.step(start, first)?);
    while n[at] == "." {
        let last = ways[ways.len() - 1];
        let next = match strokes[at].len() {
            4 => last,
            2 => *strokes[at].iter().find(|&&way| way != back(last))?,
            _ => return None,
        };
        ways.push(next);
        at = b.step(at, next)?;
        if ways.len() > 2 * b.len() {
            return None;
        }
    }
    Some((ways, at))
}

fn turns(ways: &[Way]) -> usize {
    ways.windows(2).filter(|two| two[0] != two[1]).count()
}

/// Whether pairs join all cells with clues.
fn one_network(n: &[&str], joined: &[(usize, usize)]) -> bool {
    let homes: Vec<usize> = clued(n).map(|(c, _)| c).collect();
    let (mut reached, mut at) = (vec![homes[0]], 0);
    while at < reached.len() {
        let c = reached[at];
        for d in joined.iter().filter_map(|&(a, z)| if a == c { Some(z) } else { (z == c).then_some(a) }) {
            if !reached.contains(&d) {
                reached.push(d);
            }
        }
        at += 1;
    }
    homes.iter().all(|c| reached.contains(c))
}

/// A puzzle of links with a picture of clues.
fn linked(
    b: Board,
    clues: &str,
    call: &str,
    degrees: &[usize],
    right: impl Fn(&[Few<Way>], &[&str], usize) -> bool,
) -> Puzzle {
    let n = tokens(clues);
    let script = format!("grid x {}x{}\nclues n {{ {clues} }}\nlinks e of x\n{call}", b.rows, b.cols);
    let all = 2f64.powi(b.pairs().len() as i32);
    Puzzle::new(script, all, drawn_on(b, &n, degrees), |drawn| {
        right(&b.strokes(drawn), &n, drawn.iter().filter(|on| **on).count())
    })
}

fn firefly_cases() -> Vec<Puzzle> {
    let firefly = |rows, cols, clues: &str| {
        let b = Board { rows, cols };
        linked(b, clues, "firefly(e, n)", &[0, 2], |strokes, n, links| {
            let dot = |c: usize| {
                let word = n[c].split(',').nth(1).expect("a direction");
                [("up", UP), ("down", DOWN), ("left", LEFT), ("right", RIGHT)]
                    .iter()
                    .find(|(name, _)| *name == word)
                    .expect("a direction")
                    .1
            };
            let lines: Option<Vec<(usize, Vec<Way>, usize)>> = clued(n)
                .map(|(c, _)| {
                    let (ways, end) = line(b, strokes, n, c, dot(c)).filter(|_| strokes[c].contains(&dot(c)))?;
                    // It does not come in at a dot.
                    (back(ways[ways.len() - 1]) != dot(end)).then_some((c, ways, end))
                })
                .collect();
            lines.is_some_and(|lines| {
                let counted = lines
                    .iter()
                    .all(|(c, ways, _)| n[*c].split(',').next().and_then(number).is_none_or(|k| k == turns(ways)));
                let joined: Vec<(usize, usize)> = lines.iter().map(|(c, _, end)| (*c, *end)).collect();
                counted
                    && lines.iter().map(|(_, ways, _)| ways.len()).sum::<usize>() == links
                    && one_network(n, &joined)
            })
        })
    };
    vec![
        firefly(2, 3, "?,right . ?,down; . . ."),
        firefly(3, 3, "2,down . .; . . 1,up; . . ."),
        firefly(3, 3, ". ?,down .; . . .; 1,up . ."),
        firefly(3, 4, ". . . .; . ?,down . .; . 0,right . 1,up"),
        firefly(3, 3, "3,right . .; . . .; . . ."),
    ]
}

fn ichimaga_cases() -> Vec<Puzzle> {
    let ichimaga = |rows, cols, clues: &str, more: &str| {
        let b = Board { rows, cols };
        let degrees: &[usize] = if more.contains("crossing") { &[0, 2, 4] } else { &[0, 2] };
        linked(b, clues, &format!("ichimaga(e, n{more})"), degrees, |strokes, n, links| {
            let all = clued(n).flat_map(|(c, _)| strokes[c].iter().map(move |&way| (c, way)));
            let lines: Option<Vec<(usize, Vec<Way>, usize)>> =
                all.map(|(c, way)| line(b, strokes, n, c, way).map(|(ways, end)| (c, ways, end))).collect();
            lines.is_some_and(|lines| {
                let fits = |(c, ways, end): &(usize, Vec<Way>, usize)| {
                    c != end && turns(ways) <= 1 && (!more.contains("magnetic") || n[*c] == "?" || n[*c] != n[*end])
                };
                let joined: Vec<(usize, usize)> = lines.iter().map(|(c, _, end)| (*c, *end)).collect();
                lines.iter().all(fits)
                    // Each line is followed from both ends.
                    && lines.iter().map(|(_, ways, _)| ways.len()).sum::<usize>() == 2 * links
                    && clued(n).all(|(c, k)| !strokes[c].is_empty() && number(k).is_none_or(|k| k == strokes[c].len()))
                    && one_network(n, &joined)
            })
        })
    };
    vec![
        ichimaga(3, 3, "? . ?; . . .; . . ?", ""),
        ichimaga(3, 3, "2 . .; . . ?; ? . .", ""),
        ichimaga(3, 4, ". . ? .; 1 . . .; . . 1 ?", ""),
        ichimaga(3, 4, "1 . . ?; . . . .; . 1 . ?", ", magnetic: true"),
        ichimaga(3, 4, ". 1 . .; ? . . ?; . ? . .", ", crossing: true"),
        ichimaga(3, 3, ". ? .; ? . 2; . ? .", ", crossing: true"),
    ]
}

/// Lines along the borders of cells: links between the corners of the board.
pub(super) fn fenced(
    rule: &str,
    rows: usize,
    cols: usize,
    numbers: &str,
    ways: impl Fn(Board) -> Vec<Vec<bool>>,
    right: impl Fn(&Fences, &[&str]) -> bool,
) -> Puzzle {
    let (board, corners) = (Board { rows, cols }, Board { rows: rows + 1, cols: cols + 1 });
    let n = tokens(numbers);
    let script = format!("grid x {rows}x{cols}\nclues n {{ {numbers} }}\nfences e of x\n{rule}(e, n)");
    Puzzle::new(script, 2f64.powi(corners.pairs().len() as i32), ways(corners), |drawn| {
        right(&Fences { board, corners, strokes: corners.strokes(drawn) }, &n)
    })
}

pub(super) struct Fences {
    pub(super) board: Board,
    corners: Board,
    strokes: Vec<Few<Way>>,
}

impl Fences {
    fn corner(&self, cell: usize, (down, right): Way) -> usize {
        let (row, col) = self.board.at(cell);
        self.corners.cell((row + down, col + right)).expect("a corner")
    }

    fn corners_of(&self, cell: usize) -> [usize; 4] {
        [(0, 0), (0, 1), (1, 1), (1, 0)].map(|at| self.corner(cell, at))
    }

    /// The sides of a cell, each after one of its corners clockwise.
    pub(super) fn sides(&self, cell: usize) -> [bool; 4] {
        let corners = self.corners_of(cell);
        [0, 1, 2, 3].map(|k| self.strokes[corners[k]].contains(&[RIGHT, DOWN, LEFT, UP][k]))
    }

    fn visited(&self, cell: usize) -> [bool; 4] {
        self.corners_of(cell).map(|corner| !self.strokes[corner].is_empty())
    }

    /// Whether the upright lines to the left of a cell are odd in number.
    fn is_inside(&self, cell: usize) -> bool {
        let col = self.board.at(cell).1;
        let upright = |k: &i32| self.strokes[self.corner(cell, (0, k - col))].contains(&DOWN);
        (0..=col).filter(upright).count() % 2 == 1
    }
}

fn count(on: &[bool]) -> usize {
    on.iter().filter(|on| **on).count()
}

fn lither_cases() -> Vec<Puzzle> {
    let lither = |rows, cols, numbers: &str| {
        let all = |corners: Board| bits(corners.pairs().len()).collect();
        fenced("lither", rows, cols, numbers, all, |f, n| {
            let ends = f.strokes.iter().map(Few::len).sum::<usize>();
            let joined = |c: usize, d: usize| f.strokes[c].iter().any(|&way| f.corners.step(c, way) == Some(d));
            let trees = f.corners.pieces(|_| true, joined).len();
            f.strokes.iter().all(|ways| matches!(ways.len(), 1 | 3 | 4))
                && trees > 1
                && ends / 2 + trees == f.corners.len()
                && clued(n).all(|(c, clue)| number(clue).is_none_or(|k| k == count(&f.sides(c))))
        })
    };
    vec![
        lither(2, 3, ". . .; . . ."),
        lither(2, 3, "? . .; . . ."),
        lither(2, 3, "? . 2; . . ."),
        lither(2, 3, ". 1 .; 2 . ."),
    ]
}

fn vertex_slitherlink_cases() -> Vec<Puzzle> {
    let vertex = |rows, cols, numbers: &str| {
        fenced("vertex_slitherlink", rows, cols, numbers, Board::loops, |f, n| {
            clued(n).all(|(c, clue)| number(clue).is_none_or(|k| k == count(&f.visited(c))))
        })
    };
    vec![
        vertex(2, 2, "2 .; . ."),
        vertex(2, 3, "4 . ?; . 4 ."),
        vertex(3, 3, ". . .; . 3 .; . . ."),
        vertex(3, 3, "0 . .; . . .; . . 4"),
    ]
}

fn touch_slitherlink_cases() -> Vec<Puzzle> {
    let touch = |rows, cols, numbers: &str| {
        fenced("touch_slitherlink", rows, cols, numbers, Board::loops, |f, n| {
            // A visit begins at a corner that the loop does not reach along the side before it.
            let visits = |c: usize| {
                let (sides, visited) = (f.sides(c), f.visited(c));
                let begins = (0..4).filter(|&k| visited[k] && !sides[(k + 3) % 4]).count();
                if sides == [true; 4] { 1 } else { begins }
            };
            clued(n).all(|(c, clue)| number(clue).is_none_or(|k| k == visits(c)))
        })
    };
    vec![
        touch(2, 2, "1 .; . 1"),
        touch(2, 3, "? 2 .; . . ."),
        touch(3, 3, ". . .; . 1 .; . . ."),
        touch(3, 3, "2 . .; 2 . .; . . ."),
    ]
}

fn sheep_and_wolves_cases() -> Vec<Puzzle> {
    let sheep = |rows, cols, marks: &str| {
        fenced("sheep_and_wolves", rows, cols, marks, Board::loops, |f, n| {
            clued(n).all(|(c, mark)| match mark {
                "s" => f.is_inside(c),
                "w" => !f.is_inside(c),
                clue => number(clue).is_none_or(|k| k == count(&f.sides(c))),
            })
        })
    };
    vec![
        sheep(2, 2, "s .; . w"),
        sheep(2, 3, "w . 3; . . ."),
        sheep(3, 3, "s . .; . w .; 2 . ?"),
        sheep(3, 4, ". . w .; w s . .; . . . s"),
    ]
}
