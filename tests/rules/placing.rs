//! The rules of numbers in rooms and of pieces against all fillings and divisions of tiny boards.

use super::boards::{Board, Puzzle, WAYS, check, number, rooms, tokens};

#[test]
fn mean_what_they_say() {
    check("placing", [cojun_cases(), nanro_cases(), view_cases(), pieces_cases()].into_iter().flatten().collect());
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
                let said = |room: &Vec<usize>| {
                    let full: Vec<i64> = room.iter().map(|&c| x[c]).filter(|v| *v != 0).collect();
                    !full.is_empty() && full.iter().all(|v| *v == full.len() as i64)
                };
                given(givens, x)
                    && rooms(regions).iter().all(said)
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

fn pieces_cases() -> Vec<Puzzle> {
    let divided = |rows: usize, cols: usize, numbers: &'static str, rule: &str, right: &Right| {
        let b = Board { rows, cols };
        let script = format!("grid x {rows}x{cols}\nclues n {{ {numbers} }}\npartition p of x\n{rule}");
        let n = tokens(numbers);
        let divisions = b.divisions();
        let around = |p: &[usize], c: usize| 4 - b.beside(c).iter().filter(|&&d| p[d] == p[c]).count();
        let all = divisions.len() as f64;
        Puzzle::new(script, all, divisions, |p| {
            (0..b.len()).all(|c| number(n[c]).is_none_or(|k| k == around(p, c))) && right(b, p, &n)
        })
    };
    let sized = |size: usize| {
        move |b: Board, p: &[usize], _: &[&str]| (0..b.len()).all(|c| p.iter().filter(|k| **k == p[c]).count() == size)
    };
    let rectangles = |b: Board, p: &[usize], n: &[&str]| {
        (0..=*p.iter().max().expect("a piece")).all(|k| {
            let cells: Vec<usize> = (0..b.len()).filter(|&c| p[c] == k).collect();
            let (rows, cols): (Vec<i32>, Vec<i32>) = cells.iter().map(|&c| b.at(c)).unzip();
            let span = |v: &[i32]| v.iter().max().expect("a cell") - v.iter().min().expect("a cell") + 1;
            (span(&rows) * span(&cols)) as usize == cells.len() && cells.iter().filter(|&&c| n[c] != ".").count() == 1
        })
    };
    vec![
        divided(2, 4, ". . . .; . . . .", "equal_pieces(p, n, 4)", &sized(4)),
        divided(3, 4, ". 2 . .; . . . .; . . . 3", "equal_pieces(p, n, 4)", &sized(4)),
        divided(2, 5, ". . . . .; 3 . . . .", "equal_pieces(p, n, 5)", &sized(5)),
        divided(3, 3, "2 . .; . . ?; . . .", "nawabari(p, n)", &rectangles),
        divided(3, 4, "? . . .; . . 2 .; 3 . . ?", "nawabari(p, n)", &rectangles),
        divided(3, 3, "? . ?; . . .; . . ?", "nawabari(p, n)", &rectangles),
    ]
}
