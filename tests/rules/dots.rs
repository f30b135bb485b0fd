//! The rules of divisions with dots and signs on borders, against all divisions of tiny boards.

use super::blocks::{divided, no_cross, span};
use super::boards::{Board, Puzzle, check, number, tokens};

#[test]
fn mean_what_they_say() {
    let cases = [border_block_cases(), heavy_dots_cases(), voxas_cases()];
    check("dots", cases.into_iter().flatten().collect());
}

fn piece_at(pieces: &[Vec<usize>], c: usize) -> usize {
    pieces.iter().position(|piece| piece.contains(&c)).expect("a piece")
}

/// The borders that meet at each corner, row by row, those of the edge included.
fn borders(b: Board, pieces: &[Vec<usize>]) -> Vec<usize> {
    let of = |r: i32, c: i32| b.cell((r, c)).map(|cell| piece_at(pieces, cell));
    let meet = |r: i32, c: i32| {
        let around = [of(r - 1, c - 1), of(r - 1, c), of(r, c), of(r, c - 1)];
        (0..4).filter(|&k| around[k] != around[(k + 1) % 4]).count()
    };
    (0..=b.rows as i32).flat_map(|r| (0..=b.cols as i32).map(move |c| meet(r, c))).collect()
}

fn border_block_cases() -> Vec<Puzzle> {
    let border_block = |rows: usize, cols: usize, clues: &str, dots: &str| {
        let (n, d) = (tokens(clues), tokens(dots));
        let rest = format!(
            "clues n {{ {clues} }}\nclues d of corners x {{ {dots} }}\npartition p of x\nborder_block(p, n, d)"
        );
        divided(rows, cols, &rest, |b, pieces| {
            let marks =
                |piece: &Vec<usize>| -> Vec<&str> { piece.iter().map(|&c| n[c]).filter(|k| *k != ".").collect() };
            let known = |piece: &Vec<usize>| {
                let mut known: Vec<&str> = marks(piece).into_iter().filter(|k| *k != "?").collect();
                known.dedup();
                known
            };
            let kinds: Vec<Vec<&str>> = pieces.iter().map(known).collect();
            let once = |k: &str| kinds.iter().filter(|kinds| kinds.contains(&k)).count() <= 1;
            pieces.iter().all(|piece| !marks(piece).is_empty())
                && kinds.iter().all(|kinds| kinds.len() <= 1)
                && n.iter().all(|k| number(k).is_none() || once(k))
                && borders(b, pieces).iter().zip(&d).all(|(meet, dot)| (*meet >= 3) == (*dot != "."))
        })
    };
    vec![
        border_block(2, 3, "1 . .; . . ?", ". . . .; o . . o; . . . ."),
        border_block(3, 3, "1 . .; . . .; . . 2", ". . o .; . . . .; . . . .; . o . ."),
        border_block(3, 3, "1 . 1; . 2 .; . . .", ". . . .; o . . o; . . . .; . . . ."),
        border_block(3, 3, "1 . ?; . . .; . . 1", ". o . .; . . . .; . . . o; . . . ."),
    ]
}

fn heavy_dots_cases() -> Vec<Puzzle> {
    let heavy_dots = |rows: usize, cols: usize, clues: &str, dots: &str| {
        let (n, d) = (tokens(clues), tokens(dots));
        let rest =
            format!("clues n {{ {clues} }}\nclues d of corners x {{ {dots} }}\npartition p of x\nheavy_dots(p, n, d)");
        divided(rows, cols, &rest, |b, pieces| {
            let fits = |piece: &Vec<usize>| {
                let marks: Vec<&str> = piece.iter().map(|&c| n[c]).filter(|k| *k != ".").collect();
                let full = b.squares().iter().any(|s| s.iter().all(|c| piece.contains(c)));
                !full && marks.len() <= 1 && marks.iter().all(|k| number(k).is_none_or(|k| k == piece.len()))
            };
            let corners = Board { rows: rows + 1, cols: cols + 1 };
            let meets = |(at, meet): (usize, &usize)| match d[at] {
                "b" => *meet == 3,
                "w" => *meet == 4,
                _ => *meet <= 2 || corners.beside(at).into_iter().all(|other| d[other] == "."),
            };
            pieces.iter().all(fits) && borders(b, pieces).iter().enumerate().all(meets)
        })
    };
    vec![
        heavy_dots(2, 3, ". . .; . . 2", ". . . .; . . . .; . . . ."),
        heavy_dots(3, 4, ". . . .; . . . .; . 3 . ?", ". . . . .; . . . . .; . . b . .; . . . . ."),
        heavy_dots(3, 3, ". . .; . . .; . . ?", ". b . .; b w . .; . . . .; . . . ."),
        heavy_dots(3, 3, ". . ?; . . .; . 2 ?", ". b . .; . . . .; . . . .; . . . ."),
        heavy_dots(3, 3, ". . .; . . .; . . .", ". . b .; . . . .; . . . .; . . . ."),
    ]
}

fn voxas_cases() -> Vec<Puzzle> {
    let voxas = |rows: usize, cols: usize, marks: &str, more: &str| {
        let m = tokens(marks);
        let rest = format!("clues m of borders x {{ {marks} }}\npartition p of x\nvoxas(p, m{more})");
        divided(rows, cols, &rest, |b, pieces| {
            let fits = |piece: &Vec<usize>| {
                let (h, w) = span(b, piece);
                (2..=3).contains(&piece.len()) && h * w == piece.len()
            };
            let kind = |c: usize| {
                let piece = &pieces[piece_at(pieces, c)];
                (piece.len(), span(b, piece).0 > 1)
            };
            let meets = |&(c, d): &(usize, usize)| {
                let mark = m[(c / cols + d / cols) * (2 * cols - 1) + c % cols + d % cols];
                let (one, two) = (kind(c), kind(d));
                let alike = usize::from(one.0 == two.0) + usize::from(one.1 == two.1);
                let wanted = match mark {
                    "." => return true,
                    "b" => 0,
                    "g" => 1,
                    "w" => 2,
                    _ => alike,
                };
                piece_at(pieces, c) != piece_at(pieces, d) && alike == wanted
            };
            pieces.iter().all(fits) && b.pairs().iter().all(meets) && (more.is_empty() || no_cross(b, pieces))
        })
    };
    let blank = |row: usize, col: usize, mark: &str| {
        let row_of =
            |r: usize| (0..7).map(|c| if (r, c) == (row, col) { mark } else { "." }).collect::<Vec<&str>>().join(" ");
        (0..5).map(row_of).collect::<Vec<String>>().join("; ")
    };
    vec![
        voxas(3, 4, &blank(0, 0, "."), ""),
        voxas(3, 4, &blank(0, 3, "#"), ""),
        voxas(3, 4, &blank(1, 2, "b"), ""),
        voxas(3, 4, &blank(2, 1, "g"), ""),
        voxas(3, 4, &blank(3, 4, "w"), ", tatami: true"),
    ]
}
