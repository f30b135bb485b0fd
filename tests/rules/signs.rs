//! The rules of blocks, arrows and circles with signs, against all ways to fill tiny boards.

use super::boards::{Board, Puzzle, WAYS, check, clued, number, rooms, shaded, spans, tokens, way_of};
use super::filling::{size_at, sizes};
use super::moves::{linked, moved, straight};

#[test]
fn mean_what_they_say() {
    let cases = [
        wittgen_cases(),
        yajirushi2_cases(),
        out_of_sight_cases(),
        twin_area_cases(),
        bonsan_cases(),
        heyabon_cases(),
        corner_chain_cases(),
        rectslider_cases(),
        yajirushi_cases(),
        brownies_cases(),
        yajisoko_cases(),
        wall_logic_cases(),
        rule_of_three_cases(),
        slovak_cases(),
        amibo_cases(),
        nuriuzu_cases(),
    ];
    check("signs", cases.into_iter().flatten().collect());
}

fn wittgen_cases() -> Vec<Puzzle> {
    let wittgen = |rows, cols, clues: &str| {
        let b = Board { rows, cols };
        linked(b, "", clues, "wittgen(e, n)", |drawn, n| {
            straight(b, n, drawn).is_some_and(|lines| {
                let covered = |c: usize| lines.iter().any(|line| line.contains(&c));
                let fits = |(c, clue): (usize, &str)| {
                    let beside = b.beside(c).into_iter().filter(|&d| covered(d)).count();
                    !covered(c) && number(clue).is_none_or(|k| k == beside)
                };
                lines.iter().all(|line| line.len() == 3) && b.one_piece(|c| !covered(c)) && clued(n).all(fits)
            })
        })
    };
    vec![
        wittgen(3, 3, "? . .; . . .; . . ."),
        wittgen(3, 4, ". . . .; . 1 . .; . . . ."),
        wittgen(3, 4, ". 1 . .; . . . .; . . . 1"),
    ]
}

fn yajirushi2_cases() -> Vec<Puzzle> {
    let yajirushi2 = |rows, cols, clues: &str| {
        let (b, n) = (Board { rows, cols }, tokens(clues));
        let script = format!("grid x {rows}x{cols} in 0..4\nclues n {{ {clues} }}\nyajirushi2(x, n)");
        Puzzle::new(script, 5f64.powi(b.len() as i32), b.fillings(5), |x| {
            let fits = |(c, clue): (usize, &str)| {
                let beside = b.beside(c).into_iter().filter(|&d| x[d] > 0).count();
                x[c] == 0 && number(clue).is_none_or(|k| k == beside)
            };
            are_paired(b, x, |c| n[c] != ".") && b.one_piece(|c| x[c] == 0 && n[c] == ".") && clued(&n).all(fits)
        })
    };
    vec![
        yajirushi2(3, 3, ". . .; . ? .; . . ."),
        yajirushi2(2, 4, ". . . .; . . . 1"),
        yajirushi2(3, 3, ". . .; 1 . .; . . ."),
    ]
}

fn out_of_sight_cases() -> Vec<Puzzle> {
    let out_of_sight = |rows, cols, clues: &'static str| {
        shaded(rows, cols, &format!("clues n {{ {clues} }}\nout_of_sight(s, n)"), move |b, on| {
            let n = tokens(clues);
            let colour = |c: usize| n[c].split(',').next().and_then(number);
            let sees = |(c, clue): (usize, &str)| {
                let Some((_, way)) = clue.split_once(',') else { return false };
                !on[c] && b.ray(c, WAYS[way_of(way)]).into_iter().any(|d| !on[d] && colour(d) == colour(c))
            };
            b.pairs().iter().all(|&(c, d)| !on[c] || !on[d]) && b.one_piece(|c| !on[c]) && !clued(&n).any(sees)
        })
    };
    vec![
        out_of_sight(3, 4, "1,right . 1 .; . 2,left . .; . . 2,up ."),
        out_of_sight(3, 4, "2 . . 2,left; ? 1,right . .; 1,up . . 1,left"),
        out_of_sight(4, 4, "1,down . . .; . . 1,left .; 1 . . .; . . . 1,up"),
    ]
}

fn twin_area_cases() -> Vec<Puzzle> {
    let twin_area = |rows, cols, regions: &str, marks: &str, grey: &str| {
        let (n, dark) = (tokens(marks), tokens(grey));
        let rest =
            format!("regions g {{ {regions} }}\nclues n {{ {marks} }}\nclues d {{ {grey} }}\ntwin_area(s, g, n, d)");
        shaded(rows, cols, &rest, |b, on| {
            let full = |area: &Vec<usize>| {
                area.iter().filter(|&&c| on[c]).map(|&c| size_at(regions, c)).sum::<usize>() == area.len()
            };
            sizes(regions, &n, on)
                && b.pairs().iter().all(|&(c, d)| !on[c] || !on[d])
                && b.pieces(|c| dark[c] != ".", |_, _| true).iter().all(full)
        })
    };
    vec![
        twin_area(3, 3, "a a b; a b b; c c c", ". . .; . . .; . . .", "# # #; . . .; . . ."),
        twin_area(3, 4, "a a b b; a c c b; d d c c", ". . . .; . x . .; . . . .", ". . . .; . # # #; . . . ."),
        twin_area(3, 4, "a a b b; a c c b; d d d d", ". . . .; . . . 3; . . . .", ". . . .; . . . .; # # # #"),
    ]
}

/// Whether some cells look the same after half a turn, within the rows and columns of a list.
fn is_symmetric(b: Board, list: &[usize], there: impl Fn(usize) -> bool) -> bool {
    let first = |of: fn((i32, i32)) -> i32| list.iter().map(|&c| of(b.at(c))).min().expect("a cell");
    let (top, left) = (first(|at| at.0), first(|at| at.1));
    let (h, w) = spans(b, list);
    list.iter().all(|&c| {
        let (row, col) = b.at(c);
        let image = b.cell((2 * top + h as i32 - 1 - row, 2 * left + w as i32 - 1 - col)).expect("a cell");
        there(c) == there(image)
    })
}

fn bonsan_cases() -> Vec<Puzzle> {
    let bonsan = |rows, cols, clues: &str| {
        let b = Board { rows, cols };
        linked(b, "", clues, "bonsan(e, n)", |drawn, n| {
            moved(b, n, drawn).is_some_and(|ends| {
                let all: Vec<usize> = (0..b.len()).collect();
                is_symmetric(b, &all, |c| ends.iter().any(|(_, d)| *d == c))
            })
        })
    };
    vec![
        bonsan(3, 3, "? . .; ? . .; . . ?"),
        bonsan(3, 3, ". 1 .; . ? .; ? . ."),
        bonsan(3, 4, "? . 2 .; . ? . .; . . . ?"),
    ]
}

fn heyabon_cases() -> Vec<Puzzle> {
    let heyabon = |rows, cols, regions: &str, clues: &str| {
        let b = Board { rows, cols };
        linked(b, &format!("regions g {{ {regions} }}\n"), clues, "heyabon(e, g, n)", |drawn, n| {
            moved(b, n, drawn).is_some_and(|ends| {
                let there = |c: usize| ends.iter().any(|(_, d)| *d == c);
                rooms(regions).iter().all(|room| room.iter().any(|&c| there(c)) && is_symmetric(b, room, there))
            })
        })
    };
    vec![
        heyabon(3, 3, "a a a; b b b; c c c", "? . .; ? . .; . . ?"),
        heyabon(3, 3, "a a b; a a b; c c c", "? . ?; . ? .; 1 . ?"),
        heyabon(3, 4, "a a b b; a b b b; b b b b", "? . ? .; . ? . .; ? . . ."),
    ]
}

fn corner_chain_cases() -> Vec<Puzzle> {
    let corner_chain = |rows, cols, clues: &'static str| {
        shaded(rows, cols, &format!("clues n {{ {clues} }}\ncorner_chain(s, n)"), move |b, on| {
            let n = tokens(clues);
            let areas = b.pieces(|c| !on[c], |_, _| true);
            let fits = |area: &Vec<usize>| {
                let (h, w) = spans(b, area);
                let sizes = area.iter().all(|&c| number(n[c]).is_none_or(|k| k == area.len()));
                sizes && (h * w == area.len()) == area.len().is_multiple_of(2)
            };
            areas.iter().all(fits) && b.one_piece_at_corners(|c| !on[c]) && clued(&n).all(|(c, _)| !on[c])
        })
    };
    vec![
        corner_chain(3, 3, ". . .; . . .; . . ."),
        corner_chain(3, 4, "? . . .; . . . .; . . . 3"),
        corner_chain(4, 4, ". . . .; . 4 . .; . . . .; . . . ."),
        corner_chain(3, 5, ". . . . .; 5 . . . .; . . . . ."),
    ]
}

fn rectslider_cases() -> Vec<Puzzle> {
    let rectslider = |rows, cols, clues: &str| {
        let b = Board { rows, cols };
        linked(b, "", clues, "rectslider(e, n)", |drawn, n| {
            moved(b, n, drawn).is_some_and(|ends| {
                let full = |panels: &Vec<usize>| {
                    let (h, w) = spans(b, panels);
                    panels.len() > 1 && panels.len() == h * w
                };
                b.pieces(|c| ends.iter().any(|(_, d)| *d == c), |_, _| true).iter().all(full)
            })
        })
    };
    vec![
        rectslider(3, 3, "? . .; . . ?; ? . ."),
        rectslider(3, 3, "? . ?; 1 . .; . . ?"),
        rectslider(3, 4, "? . 2 .; . . . ?; ? . . ."),
    ]
}

/// Whether each arrow (1 to 4) points to one that points back, with empty cells between them.
fn are_paired(b: Board, x: &[usize], blocked: impl Fn(usize) -> bool) -> bool {
    (0..b.len()).all(|c| {
        let Some(&way) = x[c].checked_sub(1).map(|k| &WAYS[k]) else { return true };
        let line = b.ray(c, way);
        let Some(at) = line.iter().position(|&d| x[d] > 0 || blocked(d)) else { return false };
        at > 0 && x[line[at]] > 0 && WAYS[x[line[at]] - 1] == (-way.0, -way.1)
    })
}

fn yajirushi_cases() -> Vec<Puzzle> {
    let yajirushi = |rows, cols, black: &str| {
        let (b, n) = (Board { rows, cols }, tokens(black));
        let script = format!("grid x {rows}x{cols} in 0..4\nclues n {{ {black} }}\nyajirushi(x, n)");
        Puzzle::new(script, 5f64.powi(b.len() as i32), b.fillings(5), |x| {
            let lies_between = |c: usize| {
                WAYS.iter().any(|&(r, s)| {
                    let first = b.ray(c, (r, s)).into_iter().find(|&d| x[d] > 0 || n[d] != ".");
                    first.is_some_and(|d| x[d] > 0 && WAYS[x[d] - 1] == (-r, -s))
                })
            };
            are_paired(b, x, |c| n[c] != ".")
                && (0..b.len()).all(|c| n[c] == "." || x[c] == 0)
                && (0..b.len()).all(|c| x[c] > 0 || n[c] != "." || lies_between(c))
        })
    };
    vec![
        yajirushi(3, 3, ". . .; . . .; # # #"),
        yajirushi(2, 4, "# . . .; . . . ."),
        yajirushi(3, 3, ". . #; . . #; . . #"),
    ]
}

/// The circles of a picture alone.
fn circles_of(n: &[&str]) -> Vec<&'static str> {
    n.iter().map(|mark| if *mark == "o" { "o" } else { "." }).collect()
}

/// Links, with the circles and the other clues of a picture as two.
fn two_pictures(b: Board, clues: &str, rule: &str, right: impl Fn(&[bool], &[&str]) -> bool) -> Puzzle {
    let n = tokens(clues);
    let picture = |circles: bool| {
        let token = |token: &&str| if (*token == "o") == circles { token.to_string() } else { ".".into() };
        let row = |row: &[&str]| row.iter().map(token).collect::<Vec<String>>().join(" ");
        n.chunks(b.cols).map(row).collect::<Vec<String>>().join("; ")
    };
    let head = format!("clues o {{ {} }}\n", picture(true));
    linked(b, &head, &picture(false), &format!("{rule}(e, o, n)"), |drawn, _| right(drawn, &n))
}

fn brownies_cases() -> Vec<Puzzle> {
    let brownies = |rows, cols, clues: &str| {
        let b = Board { rows, cols };
        two_pictures(b, clues, "brownies", |drawn, n| {
            let covered = |c: usize| !b.strokes(drawn)[c].is_empty();
            moved(b, &circles_of(n), drawn).is_some_and(|ends| {
                let around =
                    |c: usize| b.around(c).into_iter().filter(|d| ends.iter().any(|(_, end)| end == d)).count();
                let fits = |(c, clue): (usize, &str)| !covered(c) && number(clue).is_none_or(|k| k == around(c));
                clued(n).filter(|(_, clue)| *clue != "o").all(fits)
            })
        })
    };
    vec![
        brownies(3, 3, "o . .; . 2 .; . . o"),
        brownies(3, 3, "o . .; o ? .; . . 0"),
        brownies(3, 4, "o . . o; . 2 . .; . o . 1"),
    ]
}

fn yajisoko_cases() -> Vec<Puzzle> {
    let yajisoko = |rows, cols, clues: &str| {
        let b = Board { rows, cols };
        two_pictures(b, clues, "yajisoko", |drawn, n| {
            let covered = |c: usize| !b.strokes(drawn)[c].is_empty();
            moved(b, &circles_of(n), drawn).is_some_and(|ends| {
                let there = |c: usize| ends.iter().any(|(_, end)| *end == c);
                let fits = |(c, clue): (usize, &str)| {
                    let Some((k, way)) = clue.split_once(',') else { return clue == "o" || !covered(c) };
                    let seen = b.ray(c, WAYS[way_of(way)]).into_iter().filter(|&d| there(d)).count();
                    there(c) || number(k).is_none_or(|k| k == seen)
                };
                clued(n).all(fits)
            })
        })
    };
    vec![
        yajisoko(3, 3, "o . .; . 1,up .; . . o"),
        yajisoko(3, 3, "o . #; . ?,left 0,left; . o ."),
        yajisoko(3, 4, "o . 2,left o; . 1,down . .; # . . o"),
    ]
}

fn wall_logic_cases() -> Vec<Puzzle> {
    let wall_logic = |rows, cols, clues: &str| {
        let (b, n) = (Board { rows, cols }, tokens(clues));
        let script = format!("grid x {rows}x{cols} in 0..4\nclues n {{ {clues} }}\nwall_logic(x, n)");
        Puzzle::new(script, 5f64.powi(b.len() as i32), b.fillings(5), |x| {
            let home = |c: usize| -> Option<usize> {
                let way = WAYS[x[c] - 1];
                let back = b.ray(c, (-way.0, -way.1));
                let at = back.iter().position(|&d| x[d] != x[c])?;
                (n[back[at]] != "." && n[back[at]] != "x").then_some(back[at])
            };
            let arrows: Vec<usize> = (0..b.len()).filter(|&c| x[c] > 0).collect();
            let total = |c: usize| arrows.iter().filter(|&&d| home(d) == Some(c)).count();
            clued(&n).all(|(c, _)| x[c] == 0)
                && arrows.iter().all(|&c| home(c).is_some())
                && clued(&n).all(|(c, clue)| number(clue).is_none_or(|k| k == total(c)))
        })
    };
    vec![
        wall_logic(3, 3, ". . .; . 4 .; . . ."),
        wall_logic(2, 4, "2 . . .; . x . ?"),
        wall_logic(3, 3, "3 . .; . . .; . . 2"),
    ]
}

fn rule_of_three_cases() -> Vec<Puzzle> {
    let rule_of_three = |rows: usize, cols: usize, holes: &str| {
        let (b, n) = (Board { rows, cols }, tokens(holes));
        let script = format!("clues n {{ {holes} }}\ngrid x {rows}x{cols} in 1..3 except n\nrule_of_three(x)");
        let free: Vec<usize> = (0..b.len()).filter(|&c| n[c] == ".").collect();
        let all = 3f64.powi(free.len() as i32);
        let ways = (0..3usize.pow(free.len() as u32)).map(|code| {
            let mut x = vec![0; b.len()];
            free.iter().enumerate().for_each(|(k, &c)| x[c] = code / 3usize.pow(k as u32) % 3 + 1);
            x
        });
        Puzzle::new(script, all, ways, |x| {
            let runs = b.lines().into_iter().enumerate().all(|(k, line)| {
                let bit = if k < b.rows { 2 } else { 1 };
                line.chunk_by(|c, d| (x[*c] & bit) == (x[*d] & bit)).all(|run| x[run[0]] & bit == 0 || run.len() == 3)
            });
            runs && b.pairs().iter().all(|&(c, d)| x[c] != 3 || x[d] != 3)
        })
    };
    vec![
        rule_of_three(3, 3, ". . .; . . .; . . ."),
        rule_of_three(3, 4, ". . . .; . . . .; . . . #"),
        rule_of_three(3, 4, ". . . #; . . . .; . . . ."),
    ]
}

fn slovak_cases() -> Vec<Puzzle> {
    let slovak = |rows, cols, clues: &str| {
        let (b, n) = (Board { rows, cols }, tokens(clues));
        let script = format!("grid x {rows}x{cols} in 0..2\nclues n {{ {clues} }}\nslovak(x, n)");
        Puzzle::new(script, 3f64.powi(b.len() as i32), b.fillings(3), |x| {
            let once = |line: &Vec<usize>| (1..3).all(|k| line.iter().filter(|&&c| x[c] == k).count() == 1);
            let fits = |(c, clue): (usize, &str)| {
                let (sum, count) = clue.split_once(',').unwrap_or((clue, "?"));
                let beside: Vec<usize> = b.beside(c).into_iter().map(|d| x[d]).collect();
                x[c] == 0
                    && number(sum).is_none_or(|k| k == beside.iter().sum::<usize>())
                    && number(count).is_none_or(|k| k == beside.iter().filter(|v| **v > 0).count())
            };
            b.lines().iter().all(once) && clued(&n).all(fits)
        })
    };
    vec![
        slovak(3, 3, ". . .; . ? .; . . ."),
        slovak(3, 3, "3 . .; . . .; . . ."),
        slovak(3, 3, ". . 2; . . .; . . ."),
        slovak(3, 3, ". . 3,2; . . .; . . ."),
    ]
}

fn amibo_cases() -> Vec<Puzzle> {
    let amibo = |rows, cols, clues: &str| {
        let (b, n) = (Board { rows, cols }, tokens(clues));
        let script = format!("grid x {rows}x{cols} in 0..3\nclues n {{ {clues} }}\namibo(x, n)");
        Puzzle::new(script, 4f64.powi(b.len() as i32), b.fillings(4), |x| {
            // Whether each line is level, and its cells.
            let bars: Vec<(bool, Vec<usize>)> = b
                .lines()
                .into_iter()
                .enumerate()
                .flat_map(|(k, line)| {
                    let bit = if k < b.rows { 2 } else { 1 };
                    let runs = line.chunk_by(|c, d| (x[*c] & bit) == (x[*d] & bit));
                    runs.filter(|run| x[run[0]] & bit > 0).map(|run| (bit == 2, run.to_vec())).collect::<Vec<_>>()
                })
                .collect();
            let crosses = |one: usize, two: usize| {
                bars[one].0 != bars[two].0 && bars[one].1.iter().any(|c| bars[two].1.contains(c))
            };
            let alike = |one: usize| (0..bars.len()).any(|k| crosses(one, k) && bars[k].1.len() == bars[one].1.len());
            let ends_at = |(c, clue): (usize, &str)| {
                let comes = |(level, cells): &&(bool, Vec<usize>)| {
                    let ends = [cells[0], cells[cells.len() - 1]];
                    ends.iter().any(|&d| b.beside(c).contains(&d) && (b.at(d).0 == b.at(c).0) == *level)
                };
                let found: Vec<&(bool, Vec<usize>)> = bars.iter().filter(comes).collect();
                found.len() == 1 && number(clue).is_none_or(|k| k == found[0].1.len())
            };
            // A tree has one crossing less than lines.
            let pairs: Vec<(usize, usize)> =
                (0..bars.len()).flat_map(|i| (0..i).map(move |j| (i, j))).filter(|&(i, j)| crosses(i, j)).collect();
            let mut group: Vec<usize> = (0..bars.len()).collect();
            for &(i, j) in &pairs {
                let (from, to) = (group[i], group[j]);
                group.iter_mut().filter(|k| **k == from).for_each(|k| *k = to);
            }
            !bars.is_empty()
                && group.iter().all(|k| *k == group[0])
                && pairs.len() + 1 == bars.len()
                && (0..bars.len()).all(alike)
                && clued(&n).all(|(c, clue)| x[c] == 0 && ends_at((c, clue)))
        })
    };
    vec![amibo(3, 3, "? . .; . . .; . . ."), amibo(3, 3, "2 . .; . . .; . . ?"), amibo(2, 4, ". . . .; 2 . . .")]
}

fn nuriuzu_cases() -> Vec<Puzzle> {
    let nuriuzu = |rows: usize, cols: usize, stars: &'static [(usize, usize)], more: &str| {
        let row = |r: usize| {
            (0..2 * cols - 1).map(|c| if stars.contains(&(r, c)) { "o" } else { "." }).collect::<Vec<_>>().join(" ")
        };
        let picture: Vec<String> = (0..2 * rows - 1).map(row).collect();
        let rest = format!("clues n of cells and borders s {{ {} }}\nnuriuzu(s, n{more})", picture.join("; "));
        let joined = !more.is_empty();
        shaded(rows, cols, &rest, move |b, on| {
            let areas = b.pieces(|c| !on[c], |_, _| true);
            let near = |c: usize, star: (usize, usize)| {
                let (r, s) = b.at(c);
                (2 * r).abs_diff(star.0 as i32) < 2 && (2 * s).abs_diff(star.1 as i32) < 2
            };
            let fits = |area: &Vec<usize>| {
                let own: Vec<(usize, usize)> =
                    stars.iter().copied().filter(|&star| area.iter().any(|&c| near(c, star))).collect();
                let image = |c: usize| {
                    let (r, s) = b.at(c);
                    b.cell((own[0].0 as i32 - r, own[0].1 as i32 - s))
                };
                own.len() == 1 && area.iter().all(|&c| image(c).is_some_and(|d| area.contains(&d)))
            };
            let free = stars.iter().all(|&star| (0..b.len()).all(|c| !near(c, star) || !on[c]));
            areas.iter().all(fits)
                && free
                && !b.full_square(on, true)
                && !b.full_square(on, false)
                && (!joined || b.one_piece(|c| on[c]))
        })
    };
    vec![
        nuriuzu(3, 3, &[(2, 1)], ""),
        nuriuzu(3, 4, &[(2, 0), (2, 4)], ""),
        nuriuzu(3, 4, &[(2, 3)], ", joined: true"),
        nuriuzu(3, 4, &[(1, 0), (4, 3), (0, 5)], ""),
    ]
}
