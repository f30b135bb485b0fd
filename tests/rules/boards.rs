//! Tiny boards for the puzzles of shading, loops and division: cells by number in reading order, who is beside whom,
//! flood fills, all loops, all divisions. Written from the rules of the puzzles as they are published, not from the
//! program: what is counted here is what the program must count.

use crate::support::{count_of, run_under};
use sator_base::method::Encoding;
use smallvec::SmallVec;
use std::cell::RefCell;
use std::rc::Rc;

/// A puzzle on a tiny board, and how many of all ways to fill it are right.
pub(super) struct Puzzle {
    script: String,
    right: usize,
    all: f64,
    encodings: &'static [Encoding],
}

impl Puzzle {
    /// Counts those of `ways` that are right. `all` is how many ways there are without the rule; more than in `ways` where
    /// the others are wrong at a glance.
    pub(super) fn new<T>(
        script: String,
        all: f64,
        ways: impl IntoIterator<Item = T>,
        right: impl Fn(&T) -> bool,
    ) -> Puzzle {
        let right = ways.into_iter().filter(|way| right(way)).count();
        Puzzle { script, right, all, encodings: &[Encoding::Fd, Encoding::Int] }
    }

    /// The same counts for another script of the same puzzle.
    pub(super) fn with_script(self, script: &str) -> Puzzle {
        Puzzle { script: script.into(), ..self }
    }

    /// The puzzle counted under `fd` alone. Z3 takes seconds to count the many solutions of an open board under `int`, where the same
    /// board with one clue more is counted instead.
    pub(super) fn under_fd(self) -> Puzzle {
        Puzzle { encodings: &[Encoding::Fd], ..self }
    }

    fn is_about(&self, rule: &str) -> bool {
        self.script.contains(&format!("\n{rule}("))
    }

    fn check(&self) -> Result<(), String> {
        if self.right == 0 || self.right as f64 == self.all {
            return Err(format!("{} of {} are right: this tests nothing\n{}", self.right, self.all, self.script));
        }
        for &encoding in self.encodings {
            let found = run_under(encoding, &format!("{}\ncount\n", self.script), &count_of);
            if found != [self.right.to_string()] {
                let found = found.join(" ");
                return Err(format!("{found} under {encoding:?}, {} by brute force\n{}", self.right, self.script));
            }
        }
        Ok(())
    }
}

/// Checks all puzzles of a family, and that no rule of it is left out.
pub(super) fn check(family: &str, puzzles: Vec<Puzzle>) {
    let mut wrong: Vec<String> = puzzles.iter().filter_map(|puzzle| puzzle.check().err()).collect();
    for rule in sator_lang::library::rules().iter().filter(|rule| rule.family == family && rule.is_listed()) {
        if !puzzles.iter().any(|puzzle| puzzle.is_about(rule.name)) {
            wrong.push(format!("{}: no puzzle", rule.name));
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n\n"));
}

/// All shadings of a board that are right, for a script that goes on after the declaration of the grid `s`.
pub(crate) fn shaded(rows: usize, cols: usize, rest: &str, right: impl Fn(Board, &[bool]) -> bool) -> Puzzle {
    let board = Board { rows, cols };
    let script = format!("grid s {rows}x{cols} in bool\n{rest}");
    Puzzle::new(script, 2f64.powi(board.len() as i32), board.shadings(), |on| right(board, on))
}

/// The argument for a border between the first two cells of a board, which ends inside their room.
pub(super) const WALL: &str = ", walls: [(r1c1, r1c2)]";

/// Whether the first two cells are not both shaded, if there is such a border.
pub(super) fn is_parted(walls: &str, on: &[bool]) -> bool {
    walls.is_empty() || !on[0] || !on[1]
}

/// Rows and columns that some cells take up.
pub(super) fn spans(b: Board, cells: &[usize]) -> (usize, usize) {
    let (rows, cols): (Vec<i32>, Vec<i32>) = cells.iter().map(|&c| b.at(c)).unzip();
    let span = |v: &[i32]| (v.iter().max().expect("a cell") - v.iter().min().expect("a cell") + 1) as usize;
    (span(&rows), span(&cols))
}

/// The picture of holes for a picture of regions: `#` where no region is.
pub(super) fn holes_of(regions: &str) -> String {
    let hole = |c: char| match c {
        'a'..='z' => '.',
        '.' => '#',
        space => space,
    };
    regions.chars().map(hole).collect()
}

/// The tokens of a picture whose rows end with `;`.
pub(super) fn tokens(picture: &str) -> Vec<&str> {
    picture.split([' ', ';']).filter(|t| !t.is_empty()).collect()
}

/// The cells with a clue, each with it.
pub(super) fn clued<'a>(n: &'a [&'a str]) -> impl Iterator<Item = (usize, &'a str)> {
    n.iter().copied().enumerate().filter(|(_, clue)| *clue != ".")
}

/// The number of a clue, none for a word.
pub(super) fn number(clue: &str) -> Option<usize> {
    clue.parse().ok()
}

/// Rows and columns down and to the right.
pub(super) type Way = (i32, i32);
pub(super) const UP: Way = (-1, 0);
pub(super) const DOWN: Way = (1, 0);
pub(super) const LEFT: Way = (0, -1);
pub(super) const RIGHT: Way = (0, 1);
pub(super) const WAYS: [Way; 4] = [UP, DOWN, LEFT, RIGHT];
/// The names of `WAYS` in clues.
pub(super) const NAMES: [&str; 4] = ["up", "down", "left", "right"];

/// The position of a direction in `WAYS`, by its name.
pub(super) fn way_of(name: &str) -> usize {
    NAMES.iter().position(|known| *known == name).expect("a direction")
}

/// Clockwise.
pub(super) const EIGHT: [Way; 8] = [UP, (-1, 1), RIGHT, (1, 1), DOWN, (1, -1), LEFT, (-1, -1)];

/// Up to as many as a cell has neighbours, without an allocation, as millions of boards are looked at.
pub(super) type Few<T> = SmallVec<[T; 4]>;

#[derive(Clone, Copy)]
pub(super) struct Board {
    pub rows: usize,
    pub cols: usize,
}

impl Board {
    pub(super) fn len(self) -> usize {
        self.rows * self.cols
    }

    pub(super) fn at(self, cell: usize) -> (i32, i32) {
        ((cell / self.cols) as i32, (cell % self.cols) as i32)
    }

    pub(super) fn cell(self, (row, col): (i32, i32)) -> Option<usize> {
        let inside = (0..self.rows as i32).contains(&row) && (0..self.cols as i32).contains(&col);
        inside.then(|| row as usize * self.cols + col as usize)
    }

    pub(super) fn step(self, cell: usize, way: Way) -> Option<usize> {
        let (row, col) = self.at(cell);
        self.cell((row + way.0, col + way.1))
    }

    /// The cells from here on in a direction, without this one.
    pub(super) fn ray(self, cell: usize, way: Way) -> Vec<usize> {
        std::iter::successors(self.step(cell, way), |&c| self.step(c, way)).collect()
    }

    pub(super) fn beside(self, cell: usize) -> Few<usize> {
        WAYS.iter().filter_map(|&way| self.step(cell, way)).collect()
    }

    pub(super) fn around(self, cell: usize) -> Few<usize> {
        EIGHT.iter().filter_map(|&way| self.step(cell, way)).collect()
    }

    pub(super) fn rim(self, cell: usize) -> bool {
        self.beside(cell).len() < 4
    }

    /// Every two cells side by side, each once.
    pub(super) fn pairs(self) -> Vec<(usize, usize)> {
        self.each_pair().collect()
    }

    fn each_pair(self) -> impl Iterator<Item = (usize, usize)> {
        let two = move |c| [RIGHT, DOWN].into_iter().filter_map(move |way| Some((c, self.step(c, way)?)));
        (0..self.len()).flat_map(two)
    }

    /// Rows, then columns.
    pub(super) fn lines(self) -> Vec<Vec<usize>> {
        let row = |r| (0..self.cols).map(|c| r * self.cols + c).collect();
        let col = |c| (0..self.rows).map(|r| r * self.cols + c).collect();
        (0..self.rows).map(row).chain((0..self.cols).map(col)).collect()
    }

    pub(super) fn squares(self) -> Vec<[usize; 4]> {
        let square = |c| {
            let (right, down) = (self.step(c, RIGHT)?, self.step(c, DOWN)?);
            Some([c, right, down, self.step(down, RIGHT)?])
        };
        (0..self.len()).filter_map(square).collect()
    }

    /// The cells that `on` picks, cut where neighbours are not `joined`.
    pub(super) fn pieces(self, on: impl Fn(usize) -> bool, joined: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.len()];
        let mut pieces = vec![];
        for start in (0..self.len()).filter(|&c| on(c)) {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            let (mut piece, mut next) = (vec![], vec![start]);
            while let Some(c) = next.pop() {
                piece.push(c);
                for d in self.beside(c) {
                    if on(d) && joined(c, d) && !std::mem::replace(&mut seen[d], true) {
                        next.push(d);
                    }
                }
            }
            piece.sort_unstable();
            pieces.push(piece);
        }
        pieces
    }

    /// Whether a 2x2 block has only cells of this colour.
    pub(super) fn full_square(self, on: &[bool], colour: bool) -> bool {
        self.squares().iter().any(|square| square.iter().all(|&c| on[c] == colour))
    }

    pub(super) fn one_piece(self, on: impl Fn(usize) -> bool) -> bool {
        self.pieces(on, |_, _| true).len() <= 1
    }

    /// Whether the cells that `on` picks are connected at sides and corners.
    pub(super) fn one_piece_at_corners(self, on: impl Fn(usize) -> bool) -> bool {
        let all: Vec<usize> = (0..self.len()).filter(|&c| on(c)).collect();
        let mut reached: Vec<usize> = all.first().copied().into_iter().collect();
        let mut next = 0;
        while let Some(&c) = reached.get(next) {
            reached.extend(self.around(c).into_iter().filter(|d| on(*d) && !reached.contains(d)).collect::<Vec<_>>());
            next += 1;
        }
        reached.len() == all.len()
    }

    /// All ways to say yes or no at each cell.
    pub(super) fn shadings(self) -> impl Iterator<Item = Vec<bool>> {
        bits(self.len())
    }

    /// All ways to put 0 up to k - 1 into each cell.
    pub(super) fn fillings(self, k: usize) -> impl Iterator<Item = Vec<usize>> {
        let n = self.len();
        let digits = move |mut code| {
            let mut digit = || {
                let last = code % k;
                code /= k;
                last
            };
            (0..n).map(|_| digit()).collect()
        };
        (0..k.pow(n as u32)).map(digits)
    }

    /// All single loops along the links between neighbouring cells, as yes/no for each of `pairs`: the rims of sets
    /// of squares, where these are one loop.
    pub(super) fn loops(self) -> Vec<Vec<bool>> {
        let (pairs, squares) = (self.pairs(), self.squares());
        let rims = bits(squares.len()).map(|chosen| {
            let sides = |&(a, b): &(usize, usize)| {
                let beside = squares.iter().zip(&chosen).filter(|(s, on)| **on && s.contains(&a) && s.contains(&b));
                beside.count() == 1
            };
            pairs.iter().map(sides).collect::<Vec<bool>>()
        });
        rims.filter(|drawn| self.is_loop(drawn)).collect()
    }

    /// Whether what is drawn of `pairs` is one loop, by walking along it.
    pub(super) fn is_loop(self, drawn: &[bool]) -> bool {
        let ends: Vec<(usize, usize)> =
            self.pairs().into_iter().zip(drawn).filter(|(_, on)| **on).map(|(p, _)| p).collect();
        let next = |c: usize| -> Vec<usize> {
            let other = |&(a, b): &(usize, usize)| if a == c { Some(b) } else { (b == c).then_some(a) };
            ends.iter().filter_map(other).collect()
        };
        let Some(&(start, mut here)) = ends.first() else { return false };
        let (mut before, mut walked) = (start, 1);
        while here != start {
            let on: Vec<usize> = next(here);
            if on.len() != 2 {
                return false;
            }
            (before, here) = (here, if on[0] == before { on[1] } else { on[0] });
            walked += 1;
        }
        next(start).len() == 2 && walked == ends.len()
    }

    /// The directions in which lines leave each cell.
    pub(super) fn strokes(self, drawn: &[bool]) -> Vec<Few<Way>> {
        let mut ways = vec![Few::new(); self.len()];
        for ((a, b), _) in self.each_pair().zip(drawn).filter(|(_, on)| **on) {
            let across = self.at(a).0 == self.at(b).0;
            ways[a].push(if across { RIGHT } else { DOWN });
            ways[b].push(if across { LEFT } else { UP });
        }
        ways
    }

    /// All divisions into connected pieces, as the piece of each cell.
    pub(super) fn divisions(self) -> Vec<Vec<usize>> {
        let mut found = vec![];
        self.divide(&mut vec![usize::MAX; self.len()], 0, &mut found);
        found
    }

    /// Gives the first cell without a piece every connected piece that it can have among the free cells.
    fn divide(self, piece: &mut Vec<usize>, k: usize, found: &mut Vec<Vec<usize>>) {
        let Some(first) = piece.iter().position(|&p| p == usize::MAX) else {
            return found.push(piece.clone());
        };
        let free: Vec<usize> = (first + 1..self.len()).filter(|&c| piece[c] == usize::MAX).collect();
        for chosen in bits(free.len()) {
            let mine: Vec<usize> =
                [first].into_iter().chain(free.iter().zip(&chosen).filter(|(_, on)| **on).map(|(c, _)| *c)).collect();
            if self.one_piece(|c| mine.contains(&c)) {
                mine.iter().for_each(|&c| piece[c] = k);
                self.divide(piece, k + 1, found);
                mine.iter().for_each(|&c| piece[c] = usize::MAX);
            }
        }
    }
}

/// All lists of n yes/no.
pub(super) fn bits(n: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1u64 << n).map(move |code| (0..n).map(|i| code >> i & 1 == 1).collect())
}

/// The cells of each room, by its mark; `.` is no room.
pub(super) fn rooms(picture: &str) -> Rc<Vec<Vec<usize>>> {
    // Each board of a puzzle asks for the rooms of the same picture.
    thread_local!(static LAST: RefCell<(String, Rc<Vec<Vec<usize>>>)> = RefCell::default());
    LAST.with_borrow_mut(|(of, rooms)| {
        if of != picture {
            (*of, *rooms) = (picture.into(), Rc::new(read_rooms(picture)));
        }
        rooms.clone()
    })
}

fn read_rooms(picture: &str) -> Vec<Vec<usize>> {
    let marks = tokens(picture);
    let mut names: Vec<&str> = marks.iter().copied().filter(|&m| m != ".").collect();
    names.sort_unstable();
    names.dedup();
    names.iter().map(|name| (0..marks.len()).filter(|&c| marks[c] == *name).collect()).collect()
}

#[test]
fn loops_and_divisions_are_all_there() {
    for (rows, cols) in [(2, 2), (3, 3), (3, 4)] {
        let board = Board { rows, cols };
        assert_eq!(board.loops().len(), bits(board.pairs().len()).filter(|drawn| board.is_loop(drawn)).count());
    }
    // Numbers of simple cycles and of divisions of grids (OEIS A140517, A145835).
    assert_eq!(Board { rows: 4, cols: 4 }.loops().len(), 213);
    assert_eq!(Board { rows: 2, cols: 3 }.divisions().len(), 74);
    assert_eq!(Board { rows: 3, cols: 3 }.divisions().len(), 1434);
}
