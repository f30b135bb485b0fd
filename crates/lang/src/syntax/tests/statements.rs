//! The syntax of statements, pictures, questions and commands; every snippet of the language page.

use super::*;

/// Sections 2 to 4 of the language page, as they are written there.
const PAGE: &str = r#"
grid x 9x9 in 1..9              # 81 unknowns
grid x n by m in 1..n*m
grid x like cage in 1..9
grid shade 10x10 in bool
grid board 10x10                # no domain: places only, nothing unknown
grid x 9x9 in 1..9 except wall  # cells marked in the picture `wall` are holes
var S, E, N, D in 0..9          # scalars
var q[8] in 1..8                # q[1] .. q[8]
enum colour { red green blue }  # then: var house[5] in colour
var house[5] in colour
hidden grid depth 10x10 in 0..99   # helper unknowns
let n = 9                       # a name for a value
let (a, b) = pair
title "Block Party 4"
regions cage of x {       # labels are any tokens
  a a b                   # when there is one grid
  . c b
}
givens x {                # a blank is  .  _  or  ?
  53..7....
}                         # bool grids
clues island of x {       # numbers or words
  . 3 . ? w               # here ? is the word "?"
}
clues top { 3 . 2 1 }     # one row: a list.
outside sky of x {        # clues around the edge
  top 3 . 2 1
  left . . 4 .
}
r1c1 + r1c2 = 10; distinct(r3)
thermo(r1c1..r5c1)
cage.a = cage["a"]; cage[c] is none
for g in cage { label(g) = size(g) }
for c in island { island[c] = 0 }
for k, line in sky { f(k, line) }
v = none; v != none; v is none; v is not none
1 <= r1c1 < r1c2
not shade[c]
count(neighbors(c)) = 2
x[i, j] = y[c]
r1c1..r1c4..r3c4
{(k, k + 1) for k in 1..8}
list[2..4]
(a, b) in {(1, 2), (2, 4)}
sum(r1); distinct(cage.a); distinct(l, except: 0)
count(d for d in ray(c, right) while not wall[d])
runs(l, [3, 1])
connected(P for c in x)
connected(P for c in x, to: edge)
links e of x
links b of x in 0..2
fences e of x
e[c, d] and e[c, up]
single_loop(e); no_loops(e); connected(e)
no_loops((a, b) for a, b in l where P)
partition p of x
same(p, c, d)
r1c1 = 5                                   # any condition is asserted
for c in x where col(c) > 1 { a }        # loops; the body holds statements
if n > 4 { a } else { b }              # known now
def touching_sum(c) = sum(touching(c))     # a named expression
rule killer(cage, total) {                 # a named group of statements
  distinct(cage)
  sum(cage) = total
}
rule whispers(line, gap = 5) { for a, b in pairs(line) { abs(a - b) >= gap } }
killer(r1c1..r1c3, 15) as "left cage"      # using one
whispers(r2c2..r6c6, gap: 4)
load "common.puz"                          # run another file here
"#;

/// Section 5, with the forms that the table leaves out.
const QUESTIONS: &str = r#"
solve; solve steps
another; another?; is there another solution?; is there another?
unique; unique?; unique fix; is it unique?
count; count limit 1000
solutions 5; solutions
candidates; forced
maximize sum(r1); minimize E
why r1c1 = 5; why; why?; why all; why fewest; why steps r1c1 = 5
why is r1c1 5?; why is r1c1 not 5; why is shade[c]?; why is r1c1 = 5?
hint; hint apply
redundant; redundant all; redundant minimal
try r1c1 = 5; try killer(cage.a, 3) as "x"; try for c in x { x[c] > 1 }
print E, "text", sum(r1); print (a + b) * 2; print -a; print [1, 2]
show; show x; show x, y; show x y
expect unique; expect unsat; expect count = 288; expect r1c1 = 5
expect solution x { 12; 21 }
expect solution {
  1 2
  2 1
}
expect count(c = 1 for c in r1) = 2
compare; compare unique; compare count limit 10
generate x clues 25 seed 7; generate; generate clues minimal; generate x clues minimal symmetric seed 3; generate x clues all symmetric; generate x clues all(l)(3)
generate clues n + 1 symmetric diagonal; generate fewest; generate y count 5 keep; generate symmetric half-turn
generate like { #.; .# } keep; generate number for slitherlink(e, number) seed 3; generate cage of y sizes 2..5 keep
generate outside sky for skyscraper(sky) symmetric; generate n of corners x for gokigen(x, n); generate lines 3 sizes {3, 5} for thermo
list; undo; redo; drop 3; edit 3; push; pop; reset; load "f"; load example "block-party-4"
save "f"; export svg "f"
set encoding fd; set timeout 10s; set seed 7; set; stats; help; help killer; help set encoding; help =; help and
examples; quit
"#;

#[test]
fn the_language_page_reads_and_prints() {
    assert_eq!(statements(PAGE).len(), 65);
    assert_round_trip(PAGE);
    assert_round_trip(&PAGE.replace('\n', "\r\n"));
    assert_round_trip(QUESTIONS);
    for statement in statements(QUESTIONS) {
        let asks = matches!(
            statement.kind,
            StatementKind::Question(_) | StatementKind::Command(_) | StatementKind::Load { .. }
        );
        assert!(asks, "{statement:?}");
    }
}

#[test]
fn declarations() {
    let StatementKind::Grid { hidden, name, shape, domain, except } =
        statement("hidden grid x 10x12 in bool except wall").kind
    else {
        panic!()
    };
    assert_eq!((hidden, name.name.as_str(), except.unwrap().name.as_str()), (true, "x", "wall"));
    assert!(matches!(shape, GridShape::Literal { rows: 10, cols: 12, .. }));
    assert!(matches!(domain, Some(Domain::Bool(_))));
    assert!(matches!(statement("grid x like y").kind, StatementKind::Grid { shape: GridShape::Like(_), .. }));
    let StatementKind::Var { items, .. } = statement("var a, q[n * 2],\n b in {1, 3}").kind else { panic!() };
    assert_eq!(items.iter().map(|i| !i.keys.is_empty()).collect::<Vec<_>>(), [false, true, false]);
    let StatementKind::Enum { values, .. } = statement("enum e {\n red, green\n blue\n}").kind else { panic!() };
    assert_eq!(values.len(), 3);
    assert!(
        matches!(statement("let (a, b) = p").kind, StatementKind::Let { tuple: true, names, .. } if names.len() == 2)
    );
    assert!(matches!(statement("let(a, b) = p").kind, StatementKind::Let { .. }));
    assert!(matches!(statement("hidden links e of x in 0..2").kind, StatementKind::Links { hidden: true, .. }));
    let StatementKind::Rule { params, body, .. } = statement("rule f(a, b = 5,) { a; b }").kind else { panic!() };
    assert_eq!((params.len(), params[1].default.is_some(), body.len()), (2, true, 2));
}

/// Words of statements that follow a quotient don't make a comment of it.
#[test]
fn a_statement_goes_on_after_a_quotient() {
    for text in [
        "grid x a // b by c // d",
        "grid x 4x4 in 1..a // b except wall",
        "generate lines 8 // b sizes c // d for thermo",
        "partition p of x, 2 list in each",
        "partition p of x, one letter, two number, 7 list in each",
        "count limit a // b",
        "prefer a // b weight c // d as \"e\"",
    ] {
        assert_round_trip(text);
    }
}

/// As in Python; `print = 3` is a condition on an unknown of that name.
#[test]
fn print_takes_brackets() {
    assert!(matches!(statement("print(a)").kind, StatementKind::Question(Question::Print(_))));
}

#[test]
fn names_of_statements_are_names_elsewhere() {
    for text in [
        "rule = 3",
        "grid[2] = 1",
        "clues.a = 1",
        "count(c = 1 for c in r1) = 2",
        "count (c = 1 for c in r1) = 2",
        "hint < 3",
        "show is c",
        "set in s",
        "list + 1 = 2",
        "count - 1 = 2",
        "print = 3",
        "why[2]",
        "title not in l",
        "regions <=> p",
        "load.a",
        "help = 3",
        "let = 3",
        "let.a",
    ] {
        expr(text);
        assert_round_trip(text);
    }
    assert!(matches!(question("print (a) = 3"), Question::Print(_)));
    assert!(matches!(question("print not a"), Question::Print(_)));
    assert!(matches!(question("why (a)"), Question::Why(Why::Condition(_))));
    assert!(matches!(question("why all(p)"), Question::Why(Why::Condition(_))));
    assert!(matches!(question("why all and p"), Question::Why(Why::Condition(_))));
    assert!(matches!(question("why steps(p) = 3"), Question::Why(Why::Condition(_))));
    assert!(matches!(question("why steps (p)"), Question::Why(Why::Steps(_))));
    assert!(matches!(question("why fewest"), Question::Why(Why::Fewest)));
    assert!(matches!(question("why fewest p = 3"), Question::Why(Why::FewestFor(_))));
    assert!(matches!(question("why fewest not p"), Question::Why(Why::FewestFor(_))));
    assert!(matches!(question("why fewest = 3"), Question::Why(Why::Condition(_))));
    assert!(matches!(question("expect count > 3"), Question::Expect(Expectation::Condition(_))));
    assert!(matches!(question("expect unique and p"), Question::Expect(Expectation::Condition(_))));
    assert!(matches!(question("expect solution = 3"), Question::Expect(Expectation::Condition(_))));
}

#[test]
fn questions_in_words() {
    for text in ["another", "another?", "is there another solution?", "is there another"] {
        assert_eq!(question(text), Question::Another, "{text}");
    }
    assert_eq!(question("is it unique?"), Question::Unique { fix: false, keep: false });
    let Question::Why(Why::Condition(condition)) = question("why is r1c1 5?") else { panic!() };
    assert_eq!(shape(&condition), "(= r1c1 5)");
    let Question::Why(Why::Condition(condition)) = question("why is r1c1 not 5") else { panic!() };
    assert_eq!(shape(&condition), "(!= r1c1 5)");
    let Question::Why(Why::Condition(condition)) = question("why is a in s or b?") else { panic!() };
    assert_eq!(shape(&condition), "(or (in a s) b)");
}

/// The table of questions agrees with the parsers and the printer.
#[test]
fn the_table_of_questions() {
    use crate::syntax::question::QUESTIONS;
    for form in QUESTIONS {
        for text in form.forms {
            let text = text.replace('E', "r1c1 + 1 = 5");
            assert_eq!(question(&text).query(), form.query, "{text}");
            assert_round_trip(&text);
        }
        let next: Vec<&str> =
            form.forms.iter().filter_map(|f| f.strip_prefix(form.word())?.split_whitespace().next()).collect();
        for word in form.next {
            assert!(next.contains(word), "no form of `{}` has `{word}`", form.word());
        }
    }
}

#[test]
fn questions_with_options() {
    let Question::Generate(made) = question("generate x clues 25 seed 7 symmetric") else { panic!() };
    assert!(
        matches!(&made.what, PuzzlePart::Givens(Some(grid)) if grid.name == "x")
            && matches!(made.clues, Some(ClueCount::Number(_)))
    );
    assert!(made.symmetry.is_some_and(|s| s.name == "half-turn") && made.seed.is_some() && !made.keep);
    let Question::Generate(made) = question("generate clues minimal symmetric quarter keep") else { panic!() };
    assert!(made.what == PuzzlePart::Givens(None) && made.clues == Some(ClueCount::Minimal) && made.keep);
    assert!(made.symmetry.is_some_and(|s| s.name == "quarter"));
    assert!(matches!(question("show x, y z"), Question::Show(names) if names.len() == 3));
    assert!(matches!(question("print a,\n \"b\""), Question::Print(values) if values.len() == 2));
    let Question::Expect(Expectation::Solution { of: None, picture }) = question("expect solution {\n 1 2\n\n # 1\n}")
    else {
        panic!()
    };
    assert_eq!(picture.rows.len(), 2);
    assert_eq!(picture.rows[1].tokens[0].text, "#");
}

#[test]
fn commands() {
    assert_eq!(command("drop 3"), Command::Drop(DropWhat::Range(3, 3)));
    assert_eq!(command("drop 4..7"), Command::Drop(DropWhat::Range(4, 7)));
    assert_eq!(command("drop last"), Command::Drop(DropWhat::Last));
    assert_eq!(command("undo 3"), Command::Undo(3));
    assert_eq!(command("?"), Command::Help(None));
    assert_eq!(command("load last"), Command::LoadLast(1));
    assert_eq!(command("load last 3"), Command::LoadLast(3));
    assert!(matches!(command("show example \"a\""), Command::ShowExample { .. }));
    assert!(matches!(command("load example \"a\" and ask"), Command::LoadExample { ask: true, .. }));
    assert_eq!(command("edit 12"), Command::Edit(12));
    assert_eq!(command("exit"), Command::Quit);
    assert_eq!(command("save \"a b\""), Command::Save("a b".into()));
    assert_eq!(command("help set encoding # note"), Command::Help(Some("set encoding".into())));
    assert_eq!(command("help <="), Command::Help(Some("<=".into())));
    assert_eq!(command("help r1c1"), Command::Help(Some("r1c1".into())));
    let Command::Set { key, value } = command("set timeout 10s # note") else { panic!() };
    assert_eq!((key.unwrap().name, value.unwrap().name), ("timeout".into(), "10s".into()));
    let words = |text| match command(text) {
        Command::Export { words, .. } => words.into_iter().map(|w| w.name).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    assert_eq!(words("export svg both \"f\" dark"), words("export svg \"f\" both dark"));
    assert!(matches!(command("set timeout"), Command::Set { key: Some(_), value: None }));
    assert!(matches!(command("load example \"a\""), Command::LoadExample { name, .. } if name == "a"));
}

#[test]
fn pictures_keep_their_tokens() {
    let text = "regions cage of x {\n aab\n\n # } is never here\n}";
    assert!(super::super::parse(SourceId(0), text).is_err());
    let text = "givens {\r\n 53..7#\r\n\r\n 1,3 é . ; - \"\r\n}";
    let StatementKind::Picture { kind: PictureKind::Givens, name: None, of: None, picture, .. } = statement(text).kind
    else {
        panic!()
    };
    let rows: Vec<Vec<_>> =
        picture.rows.iter().map(|row| row.tokens.iter().map(|t| t.text.as_str()).collect()).collect();
    assert_eq!(rows, [vec!["53..7#"], vec!["1,3", "é", "."], vec!["-", "\""]]);
    let token = &picture.rows[1].tokens[1];
    assert_eq!(&text[token.span.start as usize..token.span.end as usize], "é");
    assert_eq!(&text[picture.rows[1].span.start as usize..picture.rows[1].span.end as usize], "1,3 é .");
    assert!(text[picture.span.start as usize..].starts_with('{') && picture.span.end as usize == text.len());
    assert!(
        matches!(statement("clues top {}").kind, StatementKind::Picture { picture, .. } if picture.rows.is_empty())
    );
    assert!(matches!(statement("givens of x {1}").kind, StatementKind::Picture { of: Some(_), name: None, .. }));
    assert_round_trip(text);
}

#[test]
fn bodies_and_else() {
    let StatementKind::If { otherwise, .. } = statement("if a { b }\n# note\nelse if c { d }\nelse { e }").kind else {
        panic!()
    };
    assert!(
        matches!(&otherwise[..], [Statement { kind: StatementKind::If { otherwise, .. }, .. }] if otherwise.len() == 1)
    );
    assert_round_trip("if a { b } else if c { d; e } else { f }");
    assert_round_trip("if x in {1, 2} { b }\nfor c in {1, 2} where p { if q { r } }\nif if a then b else c { d }");
    assert!(matches!(statement("if a then b else c").kind, StatementKind::Expr { .. }));
    assert!(matches!(statement("if a then b else c as \"x\"").kind, StatementKind::Expr { label: Some(_), .. }));
    assert_eq!(statements("if a { b }\nc").len(), 2);
    let StatementKind::For { clauses, body } = statement("for a in x,\n b, c in y where p {;a\n;b;\n\nc}").kind else {
        panic!()
    };
    assert_eq!((clauses.len(), body.len()), (3, 3));
}

#[test]
fn help_text_is_what_stands_right_above() {
    let doc = |text: &str| statements(text).last().unwrap().doc.clone();
    assert_eq!(doc("## one\n##  two\n##\n##three\nrule f() { a }"), "one\n two\n\nthree");
    assert_eq!(doc("## far\n\n## near\ndef f() = 1"), "near");
    assert_eq!(doc("## above\n# note\ndef f() = 1"), "");
    assert_eq!(doc("a = 1 ## behind\ndef f() = 1"), "");
    assert_eq!(doc("## not for these\na = 1"), "");
    assert_eq!(doc("x\r\n## windows\r\ndef f() = 1"), "windows");
    assert_round_trip("## one\n##\n## two\nrule f() {\n  ## inner\n  def g() = 1\n}");
}
