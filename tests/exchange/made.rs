//! New puzzles of puzz.link's genres: each goes out as a link and comes back with its one solution.
//!
//! `recipes.txt` has a script for each genre, with the size of a small puzzle and that of a usual one. A recipe with one size
//! draws parts of its board that `generate` doesn't make, such as ice, has random rooms that leave no solution on larger
//! boards, or takes long on others. Eleven recipes draw all of their board, so that the way
//! through the link is tested alone: the circles of a Kouchoku make its graph, which has to be there before a solution is
//! drawn; the curves of a Curve Data stand beside the board; a Kazunori has two pictures of sums; the
//! holes of a Rule of Three, and those of a Goishi, are its clues; the numbers of an Oasis depend on all of its circles; a Takoyaki
//! seldom has one solution; the tiles of a Parquet lie in its rooms; no rule of Kusabi, U-Turns
//! and Vertigo describes solutions without clues. A recipe that is `slow` runs with all tests.

use super::{count, script};
use crate::support::{Program, sample};
use std::collections::BTreeSet;

const RECIPES: &str = include_str!("recipes.txt");

/// The script that makes a puzzle of a genre.
struct Recipe<'a> {
    genre: &'a str,
    slow: bool,
    sizes: Vec<&'a str>,
    script: &'a str,
}

fn recipes() -> Vec<Recipe<'static>> {
    let blocks = RECIPES.split("\n\n").map(|block| block.split_once('\n').expect("a head and a script"));
    blocks
        .map(|(head, script)| {
            let words: Vec<&str> = head.split_whitespace().skip(1).collect();
            let sizes = words[1..].iter().copied().filter(|word| *word != "slow").collect();
            Recipe { genre: words[0], slow: words.contains(&"slow"), sizes, script }
        })
        .collect()
}

impl Recipe<'_> {
    /// Makes a puzzle of this size and reads its link.
    fn run(&self, size: &str) -> Result<(), String> {
        let width = size.split('x').next_back().unwrap_or(size);
        let script_of_size = self.script.replace("{size}", size).replace("{n}", width);
        let run = Program::with(&["-"]).input(format!("{script_of_size}\nunique\nexport link puzzlink\n")).run();
        if run.code != Some(0) || !run.out.contains("unique: this is the only solution") {
            return Err(format!("no puzzle: {:?} {} {}", run.code, run.out, run.err));
        }
        let link = run.out.split_whitespace().find(|word| word.starts_with("https://puzz.link/p?"));
        let link = link.ok_or_else(|| format!("no link: {} {}", run.out, run.err))?;
        match count(&script(link), 2) {
            1 => Ok(()),
            other => Err(format!("{link} has {other} solutions")),
        }
    }
}

/// Whether the tests that take minutes run too.
fn all() -> bool {
    std::env::var_os("SATOR_TEST_ALL").is_some()
}

fn run_all(size: impl Fn(&Recipe) -> Option<String>) {
    let recipes = recipes();
    let wrong: Vec<String> = sample(6, &recipes)
        .filter_map(|recipe| recipe.run(&size(recipe)?).err().map(|why| format!("{}: {why}", recipe.genre)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn small_puzzles_go_through_links() {
    run_all(|recipe| recipe.sizes.first().filter(|_| all() || !recipe.slow).map(|size| size.to_string()));
}

/// The usual sizes take minutes.
#[test]
fn usual_puzzles_go_through_links() {
    if all() {
        run_all(|recipe| recipe.sizes.get(1).map(|size| size.to_string()));
    }
}

/// Each genre that links know has a recipe.
#[test]
fn each_genre_has_a_recipe() {
    let made: BTreeSet<&str> = recipes().iter().map(|recipe| recipe.genre).collect();
    let known: BTreeSet<&str> = sator_formats::puzzlink::GENRES.iter().map(|genre| genre.name).collect();
    assert_eq!(made, known);
}
