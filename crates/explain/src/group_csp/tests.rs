//! Bounds against the search: what they rule out can't be, and simple conditions lose all that can't.

use super::super::tests::run;
use super::*;
use crate::mask::{Mask, all_of};
use sator_base::random::Random;
use sator_model::node::{FALSE, TRUE};

/// Conditions on six numbers 0 to 3 and four yes/no, each with whether bounds alone find all.
const CONDITIONS: [(&str, bool); 14] = [
    ("count(y[i] for i in 1..4) = 1", true),
    ("count(y[i] for i in 1..4) <= 2", true),
    ("x[1] = 2 <=> any(y[i] for i in 1..4)", true),
    ("x[1] != 2 => y[1] and not y[2]", true),
    ("x[1] + x[2] + x[3] <= 4", true),
    ("2 * x[1] - 3 * x[2] = 1", false),
    ("x[1] + x[2] = 2 * x[3] + x[4]", false),
    ("x[1] = x[2] or x[3] = x[4]", false),
    ("not (x[1] in [0, 2]) and (y[1] <=> not y[2])", true),
    ("x[1] < x[2] <=> y[1]", false),
    ("distinct([x[1], x[2], x[3]])\nx[1] + x[2] + x[3] = 3", false),
    ("x[x[6] + 1] = 2", false),
    ("x[1..4][x[5] + 1] >= 2", false),
    ("abs(x[1] - x[2]) = 2\ncount(x[i] = 1 for i in 1..6) = 2", false),
];

#[test]
fn bounds_rule_out_what_can_not_be() {
    for (text, all) in CONDITIONS {
        let (session, _) = run(&format!("var x[6] in 0..3\nvar y[4] in bool\n{text}"));
        let model = &session.elaborator.model;
        let conditions: Vec<ExprId> = model.constraints.iter().map(|c| c.expr).collect();
        let csp = GroupCsp::new(model, &conditions).expect("small");
        assert!(!csp.is_large());
        let mut random = Random::new(7);
        let mut narrower = 0;
        for _ in 0..200 {
            let mask = |values: &Arc<[i64]>, random: &mut Random| 1 + random.below((1 << values.len()) - 1) as Mask;
            let masks: Vec<Mask> = csp.values.iter().map(|v| mask(v, &mut random)).collect();
            let (searched, gave_up) = csp.searched(&masks);
            let narrowed = csp.narrowed(&masks);
            assert!(!gave_up, "{text}");
            let kept = searched.iter().zip(&narrowed).all(|(s, n)| s & !n == 0);
            assert!(kept, "{text}: {masks:?} leaves {searched:?}, not {narrowed:?}");
            assert!(!all || searched == narrowed, "{text}: {masks:?} leaves {searched:?}, bounds {narrowed:?}");
            narrower += usize::from(narrowed != masks);
        }
        assert!(narrower > 10, "{text}: {narrower}");
    }
}

/// Bounds of conditions on a partly known graph, against all choices.
#[test]
fn bounds_of_graphs_rule_out_what_can_not_be() {
    let of_graphs = [
        "piece_size(p, r1c1) = 3",
        "piece_size(p, r1c1) <= piece_size(p, r2c3)",
        "same(p, r1c1, r2c3)",
        "not same(p, r1c1, r2c2) or piece_size(p, r1c1) != 4",
        "connected(c for c in y)",
        "connected(c for c in y) <=> piece_size(p, r1c1) = 2",
        "single_loop(e)",
        "single_loop(e, crossing: true)",
        "no_loops(e)",
    ];
    for text in of_graphs {
        let (session, _) = run(&format!("grid y 2x3 in bool\npartition p of y\nlinks e of y\n{text}"));
        let model = &session.elaborator.model;
        let conditions: Vec<ExprId> = model.constraints.iter().map(|c| c.expr).collect();
        assert!(GroupCsp::new(model, &conditions).is_none(), "{text}");
        let csp = GroupCsp::with_graphs(model, &conditions).expect("small");
        assert!(csp.is_large(), "{text}");
        let unknowns = csp.unknowns.len();
        let holds = |choice: &[Mask]| {
            let mut all = sator_model::Assignment(vec![0; model.unknowns.len()]);
            for (at, u) in csp.unknowns.iter().enumerate() {
                all.0[u.index()] = csp.values[at][choice[at].trailing_zeros() as usize];
            }
            conditions.iter().all(|&e| model.evaluate(e, &all) == Some(1))
        };
        let mut random = Random::new(3);
        let (mut ruled_out, mut exact) = (0, 0);
        for _ in 0..60 {
            let masks: Vec<Mask> = (0..unknowns).map(|_| [1, 2, 2, 3][random.below(4)]).collect();
            let narrowed = csp.narrowed(&masks);
            let open: Vec<usize> = (0..unknowns).filter(|&at| masks[at] == 3).collect();
            if open.len() > 8 {
                continue;
            }
            for which in 0..1_u32 << open.len() {
                let mut choice = masks.clone();
                open.iter().enumerate().for_each(|(n, &at)| choice[at] = 1 << (which >> n & 1));
                let there = choice.iter().zip(&narrowed).all(|(c, n)| c & n != 0);
                assert!(there || !holds(&choice), "{text}: {masks:?} loses {choice:?}");
                assert_eq!(csp.impossible(&choice), !holds(&choice), "{text}: {choice:?}");
                exact += 1;
            }
            ruled_out += usize::from(narrowed != masks);
        }
        assert!(exact > 100 && ruled_out > 5, "{text}: {exact} {ruled_out}");
    }
}

/// Bounds of a graph of which little has changed are those of a problem that has seen nothing before.
#[test]
fn bounds_of_graphs_do_not_depend_on_what_was_asked_before() {
    let of_graphs = [
        "piece_size(p, r1c1) = 3",
        "piece_size(p, r1c1) <= 2 * piece_size(p, r3c3)",
        "same(p, r1c1, r2c3) or piece_size(p, r1c1) > 3",
        "same(p, r2c1, r3c3) => congruent(p, r1c1, r3c3)",
        "congruent(p, r1c1, r3c3)\npiece_size(p, r2c2) < 5",
        "connected(c for c in y) <=> piece_size(p, r1c1) = 2",
    ];
    for text in of_graphs {
        let (session, _) = run(&format!("grid y 4x4 in bool\npartition p of y\n{text}"));
        let model = &session.elaborator.model;
        let conditions: Vec<ExprId> = model.constraints.iter().map(|c| c.expr).collect();
        let new = || GroupCsp::with_graphs(model, &conditions).expect("small");
        let csp = new();
        let mut random = Random::new(8);
        let (mut masks, mut narrower): (Vec<Mask>, usize) = (vec![3; csp.unknowns.len()], 0);
        for _ in 0..1_500 {
            let at = random.below(masks.len());
            masks[at] = [1, 2, 3, 3, 3][random.below(5)];
            let narrowed = csp.narrowed(&masks);
            assert_eq!(narrowed, new().narrowed(&masks), "{text}: {masks:?}");
            narrower += usize::from(narrowed != masks);
        }
        assert!(narrower > 20, "{text}: {narrower}");
    }
}

/// A group too large to search is still looked at by itself.
#[test]
fn large_units_are_passed_bounds() {
    let (session, _) = run("var y[100] in bool\ncount(y[i] for i in 1..100) = 1");
    let model = &session.elaborator.model;
    let conditions: Vec<ExprId> = model.constraints.iter().map(|c| c.expr).collect();
    let csp = GroupCsp::new(model, &conditions).expect("not too large");
    assert!(csp.is_large());
    let mut masks = vec![0b11; 100];
    assert_eq!(&csp.possible(&masks)[..], &masks[..]);
    masks[40] = 0b10;
    let left = csp.possible(&masks);
    assert!((0..100).all(|at| left[at] == if at == 40 { 0b10 } else { 0b01 }), "{left:?}");
    masks[41] = 0b10;
    assert!(csp.impossible(&masks));
    let mut masks = vec![0b01; 100];
    masks[3] = 0b11;
    assert_eq!(csp.possible(&masks)[3], 0b10);
}

/// A group too large to search implies what follows in each way left.
#[test]
fn large_units_are_looked_at_way_by_way() {
    let text = "var y[100] in bool\nvar z, w in bool\ncount(y[i] for i in 1..100) = 1 as \"one\"\n\
                all((y[i] => z) for i in 1..50)\nall((y[i] => w) for i in 1..100) or all(not y[i] for i in 1..100)";
    let (session, _) = run(text);
    let model = &session.elaborator.model;
    let conditions: Vec<ExprId> = model.constraints.iter().map(|c| c.expr).collect();
    let csp = GroupCsp::new(model, &conditions).expect("not too large");
    assert!(csp.is_large());
    let mut masks = vec![0b11; csp.unknowns.len()];
    let at = |n: usize| csp.unknowns.iter().position(|u| u.index() == n).expect("it is in a condition");
    for n in (0..100).filter(|n| ![3, 7, 60].contains(n)) {
        masks[at(n)] = 0b01;
    }
    assert_eq!(csp.possible(&masks)[at(100)], 0b11, "y[61] leaves z open");
    masks[at(60)] = 0b01;
    let left = csp.possible(&masks);
    assert_eq!((left[at(100)], left[at(3)], left[at(7)]), (0b10, 0b11, 0b11), "both ways say z");
    masks[at(100)] = 0b01;
    assert!(csp.impossible(&masks), "no way is left without z");
}

/// Conditions without unknowns are asked like the others.
#[test]
fn conditions_on_nothing() {
    let (session, _) = run("var x in 1..3");
    let csp = |e: ExprId| GroupCsp::new(&session.elaborator.model, &[e]).expect("small");
    assert!(csp(TRUE).possible(&[]).is_empty() && !csp(TRUE).impossible(&[]));
    assert!(csp(FALSE).impossible(&[]));
}

/// As many values as a mask has bits, and one more.
#[test]
fn the_widest_domains() {
    let (session, _) = run("var x, y in 1..128\nx + y = 200\nvar z in 1..129");
    let model = &session.elaborator.model;
    let csp = GroupCsp::new(model, &[model.constraints[0].expr]).expect("small");
    let left = csp.possible(&[all_of(128); 2]);
    assert_eq!((left[0].trailing_zeros(), left[0].count_ones()), (71, 57), "72 to 128");
    assert!(values_of(model, UnknownId::at(2)).is_none());
}

/// All choices that meet a condition, against trying every one; none where there are more than asked for.
#[test]
fn choices_are_all_there_are() {
    for (text, _) in CONDITIONS {
        let (session, _) = run(&format!("var x[6] in 0..3\nvar y[4] in bool\n{text}"));
        let model = &session.elaborator.model;
        let conditions: Vec<ExprId> = model.constraints.iter().map(|c| c.expr).collect();
        let csp = GroupCsp::new(model, &conditions).expect("small");
        let full: Vec<Mask> = csp.values.iter().map(|v| all_of(v.len())).collect();
        let mut all = sator_model::Assignment(vec![0; model.unknowns.len()]);
        let mut wanted: Vec<Vec<Mask>> = vec![];
        let sizes: Vec<usize> = csp.values.iter().map(|v| v.len()).collect();
        for which in 0..sizes.iter().product::<usize>() {
            let (mut rest, mut choice) = (which, vec![]);
            for (at, &size) in sizes.iter().enumerate() {
                choice.push(1 << (rest % size));
                all.0[csp.unknowns[at].index()] = csp.values[at][rest % size];
                rest /= size;
            }
            if conditions.iter().all(|&e| model.evaluate(e, &all) == Some(1)) {
                wanted.push(choice);
            }
        }
        let mut found = csp.group_solutions(&full, wanted.len()).expect("not too many");
        found.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(found, wanted, "{text}");
        assert!(csp.group_solutions(&full, wanted.len() - 1).is_none(), "{text}");
    }
}
