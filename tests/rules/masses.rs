//! The rules of shaded areas of a size or a form, and of shaded cells that a sum or a way gives, against all shadings of
//! tiny boards.

use super::boards::{Board, NAMES, Puzzle, WALL, WAYS, check, clued, is_parted, number, rooms, shaded, tokens, way_of};
use super::shapes::form;

#[test]
fn mean_what_they_say() {
    let cases = [
        isowatari_cases(),
        light_and_shadow_cases(),
        disco_cases(),
        nuritwin_cases(),
        kuroclone_cases(),
        bramble_cases(),
        hinge_cases(),
        inverse_litso_cases(),
        guide_arrow_cases(),
        box_cases(),
        digital_battleship_cases(),
    ];
    check("masses", cases.into_iter().flatten().collect());
}

/// Whether a shading fits a room with its number.
type InRoom = fn(Board, &[bool], &[usize], Option<usize>) -> bool;

/// A rule about rooms, with numbers if there are any.
fn roomed(
    rule: &str,
    (rows, cols): (usize, usize),
    regions: &'static str,
    numbers: Option<&'static str>,
    all: fn(Board, &[bool], &[&str]) -> bool,
    each: InRoom,
) -> Puzzle {
    let n = tokens(numbers.unwrap_or(""));
    let rest = match numbers {
        Some(numbers) => format!("regions g {{ {regions} }}\nclues n {{ {numbers} }}\n{rule}(s, g, n)"),
        None => format!("regions g {{ {regions} }}\n{rule}(s, g)"),
    };
    shaded(rows, cols, &rest, move |b, on| {
        all(b, on, &tokens(regions))
            && rooms(regions).iter().all(|room| {
                let clue = room.iter().filter_map(|&c| number(n.get(c)?)).next();
                each(b, on, room, clue)
            })
    })
}

/// The blocks that a room has on its own.
fn blocks(b: Board, on: &[bool], room: &[usize]) -> Vec<Vec<usize>> {
    b.pieces(|c| on[c] && room.contains(&c), |_, _| true)
}

fn isowatari_cases() -> Vec<Puzzle> {
    let isowatari = |rows, cols, circles: &'static str, size: usize| {
        shaded(rows, cols, &format!("clues n {{ {circles} }}\nisowatari(s, n, {size})"), move |b, on| {
            b.pieces(|c| on[c], |_, _| true).iter().all(|piece| piece.len() == size)
                && b.one_piece(|c| !on[c])
                && !b.full_square(on, false)
                && clued(&tokens(circles)).all(|(c, colour)| on[c] == (colour == "b"))
        })
    };
    vec![
        isowatari(3, 4, ". . . .; . . . .; . . . .", 2),
        isowatari(4, 4, ". . . .; . b . .; . . . w; . . . .", 3),
        isowatari(3, 4, "w . . .; . . . b; . . . .", 1),
    ]
}

fn light_and_shadow_cases() -> Vec<Puzzle> {
    let light = |rows, cols, clues: &'static str| {
        shaded(rows, cols, &format!("clues n {{ {clues} }}\nlight_and_shadow(s, n)"), move |b, on| {
            let n = tokens(clues);
            b.pieces(|_| true, |c, d| on[c] == on[d]).iter().all(|area| {
                let here: Vec<(usize, &str)> = clued(&n).filter(|(c, _)| area.contains(c)).collect();
                let fits = |&(c, clue): &(usize, &str)| {
                    let (size, colour) = clue.split_once(',').unwrap_or(("", clue));
                    on[c] == (colour == "b") && number(size).is_none_or(|k| k == area.len())
                };
                here.len() == 1 && here.iter().all(fits)
            })
        })
    };
    vec![
        light(3, 4, "w . . b; . . . .; . . 3,w ."),
        light(3, 4, ". 4,b . .; . . . .; w . . 2,b"),
        light(4, 4, ". w . b; . . . .; 5,b . . .; . . . w"),
    ]
}

fn disco_cases() -> Vec<Puzzle> {
    let disco = |size, regions| {
        let all = |b: Board, on: &[bool], _: &[&str]| b.one_piece(|c| on[c]) && !b.full_square(on, true);
        roomed("disco", size, regions, None, all, |b, on, room, _| blocks(b, on, room).len() == 2)
    };
    vec![
        disco((3, 4), "a a a b; a c b b; c c b b"),
        disco((4, 4), "a a a b; a c b b; c c b d; c d d d"),
        disco((3, 4), "a a a a; a b b b; b b b b"),
    ]
}

fn kuroclone_cases() -> Vec<Puzzle> {
    let kuroclone = |rows, cols, regions: &'static str, arrows: &'static str, walls: &'static str| {
        let rest = format!("regions g {{ {regions} }}\nclues n {{ {arrows} }}\nkuroclone(s, g, n{walls})");
        shaded(rows, cols, &rest, move |b, on| {
            let (all, marks, n) = (rooms(regions), tokens(regions), tokens(arrows));
            let twins = |room: &Vec<usize>| match &blocks(b, on, room)[..] {
                [one, two] => form(b, one) == form(b, two),
                _ => false,
            };
            let apart = b.pairs().iter().all(|&(c, d)| !on[c] || !on[d] || marks[c] == marks[d]);
            let fits = |(c, clue): (usize, &str)| {
                let (size, way) = clue.split_once(',').expect("a direction");
                let pieces = b.pieces(|c| on[c], |_, _| true);
                let beside = b.step(c, WAYS[way_of(way)]).expect("a cell");
                let block = pieces.iter().find(|piece| piece.contains(&beside));
                !on[c] && block.is_some_and(|block| number(size).is_none_or(|k| k == block.len()))
            };
            apart && is_parted(walls, on) && all.iter().all(twins) && clued(&n).all(fits)
        })
    };
    vec![
        kuroclone(3, 4, "a a a b; a a b b; a b b b", ". . . .; . . . .; . . . .", ""),
        kuroclone(4, 4, "a a a a; a a a a; b b b b; b b b b", ". . . .; . 1,left . .; . . . .; . . . .", ""),
        kuroclone(4, 4, "a a a a; a a a a; a a a a; a a a a", ". . . .; . 3,right . .; . . . .; . . . .", ""),
        kuroclone(3, 4, "a a a b; a a b b; a b b b", ". . . .; . ?,up . .; . . . .", ""),
        kuroclone(3, 4, "a a a b; a a b b; a b b b", ". . . .; . . . .; . . . .", WALL),
    ]
}

fn nuritwin_cases() -> Vec<Puzzle> {
    let nuritwin = |size, regions, numbers| {
        let all = |b: Board, on: &[bool], _: &[&str]| b.one_piece(|c| on[c]) && !b.full_square(on, true);
        roomed("nuritwin", size, regions, Some(numbers), all, |b, on, room, clue| {
            let blocks = blocks(b, on, room);
            blocks.len() == 2 && blocks[0].len() == blocks[1].len() && clue.is_none_or(|k| k == blocks[0].len())
        })
    };
    vec![
        nuritwin((3, 4), "a a a b; a c b b; c c b b", ". . . .; . . . .; . . . ."),
        nuritwin((3, 5), "a a a a a; a a b b b; b b b b b", ". . . . .; . . . . .; . . . . ."),
        nuritwin((3, 5), "a a a a a; a a b b b; b b b b b", "1 . . . .; . . . . .; . . . . ."),
    ]
}

fn bramble_cases() -> Vec<Puzzle> {
    let bramble = |(rows, cols), regions: &str, numbers: &str, walls: &str| {
        let (marks, n) = (tokens(regions), tokens(numbers));
        let rest = format!("regions g {{ {regions} }}\nclues n {{ {numbers} }}\nbramble(s, g, n{walls})");
        shaded(rows, cols, &rest, |b, on| {
            let pieces = b.pieces(|c| on[c], |_, _| true);
            let single = |c: usize| pieces.contains(&vec![c]);
            let reaches_edge = |area: &Vec<usize>| area.iter().any(|&c| b.rim(c));
            let is_counted = |room: &Vec<usize>| {
                let count = room.iter().filter(|&&c| on[c]).count();
                room.iter().filter_map(|&c| number(n[c])).all(|k| k == count)
            };
            pieces.iter().all(|piece| piece.len() <= 2)
                && is_parted(walls, on)
                && rooms(regions).iter().all(is_counted)
                && b.one_piece_at_corners(|c| on[c])
                && !b.pairs().iter().any(|&(c, d)| on[c] && on[d] && marks[c] != marks[d])
                && !(0..b.len()).any(|c| single(c) && b.around(c).iter().any(|&d| single(d)))
                && b.pieces(|c| !on[c], |_, _| true).iter().all(reaches_edge)
        })
    };
    vec![
        bramble((3, 4), "a a b b; a c c b; c c c b", ". . . .; . . . .; . . . .", ""),
        bramble((3, 4), "a a b b; a c c b; c c c b", ". . . .; . . . .; . . . .", WALL),
        bramble((4, 4), "a a a b; a c b b; c c b d; c d d d", ". . . 2; . . . .; 2 . . .; . . . .", ""),
        bramble((4, 4), "a a a a; a a b b; b b b b; b b b b", ". . . .; . . . .; 4 . . .; . . . .", ""),
    ]
}

fn inverse_litso_cases() -> Vec<Puzzle> {
    let inverse = |size, regions| {
        let all = |b: Board, on: &[bool], marks: &[&str]| {
            // The form of the unshaded piece of a cell's room.
            let form_at = |c: usize| {
                let piece: Vec<usize> = (0..b.len()).filter(|&d| !on[d] && marks[d] == marks[c]).collect();
                form(b, &piece)
            };
            let alike = |&(c, d): &(usize, usize)| !on[c] && !on[d] && marks[c] != marks[d] && form_at(c) == form_at(d);
            b.one_piece(|c| on[c]) && !b.full_square(on, true) && !b.pairs().iter().any(alike)
        };
        roomed("inverse_litso", size, regions, None, all, |b, on, room, _| {
            let open = b.pieces(|c| !on[c] && room.contains(&c), |_, _| true);
            open.len() == 1 && open[0].len() == 4
        })
    };
    vec![
        inverse((3, 4), "a a a b; a a b b; a b b b"),
        inverse((4, 4), "a a a b; a a b b; a a b b; a a b b"),
        inverse((3, 5), "a a a b b; a a c b b; c c c c b"),
    ]
}

fn guide_arrow_cases() -> Vec<Puzzle> {
    let guide = |rows, cols, marks: &'static str| {
        shaded(rows, cols, &format!("clues n {{ {marks} }}\nguide_arrow(s, n)"), move |b, on| {
            let n = tokens(marks);
            let goal = n.iter().position(|mark| *mark == "o").expect("a goal");
            let open: Vec<usize> = (0..b.len()).filter(|&c| !on[c]).collect();
            let joined = b.pairs().iter().filter(|&&(c, d)| !on[c] && !on[d]).count();
            // Of a tree, the cells that are left if one is removed and the goal stays connected.
            let beyond = |c: usize| -> Vec<usize> {
                let parts = b.pieces(|d| !on[d] && d != c, |_, _| true);
                parts.into_iter().find(|part| part.contains(&goal)).unwrap_or_default()
            };
            let followed = |(c, mark): (usize, &str)| {
                let way = NAMES.iter().position(|name| *name == mark);
                !on[c] && way.is_none_or(|way| b.step(c, WAYS[way]).is_some_and(|d| beyond(c).contains(&d)))
            };
            !b.pairs().iter().any(|&(c, d)| on[c] && on[d])
                && b.one_piece(|c| !on[c])
                && joined + 1 == open.len()
                && clued(&n).all(followed)
        })
    };
    vec![
        guide(3, 4, ". . . .; . o . .; . . . ."),
        guide(3, 4, ". . . left; . . . .; o . . ."),
        guide(4, 4, ". . . down; . . . .; ? . . .; . . . o"),
    ]
}

fn box_cases() -> Vec<Puzzle> {
    let sums = |rows: usize, cols: usize, top: &'static str, left: &'static str| {
        let rest = format!("outside k {{\n  top {top}\n  left {left}\n}}\nbox(s, k)");
        shaded(rows, cols, &rest, move |b, on| {
            let lines = b.lines();
            let (across, upright) = lines.split_at(rows);
            let fits = |(line, clue): (&Vec<usize>, &str)| {
                let sum: usize = (0..line.len()).filter(|&k| on[line[k]]).map(|k| k + 1).sum();
                number(clue).is_none_or(|k| k == sum)
            };
            upright.iter().zip(tokens(top)).all(fits) && across.iter().zip(tokens(left)).all(fits)
        })
    };
    vec![sums(3, 4, "3 . 4 .", ". 5 ."), sums(4, 3, "? . 6", "3 . . 0"), sums(3, 3, "3 1 ?", ". 3 .")]
}

fn digital_battleship_cases() -> Vec<Puzzle> {
    let digital = |(rows, cols): (usize, usize), fleet: &'static [usize], numbers: &'static str, top: &'static str| {
        let rest =
            format!("clues n {{ {numbers} }}\noutside k {{\n  top {top}\n}}\ndigital_battleship(s, {fleet:?}, n, k)");
        shaded(rows, cols, &rest, move |b, on| {
            let n = tokens(numbers);
            let ships = b.pieces(|c| on[c], |_, _| true);
            let mut lengths: Vec<usize> = ships.iter().map(Vec::len).collect();
            let mut wanted = fleet.to_vec();
            lengths.sort_unstable();
            wanted.sort_unstable();
            let straight = |ship: &Vec<usize>| b.lines().iter().any(|line| ship.iter().all(|c| line.contains(c)));
            let apart =
                |ship: &Vec<usize>| ship.iter().all(|&c| b.around(c).iter().all(|d| !on[*d] || ship.contains(d)));
            let sum = |line: &Vec<usize>| line.iter().filter(|&&c| on[c]).filter_map(|&c| number(n[c])).sum::<usize>();
            lengths == wanted
                && ships.iter().all(|ship| straight(ship) && apart(ship))
                && b.lines()[rows..].iter().zip(tokens(top)).all(|(line, k)| number(k).is_none_or(|k| k == sum(line)))
        })
    };
    vec![
        digital((3, 4), &[2, 1], "3 1 4 1; 5 9 2 6; 5 3 5 8", "3 . ? ."),
        digital((4, 4), &[3, 1], "1 2 3 4; 2 3 4 5; 3 4 5 6; 4 5 6 7", ". 9 . ."),
    ]
}

fn hinge_cases() -> Vec<Puzzle> {
    let hinge = |rows, cols, regions: &str, numbers: &str, walls: &str| {
        let (marks, n) = (tokens(regions), tokens(numbers));
        let rest = format!("regions g {{ {regions} }}\nclues n {{ {numbers} }}\nhinge(s, g, n{walls})");
        let is_border = |c: usize, d: usize| marks[c] != marks[d] || !walls.is_empty() && (c, d) == (0, 1);
        shaded(rows, cols, &rest, |b, on| {
            let is_hinged = |block: &Vec<usize>| {
                let cut: Vec<(usize, usize)> = b
                    .pairs()
                    .into_iter()
                    .filter(|&(c, d)| block.contains(&c) && block.contains(&d) && is_border(c, d))
                    .collect();
                let Some(&(first, second)) = cut.first() else { return false };
                let is_upright = b.at(first).0 == b.at(second).0;
                // Twice the place of the line.
                let line = if is_upright { b.at(first).1 + b.at(second).1 } else { b.at(first).0 + b.at(second).0 };
                let mirrored = |c: usize| {
                    let (row, col) = b.at(c);
                    b.cell(if is_upright { (row, line - col) } else { (line - row, col) })
                };
                let along = |c: usize| if is_upright { b.at(c).0 } else { b.at(c).1 };
                let crossed = block.iter().filter(|&&c| mirrored(c).is_some_and(|d| d > c && b.beside(c).contains(&d)));
                cut.iter().all(|&(c, d)| mirrored(c) == Some(d))
                    && cut.windows(2).all(|two| along(two[1].0) == along(two[0].0) + 1)
                    && crossed.count() == cut.len()
                    && block.iter().all(|&c| mirrored(c).is_some_and(|d| block.contains(&d)))
            };
            let is_counted = |room: &Vec<usize>| {
                let count = room.iter().filter(|&&c| on[c]).count();
                room.iter().filter_map(|&c| number(n[c])).all(|k| k == count)
            };
            rooms(regions).iter().all(is_counted) && b.pieces(|c| on[c], |_, _| true).iter().all(is_hinged)
        })
    };
    vec![
        hinge(3, 4, "a a b b; a c c b; a c d d", ". . . .; . . . .; . . . .", ""),
        hinge(3, 4, "a a b b; a c c b; a c d d", ". . . .; . . . .; . . . .", WALL),
        hinge(4, 4, "a a a a; a b b a; a b b a; a a a a", ". . . .; . . . .; . . . .; . . . .", ""),
        hinge(4, 4, "a a b b; a a b b; c c c b; d d d b", "2 . . .; . . . .; . . . .; . . . .", ""),
        hinge(5, 3, "a b b; a b b; a a b; a b b; a b b", ". . .; . . .; . . .; . . .; . . .", ""),
    ]
}
