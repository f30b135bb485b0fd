//! The syntax of expressions: precedence, chains, literals, calls, generators.

use super::*;

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(shape(&expr(text)), expected, "{text}");
    assert_round_trip(text);
}

#[test]
fn operators_bind_as_documented() {
    check("a + b * c", "(+ a (* b c))");
    check("a * b + c", "(+ (* a b) c)");
    check("a - b - c", "(- (- a b) c)");
    check("a - (b - c)", "(- a (- b c))");
    check("a / b % c * d", "(* (% (/ a b) c) d)");
    check("a // b / c // (d / e)", "(// (/ (// a b) c) (/ d e))");
    check("a // all", "(// a all)");
    check("-a * b", "(* (- a) b)");
    check("- - a", "(- (- a))");
    check("a - -b", "(- a (- b))");
    check("-a[1].b", "(- (field (index a 1) b))");
    check("not a in b", "(not (in a b))");
    check("not a and b", "(and (not a) b)");
    check("not not a = b", "(not (not (= a b)))");
    check("a and not b or c", "(or (and a (not b)) c)");
    check("a or b xor c", "(xor (or a b) c)");
    check("a or b and c", "(or a (and b c))");
    check("a => b => c", "(=> a (=> b c))");
    check("(a => b) => c", "(=> (=> a b) c)");
    check("a <=> b => c", "(<=> a (=> b c))");
    check("a => b <=> c", "(<=> (=> a b) c)");
    check("a <=> b <=> c", "(<=> (<=> a b) c)");
    check("a or b => c and d", "(=> (or a b) (and c d))");
}

#[test]
fn comparisons_chain() {
    check("1 <= r1c1 < r1c2", "(<= < 1 r1c1 r1c2)");
    check("a = b = c", "(= = a b c)");
    check("a + 1 = b and c", "(and (= (+ a 1) b) c)");
    check("a == b", "(= a b)");
    check("a ≠ b ≤ c ≥ d", "(!= <= >= a b c d)");
    check("a not in {1, 2}", "(not in a {1 2})");
    check("d is not c", "(is not d c)");
    check("d is c", "(is d c)");
    check("a is none", "(is a none)");
    check("a <-3", "(< a (- 3))");
    check("v != none", "(!= v none)");
}

#[test]
fn ranges_are_between_sums_and_comparisons() {
    check("x in 1..n*m", "(in x (.. 1 (* n m)))");
    check("a in 1 .. n + 1", "(in a (.. 1 (+ n 1)))");
    check("r1c1..r1c4..r3c4", "(.. r1c1 r1c4 r3c4)");
    check("l[2..4]", "(index l (.. 2 4))");
    check("-1..1", "(.. (- 1) 1)");
    check("cage.1..3", "(.. (field cage 1) 3)");
}

#[test]
fn an_if_stands_first_or_right_after_a_comparison() {
    check("if a then b else c", "(if a b c)");
    check("if a then b else if c then d else e", "(if a b (if c d e))");
    check("x = if a then b else c and d", "(= x (if a b (and c d)))");
    check("a = b = if c then d else e", "(= = a b (if c d e))");
    check("(if a then b else c) + 1", "(+ (if a b c) 1)");
    check("y in if a then b else c", "(in y (if a b c))");
    check("if a and\n  b then c\nelse d", "(if (and a b) c d)");
}

#[test]
fn literals_and_names() {
    check("[1, 2, 3]", "[1 2 3]");
    check("[]", "[]");
    check("[1, 2,]", "[1 2]");
    check("(a, b)", "<a b>");
    check("(a,)", "<a>");
    check("{}= s", "(= {} s)");
    check("(a, b) in {(1, 2), (2, 4)}", "(in <a b> {<1 2> <2 4>})");
    check("true = false", "(= true false)");
    check(r#"s = "a \"b\" \\ \n\t#""#, r#"(= s "a \"b\" \\ \n\t#")"#);
    check("r3 + c4 + r3c4", "(+ (+ r3 c4) r3c4)");
    check("r3c4d + r + c + r3c + rc4", "(+ (+ (+ (+ r3c4d r) c) r3c) rc4)");
    check("anda + notb + inx + ifs", "(+ (+ (+ anda notb) inx) ifs)");
    check("9223372036854775807 + 007", "(+ 9223372036854775807 7)");
    assert_eq!(expr("r12c3").kind, ExprKind::CellName { row: 12, col: 3 });
    assert_eq!(expr("r3").kind, ExprKind::RowName(3));
    assert_eq!(expr("c10").kind, ExprKind::ColName(10));
}

#[test]
fn what_follows_an_operand() {
    check("f()", "(call f)");
    check("f (a, b)", "(call f a b)");
    check("f(a)(b)[1, 2].c", "(field (index (call (call f a) b) 1 2) c)");
    check(
        "cage.12 + cage.a + y.r3c4 + cage.12a",
        "(+ (+ (+ (field cage 12) (field cage a)) (field y r3c4)) (field cage 12a))",
    );
    check("cage[\"a\"]", "(index cage \"a\")");
    check("distinct(l, except: 0)", "(call distinct l except:0)");
    check("f(a: 1, b: 2,)", "(call f a:1 b:2)");
    check("f(\n  a,\n  b # why\n)", "(call f a b)");
}

#[test]
fn generators() {
    check("sum(x[c] for c in cells(x))", "(call sum (index x c) | c <- (call cells x))");
    check("all(a < b for a, b in pairs(l))", "(call all (< a b) | a b <- (call pairs l))");
    check("all(a < b for (a, b) in pairs(l))", "(call all (< a b) | a b <- (call pairs l))");
    check(
        "count(c = k for c in x, k in 1..9 where c is k and p)",
        "(call count (= c k) | c <- x | k <- (.. 1 9) | where (and (is c k) p))",
    );
    check(
        "connected(shade[c] for c in x where p, to: edge)",
        "(call connected (index shade c) | c <- x | where p to:edge)",
    );
    check("connected(P for c in x, to: edge)", "(call connected P | c <- x to:edge)");
    check("f(a for a in l, b, c in m)", "(call f a | a <- l | b c <- m)");
    check("f(a for a in l where p, b in m where q)", "(call f a | a <- l | where p | b <- m | where q)");
    check("f(a for a in l for b in m)", "(call f a | a <- l | b <- m)");
    check("no_loops((a, b) for a, b in l where P)", "(call no_loops <a b> | a b <- l | where P)");
    check(
        "count(d for d in ray(c, right) while not wall[d])",
        "(call count d | d <- (call ray c right) | while (not (index wall d)))",
    );
    check("[k * k for k in 1..8]", "[(* k k) | k <- (.. 1 8)]");
    check("s = {(k, k + 1) for k in 1..8}", "(= s {<k (+ k 1)> | k <- (.. 1 8)})");
    check("[if a then b else c for a in l]", "[(if a b c) | a <- l]");
}

#[test]
fn newlines_end_statements_only_outside_brackets_and_after_operands() {
    assert_eq!(statements("a\n- b").len(), 2);
    check("a -\n b", "(- a b)");
    check("a =>\n\n # c\n b", "(=> a b)");
    check("(a\n- b)", "(- a b)");
    check("a = b and\r\n  c", "(and (= a b) c)");
    check("not\na", "(not a)");
    check("[1,\n\n2\n,3\n]", "[1 2 3]");
    assert_eq!(statements("a; b ;; c;").len(), 3);
    assert_eq!(statements("a\r\nb\r\n").len(), 2);
}

#[test]
fn spans_cover_what_was_written() {
    let text = "  foo( a )  +  bar[1]  # note";
    let tree = statement(text);
    assert_eq!(&text[tree.span.start as usize..tree.span.end as usize], "foo( a )  +  bar[1]");
    let ExprKind::Binary { op_span, left, right, .. } = expr(text).kind else { panic!() };
    let slice = |span: sator_base::source::Span| &text[span.start as usize..span.end as usize];
    assert_eq!((slice(left.span), slice(op_span), slice(right.span)), ("foo( a )", "+", "bar[1]"));
    let text = "\u{feff}a = (b) < c";
    let ExprKind::Compare { operands, ops } = expr(text).kind else { panic!() };
    let slice = |span: sator_base::source::Span| &text[span.start as usize..span.end as usize];
    assert_eq!(operands.iter().map(|o| slice(o.span)).collect::<Vec<_>>(), ["a", "(b)", "c"]);
    assert_eq!(slice(ops[1].1), "<");
}

/// The field of a number is written without brackets where it was read so.
#[test]
fn a_field_of_a_number_is_read_back() {
    for text in ["9.q5", "(9).q5", "(-9).q", "0.a"] {
        assert_round_trip(text);
    }
}
