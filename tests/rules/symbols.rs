//! The rules of numbers and signs that follow from those beside them, and of bars, against all fillings of tiny boards.

use super::boards::{Board, DOWN, LEFT, Puzzle, RIGHT, UP, Way, check, number, rooms, shaded, tokens};

#[test]
fn mean_what_they_say() {
    let cases = [
        makaro_cases(),
        bosanowa_cases(),
        trinairo_cases(),
        buraitoraito_cases(),
        tontonbeya_cases(),
        magnets_cases(),
        tateyoko_cases(),
        different_neighbours_cases(),
        patchwork_cases(),
        square_o_cases(),
        kakuru_cases(),
        sananko_cases(),
        kazunori_cases(),
        news_cases(),
        number_rope_cases(),
    ];
    check("symbols", cases.into_iter().flatten().collect());
}

/// All ways to fill the cells of a board that are not holes (`#`), which contain `usize::MAX`.
fn fillings(holes: &[&str], low: usize, high: usize) -> Vec<Vec<usize>> {
    let mut ways: Vec<Vec<usize>> = vec![vec![]];
    for hole in holes {
        let domain = if *hole == "#" { vec![usize::MAX] } else { (low..=high).collect() };
        ways = ways.iter().flat_map(|way| domain.iter().map(|&v| [&way[..], &[v]].concat())).collect();
    }
    ways
}

/// Fillings of a board with these holes; the script goes on after the grid.
fn filled(
    (rows, cols): (usize, usize),
    holes: &str,
    (low, high): (usize, usize),
    rest: &str,
    right: impl Fn(Board, &[usize]) -> bool,
) -> Puzzle {
    let b = Board { rows, cols };
    let ways = fillings(&tokens(holes), low, high);
    let script = format!("clues h {{ {holes} }}\ngrid x {rows}x{cols} in {low}..{high} except h\n{rest}");
    let all = ways.len() as f64;
    Puzzle::new(script, all, ways, |x| right(b, x))
}

/// The values beside a cell.
fn beside(b: Board, x: &[usize], c: usize) -> Vec<usize> {
    b.beside(c).into_iter().map(|d| x[d]).filter(|v| *v != usize::MAX).collect()
}

fn way_of(word: &str) -> Option<Way> {
    [("up", UP), ("down", DOWN), ("left", LEFT), ("right", RIGHT)].iter().find(|(name, _)| *name == word).map(|w| w.1)
}

fn makaro_cases() -> Vec<Puzzle> {
    let makaro = |rows, cols, arrows: &str, regions: &str| {
        let (a, names) = (tokens(arrows), tokens(regions));
        let holes: Vec<&str> = a.iter().map(|mark| if *mark == "." { "." } else { "#" }).collect();
        let most = rooms(regions).iter().map(Vec::len).max().expect("a room");
        let b = Board { rows, cols };
        let ways = fillings(&holes, 1, most);
        let script = format!(
            "clues a {{ {arrows} }}\ngrid x {rows}x{cols} in 1..{most} except a\nregions g {{ {regions} }}\nmakaro(x, g, a)"
        );
        Puzzle::new(script, ways.len() as f64, ways, |x| {
            let once = rooms(regions).iter().all(|room| (1..=room.len()).all(|k| room.iter().any(|&c| x[c] == k)));
            let differ = b.pairs().iter().all(|&(c, d)| names[c] == "." || names[d] == "." || x[c] != x[d]);
            let points = (0..b.len()).filter_map(|c| Some((c, way_of(a[c])?))).all(|(c, way)| {
                let target = b.step(c, way).expect("a cell");
                b.beside(c).into_iter().all(|d| d == target || x[d] == usize::MAX || x[d] < x[target])
            });
            once && differ && points
        })
    };
    vec![
        makaro(3, 3, ". . .; . up .; . . .", "a a b; a . b; c c c"),
        makaro(3, 3, ". right .; . . .; . # .", "a . b; a b b; c . c"),
        makaro(2, 4, ". . . left; . # . .", "a a b .; c . b b"),
    ]
}

fn bosanowa_cases() -> Vec<Puzzle> {
    let bosanowa = |rows, cols, holes: &str, high, rest: &str, given: (usize, usize)| {
        filled((rows, cols), holes, (1, high), &format!("bosanowa(x)\n{rest}"), |b, x| {
            let sums = |&c: &usize| {
                let sum: usize = beside(b, x, c).into_iter().map(|v| v.abs_diff(x[c])).sum();
                sum == x[c]
            };
            (0..b.len()).filter(|c| x[*c] != usize::MAX).all(|c| sums(&c)) && (rest.is_empty() || x[given.0] == given.1)
        })
    };
    vec![
        bosanowa(2, 3, ". . .; . . .", 6, "", (0, 0)),
        bosanowa(2, 3, ". . .; . . .", 6, "r1c1 = 4", (0, 4)),
        bosanowa(3, 3, "# . .; . . #; . . #", 6, "", (0, 0)),
    ]
}

fn tontonbeya_cases() -> Vec<Puzzle> {
    let tontonbeya = |rows, cols, regions: &str| {
        let names = tokens(regions);
        let b = Board { rows, cols };
        let script = format!("grid x {rows}x{cols} in 1..3\nregions g {{ {regions} }}\ntontonbeya(x, g)");
        let ways = fillings(&vec!["."; b.len()], 1, 3);
        Puzzle::new(script, ways.len() as f64, ways, |x| {
            rooms(regions).iter().all(|room| {
                let sizes: Vec<usize> = (1..=3).map(|k| room.iter().filter(|&&c| x[c] == k).count()).collect();
                let whole = (1..=3).all(|k| b.one_piece(|c| room.contains(&c) && x[c] == k));
                let present: Vec<usize> = sizes.iter().copied().filter(|n| *n > 0).collect();
                let touches = (1..=3).filter(|k| sizes[k - 1] > 0).all(|k| {
                    let mut others: Vec<&str> = room
                        .iter()
                        .filter(|&&c| x[c] == k)
                        .flat_map(|&c| b.beside(c))
                        .filter(|&d| x[d] == k && names[d] != names[room[0]])
                        .map(|d| names[d])
                        .collect();
                    others.sort_unstable();
                    others.dedup();
                    others.len() == 1
                });
                whole && touches && present.iter().all(|n| *n == present[0])
            })
        })
    };
    vec![
        tontonbeya(2, 4, "a a b b; a a b b"),
        tontonbeya(2, 4, "a a b b; c c d d"),
        tontonbeya(2, 4, "a b c d; a b c d"),
    ]
}

fn magnets_cases() -> Vec<Puzzle> {
    // The numbers at the top, bottom, left and right.
    let magnets = |rows, cols, holes: &str, regions: &str, sides: [&str; 4], more: &str| {
        let names = tokens(regions);
        let sky =
            ["top", "bottom", "left", "right"].iter().zip(sides).map(|(side, clues)| format!("  {side} {clues}\n"));
        let rest = format!(
            "regions g {{ {regions} }}\noutside sky {{\n{}}}\nmagnets(x, g, sky{more})",
            sky.collect::<String>()
        );
        filled((rows, cols), holes, (0, 2), &rest, |b, x| {
            let pole = |c: usize| x[c] == 1 || x[c] == 2;
            let magnet = |room: &Vec<usize>| {
                let poles: Vec<usize> = room.iter().copied().filter(|&c| pole(c)).collect();
                match poles[..] {
                    [] => true,
                    [c, d] => b.beside(c).contains(&d) && x[c] != x[d],
                    _ => false,
                }
            };
            let apart = b.pairs().iter().all(|&(c, d)| {
                let together = names[c] == names[d];
                !pole(c) || !pole(d) || (x[c] == x[d]) == (!more.is_empty() && !together)
            });
            let lines = b.lines();
            let counted = |side: usize, clues: &str| {
                tokens(clues).iter().enumerate().all(|(k, clue)| {
                    let line = &lines[if side < 2 { b.rows + k } else { k }];
                    let wanted = if side.is_multiple_of(2) { 1 } else { 2 };
                    number(clue).is_none_or(|n| n == line.iter().filter(|&&c| x[c] == wanted).count())
                })
            };
            rooms(regions).iter().all(magnet) && apart && (0..4).all(|side| counted(side, sides[side]))
        })
    };
    vec![
        magnets(2, 4, ". . . .; . . . .", "a b b c; a d d c", [". . . .", ". . . .", ". .", ". ."], ""),
        magnets(2, 4, ". . . .; . . . .", "a b b c; a d d c", ["1 . . .", ". . 1 .", "2 .", ". ?"], ""),
        magnets(3, 3, ". . .; . # .; . . .", "a a b; c . b; c d d", [". 1 .", ". . .", ". . .", ". . 1"], ""),
        magnets(2, 4, ". . . .; . . . .", "a a a b; a c c b", [". . . .", ". . . .", ". .", ". ."], ""),
        magnets(2, 4, ". . . .; . . . .", "a b b c; a d d c", [". . . .", ". . . .", "1 .", ". ."], ", anti: true"),
    ]
}

fn tateyoko_cases() -> Vec<Puzzle> {
    let tateyoko = |rows, cols, black: &str, numbers: &str| {
        let (a, n) = (tokens(black), tokens(numbers));
        let b = Board { rows, cols };
        let holes: Vec<&str> = a.iter().map(|mark| if *mark == "." { "." } else { "#" }).collect();
        let ways = fillings(&holes, 0, 1);
        let script = format!(
            "clues a {{ {black} }}\ngrid x {rows}x{cols} in bool except a\nclues n {{ {numbers} }}\ntateyoko(x, a, n)"
        );
        Puzzle::new(script, ways.len() as f64, ways, |x| {
            let bars = b.pieces(|c| x[c] != usize::MAX, |c, d| x[c] == x[d] && (x[c] == 1) == (b.at(c).1 == b.at(d).1));
            let fits = |bar: &Vec<usize>| {
                let clues: Vec<&str> = bar.iter().map(|&c| n[c]).filter(|clue| *clue != ".").collect();
                clues.len() < 2 && clues.iter().all(|clue| number(clue).is_none_or(|k| k == bar.len()))
            };
            let ends = |c: usize| {
                let ending = |way: &Way| b.step(c, *way).is_some_and(|d| x[d] == usize::from(way.1 == 0));
                [UP, DOWN, LEFT, RIGHT].iter().filter(|way| ending(way)).count()
            };
            bars.iter().all(fits) && (0..b.len()).all(|c| number(a[c]).is_none_or(|k| k == ends(c)))
        })
    };
    vec![
        tateyoko(3, 3, ". . .; . 1 .; . . .", "2 . .; . . ?; . . ."),
        tateyoko(3, 3, ". . .; . # .; . . 0", "? . ?; . . .; . 1 ."),
        tateyoko(2, 4, ". . . .; . . . .", "2 . . 2; . . 3 ."),
    ]
}

fn trinairo_cases() -> Vec<Puzzle> {
    // Two rows of three, and three rows of three and of six cells, each row with as many of each value.
    let trinairo = |rows: usize, cols: usize, grey: &'static str| {
        let b = Board { rows, cols };
        let balanced = |line: &[usize]| (1..=3).all(|v| line.iter().filter(|w| **w == v).count() * 3 == line.len());
        let lines: Vec<Vec<usize>> = Board { rows: 1, cols }
            .fillings(3)
            .map(|l| l.iter().map(|v| v + 1).collect::<Vec<_>>())
            .filter(|l| balanced(l))
            .collect();
        let mut ways: Vec<Vec<usize>> = vec![vec![]];
        for _ in 0..rows {
            ways = ways.iter().flat_map(|way| lines.iter().map(|line| [&way[..], line].concat())).collect();
        }
        let script = format!("clues g {{ {grey} }}\ngrid x {rows}x{cols} in 1..3\ntrinairo(x, g)");
        Puzzle::new(script, 3f64.powi((rows * cols) as i32), ways, move |x| {
            (0..cols).all(|c| balanced(&(0..rows).map(|r| x[r * cols + c]).collect::<Vec<_>>()))
                && tokens(grey)
                    .iter()
                    .enumerate()
                    .all(|(c, mark)| *mark == "." || b.beside(c).iter().all(|&d| x[c] != x[d]))
        })
    };
    vec![
        trinairo(3, 3, ". . .; . x .; . . ."),
        trinairo(3, 3, ". . .; . . .; . . ."),
        trinairo(3, 6, ". . . . . .; . . . . . .; . . . . . .").under_fd(),
        trinairo(3, 6, ". . . . . .; . . . . x .; . . . . . ."),
        trinairo(3, 6, ". x . . . .; . . . . . x; x . . . . ."),
    ]
}

fn buraitoraito_cases() -> Vec<Puzzle> {
    let stars = |rows: usize, cols: usize, numbers: &'static str| {
        shaded(rows, cols, &format!("clues n {{ {numbers} }}\nburaitoraito(s, n)"), move |b, on| {
            let clues = tokens(numbers);
            clues.iter().enumerate().all(|(c, clue)| {
                let sees =
                    |way: Way| b.ray(c, way).into_iter().take_while(|&d| clues[d] == ".").filter(|&d| on[d]).count();
                let seen: usize = [UP, DOWN, LEFT, RIGHT].into_iter().map(sees).sum();
                *clue == "." || !on[c] && number(clue).is_none_or(|n| n == seen)
            })
        })
    };
    vec![
        stars(3, 4, "2 . . .; . . 1 .; . . . ."),
        stars(3, 4, ". . . 1; 0 . ? .; . . . 3"),
        stars(4, 4, ". . 2 .; . . . .; 3 . . ?; . . . ."),
    ]
}

fn different_neighbours_cases() -> Vec<Puzzle> {
    let neighbours = |rows: usize, cols: usize, regions: &'static str| {
        let b = Board { rows, cols };
        let script = format!("grid x {rows}x{cols} in 1..3\nregions g {{ {regions} }}\ndifferent_neighbours(x, g)");
        Puzzle::new(script, 3f64.powi((rows * cols) as i32), b.fillings(3), move |x| {
            let marks = tokens(regions);
            (0..b.len()).all(|c| b.around(c).iter().all(|&d| (marks[c] != marks[d]) != (x[c] == x[d])))
                && rooms(regions).iter().all(|room| room.iter().all(|&c| x[c] == x[room[0]]))
        })
    };
    vec![
        neighbours(2, 4, "a a b b; a c c b"),
        neighbours(3, 3, "a b b; a c c; a c d"),
        neighbours(3, 3, "a a b; c a b; c d d"),
    ]
}

fn patchwork_cases() -> Vec<Puzzle> {
    let patchwork = |(rows, cols): (usize, usize), most: usize, regions: &'static str| {
        let b = Board { rows, cols };
        let script = format!("grid x {rows}x{cols} in 1..{most}\nregions g {{ {regions} }}\npatchwork(x, g)");
        Puzzle::new(script, (most as f64).powi((rows * cols) as i32), b.fillings(most), move |x| {
            let sizes: Vec<usize> = rooms(regions).iter().map(Vec::len).collect();
            let n = sizes.into_iter().max().unwrap_or(0);
            let often = |line: &Vec<usize>, k: usize| line.iter().filter(|&&c| x[c] == k).count();
            let filled = |room: &Vec<usize>| (0..room.len()).all(|k| room.iter().any(|&c| x[c] == k));
            rooms(regions).iter().all(filled)
                && b.lines().iter().all(|line| (0..n).all(|k| often(line, k) * n == line.len()))
                && b.pairs().iter().all(|&(c, d)| x[c] != x[d])
        })
    };
    vec![
        patchwork((4, 4), 2, "a a b c; d d b c; e f g g; e f h h"),
        patchwork((3, 3), 3, "a a a; b c c; b b c"),
        patchwork((3, 3), 3, "a a b; a c b; c c b"),
    ]
}

fn square_o_cases() -> Vec<Puzzle> {
    let square_o = |rows: usize, cols: usize, numbers: &'static str| {
        let rest = format!("clues n of corners s {{ {numbers} }}\nsquare_o(s, n)");
        shaded(rows, cols, &rest, move |b, on| {
            let n = tokens(numbers);
            n.iter().enumerate().all(|(at, clue)| {
                let (i, j) = ((at / (cols + 1)) as i32, (at % (cols + 1)) as i32);
                let around = [(i - 1, j - 1), (i - 1, j), (i, j - 1), (i, j)];
                let filled = around.iter().filter_map(|&p| b.cell(p)).filter(|&c| on[c]).count();
                number(clue).is_none_or(|k| k == filled)
            })
        })
    };
    vec![
        square_o(2, 3, ". . . .; . 2 . .; . . . ."),
        square_o(3, 3, ". . . .; . 3 ? .; . . 1 .; . . . 1"),
        square_o(3, 4, ". . . . .; . 4 . 0 .; . . 2 . .; . . . . ."),
    ]
}

/// A script with the clues of a picture as holes.
fn holed(b: Board, clues: &str, (low, high): (usize, usize), rule: &str, right: impl Fn(&[usize]) -> bool) -> Puzzle {
    let holes: Vec<&str> = tokens(clues).iter().map(|clue| if *clue == "." { "." } else { "#" }).collect();
    let ways = fillings(&holes, low, high);
    let script = format!("clues n {{ {clues} }}\ngrid x {}x{} in {low}..{high} except n\n{rule}(x, n)", b.rows, b.cols);
    Puzzle::new(script, ways.len() as f64, ways, |x| right(x))
}

fn kakuru_cases() -> Vec<Puzzle> {
    let kakuru = |rows, cols, sums: &str, high: usize| {
        let b = Board { rows, cols };
        holed(b, sums, (1, high), "kakuru", |x| {
            let apart = |c: usize| b.around(c).iter().all(|&d| x[c] == usize::MAX || x[c] != x[d]);
            let fits = |(c, clue): (usize, &&str)| {
                let mut around: Vec<usize> = b.around(c).iter().map(|&d| x[d]).filter(|v| *v != usize::MAX).collect();
                let (sum, count) = (around.iter().sum::<usize>(), around.len());
                around.sort_unstable();
                around.dedup();
                number(clue).is_none_or(|k| k == sum && count == around.len())
            };
            (0..b.len()).all(apart) && tokens(sums).iter().enumerate().all(fits)
        })
    };
    vec![kakuru(2, 3, ". . .; . 19 .", 6), kakuru(3, 3, ". # .; . 21 .; . . #", 6), kakuru(2, 4, ". ? . .; . . . 7", 5)]
}

fn sananko_cases() -> Vec<Puzzle> {
    let sananko = |rows, cols, sums: &str| {
        let b = Board { rows, cols };
        holed(b, sums, (0, 3), "sananko", |x| {
            let full = |c: usize| x[c] != usize::MAX && x[c] > 0;
            let alike = b.pairs().iter().all(|&(c, d)| !full(c) || !full(d) || x[c] == x[d]);
            let three = b.pieces(full, |_, _| true).iter().all(|group| group.len() == 3);
            let sum = |c: usize| beside(b, x, c).iter().sum::<usize>();
            alike && three && tokens(sums).iter().enumerate().all(|(c, clue)| number(clue).is_none_or(|k| k == sum(c)))
        })
    };
    vec![sananko(2, 4, ". . . .; . 4 . ."), sananko(3, 3, ". 3 .; # . .; . . ?"), sananko(3, 3, ". . .; . 0 .; . . .")]
}

fn kazunori_cases() -> Vec<Puzzle> {
    let kazunori = |rows, cols, high: usize, regions: &str, next: &str, below: &str| {
        let b = Board { rows, cols };
        let rest =
            format!("regions g {{ {regions} }}\nclues r {{ {next} }}\nclues d {{ {below} }}\nkazunori(x, g, r, d)");
        let holes = vec!["."; b.len()].join(" ");
        let rows_of_holes =
            holes.split(' ').collect::<Vec<_>>().chunks(cols).map(|row| row.join(" ")).collect::<Vec<_>>();
        filled((rows, cols), &rows_of_holes.join("; "), (1, high), &rest, |b, x| {
            let twice = rooms(regions).iter().all(|room| {
                (1..=room.len() / 2).all(|v| match room.iter().filter(|&&c| x[c] == v).collect::<Vec<_>>()[..] {
                    [c, d] => b.beside(*c).contains(d),
                    _ => false,
                })
            });
            let mixed = b.squares().iter().all(|square| square.iter().any(|&c| x[c] != x[square[0]]));
            let sums = |clues: &str, way: Way| {
                let fits = |(c, clue): (usize, &&str)| {
                    number(clue).is_none_or(|k| b.step(c, way).is_some_and(|d| x[c] + x[d] == k))
                };
                tokens(clues).iter().enumerate().all(fits)
            };
            twice && mixed && sums(next, RIGHT) && sums(below, DOWN)
        })
    };
    vec![
        kazunori(2, 4, 2, "a a b b; a a b b", ". . . .; . . . .", ". . . .; . . . ."),
        kazunori(2, 4, 3, "a a a a; a a b b", ". 3 . .; . . . .", ". . ? .; . . . ."),
        kazunori(3, 4, 3, "a a b b; a a b b; a a b b", ". . . .; . 4 . .; . . . .", ". . . .; . . . 5; . . . ."),
    ]
}

fn news_cases() -> Vec<Puzzle> {
    let news = |rows, cols, regions: &str, more: &str| {
        let b = Board { rows, cols };
        let script = format!("grid x {rows}x{cols} in 0..4\nregions g {{ {regions} }}\nnews(x, g{more})");
        Puzzle::new(script, 5f64.powi(b.len() as i32), b.fillings(5), |x| {
            let two = |room: &Vec<usize>| {
                let full: Vec<usize> = room.iter().copied().filter(|&c| x[c] > 0).collect();
                let further = |c: usize, d: usize| {
                    let ((r, s), (i, j)) = (b.at(c), b.at(d));
                    [r < i, r > i, s < j, s > j][x[c] - 1]
                };
                matches!(full[..], [c, d] if further(c, d) && further(d, c))
            };
            let differ = |line: &Vec<usize>| (1..=4).all(|v| line.iter().filter(|&&c| x[c] == v).count() <= 1);
            let joined = more.is_empty() || b.one_piece(|c| x[c] == 0);
            joined && rooms(regions).iter().all(two) && b.lines().iter().all(differ)
        })
    };
    vec![
        news(2, 4, "a a b b; a a b b", ""),
        news(3, 3, "a a b; a b b; c c c", ""),
        news(3, 3, "a a a; a b b; a b b", ", joined: true"),
    ]
}

fn number_rope_cases() -> Vec<Puzzle> {
    let rope = |rows, cols, sums: &str, high: usize, lines: &[(usize, usize)]| {
        let b = Board { rows, cols };
        let name = |c: usize| format!("r{}c{}", c / cols + 1, c % cols + 1);
        let pairs: Vec<String> = lines.iter().map(|&(c, d)| format!("({}, {})", name(c), name(d))).collect();
        let more = format!(", lines: [{}]", pairs.join(", "));
        let right = |x: &[usize]| {
            let differ = b.pairs().iter().all(|&(c, d)| x[c] == usize::MAX || x[c] != x[d]);
            let steps = lines.iter().all(|&(c, d)| x[c].abs_diff(x[d]) == 1);
            let goes_on = |c: usize| {
                let on: Vec<usize> = lines
                    .iter()
                    .filter(|l| l.0 == c || l.1 == c)
                    .map(|l| x[if l.0 == c { l.1 } else { l.0 }])
                    .collect();
                on.len() < 2 || on.iter().any(|v| *v > x[c]) && on.iter().any(|v| *v < x[c])
            };
            let sum = |c: usize| beside(b, x, c).iter().sum::<usize>();
            let sums = tokens(sums).into_iter().enumerate().all(|(c, clue)| number(clue).is_none_or(|k| k == sum(c)));
            differ && steps && sums && (0..b.len()).all(goes_on)
        };
        let puzzle = holed(b, sums, (1, high), "number_rope", right);
        let script =
            format!("clues n {{ {sums} }}\ngrid x {rows}x{cols} in 1..{high} except n\nnumber_rope(x, n{more})");
        puzzle.with_script(&script)
    };
    vec![
        rope(2, 3, ". . .; . 6 .", 5, &[(0, 1), (1, 2)]),
        rope(3, 3, ". . .; # . .; . 7 .", 4, &[(1, 2), (2, 5), (0, 1)]),
        rope(2, 3, ". . .; ? . .", 5, &[]),
    ]
}
