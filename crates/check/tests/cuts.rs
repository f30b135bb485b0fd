//! Cuts that a forger could write: each is a clause that the condition on the graph doesn't imply.

use sator_check::{Certificate, check};

/// A certificate that no solution exists. Its cuts exclude all that the last constraint of the formula asks for.
fn certificate(clauses: &[&str], cuts: &str, proof: &str) -> Certificate {
    let formula = clauses.join("\n");
    let proof = format!(
        "pseudo-Boolean proof version 3.0\nf {} ;\n{proof}output NONE ;\nconclusion UNSAT : {} ;\nend pseudo-Boolean proof ;\n",
        clauses.len(),
        clauses.len() + proof.lines().count(),
    );
    let mut certificate = Certificate { formula, proof, cuts: Some(cuts.to_string()), ..Certificate::default() };
    certificate.digest = certificate.digest_of_files();
    certificate
}

/// The verdict on a cut that forbids the edges `names`, all of which the formula requires.
fn refusal_of(graph: &str, forbidden: &[&str]) -> Option<String> {
    let sum: String = forbidden.iter().map(|name| format!("1 ~{name} ")).collect();
    let asked: Vec<String> = forbidden.iter().map(|name| format!("1 {name} >= 1 ;")).collect();
    let cut = format!("@cut_1 {sum}>= 1 ;");
    let mut clauses = vec!["1 always >= 1 ;", &cut];
    clauses.extend(asked.iter().map(String::as_str));
    // So that the formula has each variable of the graph.
    clauses.push("1 a 1 b 1 c >= 0 ;");
    let hints: String = (0..forbidden.len()).map(|k| format!("{} ", k + 3)).collect();
    let certificate =
        certificate(&clauses, &format!("{graph}cut @cut_1 trees edges 0 1 2\n"), &format!("rup >= 1 : {hints}2 ~ ;\n"));
    check(&certificate).err().map(|failure| failure.to_string())
}

const TRIANGLE: &str = "graph 3\nedge 0 1 a\nedge 1 2 b\nedge 0 2 c\ncondition trees acyclic\n";

#[test]
fn a_cycle_is_accepted() {
    assert_eq!(refusal_of(TRIANGLE, &["a", "b", "c"]), None);
}

/// Edges that end somewhere are no cycle, even if the file lists a whole cycle.
#[test]
fn a_path_is_no_cycle() {
    for path in [&["a"][..], &["a", "b"]] {
        let message = refusal_of(TRIANGLE, path).expect("refused");
        assert!(message.contains("@cut_1 doesn't follow"), "{message}");
    }
}

/// Two pieces are no solution of a puzzle whose vertices are connected, though no constraint of the formula excludes them.
#[test]
fn a_solution_in_two_pieces_is_refused() {
    let formula = "1 always >= 1 ;\n1 a 1 b 1 c >= 0 ;\n1 b >= 0 ;\n@another 1 ~a 1 b 1 ~c >= 1 ;";
    let mut certificate = Certificate {
        formula: formula.into(),
        solution: Some("unknown a = 1 : a\nunknown b = 0 : ~b\nunknown c = 1 : c\nholds always a c\n".into()),
        cuts: Some("graph 3\nvertices a b c\nedge 0 1 always\nedge 1 2 always\ncondition one connected\n".into()),
        ..Certificate::default()
    };
    certificate.digest = certificate.digest_of_files();
    let message = check(&certificate).expect_err("refused").to_string();
    assert_eq!(message, "the solution breaks the condition one");
}

/// A loop at a vertex that isn't present need not be present.
#[test]
fn a_loop_at_an_absent_vertex_may_be_absent() {
    let clauses = ["1 always >= 1 ;", "@cut_1 1 a >= 1 ;", "1 ~a >= 1 ;"];
    let graph = "graph 1\nedge 0 0 a\ncondition pieces closed\ncut @cut_1 pieces edges 0\n";
    let message = check(&certificate(&clauses, graph, "rup >= 1 : 3 2 ~ ;\n")).expect_err("refused").to_string();
    assert!(message.contains("@cut_1 doesn't follow"), "{message}");
}
