//! The session with which the README begins.

use super::{Terminal, home};

/// The first block of the README.
fn session() -> String {
    let readme = include_str!("../../README.md");
    let block = readme.split("```").nth(1).expect("a block");
    block.trim_matches('\n').to_string()
}

#[test]
fn the_prompt_answers_as_in_the_readme() {
    let session = session();
    // The picture under the last answer stands below the block.
    let rows = session.lines().count() as u16 + 20;
    let home = home();
    let mut t = Terminal::start(home.path(), (rows, 80), &[]);
    let lines: Vec<&str> = session.lines().filter(|line| line.starts_with("> ")).collect();
    for (k, line) in lines.iter().enumerate() {
        t.press(&line[2..]);
        t.press("\r");
        let typed = |screen: &str| screen.lines().filter(|shown| shown.trim_end().starts_with("> ")).count();
        t.wait("the line", |screen| typed(screen) > k && screen.lines().any(|shown| shown == *line));
        t.wait_for_prompt();
    }
    let screen = t.text();
    assert!(screen.contains(&session), "{screen}\nand not\n{session}");
    t.leave();
}
