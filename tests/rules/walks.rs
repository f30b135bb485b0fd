//! The rules of loops over ground and ice, with given parts, and around areas, against all loops of small boards.

use super::boards::{Board, DOWN, Few, LEFT, Puzzle, RIGHT, UP, Way, bits, check, clued, number, tokens};
use super::visits::even;

#[test]
fn mean_what_they_say() {
    let cases = [
        ice_walk_cases(),
        water_walk_cases(),
        morning_walk_cases(),
        robotic_walk_cases(),
        barns_cases(),
        vertigo_cases(),
        pipelink_cases(),
        forest_walk_cases(),
        energy_walk_cases(),
        fire_walk_cases(),
        nuri_loop_cases(),
    ];
    check("walks", cases.into_iter().flatten().collect());
}

/// The cells of one loop in the order in which it passes them; it goes straight on where it crosses itself. `None` if the
/// lines are not one loop.
fn walk(b: Board, strokes: &[Few<Way>]) -> Option<Vec<usize>> {
    let links: usize = strokes.iter().map(Few::len).sum::<usize>() / 2;
    let start = (0..b.len()).find(|&c| strokes[c].len() == 2)?;
    let (mut at, mut way, mut cells) = (start, strokes[start][0], vec![]);
    loop {
        cells.push(at);
        at = b.step(at, way)?;
        if strokes[at].len() == 2 {
            way = *strokes[at].iter().find(|&&next| next != (-way.0, -way.1))?;
        }
        if at == start {
            return (cells.len() == links).then_some(cells);
        }
        if cells.len() > links {
            return None;
        }
    }
}

pub(super) fn is_turn(ways: &[Way]) -> bool {
    matches!(ways, [v, w] if v.0 + w.0 != 0 || v.1 + w.1 != 0)
}

/// The lengths of the stretches of a loop on cells of one kind, for each place of its walk.
fn stretches(walk: &[usize], kind: impl Fn(usize) -> bool) -> Vec<usize> {
    let m = walk.len();
    let changes: Vec<usize> = (0..m).filter(|&k| kind(walk[k]) != kind(walk[(k + m - 1) % m])).collect();
    let length = |k: usize| {
        let back = (0..m).find(|back| changes.contains(&((k + m - back) % m))).unwrap_or(0);
        let on = (1..=m).find(|on| changes.contains(&((k + on) % m))).unwrap_or(m);
        back + on
    };
    (0..m).map(|k| if changes.is_empty() { m } else { length(k) }).collect()
}

/// Loops, which can cross themselves, for a script that goes on after the links `e`.
pub(super) fn linked(b: Board, rest: &str, right: impl Fn(&[Few<Way>], &[usize]) -> bool) -> Puzzle {
    let script = format!("grid x {}x{}\nlinks e of x\n{rest}", b.rows, b.cols);
    Puzzle::new(script, 2f64.powi(b.pairs().len() as i32), even(b), |drawn| {
        let strokes = b.strokes(drawn);
        walk(b, &strokes).is_some_and(|walk| right(&strokes, &walk))
    })
}

fn walked(
    rule: &str,
    b: Board,
    marks: &str,
    numbers: &str,
    right: impl Fn(&[Few<Way>], &[usize], &[&str]) -> bool,
) -> Puzzle {
    let (m, n) = (tokens(marks), tokens(numbers));
    let rest = format!("clues m {{ {marks} }}\nclues n {{ {numbers} }}\n{rule}(e, m, n)");
    linked(b, &rest, |strokes, walk| {
        let lengths = stretches(walk, |c| m[c] == "#");
        let counted = |(c, clue): (usize, &str)| {
            let at = walk.iter().position(|&d| d == c);
            at.is_some_and(|at| number(clue).is_none_or(|k| k == lengths[at]))
        };
        clued(&n).all(counted) && right(strokes, walk, &m)
    })
}

fn on_ice(strokes: &[Few<Way>], m: &[&str]) -> bool {
    (0..m.len()).all(|c| if m[c] == "#" { !is_turn(&strokes[c]) } else { strokes[c].len() <= 2 })
}

fn ice_walk_cases() -> Vec<Puzzle> {
    let ice_walk = |rows, cols, ice: &str, numbers: &str| {
        walked("ice_walk", Board { rows, cols }, ice, numbers, |strokes, _, m| on_ice(strokes, m))
    };
    vec![
        ice_walk(3, 3, ". . .; . # .; . . .", ". . .; . . .; . . 8"),
        ice_walk(4, 4, ". . . .; . # . .; . . # .; . . . .", ". . . .; . . . .; . . . .; . . . ?"),
        ice_walk(4, 4, ". # . .; . # . .; . # # .; . # . .", ". . . 5; . . . .; . . . .; . . 1 ."),
        ice_walk(3, 5, ". . # . .; . . . . .; . . # . .", "5 . . . .; . . . . .; . . . . ."),
    ]
}

fn water_walk_cases() -> Vec<Puzzle> {
    let water_walk = |rows, cols, water: &str, numbers: &str| {
        walked("water_walk", Board { rows, cols }, water, numbers, |strokes, walk, m| {
            let m3 = walk.len();
            let wet = (0..m3).any(|k| (0..3).all(|j| m[walk[(k + j) % m3]] == "#"));
            !wet && strokes.iter().all(|ways| ways.len() <= 2)
        })
    };
    vec![
        water_walk(3, 3, ". # .; . # .; . # .", "3 . .; . . .; . . ."),
        water_walk(4, 4, ". # # .; # # . .; . . # .; . . # #", ". . . .; . . . .; . . . .; ? . . ."),
        water_walk(3, 5, ". # # # .; . . . . .; . # . # .", ". . . . 4; . . . . .; . . . . ."),
        water_walk(3, 4, ". . . .; . # . .; . . . .", ". . . .; . . . .; . . 8 ."),
    ]
}

fn morning_walk_cases() -> Vec<Puzzle> {
    let morning_walk = |rows, cols, grey: &str, numbers: &str| {
        walked("morning_walk", Board { rows, cols }, grey, numbers, |strokes, walk, m| {
            let lengths = stretches(walk, |c| m[c] == "#");
            let count = walk.len();
            let differ = (0..count).all(|k| {
                let next = (k + 1) % count;
                m[walk[k]] == m[walk[next]] || lengths[k] != lengths[next]
            });
            differ && strokes.iter().all(|ways| ways.len() <= 2)
        })
    };
    vec![
        morning_walk(3, 3, ". # .; . # .; . . .", ". . .; . . .; . . ."),
        morning_walk(4, 4, ". # # .; # # . .; . . # .; . . # #", ". . . .; . . . .; . . . .; ? . . ."),
        morning_walk(3, 4, ". . # #; . . . #; # . . .", ". . . .; . . . .; . . . ?"),
        morning_walk(3, 4, "# . . .; . . . .; . . . .", ". . 9 .; . . . .; . . . ."),
    ]
}

fn robotic_walk_cases() -> Vec<Puzzle> {
    let robotic_walk = |rows, cols, grey: &str, numbers: &str| {
        walked("robotic_walk", Board { rows, cols }, grey, numbers, |strokes, walk, m| {
            let turns = |c: usize| matches!(strokes[c][..], [p, q] if p.0 != -q.0 || p.1 != -q.1);
            let grey: Vec<usize> = walk.iter().copied().filter(|&c| m[c] == "#").collect();
            let alternate = (0..grey.len()).all(|k| turns(grey[k]) != turns(grey[(k + 1) % grey.len()]));
            strokes.iter().all(|ways| ways.len() <= 2) && alternate
        })
    };
    vec![
        robotic_walk(3, 3, ". # .; . # .; . . .", ". . .; . . .; . . ."),
        robotic_walk(4, 4, ". # # .; # # . .; . . # .; . . # #", ". . . .; . . . .; . . . .; ? . . ."),
        robotic_walk(3, 4, ". . # #; . . . #; # . . .", ". . . .; . . . .; . . 4 ."),
        robotic_walk(3, 4, "# . . .; # . . .; . . . .", ". . 8 .; . . . .; . . . ."),
    ]
}

fn barns_cases() -> Vec<Puzzle> {
    let barns = |rows, cols, ice: &str, walls: &[(usize, usize)]| {
        let b = Board { rows, cols };
        let m = tokens(ice);
        let name = |c: usize| format!("r{}c{}", c / cols + 1, c % cols + 1);
        let pairs: Vec<String> = walls.iter().map(|&(c, d)| format!("({}, {})", name(c), name(d))).collect();
        let rest = format!("clues m {{ {ice} }}\nbarns(e, m, walls: [{}])", pairs.join(", "));
        linked(b, &rest, |strokes, _| {
            let crossed = |&(c, d): &(usize, usize)| strokes[c].iter().any(|&way| b.step(c, way) == Some(d));
            strokes.iter().all(|ways| !ways.is_empty()) && on_ice(strokes, &m) && !walls.iter().any(crossed)
        })
    };
    vec![
        barns(4, 4, ". . . .; . # . .; . . . .; . . . .", &[]),
        barns(4, 4, ". . . .; . . . .; # . . #; . . . .", &[(5, 6)]),
        barns(4, 4, ". . . .; . . . .; . . . .; . . . .", &[(5, 6), (4, 8)]),
        barns(3, 5, ". . . . .; # . # . .; . # . . .", &[]),
    ]
}

fn vertigo_cases() -> Vec<Puzzle> {
    let vertigo = |rows, cols, holes: &str| {
        let b = Board { rows, cols };
        let m = tokens(holes);
        let script = format!("clues h {{ {holes} }}\ngrid x {rows}x{cols} except h\nlinks e of x\nvertigo(e)");
        Puzzle::new(script, 2f64.powi(b.pairs().len() as i32), even(b), |drawn| {
            let strokes = b.strokes(drawn);
            let Some(walk) = walk(b, &strokes) else { return false };
            let step = |k: usize| {
                let ((r, s), (i, j)) = (b.at(walk[k % walk.len()]), b.at(walk[(k + 1) % walk.len()]));
                (i - r, j - s)
            };
            let turn = |k: usize| step(k).0 * step(k + 1).1 - step(k).1 * step(k + 1).0;
            let turns: Vec<i32> = (0..walk.len()).map(turn).filter(|turn| *turn != 0).collect();
            turns.iter().all(|turn| *turn == turns[0]) && (0..b.len()).all(|c| (m[c] == "#") == strokes[c].is_empty())
        })
    };
    vec![
        vertigo(5, 5, ". . . . .; . # . . .; . . . . .; . . . . .; . . . . ."),
        vertigo(4, 4, ". . . .; . . . .; . . . .; . . . ."),
        vertigo(4, 4, ". . . .; . # # .; . # # .; . . . ."),
    ]
}

fn pipelink_cases() -> Vec<Puzzle> {
    let pipelink = |rows, cols, pipes: &str, more: &str| {
        let b = Board { rows, cols };
        let n = tokens(pipes);
        linked(b, &format!("clues n {{ {pipes} }}\npipelink(e, n{more})"), |strokes, _| {
            let circles = !more.is_empty();
            let fits = |(c, mark): (usize, &str)| {
                let ways: &[Way] = match mark {
                    "x" => &[UP, DOWN, LEFT, RIGHT],
                    "v" => &[UP, DOWN],
                    "h" => &[LEFT, RIGHT],
                    "ur" => &[UP, RIGHT],
                    "ul" => &[UP, LEFT],
                    "dl" => &[DOWN, LEFT],
                    "dr" => &[DOWN, RIGHT],
                    _ => return !is_turn(&strokes[c]),
                };
                ways.len() == strokes[c].len() && ways.iter().all(|way| strokes[c].contains(way))
            };
            strokes.iter().all(|ways| !ways.is_empty())
                && clued(&n).all(fits)
                && (!circles || (0..b.len()).all(|c| strokes[c].len() == 2 || n[c] != "."))
        })
    };
    vec![
        pipelink(4, 4, ". . . .; . . . .; . . . .; . . . .", ""),
        pipelink(4, 4, ". h . .; . . . .; . . x .; . . . .", ""),
        pipelink(4, 4, ". dl . .; . . . .; . . . .; . . . .", ""),
        pipelink(4, 4, ". . . .; . o . .; . . . .; . . . .", ", circles: true"),
        pipelink(4, 4, ". . . .; . x o .; . . . .; . . . .", ", circles: true"),
    ]
}

/// Networks of lines without loose ends that pass unmarked cells without a branch, and their stretches on unmarked cells.
fn network(
    rule: &str,
    b: Board,
    marks: &str,
    numbers: &str,
    right: impl Fn(&[Few<Way>], &[Vec<usize>], &[&str]) -> bool,
) -> Puzzle {
    let (m, n, pairs) = (tokens(marks), tokens(numbers), b.pairs());
    let script = format!(
        "grid x {}x{}\nlinks e of x\nclues m {{ {marks} }}\nclues n {{ {numbers} }}\n{rule}(e, m, n)",
        b.rows, b.cols
    );
    Puzzle::new(script, 2f64.powi(pairs.len() as i32), bits(pairs.len()), |drawn| {
        let strokes = b.strokes(drawn);
        let joined = |c: usize, d: usize| strokes[c].iter().any(|&way| b.step(c, way) == Some(d));
        let stretches = b.pieces(|c| m[c] == "." && !strokes[c].is_empty(), joined);
        let counted = |(c, clue): (usize, &str)| {
            let stretch = stretches.iter().find(|stretch| stretch.contains(&c));
            stretch.is_some_and(|stretch| number(clue).is_none_or(|k| k == stretch.len()))
        };
        drawn.contains(&true)
            && b.pieces(|c| !strokes[c].is_empty(), joined).len() == 1
            && (0..b.len()).all(|c| m[c] == "#" || [0, 2].contains(&strokes[c].len()))
            && clued(&n).all(counted)
            && right(&strokes, &stretches, &m)
    })
}

fn forest_walk_cases() -> Vec<Puzzle> {
    let forest_walk = |rows, cols, forest: &str, numbers: &str| {
        network("forest_walk", Board { rows, cols }, forest, numbers, |strokes, _, m| {
            (0..m.len()).all(|c| m[c] == "." || [0, 3].contains(&strokes[c].len()))
        })
    };
    vec![
        forest_walk(3, 3, ". # .; . # .; . . .", ". . .; . . .; . . ?"),
        forest_walk(3, 4, ". # . .; . # # .; . . # .", ". . . .; . . . .; . . . ."),
        forest_walk(3, 4, ". . . .; . # . #; . . . .", ". . . .; . . 1 .; . . . ."),
        forest_walk(3, 3, ". . .; . # .; . . .", ". . .; . . .; 8 . ."),
    ]
}

fn energy_walk_cases() -> Vec<Puzzle> {
    let energy_walk = |rows, cols, energy: &str, numbers: &str| {
        let b = Board { rows, cols };
        network("energy_walk", b, energy, numbers, |strokes, stretches, m| {
            let whole = |c: usize| strokes[c].is_empty() || strokes[c].len() == b.beside(c).len();
            // A stretch with two lines to one energy cell leads back to it.
            let leads_back = |c: usize, stretch: &Vec<usize>| {
                strokes[c].iter().filter_map(|&way| b.step(c, way)).filter(|d| stretch.contains(d)).count() > 1
            };
            let energy = || (0..m.len()).filter(|&c| m[c] == "#");
            energy().all(whole) && !energy().any(|c| stretches.iter().any(|stretch| leads_back(c, stretch)))
        })
    };
    vec![
        energy_walk(3, 3, "# . .; . . .; . . #", ". . .; . . .; . . ."),
        energy_walk(3, 4, "# # . .; . # . .; . . # .", ". . . .; . . . .; . . . ."),
        energy_walk(3, 4, ". # . #; . . . .; # . # .", ". . . .; . . . .; . . . ."),
        energy_walk(3, 4, ". . . .; . # . .; . . . .", "? . . .; . . . .; . . . 10"),
    ]
}

/// The corners of cells inside a loop: those from which lines cross an odd number of times on the way to the left.
fn encloses(b: Board, strokes: &[Few<Way>], (row, col): (i32, i32)) -> bool {
    let below = |c: i32| b.cell((row, c)).is_some_and(|cell| strokes[cell].contains(&DOWN));
    (0..=col).filter(|&c| below(c)).count() % 2 == 1
}

fn fire_walk_cases() -> Vec<Puzzle> {
    let fire_walk = |rows, cols, fire: &str, numbers: &str| {
        let (b, m, n) = (Board { rows, cols }, tokens(fire), tokens(numbers));
        let script = format!(
            "grid x {rows}x{cols}\nlinks e of x\nclues m {{ {fire} }}\nclues n {{ {numbers} }}\nfire_walk(e, m, n)"
        );
        Puzzle::new(script, 2f64.powi(b.pairs().len() as i32), even(b), |drawn| {
            let strokes = b.strokes(drawn);
            let twice: Vec<usize> = (0..b.len()).filter(|&c| strokes[c].len() == 4).collect();
            let fits = |c: usize| match strokes[c].len() {
                2 => m[c] == "." || is_turn(&strokes[c]),
                4 => m[c] == "#",
                _ => true,
            };
            // Each way to pass these cells twice: up and left are one turn, or up and right.
            let passes = |leans: Vec<bool>| {
                let turn = |c: usize, from: Way| match twice.iter().position(|&d| d == c) {
                    None => *strokes[c].iter().find(|&&way| way != from).expect("another stroke"),
                    Some(k) if leans[k] => (from.1, from.0),
                    Some(_) => (-from.1, -from.0),
                };
                let Some(start) = (0..b.len()).find(|&c| !strokes[c].is_empty()) else { return false };
                let (mut at, mut way, mut walk) = (start, strokes[start][0], vec![]);
                loop {
                    walk.push(at);
                    at = b.step(at, way).expect("a cell");
                    way = turn(at, (-way.0, -way.1));
                    if at == start && way == strokes[start][0] {
                        break;
                    }
                }
                let inside = twice.iter().zip(&leans).all(|(&c, &lean)| {
                    let (row, col) = b.at(c);
                    !encloses(b, &strokes, (row - 1, if lean { col - 1 } else { col }))
                });
                let lengths = stretches(&walk, |c| m[c] == "#");
                let counted = |(c, clue): (usize, &str)| {
                    let at = walk.iter().position(|&d| d == c);
                    at.is_some_and(|at| number(clue).is_none_or(|k| k == lengths[at]))
                };
                inside && 2 * walk.len() == strokes.iter().map(Few::len).sum::<usize>() && clued(&n).all(counted)
            };
            (0..b.len()).all(fits) && bits(twice.len()).any(passes)
        })
    };
    vec![
        fire_walk(3, 3, ". . .; . # .; . . .", ". . .; . . .; . . ."),
        fire_walk(4, 4, ". . . .; . # . .; . . # .; . . . .", "3 . . .; . . . .; . . . .; . . . ?"),
        fire_walk(4, 4, "# . . #; . # # .; . # . .; . . . .", ". . . .; . . . .; . . . .; . . . ."),
        fire_walk(3, 5, ". . # . .; . # . # .; . . # . .", ". . . . .; . . . . .; . . . . ."),
    ]
}

fn nuri_loop_cases() -> Vec<Puzzle> {
    let nuri_loop = |rows: usize, cols: usize, numbers: &'static str| {
        let b = Board { rows, cols };
        let n = tokens(numbers);
        let script = format!("grid x {rows}x{cols}\nclues n {{ {numbers} }}\nlinks e of x\nnuri_loop(e, n)");
        Puzzle::new(script, 2f64.powi(b.pairs().len() as i32), b.loops(), |drawn| {
            let strokes = b.strokes(drawn);
            let one = |area: &Vec<usize>| {
                let clues: Vec<&str> = area.iter().map(|&c| n[c]).filter(|&k| k != ".").collect();
                clues.len() == 1 && number(clues[0]).is_none_or(|k| k == area.len())
            };
            (0..b.len()).all(|c| n[c] == "." || strokes[c].is_empty())
                && b.pieces(|c| strokes[c].is_empty(), |_, _| true).iter().all(one)
        })
    };
    vec![
        nuri_loop(3, 3, ". . .; . 1 .; . . ."),
        nuri_loop(3, 4, "? . . .; . . . .; . . . 1"),
        nuri_loop(4, 4, ". . . .; . 4 . .; . . . .; . . . ."),
        nuri_loop(4, 4, ". . . ?; . ? . .; . . . .; . . . ."),
    ]
}
