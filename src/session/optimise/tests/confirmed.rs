//! Optima that a second proof confirms.

use super::ask;
use crate::session::Answer;

/// A short search leaves time for a second proof, which takes the engine longer than the search.
#[test]
fn the_optimum_of_a_short_search_is_confirmed() {
    let cost = |i: usize| (1..=12).map(|j| (i * i * 37 + j * j * 53 + i * j * 17) % 97).collect::<Vec<usize>>();
    let costs: Vec<Vec<usize>> = (1..=12).map(cost).collect();
    let assignment = format!(
        "let cost = {costs:?}\nvar worker[12] in 1..12\ndistinct(worker)\n\
         minimize sum(cost[i][worker[i]] for i in 1..12)"
    );
    let cubes = "var a, b, c, d in 1..30\na < b; c < d; a < c\na*a*a + b*b*b = c*c*c + d*d*d\nminimize a*a*a + b*b*b";
    for text in [assignment.as_str(), cubes] {
        match ask(text) {
            Answer::Optimum(optimum) => assert!(optimum.is_proved() && optimum.confirmed, "{text}"),
            other => panic!("{other:?}"),
        }
    }
}

/// The linear relaxation proves what clauses would take seconds for.
#[test]
fn the_optimum_of_a_linear_model_is_confirmed() {
    let weights: Vec<u64> = (1..=40u64).map(|i| 20 + i * i * 37 % 80).collect();
    let values: Vec<u64> = (1..=40u64).map(|i| 20 + i * i * i * 53 % 80).collect();
    let knapsack = format!(
        "let weight = {weights:?}\nlet value = {values:?}\nvar taken[40] in 0..1\n\
         sum(a * b for a, b in zip(weight, taken)) <= 900\nmaximize sum(a * b for a, b in zip(value, taken))"
    );
    let way = |i: usize, j: usize| (i * i * 37 + j * j * 53 + i * j * 17) % 97;
    let ways: Vec<Vec<usize>> = (1..=16).map(|i| (1..=8).map(|j| way(i, j)).collect()).collect();
    let warehouses = format!(
        "let way = {ways:?}\nvar by[16] in 1..8\nvar open[8] in 0..1\n\
         for w in 1..8 {{ count(b = w for b in by) <= 4 * open[w] }}\n\
         minimize sum(way[c][by[c]] for c in 1..16) + sum(90 * open[w] for w in 1..8)"
    );
    // A name for the objective, one for each of its parts, and the largest of some sums.
    let named = knapsack.replace("maximize ", "var total in 0..3000\ntotal = ") + "\nmaximize total";
    let parts = warehouses
        .replace("minimize ", "var by_way, by_site, total in 0..3000\nby_way = ")
        .replace(" + sum(90", "\nby_site = sum(90")
        + "\ntotal = by_way + by_site\nminimize total";
    let loads = "let size = [43, 27, 58, 31, 19, 44, 25, 37, 51, 12]\ngrid x 10x3 in 0..1\n\
                 for i in 1..10 { sum(x[i, ..]) = 1 }\nvar load[3], top in 0..600\n\
                 for m in 1..3 { load[m] = sum(size[i] * x[i, m] for i in 1..10) }\ntop = max(load)\nminimize top";
    let tour = format!(
        "let way = {:?}\nvar at[8] in 1..8\ndistinct(at)\nat[1] = 1\n\
         minimize sum(way[at[i]][at[i + 1]] for i in 1..7) + way[at[8]][at[1]]",
        &ways[..8]
    );
    for text in [knapsack, warehouses, named, parts, loads.to_string(), tour] {
        match ask(&text) {
            Answer::Optimum(optimum) => assert!(optimum.is_proved() && optimum.confirmed, "{text}"),
            other => panic!("{other:?}"),
        }
    }
}
