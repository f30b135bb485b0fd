//! The quick grader of Latin squares, against the steps.

use super::{METHOD, one, rules};
use crate::generator::{Context, Generator};
use sator_answer::Grade;
use sator_base::limits::Limits;
use sator_explain::LatinGrader;

const SIX: &str = "grid x 6x6 in 1..6\nsudoku(x, 2, 3)\n";
const NINE: &str = "grid x 9x9 in 1..9\nsudoku(x)\n";

#[test]
fn a_quick_grade_is_that_of_the_steps() {
    let limits = Limits::none();
    let context = Context { method: METHOD, prefer_integers: false, verify: false, limits: &limits, progress: &|_| {} };
    let mut met = [0; 4];
    for (text, seeds) in [(NINE, 1..64), (SIX, 1..32)] {
        let mut elaborator = rules(text);
        let quick = LatinGrader::of(&elaborator).expect("there are houses alone");
        for seed in seeds {
            for clues in ["minimal", "30"] {
                let puzzle = one(text, &format!("generate x clues {clues} seed {seed}"));
                let mut slow = Generator::new(&mut elaborator, context);
                for most in [Grade::Easy, Grade::Medium, Grade::Hard] {
                    let found = quick.grade(puzzle.givens.iter().copied(), most);
                    let reach = slow.reach_of(&puzzle.text, &puzzle.solution, most).expect("the puzzle reads");
                    assert_eq!(found, reach.expect("no limit is set").grade, "{}", puzzle.text);
                    met[found.map_or(3, |grade| grade as usize)] += 1;
                }
            }
        }
    }
    assert!(met.iter().filter(|&&n| n > 0).count() >= 3, "{met:?}");
    for text in [
        "grid x 4x4 in 1..4\nr1c1 < r1c2",
        "grid x 4x4\nfences e of x\nconnected(e)",
        "grid x 20x20 in 1..20\nlatin(x)",
    ] {
        assert!(LatinGrader::of(&rules(text)).is_none(), "{text}");
    }
}
