//! The rules of numbers in rooms and of pieces against all fillings and divisions of tiny boards.

use super::boards::{Board, DOWN, LEFT, Puzzle, RIGHT, UP, WAYS, Way, bits, check, number, rooms, spans, tokens};
use super::pieces::{polyomino_battleship_cases, statue_cases};

#[test]
fn mean_what_they_say() {
    let cases = [
        cojun_cases(),
        nanro_cases(),
        view_cases(),
        hakoiri_cases(),
        pieces_cases(),
        triplace_cases(),
        place_cases(),
        statue_cases(),
        polyomino_battleship_cases(),
        mirror_cases(),
        pencil_cases(),
        undead_cases(),
    ];
    check("placing", cases.into_iter().flatten().collect());
}

fn filled(rows: usize, cols: usize, low: i64, high: i64, rest: &str, right: impl Fn(Board, &[i64]) -> bool) -> Puzzle {
    let b = Board { rows, cols };
    let script = format!("grid x {rows}x{cols} in {low}..{high}\n{rest}");
    let k = (high - low + 1) as usize;
    Puzzle::new(script, (k as f64).powi(b.len() as i32), b.fillings(k), |x| {
        let x: Vec<i64> = x.iter().map(|v| *v as i64 + low).collect();
        right(b, &x)
    })
}

fn given(picture: &str, x: &[i64]) -> bool {
    tokens(picture).iter().zip(x).all(|(clue, v)| number(clue).is_none_or(|k| k as i64 == *v))
}

fn cojun_cases() -> Vec<Puzzle> {
    let cojun = |rows, cols, most, regions: &'static str, givens: &'static str| {
        filled(
            rows,
            cols,
            1,
            most,
            &format!("givens {{ {givens} }}\nregions g {{ {regions} }}\ncojun(x, g)"),
            move |b, x| {
                let marks = tokens(regions);
                let full = |room: &Vec<usize>| (1..=room.len() as i64).all(|k| room.iter().any(|&c| x[c] == k));
                let apart = |&(c, d): &(usize, usize)| {
                    let falls = b.at(c).1 != b.at(d).1 || marks[c] != marks[d] || x[c] > x[d];
                    x[c] != x[d] && falls
                };
                given(givens, x) && rooms(regions).iter().all(full) && b.pairs().iter().all(apart)
            },
        )
    };
    vec![
        cojun(2, 3, 3, "a b b; a a b", ". . .; . . ."),
        cojun(3, 3, 3, "a a b; a b b; c c c", ". . .; . . .; . . ."),
        cojun(2, 4, 4, "a a b b; a a b b", "3 . . .; . . . ."),
    ]
}

fn nanro_cases() -> Vec<Puzzle> {
    let nanro = |rows, cols, most, regions: &'static str, givens: &'static str| {
        filled(
            rows,
            cols,
            0,
            most,
            &format!("givens {{ {givens} }}\nregions g {{ {regions} }}\nnanro(x, g)"),
            move |b, x| {
                let marks = tokens(regions);
                let is_met = |room: &Vec<usize>| {
                    let full: Vec<i64> = room.iter().map(|&c| x[c]).filter(|v| *v != 0).collect();
                    !full.is_empty() && full.iter().all(|v| *v == full.len() as i64)
                };
                given(givens, x)
                    && rooms(regions).iter().all(is_met)
                    && b.pairs().iter().all(|&(c, d)| marks[c] == marks[d] || x[c] == 0 || x[c] != x[d])
                    && b.squares().iter().all(|s| s.iter().any(|&c| x[c] == 0))
                    && b.one_piece(|c| x[c] != 0)
            },
        )
    };
    vec![
        nanro(2, 3, 3, "a b b; a a b", ". . .; . . ."),
        nanro(3, 3, 3, "a a b; a b b; c c c", ". . .; . . .; . . ."),
        nanro(3, 3, 2, "a a b; c a b; c c b", ". . .; . . 1; . . ."),
    ]
}

fn hakoiri_cases() -> Vec<Puzzle> {
    let hakoiri = |rows, cols, regions: &'static str, givens: &'static str| {
        let rest = format!("givens {{ {givens} }}\nregions g {{ {regions} }}\nhakoiri(x, g)");
        filled(rows, cols, 0, 3, &rest, move |b, x| {
            let once = |room: &Vec<usize>| (1..=3).all(|k| room.iter().filter(|&&c| x[c] == k).count() == 1);
            given(givens, x)
                && rooms(regions).iter().all(once)
                && (0..b.len()).all(|c| x[c] == 0 || b.around(c).iter().all(|&d| x[d] != x[c]))
                && b.one_piece(|c| x[c] != 0)
        })
    };
    vec![
        hakoiri(2, 4, "a a b b; a a b b", ". . . .; . . . ."),
        hakoiri(3, 3, "a a a; b a b; b b b", ". . .; . . 1; . . ."),
    ]
}

fn view_cases() -> Vec<Puzzle> {
    let view = |rows, cols, most, givens: &'static str| {
        filled(rows, cols, -1, most, &format!("givens {{ {givens} }}\nview(x)"), move |b, x| {
            let seen = |c: usize| {
                WAYS.iter().map(|&way| b.ray(c, way).iter().take_while(|&&d| x[d] == -1).count()).sum::<usize>()
            };
            given(givens, x)
                && (0..b.len()).all(|c| x[c] == -1 || x[c] == seen(c) as i64)
                && b.pairs().iter().all(|&(c, d)| x[c] == -1 || x[c] != x[d])
                && b.one_piece(|c| x[c] != -1)
        })
    };
    vec![view(2, 3, 3, ". . .; . . ."), view(3, 3, 2, ". 1 .; . . .; . . ."), view(2, 3, 3, "2 . .; . . .")]
}

/// Whether a division is right, the pictures of numbers known.
type Right = dyn Fn(Board, &[usize], &[&str]) -> bool;

/// All divisions of a board with a picture of clues that are right; the partition is declared with this ending.
fn divided(rows: usize, cols: usize, clues: &str, ending: &str, rule: &str, right: &Right) -> Puzzle {
    let b = Board { rows, cols };
    let script = format!("grid x {rows}x{cols}\nclues n {{ {clues} }}\npartition p of x{ending}\n{rule}");
    let n = tokens(clues);
    let divisions = b.divisions();
    Puzzle::new(script, divisions.len() as f64, divisions, |p| right(b, p, &n))
}

/// A number counts the borders around its cell.
fn borders_fit(b: Board, p: &[usize], n: &[&str]) -> bool {
    let around = |c: usize| 4 - b.beside(c).iter().filter(|&&d| p[d] == p[c]).count();
    (0..b.len()).all(|c| number(n[c]).is_none_or(|k| k == around(c)))
}

fn members(p: &[usize]) -> Vec<Vec<usize>> {
    (0..=*p.iter().max().expect("a piece")).map(|k| (0..p.len()).filter(|&c| p[c] == k).collect()).collect()
}

/// Each piece is a rectangle with one clue.
fn rectangles_with_one(b: Board, p: &[usize], n: &[&str]) -> bool {
    members(p).iter().all(|cells| {
        let (high, wide) = spans(b, cells);
        high * wide == cells.len() && cells.iter().filter(|&&c| n[c] != ".").count() == 1
    })
}

fn tatamibari(b: Board, p: &[usize], n: &[&str]) -> bool {
    let four = |c: usize| -> bool {
        let (row, col) = b.at(c);
        let square = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(r, w)| b.cell((row + r, col + w)).map(|d| p[d]));
        square.iter().all(Option::is_some) && (0..4).all(|i| (0..i).all(|j| square[i] != square[j]))
    };
    let fits = |cells: &Vec<usize>| {
        let (high, wide) = spans(b, cells);
        cells.iter().all(|&c| match n[c] {
            "+" => high == wide,
            "|" => high > wide,
            "-" => high < wide,
            _ => true,
        })
    };
    rectangles_with_one(b, p, n) && members(p).iter().all(fits) && !(0..b.len()).any(four)
}

fn araf(_: Board, p: &[usize], n: &[&str]) -> bool {
    members(p).iter().all(|cells| {
        let clues: Vec<&str> = cells.iter().map(|&c| n[c]).filter(|clue| *clue != ".").collect();
        // A ? is small or large enough, whatever the other is.
        let (less, more) = (
            |k: Option<usize>| k.is_none_or(|k| k < cells.len()),
            |k: Option<usize>| k.is_none_or(|k| cells.len() < k),
        );
        matches!(clues[..], [a, c] if less(number(a)) && more(number(c)) || less(number(c)) && more(number(a)))
    })
}

/// A hole is a piece of its own.
fn triplace(rows: usize, cols: usize, sums: &'static str) -> Puzzle {
    let (b, n) = (Board { rows, cols }, tokens(sums));
    let script = format!(
        "clues sums {{ {sums} }}\ngrid x {}x{} except sums\npartition p of x\ntriplace(p, sums)",
        rows + 1,
        cols + 1
    );
    let hole = |c: usize| n[(b.at(c).0 as usize + 1) * (cols + 1) + b.at(c).1 as usize + 1] != ".";
    let counts = |p: &[usize], at: usize, (down, right): (i32, i32)| {
        let (mut row, mut col) = ((at / (cols + 1)) as i32 - 1 + down, (at % (cols + 1)) as i32 - 1 + right);
        let mut stretch = vec![];
        while let Some(c) = b.cell((row, col)).filter(|&c| !hole(c)) {
            stretch.push(c);
            (row, col) = (row + down, col + right);
        }
        let straight = |cells: &&Vec<usize>| spans(b, cells).0.min(spans(b, cells).1) == 1;
        members(p).iter().filter(straight).filter(|cells| cells.iter().any(|c| stretch.contains(c))).count()
    };
    let divisions = b.divisions();
    Puzzle::new(script, divisions.len() as f64, divisions, |p| {
        let size = |cells: &Vec<usize>| cells.len() == if cells.iter().any(|&c| hole(c)) { 1 } else { 3 };
        members(p).iter().all(size)
            && (0..n.len()).all(|at| {
                let fits = |part: Option<&str>, way| part.and_then(number).is_none_or(|k| k == counts(p, at, way));
                n[at].split_once(',').is_none_or(|(a, c)| fits(Some(a), (1, 0)) && fits(Some(c), (0, 1)))
            })
    })
}

fn triplace_cases() -> Vec<Puzzle> {
    vec![
        triplace(3, 4, "# .,. .,. 1,. .,.; .,. . . . .; .,. . . . .; .,1 . . . ."),
        triplace(2, 5, "# .,. .,. .,. .,. .,.; .,. . . # . .; .,1 . . . . ."),
        triplace(2, 5, "# .,. .,. .,. .,. .,.; .,. . .,0 . . .; .,. . . . . ."),
    ]
}

fn pieces_cases() -> Vec<Puzzle> {
    let sized = |size: usize| {
        move |b: Board, p: &[usize], n: &[&str]| {
            borders_fit(b, p, n) && (0..b.len()).all(|c| p.iter().filter(|k| **k == p[c]).count() == size)
        }
    };
    let nawabari = |b: Board, p: &[usize], n: &[&str]| borders_fit(b, p, n) && rectangles_with_one(b, p, n);
    let one = ", one n in each";
    vec![
        divided(2, 4, ". . . .; . . . .", "", "equal_pieces(p, n, 4)", &sized(4)),
        divided(3, 4, ". 2 . .; . . . .; . . . 3", "", "equal_pieces(p, n, 4)", &sized(4)),
        divided(2, 5, ". . . . .; 3 . . . .", "", "equal_pieces(p, n, 5)", &sized(5)),
        divided(3, 3, "2 . .; . . ?; . . .", "", "nawabari(p, n)", &nawabari),
        divided(3, 4, "? . . .; . . 2 .; 3 . . ?", one, "nawabari(p, n)", &nawabari),
        divided(3, 3, "? . ?; . . .; . . ?", one, "nawabari(p, n)", &nawabari),
        divided(3, 3, "? . .; . . -; . . ?", "", "tatamibari(p, n)", &tatamibari),
        divided(3, 4, "? . . |; . ? . .; - . . ?", one, "tatamibari(p, n)", &tatamibari),
        divided(3, 3, "+ . ?; . ? .; ? . ?", one, "tatamibari(p, n)", &tatamibari),
        divided(2, 4, "1 . . 6; . 5 2 .", "", "araf(p, n)", &araf),
        divided(3, 4, "? . . 6; . 5 . .; ? . 2 ?", "", "araf(p, n)", &araf),
        divided(3, 3, "1 . .; . 9 .; . 2 6", ", two n in each", "araf(p, n)", &araf),
        divided(3, 4, "2 . . 6; . 5 . .; 1 . 7 2", ", two n in each", "araf(p, n)", &araf),
    ]
}

/// Two pieces, a domino and a corner of three cells.
fn place_cases() -> Vec<Puzzle> {
    let placed = |rows, cols| {
        filled(rows, cols, 0, 2, "place([[(1, 1), (1, 2)], [(1, 1), (2, 1), (2, 2)]], x)", |b, x| {
            let cells = |k: i64| (0..b.len()).filter(|&c| x[c] == k).collect::<Vec<_>>();
            let (two, three) = (cells(1), cells(2));
            let beside = two.len() == 2 && b.beside(two[0]).contains(&two[1]);
            let corner = three.len() == 3 && spans(b, &three) == (2, 2);
            beside && corner
        })
    };
    vec![placed(2, 3), placed(3, 3), placed(2, 4)]
}

/// A side of the board, the place along it, and the clue there.
type Light = (Way, usize, &'static str, Option<usize>);

fn mirror_cases() -> Vec<Puzzle> {
    let mirrors = |rows: usize, cols: usize, regions: &'static str, lights: &'static [Light]| {
        let side = |name: &str, way: Way| {
            let length = if way.0 != 0 { cols } else { rows };
            let clue = |k: usize| {
                let here = lights.iter().find(|light| light.0 == way && light.1 == k);
                here.map_or(".".into(), |(_, _, letter, n)| {
                    format!("{letter},{}", n.map_or("?".into(), |n| n.to_string()))
                })
            };
            format!("{name} {}", (0..length).map(clue).collect::<Vec<String>>().join(" "))
        };
        let outside: Vec<String> = [("top", DOWN), ("bottom", UP), ("left", RIGHT), ("right", LEFT)]
            .iter()
            .map(|(name, way)| side(name, *way))
            .collect();
        let rest = format!("regions g {{ {regions} }}\noutside l {{\n{}\n}}\nkinkonkan(x, g, l)", outside.join("\n"));
        filled(rows, cols, 0, 2, &rest, move |b, x| {
            let one = |room: &Vec<usize>| room.iter().filter(|&&c| x[c] != 0).count() == 1;
            // Where light goes out that comes in with this direction, and after how many turns.
            let beam = |way: Way, k: usize| {
                let (mut row, mut col) = match way {
                    DOWN => (0, k as i32),
                    UP => (b.rows as i32 - 1, k as i32),
                    RIGHT => (k as i32, 0),
                    _ => (k as i32, b.cols as i32 - 1),
                };
                let (mut way, mut turned, mut met) = (way, 0, vec![]);
                while let Some(c) = b.cell((row, col)) {
                    way = match x[c] {
                        0 => way,
                        1 => (way.1, way.0),
                        _ => (-way.1, -way.0),
                    };
                    turned += usize::from(x[c] != 0);
                    met.push(c);
                    (row, col) = (row + way.0, col + way.1);
                }
                ((-way.0, -way.1), if way.0 != 0 { col } else { row } as usize, turned, met)
            };
            // The cells with a mirror that some light meets.
            let met = |c: usize| x[c] == 0 || lights.iter().any(|(way, k, ..)| beam(*way, *k).3.contains(&c));
            rooms(regions).iter().all(one)
                && (0..b.len()).all(met)
                && lights.iter().all(|(way, k, letter, n)| {
                    let (out, at, turned, _) = beam(*way, *k);
                    let there = lights.iter().find(|light| light.0 == out && light.1 == at);
                    there.is_some_and(|light| light.2 == *letter) && n.is_none_or(|n| n == turned)
                })
        })
    };
    vec![
        mirrors(
            3,
            3,
            "a a b; c a b; c c b",
            &[(DOWN, 2, "A", Some(1)), (LEFT, 0, "A", Some(1)), (RIGHT, 0, "B", None), (LEFT, 2, "B", None)],
        ),
        mirrors(
            3,
            3,
            "a a b; c a b; c c b",
            &[
                (DOWN, 1, "B", None),
                (LEFT, 1, "B", None),
                (DOWN, 2, "A", None),
                (LEFT, 0, "A", None),
                (UP, 0, "C", None),
                (RIGHT, 2, "C", None),
            ],
        ),
        mirrors(
            3,
            4,
            "a a a b; a c c b; a c c b",
            &[(UP, 1, "A", Some(2)), (UP, 3, "A", Some(2)), (UP, 2, "B", Some(1)), (RIGHT, 0, "B", Some(1))],
        ),
    ]
}

fn pencil_cases() -> Vec<Puzzle> {
    let pencils = |rows: usize, cols: usize, clues: &'static str| {
        let b = Board { rows, cols };
        let script = format!("grid x {rows}x{cols} in 0..4\nclues n {{ {clues} }}\nlinks e of x\npencils(x, e, n)");
        let pairs = b.pairs();
        // Every drawing, with the tips that its lines can have.
        let ways = bits(pairs.len()).flat_map(|drawn| {
            let strokes = b.strokes(&drawn);
            let joined = |c: usize, d: usize| {
                pairs.iter().zip(&drawn).any(|(pair, on)| *on && (*pair == (c, d) || *pair == (d, c)))
            };
            let lines = b.pieces(|c| !strokes[c].is_empty(), joined);
            // Each line is a path; its tip is one of its ends.
            let ends: Option<Vec<[usize; 2]>> = lines
                .iter()
                .map(|line| {
                    let ends: Vec<usize> = line.iter().copied().filter(|&c| strokes[c].len() == 1).collect();
                    let bent = line.iter().all(|&c| strokes[c].len() <= 2);
                    if bent { <[usize; 2]>::try_from(ends).ok() } else { None }
                })
                .collect();
            let mut all = vec![];
            if let Some(ends) = ends {
                for chosen in 0..8usize.pow(ends.len() as u32) {
                    let mut tips = vec![0; b.len()];
                    for (k, two) in ends.iter().enumerate() {
                        let code = chosen / 8usize.pow(k as u32) % 8;
                        tips[two[code / 4]] = 1 + code % 4;
                    }
                    all.push((tips, lines.clone()));
                }
            }
            all
        });
        let ways: Vec<(Vec<usize>, Vec<Vec<usize>>)> = ways.collect();
        let all = 5f64.powi(b.len() as i32) * 2f64.powi(pairs.len() as i32);
        Puzzle::new(script, all, ways, move |(tips, lines)| {
            let marks = tokens(clues);
            let mut length = vec![0; b.len()];
            for line in lines {
                let tip = *line.iter().find(|&&c| tips[c] > 0).expect("a tip");
                let back = [DOWN, UP, RIGHT, LEFT][tips[tip] - 1];
                let body: Vec<usize> = b.ray(tip, back).into_iter().take(line.len() - 1).collect();
                let free = |&c: &usize| length[c] == 0 && !lines.iter().any(|line| line.contains(&c));
                if body.len() < line.len() - 1 || !body.iter().all(free) {
                    return false;
                }
                body.iter().for_each(|&c| length[c] = body.len());
            }
            (0..b.len()).all(|c| {
                let used = length[c] > 0 || lines.iter().any(|line| line.contains(&c));
                let as_stated = match marks[c] {
                    "." => true,
                    "?" => length[c] > 0,
                    "up" | "down" | "left" | "right" => {
                        ["", "up", "down", "left", "right"].iter().position(|way| *way == marks[c]) == Some(tips[c])
                    }
                    n => number(n) == Some(length[c]),
                };
                used && as_stated
            })
        })
    };
    vec![
        pencils(2, 3, ". . .; . . ."),
        pencils(3, 3, "? . .; . . .; . . 1"),
        pencils(3, 3, ". . .; . up .; . . ."),
        pencils(2, 4, ". 2 . .; . . . ."),
    ]
}

fn undead_cases() -> Vec<Puzzle> {
    // The mirrors, the clues of the four sides, and the totals of ghosts, vampires and zombies.
    let undead = |rows, cols, mirrors: &'static str, sides: [&'static str; 4], totals: Option<[usize; 3]>| {
        let names = ["top", "bottom", "left", "right"];
        let outside: Vec<String> = names.iter().zip(sides).map(|(name, clues)| format!("  {name} {clues}")).collect();
        let given = totals.map_or(String::new(), |[g, v, z]| format!(", ghosts: {g}, vampires: {v}, zombies: {z}"));
        let rest = format!("clues m {{ {mirrors} }}\noutside s {{\n{}\n}}\nundead(x, m, s{given})", outside.join("\n"));
        filled(rows, cols, 0, 3, &rest, move |b, x| {
            let marks = tokens(mirrors);
            let monsters = |kind: i64| x.iter().filter(|&&v| v == kind).count();
            let seen = |mut place: (i32, i32), mut way: Way| {
                let (mut reflected, mut count) = (false, 0);
                while let Some(c) = b.cell(place) {
                    match marks[c] {
                        "/" => (way, reflected) = ((-way.1, -way.0), true),
                        "\\" => (way, reflected) = ((way.1, way.0), true),
                        _ => count += usize::from(x[c] == 3 || x[c] == if reflected { 1 } else { 2 }),
                    }
                    place = (place.0 + way.0, place.1 + way.1);
                }
                count
            };
            let start = |side: usize, k: i32| match side {
                0 => ((0, k), DOWN),
                1 => ((b.rows as i32 - 1, k), UP),
                2 => ((k, 0), RIGHT),
                _ => ((k, b.cols as i32 - 1), LEFT),
            };
            let counted = |(side, clues): (usize, &str)| {
                tokens(clues).iter().enumerate().all(|(k, clue)| {
                    let (place, way) = start(side, k as i32);
                    number(clue).is_none_or(|n| seen(place, way) == n)
                })
            };
            marks.iter().zip(x).all(|(mark, v)| (*mark == ".") == (*v != 0))
                && totals.is_none_or(|totals| (1..).zip(totals).all(|(kind, n)| monsters(kind) == n))
                && sides.into_iter().enumerate().all(counted)
        })
    };
    vec![
        undead(2, 2, ". .; . .", [". 2", ". 2", "2 .", ". ."], None),
        undead(2, 3, ". . .; / / .", ["1 . ?", ". . .", "2 .", "2 ."], None),
        undead(2, 3, ". . \\; / . .", ["1 . .", ". 2 .", ". .", "0 ."], Some([1, 2, 1])),
        undead(3, 3, "/ . .; / . .; \\ . /", [". 3 .", ". . .", "0 . .", ". 4 ."], Some([1, 2, 2])),
        undead(3, 3, "\\ . /; / . .; . . .", ["1 . 1", "2 . .", ". 0 .", ". . ."], None),
    ]
}
