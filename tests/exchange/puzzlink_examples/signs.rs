//! The genres of blocks, arrows and circles with signs.

use super::{Write, bits, circles, digit, flat, four, marked, picture, room_numbers, rooms, runs, sixteen, ten};

/// Numbers in cells, in hex.
fn numbers(text: &str, head: &str) -> String {
    sixteen(&flat(&picture(text, head)))
}

/// Rooms, and numbers in cells.
fn rooms_with(text: &str, head: &str) -> String {
    rooms(&picture(text, "regions room")) + &numbers(text, head)
}

/// Numbers with directions in cells, or without one.
fn directed(text: &str, head: &str) -> String {
    let code = |token: &String| {
        let (number, way) = token.split_once(',').unwrap_or((token, ""));
        let way = ["", "up", "down", "left", "right"].iter().position(|name| *name == way).expect("a direction");
        Some(16 * way as u32 + number.parse::<u32>().ok()?)
    };
    let all: Vec<Option<u32>> = picture(text, head).iter().flatten().map(code).collect();
    runs(&all, b'a' - 1, 26, |code| format!("{}{}", code / 16, digit(code % 16, 16)))
}

pub(super) const SIGNS: &[(&str, &str, Write)] = &[
    ("bwloop", "kuroshiro", |t| circles(&picture(t, "clues circle"), "w", "b")),
    ("lineofsight", "line_of_sight", |t| directed(t, "clues clue")),
    ("mintonette", "mintonette", |t| numbers(t, "clues circle")),
    ("ruleofthree", "rule_of_three", |t| marked(&picture(t, "clues hole"))),
    ("goishi", "goishi", |t| marked(&picture(t, "clues hole"))),
    ("patchwork", "square_patchwork", |t| numbers(t, "clues number")),
    ("trizone", "trizone", |t| numbers(t, "clues number")),
    ("fracdiv", "fractional_division", |t| {
        let (circles, numbers) = (picture(t, "clues circle"), picture(t, "clues number"));
        let cell = |(circle, number): (&String, &String)| match (circle.parse().ok(), number.split_once(',')) {
            (Some(circles), _) => [Some(circles), Some(9999)],
            (None, Some((above, below))) => [above.parse().ok(), below.parse().ok()],
            (None, None) => [number.parse().ok(), None],
        };
        let cells: Vec<_> = circles.iter().flatten().zip(numbers.iter().flatten()).flat_map(cell).collect();
        sixteen(&cells)
    }),
    ("tjunction", "t_junction", |t| four(&flat(&picture(t, "clues number")))),
    // Without the flag `c`, borders of rooms come first.
    ("bonsan", "bonsan", |t| "0".repeat(12) + &numbers(t, "clues circle")),
    ("cornerch", "corner_chain", |t| numbers(t, "clues number")),
    ("heyabon", "heyabon", |t| rooms_with(t, "clues circle")),
    ("kuroclone", "kuroclone", |t| rooms(&picture(t, "regions room")) + &directed(t, "clues arrow")),
    ("outofsight", "out_of_sight", |t| directed(t, "clues sign")),
    ("ovotovata", "ovotovata", |t| {
        let code = |token: &String| {
            let (number, grey) =
                token.strip_suffix('g').map_or((&token[..], 0), |rest| (rest.trim_end_matches(','), 1));
            match number {
                "." => ".".to_string(),
                "" => grey.to_string(),
                "?" => (4 + grey).to_string(),
                number => (4 * number.parse::<u32>().expect("a number") + 4 + grey).to_string(),
            }
        };
        let (regions, marks) = (picture(t, "regions room"), picture(t, "clues mark"));
        let codes: Vec<Vec<String>> = marks.iter().map(|row| row.iter().map(code).collect()).collect();
        rooms(&regions) + &room_numbers(&regions, &codes)
    }),
    ("rectslider", "rectslider", |t| numbers(t, "clues panel")),
    ("sashikazune", "sashikazune", |t| numbers(t, "clues number")),
    ("twinarea", "twin_area", |t| rooms_with(t, "clues mark") + &marked(&picture(t, "clues grey"))),
    ("edamame", "edamame", |t| four(&flat(&picture(t, "clues number")))),
    ("kaidan", "kaidan", |t| four(&flat(&picture(t, "clues number")))),
    ("oasis", "oasis", |t| numbers(t, "clues circle")),
    ("antmill", "ant_mill", |t| {
        let marks = picture(t, "clues mark");
        let kind = |at: (usize, usize)| match marks.get(at.0).and_then(|row| row.get(at.1)).map_or(".", |mark| mark) {
            "=" => 1,
            "x" => 2,
            _ => 0,
        };
        let (rows, cols) = (marks.len().div_ceil(2), marks[0].len().div_ceil(2));
        let cells = (0..rows * cols - 1).map(|at| (at / cols, at % cols));
        let pair = |(r, c): (usize, usize)| 3 * kind((2 * r, 2 * c + 1)) + kind((2 * r + 1, 2 * c));
        sixteen(&cells.map(|cell| Some(pair(cell)).filter(|pair| *pair > 0)).collect::<Vec<_>>())
    }),
    ("cbblock", "combi_block", |t| {
        let marks = picture(t, "regions room");
        let (rows, cols) = (marks.len(), marks[0].len());
        let beside =
            (0..rows).flat_map(|r| (1..cols).map(move |c| (r, c))).map(|(r, c)| marks[r][c] == marks[r][c - 1]);
        let below = (1..rows).flat_map(|r| (0..cols).map(move |c| (r, c))).map(|(r, c)| marks[r][c] == marks[r - 1][c]);
        bits(&beside.chain(below).collect::<Vec<bool>>())
    }),
    ("parquet", "parquet", |t| {
        let (rooms, tiles) = (picture(t, "regions room"), picture(t, "regions tile"));
        let kind = |a: (usize, usize), b: (usize, usize)| match (rooms.get(b.0).and_then(|row| row.get(b.1)), a) {
            (None, _) => 0,
            (Some(room), (r, c)) if *room != rooms[r][c] => 1,
            (_, (r, c)) => 2 * u32::from(tiles[b.0][b.1] != tiles[r][c]),
        };
        let cells = (0..rooms.len()).flat_map(|r| (0..rooms[0].len()).map(move |c| (r, c)));
        let pair = |(r, c)| Some(3 * kind((r, c), (r, c + 1)) + kind((r, c), (r + 1, c)));
        sixteen(&cells.map(pair).collect::<Vec<_>>())
    }),
    ("shugaku", "school_trip", |t| {
        let code = |n: u32| if n == 9999 { "5".to_string() } else { n.to_string() };
        let cells = flat(&picture(t, "clues number"));
        let mut out = String::new();
        for part in cells.chunk_by(|a, b| a.is_none() && b.is_none()) {
            match part {
                [Some(n)] => out += &code(*n),
                blanks => out.push(digit(blanks.len() as u32 + 5, 36)),
            }
        }
        out
    }),
    ("snakepit", "snake_pit", |t| numbers(t, "givens x") + &circles(&picture(t, "clues mark"), "o", "x")),
    ("wafusuma", "wafusuma", |t| {
        let (beside, below) = (picture(t, "clues beside"), picture(t, "clues below"));
        let beside: Vec<Vec<String>> = beside.iter().map(|row| row[..row.len() - 1].to_vec()).collect();
        sixteen(&flat(&[beside, below[..below.len() - 1].to_vec()].concat()))
    }),
    ("arrowflow", "arrow_flow", |t| numbers(t, "clues number")),
    ("kuromenbun", "kuromenbun", |t| rooms_with(t, "clues number")),
    ("martini", "martini", |t| {
        let code = |token: &String| match &token[..] {
            "b" => Some(0),
            "w" => Some(9999),
            number => number.parse().ok(),
        };
        rooms(&picture(t, "regions room"))
            + &sixteen(&picture(t, "clues circle").iter().flatten().map(code).collect::<Vec<_>>())
    }),
    ("numcity", "number_city", |t| numbers(t, "givens x") + &rooms(&picture(t, "regions room"))),
    ("tilecity", "tile_city", |t| rooms(&picture(t, "regions tile")) + &ten(&flat(&picture(t, "clues number")))),
    ("takoyaki", "takoyaki", |t| four(&flat(&picture(t, "clues number")))),
    ("zabajaba", "zabajaba", |t| numbers(t, "clues number")),
    ("wittgen", "wittgen", |t| four(&flat(&picture(t, "clues number")))),
    ("yajirushi2", "yajirushi2", |t| four(&flat(&picture(t, "clues number")))),
];

/// Letters 1 to 4, `.` for a cross (0), and blanks from 5 on.
pub(super) fn four_signs(cells: &[Vec<String>]) -> String {
    let mut out = String::new();
    for part in flat(cells).chunk_by(|a, b| a.is_none() && b.is_none()) {
        match part {
            [Some(0)] => out.push('.'),
            [Some(n)] => out.push(digit(*n, 5)),
            blanks => out.push(digit(blanks.len() as u32 + 4, 36)),
        }
    }
    out
}
