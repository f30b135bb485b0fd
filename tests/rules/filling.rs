//! The rules of numbers, arrows and bars in rooms and lines against all fillings of tiny boards.

use super::boards::{Board, Puzzle, WAYS, bits, check, clued, number, rooms, shaded, tokens};

#[test]
fn mean_what_they_say() {
    let cases = [
        juosan_cases(),
        meandering_cases(),
        factors_cases(),
        renban_rooms_cases(),
        tripletts_cases(),
        putteria_cases(),
        hanare_cases(),
        roma_cases(),
        key_west_cases(),
        sukoro_rooms_cases(),
        simple_gako_cases(),
        alternation_cases(),
        japanese_sums_cases(),
        toichika_cases(),
        toichika2_cases(),
        four_colours_cases(),
    ];
    check("filling", cases.into_iter().flatten().collect());
}

/// Fillings with numbers from `low` to `high` that have the givens; the script goes on after the givens of `x`.
pub(super) fn filled(
    (rows, cols): (usize, usize),
    (low, high): (usize, usize),
    givens: &str,
    rest: &str,
    right: impl Fn(Board, &[usize]) -> bool,
) -> Puzzle {
    let b = Board { rows, cols };
    let domains: Vec<Vec<usize>> =
        tokens(givens).iter().map(|clue| number(clue).map_or((low..=high).collect(), |k| vec![k])).collect();
    let mut ways: Vec<Vec<usize>> = vec![vec![]];
    for domain in &domains {
        ways = ways.iter().flat_map(|way| domain.iter().map(|&v| [&way[..], &[v]].concat())).collect();
    }
    let script = format!("grid x {rows}x{cols} in {low}..{high}\ngivens x {{ {givens} }}\n{rest}");
    Puzzle::new(script, ((high - low + 1) as f64).powi(b.len() as i32), ways, |x| right(b, x))
}

fn roomed(rule: &str, regions: &str) -> String {
    format!("regions g {{ {regions} }}\n{rule}(x, g)")
}

fn juosan_cases() -> Vec<Puzzle> {
    let juosan = |rows, cols, regions: &str, numbers: &str| {
        let n = tokens(numbers);
        shaded(rows, cols, &format!("regions g {{ {regions} }}\nclues n {{ {numbers} }}\njuosan(s, g, n)"), |b, on| {
            let run = |line: &Vec<usize>, bar: bool| line.windows(3).any(|three| three.iter().all(|&c| on[c] == bar));
            let (across, along) = b.lines().into_iter().enumerate().partition::<Vec<_>, _>(|(k, _)| *k < b.rows);
            let counted = |room: &Vec<usize>| {
                let upright = room.iter().filter(|&&c| on[c]).count();
                room.iter().filter_map(|&c| number(n[c])).all(|k| k == upright || k == room.len() - upright)
            };
            !across.iter().any(|(_, line)| run(line, true))
                && !along.iter().any(|(_, line)| run(line, false))
                && rooms(regions).iter().all(counted)
        })
    };
    vec![
        juosan(3, 3, "a a b; a b b; c c c", ". . .; . . .; . . ."),
        juosan(3, 4, "a a b b; a a b b; c c c c", "1 . . .; . . . .; . 4 . ."),
        juosan(3, 4, "a a a a; b b b b; b c c c", ". . . .; . 3 . .; . . . 1"),
    ]
}

fn distinct(values: &[usize]) -> bool {
    (0..values.len()).all(|i| !values[..i].contains(&values[i]))
}

fn meandering_cases() -> Vec<Puzzle> {
    let meandering = |size, k, regions: &str, givens: &str| {
        filled(size, (1, k), givens, &roomed("meandering", regions), |b, x| {
            let path = |room: &Vec<usize>| {
                let at = |k: usize| room.iter().copied().find(|&c| x[c] == k);
                (1..=room.len()).all(|k| at(k).is_some())
                    && (1..room.len()).all(|k| at(k).zip(at(k + 1)).is_some_and(|(c, d)| b.beside(c).contains(&d)))
            };
            rooms(regions).iter().all(path) && (0..b.len()).all(|c| b.around(c).iter().all(|&d| x[c] != x[d]))
        })
    };
    vec![
        meandering((2, 3), 6, "a a a; a a a", ". . .; . . ."),
        meandering((2, 4), 4, "a a b b; a a b b", ". . . .; . . . ."),
        meandering((3, 3), 6, "a a a; a a a; b b b", ". . .; . . .; 1 2 3"),
    ]
}

fn factors_cases() -> Vec<Puzzle> {
    let factors = |size, k, regions: &str, numbers: &str, givens: &str| {
        let n = tokens(numbers);
        let rest = format!("regions g {{ {regions} }}\nclues n {{ {numbers} }}\nfactors(x, g, n)");
        filled(size, (1, k), givens, &rest, |b, x| {
            let counted = |room: &Vec<usize>| {
                let product: usize = room.iter().map(|&c| x[c]).product();
                room.iter().filter_map(|&c| number(n[c])).all(|k| k == product)
            };
            b.lines().iter().all(|line| distinct(&line.iter().map(|&c| x[c]).collect::<Vec<usize>>()))
                && rooms(regions).iter().all(counted)
        })
    };
    vec![
        factors((3, 3), 3, "a a b; c a b; c d d", "6 . .; . . .; . 2 .", ". . .; . . .; . . ."),
        factors((3, 3), 3, "a a b; a b b; c c c", "4 . .; . . .; . . .", ". . .; . . .; . . ."),
    ]
}

fn renban_rooms_cases() -> Vec<Puzzle> {
    let renban = |size: (usize, usize), k, regions: &str, givens: &str| {
        let marks = tokens(regions);
        filled(size, (1, k), givens, &roomed("renban_rooms", regions), |b, x| {
            let consecutive = |room: &Vec<usize>| {
                let values: Vec<usize> = room.iter().map(|&c| x[c]).collect();
                distinct(&values)
                    && values.iter().max().zip(values.iter().min()).is_some_and(|(a, z)| a - z + 1 == values.len())
            };
            // The border between two cells goes on beside the cells next to both of them.
            let length = |c: usize, d: usize| {
                let (at, to) = (b.at(c), b.at(d));
                let along = if at.0 == to.0 { [(1, 0), (-1, 0)] } else { [(0, 1), (0, -1)] };
                let further = |&way: &(i32, i32)| {
                    b.ray(c, way).into_iter().zip(b.ray(d, way)).take_while(|&(e, f)| marks[e] != marks[f]).count()
                };
                1 + along.iter().map(further).sum::<usize>()
            };
            let far = |&(c, d): &(usize, usize)| marks[c] == marks[d] || x[c].abs_diff(x[d]) == length(c, d);
            rooms(regions).iter().all(consecutive) && b.pairs().iter().all(far)
        })
    };
    vec![
        renban((2, 2), 6, "a b; a b", ". .; . ."),
        renban((2, 3), 5, "a a b; a b b", ". . .; . . ."),
        renban((3, 3), 6, "a a b; c a b; c c b", "3 . .; . . .; . . ."),
    ]
}

/// Whether the number of each room stands once in it, as in the picture.
pub(super) fn sizes(regions: &str, marks: &[&str], on: &[bool]) -> bool {
    rooms(regions).iter().all(|room| room.iter().filter(|&&c| on[c]).count() == 1)
        && clued(marks).all(|(c, mark)| on[c] == (mark != "x"))
}

pub(super) fn size_at(regions: &str, cell: usize) -> usize {
    rooms(regions).iter().find(|room| room.contains(&cell)).map_or(0, Vec::len)
}

fn tripletts_cases() -> Vec<Puzzle> {
    let tripletts = |size: (usize, usize), regions: &str, givens: &str| {
        let marks = tokens(regions);
        filled(size, (1, 3), givens, &roomed("tripletts", regions), |b, x| {
            let three = |room: &Vec<usize>| {
                let mut values: Vec<usize> = room.iter().map(|&c| x[c]).collect();
                values.sort_unstable();
                values.dedup();
                values.len() != 2
            };
            let border = |&(c, d): &(usize, usize)| marks[c] == marks[d] || x[c] != x[d];
            rooms(regions).iter().all(three) && b.pairs().iter().all(border)
        })
    };
    vec![
        tripletts((2, 3), "a a b; a b b", ". . .; . . ."),
        tripletts((3, 3), "a a a; b b c; b c c", ". . .; . . .; . . ."),
        tripletts((3, 4), "a b b b; a a c c; d d d c", "1 . . .; . . . 2; . . . ."),
    ]
}

fn putteria_cases() -> Vec<Puzzle> {
    let putteria = |rows, cols, regions: &str, marks: &str| {
        let n = tokens(marks);
        shaded(rows, cols, &format!("regions g {{ {regions} }}\nclues n {{ {marks} }}\nputteria(s, g, n)"), |b, on| {
            let equal = |line: &Vec<usize>| {
                let there: Vec<usize> = line.iter().filter(|&&c| on[c]).map(|&c| size_at(regions, c)).collect();
                !distinct(&there)
            };
            sizes(regions, &n, on) && b.pairs().iter().all(|&(c, d)| !on[c] || !on[d]) && !b.lines().iter().any(equal)
        })
    };
    vec![
        putteria(3, 3, "a a b; a b b; c c c", ". . .; . . .; . . ."),
        putteria(3, 4, "a a b b; a c c b; d d c c", ". . . .; . x . .; . . . ."),
        putteria(3, 4, "a a b b; a c c b; d d d d", ". . . .; . . . 3; . . . ."),
    ]
}

fn hanare_cases() -> Vec<Puzzle> {
    let hanare = |rows, cols, regions: &str, marks: &str| {
        let n = tokens(marks);
        shaded(rows, cols, &format!("regions g {{ {regions} }}\nclues n {{ {marks} }}\nhanare(s, g, n)"), |b, on| {
            let far = |line: &Vec<usize>| {
                let there: Vec<usize> = (0..line.len()).filter(|&k| on[line[k]]).collect();
                there.windows(2).all(|two| {
                    two[1] - two[0] - 1 == size_at(regions, line[two[0]]).abs_diff(size_at(regions, line[two[1]]))
                })
            };
            sizes(regions, &n, on) && b.lines().iter().all(far)
        })
    };
    vec![
        hanare(3, 3, "a a b; a b b; c c c", ". . .; . . .; . . ."),
        hanare(3, 4, "a a b b; a c c b; d d c c", ". . . .; . x . .; . . . ."),
        hanare(3, 4, "a a b b; a b b b; c d d d", ". . . .; . . . .; . . x ."),
    ]
}

fn roma_cases() -> Vec<Puzzle> {
    let roma = |size, regions: &str, marks: &str| {
        let n = tokens(marks);
        let blank: Vec<&str> = n.iter().map(|_| ".").collect();
        let givens: Vec<String> = blank.chunks(n.len() / marks.split(';').count()).map(|row| row.join(" ")).collect();
        let rest = format!("regions g {{ {regions} }}\nclues n {{ {marks} }}\nroma(x, g, n)");
        filled(size, (0, 4), &givens.join("; "), &rest, |b, x| {
            let leads = |start: usize| {
                let mut at = Some(start);
                for _ in 0..b.len() {
                    match at {
                        Some(c) if x[c] > 0 => at = b.step(c, WAYS[x[c] - 1]),
                        _ => break,
                    }
                }
                at.is_some_and(|c| x[c] == 0)
            };
            let word = |c: usize| ["o", "up", "down", "left", "right"][x[c]];
            let differ =
                |room: &Vec<usize>| distinct(&room.iter().map(|&c| x[c]).filter(|&v| v > 0).collect::<Vec<usize>>());
            (0..b.len()).all(|c| (n[c] == "o") == (x[c] == 0) && (n[c] == "." || n[c] == word(c)) && leads(c))
                && rooms(regions).iter().all(differ)
        })
    };
    vec![
        roma((2, 3), "a a b; c a b", "o . .; . . ."),
        roma((2, 4), "a a b b; c c d d", ". . . o; . . . ."),
        roma((2, 4), "a a a b; c c c b", "o . . .; . left . ."),
    ]
}

fn key_west_cases() -> Vec<Puzzle> {
    let key_west = |rows, cols, numbers: &str| {
        let b = Board { rows, cols };
        let n = tokens(numbers);
        let script = format!("grid x {rows}x{cols}\nlinks e of x\nclues n {{ {numbers} }}\nkey_west(e, n)");
        Puzzle::new(script, 2f64.powi(b.pairs().len() as i32), bits(b.pairs().len()), |drawn| {
            let strokes = b.strokes(drawn);
            let joined = |c: usize, d: usize| strokes[c].iter().any(|&way| b.step(c, way) == Some(d));
            b.pieces(|c| !strokes[c].is_empty(), joined).len() <= 1
                && b.pairs().iter().all(|&(c, d)| strokes[c].len() != strokes[d].len())
                && clued(&n).all(|(c, clue)| number(clue).is_none_or(|k| k == strokes[c].len()))
        })
    };
    vec![
        key_west(3, 3, ". . .; . . .; . . ."),
        key_west(3, 4, ". . . .; . 3 . .; . . . ."),
        key_west(3, 4, "0 . . .; . . . .; . . 2 ."),
    ]
}

fn sukoro_rooms_cases() -> Vec<Puzzle> {
    let sukoro = |size, k, regions: &str, givens: &str| {
        filled(size, (0, k), givens, &roomed("sukoro_rooms", regions), |b, x| {
            let counted = |c: usize| x[c] == 0 || b.beside(c).iter().filter(|&&d| x[d] > 0).count() == x[c];
            let full = |room: &Vec<usize>| {
                let values: Vec<usize> = room.iter().map(|&c| x[c]).filter(|&v| v > 0).collect();
                values.is_empty() || values.len() == room.len() && distinct(&values)
            };
            (0..b.len()).all(counted) && rooms(regions).iter().all(full) && b.one_piece(|c| x[c] > 0)
        })
    };
    vec![
        sukoro((2, 3), 3, "a a b; c c b", ". . .; . . ."),
        sukoro((3, 3), 3, "a a b; c a b; c d d", ". . .; . . .; . . ."),
        sukoro((2, 4), 4, "a a b b; c d d e", ". . . .; 1 . . ."),
    ]
}

fn simple_gako_cases() -> Vec<Puzzle> {
    let gako = |size, k, givens: &str| {
        filled(size, (1, k), givens, "simple_gako(x)", |b, x| {
            (0..b.len()).all(|c| {
                let same = |&d: &usize| x[d] == x[c] && (b.at(d).0 == b.at(c).0 || b.at(d).1 == b.at(c).1);
                (0..b.len()).filter(same).count() == x[c]
            })
        })
    };
    vec![gako((2, 3), 4, ". . .; . . ."), gako((3, 3), 5, ". . 3; . . .; 1 . ."), gako((2, 4), 5, ". . . .; 2 . . .")]
}

fn alternation_cases() -> Vec<Puzzle> {
    let alternation = |size, regions: &str, givens: &str| {
        filled(size, (0, 3), givens, &roomed("alternation", regions), |b, x| {
            let line = |line: &Vec<usize>| {
                let signs: Vec<usize> = line.iter().map(|&c| x[c]).filter(|&v| v > 0).collect();
                let kinds = (1..=3).filter(|k| signs.contains(k)).count();
                kinds == 2 && signs.windows(2).all(|two| two[0] != two[1])
            };
            let one = |room: &Vec<usize>| (1..=3).all(|k| room.iter().filter(|&&c| x[c] == k).count() == 1);
            b.lines().iter().all(line) && rooms(regions).iter().all(one)
        })
    };
    vec![
        alternation((3, 3), "a a b; a b b; a a b", ". . .; 0 . .; . . 0"),
        alternation((4, 4), "a a b b; a a b b; c c d d; c c d d", "1 2 . .; . . 2 .; . . 3 0; 1 . . ."),
        alternation((3, 3), "a a a; b b b; b a b", ". 0 .; . . 0; . . ."),
    ]
}

fn japanese_sums_cases() -> Vec<Puzzle> {
    let sums = |size: (usize, usize), k, top: &str, left: &str, givens: &str| {
        let rest = format!("outside s {{ top {top}\n left {left} }}\njapanese_sums(x, s)");
        filled(size, (0, k), givens, &rest, |b, x| {
            let clues: Vec<&str> = left.split(' ').chain(top.split(' ')).collect();
            b.lines().iter().zip(clues).all(|(line, clue)| {
                let values: Vec<usize> = line.iter().map(|&c| x[c]).collect();
                let groups: Vec<usize> =
                    values.split(|&v| v == 0).filter(|g| !g.is_empty()).map(|g| g.iter().sum()).collect();
                let wanted: Vec<&str> = clue.split(',').filter(|k| *k != "0").collect();
                distinct(&values.iter().copied().filter(|&v| v > 0).collect::<Vec<usize>>())
                    && (clue == "."
                        || groups.len() == wanted.len()
                            && groups.iter().zip(wanted).all(|(sum, k)| k == "?" || number(k) == Some(*sum)))
            })
        })
    };
    vec![
        sums((3, 3), 2, "3 . .", ". 1,2 .", ". . .; . . .; . . ."),
        sums((3, 3), 3, "? 0 .", ". ?,1 3", ". . .; . . .; . . ."),
        sums((2, 4), 3, ". . . .", "3,? .", ". . . .; . . . ."),
    ]
}

/// Whether no room of one cell shares a side with the room of the other.
fn rooms_apart(b: Board, marks: &[&str], c: usize, d: usize) -> bool {
    marks[c] != marks[d]
        && !b
            .pairs()
            .iter()
            .any(|&(p, q)| marks[p] == marks[c] && marks[q] == marks[d] || marks[q] == marks[c] && marks[p] == marks[d])
}

fn one_in_each(regions: &str, x: &[usize]) -> bool {
    rooms(regions).iter().all(|room| room.iter().filter(|&&c| x[c] > 0).count() == 1)
}

fn toichika_cases() -> Vec<Puzzle> {
    let toichika = |size, regions: &str, givens: &str| {
        let marks = tokens(regions);
        filled(size, (0, 4), givens, &roomed("toichika", regions), |b, x| {
            let paired = |c: usize| {
                let other = [0, 2, 1, 4, 3][x[c]];
                let seen = b.ray(c, WAYS[x[c] - 1]).into_iter().find(|&d| x[d] > 0);
                seen.is_some_and(|d| x[d] == other && rooms_apart(b, &marks, c, d))
            };
            one_in_each(regions, x) && (0..b.len()).all(|c| x[c] == 0 || paired(c))
        })
    };
    vec![
        toichika((2, 4), "a b c d; a b c d", ". . . .; . . . ."),
        toichika((3, 4), "a b c d; a b c d; a b c d", ". . . .; 0 0 0 0; . 0 . ."),
    ]
}

fn toichika2_cases() -> Vec<Puzzle> {
    let toichika2 = |size, k, regions: &str, numbers: &str, givens: &str| {
        let (marks, n) = (tokens(regions), tokens(numbers));
        let rest = format!("regions g {{ {regions} }}\nclues n {{ {numbers} }}\ntoichika2(x, g, n)");
        filled(size, (0, k), givens, &rest, |b, x| {
            let paired = |c: usize| {
                let line: Vec<usize> =
                    (0..b.len()).filter(|&d| d != c && (b.at(d).0 == b.at(c).0 || b.at(d).1 == b.at(c).1)).collect();
                let equal: Vec<usize> = line.iter().copied().filter(|&d| x[d] == x[c]).collect();
                let [d] = equal[..] else { return false };
                let way = WAYS.iter().find(|&&way| b.ray(c, way).contains(&d)).expect("a direction");
                let between: Vec<usize> = b.ray(c, *way).into_iter().take_while(|&e| e != d).collect();
                between.len() == x[c] && between.iter().all(|&e| x[e] == 0) && rooms_apart(b, &marks, c, d)
            };
            let counted = |room: &Vec<usize>| {
                let there: usize = room.iter().map(|&c| x[c]).sum();
                room.iter().filter_map(|&c| number(n[c])).all(|k| k == there)
            };
            one_in_each(regions, x)
                && rooms(regions).iter().all(counted)
                && (0..b.len()).all(|c| x[c] == 0 || paired(c))
        })
    };
    vec![
        toichika2((2, 4), 2, "a b c c; a b c d", ". . . .; . . . .", ". . . .; . . 0 ."),
        toichika2((2, 4), 2, "a b c d; a b c d", ". . . .; . . . .", ". . . .; . . . ."),
    ]
}

fn four_colours_cases() -> Vec<Puzzle> {
    let coloured = |size: (usize, usize), regions: &str, givens: &str| {
        let marks = tokens(regions);
        filled(size, (1, 4), givens, &roomed("four_colours", regions), |b, x| {
            b.pairs().iter().all(|&(c, d)| (marks[c] == marks[d]) == (x[c] == x[d]))
        })
    };
    vec![
        coloured((2, 3), "a a b; c b b", ". . .; . . ."),
        coloured((2, 4), "a b b d; a c d d", ". . . .; . 2 . ."),
        coloured((3, 3), "a a b; c d b; c e e", "1 . .; . . .; . . 3"),
    ]
}
