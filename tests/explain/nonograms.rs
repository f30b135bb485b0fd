//! Steps of nonograms, by the reasons of solvers.

use super::sentences::asked;

/// The reasons of the steps of one row, without the name of the clue.
fn reasons(clue: &str, width: usize, given: &str) -> Vec<String> {
    let text = format!("grid s 1x{width} in bool\noutside sky {{ left {clue} }}\nnonogram(s, sky)\n{given}");
    let (shown, _) = asked(&text, "15m", "solve steps");
    let steps = shown["steps"].as_array().expect("there are steps").iter();
    let name = format!("clue {clue} left of row 1: ");
    steps.map(|step| step["reason"].as_str().expect("a step has a reason").replace(&name, "")).collect()
}

#[test]
fn places_of_a_block_overlap() {
    assert_eq!(reasons("4", 6, ""), ["the places of the 4 overlap"]);
    assert_eq!(
        reasons("2,2", 9, "r1c4; not r1c3; r1c8"),
        ["no block reaches them", "the places of the first 2 overlap"]
    );
}

#[test]
fn a_block_goes_on_from_an_edge() {
    assert_eq!(reasons("2,2", 9, "r1c1"), ["the first 2 goes on from r1c1 to r1c2, no block reaches r1c3"]);
}

#[test]
fn a_block_has_one_place() {
    let steps = ["the places of the 3 overlap in r1c2 and r1c3, no block reaches r1c6 and r1c7", "the 3 has one place"];
    assert_eq!(reasons("3", 7, "not r1c4; not r1c5"), steps);
}

#[test]
fn blocks_fill_a_line() {
    assert_eq!(reasons("2,3", 6, ""), ["the blocks fill the line"]);
}

#[test]
fn a_finished_block_has_gaps_beside_it() {
    let steps =
        ["the 1 has all its cells", "no block reaches r1c1 and r1c2, the 2 has all its cells beside r1c3 and r1c6"];
    assert_eq!(reasons("2,1", 9, "r1c4; r1c5; r1c8"), steps);
}

#[test]
fn a_line_is_complete() {
    assert_eq!(reasons("1", 6, "r1c3"), ["the line is complete"]);
}

#[test]
fn a_block_of_any_length_has_reasons_too() {
    assert_eq!(reasons("?,3", 6, ""), ["the places of the 3 overlap"]);
    assert_eq!(reasons("2,?", 7, "r1c5; not r1c4"), ["the places of the 2 overlap"]);
}
