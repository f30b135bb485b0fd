//! The files of a certificate.

use crate::formula::{Constraint, Formula, Linear, Lit, TooLarge};
use crate::graphs::Graphs;
use crate::search::Step;
use crate::{Claim, Statement, proof};
use std::fmt::Write;

/// The comment above the constraint that the proof refutes.
pub(crate) const REFUTED: &str =
    "all above is the puzzle; the proof shows that no solution also meets the next constraint";

/// The files of a certificate, each as text.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// `README`: the claim, and the commands that check it.
    pub readme: String,
    /// `statement.txt`: the statements in the user's words.
    pub statement: String,
    /// The files that checkers read.
    pub checked: sator_check::Certificate,
}

impl Certificate {
    /// The files, of what the proof needs.
    pub(crate) fn new(
        mut formula: Formula,
        mut graphs: Graphs,
        statements: &[Statement],
        claim: &Claim,
        solution: Option<String>,
        mut steps: Vec<Step>,
    ) -> Certificate {
        proof::trim(&mut formula, &mut graphs, &mut steps);
        let mut statement = String::new();
        for one in statements {
            let _ = writeln!(statement, "{}: {}", one.number, one.text);
        }
        let cuts = graphs.text(&formula);
        let mut checked = sator_check::Certificate {
            formula: formula.text(),
            proof: proof::text(&formula, &steps),
            solution,
            cuts,
            digest: String::new(),
        };
        checked.digest = checked.digest_of_files() + "\n";
        Certificate { readme: readme(claim, checked.cuts.is_some()), statement, checked }
    }

    /// Each file by its name, in the order in which one reads them.
    pub fn files(&self) -> Vec<(&'static str, &str)> {
        let mut files = vec![("README", &self.readme[..]), ("statement.txt", &self.statement)];
        files.push(("formula.opb", &self.checked.formula));
        files.extend(self.checked.solution.as_deref().map(|text| ("solution", text)));
        files.extend(self.checked.cuts.as_deref().map(|text| ("cuts", text)));
        files.push(("proof", &self.checked.proof));
        files.push(("digest", &self.checked.digest));
        files
    }
}

fn readme(claim: &Claim, cuts: bool) -> String {
    let (claimed, refuted) = match claim {
        Claim::OneSolution(_) => (
            "The puzzle in statement.txt has exactly one solution, the one in the file solution.",
            "a solution that differs from it (the constraint @another)",
        ),
        Claim::NoSolution => ("The statements in statement.txt have no solution.", "any solution"),
        Claim::BestSolution { .. } => (
            "The puzzle in statement.txt has no better solution than the one in the file solution.",
            "a solution with a higher score (the constraint @better); the score is the objective, or its negation where the least is best; of several objectives each one weighs more than all after it",
        ),
    };
    let mut text = format!(
        "{claimed}

formula.opb  the puzzle as pseudo-Boolean constraints, labelled by statement (@s3_1 belongs to statement 3).
             r1c1_5 means that r1c1 is 5, x_ge_3 that x is at least 3; s3_p1 and s3_n1 are parts of statement 3.
proof        a refutation of {refuted}, in the format of VeriPB 3

To check the proof with a program that knows nothing of sator:

    cargo install veripb
    veripb formula.opb proof

To check the solution and the proof, with a program of a few hundred lines:

    cargo install sator-check
    sator-check .

Neither program knows the puzzle: that formula.opb says what statement.txt says, and that the file solution names every
unknown of the puzzle, is for you to compare.
"
    );
    if cuts {
        text.push_str(
            "
The puzzle has conditions on what is connected. The constraints labelled @cut_... follow from them: the file cuts has the
graph, and for each cut the vertices or edges that show it. sator-check derives each cut from the graph alone, and checks
that the solution meets the conditions; veripb takes the cuts as part of the formula.
",
        );
    }
    text
}

/// The file `solution`.
pub(crate) fn solution(
    formula: &Formula,
    values: &[(String, Lit)],
    model: &[bool],
    score: Option<&Linear>,
) -> Result<String, TooLarge> {
    let mut text = String::new();
    for (value, literal) in values {
        let _ = writeln!(text, "unknown {value} : {}", formula.literal(*literal));
    }
    text.push_str("holds");
    for literal in (0..formula.names.len() as u32).map(|variable| Lit(2 * variable)) {
        if model[literal.0 as usize] {
            text.extend([" ", &formula.literal(literal)]);
        }
    }
    text.push('\n');
    if let Some(score) = score {
        let (terms, constant) = score.normal()?;
        let value = constant + total(&terms, |l| model[l.0 as usize]);
        let _ = write!(text, "score {value} {constant} :");
        for (k, literal) in terms {
            let _ = write!(text, " {k} {}", formula.literal(literal));
        }
        text.push('\n');
    }
    Ok(text)
}

/// The constraint that one of these literals fails. Those of unknowns with one value stay, so that a checker finds each
/// unknown in it.
pub(crate) fn another(shown: &[Lit]) -> Constraint {
    let mut excluded: Vec<Lit> = shown.iter().map(|&l| !l).collect();
    excluded.sort_unstable();
    excluded.dedup();
    Constraint { label: "another".into(), terms: excluded.into_iter().map(|l| (1, l)).collect(), bound: 1 }
}

/// The constraint that a score is higher than in the model.
pub(crate) fn better(score: &Linear, holds: impl Fn(Lit) -> bool) -> Result<Constraint, TooLarge> {
    let (terms, _) = score.normal()?;
    let bound = i64::try_from(total(&terms, holds) + 1).map_err(|_| TooLarge)?;
    Ok(Constraint { label: "better".into(), terms, bound })
}

fn total(terms: &[(i64, Lit)], holds: impl Fn(Lit) -> bool) -> i128 {
    terms.iter().filter(|t| holds(t.1)).map(|t| i128::from(t.0)).sum()
}
