//! Clues that rules read, and shapes to make puzzles on.

use super::{NINE, SIX, error, generated, is_unique, one, say, session, without};
use crate::session::{Answer, Session, Settings};
use sator_base::limits::Interrupt;

const LOOP: &str = "grid x 4x4\nfences e of x\n";

/// Each clue of a puzzle is needed, and together they are enough.
fn check_minimal(rules: &str, question: &str) -> usize {
    let puzzle = one(&format!("{rules}{question}"));
    let (picture, rule) = puzzle.text.split_once("}\n").expect("a picture, then the rule");
    assert!(is_unique(&format!("{rules}{}", puzzle.text)), "{}", puzzle.text);
    for n in 0..puzzle.clues {
        let fewer = without(&format!("{picture}}}"), n);
        assert!(!is_unique(&format!("{rules}{fewer}\n{rule}")), "{n} of {}", puzzle.text);
    }
    puzzle.clues
}

#[test]
fn numbers_and_words_follow_from_a_solution() {
    check_minimal(LOOP, "generate number for slitherlink(e, number) seed 1");
    check_minimal("grid x 5x5\nlinks e of x\n", "generate pearl for masyu(e, pearl) seed 3");
    check_minimal("grid m 4x4 in bool\ncount(m) = 4\n", "generate number for minesweeper(m, number) seed 1");
}

#[test]
fn a_rule_of_ones_own_is_read_too() {
    let rule = "grid x 4x4 in 1..4\nlatin(x)\n\
                rule near(x, n) { for c in x where n[c] is not none { sum(neighbors(c)) = n[c] } }\n";
    let puzzle = one(&format!("{rule}generate n for near(x, n) seed 2"));
    assert!(puzzle.text.ends_with("near(x, n)") && is_unique(&format!("{rule}{}", puzzle.text)));
}

#[test]
fn clues_around_the_edge() {
    let rules = "grid x 4x4 in 1..4\nlatin(x)\n";
    let puzzle = one(&format!("{rules}generate outside sum for x_sum(sum) seed 1"));
    assert!(puzzle.text.starts_with("outside sum {"), "{}", puzzle.text);
    assert!(is_unique(&format!("{rules}{}", puzzle.text)));
}

#[test]
fn totals_of_random_cages() {
    let mut session = session("grid x 4x4 in 1..4\nsudoku(x)\n");
    let cages =
        say(&mut session, "generate cage sizes 2..3 seed 5 keep\ngenerate total for killers(cage, total) seed 1 keep");
    assert_eq!(cages.len(), 2);
    assert!(matches!(say(&mut session, "unique").pop(), Some(Answer::Unique { .. })));
    // The picture and the use of the rule are one step.
    say(&mut session, "undo\nundo");
    assert_eq!(session.entries().len(), 2);
}

#[test]
fn several_puzzles_of_clues() {
    let question = "generate number for slitherlink(e, number) count 3 seed 4";
    let three = generated(&format!("{LOOP}{question}")).puzzles;
    assert_eq!(three.len(), 3);
    for puzzle in &three {
        assert!(is_unique(&format!("{LOOP}{}", puzzle.text)), "{}", puzzle.text);
        let again = one(&format!("{LOOP}generate number for slitherlink(e, number) seed {}", puzzle.seed));
        assert_eq!(again.text, puzzle.text);
    }
}

/// Nearly all random loops have pearls that leave another loop; one with more pearls is tried after it.
#[test]
fn a_solution_with_more_clues_is_tried_next() {
    check_minimal("grid x 8x8\nlinks e of x\n", "generate pearl for masyu(e, pearl) seed 6");
}

/// Six solutions of seven have others with the same totals in these cages.
#[test]
fn solutions_are_tried_until_clues_single_one_out() {
    let rules = "grid x 6x6 in 1..6\nsudoku(x, 2, 3)\n";
    let cages = one(&format!("{rules}generate cage sizes 2..3 seed 1")).text;
    check_minimal(&format!("{rules}{cages}\n"), "generate total for killers(cage, total) seed 1");
}

#[test]
fn lines_leave_a_solution() {
    let rules = "grid x 4x4 in 1..4\nsudoku(x)\n";
    let lines = one(&format!("{rules}generate lines 2 sizes 3..4 for thermo seed 1"));
    assert_eq!(lines.text.matches("thermo(").count(), 2);
    assert!(matches!(
        say(&mut session(""), &format!("{rules}{}\nsolve", lines.text)).pop(),
        Some(Answer::Solution { .. })
    ));
    let message = error(&format!("{rules}generate lines 2 sizes 5 for thermo"));
    assert!(message.contains("no arrangement of 2 such lines"), "{message}");
}

#[test]
fn symmetric_clues() {
    let puzzle = one(&format!("{LOOP}generate number for slitherlink(e, number) symmetric seed 2"));
    let cells: Vec<char> = puzzle.text.lines().skip(1).take(4).flat_map(|line| line.trim().chars()).collect();
    assert!((0..16).all(|at| (cells[at] == '.') == (cells[15 - at] == '.')), "{}", puzzle.text);
}

#[test]
fn impossible_requests_have_a_message() {
    for (text, wanted) in [
        (
            "clues number { ....; ....; ....; .... }\ngenerate number for slitherlink(e, number)",
            "`number` is declared already",
        ),
        ("generate number for slitherlink(e, e)", "the rule doesn't receive `number`"),
        ("generate number for sum(number)", "not a rule"),
        ("generate number for nothing(e, number)", "nothing is called `nothing`"),
        ("generate number for slitherlink(e, number) symmetric seed 1 - 2", "-1 can't be a seed"),
        ("generate cage sizes 7", "no regions of these sizes fill a board of 16 cells"),
        ("generate cage sizes 0..2", "0 isn't a possible size"),
        ("generate e sizes 2", "`e` is declared already"),
    ] {
        let message = error(&format!("{LOOP}{text}"));
        assert!(message.contains(wanted), "{message}\n{text}");
    }
    // Blank cells carry more information than others.
    let white = "rule r(x, n) { for c in x { if n[c] is none { c <= 2 } else { c % 2 = n[c] } } }\n";
    let message = error(&format!("grid y 2x2 in 1..4\n{white}generate n for r(y, n) seed 1"));
    assert!(message.contains("it constrains blank places too"), "{message}");
    // No number is ever true: all totals of two cells are at least 3.
    let never =
        "grid x 2x2 in 1..2\nrule r(x, n) { for c in x where n[c] is not none { c > 9 } }\ngenerate n for r(x, n)";
    assert!(generated(never).puzzles.is_empty());
}

/// The numbers of a nurikabe belong together: without one of them its island is sea, or another one's.
#[test]
fn islands_follow_from_a_solution() {
    let rules = "grid sea 5x5 in bool\n";
    for seed in 1..4 {
        let puzzle = one(&format!("{rules}generate island for nurikabe(sea, island) seed {seed}"));
        assert!(is_unique(&format!("{rules}{}", puzzle.text)), "{}", puzzle.text);
        assert_eq!(puzzle.text, one(&format!("{rules}generate island for nurikabe(sea, island) seed {seed}")).text);
    }
    let message = error(&format!("{rules}generate island for nurikabe(sea, island) clues 3"));
    assert!(message.contains("itself determines the clues of a solution"), "{message}");
}

/// So do those of a nuribou, which has no solution with an empty picture.
#[test]
fn strips_and_islands_follow_from_a_solution() {
    let rules = "grid shade 5x5 in bool\n";
    for seed in 1..4 {
        let puzzle = one(&format!("{rules}generate number for nuribou(shade, number) seed {seed}"));
        assert!(is_unique(&format!("{rules}{}", puzzle.text)), "{}", puzzle.text);
    }
}

#[test]
fn a_partition_by_clues_yet_to_be_made_has_a_message() {
    let message = error("grid x 3x4\npartition p of x, two number in each");
    assert!(message.contains("expected a picture or a list of cells, found a function"), "{message}");
}

#[test]
fn a_users_rule_defines_how_its_clues_follow() {
    let rules = "grid x 4x4 in bool\n\
         rule blocks(x, n) {\n\
           def clue(x) = [[(c, size(a)) for c in a] for a in areas(c for c in x)]\n\
           for a, b in diagonals(x) { not (a and b) }\n\
           grid owner like x in 0..16\n\
           for c in x { owner[c] > 0 <=> c }\n\
           for a, b in adjacent(owner) { a = 0 or b = 0 or a = b }\n\
           for c in x { if n[c] is not none { owner[c] = 4 * row(c) + col(c) - 4\ncount(o = owner[c] for o in owner) = n[c] } }\n\
           for c in owner { c = 0 or any(c = 4 * row(d) + col(d) - 4 for d in x where n[d] is not none) }\n\
           for c in x where n[c] is not none { connected(o = 4 * row(c) + col(c) - 4 for o in owner) }\n\
         }\n";
    let rules = rules.replace("for a, b in diagonals(x) { not (a and b) }\n", "count(x) = 5\n");
    let puzzle = one(&format!("{rules}generate n for blocks(x, n) seed 1"));
    assert!(puzzle.text.ends_with("blocks(x, n)") && is_unique(&format!("{rules}{}", puzzle.text)), "{}", puzzle.text);
    let wrong = "grid x 3x3 in bool\nrule r(x, n) { def clue(x) = 3\nvar h in 1..2\nn = n }\ngenerate n for r(x, n)";
    assert!(error(wrong).contains("must list pairs of a place and its clue"), "{}", error(wrong));
    let cells = "grid x 4x4 in 1..4\nlatin(x)\ngenerate dot for kropki(x, dots: dot)";
    assert!(error(cells).contains("the picture `dot` is 4x4"), "{}", error(cells));
}

#[test]
fn regions_that_leave_one_solution() {
    let rules = "grid star 6x6 in bool\n";
    let question = "generate room sizes 3..9 for star_battle(star, room) seed 3";
    let puzzle = one(&format!("{rules}{question}"));
    assert_eq!((puzzle.counts, puzzle.clues), ("region", 6));
    assert!(is_unique(&format!("{rules}{}", puzzle.text)), "{}", puzzle.text);
    assert_eq!(puzzle.text, one(&format!("{rules}{question}")).text);
    for (question, wanted) in [
        ("generate room sizes 7..9 for star_battle(star, star)", "the rule doesn't receive `room`"),
        ("generate room sizes 40 for star_battle(star, room)", "no regions of these sizes"),
        ("generate room sizes 2 for star_battle(star, room)", "needs 6 regions, not 18"),
        ("generate room sizes 3 symmetric", "shapes have none"),
    ] {
        let message = error(&format!("{rules}{question}"));
        assert!(message.contains(wanted), "{message}\n{question}");
    }
}

/// A rule with unknowns of its own, such as the forms of the pieces of a LITS.
#[test]
fn regions_for_a_rule_with_unknowns() {
    let rules = "grid shade 5x5 in bool\n";
    let puzzle = one(&format!("{rules}generate room sizes 4..9 for lits(shade, room) seed 1"));
    assert!(is_unique(&format!("{rules}{}", puzzle.text)), "{}", puzzle.text);
}

/// Clues around the edge stand on the sides and at the lines that `like` marks.
#[test]
fn clues_on_some_sides() {
    let rules = "grid shade 4x4 in bool\n";
    let generate = |like: &str| format!("{rules}generate outside sky for box(shade, sky) like {{ {like} }} clues all");
    let puzzle = one(&format!("{} seed 1", generate("top; left .##.")));
    let sides: Vec<&str> = puzzle.text.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(sides, ["outside", "top", "left", "}", "box(shade,"], "{}", puzzle.text);
    let left: Vec<&str> = puzzle.text.lines().nth(2).expect("a side").split_whitespace().collect();
    assert!(left[1] == "." && left[2] != "." && left[3] != "." && left[4] == ".", "{}", puzzle.text);
    for like in ["above", "top ###", "#..#"] {
        let message = error(&generate(like));
        assert!(message.contains("a row after `like` is a side of the grid"), "{message}");
    }
}

/// Most sizes that differ much are not as many as the rule asks for, or have no solution.
#[test]
fn regions_of_which_most_are_refused() {
    let rules = "grid star 10x10 in bool\n";
    let puzzle = one(&format!("{rules}generate room sizes 4..16 for star_battle(star, room, 2) seed 6"));
    assert_eq!((puzzle.counts, puzzle.clues), ("region", 10));
    assert!(is_unique(&format!("{rules}{}", puzzle.text)), "{}", puzzle.text);
}

/// All clues of a solution, whatever else has them; givens do the rest.
#[test]
fn all_clues_of_a_solution() {
    let mut session = session("grid x 6x6 in 1..6\nsudoku(x, 2, 3)\n");
    say(&mut session, "generate outside sum for sandwich(sum, high: 6) clues all seed 1 keep\ngenerate x seed 1 keep");
    assert!(matches!(say(&mut session, "unique").pop(), Some(Answer::Unique { .. })));
}

/// Wherever it is stopped, a puzzle that was made already is read and confirmed once more.
#[test]
fn what_was_made_until_it_is_stopped_is_shown() {
    let mut session = session("grid x 14x14\nfences e of x\n");
    let interrupt = session.interrupt().clone();
    session.set_progress(Some(Box::new(move |text: &str| {
        if text.contains("clues left") {
            interrupt.set();
        }
    })));
    match say(&mut session, "generate number for slitherlink(e, number) seed 1").pop() {
        Some(Answer::Generated(generated)) => {
            let [puzzle] = &generated.puzzles[..] else { panic!("{generated:?}") };
            session.interrupt().clear();
            assert!(is_unique(&format!("grid x 14x14\nfences e of x\n{}", puzzle.text)));
        }
        other => panic!("{other:?}"),
    }
}

/// A rule that counts the cells seen from a clue declares unknowns for the clue.
#[test]
fn clues_with_unknowns_of_their_own() {
    let rules = "grid x 4x4 in 1..4\nlatin(x)\n";
    for seed in 1..4 {
        let puzzle = one(&format!("{rules}generate outside sky for skyscraper(sky) seed {seed}"));
        assert!(is_unique(&format!("{rules}{}", puzzle.text)), "{}", puzzle.text);
    }
    // All of them fit the solution together, and it is shown without the unknowns of the rule.
    let mut session = session(rules);
    say(&mut session, "generate outside sky for skyscraper(sky) clues all seed 1 keep\ngenerate x seed 1 keep");
    assert!(matches!(say(&mut session, "unique").pop(), Some(Answer::Unique { .. })));
}

/// A rule has unknowns of its own with and without clues: they are the same in both.
#[test]
fn a_rule_with_unknowns_of_its_own() {
    let rule = "grid x 4x4 in 1..4\nlatin(x)\n\
                rule doubled(x, n) {\ngrid d like x in 2..8\nfor c in d { c = 2 * x[row(c), col(c)] }\n\
                for c in d where n[c] is not none { sum(neighbors(c)) = n[c] }\n}\n";
    let puzzle = one(&format!("{rule}generate n for doubled(x, n) seed 2"));
    assert!(puzzle.clues > 0 && is_unique(&format!("{rule}{}", puzzle.text)), "{}", puzzle.text);
    // The value of such an unknown in the solution is open.
    let rule = "grid x 4x4 in 1..4\nlatin(x)\n\
                rule shifted(x, n) { var h in 1..4\nfor c in x where n[c] is not none { c + h = n[c] } }\n";
    let puzzle = one(&format!("{rule}generate n for shifted(x, n) seed 1"));
    assert!(is_unique(&format!("{rule}{}", puzzle.text)), "{}", puzzle.text);
    // The values that it can have depend on the clues.
    let rule = "grid x 4x4 in 1..4\nlatin(x)\n\
                rule chosen(x, n) {\nlet homes = [c for c in x where n[c] is not none]\nvar v[size(homes) + 1] in 1..4\n\
                for k in 1..size(homes) { v[k] = homes[k]\nv[k] = n[homes[k]] }\n}\n";
    let message = error(&format!("{rule}generate n for chosen(x, n) seed 1"));
    assert!(message.contains("its unknowns depend on them"), "{message}");
}

/// Most solutions have others with the same numbers; what has the clues of one of them is not drawn again.
#[test]
fn clues_that_leave_another_solution_are_not_tried_again() {
    let rules = "grid shade 5x5 in bool\nregions room { aabbb; aacbb; dcccb; ddeee; ddeee }\n";
    check_minimal(rules, "generate number for chocona(shade, room, number) seed 1");
}

/// The clues of these rules belong together, as the rule states.
#[test]
fn rules_that_say_how_their_clues_follow() {
    for (rules, question) in [
        ("grid shade 5x5 in bool\n", "generate number for nurimisaki(shade, number)"),
        ("grid shade 5x5 in bool\n", "generate number for mochikoro(shade, number)"),
        ("grid shade 5x5 in bool\n", "generate number for scrin(shade, number)"),
        ("grid x 4x4\npartition p of x\n", "generate number for squarejam(p, number)"),
        ("grid x 4x4\npartition p of x\n", "generate number for usotatami(p, number)"),
        ("grid x 4x4\npartition p of x\n", "generate lengths for lohkous(p, lengths)"),
        ("grid x 5x5\npartition p of x\n", "generate area for shikaku(p, area)"),
        ("grid x 4x4\npartition p of x\n", "generate number for nawabari(p, number)"),
        ("grid x 4x4\npartition p of x\n", "generate sign for tatamibari(p, sign)"),
        ("grid x 4x4\npartition p of x\n", "generate number for araf(p, number)"),
        ("grid x 5x5\nlinks e of x\n", "generate wall for simple_loop(e, wall)"),
        ("grid shade 5x5 in bool\nlinks e of shade\n", "generate arrow for yajilin(shade, e, arrow)"),
        ("grid x 4x4\nlinks e of x\n", "generate number for numberlink(e, number)"),
    ] {
        for seed in 1..3 {
            let puzzle = one(&format!("{rules}{question} seed {seed}"));
            assert!(puzzle.clues > 0 && is_unique(&format!("{rules}{}", puzzle.text)), "{}", puzzle.text);
        }
    }
}

/// Every clue is needed if a rule implies nothing for blank places.
#[test]
fn what_need_not_be_given_is_left_out() {
    check_minimal("grid shade 4x4 in bool\n", "generate number for mochikoro(shade, number) seed 1");
}

#[test]
fn a_rule_that_takes_no_empty_picture_has_a_message() {
    let text = "grid x 3x3 in 1..3\n\
                rule r(x, n) { require any(n[c] is not none for c in x), \"there are no numbers\"\nfor c in x where n[c] is not none { c = n[c] } }\n\
                generate n for r(x, n)";
    let mut session = Session::new(Settings::of_environment(), Interrupt::new());
    let mut errors = vec![];
    for statement in session.read("test", text, None).expect("the text reads") {
        errors.extend(session.run(&statement, &mut |_, _| {}).err());
    }
    let [error] = &errors[..] else { panic!("{errors:?}") };
    assert!(error.message.contains("there are no numbers"), "{error:?}");
    assert!(error.help.as_ref().is_some_and(|help| help.contains("a function `clue`")), "{error:?}");
}

#[test]
fn the_digits_around_a_sandwich_change_places() {
    let asked = "generate outside sum for sandwich(sum, high: 6) seed 1";
    let found = generated(&format!("{SIX}{asked}"));
    assert_eq!((found.puzzles.len(), found.value_symmetry), (0, Some(("1".into(), "6".into()))));
    // They can't if one of them is given.
    let found = generated(&format!("{SIX}r1c1 = 1\n{asked} clues all"));
    assert_eq!((found.puzzles.len(), found.value_symmetry), (1, None));
}

#[test]
fn a_rule_that_refuses_all_clues_gives_the_reason() {
    let message = error(&format!("{SIX}generate outside sum for sandwich(sum)"));
    assert!(message.contains("9 is no digit here"), "{message}");
}

/// The picture that the rule was tried on is named like the user's, and is no place of an error.
#[test]
fn a_refused_clue_is_located_in_the_typed_text() {
    let refuses = "k[c] is not none { require k[c] = 100, \"no \", k[c] }";
    for (body, place) in [(refuses, "mine(e, k)"), ("k[c] is not none { e[c] = nope }", "nope")] {
        let text =
            format!("grid e 3x3 in bool\nrule mine(e, k) {{ for c in e {{ if {body} }} }}\ngenerate k for mine(e, k)");
        let mut session = Session::new(Settings::of_environment(), Interrupt::new());
        let statements = session.read("test", &text, None).expect("the text reads");
        let errors = statements.iter().filter_map(|statement| session.run(statement, &mut |_, _| {}).err());
        let [error] = &errors.collect::<Vec<_>>()[..] else { panic!("one error is expected") };
        let at = error.labels[0].span;
        assert_eq!(session.elaborator().sources.slice(at), place, "{error:?}");
        let text = format!("{error:?}");
        assert!(!text.contains("without clues") && !text.contains("k refused"), "{text}");
    }
}

#[test]
fn all_clues_are_kept_where_another_solution_has_them() {
    // The two digits around a sandwich can always change places.
    let text = "generate outside sum for sandwich(sum) clues all seed 1 keep\ngenerate x seed 1";
    let answers = say(&mut session(NINE), text);
    let [Answer::Generated(sums), Answer::Generated(givens)] = &answers[..] else { panic!("{answers:?}") };
    let puzzle = &sums.puzzles[0];
    // Each of 18 lines has its clue at both ends.
    assert_eq!(puzzle.clues, 36);
    let with_sums = format!("{NINE}{}\n", puzzle.text);
    assert!(!is_unique(&with_sums));
    assert!(givens.puzzles[0].clues < 17, "no sudoku has so few without the sums");
    assert!(is_unique(&format!("{with_sums}{}", givens.puzzles[0].text)));
}
