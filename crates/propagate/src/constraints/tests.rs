//! Laws: no constraint removes a value of a solution, and each decides what is fixed. Where a constraint promises more
//! (arc consistency), every value that is left is in a solution.

use super::*;
use crate::event::Conflict;
use crate::history::{Cause, History};
use crate::ids::Var;
use crate::literal::{Domains, Fact, Literal, Test};
use crate::network::Network;
use crate::propagator::{Asserted, Propagator, Reified};
use crate::relaxation::rows::Rows;
use crate::relaxation::{Look, Relaxation};
use crate::store_at::StoreAt;
use proptest::prelude::*;
use sator_model::Domain;

pub(crate) type Holds = Box<dyn Fn(&[i64]) -> bool>;

/// Adds a constraint to a network; returns its meaning.
pub(super) fn add(
    network: &mut Network,
    propagator: impl Propagator + 'static,
    holds: impl Fn(&[i64]) -> bool + 'static,
) -> Holds {
    network.add(propagator, [].into());
    Box::new(holds)
}

/// A network with these domains.
pub(crate) fn network(domains: &[Vec<i64>]) -> Network {
    let mut network = Network::default();
    for domain in domains {
        network.store.add_var(&Domain::from_values(domain.iter().copied()));
    }
    network
}

/// Runs one constraint on these domains; returns the domains that are left, or the conflict.
pub(super) fn run(
    domains: &[Vec<i64>],
    make: impl FnOnce(&mut Network) -> Holds,
) -> (Result<Vec<Vec<i64>>, Conflict>, Holds) {
    let mut network = network(domains);
    let holds = make(&mut network);
    let vars = (0..domains.len()).map(Var::at);
    let left = network.propagate().map(|()| vars.map(|var| network.store.values(var).collect()).collect());
    (left, holds)
}

/// All tuples of values that meet the constraint.
pub(crate) fn solutions(domains: &[Vec<i64>], holds: &Holds) -> Vec<Vec<i64>> {
    let mut all = vec![vec![]];
    for domain in domains {
        all = all.into_iter().flat_map(|t: Vec<i64>| domain.iter().map(move |&v| [&t[..], &[v]].concat())).collect();
    }
    all.retain(|tuple| holds(tuple));
    all
}

pub(crate) fn var(at: usize) -> Var {
    Var::at(at)
}

/// The constraint of this number on four variables, the last of which is 0 or 1.
pub(crate) fn constraint(number: u8, [k, l, n]: [i64; 3], network: &mut Network) -> Holds {
    let truth = Literal::is(var(3), 1);
    let sum = move |v: &[i64]| k * v[0] + l * v[1] + n * v[2];
    let linear = |lo, hi| {
        let terms = [k, l, n].into_iter().enumerate().filter(|term| term.1 != 0);
        Linear::new(terms.map(|(at, k)| (k, Part::Var(var(at)))).collect(), lo, hi)
    };
    let above = Literal { var: var(0), test: Test::AtLeast(k) };
    let outside = Literal { var: var(1), test: Test::IsNot(l) };
    let within = Literal { var: var(2), test: Test::In(std::sync::Arc::new(Domain::from_values([k, l, n]))) };
    let sides = [above.clone(), outside.clone()];
    let parts = vec![above.clone(), outside.clone(), within.clone()];
    let any = {
        let [above, outside, within] = [above.clone(), outside.clone(), within.clone()];
        move |v: &[i64]| above.holds(v[0]) || outside.holds(v[1]) || within.holds(v[2])
    };
    match number % 18 {
        0 => add(network, Asserted { condition: linear(l, l + n.abs()), positive: true }, move |v| {
            (l..=l + n.abs()).contains(&sum(v))
        }),
        1 => add(network, Asserted { condition: linear(n, n), positive: false }, move |v| sum(v) != n),
        2 => add(network, Reified { literal: truth, condition: linear(-Linear::NO_BOUND, n) }, move |v| {
            (v[3] == 1) == (sum(v) <= n)
        }),
        3 => add(network, Reified { literal: truth, condition: linear(n, n) }, move |v| (v[3] == 1) == (sum(v) == n)),
        4 => add(network, Product { factors: [var(0), var(1)], result: var(2) }, |v| v[0] * v[1] == v[2]),
        5 => add(network, Product { factors: [var(0), var(0)], result: var(2) }, |v| v[0] * v[0] == v[2]),
        6 => add(network, Absolute { of: var(0), result: var(1) }, |v| v[0].abs() == v[1]),
        7 => add(network, Extreme { parts: [var(0), var(1)].into(), result: var(2), largest: true }, |v| {
            v[0].max(v[1]) == v[2]
        }),
        8 => add(network, Extreme { parts: [var(0), var(1)].into(), result: var(2), largest: false }, |v| {
            v[0].min(v[1]) == v[2]
        }),
        9 => add(network, Choice { literal: truth, sides: [var(0), var(1)], result: var(2) }, |v| {
            v[2] == if v[3] == 1 { v[0] } else { v[1] }
        }),
        10 => {
            let list = [Operand::Int(k), Operand::Var(var(0)), Operand::Int(n)].into();
            add(network, Element { list, index: var(1), result: var(2) }, move |v| {
                v[2] == match v[1] {
                    2 => v[0],
                    3 => n,
                    _ => k,
                }
            })
        }
        11 => {
            network.add_clause(parts);
            Box::new(any)
        }
        12 => add(network, Junction { literal: truth, parts }, move |v| (v[3] == 1) == any(v)),
        13 => {
            let holds = {
                let [a, b] = sides.clone();
                move |v: &[i64]| (v[3] == 1) == (a.holds(v[0]) == b.holds(v[1]))
            };
            add(network, Equivalent { literal: truth, sides }, holds)
        }
        14 => {
            let distinct = Distinct::new(&mut network.store, vec![(var(0), k), (var(1), l), (var(2), 0)], &[n]);
            add(network, Asserted { condition: distinct, positive: true }, move |v| {
                let all = [v[0] + k, v[1] + l, v[2]];
                (0..3).all(|i| (0..i).all(|j| all[i] != all[j] || all[i] == n))
            })
        }
        15 => {
            let part = |literal: &Literal| (k.max(1), Part::Literal(literal.clone()));
            let terms = vec![part(&within), part(&above), (1, Part::Var(var(1)))];
            let holds = move |v: &[i64]| {
                let counted = i64::from(within.holds(v[2])) + i64::from(above.holds(v[0]));
                (l..=l + 2).contains(&(k.max(1) * counted + v[1]))
            };
            add(network, Asserted { condition: Linear::new(terms, l, l + 2), positive: true }, holds)
        }
        16 => {
            let all = (-3..6).flat_map(|a| (-3..6).map(move |b| [a, b])).filter(|[a, b]| (k * a + l * b + n) % 7 == 0);
            let pairs: Vec<([i64; 2], i64)> = all.map(|[a, b]| ([a, b], (a + n * b).rem_euclid(3))).collect();
            let pairing = Pairing::new(&network.store, var(2), [var(0), var(1)], var(3), pairs.clone());
            add(network, pairing, move |v| {
                (1..).zip(&pairs).any(|(number, pair)| v[2] == number && (v[..2] == pair.0 && v[3] == pair.1))
            })
        }
        _ => {
            let value = |a: i64, b: i64| if b == 0 { 0 } else { a.rem_euclid(b.abs()) };
            let bounds = |_, b: (i64, i64)| (0, b.0.abs().max(b.1.abs()));
            add(network, Function { arguments: [var(0), var(1)], result: var(2), value, bounds }, move |v| {
                value(v[0], v[1]) == v[2]
            })
        }
    }
}

/// Decides some variables and asks for the reason of each change: it held before the change, and with the constraint it
/// leaves nothing but the change. So does what the linear relaxation removes, if it is asked.
pub(crate) fn changes_follow(
    domains: &[Vec<i64>],
    decisions: Vec<(usize, prop::sample::Index)>,
    relaxed: bool,
    make: impl FnOnce(&mut Network) -> Holds,
) -> Result<(), TestCaseError> {
    let mut network = network(domains);
    network.store.history = Some(History::new(domains.len()));
    let holds = make(&mut network);
    let all = solutions(domains, &holds);
    let meets = |tuple: &[i64], facts: &[Fact]| facts.iter().all(|fact| fact.holds(tuple[fact.var.index()]));
    let mut relaxation = relaxed.then(|| Relaxation::of(&network, Some(var(0)))).flatten();
    let mut relax =
        |network: &mut Network| match relaxation.as_mut().map(|relaxation| relaxation.look(&mut network.store)) {
            Some(Look::Found(inequality)) => network.propagate_inequality(inequality, false),
            _ => Ok(()),
        };
    let mut narrowed = network.propagate().and_then(|()| relax(&mut network));
    for (at, index) in decisions {
        let open: Vec<i64> = domains[at].iter().copied().filter(|&v| network.store.contains(var(at), v)).collect();
        if narrowed.is_err() || open.len() < 2 {
            continue;
        }
        let value = *index.get(&open);
        // A search splits a domain without bits.
        let test = if network.store.has_bits(var(at)) { Test::Is(value) } else { Test::AtMost(value) };
        network.store.cause = Cause::Decision;
        network.store.assert(&Literal { var: var(at), test }).expect("a value that is left");
        narrowed = network.propagate().and_then(|()| relax(&mut network));
    }
    let changes = &network.store.history.as_ref().expect("reasons are on").changes;
    let mut checks: Vec<(usize, Option<Fact>, Vec<Fact>)> = vec![];
    let has_reason = |cause: Cause| !matches!(cause, Cause::Given | Cause::Decision);
    for (at, change) in changes.iter().enumerate().filter(|change| has_reason(change.1.cause)) {
        let mut facts = vec![];
        network.reason(change.cause, Some(change.fact), at, &mut facts);
        checks.push((at, Some(change.fact), facts));
    }
    if narrowed.is_err() {
        let mut facts = vec![];
        network.conflict(&mut facts);
        checks.push((changes.len(), None, facts));
    }
    for (at, change, facts) in checks {
        let then = StoreAt::new(&network.store, at);
        for fact in &facts {
            let values = domains[fact.var.index()].iter().filter(|&&value| then.contains(fact.var, value));
            prop_assert!(values.clone().all(|&value| fact.holds(value)), "{:?} not known", fact);
        }
        for tuple in all.iter().filter(|tuple| meets(tuple, &facts)) {
            prop_assert!(change.is_some_and(|change| meets(tuple, &[change])), "{:?} {:?} {:?}", tuple, change, facts);
        }
    }
    Ok(())
}

/// Every inequality that the constraint adds to the linear relaxation holds in every solution, and so do those that exclude
/// these values.
pub(crate) fn rows_hold(
    domains: &[Vec<i64>],
    values: &[f64],
    make: impl FnOnce(&mut Network) -> Holds,
) -> Result<(), TestCaseError> {
    let mut network = network(domains);
    let holds = make(&mut network);
    let mut rows = Rows::new(&network.store);
    prop_assert!(network.relax(&mut rows, usize::MAX).is_some());
    network.cut(&|var| values.get(var.index()).copied(), &mut rows);
    for tuple in solutions(domains, &holds) {
        for row in &rows.rows {
            let value = |part: &Part| match part {
                Part::Var(var) => tuple[var.index()],
                Part::Literal(literal) => literal.holds(tuple[literal.var.index()]).into(),
            };
            let sum: i64 = row.terms.iter().map(|(k, part)| k * value(part)).sum();
            prop_assert!(row.lo <= sum && sum <= row.hi, "{:?}", tuple);
        }
    }
    Ok(())
}

pub(crate) fn domain() -> impl Strategy<Value = Vec<i64>> {
    prop_oneof![
        4 => prop::collection::btree_set(-6i64..9, 1..6).prop_map(|set| set.into_iter().collect()),
        1 => (-6i64..9).prop_map(|value| vec![value]),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, ..ProptestConfig::default() })]

    #[test]
    fn no_solution_is_lost(
        domains in [domain(), domain(), domain()],
        truth in prop_oneof![Just(vec![0]), Just(vec![1]), Just(vec![0, 1])],
        number: u8,
        numbers in [-3i64..5, -3i64..5, -3i64..5],
    ) {
        let domains: Vec<Vec<i64>> = domains.into_iter().chain([truth]).collect();
        let (left, holds) = run(&domains, |network| constraint(number, numbers, network));
        let all = solutions(&domains, &holds);
        match left {
            Err(Conflict) => prop_assert!(all.is_empty(), "{:?}", all),
            Ok(left) => {
                for solution in &all {
                    prop_assert!(solution.iter().zip(&left).all(|(value, domain)| domain.contains(value)), "{:?} {:?}", solution, left);
                }
                let fixed = left.iter().all(|domain| domain.len() == 1);
                prop_assert!(!fixed || !all.is_empty(), "{:?} breaks it", left);
            }
        }
    }

    #[test]
    fn tables_and_pairs_leave_exactly_what_has_a_row(
        domains in [domain(), domain(), domain()],
        rows in prop::collection::vec([-6i64..9, -6i64..9, -6i64..9], 0..12),
        pairs: bool,
    ) {
        let make = |network: &mut Network| {
            let list = rows.clone();
            if pairs {
                let pair = Pair::new(&network.store, [var(0), var(1)], rows.iter().map(|row| [row[0], row[1]]));
                return add(network, pair, move |v| list.iter().any(|row| row[..2] == v[..2]));
            }
            let rows = rows.iter().map(|row| row.to_vec().into()).collect();
            let table = Table::new(&mut network.store, vec![var(0), var(1), var(2)], rows);
            add(network, table, move |v| list.iter().any(|row| row[..] == *v))
        };
        let (left, holds) = run(&domains, make);
        let all = solutions(&domains, &holds);
        let of = |at: usize| {
            let mut values: Vec<i64> = all.iter().map(|solution| solution[at]).collect();
            values.sort_unstable();
            values.dedup();
            values
        };
        match left {
            Err(Conflict) => prop_assert!(all.is_empty()),
            Ok(left) => prop_assert_eq!(left, (0..3).map(of).collect::<Vec<_>>()),
        }
    }

    /// Each reason held before the change, and with the constraint it leaves nothing but the change.
    #[test]
    fn changes_follow_from_their_reasons(
        domains in [domain(), domain(), domain()],
        number: u8,
        numbers in [-3i64..5, -3i64..5, -3i64..5],
        decisions in prop::collection::vec((0..4usize, any::<prop::sample::Index>()), 0..5),
        wide: bool,
    ) {
        let widened = |mut domain: Vec<i64>| {
            domain.extend(wide.then_some(1_000_000));
            domain
        };
        let domains: Vec<Vec<i64>> = domains.into_iter().map(widened).chain([vec![0, 1]]).collect();
        changes_follow(&domains, decisions, false, |network| constraint(number, numbers, network))?;
    }

    /// A variable without bits is one with a span beyond `SPAN`.
    #[test]
    fn wide_domains_lose_no_solution_either(
        domains in [domain(), domain(), domain()], number: u8, numbers in [-3i64..5, -3i64..5, -3i64..5],
    ) {
        let wide = |mut domain: Vec<i64>| { domain.push(1_000_000); domain };
        let domains: Vec<Vec<i64>> = domains.into_iter().map(wide).chain([vec![0, 1]]).collect();
        let (left, holds) = run(&domains, |network| constraint(number, numbers, network));
        let all = solutions(&domains, &holds);
        match left {
            Err(Conflict) => prop_assert!(all.is_empty()),
            Ok(left) => for solution in &all {
                prop_assert!(solution.iter().zip(&left).all(|(value, domain)| domain.contains(value)));
            },
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, ..ProptestConfig::default() })]

    /// Variables fixed one after the other, in any order, leave a solution or a conflict.
    #[test]
    fn what_is_fixed_step_by_step_is_decided(
        domains in [domain(), domain(), domain()],
        number: u8,
        numbers in [-3i64..5, -3i64..5, -3i64..5],
        order in Just(vec![0usize, 1, 2, 3]).prop_shuffle(),
        index: prop::sample::Index,
        wide in any::<[bool; 3]>(),
    ) {
        let widened = |(mut domain, wide): (Vec<i64>, bool)| { domain.extend(wide.then_some(1_000_000)); domain };
        let domains: Vec<Vec<i64>> = domains.into_iter().zip(wide).map(widened).chain([vec![0, 1]]).collect();
        let mut network = network(&domains);
        let holds = constraint(number, numbers, &mut network);
        let mut narrowed = network.propagate();
        for at in order {
            let left = domains[at].iter().copied().filter(|&value| network.store.contains(var(at), value));
            let left: Vec<i64> = left.collect();
            if narrowed.is_err() || left.is_empty() {
                return Ok(());
            }
            let value = *index.get(&left);
            network.store.assert(&Literal::is(var(at), value)).expect("a value that is left");
            narrowed = network.propagate();
        }
        let tuple: Option<Vec<i64>> = (0..4).map(|at| network.store.value(var(at))).collect();
        prop_assert!(narrowed.is_err() || holds(&tuple.expect("all are fixed")));
    }
}

/// `b = 1 or x in {1, 8}`: after `x <= 7` and `b = 0`, `x <= 1` follows from both.
#[test]
fn a_bound_that_a_set_leaves_follows_from_the_old_bound_too() {
    let literals = || {
        let set = std::sync::Arc::new(Domain::from_values([1, 8]));
        vec![Literal::is(var(1), 1), Literal { var: var(0), test: Test::In(set) }]
    };
    let constraints: [fn(&mut Network, Vec<Literal>); 2] = [
        |network, literals| network.add_clause(literals),
        |network, parts| network.add(Junction { literal: Literal::is(var(2), 1), parts }, [].into()),
    ];
    for constrain in constraints {
        let mut network = network(&[vec![1, 5, 8, 1_000_000], vec![0, 1], vec![1]]);
        network.store.history = Some(History::new(3));
        constrain(&mut network, literals());
        for decision in [Literal { var: var(0), test: Test::AtMost(7) }, Literal::is(var(1), 0)] {
            network.store.cause = Cause::Decision;
            network.store.assert(&decision).expect("an open variable");
            network.propagate().expect("a solution is left");
        }
        let changes = &network.store.history.as_ref().expect("reasons are on").changes;
        let (at, last) = changes.iter().enumerate().next_back().expect("a change");
        assert_eq!((last.fact, network.store.value(var(0))), (Fact::at_most(var(0), 1), Some(1)));
        let mut facts = vec![];
        network.reason(last.cause, Some(last.fact), at, &mut facts);
        let meets = |x: i64, b: i64| facts.iter().all(|fact| fact.holds([x, b, 1][fact.var.index()]));
        assert!(meets(1, 0) && !meets(8, 0) && !meets(8, 1), "{facts:?}");
    }
}
