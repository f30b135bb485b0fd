//! Every field of f-puzzles: on all small grids, those that the import allows are those that meet the field's meaning.

use super::{count, problem, script};
use sator_formats::{base64, lz_string};
use serde_json::{Value, json};

type Grid = [Vec<i64>];

/// All n by n grids whose rows, columns and boxes hold each value once.
fn sudokus(n: usize, (height, width): (usize, usize)) -> Vec<Vec<Vec<i64>>> {
    let mut found = vec![];
    let mut grid = vec![vec![0; n]; n];
    fn fill(grid: &mut Vec<Vec<i64>>, at: usize, boxes: (usize, usize), found: &mut Vec<Vec<Vec<i64>>>) {
        let n = grid.len();
        if at == n * n {
            return found.push(grid.clone());
        }
        let (r, c) = (at / n, at % n);
        for v in 1..=n as i64 {
            let seen = (0..n * n).map(|k| (k / n, k % n)).any(|(i, j)| {
                let same_box = i / boxes.0 == r / boxes.0 && j / boxes.1 == c / boxes.1;
                grid[i][j] == v && (i == r || j == c || same_box)
            });
            if !seen {
                grid[r][c] = v;
                fill(grid, at + 1, boxes, found);
                grid[r][c] = 0;
            }
        }
    }
    fill(&mut grid, 0, (height, width), &mut found);
    found
}

fn board(n: usize, fields: Value) -> Value {
    let mut all = json!({"size": n, "grid": vec![vec![json!({}); n]; n]});
    for (key, value) in fields.as_object().expect("an object") {
        all[key] = value.clone();
    }
    all
}

fn link(json: &Value) -> String {
    format!("https://www.f-puzzles.com/?load={}", lz_string::compress(&json.to_string()))
}

/// The import of a board with these fields allows the small grids that are right, and no others.
#[track_caller]
fn means(n: usize, fields: Value, right: impl Fn(&Grid) -> bool) {
    let boxes = if n == 4 { (2, 2) } else { (1, n) };
    let all = sudokus(n, boxes);
    let wanted = all.iter().filter(|grid| right(grid)).count();
    assert!(wanted > 0 && wanted < all.len(), "{wanted} of {}: this tests nothing", all.len());
    let script = script(&link(&board(n, fields)));
    assert_eq!(count(&script, 400), wanted as u64, "{script}");
    assert!(!script.contains("untranslated"), "{script}");
}

/// Values at places named as in the format.
fn at(x: &Grid, places: &str) -> Vec<i64> {
    let place = |name: &str| {
        let (r, c) = name[1..].split_once('C').expect("a name");
        x[r.parse::<usize>().expect("a row") - 1][c.parse::<usize>().expect("a column") - 1]
    };
    places.split(' ').map(place).collect()
}

fn names(places: &str) -> Vec<&str> {
    places.split(' ').collect()
}

fn gaps(values: &[i64]) -> Vec<i64> {
    values.windows(2).map(|w| w[1] - w[0]).collect()
}

#[test]
fn lines() {
    let path = "R1C1 R1C2 R2C3 R3C4";
    let one = |key: &str| json!({key: [{"lines": [names(path)]}]});
    let with = |key: &str, value: Value| json!({key: [{"lines": [names(path)], "value": value}]});
    let v = |x: &Grid| at(x, path);
    means(4, json!({"thermometer": [{"lines": [["R1C1", "R2C2"], ["R1C1", "R2C1"]]}]}), |x| {
        x[0][0] < x[1][1] && x[0][0] < x[1][0]
    });
    means(4, one("slowthermometer"), move |x| gaps(&v(x)).iter().all(|g| *g >= 0));
    means(4, json!({"palindrome": [{"lines": [["R1C1", "R2C2", "R3C3"]]}]}), |x| x[0][0] == x[2][2]);
    means(4, json!({"renban": [{"lines": [["R1C1", "R2C2", "R3C1"]]}]}), |x| {
        let mut v = at(x, "R1C1 R2C2 R3C1");
        v.sort_unstable();
        v[1] == v[0] + 1 && v[2] == v[1] + 1
    });
    means(4, json!({"whispers": [{"lines": [["R1C1", "R2C2", "R3C3"]], "value": 2}]}), |x| {
        gaps(&at(x, "R1C1 R2C2 R3C3")).iter().all(|g| g.abs() >= 2)
    });
    means(4, json!({"regionsumline": [{"lines": [["R1C1", "R2C2", "R3C3"]]}]}), |x| x[0][0] + x[1][1] == x[2][2]);
    means(4, one("betweenline"), move |x| {
        let v = v(x);
        let (low, high) = (v[0].min(v[3]), v[0].max(v[3]));
        v[1..3].iter().all(|k| low < *k && *k < high)
    });
    means(3, json!({"entropicline": [{"lines": [["R1C1", "R2C2", "R3C3"]]}]}), |x| x[0][0] != x[1][1]);
    means(4, with("modularline", json!("2")), move |x| gaps(&v(x)).iter().all(|g| g % 2 != 0));
    means(4, json!({"nabner": [{"lines": [["R1C1", "R2C2"]]}]}), |x| (x[0][0] - x[1][1]).abs() >= 2);
    means(4, json!({"doublearrow": [{"lines": [["R1C1", "R1C2", "R1C3", "R1C4"]]}]}), |x| {
        x[0][0] + x[0][3] == x[0][1] + x[0][2]
    });
    means(4, json!({"zipperline": [{"lines": [["R1C1", "R1C2", "R2C3"]]}]}), |x| x[0][0] + x[1][2] == x[0][1]);
    means(4, json!({"lockout": [{"lines": [["R1C1", "R2C2", "R3C3"]], "value": 1}]}), |x| {
        let (a, m, b) = (x[0][0], x[1][1], x[2][2]);
        a != b && (m < a.min(b) || m > a.max(b))
    });
    means(4, json!({"arrow": [{"cells": ["R1C1"], "lines": [["R1C1", "R2C2", "R3C2"]]}]}), |x| {
        x[0][0] == x[1][1] + x[2][1]
    });
    // A pill is read as a number, from left to right whichever way it was drawn.
    means(
        4,
        json!({"arrow": [{"cells": ["R1C2", "R1C1"], "lines": [["R1C2", "R2C3", "R2C4", "R3C4", "R4C4", "R4C3"]]}]}),
        |x| 10 * x[0][0] + x[0][1] == at(x, "R2C3 R2C4 R3C4 R4C4 R4C3").iter().sum::<i64>(),
    );
}

#[test]
fn cages_and_cells() {
    means(4, json!({"killercage": [{"cells": ["R1C1", "R1C2", "R2C1"], "value": "6"}]}), |x| {
        x[0][0] + x[0][1] + x[1][0] == 6
    });
    means(4, json!({"killercage": [{"cells": ["R2C2", "R3C3"]}]}), |x| x[1][1] != x[2][2]);
    means(4, json!({"extraregion": [{"cells": ["R1C1", "R2C2", "R3C3", "R4C4"]}]}), |x| {
        let mut v = at(x, "R1C1 R2C2 R3C3 R4C4");
        v.sort_unstable();
        v == [1, 2, 3, 4]
    });
    means(4, json!({"odd": [{"cell": "R1C1"}, {"cell": "R3C3"}]}), |x| x[0][0] % 2 == 1 && x[2][2] % 2 == 1);
    means(4, json!({"even": [{"cell": "R1C1"}]}), |x| x[0][0] % 2 == 0);
    means(4, json!({"minimum": [{"cell": "R2C2"}]}), |x| at(x, "R1C2 R3C2 R2C1 R2C3").iter().all(|v| *v > x[1][1]));
    means(4, json!({"maximum": [{"cell": "R2C2"}]}), |x| at(x, "R1C2 R3C2 R2C1 R2C3").iter().all(|v| *v < x[1][1]));
    // Two side by side are not compared with each other.
    means(4, json!({"minimum": [{"cell": "R1C1"}, {"cell": "R1C2"}]}), |x| {
        x[0][0] < x[1][0] && x[0][1] < x[1][1] && x[0][1] < x[0][2]
    });
    means(4, json!({"quadruple": [{"cells": ["R2C2", "R2C3", "R3C2", "R3C3"], "values": [1, 1, 3]}]}), |x| {
        let v = at(x, "R2C2 R2C3 R3C2 R3C3");
        v.iter().filter(|k| **k == 1).count() >= 2 && v.contains(&3)
    });
    means(4, json!({"clone": [{"cells": ["R1C1", "R1C2"], "cloneCells": ["R3C2", "R3C3"]}]}), |x| {
        x[0][0] == x[2][1] && x[0][1] == x[2][2]
    });
    means(4, json!({"rowindexer": [{"cells": ["R1C2"]}]}), |x| x[x[0][1] as usize - 1][1] == 1);
    means(4, json!({"columnindexer": [{"cells": ["R1C2"]}]}), |x| x[0][x[0][1] as usize - 1] == 2);
    means(4, json!({"boxindexer": [{"cells": ["R2C1"]}]}), |x| at(x, "R1C1 R1C2 R2C1 R2C2")[x[1][0] as usize - 1] == 3);
}

/// All pairs of neighbours, each once.
fn neighbours(x: &Grid) -> Vec<((usize, usize), i64, i64)> {
    let n = x.len();
    let mut all = vec![];
    for r in 0..n {
        for c in 0..n {
            if c + 1 < n {
                all.push(((r, c), x[r][c], x[r][c + 1]));
            }
            if r + 1 < n {
                all.push(((r + 10, c), x[r][c], x[r + 1][c]));
            }
        }
    }
    all
}

#[test]
fn dots_and_marks() {
    let pair = json!(["R2C2", "R2C3"]);
    means(4, json!({"difference": [{"cells": pair}]}), |x| (x[1][1] - x[1][2]).abs() == 1);
    means(4, json!({"difference": [{"cells": pair, "value": "2"}]}), |x| (x[1][1] - x[1][2]).abs() == 2);
    means(4, json!({"ratio": [{"cells": pair}]}), |x| x[1][1] == 2 * x[1][2] || x[1][2] == 2 * x[1][1]);
    means(4, json!({"ratio": [{"cells": pair, "value": 3}]}), |x| x[1][1] == 3 * x[1][2] || x[1][2] == 3 * x[1][1]);
    means(4, json!({"xv": [{"cells": pair, "value": "V"}]}), |x| x[1][1] + x[1][2] == 5);
    assert!(script(&link(&board(9, json!({"xv": [{"cells": pair, "value": "X"}]})))).contains("x_mark(r2c2, r2c3)"));
}

#[test]
fn all_marks_are_given() {
    let marks = |x: &Grid, ok: &dyn Fn((usize, usize), i64, i64) -> bool| {
        neighbours(x).into_iter().all(|(p, a, b)| ok(p, a, b))
    };
    // The marks of one solution.
    let base = vec![vec![1, 2, 3, 4], vec![3, 4, 1, 2], vec![2, 1, 4, 3], vec![4, 3, 2, 1]];
    let marked: Vec<(usize, usize)> =
        neighbours(&base).into_iter().filter(|(_, a, b)| a + b == 5).map(|(p, ..)| p).collect();
    let name = |(r, c): (usize, usize)| match r {
        0..10 => json!([format!("R{}C{}", r + 1, c + 1), format!("R{}C{}", r + 1, c + 2)]),
        _ => json!([format!("R{}C{}", r - 9, c + 1), format!("R{}C{}", r - 8, c + 1)]),
    };
    let five: Vec<Value> = marked.iter().map(|p| json!({"cells": name(*p), "value": "v"})).collect();
    means(4, json!({"xv": five, "negative": ["xv"]}), move |x| {
        marks(x, &|p, a, b| (a + b == 5) == marked.contains(&p))
    });
    // A black dot excuses its pair from the white ones' rule too.
    let dots = json!({"difference": [{"cells": ["R1C2", "R1C3"]}, {"cells": ["R2C2", "R3C2"]}, {"cells": ["R4C2", "R4C3"]}],
        "ratio": [{"cells": ["R2C1", "R2C2"]}, {"cells": ["R1C1", "R1C2"]}]});
    let mut only_white = dots.clone();
    only_white["negative"] = json!(["difference"]);
    let all = sudokus(4, (2, 2));
    let white = |a: i64, b: i64| (a - b).abs() == 1;
    let black = |a: i64, b: i64| a == 2 * b || b == 2 * a;
    let given = |p: (usize, usize)| ([(0, 1), (11, 1), (3, 1)].contains(&p), [(1, 0), (0, 0)].contains(&p));
    // Beside dots, `nonconsecutive` is about the pairs without one.
    for (negative, flag, neg_white, neg_black) in [
        (json!([]), false, false, false),
        (json!(["difference"]), false, true, false),
        (json!(["ratio"]), false, false, true),
        (json!([]), true, true, false),
        (json!(["ratio"]), true, true, true),
    ] {
        let mut fields = dots.clone();
        fields["negative"] = negative;
        fields["nonconsecutive"] = json!(flag);
        let right = |x: &&Vec<Vec<i64>>| {
            marks(x, &|p, a, b| {
                let (w, k) = given(p);
                (!w || white(a, b))
                    && (!k || black(a, b))
                    && (w || k || !(neg_white && white(a, b) || neg_black && black(a, b)))
            })
        };
        let wanted = all.iter().filter(right).count() as u64;
        let script = script(&link(&board(4, fields)));
        assert_eq!(count(&script, 400), wanted, "{script}");
    }
}

#[test]
fn rules_of_the_whole_grid() {
    let all_different = |mut v: Vec<i64>| {
        v.sort_unstable();
        v.windows(2).all(|w| w[0] != w[1])
    };
    means(4, json!({"diagonal+": true}), move |x| all_different((0..4).map(|k| x[3 - k][k]).collect()));
    means(4, json!({"diagonal-": true}), move |x| all_different((0..4).map(|k| x[k][k]).collect()));
    means(4, json!({"diagonal-": true, "diagonal+": true}), move |x| {
        all_different((0..4).map(|k| x[k][k]).collect()) && all_different((0..4).map(|k| x[3 - k][k]).collect())
    });
    means(4, json!({"disjointgroups": true}), move |x| {
        [(0, 0), (0, 1), (1, 0), (1, 1)]
            .iter()
            .all(|(r, c)| all_different(vec![x[*r][*c], x[r + 2][*c], x[*r][c + 2], x[r + 2][c + 2]]))
    });
    let nonconsecutive =
        script(&link(&board(4, json!({"nonconsecutive": true, "antiknight": true, "antiking": true}))));
    assert!(
        nonconsecutive.contains("\nnonconsecutive(x)\n") && nonconsecutive.contains("\nanti_knight(x)\nanti_king(x)\n")
    );
}

/// A published puzzle with `nonconsecutive` beside white dots; its first row is 317649825.
#[test]
fn consecutive_pairs_are_those_with_dots() {
    let read = script(include_str!("nonconsecutive.json"));
    assert!(!read.contains("untranslated") && !read.contains("\nnonconsecutive(x)"), "{read}");
    super::solves(include_str!("nonconsecutive.json"), "number(r1) = 317649825");
}

#[test]
fn clues_outside() {
    let outside = |key: &str, cell: &str, value: Value| json!({key: [{"cell": cell, "value": value}]});
    means(4, outside("sandwichsum", "R0C2", json!(5)), |x| {
        let column: Vec<i64> = x.iter().map(|row| row[1]).collect();
        let ends: Vec<usize> = (0..4).filter(|k| column[*k] == 1 || column[*k] == 4).collect();
        column[ends[0] + 1..ends[1]].iter().sum::<i64>() == 5
    });
    let x_sum = |line: Vec<i64>| line[..line[0] as usize].iter().sum::<i64>();
    means(4, outside("xsum", "R2C0", json!("6")), move |x| x_sum(x[1].clone()) == 6);
    means(4, outside("xsum", "R2C5", json!("6")), move |x| x_sum(x[1].iter().rev().copied().collect()) == 6);
    let seen = |line: Vec<i64>| (0..4).filter(|k| line[..*k].iter().all(|v| *v < line[*k])).count();
    means(4, outside("skyscraper", "R5C3", json!(3)), move |x| seen(x.iter().rev().map(|row| row[2]).collect()) == 3);
    means(
        4,
        json!({"littlekillersum": [{"cell": "R0C1", "direction": "DR", "cells": ["R1C2", "R2C3", "R3C4"], "value": 7}]}),
        |x| x[0][1] + x[1][2] + x[2][3] == 7,
    );
    means(4, json!({"littlekillersum": [{"cell": "R5C4", "direction": "UL", "value": "5"}]}), |x| {
        x[3][2] + x[2][1] + x[1][0] == 5
    });
}

#[test]
fn givens_and_the_solvers_own() {
    let mut grid = vec![vec![json!({}); 4]; 4];
    grid[0][0] = json!({"value": 3, "given": true});
    grid[0][1] = json!({"value": 3});
    grid[0][2] = json!({"givenPencilMarks": [1, 2], "centerPencilMarks": [4], "cornerPencilMarks": [4]});
    means(4, json!({"grid": grid}), |x| x[0][0] == 3 && x[0][2] <= 2);
}

#[test]
fn regions() {
    // Columns as regions: any Latin square.
    let columns: Value = (0..3).map(|_| (0..3).map(|c| json!({"region": c})).collect::<Value>()).collect();
    assert_eq!(count(&script(&link(&board(3, json!({"grid": columns})))), 400), 12);
    // `region` is a number. A cell without the field is in its usual box, and `null` is no region.
    let of = |k: usize| match k {
        0 => json!({"region": null}),
        1 => json!({"region": 1}),
        2 => json!({"region": 0}),
        _ => json!({}),
    };
    let grid: Value = (0..4).map(|r| (0..4).map(|c| of(r * 4 + c)).collect::<Value>()).collect();
    let text = script(&link(&board(4, json!({"grid": grid}))));
    assert!(text.contains("  .212\n  1122\n  3344\n  3344\n") && text.contains("jigsaw(x, region)"), "{text}");
    let all: Value = (0..4).map(|_| (0..4).map(|_| json!({"region": null})).collect::<Value>()).collect();
    assert_eq!(count(&script(&link(&board(4, json!({"grid": all})))), 600), 576);
    assert!(script(&link(&board(10, json!({})))).contains("sudoku(x, 2, 5)"));
}

#[test]
fn words_and_drawings_are_named() {
    let fields = json!({"title": "A \"test\"\nquit", "author": "N.", "ruleset": "Green lines\nload \"x\"",
        "line": [{"lines": [["R1C1", "R1C2", "R2C2"]], "outlineC": "#67F067"}],
        "circle": [{"cells": ["R1C1"], "baseC": "#FFFFFF"}], "text": [{"cells": ["R0C1"], "value": "7"}],
        "cage": [{"cells": ["R1C1"], "outlineC": "#00000000", "value": "msg"}], "mystery": [{"cells": ["R2C2"]}], "oddity": true,
        "solution": [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]});
    let read = sator_formats::import(&link(&board(4, fields))).expect("a link").expect("is read");
    insta::assert_snapshot!(read.script.lines().filter(|l| !l.starts_with("# http")).collect::<Vec<_>>().join("\n"));
    assert_eq!(read.untranslated.len(), 5);
    assert_eq!(count(&read.script, 1), 1);
}

#[test]
fn a_stored_solution_is_expected() {
    for solution in [
        json!([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]),
        json!("1234341221434321"),
        json!("1,2,3,4,3,4,1,2,2,1,4,3,4,3,2,1"),
    ] {
        let text = script(&link(&board(4, json!({"solution": solution}))));
        assert!(text.contains("expect solution x {\n  1234\n  3412\n  2143\n  4321\n}"), "{text}");
    }
    for solution in [json!("................"), json!("0000000000000000"), json!(null), json!([1, 2])] {
        assert!(!script(&link(&board(4, json!({"solution": solution})))).contains("expect"));
    }
}

#[test]
fn ways_to_write_a_link() {
    let json = board(4, json!({"antiknight": true, "title": "Löwe + ü"}));
    let data = lz_string::compress(&json.to_string());
    let wanted = |text: &str| assert!(script(text).contains("anti_knight(x)"), "{text}");
    wanted(&format!("https://f-puzzles.com/?load={}", base64::escape(&data)));
    wanted(&format!("https://f-puzzles.com/?id=x&load={}", data.trim_end_matches('=')));
    wanted(&format!("https://sudokupad.app/fpuzzles{}", base64::escape(&data)));
    wanted(&format!("https://app.crackingthecryptic.com/sudoku/fpuz{data}"));
    wanted(&format!("fpuz{data}"));
    wanted(&data);
    wanted(&json.to_string());
    // `+` as a blank, and pairs of slashes that a server made one.
    let mut title = String::new();
    let data = loop {
        title.push('?');
        let data = lz_string::compress(&board(4, json!({"antiknight": true, "title": title})).to_string());
        if data.matches("//").count() == 1 && data.contains('+') {
            break data;
        }
        assert!(title.len() < 3000, "no such data");
    };
    wanted(&format!("fpuz{}", data.replace('+', "%20").replace("//", "/")));
}

#[test]
fn what_is_no_board() {
    let message_of = |json: Value| problem(&link(&json));
    for size in [json!(0), json!(-1), json!(1000), json!("many"), json!(1e300)] {
        assert!(message_of(json!({"size": size, "grid": []})).contains("1 to 36"), "{size}");
    }
    assert!(message_of(json!({"size": 4, "grid": [[]]})).contains("4 rows of 4"));
    assert!(message_of(json!({"size": 4})).contains("grid"));
    assert!(message_of(json!({"size": 1, "grid": [[{"value": 7, "given": true}]]})).contains("the given 7 at r1c1"));
    assert!(message_of(json!({"size": 1, "grid": [[{"region": "x"}]]})).contains("region of r1c1"));
    let odd = json!({"thermometer": 5, "killercage": [7, {"cells": ["R9C9"]}], "difference": [{"cells": ["R1C1"]}], "xsum": [{"cell": "R9C9", "value": 1}]});
    let read = sator_formats::import(&link(&board(2, odd))).expect("a link").expect("is read");
    assert_eq!(read.untranslated.len(), 4, "{}", read.script);
    assert!(problem("https://f-puzzles.com/?id=abc").contains("no puzzle in it"));
    assert!(problem("https://f-puzzles.com/?load=N4Igz").contains("damaged"));
}
