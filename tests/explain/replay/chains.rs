//! Sentences of wings and chains. Each names two candidates of which one holds; the conclusions are candidates that both exclude.

use super::{Board, Cell, all_cells, cell, house, literal, see};
use std::collections::BTreeSet;

/// A candidate, and whether the cell has it.
type Link = (Cell, u8, bool);

/// Whether the sentence proves the conclusions.
pub(super) fn follows(board: &Board, reason: &str, conclusions: &[Link]) -> bool {
    let (name, claim) = reason.split_once(": ").unwrap();
    let ends = match name {
        "XY-wing" => xy_wing(board, claim),
        "skyscraper" | "two-string kite" => two_lines(board, name, claim),
        "W-wing" => w_wing(board, claim),
        _ => implications(board, claim),
    };
    ends.is_some_and(|ends| conclusions.iter().all(|&c| !c.2 && ends.iter().all(|&end| apart(end, c))))
}

/// `r1c2 (3 8) sees r2c3 (4 8) and r9c2 (3 4), so one of r2c3 and r9c2 is 4`
fn xy_wing(board: &Board, claim: &str) -> Option<[Link; 2]> {
    let (seen, one) = claim.split_once(", so ").unwrap();
    let cells: Vec<(Cell, BTreeSet<u8>)> = seen.replace(" sees ", " and ").split(" and ").map(with_values).collect();
    let [(pivot, all), (a, of_a), (b, of_b)] = &cells[..] else { panic!("{claim}") };
    let (ends, value) = one_of(one);
    let held = cells.iter().all(|(c, held)| held.len() == 2 && board.at(*c).is_subset(held));
    let shared = of_a.intersection(of_b).eq([&value]) && of_a.symmetric_difference(of_b).eq(all);
    let wings = ends == [*a, *b] && see(*pivot, *a) && see(*pivot, *b);
    (held && shared && wings).then(|| ends.map(|end| (end, value, true)))
}

/// `7 in row 5 is in r5c2 or r5c7, in row 9 in r9c7 or r9c1; r5c7 and r9c7 share column 7, so one of r5c2 and r9c1 is 7`
fn two_lines(board: &Board, name: &str, claim: &str) -> Option<[Link; 2]> {
    let (lines, rest) = claim.split_once("; ").unwrap();
    let (shared, one) = rest.split_once(", so ").unwrap();
    let (first, second) = lines.split_once(", in ").unwrap();
    let (value, first) = first.split_once(" in ").unwrap();
    let (first, a) = first.split_once(" is in ").unwrap();
    let (second, b) = second.split_once(" in ").unwrap();
    let (inner, between) = shared.split_once(" share ").unwrap();
    let (value, (ends, last)) = (value.parse().unwrap(), one_of(one));
    let ([a, from_a], [to_b, b]) = (two(a, " or "), two(b, " or "));
    let joined = two(inner, " and ") == [from_a, to_b] && [from_a, to_b].iter().all(|c| house(between).contains(c));
    let kind = |name: &str| name.split(' ').next().unwrap().to_string();
    let named = (kind(first) == kind(second)) == (name == "skyscraper");
    let exact = only_in(board, value, first, [a, from_a]) && only_in(board, value, second, [to_b, b]);
    (joined && named && exact && last == value && ends == [a, b]).then(|| ends.map(|end| (end, value, true)))
}

/// `4 in row 3 is in r3c8 or r3c2; r6c8 and r5c2 (4 9) see these, so one of r6c8 and r5c2 is 9`
fn w_wing(board: &Board, claim: &str) -> Option<[Link; 2]> {
    let (line, rest) = claim.split_once("; ").unwrap();
    let (pair, one) = rest.split_once(" see these, so ").unwrap();
    let (inner, line) = line.split_once(" in ").unwrap();
    let (line, places) = line.split_once(" is in ").unwrap();
    let (first, second) = pair.split_once(" and ").unwrap();
    let (second, held) = with_values(second);
    let (pair, inner, places) = ([cell(first), second], inner.parse().unwrap(), two(places, " or "));
    let (ends, value) = one_of(one);
    let alike = held == BTreeSet::from([inner, value]) && pair.iter().all(|&c| board.at(c).is_subset(&held));
    let seen = see(pair[0], places[0]) && see(pair[1], places[1]);
    let proved = alike && seen && ends == pair && only_in(board, inner, line, places);
    proved.then(|| ends.map(|end| (end, value, true)))
}

/// `if r2c3 != 4, then r2c3 = 8, r1c2 = 3, r9c2 = 4, so r2c3 = 4 or r9c2 = 4`
fn implications(board: &Board, claim: &str) -> Option<[Link; 2]> {
    let (first, rest) = claim.strip_prefix("if ").unwrap().split_once(", then ").unwrap();
    let (then, ends) = rest.split_once(", so ").unwrap();
    let (first, then) = (literal(first), then.split(", ").map(literal).collect::<Vec<_>>());
    let (a, b) = ends.split_once(" or ").unwrap();
    let ends = [literal(a), literal(b)];
    let named = ends == [(first.0, first.1, true), *then.last().unwrap()];
    (named && !first.2 && implies(board, first, &then)).then_some(ends)
}

/// Whether each link follows from the one before: a value excludes values of its cell and the same value in cells that see
/// it, and where such a candidate goes, one place or value of two is left.
fn implies(board: &Board, first: Link, then: &[Link]) -> bool {
    let mut lost = vec![first];
    for &(c, v, is) in then {
        let is_left = |d: Cell, w: u8| board.at(d).contains(&w) && !lost.contains(&(d, w, false));
        let only_value = (1..=9).filter(|&w| is_left(c, w)).eq([v]);
        let mut houses =
            ["row", "column", "box"].iter().flat_map(|kind| (1..=9).map(move |n| house(&format!("{kind} {n}"))));
        let only_place = houses.any(|h| h.into_iter().filter(|&d| is_left(d, v)).eq([c]));
        if !is || !only_value && !only_place {
            return false;
        }
        let candidates = all_cells().flat_map(|d| (1..=9).map(move |w| (d, w, false)));
        lost = candidates.filter(|&other| apart((c, v, true), other)).collect();
    }
    true
}

/// Whether the value has places in these two cells of the house only.
fn only_in(board: &Board, value: u8, name: &str, cells: [Cell; 2]) -> bool {
    let house = house(name);
    cells.iter().all(|c| house.contains(c))
        && house.iter().filter(|&&c| board.at(c).contains(&value)).all(|c| cells.contains(c))
}

/// Whether two candidates exclude each other: two values of one cell, or one value in two cells that see each other.
fn apart(a: Link, b: Link) -> bool {
    if a.0 == b.0 { a.1 != b.1 } else { a.1 == b.1 && see(a.0, b.0) }
}

/// `r1c2 (3 8)`
fn with_values(text: &str) -> (Cell, BTreeSet<u8>) {
    let (name, held) = text.strip_suffix(')').unwrap().split_once(" (").unwrap();
    (cell(name), held.split(' ').map(|value| value.parse().unwrap()).collect())
}

/// `r5c2 or r5c7`
fn two(text: &str, between: &str) -> [Cell; 2] {
    let (a, b) = text.split_once(between).unwrap();
    [cell(a), cell(b)]
}

/// `one of r5c2 and r9c1 is 7`
fn one_of(text: &str) -> ([Cell; 2], u8) {
    let (cells, value) = text.strip_prefix("one of ").unwrap().rsplit_once(" is ").unwrap();
    (two(cells, " and "), value.parse().unwrap())
}
