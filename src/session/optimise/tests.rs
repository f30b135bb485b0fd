//! The value and the bound of an optimum, against brute force and on puzzles where the bound is easily seen.

mod confirmed;

use super::bound::least;
use crate::session::{Answer, Session, Settings};
use sator_answer::ObjectiveValue;
use sator_base::limits::Interrupt;
use sator_lang::syntax::ast::{Question, Statement, StatementKind};
use sator_model::{Assignment, ExprId};
use sator_solve::lower::Encoding;
use sator_solve::solver::{Engine, has_encoding};

/// A session that has read all but the question, which is the last line of the text.
fn before(text: &str) -> (Session, Statement) {
    let mut session = Session::new(Settings::of_environment(), Interrupt::new());
    let mut statements = session.read("test", text, None).unwrap_or_else(|e| panic!("{}\n{text}", e.message));
    let question = statements.pop().expect("a question");
    for statement in &statements {
        session.run(statement, &mut |_, _| {}).unwrap_or_else(|e| panic!("{}\n{text}", e.message));
    }
    (session, question)
}

fn ask(text: &str) -> Answer {
    let (mut session, question) = before(text);
    let mut answer = Answer::Page(String::new());
    let done = session.run(&question, &mut |_, report| answer = report.answer);
    done.unwrap_or_else(|e| panic!("{}\n{text}", e.message));
    answer
}

/// The objective, and the sign that makes it a goal to minimise.
fn objective(session: &mut Session, question: &Statement) -> (ExprId, i64) {
    match &question.kind {
        StatementKind::Question(Question::Maximize(e)) => (session.elaborator.number_of(e).expect("a number"), -1),
        StatementKind::Question(Question::Minimize(e)) => (session.elaborator.number_of(e).expect("a number"), 1),
        _ => panic!("no objective"),
    }
}

/// The bound that is seen without search.
fn seen(text: &str) -> i64 {
    let (mut session, question) = before(text);
    let (e, sign) = objective(&mut session, &question);
    let goal = if sign < 0 { session.elaborator.model.pool.neg(e).expect("small") } else { e };
    let model = &session.elaborator.model;
    sign * least(model, goal, |u| model.unknown(u).domain.clone())
}

/// The optimum among all assignments.
fn brute_force(text: &str) -> Option<i64> {
    let (mut session, question) = before(text);
    let (e, sign) = objective(&mut session, &question);
    let model = &session.elaborator.model;
    let mut all: Vec<Vec<i64>> = vec![vec![]];
    for unknown in &model.unknowns {
        all = all.iter().flat_map(|v| unknown.domain.iter().map(|d| [&v[..], &[d]].concat())).collect();
    }
    let solutions = all.into_iter().map(Assignment).filter(|a| model.violations(a).is_ok_and(|b| b.is_empty()));
    solutions.filter_map(|a| model.evaluate(e, &a)).map(|v| sign * v).min().map(|v| sign * v)
}

#[test]
fn what_is_easily_seen() {
    for (text, wanted) in [
        // Each row has at most 1 to 9 once, and any number of zeros.
        ("grid x 12x12 in 0..9\nfor r in rows(x) { distinct(r, except: 0) }\nmaximize sum(x)", 540),
        ("grid x 3x3 in 0..9\nfor i in 1..3 { distinct(rows(x)[i]); distinct(cols(x)[i]) }\nmaximize sum(x)", 72),
        ("grid x 3x3 in 0..9\nlatin(x)\nminimize sum(x)", 9),
        ("grid x 1x4 in 1..9\ndistinct(r1)\nmaximize number(r1)", 9876),
        ("grid x 1x4 in 1..9\ndistinct(r1)\nminimize number(r1)", 1234),
        ("var a, b, c in 1..9\na + b = 5\ndistinct([a, b, c])\nmaximize a + b + c", 14),
        ("var a, b, c in 1..9\na + b <= 7\nmaximize 2 * a + 2 * b - c", 13),
        ("var a, b in 0..20\nvar total in 0..100\ndistinct([a, b])\ntotal = a + b\nmaximize total", 39),
        ("var a, b in 3..5\nmaximize abs(a - b)", 2),
    ] {
        assert_eq!(seen(text), wanted, "{text}");
    }
}

/// The shortest of all round trips through these places.
fn shortest_trip(way: &[Vec<i64>]) -> i64 {
    fn from(way: &[Vec<i64>], place: usize, left: &[usize]) -> i64 {
        if left.is_empty() {
            return way[place][0];
        }
        let trip = |at: usize| {
            let mut rest = left.to_vec();
            let next = rest.remove(at);
            way[place][next] + from(way, next, &rest)
        };
        (0..left.len()).map(trip).min().expect("a place")
    }
    from(way, 0, &(1..way.len()).collect::<Vec<usize>>())
}

/// Branch and bound answers: the lengths are wide numbers.
#[test]
fn round_trips_are_as_short_as_brute_force_finds() {
    let mut numbers = Numbers(7);
    for _ in 0..6 {
        let way: Vec<Vec<i64>> = (0..6).map(|_| (0..6).map(|_| 1 + numbers.below(500) as i64).collect()).collect();
        let text = format!(
            "let way = {way:?}\nvar next[6] in 1..6\ncircuit(next)\nminimize sum(way[i, next[i]] for i in 1..6)"
        );
        let Answer::Optimum(optimum) = ask(&text) else { panic!("no optimum: {text}") };
        assert_eq!(optimum.objectives[0].value, shortest_trip(&way), "{text}");
        assert_eq!(optimum.objectives[0].bound, Some(optimum.objectives[0].value), "{text}");
    }
}

/// Small numbers in no particular order.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> Vec<&'a str> {
        list.iter().copied().filter(|_| self.below(3) > 0).collect()
    }
}

#[test]
fn bounds_and_optima_against_brute_force() {
    let mut numbers = Numbers(7);
    let mut optima = 0;
    for _ in 0..150 {
        let names = ["a", "b", "c", "d"];
        let mut text = String::new();
        for name in names {
            let lo = numbers.below(5) as i64 - 2;
            text += &match numbers.below(4) {
                0 => format!("var {name} in {{{lo}, {}, {}}}\n", lo + 2, lo + 5),
                _ => format!("var {name} in {lo}..{}\n", lo + 1 + numbers.below(4) as i64),
            };
        }
        for _ in 0..1 + numbers.below(3) {
            let some = numbers.pick(&names);
            if some.len() < 2 {
                continue;
            }
            let k = numbers.below(9) as i64 - 1;
            text += &match numbers.below(5) {
                0 => format!("{} = {k}\n", some.join(" + ")),
                1 => format!("{} <= {k}\n", some.join(" + ")),
                2 => format!("2 * {} >= {k}\n", some.join(" - ")),
                3 => format!("distinct([{}], except: {})\n", some.join(", "), numbers.below(4)),
                _ => format!("distinct([{}])\n", some.join(", ")),
            };
        }
        let weights = names.map(|name| format!("{} * {name}", numbers.below(7) as i64 - 3));
        text += match numbers.below(2) {
            0 => "maximize ",
            _ => "minimize ",
        };
        text += &match numbers.below(5) {
            0 => format!("{} + 6 // b", weights.join(" + ")),
            1 => "max([a, b]) - c".into(),
            _ => weights.join(" + "),
        };
        let best = brute_force(&text);
        let maximize = text.contains("maximize");
        match (ask(&text), best) {
            (Answer::Optimum(optimum), Some(best)) => {
                assert!(optimum.is_proved() && optimum.stopped.is_none(), "{text}");
                assert_eq!(optimum.objectives, [ObjectiveValue { value: best, bound: Some(best), scale: 1 }], "{text}");
                let seen = seen(&text);
                assert!(if maximize { seen >= best } else { seen <= best }, "{seen} {best}\n{text}");
                optima += 1;
            }
            (Answer::Clash { .. } | Answer::NoValue { .. }, None) => {}
            (answer, _) => panic!("{text}: {answer:?}, not {best:?}"),
        }
    }
    assert!(optima > 75, "{optima} of them have solutions");
}

/// All solutions of a text of `var`s and conditions, with their values.
fn all_solutions(session: &Session) -> Vec<Assignment> {
    let model = session.model();
    let mut all: Vec<Vec<i64>> = vec![vec![]];
    for unknown in &model.unknowns {
        all = all.iter().flat_map(|v| unknown.domain.iter().map(|d| [&v[..], &[d]].concat())).collect();
    }
    all.into_iter().map(Assignment).filter(|a| model.violations(a).is_ok_and(|b| b.is_empty())).collect()
}

/// The values of the optimum, and the number of solutions with these values: `another` goes through them and reports the end.
fn optima(text: &str, encoding: &str) -> Option<(Vec<i64>, usize)> {
    let (mut session, question) = before(text);
    session.settings.set("encoding", encoding).expect("an encoding");
    let mut say = |statement: &Statement| {
        let mut answer = Answer::Page(String::new());
        let done = session.run(statement, &mut |_, report| answer = report.answer);
        done.unwrap_or_else(|e| panic!("{}\n{text}", e.message));
        answer
    };
    let Answer::Optimum(optimum) = say(&question) else { return None };
    assert!(optimum.is_proved(), "{encoding} {text}");
    let values: Vec<i64> = optimum.objectives.iter().map(|objective| objective.value).collect();
    let weights = optimum.broken.iter().map(|b| b.weight).sum::<i64>();
    assert!(!text.ends_with("best") || values == [weights], "{encoding} {text}");
    let mut seen = vec![optimum.assignment];
    let another = Statement { kind: StatementKind::Question(Question::Another), ..question.clone() };
    loop {
        match say(&another) {
            Answer::Optimum(next) => {
                assert_eq!(next.objectives, optimum.objectives, "{encoding} {text}");
                assert!(!seen.contains(&next.assignment), "{encoding} {text}");
                seen.push(next.assignment);
            }
            Answer::NoOther { optimal: true } => return Some((values, seen.len())),
            answer => panic!("{encoding} {text}: {answer:?}"),
        }
    }
}

/// Variables, conditions and preferences, at random.
fn preferring(numbers: &mut Numbers) -> String {
    let names = ["a", "b", "c", "d"];
    let mut text = String::from("var a, b, c, d in 0..3\n");
    let condition = |numbers: &mut Numbers| {
        let (mut x, y) = (numbers.pick(&names), numbers.below(4));
        x.extend(x.is_empty().then_some("b"));
        match numbers.below(5) {
            0 => format!("{} = {y}", x[0]),
            1 => format!("{} < {}", x[0], x[x.len() - 1]),
            2 => format!("{} <= {}", x.join(" + "), y + 1),
            3 => format!("distinct([{}])", x.join(", ")),
            _ => format!("{} != {y} or {} > 1", x[0], x[x.len() - 1]),
        }
    };
    for _ in 0..numbers.below(3) {
        text += &format!("{}\n", condition(numbers));
    }
    for _ in 0..2 + numbers.below(9) {
        let weight = match numbers.below(3) {
            0 => String::new(),
            1 => format!(" weight {}", 1 + numbers.below(4)),
            _ => " weight 3".into(),
        };
        text += &format!("prefer {}{weight}\n", condition(numbers));
    }
    text
}

#[test]
fn preferences_as_brute_force_in_both_encodings() {
    let mut numbers = Numbers(41);
    let mut found = 0;
    for round in 0..60 {
        let text = preferring(&mut numbers) + "solve best";
        let (session, _) = before(&text);
        let model = session.model();
        let penalty = |a: &Assignment| {
            let broken = model.preferences.iter().filter(|p| model.evaluate(p.expr, a) == Some(0));
            broken.map(|p| p.weight).sum::<i64>()
        };
        let penalties: Vec<i64> = all_solutions(&session).iter().map(penalty).collect();
        let least =
            penalties.iter().min().map(|&least| (vec![least], penalties.iter().filter(|&&p| p == least).count()));
        found += usize::from(least.is_some());
        assert_eq!(optima(&text, "fd"), least, "{text}");
        if round % 4 == 0 {
            assert_eq!(optima(&text, "int"), least, "{text}");
        }
    }
    assert!(found > 40, "{found} of them have solutions");
}

#[test]
fn several_objectives_in_their_order_as_brute_force() {
    let mut numbers = Numbers(5);
    for round in 0..24 {
        let rules = preferring(&mut numbers);
        let rules: String = rules.lines().filter(|l| !l.starts_with("prefer")).map(|l| format!("{l}\n")).collect();
        let maximize = numbers.below(2) == 0;
        let goals =
            if numbers.below(2) == 0 { ["a + b", "c - a", "d"] } else { ["abs(a - b)", "max([c, d])", "b * c"] };
        let text = format!("{rules}{} ({})", if maximize { "maximize" } else { "minimize" }, goals.join(", "));
        let (mut session, question) = before(&text);
        let StatementKind::Question(Question::Maximize(e) | Question::Minimize(e)) = &question.kind else {
            panic!("no objective")
        };
        let goals = session.elaborator.objectives_of(e).expect("numbers");
        let goals: Vec<ExprId> = goals.into_iter().map(|(goal, _)| goal).collect();
        let sign = if maximize { -1 } else { 1 };
        let values = |a: &Assignment| {
            let value = |&e: &ExprId| sign * session.model().evaluate(e, a).expect("a value");
            goals.iter().map(value).collect::<Vec<i64>>()
        };
        let all: Vec<Vec<i64>> = all_solutions(&session).iter().map(values).collect();
        let least = all
            .iter()
            .min()
            .map(|least| (least.iter().map(|v| sign * v).collect(), all.iter().filter(|v| *v == least).count()));
        assert_eq!(optima(&text, "fd"), least, "{text}");
        if round % 4 == 0 {
            assert_eq!(optima(&text, "int"), least, "{text}");
        }
    }
}

/// A search stopped before the bounds meet reports both bounds; so does the progress.
#[test]
fn a_bound_where_it_is_not_proved() {
    let text = "grid x 12x12 in 0..9\nfor r in rows(x) { distinct(r, except: 0) }\n\
                for c in cols(x) { distinct(c, except: 0) }\nfor a, b in adjacent(x) { a + b != 9 }\nmaximize sum(x)";
    let (mut session, question) = before(text);
    // Ctrl-C after the report of a first value.
    let interrupt = session.interrupt().clone();
    let reported = std::sync::Arc::new(std::sync::Mutex::new(String::new()));
    let callback = reported.clone();
    session.set_progress(Some(Box::new(move |text| {
        *callback.lock().expect("nobody panics with it") = text.to_string();
        interrupt.set();
    })));
    let mut answer = Answer::Page(String::new());
    session.run(&question, &mut |_, report| answer = report.answer).expect("it is asked");
    let Answer::Optimum(optimum) = answer else { panic!("{answer:?}") };
    assert!(!optimum.is_proved() && optimum.stopped.is_some());
    let [ObjectiveValue { value, bound: Some(bound), .. }] = optimum.objectives[..] else { panic!("{optimum:?}") };
    assert!((0..540).contains(&value) && (value + 1..=540).contains(&bound), "{value} {bound}");
    let reported = reported.lock().expect("nobody panics with it").clone();
    assert!(reported.starts_with("best so far ") && reported.contains(", at most "), "{reported}");
}

/// Ctrl-C in `solve best`: the best so far and what is proved.
#[test]
fn a_penalty_where_it_is_not_proved() {
    let text = "grid x 12x12 in 0..9\nfor r in rows(x) { distinct(r, except: 0) }\n\
                for c in cols(x) { distinct(c, except: 0) }\nfor a, b in adjacent(x) { a + b != 9 }\n\
                for c in x { for k in 1..9 { prefer c >= k } }\nsolve best";
    let (mut session, question) = before(text);
    let interrupt = session.interrupt().clone();
    let seen = std::sync::Arc::new(std::sync::Mutex::new(0));
    let count = seen.clone();
    session.set_progress(Some(Box::new(move |text| {
        assert!(text.starts_with("best so far ") && text.contains(", at least "), "{text}");
        *count.lock().expect("nobody panics with it") += 1;
        interrupt.set();
    })));
    let mut answer = Answer::Page(String::new());
    session.run(&question, &mut |_, report| answer = report.answer).expect("it is asked");
    let Answer::Optimum(optimum) = answer else { panic!("{answer:?}") };
    assert!(*seen.lock().expect("nobody panics with it") > 0 && optimum.stopped.is_some() && !optimum.is_proved());
    let [ObjectiveValue { value, bound: Some(bound), .. }] = optimum.objectives[..] else { panic!("{optimum:?}") };
    assert!(bound < value && value == optimum.broken.iter().map(|b| b.weight).sum::<i64>());
}

#[test]
fn an_objective_without_a_value() {
    for text in ["var b in 1..3\nvar q[2] in 0..1\nb = 3\nmaximize q[b]", "var b in 0..3\nb = 0\nmaximize 6 // b"] {
        let answer = ask(text);
        let Answer::NoValue { assignment, .. } = &answer else { panic!("{answer:?}") };
        assert!(!assignment.0.is_empty());
    }
    // Without any solution that is the answer.
    let answer = ask("var b in 0..3\nb = 0\nb = 1\nmaximize 6 // b");
    assert!(matches!(answer, Answer::Clash { .. }), "{answer:?}");
    // A value in some solutions is enough.
    let answer = ask("var b in 0..3\nmaximize 6 // b");
    assert!(
        matches!(&answer, Answer::Optimum(o) if o.objectives == [ObjectiveValue { value: 6, bound: Some(6), scale: 1 }]),
        "{answer:?}"
    );
}

/// Branch and bound proves these; an engine alone finds the same.
#[test]
fn wide_optima() {
    let ruler = "var m[6] in 0..40\nm[1] = 0\nfor a, b in pairs(m) { a < b }\n\
                 distinct(b - a for a, b in all_pairs(m))\nminimize m[6]";
    let load = "let w = [99, 52, 65, 87, 23, 79, 51]\nlet v = [95, 59, 75, 83, 18, 75, 53]\nvar t[7] in 0..1\n\
                sum(w[i] * t[i] for i in 1..7) <= 200\nmaximize sum(v[i] * t[i] for i in 1..7)";
    let shop = "let time = [[3, 2, 2], [2, 1, 4], [4, 3, 1]]\nlet machine = [[1, 2, 3], [1, 3, 2], [2, 3, 1]]\n\
                grid s 3x3 in 0..90\nvar end in 0..90\ndef done(t) = t + time[row(t), col(t)]\n\
                for job in rows(s) { for a, b in pairs(job) { done(a) <= b }\ndone(last(job)) <= end }\n\
                for a, b in all_pairs(s) where machine[row(a), col(a)] = machine[row(b), col(b)] {\n\
                done(a) <= b or done(b) <= a }\nminimize end";
    let queens = "grid q 6x6 in bool\nfor c in q { any(d for d in q where row(d) = row(c) or col(d) = col(c) \
                  or row(d) - col(d) = row(c) - col(c) or row(d) + col(d) = row(c) + col(c)) }\nminimize count(q)";
    for (text, wanted) in [(ruler, 17), (load, 209), (shop, 11), (queens, 3)] {
        for method in ["", "set encoding fd\n"] {
            match ask(&format!("{method}{text}")) {
                Answer::Optimum(optimum) => {
                    assert!(optimum.is_proved(), "{text}");
                    assert_eq!(optimum.objectives[0].value, wanted, "{method}{text}");
                    assert!(optimum.confirmed || text != queens, "{method}");
                }
                other => panic!("{other:?}"),
            }
        }
    }
}

/// Without an order of the bars, search goes through their permutations. Without clauses about the order of tasks, it tries
/// their times.
#[test]
fn bars_and_tasks_that_change_places() {
    let bars = "let width = [45, 36, 31, 27, 14]\nlet demand = [4, 9, 7, 6, 8]\ngrid cuts 16x5 in 0..7\nvar used[16] in 0..1\n\
        for b in 1..16 { sum(width[i] * cuts[b, i] for i in 1..5) <= 100 * used[b] }\n\
        for i in 1..5 { sum(cuts[.., i]) >= demand[i] }\nminimize sum(used)";
    let tasks = "let time = [3, 11, 13, 14, 12, 10, 5, 6]\nlet weight = [8, 5, 8, 7, 7, 2, 5, 4]\n\
        let due = [45, 25, 30, 46, 26, 33, 40, 31]\nvar start[8] in 0..80\nvar late[8] in 0..80\nno_overlap(start, time)\n\
        for j in 1..8 { late[j] >= start[j] + time[j] - due[j] }\nminimize sum(weight[j] * late[j] for j in 1..8)";
    let bins = "let size = [23, 51, 19, 31, 22, 46, 43, 45, 56, 39, 28, 21]\nvar bin[12] in 1..8\nvar used[8] in 0..1\n\
        for b in 1..8 { sum(size[i] * (if bin[i] = b then 1 else 0) for i in 1..12) <= 100 * used[b] }\nminimize sum(used)";
    for (text, least) in [(bars, 11), (tasks, 326), (bins, 5)] {
        match ask(text) {
            Answer::Optimum(optimum) => {
                assert!(optimum.is_proved(), "{text}");
                assert_eq!(optimum.objectives[0].value, least, "{text}");
            }
            other => panic!("{other:?}"),
        }
    }
}

/// The solution that was shown before is the best so far if a limit leaves no time for another.
#[test]
fn a_limit_leaves_the_known_solution() {
    let (mut session, question) = before("var q[3] in 1..9\ndistinct(q)\nsolve\nminimize sum(q)");
    let known = session.cache.seen.current.clone().expect("a solution");
    session.interrupt().set();
    let mut answer = None;
    session.run(&question, &mut |_, report| answer = Some(report.answer)).expect("the question is accepted");
    let Some(Answer::Optimum(optimum)) = answer else { panic!("{answer:?}") };
    assert_eq!(optimum.assignment, known);
    assert_eq!(optimum.objectives[0].value, known.0.iter().sum::<i64>());
    assert!(optimum.stopped.is_some() && optimum.objectives[0].bound.is_some_and(|bound| bound <= 6));
}

/// Z3's integers prove these at once. Propagation takes thousands of small steps down, and clauses of wide numbers are many.
#[test]
fn wide_sums_need_integers() {
    if !has_encoding(Encoding::Int) || Settings::of_environment().engine != Engine::Auto {
        println!("not run: the settings leave no choice of Z3's integers");
        return;
    }
    let transport = "let cost = [[39, 14, 11, 14, 16, 82, 8], [27, 9, 12, 9, 26, 95, 17], [24, 14, 17, 13, 28, 99, 20]]\n\
                     let supply = [1400, 2600, 2900]\nlet demand = [900, 1200, 600, 400, 1700, 1100, 1000]\n\
                     var x[3, 7] in 0..2000\nfor i in 1..3 { sum(x[i, ..]) = supply[i] }\n\
                     for j in 1..7 { sum(x[.., j]) = demand[j] }\n\
                     minimize sum(cost[i, j] * x[i, j] for i in 1..3, j in 1..7)";
    let lots = "let demand = [24, 26, 65, 31, 68, 55, 54, 56]\nvar make[8] in 0..200\nvar stock[0..8] in 0..300\n\
                var setup[8] in bool\nstock[0] = 0\n\
                for t in 1..8 { stock[t] = stock[t - 1] + make[t] - demand[t]; make[t] <= 200 * setup[t] }\n\
                minimize sum(100 * setup[t] + 2 * make[t] + 3 * stock[t] for t in 1..8)";
    let mixed = "var x[6] in 0..200\nfor r in [[3, 2, 5, 1, 4, 6], [2, 7, 1, 5, 3, 2], [4, 1, 6, 3, 2, 5]] {\n\
                 sum(r[k] * x[k] for k in 1..6) <= 1000 }\nx[1] * x[2] <= 500\n\
                 maximize 5 * x[1] + 4 * x[2] + 9 * x[3] + 6 * x[4] + 5 * x[5] + 8 * x[6]";
    for (text, wanted) in [(transport, 196_200), (lots, 1_529), (mixed, 1_930)] {
        match ask(text) {
            Answer::Optimum(optimum) => {
                assert!(optimum.is_proved(), "{text}");
                assert_eq!(optimum.objectives[0].value, wanted, "{text}");
            }
            other => panic!("{other:?}"),
        }
    }
}
