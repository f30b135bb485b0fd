//! The rules of loops and lines with clues about what a cell sees, and about circles along them, against all loops of tiny
//! boards.

use super::boards::{
    Board, DOWN, Few, LEFT, NAMES, Puzzle, RIGHT, UP, WAYS, Way, bits, check, clued, number, rooms, tokens, way_of,
};
use super::networks::{Fences, fenced};
use super::tours::past_shaded;
use super::walks::{is_turn, linked};

#[test]
fn mean_what_they_say() {
    let cases = [
        line_of_sight_cases(),
        myopia_cases(),
        kuroshiro_cases(),
        mintonette_cases(),
        lix_loop_cases(),
        reflect_cases(),
        fake_arrows_cases(),
    ];
    check("looks", cases.into_iter().flatten().collect());
}

/// Whether a cell has a line on a side. `sides` are clockwise from the top.
fn side(f: &Fences, c: usize, way: usize) -> bool {
    f.sides(c)[[0, 2, 3, 1][way]]
}

/// The steps from a cell to the first line in a direction, and the cell before that line.
fn first_line(f: &Fences, c: usize, way: usize) -> Option<(usize, usize)> {
    let ahead: Vec<usize> = std::iter::once(c).chain(f.board.ray(c, WAYS[way])).collect();
    let at = ahead.iter().position(|&d| side(f, d, way))?;
    Some((at, ahead[at]))
}

fn line_of_sight_cases() -> Vec<Puzzle> {
    let line_of_sight = |rows, cols, clues: &str| {
        fenced("line_of_sight", rows, cols, clues, Board::loops, |f, n| {
            clued(n).all(|(c, clue)| {
                let (length, way) = clue.split_once(',').expect("a direction");
                let way = way_of(way);
                let found = first_line(f, c, way).map(|(_, d)| {
                    let along = if way < 2 { [LEFT, RIGHT] } else { [UP, DOWN] };
                    let run = |side_way| f.board.ray(d, side_way).into_iter().take_while(|&k| side(f, k, way)).count();
                    1 + run(along[0]) + run(along[1])
                });
                match (length, found) {
                    ("0", found) => found.is_none(),
                    ("?", found) => found.is_some(),
                    (length, found) => found == number(length),
                }
            })
        })
    };
    vec![
        line_of_sight(3, 3, ". . .; . 1,up .; . . ."),
        line_of_sight(3, 3, "0,left . .; . . .; . . 2,left"),
        line_of_sight(3, 3, "?,right . .; . . .; 3,up . ."),
    ]
}

fn myopia_cases() -> Vec<Puzzle> {
    let myopia = |rows, cols, clues: &str| {
        fenced("myopia", rows, cols, clues, Board::loops, |f, n| {
            clued(n).filter(|(_, clue)| *clue != "?").all(|(c, clue)| {
                let steps = [0, 1, 2, 3].map(|way| first_line(f, c, way).map(|(steps, _)| steps));
                let least = steps.iter().flatten().min();
                let named = |name: &str| clue.split(',').any(|part| part == name);
                least.is_some() && (0..4).all(|k| named(NAMES[k]) == (steps[k].as_ref() == least))
            })
        })
    };
    vec![
        myopia(3, 3, ". . .; . up,left .; . . ."),
        myopia(3, 3, "down . .; . . .; . ? ."),
        myopia(3, 3, ". up .; . . .; up,down,left . ."),
    ]
}

fn kuroshiro_cases() -> Vec<Puzzle> {
    let kuroshiro = |rows, cols, circles: &str| {
        let (b, n) = (Board { rows, cols }, tokens(circles));
        linked(b, &format!("clues n {{ {circles} }}\nkuroshiro(e, n)"), |strokes, walk| {
            let on: Vec<usize> = (0..walk.len()).filter(|&k| n[walk[k]] != ".").collect();
            let between = |k: usize| {
                let (from, to) = (on[k], on[(k + 1) % on.len()]);
                let steps = (to + walk.len() - from - 1) % walk.len();
                let turns = (1..=steps).filter(|m| is_turn(&strokes[walk[(from + m) % walk.len()]])).count();
                turns == usize::from(n[walk[from]] != n[walk[to]])
            };
            strokes.iter().all(|ways| ways.len() <= 2)
                && clued(&n).all(|(c, _)| walk.contains(&c))
                && (0..on.len()).all(between)
        })
    };
    vec![kuroshiro(3, 4, "w . . .; . . . .; . . . b"), kuroshiro(4, 4, "w . w w; . . . .; w . . .; . b . .")]
}

fn mintonette_cases() -> Vec<Puzzle> {
    let mintonette = |rows, cols, circles: &str| {
        let (b, n) = (Board { rows, cols }, tokens(circles));
        let script = format!("grid x {rows}x{cols}\nclues n {{ {circles} }}\nlinks e of x\nmintonette(e, n)");
        let pairs = b.pairs();
        Puzzle::new(script, 2f64.powi(pairs.len() as i32), bits(pairs.len()), |drawn| {
            let strokes = b.strokes(drawn);
            let ends = |c: usize| strokes[c].len() == if n[c] == "." { 2 } else { 1 };
            if !(0..b.len()).all(ends) {
                return false;
            }
            let joined = |c: usize, d: usize| {
                let pair = (c.min(d), c.max(d));
                pairs.iter().zip(drawn).any(|(known, on)| *on && *known == pair)
            };
            b.pieces(|_| true, joined).iter().all(|line| {
                let turns = line.iter().filter(|&&c| is_turn(&strokes[c])).count();
                let circles: Vec<usize> = line.iter().copied().filter(|&c| n[c] != ".").collect();
                circles.len() == 2 && circles.iter().all(|&c| number(n[c]).is_none_or(|k| k == turns))
            })
        })
    };
    vec![
        mintonette(3, 3, "? . .; . . .; . . ?"),
        mintonette(3, 3, "3 ? .; . . .; ? . ?"),
        mintonette(3, 4, "2 . . .; . ? ? .; . . . ?"),
        mintonette(3, 4, "? . ? .; ? . . .; . . . ?"),
    ]
}

fn lix_loop_cases() -> Vec<Puzzle> {
    let lix_loop = |rows, cols, clues: &str| {
        let (b, n) = (Board { rows, cols }, tokens(clues));
        past_shaded(b, &format!("clues n {{ {clues} }}\nlix_loop(s, e, n)"), |strokes, on| {
            let covered =
                |c: usize| usize::from(on[c]) + usize::from(!strokes[c].is_empty()) + usize::from(n[c] != ".");
            let fits = |(c, clue): (usize, &str)| {
                let Some((letters, way)) = clue.split_once(',') else { return true };
                let line = b.ray(c, WAYS[way_of(way)]);
                let count = |letter: char| {
                    let is = |d: &&usize| match letter {
                        'L' => is_turn(&strokes[**d]),
                        'I' => strokes[**d].len() == 2 && !is_turn(&strokes[**d]),
                        _ => on[**d],
                    };
                    line.iter().filter(is).count()
                };
                let counts = ['L', 'I', 'X'].map(|letter| (letters.contains(letter), count(letter)));
                let most = counts.iter().map(|(_, k)| *k).max().expect("three letters");
                counts.iter().all(|(named, k)| *named == (*k == most))
            };
            (0..b.len()).all(|c| covered(c) == 1) && clued(&n).all(fits)
        })
    };
    vec![
        lix_loop(3, 4, "L,right . . .; . . . .; . . . ."),
        lix_loop(4, 4, ". . . .; . ? . .; . ? . .; . . . LIX,right"),
        lix_loop(4, 4, ". . . .; . . . I,left; . . . ?; . . . ?"),
        lix_loop(4, 4, ". . . ?; . . . .; . . . .; L,up . . ."),
    ]
}

fn reflect_cases() -> Vec<Puzzle> {
    let reflect = |rows, cols, marks: &str| {
        let (b, n) = (Board { rows, cols }, tokens(marks));
        linked(b, &format!("clues n {{ {marks} }}\nreflect(e, n)"), |strokes, _| {
            let crosses = (0..b.len()).all(|c| (strokes[c].len() == 4) == (n[c] == "x"));
            let fits = |(c, mark): (usize, &str)| {
                let (name, length) = mark.split_once(',').unwrap_or((mark, "?"));
                let ways: &[Way] = match name {
                    "ur" => &[UP, RIGHT],
                    "ul" => &[UP, LEFT],
                    "dl" => &[DOWN, LEFT],
                    "dr" => &[DOWN, RIGHT],
                    _ => return true,
                };
                // A line ends in the cell from which no stroke leads on.
                let arm = |way: &Way| {
                    let line = b.ray(c, *way);
                    1 + line.iter().take_while(|&&d| strokes[d].contains(way)).count()
                };
                strokes[c].len() == 2
                    && ways.iter().all(|way| strokes[c].contains(way))
                    && number(length).is_none_or(|k| k == 1 + ways.iter().map(arm).sum::<usize>())
            };
            crosses && clued(&n).all(fits)
        })
    };
    vec![
        reflect(3, 4, "dr . . .; . . . .; . . . ."),
        reflect(4, 4, ". . . .; . x . .; . . . .; . . . ."),
        reflect(4, 4, "dr,4 . . .; . . . .; . . . .; . . . ."),
        reflect(4, 4, ". . . .; . x . .; . . . .; . . . ul,5"),
    ]
}

fn fake_arrows_cases() -> Vec<Puzzle> {
    let fake_arrows = |rows: usize, cols: usize, regions: &str, marks: &str| {
        let (b, n) = (Board { rows, cols }, tokens(marks));
        let script = format!(
            "grid s {rows}x{cols} in bool\nregions g {{ {regions} }}\nclues n {{ {marks} }}\nlinks e of s\nfake_arrows(s, e, g, n)"
        );
        let all = 2f64.powi((b.len() + b.pairs().len()) as i32);
        let loops: Vec<Vec<Few<Way>>> = b.loops().iter().map(|drawn| b.strokes(drawn)).collect();
        let faked = |on: &Vec<bool>| {
            (0..b.len()).all(|c| !on[c] || NAMES.contains(&n[c]))
                && rooms(regions).iter().all(|room| room.iter().filter(|&&c| on[c]).count() == 1)
                && b.pairs().iter().all(|&(c, d)| !on[c] || !on[d])
        };
        let shadings: Vec<Vec<bool>> = b.shadings().filter(faked).collect();
        let ways = loops.iter().flat_map(|strokes| shadings.iter().map(move |on| (strokes, on)));
        Puzzle::new(script, all, ways, |(strokes, on)| {
            let start = (0..b.len()).find(|&c| !strokes[c].is_empty()).expect("a loop");
            strokes[start].iter().any(|&first| {
                // The direction in which the loop enters each cell.
                let mut entered: Vec<Option<Way>> = vec![None; b.len()];
                let (mut at, mut way) = (start, first);
                loop {
                    at = b.step(at, way).expect("a cell");
                    entered[at] = Some(way);
                    if at == start {
                        break;
                    }
                    way = *strokes[at].iter().find(|&&next| next != (-way.0, -way.1)).expect("a way on");
                }
                clued(&n).all(|(c, mark)| {
                    if mark == "#" {
                        return strokes[c].is_empty();
                    }
                    let way = WAYS[way_of(mark)];
                    on[c] != (entered[c] == Some(way) && strokes[c].contains(&way))
                })
            })
        })
    };
    vec![
        fake_arrows(3, 4, "a a a b; a a b b; a a b b", ". . . .; right right right down; . . . ."),
        fake_arrows(3, 4, "a a b b; a a b b; a a b b", "right . . right; . up # .; . . . ."),
        fake_arrows(3, 4, "a a a b; a a b b; a a b b", ". . . .; . . . right; left . left ."),
        fake_arrows(3, 4, "a a b b; a a b b; a a b b", ". right . .; up . left down; . . left ."),
    ]
}
