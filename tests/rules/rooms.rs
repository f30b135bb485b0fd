//! The rules of blocks in rooms and of borders between countries against all shadings of tiny boards.

use super::areas::sky;
use super::boards::{Board, EIGHT, Puzzle, WALL, check, clued, is_parted, number, rooms, shaded, tokens};

#[test]
fn mean_what_they_say() {
    let cases = [
        cocktail_cases(),
        heyablock_cases(),
        usowan_cases(),
        borders_between_cases(),
        akichi_cases(),
        one_door_cases(),
        nondango_cases(),
        tile_paint_cases(),
    ];
    check("rooms", cases.into_iter().flatten().collect());
}

/// The condition of a shaded board, with the marks of rooms and the clues.
type Right = fn(Board, &[bool], &str, &[&str]) -> bool;

fn roomed(rule: &str, (rows, cols): (usize, usize), regions: &str, clues: &str, right: Right) -> Puzzle {
    let n = tokens(clues);
    let rest = format!("regions g {{ {regions} }}\nclues n {{ {clues} }}\n{rule}(s, g, n)");
    shaded(rows, cols, &rest, |b, on| right(b, on, regions, &n))
}

/// The same with a border between the first two cells, at most one of which is shaded.
fn walled(
    rule: &str,
    (rows, cols): (usize, usize),
    regions: &str,
    right: impl Fn(Board, &[bool], &str, &[&str]) -> bool,
) -> Puzzle {
    let n = vec!["."; rows * cols];
    let picture = vec![vec!["."; cols].join(" "); rows].join("; ");
    let rest = format!("regions g {{ {regions} }}\nclues n {{ {picture} }}\n{rule}(s, g, n{WALL})");
    shaded(rows, cols, &rest, |b, on| is_parted(WALL, on) && right(b, on, regions, &n))
}

fn counted(regions: &str, n: &[&str], on: &[bool]) -> bool {
    rooms(regions).iter().all(|room| {
        let count = room.iter().filter(|&&c| on[c]).count();
        room.iter().filter_map(|&c| number(n[c])).all(|k| k == count)
    })
}

/// Whether the shaded cells of each room are connected and touch no other room's.
fn blocks(b: Board, regions: &str, on: &[bool]) -> bool {
    let marks = tokens(regions);
    rooms(regions).iter().all(|room| b.one_piece(|c| on[c] && room.contains(&c)))
        && b.pairs().iter().all(|&(c, d)| marks[c] == marks[d] || !on[c] || !on[d])
}

fn apart(b: Board, on: &[bool]) -> bool {
    b.pairs().iter().all(|&(c, d)| !on[c] || !on[d])
}

/// Whether a straight line of unshaded cells goes through two borders.
fn crosses_two(b: Board, regions: &str, on: &[bool]) -> bool {
    let marks = tokens(regions);
    b.lines().iter().any(|line| {
        line.split(|&c| on[c]).any(|run| run.windows(2).filter(|two| marks[two[0]] != marks[two[1]]).count() > 1)
    })
}

fn cocktail_cases() -> Vec<Puzzle> {
    let right: Right = |b, on, regions, n| {
        let shaded: Vec<usize> = (0..b.len()).filter(|&c| on[c]).collect();
        let (mut reached, mut at) = (shaded.first().copied().into_iter().collect::<Vec<usize>>(), 0);
        while at < reached.len() {
            let here = reached[at];
            for d in EIGHT.iter().filter_map(|&way| b.step(here, way)) {
                if on[d] && !reached.contains(&d) {
                    reached.push(d);
                }
            }
            at += 1;
        }
        counted(regions, n, on) && blocks(b, regions, on) && reached.len() == shaded.len() && !b.full_square(on, true)
    };
    vec![
        roomed("cocktail", (3, 3), "a a b; a b b; c c b", ". . .; . . .; . . .", right),
        roomed("cocktail", (3, 4), "a a b b; a a b c; d d d c", ". . 1 .; . . . .; 2 . . .", right),
        roomed("cocktail", (3, 4), "a a a b; a a c b; d d c c", "3 . . .; . . . .; . . 1 .", right),
        walled("cocktail", (3, 4), "a a a b; a a c b; d d c c", right),
    ]
}

fn heyablock_cases() -> Vec<Puzzle> {
    let right: Right = |b, on, regions, n| {
        let empty = |room: &Vec<usize>| room.iter().all(|&c| !on[c] && number(n[c]).is_none());
        counted(regions, n, on)
            && blocks(b, regions, on)
            && !rooms(regions).iter().any(empty)
            && b.one_piece(|c| !on[c])
            && !crosses_two(b, regions, on)
    };
    vec![
        roomed("heyablock", (3, 3), "a a b; a c b; c c b", ". . .; . . .; . . .", right),
        roomed("heyablock", (3, 4), "a a b b; a a b c; d d c c", ". . . .; . . 1 1; . . . .", right),
        roomed("heyablock", (3, 4), "a a b b; a a b b; c c d d", ". . . .; . . . .; 1 . . .", right),
        roomed("heyablock", (3, 4), "a b c c; a b c c; a b d d", ". 0 . .; . . . .; . . . .", right),
        // A line along the first row meets the borders beside its second cell.
        walled("heyablock", (3, 4), "a a b b; a a b b; c c d d", |b, on, regions, n| {
            right(b, on, regions, n) && on[..3].contains(&true)
        }),
    ]
}

fn usowan_cases() -> Vec<Puzzle> {
    let right: Right = |b, on, regions, n| {
        let wrong = |c: usize| number(n[c]).is_some_and(|k| k != b.beside(c).iter().filter(|&&d| on[d]).count());
        apart(b, on)
            && b.one_piece(|c| !on[c])
            && clued(n).all(|(c, _)| !on[c])
            && rooms(regions).iter().all(|room| room.iter().filter(|&&c| wrong(c)).count() == 1)
    };
    vec![
        roomed("usowan", (3, 3), "a a a; a a a; b b b", ". 1 .; 2 . .; . . 1", right),
        roomed("usowan", (3, 4), "a a b b; a a b b; a a b b", ". 0 . .; 1 . . 2; . . 0 .", right),
        roomed("usowan", (3, 4), "a a a a; a a a a; a a a a", ". 0 . .; . . 0 .; . . ? 1", right),
    ]
}

fn borders_between_cases() -> Vec<Puzzle> {
    let between = |rows, cols, marks: &str| {
        let n = tokens(marks);
        shaded(rows, cols, &format!("clues n {{ {marks} }}\nborders_between(s, n)"), |b, on| {
            let letters = |cells: &[usize]| {
                let parts = cells.iter().flat_map(|&c| n[c].split(',')).filter(|part| ["A", "B", "C"].contains(part));
                let mut letters: Vec<&str> = parts.collect();
                letters.sort_unstable();
                letters.dedup();
                letters
            };
            let countries = b.pieces(|c| !on[c], |_, _| true);
            let of: Vec<Vec<&str>> = countries.iter().map(|country| letters(country)).collect();
            let all: Vec<&str> = of.concat();
            let distinct = (0..all.len()).all(|i| !all[..i].contains(&all[i]));
            let country = |c: usize| countries.iter().position(|country| country.contains(&c));
            let border = |c: usize| {
                let mut beside: Vec<usize> = b.beside(c).into_iter().filter_map(country).collect();
                beside.sort_unstable();
                beside.dedup();
                beside.len() > 1
            };
            let count = |c: usize| b.beside(c).iter().filter(|&&d| on[d]).count();
            of.iter().all(|letters| letters.len() == 1)
                && distinct
                && (0..b.len()).all(|c| !on[c] || border(c))
                && clued(&n).all(|(c, mark)| !on[c] && mark.split(',').filter_map(number).all(|k| k == count(c)))
        })
    };
    vec![
        between(3, 3, "A . .; . . .; . . B"),
        between(3, 4, "A . . B; . . . .; . 1 . C"),
        between(3, 4, "A,1 . . ?; . . . .; . . . B"),
        between(3, 4, "A . . A; . . . .; B . . ."),
    ]
}

/// The largest unshaded areas within rooms: as large as their numbers, or at most with `most`.
fn akichi(most: bool) -> impl Fn(Board, &[bool], &str, &[&str]) -> bool {
    move |b, on, regions, n| {
        let marks = tokens(regions);
        let areas = b.pieces(|c| !on[c], |c, d| marks[c] == marks[d]);
        let largest =
            |room: &Vec<usize>| areas.iter().filter(|area| room.contains(&area[0])).map(Vec::len).max().unwrap_or(0);
        let fits = |k: usize, size: usize| k == size || most && k > size;
        apart(b, on)
            && b.one_piece(|c| !on[c])
            && !crosses_two(b, regions, on)
            && rooms(regions)
                .iter()
                .all(|room| room.iter().filter_map(|&c| number(n[c])).all(|k| fits(k, largest(room))))
    }
}

fn akichi_cases() -> Vec<Puzzle> {
    let right: Right = |b, on, regions, n| akichi(false)(b, on, regions, n);
    let most: Right = |b, on, regions, n| akichi(true)(b, on, regions, n);
    let at_most = |regions: &'static str, numbers: &'static str| {
        let puzzle = roomed("akichi", (3, 4), regions, numbers, most);
        let script = format!(
            "grid s 3x4 in bool\nregions g {{ {regions} }}\nclues n {{ {numbers} }}\nakichi(s, g, n, most: true)"
        );
        puzzle.with_script(&script)
    };
    vec![
        at_most("a a b b; a a b c; d d c c", "1 . 2 .; . . . .; . . . ."),
        at_most("a a b c; a a b c; a a b c", "4 . . 1; . . . .; . . . ."),
        roomed("akichi", (3, 3), "a a b; a c b; c c b", ". . .; . . .; . . .", right),
        roomed("akichi", (3, 4), "a a b b; a a b c; d d c c", "1 . 2 .; . . . .; . . . .", right),
        roomed("akichi", (3, 4), "a a b c; a a b c; a a b c", "4 . . 1; . . . .; . . . .", right),
        roomed("akichi", (3, 4), "a b b b; b b b c; b b c c", "0 . . .; . . . .; . . . .", right),
    ]
}

fn one_door_cases() -> Vec<Puzzle> {
    let right: Right = |b, on, regions, n| {
        let marks = tokens(regions);
        let mut doors: Vec<[&str; 2]> = b
            .pairs()
            .iter()
            .filter(|&&(c, d)| marks[c] != marks[d] && !on[c] && !on[d])
            .map(|&(c, d)| if marks[c] < marks[d] { [marks[c], marks[d]] } else { [marks[d], marks[c]] })
            .collect();
        let count = doors.len();
        doors.sort_unstable();
        doors.dedup();
        counted(regions, n, on)
            && apart(b, on)
            && doors.len() == count
            && b.one_piece(|c| !on[c])
            && rooms(regions).iter().all(|room| b.one_piece(|c| !on[c] && room.contains(&c)))
    };
    vec![
        roomed("one_door", (3, 3), "a a b; a c b; c c b", ". . .; . . .; . . .", right),
        roomed("one_door", (3, 4), "a a b b; a a b c; d d d c", ". . 1 .; . . . .; . . . .", right),
        roomed("one_door", (3, 4), "a a b b; a a b b; a c c b", ". . . 2; . . . .; . . . .", right),
    ]
}

fn nondango_cases() -> Vec<Puzzle> {
    let right: Right = |b, on, regions, n| {
        let alike = |c: usize, way: (i32, i32)| {
            let line: Vec<usize> = [c].into_iter().chain(b.ray(c, way)).take(3).collect();
            line.len() == 3 && line.iter().all(|&d| n[d] != "." && on[d] == on[c])
        };
        (0..b.len()).all(|c| !on[c] || n[c] != ".")
            && rooms(regions).iter().all(|room| room.iter().filter(|&&c| on[c]).count() == 1)
            && !(0..b.len()).any(|c| EIGHT.iter().any(|&way| alike(c, way)))
    };
    vec![
        roomed("nondango", (3, 3), "a a b; a b b; c c c", "o o o; o . o; o o o", right),
        roomed("nondango", (3, 4), "a a b b; a a b b; c c c c", "o o . o; o o . .; o . o o", right),
        roomed("nondango", (3, 4), "a b b c; a b d c; a d d c", "o o o .; . o o o; o o . o", right),
    ]
}

fn tile_paint_cases() -> Vec<Puzzle> {
    let paint = |rows: usize, cols: usize, tiles: &'static str, top: &'static str, left: &'static str| {
        let rest = format!("regions t {{ {tiles} }}\n{}tile_paint(s, t, k)", sky(top, left));
        shaded(rows, cols, &rest, move |b, on| {
            let is_met = |(line, clue): (Vec<usize>, &str)| {
                number(clue).is_none_or(|n| n == line.iter().filter(|&&c| on[c]).count())
            };
            let columns = (0..cols).map(|c| (0..rows).map(|r| r * cols + c).collect());
            let across = (0..rows).map(|r| (r * cols..(r + 1) * cols).collect());
            b.len() == on.len()
                && rooms(tiles).iter().all(|tile| tile.iter().all(|&c| on[c] == on[tile[0]]))
                && columns.zip(tokens(top)).all(is_met)
                && across.zip(tokens(left)).all(is_met)
        })
    };
    vec![
        paint(3, 4, "a a b b; a c c b; d d d b", ". . . .", ". . ."),
        paint(3, 4, "a a b b; a c c b; d d d b", "2 . . 3", ". ? 1"),
        paint(4, 4, "a b b c; a a d c; e e d d; e f f f", ". 2 . .", "1 . . 3"),
    ]
}
