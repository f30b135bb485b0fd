//! The rules of paths from the edge, of gates and segments on loops, and of paths over ice against all ways to draw on
//! tiny boards.

use super::boards::{Board, DOWN, Few, LEFT, Puzzle, RIGHT, UP, Way, bits, check, number, rooms, tokens};

#[test]
fn mean_what_they_say() {
    let cases = [
        anglers_cases(),
        slalom_cases(),
        pipeline_cases(),
        tracks_cases(),
        rail_pool_cases(),
        icebarn_cases(),
        icelom_cases(),
    ];
    check("trails", cases.into_iter().flatten().collect());
}

const SIDES: [&str; 4] = ["top", "bottom", "left", "right"];

/// The clues around a board: the cell beside each, the direction from outside into it, and the clue.
fn around(b: Board, sides: [&str; 4]) -> Vec<(usize, Way, &str)> {
    let mut found = vec![];
    for (side, clues) in sides.into_iter().enumerate() {
        for (k, clue) in tokens(clues).into_iter().enumerate().filter(|(_, clue)| *clue != ".") {
            let (row, col) = [(0, k), (b.rows - 1, k), (k, 0), (k, b.cols - 1)][side];
            found.push((row * b.cols + col, [DOWN, UP, RIGHT, LEFT][side], clue));
        }
    }
    found
}

fn outside(name: &str, sides: [&str; 4]) -> String {
    let lines: Vec<String> = SIDES.iter().zip(sides).map(|(side, clues)| format!("  {side} {clues}\n")).collect();
    format!("outside {name} {{\n{}}}\n", lines.concat())
}

fn opposite(way: Way) -> Way {
    (-way.0, -way.1)
}

fn anglers_cases() -> Vec<Puzzle> {
    let anglers = |rows, cols, rocks: &str, marks: &str, sides: [&str; 4]| {
        let (b, r, m) = (Board { rows, cols }, tokens(rocks), tokens(marks));
        let head = format!("clues r {{ {rocks} }}\ngrid x {rows}x{cols} except r\nclues m {{ {marks} }}\n");
        let script = format!("{head}{}links e of x\nanglers(e, m, s)", outside("s", sides));
        let pairs = b.pairs();
        Puzzle::new(script, 2f64.powi(pairs.len() as i32), bits(pairs.len()), |drawn| {
            let strokes = b.strokes(drawn);
            let mut passed = vec![0; b.len()];
            // The path from a cell with its first direction: how many cells it passes, if it ends at a fish.
            let mut path = |from: usize, came: Option<Way>| {
                let (mut at, mut back, mut cells) = (from, came.map(opposite), 0);
                loop {
                    passed[at] += 1;
                    cells += 1;
                    let on: Vec<Way> = strokes[at].iter().copied().filter(|way| Some(*way) != back).collect();
                    match on[..] {
                        [] => return (m[at] == "f").then_some(cells),
                        [way] if m[at] == "." || cells == 1 && came.is_none() => {
                            at = b.step(at, way)?;
                            back = Some(opposite(way));
                        }
                        _ => return None,
                    }
                    if cells > b.len() {
                        return None;
                    }
                }
            };
            let long = |clue: &str, steps: Option<usize>| steps.is_some_and(|n| number(clue).is_none_or(|k| k == n));
            let inner: Vec<(usize, &str)> =
                m.iter().copied().enumerate().filter(|(_, mark)| !["f", "."].contains(mark)).collect();
            let from_inside = inner.iter().all(|&(c, clue)| long(clue, path(c, None).map(|cells| cells - 1)));
            let from_outside = around(b, sides).into_iter().all(|(c, way, clue)| long(clue, path(c, Some(way))));
            let links: usize = strokes.iter().map(Few::len).sum();
            let paths = inner.len() + around(b, sides).len();
            from_inside
                && from_outside
                && (0..b.len()).all(|c| passed[c] == usize::from(r[c] == "."))
                && links + 2 * paths == 2 * passed.iter().sum::<usize>()
        })
    };
    vec![
        anglers(3, 3, ". . .; . # .; . . .", ". . .; . . .; f f .", [". ? .", ". . .", "3 . .", ". . ."]),
        anglers(3, 3, ". . .; . . .; . . .", ". . f; . . .; f . 2", [". . .", ". . .", ". 6 .", ". . ."]),
        anglers(2, 4, ". . . .; . . . .", "f . . f; . . . .", [". . . .", "? . . ?", ". .", ". ."]),
        anglers(3, 3, ". . .; . . .; . . .", ". . .; . f .; . . .", ["? . .", ". . .", ". . .", ". . ."]),
    ]
}

fn slalom_cases() -> Vec<Puzzle> {
    let slalom = |rows, cols, marks: &str| {
        let (b, m) = (Board { rows, cols }, tokens(marks));
        let script = format!("grid x {rows}x{cols}\nclues m {{ {marks} }}\nlinks e of x\nslalom(e, m)");
        let is_gate = |c: usize| m[c] == "h" || m[c] == "v";
        let along = |c: usize, d: usize| m[c] == m[d] && (m[c] == "h") == (b.at(c).0 == b.at(d).0);
        let gates = b.pieces(is_gate, along);
        let start = m.iter().position(|mark| *mark == "o").expect("a start");
        Puzzle::new(script, 2f64.powi(b.pairs().len() as i32), b.loops(), |drawn| {
            let strokes = b.strokes(drawn);
            let passes = |first: Way| {
                let (mut at, mut way, mut order) = (start, first, vec![]);
                loop {
                    at = b.step(at, way).expect("a cell");
                    if at == start {
                        return Some(order);
                    }
                    if is_gate(at) {
                        let across = if m[at] == "h" { [UP, DOWN] } else { [LEFT, RIGHT] };
                        if !across.iter().all(|side| strokes[at].contains(side)) {
                            return None;
                        }
                        order.push(gates.iter().position(|gate| gate.contains(&at)).expect("a gate"));
                    } else if !["o", "."].contains(&m[at]) {
                        return None;
                    }
                    way = *strokes[at].iter().find(|&&next| next != opposite(way)).expect("a loop");
                }
            };
            let numbered = |order: &Vec<usize>| {
                (0..b.len()).all(|c| {
                    let mut parts = m[c].split(',');
                    let Some(k) = number(parts.next().unwrap_or_default()) else { return true };
                    let name = parts.next();
                    let ways = [("up", UP), ("down", DOWN), ("left", LEFT), ("right", RIGHT)];
                    ways.iter().filter(|(word, _)| name.is_none_or(|name| name == *word)).any(|&(_, way)| {
                        b.step(c, way).is_some_and(|d| {
                            let ends = m[d] == if way.0 == 0 { "h" } else { "v" };
                            ends && gates[order[k - 1]].contains(&d)
                        })
                    })
                })
            };
            let orders: Vec<Vec<usize>> = strokes[start].iter().filter_map(|&way| passes(way)).collect();
            let once = |order: &Vec<usize>| order.len() == gates.len() && (0..gates.len()).all(|k| order.contains(&k));
            !orders.is_empty() && orders.iter().all(once) && orders.iter().any(numbered)
        })
    };
    vec![
        slalom(4, 4, "o . . .; . # h #; . . . .; . . . ."),
        slalom(4, 4, ". v o .; . v . .; . 1 # h; . . . ."),
        slalom(4, 4, ". . v .; . . v .; o # 1,up h; . . . ."),
        slalom(4, 4, ". . . .; h # 2 h; . # # .; o . v ."),
        slalom(4, 5, "o . v . .; . . 1 . .; # h # . h; . . v . ."),
    ]
}

fn pipeline_cases() -> Vec<Puzzle> {
    let pipeline = |rows, cols, pipes: &str, sides: [&str; 4]| {
        let (b, p) = (Board { rows, cols }, tokens(pipes));
        let head = format!("grid x {rows}x{cols}\nclues p {{ {pipes} }}\n{}", outside("s of x", sides));
        let pairs = b.pairs();
        Puzzle::new(
            format!("{head}links e of x\npipeline(e, p, s)"),
            2f64.powi(pairs.len() as i32),
            bits(pairs.len()),
            |drawn| {
                let strokes = b.strokes(drawn);
                let passed = |c: usize| !strokes[c].is_empty();
                let ways = |mark: &str| match mark {
                    "v" => vec![UP, DOWN],
                    "h" => vec![LEFT, RIGHT],
                    turn => {
                        turn.chars().map(|c| [UP, DOWN, LEFT, RIGHT]["udlr".find(c).expect("a direction")]).collect()
                    }
                };
                let given = |c: usize| {
                    p[c] == "." || {
                        let wanted = ways(p[c]);
                        wanted.len() == strokes[c].len() && wanted.iter().all(|way| strokes[c].contains(way))
                    }
                };
                let ends = (0..b.len()).filter(|&c| strokes[c].len() == 1).count();
                let joined = |c: usize, d: usize| {
                    pairs.iter().zip(drawn).any(|(&(a, z), &on)| on && ((a, z) == (c, d) || (z, a) == (c, d)))
                };
                let counted = |(cell, way, clue): &(usize, Way, &str)| {
                    let line = [vec![*cell], b.ray(*cell, *way)].concat();
                    number(clue).is_none_or(|k| line.into_iter().filter(|&c| passed(c)).count() == k)
                };
                ends == 2
                    && (0..b.len()).all(|c| strokes[c].len() <= 2 && given(c))
                    && b.pieces(passed, joined).len() == 1
                    && around(b, sides).iter().all(counted)
            },
        )
    };
    vec![
        pipeline(3, 3, "d . .; . . .; . . u", [". . .", ". . .", ". . .", ". . ."]),
        pipeline(3, 3, "r . .; . . .; r . .", ["2 . .", ". . ?", ". . .", ". . 3"]),
        pipeline(3, 4, "d . . l; . . h .; . . . .", [". . . .", ". . . 3", ". . .", ". . ."]),
        pipeline(3, 3, "d . .; . . .; u . .", [". . 0", ". . .", ". . .", ". . ."]),
        pipeline(3, 3, ". l .; v . .; . . u", [". . 2", ". . .", ". . 3", ". . ."]),
    ]
}

fn tracks_cases() -> Vec<Puzzle> {
    let tracks = |rows, cols, pieces: &str, counts: [&str; 4], stations: [&str; 4]| {
        let (b, p) = (Board { rows, cols }, tokens(pieces));
        let head = format!("grid x {rows}x{cols}\nclues p {{ {pieces} }}\n");
        let head = format!("{head}{}{}", outside("s of x", counts), outside("t of x", stations));
        let pairs = b.pairs();
        Puzzle::new(
            format!("{head}links e of x\ntracks(e, s, t, p)"),
            2f64.powi(pairs.len() as i32),
            bits(pairs.len()),
            |drawn| {
                let mut strokes = b.strokes(drawn);
                // The track leaves the grid at the stations.
                for (cell, way, _) in around(b, stations) {
                    strokes[cell].push(opposite(way));
                }
                let passed = |c: usize| !strokes[c].is_empty();
                let joined = |c: usize, d: usize| {
                    pairs.iter().zip(drawn).any(|(&(a, z), &on)| on && ((a, z) == (c, d) || (z, a) == (c, d)))
                };
                let ways = |mark: &str| match mark {
                    "v" => vec![UP, DOWN],
                    "h" => vec![LEFT, RIGHT],
                    turn => {
                        turn.chars().map(|c| [UP, DOWN, LEFT, RIGHT]["udlr".find(c).expect("a direction")]).collect()
                    }
                };
                let given = |c: usize| p[c] == "." || ways(p[c]).iter().all(|way| strokes[c].contains(way));
                let counted = |(cell, way, clue): &(usize, Way, &str)| {
                    let line = [vec![*cell], b.ray(*cell, *way)].concat();
                    number(clue).is_none_or(|k| line.into_iter().filter(|&c| passed(c)).count() == k)
                };
                (0..b.len()).all(|c| matches!(strokes[c].len(), 0 | 2) && given(c))
                    && b.pieces(passed, joined).len() == 1
                    && around(b, counts).iter().all(counted)
            },
        )
    };
    let none = [". . .", ". . .", ". . .", ". . ."];
    vec![
        tracks(3, 3, ". . .; . . .; . . .", none, [". . .", ". . B", "A . .", ". . ."]),
        tracks(3, 3, ". . .; . . .; . . .", ["2 . .", ". . ?", ". . .", "3 . ."], [". . .", ". . B", ". A .", ". . ."]),
        tracks(3, 3, ". . .; . ur .; . . .", none, ["B . .", ". . .", ". . .", ". . A"]),
        tracks(
            3,
            4,
            "v . . .; . . dl .; . . . .",
            [". 2 . .", ". . . .", ". . .", ". . ."],
            ["A . . .", ". . . .", ". . .", ". . B"],
        ),
        tracks(
            3,
            3,
            "ur . .; . . .; . . .",
            [". . .", ". . .", ". . .", ". . 2"],
            ["A . .", ". . B", ". . .", ". . ."],
        ),
    ]
}

fn rail_pool_cases() -> Vec<Puzzle> {
    let rail_pool = |rows, cols, regions: &str, lengths: &str| {
        let (b, n) = (Board { rows, cols }, tokens(lengths));
        let head = format!("grid x {rows}x{cols}\nregions g {{ {regions} }}\nclues n {{ {lengths} }}\n");
        let script = format!("{head}links e of x\nrail_pool(e, g, n)");
        Puzzle::new(script, 2f64.powi(b.pairs().len() as i32), b.loops(), |drawn| {
            let strokes = b.strokes(drawn);
            let reach = |c: usize, way: Way| {
                let line = [vec![c], b.ray(c, way)].concat();
                line.iter().take_while(|&&d| strokes[d].contains(&way)).count()
            };
            let fits = |room: &Vec<usize>| {
                let clues: Vec<&str> = room.iter().filter(|&&c| n[c] != ".").flat_map(|&c| n[c].split(',')).collect();
                let both = |&c: &usize| [reach(c, LEFT) + reach(c, RIGHT), reach(c, UP) + reach(c, DOWN)];
                let mut seen: Vec<usize> = room.iter().flat_map(both).filter(|k| *k > 0).collect();
                seen.sort_unstable();
                seen.dedup();
                clues.is_empty()
                    || seen.len() == clues.len()
                        && clues.iter().filter_map(|clue| number(clue)).all(|k| seen.contains(&k))
            };
            strokes.iter().all(|ways| ways.len() == 2) && rooms(regions).iter().all(fits)
        })
    };
    vec![
        rail_pool(4, 4, "a a b b; a a b b; c c d d; c c d d", "1,3 . . .; . . . .; . . . .; . . . ."),
        rail_pool(4, 4, "a a b b; a c c b; d c c b; d d d d", ". . . .; . 1,? . .; . . . .; . . . ."),
        rail_pool(4, 4, "a a a a; b b b b; c c c c; d d d d", "3 . . .; . . 1 ?,?; . . . .; . . . ."),
        rail_pool(4, 4, "a a b b; a a b b; c c d d; c c d d", ". . ?,? .; . . . .; . . . .; . . . ."),
    ]
}

/// The cells of the path from in to out in its order, with the direction of each step out of them; `None` if what is drawn
/// isn't one path that goes straight on ice and crosses itself there only.
fn path(b: Board, strokes: &[Few<Way>], ice: &[&str], sides: [&str; 4]) -> Option<Vec<(usize, Way)>> {
    let gates = around(b, sides);
    let at = |word: &str| *gates.iter().find(|(.., clue)| *clue == word).expect("both ends");
    let ((mut at, mut way, _), (last, inward, _)) = (at("in"), at("out"));
    let mut cells: Vec<(usize, Way)> = vec![];
    loop {
        if ice[at] != "#" {
            // The stroke that goes on, or the way out.
            let mut on: Vec<Way> = strokes[at].iter().copied().filter(|next| *next != opposite(way)).collect();
            on.extend((at == last).then(|| opposite(inward)));
            let [next] = on[..] else { return None };
            way = next;
        }
        cells.push((at, way));
        if at == last && way == opposite(inward) {
            let links: usize = strokes.iter().map(Few::len).sum();
            return (links == 2 * (cells.len() - 1)).then_some(cells);
        }
        at = b.step(at, way).filter(|_| strokes[at].contains(&way) && cells.len() <= 2 * b.len())?;
    }
}

/// Whether the path visits each area of ice.
fn visits_ice(b: Board, cells: &[(usize, Way)], ice: &[&str]) -> bool {
    b.pieces(|c| ice[c] == "#", |_, _| true).iter().all(|area| cells.iter().any(|(c, _)| area.contains(c)))
}

fn over_ice(
    b: Board,
    ice: &str,
    sides: [&str; 4],
    rest: &str,
    right: impl Fn(&[(usize, Way)], &[&str]) -> bool,
) -> Puzzle {
    let (i, pairs) = (tokens(ice), b.pairs());
    let head = format!("grid x {}x{}\nclues i {{ {ice} }}\n{}links e of x\n", b.rows, b.cols, outside("s", sides));
    Puzzle::new(format!("{head}{rest}"), 2f64.powi(pairs.len() as i32), bits(pairs.len()), |drawn| {
        path(b, &b.strokes(drawn), &i, sides).is_some_and(|cells| right(&cells, &i))
    })
}

fn icebarn_cases() -> Vec<Puzzle> {
    let icebarn = |rows: usize, cols: usize, ice: &str, arrows: &[(usize, &str)], sides: [&str; 4]| {
        let b = Board { rows, cols };
        let ways = |word: &str| {
            [("down", DOWN), ("right", RIGHT), ("up", UP), ("left", LEFT)]
                .iter()
                .find(|w| w.0 == word)
                .expect("a way")
                .1
        };
        // An arrow leads from its cell to the next one.
        let mut picture = vec![vec!["."; 2 * cols - 1]; 2 * rows - 1];
        for &(c, word) in arrows {
            let ((row, col), way) = (b.at(c), ways(word));
            picture[(2 * row + way.0) as usize][(2 * col + way.1) as usize] = word;
        }
        let picture: Vec<String> = picture.iter().map(|row| row.join(" ")).collect();
        let rest = format!("clues a of borders x {{ {} }}\nicebarn(e, i, a, s)", picture.join("; "));
        over_ice(b, ice, sides, &rest, |cells, i| {
            visits_ice(b, cells, i) && arrows.iter().all(|&(c, word)| cells.contains(&(c, ways(word))))
        })
    };
    vec![
        icebarn(3, 3, ". . .; . # .; . . .", &[], [". in .", ". . .", ". . .", ". out ."]),
        icebarn(3, 3, ". . .; . # #; . . .", &[(3, "right")], ["in . .", ". . .", ". . .", ". out ."]),
        icebarn(3, 4, ". # . .; . . # .; . . . .", &[(2, "left")], [". . . in", ". . . out", ". . .", ". . ."]),
        icebarn(
            3,
            4,
            ". . . .; . # # .; . . . .",
            &[(7, "up"), (8, "right")],
            [". . . out", ". . . .", ". in .", ". . ."],
        ),
    ]
}

fn icelom_cases() -> Vec<Puzzle> {
    let icelom = |rows, cols, ice: &str, numbers: &str, sides: [&str; 4], more: &str| {
        let (b, n) = (Board { rows, cols }, tokens(numbers));
        let rest = format!("clues n {{ {numbers} }}\nicelom(e, i, n, s{more})");
        over_ice(b, ice, sides, &rest, |cells, i| {
            let order: Vec<usize> = cells.iter().map(|(c, _)| *c).filter(|&c| n[c] != ".").collect();
            let in_order = order.iter().enumerate().all(|(k, &c)| number(n[c]).is_none_or(|m| m == k + 1));
            let all = n.iter().filter(|clue| **clue != ".").count() == order.len();
            let whole = (0..b.len()).all(|c| i[c] == "#" || cells.iter().any(|(d, _)| *d == c));
            in_order && all && if more.is_empty() { visits_ice(b, cells, i) } else { whole }
        })
    };
    vec![
        icelom(3, 3, ". . .; . # .; . . .", "? . .; . . .; . . 2", [". in .", ". . .", ". . .", ". . out"], ""),
        icelom(
            3,
            4,
            ". . . .; . # . .; . . # .",
            "1 . . .; . . . ?; . . . .",
            ["in . . .", ". . . .", ". . .", ". . out"],
            "",
        ),
        icelom(
            3,
            3,
            ". . .; . # .; . . .",
            ". . 1; . . .; ? . .",
            [". . .", ". . .", "in . .", ". . out"],
            ", all: true",
        ),
        icelom(
            3,
            4,
            ". # . .; . # . .; . . . .",
            ". . . .; . . 1 .; . . . .",
            [". . . .", ". . . .", "in . out", ". . ."],
            ", all: true",
        ),
    ]
}
