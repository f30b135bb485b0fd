//! The rules of loops and paths that visit rooms, against all loops, sets of loops and paths of small boards.

use super::boards::{Board, Few, Puzzle, Way, bits, check, holes_of, number, rooms, tokens};

#[test]
fn mean_what_they_say() {
    let cases = [
        moonsun_cases(),
        dotchi2_cases(),
        maxi_cases(),
        ovotovata_cases(),
        haisu_cases(),
        onsen_cases(),
        nagenawa_cases(),
        rassi_cases(),
    ];
    check("visits", cases.into_iter().flatten().collect());
}

/// A puzzle of links, among these ways to draw them.
fn linked(b: Board, rest: &str, ways: Vec<Vec<bool>>, right: impl Fn(&[bool]) -> bool) -> Puzzle {
    let script = format!("grid x {}x{}\nlinks e of x\n{rest}", b.rows, b.cols);
    Puzzle::new(script, 2f64.powi(b.pairs().len() as i32), ways, |drawn| right(drawn))
}

fn roomed(rule: &str, regions: &str, clues: &str) -> String {
    format!("regions g {{ {regions} }}\nclues n {{ {clues} }}\n{rule}(e, g, n)")
}

/// The cells of a loop or path in the order in which it passes them; from an end, if there is one.
fn walk(b: Board, drawn: &[bool], start: usize) -> Vec<usize> {
    let ends: Vec<(usize, usize)> = b.pairs().into_iter().zip(drawn).filter(|(_, on)| **on).map(|(p, _)| p).collect();
    let next = |c: usize| ends.iter().filter_map(move |&(a, z)| if a == c { Some(z) } else { (z == c).then_some(a) });
    let mut way = vec![start];
    while let Some(c) = next(way[way.len() - 1]).find(|c| !way.contains(c)) {
        way.push(c);
    }
    way
}

/// The stays of a walk in rooms, as the cells of each; a loop's first and last one are one if they are in one room.
fn stays(walk: &[usize], marks: &[&str], is_loop: bool) -> Vec<Vec<usize>> {
    let mut stays: Vec<Vec<usize>> = walk.chunk_by(|a, b| marks[*a] == marks[*b]).map(<[usize]>::to_vec).collect();
    if is_loop && stays.len() > 1 && marks[stays[0][0]] == marks[stays[stays.len() - 1][0]] {
        let last = stays.pop().expect("a stay");
        stays[0].splice(0..0, last);
    }
    stays
}

fn moonsun_cases() -> Vec<Puzzle> {
    let moonsun = |rows, cols, regions: &'static str, picture: &'static str| {
        let b = Board { rows, cols };
        linked(b, &roomed("moonsun", regions, picture), b.loops(), move |drawn| {
            let (marks, signs) = (tokens(regions), tokens(picture));
            let start = b.pairs()[drawn.iter().position(|on| *on).expect("a loop")].0;
            let stays = stays(&walk(b, drawn, start), &marks, true);
            let kind = |stay: &Vec<usize>| -> Option<&str> {
                let passed: Vec<&str> = stay.iter().map(|&c| signs[c]).filter(|s| *s != ".").collect();
                let room = (0..b.len()).filter(|&c| marks[c] == marks[stay[0]]);
                let first = *passed.first()?;
                let all = room.filter(|&c| signs[c] == first).count();
                (passed.iter().all(|s| *s == first) && all == passed.len()).then_some(first)
            };
            let kinds: Option<Vec<&str>> = stays.iter().map(kind).collect();
            let once = stays.len() == rooms(regions).len();
            once && stays.len() > 1 && kinds.is_some_and(|k| (0..k.len()).all(|i| k[i] != k[(i + 1) % k.len()]))
        })
    };
    vec![
        moonsun(3, 4, "a a b b; a a b b; c c d d", "m . s .; . s . m; s . m ."),
        moonsun(4, 4, "a a b b; a a b b; c c d d; c c d d", "m . . s; . . m .; s . . m; . . . ."),
    ]
}

fn dotchi2_cases() -> Vec<Puzzle> {
    let dotchi2 = |rows, cols, regions: &'static str, picture: &'static str| {
        let b = Board { rows, cols };
        linked(b, &roomed("dotchi2", regions, picture), b.loops(), move |drawn| {
            let (strokes, signs) = (b.strokes(drawn), tokens(picture));
            let passed = |c: usize| !strokes[c].is_empty();
            let turns = |c: usize| matches!(strokes[c][..], [p, q] if p.0 != -q.0 || p.1 != -q.1);
            let shape = |c: usize| !passed(c) || signs[c] == "." || turns(c) == (signs[c] == "b");
            let colour = |room: &Vec<usize>, own: &str| {
                let circles: Vec<usize> = room.iter().copied().filter(|&c| signs[c] != ".").collect();
                circles.iter().any(|&c| passed(c)) && circles.iter().all(|&c| passed(c) == (signs[c] == own))
            };
            (0..b.len()).all(shape) && rooms(regions).iter().all(|room| colour(room, "w") || colour(room, "b"))
        })
    };
    vec![
        dotchi2(3, 3, "a a b; a a b; c c b", ". b .; . b .; . w b"),
        dotchi2(3, 4, "a a b b; a a b b; c c c c", "b . . .; . . . w; . . . b"),
        dotchi2(4, 4, "a a b b; a a b b; c c d d; c c d d", "b . . .; . w . w; . b . .; w . b ."),
        dotchi2(4, 4, "a a b b; a a b b; c c c c; c c c c", ". . . .; . b b .; . . b b; . . . ."),
    ]
}

fn maxi_cases() -> Vec<Puzzle> {
    let maxi = |rows, cols, regions: &'static str, numbers: &'static str| {
        let b = Board { rows, cols };
        linked(b, &roomed("maxi", regions, numbers), b.loops(), move |drawn| {
            let (marks, n) = (tokens(regions), tokens(numbers));
            let walk = walk(b, drawn, 0);
            let stays = stays(&walk, &marks, true);
            walk.len() == b.len()
                && rooms(regions).iter().all(|room| {
                    let longest = stays.iter().filter(|stay| room.contains(&stay[0])).map(Vec::len).max();
                    room.iter().find_map(|&c| number(n[c])).is_none_or(|k| Some(k) == longest)
                })
        })
    };
    vec![
        maxi(4, 4, "a a b b; a a b b; c c b b; c c d d", "4 . . .; . . . .; . . . .; . . . ."),
        maxi(4, 4, "a a a a; a b b a; a b b a; a a a a", ". . . .; . 2 . .; . . . .; . . . ."),
    ]
}

fn ovotovata_cases() -> Vec<Puzzle> {
    let ovotovata = |rows, cols, regions: &'static str, picture: &'static str| {
        let b = Board { rows, cols };
        linked(b, &roomed("ovotovata", regions, picture), b.loops(), move |drawn| {
            let (marks, n) = (tokens(regions), tokens(picture));
            let strokes = b.strokes(drawn);
            let steps = |c: usize, way: (i32, i32)| {
                let line = b.ray(c, way);
                line.iter().position(|&d| !strokes[d].contains(&way)).expect("a turn") + 1
            };
            rooms(regions).iter().all(|room| {
                let parts: Vec<&str> = room.iter().flat_map(|&c| n[c].split(',')).filter(|part| *part != ".").collect();
                let out = room.iter().flat_map(|&c| strokes[c].iter().map(move |&way| (c, way)));
                let crossing = out.filter(|&(c, way)| b.step(c, way).is_some_and(|d| marks[d] != marks[c]));
                let all: Vec<usize> = crossing.map(|(c, way)| steps(c, way)).collect();
                let numbers = parts.iter().filter(|part| **part != "g");
                let visited = room.iter().any(|&c| !strokes[c].is_empty());
                numbers.into_iter().all(|part| all.iter().all(|&k| number(part).unwrap_or(all[0]) == k))
                    && (visited || !parts.contains(&"g"))
            })
        })
    };
    vec![
        ovotovata(4, 4, "a a b b; a a b b; c c b b; c c d d", "? . . .; . . . .; . . . .; . . g ."),
        ovotovata(4, 4, "a a a a; a b b a; a b b a; a a a a", ". . . .; . 1,g . .; . . . .; . . . ."),
        ovotovata(3, 4, "a a b b; a c c b; a c c b", "2 . . .; . ?,g . .; . . . ."),
    ]
}

fn haisu_cases() -> Vec<Puzzle> {
    let haisu = |rows, cols, regions: &'static str, picture: &'static str| {
        let b = Board { rows, cols };
        let marks = tokens(picture);
        let find = |sign: &str| marks.iter().position(|m| m.split(',').any(|part| part == sign)).expect("a sign");
        let (start, goal) = (find("S"), find("G"));
        let ways: Vec<Vec<bool>> = bits(b.pairs().len())
            .filter(|drawn| drawn.iter().filter(|on| **on).count() == b.len() - 1)
            .filter(|drawn| {
                let ends = b.strokes(drawn);
                (0..b.len()).all(|c| ends[c].len() == if c == start || c == goal { 1 } else { 2 })
            })
            .collect();
        linked(b, &roomed("haisu", regions, picture), ways, move |drawn| {
            let (names, walk) = (tokens(regions), walk(b, drawn, start));
            let stays = stays(&walk, &names, false);
            walk.len() == b.len()
                && tokens(picture).iter().enumerate().all(|(c, clue)| {
                    let Some(k) = clue.split(',').find_map(number) else { return true };
                    let at = stays.iter().position(|stay| stay.contains(&c)).expect("all cells are passed");
                    stays[..=at].iter().filter(|stay| names[stay[0]] == names[c]).count() == k
                })
        })
    };
    vec![
        haisu(3, 3, "a a b; a b b; a a b", "S . .; . . .; . 2 G"),
        haisu(3, 4, "a a b b; a b b a; a a a a", "S . . .; 2 . . .; . . . G"),
        haisu(3, 3, "a a b; c b b; c c b", "S,1 . .; . . .; . . G"),
    ]
}

/// All ways to draw loops with an even number of links at each cell: the rims of sets of squares.
pub(super) fn even(b: Board) -> Vec<Vec<bool>> {
    let (pairs, squares) = (b.pairs(), b.squares());
    let rim = |chosen: Vec<bool>| {
        let odd = |&(a, z): &(usize, usize)| {
            squares.iter().zip(&chosen).filter(|(s, on)| **on && s.contains(&a) && s.contains(&z)).count() == 1
        };
        pairs.iter().map(odd).collect()
    };
    bits(squares.len()).map(rim).collect()
}

fn onsen_cases() -> Vec<Puzzle> {
    let onsen = |rows, cols, regions: &'static str, picture: &'static str| {
        let b = Board { rows, cols };
        let ways = even(b).into_iter().filter(|drawn| b.strokes(drawn).iter().all(|ways| ways.len() < 4)).collect();
        linked(b, &roomed("onsen", regions, picture), ways, move |drawn| {
            let (marks, circles) = (tokens(regions), tokens(picture));
            let strokes = b.strokes(drawn);
            let mut loops: Vec<Vec<usize>> = vec![];
            for c in (0..b.len()).filter(|&c| !strokes[c].is_empty()) {
                if !loops.iter().any(|cells| cells.contains(&c)) {
                    loops.push(walk(b, drawn, c));
                }
            }
            let fits = |cells: &Vec<usize>| {
                let clues: Vec<&str> = cells.iter().map(|&c| circles[c]).filter(|k| *k != ".").collect();
                let stays = stays(cells, &marks, true);
                let once =
                    (0..stays.len()).all(|k| stays[..k].iter().all(|other| marks[other[0]] != marks[stays[k][0]]));
                let same = stays.iter().all(|stay| stay.len() == stays[0].len());
                clues.len() == 1 && once && same && number(clues[0]).is_none_or(|k| k == stays[0].len())
            };
            loops.iter().all(fits)
                && (0..b.len()).all(|c| circles[c] == "." || !strokes[c].is_empty())
                && rooms(regions).iter().all(|room| room.iter().any(|&c| !strokes[c].is_empty()))
        })
    };
    vec![
        onsen(3, 4, "a a b b; a a b b; a a b b", "? . . .; . . . .; . . . ."),
        onsen(4, 4, "a a b b; a a b b; c c d d; c c d d", "3 . . .; . . . .; . . . .; . . . ."),
        onsen(4, 4, "a a b b; a a b b; c c c c; c c c c", "4 . . ?; . . . .; . . . .; . . . ?"),
    ]
}

fn nagenawa_cases() -> Vec<Puzzle> {
    let nagenawa = |rows, cols, regions: &'static str, numbers: &'static str| {
        let b = Board { rows, cols };
        linked(b, &roomed("nagenawa", regions, numbers), even(b), move |drawn| {
            let (n, strokes) = (tokens(numbers), b.strokes(drawn));
            let as_stated = rooms(regions).iter().all(|room| {
                let passed = room.iter().filter(|&&c| !strokes[c].is_empty()).count();
                room.iter().find_map(|&c| number(n[c])).is_none_or(|k| k == passed)
            });
            as_stated && drawn.iter().any(|on| *on) && are_rectangles(b, &strokes)
        })
    };
    vec![
        nagenawa(4, 4, "a a b b; a a b b; c c d d; c c d d", ". . . .; . . . .; . . . .; 3 . . ."),
        nagenawa(4, 4, "a a a a; b b b b; c c c c; d d d d", "4 . . .; . . . .; . . . .; . . . ."),
        nagenawa(3, 4, "a a b b; a a b b; c c c c", ". . . .; . . . .; 2 . . ."),
    ]
}

/// Each loop, straight on where two cross, turns four times.
fn are_rectangles(b: Board, strokes: &[Few<Way>]) -> bool {
    let back = |(down, right): Way| (-down, -right);
    for start in 0..b.len() {
        for &first in &strokes[start] {
            let (mut here, mut way, mut turns) = (start, first, 0);
            loop {
                here = b.step(here, way).expect("a line stays on the board");
                if strokes[here].len() == 4 || strokes[here].contains(&way) {
                    // Straight on.
                } else {
                    way = *strokes[here].iter().find(|w| **w != back(way)).expect("a way on");
                    turns += 1;
                }
                if here == start && way == first {
                    break;
                }
            }
            if turns != 4 {
                return false;
            }
        }
    }
    true
}

fn rassi_cases() -> Vec<Puzzle> {
    let rassi = |rows, cols, regions: &'static str| {
        let b = Board { rows, cols };
        let holes = holes_of(regions);
        let marks = tokens(regions);
        let usable: Vec<bool> = b.pairs().iter().map(|&(a, z)| marks[a] != "." && marks[z] != ".").collect();
        let ways =
            bits(b.pairs().len()).filter(|drawn| drawn.iter().zip(&usable).all(|(on, may)| *may || !on)).collect();
        let mut puzzle_script = format!("clues hole {{ {holes} }}\ngrid x {rows}x{cols} except hole\n");
        puzzle_script += &format!("links e of x\nregions g {{ {regions} }}\nrassi(e, g)");
        let right = move |drawn: &[bool]| {
            let strokes = b.strokes(drawn);
            let end = |c: usize| strokes[c].len() == 1;
            let paths = rooms(regions).iter().all(|room| {
                let start = room.iter().copied().find(|&c| strokes[c].len() == 1);
                start.is_some_and(|start| {
                    let mut walk = walk(b, drawn, start);
                    walk.sort_unstable();
                    walk == *room
                })
            });
            let touch = |c: usize| b.around(c).into_iter().any(end);
            let simple = (0..b.len()).all(|c| strokes[c].len() <= 2);
            // As many links as paths have, so that none is closed.
            let links = drawn.iter().filter(|on| **on).count();
            let wanted: usize = rooms(regions).iter().map(|room| room.len() - 1).sum();
            simple && paths && links == wanted && (0..b.len()).all(|c| !end(c) || !touch(c))
        };
        linked(b, "", ways, right).with_script(&puzzle_script)
    };
    vec![
        rassi(3, 3, "a a a; a a a; a a a"),
        rassi(3, 4, "a a a .; a a a a; a a a a"),
        rassi(4, 3, "a a a; a a a; a a a; a a ."),
    ]
}
