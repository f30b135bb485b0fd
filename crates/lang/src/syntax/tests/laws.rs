//! Laws on random trees: printing a tree and reading it gives the tree back.

use proptest::prelude::*;

use super::*;
use crate::syntax::parse;
use crate::syntax::print::{print_expr, quoted};
use sator_base::source::Span;

const NOWHERE: Span = Span { source: SourceId(0), start: 0, end: 0 };

fn made(kind: ExprKind) -> Expr {
    Expr { kind, span: NOWHERE }
}

fn ident(name: String) -> Ident {
    Ident { name, span: NOWHERE }
}

fn name() -> impl Strategy<Value = String> {
    // Words of statements and questions on purpose: as names they must survive too.
    prop_oneof![
        3 => "[a-e]",
        1 => prop::sample::select(vec![
            "grid", "let", "rule", "count", "print", "why", "all", "steps", "list", "help", "set", "unique", "solution",
            "bool", "by", "of", "as", "clues", "r", "r1c", "inside", "_x",
        ]).prop_map(str::to_owned),
    ]
}

fn binary_op() -> impl Strategy<Value = BinaryOp> {
    use BinaryOp::*;
    prop::sample::select(vec![Iff, Implies, Or, Xor, And, Add, Sub, Mul, Div, FloorDiv, Mod])
}

fn compare_op() -> impl Strategy<Value = CompareOp> {
    use CompareOp::*;
    prop::sample::select(vec![Eq, Ne, Lt, Le, Gt, Ge, In, NotIn, Is, IsNot])
}

fn leaf() -> impl Strategy<Value = Expr> {
    prop_oneof![
        (0..100i64).prop_map(ExprKind::Int),
        "[1-9][.][0-9]{1,2}".prop_map(|text| ExprKind::Decimal(text.into())),
        any::<bool>().prop_map(ExprKind::Bool),
        Just(ExprKind::None),
        "[a #\"\\\\\né;}]{0,4}".prop_map(|text| ExprKind::Str(text.into())),
        name().prop_map(ExprKind::Name),
        (1..20u32, 1..20u32).prop_map(|(row, col)| ExprKind::CellName { row, col }),
        (1..20u32).prop_map(ExprKind::RowName),
        (1..20u32).prop_map(ExprKind::ColName),
    ]
    .prop_map(made)
}

fn generator(part: BoxedStrategy<Expr>) -> impl Strategy<Value = Box<Generator>> {
    let domain = (prop::collection::vec(name().prop_map(ident), 1..3), part.clone())
        .prop_map(|(names, iterable)| Clause::For { names, iterable })
        .boxed();
    let clause =
        prop_oneof![domain.clone(), part.clone().prop_map(Clause::Where), part.clone().prop_map(Clause::While)];
    (part, domain, prop::collection::vec(clause, 0..3)).prop_map(|(body, first, mut clauses)| {
        clauses.insert(0, first);
        Box::new(Generator { body, clauses })
    })
}

fn arguments(part: BoxedStrategy<Expr>) -> impl Strategy<Value = Vec<Arg>> {
    let named = (name(), part.clone()).prop_map(|(name, value)| Arg::Named { name: ident(name), value });
    let first = prop_oneof![
        prop::collection::vec(part.clone().prop_map(Arg::Positional), 0..3),
        generator(part).prop_map(|generator| vec![Arg::Generator(generator)]),
    ];
    (first, prop::collection::vec(named, 0..2)).prop_map(|(mut args, named)| {
        args.extend(named);
        args
    })
}

/// Indices, some of them slices without an end.
fn indices(part: BoxedStrategy<Expr>) -> impl Strategy<Value = Vec<Expr>> {
    // A range before an open end would be read as a longer one.
    let end = || part.clone().prop_map(|end| Box::new(made(ExprKind::Paren(Box::new(end)))));
    let slice = prop_oneof![
        Just(ExprKind::Slice { from: None, to: None }),
        end().prop_map(|from| ExprKind::Slice { from: Some(from), to: None }),
        end().prop_map(|to| ExprKind::Slice { from: None, to: Some(to) }),
    ];
    prop::collection::vec(prop_oneof![3 => part.clone(), 1 => slice.prop_map(made)], 1..4)
}

fn tree() -> impl Strategy<Value = Expr> {
    leaf().prop_recursive(5, 40, 4, |part| {
        let part = part.boxed();
        let parts = |least| prop::collection::vec(part.clone(), least..4);
        let boxed = || part.clone().prop_map(Box::new);
        prop_oneof![
            parts(0).prop_map(ExprKind::List),
            parts(1).prop_map(ExprKind::Tuple),
            parts(0).prop_map(ExprKind::Set),
            generator(part.clone()).prop_map(ExprKind::ListOf),
            generator(part.clone()).prop_map(ExprKind::SetOf),
            boxed().prop_map(ExprKind::Neg),
            boxed().prop_map(ExprKind::Not),
            boxed().prop_map(ExprKind::Paren),
            (binary_op(), boxed(), boxed()).prop_map(|(op, left, right)| ExprKind::Binary {
                op,
                op_span: NOWHERE,
                left,
                right
            }),
            (part.clone(), prop::collection::vec((compare_op(), part.clone()), 1..3)).prop_map(|(first, rest)| {
                let (ops, mut operands): (Vec<_>, Vec<_>) = rest.into_iter().unzip();
                operands.insert(0, first);
                ExprKind::Compare { operands, ops: ops.into_iter().map(|op| (op, NOWHERE)).collect() }
            }),
            parts(2).prop_map(ExprKind::Range),
            (boxed(), boxed(), boxed()).prop_map(|(condition, then, otherwise)| ExprKind::If {
                condition,
                then,
                otherwise
            }),
            (boxed(), arguments(part.clone())).prop_map(|(callee, args)| ExprKind::Call { callee, args }),
            (boxed(), indices(part.clone())).prop_map(|(base, args)| ExprKind::Index { base, args }),
            (part.clone(), part.clone())
                .prop_map(|(a, b)| { ExprKind::Record(vec![(ident("a".into()), a), (ident("list".into()), b)]) }),
            (boxed(), "[a-z0-9_]{1,3}").prop_map(|(base, field)| ExprKind::Field { base, field: ident(field) }),
        ]
        .prop_map(made)
    })
}

/// A statement, question or command around an expression.
fn around(kind: usize, expr: Expr) -> Statement {
    let of = || Some(ident("x".into()));
    let kind = match kind {
        0 => StatementKind::Expr { because: vec![expr.clone()], expr, label: Some("a \"b\"".into()) },
        1 => StatementKind::Let { names: vec![ident("a".into())], tuple: false, value: expr },
        2 => StatementKind::Grid {
            hidden: true,
            name: ident("x".into()),
            shape: GridShape::By(expr.clone(), expr.clone()),
            domain: Some(Domain::Expr(expr)),
            except: of(),
        },
        3 => StatementKind::For {
            clauses: vec![
                Clause::For { names: vec![ident("a".into()), ident("b".into())], iterable: expr.clone() },
                Clause::Where(expr.clone()),
            ],
            body: vec![around(0, expr)],
        },
        4 => StatementKind::If {
            condition: expr.clone(),
            then: vec![around(0, expr.clone())],
            otherwise: vec![around(6, expr)],
        },
        5 => StatementKind::Rule {
            name: ident("f".into()),
            params: vec![Param { name: ident("a".into()), default: Some(expr.clone()) }],
            body: vec![around(1, expr)],
        },
        6 => StatementKind::If { condition: expr.clone(), then: vec![], otherwise: vec![around(0, expr)] },
        7 => StatementKind::Var {
            hidden: false,
            items: vec![VarItem { name: ident("a".into()), keys: vec![expr.clone()] }],
            domain: Domain::Expr(expr),
        },
        8 => StatementKind::Question(Question::Why(Why::Condition(expr))),
        9 => StatementKind::Question(Question::Why(Why::Steps(expr))),
        10 => StatementKind::Question(Question::Print(vec![expr.clone(), expr])),
        11 => StatementKind::Question(Question::Maximize(expr)),
        12 => StatementKind::Question(Question::Expect(Expectation::Count(expr))),
        13 => StatementKind::Question(Question::Expect(Expectation::Condition(expr))),
        14 => StatementKind::Question(Question::Try(Box::new(around(0, expr)))),
        15 => StatementKind::Question(Question::Generate(Box::new(Generate {
            what: PuzzlePart::Givens(of()),
            clues: Some(ClueCount::Number(expr.clone())),
            symmetry: Some(ident("mirror".into())),
            seed: Some(expr.clone()),
            count: Some(expr),
            keep: true,
            from: true,
            grade: Some((ident("easy".into()), Some(ident("very hard".into())))),
            score: Some((ident("40".into()), Some(ident("60".into())))),
            using: Some(ident("X-wing".into())),
            without: Some(ident("cases".into())),
            like: None,
        }))),
        16 => StatementKind::Question(Question::Count { limit: Some(expr) }),
        18 => StatementKind::Draw { shape: ident("line".into()), args: vec![Arg::Positional(expr)] },
        17 => StatementKind::Require { condition: expr.clone(), message: vec![expr.clone(), expr] },
        19 => StatementKind::Prefer {
            condition: expr.clone(),
            weight: Some(expr.clone()),
            label: vec![Expr { kind: ExprKind::Str("a".into()), ..expr.clone() }, expr],
        },
        28 => StatementKind::Implied { condition: expr.clone(), because: vec![expr] },
        20 => StatementKind::Param { name: ident("n".into()), value: Some(expr), given: None },
        21 => StatementKind::Sweep { name: ident("n".into()), values: expr.clone(), body: vec![around(16, expr)] },
        23 => StatementKind::Enum { name: ident("a".into()), values: vec![], from: Some(expr) },
        24 => StatementKind::Graph { name: ident("a".into()), chains: vec![], from: Some(expr) },
        22 => StatementKind::Picture {
            kind: PictureKind::Clues,
            name: Some(ident("a".into())),
            of: of(),
            spots: Spots::Corners,
            picture: Picture { rows: vec![], from: Some(Box::new(expr)), span: NOWHERE }.into(),
        },
        25 => StatementKind::Question(Question::Candidates { up_to: Some(ident("very hard".into())) }),
        26 => StatementKind::Question(Question::Hint { apply: true, up_to: Some(ident("hard".into())), of: None }),
        _ => StatementKind::Question(Question::Solutions(Some(expr))),
    };
    Statement { kind, span: NOWHERE, doc: String::new() }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn a_printed_tree_reads_as_the_same_tree(tree in tree()) {
        let text = print_statement(&around(0, tree.clone()));
        let StatementKind::Expr { expr, label: Some(_), .. } = statement(&text).kind else { panic!("{text}") };
        prop_assert_eq!(shape(&tree), shape(&expr), "{}", print_expr(&tree));
    }

    #[test]
    fn reading_what_was_printed_changes_nothing(kind in 0..29usize, tree in tree()) {
        assert_round_trip(&print_statement(&around(kind, tree)));
    }

    #[test]
    fn no_text_stops_the_parser(text in "[ -~\n\té≠]{0,60}") {
        crate::syntax::complete::is_complete(&text);
        if crate::syntax::parse(SourceId(0), &text).is_ok() {
            assert_round_trip(&text);
        }
    }
}

/// Each character there is, alone and among others, comes back from the string that is written for it.
#[test]
fn strings_of_all_characters_come_back() {
    let all: Vec<char> = ('\0'..=char::MAX).collect();
    let read = |text: &str| match &parse(SourceId(0), &format!("title {}", quoted(text))).expect("it reads")[..] {
        [Statement { kind: StatementKind::Title(title), .. }] => title.clone(),
        other => panic!("{other:?}"),
    };
    for piece in all.chunks(1000) {
        let text: String = piece.iter().collect();
        assert_eq!(read(&text), text);
        let reversed: String = piece.iter().rev().collect();
        assert_eq!(read(&reversed), reversed);
    }
    for c in all.iter().filter(|c| c.is_control() || c.is_ascii()) {
        assert_eq!(read(&c.to_string()), c.to_string());
    }
}
