//! Sessions that are kept as they grow: whatever ends the prompt, `--resume` brings them back.

use super::{Terminal, home};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

fn data(home: &Path) -> PathBuf {
    home.join(".local/share/sator")
}

/// The sessions kept, by what is in them.
fn kept(home: &Path) -> Vec<(PathBuf, String)> {
    let entries = fs::read_dir(data(home)).into_iter().flatten();
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut all: Vec<(PathBuf, String)> = paths
        .filter(|path| path.extension().is_some_and(|e| e == "puz"))
        .map(|path| (path.clone(), fs::read_to_string(path).expect("text")))
        .collect();
    all.sort();
    all
}

/// Waits until a session that is kept holds this.
fn wait_for_kept(t: &mut Terminal, home: &Path, text: &str) {
    t.wait(&format!("a session with `{text}`"), |_| kept(home).iter().any(|(_, script)| script.contains(text)));
}

#[test]
fn a_closed_terminal_loses_nothing() {
    let home = home();
    let mut t = Terminal::start(home.path(), (24, 80), &[]);
    t.say("var a in 1..5", "1 unknown");
    t.say("a != 3", "#2 a != 3");
    wait_for_kept(&mut t, home.path(), "a != 3");
    let (file, _) = &kept(home.path())[0];
    assert_eq!(fs::metadata(file).expect("kept").permissions().mode() & 0o777, 0o600);
    // The terminal closes, as it does when a window is: the program gets SIGHUP or is killed.
    drop(t);
    let mut t = Terminal::start(home.path(), (24, 80), &["--resume"]);
    t.see("2 statements came back, kept just now");
    t.say("list", "2 a != 3");
    // The loaded session belongs to this prompt now, so there is one file and not two.
    assert_eq!(kept(home.path()).len(), 1);
    t.say("save \"mine.puz\"", "saved 2 statements");
    t.leave();
    assert_eq!(kept(home.path()).len(), 0, "it is in a file of the user's");
}

#[test]
fn a_statement_is_kept_before_the_question_behind_it() {
    let home = home();
    let mut t = Terminal::start(home.path(), (24, 80), &[]);
    t.press("var a in 1..5; solve; for i in 1..2 { a != i }\r");
    t.see("#2 for");
    wait_for_kept(&mut t, home.path(), "for i in");
    t.say("undo 2", "took back");
    // A session that was dropped as a whole is kept too.
    wait_for_kept(&mut t, home.path(), "for i in");
    t.leave();
}

#[test]
fn two_prompts_keep_two_sessions() {
    let home = home();
    let mut first = Terminal::start(home.path(), (24, 80), &[]);
    let mut second = Terminal::start(home.path(), (24, 80), &[]);
    first.say("var first in 1..5", "1 unknown");
    second.say("var second in 1..5", "1 unknown");
    wait_for_kept(&mut first, home.path(), "var first");
    wait_for_kept(&mut second, home.path(), "var second");
    second.leave();
    drop(first);
    let mut t = Terminal::start(home.path(), (24, 80), &["--resume"]);
    t.see("also kept");
    t.see("statement came back");
    let other = if t.text().contains("var first in") { "first" } else { "second" };
    t.say("reset", "all statements dropped");
    t.say("load last", "statement came back");
    t.say("list", &format!("#1 var {other}"));
    t.leave();
    assert_eq!(kept(home.path()).len(), 2, "what was reset stays, too");
}

#[test]
fn what_cannot_be_read_is_kept_aside() {
    let home = home();
    fs::create_dir_all(data(home.path())).expect("a folder");
    // Cut off in the middle, as by a full disk of an older program; and a statement that means nothing any more.
    let text =
        "# mine\nvar a in 1..5\nload \"gone.puz\"\nrule twice(b) {\n  b = 2 * a\n}\na != 3\nfor i in 1..3 {\n  a !";
    fs::write(data(home.path()).join("last-1-1.puz"), text).expect("written");
    let mut t = Terminal::start(home.path(), (24, 80), &["--resume"]);
    t.see("3 statements came back");
    t.see("left out: load \"gone.puz\"");
    t.say("list", "3 a != 3");
    t.leave();
    let all = kept(home.path());
    let aside = all.iter().find(|(path, _)| path.ends_with("unread-last-1-1.puz")).expect("kept aside");
    assert_eq!(aside.1, text);
    assert!(
        all.iter()
            .any(|(_, script)| script.contains("a != 3") && script.contains("# mine") && !script.contains("gone"))
    );
}

#[test]
fn a_session_of_ones_own_is_none_to_load() {
    let home = home();
    let mut t = Terminal::start(home.path(), (24, 80), &[]);
    t.say("var a in 1..5", "1 unknown");
    t.press("load last\r");
    t.see("no session with unsaved statements");
    t.leave();
}
