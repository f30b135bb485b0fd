//! The rules of lines between points and circles, against all lines of tiny boards.

use super::boards::{Board, DOWN, Puzzle, RIGHT, bits, check, clued, number, tokens};

#[test]
fn mean_what_they_say() {
    let cases = [kouchoku_cases(), coffee_milk_cases(), tontti_cases()];
    check("points", cases.into_iter().flatten().collect());
}

type Point = (i32, i32);

/// Positive, negative or zero as the way from a over b to c turns right, left or not.
fn turn((a, b, c): (Point, Point, Point)) -> i32 {
    ((b.0 - a.0) * (c.1 - a.1) - (c.0 - a.0) * (b.1 - a.1)).signum()
}

fn between(a: Point, b: Point, c: Point) -> bool {
    let within = |x: i32, y: i32, z: i32| (x.min(y)..=x.max(y)).contains(&z);
    turn((a, b, c)) == 0 && c != a && c != b && within(a.0, b.0, c.0) && within(a.1, b.1, c.1)
}

/// All ways to go around through all points and back, without the directions.
fn rounds(count: usize) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = vec![vec![0]];
    for _ in 1..count {
        let longer = |way: &Vec<usize>| {
            let more = (0..count).filter(|k| !way.contains(k)).collect::<Vec<usize>>();
            more.into_iter().map(|k| [&way[..], &[k]].concat()).collect::<Vec<_>>()
        };
        found = found.iter().flat_map(longer).collect();
    }
    found.retain(|way| way[1] < way[count - 1]);
    found
}

fn kouchoku_cases() -> Vec<Puzzle> {
    let kouchoku = |rows: usize, cols: usize, letters: &'static str| {
        let b = Board { rows, cols };
        let n = tokens(letters);
        let circles: Vec<(Point, &str)> = clued(&n).map(|(c, letter)| (b.at(c), letter)).collect();
        let script = format!(
            "clues n {{ {letters} }}\ngrid x {rows}x{cols}\ngraph g = lines_of_sight(n)\nlinks e of g\nkouchoku(e, n)"
        );
        let ways = rounds(circles.len());
        let all = ways.len() as f64 + 1.0;
        Puzzle::new(script, all, ways, |way| {
            let line = |k: usize| (circles[way[k]], circles[way[(k + 1) % way.len()]]);
            let lines: Vec<_> = (0..way.len()).map(line).collect();
            let free = |&((a, p), (c, q)): &((Point, &str), (Point, &str))| {
                (p == "o" || q == "o" || p == q) && !circles.iter().any(|(d, _)| between(a, c, *d))
            };
            let crosses = |((a, _), (c, _)): ((Point, &str), (Point, &str)),
                           ((d, _), (f, _)): ((Point, &str), (Point, &str))| {
                turn((a, c, d)) * turn((a, c, f)) < 0
                    && turn((d, f, a)) * turn((d, f, c)) < 0
                    && (c.0 - a.0) * (f.0 - d.0) + (c.1 - a.1) * (f.1 - d.1) != 0
            };
            // Each letter in one stretch: the line leaves it twice.
            let together =
                |letter: &str| lines.iter().filter(|((_, p), (_, q))| (*p == letter) != (*q == letter)).count() == 2;
            lines.iter().all(free)
                && !lines.iter().any(|one| lines.iter().any(|two| crosses(*one, *two)))
                && circles.iter().all(|(_, letter)| *letter == "o" || together(letter))
        })
    };
    vec![
        kouchoku(3, 3, "A . .; . o A; . o o"),
        kouchoku(3, 4, ". . . o; . A o .; A B B o"),
        kouchoku(4, 4, "A . . o; . . A .; . o . .; . . . o"),
    ]
}

fn coffee_milk_cases() -> Vec<Puzzle> {
    let coffee = |rows: usize, cols: usize, circles: &'static str| {
        let b = Board { rows, cols };
        let n = tokens(circles);
        let script = format!("grid x {rows}x{cols}\nclues n {{ {circles} }}\nlinks e of x\ncoffee_milk(e, n)");
        Puzzle::new(script, 2f64.powi(b.pairs().len() as i32), bits(b.pairs().len()), |drawn| {
            let strokes = b.strokes(drawn);
            let straight = |c: usize| {
                strokes[c].is_empty()
                    || strokes[c].len() == 2
                        && (strokes[c][0].0 + strokes[c][1].0, strokes[c][0].1 + strokes[c][1].1) == (0, 0)
            };
            let joined = |c: usize, d: usize| {
                b.pairs().iter().zip(drawn).any(|(&pair, on)| *on && (pair == (c, d) || pair == (d, c)))
            };
            let balanced = |group: &Vec<usize>| {
                let count = |colour: &str| group.iter().filter(|&&c| n[c] == colour).count();
                let is_empty = group.len() == 1 && n[group[0]] == ".";
                // A grey circle can stand alone.
                is_empty || count("g") == 1 && count("w") == count("b")
            };
            // The circle that a line from here leads to.
            let after = |c: usize, way| b.ray(c, way).into_iter().find(|&d| n[d] != ".");
            let mixed = |c: usize| {
                strokes[c]
                    .iter()
                    .any(|&way| after(c, way).is_some_and(|d| n[c] == "w" && n[d] == "b" || n[c] == "b" && n[d] == "w"))
            };
            (0..b.len()).all(|c| match n[c] {
                "." => straight(c),
                "g" => true,
                _ => !strokes[c].is_empty() && !mixed(c),
            }) && b.pieces(|_| true, joined).iter().all(balanced)
        })
    };
    vec![
        coffee(3, 3, "w . g; . . .; . . b"),
        coffee(3, 4, "w g . b; . . . .; . . . ."),
        coffee(3, 3, "w g b; . . .; b g w"),
        coffee(3, 3, "w g b; . . .; . g ."),
    ]
}

fn tontti_cases() -> Vec<Puzzle> {
    // The numbers of the points inside.
    let tontti = |rows: usize, cols: usize, numbers: &'static str| {
        let b = Board { rows, cols };
        let n = tokens(numbers);
        let edge = vec!["."; cols + 1].join(" ");
        let inner: Vec<String> = n.chunks(cols - 1).map(|row| format!(". {} .", row.join(" "))).collect();
        let script = format!(
            "grid x {rows}x{cols}\nclues n of corners x {{ {edge}; {}; {edge} }}\nfences e of x\ntontti(e, n)",
            inner.join("; ")
        );
        let pairs = b.pairs();
        Puzzle::new(script, 2f64.powi(pairs.len() as i32), bits(pairs.len()), |drawn| {
            let fenced = |c: usize, d: usize| pairs.iter().position(|&pair| pair == (c, d)).is_some_and(|at| drawn[at]);
            // Up, down, left and right of the point below and to the right of a cell.
            let point = |c: usize| {
                let (right, down) = (b.step(c, RIGHT)?, b.step(c, DOWN)?);
                let across = b.step(down, RIGHT)?;
                Some([fenced(c, right), fenced(down, across), fenced(c, down), fenced(right, across)])
            };
            let points: Vec<(usize, [bool; 4])> = (0..b.len()).filter_map(|c| Some((c, point(c)?))).collect();
            let kind = |lines: &[bool; 4]| match lines.iter().filter(|on| **on).count() {
                3 => 3,
                _ if lines[0] == lines[1] => 1,
                _ => 2,
            };
            let at = |c: usize| points.iter().find(|(d, _)| *d == c).map(|(_, lines)| lines);
            let alike = |&(c, ref lines): &(usize, [bool; 4])| {
                let same =
                    |on: bool, way| on && b.step(c, way).and_then(at).is_some_and(|other| kind(other) == kind(lines));
                same(lines[1], DOWN) || same(lines[3], RIGHT)
            };
            let areas = || b.pieces(|_| true, |c, d| !fenced(c.min(d), c.max(d)));
            let counted = |area: &Vec<usize>| {
                let here = points.iter().enumerate().filter(|(_, (c, _))| area.contains(c));
                let free = here.clone().filter(|(_, (_, lines))| !lines.contains(&true)).count();
                let clues: Vec<&str> = here.map(|(k, _)| n[k]).filter(|clue| *clue != ".").collect();
                clues.len() == 1 && number(clues[0]).is_none_or(|k| k == free)
            };
            points.iter().enumerate().all(|(k, (_, lines))| {
                let count = lines.iter().filter(|on| **on).count();
                if n[k] == "." { count != 1 && count != 4 } else { count == 0 }
            }) && !points.iter().any(alike)
                && areas().iter().all(counted)
        })
    };
    vec![tontti(4, 3, ". 1; . .; 2 ."), tontti(3, 4, "1 . .; . . ?")]
}
