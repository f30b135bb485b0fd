//! Every example meets its own expectations: under both encodings, and when it is printed and read back.

use crate::support::{Program, sample};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

fn examples() -> Vec<PathBuf> {
    let mut found = vec![];
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("examples")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the examples are there").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "puz") {
                found.push(path);
            }
        }
    }
    found.sort();
    assert!(found.len() >= 18, "the gallery is complete");
    found
}

/// The objects of a run, without what may differ between runs of one script.
fn answers(encoding: &str, script: &str) -> Result<Vec<Value>, String> {
    // Examples with data of their own name files of this folder.
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/data");
    let run = Program::with(&["--json", "--encoding", encoding, "-"]).input(script).folder(&data).run();
    if run.code != Some(0) {
        return Err(format!("exit code {:?}\n{}", run.code, run.out));
    }
    let mut objects = run.objects();
    objects.iter_mut().for_each(without_lines);
    Ok(objects)
}

/// Where things stand in the text is another line when the text was printed.
fn without_lines(value: &mut Value) {
    match value {
        Value::Object(object) => {
            object.remove("line");
            object.values_mut().for_each(without_lines);
        }
        Value::Array(items) => items.iter_mut().for_each(without_lines),
        _ => {}
    }
}

/// The script as the printer writes it.
fn printed(script: &str) -> String {
    let mut sources = sator_base::source::SourceMap::default();
    let source = sources.add("example", script);
    let statements = sator_lang::syntax::parse(source, script).expect("an example reads");
    statements.iter().map(|s| sator_lang::syntax::print::print_statement(s) + "\n").collect()
}

fn wrong(examples: impl Iterator<Item = PathBuf>, check: impl Fn(&str) -> Result<(), String>) -> Vec<String> {
    let run = |path: PathBuf| {
        let script = std::fs::read_to_string(&path).expect("an example is text");
        check(&script).err().map(|why| format!("{}: {why}", path.display()))
    };
    examples.filter_map(run).collect()
}

#[test]
fn run_under_fd_and_printed_and_read_back() {
    let wrong = wrong(examples().into_iter(), |script| {
        let direct = answers("fd", script)?;
        let again = answers("fd", &printed(script))?;
        if direct == again {
            Ok(())
        } else {
            Err(format!("printed and read back it answers {again:?}, not {direct:?}"))
        }
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Examples that keep Z3 busy for 8 to 35 seconds each under `int`, 110 of the 180 seconds of all examples.
const SLOW_UNDER_INT: &[&str] =
    &["graceful-graph", "horrendum", "killer-sudoku", "multi_sudoku", "n-fractions", "neighbour-sudoku-difference"];

#[test]
fn run_under_int() {
    let all = std::env::var_os("SATOR_TEST_ALL").is_some();
    let is_slow = |path: &Path| SLOW_UNDER_INT.iter().any(|name| path.file_stem().is_some_and(|stem| stem == *name));
    assert_eq!(examples().iter().filter(|path| is_slow(path)).count(), SLOW_UNDER_INT.len());
    let asked = examples().into_iter().filter(|path| all || !is_slow(path));
    let wrong = wrong(sample(6, asked), |script| answers("int", script).map(|_| ()));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The text of a picture without its `n`th clue; `None` where it has fewer.
fn without(text: &str, n: usize) -> Option<String> {
    let mut seen = 0;
    let mut lines: Vec<String> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if !inside || line == "}" {
            inside = line.ends_with('{');
            lines.push(line.into());
            continue;
        }
        let row = line.trim();
        let tokens: Vec<String> = match row.contains(' ') {
            true => row.split_whitespace().map(String::from).collect(),
            false => row.chars().map(String::from).collect(),
        };
        let kept = tokens.into_iter().map(|token| {
            let clue = token != ".";
            seen += usize::from(clue);
            let gone = clue && seen == n + 1;
            if gone { ".".into() } else { token }
        });
        lines.push(kept.collect::<Vec<String>>().join(" "));
    }
    (seen > n).then(|| lines.join("\n"))
}

/// Scripts that claim to be minimal: without any one of its clues, the puzzle has another solution in a new session.
#[test]
fn minimal_puzzles_need_each_clue() {
    let mut checked = 0;
    for path in examples() {
        let script = std::fs::read_to_string(&path).expect("an example is text");
        let last = script.lines().rfind(|line| line.starts_with("generate"));
        let minimal = |line: &str| line.contains("clues minimal") && !line.contains("symmetric");
        if !last.is_some_and(|line| minimal(line) || line.contains("for nurikabe")) {
            continue;
        }
        let made = answers("fd", &script).expect("the example runs");
        let mut texts: Vec<&str> =
            made.iter().filter_map(|o| o["text"].as_str().filter(|_| o["query"] == "generate")).collect();
        let puzzle = texts.pop().expect("a puzzle");
        let mut texts = texts.into_iter();
        let before: Vec<&str> = (script.lines().take_while(|line| Some(*line) != last))
            .map(|line| if line.starts_with("generate") { texts.next().expect("a text for each") } else { line })
            .collect();
        let status = |puzzle: &str| {
            let asked = answers("fd", &format!("{}\n{puzzle}\nunique", before.join("\n"))).expect("the puzzle reads");
            let answer = asked.last().expect("an answer");
            (answer["status"].clone(), answer["solutions"].clone())
        };
        let (found, wanted) = status(puzzle);
        assert!(found == "unique" && wanted.is_array(), "{puzzle}");
        let fewer: Vec<String> = (0..).map_while(|n| without(puzzle, n)).collect();
        assert!(fewer.len() > 3, "{puzzle}");
        for text in fewer {
            // Without a number of a nurikabe its land belongs nowhere: what is left has that solution no more.
            let (found, solution) = status(&text);
            let other = if last.is_some_and(minimal) { found == "multiple" } else { solution != wanted };
            assert!(other, "{}\n{text}", path.display());
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked}");
}

/// One puzzle in this many of the corpus is compared; all are with `SATOR_COMPARE_ALL=1`.
const SAMPLE: usize = 5;

/// Every example and a sample of the corpus, the statements alone: encodings and engines agree on whether there is one
/// solution. Takes minutes, so only with `SATOR_TEST_ALL=1`.
#[test]
fn encodings_and_engines_agree() {
    if std::env::var_os("SATOR_TEST_ALL").is_none_or(|v| v != "1") {
        return;
    }
    let step = if std::env::var_os("SATOR_COMPARE_ALL").is_some() { 1 } else { SAMPLE };
    let examples = examples().into_iter().map(|path| {
        let text = std::fs::read_to_string(&path).expect("an example is text");
        // Data files stand beside their example.
        let folder = path.parent().expect("an example is in a folder").to_path_buf();
        (path.display().to_string(), text, folder)
    });
    let corpus = crate::corpus::scripts().step_by(step).map(|(name, script)| (name, script, std::env::temp_dir()));
    let scripts: Vec<(String, String, PathBuf)> = examples.chain(corpus).collect();
    let next = AtomicUsize::new(0);
    let (open, disagree) = (AtomicUsize::new(0), Mutex::new(vec![]));
    let compare_each = || {
        while let Some((name, script, folder)) = scripts.get(next.fetch_add(1, Ordering::Relaxed)) {
            match outcomes_agree(script, folder) {
                Ok(ended) => _ = open.fetch_add(usize::from(!ended), Ordering::Relaxed),
                Err(why) => disagree.lock().expect("no thread panics").push(format!("{name}: {why}")),
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(compare_each);
        }
    });
    println!("{} compared, {} of them not ended by all in 20 s each", scripts.len(), open.into_inner());
    let disagree = disagree.into_inner().expect("no thread panics");
    assert!(disagree.is_empty(), "{}", disagree.join("\n"));
}

/// Whether each encoding and engine ended; the error shows outcomes that differ.
fn outcomes_agree(script: &str, folder: &Path) -> Result<bool, String> {
    let program = Program::with(&["--json", "--timeout", "20s", "-"]).folder(folder);
    let run = program.input(format!("{script}\ncompare unique\n")).run();
    let objects = run.objects();
    let compared = objects.iter().find(|o| o["query"] == "compare" && o["question"] == "unique");
    let compared = compared.ok_or_else(|| format!("not compared: {}", run.all()))?;
    let outcomes: Vec<&str> =
        compared["runs"].as_array().expect("runs").iter().filter_map(|r| r["outcome"].as_str()).collect();
    let ended: Vec<&&str> = outcomes.iter().filter(|o| !o.starts_with("unknown")).collect();
    let all_ended = ended.len() == outcomes.len();
    // "Unknown" is no disagreement.
    if ended.windows(2).any(|w| w[0] != w[1]) || all_ended && compared["agree"] != true {
        return Err(compared.to_string());
    }
    Ok(all_ended)
}
