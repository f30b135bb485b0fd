//! Chains of definitions, each made from the one before.

use super::*;

/// `a0 = x0`, then `a(i) = |a(i-1) - x(i)|` over the given unknowns in turn; the last one is 1.
fn chain(unknowns: usize, length: usize) -> Model {
    let mut model = Model::default();
    let x: Vec<ExprId> = (0..unknowns).map(|_| unknown(&mut model, Kind::Int, Domain::range(-9, 9))).collect();
    let mut last = x[0];
    for i in 1..length {
        let difference = model.pool.sub(last, x[i % unknowns]).expect("no overflow");
        last = model.pool.abs(difference).expect("no overflow");
    }
    let one = model.pool.int(1);
    let goal = model.pool.eq(last, one).expect("no overflow");
    constrain(&mut model, goal);
    model
}

fn clauses(model: &Model) -> usize {
    let mut formula = Fd::new(new_engine(Engine::Sat, 0), Sizes::default(), true);
    assert_eq!(formula.add_constraints(model.expressions(), &model.conditions(), &Limits::none()), Ok(()));
    formula.size().assertions
}

/// Bit-vectors are as wide as the bounds of their expressions, so twice the length costs little more than twice the
/// clauses.
#[test]
fn a_chain_has_clauses_by_its_length() {
    let (short, long) = (clauses(&chain(5, 500)), clauses(&chain(5, 1_000)));
    assert!(2 * long < 5 * short, "{short} clauses, twice as long {long}");
}

/// A chain on two unknowns is a relation between them, whatever its length.
#[test]
fn a_chain_on_few_unknowns_has_clauses_by_its_unknowns() {
    let (short, long) = (clauses(&chain(2, 500)), clauses(&chain(2, 2_000)));
    assert!(short.max(long) < 2_000, "{short} clauses, four times as long {long}");
    let model = chain(2, 300);
    let solutions = every_assignment(&model).iter().filter(|a| model.violations(a) == Ok(vec![])).count();
    let mut formula = Fd::new(new_engine(Engine::Sat, 0), Sizes::default(), true);
    assert_eq!(formula.add_constraints(model.expressions(), &model.conditions(), &Limits::none()), Ok(()));
    assert_eq!(count(&mut formula, &model, &[]), solutions);
}
