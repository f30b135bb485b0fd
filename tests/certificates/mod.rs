//! `export certificate`: `sator-check` and VeriPB accept certificates of many genres, and refuse damaged ones.
//!
//! `scripts/setup --tests` builds VeriPB into `.peers`. Without it the tests use the one of the system, and report that it
//! is missing if there is none.

use crate::support::{Program, not_run};
use sator_check::{Certificate, check};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Rules of each kind: values, cages, lines, shading, loops, pieces, sizes, sights.
const RULES: &[&str] = &[
    "akari",
    "arrow",
    "battleship",
    "cave",
    "fillomino",
    "futoshiki",
    "galaxies",
    "hashi",
    "heyawake",
    "hitori",
    "kakuro",
    "killer",
    "kurotto",
    "lits",
    "masyu",
    "nonogram",
    "numberlink",
    "nurikabe",
    "ripple",
    "shikaku",
    "skyscraper",
    "slitherlink",
    "star_battle",
    "sudoku",
    "tents",
    "thermo",
    "yajilin",
];

fn read(folder: &Path) -> Certificate {
    let text = |name: &str| fs::read_to_string(folder.join(name)).expect("a file of the certificate");
    let optional = |name: &str| folder.join(name).exists().then(|| text(name));
    Certificate {
        formula: text("formula.opb"),
        proof: text("proof"),
        solution: optional("solution"),
        cuts: optional("cuts"),
        digest: text("digest"),
    }
}

/// Writes a certificate of a script and returns the output of the program.
fn certify(script: &Path, folder: &Path, words: &str) -> (String, Option<i32>) {
    let question = format!("export certificate {words} \"{}\"", folder.display());
    let run = Program::with(&[&script.display().to_string(), "-e", &question]).run();
    (run.all(), run.code)
}

fn certified(text: &str, words: &str) -> (tempfile::TempDir, String, Option<i32>) {
    let all = tempfile::tempdir().expect("a folder");
    let script = all.path().join("puzzle.puz");
    fs::write(&script, text).expect("writes");
    let (said, code) = certify(&script, &all.path().join("proved"), words);
    (all, said, code)
}

fn veripb() -> Option<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join(".peers/bin/veripb");
    let program = if own.exists() { own } else { PathBuf::from("veripb") };
    Command::new(&program).arg("--version").output().is_ok().then_some(program)
}

fn accepts(veripb: &Path, folder: &Path) -> bool {
    let run = Command::new(veripb).args(["formula.opb", "proof"]).current_dir(folder).output().expect("runs");
    run.status.success() && String::from_utf8_lossy(&run.stdout).contains("VERIFIED UNSATISFIABLE")
}

#[test]
fn public_checkers_accept_certificates_and_refuse_damaged_ones() {
    let all = tempfile::tempdir().expect("a folder");
    let veripb = veripb();
    if veripb.is_none() {
        not_run("export certificate: VeriPB", "the program is missing");
    }
    for rule in RULES {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("examples/rules/{rule}.puz"));
        let folder = all.path().join(rule);
        let (said, code) = certify(&script, &folder, "unique");
        assert_eq!(code, Some(0), "{rule}: {said}");
        let solution = read(&folder).solution.expect("a solution");
        accepted_and_refused(rule, &folder, veripb.as_deref());
        // Without a value of its only solution the puzzle has none.
        let values = || solution.lines().filter_map(|line| Some(line.strip_prefix("unknown ")?.split_once(" : ")?.0));
        let text = fs::read_to_string(&script).expect("a script");
        for value in [values().next(), values().next_back()].into_iter().flatten() {
            let denied = all.path().join("denied.puz");
            fs::write(&denied, format!("{text}\nnot ({value})\n")).expect("writes");
            let folder = all.path().join(format!("{rule} without {value}"));
            let (said, code) = certify(&denied, &folder, "unsat");
            assert_eq!(code, Some(0), "{rule} without {value}: {said}");
            accepted_and_refused(&format!("{rule} without {value}"), &folder, veripb.as_deref());
        }
    }
}

/// Checkers accept a certificate, and refuse it with a damaged proof.
fn accepted_and_refused(name: &str, folder: &Path, veripb: Option<&Path>) {
    let certificate = read(folder);
    check(&certificate).unwrap_or_else(|failure| panic!("{name}: {failure}"));
    // Without its last step but one, the proof names a step that doesn't exist, or lacks one. Without its only step, it
    // has no contradiction.
    let lines: Vec<&str> = certificate.proof.lines().collect();
    let steps: Vec<usize> =
        (0..lines.len()).filter(|&i| ["rup ", "pol "].iter().any(|step| lines[i].starts_with(step))).collect();
    let gone = steps.iter().rev().nth(1).or(steps.first());
    let without: Vec<&str> = (0..lines.len()).filter(|i| Some(i) != gone).map(|i| lines[i]).collect();
    let mut damaged = Certificate { proof: without.join("\n") + "\n", ..certificate.clone() };
    assert!(check(&damaged).is_err(), "{name}: a changed file");
    damaged.digest = damaged.digest_of_files();
    assert!(check(&damaged).is_err(), "{name}: a step is missing");
    let Some(veripb) = veripb else { return };
    assert!(accepts(veripb, folder), "{name}");
    fs::write(folder.join("proof"), &damaged.proof).expect("writes");
    assert!(!accepts(veripb, folder), "{name}: a step is missing");
}

/// A knapsack, whose proof adds up constraints.
#[test]
fn public_checkers_accept_sums_of_constraints() {
    let weights: Vec<u64> = (1..=30u64).map(|i| 20 + i * i * 37 % 80).collect();
    let values: Vec<u64> = (1..=30u64).map(|i| 20 + i * i * i * 53 % 80).collect();
    let text = format!(
        "let weight = {weights:?}\nlet value = {values:?}\nvar taken[30] in 0..1\n\
         sum(a * b for a, b in zip(weight, taken)) <= 600\nmaximize sum(a * b for a, b in zip(value, taken))"
    );
    let (all, said, code) = certified(&text, "optimum");
    assert_eq!(code, Some(0), "{said}");
    let folder = all.path().join("proved");
    assert!(read(&folder).proof.contains("\npol "));
    let veripb = veripb();
    if veripb.is_none() {
        not_run("sums of a certificate: VeriPB", "the program is missing");
    }
    accepted_and_refused("knapsack", &folder, veripb.as_deref());
}

#[test]
fn each_claim_has_a_certificate() {
    for (text, words, claim) in [
        ("var a, b in 1..3\na + b = 6", "unique", "the solution is the only one"),
        ("var a, b in 1..3\na + b = 6", "", "the solution is the only one"),
        ("var a, b in 1..3\na + b > 6", "", "there is no solution"),
        ("var a, b in 1..3\na != 2\na + b > 6", "why", "the clashing statements have no solution"),
        ("var a, b in 1..3\na + b < 5\nmaximize a + 2*b", "", "no solution is better"),
        ("var a, b in 1..3\na + b > 4\nminimize a + 2*b", "optimum", "no solution is better"),
        ("var a, b, c in 1..3\na + b + c < 7\nmaximize (a, 2*b - c)", "", "no solution is better"),
        ("param n = 2\nvar a in 0..n\na * a = 4", "unique", "the solution is the only one"),
    ] {
        let (all, said, code) = certified(text, words);
        assert_eq!(code, Some(0), "{text}: {said}");
        assert!(said.contains(&format!("certified: {claim}\n")), "{text}: {said}");
        check(&read(&all.path().join("proved"))).unwrap_or_else(|failure| panic!("{text}: {failure}"));
    }
}

#[test]
fn the_certificate_of_a_clash_is_about_its_statements_only() {
    let (all, ..) = certified("var a, b, c in 1..3\nc = 2\na + b > 5\na = 2", "why");
    let statements = fs::read_to_string(all.path().join("proved/statement.txt")).expect("a file");
    assert_eq!(statements, "3: a + b > 5\n4: a = 2\n");
}

#[test]
fn a_false_claim_has_no_certificate() {
    let none = "var a, b in 1..3\na + b > 6";
    let several = "var a, b in 1..3\na + b = 5";
    for (text, words, message) in [
        (several, "unique", "the claim doesn't hold: the formula of the certificate has another solution"),
        (several, "unsat", "the claim doesn't hold"),
        (several, "why", "the statements don't clash"),
        (several, "optimum", "there is no proved optimum yet"),
        (none, "unique", "the puzzle has no solution: write `export certificate unsat`"),
        ("var n in 1..\nn = 3", "unique", "an unknown without an upper end has no certificate"),
        (several, "best", "`best` has no certificate"),
    ] {
        let (all, said, code) = certified(text, words);
        assert_eq!(code, Some(2), "{text}: {said}");
        assert!(said.contains(message), "{text}: {said}");
        assert!(!all.path().join("proved").exists(), "{text}");
    }
}

#[test]
fn a_refusal_names_the_statement_and_what_to_write() {
    for (text, message, help) in [
        (
            "grid x 2x2 in bool\nvar b in bool\nb <=> connected(x)\ncount(x) = 4\nb",
            "statement 3 has a condition on a graph as a part of another condition, which certificates lack",
            "a certificate needs such a condition as a statement of its own",
        ),
        (
            "var a, b in 1..999\na * b = 998001",
            "statement 2 has a number with too many values for a certificate",
            "products and remainders of at most 200000 pairs of values",
        ),
        (
            "var a in 1..30000\na = 7",
            "a has too many values for a certificate",
            "give a a domain of at most 20000 values",
        ),
    ] {
        let (_, said, code) = certified(text, "unique");
        assert_eq!(code, Some(2), "{text}: {said}");
        assert!(said.contains(message) && said.contains(help), "{text}: {said}");
    }
}

#[test]
fn a_puzzle_without_one_of_its_clues_has_another_certificate() {
    let (first, ..) = certified("var a, b in 1..3\na + b = 6", "unique");
    let (second, ..) = certified("var a, b in 1..3\na + b = 6\na = 3", "unique");
    let (first, second) = (first.path().join("proved"), second.path().join("proved"));
    // The proof of one puzzle is none for the other, although the solution is the same.
    let mixed = Certificate { formula: read(&second).formula, ..read(&first) };
    assert!(check(&Certificate { digest: mixed.digest_of_files(), ..mixed }).is_err());
}

#[test]
fn only_an_empty_folder_or_an_older_certificate_is_written_to() {
    let all = tempfile::tempdir().expect("a folder");
    let script = all.path().join("puzzle.puz");
    fs::write(&script, "var a in 1..1").expect("writes");
    let folder = all.path().join("proved");
    for (code, other) in [(0, None), (0, None), (2, Some("mine"))] {
        if let Some(name) = other {
            for file in fs::read_dir(&folder).expect("a folder") {
                fs::remove_file(file.expect("a file").path()).expect("removes");
            }
            fs::write(folder.join(name), "").expect("writes");
        }
        let (said, found) = certify(&script, &folder, "");
        assert_eq!(found, Some(code), "{said}");
    }
}
