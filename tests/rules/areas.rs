//! The rules of more shaded areas against all shadings of tiny boards.

use super::boards::{Board, Puzzle, WAYS, check, number, rooms, shaded, tokens, way_of};
use super::shading::sums_outside;
use super::shapes::form;
use super::squares;

#[test]
fn mean_what_they_say() {
    let cases = [
        chocona_cases(),
        aqre_cases(),
        nurimisaki_cases(),
        creek_cases(),
        mochikoro_cases(),
        scrin_cases(),
        snake_cases(),
        yajikazu_cases(),
        kurochute_cases(),
        squares::tasquare_cases(),
        squares::look_air_cases(),
        shimaguni_cases(),
        ayeheya_cases(),
        tetrochain_cases(),
        gappy_cases(),
        number_cross_cases(),
    ];
    check("areas", cases.into_iter().flatten().collect());
}

/// Whether cells fill the rectangle around them.
pub(super) fn is_rectangle(b: Board, cells: &[usize]) -> bool {
    let (rows, cols): (Vec<i32>, Vec<i32>) = cells.iter().map(|&c| b.at(c)).unzip();
    let span = |v: &[i32]| v.iter().max().expect("a cell") - v.iter().min().expect("a cell") + 1;
    (span(&rows) * span(&cols)) as usize == cells.len()
}

fn counts(regions: &str, numbers: &str, on: &[bool]) -> bool {
    let n = tokens(numbers);
    rooms(regions).iter().all(|room| {
        let clue = room.iter().find_map(|&c| number(n[c]));
        clue.is_none_or(|k| k == room.iter().filter(|&&c| on[c]).count())
    })
}

fn roomed(rule: &str, regions: &str, numbers: &str) -> String {
    format!("regions g {{ {regions} }}\nclues n {{ {numbers} }}\n{rule}(s, g, n)")
}

fn chocona_cases() -> Vec<Puzzle> {
    let chocona = |rows, cols, regions: &'static str, numbers: &'static str| {
        shaded(rows, cols, &roomed("chocona", regions, numbers), move |b, on| {
            counts(regions, numbers, on) && b.pieces(|c| on[c], |_, _| true).iter().all(|piece| is_rectangle(b, piece))
        })
    };
    vec![
        chocona(3, 3, "a a b; a b b; c c c", "2 . .; . . .; . . ."),
        chocona(3, 4, "a a b b; a c c b; d d c b", "1 . 3 .; . . . .; ? . . ."),
        chocona(3, 3, "a a b; a b b; c c c", "0 . .; . . .; . . 1"),
    ]
}

fn aqre_cases() -> Vec<Puzzle> {
    let aqre = |rows, cols, regions: &'static str, numbers: &'static str| {
        shaded(rows, cols, &roomed("aqre", regions, numbers), move |b, on| {
            let short =
                |line: &Vec<usize>| line.windows(4).all(|w| w.iter().any(|&c| on[c]) && w.iter().any(|&c| !on[c]));
            counts(regions, numbers, on) && b.lines().iter().all(short) && b.one_piece(|c| on[c])
        })
    };
    vec![
        aqre(2, 5, "a a b b b; a c c b b", ". . 2 . .; . 1 . . ."),
        aqre(4, 3, "a a b; a b b; c c c; d d d", "2 . .; . . .; 1 . .; . . ."),
        aqre(3, 4, "a a b b; a c c b; d d c b", ". . 3 .; . . . .; 2 . . ."),
        bordered_aqre("", &[]),
        bordered_aqre(", walls: [(r1c1, r2c1)]", &[(0, 4)]),
    ]
}

/// Of two cells on both sides of a border exactly one is shaded; some borders end inside a room.
fn bordered_aqre(walls: &str, inside: &'static [(usize, usize)]) -> Puzzle {
    let regions = "a a a b; a a a b; a a a b";
    let numbers = ". . . .; . . . .; . . . .";
    let script = format!("{}, borders: true{walls})", roomed("aqre", regions, numbers).trim_end_matches(')'));
    shaded(3, 4, &script, move |b, on| {
        let marks = tokens(regions);
        let apart = |&(c, d): &(usize, usize)| marks[c] == marks[d] && !inside.contains(&(c, d)) || on[c] != on[d];
        let short = |line: &Vec<usize>| line.windows(4).all(|w| w.iter().any(|&c| on[c]) && w.iter().any(|&c| !on[c]));
        b.lines().iter().all(short) && b.one_piece(|c| on[c]) && b.pairs().iter().all(apart)
    })
}

fn sight(b: Board, on: &[bool], cell: usize) -> usize {
    1 + WAYS.iter().map(|&way| b.ray(cell, way).iter().take_while(|&&c| !on[c]).count()).sum::<usize>()
}

fn nurimisaki_cases() -> Vec<Puzzle> {
    let nurimisaki = |rows, cols, numbers: &'static str| {
        shaded(rows, cols, &format!("clues n {{ {numbers} }}\nnurimisaki(s, n)"), move |b, on| {
            let n = tokens(numbers);
            let cape = |c: usize| !on[c] && b.beside(c).iter().filter(|&&d| !on[d]).count() == 1;
            let mixed = b.squares().iter().all(|s| s.iter().any(|&c| on[c]) && s.iter().any(|&c| !on[c]));
            mixed
                && b.one_piece(|c| !on[c])
                && (0..b.len()).all(|c| cape(c) == (n[c] != "."))
                && (0..b.len()).all(|c| number(n[c]).is_none_or(|k| k == sight(b, on, c)))
        })
    };
    vec![
        nurimisaki(3, 3, "? . .; . . .; . . ?"),
        nurimisaki(3, 4, "? . . .; . . . .; . . 2 ."),
        nurimisaki(3, 3, ". . .; . . .; . . ."),
    ]
}

fn creek_cases() -> Vec<Puzzle> {
    let creek = |rows: usize, cols: usize, numbers: &'static str| {
        let rest = format!("clues n of corners s {{ {numbers} }}\ncreek(s, n)");
        shaded(rows, cols, &rest, move |b, on| {
            let n = tokens(numbers);
            let around = |at: usize| {
                let (row, col) = ((at / (cols + 1)) as i32, (at % (cols + 1)) as i32);
                let four = [(row - 1, col - 1), (row - 1, col), (row, col - 1), (row, col)];
                four.into_iter().filter_map(|place| b.cell(place)).filter(|&c| on[c]).count()
            };
            b.one_piece(|c| !on[c]) && (0..n.len()).all(|at| number(n[at]).is_none_or(|k| k == around(at)))
        })
    };
    vec![
        creek(2, 3, ". 1 . .; . . 2 .; . . . ."),
        creek(3, 3, "1 . . .; . 2 . .; . . . 1; . . ? ."),
        creek(3, 3, ". . . .; . . . .; . . 4 .; . . . 1"),
    ]
}

fn mochikoro_cases() -> Vec<Puzzle> {
    let mochikoro = |rows, cols, numbers: &'static str| {
        shaded(rows, cols, &format!("clues n {{ {numbers} }}\nmochikoro(s, n)"), move |b, on| {
            let n = tokens(numbers);
            let pieces = b.pieces(|c| !on[c], |_, _| true);
            let fits = |piece: &Vec<usize>| {
                let clues: Vec<&str> = piece.iter().map(|&c| n[c]).filter(|&k| k != ".").collect();
                is_rectangle(b, piece)
                    && clues.len() <= 1
                    && clues.iter().all(|k| number(k).is_none_or(|k| k == piece.len()))
            };
            // Pieces hang together at corners.
            let mut reached: Vec<usize> = (0..b.len()).find(|&c| !on[c]).into_iter().collect();
            let mut at = 0;
            while at < reached.len() {
                let more: Vec<usize> =
                    b.around(reached[at]).into_iter().filter(|&d| !on[d] && !reached.contains(&d)).collect();
                reached.extend(more);
                at += 1;
            }
            (0..b.len()).all(|c| n[c] == "." || !on[c])
                && pieces.iter().all(fits)
                && reached.len() == on.iter().filter(|&&on| !on).count()
                && !b.full_square(on, true)
        })
    };
    vec![mochikoro(3, 4, ". . ? .; . . . .; 3 . . ."), mochikoro(3, 3, ". . .; . . .; . . .")]
}

fn scrin_cases() -> Vec<Puzzle> {
    let scrin = |rows, cols, numbers: &'static str| {
        shaded(rows, cols, &format!("clues n {{ {numbers} }}\nscrin(s, n)"), move |b, on| {
            let n = tokens(numbers);
            let pieces = b.pieces(|c| on[c], |_, _| true);
            if pieces.is_empty() || !pieces.iter().all(|piece| is_rectangle(b, piece)) {
                return false;
            }
            let of = |c: usize| pieces.iter().position(|piece| piece.contains(&c));
            // Corner by corner: those of another rectangle that meet this one there.
            let touched = |k: usize| -> Vec<usize> {
                let corners = pieces[k].iter().flat_map(|&c| {
                    b.around(c).into_iter().filter(move |d| !b.beside(c).contains(d) && of(*d).is_some_and(|o| o != k))
                });
                corners.filter_map(of).collect()
            };
            let fits = |k: usize| {
                let clues: Vec<&str> = pieces[k].iter().map(|&c| n[c]).filter(|&clue| clue != ".").collect();
                clues.len() <= 1
                    && clues.iter().all(|clue| number(clue).is_none_or(|size| size == pieces[k].len()))
                    && touched(k).len() == 2
            };
            let mut reached: Vec<usize> = (0..pieces.len()).take(1).collect();
            let mut at = 0;
            while at < reached.len() {
                for k in touched(reached[at]) {
                    if !reached.contains(&k) {
                        reached.push(k);
                    }
                }
                at += 1;
            }
            let enclosed = |piece: &Vec<usize>| !piece.iter().any(|&c| b.rim(c)) && is_rectangle(b, piece);
            (0..b.len()).all(|c| n[c] == "." || on[c])
                && (0..pieces.len()).all(fits)
                && reached.len() == pieces.len()
                && !b.pieces(|c| !on[c], |_, _| true).iter().any(enclosed)
        })
    };
    vec![
        scrin(4, 4, ". 1 . .; . . . .; . . . .; . . . ."),
        scrin(4, 4, ". ? . .; . . . .; . . . .; . . . ."),
        scrin(4, 4, ". . . .; . . . .; 2 . . ?; . . . ."),
        scrin(4, 4, ". . . .; . . . .; . . . .; . . . ."),
    ]
}

fn snake_cases() -> Vec<Puzzle> {
    let snake = |rows, cols, circles: &'static str, sky: &'static str| {
        let rest = format!("clues n {{ {circles} }}\noutside k {{ {sky} }}\nsnake(s, k, n)");
        shaded(rows, cols, &rest, move |b, on| {
            let n = tokens(circles);
            let next = |c: usize| b.beside(c).into_iter().filter(|&d| on[d]).collect::<Vec<usize>>();
            let cells: Vec<usize> = (0..b.len()).filter(|&c| on[c]).collect();
            // From an end to the other; then cells that touch are one or two steps apart, two only around a turn.
            let Some(mut at) = cells.iter().copied().find(|&c| next(c).len() <= 1) else { return false };
            let mut path = vec![at];
            while let Some(&c) = next(at).iter().find(|c| !path.contains(c)) {
                path.push(c);
                at = c;
            }
            let place = |c: usize| path.iter().position(|&d| d == c);
            let apart = |c: usize, d: usize| place(c).zip(place(d)).map_or(9, |(i, j)| i.abs_diff(j));
            let touches = |c: usize| b.around(c).into_iter().filter(|&d| on[d]).all(|d| apart(c, d) <= 2);
            path.len() == cells.len()
                && cells.iter().all(|&c| next(c).len() <= 2 && touches(c))
                && cells.iter().all(|&c| next(c).iter().all(|&d| apart(c, d) == 1))
                && sums_outside(sky, b, on)
                && (0..b.len()).all(|c| match n[c] {
                    "b" => on[c] && next(c).len() == 1,
                    "w" => on[c] && next(c).len() == 2,
                    _ => true,
                })
        })
    };
    vec![
        snake(4, 4, ". . . .; . . . .; . . . .; . . . .", "top 3 . . .; left . 2 . ."),
        snake(3, 4, ". . w .; . . . .; b . . .", ""),
        snake(3, 3, ". . .; . . .; . . .", ""),
        snake(3, 4, ". . . .; . . . b; . . . .", "top . . 2 .; left 1 . ."),
    ]
}

/// No two shaded cells side by side, and the others in one piece.
fn spread(b: Board, on: &[bool]) -> bool {
    b.pairs().iter().all(|&(c, d)| !on[c] || !on[d]) && b.one_piece(|c| !on[c])
}

fn yajikazu_cases() -> Vec<Puzzle> {
    let yajikazu = |rows, cols, arrows: &'static str| {
        shaded(rows, cols, &format!("clues n {{ {arrows} }}\nyajikazu(s, n)"), move |b, on| {
            let is_met = |(c, clue): (usize, &str)| match clue.split_once(',') {
                Some((n, way)) if !on[c] => {
                    b.ray(c, WAYS[way_of(way)]).iter().filter(|&&d| on[d]).count() == number(n).expect("a number")
                }
                _ => true,
            };
            spread(b, on) && tokens(arrows).iter().copied().enumerate().all(is_met)
        })
    };
    vec![yajikazu(3, 3, "1,right . .; . . .; . 9,up 1,left"), yajikazu(3, 4, ". 1,down . #; 2,right . . .; . . 0,up .")]
}

fn kurochute_cases() -> Vec<Puzzle> {
    let kurochute = |rows, cols, numbers: &'static str| {
        shaded(rows, cols, &format!("clues n {{ {numbers} }}\nkurochute(s, n)"), move |b, on| {
            let is_met = |(c, clue): (usize, &str)| {
                let far =
                    |n: usize| WAYS.iter().filter(|&&way| b.ray(c, way).get(n - 1).is_some_and(|&d| on[d])).count();
                clue == "." || !on[c] && number(clue).is_none_or(|n| far(n) == 1)
            };
            spread(b, on) && tokens(numbers).iter().copied().enumerate().all(is_met)
        })
    };
    vec![kurochute(3, 3, "1 . .; . . 2; . . ."), kurochute(3, 4, "3 . . .; . 1 . .; . ? . 2")]
}

fn shimaguni_cases() -> Vec<Puzzle> {
    let shimaguni = |rows, cols, regions: &'static str, numbers: &'static str| {
        shaded(rows, cols, &roomed("shimaguni", regions, numbers), move |b, on| {
            let marks = tokens(regions);
            let count = |mark: &str| (0..b.len()).filter(|&c| marks[c] == mark && on[c]).count();
            let islands = b.pieces(|c| on[c], |_, _| true);
            let one =
                rooms(regions).iter().all(|room| islands.iter().filter(|area| room.contains(&area[0])).count() == 1);
            let apart = |&(c, d): &(usize, usize)| {
                marks[c] == marks[d] || !(on[c] && on[d]) && count(marks[c]) != count(marks[d])
            };
            one && counts(regions, numbers, on) && b.pairs().iter().all(apart)
        })
    };
    vec![
        shimaguni(3, 4, "a a a b; a c c b; c c b b", ". . . .; . . . .; . . . ."),
        shimaguni(3, 4, "a a a b; a c c b; c c b b", "2 . . .; . . . .; . . . ?"),
    ]
}

fn ayeheya_cases() -> Vec<Puzzle> {
    let ayeheya = |rows, cols, regions: &'static str, numbers: &'static str| {
        shaded(rows, cols, &roomed("ayeheya", regions, numbers), move |b, on| {
            let marks = tokens(regions);
            let turned = |room: &Vec<usize>| {
                let span = |v: Vec<i32>| v.iter().max().expect("a cell") + v.iter().min().expect("a cell");
                let middle =
                    (span(room.iter().map(|&c| b.at(c).0).collect()), span(room.iter().map(|&c| b.at(c).1).collect()));
                let image = |c: usize| b.cell((middle.0 - b.at(c).0, middle.1 - b.at(c).1)).expect("a cell");
                room.iter().all(|&c| if room.contains(&image(c)) { on[c] == on[image(c)] } else { !on[c] })
            };
            let crosses = |line: &[usize]| {
                let border = |k: usize| marks[line[k]] != marks[line[k + 1]];
                border(0) && border(line.len() - 2) && (1..line.len() - 2).all(|k| !border(k))
            };
            // Unshaded from the cell before one border to the cell after the next.
            let long = |line: &Vec<usize>| {
                (0..line.len()).any(|from| {
                    (from + 3..=line.len()).any(|to| {
                        let part = &line[from..to];
                        crosses(part) && part.iter().all(|&c| !on[c])
                    })
                })
            };
            spread(b, on)
                && counts(regions, numbers, on)
                && rooms(regions).iter().all(turned)
                && !b.lines().iter().any(long)
        })
    };
    vec![
        ayeheya(3, 3, "a a b; a a b; c c c", ". . .; . . .; . . ."),
        ayeheya(3, 4, "a a b b; a a b b; c c c c", ". . 2 .; . . . .; ? . . ."),
    ]
}

fn tetrochain_cases() -> Vec<Puzzle> {
    let tetrochain = |rows, cols, arrows: &'static str| {
        let tokens = tokens(arrows);
        shaded(rows, cols, &format!("clues n {{ {arrows} }}\ntetrochain(s, n)"), move |b, on| {
            let is_met = |(c, clue): (usize, &str)| {
                let counts = clue.split_once(',').is_none_or(|(n, way)| {
                    b.ray(c, WAYS[way_of(way)]).iter().filter(|&&d| on[d]).count() == number(n).expect("a number")
                });
                clue == "." || !on[c] && counts
            };
            if !tokens.iter().copied().enumerate().all(is_met) {
                return false;
            }
            let pieces = b.pieces(|c| on[c], |_, _| true);
            if !pieces.iter().all(|piece| piece.len() == 4) {
                return false;
            }
            let differ = pieces.iter().enumerate().all(|(k, piece)| {
                pieces[..k].iter().all(|other| {
                    let touch = piece.iter().any(|&c| b.around(c).iter().any(|d| other.contains(d)));
                    !touch || form(b, piece) != form(b, other)
                })
            });
            // All cells that corners and sides lead to.
            let mut reached: Vec<usize> = (0..b.len()).filter(|&c| on[c]).take(1).collect();
            let mut next = 0;
            while next < reached.len() {
                for d in b.around(reached[next]) {
                    if on[d] && !reached.contains(&d) {
                        reached.push(d);
                    }
                }
                next += 1;
            }
            differ && reached.len() == on.iter().filter(|on| **on).count()
        })
    };
    vec![
        tetrochain(3, 4, ". . . 1,down; . . . .; . . . ."),
        tetrochain(4, 4, ". . . .; . . . .; # . . .; . . . .").under_fd(),
        tetrochain(4, 4, ". . . .; . . . .; # . . .; . . . 1,up"),
        tetrochain(4, 5, ". . . . .; . . . 1,up .; . . . . .; . 2,right . . ."),
    ]
}

/// Clues at the top, then at the left.
pub(super) fn sky(top: &str, left: &str) -> String {
    format!("outside k {{\n  top {top}\n  left {left}\n}}\n")
}

fn gappy_cases() -> Vec<Puzzle> {
    let gappy = |side: usize, top: &'static str, left: &'static str| {
        // Two cells in each row as far apart as its clue says, at most two in a column, and none below another's corners;
        // all other shadings are wrong.
        let is_apart = |[i, j]: [usize; 2], clue: &str| j > i + 1 && number(clue).is_none_or(|n| j - i - 1 == n);
        let mut ways: Vec<Vec<[usize; 2]>> = vec![vec![]];
        for clue in tokens(left) {
            let pairs: Vec<[usize; 2]> = (0..side)
                .flat_map(|i| (i + 1..side).map(move |j| [i, j]))
                .filter(|pair| is_apart(*pair, clue))
                .collect();
            let fits = |way: &[[usize; 2]], pair: &[usize; 2]| {
                pair.iter().all(|c| way.iter().flatten().filter(|d| *d == c).count() < 2)
                    && way.last().is_none_or(|above| above.iter().all(|c| pair.iter().all(|d| c.abs_diff(*d) > 1)))
            };
            let longer = |way: &Vec<[usize; 2]>| -> Vec<Vec<[usize; 2]>> {
                pairs.iter().filter(|pair| fits(way, pair)).map(|pair| [&way[..], &[*pair]].concat()).collect()
            };
            ways = ways.iter().flat_map(longer).collect();
        }
        let script = format!("grid s {side}x{side} in bool\n{}gappy(s, k)", sky(top, left));
        let all = 2f64.powi((side * side) as i32);
        Puzzle::new(script, all, ways, |way| {
            (0..side).zip(tokens(top)).all(|(c, clue)| {
                let cells: Vec<usize> = (0..side).filter(|&r| way[r].contains(&c)).collect();
                cells.len() == 2 && is_apart([cells[0], cells[1]], clue)
            })
        })
    };
    vec![
        gappy(8, ". . . . . . . .", ". . . . . . . ?"),
        gappy(9, ". . . . . . . . .", "3 3 3 1 1 1 1 1 1"),
        gappy(9, ". . . . 1 . . . .", "3 3 3 1 1 1 . ? ."),
    ]
}

fn number_cross_cases() -> Vec<Puzzle> {
    let cross = |rows: usize, cols: usize, numbers: &'static str, top: &'static str, left: &'static str| {
        let rest = format!("clues n {{ {numbers} }}\n{}number_cross(s, n, k)", sky(top, left));
        shaded(rows, cols, &rest, move |b, on| {
            let n = tokens(numbers);
            let sum = |line: &mut dyn Iterator<Item = usize>| -> usize {
                line.filter(|&c| !on[c]).map(|c| number(n[c]).expect("a number")).sum()
            };
            let mut lines = (0..cols).map(|c| sum(&mut (0..rows).map(|r| r * cols + c)));
            let above = lines.by_ref().zip(tokens(top)).all(|(sum, clue)| number(clue).is_none_or(|n| n == sum));
            let mut lines = (0..rows).map(|r| sum(&mut (r * cols..(r + 1) * cols)));
            let aside = lines.by_ref().zip(tokens(left)).all(|(sum, clue)| number(clue).is_none_or(|n| n == sum));
            above && aside && b.len() == n.len()
        })
    };
    vec![
        cross(3, 3, "3 1 2; 4 4 1; 2 9 1", "5 . 3", "5 . ?"),
        cross(3, 4, "1 1 2 3; 2 4 1 1; 5 2 1 1", ". 0 . 4", ". 3 ."),
        cross(2, 3, "0 1 2; 2 1 1", "2 . .", ". 3"),
    ]
}
