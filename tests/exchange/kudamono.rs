//! Links of Kudamono, written by hand after the format's rules.

use super::out::{comes_back, export};
use super::{count, problem, script};

const PLAYER: &str = "https://pedros.works/paper-puzzle-player?";

fn read(query: &str) -> String {
    script(&format!("{PLAYER}{query}"))
}

fn refused(query: &str) -> String {
    problem(&format!("{PLAYER}{query}"))
}

/// Cells are counted column by column, from the bottom up.
#[test]
fn numbers_and_circles_stand_in_their_cells() {
    let nurikabe = read("W=3x2&L=(2)1(1)3&G=nurikabe");
    assert!(nurikabe.contains("grid sea 2x3 in bool") && nurikabe.contains("  2..\n  ..1\n"), "{nurikabe}");
    let old = read("W=2&H=1&L=(2)1(1)3&G=nurikabe");
    assert!(old.contains("  2..\n  ..1\n"), "{old}");
    let masyu = read("W=2x2&L=w0b2&G=masyu");
    assert!(masyu.contains("  ..\n  wb\n"), "{masyu}");
    assert!(read("W=2x2&L=(12)3&G=nurikabe").contains("  .  12\n"));
}

/// Columns and rows of old links are ordered as text.
#[test]
fn old_links_order_columns_as_text() {
    // Column 10 comes after columns 0 and 1.
    let wide = read("W=10&H=0&L=(1)1(2)1(3)1&G=nurikabe");
    assert!(wide.contains("  .13.......2\n"), "{wide}");
}

#[test]
fn strokes_are_the_borders_of_rooms() {
    let heyawake = read("W=3x2&L=(1)1&SIE=6UU&G=heyawake");
    assert!(heyawake.contains("  aab\n  aab\n") && heyawake.contains("  1..\n  ...\n"), "{heyawake}");
    // A stroke that turns, after one at the edge.
    let lits = read("W=4x4&SIE=0UU10UURR&G=lits");
    assert!(lits.contains("  aaaa\n  aaaa\n  aabb\n  aabb\n"), "{lits}");
    assert!(count(&heyawake, 2) > 0);
}

#[test]
fn other_parts_are_refused() {
    for (query, part) in [
        ("W=3x2&L=x1&G=nurikabe", "no `x`"),
        ("W=3x2&L=(1)1&L-N=(2)1&G=nurikabe", "`L-N`"),
        ("W=3x2&L=(1)1&SIE=6UU&G=nurikabe", "`SIE`"),
        ("W=3x2&V=double&G=lits", "`V`"),
        ("W=3x2&L=(1)1(2)1&SIE=6UU&G=heyawake", "two numbers"),
        ("W=3x2&L=(1)9&G=nurikabe", "damaged"),
        ("W=3x2&L=(1&G=nurikabe", "damaged"),
        ("W=3x2&SIE=6UUU&G=lits", "damaged"),
        ("W=3x2&G=seiza", "the genre `seiza`"),
        ("W=300x2&G=nurikabe", "columns and rows"),
        ("G=nurikabe", "columns and rows"),
    ] {
        assert!(refused(query).contains(part), "{query}: {}", refused(query));
    }
}

fn written(puzzlink: &str) -> String {
    export(&script(&format!("https://puzz.link/p?{puzzlink}")), "link kudamono").expect("writes").text
}

#[test]
fn links_are_written_column_by_column() {
    assert_eq!(written("nurikabe/3/2/2j1"), format!("{PLAYER}W=3x2&L=(2)1(1)3&G=nurikabe"));
    assert_eq!(written("mashu/2/2/1i"), format!("{PLAYER}W=2x2&L=w0b2&G=masyu"));
    // A border from the lower edge to the upper one, and one that turns.
    assert_eq!(written("heyawake/3/2/a01"), format!("{PLAYER}W=3x2&L=(1)1&SIE=6UU&G=heyawake"));
    assert_eq!(written("lits/4/4/04g0c0"), format!("{PLAYER}W=4x4&SIE=10UU2RR&G=lits"));
}

/// Each example of a genre that links of Kudamono hold comes back as the same puzzle.
#[test]
fn examples_come_back() {
    let mut found = 0;
    for example in sator::gallery::EXAMPLES.iter().filter(|example| example.name.starts_with("rules/")) {
        let text = example.text.split("\nsolve").next().unwrap_or(example.text);
        if export(text, "link kudamono").is_ok_and(|shared| shared.left_out.is_empty()) {
            comes_back(text, "link kudamono");
            found += 1;
        }
    }
    assert!(found >= 40, "{found}");
}

#[test]
fn other_genres_are_refused() {
    for (link, reason) in [("castle/3/1/20.a114", "this Castle Wall"), ("nurikabe/2/1/.g", "no clue `?`")] {
        let refused = export(&script(&format!("https://puzz.link/p?{link}")), "link kudamono");
        assert!(refused.as_ref().is_err_and(|why| why.contains(reason)), "{refused:?}");
    }
}
