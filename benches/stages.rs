//! The stages apart: parse, elaborate, lower, first check.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use sator_base::limits::Limits;
use sator_lang::elaborate::Elaborator;
use sator_lang::syntax::ast::{Statement, StatementKind};
use sator_solve::lower::{Encoding, Formula, Method, new_formula};
use sator_solve::solver::Engine;
use std::hint::black_box;

const SCRIPTS: &[(&str, &str)] = &[
    ("block-party-4", include_str!("../examples/block-party-4.puz")),
    ("horrendum", include_str!("../examples/horrendum.puz")),
    ("classic-sudoku", include_str!("../examples/classic-sudoku.puz")),
    ("killer-sudoku", include_str!("../examples/killer-sudoku.puz")),
];

fn parse(text: &str) -> (Elaborator, Vec<Statement>) {
    let mut elaborator = Elaborator::default();
    let source = elaborator.sources.add("bench", text);
    let statements = sator_lang::syntax::parse(source, text).expect("an example reads");
    (elaborator, statements)
}

fn elaborate((mut elaborator, statements): (Elaborator, Vec<Statement>)) -> Elaborator {
    for statement in &statements {
        if !matches!(statement.kind, StatementKind::Question(_) | StatementKind::Command(_)) {
            elaborator.add(statement).expect("an example elaborates");
        }
    }
    elaborator
}

fn lower(elaborator: &Elaborator) -> Box<dyn Formula> {
    let mut formula = new_formula(Method { encoding: Encoding::Fd, engine: Engine::Auto, seed: 0, trial: false }, true);
    let model = &elaborator.model;
    let lowered = formula.add_constraints(model.expressions(), &model.conditions(), &Limits::none());
    lowered.expect("nothing stops it");
    formula
}

fn stages(c: &mut Criterion) {
    for (name, text) in SCRIPTS {
        let mut group = c.benchmark_group(*name);
        group.bench_function("parse", |b| b.iter(|| black_box(parse(text))));
        group.bench_function("elaborate", |b| b.iter_batched(|| parse(text), elaborate, BatchSize::SmallInput));
        let puzzle = elaborate(parse(text));
        group.bench_function("lower", |b| b.iter(|| black_box(lower(&puzzle))));
        group.bench_function("first check", |b| {
            let fresh = || lower(&puzzle);
            b.iter_batched(fresh, |mut f| f.check(&[], &Limits::none()), BatchSize::SmallInput)
        });
    }
}

criterion_group!(benches, stages);
criterion_main!(benches);
