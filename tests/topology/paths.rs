//! Paths whose ends are known, with labels and without: what is derived from the parity of degrees loses no solution.

use super::words::Board;
use super::{cases, counts, facts, find};
use proptest::prelude::*;

proptest! {
    #![proptest_config(cases())]

    /// Links of a 3x3 board, perhaps with a hole in the middle: some cells have one, all others none or two. A cell's
    /// number, 0 where nothing is, is the same along a path, and known at some ends.
    #[test]
    fn paths(
        ends in prop::collection::btree_map(0usize..9, 0usize..3, 1..6),
        (hole, labelled, way, property) in (any::<bool>(), any::<bool>(), 0usize..3, 0usize..3),
    ) {
        let board = Board { rows: 3, cols: 3 };
        let cells: Vec<usize> = (0..9).filter(|&c| !(hole && c == 4)).collect();
        let edges: Vec<(usize, usize)> = board.edges().into_iter().filter(|(a, b)| cells.contains(a) && cells.contains(b)).collect();
        let mut script = if hole { "clues wall { . . .; . # .; . . . }\ngrid x 3x3 in 0..2 except wall\n" } else { "grid x 3x3 in 0..2\n" }.to_string();
        script += ["links e of x\nno_loops(e)\n", "links e of x\n", "links e of x\nconnected(e)\n"][property];
        for &c in &cells {
            let name = board.name(c);
            script += &match (ends.get(&c), way) {
                (Some(_), _) => format!("degree(e, {name}) = 1\n"),
                (None, 0) => format!("degree(e, {name}) in {{0, 2}}\n"),
                (None, 1) => format!("degree(e, {name}) = (if {name} = 0 then 0 else 2)\n"),
                (None, _) => format!("degree(e, {name}) = 2 or degree(e, {name}) = 0\n"),
            };
            if labelled {
                script += &match ends.get(&c) {
                    Some(0) => format!("{name} != 0\n"),
                    Some(label) => format!("{name} = {label}\n"),
                    None => format!("{name} = 0 <=> degree(e, {name}) = 0\n"),
                };
            } else {
                script += &format!("{name} = (if degree(e, {name}) = 0 then 0 else 1)\n");
            }
        }
        if labelled {
            script += "for a, b in adjacent(e) { e[a, b] => a = b }\n";
        }
        let mut expected = 0;
        for bits in 0..1u32 << edges.len() {
            let there: Vec<(usize, usize)> =
                edges.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, &e)| e).collect();
            let degree = |c: usize| there.iter().filter(|&&(a, b)| a == c || b == c).count();
            let fits = |&c: &usize| if ends.contains_key(&c) { degree(c) == 1 } else { matches!(degree(c), 0 | 2) };
            let mut parent: Vec<usize> = (0..9).collect();
            for &(a, b) in &there {
                let (a, b) = (find(&mut parent, a), find(&mut parent, b));
                parent[a] = b;
            }
            let roots: std::collections::BTreeSet<usize> =
                cells.iter().filter(|&&c| degree(c) > 0).map(|&c| find(&mut parent, c)).collect();
            let property = match property {
                0 => facts(9, &there).1,
                1 => true,
                _ => roots.len() <= 1,
            };
            if !property || !cells.iter().all(fits) {
                continue;
            }
            // Each piece has one of the two numbers that suits its ends.
            let mut ways = 1;
            for root in roots.into_iter().filter(|_| labelled) {
                let own: Vec<usize> = cells.iter().copied().filter(|&c| find(&mut parent, c) == root).collect();
                let suits = |label: &usize| own.iter().all(|c| ends.get(c).is_none_or(|&l| l == 0 || l == *label));
                ways *= [1, 2].iter().filter(|&label| suits(label)).count();
            }
            expected += ways;
        }
        counts(&script, expected);
    }
}
