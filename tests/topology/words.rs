//! Words about pieces and loops, held against a walk over every division or drawing of a small grid.

use super::{FORMS, cases, counts, find, form_text};
use proptest::prelude::*;

/// A small grid and the pairs of adjacent cells in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board {
    pub(super) rows: usize,
    pub(super) cols: usize,
}

impl Board {
    fn cells(self) -> usize {
        self.rows * self.cols
    }

    pub(super) fn edges(self) -> Vec<(usize, usize)> {
        let right = (0..self.cells()).filter(|i| i % self.cols + 1 < self.cols).map(|i| (i, i + 1));
        let down = (0..self.cells()).filter(|i| i / self.cols + 1 < self.rows).map(|i| (i, i + self.cols));
        right.chain(down).collect()
    }

    pub(super) fn name(self, cell: usize) -> String {
        format!("r{}c{}", cell / self.cols + 1, cell % self.cols + 1)
    }

    /// The cell after this one in a direction.
    fn step(self, cell: usize, way: &str) -> Option<usize> {
        let (r, c) = (cell / self.cols, cell % self.cols);
        match way {
            "up" => r.checked_sub(1).map(|_| cell - self.cols),
            "left" => c.checked_sub(1).map(|_| cell - 1),
            "right" => (c + 1 < self.cols).then_some(cell + 1),
            _ => (r + 1 < self.rows).then_some(cell + self.cols),
        }
    }

    /// For every division into connected pieces the piece of each cell.
    fn divisions(self) -> Vec<Vec<usize>> {
        let edges = self.edges();
        let mut found = vec![];
        for bits in 0..1u32 << edges.len() {
            let mut parent: Vec<usize> = (0..self.cells()).collect();
            for (_, &(a, b)) in edges.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1) {
                let (a, b) = (find(&mut parent, a), find(&mut parent, b));
                parent[a] = b;
            }
            let root: Vec<usize> = (0..self.cells()).map(|v| find(&mut parent, v)).collect();
            if edges.iter().enumerate().all(|(i, &(a, b))| (root[a] == root[b]) == (bits >> i & 1 == 1)) {
                found.push(root);
            }
        }
        found
    }
}

const WAYS: [&str; 4] = ["up", "left", "right", "down"];

/// How many different values the cells of one piece have.
fn extent(root: &[usize], cell: usize, line: impl Fn(usize) -> usize) -> usize {
    let mut lines: Vec<usize> = (0..root.len()).filter(|&v| root[v] == root[cell]).map(line).collect();
    lines.sort_unstable();
    lines.dedup();
    lines.len()
}

fn all_rectangles(board: Board, root: &[usize]) -> bool {
    (0..board.cells()).all(|v| {
        let size = root.iter().filter(|&&r| r == root[v]).count();
        size == extent(root, v, |w| w / board.cols) * extent(root, v, |w| w % board.cols)
    })
}

proptest! {
    #![proptest_config(cases())]

    /// Partitions with and without seeds, and conditions on their pieces.
    #[test]
    fn pieces_with_seeds(
        wide: bool,
        seeds in prop::collection::btree_set(0usize..6, 0..5),
        many in 1usize..3,
        form in 0..FORMS.len(),
        which in 0usize..6,
        (a, b, k, way) in (0usize..6, 0usize..6, 0usize..4, 0usize..4),
    ) {
        let board = if wide { Board { rows: 2, cols: 3 } } else { Board { rows: 3, cols: 2 } };
        let (form, holds) = FORMS[form];
        let (c, d) = (board.name(a), board.name(b));
        let p = [
            format!("same(p, {c}, {d})"),
            format!("piece_size(p, {c}) = {k}"),
            "rectangles(p)".to_string(),
            format!("width(p, {c}) = {k}"),
            format!("height(p, {c}) = width(p, {d})"),
            format!("arm(p, {c}, {}) = {k}", WAYS[way]),
        ];
        let seeded = seeds.len() % many == 0 && !seeds.is_empty();
        let names: Vec<String> = seeds.iter().map(|&v| board.name(v)).collect();
        let ending = match seeded {
            true => format!(", {} [{}] in each", ["one", "two"][many - 1], names.join(", ")),
            false => String::new(),
        };
        let script = format!(
            "grid x {}x{}\npartition p of x{ending}\nvar f in bool\n{}",
            board.rows, board.cols, form_text(form, &p[which], &format!("piece_size(p, {d}) > piece_size(p, {c})")),
        );
        let mut expected = 0;
        for root in board.divisions() {
            let size = |v: usize| root.iter().filter(|&&r| r == root[v]).count();
            let held = |v: usize| seeds.iter().filter(|&&s| root[s] == root[v]).count();
            if seeded && (0..board.cells()).any(|v| held(v) != many) {
                continue;
            }
            let (row, col) = (|v: usize| v / board.cols, |v: usize| v % board.cols);
            let p = match which {
                0 => root[a] == root[b],
                1 => size(a) == k,
                2 => all_rectangles(board, &root),
                3 => extent(&root, a, col) == k,
                4 => extent(&root, a, row) == extent(&root, b, col),
                _ => {
                    let mut steps = 0;
                    let mut at = a;
                    while let Some(next) = board.step(at, WAYS[way]).filter(|&next| root[next] == root[a]) {
                        (at, steps) = (next, steps + 1);
                    }
                    steps == k
                }
            };
            expected += [false, true].into_iter().filter(|&f| holds(p, size(b) > size(a), f)).count();
        }
        counts(&script, expected);
    }

    /// Conditions on the links at a cell, and on loops that can cross.
    #[test]
    fn ways_of_links(
        form in 0..FORMS.len(),
        which in 0usize..5,
        (a, k, way) in (0usize..9, 0usize..3, 0usize..4),
        known in prop::collection::vec((0usize..12, any::<bool>()), 6),
    ) {
        let board = Board { rows: 3, cols: 3 };
        let (form, holds) = FORMS[form];
        let c = board.name(a);
        let p = [
            format!("arm(e, {c}, {}) = {k}", WAYS[way]),
            format!("turns(e, {c})"),
            format!("straight(e, {c})"),
            "single_loop(e, crossing: true)".to_string(),
            format!("single_loop(e) and inside(e, {c})"),
        ];
        let script = format!(
            "grid x 3x3\nlinks e of x\nvar f in bool\n{}\n{}",
            known.iter().map(|&(i, yes)| {
                let (a, b) = board.edges()[i];
                format!("e[{}, {}] = {yes}\n", board.name(a), board.name(b))
            }).collect::<String>(),
            form_text(form, &p[which], &format!("degree(e, {c}) = 2")),
        );
        let edges = board.edges();
        let mut expected = 0;
        // Some links are known, so that there are not too many solutions to count.
        let fits = |bits: &u32| known.iter().all(|&(i, yes)| (bits >> i & 1 == 1) == yes);
        for bits in (0..1u32 << edges.len()).filter(fits) {
            let there: Vec<(usize, usize)> =
                edges.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, &e)| e).collect();
            let link = |v: usize, way: &str| {
                let next = board.step(v, way);
                next.is_some_and(|w| there.contains(&(v.min(w), v.max(w))))
            };
            let p = match which {
                0 => {
                    let (mut at, mut steps) = (a, 0);
                    while link(at, WAYS[way]) {
                        (at, steps) = (board.step(at, WAYS[way]).unwrap_or(at), steps + 1);
                    }
                    steps == k
                }
                1 => link(a, "up") != link(a, "down") && link(a, "left") != link(a, "right"),
                2 => (link(a, "up") && link(a, "down")) || (link(a, "left") && link(a, "right")),
                3 => crossing_loop(board, &there),
                // The only loop around a cell of a 3x3 board goes along its rim.
                _ => a == 4 && there.len() == 8 && WAYS.iter().all(|way| !link(4, way)),
            };
            let degree = WAYS.iter().filter(|way| link(a, way)).count();
            expected += [false, true].into_iter().filter(|&f| holds(p, degree == 2, f)).count();
        }
        counts(&script, expected);
    }
}

/// Whether the links are one closed way that goes straight on wherever four of them meet: by walking along it.
fn crossing_loop(board: Board, there: &[(usize, usize)]) -> bool {
    let has = |v: usize, way: &str| board.step(v, way).filter(|&w| there.contains(&(v.min(w), v.max(w))));
    let ways = |v: usize| WAYS.into_iter().filter(|way| has(v, way).is_some()).collect::<Vec<_>>();
    if there.is_empty() || (0..board.cells()).any(|v| !matches!(ways(v).len(), 0 | 2 | 4)) {
        return false;
    }
    let start = there[0].0;
    let first = ways(start)[0];
    let (mut at, mut way, mut walked) = (start, first, 0);
    loop {
        let Some(next) = has(at, way) else { return false };
        walked += 1;
        let back = match way {
            "up" => "down",
            "down" => "up",
            "left" => "right",
            _ => "left",
        };
        let on = ways(next);
        way = if on.len() == 4 { way } else { on.into_iter().find(|&w| w != back).unwrap_or(back) };
        at = next;
        if at == start && way == first {
            return walked == there.len();
        }
        if walked > there.len() {
            return false;
        }
    }
}

/// The inside of fences, by flooding from outside.
#[test]
fn inside_of_fences() {
    // The loops around some of the cells of a 2x2 board are its connected sets of cells without a diagonal pair: 13.
    for (cells, with_it) in [("r1c1", 7), ("r2c2", 7)] {
        counts(&format!("grid x 2x2\nfences e of x\nsingle_loop(e)\ninside(e, {cells})"), with_it);
    }
    counts("grid x 2x2\nfences e of x\nsingle_loop(e)\nnot inside(e, r1c2)", 6);
    counts("grid x 3x3\nfences e of x\nsingle_loop(e)\ninside(e, r2c2)\nnot inside(e, r1c2)", {
        // Sets of cells of a 3x3 board, in one piece, whose outside is in one piece with the rim, also at corners.
        let set = |bits: u32| -> bool { one_loop_around(bits) && bits >> 4 & 1 == 1 && bits >> 1 & 1 == 0 };
        (0..512).filter(|&bits| set(bits)).count()
    });
}

/// Whether one loop goes around exactly these cells of a 3x3 board: they and the rest, with a margin, are each in one
/// piece, and no two of them touch at a corner alone.
fn one_loop_around(bits: u32) -> bool {
    let here = |r: i64, c: i64| (0..3).contains(&r) && (0..3).contains(&c) && bits >> (r * 3 + c) & 1 == 1;
    let mut parent: Vec<usize> = (0..25).collect();
    let at = |r: i64, c: i64| ((r + 1) * 5 + c + 1) as usize;
    for r in -1..4 {
        for c in -1..4 {
            for (s, d) in [(r, c + 1), (r + 1, c)] {
                if s < 4 && d < 4 && here(r, c) == here(s, d) {
                    let (a, b) = (find(&mut parent, at(r, c)), find(&mut parent, at(s, d)));
                    parent[a] = b;
                }
            }
            let crossed =
                here(r, c) == here(r + 1, c + 1) && here(r + 1, c) == here(r, c + 1) && here(r, c) != here(r + 1, c);
            if r < 3 && c < 3 && crossed {
                return false;
            }
        }
    }
    let mut roots: Vec<usize> = (0..25).map(|v| find(&mut parent, v)).collect();
    roots.sort_unstable();
    roots.dedup();
    bits != 0 && roots.len() == 2
}

#[test]
fn shapes_are_known() {
    let holds = |condition: &str| counts(&format!("grid x 3x3\nlet s = [r1c1, r1c2, r2c2, r3c2]\n{condition}"), 1);
    holds("turned(s) = [(1, 3), (2, 1), (2, 2), (2, 3)]");
    holds("turned(turned(turned(turned(s)))) = shape(s)");
    holds("mirrored(s) = [(1, 1), (1, 2), (2, 1), (3, 1)]");
    holds("size(shapes(s)) = 8 and size(shapes([r1c1, r1c2])) = 2 and size(shapes([r1c1])) = 1");
    holds("size(shapes([(1, 1), (1, 2), (2, 2), (2, 3)])) = 4");
    holds("sorted([(2, 1), (1, 3), (1, 2)]) = [(1, 2), (1, 3), (2, 1)]");
    holds("first(sorted([r2c2, r1c3])) is r1c3");
    holds("opposite(up) is down and opposite(upleft) is downright");
    holds("all(opposite(opposite(way)) is way for way in directions)");
}

/// Fillings of a grid by given pieces, counted one by one.
fn fillings(rows: usize, cols: usize, pieces: &[&[(i64, i64)]], turn: bool, mirror: bool) -> usize {
    fn corner(mut s: Vec<(i64, i64)>) -> Vec<(i64, i64)> {
        let (top, left) = (s.iter().map(|p| p.0).min().unwrap_or(0), s.iter().map(|p| p.1).min().unwrap_or(0));
        s.iter_mut().for_each(|p| *p = (p.0 - top, p.1 - left));
        s.sort_unstable();
        s
    }
    let looks = |piece: &[(i64, i64)], cells: &[(i64, i64)]| {
        let mut s = corner(piece.to_vec());
        let cells = corner(cells.to_vec());
        let quarters = if turn { 4 } else { 1 };
        (0..quarters).any(|_| {
            s = corner(s.iter().map(|&(r, c)| if turn { (c, -r) } else { (r, c) }).collect());
            let flipped = corner(s.iter().map(|&(r, c)| (r, -c)).collect());
            s == cells || (mirror && flipped == cells)
        })
    };
    let n = pieces.len() + 1;
    (0..n.pow((rows * cols) as u32))
        .filter(|code| {
            let of = |i: usize| code / n.pow(i as u32) % n;
            let cells = |k: usize| -> Vec<(i64, i64)> {
                (0..rows * cols).filter(|&i| of(i) == k).map(|i| ((i / cols) as i64, (i % cols) as i64)).collect()
            };
            let all = (1..n).all(|k| looks(pieces[k - 1], &cells(k)));
            // Pieces that look alike are numbered by their first cells.
            all && (1..n).all(|k| (k + 1..n).all(|j| !looks(pieces[k - 1], pieces[j - 1]) || cells(k) < cells(j)))
        })
        .count()
}

#[test]
fn given_pieces_are_placed() {
    let (domino, corner): (&[_], &[_]) = (&[(1, 1), (1, 2)], &[(1, 1), (1, 2), (2, 2)]);
    let (el, dot): (&[_], &[_]) = (&[(1, 1), (2, 1), (3, 1), (3, 2)], &[(1, 1)]);
    for (rows, cols, pieces) in
        [(3, 3, vec![domino, corner]), (2, 3, vec![domino, domino]), (3, 3, vec![el]), (3, 2, vec![corner, dot, dot])]
    {
        for (turn, mirror) in [(true, true), (true, false), (false, true), (false, false)] {
            let expected = fillings(rows, cols, &pieces, turn, mirror);
            let list: Vec<String> = pieces.iter().map(|s| format!("{s:?}")).collect();
            counts(
                &format!(
                    "grid x {rows}x{cols} in 0..{}\nplace([{}], x, turn: {turn}, mirror: {mirror})",
                    pieces.len(),
                    list.join(", ")
                ),
                expected,
            );
        }
    }
}

/// All loops of a board that may cross, and that one of them does.
#[test]
fn loops_that_cross() {
    let board = Board { rows: 3, cols: 3 };
    let edges = board.edges();
    let drawings = (0..1u32 << edges.len()).filter(|bits| {
        let there: Vec<_> = edges.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, &e)| e).collect();
        crossing_loop(board, &there)
    });
    counts("grid x 3x3\nlinks e of x\nsingle_loop(e, crossing: true)", drawings.count());
    counts("grid x 3x3\nlinks e of x\nsingle_loop(e, crossing: true)\ndegree(e, r2c2) = 4", 2);
}

#[test]
fn windows_come_apart() {
    counts("grid x 2x3 in bool\nfor a, b, c, d in windows(x, 2, 2) { a = d and b = c }", 4);
    counts("grid x 2x2 in 1..2\nall(a != d for a, b, c, d in windows(x, 2, 2))", 8);
}
