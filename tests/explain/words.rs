//! Words of rules for what is hidden, and of their statements, as steps use them.

use super::sentences::{assert_sentences, sentences};

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
