//! The rules of what is seen, mazes and tiles against all shadings of tiny boards.

use super::boards::{Board, EIGHT, Puzzle, WAYS, Way, bits, check, clued, number, rooms, shaded, tokens};

#[test]
fn mean_what_they_say() {
    let cases = [
        canal_view_cases(),
        choco_banana_cases(),
        mochinyoro_cases(),
        context_cases(),
        smullyan_cases(),
        dominion_cases(),
        norinuri_cases(),
        aquapelago_cases(),
        circles_and_squares_cases(),
        city_space_cases(),
        no_three_cases(),
        paintarea_cases(),
        nurimaze_cases(),
        la_paz_cases(),
        trizone_cases(),
    ];
    check("mazes", cases.into_iter().flatten().collect());
}

/// Shadings of a board with a picture of clues.
fn with_clues(
    rule: &str,
    (rows, cols): (usize, usize),
    clues: &str,
    right: impl Fn(Board, &[bool], &[&str]) -> bool,
) -> Puzzle {
    let n = tokens(clues);
    shaded(rows, cols, &format!("clues n {{ {clues} }}\n{rule}(s, n)"), |b, on| right(b, on, &n))
}

fn apart(b: Board, on: &[bool]) -> bool {
    b.pairs().iter().all(|&(c, d)| !on[c] || !on[d])
}

fn in_one(b: Board, on: &[bool], wanted: bool) -> bool {
    b.one_piece(|c| on[c] == wanted)
}

fn areas(b: Board, on: &[bool], wanted: bool) -> Vec<Vec<usize>> {
    b.pieces(|c| on[c] == wanted, |_, _| true)
}

/// Height and width of the cells.
fn span(b: Board, cells: &[usize]) -> (usize, usize) {
    let extent = |of: fn((i32, i32)) -> i32| {
        let all: Vec<i32> = cells.iter().map(|&c| of(b.at(c))).collect();
        (all.iter().max().unwrap_or(&0) - all.iter().min().unwrap_or(&0) + 1) as usize
    };
    (extent(|at| at.0), extent(|at| at.1))
}

fn is_rectangle(b: Board, cells: &[usize]) -> bool {
    let (h, w) = span(b, cells);
    h * w == cells.len()
}

/// How many cells of a colour are in a row from a cell on.
fn seen(b: Board, on: &[bool], cell: usize, way: Way, colour: bool) -> usize {
    b.ray(cell, way).iter().take_while(|&&d| on[d] == colour).count()
}

/// Whether cells of a colour form a ring: more pairs of neighbours than a forest has.
fn has_loop(b: Board, on: &[bool], colour: bool) -> bool {
    let pairs = b.pairs().iter().filter(|&&(c, d)| on[c] == colour && on[d] == colour).count();
    pairs + areas(b, on, colour).len() > on.iter().filter(|&&c| c == colour).count()
}

fn dominoes(b: Board, on: &[bool]) -> bool {
    areas(b, on, true).iter().all(|area| area.len() == 2)
}

fn canal_view_cases() -> Vec<Puzzle> {
    let canal = |size, clues: &str| {
        with_clues("canal_view", size, clues, |b, on, n| {
            let fits = |(c, clue): (usize, &str)| {
                let seen: usize = WAYS.iter().map(|&way| seen(b, on, c, way, true)).sum();
                !on[c] && number(clue).is_none_or(|k| k == seen)
            };
            in_one(b, on, true) && !b.full_square(on, true) && clued(n).all(fits)
        })
    };
    vec![
        canal((3, 3), ". . .; . 3 .; . . ."),
        canal((3, 4), ". 2 . .; . . . .; 0 . . ?"),
        canal((3, 4), "4 . . .; . . . .; . . . ."),
        canal((2, 3), ". . .; . . ."),
    ]
}

fn choco_banana_cases() -> Vec<Puzzle> {
    let banana = |size, clues: &str| {
        with_clues("choco_banana", size, clues, |b, on, n| {
            let size = |c: usize| areas(b, on, on[c]).iter().find(|area| area.contains(&c)).map_or(0, Vec::len);
            areas(b, on, true).iter().all(|area| is_rectangle(b, area))
                && areas(b, on, false).iter().all(|area| !is_rectangle(b, area))
                && clued(n).all(|(c, clue)| number(clue).is_none_or(|k| k == size(c)))
        })
    };
    vec![
        banana((3, 3), ". . .; . . .; . . ."),
        banana((3, 4), ". . . .; . 2 . .; . . . ?"),
        banana((3, 4), "4 . . .; . . . .; . . . ."),
        banana((2, 4), ". . . 1; . . . ."),
    ]
}

fn mochinyoro_cases() -> Vec<Puzzle> {
    let mochinyoro = |size, clues: &str| {
        with_clues("mochinyoro", size, clues, |b, on, n| {
            let white = areas(b, on, false);
            let fits = |area: &Vec<usize>| {
                let clues: Vec<&str> = area.iter().map(|&c| n[c]).filter(|&k| k != ".").collect();
                is_rectangle(b, area)
                    && clues.len() <= 1
                    && clues.iter().all(|k| number(k).is_none_or(|k| k == area.len()))
            };
            let around = |c: usize| b.around(c).into_iter().filter(|&d| !on[d]).collect::<Vec<usize>>();
            let mut reached: Vec<usize> = white.first().map_or(vec![], |area| vec![area[0]]);
            let mut at = 0;
            while at < reached.len() {
                for d in around(reached[at]) {
                    if !reached.contains(&d) {
                        reached.push(d);
                    }
                }
                at += 1;
            }
            !b.full_square(on, true)
                && white.iter().all(fits)
                && reached.len() == on.iter().filter(|&&c| !c).count()
                && clued(n).all(|(c, _)| !on[c])
                && areas(b, on, true).iter().all(|area| !is_rectangle(b, area))
        })
    };
    vec![
        mochinyoro((3, 3), ". . .; . . .; . . ."),
        mochinyoro((3, 4), ". 1 . .; . . . .; . . . ."),
        mochinyoro((3, 4), "? . . .; . . . .; . . . ?"),
        mochinyoro((4, 4), ". . . .; . . . ?; . 1 . .; . . . ."),
    ]
}

fn corners(b: Board, cell: usize) -> Vec<usize> {
    EIGHT.iter().filter(|way| way.0 != 0 && way.1 != 0).filter_map(|&way| b.step(cell, way)).collect()
}

fn how_many(cells: &[usize], on: &[bool]) -> usize {
    cells.iter().filter(|&&c| on[c]).count()
}

fn context_cases() -> Vec<Puzzle> {
    let context = |size, clues: &str| {
        with_clues("context", size, clues, |b, on, n| {
            let count = |c: usize| how_many(&if on[c] { corners(b, c) } else { b.beside(c).to_vec() }, on);
            apart(b, on) && in_one(b, on, false) && clued(n).all(|(c, clue)| number(clue).is_none_or(|k| k == count(c)))
        })
    };
    vec![
        context((3, 3), ". . .; . 2 .; . . ."),
        context((3, 3), "1 . .; . . .; . . ?"),
        context((3, 4), ". 0 . .; . . . 1; . . . ."),
        context((3, 4), ". . . .; . 1 2 .; . . . ."),
    ]
}

fn smullyan_cases() -> Vec<Puzzle> {
    let smullyan = |size, clues: &str| {
        with_clues("smullyan", size, clues, |b, on, n| {
            let count = |c: usize| how_many(&b.around(c), on) + usize::from(on[c]);
            apart(b, on)
                && in_one(b, on, false)
                && clued(n).all(|(c, clue)| number(clue).is_none_or(|k| on[c] != (k == count(c))))
        })
    };
    vec![
        smullyan((3, 3), ". . .; . 2 .; . . ."),
        smullyan((3, 3), "1 . 1; . . .; . . ?"),
        smullyan((3, 4), ". 0 . .; . . . 2; 1 . . ."),
        smullyan((3, 4), ". . . .; . 1 3 .; . . . ."),
    ]
}

fn dominion_cases() -> Vec<Puzzle> {
    let dominion = |size, clues: &str| {
        with_clues("dominion", size, clues, |b, on, n| {
            let mut seen: Vec<&str> = vec![];
            let fits = |area: &Vec<usize>| {
                let mut letters: Vec<&str> = area.iter().map(|&c| n[c]).filter(|&k| k != "." && k != "?").collect();
                letters.dedup();
                letters.sort_unstable();
                letters.dedup();
                let one = letters.len() == 1 && !seen.contains(&letters[0]);
                seen.extend(letters);
                one
            };
            dominoes(b, on) && clued(n).all(|(c, _)| !on[c]) && areas(b, on, false).iter().all(fits)
        })
    };
    vec![
        dominion((2, 4), "A . . .; . . . B"),
        dominion((3, 4), "A . . .; . . . ?; . . . B"),
        dominion((3, 4), "1 . . 1; . . . .; 2 . . ."),
        dominion((3, 3), "A . .; . . .; . . ."),
    ]
}

fn norinuri_cases() -> Vec<Puzzle> {
    let norinuri = |size, clues: &str| {
        with_clues("norinuri", size, clues, |b, on, n| {
            let fits = |area: &Vec<usize>| {
                let clues: Vec<&str> = area.iter().map(|&c| n[c]).filter(|&k| k != ".").collect();
                clues.len() == 1 && number(clues[0]).is_none_or(|k| k == area.len())
            };
            dominoes(b, on) && clued(n).all(|(c, _)| !on[c]) && areas(b, on, false).iter().all(fits)
        })
    };
    vec![
        norinuri((2, 4), "? . . .; . . . ?"),
        norinuri((3, 4), ". . . .; . . . .; 4 . . 4"),
        norinuri((3, 4), "? . . .; . . . .; . ? . ."),
        norinuri((3, 3), ". . .; . 7 .; . . ."),
    ]
}

fn aquapelago_cases() -> Vec<Puzzle> {
    let aquapelago = |size, clues: &str| {
        with_clues("aquapelago", size, clues, |b, on, n| {
            let size = |c: usize| {
                let (mut group, mut at) = (vec![c], 0);
                while at < group.len() {
                    for d in corners(b, group[at]) {
                        if on[d] && !group.contains(&d) {
                            group.push(d);
                        }
                    }
                    at += 1;
                }
                group.len()
            };
            apart(b, on)
                && in_one(b, on, false)
                && !b.full_square(on, false)
                && clued(n).all(|(c, clue)| on[c] && number(clue).is_none_or(|k| k == size(c)))
        })
    };
    vec![
        aquapelago((3, 3), ". . .; . 1 .; . . ."),
        aquapelago((3, 4), ". . . .; . ? . .; . . . ."),
        aquapelago((3, 5), ". . . . .; . 2 . . .; . . . . ."),
        aquapelago((4, 4), ". . . .; . 3 . .; . . 3 .; . . . ."),
    ]
}

fn circles_and_squares_cases() -> Vec<Puzzle> {
    let circles = |rows, cols, circles: &str| {
        let n = tokens(circles);
        let rest = format!("givens s {{ {circles} }}\ncircles_and_squares(s)");
        shaded(rows, cols, &rest, |b, on| {
            let square = |area: &Vec<usize>| {
                let (h, w) = span(b, area);
                h == w && h * w == area.len()
            };
            in_one(b, on, true)
                && !b.full_square(on, true)
                && areas(b, on, false).iter().all(square)
                && clued(&n).all(|(c, clue)| on[c] == (clue == "#"))
        })
    };
    vec![
        circles(3, 3, ". . .; . . .; . . ."),
        circles(3, 4, ". . . .; . - . .; . . . #"),
        circles(3, 4, "- . . .; . - . .; . . . ."),
        circles(3, 5, "# . . . .; . . . . -; . . . . ."),
    ]
}

fn city_space_cases() -> Vec<Puzzle> {
    let city = |size, clues: &str| {
        with_clues("city_space", size, clues, |b, on, n| {
            let block = |area: &Vec<usize>| {
                let (h, w) = span(b, area);
                h.min(w) == 1 && area.len() > 1
            };
            let sight = |c: usize| 1 + WAYS.iter().map(|&way| seen(b, on, c, way, false)).sum::<usize>();
            areas(b, on, true).iter().all(block)
                && in_one(b, on, false)
                && !has_loop(b, on, false)
                && clued(n).all(|(c, clue)| !on[c] && number(clue).is_none_or(|k| k == sight(c)))
        })
    };
    vec![
        city((3, 3), ". . .; . . .; . . ."),
        city((3, 4), ". . . .; . . . .; . . . 4"),
        city((3, 4), ". ? . .; . . . .; 2 . . ."),
        city((4, 4), "4 . . .; . . . .; . . . .; . . . ."),
    ]
}

fn no_three_cases() -> Vec<Puzzle> {
    let no_three = |rows: usize, cols: usize, circles: &str| {
        let n = tokens(circles);
        let width = 2 * cols - 1;
        let rest = format!("clues n of cells and borders s {{ {circles} }}\nno_three(s, n)");
        shaded(rows, cols, &rest, |b, on| {
            let even = |line: &Vec<usize>| {
                let shaded: Vec<usize> = (0..line.len()).filter(|&k| on[line[k]]).collect();
                shaded.windows(3).any(|three| three[1] - three[0] == three[2] - three[1])
            };
            let circle = |i: usize| {
                let at = ((i / width) as i32, (i % width) as i32);
                let touched = |c: usize| {
                    let (row, col) = b.at(c);
                    (2 * row - at.0).abs() <= 1 && (2 * col - at.1).abs() <= 1
                };
                (0..b.len()).filter(|&c| on[c] && touched(c)).count() == 1
            };
            apart(b, on) && in_one(b, on, false) && !b.lines().iter().any(even) && clued(&n).all(|(i, _)| circle(i))
        })
    };
    vec![
        no_three(3, 3, "o . . . .; . . . . .; . . . . .; . . . . o; . . . . ."),
        no_three(2, 5, ". . . . . . . . .; . . . . . . . . .; . . . . . . . . o"),
        no_three(2, 5, "o . . . . . . . o; . . . . . . . . .; . . . . . . . . ."),
        no_three(3, 4, ". . . . . . .; . o . . . . .; . . . o . . .; . . . . . . .; . . . . . . ."),
        no_three(1, 8, ". . . . . . . . . . . . . . o"),
    ]
}

/// Whether tiles have one colour each.
fn whole(tiles: &str, on: &[bool]) -> bool {
    rooms(tiles).iter().all(|tile| tile.iter().all(|&c| on[c] == on[tile[0]]))
}

fn paintarea_cases() -> Vec<Puzzle> {
    let paintarea = |rows, cols, tiles: &str, clues: &str| {
        let n = tokens(clues);
        let rest = format!("regions t {{ {tiles} }}\nclues n {{ {clues} }}\npaintarea(s, t, n)");
        shaded(rows, cols, &rest, |b, on| {
            whole(tiles, on)
                && in_one(b, on, true)
                && !b.full_square(on, true)
                && !b.full_square(on, false)
                && clued(&n).all(|(c, clue)| number(clue).is_none_or(|k| k == how_many(&b.beside(c), on)))
        })
    };
    vec![
        paintarea(3, 3, "a a b; c d b; e f g", ". . .; . . .; . . ."),
        paintarea(3, 4, "a a b c; d e b c; f g h i", ". . . .; . 2 . .; . . . ?"),
        paintarea(3, 4, "a b b c; a d e c; f f g h", ". 1 . .; . . 3 .; . . . ."),
    ]
}

fn nurimaze_cases() -> Vec<Puzzle> {
    let nurimaze = |rows, cols, tiles: &str, marks: &str| {
        let n = tokens(marks);
        let rest = format!("regions t {{ {tiles} }}\nclues n {{ {marks} }}\nnurimaze(s, t, n)");
        shaded(rows, cols, &rest, |b, on| {
            let at = |mark: &str| n.iter().position(|&m| m == mark).expect("a mark");
            // Cells of a tree are on its way between two ends if they are cut off without them.
            let on_way = |c: usize| {
                c == at("S")
                    || c == at("G")
                    || !b
                        .pieces(|d| !on[d] && d != c, |_, _| true)
                        .iter()
                        .any(|p| p.contains(&at("S")) && p.contains(&at("G")))
            };
            whole(tiles, on)
                && in_one(b, on, false)
                && !has_loop(b, on, false)
                && !b.full_square(on, true)
                && clued(&n).all(|(c, mark)| !on[c] && (mark != "o" || on_way(c)) && (mark != "t" || !on_way(c)))
        })
    };
    vec![
        nurimaze(3, 3, "a b b; c d e; f g h", "S . .; . . .; . . G"),
        nurimaze(3, 4, "a a b c; d e f c; g h i j", "S . . .; . . . o; . . G ."),
        nurimaze(3, 4, "a a b c; d e f c; g h i j", "S . . t; . . . .; . G . ."),
        nurimaze(3, 4, "a b c d; e f g h; i j k l", "S o . .; . . . G; . . . t"),
    ]
}

/// Shadings with every choice of dominoes.
fn la_paz_cases() -> Vec<Puzzle> {
    let la_paz = |rows, cols, clues: &str, more: &str| {
        let b = Board { rows, cols };
        let n = tokens(clues);
        let script =
            format!("grid s {rows}x{cols} in bool\nclues n {{ {clues} }}\nlinks e of s\nla_paz(s, e, n{more})");
        let pairs = b.pairs();
        let all = 2f64.powi((b.len() + pairs.len()) as i32);
        // The cells of dominoes are unshaded, all others shaded.
        let degree = |drawn: &[bool], c: usize| {
            pairs.iter().zip(drawn).filter(|((a, z), on)| **on && (*a == c || *z == c)).count()
        };
        let ways: Vec<Vec<bool>> =
            bits(pairs.len()).filter(|drawn| (0..b.len()).all(|c| degree(drawn, c) <= 1)).collect();
        Puzzle::new(script, all, ways, |drawn| {
            let on: Vec<bool> = (0..b.len()).map(|c| degree(drawn, c) == 0).collect();
            let fits = |(c, clue): (usize, &str)| {
                let across = pairs.iter().zip(drawn).any(|((a, z), on)| *on && (*a == c || *z == c) && z - a == 1);
                let line = |d: &usize| if across { b.at(*d).0 == b.at(c).0 } else { b.at(*d).1 == b.at(c).1 };
                let cells: Vec<usize> = (0..b.len()).filter(line).collect();
                let counted = number(clue).is_none_or(|k| k == how_many(&cells, &on));
                if on[c] { !more.is_empty() } else { counted }
            };
            apart(b, &on) && clued(&n).all(fits)
        })
    };
    vec![
        la_paz(3, 3, ". . .; . 1 .; . . .", ""),
        la_paz(3, 4, "1 . . .; . . . .; . . . 0", ""),
        la_paz(3, 4, ". . . ?; . 2 . .; . . . .", ""),
        la_paz(3, 3, "0 . .; . . .; . . 2", ", liars: true"),
    ]
}

fn trizone_cases() -> Vec<Puzzle> {
    let trizone = |rows, cols, clues: &str, more: &str| {
        let b = Board { rows, cols };
        let n = tokens(clues);
        let script =
            format!("grid s {rows}x{cols} in bool\nclues n {{ {clues} }}\npartition p of s\ntrizone(p, s, n{more})");
        let divisions = b.divisions();
        Puzzle::new(script, divisions.len() as f64, divisions, |of| {
            let pieces = (0..b.len()).map(|k| (0..b.len()).filter(|&c| of[c] == k).collect::<Vec<usize>>());
            let (single, zones): (Vec<_>, Vec<_>) =
                pieces.filter(|piece| !piece.is_empty()).partition(|piece| piece.len() == 1);
            let on: Vec<bool> = (0..b.len()).map(|c| single.contains(&vec![c])).collect();
            let fits = |zone: &Vec<usize>| {
                let beside = (0..b.len()).filter(|&c| on[c] && b.beside(c).iter().any(|d| zone.contains(d))).count();
                let clues: Vec<&str> = zone.iter().map(|&c| n[c]).filter(|clue| *clue != ".").collect();
                zone.len() == 3
                    && (clues.len() == 1 || clues.is_empty() && !more.is_empty())
                    && clues.iter().all(|clue| number(clue).is_none_or(|k| k == beside))
            };
            apart(b, &on) && clued(&n).all(|(c, _)| !on[c]) && zones.iter().all(fits)
        })
    };
    vec![
        trizone(3, 3, ". 2 .; . . .; . ? .", ""),
        trizone(3, 4, "2 . . .; . . . ?; . 1 . .", ""),
        trizone(3, 3, ". . .; 2 . .; . . .", ", ghosts: true"),
    ]
}
