//! The rules of circles that move, and of pairs that lines join, against all ways to draw on tiny boards.

use super::boards::{Board, DOWN, Few, LEFT, Puzzle, RIGHT, UP, Way, bits, check, clued, number, rooms, tokens};

#[test]
fn mean_what_they_say() {
    let cases = [
        satogaeri_cases(),
        hamle_cases(),
        shirokuro_cases(),
        yosenabe_cases(),
        herugolf_cases(),
        kusabi_cases(),
        u_turns_cases(),
    ];
    check("moves", cases.into_iter().flatten().collect());
}

/// Links that form straight lines, with the clues of the picture only at their ends: the cells of each line from one end.
pub(super) fn straight(b: Board, n: &[&str], drawn: &[bool]) -> Option<Vec<Vec<usize>>> {
    let strokes = b.strokes(drawn);
    let fits = |c: usize| match strokes[c][..] {
        [] | [_] => true,
        [v, w] => v.0 + w.0 == 0 && v.1 + w.1 == 0 && n[c] == ".",
        _ => false,
    };
    let line = |c: usize| {
        let way: Way = strokes[c][0];
        let mut cells = vec![c];
        while strokes[cells[cells.len() - 1]].contains(&way) {
            cells.push(b.step(cells[cells.len() - 1], way).expect("a cell"));
        }
        cells
    };
    let lines = (0..b.len()).filter(|&c| strokes[c].len() == 1).map(line).filter(|line| line[0] < line[line.len() - 1]);
    (0..b.len()).all(fits).then(|| lines.collect())
}

/// The start and the end of each circle; `None` if a line does not lead from one circle to a free cell.
fn ended(b: Board, n: &[&str], drawn: &[bool]) -> Option<Vec<(usize, usize)>> {
    let lines = straight(b, n, drawn)?;
    let mut ends: Vec<(usize, usize)> = clued(n).map(|(c, _)| (c, c)).collect();
    for line in &lines {
        let (a, z) = (line[0], line[line.len() - 1]);
        let (from, to) = if n[a] != "." { (a, z) } else { (z, a) };
        if n[from] == "." || n[to] != "." {
            return None;
        }
        ends.iter_mut().find(|(start, _)| *start == from)?.1 = to;
    }
    Some(ends)
}

/// The same if each circle takes as many steps as its number.
pub(super) fn moved(b: Board, n: &[&str], drawn: &[bool]) -> Option<Vec<(usize, usize)>> {
    let ends = ended(b, n, drawn)?;
    let steps =
        |(c, d): (usize, usize)| b.at(c).0.abs_diff(b.at(d).0) as usize + b.at(c).1.abs_diff(b.at(d).1) as usize;
    let right = ends.iter().all(|&(c, d)| number(n[c]).is_none_or(|k| k == steps((c, d))));
    right.then_some(ends)
}

pub(super) fn linked(
    b: Board,
    head: &str,
    clues: &str,
    call: &str,
    right: impl Fn(&[bool], &[&str]) -> bool,
) -> Puzzle {
    let n = tokens(clues);
    let script = format!("grid x {}x{}\n{head}clues n {{ {clues} }}\nlinks e of x\n{call}", b.rows, b.cols);
    Puzzle::new(script, 2f64.powi(b.pairs().len() as i32), bits(b.pairs().len()), |drawn| right(drawn, &n))
}

fn satogaeri_cases() -> Vec<Puzzle> {
    let satogaeri = |rows, cols, regions: &str, clues: &str| {
        let b = Board { rows, cols };
        linked(b, &format!("regions g {{ {regions} }}\n"), clues, "satogaeri(e, g, n)", |drawn, n| {
            moved(b, n, drawn).is_some_and(|ends| {
                rooms(regions).iter().all(|room| ends.iter().filter(|(_, d)| room.contains(d)).count() == 1)
            })
        })
    };
    vec![
        satogaeri(3, 3, "a a b; c a b; c c b", "? . .; ? . .; . . ?"),
        satogaeri(3, 3, "a a b; c a b; c c b", "2 . .; ? . .; . ? ."),
        satogaeri(3, 4, "a a b b; c c c b; d d d d", "? . ? .; . ? . .; . ? . ."),
        satogaeri(3, 4, "a a b b; c c c b; d d d d", ". . ? .; . 1 ? .; . ? . ."),
    ]
}

fn hamle_cases() -> Vec<Puzzle> {
    let hamle = |rows, cols, clues: &str| {
        let b = Board { rows, cols };
        linked(b, "", clues, "hamle(e, n)", |drawn, n| {
            moved(b, n, drawn).is_some_and(|ends| {
                let there = |c: usize| ends.iter().any(|(_, d)| *d == c);
                b.pairs().iter().all(|&(c, d)| !there(c) || !there(d)) && b.one_piece(|c| !there(c))
            })
        })
    };
    vec![
        hamle(3, 3, "? . .; ? . .; . . ?"),
        hamle(3, 3, ". 1 .; . ? .; . . ."),
        hamle(3, 4, "? . 2 .; . ? . .; . . . ."),
        hamle(3, 4, ". . ? .; . 1 ? .; . . . ."),
    ]
}

fn shirokuro_cases() -> Vec<Puzzle> {
    let shirokuro = |rows, cols, clues: &str| {
        let b = Board { rows, cols };
        linked(b, "", clues, "shirokuro(e, n)", |drawn, n| {
            straight(b, n, drawn).is_some_and(|lines| {
                let joins =
                    |line: &Vec<usize>| [["w", "b"], ["b", "w"]].contains(&[n[line[0]], n[line[line.len() - 1]]]);
                lines.iter().all(joins) && 2 * lines.len() == clued(n).count()
            })
        })
    };
    vec![
        shirokuro(3, 3, "w . b; . . .; w . b"),
        shirokuro(3, 3, "w b .; b . w; . . ."),
        shirokuro(3, 4, "w . b .; . b . w; b . w ."),
        shirokuro(3, 4, ". w . b; w . . b; . b . w"),
    ]
}

fn yosenabe_cases() -> Vec<Puzzle> {
    let yosenabe = |rows, cols, pots: &str, clues: &str| {
        let (b, p) = (Board { rows, cols }, tokens(pots));
        let areas = b.pieces(|c| p[c] != ".", |_, _| true);
        linked(b, &format!("clues p {{ {pots} }}\n"), clues, "yosenabe(e, p, n)", |drawn, n| {
            ended(b, n, drawn).is_some_and(|ends| {
                let full = |area: &Vec<usize>| {
                    let here = ends.iter().filter(|(_, d)| area.contains(d));
                    let values: Vec<usize> = here.map(|(c, _)| number(n[*c]).expect("a number")).collect();
                    let total = area.iter().find_map(|&c| number(p[c]));
                    !values.is_empty() && total.is_none_or(|k| k == values.iter().sum::<usize>())
                };
                ends.iter().all(|(_, d)| p[*d] != ".") && areas.iter().all(full)
            })
        })
    };
    vec![
        yosenabe(3, 3, "# . 3; . . .; . # #", "1 . .; . 2 .; . . 3"),
        yosenabe(3, 3, "# . .; . # .; # # .", ". . 2; 1 . .; . . 3"),
        yosenabe(3, 4, "1 . . #; . . . .; # . . #", ". 1 . 1; . . . .; 1 . 3 ."),
        yosenabe(3, 4, ". # . #; . . . .; . # . 3", "1 . . .; . . . 2; 2 . . 3"),
    ]
}

/// The cells of the line from a ball, if it has one stroke there.
fn course(b: Board, strokes: &[Few<Way>], ball: usize) -> Option<Vec<usize>> {
    let [mut way] = strokes[ball][..] else { return None };
    let mut cells = vec![ball];
    loop {
        let here = b.step(cells[cells.len() - 1], way)?;
        if cells.contains(&here) {
            return None;
        }
        cells.push(here);
        let on: Vec<Way> = strokes[here].iter().copied().filter(|w| *w != (-way.0, -way.1)).collect();
        match on[..] {
            [] => return Some(cells),
            [next] => way = next,
            _ => return None,
        }
    }
}

fn herugolf_cases() -> Vec<Puzzle> {
    let herugolf = |rows, cols, water: &str, clues: &str| {
        let (b, w) = (Board { rows, cols }, tokens(water));
        linked(b, &format!("clues w {{ {water} }}\n"), clues, "herugolf(e, w, n)", |drawn, n| {
            let strokes = b.strokes(drawn);
            let balls: Vec<(usize, usize)> = clued(n).filter_map(|(c, clue)| Some((c, number(clue)?))).collect();
            let courses: Option<Vec<Vec<usize>>> = balls.iter().map(|&(c, _)| course(b, &strokes, c)).collect();
            let Some(courses) = courses else { return false };
            let plays = |(course, (_, first)): (&Vec<usize>, &(usize, usize))| {
                let (mut at, mut k) = (0, *first);
                while at + 1 < course.len() && k > 0 {
                    let Some(stop) = course.get(at + k).copied() else { return false };
                    let straight =
                        [UP, DOWN, LEFT, RIGHT].iter().any(|&way| b.ray(course[at], way).get(k - 1) == Some(&stop));
                    if !straight || w[stop] == "#" && n[stop] != "H" {
                        return false;
                    }
                    (at, k) = (at + k, k - 1);
                }
                let inner = &course[1..course.len() - 1];
                at + 1 == course.len() && n[course[at]] == "H" && inner.iter().all(|&c| n[c] == ".")
            };
            let steps: usize = courses.iter().map(|course| course.len() - 1).sum();
            let ends: Vec<usize> = courses.iter().map(|course| course[course.len() - 1]).collect();
            courses.iter().zip(&balls).all(plays)
                && steps == drawn.iter().filter(|on| **on).count()
                && clued(n).all(|(c, clue)| clue != "H" || ends.iter().filter(|&&end| end == c).count() == 1)
        })
    };
    vec![
        herugolf(3, 3, ". . .; . # .; . . .", "2 . .; . . H; . . ."),
        herugolf(3, 3, ". . .; . . .; . . .", "2 . H; . . .; 1 H ."),
        herugolf(3, 4, ". . # .; . . . .; . . . .", "3 . . .; . . . .; 2 . H H"),
        herugolf(3, 4, ". . . .; . . . .; . # . .", "2 . H .; . . . .; H . . 2"),
    ]
}

/// A part of a line between two circles: the turns (1 or -1) and the lengths of its stretches.
struct Part {
    from: usize,
    to: usize,
    turns: Vec<i32>,
    lengths: Vec<usize>,
}

impl Part {
    /// Whether it turns twice in the same direction.
    fn is_u(&self) -> bool {
        matches!(self.turns[..], [p, q] if p == q)
    }
}

/// The parts of lines between circles, each from both ends. `None` if a line branches, ends elsewhere, or closes without a
/// circle.
fn between_circles(b: Board, n: &[&str], drawn: &[bool]) -> Option<Vec<Part>> {
    let strokes = b.strokes(drawn);
    let fits = |c: usize| n[c] != "." || matches!(strokes[c].len(), 0 | 2);
    if !(0..b.len()).all(fits) {
        return None;
    }
    let mut parts = vec![];
    let mut links = 0;
    for start in (0..b.len()).filter(|&c| n[c] != ".") {
        for &first in &strokes[start] {
            let (mut at, mut way) = (b.step(start, first)?, first);
            let (mut turns, mut lengths) = (vec![], vec![1]);
            while n[at] == "." {
                let next = *strokes[at].iter().find(|&&next| next != (-way.0, -way.1))?;
                let turn = way.0 * next.1 - way.1 * next.0;
                if turn != 0 {
                    turns.push(turn);
                    lengths.push(0);
                }
                *lengths.last_mut()? += 1;
                at = b.step(at, next)?;
                way = next;
            }
            links += lengths.iter().sum::<usize>();
            parts.push(Part { from: start, to: at, turns, lengths });
        }
    }
    // Each part is found from both ends.
    (links == 2 * drawn.iter().filter(|on| **on).count()).then_some(parts)
}

fn kusabi_cases() -> Vec<Puzzle> {
    let kusabi = |rows, cols, circles: &str| {
        let b = Board { rows, cols };
        linked(b, "", circles, "kusabi(e, n)", |drawn, n| {
            let strokes = b.strokes(drawn);
            let Some(parts) = between_circles(b, n, drawn) else { return false };
            let fits = |circle: &str, own: usize, other: usize| match circle {
                "=" => own == other,
                "-" => own < other,
                "+" => own > other,
                _ => true,
            };
            clued(n).all(|(c, _)| strokes[c].len() == 1)
                && parts.iter().all(|part| {
                    part.from != part.to && part.is_u() && fits(n[part.from], part.lengths[0], part.lengths[2])
                })
        })
    };
    vec![
        kusabi(3, 3, ". . ?; . . .; . . ?"),
        kusabi(3, 4, "= . . ?; . . . .; ? . . ?"),
        kusabi(3, 4, ". + . .; . . . .; . . - ."),
        kusabi(3, 4, "? . . ?; . . . .; . . . ."),
    ]
}

fn u_turns_cases() -> Vec<Puzzle> {
    let u_turns = |rows, cols, circles: &str| {
        let b = Board { rows, cols };
        linked(b, "", circles, "u_turns(e, n)", |drawn, n| {
            let strokes = b.strokes(drawn);
            let Some(parts) = between_circles(b, n, drawn) else { return false };
            let lines = |clue: &str| match clue {
                "g" => 1,
                "w" => 2,
                _ => 0,
            };
            // A line comes from a grey circle to each white one.
            let mut passed: Vec<usize> = clued(n).filter(|(_, clue)| *clue == "g").map(|(c, _)| c).collect();
            while let Some(part) = parts.iter().find(|part| passed.contains(&part.from) && !passed.contains(&part.to)) {
                passed.push(part.to);
            }
            clued(n).all(|(c, clue)| strokes[c].len() == lines(clue))
                && parts.iter().all(|part| part.is_u())
                && clued(n).all(|(c, clue)| clue != "w" || passed.contains(&c))
        })
    };
    vec![
        u_turns(3, 4, "g . . g; . . . .; . . . ."),
        u_turns(3, 4, "g . w .; . . . .; . g . ."),
        u_turns(3, 4, "g . . .; . w . .; . . . g"),
        u_turns(3, 4, ". g . b; . . . .; . . g ."),
    ]
}
