//! The rules of straight blocks and of lines with three circles, against all ways to draw on tiny boards.

use super::boards::{Board, Puzzle, bits, check, clued, number, spans, tokens};
use super::moves::{linked, straight};

#[test]
fn mean_what_they_say() {
    let cases = [kaidan_cases(), edamame_cases(), takoyaki_cases(), zabajaba_cases()];
    check("rods", cases.into_iter().flatten().collect());
}

/// Whether numbers count the neighbours with a circle.
fn beside(b: Board, n: &[&str], circle: impl Fn(usize) -> bool) -> bool {
    clued(n).all(|(c, clue)| number(clue).is_none_or(|k| k == b.beside(c).into_iter().filter(|&d| circle(d)).count()))
}

fn kaidan_cases() -> Vec<Puzzle> {
    let kaidan = |rows, cols, clues: &str| {
        let b = Board { rows, cols };
        linked(b, "", clues, "kaidan(e, n)", |drawn, n| {
            let Some(blocks) = straight(b, n, drawn) else { return false };
            let block_at = |c: usize| blocks.iter().position(|block| block.contains(&c));
            let circle = |c: usize| n[c] == "." && block_at(c).is_none();
            let level = |k: usize| b.at(blocks[k][0]).0 == b.at(blocks[k][1]).0;
            let may_touch = |&(c, d): &(usize, usize)| match (block_at(c), block_at(d)) {
                (Some(k), Some(m)) if k != m => {
                    let end_to_end = level(k) == level(m) && (b.at(c).0 == b.at(d).0) == level(k);
                    blocks[k].len().abs_diff(blocks[m].len()) == 1 && !end_to_end
                }
                _ => !(circle(c) && circle(d)),
            };
            (0..b.len()).all(|c| n[c] == "." || block_at(c).is_none())
                && b.pairs().iter().all(may_touch)
                && b.one_piece(|c| block_at(c).is_some())
                && beside(b, n, circle)
        })
    };
    vec![
        kaidan(3, 3, ". . .; . ? .; . . ."),
        kaidan(3, 4, ". . . .; . 1 . .; . . . ."),
        kaidan(3, 4, ". . . .; . . . .; . . . ."),
        kaidan(2, 5, "0 . . . .; . . . . ?"),
    ]
}

/// Cells with circles, and links; only circles in cells with a link are tried.
fn with_circles(
    (rows, cols): (usize, usize),
    clues: &str,
    rule: &str,
    right: impl Fn(Board, &[&str], &[bool], &[bool]) -> bool,
) -> Puzzle {
    let (b, n) = (Board { rows, cols }, tokens(clues));
    let script = format!("grid s {rows}x{cols} in bool\nclues n {{ {clues} }}\nlinks e of s\n{rule}(s, e, n)");
    let all = 2f64.powi((b.len() + b.pairs().len()) as i32);
    let ways = bits(b.pairs().len()).flat_map(|drawn| {
        let strokes = b.strokes(&drawn);
        let ends: Vec<bool> = strokes.iter().map(|ways| ways.len() == 1).collect();
        let inner: Vec<usize> = (0..b.len()).filter(|&c| strokes[c].len() > 1).collect();
        let simple = strokes.iter().all(|ways| ways.len() <= 2);
        let circles = bits(if simple { inner.len() } else { 0 }).map(move |on| {
            let mut circles = ends.clone();
            inner.iter().zip(on).for_each(|(&c, on)| circles[c] |= on);
            (drawn.clone(), circles)
        });
        circles.collect::<Vec<_>>()
    });
    Puzzle::new(script, all, ways, |(drawn, on)| right(b, &n, drawn, on))
}

/// The circles of a line, if these are three: one at each end, and one between.
fn three_circles(line: &[usize], on: &[bool]) -> Option<[usize; 3]> {
    let circles: Vec<usize> = line.iter().copied().filter(|&c| on[c]).collect();
    let three: [usize; 3] = circles.try_into().ok()?;
    (three[0] == line[0] && three[2] == line[line.len() - 1]).then_some(three)
}

fn edamame_cases() -> Vec<Puzzle> {
    let edamame = |rows, cols, clues: &str| {
        with_circles((rows, cols), clues, "edamame", |b, n, drawn, on| {
            let Some(pods) = straight(b, n, drawn) else { return false };
            let covered = |c: usize| pods.iter().any(|pod| pod.contains(&c));
            pods.iter().all(|pod| three_circles(pod, on).is_some())
                && (0..b.len()).all(|c| !covered(c) || n[c] == ".")
                && b.one_piece(|c| !covered(c))
                && beside(b, n, |c| on[c])
        })
    };
    vec![
        edamame(3, 3, "? . .; . . .; . . ."),
        edamame(2, 4, "1 . . .; . . . ."),
        edamame(3, 4, ". . . .; . 2 . .; . . . ."),
        edamame(1, 5, ". . . . ."),
    ]
}

/// The cells of each line in order; `None` if a line branches, closes or passes a clue.
fn curved(b: Board, n: &[&str], drawn: &[bool]) -> Option<Vec<Vec<usize>>> {
    let strokes = b.strokes(drawn);
    if (0..b.len()).any(|c| strokes[c].len() > 2 || !strokes[c].is_empty() && n[c] != ".") {
        return None;
    }
    let mut lines: Vec<Vec<usize>> = vec![];
    for start in (0..b.len()).filter(|&c| strokes[c].len() == 1) {
        let mut line = vec![start];
        while let Some(next) = strokes[line[line.len() - 1]]
            .iter()
            .filter_map(|&way| b.step(line[line.len() - 1], way))
            .find(|d| !line.contains(d))
        {
            line.push(next);
        }
        if line[0] < line[line.len() - 1] {
            lines.push(line);
        }
    }
    let on_lines = lines.iter().map(Vec::len).sum::<usize>();
    (on_lines == strokes.iter().filter(|strokes| !strokes.is_empty()).count()).then_some(lines)
}

fn takoyaki_cases() -> Vec<Puzzle> {
    let takoyaki = |rows, cols, clues: &str| {
        with_circles((rows, cols), clues, "takoyaki", |b, n, drawn, on| {
            let Some(lines) = curved(b, n, drawn) else { return false };
            let fits = |line: &Vec<usize>| {
                let Some(circles) = three_circles(line, on) else { return false };
                let [(r, c), (s, d), (t, f)] = circles.map(|cell| b.at(cell));
                r != s && r != t && s != t && c != d && c != f && d != f
            };
            lines.iter().all(fits)
                && (0..b.len()).all(|c| n[c] != "." || lines.iter().any(|line| line.contains(&c)))
                && b.pairs().iter().all(|&(c, d)| !on[c] || !on[d])
                && beside(b, n, |c| on[c])
        })
    };
    vec![
        takoyaki(3, 3, ". . .; . . .; . . ."),
        takoyaki(3, 3, ". . .; . . .; . . ?"),
        takoyaki(3, 4, "2 . . .; . . . .; . . . ?"),
        takoyaki(3, 4, ". . . .; . 1 . .; . . . ."),
    ]
}

fn zabajaba_cases() -> Vec<Puzzle> {
    let zabajaba = |rows, cols, clues: &str| {
        let (b, n) = (Board { rows, cols }, tokens(clues));
        let script = format!("grid x {rows}x{cols} in 0..3\nclues n {{ {clues} }}\nzabajaba(x, n)");
        Puzzle::new(script, 4f64.powi(b.len() as i32), b.fillings(4), |x| {
            let blocks = b.pieces(|c| x[c] > 0, |c, d| x[c] == x[d]);
            let is_block = |block: &Vec<usize>| {
                let shape = [(1, 3), (3, 1), (2, 2)][x[block[0]] - 1];
                spans(b, block) == shape && block.len() == shape.0 * shape.1
            };
            let touching = |c: usize| {
                let near = |block: &&Vec<usize>| block.iter().any(|d| b.around(c).contains(d));
                blocks.iter().filter(near).count()
            };
            blocks.iter().all(is_block)
                && b.one_piece(|c| x[c] > 0)
                && clued(&n).all(|(c, clue)| x[c] == 0 && number(clue).is_none_or(|k| k == touching(c)))
        })
    };
    vec![
        zabajaba(3, 3, ". . .; . . .; . . ?"),
        zabajaba(2, 5, "1 . . . .; . . . . ."),
        zabajaba(3, 3, "1 . .; . . .; . . ."),
        zabajaba(2, 5, ". . . . .; . . . . ."),
    ]
}
