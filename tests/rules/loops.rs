//! The rules of loops, paths and bridges against all ways to draw on tiny boards.

use super::boards::{Board, DOWN, Few, LEFT, Puzzle, RIGHT, UP, Way, bits, check, clued, number, rooms, tokens};

#[test]
fn mean_what_they_say() {
    let cases = [
        slitherlink_cases(),
        masyu_cases(),
        simple_loop_cases(),
        yajilin_cases(),
        numberlink_cases(),
        hashi_cases(),
        country_road_cases(),
        gokigen_cases(),
    ];
    check("loops", cases.into_iter().flatten().collect());
}

/// All single loops through cells that are right, for a script that goes on after the declaration of the links `e`.
fn looped(rows: usize, cols: usize, rest: &str, right: impl Fn(Board, &[Few<Way>]) -> bool) -> Puzzle {
    let board = Board { rows, cols };
    let script = format!("grid x {rows}x{cols}\nlinks e of x\n{rest}");
    let all = 2f64.powi(board.pairs().len() as i32);
    Puzzle::new(script, all, board.loops(), |drawn| right(board, &board.strokes(drawn)))
}

/// Fences of a board are links between its corners.
fn slitherlink(rows: usize, cols: usize, numbers: &str) -> Puzzle {
    let (board, corners) = (Board { rows, cols }, Board { rows: rows + 1, cols: cols + 1 });
    let n = tokens(numbers);
    let script = format!("grid x {rows}x{cols}\nclues n {{ {numbers} }}\nfences e of x\nslitherlink(e, n)");
    let all = 2f64.powi(corners.pairs().len() as i32);
    Puzzle::new(script, all, corners.loops(), |drawn| {
        let strokes = corners.strokes(drawn);
        let sides = |c: usize| {
            let (row, col) = board.at(c);
            let has = |down: i32, right: i32, way: Way| {
                corners.cell((row + down, col + right)).is_some_and(|p| strokes[p].contains(&way))
            };
            [has(0, 0, RIGHT), has(0, 0, DOWN), has(1, 1, LEFT), has(1, 1, UP)].into_iter().filter(|&on| on).count()
        };
        clued(&n).all(|(c, clue)| number(clue).is_none_or(|k| sides(c) == k))
    })
}

fn slitherlink_cases() -> Vec<Puzzle> {
    vec![
        slitherlink(2, 2, ". .; . ."),
        slitherlink(2, 3, "? . 3; . . ."),
        slitherlink(3, 3, ". . .; . 0 .; . . 2"),
        slitherlink(3, 3, "2 . .; . 3 .; . . ?"),
        slitherlink(3, 3, ". . .; . 4 .; . . ."),
        slitherlink(4, 4, "3 . . .; . 1 . .; . . . 2; . 2 . ."),
    ]
}

fn masyu(rows: usize, cols: usize, pearls: &str) -> Puzzle {
    let n = tokens(pearls);
    looped(rows, cols, &format!("clues n {{ {pearls} }}\nmasyu(e, n)"), |b, strokes| {
        let straight = |c: usize| matches!(strokes[c][..], [v, w] if v.0 + w.0 == 0 && v.1 + w.1 == 0);
        let next = |c: usize| strokes[c].iter().filter_map(move |&way| b.step(c, way)).collect::<Vec<usize>>();
        clued(&n).all(|(c, pearl)| {
            let through = strokes[c].len() == 2;
            through
                && match pearl {
                    "w" => straight(c) && next(c).iter().any(|&d| !straight(d)),
                    _ => !straight(c) && next(c).iter().all(|&d| straight(d)),
                }
        })
    })
}

fn masyu_cases() -> Vec<Puzzle> {
    vec![
        masyu(3, 3, ". . .; . . .; . . ."),
        masyu(3, 4, ". w . .; . . . .; . . w ."),
        masyu(4, 4, "b . . .; . . . .; . . . .; . . . ."),
        masyu(4, 4, ". . . b; . . . .; . w . .; . . . ."),
        masyu(4, 4, ". w w .; . . . .; . . . .; . . . ."),
        masyu(4, 5, ". . w . .; . . . . .; w . . . w; . . . . ."),
        masyu(5, 5, ". . . . .; . . . . .; . . b . .; . . . . w; . . . . ."),
    ]
}

fn simple_loop(rows: usize, cols: usize, walls: &str) -> Puzzle {
    let n = tokens(walls);
    let rest = match walls {
        "" => "simple_loop(e)".to_string(),
        _ => format!("clues n {{ {walls} }}\nsimple_loop(e, n)"),
    };
    looped(rows, cols, &rest, |b, strokes| {
        let wall = |c: usize| n.get(c).is_some_and(|&mark| mark != ".");
        (0..b.len()).all(|c| wall(c) == strokes[c].is_empty())
    })
}

fn simple_loop_cases() -> Vec<Puzzle> {
    vec![
        simple_loop(2, 4, ""),
        simple_loop(4, 4, ""),
        simple_loop(4, 5, ""),
        simple_loop(3, 3, ". . .; . # .; . . ."),
        simple_loop(4, 4, ". . . #; . . . .; . . # .; . . . ."),
        simple_loop(4, 5, "0 . . . .; . . # . .; . . . . .; . . . . ."),
    ]
}

/// Every shading without neighbours with every loop.
fn yajilin(rows: usize, cols: usize, arrows: &str) -> Puzzle {
    let board = Board { rows, cols };
    let n = tokens(arrows);
    let script = format!("grid s {rows}x{cols} in bool\nclues n {{ {arrows} }}\nlinks e of s\nyajilin(s, e, n)");
    let all = 2f64.powi((board.len() + board.pairs().len()) as i32);
    let strokes: Vec<Vec<Few<Way>>> = board.loops().iter().map(|drawn| board.strokes(drawn)).collect();
    let apart = |on: &Vec<bool>| !board.pairs().iter().any(|&(c, d)| on[c] && on[d]);
    let shadings: Vec<Vec<bool>> = board.shadings().filter(apart).collect();
    let ways = strokes.iter().flat_map(|s| shadings.iter().map(move |on| (s, on)));
    Puzzle::new(script, all, ways, |(strokes, on)| {
        let covered = |c: usize| usize::from(on[c]) + usize::from(!strokes[c].is_empty()) + usize::from(n[c] != ".");
        let arrow = |(c, clue): (usize, &str)| {
            let Some((k, word)) = clue.split_once(',') else { return true };
            let way = [("up", UP), ("down", DOWN), ("left", LEFT), ("right", RIGHT)];
            let way = way.iter().find(|(name, _)| *name == word).expect("a direction").1;
            number(k) == Some(board.ray(c, way).iter().filter(|&&d| on[d]).count())
        };
        (0..board.len()).all(|c| covered(c) == 1) && clued(&n).all(arrow)
    })
}

fn yajilin_cases() -> Vec<Puzzle> {
    vec![
        yajilin(3, 3, ". . .; . . .; . . ."),
        yajilin(3, 4, ". . . .; . . . .; . . . 1,left"),
        yajilin(3, 4, "1,right . . .; . . . .; . . . ."),
        yajilin(4, 4, ". . . .; . # . .; . . . .; . . . ."),
        yajilin(4, 4, ". . . .; . . . .; 0,up . . .; . . . ."),
        yajilin(4, 4, ". . . .; . . 1,left .; . . . .; . . . ."),
    ]
}

/// The cells on the path that starts here, in order; none if the line branches or closes.
fn walk(b: Board, strokes: &[Few<Way>], start: usize) -> Option<Vec<usize>> {
    let mut path = vec![start];
    loop {
        let here = path[path.len() - 1];
        let before = path.len().checked_sub(2).map(|i| path[i]);
        let next: Vec<usize> = strokes[here].iter().filter_map(|&way| b.step(here, way)).collect();
        let on: Vec<usize> = next.into_iter().filter(|&d| Some(d) != before).collect();
        match on[..] {
            [] => return Some(path),
            [d] if !path.contains(&d) => path.push(d),
            _ => return None,
        }
    }
}

fn numberlink(rows: usize, cols: usize, marks: &str, full: bool) -> Puzzle {
    let board = Board { rows, cols };
    let n = tokens(marks);
    let last = if full { ", full: true" } else { "" };
    let script = format!("grid x {rows}x{cols}\nclues n {{ {marks} }}\nlinks e of x\nnumberlink(e, n{last})");
    let links = board.pairs().len();
    Puzzle::new(script, 2f64.powi(links as i32), bits(links), |drawn| {
        let strokes = board.strokes(drawn);
        if clued(&n).any(|(c, _)| strokes[c].len() != 1) {
            return false;
        }
        let mut covered = vec![];
        for (start, mark) in clued(&n) {
            let Some(path) = walk(board, &strokes, start) else { return false };
            let end = path[path.len() - 1];
            if end == start || n[end] != mark || path[1..path.len() - 1].iter().any(|&c| n[c] != ".") {
                return false;
            }
            covered.extend(path);
        }
        (0..board.len()).all(|c| covered.contains(&c) || strokes[c].is_empty() && !full)
    })
}

fn numberlink_cases() -> Vec<Puzzle> {
    vec![
        numberlink(3, 3, "1 . .; . . .; . . 1", false),
        numberlink(3, 3, "1 . 2; . . .; 1 . 2", false),
        numberlink(3, 4, "1 . . 2; . . . .; 1 . . 2", false),
        numberlink(3, 4, "1 . . 2; . . . .; 1 . . 2", true),
        numberlink(3, 4, "a . 0 .; . . . .; . a 0 .", false),
        numberlink(3, 3, "1 . .; . . .; . . 1", true),
        numberlink(3, 4, "1 . . .; . 1 2 .; . . . 2", false),
    ]
}

/// Islands that see each other get 0 to `most` bridges, each choice once.
fn hashi(rows: usize, cols: usize, islands: &str, most: usize) -> Puzzle {
    let b = Board { rows, cols };
    let n = tokens(islands);
    let script = format!("grid x {rows}x{cols}\nclues n {{ {islands} }}\nlinks b of x in 0..{most}\nhashi(b, n)");
    // Two islands and the water between them.
    let spans: Vec<(usize, usize, Vec<usize>)> = clued(&n)
        .flat_map(|(c, _)| [RIGHT, DOWN].map(|way| (c, b.ray(c, way))))
        .filter_map(|(c, ray)| {
            let far = ray.iter().position(|&d| n[d] != ".")?;
            Some((c, ray[far], ray[..far].to_vec()))
        })
        .collect();
    let k = spans.len() as u32;
    let ways = (0..(most + 1).pow(k))
        .map(|code| (0..k).map(|i| code / (most + 1).pow(i) % (most + 1)).collect::<Vec<usize>>());
    Puzzle::new(script, (most as f64 + 1.0).powi(b.pairs().len() as i32), ways, |bridges| {
        let degree = |c: usize| -> usize {
            spans.iter().zip(bridges).filter(|(s, _)| s.0 == c || s.1 == c).map(|(_, k)| k).sum()
        };
        if !clued(&n).all(|(c, clue)| number(clue).is_none_or(|k| degree(c) == k)) {
            return false;
        }
        let built = || spans.iter().zip(bridges).filter(|(_, k)| **k > 0);
        let crossed = built().any(|(s, _)| built().any(|(t, _)| s.2 != t.2 && s.2.iter().any(|c| t.2.contains(c))));
        let mut reached: Vec<usize> = clued(&n).map(|(c, _)| c).take(1).collect();
        for _ in 0..n.len() {
            for (s, _) in built() {
                if reached.contains(&s.0) != reached.contains(&s.1) {
                    reached.push(if reached.contains(&s.0) { s.1 } else { s.0 });
                }
            }
        }
        !crossed && clued(&n).all(|(c, _)| reached.contains(&c))
    })
}

fn hashi_cases() -> Vec<Puzzle> {
    vec![
        hashi(2, 4, "? . . ?; . . . .", 2),
        hashi(3, 3, "? . ?; . . .; ? . ?", 2),
        hashi(3, 3, "? ? ?; ? ? ?; . . .", 2),
        hashi(3, 4, "2 . . 3; . . . .; 1 . . ?", 2),
        // A cross that one of the two can have.
        hashi(4, 4, "? ? . .; ? . . ?; . . . .; ? ? . 3", 2),
        hashi(3, 3, "? 3 ?; 3 8 3; ? 3 ?", 2),
        hashi(3, 4, "? . . ?; . . . .; ? ? . ?", 2),
        hashi(3, 3, "5 . ?; . . .; ? . 3", 3),
        hashi(2, 3, "? . ?; 7 . ?", 4),
    ]
}

fn country_road(rows: usize, cols: usize, regions: &str, numbers: &str, more: &str) -> Puzzle {
    let (n, marks) = (tokens(numbers), tokens(regions));
    let rest = format!("regions g {{ {regions} }}\nclues n {{ {numbers} }}\ncountry_road(e, g, n{more})");
    looped(rows, cols, &rest, |b, strokes| {
        let visited = |room: &Vec<usize>| {
            let out = room.iter().flat_map(|&c| strokes[c].iter().filter_map(move |&way| b.step(c, way)));
            let crossings = out.filter(|d| !room.contains(d)).count();
            let on = room.iter().filter(|&&c| !strokes[c].is_empty()).count();
            let once = if more.is_empty() { crossings == 2 } else { crossings <= 2 };
            once && room.iter().find_map(|&c| number(n[c])).is_none_or(|k| on == k)
        };
        let idle = |&(c, d): &(usize, usize)| marks[c] != marks[d] && strokes[c].is_empty() && strokes[d].is_empty();
        rooms(regions).iter().all(visited) && !b.pairs().iter().any(idle)
    })
}

fn country_road_cases() -> Vec<Puzzle> {
    vec![
        country_road(3, 3, "a a b; a b b; c c c", ". . .; . . .; . . .", ""),
        country_road(3, 4, "a a b b; a a b b; c c c c", ". . . .; . . . .; 2 . . .", ""),
        country_road(3, 4, "a a b b; a a b b; c c c d", ". . . .; . . . .; . . . .", ", empty: true"),
        country_road(4, 4, "a a b b; a a b b; c c d d; c c d d", "3 . . .; . . . .; . . . ?; . . . .", ""),
        country_road(4, 4, "a a a b; c a b b; c c d d; c c d d", ". . . .; . . . .; . . . .; . . . .", ""),
        country_road(
            4,
            5,
            "a a a b b; a c c c b; d d c b b; d d d e e",
            ". . . . .; . . . . .; . . . . .; . . . . 2",
            "",
        ),
    ]
}

fn gokigen(rows: usize, cols: usize, numbers: &str) -> Puzzle {
    let (board, corners) = (Board { rows, cols }, Board { rows: rows + 1, cols: cols + 1 });
    let n = tokens(numbers);
    let script = format!("clues n of corners s {{ {numbers} }}\ngrid s {rows}x{cols} in bool\ngokigen(s, n)");
    Puzzle::new(script, 2f64.powi(board.len() as i32), board.shadings(), |on| {
        let ends = |c: usize| {
            let (row, col) = board.at(c);
            let corner = |down: i32, right: i32| corners.cell((row + down, col + right)).expect("a corner");
            if on[c] { (corner(0, 0), corner(1, 1)) } else { (corner(0, 1), corner(1, 0)) }
        };
        let mut parent: Vec<usize> = (0..corners.len()).collect();
        let mut degree = vec![0; corners.len()];
        for (p, q) in (0..board.len()).map(ends) {
            degree[p] += 1;
            degree[q] += 1;
            if parent[p] == parent[q] {
                return false;
            }
            let (old, new) = (parent[p], parent[q]);
            parent.iter_mut().filter(|root| **root == old).for_each(|root| *root = new);
        }
        clued(&n).all(|(p, clue)| number(clue).is_none_or(|k| degree[p] == k))
    })
}

fn gokigen_cases() -> Vec<Puzzle> {
    vec![
        gokigen(2, 2, ". . .; . . .; . . ."),
        gokigen(2, 3, ". . . .; . 3 . .; 1 . . ?"),
        gokigen(3, 3, ". . . .; . 2 . .; . . 1 .; . . . ."),
        gokigen(3, 3, "0 . . .; . . . .; . . 4 .; . . . ."),
        gokigen(3, 4, ". 1 . . .; . . . 3 .; 1 . 2 . .; . . . . 1"),
    ]
}
