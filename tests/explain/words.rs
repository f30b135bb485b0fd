//! Words of rules for what is hidden, and of their statements, as steps use them.

use super::sentences::{assert_sentences, drawn, puzzle_of, sentences};

/// A hidden number that a cell has none of isn't called by the cell's own words, or a step would contradict itself.
#[test]
fn what_is_hidden_has_words_of_its_own() {
    for example in ["disco", "araf", "chained_block"] {
        let printed = sentences(example);
        let names_itself = |line: &str| {
            let cell = line.split(' ').next().unwrap_or_default();
            line.starts_with('r') && line.contains(&format!("in the piece of {cell} "))
        };
        assert!(!printed.contains("isn't unshaded"), "{example}: {printed}");
        assert!(!printed.lines().any(names_itself), "{example}: {printed}");
    }
    assert_sentences("disco", &["is in no block"]);
    assert_sentences("araf", &["in the piece whose first clue is at r"]);
}

/// A statement is a sentence, or a noun without a comma, so that it can stand in a list.
#[test]
fn statements_stand_in_lists() {
    assert_sentences("tateyoko", &["the 1 at r"]);
    assert_sentences("nagenawa", &[" meet at r"]);
    assert_sentences("toichika2", &["is 1 empty cell away"]);
}

/// A cell of which all neighbours but one are shaded keeps its way out, which is easier than the whole area.
#[test]
fn a_cell_keeps_its_way_out() {
    assert_sentences("hitori", &["needs a way out"]);
}

/// Clues of one kind are one phrase, and the list of statements repeats none of those that the sentence counts.
#[test]
fn clues_of_one_kind_are_one_phrase() {
    let shown = |example: &str| drawn(&format!("{}\nsolve steps", puzzle_of(example))).replace("\n     ", " ");
    assert_sentences("ichimaga", &["the 3 at r3c1 has only three lines left, likewise at r5c3, the 4 at r3c2 "]);
    assert!(!shown("hidato").contains("by 11 at r1c1 needs 12 beside it"));
    assert!(shown("tents").contains("no tree touches r1c4, r2c4 or r6c4"));
    assert_sentences("double_choco", &["the 4 at r1c5 would have no room"]);
    assert_sentences("patchwork", &["only place left for 1: room.h has no number twice"]);
}

/// A list of steps sums up the denials that a step builds on; the step alone has all of them.
#[test]
fn denials_are_summed_up() {
    let area = ". . . 4 4 5; . . . . . .; 3 . . . . .; . . . 9 . .; . . . . 5 .; . . . 6 . .";
    let puzzle = format!("grid x 6x6\nclues area {{ {area} }}\npartition p of x\nshikaku(p, area)");
    let shown = |question: &str| drawn(&format!("{puzzle}\n{question}")).replace("\n     ", " ");
    let (list, alone) = (shown("solve steps"), shown("steps 18"));
    assert!(list.contains("as no piece is r5c2 to r6c4, likewise for 4 others (steps 13, 15 and 17)"), "{list}");
    assert!(alone.contains("no piece is r2c5 to r6c5 (step 13), no piece is r2c3 to r4c5 (step 13)"), "{alone}");
    assert!(alone.contains("each piece is a rectangle [line 4] (12 times)"), "{alone}");
}

/// A sum by its terms doesn't name the statement that makes them differ.
#[test]
fn terms_of_a_sum_differ() {
    let text = sator::gallery::find("rules/kakuro").expect("an example").text;
    let shown = drawn(&text.replace("solve\nunique", "solve steps"));
    assert!(shown.contains("the 4 down from r1c2: 1 + 3\n"), "{shown}");
}
