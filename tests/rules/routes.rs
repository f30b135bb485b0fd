//! The rules of more loops against all loops of small boards.

use super::boards::{Board, DOWN, Few, LEFT, NAMES, Puzzle, RIGHT, UP, WAYS, Way, check, number, rooms, tokens};

#[test]
fn mean_what_they_say() {
    let cases = [
        geradeweg_cases(),
        balance_cases(),
        turnaround_cases(),
        mukkonn_cases(),
        l_ring_cases(),
        midloop_cases(),
        detour_cases(),
        castle_cases(),
        nothing_cases(),
    ];
    check("routes", cases.into_iter().flatten().collect());
}

fn looped(rows: usize, cols: usize, rest: &str, right: impl Fn(Board, &[Few<Way>]) -> bool) -> Puzzle {
    let board = Board { rows, cols };
    let script = format!("grid x {rows}x{cols}\nlinks e of x\n{rest}");
    let all = 2f64.powi(board.pairs().len() as i32);
    Puzzle::new(script, all, board.loops(), |drawn| right(board, &board.strokes(drawn)))
}

/// Steps straight on from a cell.
fn reach(b: Board, strokes: &[Few<Way>], cell: usize, way: Way) -> usize {
    let mut here = cell;
    let mut steps = 0;
    while strokes[here].contains(&way) {
        here = b.step(here, way).expect("a line stays on the board");
        steps += 1;
    }
    steps
}

fn arms(b: Board, strokes: &[Few<Way>], cell: usize) -> Vec<usize> {
    strokes[cell].iter().map(|&way| reach(b, strokes, cell, way)).collect()
}

fn geradeweg_cases() -> Vec<Puzzle> {
    let geradeweg = |rows, cols, circles: &'static str| {
        looped(rows, cols, &format!("clues n {{ {circles} }}\ngeradeweg(e, n)"), move |b, strokes| {
            let stretch = |c: usize, a: Way, z: Way| reach(b, strokes, c, a) + reach(b, strokes, c, z);
            tokens(circles).iter().enumerate().filter(|(_, k)| **k != ".").all(|(c, k)| {
                let lengths = [stretch(c, LEFT, RIGHT), stretch(c, UP, DOWN)];
                // Both stretches at a turn are equally long, with or without a number.
                let alike = lengths.contains(&0) || lengths[0] == lengths[1];
                !strokes[c].is_empty() && alike && number(k).is_none_or(|k| lengths.iter().all(|&n| n == 0 || n == k))
            })
        })
    };
    vec![
        geradeweg(3, 4, "2 . . .; . . . .; . . ? ."),
        geradeweg(4, 4, ". . . .; . 1 . .; . . . 2; . . . ."),
        geradeweg(4, 4, ". 3 . .; . . . .; . . . .; . . . ."),
        geradeweg(3, 3, ". . .; . . ?; . . ?"),
        geradeweg(3, 4, "? . . .; . . . .; . . . ."),
    ]
}

fn balance_cases() -> Vec<Puzzle> {
    let balance = |rows, cols, circles: &'static str| {
        looped(rows, cols, &format!("clues n {{ {circles} }}\nbalance(e, n)"), move |b, strokes| {
            tokens(circles).iter().enumerate().filter(|(_, k)| **k != ".").all(|(c, clue)| {
                let arms = arms(b, strokes, c);
                let (sum, colour) = clue.split_once(',').map_or((None, *clue), |(sum, colour)| (number(sum), colour));
                arms.len() == 2 && (arms[0] == arms[1]) == (colour == "w") && sum.is_none_or(|k| k == arms[0] + arms[1])
            })
        })
    };
    vec![
        balance(3, 4, "w . . .; . . . .; . . . b"),
        balance(4, 4, "3,b . . .; . . . .; . . w .; . . . ."),
        balance(4, 4, ". 2,w . .; . . . .; . . . .; . . . ."),
    ]
}

fn turnaround_cases() -> Vec<Puzzle> {
    let turnaround = |rows, cols, numbers: &'static str, full: bool| {
        let flag = if full { ", full: true" } else { "" };
        looped(rows, cols, &format!("clues n {{ {numbers} }}\nturnaround(e, n{flag})"), move |b, strokes| {
            let turns = |c: usize| usize::from(matches!(strokes[c][..], [p, q] if p.0 != -q.0 || p.1 != -q.1));
            let around = |c: usize| -> usize {
                let beside = strokes[c].iter().map(|&way| turns(b.step(c, way).expect("a line stays on the board")));
                turns(c) + beside.sum::<usize>()
            };
            let clues = tokens(numbers);
            let right = |(c, clue): (usize, &&str)| {
                *clue == "." || !strokes[c].is_empty() && number(clue).is_none_or(|k| around(c) == k)
            };
            clues.iter().enumerate().all(right) && (!full || strokes.iter().all(|ways| !ways.is_empty()))
        })
    };
    vec![
        turnaround(3, 3, ". 2 .; ? 3 .; . 3 .", false),
        turnaround(3, 4, ". . 3 .; . . . .; . . 2 .", false),
        turnaround(4, 4, "? 2 . .; . 2 . .; ? 2 . 2; 1 . ? .", false),
        turnaround(4, 4, ". . . .; . . . 1; . . . .; . . . .", true),
    ]
}

fn mukkonn_cases() -> Vec<Puzzle> {
    let mukkonn = |rows, cols, exits: &'static str| {
        looped(rows, cols, &format!("clues n {{ {exits} }}\nmukkonn(e, n)"), move |b, strokes| {
            let right = |(c, clue): (usize, &&str)| {
                let numbers = clue.split(',').zip([UP, DOWN, LEFT, RIGHT]);
                *clue == "."
                    || numbers.into_iter().all(|(k, way)| {
                        !strokes[c].contains(&way) || number(k).is_none_or(|k| reach(b, strokes, c, way) == k)
                    })
            };
            strokes.iter().all(|ways| !ways.is_empty()) && tokens(exits).iter().enumerate().all(right)
        })
    };
    vec![
        mukkonn(4, 4, ". . . .; . 1,.,.,. . .; . . . .; . . . ."),
        mukkonn(4, 4, ". . . .; . 1,.,.,2 . .; . . . .; . . . 1,.,.,."),
        mukkonn(4, 4, ". . . .; .,0,1,. . . .; . . . .; . . . ."),
        mukkonn(3, 4, ". . . .; . . . 1,.,2,.; . . . ."),
    ]
}

fn l_ring_cases() -> Vec<Puzzle> {
    let l_ring = |rows, cols, arrows: &'static str, full: bool| {
        let flag = if full { ", full: true" } else { "" };
        looped(rows, cols, &format!("clues n {{ {arrows} }}\nl_ring(e, n{flag})"), move |b, strokes| {
            let right = |(c, clue): (usize, &&str)| {
                let ways = NAMES.into_iter().zip(WAYS);
                let lengths: Vec<(&str, usize)> = ways
                    .filter(|(_, way)| strokes[c].contains(way))
                    .map(|(n, way)| (n, reach(b, strokes, c, way)))
                    .collect();
                let turns = matches!(strokes[c][..], [p, q] if p.0 != -q.0 || p.1 != -q.1);
                let longer = |k: usize| lengths[k].1 == lengths[1 - k].1 + 1 && (*clue == "?" || *clue == lengths[k].0);
                *clue == "." || turns && (longer(0) || longer(1))
            };
            tokens(arrows).iter().enumerate().all(right) && (!full || strokes.iter().all(|ways| !ways.is_empty()))
        })
    };
    vec![
        l_ring(3, 4, "right . . .; . . . .; . . . .", false),
        l_ring(4, 4, ". . . .; . ? . .; . . . up; . . . .", false),
        l_ring(4, 4, ". . . down; . . . .; . . . .; ? . . .", false),
        l_ring(4, 4, ". . . .; . . . .; . . ? .; . . . .", true),
    ]
}

fn midloop_cases() -> Vec<Puzzle> {
    let midloop = |rows: usize, cols: usize, dots: &'static str| {
        let rest = format!("clues n of cells and borders x {{ {dots} }}\nmidloop(e, n)");
        looped(rows, cols, &rest, move |b, strokes| {
            let wide = 2 * cols - 1;
            tokens(dots).iter().enumerate().filter(|(_, k)| **k != ".").all(|(at, _)| {
                let (row, col) = (at / wide, at % wide);
                let c = row / 2 * cols + col / 2;
                let middle = |d: usize, back: Way, way: Way| {
                    strokes[c].contains(&way) && reach(b, strokes, c, back) == reach(b, strokes, d, way)
                };
                match (row % 2, col % 2) {
                    (1, _) => middle(c + cols, UP, DOWN),
                    (_, 1) => middle(c + 1, LEFT, RIGHT),
                    _ => {
                        let arms = arms(b, strokes, c);
                        let straight = strokes[c].len() == 2
                            && strokes[c][0].0 + strokes[c][1].0 == 0
                            && strokes[c][0].1 + strokes[c][1].1 == 0;
                        straight && arms[0] == arms[1]
                    }
                }
            })
        })
    };
    vec![
        midloop(3, 3, ". . . o .; . . . . .; . . . . .; o . . . .; . . . . ."),
        midloop(3, 4, ". . o . . . .; . . . . . . .; . . . . . . .; . . . . . . .; . . . o . . ."),
        midloop(
            4,
            4,
            ". . . . . . .; . . . . . . .; . . . . . . .; . . o . . . .; . . . . . . .; . . . . . . .; . . . . . o .",
        ),
    ]
}

fn turns(strokes: &[Way]) -> bool {
    strokes.iter().any(|w| w.0 != 0) && strokes.iter().any(|w| w.1 != 0)
}

fn detour_cases() -> Vec<Puzzle> {
    let detour = |rows, cols, regions: &'static str, numbers: &'static str| {
        let rest = format!("regions g {{ {regions} }}\nclues n {{ {numbers} }}\ndetour(e, g, n)");
        looped(rows, cols, &rest, move |_, strokes| {
            let n = tokens(numbers);
            strokes.iter().all(|s| s.len() == 2)
                && rooms(regions).iter().all(|room| {
                    let clue = room.iter().find_map(|&c| number(n[c]));
                    clue.is_none_or(|k| k == room.iter().filter(|&&c| turns(&strokes[c])).count())
                })
        })
    };
    vec![
        detour(4, 4, "a a b b; a a b b; c c d d; c c d d", "3 . . .; . . . .; . . . .; . . . ."),
        detour(4, 5, "a a b b b; a a b b b; c c d d d; c c d d d", ". . 2 . .; . . . . .; ? . . . .; . . . . ."),
        detour(3, 4, "a a a b; a a b b; c c c c", ". . . .; . . . .; . . . 4"),
    ]
}

fn castle_cases() -> Vec<Puzzle> {
    let castle = |rows, cols, walls: &'static str| {
        looped(rows, cols, &format!("clues n {{ {walls} }}\ncastle_wall(e, n)"), move |b, strokes| {
            tokens(walls).iter().enumerate().filter(|(_, k)| **k != ".").all(|(c, clue)| {
                let parts: Vec<&str> = clue.split(',').collect();
                let steps = |way: Way| b.ray(c, way).iter().filter(|&&d| strokes[d].contains(&way)).count();
                let way = |word: &str| {
                    [("up", UP), ("down", DOWN), ("left", LEFT), ("right", RIGHT)]
                        .iter()
                        .find(|w| w.0 == word)
                        .expect("a way")
                        .1
                };
                let counted = parts.len() == 1 || number(parts[1]) == Some(steps(way(parts[2])));
                // Outside, a walk over corners of cells reaches the rim without crossing the loop: crossings of a half-line,
                // counted here upwards.
                let crossed = b.ray(c, UP).iter().filter(|&&d| strokes[d].contains(&RIGHT)).count() % 2;
                let side = match parts[0] {
                    "w" => crossed == 1,
                    "b" => crossed == 0,
                    _ => true,
                };
                strokes[c].is_empty() && counted && side
            })
        })
    };
    vec![
        castle(3, 3, ". . .; . w .; . . ."),
        castle(4, 4, ". . . .; . b . .; . . . .; . . . g,2,left"),
        castle(4, 5, ". . . . .; . w,1,right . . .; . . . . .; . . . . b"),
    ]
}

fn nothing_cases() -> Vec<Puzzle> {
    let nothing = |rows, cols, regions: &'static str| {
        looped(rows, cols, &format!("regions g {{ {regions} }}\nall_or_nothing(e, g)"), move |b, strokes| {
            let marks = tokens(regions);
            let on = |c: usize| !strokes[c].is_empty();
            let crossings = |room: &Vec<usize>| -> usize {
                let out = |&c: &usize| {
                    WAYS.iter()
                        .filter(|w| strokes[c].contains(w) && b.step(c, **w).is_some_and(|d| !room.contains(&d)))
                        .count()
                };
                room.iter().map(out).sum()
            };
            rooms(regions).iter().all(|room| room.iter().all(|&c| on(c) == on(room[0])) && crossings(room) <= 2)
                && b.pairs().iter().all(|&(c, d)| marks[c] == marks[d] || on(c) || on(d))
        })
    };
    vec![
        nothing(3, 3, "a a b; c d b; c e e"),
        nothing(3, 4, "a a b b; c d d b; c c e e"),
        nothing(4, 4, "a a b b; c d d b; c e f f; c e g g"),
    ]
}
