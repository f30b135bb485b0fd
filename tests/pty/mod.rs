//! The prompt in a real pseudo-terminal: keys go in, and a screen is looked at.
#![cfg(unix)]

mod kept;
mod readme;

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How long to wait for a screen; only a failing test waits this long.
const PATIENCE: Duration = Duration::from_secs(60);

const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";
const CTRL_R: &str = "\x12";
const UP: &str = "\x1b[A";
const TAB: &str = "\t";

struct Terminal {
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    screen: Arc<Mutex<vt100::Parser>>,
    child: Box<dyn Child + Send + Sync>,
}

impl Terminal {
    /// The program in a terminal, with its files in `home`.
    fn start(home: &Path, (rows, columns): (u16, u16), arguments: &[&str]) -> Terminal {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_sator"));
        command.args(arguments);
        command.cwd(home);
        for (name, value) in [("TERM", "xterm-256color"), ("LANG", "C.UTF-8")] {
            command.env(name, value);
        }
        command.env("HOME", home);
        for name in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "SATOR_HISTORY", "NO_COLOR"] {
            command.env_remove(name);
        }
        let child = pair.slave.spawn_command(command).expect("the program starts");
        drop(pair.slave);
        let keys = pair.master.take_writer().expect("a keyboard");
        let mut reader = pair.master.try_clone_reader().expect("a screen");
        let screen = Arc::new(Mutex::new(vt100::Parser::new(rows, columns, 1000)));
        let own = screen.clone();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(n @ 1..) = reader.read(&mut buffer) {
                own.lock().expect("no panic").process(&buffer[..n]);
            }
        });
        let mut terminal = Terminal { master: pair.master, keys, screen, child };
        terminal.wait_for_prompt();
        terminal
    }

    /// Waits until the cursor is behind an empty prompt.
    fn wait_for_prompt(&mut self) {
        let start = Instant::now();
        loop {
            let at_prompt = {
                let parser = self.screen.lock().expect("no panic");
                let (row, column) = parser.screen().cursor_position();
                let (_, columns) = parser.screen().size();
                column == 2 && parser.screen().rows(0, columns).nth(row.into()).is_some_and(|l| l.trim_end() == ">")
            };
            if at_prompt {
                return;
            }
            assert!(start.elapsed() < PATIENCE, "waited for the prompt on\n{}", self.text());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Drops the line, which must be on the screen, with Ctrl-C.
    fn drop_line(&mut self) {
        self.press(CTRL_C);
        self.wait_for_prompt();
    }

    fn text(&self) -> String {
        self.screen.lock().expect("no panic").screen().contents()
    }

    /// Waits until the screen is as wanted.
    fn wait(&mut self, what: &str, wanted: impl Fn(&str) -> bool) {
        let start = Instant::now();
        while !wanted(&self.text()) {
            assert!(start.elapsed() < PATIENCE, "waited for {what} on\n{}", self.text());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn see(&mut self, text: &str) {
        self.wait(&format!("`{text}`"), |screen| screen.contains(text));
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("the program listens");
        self.keys.flush().expect("the program listens");
    }

    /// Types a line, and waits for its answer and the next prompt.
    fn say(&mut self, line: &str, then: &str) {
        self.press(line);
        self.press("\r");
        self.see(then);
        self.wait_for_prompt();
    }

    /// Leaves, and checks that all went well.
    fn leave(mut self) {
        self.wait_for_prompt();
        self.press(CTRL_D);
        let status = self.child.wait().expect("it ends");
        assert_eq!(status.exit_code(), 0);
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn home() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

const SUDOKU: &str = "\
givens {
  53..7....
  6..195...
  .98....6.
  8...6...3
  4..8.3..1
  7...2...6
  .6....28.
  ...419..5
  ....8..79
}";

/// Pigeons in one hole less: no solver finds the proof in minutes.
const ENDLESS: &str = "var p[14] in 1..13\rfor a, b in all_pairs(p) { a != b }\r";

#[test]
fn a_sudoku_with_a_picture() {
    let home = home();
    let mut t = Terminal::start(home.path(), (40, 80), &[]);
    t.say("grid x 9x9 in 1..9", "81 unknowns");
    t.say("for l in rows(x) + cols(x) + boxes(x, 3, 3) { distinct(l) }", "#2 for");
    for line in SUDOKU.lines() {
        t.press(&format!("{line}\r"));
    }
    t.see("#3 givens");
    // The rows stand under each other, and under the first line.
    let screen = t.text();
    let column = |part: &str| screen.lines().find_map(|l| l.find(part).map(|at| l[..at].chars().count()));
    assert_eq!(column("53..7...."), Some(4), "{screen}");
    assert_eq!(column("....8..79"), Some(4), "{screen}");
    assert_eq!(column("givens {"), Some(2), "{screen}");
    t.say("is it unique?", "this is the only solution");
    t.leave();
}

#[test]
fn history_of_the_last_run() {
    let home = home();
    let mut t = Terminal::start(home.path(), (24, 80), &[]);
    t.say("var apples in 1..3", "1 unknown");
    t.press("if apples > 1 {\r  apples = 2\r}\r");
    t.see("#2 if");
    t.leave();

    let mut t = Terminal::start(home.path(), (24, 80), &[]);
    t.press(UP);
    t.see("·   apples = 2");
    t.drop_line();
    t.press(CTRL_R);
    t.see("reverse-i-search");
    t.press("var a");
    t.see("var apples in 1..3");
    t.press("\r");
    t.see("1 unknown");
    t.leave();
    assert!(home.path().join(".local/share/sator/history").is_file());
}

#[test]
fn completion_and_hints() {
    let home = home();
    let mut t = Terminal::start(home.path(), (24, 80), &[]);
    t.say("grid shade 2x2 in bool", "4 unknowns");
    t.say("rule killer(cage, total) { sum(cage) = total }", "#2 rule killer");
    t.press(&format!("killer{TAB}"));
    t.see("killers(cages, totals)");
    t.drop_line();
    t.press(&format!("show sh{TAB}\r"));
    t.wait("a grid", |screen| screen.contains("> show shade") && screen.contains("? ?"));
    t.press(&format!("set enc{TAB} f{TAB}"));
    t.see("set encoding fd");
    t.drop_line();
    // The dim rest of the word is taken by the right arrow.
    t.press("uniq");
    t.see("> unique");
    t.press("\x1b[C\r");
    t.see("not unique");
    t.leave();
}

#[test]
fn ctrl_c_stops_a_search() {
    let home = home();
    let mut t = Terminal::start(home.path(), (24, 80), &[]);
    t.press(ENDLESS);
    t.see("#2 for");
    t.press("solve\r");
    // The line with the elapsed time appears after a second, and disappears at the end.
    t.see("Ctrl-C stops");
    t.press(CTRL_C);
    t.see("unknown: interrupted");
    assert!(!t.text().contains("Ctrl-C stops"));
    t.say("drop 2", "dropped #2");
    t.say("p[1] = 7; print p[1]", "\n7");
    t.press("12 +");
    t.see("12 +");
    t.drop_line();
    t.press(CTRL_C);
    t.see("`quit` or Ctrl-D leaves");
    t.leave();
}

#[test]
fn keys_typed_while_a_question_runs_are_kept() {
    let home = home();
    let mut t = Terminal::start(home.path(), (24, 80), &[]);
    t.press(ENDLESS);
    t.see("#2 for");
    t.press("solve\r");
    t.see("Ctrl-C stops");
    // The prompt gets the keys as they are: letters, Enter, and keys that move in the line.
    t.press("print 6 * 7\rprint 2\x01\x05 * 9");
    t.press(CTRL_C);
    t.see("unknown: interrupted");
    t.see("\n42");
    t.wait("the line begun", |screen| screen.trim_end().ends_with("> print 2 * 9"));
    assert_eq!(t.text().matches("print 6 * 7").count(), 1, "{}", t.text());
    t.press("1\r");
    t.see("\n182");
    // At the prompt, too, keys after Ctrl-C count. Before it is there, Ctrl-C would keep those before as well.
    t.wait_for_prompt();
    t.press(&format!("12 +{CTRL_C}print 8 * 8\r"));
    t.see("\n64");
    t.leave();
}

#[test]
fn pasting_a_long_puzzle() {
    let home = home();
    let mut t = Terminal::start(home.path(), (24, 80), &[]);
    let mut text = format!("# a pasted puzzle\ngrid x 9x9 in 1..9\n{SUDOKU}\n");
    let cells = (1..=9).flat_map(|r| (1..=9).map(move |c| (r, c)));
    for (r, c) in cells {
        text += &format!("r{r}c{c} >= 1   # line\n\n");
    }
    text += "print \"pasted\", 6 * 7";
    assert!(text.lines().count() >= 170);
    for i in 0..30 {
        text += &format!("\nlet name_{i} = {i}");
    }
    assert!(text.lines().count() >= 200);
    t.press(&format!("\x1b[200~{}\x1b[201~", text.replace('\n', "\r")));
    t.see("let name_29 = 29");
    t.press("\r");
    t.see("#113 let name_29 = 29");
    t.say("stats", "113 statements");
    t.leave();
}

#[test]
fn a_narrow_window() {
    let home = home();
    let mut t = Terminal::start(home.path(), (30, 40), &[]);
    t.say("grid x 4x4 in 1..4", "16 unknowns");
    t.press("for line in rows(x) + cols(x) + boxes(x, 2, 2) { distinct(line) }");
    t.see("distinct(line) }");
    // Back to the start and on: the cursor keeps its place over two rows.
    t.press("\x01# \x05\r");
    t.press("for line in rows(x) + cols(x) + boxes(x, 2, 2) { distinct(line) }\r");
    t.see("#2 for");
    t.say("count", "288 solutions");
    t.leave();
}

#[test]
fn resizing() {
    let home = home();
    let mut t = Terminal::start(home.path(), (24, 80), &[]);
    t.say("var abcdefghij in 1..9", "1 unknown");
    t.press("abcdefghij + abcdefghij + abcdefghij = 6");
    t.see("abcdefghij = 6");
    t.screen.lock().expect("no panic").screen_mut().set_size(24, 30);
    t.master.resize(PtySize { rows: 24, cols: 30, pixel_width: 0, pixel_height: 0 }).expect("resized");
    t.press("\x05 ");
    t.press("\r");
    t.see("#2 ");
    t.say("print abcdefghij", "\n2");
    t.leave();
}

#[test]
fn edit_puts_the_statement_back() {
    let home = home();
    let mut t = Terminal::start(home.path(), (24, 80), &[]);
    t.say("var a in 1..5", "1 unknown");
    t.say("a = 3", "#2 a = 3");
    t.press("edit 2\r");
    t.wait("the statement", |screen| screen.trim_end().ends_with("> a = 3"));
    t.press("\x7f4\r");
    t.see("#2 a = 4");
    t.say("print a", "\n4");
    t.leave();
}

#[test]
fn the_user_can_allow_overwriting_a_file() {
    let home = home();
    let file = home.path().join("notes.txt");
    std::fs::write(&file, "mine\n").expect("written");
    let mut t = Terminal::start(home.path(), (24, 80), &[]);
    t.say("var a in 1..5", "1 unknown");
    for no in ["\r", "n\r", "yo\r", CTRL_D] {
        t.press("save \"notes.txt\"\r");
        t.see("Overwrite it? [y/N]");
        t.press(no);
        t.see("choose another name");
        t.wait_for_prompt();
        assert_eq!(std::fs::read_to_string(&file).expect("there"), "mine\n");
        t.press("\x0c");
        t.wait("a clean screen", |screen| !screen.contains("choose"));
    }
    t.press("save \"notes.txt\"\r");
    t.see("Overwrite it? [y/N]");
    t.press("y\r");
    t.see("saved 1 statement");
    assert!(std::fs::read_to_string(&file).expect("there").contains("var a in 1..5"));
    // Now it is sator's: nothing is asked.
    t.press("\x0c");
    t.wait("a clean screen", |screen| !screen.contains("saved"));
    t.say("save \"notes.txt\"", "saved 1 statement");
    assert!(!t.text().contains("Overwrite it?"));
    t.leave();
}

#[test]
fn a_file_of_ones_own_is_read_first() {
    let home = home();
    let folder = home.path().join(".config/sator");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("init.puz"), "rule twice(a, b) { a = 2 * b }\nset timeout 5s\n").expect("written");
    let mut t = Terminal::start(home.path(), (24, 80), &[]);
    t.say("var a, b in 3..6", "2 unknowns");
    t.say("twice(a, b); print a", "\n6");
    t.say("set timeout", "timeout = 5s");
    t.leave();
}

/// SIGTERM ends the prompt at once, and the terminal is as before.
#[test]
fn sigterm_leaves_the_prompt() {
    let home = tempfile::tempdir().expect("a folder");
    let mut terminal = Terminal::start(home.path(), (10, 60), &[]);
    terminal.say("var a in 1..9", "1 unknown");
    let id = terminal.child.process_id().expect("it runs") as i32;
    // SAFETY: sends a signal to a child of this process.
    assert_eq!(unsafe { libc::kill(id, libc::SIGTERM) }, 0);
    let status = terminal.child.wait().expect("it ends");
    assert_eq!(status.exit_code(), 130);
}
