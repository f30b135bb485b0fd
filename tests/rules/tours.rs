//! The rules of loops past shaded cells, around clues and through all cells, against all loops of small boards.

use super::boards::{Board, EIGHT, Few, Puzzle, Way, check, clued, holes_of, number, rooms, tokens};
use super::visits::even;

#[test]
fn mean_what_they_say() {
    let cases = [
        regional_yajilin_cases(),
        koburin_cases(),
        retsurin_cases(),
        double_back_cases(),
        dotchi_cases(),
        tapa_loop_cases(),
        ring_ring_cases(),
        round_trip_cases(),
        outside_cases(),
        entry_exit_cases(),
        grand_tour_cases(),
    ];
    check("tours", cases.into_iter().flatten().collect());
}

/// Loops with shaded cells, no two side by side: none is on the loop.
pub(super) fn past_shaded(b: Board, rest: &str, right: impl Fn(&[Few<Way>], &[bool]) -> bool) -> Puzzle {
    let script = format!("grid s {}x{} in bool\nlinks e of s\n{rest}", b.rows, b.cols);
    let all = 2f64.powi((b.len() + b.pairs().len()) as i32);
    let strokes: Vec<Vec<Few<Way>>> = b.loops().iter().map(|drawn| b.strokes(drawn)).collect();
    let apart = |on: &Vec<bool>| !b.pairs().iter().any(|&(c, d)| on[c] && on[d]);
    let shadings: Vec<Vec<bool>> = b.shadings().filter(apart).collect();
    let ways = strokes.iter().flat_map(|s| shadings.iter().map(move |on| (s, on)));
    Puzzle::new(script, all, ways, |(strokes, on)| right(strokes, on))
}

fn regional_yajilin_cases() -> Vec<Puzzle> {
    let regional = |rows, cols, regions: &str, numbers: &str| {
        let b = Board { rows, cols };
        let n = tokens(numbers);
        let rest = format!("regions g {{ {regions} }}\nclues n {{ {numbers} }}\nregional_yajilin(s, e, g, n)");
        past_shaded(b, &rest, |strokes, on| {
            let counted = |room: &Vec<usize>| {
                let count = room.iter().filter(|&&c| on[c]).count();
                room.iter().filter_map(|&c| number(n[c])).all(|k| k == count)
            };
            (0..b.len()).all(|c| on[c] == strokes[c].is_empty()) && rooms(regions).iter().all(counted)
        })
    };
    vec![
        regional(3, 3, "a a a; a b b; a b b", ". . .; . . .; . . ."),
        regional(3, 4, "a a b b; a a b b; c c c c", ". . 1 .; . . . .; . . . ."),
        regional(4, 4, "a a b b; a a b b; c c d d; c c d d", "1 . . .; . . . .; . . . .; . . . 0"),
        regional(4, 4, "a a a b; a c c b; a c c b; d d d b", ". . . .; . 2 . .; . . . .; . . . ."),
    ]
}

fn retsurin_cases() -> Vec<Puzzle> {
    let retsurin = |rows, cols, numbers: &str, more: &str| {
        let b = Board { rows, cols };
        let n = tokens(numbers);
        let rest = format!("clues n {{ {numbers} }}\nretsurin(s, e, n{more})");
        past_shaded(b, &rest, |strokes, on| {
            let inside =
                |c: usize| b.ray(c, (-1, 0)).iter().filter(|&&d| strokes[d].contains(&(0, 1))).count() % 2 == 1;
            let count = |line: &Vec<usize>| line.iter().filter(|&&c| on[c]).count();
            let either =
                |c: usize, k: usize| b.lines().iter().filter(|line| line.contains(&c) && count(line) == k).count() == 1;
            let clue = |c: usize| !on[c] && strokes[c].is_empty() && number(n[c]).is_none_or(|k| either(c, k));
            let fits = |c: usize| if n[c] == "." { on[c] == strokes[c].is_empty() } else { clue(c) };
            (0..b.len()).all(fits) && (more.is_empty() || (0..b.len()).all(|c| !on[c] || !inside(c)))
        })
    };
    vec![
        retsurin(3, 3, ". . .; . ? .; . . .", ""),
        retsurin(4, 4, ". . . .; . 1 . .; . . . .; . . . .", ""),
        retsurin(4, 4, ". . . 1; . . . .; . . . .; ? . . .", ""),
        retsurin(4, 4, ". . . .; . . 0 .; . . . .; . . . .", ""),
        retsurin(4, 4, "? . . .; . . . .; . . . .; . . . .", ", outside: true"),
    ]
}

fn koburin_cases() -> Vec<Puzzle> {
    let koburin = |rows, cols, numbers: &str, more: &str| {
        let b = Board { rows, cols };
        let n = tokens(numbers);
        past_shaded(b, &format!("clues n {{ {numbers} }}\nkoburin(s, e, n{more})"), |strokes, on| {
            let covered =
                |c: usize| usize::from(on[c]) + usize::from(!strokes[c].is_empty()) + usize::from(n[c] != ".");
            let near = |c: usize| if more.is_empty() { b.beside(c) } else { b.around(c) };
            let count = |c: usize| near(c).into_iter().filter(|&d| on[d]).count();
            (0..b.len()).all(|c| covered(c) == 1)
                && clued(&n).all(|(c, clue)| number(clue).is_none_or(|k| k == count(c)))
        })
    };
    vec![
        koburin(3, 3, ". . .; . . .; . . .", ""),
        koburin(3, 4, ". . . .; . . . .; . . . 1", ""),
        koburin(4, 4, ". . . .; . ? . .; . . . .; . . . .", ""),
        koburin(4, 4, ". . . .; . . . .; . . . .; . . . 0", ""),
        koburin(3, 4, ". . . .; . . . .; . . . 1", ", corners: true"),
    ]
}

/// Loops through the cells, for a script that goes on after the declaration of the links `e`.
fn linked(b: Board, head: &str, rest: &str, ways: Vec<Vec<bool>>, right: impl Fn(&[Few<Way>]) -> bool) -> Puzzle {
    let script = format!("{head}links e of x\n{rest}");
    Puzzle::new(script, 2f64.powi(b.pairs().len() as i32), ways, |drawn| right(&b.strokes(drawn)))
}

fn double_back_cases() -> Vec<Puzzle> {
    let double_back = |rows: usize, cols: usize, regions: &str| {
        let b = Board { rows, cols };
        let marks = tokens(regions);
        let head = match regions.contains('.') {
            true => format!("clues h {{ {} }}\ngrid x {rows}x{cols} except h\n", holes_of(regions)),
            false => format!("grid x {rows}x{cols}\n"),
        };
        linked(b, &head, &format!("regions g {{ {regions} }}\ndouble_back(e, g)"), b.loops(), |strokes| {
            let leaves = |c: usize| {
                strokes[c].iter().filter(|&&way| b.step(c, way).is_some_and(|d| marks[d] != marks[c])).count()
            };
            (0..b.len()).all(|c| strokes[c].is_empty() == (marks[c] == "."))
                && rooms(regions).iter().all(|room| room.iter().map(|&c| leaves(c)).sum::<usize>() == 4)
        })
    };
    vec![
        double_back(4, 4, "a a b b; a a b b; a a b b; a a b b"),
        double_back(4, 4, "a a a a; b b b b; b b b b; a a a a"),
        double_back(3, 4, ". a a .; b b b b; a a a a"),
    ]
}

fn is_turn(ways: &[Way]) -> bool {
    matches!(ways, [v, w] if v.0 + w.0 != 0 || v.1 + w.1 != 0)
}

fn dotchi_cases() -> Vec<Puzzle> {
    let dotchi = |rows, cols, regions: &str, circles: &str| {
        let b = Board { rows, cols };
        let n = tokens(circles);
        let rest = format!("regions g {{ {regions} }}\nclues n {{ {circles} }}\ndotchi(e, g, n)");
        linked(b, &format!("grid x {rows}x{cols}\n"), &rest, b.loops(), |strokes| {
            let alike = |room: &Vec<usize>| {
                let white: Vec<bool> = room.iter().filter(|&&c| n[c] == "w").map(|&c| is_turn(&strokes[c])).collect();
                white.iter().all(|turn| *turn == white[0])
            };
            clued(&n).all(|(c, mark)| strokes[c].is_empty() == (mark == "b")) && rooms(regions).iter().all(alike)
        })
    };
    vec![
        dotchi(3, 3, "a a b; a a b; c c b", "w . .; . . w; . . ."),
        dotchi(3, 4, "a a b b; a a b b; c c c c", "w w . .; . . b .; . . . ."),
        dotchi(4, 4, "a a b b; a a b b; c c d d; c c d d", ". . . w; . w . w; . b . .; w . . ."),
    ]
}

fn tapa_loop_cases() -> Vec<Puzzle> {
    let tapa_loop = |rows, cols, clues: &str| {
        let b = Board { rows, cols };
        let n = tokens(clues);
        let rest = format!("clues n {{ {clues} }}\ntapa_loop(e, n)");
        linked(b, &format!("grid x {rows}x{cols}\n"), &rest, b.loops(), |strokes| {
            // The parts of the loop within the cells around a clue, each by its number of cells.
            let visits = |c: usize| {
                let ring: Vec<usize> =
                    EIGHT.iter().filter_map(|&way| b.step(c, way)).filter(|&d| !strokes[d].is_empty()).collect();
                let joined = |a: usize, d: usize| strokes[a].iter().any(|&way| b.step(a, way) == Some(d));
                let mut sizes: Vec<usize> = b.pieces(|d| ring.contains(&d), joined).iter().map(Vec::len).collect();
                sizes.sort_unstable();
                sizes
            };
            let fits = |(c, clue): (usize, &str)| {
                let mut sizes = visits(c);
                let (known, unknown): (Vec<&str>, Vec<&str>) = clue.split(',').partition(|k| *k != "?");
                let known: Vec<usize> = known.iter().filter_map(|k| number(k)).filter(|&k| k > 0).collect();
                let all =
                    known.iter().all(|k| sizes.iter().position(|size| size == k).map(|at| sizes.remove(at)).is_some());
                strokes[c].is_empty() && all && (clue == "?" || sizes.len() == unknown.len())
            };
            clued(&n).all(fits)
        })
    };
    vec![
        tapa_loop(3, 3, ". . .; . 8 .; . . ."),
        tapa_loop(4, 4, ". . . .; . 3 . .; . . . .; . . . ."),
        tapa_loop(4, 4, ". . . .; . . . .; . . . .; . . . ?"),
        tapa_loop(4, 4, "2 . . .; . . . .; . . . .; . . . ."),
        tapa_loop(4, 5, ". . . . .; . . 1,? . .; . . . . .; . . . . ."),
        tapa_loop(4, 5, ". . . . .; . . . . .; . . 2,3 . .; . . . . ."),
        tapa_loop(3, 4, "0 . . .; . . . .; . . . ."),
    ]
}

/// Whether the lines are rectangles: from each line straight on as far as it goes, with a turn at the end, four times.
fn rectangles(b: Board, strokes: &[Few<Way>]) -> bool {
    let straight_on = |c: usize, way: Way| strokes[c].contains(&way);
    let side = |mut c: usize, way: Way| {
        while straight_on(c, way) {
            c = b.step(c, way).expect("a cell");
            // A rectangle turns where its line ends.
            if !straight_on(c, way) || strokes[c].len() == 2 && is_turn(&strokes[c]) {
                break;
            }
        }
        c
    };
    (0..b.len()).all(|c| {
        strokes[c].is_empty()
            || strokes[c].len() == 4
            || strokes[c].len() == 2
                && (!is_turn(&strokes[c]) || {
                    let (v, w) = (strokes[c][0], strokes[c][1]);
                    let (p, q) = (side(c, v), side(c, w));
                    let back = |way: Way| (-way.0, -way.1);
                    let bend = |at: usize, one: Way, two: Way| {
                        strokes[at].len() == 2 && strokes[at].contains(&one) && strokes[at].contains(&two)
                    };
                    let (r, s) = (side(p, w), side(q, v));
                    bend(p, back(v), w) && bend(q, back(w), v) && r == s && bend(r, back(v), back(w))
                })
    })
}

fn ring_ring_cases() -> Vec<Puzzle> {
    let ring_ring = |rows, cols, walls: &str| {
        let b = Board { rows, cols };
        let n = tokens(walls);
        let rest = format!("clues n {{ {walls} }}\nring_ring(e, n)");
        linked(b, &format!("grid x {rows}x{cols}\n"), &rest, even(b), |strokes| {
            (0..b.len()).all(|c| strokes[c].is_empty() == (n[c] != ".")) && rectangles(b, strokes)
        })
    };
    vec![
        ring_ring(3, 3, ". . .; . # .; . . ."),
        ring_ring(3, 4, ". . . .; . . . .; # # # #"),
        ring_ring(4, 4, "# . . .; . . . .; . . . .; . . . #"),
        ring_ring(4, 4, ". . . .; . . . .; . . . .; . . . ."),
    ]
}

/// Whether what is drawn is one loop, which goes straight on wherever it crosses itself.
fn is_trip(b: Board, drawn: &[bool], strokes: &[Few<Way>]) -> bool {
    if strokes.iter().any(|ways| ways.len() % 2 == 1) {
        return false;
    }
    let Some(start) = strokes.iter().position(|ways| !ways.is_empty()) else { return false };
    let (mut here, mut way, mut walked) = (start, strokes[start][0], 0);
    loop {
        here = b.step(here, way).expect("a cell");
        walked += 1;
        if strokes[here].len() == 2 {
            let back = (-way.0, -way.1);
            way = strokes[here].iter().copied().find(|w| *w != back).expect("a way on");
        }
        if here == start && way == strokes[start][0] {
            return walked == drawn.iter().filter(|on| **on).count();
        }
        if walked > drawn.len() {
            return false;
        }
    }
}

fn round_trip_cases() -> Vec<Puzzle> {
    let trip = |rows: usize, cols: usize, sky: [&'static str; 4]| {
        let b = Board { rows, cols };
        let sides: Vec<String> = ["top", "bottom", "left", "right"]
            .iter()
            .zip(sky)
            .map(|(side, clues)| format!("  {side} {clues}"))
            .collect();
        let rest = format!("outside k of x {{\n{}\n}}\nround_trip(e, k)", sides.join("\n"));
        let drawn: Vec<Vec<bool>> =
            super::boards::bits(b.pairs().len()).filter(|drawn| is_trip(b, drawn, &b.strokes(drawn))).collect();
        linked(b, &format!("grid x {rows}x{cols}\n"), &rest, drawn, move |strokes| {
            let (across, upright) = (0..rows, 0..cols);
            let row = |r: usize| (0..cols).map(|c| r * cols + c).collect::<Vec<usize>>();
            let col = |c: usize| (0..rows).map(|r| r * cols + c).collect::<Vec<usize>>();
            let back = |mut line: Vec<usize>| {
                line.reverse();
                line
            };
            let lines: [(Vec<Vec<usize>>, Way); 4] = [
                (upright.clone().map(col).collect(), (1, 0)),
                (upright.map(|c| back(col(c))).collect(), (-1, 0)),
                (across.clone().map(row).collect(), (0, 1)),
                (across.map(|r| back(row(r))).collect(), (0, -1)),
            ];
            lines.iter().zip(sky).all(|((lines, way), clues)| {
                lines.iter().zip(tokens(clues)).all(|(line, clue)| {
                    let on: Vec<bool> = line.iter().map(|&c| strokes[c].contains(way)).collect();
                    let first = on.iter().skip_while(|on| !**on).take_while(|on| **on).count();
                    number(clue).is_none_or(|k| k == first + 1 && first > 0)
                })
            })
        })
    };
    vec![
        trip(3, 4, [". . . .", ". . . .", "2 . .", ". . ."]),
        trip(3, 4, ["3 . . .", ". . ? .", ". . .", ". 2 ."]),
        trip(4, 3, [". 3 .", ". . 2", ". . . .", ". . 2 ."]),
    ]
}

/// The loop goes around none of the shaded cells.
fn outside_cases() -> Vec<Puzzle> {
    let outside = |rows, cols, head: &str, call: &str| {
        past_shaded(Board { rows, cols }, &format!("{head}{call}, outside: true)"), |strokes, on| {
            let b = Board { rows, cols };
            // A ray to the left crosses the loop an odd number of times from inside.
            let inside =
                |c: usize| b.ray(c, (0, -1)).iter().filter(|&&d| strokes[d].contains(&(1, 0))).count() % 2 == 1;
            (0..b.len()).all(|c| on[c] == strokes[c].is_empty() && !(on[c] && inside(c)))
        })
    };
    vec![
        outside(
            4,
            4,
            "regions g { a a a a; a a a a; a a a a; a a a a }\nclues n { . . . .; . . . .; . . . .; . . . . }\n",
            "regional_yajilin(s, e, g, n",
        ),
        outside(3, 5, "clues n { . . . . .; . . . . .; . . . . . }\n", "koburin(s, e, n"),
        outside(4, 4, "clues n { . . . .; . . . .; . . . .; . . . . }\n", "yajilin(s, e, n"),
        outside(4, 4, "clues n { . . . .; . . . .; . . . .; . . . . }\n", "lix_loop(s, e, n"),
    ]
}

fn entry_exit_cases() -> Vec<Puzzle> {
    let entry_exit = |rows: usize, cols: usize, regions: &'static str| {
        let b = Board { rows, cols };
        let rest = format!("regions g {{ {regions} }}\nentry_exit(e, g)");
        linked(b, &format!("grid x {rows}x{cols}\n"), &rest, b.loops(), move |strokes| {
            let ways_out = |room: &Vec<usize>| {
                let out = |&c: &usize| {
                    strokes[c].iter().filter(|way| b.step(c, **way).is_some_and(|d| !room.contains(&d))).count()
                };
                room.iter().map(out).sum::<usize>()
            };
            strokes.iter().all(|ways| ways.len() == 2) && rooms(regions).iter().all(|room| ways_out(room) == 2)
        })
    };
    vec![
        entry_exit(4, 4, "a a b b; a a b b; c c b b; c c c c"),
        entry_exit(3, 4, "a a b b; a c c b; a c c b"),
        entry_exit(4, 4, "a a a a; b b c c; b b c c; b b c c"),
    ]
}

fn grand_tour_cases() -> Vec<Puzzle> {
    let tour = |rows: usize, cols: usize, given: &'static str| {
        let b = Board { rows, cols };
        let rest = format!("clues n of borders x {{ {given} }}\ngrand_tour(e, n)");
        linked(b, &format!("grid x {rows}x{cols}\n"), &rest, b.loops(), move |strokes| {
            let wide = 2 * cols - 1;
            clued(&tokens(given)).all(|(at, _)| {
                let (r, c) = (at / wide, at % wide);
                strokes[r / 2 * cols + c / 2].contains(&if r % 2 == 1 { (1, 0) } else { (0, 1) })
            }) && strokes.iter().all(|ways| ways.len() == 2)
        })
    };
    vec![
        tour(
            4,
            4,
            ". . . . . . .; . . . . . . .; . . . x . . .; . . . . . . .; . . . . . . .; . . . . . . .; . . . . . . .",
        ),
        tour(3, 4, ". . . x . . .; . . . . . . .; . . . . . . .; . . . . . . .; . . . . . . ."),
    ]
}
