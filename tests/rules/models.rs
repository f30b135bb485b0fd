//! Constraints of models against their published meaning.

use super::{Case, check, distinct, unknowns};
use crate::support::{self, count_of, run_under};
use sator_base::method::Encoding;

#[test]
fn mean_what_they_say() {
    let cases = [orders(), counts(), lists(), routes(), paths(), schedules(), patterns()];
    check("models", cases.into_iter().flatten().collect());
}

/// A list q of `n` unknowns with these values, and statements about it.
fn on_list(rule: &'static str, n: usize, values: std::ops::RangeInclusive<i64>, script: &str, holds: Holds) -> Case {
    let script = format!("var q[{n}] in {}..{}\n{script}", values.start(), values.end());
    unknowns(rule, &script, vec![values.collect(); n], holds)
}

type Holds = fn(&[i64]) -> bool;

fn occurs(q: &[i64], v: i64) -> usize {
    q.iter().filter(|&&k| k == v).count()
}

fn orders() -> Vec<Case> {
    vec![
        on_list("all_equal", 3, 1..=3, "all_equal(q)", |q| q[0] == q[1] && q[1] == q[2]),
        on_list("all_equal", 3, 1..=3, "not all_equal(q)", |q| q[0] != q[1] || q[1] != q[2]),
        on_list("increasing", 4, 1..=3, "increasing(q)", |q| q.is_sorted()),
        on_list("increasing", 4, 1..=3, "increasing(q) or decreasing(q)", |q| {
            q.is_sorted() || q.is_sorted_by(|a, b| a >= b)
        }),
        on_list("strictly_increasing", 3, 1..=4, "strictly_increasing(q)", |q| q[0] < q[1] && q[1] < q[2]),
        on_list("decreasing", 3, 1..=4, "decreasing(q)", |q| q[0] >= q[1] && q[1] >= q[2]),
        on_list("strictly_decreasing", 3, 1..=4, "strictly_decreasing(q)", |q| q[0] > q[1] && q[1] > q[2]),
        on_list("lex_less", 4, 0..=2, "lex_less(q[1..2], q[3..4])", |q| q[..2] < q[2..]),
        on_list("lex_less", 5, 0..=2, "q[1..2] > [q[3], q[4], q[5]]", |q| q[..2] > q[2..]),
        on_list("lex_less", 4, 0..=2, "not ((q[1], q[2]) < (q[3], q[4]))", |q| q[..2] >= q[2..]),
        on_list("lex_lesseq", 4, 0..=2, "lex_lesseq(q[1..2], q[3..4])", |q| q[..2] <= q[2..]),
        on_list("lex_lesseq", 5, 0..=2, "lex_lesseq(q[1..3], q[4..5])", |q| q[..3] <= q[3..]),
        on_list("lex_lesseq", 4, 0..=2, "((q[1], q[2]), 1) >= ((q[3], q[4]), 2)", |q| q[..2] > q[2..]),
    ]
}

fn counts() -> Vec<Case> {
    let cardinality = "global_cardinality(q, [1, 2], [2, 1])";
    vec![
        on_list("at_least", 4, 1..=3, "at_least(2, q, 3)", |q| occurs(q, 3) >= 2),
        on_list("at_least", 3, 1..=3, "at_least(2, [q[1] = 1, q[2] = 2, q[3] = 3])", |q| {
            (0..3).filter(|&k| q[k] == k as i64 + 1).count() >= 2
        }),
        on_list("at_most", 4, 1..=3, "at_most(1, q, 2)", |q| occurs(q, 2) <= 1),
        on_list("exactly", 4, 1..=3, "exactly(2, q, 2)", |q| occurs(q, 2) == 2),
        on_list("exactly", 3, 1..=3, "exactly(q[1], q, 2)", |q| occurs(q, 2) == q[0] as usize),
        on_list("exactly_one", 3, 1..=3, "exactly_one([q[1] = 1, q[2] = 2, q[3] = 3])", |q| {
            (0..3).filter(|&k| q[k] == k as i64 + 1).count() == 1
        }),
        on_list("at_most_one", 3, 1..=3, "at_most_one([q[1] = 1, q[2] = 2, q[3] = 3])", |q| {
            (0..3).filter(|&k| q[k] == k as i64 + 1).count() <= 1
        }),
        on_list("among", 4, 1..=4, "among(2, q, {1, 4})", |q| q.iter().filter(|v| [1, 4].contains(v)).count() == 2),
        on_list("among", 4, 1..=4, "not among(q[1], q, [1, 4])", |q| {
            q.iter().filter(|v| [1, 4].contains(v)).count() as i64 != q[0]
        }),
        on_list("sliding_sum", 5, 0..=2, "sliding_sum(2, 3, 3, q)", |q| {
            q.windows(3).all(|w| (2..=3).contains(&w.iter().sum::<i64>()))
        }),
        on_list("arg_max", 4, 1..=4, "arg_max(q) = q[4]", |q| {
            let most = q.iter().max().expect("not empty");
            q.iter().position(|v| v == most) == Some(q[3] as usize - 1)
        }),
        on_list("arg_min", 4, 1..=4, "arg_min(q) = q[4]", |q| {
            let least = q.iter().min().expect("not empty");
            q.iter().position(|v| v == least) == Some(q[3] as usize - 1)
        }),
        on_list("nvalue", 4, 1..=4, "nvalue(q) = 2", |q| (1..=4).filter(|&v| q.contains(&v)).count() == 2),
        on_list("nvalue", 4, 1..=4, "nvalue(q) > q[1]", |q| (1..=4).filter(|&v| q.contains(&v)).count() as i64 > q[0]),
        on_list("global_cardinality", 4, 1..=4, cardinality, |q| occurs(q, 1) == 2 && occurs(q, 2) == 1),
        on_list("global_cardinality", 4, 0..=3, "global_cardinality(q, [1, 2], [q[1], q[2]], closed: true)", |q| {
            occurs(q, 1) as i64 == q[0] && occurs(q, 2) as i64 == q[1] && q.iter().all(|v| [1, 2].contains(v))
        }),
    ]
}

fn lists() -> Vec<Case> {
    let before = |q: &[i64], s: i64, t: i64| q.iter().position(|&v| v == t).is_none_or(|at| q[..at].contains(&s));
    let undoes =
        |f: &[i64], g: &[i64]| (0..3).all(|i| (0..3).all(|j| (f[i] == j as i64 + 1) == (g[j] == i as i64 + 1)));
    vec![
        on_list("element", 2, 0..=9, "element(q[1], [2, 7, 1], q[2])", |q| match q[0] {
            1 => q[1] == 2,
            2 => q[1] == 7,
            3 => q[1] == 1,
            _ => false,
        }),
        on_list("element", 4, 1..=4, "element(q[1], q, q[2])", |q| q[q[0] as usize - 1] == q[1]),
        on_list("table", 3, 0..=4, "table(q, [[1, 2, 3], (1, 4, 0), [2, 2, 2], [9, 9, 9]])", |q| {
            [[1, 2, 3], [1, 4, 0], [2, 2, 2]].iter().any(|row| row == q)
        }),
        on_list("table", 2, 0..=3, "not table(q, {(1, 2), (3, 3)})", |q| q != [1, 2] && q != [3, 3]),
        on_list("table", 3, 0..=2, "table([q[1], q[2]], [[1, q[3]], [2, 2]])", |q| {
            q[..2] == [1, q[2]] || q[..2] == [2, 2]
        }),
        on_list("value_precede", 4, 1..=3, "value_precede(1, 2, q)", move |q| {
            q.iter().position(|&v| v == 2).is_none_or(|at| q[..at].contains(&1))
        }),
        unknowns(
            "value_precede_chain",
            "var q[4] in 1..3\nvalue_precede_chain([3, 1, 2], q)",
            vec![vec![1, 2, 3]; 4],
            move |q| before(q, 3, 1) && before(q, 1, 2),
        ),
        unknowns(
            "inverse",
            "var f[3] in 0..3\nvar g[3] in 1..4\ninverse(f, g)",
            [vec![vec![0, 1, 2, 3]; 3], vec![vec![1, 2, 3, 4]; 3]].concat(),
            move |q| {
                let (f, g) = q.split_at(3);
                let inside = q.iter().all(|v| (1..=3).contains(v));
                inside && distinct(f.iter().copied()) && undoes(f, g)
            },
        ),
    ]
}

/// The places of each trip, where `next` is a permutation.
fn trips(next: &[i64]) -> Option<Vec<Vec<i64>>> {
    let n = next.len() as i64;
    if !distinct(next.iter().copied()) || next.iter().any(|v| !(1..=n).contains(v)) {
        return None;
    }
    let mut left: Vec<i64> = (1..=n).collect();
    let mut all = vec![];
    while let Some(&start) = left.first() {
        let mut trip = vec![start];
        while next[*trip.last()? as usize - 1] != start {
            trip.push(next[*trip.last()? as usize - 1]);
        }
        left.retain(|place| !trip.contains(place));
        all.push(trip);
    }
    Some(all)
}

fn routes() -> Vec<Case> {
    let one_trip: Holds = |next| trips(next).is_some_and(|trips| trips.len() == 1);
    let some_trip: Holds = |next| trips(next).is_some_and(|trips| trips.iter().filter(|t| t.len() > 1).count() <= 1);
    vec![
        on_list("circuit", 5, 1..=5, "circuit(q)", one_trip),
        on_list("circuit", 4, 0..=5, "circuit(q)", one_trip),
        on_list("circuit", 2, 1..=2, "circuit(q)", one_trip),
        on_list("circuit", 1, 1..=2, "circuit(q)", one_trip),
        on_list("circuit", 3, 1..=3, "circuit(q)", one_trip),
        on_list("subcircuit", 1, 0..=1, "subcircuit(q)", some_trip),
        on_list("subcircuit", 5, 1..=5, "subcircuit(q)", some_trip),
        on_list("subcircuit", 4, 0..=5, "subcircuit(q)", some_trip),
        on_list("subcircuit", 2, 1..=3, "subcircuit(q)", some_trip),
    ]
}

/// Whether the edges taken form one path through no place twice, from the first place to the last one.
fn is_path(edges: &[(i64, i64)], taken: &[i64], start: i64, end: i64) -> bool {
    let mut left: Vec<(i64, i64)> =
        edges.iter().zip(taken).filter(|(_, on)| **on == 1).map(|(edge, _)| *edge).collect();
    let (mut at, mut seen) = (start, vec![start]);
    while at != end {
        let Some(next) = left.iter().position(|edge| edge.0 == at || edge.1 == at) else { return false };
        let edge = left.swap_remove(next);
        at = if edge.0 == at { edge.1 } else { edge.0 };
        if seen.contains(&at) {
            return false;
        }
        seen.push(at);
    }
    left.is_empty()
}

fn paths() -> Vec<Case> {
    const EDGES: [(i64, i64); 8] = [(1, 2), (2, 3), (1, 3), (3, 4), (2, 4), (4, 5), (5, 6), (4, 6)];
    let script = |start: i64, end: i64| {
        let edges: Vec<String> = EDGES.iter().map(|edge| format!("({}, {})", edge.0, edge.1)).collect();
        format!("var on[8] in bool\npath([{}], on, {start}, {end})", edges.join(", "))
    };
    let case = |start, end| {
        unknowns("path", &script(start, end), vec![vec![0, 1]; 8], move |on| is_path(&EDGES, on, start, end))
    };
    let on_links = |start, end| {
        let edges: Vec<String> = EDGES.iter().map(|edge| format!("{}-{}", edge.0, edge.1)).collect();
        let script = format!("graph g {{ {} }}\nlinks on of g\npath(g, on, {start}, {end})", edges.join(", "));
        unknowns("path", &script, vec![vec![0, 1]; 8], move |on| is_path(&EDGES, on, start, end))
    };
    vec![case(1, 6), case(3, 4), case(5, 2), on_links(1, 6), on_links(2, 4)]
}

/// A graph of five places, one without an edge, and all ways to choose edges or places of it.
#[test]
fn graphs_mean_what_they_say() {
    const EDGES: [(usize, usize); 5] = [(0, 1), (1, 2), (0, 2), (2, 3), (3, 1)];
    let taken = |on: usize| (0..5).filter(move |k| on >> k & 1 == 1).map(|k| EDGES[k]);
    // The pieces of the places in `among`, joined by the edges.
    let pieces = |edges: &[(usize, usize)], among: usize| {
        let mut piece: Vec<usize> = (0..5).collect();
        for _ in 0..5 {
            for &(a, b) in edges {
                piece[a] = piece[a].min(piece[b]);
                piece[b] = piece[a];
            }
        }
        (0..5).filter(|&p| among >> p & 1 == 1 && piece[p] == p).count()
    };
    let ends = |on: usize| taken(on).fold(0, |ends, (a, b)| ends | 1 << a | 1 << b);
    let degree = |on: usize, p: usize| taken(on).filter(|edge| edge.0 == p || edge.1 == p).count();
    let edges_of = |on: usize| taken(on).collect::<Vec<_>>();
    let acyclic = |on: usize| on.count_ones() as usize + pieces(&edges_of(on), 31) == 5;
    let is_loop =
        |on: usize| on > 0 && pieces(&edges_of(on), ends(on)) == 1 && (0..5).all(|p| [0, 2].contains(&degree(on, p)));
    let induced = |places: usize| {
        let inside = |&(a, b): &(usize, usize)| places >> a & places >> b & 1 == 1;
        EDGES.into_iter().filter(inside).collect::<Vec<_>>()
    };
    let coloured = |colours: usize| {
        EDGES.iter().all(|&(a, b)| colours / 3usize.pow(a as u32) % 3 != colours / 3usize.pow(b as u32) % 3)
    };
    let count = |most: usize, holds: &dyn Fn(usize) -> bool| (0..most).filter(|&on| holds(on)).count();
    let cases: [(&str, usize); 9] = [
        ("links e of g\nconnected(e)", count(32, &|on| pieces(&edges_of(on), ends(on)) <= 1)),
        ("links e of g\nconnected(e, places: [a, d])", count(32, &|on| pieces(&edges_of(on), ends(on) | 9) == 1)),
        ("links e of g\nno_loops(e)", count(32, &acyclic)),
        ("links e of g\nsingle_loop(e)", count(32, &is_loop)),
        ("links e of g\ndegree(e, b) = 2", count(32, &|on| degree(on, 1) == 2)),
        ("links e of g in 0..2\nno_loops(e)\ne[b, a] = 2", {
            // Each of the other edges taken can be single or double.
            (0..32usize).filter(|on| on & 1 == 1 && acyclic(*on)).map(|on| 1 << (on.count_ones() - 1)).sum()
        }),
        (
            "var s[g] in bool\nconnected(s[p] for p in g, by: g)",
            count(32, &|places| pieces(&induced(places), places) <= 1),
        ),
        ("var v[g] in 0..2\nfor p, q in edges(g) { v[p] != v[q] }", count(243, &coloured)),
        ("var v, w in g\nall(v != p or w in neighbors(g, p) for p in g)", 2 * EDGES.len()),
    ];
    for (script, expected) in cases {
        let script = format!("graph g {{ a-b-c, c-a, c-d-b, f }}\n{script}\ncount\n");
        for encoding in [Encoding::Fd, Encoding::Int] {
            assert_eq!(run_under(encoding, &script, &count_of), [expected.to_string()], "{encoding:?}\n{script}");
        }
    }
}

/// The edges of any graph that form one loop.
#[test]
fn loops_of_given_edges() {
    const EDGES: [(usize, usize); 8] = [(0, 1), (1, 2), (0, 2), (2, 3), (1, 3), (3, 4), (4, 5), (3, 5)];
    let is_loop = |on: usize| {
        let taken: Vec<(usize, usize)> = (0..8).filter(|k| on >> k & 1 == 1).map(|k| EDGES[k]).collect();
        let at = |place: usize| taken.iter().filter(move |edge| edge.0 == place || edge.1 == place);
        let Some(&(start, mut place)) = taken.first() else { return false };
        let (mut steps, mut last) = (1, taken[0]);
        while place != start && at(place).count() == 2 {
            last = *at(place).find(|&&edge| edge != last).expect("two edges");
            place = if last.0 == place { last.1 } else { last.0 };
            steps += 1;
        }
        place == start && at(start).count() == 2 && steps == taken.len()
    };
    let expected = (0..256).filter(|&on| is_loop(on)).count();
    let edges: Vec<String> = EDGES.iter().map(|edge| format!("(\"{}\", \"{}\")", edge.0, edge.1)).collect();
    let script = format!(
        "let l = [{}]\nvar on[8] in bool\nsingle_loop((l[k][1], l[k][2]) for k in 1..8 where on[k])\ncount\n",
        edges.join(", ")
    );
    for encoding in [Encoding::Fd, Encoding::Int] {
        assert_eq!(run_under(encoding, &script, &count_of), [expected.to_string()], "{encoding:?}");
    }
}

fn schedules() -> Vec<Case> {
    /// Whether tasks with these starts, durations and demands stay within the capacity at each time.
    fn within(start: &[i64], duration: &[i64], demand: &[i64], capacity: i64) -> bool {
        (-1..20).all(|time| {
            let runs = |&k: &usize| start[k] <= time && time < start[k] + duration[k];
            (0..start.len()).filter(runs).map(|k| demand[k]).sum::<i64>() <= capacity
        })
    }
    /// Whether no two rectangles share a square.
    fn apart(x: &[i64], y: &[i64], width: &[i64], height: &[i64]) -> bool {
        let covers = |k: usize, i: i64, j: i64| x[k] <= i && i < x[k] + width[k] && y[k] <= j && j < y[k] + height[k];
        (0..9).all(|i| (0..9).all(|j| (0..x.len()).filter(|&k| covers(k, i, j)).count() <= 1))
    }
    /// Whether the level of a stock stays within its bounds at each time.
    fn level(time: &[i64], change: &[i64], least: i64, most: i64) -> bool {
        (-1..5).all(|now| {
            let until = (0..time.len()).filter(|&k| time[k] <= now).map(|k| change[k]).sum();
            (least..=most).contains(&until)
        })
    }
    fn loads(bin: &[i64], weight: &[i64], b: i64) -> i64 {
        bin.iter().zip(weight).filter(|thing| *thing.0 == b).map(|thing| thing.1).sum()
    }
    vec![
        on_list("cumulative", 4, 0..=3, "cumulative(q, [2, 1, 2, 0], [1, 2, 1, 9], 2)", |q| {
            within(q, &[2, 1, 2, 0], &[1, 2, 1, 9], 2)
        }),
        on_list("cumulative", 4, 0..=3, "cumulative(q[1..2], [2, q[3]], [q[4], 2], 3)", |q| {
            within(&q[..2], &[2, q[2]], &[q[3], 2], 3)
        }),
        on_list("cumulative", 3, 0..=3, "cumulative(q[1..2], [2, 2], [1, 1], q[3])", |q| {
            within(&q[..2], &[2, 2], &[1, 1], q[2])
        }),
        on_list("no_overlap", 3, 0..=5, "no_overlap(q, [2, 1, 3])", |q| within(q, &[2, 1, 3], &[1, 1, 1], 1)),
        on_list("no_overlap", 3, 0..=3, "no_overlap(q, [3, 0, 1])", |q| within(q, &[3, 0, 1], &[1, 1, 1], 1)),
        on_list("no_overlap", 4, 0..=3, "no_overlap(q[1..2], q[3..4])", |q| within(&q[..2], &q[2..], &[1, 1], 1)),
        on_list("diffn", 4, 0..=3, "diffn(q[1..2], q[3..4], [2, 3], [2, 1])", |q| {
            apart(&q[..2], &q[2..], &[2, 3], &[2, 1])
        }),
        on_list("diffn", 4, 0..=2, "diffn([0, q[1], 2], [q[2], 1, 0], [q[3], 2, 0], [2, q[4], 2])", |q| {
            apart(&[0, q[0], 2], &[q[1], 1, 0], &[q[2], 2, 0], &[2, q[3], 2])
        }),
        on_list("bin_packing", 4, 1..=3, "bin_packing(q, [4, 3, 3, 2], 6)", |q| {
            (1..=3).all(|b| loads(q, &[4, 3, 3, 2], b) <= 6)
        }),
        on_list("bin_packing", 4, 1..=3, "bin_packing(q, [4, 3, 3, 2], [6, 0, 9])", |q| {
            (1..=3).zip([6, 0, 9]).all(|(b, capacity)| loads(q, &[4, 3, 3, 2], b) <= capacity)
        }),
        on_list("knapsack", 5, 0..=6, "q[4] > 2\nknapsack(q[1..3], [4, 3, 5], [1, 2, 1], 3 * q[4], q[5])", |q| {
            q[3] > 2 && 4 * q[0] + 3 * q[1] + 5 * q[2] == 3 * q[3] && q[0] + 2 * q[1] + q[2] == q[4]
        }),
        on_list("reservoir", 4, 0..=3, "reservoir(q, [3, -2, 2, -3], 0, 4)", |q| level(q, &[3, -2, 2, -3], 0, 4)),
        on_list("reservoir", 4, -1..=2, "reservoir(q[1..2], q[3..4], -1, 2)", |q| level(&q[..2], &q[2..], -1, 2)),
        on_list(
            "network_flow",
            5,
            0..=3,
            "network_flow([(1, 2), (1, 3), (2, 3), (3, 2), (3, 1)], [2, -1, -1], q)",
            |q| q[0] + q[1] - q[4] == 2 && q[2] - q[0] - q[3] == -1,
        ),
    ]
}

fn patterns() -> Vec<Case> {
    vec![
        on_list("regular", 5, 0..=2, "regular(q, \"0* 1{2} 0+ (1|2)*\")", |q| {
            let zeros = q.iter().take_while(|&&v| v == 0).count();
            let rest = &q[zeros..];
            let after: Vec<i64> = rest.iter().skip(2).skip_while(|v| **v == 0).copied().collect();
            rest.len() > 2 && rest[..3] == [1, 1, 0] && !after.contains(&0)
        }),
        on_list("regular", 4, 8..=11, "regular(q, \"10? [8-9 11]* .\")", |q| {
            let q = if q[0] == 10 { &q[1..] } else { q };
            !q[..q.len() - 1].contains(&10)
        }),
        on_list("regular", 4, 1..=3, "regular(q, \"(1 2){1,} | [^1]{2,3} 1{0,2}\")", |q| {
            let ones = q.iter().rev().take_while(|&&v| v == 1).count();
            q == [1, 2, 1, 2] || ones <= 2 && ones > 0 && !q[..4 - ones].contains(&1)
        }),
        // Two moves from state 1 read a 0.
        on_list("regular", 4, 0..=2, "regular(q, ({(1, 0, 1), (1, 1, 2), (2, 0, 1), (1, 0, 2)}, 1, [2]))", ends_in_2),
    ]
}

/// Whether the automaton with these moves can end in state 2.
fn ends_in_2(q: &[i64]) -> bool {
    let moves = [(1, 0, 1), (1, 1, 2), (2, 0, 1), (1, 0, 2)];
    let mut states = vec![1];
    for &v in q {
        states = moves.iter().filter(|m| m.1 == v && states.contains(&m.0)).map(|m| m.2).collect();
    }
    states.contains(&2)
}

/// The use in the help of each constraint is a script that runs.
#[test]
fn uses_in_the_help_run() {
    for rule in sator_lang::library::rules().iter().filter(|rule| rule.family == "models" && rule.is_listed()) {
        let doc = rule.doc();
        let (_, script) = doc.split_once("Use: ").unwrap_or_else(|| panic!("{} shows no use", rule.name));
        assert!(script.contains(rule.name), "{}", rule.name);
        let mut answers = 0;
        let done = support::run(&mut support::session(&[]), &format!("{script}\nsolve\n"), |_, _| answers += 1);
        assert!(done.is_ok() && answers > 0, "{}: {script}", rule.name);
    }
}
