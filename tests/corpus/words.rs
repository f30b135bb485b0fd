//! Cryptarithms and puzzles in words of `word_and_counts.json`; the counted and optimum problems are in
//! `counts`.

use super::{Case, Check, When, counts};
use serde_json::Value;
use std::collections::BTreeSet;

pub(super) fn case(puzzle: &Value) -> Case {
    let kind = puzzle["kind"].as_str().expect("a kind");
    let id = puzzle["id"].as_str().expect("an id");
    let (script, checks) = match kind {
        "cryptarithm" => cryptarithm(puzzle),
        "zebra" => zebra(id, puzzle),
        "logic" => (AGATHA.to_string(), vec![count(puzzle), Check::impossible("killer != agatha")]),
        "equations" => {
            let digits = vec![("digit".to_string(), puzzle["solution"].clone())];
            (SAFE.to_string(), vec![Check::unique_values(digits)])
        }
        "csp" => (TRAFFIC_LIGHTS.to_string(), vec![count(puzzle)]),
        _ => counts::script_and_checks(kind, puzzle),
    };
    let when = if counts::SLOW.contains(&id) { When::All } else { When::Always };
    Case { kind: kind.to_string(), id: id.to_string(), script, checks, when }
}

/// The number of solutions that the corpus states.
pub(super) fn count(puzzle: &Value) -> Check {
    Check::count(puzzle["solution_count"].as_u64().expect("a count"))
}

fn cryptarithm(puzzle: &Value) -> (String, Vec<Check>) {
    let word = |v: &Value| v.as_str().expect("a word").to_string();
    let terms: Vec<String> = puzzle["words"].as_array().expect("words").iter().map(word).collect();
    let result = word(&puzzle["result"]);
    let words = || terms.iter().chain([&result]);
    let spelled = |s: &str| s.chars().map(String::from).collect::<Vec<_>>().join(", ");
    let number = |s: &str| format!("number({})", spelled(s));
    let letters: String = words().flat_map(|w| w.chars()).collect::<BTreeSet<char>>().into_iter().collect();
    let first: BTreeSet<char> = words().filter_map(|w| w.chars().next()).collect();
    let nonzero: String = first.iter().map(|c| format!("{c} != 0\n")).collect();
    let sum: Vec<String> = terms.iter().map(|w| number(w)).collect();
    let script = format!(
        "var {0} in 0..9\ndistinct([{0}])\n{nonzero}{1} = {2}\n",
        spelled(&letters),
        sum.join(" + "),
        number(&result)
    );
    let mut checks = match puzzle["solution"].as_object() {
        Some(solution) => {
            vec![Check::unique_values(solution.iter().map(|(k, v)| (k.clone(), v.clone())).collect())]
        }
        None => vec![count(puzzle)],
    };
    if let Some(best) = puzzle["optimum"]["value"].as_i64() {
        checks.push(Check::optimum(&format!("maximize {}", number(&result)), best));
    }
    (script, checks)
}

/// Every colour, nation, pet ... is an unknown: the number of its house.
fn zebra(id: &str, puzzle: &Value) -> (String, Vec<Check>) {
    let name = |v: &Value| v.as_str().expect("a name").to_lowercase().replace(' ', "_");
    let mut script = String::new();
    let mut houses = vec![];
    for values in puzzle["solution"].as_object().expect("attributes").values() {
        let names: Vec<String> = values.as_array().expect("names").iter().map(name).collect();
        let list = names.join(", ");
        script += &format!("var {list} in 1..5\ndistinct([{list}])\n");
        houses.extend(names.into_iter().zip((1..).map(Value::from)));
    }
    script += "\ndef beside(a, b) = abs(a - b) = 1\n";
    script += match id {
        "zebra" => ZEBRA,
        "einstein" => EINSTEIN,
        _ => panic!("zebra puzzle of an unknown text: {id}"),
    };
    (script, vec![Check::unique_values(houses)])
}

const ZEBRA: &str = "
englishman = red
spaniard = dog
coffee = green
ukrainian = tea
green = ivory + 1
old_gold = snails
kools = yellow
milk = 3
norwegian = 1
beside(chesterfields, fox)
beside(kools, horse)
lucky_strike = orange_juice
japanese = parliaments
beside(norwegian, blue)
";

const EINSTEIN: &str = "
brit = red
swede = dogs
dane = tea
green + 1 = white
green = coffee
pall_mall = birds
yellow = dunhill
milk = 3
norwegian = 1
beside(blends, cats)
beside(horses, dunhill)
blue_master = beer
german = prince
beside(norwegian, blue)
beside(blends, water)
";

const AGATHA: &str = "
let agatha = 1
let butler = 2
let charles = 3

grid hates 3x3 in bool
grid richer 3x3 in bool
var killer in 1..3

for a in 1..3, b in 1..3 {
  if a < b { richer[a, b] xor richer[b, a] }
  if a = b { not richer[a, b] }
}
for a in 1..3 {
  killer = a => hates[a, agatha] and not richer[a, agatha]
  hates[agatha, a] => not hates[charles, a]
  hates[agatha, a] <=> a != butler
  not richer[a, agatha] => hates[butler, a]
  hates[agatha, a] => hates[butler, a]
  any(not hates[a, b] for b in 1..3)
}
";

const SAFE: &str = "
var digit[9] in 1..9
distinct(digit)
for i in 1..9 { digit[i] != i }
digit[4] - digit[6] = digit[7]
digit[1] * digit[2] * digit[3] = digit[8] + digit[9]
digit[2] + digit[3] + digit[6] < digit[8]
digit[9] < digit[8]
";

const TRAFFIC_LIGHTS: &str = "
enum light { red red_yellow green yellow }
var cars[4], walkers[4] in light
for i in 1..4 {
  let j = i % 4 + 1
  (cars[i], walkers[i], cars[j], walkers[j]) in
    {(red, red, green, green), (red_yellow, red, yellow, red), (green, green, red, red), (yellow, red, red_yellow, red)}
}
";
