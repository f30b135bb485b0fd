//! Patterns of standard rules follow from their rules, and steps use what follows only.

use crate::tests::{Puzzle, run};
use proptest::prelude::*;
use sator_answer::{Argument, Cause, StatementPart, Step, Technique, Turn};
use sator_base::limits::Limits;
use sator_lang::elaborate::Elaborator;
use sator_model::Assignment;
use sator_solve::lower::{Encoding, Method, new_formula};
use sator_solve::solver::Engine;
use sator_solve::solver::sat::Verdict;

const METHOD: Method = Method { encoding: Encoding::Fd, engine: Engine::Sat, seed: 0, trial: false };

/// A puzzle with the patterns of its rules.
fn with_patterns(text: &str) -> (Puzzle, Option<Assignment>) {
    let (mut puzzle, solution) = run(text);
    puzzle.elaborator.elaborate_patterns(&Limits::none()).expect("the patterns are read");
    (puzzle, solution)
}

/// The names of the patterns that some solution of the puzzle breaks.
fn broken(text: &str) -> Vec<String> {
    let (puzzle, _) = with_patterns(text);
    let limits = Limits::none();
    let is_broken = |pattern: &&sator_model::Constraint| {
        let mut model = puzzle.elaborator.model.clone();
        let mut conditions = model.conditions();
        conditions.push(model.pool.not(pattern.expr));
        let mut formula = new_formula(METHOD, true);
        formula.add_constraints(model.expressions(), &conditions, &limits).expect("no limit is met");
        formula.check(&[], &limits) != Verdict::Unsat
    };
    let name = |pattern: &sator_model::Constraint| pattern.origin.because.as_deref().unwrap_or_default().to_string();
    puzzle.elaborator.model.patterns.iter().filter(is_broken).map(name).collect()
}

/// Whether each statement is accepted: some clues leave the board.
fn is_read(text: &str) -> bool {
    let mut elaborator = Elaborator::default();
    let source = elaborator.sources.add("test", text);
    sator_lang::syntax::parse(source, text).is_ok_and(|all| all.iter().all(|one| elaborator.add(one).is_ok()))
}

/// A board of few clues, which leaves much open.
fn board(clues: &'static [&'static str], (rows, cols): (usize, usize), most: usize) -> impl Strategy<Value = String> {
    let clue = (0..rows * cols, proptest::sample::select(clues));
    proptest::collection::vec(clue, 1..=most).prop_map(move |placed| {
        let mut cells = vec!["."; rows * cols];
        placed.into_iter().for_each(|(at, clue)| cells[at] = clue);
        cells.chunks(cols).map(|row| row.join(" ")).collect::<Vec<_>>().join("\n")
    })
}

/// A board with all cells filled.
fn full_board(values: std::ops::RangeInclusive<u8>, (rows, cols): (usize, usize)) -> impl Strategy<Value = String> {
    proptest::collection::vec(values, rows * cols).prop_map(move |cells| {
        let row = |row: &[u8]| row.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
        cells.chunks(cols).map(row).collect::<Vec<_>>().join("\n")
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn of_slitherlink_follow(clues in board(&["0", "1", "2", "3", "3"], (3, 4), 5)) {
        let text = format!("grid x 3x4\nclues n {{\n{clues}\n}}\nfences e of x\nslitherlink(e, n)");
        prop_assert_eq!(broken(&text), Vec::<String>::new());
    }

    #[test]
    fn of_masyu_follow(clues in board(&["w", "b"], (4, 4), 5)) {
        let text = format!("grid x 4x4\nclues n {{\n{clues}\n}}\nlinks e of x\nmasyu(e, n)");
        prop_assert_eq!(broken(&text), Vec::<String>::new());
    }

    #[test]
    fn of_yajilin_follow(clues in board(&["#", "0,left", "1,right", "2,down"], (4, 4), 4)) {
        let text = format!("grid s 4x4 in bool\nclues n {{\n{clues}\n}}\nlinks e of s\nyajilin(s, e, n)");
        prop_assume!(is_read(&text));
        prop_assert_eq!(broken(&text), Vec::<String>::new());
    }

    #[test]
    fn of_walks_follow(
        rule in proptest::sample::select(&["ice_walk", "water_walk", "morning_walk", "forest_walk", "energy_walk", "fire_walk", "robotic_walk"]),
        ground in board(&["#"], (3, 4), 4),
        numbers in board(&["1", "2", "3", "4"], (3, 4), 2),
    ) {
        let text = format!("grid x 3x4\nclues g {{\n{ground}\n}}\nclues n {{\n{numbers}\n}}\nlinks e of x\n{rule}(e, g, n)");
        prop_assume!(is_read(&text));
        prop_assert_eq!(broken(&text), Vec::<String>::new());
    }

    #[test]
    fn of_heyawake_follow(numbers in proptest::collection::vec(0u8..=3, 4)) {
        let [a, b, c, d] = numbers[..] else { unreachable!("there are four") };
        let rooms = "aaabb\naaabb\nccddd\nccddd";
        let clues = format!("{a} . . {b} .\n. . . . .\n{c} . {d} . .\n. . . . .");
        let text = format!(
            "grid s 4x5 in bool\nregions r {{\n{rooms}\n}}\nclues n {{\n{clues}\n}}\nheyawake(s, r, n)"
        );
        prop_assert_eq!(broken(&text), Vec::<String>::new());
    }

    #[test]
    fn of_lits_follow(room in proptest::sample::select(&["aabb\naabb\nccdd\nccdd", "aaab\nacab\nccbb\ncccb", "aaaa\nabbb\nabcc\nbbcc"])) {
        let text = format!("grid s 4x4 in bool\nregions r {{\n{room}\n}}\nlits(s, r)");
        prop_assert_eq!(broken(&text), Vec::<String>::new());
    }

    #[test]
    fn of_numberlink_follow(ends in proptest::sample::subsequence((0..12usize).collect::<Vec<_>>(), 4), full in any::<bool>()) {
        let mut cells = ["."; 12];
        ends.iter().zip(["1", "2", "1", "2"]).for_each(|(&at, number)| cells[at] = number);
        let clues = cells.chunks(4).map(|row| row.join(" ")).collect::<Vec<_>>().join("\n");
        let text = format!("grid x 3x4\nclues n {{\n{clues}\n}}\nlinks e of x\nnumberlink(e, n, full: {full})");
        prop_assert_eq!(broken(&text), Vec::<String>::new());
    }

    #[test]
    fn of_magnets_follow(top in proptest::collection::vec(0..=2usize, 4), left in proptest::collection::vec(0..=2usize, 3), right in proptest::collection::vec(0..=2usize, 3)) {
        let [top, left, right] = [top, left, right].map(|numbers| numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(" "));
        let text = format!("grid x 3x4 in 0..2\nregions r {{\naabc\nddbc\neeff\n}}\noutside sky {{\ntop {top}\nleft {left}\nright {right}\n}}\nmagnets(x, r, sky)");
        prop_assume!(is_read(&text));
        prop_assert_eq!(broken(&text), Vec::<String>::new());
    }

    #[test]
    fn of_country_road_follow(numbers in proptest::collection::vec(0u8..=4, 4)) {
        let number = |n: &u8| if *n == 0 { ".".to_string() } else { n.to_string() };
        let [a, b, c, d] = &numbers.iter().map(number).collect::<Vec<_>>()[..] else { unreachable!("there are four") };
        let clues = format!("{a} . {b} .\n. . . .\n{c} . . {d}\n. . . .");
        let rooms = "aabb\naabb\nccdd\ncccd";
        let text = format!("grid x 4x4\nregions r {{\n{rooms}\n}}\nclues n {{\n{clues}\n}}\nlinks e of x\ncountry_road(e, r, n)");
        prop_assume!(is_read(&text));
        prop_assert_eq!(broken(&text), Vec::<String>::new());
    }

    #[test]
    fn of_star_battle_follow(n in 1..=2) {
        let rooms = "aabbb\naabcc\naddcc\neddcc\neeedd";
        let text = format!("grid s 5x5 in bool\nregions r {{\n{rooms}\n}}\nstar_battle(s, r, {n})");
        prop_assert_eq!(broken(&text), Vec::<String>::new());
    }

    #[test]
    fn of_tents_follow(trees in board(&["T"], (4, 4), 4), count in 0..=2) {
        let text = format!("grid t 4x4 in bool\nclues n {{\n{trees}\n}}\noutside sky {{ top {count} . . {count} }}\ntents(t, n, sky)");
        prop_assume!(is_read(&text));
        prop_assert_eq!(broken(&text), Vec::<String>::new());
    }

    #[test]
    fn of_nurimisaki_follow(clues in board(&["?", "2", "3"], (4, 4), 4)) {
        let text = format!("grid s 4x4 in bool\nclues n {{\n{clues}\n}}\nnurimisaki(s, n)");
        prop_assert_eq!(broken(&text), Vec::<String>::new());
    }

    #[test]
    fn of_gokigen_follow(inner in board(&["1", "2", "3"], (4, 4), 12), rim in board(&["1"], (6, 6), 6)) {
        let text = |clues: &str| format!("grid s 5x5 in bool\nclues n of corners s {{\n{clues}\n}}\ngokigen(s, n)");
        let inner = inner.lines().map(|line| format!(". {line} .\n")).collect::<String>();
        for text in [text(&format!(". . . . . .\n{inner}. . . . . .")), text(&rim)] {
            prop_assert!(is_read(&text), "{}", text);
            prop_assert_eq!(broken(&text), Vec::<String>::new());
        }
    }

    #[test]
    fn of_hashi_follow(clues in board(&["1", "2", "2", "1", "3", "4"], (4, 4), 6)) {
        let text = format!("grid x 4x4\nclues n {{\n{clues}\n}}\nlinks b of x in 0..2\nhashi(b, n)");
        prop_assume!(is_read(&text));
        prop_assert_eq!(broken(&text), Vec::<String>::new());
    }

    #[test]
    fn of_akari_follow(clues in board(&["#", "0", "1", "2", "3"], (4, 4), 5)) {
        let text = format!("grid s 4x4 in bool\nclues n {{\n{clues}\n}}\nakari(s, n)");
        prop_assume!(is_read(&text));
        prop_assert_eq!(broken(&text), Vec::<String>::new());
    }

    #[test]
    fn of_shikaku_follow(clues in board(&["2", "3", "4", "?"], (4, 4), 6)) {
        let text = format!("grid x 4x4\nclues n {{\n{clues}\n}}\npartition p of x\nshikaku(p, n)");
        prop_assume!(is_read(&text));
        prop_assert_eq!(broken(&text), Vec::<String>::new());
    }

    #[test]
    fn of_kuromasu_follow(clues in board(&["2", "3", "4", "5"], (4, 4), 4)) {
        let text = format!("grid s 4x4 in bool\nclues n {{\n{clues}\n}}\nkuromasu(s, n)");
        prop_assume!(is_read(&text));
        prop_assert_eq!(broken(&text), Vec::<String>::new());
    }

    #[test]
    fn of_galaxies_follow(centres in board(&["o"], (5, 7), 6)) {
        let text = format!("grid x 3x4\nclues n of cells and borders x {{\n{centres}\n}}\npartition p of x\ngalaxies(p, n)");
        prop_assume!(is_read(&text));
        prop_assert_eq!(broken(&text), Vec::<String>::new());
    }

    /// The values of a row, a column and a box differ.
    #[test]
    fn of_whispers_follow(gap in 1..=3, line in proptest::sample::select(&["r1c1..r1c4", "r1c2..r1c1..r2c1", "r2c1..r2c3..r4c3", "r1c1..r4c4"])) {
        let text = format!("grid x 4x4 in 1..4\nsudoku(x)\nwhispers({line}, gap: {gap})");
        prop_assert_eq!(broken(&text), Vec::<String>::new());
    }

    /// The values of a row, a column and a box differ.
    #[test]
    fn of_arrow_follow(arrow in proptest::sample::select(&["r1c1..r1c3", "r1c2..r1c1..r2c1", "r2c1..r2c3..r4c3", "r1c3..r1c4, circle: [r1c1, r1c2]", "r3c1..r4c1, circle: r2c1"])) {
        let text = format!("grid x 4x4 in 1..4\nsudoku(x)\narrow({arrow})");
        prop_assert_eq!(broken(&text), Vec::<String>::new());
    }

    #[test]
    fn of_norinori_follow(rooms in proptest::sample::select(&["aabb\nccbb\nccdd\needd", "aaab\nacab\nccbb\ncccb", "aabb\nacbd\nccbd\needd"])) {
        let text = format!("grid s 4x4 in bool\nregions r {{\n{rooms}\n}}\nnorinori(s, r)");
        prop_assert_eq!(broken(&text), Vec::<String>::new());
    }

    #[test]
    fn of_hitori_follow(numbers in full_board(1..=4, (4, 4))) {
        let text = format!("grid s 4x4 in bool\nclues n {{\n{numbers}\n}}\nhitori(s, n)");
        prop_assert_eq!(broken(&text), Vec::<String>::new());
    }
}

/// The steps of a puzzle with one solution.
fn steps(text: &str) -> Vec<Step> {
    let (puzzle, solution) = with_patterns(text);
    let solution = solution.expect("the puzzle has a solution");
    let limits = Limits::none();
    puzzle.with_explainer(&limits, |_, explainer, context| {
        let steps = explainer.steps(context, &solution, None, &mut |_, _| {}).unwrap_or_else(|_| panic!("no limit"));
        assert!(steps.done);
        steps.steps
    })
}

/// The names of the patterns that steps use.
fn names(steps: &[Step]) -> Vec<&str> {
    steps
        .iter()
        .filter_map(|step| match &step.inference.argument {
            Argument::Pattern { name } => Some(name.as_ref()),
            _ => None,
        })
        .collect()
}

/// A pattern that follows names its step, which cites the statements it follows from; one that is wrong names none.
#[test]
fn only_a_pattern_that_follows_names_a_step() {
    let rule = "var a, b, c in 0..1\na = b or c = 1\na != b or c = 1\nc = 1 => a = 1\nc = 1 => b = 0";
    let text = format!("{rule}\nimplied c = 1 because \"the third one\"\nimplied b = 1 because \"a mistake\"");
    let steps = steps(&text);
    assert_eq!(names(&steps), ["the third one"]);
    assert_eq!(steps[0].because.len(), 2, "{:?}", steps[0].because);
}

/// A turn of a hypothesis follows by a pattern too, and the step cites the statements that imply it.
#[test]
fn a_hypothesis_uses_patterns() {
    let rule = "x = 0 or a = b or c = 1\nx = 0 or a != b or c = 1\nx = 0 or c = 0 or d = 1\nx = 0 or c = 0 or d = 0";
    let rest = "x = 1 or a = 1 and b = 0 and c = 0 and d = 0";
    let text = format!("var x, a, b, c, d in 0..1\n{rule}\n{rest}\nimplied x = 0 or c = 1 because \"the third one\"");
    let steps = steps(&text);
    let Argument::Cases { case } = &steps[0].inference.argument else { panic!("{:?}", steps[0]) };
    let is_pattern = |turn: &Turn| match &turn.by {
        Cause::Statement(name) => name.part == StatementPart::Sentence("the third one".into()),
        _ => false,
    };
    assert_eq!(steps[0].technique, Technique::ShortCase);
    assert!(case.turns.iter().any(is_pattern), "{case:?}");
    assert_eq!(steps[0].because.len(), 4, "{:?}", steps[0].because);
}

/// Clashes and solutions don't depend on what is implied.
#[test]
fn a_clash_has_no_pattern() {
    let (puzzle, solution) = with_patterns("var a, b in 0..1\na != b\na = b\nimplied a = 1 because \"no reason\"");
    assert!(solution.is_none());
    let limits = Limits::none();
    puzzle.with_explainer(&limits, |_, explainer, context| {
        let clash = explainer.clash(context).unwrap_or_else(|_| panic!("no limit")).because;
        assert_eq!(clash.len(), 2);
    });
}
