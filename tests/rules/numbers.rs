//! Puzzles in which every cell gets a number.

use super::{Board, Case, beside, case, check, column, distinct, latin, places, unknowns};

/// The regions of a picture, as places.
fn rooms(picture: &str) -> Vec<Vec<(usize, usize)>> {
    let mut found: Vec<(String, Vec<(usize, usize)>)> = vec![];
    for (r, row) in picture.split(';').enumerate() {
        for (c, label) in row.split_whitespace().enumerate() {
            match found.iter_mut().find(|(name, _)| name == label) {
                Some((_, cells)) => cells.push((r, c)),
                None => found.push((label.into(), vec![(r, c)])),
            }
        }
    }
    found.into_iter().map(|(_, cells)| cells).collect()
}

/// Each room of n cells holds 1 to n.
fn filled(x: &Board, rooms: &[Vec<(usize, usize)>]) -> bool {
    rooms.iter().all(|room| (1..=room.len() as i64).all(|v| room.iter().any(|&(r, c)| x[r][c] == v)))
}

fn with_rooms(rule: &'static str, grid: &str, picture: &'static str, holds: impl Fn(&Board) -> bool + 'static) -> Case {
    case(rule, grid, &format!("{rule}(x, room)"), move |x| filled(x, &rooms(picture)) && holds(x))
        .before(&format!("regions room {{ {picture} }}"))
}

/// Each 2x2 block has a blank cell.
fn no_full_square(x: &Board) -> bool {
    x.windows(2).all(|rows| (1..rows[0].len()).all(|c| [c - 1, c].iter().any(|&d| rows[0][d] == 0 || rows[1][d] == 0)))
}

fn lines(x: &Board) -> Vec<Vec<i64>> {
    x.iter().cloned().chain((0..x[0].len()).map(|c| column(x, c))).collect()
}

/// No two cells that touch are equal.
fn apart(x: &Board) -> bool {
    places(x).all(|(r, c)| {
        places(x).all(|(i, j)| (i, j) == (r, c) || i.abs_diff(r).max(j.abs_diff(c)) > 1 || x[i][j] != x[r][c])
    })
}

fn ripples(x: &Board) -> bool {
    lines(x).iter().all(|l| (0..l.len()).all(|a| (a + 1..l.len()).all(|b| l[a] != l[b] || (b - a - 1) as i64 >= l[a])))
}

/// The numbers from 1 to the number of cells that are no holes, each near the next one.
fn chain(x: &Board, corners: bool) -> bool {
    let at = |v: i64| places(x).find(|&(r, c)| x[r][c] == v);
    let n = places(x).filter(|&(r, c)| x[r][c] > 0).count() as i64;
    let near = |a: (usize, usize), b: (usize, usize)| {
        let (rows, cols) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
        if corners { rows.max(cols) == 1 } else { rows + cols == 1 }
    };
    (1..=n).all(|v| at(v).is_some()) && (1..n).all(|v| at(v).zip(at(v + 1)).is_some_and(|(a, b)| near(a, b)))
}

/// All stones in the order in which they are picked up: each the next one left in a direction that doesn't lead back.
fn picked_up(x: &Board) -> bool {
    let n = places(x).filter(|&(r, c)| x[r][c] > 0).count() as i64;
    let Some(mut at) = places(x).find(|&(r, c)| x[r][c] == 1) else { return false };
    let mut came = (0, 0);
    for k in 2..=n {
        let next = [(-1, 0), (1, 0), (0, -1), (0, 1)].into_iter().find_map(|(down, right)| {
            let on = |steps: i64| (at.0 as i64 + down * steps, at.1 as i64 + right * steps);
            let cell =
                |(r, c): (i64, i64)| Some(((r, c), *x.get(usize::try_from(r).ok()?)?.get(usize::try_from(c).ok()?)?));
            let left = (1..).map_while(|steps| cell(on(steps))).find(|(_, v)| *v >= k);
            left.filter(|(_, v)| *v == k && came != (-down, -right)).map(|(place, _)| (place, (down, right)))
        });
        let Some(((r, c), way)) = next else { return false };
        (at, came) = ((r as usize, c as usize), way);
    }
    true
}

/// Each number once, in the direction of the arrow from the number before it; the last one stands where there is no arrow.
fn pointed(x: &Board, arrows: &str) -> bool {
    let marks: Vec<Vec<&str>> = arrows.split(';').map(|row| row.split_whitespace().collect()).collect();
    let at = |v: i64| places(x).find(|&(r, c)| x[r][c] == v);
    let n = places(x).count() as i64;
    let towards = |a: (usize, usize), b: (usize, usize)| {
        let (down, right) = (b.0 as i64 - a.0 as i64, b.1 as i64 - a.1 as i64);
        let way = match (down.signum(), right.signum()) {
            (-1, -1) => "ul",
            (-1, 0) => "u",
            (-1, 1) => "ur",
            (0, -1) => "l",
            (0, 1) => "r",
            (1, -1) => "dl",
            (1, 0) => "d",
            _ => "dr",
        };
        marks[a.0][a.1] == way && (down == 0 || right == 0 || down.abs() == right.abs())
    };
    let bare = places(x).all(|(r, c)| marks[r][c] != "." || x[r][c] == n);
    bare && (1..=n).all(|v| at(v).is_some()) && (1..n).all(|v| at(v).zip(at(v + 1)).is_some_and(|(a, b)| towards(a, b)))
}

/// Numbers in a row between holes, which are 0.
fn stretches(x: &Board) -> Vec<Vec<i64>> {
    lines(x)
        .iter()
        .flat_map(|l| l.split(|&v| v == 0).map(<[i64]>::to_vec).collect::<Vec<_>>())
        .filter(|l| !l.is_empty())
        .collect()
}

/// White cells of a line differ, and each stretch is a straight.
fn straights(x: &Board) -> bool {
    lines(x).iter().all(|l| distinct(l.iter().copied().filter(|&v| v > 0)))
        && stretches(x).iter().all(|l| {
            let low = *l.iter().min().expect("not empty");
            (low..low + l.len() as i64).all(|v| l.contains(&v))
        })
}

fn binary(x: &Board) -> bool {
    let columns: Vec<Vec<i64>> = (0..x[0].len()).map(|c| column(x, c)).collect();
    let differ = |l: &[Vec<i64>]| (0..l.len()).all(|a| !l[..a].contains(&l[a]));
    balanced(x) && differ(x) && differ(&columns)
}

fn balanced(x: &Board) -> bool {
    let half = |l: &Vec<i64>| l.iter().sum::<i64>() as usize * 2 == l.len();
    let no_three = |l: &Vec<i64>| l.windows(3).all(|w| w[0] != w[1] || w[1] != w[2]);
    lines(x).iter().all(|l| half(l) && no_three(l))
}

fn party(x: &Board) -> bool {
    places(x).all(|(r, c)| {
        let same = places(x).filter(|&at| at != (r, c) && x[at.0][at.1] == x[r][c]);
        same.map(|(i, j)| i.abs_diff(r) + j.abs_diff(c)).min() == Some(x[r][c] as usize)
    })
}

/// Two black cells a line and the numbers from 1 on.
fn two_black(x: &Board) -> bool {
    lines(x).iter().all(|l| {
        let mut sorted = l.clone();
        sorted.sort_unstable();
        sorted[..2] == [0, 0] && (1..=l.len() as i64 - 2).eq(sorted[2..].iter().copied())
    })
}

fn between_black(l: &[i64]) -> i64 {
    l.split(|&v| v == 0).nth(1).expect("two black cells").iter().sum()
}

/// Letters are 1 to n, a blank is 0.
fn letters(x: &Board, n: i64) -> bool {
    lines(x).iter().all(|l| (1..=n).all(|v| l.iter().filter(|&&a| a == v).count() == 1))
}

fn first_letter(l: &[i64]) -> i64 {
    l.iter().copied().find(|&v| v > 0).unwrap_or(0)
}

/// The pairs of neighbours of a board.
fn pairs(height: usize, width: usize) -> Vec<[usize; 2]> {
    let board = vec![vec![0; width]; height];
    let number = |(r, c): (usize, usize)| r * width + c;
    let with_later = |a| beside(&board, a).into_iter().filter(move |&b| b > a).map(move |b| [number(a), number(b)]);
    places(&board).flat_map(with_later).collect()
}

/// Links over numbers, one a pair of neighbours.
fn dominoes(rows: &str, height: usize, width: usize) -> Case {
    let numbers: Vec<u32> = rows.chars().filter_map(|c| c.to_digit(10)).collect();
    let pairs = pairs(height, width);
    let script = format!("grid x {height}x{width}\nclues number {{ {rows} }}\nlinks e of x\ndominoes(e, number)");
    unknowns("dominoes", &script, vec![vec![0, 1]; pairs.len()], move |links| {
        let drawn: Vec<[usize; 2]> = pairs.iter().zip(links).filter(|(_, l)| **l == 1).map(|(&pair, _)| pair).collect();
        let kinds = drawn.iter().map(|&[a, b]| {
            let (a, b) = (numbers[a], numbers[b]);
            i64::from(10 * a.min(b) + a.max(b))
        });
        2 * drawn.len() == numbers.len() && distinct(drawn.concat().iter().map(|&c| c as i64)) && distinct(kinds)
    })
}

fn latin_squares() -> Vec<Case> {
    vec![
        case("futoshiki", "3x3 in 1..3", "futoshiki(x, beside, below)", |x| {
            latin(x) && x[0][0] > x[0][1] && x[2][1] < x[2][2]
        })
        .before("clues beside { > . .; . . .; . < . }\nclues below { . . .; . . .; . . . }"),
        case("futoshiki", "3x3 in 1..3", "futoshiki(x, beside, below)", |x| {
            latin(x) && x[0][2] < x[1][2] && x[1][0] > x[2][0]
        })
        .before("clues beside { . . .; . . .; . . . }\nclues below { . . ^; v . .; . . . }"),
        case("futoshiki", "3x3 in 1..3", "futoshiki(x, beside, below)", |x| {
            latin(x) && x[0][0].abs_diff(x[0][1]) == 2 && x[0][2].abs_diff(x[1][2]) == 1
        })
        .before("clues beside { 2 . .; . ? .; . . . }\nclues below { . . 1; . . .; . . . }"),
        case("str8ts", "2x4 in 1..4 except black", "str8ts(x, black)", straights)
            .before("clues black { . . # .; . . . . }")
            .givens("..#. ...."),
        case("str8ts", "3x4 in 1..5 except black", "str8ts(x, black)", |x| {
            straights(x)
                && ![x[0][1], x[0][2], x[0][3], x[1][0], x[2][0]].contains(&1)
                && ![x[2][0], x[2][2], x[2][3], x[0][1], x[1][1]].contains(&5)
        })
        .before("clues black { 1 . . .; . . # .; . 5 . . }")
        .givens("#..4 2.#. .#.."),
        case("kakuro", "3x3 in 1..9 except sums", "kakuro(x, sums)", |x| {
            stretches(x).into_iter().all(distinct)
                && x[1][1] + x[1][2] == 4
                && x[2][1] + x[2][2] == 6
                && x[1][1] + x[2][1] == 3
        })
        .before("clues sums { # 3,. #; .,4 . .; .,6 . . }")
        .givens("### #.. #.."),
        case("kakuro", "3x4 in 1..4 except sums", "kakuro(x, sums)", |x| {
            stretches(x).into_iter().all(distinct) && x[1][1] + x[1][2] + x[1][3] == 7 && x[1][2] + x[2][2] == 6
        })
        .before("clues sums { # # 6,. #; .,7 . . .; # . . # }")
        .givens("#### #... #..#"),
        case("doppelblock", "3x3 in 0..1", "doppelblock(x, sky)", |x| two_black(x) && between_black(&x[0]) == 1)
            .before("outside sky { left 1 . . }"),
        case("doppelblock", "4x4 in 0..2", "doppelblock(x, sky)", |x| {
            two_black(x) && between_black(&column(x, 0)) == 3 && between_black(&x[2]) == 0 && between_black(&x[0]) == 3
        })
        .before("outside sky { top 3 . . .; right 3 . 0 . }")
        .givens("0..0 2... ..02 0..."),
        case("easy_as_abc", "3x3 in 0..2", "easy_as_abc(x, sky)", |x| {
            letters(x, 2) && first_letter(&x[0]) == 2 && first_letter(&[x[2][1], x[1][1], x[0][1]]) == 1
        })
        .before("outside sky { left 2 . .; bottom . 1 . }"),
        case("easy_as_abc", "3x3 in letter", "easy_as_abc(x, sky, blank: empty)", |x| {
            letters(x, 2) && first_letter(&[x[1][2], x[1][1], x[1][0]]) == 1
        })
        .values(&[1, 2, 0])
        .before("enum letter { A B empty }\noutside sky { right . A . }"),
        case("easy_as_abc", "3x3 in 0..1", "easy_as_abc(x, sky)", |x| letters(x, 1))
            .before("outside sky { top . . . }"),
        case("number_ball", "3x3 in 0..2", "number_ball(x, m)", |x| letters(x, 2) && x[0][0] != 0 && x[1][2] == 0)
            .before("clues m { o . .; . . x; . . . }"),
        case("number_ball", "3x3 in 0..1", "number_ball(x, m)", |x| letters(x, 1) && x[2][0] == 0)
            .before("clues m { . . .; . . .; x . . }"),
        case("fuzuli", "3x3 in 0..2", "fuzuli(x)", |x| letters(x, 2) && no_full_square(x)),
        case("fuzuli", "4x4 in 0..2", "fuzuli(x)", |x| letters(x, 2) && no_full_square(x))
            .givens("1... .2.. ..0. 2..0"),
        case("bricks", "3x3 in 1..3", "bricks(x, b)", |x| {
            latin(x) && [[x[0][0], x[0][1]], [x[1][1], x[1][2]]].iter().all(|[a, b]| (a + b) % 2 == 1)
        })
        .before("regions b { a a b; c d d; e f g }"),
        case("bricks", "4x4 in 1..4", "bricks(x, b)", |x| {
            latin(x) && x.iter().enumerate().all(|(r, row)| (row[r % 2] + row[r % 2 + 1]) % 2 == 1)
        })
        .before("regions b { a a b b; c d d c; e e f f; g h h g }")
        .givens("3..4 .3.. 1.3. 2..3"),
        case("terra_x", "2x3 in 0..9", "terra_x(x, r)", |x| {
            x[0][2] == x[1][2]
                && x[0][0] != x[0][1]
                && x[1][0] != x[1][1]
                && x[0][0] != x[1][0]
                && x[0][1] != x[1][1]
                && x[0][1] != x[0][2]
                && x[1][1] != x[1][2]
                && x[0][0] + x[0][1] + x[1][0] + x[1][1] == 10
        })
        .before("regions r { a b e; c d e }")
        .givens("1.. ..2"),
        case("terra_x", "2x2 in 0..9", "terra_x(x, r)", |x| {
            x[0] == [x[0][0], x[0][0]] && x[1][0] != x[0][0] && x[1] == [x[1][0], x[1][0]]
        })
        .before("regions r { a a; b b }"),
    ]
}

fn rooms_and_chains() -> Vec<Case> {
    vec![
        with_rooms("suguru", "2x4 in 1..4", "a a b b; a a b b", apart),
        with_rooms("suguru", "3x3 in 1..4", "a a b; a a b; c c c", apart).givens("... .4. ..."),
        with_rooms("ripple", "1x6 in 1..3", "a a a b b b", ripples),
        with_rooms("ripple", "2x4 in 1..4", "a a b c; a a b c", ripples),
        with_rooms("ripple", "1x5 in 1..5", "a b b b c", ripples),
        with_rooms("block_party", "2x3 in 1..3", "a b c; a d c", party),
        with_rooms("block_party", "3x3 in 1..3", "a b c; a a c; d e c", party),
        with_rooms("block_party", "3x3 in 1..3", "a a b; c a d; e e e", party),
        case("hidato", "2x3 in 1..6", "hidato(x)", |x| chain(x, true)).givens("1.. ..."),
        case("hidato", "3x3 in 1..8 except wall", "hidato(x)", |x| chain(x, true))
            .before("clues wall { . . .; . # .; . . . }")
            .givens("1.. .#. ..6"),
        case("hidato", "1x3 in 1..5", "hidato(x)", |x| chain(x, true)),
        case("numbrix", "2x3 in 1..6", "numbrix(x)", |x| chain(x, false)),
        case("numbrix", "3x3 in 1..8 except wall", "numbrix(x)", |x| chain(x, false))
            .before("clues wall { . . .; . # .; . . . }")
            .givens("1.. .#. 7.."),
        case("numbrix", "3x3 in 1..9", "numbrix(x)", |x| chain(x, false)).givens("1.3 ..4 7.."),
        case("goishi", "2x3 in 1..6", "goishi(x)", picked_up),
        case("goishi", "3x3 in 1..6 except wall", "goishi(x)", picked_up)
            .before("clues wall { . # .; . # .; . # . }")
            .givens(".#. .#. .#."),
        case("goishi", "3x3 in 1..6 except wall", "goishi(x)", picked_up)
            .before("clues wall { . # .; # # .; . . . }")
            .givens(".#. ##. ..."),
        case("goishi", "1x4 in 1..5", "goishi(x)", picked_up),
    ]
}

fn arrows() -> Vec<Case> {
    let signpost = |size: &str, arrows: &'static str| {
        case("signpost", size, "signpost(x, a)", move |x| pointed(x, arrows)).before(&format!("clues a {{ {arrows} }}"))
    };
    vec![
        signpost("2x3 in 1..6", "dr . l; r l ul"),
        signpost("2x3 in 1..6", "r r d; r ul l"),
        signpost("3x3 in 1..9", "d d .; r u l; u r u").givens(".69 3.. .7."),
        signpost("3x3 in 1..9", "d r d; r d l; r u ul").givens("8.6 ..2 9.."),
    ]
}

fn columns_and_pairs() -> Vec<Case> {
    vec![
        case("tenner", "2x10 in 0..9", "tenner(x, total)", |x| {
            x.iter().all(|row| distinct(row.clone())) && apart(x) && x[0][1] + x[1][1] == 7
        })
        .before("clues total { . 7 . . . . . . . . }")
        .givens("0..345678. 5.7890123."),
        case("tenner", "1x10 in 0..9", "tenner(x, total)", |x| distinct(x[0].clone()) && x[0][2] == 0)
            .before("let total = [none, none, 0, none, none, none, none, none, none, none]")
            .givens("1..3.5.769"),
        case("binairo", "4x4 in bool", "binairo(x)", binary),
        case("binairo", "4x4 in 0..1", "binairo(x)", binary).givens(".1.. 0... ...0 ...."),
        case("binairo", "2x2 in 0..1", "binairo(x)", binary),
        case("binairo", "4x4 in 0..1", "binairo(x, equal: true)", balanced).givens(".1.. 0... ...0 ...."),
        dominoes("0 0 1; 1 0 1", 2, 3),
        dominoes("1 0 0; 1 1 0", 2, 3),
        dominoes("0 0 1 2; 0 1 2 2; 0 2 1 1", 3, 4),
    ]
}

#[test]
fn mean_what_they_say() {
    let mut cases = latin_squares();
    cases.extend(rooms_and_chains());
    cases.extend(arrows());
    cases.extend(columns_and_pairs());
    check("numbers", cases);
}
