//! Connectedness, loops and partitions: numbers of solutions against brute force with a union-find of its
//! own, in both encodings and polarities; messages; what answers look like.

mod paths;
mod words;

use crate::support::{self, count_of, run_under};
use proptest::prelude::*;
use sator::session::Answer;
use sator_base::method::Encoding;
use sator_draw::render::{Look, draw_report, report_object};

#[track_caller]
fn counts(script: &str, expected: usize) {
    for encoding in [Encoding::Fd, Encoding::Int] {
        let found = run_under(encoding, &format!("{script}\ncount\n"), &count_of);
        assert_eq!(found, [expected.to_string()], "{encoding:?}\n{script}");
    }
}

/// Numbers that are known: of simple cycles, connected sets and partitions of small grids.
#[test]
fn known_counts() {
    counts("grid x 2x2\nfences e of x\nsingle_loop(e)", 13);
    counts("grid x 2x2\nfences e of x\nnot single_loop(e)", 4096 - 13);
    counts("grid x 3x3\nfences e of x\nsingle_loop(e)", 213);
    counts("grid x 3x3\nlinks e of x\nsingle_loop(e)", 13);
    counts("grid x 3x3 in bool\nconnected(x[c] for c in x)", 219);
    counts("grid x 3x3 in bool\nnot connected(x)", 512 - 219);
    counts("grid x 2x3\npartition p of x", 74);
    counts("grid x 3x3\npartition p of x", 1434);
    counts("grid x 2x2\nlinks e of x\nno_loops(e)", 15);
    counts("grid x 3x2\nlinks e of x\nno_loops(e)\nconnected(e)\ncount(e) = 5", 15);
}

#[test]
fn holes_and_numbers() {
    // A ring around a hole has one loop through all of it and none that is smaller.
    let ring = "clues wall { . . .; . # .; . . . }\ngrid x 3x3 except wall\n";
    counts(&format!("{ring}links e of x\nsingle_loop(e)"), 1);
    counts(&format!("{ring}links e of x\nno_loops(e)"), 255);
    // Fences: the outer rim, the rim of the hole, or a loop that passes between cells.
    counts(&format!("{ring}fences e of x\nsingle_loop(e)"), 213);
    counts(&format!("{ring}partition p of x"), 248);
    // A link of any number above 0 joins.
    counts("grid x 1x3\nlinks b of x in 0..2\nconnected(b)", 9);
    counts("grid x 2x2\nlinks b of x in 0..2\nnot connected(b)", 8);
    counts("grid x 1x3\nlinks b of x in 0..2\ndegree(b, r1c2) = 3", 2);
    counts("grid x 2x2\nlinks e of x\nnot e[r1c1, up]\ne[r1c1, right]", 8);
}

/// The pieces of a graph given by its edges, by union-find.
fn find(parent: &mut [usize], v: usize) -> usize {
    if parent[v] == v {
        return v;
    }
    parent[v] = find(parent, parent[v]);
    parent[v]
}

/// Whether the edges at hand are in one piece, and whether they have no cycle.
fn facts(size: usize, edges: &[(usize, usize)]) -> (bool, bool) {
    let mut parent: Vec<usize> = (0..size).collect();
    let mut acyclic = true;
    for &(a, b) in edges {
        let (a, b) = (find(&mut parent, a), find(&mut parent, b));
        acyclic &= a != b;
        parent[a] = b;
    }
    let mut roots: Vec<usize> = edges.iter().map(|&(a, _)| find(&mut parent, a)).collect();
    roots.sort_unstable();
    roots.dedup();
    (roots.len() <= 1, acyclic)
}

/// The number of sets of cells of a 3x3 grid that are connected or empty, where `near` decides which cells are neighbours.
fn pieces_of_nine(near: impl Fn(usize, usize) -> bool) -> usize {
    let one_piece = |set: u32| {
        let cells: Vec<usize> = (0..9).filter(|c| set >> c & 1 == 1).collect();
        let mut parent: Vec<usize> = (0..9).collect();
        for (&a, &b) in cells.iter().flat_map(|a| cells.iter().map(move |b| (a, b))).filter(|(a, b)| near(**a, **b)) {
            let (a, b) = (find(&mut parent, a), find(&mut parent, b));
            parent[a] = b;
        }
        let mut roots: Vec<usize> = cells.iter().map(|&c| find(&mut parent, c)).collect();
        roots.dedup();
        roots.sort_unstable();
        roots.dedup();
        roots.len() <= 1
    };
    (0..512).filter(|&set| one_piece(set)).count()
}

#[test]
fn neighbourhoods() {
    let apart = |a: usize, b: usize| (a / 3).abs_diff(b / 3) * 10 + (a % 3).abs_diff(b % 3);
    let touching = pieces_of_nine(move |a, b| matches!(apart(a, b), 1 | 10 | 11));
    let knights = pieces_of_nine(move |a, b| matches!(apart(a, b), 12 | 21));
    let leaps = pieces_of_nine(move |a, b| matches!(apart(a, b), 2 | 20));
    for (option, expected) in [("diagonal: true", touching), ("by: knights", knights), ("by: leaps", leaps)] {
        let before =
            "grid x 3x3 in bool\ndef leaps(c) = [d for d in at(c, 2) where row(d) = row(c) or col(d) = col(c)]";
        counts(&format!("{before}\nconnected(c for c in x, {option})"), expected);
        counts(&format!("{before}\nnot connected(x[c] for c in x, {option})"), 512 - expected);
    }
    // Numbers and tuples are places as well as cells.
    counts("var q[4] in bool\ndef f(k) = [k + 1]\nconnected(q[k] for k in 1..4, by: f)", 11);
    counts("var q[4] in bool\ndef f(k) = [k - 1]\nconnected(k for k in 1..4 where q[k], by: f)", 11);
    // Each 2x2 square of a 3x3 grid has a ring when it is full; without one around the hole.
    counts("grid x 2x2 in bool\nno_loops(c for c in x)", 15);
    counts("grid x 2x2 in bool\nno_loops(c for c in x, diagonal: true)", 11);
}

/// Two shaded cells apart touch nothing, and yet they are not connected.
#[test]
fn places_that_no_edge_touches() {
    let pairs = "(a, b) for a, b in adjacent(x) where a and b";
    counts(&format!("grid x 1x3 in bool\nconnected({pairs}, places: [])"), 8);
    counts(&format!("grid x 1x3 in bool\nconnected({pairs}, places: x)"), 1);
    counts(&format!("grid x 1x3 in bool\nconnected({pairs}, places: [r1c1])"), 7);
    counts("grid x 1x3 in bool\nconnected(c for c in x)", 7);
}

/// The truth of a form, given the truth of P, Q and f.
type Form = fn(bool, bool, bool) -> bool;

/// Forms of an assertion about a condition P, a second condition Q and a yes/no f.
const FORMS: &[(&str, Form)] = &[
    ("P", |p, _, _| p),
    ("not (P)", |p, _, _| !p),
    ("f => (P)", |p, _, f| !f || p),
    ("(P) => f", |p, _, f| !p || f),
    ("f <=> (P)", |p, _, f| f == p),
    ("(P) <=> (Q)", |p, q, _| p == q),
    ("(P) xor (Q)", |p, q, _| p != q),
    ("not ((P) and (Q))", |p, q, _| !(p && q)),
    ("(P) + (Q) + f = 2", |p, q, f| p as u8 + q as u8 + f as u8 == 2),
    ("if f { P } else { not (Q) }", |p, q, f| if f { p } else { !q }),
];

fn form_text(form: &str, p: &str, q: &str) -> String {
    form.replace('P', "\u{1}").replace('Q', q).replace('\u{1}', p)
}

fn cases() -> ProptestConfig {
    let cases = std::env::var("LAWS").ok().and_then(|n| n.parse().ok()).unwrap_or(24);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn any_graph(pairs in prop::collection::btree_set((0usize..5, 0usize..5), 1..7), form in 0..FORMS.len(), swap: bool) {
        let mut edges: Vec<(usize, usize)> =
            pairs.into_iter().filter(|(a, b)| a != b).map(|(a, b)| (a.min(b), a.max(b))).collect();
        edges.sort_unstable();
        edges.dedup();
        prop_assume!(!edges.is_empty());
        let (form, holds) = FORMS[form];
        let list: Vec<String> = edges.iter().enumerate().map(|(i, (a, b))| format!("({a}, {b}, {})", i + 1)).collect();
        let graph = |word: &str| format!("{word}((a, b) for a, b, k in l where q[k])");
        let (p, q) = if swap { ("no_loops", "connected") } else { ("connected", "no_loops") };
        let script = format!(
            "var q[{}] in bool\nvar f in bool\nlet l = [{}]\n{}",
            edges.len(), list.join(", "), form_text(form, &graph(p), &graph(q)),
        );
        let mut expected = 0;
        for bits in 0..1u32 << edges.len() {
            let there: Vec<(usize, usize)> =
                edges.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, &e)| e).collect();
            let (connected, acyclic) = facts(5, &there);
            let (p, q) = if swap { (acyclic, connected) } else { (connected, acyclic) };
            expected += [false, true].into_iter().filter(|&f| holds(p, q, f)).count();
        }
        counts(&script, expected);
    }

    #[test]
    fn cells(rows in 1usize..4, cols in 1usize..4, form in 0..FORMS.len(), edge: bool) {
        let (form, holds) = FORMS[form];
        let p = "connected(x[c] for c in x)";
        let q = if edge { "connected(not x[c] for c in x, to: edge)" } else { "no_loops(not x[c] for c in x)" };
        let script = format!("grid x {rows}x{cols} in bool\nvar f in bool\n{}", form_text(form, p, q));
        let n = rows * cols;
        let rim = |i: usize| i / cols == 0 || i.is_multiple_of(cols) || i / cols + 1 == rows || i % cols + 1 == cols;
        let mut expected = 0;
        for bits in 0..1u32 << n {
            let on = |i: usize| bits >> i & 1 == 1;
            let joined = |on: &dyn Fn(usize) -> bool| -> Vec<(usize, usize)> {
                let right = (0..n).filter(|i| i % cols + 1 < cols).map(|i| (i, i + 1));
                let down = (0..n).filter(|i| i / cols + 1 < rows).map(|i| (i, i + cols));
                right.chain(down).filter(|&(a, b)| on(a) && on(b)).collect()
            };
            let one_piece = |on: &dyn Fn(usize) -> bool, to_rim: bool| {
                let mut parent: Vec<usize> = (0..=n).collect();
                let goal = (0..n).filter(|&i| to_rim && on(i) && rim(i)).map(|i| (i, n));
                for (a, b) in joined(on).into_iter().chain(goal) {
                    let (a, b) = (find(&mut parent, a), find(&mut parent, b));
                    parent[a] = b;
                }
                let mut roots: Vec<usize> = (0..n).filter(|&i| on(i)).map(|i| find(&mut parent, i)).collect();
                roots.extend(to_rim.then(|| find(&mut parent, n)));
                roots.sort_unstable();
                roots.dedup();
                roots.len() <= 1
            };
            let p = one_piece(&on, false);
            let off = |i: usize| !on(i);
            let q = if edge { one_piece(&off, true) } else { facts(n, &joined(&off)).1 };
            expected += [false, true].into_iter().filter(|&f| holds(p, q, f)).count();
        }
        counts(&script, expected);
    }

    #[test]
    fn pieces(cols in 2usize..4, form in 0..FORMS.len(), which in 0usize..4, k in 1usize..5) {
        let (form, holds) = FORMS[form];
        let (rows, n) = (2, 2 * cols);
        let last = format!("r2c{cols}");
        let p = [
            format!("same(p, r1c1, {last})"),
            format!("piece_size(p, r1c1) = {k}"),
            format!("piece_size(p, r1c2) = piece_size(p, {last})"),
            format!("piece_size(p, r2c1) + piece_size(p, {last}) <= {k}"),
        ];
        let script = format!(
            "grid x {rows}x{cols}\npartition p of x\nvar f in bool\n{}",
            form_text(form, &p[which], "piece_size(p, r1c1) > piece_size(p, r2c2)"),
        );
        let edges: Vec<(usize, usize)> = (0..n)
            .flat_map(|i| [(i % cols + 1 < cols).then_some((i, i + 1)), (i / cols + 1 < rows).then_some((i, i + cols))])
            .flatten()
            .collect();
        let mut expected = 0;
        for bits in 0..1u32 << edges.len() {
            let mut parent: Vec<usize> = (0..n).collect();
            for (_, &(a, b)) in edges.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1) {
                let (a, b) = (find(&mut parent, a), find(&mut parent, b));
                parent[a] = b;
            }
            let root: Vec<usize> = (0..n).map(|v| find(&mut parent, v)).collect();
            let consistent = edges.iter().enumerate().all(|(i, &(a, b))| (root[a] == root[b]) == (bits >> i & 1 == 1));
            if !consistent {
                continue;
            }
            let size = |v: usize| root.iter().filter(|&&r| r == root[v]).count();
            let p = match which {
                0 => root[0] == root[n - 1],
                1 => size(0) == k,
                2 => size(1) == size(n - 1),
                _ => size(cols) + size(n - 1) <= k,
            };
            let q = size(0) > size(cols + 1);
            expected += [false, true].into_iter().filter(|&f| holds(p, q, f)).count();
        }
        counts(&script, expected);
    }

    /// Sizes that are the cells' own numbers, where edges have labels, and where they have not.
    #[test]
    fn labels(a in 1i64..5, b in 1i64..5, labelled: bool) {
        let rule = if labelled {
            "for c, d in adjacent(x) { same(p, c, d) <=> x[c] = x[d] }"
        } else {
            "for c, d in adjacent(x) { same(p, c, d) => x[c] = x[d] }\nfor c, d in adjacent(x) { not same(p, c, d) => x[c] != x[d] }"
        };
        let script = format!(
            "grid x 2x3 in 1..6\npartition p of x\n{rule}\nfor c in x {{ piece_size(p, c) = x[c] }}\nr1c1 <= {a}\nr2c3 != {b}"
        );
        let (rows, cols, n) = (2, 3, 6usize);
        let mut expected = 0;
        for code in 0..6usize.pow(n as u32) {
            let x: Vec<usize> = (0..n).map(|i| code / 6usize.pow(i as u32) % 6 + 1).collect();
            let mut parent: Vec<usize> = (0..n).collect();
            for i in 0..n {
                for j in [(i % cols + 1 < cols).then_some(i + 1), (i / cols + 1 < rows).then_some(i + cols)].into_iter().flatten() {
                    if x[i] == x[j] {
                        let (a, b) = (find(&mut parent, i), find(&mut parent, j));
                        parent[a] = b;
                    }
                }
            }
            let root: Vec<usize> = (0..n).map(|v| find(&mut parent, v)).collect();
            let right = (0..n).all(|v| root.iter().filter(|&&r| r == root[v]).count() == x[v]);
            expected += usize::from(right && x[0] as i64 <= a && x[5] as i64 != b);
        }
        counts(&script, expected);
    }
}

/// Cuts made for one question do not spoil the next, and statements come and go.
#[test]
fn a_session_goes_on() {
    let script = "
        grid x 3x3
        fences e of x
        single_loop(e)
        count
        push
        count(around(e, r2c2)) = 0
        count
        not e[r1c1, up]
        count
        pop
        count
        e[r2c2, up] or e[r2c2, down]
        count
        undo
        try count(around(e, r1c1)) = 4
        try count(around(e, r1c1)) = 4 and count(around(e, r3c3)) = 4
        count
    ";
    for encoding in [Encoding::Fd, Encoding::Int] {
        let lines = run_under(encoding, script, &|_, answer| match answer {
            Answer::Count { count, .. } => count.to_string(),
            Answer::Solution { .. } => "yes".into(),
            Answer::None => "no".into(),
            _ => String::new(),
        });
        let lines: Vec<&str> = lines.iter().map(String::as_str).filter(|s| !s.is_empty()).collect();
        // The loops of a 3x3 board that leave its middle alone: around it, or away from it.
        assert_eq!(lines.len(), 8, "{lines:?}");
        assert_eq!([lines[0], lines[3], lines[7]], ["213"; 3], "{lines:?}");
        assert_eq!([lines[5], lines[6]], ["yes", "no"], "{lines:?}");
    }
}

#[test]
fn clashes_are_named() {
    let script =
        "grid x 2x4 in bool\nr1c1\nr1c4\nnot r1c2 and not r2c2\nconnected(x[c] for c in x)\nr2c4 or not r2c4\nsolve\n";
    for encoding in [Encoding::Fd, Encoding::Int] {
        let lines = run_under(encoding, script, &|_, answer| match answer {
            Answer::None => "none".into(),
            Answer::Clash { because, .. } => because.iter().map(|b| b.line.to_string()).collect::<Vec<_>>().join(" "),
            other => format!("{other:?}"),
        });
        assert_eq!(lines, ["none", "2 3 4 5"], "{encoding:?}");
    }
}

#[test]
fn messages() {
    let message = |script: &str| run_under(Encoding::Fd, script, &|_, _| String::new()).pop().unwrap_or_default();
    let setup = "grid x 3x3 in 1..9\nlinks e of x\nfences f of x\npartition p of x\n";
    let rows = [
        ("e[r1c1, r3c3]", "error: r1c1 and r3c3 are not adjacent"),
        ("e[r1c1]", "error: a stroke is picked by two cells, or by a cell and a direction"),
        ("e[r1c1, upleft]", "error: nothing can be drawn upleft of a cell"),
        ("e[1, 2]", "error: expected a cell, found a number"),
        ("p[r1c1, r1c2]", "error: a partition has no index: use `same` and `piece_size`"),
        ("single_loop(x)", "error: expected links or fences, found a grid"),
        ("single_loop(p)", "error: expected links or fences, found a partition"),
        ("connected(p)", "error: `connected` takes links, fences, cells or pairs, found a partition"),
        ("connected(e, to: edge)", "error: `to:` is for cells only"),
        ("connected(x[c] > 1 for c in x, to: 3)", "error: expected `edge` or a list of cells, found a number"),
        ("connected(k > 1 for k in 1..3)", "error: `connected` takes cells, but the loop runs through a number"),
        ("connected([true, false])", "error: `connected` needs known cells, found a condition"),
        ("no_loops((a, b, b) for a, b in adjacent(x))", "error: an edge joins two vertices, found a tuple of 3"),
        ("no_loops((r1c1 + 1, 2) for k in 1..3)", "error: the vertices of a graph must be known"),
        ("no_loops((k, k) for k in 1..3)", "error: an edge joins two different vertices"),
        ("degree(f, r1c1) = 2", "error: expected links (for fences write `count(around(e, c))`), found fences"),
        ("count(around(e, r1c1)) = 2", "error: expected fences (for links write `degree(e, c)`), found links"),
        ("same(x, r1c1, r1c2)", "error: expected a partition (`partition p of x`), found a grid"),
        ("links e of x", "error: `e` is already declared"),
        ("links g of y", "error: no grid is called `y`"),
        ("links g of x in -1..2", "error: two cells can't have -1 links"),
    ];
    let wrong: Vec<String> = rows
        .iter()
        .map(|(line, expected)| (line, message(&format!("{setup}{line}\n")), expected))
        .filter(|(_, found, expected)| found != *expected)
        .map(|(line, found, expected)| format!("{line}\n  {found}\n  {expected}"))
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

fn pictures(script: &str) -> String {
    let mut all = String::new();
    let done = support::run(&mut support::session(&[]), script, |session, report| {
        all += &draw_report(session.model(), &report, &Look::default()).to_string();
        if let Some(mut object) = report_object(session.elaborator(), &report, false) {
            object["ms"] = 0.into();
            object.as_object_mut().expect("an object").remove("version");
            all += &format!("{object}\n");
        }
    });
    done.expect("the script runs");
    all
}

#[test]
fn fences_look_like_this() {
    insta::assert_snapshot!(pictures(
        "grid x 2x3\nclues n of x { 3 . .; . . 2 }\nfences e of x\nfor c in n { count(around(e, c)) = n[c] }\nsingle_loop(e)\n\
         not e[r1c2, up]\nshow\nsolve\nanother\nforced\n"
    ));
}

#[test]
fn links_look_like_this() {
    insta::assert_snapshot!(pictures(
        "grid x 3x4 in bool\nclues n of x { 2,down . . .; . . . .; . . . . }\nlinks e of x\nsingle_loop(e)\n\
         for c in x { x[c] <=> degree(e, c) = 0 and n[c] = none }\ncount(x) = 3\nall(c4)\nsolve\nunique\nminimize e[r2c1, right]\n"
    ));
}

#[test]
fn bridges_look_like_this() {
    insta::assert_snapshot!(pictures(
        "grid x 1x3\nlinks b of x in 0..2\ndegree(b, r1c2) = 3\nb[r1c1, right] = 2\nsolve\ncandidates\n"
    ));
}

#[test]
fn partitions_look_like_this() {
    insta::assert_snapshot!(pictures(
        "grid x 2x3 in 1..6\npartition p of x\nfor c, d in adjacent(x) { same(p, c, d) <=> x[c] = x[d] }\n\
         for c in x { piece_size(p, c) = x[c] }\nr1c1 = 2\nr1c3 = 3\nr2c1 = 1\nsolve\ncandidates\nshow p\n\
         print piece_size(p, r1c1), same(p, r1c1, r2c3)\n"
    ));
}
