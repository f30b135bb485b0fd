//! Texts of janko.at, written by hand after the format.

use super::{count, problem, script};

fn text(head: &str, problem: &str, areas: &str) -> String {
    let areas = if areas.is_empty() { String::new() } else { format!("areas\n{areas}") };
    let problem = if problem.is_empty() { String::new() } else { format!("problem\n{problem}") };
    format!("begin\n{head}\nauthor A. Setter\nunit 30\n{problem}{areas}solution\n1\nmoves\nZ2;ba,2;\ncb,4;\nend\n")
}

#[test]
fn clues_stand_in_cells_and_rooms() {
    let sudoku =
        script(&text("puzzle sudoku\nsize 4\npatternx 2\npatterny 2", "- 2 3 -\n3 - - -\n- - - 3\n- 3 2 -\n", ""));
    assert!(sudoku.contains("grid x 4x4 in 1..4") && sudoku.contains("  .23.\n  3...\n"), "{sudoku}");
    assert!(sudoku.contains("author \"A. Setter\""), "{sudoku}");
    let heyawake = script(&text("puzzle Heyawake\nrows 2\ncols 3", "- - -\n1 - -\n", "1 1 2\n1 1 2\n"));
    assert!(heyawake.contains("  aab\n  aab\n") && heyawake.contains("  1..\n  ...\n"), "{heyawake}");
    assert!(count(&heyawake, 2) > 0);
    let lits = script(&text("puzzle lits\nsize 4", "", "1 1 2 2\n1 1 2 2\n3 3 3 3\n3 3 3 3\n"));
    assert!(lits.contains("  aabb\n  aabb\n  cccc\n  cccc\n"), "{lits}");
}

/// In newer texts names stand in brackets.
#[test]
fn names_in_brackets() {
    let text = "[begin]\n[puzzle]\nHeyawake\n[author]\nA. Setter\n[rows]\n2\n[cols]\n3\n[problem]\n- - -\n1 - -\n\
                [areas]\n1 1 2\n1 1 2\n[solution]\n- - -\n- x -\n[moves]\nZ2;ba,2;\n[end]\n";
    let heyawake = script(text);
    assert!(heyawake.contains("  aab\n  aab\n") && heyawake.contains("  1..\n  ...\n"), "{heyawake}");
    assert!(heyawake.contains("author \"A. Setter\""), "{heyawake}");
    assert!(problem(&text.replace("[areas]", "[clabels]")).contains("`clabels`"));
}

#[test]
fn tokens_mean_clues_of_their_genre() {
    let masyu = script(&text("puzzle masyu\nrows 1\ncols 3", "w - b\n", ""));
    assert!(masyu.contains("  w.b\n"), "{masyu}");
    let yajilin = script(&text("puzzle yajilin\nrows 2\ncols 2", "1e -\n- 0n\n", ""));
    assert!(yajilin.contains("1,right") && yajilin.contains("0,up"), "{yajilin}");
    for (genre, board, row) in
        [("akari", "x 1 -\n", "  ?1.\n"), ("shakashaka", "5 1 -\n", "  ?1.\n"), ("kurotto", "o 1 -\n", "  ?1.\n")]
    {
        let read = script(&text(&format!("puzzle {genre}\nrows 1\ncols 3"), board, ""));
        assert!(read.contains(row) || read.contains(&row.replace('?', "#")), "{read}");
    }
}

#[test]
fn other_parts_are_refused() {
    for (head, board, areas, reason) in [
        ("puzzle renban\nsize 2", "- -\n- -\n", "1 1\n2 2\n", "the genre `renban`"),
        ("puzzle akari\nsize 2\nvariant diagonal", "- -\n- -\n", "", "`variant`"),
        ("puzzle akari\nsize 2", "- -\n- -\n", "1 1\n2 2\n", "`areas`"),
        ("puzzle akari\nsize 2", "- -\n- - -\n", "", "2 rows of 2 tokens"),
        ("puzzle akari\nsize 2", "- -\n", "", "2 rows of 2 tokens"),
        ("puzzle akari\nsize 2", "- q\n- -\n", "", "`q`"),
        ("puzzle akari\nsize 0", "- -\n", "", "`size`"),
        ("puzzle lits\nsize 2", "- -\n- -\n", "", "no `areas`"),
        ("puzzle sudoku\nsize 6\npatternx 2\npatterny 3", "", "", "`patternx`"),
    ] {
        assert!(problem(&text(head, board, areas)).contains(reason), "{head}: {}", problem(&text(head, board, areas)));
    }
}
