//! The rules of circles that move, and of pairs that lines join, against all ways to draw on tiny boards.

use super::boards::{Board, Puzzle, Way, bits, check, number, rooms, tokens};

#[test]
fn mean_what_they_say() {
    let cases = [satogaeri_cases(), hamle_cases(), shirokuro_cases()];
    check("moves", cases.into_iter().flatten().collect());
}

fn clued<'a>(n: &'a [&'a str]) -> impl Iterator<Item = (usize, &'a str)> {
    n.iter().copied().enumerate().filter(|(_, clue)| *clue != ".")
}

/// Links that form straight lines, with the clues of the picture only at their ends: the cells of each line from one end.
fn straight(b: Board, n: &[&str], drawn: &[bool]) -> Option<Vec<Vec<usize>>> {
    let strokes = b.strokes(drawn);
    let fits = |c: usize| match strokes[c][..] {
        [] | [_] => true,
        [v, w] => v.0 + w.0 == 0 && v.1 + w.1 == 0 && n[c] == ".",
        _ => false,
    };
    let line = |c: usize| {
        let way: Way = strokes[c][0];
        let mut cells = vec![c];
        while strokes[cells[cells.len() - 1]].contains(&way) {
            cells.push(b.step(cells[cells.len() - 1], way).expect("a cell"));
        }
        cells
    };
    let lines = (0..b.len()).filter(|&c| strokes[c].len() == 1).map(line).filter(|line| line[0] < line[line.len() - 1]);
    (0..b.len()).all(fits).then(|| lines.collect())
}

/// Where each circle ends: its cell, and the steps that it takes; `None` if a line does not lead from one circle to a
/// free cell.
fn moved(b: Board, n: &[&str], drawn: &[bool]) -> Option<Vec<(usize, usize)>> {
    let lines = straight(b, n, drawn)?;
    let mut ends: Vec<(usize, usize)> = clued(n).map(|(c, _)| (c, c)).collect();
    for line in &lines {
        let (a, z) = (line[0], line[line.len() - 1]);
        let (from, to) = if n[a] != "." { (a, z) } else { (z, a) };
        if n[from] == "." || n[to] != "." {
            return None;
        }
        ends.iter_mut().find(|(start, _)| *start == from)?.1 = to;
    }
    let steps =
        |(c, d): (usize, usize)| b.at(c).0.abs_diff(b.at(d).0) as usize + b.at(c).1.abs_diff(b.at(d).1) as usize;
    let right = ends.iter().all(|&(c, d)| number(n[c]).is_none_or(|k| k == steps((c, d))));
    right.then_some(ends)
}

fn linked(b: Board, head: &str, clues: &str, call: &str, right: impl Fn(&[bool], &[&str]) -> bool) -> Puzzle {
    let n = tokens(clues);
    let script = format!("grid x {}x{}\n{head}clues n {{ {clues} }}\nlinks e of x\n{call}", b.rows, b.cols);
    Puzzle::new(script, 2f64.powi(b.pairs().len() as i32), bits(b.pairs().len()), |drawn| right(drawn, &n))
}

fn satogaeri_cases() -> Vec<Puzzle> {
    let satogaeri = |rows, cols, regions: &str, clues: &str| {
        let b = Board { rows, cols };
        linked(b, &format!("regions g {{ {regions} }}\n"), clues, "satogaeri(e, g, n)", |drawn, n| {
            moved(b, n, drawn).is_some_and(|ends| {
                rooms(regions).iter().all(|room| ends.iter().filter(|(_, d)| room.contains(d)).count() == 1)
            })
        })
    };
    vec![
        satogaeri(3, 3, "a a b; c a b; c c b", "? . .; ? . .; . . ?"),
        satogaeri(3, 3, "a a b; c a b; c c b", "2 . .; ? . .; . ? ."),
        satogaeri(3, 4, "a a b b; c c c b; d d d d", "? . ? .; . ? . .; . ? . ."),
        satogaeri(3, 4, "a a b b; c c c b; d d d d", ". . ? .; . 1 ? .; . ? . ."),
    ]
}

fn hamle_cases() -> Vec<Puzzle> {
    let hamle = |rows, cols, clues: &str| {
        let b = Board { rows, cols };
        linked(b, "", clues, "hamle(e, n)", |drawn, n| {
            moved(b, n, drawn).is_some_and(|ends| {
                let there = |c: usize| ends.iter().any(|(_, d)| *d == c);
                b.pairs().iter().all(|&(c, d)| !there(c) || !there(d)) && b.one_piece(|c| !there(c))
            })
        })
    };
    vec![
        hamle(3, 3, "? . .; ? . .; . . ?"),
        hamle(3, 3, ". 1 .; . ? .; . . ."),
        hamle(3, 4, "? . 2 .; . ? . .; . . . ."),
        hamle(3, 4, ". . ? .; . 1 ? .; . . . ."),
    ]
}

fn shirokuro_cases() -> Vec<Puzzle> {
    let shirokuro = |rows, cols, clues: &str| {
        let b = Board { rows, cols };
        linked(b, "", clues, "shirokuro(e, n)", |drawn, n| {
            straight(b, n, drawn).is_some_and(|lines| {
                let joins =
                    |line: &Vec<usize>| [["w", "b"], ["b", "w"]].contains(&[n[line[0]], n[line[line.len() - 1]]]);
                lines.iter().all(joins) && 2 * lines.len() == clued(n).count()
            })
        })
    };
    vec![
        shirokuro(3, 3, "w . b; . . .; w . b"),
        shirokuro(3, 3, "w b .; b . w; . . ."),
        shirokuro(3, 4, "w . b .; . b . w; b . w ."),
        shirokuro(3, 4, ". w . b; w . . b; . b . w"),
    ]
}
