//! The rules of blocks and lines whose forms follow from others, against all shadings and all lines of tiny boards.

use super::boards::{Board, Few, Puzzle, WAYS, Way, bits, check, clued, number, shaded, tokens};
use super::shapes::form;

#[test]
fn mean_what_they_say() {
    let cases = [evolmino_cases(), chained_block_cases(), curve_data_cases()];
    check("forms", cases.into_iter().flatten().collect());
}

/// The cells of a block, moved to the upper left corner.
fn placed(b: Board, cells: &[usize]) -> Vec<(i32, i32)> {
    let at: Vec<(i32, i32)> = cells.iter().map(|&c| b.at(c)).collect();
    let (top, left) = (at.iter().map(|p| p.0).min().unwrap_or(0), at.iter().map(|p| p.1).min().unwrap_or(0));
    let mut at: Vec<(i32, i32)> = at.into_iter().map(|(r, c)| (r - top, c - left)).collect();
    at.sort_unstable();
    at
}

/// The cells of each arrow of a picture of borders, from its start on.
fn arrows(b: Board, picture: &str) -> Vec<Vec<usize>> {
    let wide = 2 * b.cols - 1;
    let marks = tokens(picture);
    let step = |(at, word): (usize, &str)| {
        let (r, c) = (at / wide, at % wide);
        let (a, d) = ((r / 2) * b.cols + c / 2, r.div_ceil(2) * b.cols + c.div_ceil(2));
        if word == "right" || word == "down" { (a, d) } else { (d, a) }
    };
    let steps: Vec<(usize, usize)> = clued(&marks).map(step).collect();
    let starts = steps.iter().map(|step| step.0).filter(|a| !steps.iter().any(|step| step.1 == *a));
    let next = |c: &usize| steps.iter().find(|step| step.0 == *c).map(|step| step.1);
    starts.map(|start| std::iter::successors(Some(start), next).collect()).collect()
}

fn evolmino_cases() -> Vec<Puzzle> {
    let evolmino = |rows, cols, marks: &'static str, picture: &'static str| {
        let rest = format!("clues m {{ {marks} }}\nclues a of borders s {{ {picture} }}\nevolmino(s, m, a)");
        shaded(rows, cols, &rest, move |b, on| {
            let paths = arrows(b, picture);
            let blocks = b.pieces(|c| on[c], |_, _| true);
            let on_arrows = |block: &Vec<usize>| paths.iter().flatten().filter(|c| block.contains(c)).count();
            let grows = |path: &Vec<usize>| {
                let passed: Vec<&Vec<usize>> =
                    path.iter().filter_map(|c| blocks.iter().find(|block| block.contains(c))).collect();
                let follows = |one: &Vec<usize>, two: &Vec<usize>| {
                    let without = |c: &usize| two.iter().copied().filter(|d| d != c).collect::<Vec<usize>>();
                    one.len() + 1 == two.len() && two.iter().any(|c| placed(b, &without(c)) == placed(b, one))
                };
                passed.len() >= 2 && passed.windows(2).all(|two| follows(two[0], two[1]))
            };
            clued(&tokens(marks)).all(|(c, mark)| on[c] == (mark == "o"))
                && blocks.iter().all(|block| on_arrows(block) == 1)
                && paths.iter().all(grows)
        })
    };
    vec![
        evolmino(
            3,
            4,
            ". . . .; . # . .; . . . .",
            ". right . right . right .; . . . . . . .; . . . . . . .; . . . . . . .; . . . . . . .",
        ),
        evolmino(
            4,
            4,
            ". . . .; . . . .; . . . .; . . . .",
            ". right . right . right .; . . . . . . .; . . . . . . .; . . . . . . .; . . . . . . .; . . . . . . .; . right . right . right .",
        ),
    ]
}

fn chained_block_cases() -> Vec<Puzzle> {
    let chained = |rows, cols, numbers: &'static str| {
        shaded(rows, cols, &format!("clues n {{ {numbers} }}\nchained_block(s, n)"), move |b, on| {
            let n = tokens(numbers);
            let blocks = b.pieces(|c| on[c], |_, _| true);
            let touch =
                |one: &Vec<usize>, two: &Vec<usize>| one.iter().any(|&c| b.around(c).iter().any(|d| two.contains(d)));
            let fits = |block: &Vec<usize>| {
                let clues: Vec<&str> = block.iter().map(|&c| n[c]).filter(|clue| *clue != ".").collect();
                clues.len() == 1 && number(clues[0]).is_none_or(|k| k == block.len())
            };
            // The chain of each block, by the number of its first block.
            let mut chain: Vec<usize> = (0..blocks.len()).collect();
            for _ in 0..blocks.len() {
                for (k, one) in blocks.iter().enumerate() {
                    for (l, two) in blocks.iter().enumerate() {
                        if touch(one, two) {
                            chain[k] = chain[k].min(chain[l]);
                        }
                    }
                }
            }
            let pair = |k: usize, l: usize| k != l && chain[k] == chain[l];
            clued(&n).all(|(c, _)| on[c])
                && blocks.iter().all(fits)
                && (0..blocks.len()).all(|k| (0..blocks.len()).any(|l| pair(k, l)))
                && !(0..blocks.len())
                    .any(|k| (0..blocks.len()).any(|l| pair(k, l) && form(b, &blocks[k]) == form(b, &blocks[l])))
        })
    };
    vec![
        chained(3, 4, ". 2 . .; . . . .; . . ? ."),
        chained(4, 4, "? . . .; . . . 3; . . . .; . 1 . ."),
        chained(4, 4, "3 . . .; . . . .; . . 3 .; . . . ."),
        chained(4, 4, ". . . 2; . . . .; ? . . .; . . 4 ."),
    ]
}

/// The ways of a line where it isn't straight: its directions there, each with the place that follows.
type Bends = Vec<Vec<(Way, usize)>>;

/// The bends, ends and branches of a connected line, from the strokes of its cells.
fn bends(b: Board, cells: &[usize], strokes: &[Few<Way>]) -> Bends {
    let is_straight = |c: usize| {
        let ways = &strokes[c];
        ways.len() == 2 && (ways[0].0 + ways[1].0, ways[0].1 + ways[1].1) == (0, 0)
    };
    let places: Vec<usize> = cells.iter().copied().filter(|&c| !is_straight(c)).collect();
    let after = |c: usize, way: Way| {
        let next = b.ray(c, way).into_iter().find(|&d| !is_straight(d)).expect("an end");
        places.iter().position(|&p| p == next).expect("a place of the line")
    };
    let bend =
        |&c: &usize| WAYS.iter().filter(|way| strokes[c].contains(way)).map(|&way| (way, after(c, way))).collect();
    places.iter().map(bend).collect()
}

/// Whether two lines have the same form, with a start of the first as any place of the second.
fn same_form(one: &Bends, two: &Bends) -> bool {
    let from = |start: usize| {
        let mut image = vec![None; one.len()];
        image[0] = Some(start);
        let mut open = vec![0];
        while let Some(k) = open.pop() {
            let l = image[k].expect("an image");
            if one[k].iter().map(|p| p.0).ne(two[l].iter().map(|p| p.0)) {
                return false;
            }
            for (p, q) in one[k].iter().zip(&two[l]) {
                match image[p.1] {
                    None => {
                        image[p.1] = Some(q.1);
                        open.push(p.1);
                    }
                    Some(known) if known != q.1 => return false,
                    Some(_) => {}
                }
            }
        }
        true
    };
    one.len() == two.len() && (0..two.len()).any(from)
}

fn curve_data_cases() -> Vec<Puzzle> {
    let curves = |(rows, cols): (usize, usize),
                  clues: &'static str,
                  (high, wide): (usize, usize),
                  drawn: &'static str| {
        let b = Board { rows, cols };
        let n = tokens(clues);
        let script = format!(
            "grid x {rows}x{cols}\nclues n {{ {clues} }}\ngrid t {high}x{wide}\nclues c of borders t {{ {drawn} }}\nlinks e of x\ncurve_data(e, n, c)"
        );
        let tray = Board { rows: high, cols: wide };
        let marks = tokens(drawn);
        let across = 2 * wide - 1;
        let curve = |k: &str| {
            let on = |&(c, d): &(usize, usize)| {
                let (at, to) = (tray.at(c), tray.at(d));
                marks[(at.0 + to.0) as usize * across + (at.1 + to.1) as usize] == k
            };
            let lines: Vec<bool> = tray.pairs().iter().map(on).collect();
            let strokes = tray.strokes(&lines);
            let cells: Vec<usize> = (0..tray.len()).filter(|&c| !strokes[c].is_empty()).collect();
            bends(tray, &cells, &strokes)
        };
        let all = 2f64.powi(b.pairs().len() as i32);
        Puzzle::new(script, all, bits(b.pairs().len()), |drawn| {
            let strokes = b.strokes(drawn);
            let joined = |c: usize, d: usize| {
                b.pairs().iter().zip(drawn).any(|(&pair, on)| *on && (pair == (c, d) || pair == (d, c)))
            };
            (0..b.len()).all(|c| (n[c] == "x") == strokes[c].is_empty())
                && b.pieces(|c| n[c] != "x", joined).iter().all(|line| {
                    let here: Vec<&str> = line.iter().map(|&c| n[c]).filter(|clue| *clue != ".").collect();
                    here.len() == 1 && (here[0] == "?" || same_form(&curve(here[0]), &bends(b, line, &strokes)))
                })
        })
    };
    vec![
        curves((3, 3), "1 . x; . . .; . . ?", (2, 2), ". 1 .; 1 . .; . . ."),
        curves((3, 3), ". . .; . 1 .; . . .", (3, 2), ". 1 .; . . 1; . 1 .; 1 . .; . 1 ."),
        curves((3, 3), ". 1 .; . . .; . . 2", (2, 5), ". 1 . . . . . 2 .; . . 1 . . . . . .; . 1 . . . . . . ."),
        curves((3, 3), "? . .; . . .; . . 1", (2, 2), ". . .; . . 1; . 1 ."),
        curves((2, 4), "1 . . .; . . 1 .", (2, 2), ". 1 .; . . .; . . ."),
    ]
}

#[test]
fn arrows_are_followed_from_their_starts() {
    let b = Board { rows: 2, cols: 2 };
    assert_eq!(arrows(b, ". left .; down . .; . . ."), [vec![1, 0, 2]]);
}
