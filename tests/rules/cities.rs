//! The rules of districts, tiles, arrows, areas between borders, snakes, dominoes and beds against all ways to fill tiny boards.

use super::boards::{Board, Puzzle, WALL, WAYS, Way, check, clued, is_parted, number, rooms, shaded, spans, tokens};
use super::filling::filled;
use super::shapes::form;

#[test]
fn mean_what_they_say() {
    let cases = [
        number_city_cases(),
        tile_city_cases(),
        arrow_flow_cases(),
        t_junction_cases(),
        kuromenbun_cases(),
        martini_cases(),
        snake_pit_cases(),
        wafusuma_cases(),
        combi_block_cases(),
        ant_mill_cases(),
        parquet_cases(),
        school_trip_cases(),
    ];
    check("cities", cases.into_iter().flatten().collect());
}

/// The room of each cell.
fn room_of(regions: &str) -> Vec<&str> {
    tokens(regions)
}

fn number_city_cases() -> Vec<Puzzle> {
    let number_city = |size, most, regions: &str, givens: &str| {
        let room = room_of(regions);
        filled(size, (1, most), givens, &format!("regions g {{ {regions} }}\nnumber_city(x, g)"), |b, x| {
            let districts = b.pieces(|_| true, |c, d| x[c] == x[d] && room[c] == room[d]);
            rooms(regions).iter().all(|cells| {
                let mut here: Vec<(usize, usize)> = districts
                    .iter()
                    .filter(|district| cells.contains(&district[0]))
                    .map(|district| (district.len(), x[district[0]]))
                    .collect();
                here.sort_unstable();
                here.reverse();
                here.windows(2).all(|pair| pair[0].0 > pair[1].0) && here.iter().map(|d| d.1).eq(1..=here.len())
            }) && b.pairs().iter().all(|&(c, d)| room[c] == room[d] || x[c] != x[d])
        })
    };
    vec![
        number_city((2, 4), 3, "a a b b; a a b b", ". . . .; . . . ."),
        number_city((3, 4), 3, "a a a a; b b b a; b b b a", ". . . .; . . . .; . . . ."),
        number_city((2, 5), 3, "a a a a b; a a a a b", "3 . . . .; . . . . ."),
        number_city((3, 3), 3, "a a a; b b b; b b b", ". . .; . . .; . . 3"),
    ]
}

fn tile_city_cases() -> Vec<Puzzle> {
    let tile_city = |rows, cols, tiles: &str, numbers: &str| {
        let n = tokens(numbers);
        let script = format!("regions g {{ {tiles} }}\nclues n {{ {numbers} }}\ntile_city(s, g, n)");
        shaded(rows, cols, &script, |b, on| {
            let all = rooms(tiles);
            let sizes = |area: &Vec<usize>| {
                let mut sizes: Vec<usize> = all.iter().filter(|tile| area.contains(&tile[0])).map(Vec::len).collect();
                sizes.sort_unstable();
                sizes
            };
            let areas = b.pieces(|c| !on[c], |_, _| true);
            let largest = |c: usize| areas.iter().find(|area| area.contains(&c)).and_then(|area| sizes(area).pop());
            all.iter().all(|tile| tile.iter().all(|&c| on[c] == on[tile[0]]))
                && !b.full_square(on, true)
                && areas.iter().all(|area| sizes(area).into_iter().eq(1..=sizes(area).len()))
                && clued(&n).all(|(c, clue)| !on[c] && number(clue).is_none_or(|k| largest(c) == Some(k)))
        })
    };
    vec![
        tile_city(3, 4, "a b b c; d d e c; f g e h", ". . . .; . . . .; . . . ."),
        tile_city(3, 4, "a b b b; a c d d; e e f g", ". . . .; . . . .; . . . ?"),
        tile_city(3, 4, "a b b b; a c d d; e e f g", ". . . .; . . . 2; . . . ."),
        tile_city(3, 4, "a b b b; a c d d; e e f g", ". 3 . .; . . . .; . . . ."),
        tile_city(4, 4, "a b b c; d d d c; e f f f; e g h h", "3 . . .; . . . .; . . . .; . . . ."),
    ]
}

/// Givens of 0 in the cells with a clue, and none elsewhere.
fn zeros_at_clues(n: &[&str], cols: usize) -> String {
    let cells: Vec<&str> = n.iter().map(|clue| if *clue == "." { "." } else { "0" }).collect();
    cells.chunks(cols).map(|row| row.join(" ")).collect::<Vec<String>>().join("; ")
}

fn arrow_flow_cases() -> Vec<Puzzle> {
    let arrow_flow = |size: (usize, usize), numbers: &str| {
        let n = tokens(numbers);
        // Only arrows in cells without a number are tried.
        let script = format!("clues n {{ {numbers} }}\narrow_flow(x, n)");
        filled(size, (0, 4), &zeros_at_clues(&n, size.1), &script, |b, x| {
            let goal = |start: usize| {
                let mut at = start;
                for _ in 0..b.len() {
                    if x[at] == 0 {
                        break;
                    }
                    at = b.step(at, WAYS[x[at] - 1])?;
                }
                (x[at] == 0).then_some(at)
            };
            let goals: Vec<Option<usize>> = (0..b.len()).map(goal).collect();
            let led_to = |c: usize| goals.iter().filter(|goal| **goal == Some(c)).count() - 1;
            (0..b.len()).all(|c| (n[c] == ".") == (x[c] > 0) && goals[c].is_some())
                && b.pairs().iter().all(|&(c, d)| x[c] == 0 || x[c] != x[d])
                && clued(&n).all(|(c, clue)| number(clue).is_none_or(|k| k == led_to(c)))
        })
        .with_script(&format!("grid x {}x{} in 0..4\n{script}", size.0, size.1))
    };
    vec![
        arrow_flow((2, 3), "? . .; . . ?"),
        arrow_flow((2, 4), "? . . .; . . . ."),
        arrow_flow((3, 3), "1 . .; . . .; . . ?"),
        arrow_flow((3, 3), "0 . .; . . .; . . ?"),
    ]
}

fn t_junction_cases() -> Vec<Puzzle> {
    let t_junction = |size: (usize, usize), numbers: &str| {
        let n = tokens(numbers);
        // Only junctions in cells without a clue are tried.
        let script = format!("clues n {{ {numbers} }}\nt_junction(x, n)");
        filled(size, (0, 4), &zeros_at_clues(&n, size.1), &script, |b, x| {
            let ends_at = |c: usize, d: usize| x[c] > 0 && b.step(c, WAYS[x[c] - 1]) != Some(d);
            let around = |c: usize| b.beside(c).into_iter().filter(|&d| ends_at(d, c)).collect::<Vec<usize>>();
            let met: Vec<(usize, usize)> = b.pairs().into_iter().filter(|&(c, d)| x[c] > 0 && x[d] > 0).collect();
            let joined = |c: usize, d: usize| ends_at(c, d) && ends_at(d, c);
            let differ = |c: usize| {
                let ends = around(c);
                ends.iter().all(|&d| ends.iter().all(|&e| d == e || x[d] != x[e]))
            };
            (0..b.len()).all(|c| (n[c] == ".") == (x[c] > 0))
                && met.iter().all(|&(c, d)| x[c] != x[d] && ends_at(c, d) == ends_at(d, c))
                && clued(&n).all(|(c, clue)| differ(c) && number(clue).is_none_or(|k| k == around(c).len()))
                && b.pieces(|c| x[c] > 0, joined).len() <= 1
        })
        .with_script(&format!("grid x {}x{} in 0..4\n{script}", size.0, size.1))
    };
    vec![
        t_junction((2, 3), ". . .; . . ?"),
        t_junction((2, 2), "? ?; . ?"),
        t_junction((2, 4), ". . . .; . . 2 ."),
        t_junction((3, 3), "? . .; . . .; . . ?"),
        t_junction((3, 3), ". . .; . ? .; . . 1"),
    ]
}

fn kuromenbun_cases() -> Vec<Puzzle> {
    let kuromenbun = |rows, cols, regions: &str, numbers: &str, walls: &[(usize, usize)]| {
        let (n, room) = (tokens(numbers), room_of(regions));
        let cell = |c: usize| format!("r{}c{}", c / cols + 1, c % cols + 1);
        let pairs: Vec<String> = walls.iter().map(|&(c, d)| format!("({}, {})", cell(c), cell(d))).collect();
        let script = format!(
            "regions g {{ {regions} }}\nclues n {{ {numbers} }}\nkuromenbun(s, g, n, walls: [{}])",
            pairs.join(", ")
        );
        let is_wall = |c: usize, d: usize| walls.contains(&(c, d)) || walls.contains(&(d, c));
        shaded(rows, cols, &script, |b, on| {
            let areas = b.pieces(|c| !on[c], |c, d| room[c] == room[d] && !is_wall(c, d));
            let beside = |area: &Vec<usize>| {
                (0..b.len()).filter(|&c| on[c] && b.beside(c).iter().any(|d| area.contains(d))).count()
            };
            clued(&n).all(|(c, _)| !on[c])
                && areas.iter().all(|area| {
                    let numbers: Vec<&str> = area.iter().map(|&c| n[c]).filter(|clue| *clue != ".").collect();
                    numbers.len() <= 1 && numbers.iter().all(|n| number(n).is_none_or(|k| k == beside(area)))
                })
        })
    };
    vec![
        kuromenbun(3, 3, "a a b; a b b; c c c", ". . .; . 2 .; . . .", &[]),
        kuromenbun(3, 4, "a a a a; a a a a; b b b b", "? . . 2; . . . .; . . . .", &[]),
        kuromenbun(3, 4, "a a a a; a a a a; a a b b", "3 . . .; . . . .; . . 1 .", &[]),
        kuromenbun(3, 3, "a a a; a a a; a a a", "2 . .; . . .; . . 3", &[(0, 1), (4, 1), (3, 4)]),
        kuromenbun(2, 4, "a a b b; a a b b", "0 . . ?; . . . .", &[(1, 5)]),
    ]
}

fn martini_cases() -> Vec<Puzzle> {
    let martini = |rows, cols, regions: &str, circles: &str, walls: &str| {
        let (n, room) = (tokens(circles), room_of(regions));
        let script = format!("regions g {{ {regions} }}\nclues n {{ {circles} }}\nmartini(s, g, n{walls})");
        shaded(rows, cols, &script, |b, on| {
            let areas = b.pieces(|c| !on[c], |_, _| true);
            let white = |c: usize| n[c] != "." && n[c] != "b";
            let counted = |c: usize| {
                areas.iter().find(|area| area.contains(&c)).map(|area| area.iter().filter(|&&d| white(d)).count())
            };
            let blocks = b.pieces(|c| on[c], |_, _| true);
            rooms(regions).iter().all(|room| blocks.iter().filter(|block| room.contains(&block[0])).count() <= 1)
                && b.pairs().iter().all(|&(c, d)| room[c] == room[d] || !on[c] || !on[d])
                && is_parted(walls, on)
                && b.one_piece_at_corners(|c| on[c])
                && clued(&n).all(|(c, clue)| on[c] != white(c) && number(clue).is_none_or(|k| counted(c) == Some(k)))
        })
    };
    vec![
        martini(3, 4, "a a b b; a c c b; a c d d", ". . . .; . . . .; . . . .", ""),
        martini(3, 4, "a a b b; a c c b; a c d d", ". . . .; . . . .; . . . .", WALL),
        martini(3, 4, "a a a b; c c b b; c c d d", ". b . .; . . . .; . w . .", ""),
        martini(3, 4, "a a a a; b b b b; c c c c", "w . . .; . . . .; . . . 1", ""),
        martini(3, 4, "a a b b; a c c b; a c d d", "2 . w .; . . . b; . . . 1", ""),
    ]
}

/// The divisions of a board with the size of its piece in each cell, where equal numbers side by side are in one piece.
fn sized(b: Board) -> Vec<(Vec<usize>, Vec<usize>)> {
    let sized = |piece: Vec<usize>| {
        let x: Vec<usize> = piece.iter().map(|p| piece.iter().filter(|q| *q == p).count()).collect();
        (piece, x)
    };
    let all = b.divisions().into_iter().map(sized);
    all.filter(|(piece, x)| b.pairs().iter().all(|&(c, d)| piece[c] == piece[d] || x[c] != x[d])).collect()
}

fn snake_pit_cases() -> Vec<Puzzle> {
    let snake_pit = |rows: usize, cols: usize, marks: &str, givens: &str, apart: &[(usize, usize)]| {
        let b = Board { rows, cols };
        let (n, given) = (tokens(marks), tokens(givens));
        let cell = |c: usize| format!("r{}c{}", c / cols + 1, c % cols + 1);
        let pairs: Vec<String> = apart.iter().map(|&(c, d)| format!("({}, {})", cell(c), cell(d))).collect();
        let script = format!(
            "grid x {rows}x{cols} in 1..{}\nclues n {{ {marks} }}\ngivens x {{ {givens} }}\nsnake_pit(x, n, apart: [{}])",
            b.len(),
            pairs.join(", ")
        );
        Puzzle::new(script, (b.len() as f64).powi(b.len() as i32), sized(b), |(piece, x)| {
            let linked = |c: usize| b.beside(c).into_iter().filter(|&d| piece[d] == piece[c]).count();
            let is_snake = |cells: &Vec<usize>| {
                let ends = cells.iter().filter(|&&c| linked(c) == 1).count();
                let touches = |c: usize, d: usize| {
                    let ((r, s), (u, v)) = (b.at(c), b.at(d));
                    let common = b.beside(c).into_iter().any(|e| piece[e] == piece[c] && b.beside(d).contains(&e));
                    (r - u).abs() == 1 && (s - v).abs() == 1 && !common
                };
                cells.len() >= 2
                    && ends == 2
                    && cells.iter().all(|&c| linked(c) <= 2)
                    && !cells.iter().any(|&c| cells.iter().any(|&d| touches(c, d)))
            };
            b.pieces(|_| true, |c, d| piece[c] == piece[d]).iter().all(is_snake)
                && clued(&n).all(|(c, mark)| (mark == "o") == (linked(c) == 1))
                && clued(&given).all(|(c, k)| number(k) == Some(x[c]))
                && apart.iter().all(|&(c, d)| piece[c] != piece[d])
        })
    };
    vec![
        snake_pit(3, 3, ". . .; . . .; . . .", ". . .; . . .; . . .", &[]),
        snake_pit(3, 4, ". . . .; . o . .; . . . .", ". . . .; . . . .; . . . .", &[]),
        snake_pit(3, 4, ". . . x; . . . .; . . . .", ". . . .; . . . .; . . . .", &[(5, 6)]),
        snake_pit(3, 4, ". . . .; . . . .; . . . .", "5 . . .; . . . .; . . . .", &[]),
    ]
}

fn wafusuma_cases() -> Vec<Puzzle> {
    let wafusuma = |rows: usize, cols: usize, beside: &str, below: &str| {
        let b = Board { rows, cols };
        let script = format!(
            "grid x {rows}x{cols} in 1..{}\nclues m {{ {beside} }}\nclues n {{ {below} }}\nwafusuma(x, m, n)",
            b.len()
        );
        let (m, n) = (tokens(beside), tokens(below));
        Puzzle::new(script, (b.len() as f64).powi(b.len() as i32), sized(b), |(piece, x)| {
            let fits = |c: usize, d: usize, clue: &str| {
                piece[c] != piece[d] && number(clue).is_none_or(|sum| x[c] + x[d] == sum)
            };
            clued(&m).all(|(c, clue)| fits(c, c + 1, clue)) && clued(&n).all(|(c, clue)| fits(c, c + cols, clue))
        })
    };
    vec![
        wafusuma(3, 3, "? . .; . . .; . . .", ". . .; . ? .; . . ."),
        wafusuma(3, 3, "4 . .; . . .; . ? .", ". . .; . . .; . . ."),
        wafusuma(3, 4, ". . 5 .; . . . .; . . . .", ". 8 . .; . . . .; . . . ."),
    ]
}

fn combi_block_cases() -> Vec<Puzzle> {
    let combi_block = |rows: usize, cols: usize, regions: &str| {
        let b = Board { rows, cols };
        let script = format!("grid x {rows}x{cols}\nregions g {{ {regions} }}\npartition p of x\ncombi_block(p, g)");
        Puzzle::new(script, f64::INFINITY, b.divisions(), |piece| {
            let blocks = b.pieces(|_| true, |c, d| piece[c] == piece[d]);
            let number = |c: usize| piece[c];
            let all_rooms = rooms(regions);
            all_rooms.iter().all(|room| room.iter().all(|&c| number(c) == number(room[0])))
                && blocks.iter().all(|block| {
                    let (high, wide) = spans(b, block);
                    all_rooms.iter().filter(|room| block.contains(&room[0])).count() == 2 && high * wide != block.len()
                })
                && b.pairs().iter().all(|&(c, d)| {
                    let block = |c: usize| blocks.iter().find(|block| block.contains(&c)).expect("a block");
                    number(c) == number(d) || form(b, block(c)) != form(b, block(d))
                })
        })
    };
    vec![
        combi_block(3, 3, "a b b; a a c; d c c"),
        combi_block(3, 4, "a b b c; a a c c; d d d d"),
        combi_block(3, 4, "a b b c; a d e c; d d e f"),
        combi_block(3, 4, "a b b b; a c c d; e e f d"),
    ]
}

fn ant_mill_cases() -> Vec<Puzzle> {
    let ant_mill = |rows: usize, cols: usize, marks: &[(usize, usize, &str)]| {
        let mut picture = vec![vec!["."; 2 * cols - 1]; 2 * rows - 1];
        for &(c, d, mark) in marks {
            picture[c / cols + d / cols][c % cols + d % cols] = mark;
        }
        let picture: Vec<String> = picture.iter().map(|row| row.join(" ")).collect();
        let script = format!("clues n of borders s {{ {} }}\nant_mill(s, n)", picture.join("; "));
        shaded(rows, cols, &script, |b, on| {
            let dominoes = b.pieces(|c| on[c], |_, _| true);
            let corners: [Way; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
            let touched = |domino: &Vec<usize>| {
                let near = |other: &&Vec<usize>| {
                    *other != domino
                        && domino
                            .iter()
                            .any(|&c| corners.iter().any(|&way| b.step(c, way).is_some_and(|d| other.contains(&d))))
                };
                dominoes.iter().filter(near).count()
            };
            on.contains(&true)
                && dominoes.iter().all(|domino| domino.len() == 2 && touched(domino) == 2)
                && b.one_piece_at_corners(|c| on[c])
                && marks.iter().all(|&(c, d, mark)| (mark == "=") == (on[c] == on[d]))
        })
    };
    vec![
        ant_mill(4, 4, &[]),
        ant_mill(4, 5, &[(6, 7, "=")]),
        ant_mill(4, 5, &[(0, 5, "x"), (12, 13, "x")]),
        ant_mill(4, 4, &[(1, 2, "=")]),
    ]
}

fn parquet_cases() -> Vec<Puzzle> {
    let parquet = |rows, cols, regions: &str, tiles: &str| {
        let script = format!("regions g {{ {regions} }}\nregions t {{ {tiles} }}\nparquet(s, g, t)");
        shaded(rows, cols, &script, |b, on| {
            let all = rooms(tiles);
            let drawn: Vec<bool> = b.pairs().iter().map(|&(c, d)| on[c] && on[d]).collect();
            let links = drawn.iter().filter(|on| **on).count();
            let cells = on.iter().filter(|on| **on).count();
            // A connected graph without a ring has one link less than places.
            all.iter().all(|tile| tile.iter().all(|&c| on[c] == on[tile[0]]))
                && rooms(regions)
                    .iter()
                    .all(|room| all.iter().filter(|t| on[t[0]] && room.contains(&t[0])).count() == 1)
                && b.one_piece(|c| on[c])
                && links + 1 == cells
        })
    };
    vec![
        parquet(3, 4, "a a b b; a a b b; c c c c", "a e b f; a a b b; c c g h"),
        parquet(3, 3, "a a a; b b b; c c c", "a b b; c d e; f f g"),
        parquet(3, 4, "a a a b; a a b b; c c c b", "a a d b; a e b f; c g g f"),
    ]
}

fn school_trip_cases() -> Vec<Puzzle> {
    let school_trip = |size: (usize, usize), numbers: &str| {
        let n = tokens(numbers);
        let script =
            format!("clues n {{ {numbers} }}\ngrid x {}x{} in 0..5 except n\nschool_trip(x, n)", size.0, size.1);
        filled(size, (0, 5), &zeros_at_clues(&n, size.1), "", |b, x| {
            let is_cell = |c: usize| n[c] == ".";
            let aisle = |c: usize| is_cell(c) && x[c] == 0;
            let pillow = |c: usize| (1..=4).contains(&x[c]);
            let other = |c: usize| b.step(c, WAYS[x[c] - 1]).filter(|&d| is_cell(d) && x[d] == 5);
            let owners = |d: usize| (0..b.len()).filter(|&c| pillow(c) && b.step(c, WAYS[x[c] - 1]) == Some(d)).count();
            let walked = |c: usize| b.beside(c).into_iter().any(aisle);
            (0..b.len()).all(|c| match x[c] {
                0 => true,
                5 => owners(c) == 1,
                _ => x[c] != 2 && other(c).is_some_and(|d| owners(d) == 1 && (walked(c) || walked(d))),
            }) && b.one_piece(aisle)
                && !b.squares().iter().any(|square| square.iter().all(|&c| aisle(c)))
                && clued(&n).all(|(c, clue)| {
                    number(clue).is_none_or(|k| k == b.beside(c).into_iter().filter(|&d| pillow(d)).count())
                })
        })
        .with_script(&script)
    };
    vec![
        school_trip((2, 4), ". . . .; . . ? ."),
        school_trip((3, 3), ". . .; . 1 .; . . ?"),
        school_trip((2, 4), ". 1 . .; . . . ."),
        school_trip((4, 2), ". .; . .; . 1; . ."),
    ]
}
