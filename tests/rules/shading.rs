//! The rules of shading against all shadings of tiny boards.

use super::boards::{Board, DOWN, EIGHT, LEFT, Puzzle, RIGHT, UP, WAYS, check, clued, number, rooms, shaded, tokens};

#[test]
fn mean_what_they_say() {
    let cases = [
        hitori_cases(),
        kuromasu_cases(),
        nurikabe_cases(),
        heyawake_cases(),
        lits_cases(),
        norinori_cases(),
        cave_cases(),
        yin_yang_cases(),
        tapa_cases(),
        aquarium_cases(),
        nonogram_cases(),
        mosaic_and_minesweeper_cases(),
        star_battle_cases(),
        tents_cases(),
        battleship_cases(),
        akari_cases(),
    ];
    check("shading", cases.into_iter().flatten().collect());
}

fn apart(b: Board, on: &[bool]) -> bool {
    b.pairs().iter().all(|&(c, d)| !on[c] || !on[d])
}

/// Not even at a corner.
fn far_apart(b: Board, on: &[bool]) -> bool {
    (0..b.len()).all(|c| !on[c] || b.around(c).iter().all(|&d| !on[d]))
}

fn how_many(cells: &[usize], on: &[bool]) -> usize {
    cells.iter().filter(|&&c| on[c]).count()
}

/// Unshaded cells in sight of a cell, itself included.
fn sight(b: Board, on: &[bool], cell: usize) -> usize {
    1 + WAYS.iter().map(|&way| b.ray(cell, way).iter().take_while(|&&c| !on[c]).count()).sum::<usize>()
}

/// The number of a room: its first clue.
fn room_number(room: &[usize], n: &[&str]) -> Option<usize> {
    room.iter().find_map(|&c| number(n[c]))
}

/// Clues outside: a word for the side, then a token for each line.
fn outside(sky: &str, b: Board) -> Vec<(Vec<usize>, &str)> {
    let mut found = vec![];
    for side in sky.split(';').map(tokens).filter(|side| !side.is_empty()) {
        for (k, clue) in side[1..].iter().enumerate().filter(|(_, clue)| **clue != ".") {
            let across = side[0] == "left" || side[0] == "right";
            let mut line: Vec<usize> = b.lines().remove(if across { k } else { b.rows + k });
            if side[0] == "bottom" || side[0] == "right" {
                line.reverse();
            }
            found.push((line, *clue));
        }
    }
    found
}

pub(super) fn sums_outside(sky: &str, b: Board, on: &[bool]) -> bool {
    outside(sky, b).iter().all(|(line, clue)| number(clue).is_none_or(|k| how_many(line, on) == k))
}

fn hitori(rows: usize, cols: usize, numbers: &str) -> Puzzle {
    let n = tokens(numbers);
    shaded(rows, cols, &format!("clues n {{ {numbers} }}\nhitori(s, n)"), |b, on| {
        let repeats = |line: &Vec<usize>| {
            let left: Vec<&str> = line.iter().filter(|&&c| !on[c] && n[c] != ".").map(|&c| n[c]).collect();
            (1..left.len()).any(|i| left[..i].contains(&left[i]))
        };
        !b.lines().iter().any(repeats) && apart(b, on) && b.one_piece(|c| !on[c])
    })
}

fn hitori_cases() -> Vec<Puzzle> {
    vec![
        hitori(3, 3, "1 1 2; 3 2 1; 2 3 3"),
        hitori(3, 4, "1 1 2 3; 2 3 4 4; 3 2 1 2"),
        hitori(3, 3, ". . .; . . .; . . ."),
        hitori(3, 3, "5 . 5; . . .; 5 . ."),
        hitori(2, 4, "1 2 3 1; 2 1 3 4"),
    ]
}

fn kuromasu(rows: usize, cols: usize, numbers: &str) -> Puzzle {
    let n = tokens(numbers);
    shaded(rows, cols, &format!("clues n {{ {numbers} }}\nkuromasu(s, n)"), |b, on| {
        let clues = clued(&n).all(|(c, k)| !on[c] && number(k).is_none_or(|k| sight(b, on, c) == k));
        clues && apart(b, on) && b.one_piece(|c| !on[c])
    })
}

fn kuromasu_cases() -> Vec<Puzzle> {
    vec![
        kuromasu(3, 3, ". . 3; . . .; . 4 ."),
        kuromasu(3, 4, ". . . 3; . 6 . .; . . . ."),
        kuromasu(3, 3, ". . .; . . .; . . ."),
        kuromasu(3, 3, "? . ?; . . .; ? . ."),
        kuromasu(3, 4, "2 . . .; . . . .; . ? . 2"),
    ]
}

fn nurikabe(rows: usize, cols: usize, islands: &str) -> Puzzle {
    let n = tokens(islands);
    shaded(rows, cols, &format!("clues n {{ {islands} }}\nnurikabe(s, n)"), |b, on| {
        let island = |piece: &Vec<usize>| {
            let clues: Vec<&str> = piece.iter().map(|&c| n[c]).filter(|&k| k != ".").collect();
            clues.len() == 1 && number(clues[0]).is_none_or(|k| k == piece.len())
        };
        clued(&n).all(|(c, _)| !on[c])
            && b.pieces(|c| !on[c], |_, _| true).iter().all(island)
            && b.one_piece(|c| on[c])
            && !b.full_square(on, true)
    })
}

fn nurikabe_cases() -> Vec<Puzzle> {
    vec![
        nurikabe(3, 3, "2 . .; . . .; . . 2"),
        nurikabe(3, 3, "? . .; . . .; . . ?"),
        nurikabe(3, 4, ". 3 . .; . . . .; . . . 1"),
        nurikabe(3, 4, ". ? . .; . . . .; 2 . . ?"),
        nurikabe(3, 3, ". . .; . ? .; . . ."),
        nurikabe(3, 4, ". . . 9; . . . .; . . . ."),
        nurikabe(4, 4, "1 . . .; . . . 4; . . . .; 2 . . ."),
    ]
}

fn heyawake(rows: usize, cols: usize, regions: &str, numbers: &str) -> Puzzle {
    let (n, marks) = (tokens(numbers), tokens(regions));
    let rest = format!("regions g {{ {regions} }}\nclues n {{ {numbers} }}\nheyawake(s, g, n)");
    shaded(rows, cols, &rest, |b, on| {
        // A stretch of unshaded cells crosses one border at most.
        let short = |line: &Vec<usize>| {
            line.split(|&c| on[c]).all(|part| part.windows(2).filter(|w| marks[w[0]] != marks[w[1]]).count() <= 1)
        };
        let counts = rooms(regions).iter().all(|room| room_number(room, &n).is_none_or(|k| how_many(room, on) == k));
        counts && b.lines().iter().all(short) && apart(b, on) && b.one_piece(|c| !on[c])
    })
}

fn heyawake_cases() -> Vec<Puzzle> {
    vec![
        heyawake(3, 4, "a a b c; a a b c; d d b c", "1 . . .; . . . .; . . . ."),
        heyawake(3, 4, "a a b c; a a b c; d d b c", ". . . .; . . . .; . . . ."),
        heyawake(3, 3, "a b c; a b c; a b c", ". . .; . 0 .; . . ."),
        heyawake(3, 3, "a b c; a b c; d d d", ". . 1; . . .; . . ?"),
        // A room with an arm on both sides of another.
        heyawake(2, 3, "a b a; a a a", ". . .; . . ."),
        heyawake(3, 5, "a a b b b; a a c c c; d d d c c", ". 1 . . .; . . . . 1; . . . . ."),
    ]
}

/// A set of cells moved, turned and mirrored to the smallest form it can have.
fn form(b: Board, cells: &[usize]) -> Vec<(i32, i32)> {
    let turned = (0..8).map(|k| {
        let turn = |c: &usize| {
            let (r, c) = b.at(*c);
            let (r, c) = if k & 1 == 1 { (c, r) } else { (r, c) };
            (if k & 2 == 2 { -r } else { r }, if k & 4 == 4 { -c } else { c })
        };
        let mut places: Vec<(i32, i32)> = cells.iter().map(turn).collect();
        let top = places.iter().map(|p| p.0).min().unwrap_or(0);
        let left = places.iter().map(|p| p.1).min().unwrap_or(0);
        places.iter_mut().for_each(|p| *p = (p.0 - top, p.1 - left));
        places.sort_unstable();
        places
    });
    turned.min().unwrap_or_default()
}

fn lits(rows: usize, cols: usize, regions: &str) -> Puzzle {
    let marks = tokens(regions);
    shaded(rows, cols, &format!("regions g {{ {regions} }}\nlits(s, g)"), |b, on| {
        let rooms = rooms(regions);
        let in_room = |c: usize| -> Vec<usize> {
            let room = rooms.iter().find(|room| room.contains(&c)).expect("every cell has a room");
            room.iter().copied().filter(|&d| on[d]).collect()
        };
        let touch_alike = |&(c, d): &(usize, usize)| {
            on[c] && on[d] && marks[c] != marks[d] && form(b, &in_room(c)) == form(b, &in_room(d))
        };
        rooms.iter().all(|room| how_many(room, on) == 4 && b.one_piece(|c| on[c] && room.contains(&c)))
            && !b.full_square(on, true)
            && b.one_piece(|c| on[c])
            && !b.pairs().iter().any(touch_alike)
    })
}

fn lits_cases() -> Vec<Puzzle> {
    vec![
        lits(3, 4, "a a b b; a a b b; a b b b"),
        lits(3, 4, "a a a a; a a a a; a a a a"),
        lits(4, 4, "a a a b; a a b b; a c b b; c c c c"),
        lits(4, 4, "a a a b; a a b b; a a a b; b b b b"),
        lits(3, 5, "a a a b b; a a b b b; a b b b b"),
    ]
}

fn norinori(rows: usize, cols: usize, regions: &str) -> Puzzle {
    shaded(rows, cols, &format!("regions g {{ {regions} }}\nnorinori(s, g)"), |b, on| {
        rooms(regions).iter().all(|room| how_many(room, on) == 2)
            && b.pieces(|c| on[c], |_, _| true).iter().all(|piece| piece.len() == 2)
    })
}

fn norinori_cases() -> Vec<Puzzle> {
    vec![
        norinori(3, 4, "a a b b; a a b b; c c c c"),
        norinori(3, 4, "a a a a; a a a a; b b b b"),
        norinori(3, 3, "a a a; a b b; b b b"),
        norinori(4, 4, "a a b b; a c c b; a c c b; d d d b"),
    ]
}

fn cave(rows: usize, cols: usize, numbers: &str) -> Puzzle {
    let n = tokens(numbers);
    shaded(rows, cols, &format!("clues n {{ {numbers} }}\ncave(s, n)"), |b, on| {
        clued(&n).all(|(c, k)| !on[c] && number(k).is_none_or(|k| sight(b, on, c) == k))
            && b.one_piece(|c| !on[c])
            && b.pieces(|c| on[c], |_, _| true).iter().all(|piece| piece.iter().any(|&c| b.rim(c)))
    })
}

fn cave_cases() -> Vec<Puzzle> {
    vec![
        cave(3, 3, ". . .; . . .; . . ."),
        cave(3, 4, ". . 4 .; . . . .; 3 . . ."),
        cave(4, 4, ". . . .; . 5 . .; . . . 2; 4 . . ."),
        cave(3, 3, "? . .; . . .; . . 2"),
        cave(3, 3, "1 . .; . . .; . . ."),
        cave(3, 3, ". . .; . 5 .; . . ."),
    ]
}

fn yin_yang(rows: usize, cols: usize, circles: &str) -> Puzzle {
    let n = tokens(circles);
    shaded(rows, cols, &format!("givens {{ {circles} }}\nyin_yang(s)"), |b, on| {
        clued(&n).all(|(c, k)| on[c] == (k == "#"))
            && b.one_piece(|c| on[c])
            && b.one_piece(|c| !on[c])
            && b.squares().iter().all(|s| (1..=3).contains(&how_many(s, on)))
    })
}

fn yin_yang_cases() -> Vec<Puzzle> {
    vec![
        yin_yang(3, 3, ". . .; . . .; . . ."),
        yin_yang(3, 4, "# . . .; . . - .; . . . ."),
        yin_yang(4, 4, "# . . .; . . - .; . # . .; . . . ."),
        yin_yang(2, 4, ". . . -; . # . ."),
        yin_yang(1, 6, ". . . . . ."),
        yin_yang(5, 1, ".; .; #; .; ."),
        yin_yang(5, 3, ". . .; - . .; . . .; . . #; . . ."),
    ]
}

fn tapa(rows: usize, cols: usize, clues: &str) -> Puzzle {
    let n = tokens(clues);
    shaded(rows, cols, &format!("clues n {{ {clues} }}\ntapa(s, n)"), |b, on| {
        let fits = |(c, clue): (usize, &str)| {
            let ring: Vec<bool> = EIGHT.iter().map(|&way| b.step(c, way).is_some_and(|d| on[d])).collect();
            let mut blocks: Vec<usize> = match ring.iter().position(|&yes| !yes) {
                None => vec![8],
                Some(gap) => {
                    let turned: Vec<bool> = (0..8).map(|i| ring[(gap + i) % 8]).collect();
                    turned.split(|&yes| !yes).map(<[bool]>::len).filter(|&k| k > 0).collect()
                }
            };
            let wanted: Vec<&str> = clue.split(',').filter(|&k| k != "0").collect();
            let as_many = blocks.len() == wanted.len();
            let known = wanted.iter().filter_map(|k| number(k)).all(|k| {
                let place = blocks.iter().position(|&length| length == k);
                place.map(|i| blocks.remove(i)).is_some()
            });
            !on[c] && as_many && known
        };
        clued(&n).all(fits) && !b.full_square(on, true) && b.one_piece(|c| on[c])
    })
}

fn tapa_cases() -> Vec<Puzzle> {
    vec![
        tapa(3, 4, ". . . .; . 1,3 . .; . . . ."),
        tapa(3, 3, ". . .; . 8 .; . . ."),
        tapa(3, 3, "0 . .; . . .; . . ."),
        tapa(3, 4, "2 . . .; . . . .; . 1,1 . ."),
        tapa(3, 4, ". . . .; . 2,2 . .; . . . ."),
        tapa(3, 4, ". . . .; . ?,2 . .; . . . ."),
        tapa(3, 4, ". . . .; ? . . ?,?; . . . ."),
        tapa(3, 5, ". . . . .; . . 1,1 . .; . . . . ."),
        tapa(3, 3, ". . .; . . .; . . ."),
    ]
}

fn aquarium(rows: usize, cols: usize, regions: &str, sky: &str) -> Puzzle {
    let rest = format!("regions g {{ {regions} }}\noutside k {{ {sky} }}\naquarium(s, g, k)");
    shaded(rows, cols, &rest, |b, on| {
        // Each tank is filled from some row on down.
        let level =
            |tank: &Vec<usize>| (0..=b.rows as i32).any(|level| tank.iter().all(|&c| on[c] == (b.at(c).0 >= level)));
        rooms(regions).iter().all(level) && sums_outside(sky, b, on)
    })
}

fn aquarium_cases() -> Vec<Puzzle> {
    vec![
        aquarium(3, 3, "a a b; a b b; c c b", "top 2 . .; left . 1 ."),
        aquarium(3, 4, "a b b a; a a a a; c c d d", "top . . . 1"),
        aquarium(3, 3, "a b b; a b c; c c c", "left . . 3; bottom ? 1 .; right . ? ."),
        aquarium(3, 4, "a b b a; a c c a; d d d d", "left 0 . ."),
    ]
}

fn nonogram(rows: usize, cols: usize, sky: &str) -> Puzzle {
    shaded(rows, cols, &format!("outside k {{ {sky} }}\nnonogram(s, k)"), |b, on| {
        outside(sky, b).iter().all(|(line, clue)| {
            let blocks: Vec<usize> = line.split(|&c| !on[c]).map(<[usize]>::len).filter(|&k| k > 0).collect();
            let wanted: Vec<&str> = clue.split(',').filter(|&k| k != "0").collect();
            let fits = |(k, length): (&&str, &usize)| number(k).is_none_or(|k| k == *length);
            blocks.len() == wanted.len() && wanted.iter().zip(&blocks).all(fits)
        })
    })
}

fn nonogram_cases() -> Vec<Puzzle> {
    vec![
        nonogram(3, 4, "top 1,1 . 2 .; left . 1 1,1"),
        nonogram(3, 4, "top 0 . . .; left 3 . 1"),
        nonogram(3, 5, "left 1,2 . 2,1; right 2,1 . 1,2"),
        nonogram(4, 4, "bottom . 1,2 . .; right 2 1,2 . 1"),
        nonogram(3, 5, "left 1,? ?,1,1 ?"),
    ]
}

fn around_itself(rule: &str, rows: usize, cols: usize, numbers: &str) -> Puzzle {
    let n = tokens(numbers);
    shaded(rows, cols, &format!("clues n {{ {numbers} }}\n{rule}(s, n)"), |b, on| {
        clued(&n).all(|(c, k)| {
            let seen = how_many(&b.around(c), on);
            match rule {
                "mosaic" => number(k).is_none_or(|k| seen + usize::from(on[c]) == k),
                _ => !on[c] && number(k).is_none_or(|k| seen == k),
            }
        })
    })
}

fn mosaic_and_minesweeper_cases() -> Vec<Puzzle> {
    vec![
        around_itself("mosaic", 3, 3, ". 2 .; . . .; 3 . 1"),
        around_itself("mosaic", 3, 4, ". . 3 .; 0 . . .; . . . ?"),
        around_itself("mosaic", 3, 3, ". . .; . 9 .; . . ."),
        around_itself("mosaic", 3, 3, ". . .; . 4 .; . . ."),
        around_itself("minesweeper", 3, 3, ". 2 .; . . .; 2 . 1"),
        around_itself("minesweeper", 3, 4, ". 2 . .; ? . . 0; . . ? ."),
        around_itself("minesweeper", 3, 3, ". . .; . 8 .; . . ."),
        around_itself("minesweeper", 3, 3, ". . .; . 4 .; . . ?"),
    ]
}

fn star_battle(rows: usize, cols: usize, regions: &str, stars: usize) -> Puzzle {
    let last = if stars == 1 { String::new() } else { format!(", {stars}") };
    shaded(rows, cols, &format!("regions g {{ {regions} }}\nstar_battle(s, g{last})"), |b, on| {
        let n = |cells: &Vec<usize>| how_many(cells, on) == stars;
        rooms(regions).iter().all(n) && b.lines().iter().all(n) && far_apart(b, on)
    })
}

fn star_battle_cases() -> Vec<Puzzle> {
    vec![
        star_battle(4, 4, "a a a a; b b b b; c c c c; d d d d", 1),
        star_battle(4, 4, "a a a b; c a b b; c c b d; c d d d", 1),
        star_battle(4, 4, ". . . .; . a a .; a a a .; . . . .", 1),
    ]
}

/// Whether each tree has a tent of its own beside it, and no tent is left.
fn paired(b: Board, trees: &[usize], tents: &[usize]) -> bool {
    let Some((&tree, rest)) = trees.split_first() else { return tents.is_empty() };
    let others = |tent: usize| -> Vec<usize> { tents.iter().copied().filter(|&t| t != tent).collect() };
    tents.iter().any(|&tent| b.beside(tree).contains(&tent) && paired(b, rest, &others(tent)))
}

fn tents(rows: usize, cols: usize, trees: &str, sky: &str) -> Puzzle {
    let wood = tokens(trees);
    let rest = format!("clues t {{ {trees} }}\noutside k {{ {sky} }}\ntents(s, t, k)");
    shaded(rows, cols, &rest, |b, on| {
        let trees: Vec<usize> = clued(&wood).map(|(c, _)| c).collect();
        let tents: Vec<usize> = (0..b.len()).filter(|&c| on[c]).collect();
        trees.iter().all(|&c| !on[c]) && far_apart(b, on) && paired(b, &trees, &tents) && sums_outside(sky, b, on)
    })
}

fn tents_cases() -> Vec<Puzzle> {
    vec![
        tents(3, 4, ". T . .; . . . .; . . T .", "top . . . ."),
        tents(4, 4, "T . . .; . . T .; . . . .; T . . .", "top . . 1 .; left . . ? ."),
        // A cell between two trees.
        tents(3, 5, ". . . . .; . T . T .; . . . . .", "left . 2 ."),
        tents(3, 5, ". . . . .; . T . T .; . . . . .", "left ? . 0"),
        tents(4, 4, ". T T .; . . . .; . . . .; . . T .", "right . . . ."),
    ]
}

/// A token of the clue picture at a cell of a ship or of the water.
fn part_fits(b: Board, on: &[bool], cell: usize, part: &str) -> bool {
    let ship: Vec<_> = WAYS.into_iter().filter(|&way| b.step(cell, way).is_some_and(|d| on[d])).collect();
    let straight = ship == [UP, DOWN] || ship == [LEFT, RIGHT];
    match part {
        "~" => !on[cell],
        "o" => on[cell] && ship.is_empty(),
        "m" => on[cell] && straight,
        "^" => on[cell] && ship == [DOWN],
        "v" => on[cell] && ship == [UP],
        "<" => on[cell] && ship == [RIGHT],
        ">" => on[cell] && ship == [LEFT],
        _ => on[cell],
    }
}

fn battleship(rows: usize, cols: usize, fleet: &[usize], sky: &str, parts: &str) -> Puzzle {
    let n = tokens(parts);
    let clues = if parts.is_empty() { String::new() } else { format!("clues p {{ {parts} }}\n") };
    let last = if parts.is_empty() { "" } else { ", p" };
    let rest = format!("outside k {{ {sky} }}\n{clues}battleship(s, {fleet:?}, k{last})");
    shaded(rows, cols, &rest, |b, on| {
        let ships = b.pieces(|c| on[c], |_, _| true);
        let straight = |ship: &Vec<usize>| b.lines().iter().any(|line| ship.iter().all(|c| line.contains(c)));
        let corner = |c: usize| {
            (0..b.len()).filter(|&d| on[d]).any(|d| {
                let ((r, s), (t, u)) = (b.at(c), b.at(d));
                (r - t).abs() == 1 && (s - u).abs() == 1
            })
        };
        let mut lengths: Vec<usize> = ships.iter().map(Vec::len).collect();
        let mut wanted = fleet.to_vec();
        lengths.sort_unstable();
        wanted.sort_unstable();
        ships.iter().all(straight)
            && lengths == wanted
            && !(0..b.len()).any(|c| on[c] && corner(c))
            && clued(&n).all(|(c, part)| part_fits(b, on, c, part))
            && sums_outside(sky, b, on)
    })
}

fn battleship_cases() -> Vec<Puzzle> {
    vec![
        battleship(3, 4, &[2, 1], "top . . . .", ""),
        battleship(4, 4, &[3, 1, 1], "top . . . 0; left 1 . . .", ""),
        battleship(3, 4, &[3], "top ? . . .", ". . . .; . m . .; . . . ."),
        battleship(4, 4, &[2, 2, 1], "top . . . .", ". . . .; . ~ . >; . . . .; o . . ."),
        battleship(4, 4, &[3, 2], "top . . . .", ". ^ . .; . . . .; . . . s; . . . ."),
        battleship(4, 4, &[3, 2], "top . . . .", ". . . .; . . . .; . . . .; . . v ."),
        battleship(4, 4, &[1, 2, 1], "right . . . 1", ". . < .; . . . .; . . . .; o . . ."),
        battleship(3, 4, &[2, 1], "top . . . .", "").with_script("grid s 3x4 in bool\nbattleship(s, [2, 1])"),
    ]
}

fn akari(rows: usize, cols: usize, black: &str) -> Puzzle {
    let n = tokens(black);
    shaded(rows, cols, &format!("clues n {{ {black} }}\nakari(s, n)"), |b, on| {
        let white = |c: usize| n[c] == ".";
        let lamps = |c: usize| -> usize {
            let seen = |way| b.ray(c, way).into_iter().take_while(|&d| white(d)).filter(|&d| on[d]).count();
            WAYS.into_iter().map(seen).sum()
        };
        (0..b.len()).all(|c| match (white(c), on[c]) {
            (true, true) => lamps(c) == 0,
            (true, false) => lamps(c) > 0,
            (false, lamp) => !lamp && number(n[c]).is_none_or(|k| how_many(&b.beside(c), on) == k),
        })
    })
}

fn akari_cases() -> Vec<Puzzle> {
    vec![
        akari(3, 3, ". . .; . . .; . . ."),
        akari(3, 3, ". . .; . 2 .; . . ."),
        akari(3, 4, ". # . .; . . 1 .; . . . ."),
        akari(3, 4, ". . . 0; . ? . .; # . . ."),
        akari(3, 3, ". . .; . 4 .; . . ."),
    ]
}
