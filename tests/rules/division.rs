//! The rules of division against all fillings and divisions of tiny boards.

use super::boards::{Board, Puzzle, check, number, tokens};
use crate::support;
use sator::session::Answer;

#[test]
fn mean_what_they_say() {
    let cases = [
        fillomino_cases(),
        shikaku_cases(),
        galaxies_cases(),
        ripple_regions_cases(),
        sukoro_cases(),
        family_photo_cases(),
        kramma_cases(),
        kramma_with_dots_cases(),
        goats_and_wolves_cases(),
    ];
    check("division", cases.into_iter().flatten().collect());
}

/// Whether a picture of givens has nothing against the values.
fn given(picture: &str, values: &[usize]) -> bool {
    tokens(picture).iter().zip(values).all(|(clue, v)| number(clue).is_none_or(|k| k == *v))
}

/// The cells of each piece.
fn cells_of(pieces: &[usize]) -> Vec<Vec<usize>> {
    let count = pieces.iter().max().map_or(0, |k| k + 1);
    (0..count).map(|k| (0..pieces.len()).filter(|&c| pieces[c] == k).collect()).collect()
}

/// Numbers 1 to k in each cell.
fn fillomino(rows: usize, cols: usize, k: usize, givens: &str) -> Puzzle {
    let b = Board { rows, cols };
    let script = format!("grid x {rows}x{cols} in 1..{k}\ngivens {{ {givens} }}\nfillomino(x)");
    Puzzle::new(script, (k as f64).powi(b.len() as i32), b.fillings(k), |x| {
        let x: Vec<usize> = x.iter().map(|v| v + 1).collect();
        given(givens, &x) && b.pieces(|_| true, |c, d| x[c] == x[d]).iter().all(|piece| piece.len() == x[piece[0]])
    })
}

/// Fillomino without pieces of more than three cells.
fn small_pieces(rows: usize, cols: usize, k: usize) -> Puzzle {
    let b = Board { rows, cols };
    let script = format!("grid x {rows}x{cols} in 1..{k}\nfillomino(x, small: true)");
    Puzzle::new(script, (k as f64).powi(b.len() as i32), b.fillings(3), |x| {
        b.pieces(|_| true, |c, d| x[c] == x[d]).iter().all(|piece| piece.len() == x[piece[0]] + 1)
    })
}

fn fillomino_cases() -> Vec<Puzzle> {
    vec![
        fillomino(2, 3, 6, ". . .; . . ."),
        fillomino(2, 4, 4, ". 3 . .; . . . ."),
        fillomino(3, 3, 4, "2 . .; . . .; . 3 ."),
        fillomino(3, 3, 3, ". . .; . . .; . . ."),
        fillomino(2, 3, 6, "6 . .; . . ."),
        fillomino(1, 5, 8, ". . . . 1"),
        fillomino(2, 3, 8, ". 2 .; . . ."),
        small_pieces(3, 3, 5),
        small_pieces(2, 4, 4),
    ]
}

/// A session answers one question after the other. Sizes above all givens have no literals of their own at first.
#[test]
fn fillomino_with_sizes_above_all_givens() {
    let answers_to = |board: &str, script: &str| {
        let mut session = support::session(&[]);
        let mut answers: Vec<String> = Vec::new();
        let script = format!("grid x {board}\nfillomino(x)\n{script}\n");
        let done = support::run(&mut session, &script, |_, report| {
            answers.push(match &report.answer {
                Answer::Solution { .. } => "one".into(),
                Answer::Unique { .. } => "unique".into(),
                Answer::Multiple { .. } => "several".into(),
                Answer::None => "none".into(),
                // It comes after that.
                Answer::Clash { .. } => return,
                Answer::Count { count, exact: true, .. } => count.to_string(),
                other => format!("{other:?}"),
            });
        });
        assert_eq!(done.err().map(|error| error.message), None, "{script}");
        answers.join(" ")
    };
    assert_eq!(answers_to("3x4 in 1..12", "r1c1 = 1\nsolve\nr2c2 = 11\nunique"), "one unique");
    assert_eq!(answers_to("3x4 in 1..12", "r1c1 = 1\nr2c2 = 11\nsolve\nunique\ncount"), "one unique 1");
    assert_eq!(
        answers_to("3x4 in 1..12", "r1c1 = 1\nr1c3 != 2\nsolve\nr2c2 > 8\nr3c4 != 11\nr3c4 != 1\nsolve"),
        "one one"
    );
    // At most nine cells are left, which is no size of these. `count` asks, as `why` takes long.
    assert_eq!(answers_to("4x4 in {7, 11, 12, 13}", "count"), "0");
    assert_eq!(answers_to("4x4 in {1, 11, 12, 13}", "r1c1 = 1\nsolve"), "one");
    assert_eq!(
        answers_to("1x12 in 1..12", "r1c1 = 1\nr1c12 = 1\nunique\nr1c5 = 10\nunique\ncount"),
        "several unique 1"
    );
}

/// All divisions that are right, for a script that goes on after the declaration of the partition `p`.
fn divided(rows: usize, cols: usize, rest: &str, right: impl Fn(Board, &[Vec<usize>]) -> bool) -> Puzzle {
    let board = Board { rows, cols };
    let script = format!("grid x {rows}x{cols}\npartition p of x\n{rest}");
    let divisions = board.divisions();
    Puzzle::new(script, divisions.len() as f64, divisions, |pieces| right(board, &cells_of(pieces)))
}

fn shikaku(rows: usize, cols: usize, areas: &str) -> Puzzle {
    let n = tokens(areas);
    divided(rows, cols, &format!("clues n {{ {areas} }}\nshikaku(p, n)"), |b, pieces| {
        pieces.iter().all(|piece| {
            let places: Vec<(i32, i32)> = piece.iter().map(|&c| b.at(c)).collect();
            let extent = |of: fn(&(i32, i32)) -> i32| {
                let all: Vec<i32> = places.iter().map(of).collect();
                all.iter().max().unwrap_or(&0) - all.iter().min().unwrap_or(&0) + 1
            };
            let clues: Vec<&str> = piece.iter().map(|&c| n[c]).filter(|&k| k != ".").collect();
            extent(|p| p.0) * extent(|p| p.1) == piece.len() as i32
                && clues.len() == 1
                && number(clues[0]).is_none_or(|k| k == piece.len())
        })
    })
}

/// The board of 3x3 without its middle: those divisions of the whole board in which the middle is a piece of its own.
fn ring(clues: &str) -> Puzzle {
    let whole = shikaku(3, 3, &clues.replacen('#', "1", 1));
    whole.with_script(&format!(
        "clues hole {{ . . .; . # .; . . . }}\ngrid x 3x3 except hole\npartition p of x\nclues n {{ {} }}\nshikaku(p, n)",
        clues.replacen('#', ".", 1)
    ))
}

fn shikaku_cases() -> Vec<Puzzle> {
    vec![
        ring("? . ?; . # .; ? . ?"),
        ring("3 . .; ? # .; ? . 2"),
        shikaku(3, 3, "3 . .; . 4 .; . . 2"),
        shikaku(3, 3, "? . .; . ? .; . . ?"),
        shikaku(3, 4, "? . . 2; . . . .; . ? ? ."),
        shikaku(3, 4, ". . 4 .; 4 . . .; . . . 4"),
        shikaku(3, 3, ". ? .; . . .; . . ."),
    ]
}

/// Marks stand at half steps: row and column 2r and 2c for the cell in row r and column c from 0.
fn galaxies(rows: usize, cols: usize, centres: &str) -> Puzzle {
    let marks = tokens(centres);
    let width = 2 * cols - 1;
    let centres_at: Vec<(i32, i32)> =
        (0..marks.len()).filter(|&i| marks[i] != ".").map(|i| ((i / width) as i32, (i % width) as i32)).collect();
    divided(rows, cols, &format!("clues n of cells and borders x {{ {centres} }}\ngalaxies(p, n)"), |b, pieces| {
        let galaxy_of = |centre: &(i32, i32), piece: &Vec<usize>| {
            let places: Vec<(i32, i32)> = piece.iter().map(|&c| b.at(c)).collect();
            let image = |p: &(i32, i32)| (centre.0 - p.0, centre.1 - p.1);
            // The one, two or four cells that the centre touches.
            let touched = |p: &(i32, i32)| (2 * p.0 - centre.0).abs() <= 1 && (2 * p.1 - centre.1).abs() <= 1;
            let all_touched = (0..b.len()).map(|c| b.at(c)).filter(touched).all(|p| places.contains(&p));
            all_touched && places.iter().all(|p| places.contains(&image(p)))
        };
        pieces.len() == centres_at.len()
            && centres_at.iter().all(|centre| pieces.iter().any(|piece| galaxy_of(centre, piece)))
    })
}

fn galaxies_cases() -> Vec<Puzzle> {
    vec![
        galaxies(3, 3, "o . . o .; . . . . .; . . . . .; o . . o .; . . . . ."),
        galaxies(3, 3, ". . o . .; . . . . .; . . . . .; . . o . .; . . . . ."),
        galaxies(3, 3, ". . . . .; . . . . .; . . o . .; . . . . .; . . . . ."),
        galaxies(3, 4, ". o . . . . o; . . . . . . .; . . . o . . .; . . . . . . .; o . . . . o ."),
        galaxies(3, 4, ". . o . . . .; . . . . . . o; . . . . o . .; . o . . . . .; . . . . . o ."),
        galaxies(3, 4, "o . . . . . o; . . . . . . .; o . . o . . o; . . . . . . .; o . . . . . o"),
    ]
}

/// Every division with every filling of 1 to k.
fn ripple_regions(rows: usize, cols: usize, k: usize, givens: &str) -> Puzzle {
    let b = Board { rows, cols };
    let script =
        format!("grid x {rows}x{cols} in 1..{k}\npartition p of x\ngivens {{ {givens} }}\nripple_regions(x, p)");
    let far = |x: &[usize]| {
        b.lines().iter().all(|line| {
            let near = |i: usize, j: usize| x[line[i]] == x[line[j]] && j - i - 1 < x[line[i]];
            !(0..line.len()).any(|i| (i + 1..line.len()).any(|j| near(i, j)))
        })
    };
    let divisions = b.divisions();
    let all = divisions.len() as f64 * (k as f64).powi(b.len() as i32);
    let fillings: Vec<Vec<usize>> = b
        .fillings(k)
        .map(|x| x.iter().map(|v| v + 1).collect::<Vec<usize>>())
        .filter(|x| given(givens, x) && far(x))
        .collect();
    let ways = fillings.iter().flat_map(|x| divisions.iter().map(move |pieces| (x, pieces)));
    Puzzle::new(script, all, ways, |(x, pieces)| {
        cells_of(pieces).iter().all(|piece| {
            let mut held: Vec<usize> = piece.iter().map(|&c| x[c]).collect();
            held.sort_unstable();
            held.into_iter().eq(1..=piece.len())
        })
    })
}

fn ripple_regions_cases() -> Vec<Puzzle> {
    vec![
        ripple_regions(2, 3, 4, ". . .; . . ."),
        ripple_regions(2, 3, 6, "1 . .; . . 5"),
        ripple_regions(3, 3, 3, ". 1 .; . . .; 2 . ."),
        ripple_regions(2, 4, 4, "3 . . .; . . 2 ."),
    ]
}

fn sukoro(rows: usize, cols: usize, k: usize, givens: &str) -> Puzzle {
    let b = Board { rows, cols };
    let script = format!("grid x {rows}x{cols} in 0..{k}\ngivens {{ {givens} }}\nsukoro(x)");
    Puzzle::new(script, (k as f64 + 1.0).powi(b.len() as i32), b.fillings(k + 1), |x| {
        let right = |c: usize| {
            let numbers: Vec<usize> = b.beside(c).into_iter().filter(|&d| x[d] > 0).collect();
            x[c] == 0 || numbers.len() == x[c] && numbers.iter().all(|&d| x[d] != x[c])
        };
        given(givens, x) && (0..b.len()).all(right) && b.one_piece(|c| x[c] > 0)
    })
}

fn sukoro_cases() -> Vec<Puzzle> {
    vec![
        sukoro(3, 3, 3, ". . .; . . .; . . ."),
        sukoro(2, 4, 4, ". . . .; . 2 . ."),
        sukoro(3, 3, 3, ". . .; . . 3; . . ."),
        sukoro(3, 4, 2, ". 1 . .; . . . .; . . . ."),
    ]
}

/// Each piece has as many cells of each kind as the partition says.
#[test]
fn several_kinds_in_each() {
    let kinds = |rows: usize, cols: usize, one: &'static str, of_each: usize, two: &'static str| {
        let b = Board { rows, cols };
        let script = format!(
            "grid x {rows}x{cols}\nclues m {{ {one} }}\nclues n {{ {two} }}\npartition p of x, one m, {of_each} n in each"
        );
        let ways = b.divisions();
        Puzzle::new(script, ways.len() as f64, ways, move |pieces| {
            let count = |k: usize, clues: &str| {
                tokens(clues).iter().zip(pieces).filter(|(clue, piece)| **clue != "." && **piece == k).count()
            };
            pieces.iter().all(|&k| count(k, one) == 1 && count(k, two) == of_each)
        })
    };
    check(
        "several kinds",
        vec![
            kinds(3, 3, "a . .; . . .; . . a", 1, ". b .; . . .; . b ."),
            kinds(2, 4, "a . . a; . . . .", 2, ". b b .; b . . b"),
            kinds(3, 4, "a . . .; . . a .; a . . .", 1, ". b . .; . b . .; . . b ."),
        ],
    );
}

/// Whether a piece is a rectangle.
fn is_rectangle(b: Board, piece: &[usize]) -> bool {
    let (high, wide) = super::boards::spans(b, piece);
    high * wide == piece.len()
}

fn family_photo_cases() -> Vec<Puzzle> {
    let family_photo = |rows, cols, circles: &'static str, numbers: &'static str| {
        let rest = format!("clues c {{ {circles} }}\nclues n {{ {numbers} }}\nfamily_photo(p, c, n)");
        divided(rows, cols, &rest, move |b, pieces| {
            let (round, clues) = (tokens(circles), tokens(numbers));
            let fits = |piece: &Vec<usize>| {
                let own: Vec<&str> = piece.iter().map(|&c| clues[c]).filter(|clue| *clue != ".").collect();
                let count = piece.iter().filter(|&&c| round[c] == "o").count();
                own.len() == 1 && number(own[0]).is_none_or(|k| k == count)
            };
            let together = |&(c, d): &(usize, usize)| {
                round[c] == "."
                    || round[d] == "."
                    || pieces.iter().any(|piece| piece.contains(&c) && piece.contains(&d))
            };
            pieces.iter().all(|piece| is_rectangle(b, piece) && fits(piece)) && b.pairs().iter().all(together)
        })
    };
    vec![
        family_photo(3, 3, "o o .; . . o; . . .", "2 . .; . ? .; . . ."),
        family_photo(3, 3, ". . o; o . o; . . .", "? . .; . . .; . . 2"),
        family_photo(2, 4, "o . . o; . . o .", ". 1 . .; 0 . . 2"),
    ]
}

/// The borders around each inner corner: above, below, left and right of it. Pieces are given by the piece of each cell.
fn inner_borders(b: Board, piece: &[usize]) -> Vec<[bool; 4]> {
    let around = |[p, q, r, s]: [usize; 4]| {
        let cut = |c: usize, d: usize| piece[c] != piece[d];
        [cut(p, q), cut(r, s), cut(p, r), cut(q, s)]
    };
    b.squares().into_iter().map(around).collect()
}

/// Divisions with marks of two kinds in the cells: no piece has both, and each has one.
fn two_kinds(
    (rows, cols): (usize, usize),
    rest: &str,
    marks: &'static str,
    right: impl Fn(Board, &[usize]) -> bool,
) -> Puzzle {
    divided(rows, cols, rest, move |b, pieces| {
        let mut piece = vec![0; b.len()];
        for (k, cells) in pieces.iter().enumerate() {
            cells.iter().for_each(|&c| piece[c] = k);
        }
        let one_kind = |cells: &Vec<usize>| {
            let mut kinds: Vec<&str> = cells.iter().map(|&c| tokens(marks)[c]).filter(|mark| *mark != ".").collect();
            kinds.sort_unstable();
            kinds.dedup();
            kinds.len() == 1
        };
        pieces.iter().all(one_kind) && right(b, &piece)
    })
}

fn kramma_cases() -> Vec<Puzzle> {
    let kramma = |rows, cols, circles: &'static str| {
        two_kinds((rows, cols), &format!("clues c {{ {circles} }}\nkramma(p, c)"), circles, |b, piece| {
            inner_borders(b, piece).iter().all(|[above, below, left, right]| above == below && left == right)
        })
    };
    vec![
        kramma(3, 3, "w . b; . . .; . w ."),
        kramma(3, 3, "w . .; . . .; . b w"),
        kramma(2, 4, "w . . b; . b w ."),
        kramma(3, 3, "w b w; . . .; w b w"),
    ]
}

/// The dots of a picture of corners, among the inner corners.
fn inner_dots(b: Board, dots: &str) -> Vec<bool> {
    let all = tokens(dots);
    (1..b.rows).flat_map(|r| (1..b.cols).map(move |c| r * (b.cols + 1) + c)).map(|at| all[at] != ".").collect()
}

fn lines_end_at_the_edge(borders: &[[bool; 4]], dots: &[bool]) -> bool {
    borders.iter().zip(dots).all(|(&[above, below, left, right], dot)| {
        let count = [above, below, left, right].iter().filter(|on| **on).count();
        count % 2 == 0 && (*dot || above == below && left == right)
    })
}

fn kramma_with_dots_cases() -> Vec<Puzzle> {
    let kramma_n = |rows, cols, dots: &'static str, circles: &'static str| {
        let rest = format!("clues d of corners x {{ {dots} }}\nclues c {{ {circles} }}\nkramma_with_dots(p, d, c)");
        two_kinds((rows, cols), &rest, circles, move |b, piece| {
            let (borders, dots) = (inner_borders(b, piece), inner_dots(b, dots));
            let crossed = |(four, dot): (&[bool; 4], &bool)| !dot || four.iter().filter(|on| **on).count() == 2;
            lines_end_at_the_edge(&borders, &dots) && borders.iter().zip(&dots).all(crossed)
        })
    };
    vec![
        kramma_n(3, 3, ". . . .; . o . .; . . . .; . . . .", "w . b; . . .; b w ."),
        kramma_n(3, 3, ". . . .; . o . .; . . o .; . . . .", "w . .; . b .; . . w"),
        kramma_n(3, 3, ". . . .; . o o .; . o o .; . . . .", "w . .; . b .; . . w"),
        kramma_n(2, 4, ". . . . .; . . o . .; . . . . .", "w . . b; . b w ."),
    ]
}

fn goats_and_wolves_cases() -> Vec<Puzzle> {
    let goats = |rows, cols, dots: &'static str, animals: &'static str| {
        let rest = format!("clues d of corners x {{ {dots} }}\nclues c {{ {animals} }}\ngoats_and_wolves(p, d, c)");
        two_kinds((rows, cols), &rest, animals, move |b, piece| {
            let (borders, dots) = (inner_borders(b, piece), inner_dots(b, dots));
            let crossed = |(four, dot): (&[bool; 4], &bool)| !dot || four.iter().filter(|on| **on).count() <= 2;
            let straight = lines_end_at_the_edge(&borders, &dots) && borders.iter().zip(&dots).all(crossed);
            straight && !has_closed_line(b, &borders)
        })
    };
    vec![
        goats(3, 3, ". . . .; . o . .; . . . .; . . . .", "w . g; . . .; g w ."),
        goats(3, 3, ". . . .; . o . .; . . o .; . . . .", "w . .; . g .; . . w"),
        goats(3, 3, ". . . .; . o o .; . o o .; . . . .", "w . .; . g .; . . w"),
        goats(3, 4, ". . . . .; . o o . .; . o o . .; . . . . .", "w . g .; . g . w; . . . ."),
    ]
}

/// Whether a line comes back to where it starts, by a walk from each border. At a corner it goes on to the border that
/// is not its own: straight on where lines cross.
fn has_closed_line(b: Board, borders: &[[bool; 4]]) -> bool {
    const WAYS: [(i32, i32); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];
    let inner = Board { rows: b.rows - 1, cols: b.cols - 1 };
    let starts = (0..borders.len()).flat_map(|at| (0..4).map(move |way| (at, way)));
    starts.filter(|&(at, way)| borders[at][way]).any(|(start, first)| {
        let (mut at, mut way) = (start, first);
        loop {
            let Some(next) = inner.step(at, WAYS[way]) else { return false };
            let back = way ^ 1;
            let on: Vec<usize> = (0..4).filter(|&k| borders[next][k] && k != back).collect();
            way = if on.len() == 1 { on[0] } else { way };
            at = next;
            if (at, way) == (start, first) {
                return true;
            }
        }
    })
}
