//! The rules of shading by corners, ways and rectangles against all shadings of tiny boards.

use super::boards::{Board, Puzzle, check, clued, number, rooms, shaded, tokens};

#[test]
fn mean_what_they_say() {
    let cases = [
        curving_cases(),
        mannequin_cases(),
        batten_cases(),
        sumiwake_cases(),
        nibunnogo_cases(),
        territory_cases(),
        bosnian_road_cases(),
        marutaring_cases(),
        hasu_cases(),
        streams_cases(),
    ];
    check("grounds", cases.into_iter().flatten().collect());
}

/// No two shaded cells share a side, and all unshaded cells are connected.
fn apart(b: Board, on: &[bool]) -> bool {
    !b.pairs().iter().any(|&(c, d)| on[c] && on[d]) && b.one_piece(|c| !on[c])
}

/// The cells of a block between two opposite corners.
fn rectangle(b: Board, c: usize, d: usize) -> Vec<usize> {
    let ((r, s), (i, j)) = (b.at(c), b.at(d));
    let inside = |v: i32, a: i32, z: i32| (a.min(z)..=a.max(z)).contains(&v);
    (0..b.len()).filter(|&e| inside(b.at(e).0, r, i) && inside(b.at(e).1, s, j)).collect()
}

fn curving_cases() -> Vec<Puzzle> {
    let curving = |rows, cols, circles: &'static str| {
        shaded(rows, cols, &format!("clues n {{ {circles} }}\ncurving(s, n)"), move |b, on| {
            let homes: Vec<usize> = (0..b.len()).filter(|&c| tokens(circles)[c] == "o").collect();
            let free = |c: usize, d: usize| rectangle(b, c, d).iter().all(|&e| !on[e]);
            let near = |c: usize, d: usize| {
                let ((r, s), (i, j)) = (b.at(c), b.at(d));
                let bends = [b.cell((r, j)), b.cell((i, s))];
                bends.into_iter().flatten().any(|turn| free(c, turn) && free(turn, d))
            };
            let far = homes.iter().enumerate().all(|(k, &c)| homes[..k].iter().all(|&d| !near(c, d)));
            apart(b, on) && far && homes.iter().all(|&c| !on[c])
        })
    };
    vec![
        curving(3, 4, "o . . .; . . . .; . . . o"),
        curving(4, 4, ". o . .; . . . .; o . . .; . . . o"),
        curving(4, 4, ". . . .; o . o .; . . . .; . . . ."),
        curving(3, 3, "o . .; . . .; . . ."),
    ]
}

/// Steps inside a room from one cell to another, without crossing walls.
fn steps(b: Board, room: &[usize], walls: &[(usize, usize)], from: usize, to: usize) -> usize {
    let (mut reached, mut count) = (vec![from], 0);
    while !reached.contains(&to) {
        let blocked = |c: usize, d: usize| walls.contains(&(c, d)) || walls.contains(&(d, c));
        let more: Vec<usize> =
            reached.iter().flat_map(|&c| b.beside(c).into_iter().filter(move |&d| !blocked(c, d))).collect();
        reached.extend(more.into_iter().filter(|d| room.contains(d)));
        count += 1;
    }
    count
}

fn mannequin_cases() -> Vec<Puzzle> {
    let mannequin = |rows, cols, regions: &'static str, numbers: &'static str, walls: &'static [(usize, usize)]| {
        let name = |c: usize| format!("r{}c{}", c / cols + 1, c % cols + 1);
        let pairs: Vec<String> = walls.iter().map(|&(c, d)| format!("({}, {})", name(c), name(d))).collect();
        let more = if walls.is_empty() { String::new() } else { format!(", walls: [{}]", pairs.join(", ")) };
        let rest = format!("regions g {{ {regions} }}\nclues n {{ {numbers} }}\nmannequin(s, g, n{more})");
        shaded(rows, cols, &rest, move |b, on| {
            let (all, marks, clues) = (rooms(regions), tokens(regions), tokens(numbers));
            let two: Vec<Vec<usize>> =
                all.iter().map(|room| room.iter().copied().filter(|&c| on[c]).collect()).collect();
            if two.iter().any(|cells| cells.len() != 2) || !b.one_piece(|c| !on[c]) {
                return false;
            }
            let gap = |k: usize| steps(b, &all[k], walls, two[k][0], two[k][1]) - 1;
            let room = |c: usize| all.iter().position(|room| room.contains(&c)).expect("a room");
            let differ = |&(c, d): &(usize, usize)| marks[c] == marks[d] || gap(room(c)) != gap(room(d));
            let clue = |k: usize| all[k].iter().find_map(|&c| number(clues[c]));
            b.pairs().iter().all(differ) && (0..all.len()).all(|k| clue(k).is_none_or(|n| n == gap(k)))
        })
    };
    vec![
        mannequin(3, 4, "a a b b; a b b b; a a b b", ". . . .; . . . .; . . . .", &[]),
        mannequin(3, 4, "a a a b; a c c b; a c c b", "2 . . .; . . . .; . . . .", &[]),
        mannequin(4, 4, "a a b b; a a b b; c c c c; c c c c", ". . 0 .; . . . .; . . . .; . . . .", &[]),
        mannequin(3, 4, "a a b b; a a b b; a a b b", ". . . .; 2 . . .; . . . .", &[(0, 1), (4, 5)]),
    ]
}

/// The cells that meet at each corner, row by row.
fn corners(b: Board) -> Vec<Vec<usize>> {
    let meet =
        |r: i32, c: i32| [(r - 1, c - 1), (r - 1, c), (r, c - 1), (r, c)].into_iter().filter_map(|at| b.cell(at));
    (0..=b.rows as i32).flat_map(|r| (0..=b.cols as i32).map(move |c| meet(r, c).collect())).collect()
}

fn batten_cases() -> Vec<Puzzle> {
    let batten = |rows, cols, marks: &'static str, top: &'static str, left: &'static str| {
        let rest =
            format!("clues n of corners s {{ {marks} }}\noutside sky {{ top {top}; left {left} }}\nbatten(s, n, sky)");
        shaded(rows, cols, &rest, move |b, on| {
            let checkered = |cells: &[usize]| match cells {
                [p, q, r, s] => on[*p] == on[*s] && on[*q] == on[*r] && on[*p] != on[*q],
                _ => false,
            };
            let fits = corners(b).iter().zip(tokens(marks)).all(|(cells, mark)| checkered(cells) == (mark == "x"));
            let clues = tokens(left).into_iter().chain(tokens(top));
            let count = |line: &Vec<usize>| line.iter().filter(|&&c| on[c]).count();
            fits && b.lines().iter().zip(clues).all(|(line, clue)| number(clue).is_none_or(|k| k == count(line)))
        })
    };
    vec![
        batten(3, 3, ". . . .; . x . .; . . . .; . . . .", ". . .", ". . ."),
        batten(3, 4, ". . . . .; . x . x .; . . . x .; . . . . .", ". 2 . .", ". . ."),
        batten(3, 3, ". . . .; . . . .; . . . .; . . . .", "2 . .", ". 0 ?"),
    ]
}

fn sumiwake_cases() -> Vec<Puzzle> {
    let sumiwake = |rows, cols, regions: &'static str, circles: &'static str| {
        let rest = format!("regions g {{ {regions} }}\nclues n of corners s {{ {circles} }}\nsumiwake(s, g, n)");
        shaded(rows, cols, &rest, move |b, on| {
            let (marks, clues) = (tokens(regions), tokens(circles));
            let count = |cells: &Vec<usize>| cells.iter().filter(|&&c| on[c]).count();
            let fits = corners(b).iter().zip(clues).all(|(cells, clue)| number(clue).is_none_or(|k| k == count(cells)));
            let crossed = |line: &[usize]| line.windows(2).filter(|two| marks[two[0]] != marks[two[1]]).count();
            let short = b.lines().iter().all(|line| line.split(|&c| on[c]).all(|part| crossed(part) < 2));
            apart(b, on) && fits && short
        })
    };
    vec![
        sumiwake(3, 3, "a a b; a c b; d d b", ". . . .; . 1 . .; . . 2 .; . . . ."),
        sumiwake(3, 4, "a b b c; a b b c; a d d c", ". . . . .; . . . . .; . . . 1 .; . . 1 . ."),
        sumiwake(4, 4, "a a b b; a a b b; c c b b; c c d d", ". . . . .; . . 2 . .; . . ? . .; . . . . .; . . . . ."),
    ]
}

fn nibunnogo_cases() -> Vec<Puzzle> {
    let nibunnogo = |rows, cols, numbers: &'static str| {
        shaded(rows, cols, &format!("clues n of corners s {{ {numbers} }}\nnibunnogo(s, n)"), move |b, on| {
            let count = |cells: &Vec<usize>| cells.iter().filter(|&&c| on[c]).count();
            let mut clued = corners(b).into_iter().zip(tokens(numbers));
            let fits = clued.all(|(cells, clue)| number(clue).is_none_or(|k| k == count(&cells)));
            fits && b.pieces(|_| true, |c, d| on[c] == on[d]).iter().all(|area| area.len() <= 5)
        })
    };
    vec![
        nibunnogo(3, 4, ". . . . .; . . . . .; . . . . .; . . . . ."),
        nibunnogo(3, 4, "1 . . . .; . 3 . . .; . . . 2 .; . . . . 0"),
        nibunnogo(3, 3, ". 0 . .; . . ? .; . . . .; . . 1 ."),
    ]
}

fn territory_cases() -> Vec<Puzzle> {
    let territory = |rows, cols, numbers: &'static str| {
        shaded(rows, cols, &format!("clues n {{ {numbers} }}\nterritory(s, n)"), move |b, on| {
            let largest = |c: usize| {
                let boxes = (0..b.len()).flat_map(|p| (p..b.len()).map(move |q| rectangle(b, p, q)));
                boxes.filter(|cells| cells.contains(&c) && cells.iter().all(|&d| !on[d])).map(|cells| cells.len()).max()
            };
            let n = tokens(numbers);
            apart(b, on) && clued(&n).all(|(c, clue)| !on[c] && number(clue).is_none_or(|k| largest(c) == Some(k)))
        })
    };
    vec![
        territory(3, 3, ". . .; . 3 .; . . ."),
        territory(3, 4, "2 . . .; . . . .; . . 6 ."),
        territory(4, 4, ". . . .; . 4 . .; . . . .; ? . . ."),
        territory(3, 4, ". 2 . .; . . . .; . . 3 ."),
    ]
}

/// Whether the shaded cells are one loop.
fn is_road(b: Board, on: &[bool]) -> bool {
    let two = |c: usize| b.beside(c).iter().filter(|&&d| on[d]).count() == 2;
    on.contains(&true) && b.one_piece(|c| on[c]) && (0..b.len()).all(|c| !on[c] || two(c))
}

fn bosnian_road_cases() -> Vec<Puzzle> {
    let bosnian_road = |rows, cols, numbers: &'static str| {
        shaded(rows, cols, &format!("clues n {{ {numbers} }}\nbosnian_road(s, n)"), move |b, on| {
            let apart = b.squares().iter().all(|&[p, q, r, s]| match [on[p], on[q], on[r], on[s]] {
                [p, q, r, s] => !(p == s && q == r && p != q),
            });
            let count = |c: usize| b.around(c).iter().filter(|&&d| on[d]).count();
            let n = tokens(numbers);
            is_road(b, on) && apart && clued(&n).all(|(c, clue)| !on[c] && number(clue).is_none_or(|k| k == count(c)))
        })
    };
    vec![
        bosnian_road(3, 3, ". . .; . . .; . . ."),
        bosnian_road(4, 4, ". . . .; . . ? .; . . . .; 1 . . ."),
        bosnian_road(4, 4, ". . . .; . 8 . .; . . . .; . . . ."),
        bosnian_road(4, 4, "3 . . .; . . . .; . . . .; . . . ."),
    ]
}

fn marutaring_cases() -> Vec<Puzzle> {
    let marutaring = |rows, cols, regions: &'static str, numbers: &'static str| {
        let rest = format!("regions g {{ {regions} }}\nclues n {{ {numbers} }}\nmarutaring(s, g, n)");
        shaded(rows, cols, &rest, move |b, on| {
            let (marks, clues) = (tokens(regions), tokens(numbers));
            let strips = b.pieces(|c| on[c], |c, d| marks[c] == marks[d]);
            let rectangular = |cells: &Vec<usize>| {
                let (high, wide) = super::boards::spans(b, cells);
                high * wide == cells.len()
            };
            let counted = |room: &Vec<usize>| {
                let count = room.iter().filter(|&&c| on[c]).count();
                count > 0 && room.iter().filter_map(|&c| number(clues[c])).all(|k| k == count)
            };
            is_road(b, on)
                && !b.full_square(on, true)
                && strips.iter().all(rectangular)
                && rooms(regions).iter().all(counted)
        })
    };
    vec![
        marutaring(3, 3, "a a b; c a b; c d d", ". . .; . . .; . . ."),
        marutaring(4, 4, "a a b b; c a b d; c c d d; e e e d", ". . . .; . . . .; . . . .; . . . ."),
        marutaring(4, 4, "a a a b; c c c b; c d d b; c d d b", ". . . .; 2 . . .; . . . .; . . . ."),
        marutaring(4, 4, "a b b c; a b b c; d d d d; e e e e", ". . . .; . . . .; . . . .; . . . ."),
    ]
}

fn hasu_cases() -> Vec<Puzzle> {
    let hasu = |rows, cols, numbers: &'static str| {
        shaded(rows, cols, &format!("clues n {{ {numbers} }}\nhasu_no_mura(s, n)"), move |b, on| {
            let areas = b.pieces(|c| !on[c], |_, _| true);
            let diagonal = |c: usize, d: usize| {
                let ((r, s), (i, j)) = (b.at(c), b.at(d));
                r.abs_diff(i) == 1 && s.abs_diff(j) == 1
            };
            let total = |c: usize| -> usize {
                areas.iter().filter(|area| area.iter().any(|&d| diagonal(c, d))).map(Vec::len).sum()
            };
            let n = tokens(numbers);
            on.contains(&true)
                && b.one_piece(|c| on[c])
                && !b.full_square(on, true)
                && clued(&n).all(|(c, clue)| !on[c] && number(clue).is_none_or(|k| k == total(c)))
        })
    };
    vec![
        hasu(3, 3, ". . .; . 4 .; . . ."),
        hasu(3, 4, "1 . . .; . . . ?; . . . ."),
        hasu(4, 4, ". . . .; . 2 . .; . . . .; . . ? ."),
        hasu(3, 4, ". . . .; . 0 . .; . . . ."),
    ]
}

fn streams_cases() -> Vec<Puzzle> {
    let streams = |rows, cols, top: &'static str, left: &'static str| {
        let rest = format!("outside sky {{ top {top}; left {left} }}\ncross_the_streams(s, sky)");
        shaded(rows, cols, &rest, move |b, on| {
            let clues = tokens(left).into_iter().chain(tokens(top));
            let blocks = |line: &Vec<usize>| -> Vec<usize> {
                line.split(|&c| !on[c]).map(<[usize]>::len).filter(|length| *length > 0).collect()
            };
            b.one_piece(|c| on[c])
                && !b.full_square(on, true)
                && b.lines()
                    .iter()
                    .zip(clues)
                    .all(|(line, clue)| clue == "." || listed(&clue.split(',').collect::<Vec<&str>>(), &blocks(line)))
        })
    };
    vec![
        streams(3, 4, "1,1 * . ?", "? . 4"),
        streams(4, 4, "*,2 . . ?,?", ". 1,* . ."),
        streams(3, 4, ". ?,* *,?,* .", "2 *,1 ."),
        streams(4, 4, ". . 1,*,1 .", "*,* . . ?,*"),
        streams(3, 5, ". 2 . . .", "1,?,1 . ."),
    ]
}

/// Whether a list of lengths, `?` and `*` describes these blocks.
fn listed(items: &[&str], blocks: &[usize]) -> bool {
    match (items.split_first(), blocks.split_first()) {
        (None, first) => first.is_none(),
        (Some((&"*", rest)), first) => listed(rest, blocks) || first.is_some_and(|(_, others)| listed(items, others)),
        (Some(_), None) => false,
        (Some((item, rest)), Some((length, others))) => {
            number(item).is_none_or(|k| k == *length) && listed(rest, others)
        }
    }
}
