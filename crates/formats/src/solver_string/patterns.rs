//! Regular expressions and automata in strings of the Interactive Sudoku Solver, as `regular` takes them.

use crate::base64;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The states of a determinised automaton up to which it is read.
const MOST_STATES: usize = 200;

/// The expression of a `Regex`: in base64, or percent-encoded in older strings. Its digits are values, which stand apart in
/// the language.
pub(super) fn expression(text: &str) -> Option<String> {
    let text = match text.contains(['%', '.']) {
        true => base64::unescape(text),
        false => String::from_utf8(base64::decode(text)?).ok()?,
    };
    let mut out = String::new();
    let mut counted = false;
    for c in text.chars() {
        if !c.is_ascii_digit() && !"()[]{}|*+?.,^-".contains(c) {
            return None;
        }
        counted = match c {
            '{' => true,
            '}' => false,
            _ => counted,
        };
        if c.is_ascii_digit() && !counted && out.ends_with(|last: char| last.is_ascii_digit()) {
            out.push(' ');
        }
        out.push(c);
    }
    Some(out)
}

/// The pairs of values that a `Pair` allows, as a set: a bit for each pair, the lowest bit of a character first, without the
/// characters of no pair at the end. A relation of all pairs has to hold both ways.
pub(super) fn relation(key: &str, (least, most): (i64, i64), both_ways: bool) -> Option<String> {
    let bits = base64::sextets(key)?;
    let size = (most - least + 1) as usize;
    if bits.len() > (size * size).div_ceil(6) + 1 {
        return None;
    }
    let allows = |a: usize, b: usize| bits.get((a * size + b) / 6).is_some_and(|s| s >> ((a * size + b) % 6) & 1 == 1);
    let pairs = || (0..size).flat_map(|a| (0..size).map(move |b| (a, b))).filter(|&(a, b)| allows(a, b));
    if pairs().next().is_none() || both_ways && pairs().any(|(a, b)| !allows(b, a)) {
        return None;
    }
    let pairs: Vec<String> = pairs().map(|(a, b)| format!("({}, {})", least + a as i64, least + b as i64)).collect();
    Some(format!("{{{}}}", pairs.join(", ")))
}

/// Reads numbers of some bits each, the highest bit first.
struct Bits {
    bytes: Vec<u8>,
    at: usize,
}

impl Bits {
    fn left(&self) -> usize {
        8 * self.bytes.len() - self.at
    }

    fn number(&mut self, bits: usize) -> Option<usize> {
        if bits > self.left() {
            return None;
        }
        let mut number = 0;
        for at in self.at..self.at + bits {
            number = number << 1 | usize::from(self.bytes[at / 8] >> (7 - at % 8) & 1);
        }
        self.at += bits;
        Some(number)
    }
}

/// An automaton that can have several starts, and several moves for a state and a value.
struct Automaton {
    starts: BTreeSet<usize>,
    accepting: BTreeSet<usize>,
    /// The next states for a state and the position of a value among all.
    moves: BTreeMap<(usize, usize), BTreeSet<usize>>,
    values: usize,
}

impl Automaton {
    /// Reads the solver's serialization: a header, then the moves of each state, either as pairs of a value and a state or as
    /// a set of values and a state for each.
    fn read(text: &str) -> Option<Automaton> {
        let mut bits = Bits { bytes: base64::decode(text)?, at: 0 };
        let packed = match bits.number(2)? {
            0 => false,
            1 => true,
            _ => return None,
        };
        let state_bits = bits.number(4)? + 1;
        let values = bits.number(4)? + 1;
        let (starts, others) = (bits.number(state_bits)?, bits.number(state_bits)?);
        let mut accepting = BTreeSet::new();
        for start in 0..starts {
            if bits.number(1)? == 1 {
                accepting.insert(starts - 1 - start);
            }
        }
        accepting.extend(starts..starts + others);
        let count_bits = if packed { values } else { bits.number(4)? };
        let value_bits = (usize::BITS - (values - 1).leading_zeros()) as usize;
        let mut moves: BTreeMap<(usize, usize), BTreeSet<usize>> = BTreeMap::new();
        let mut state = 0;
        while count_bits > 0 && bits.left() >= count_bits {
            let head = bits.number(count_bits)?;
            if packed {
                for value in (0..values).filter(|value| head >> value & 1 == 1) {
                    moves.entry((state, value)).or_default().insert(bits.number(state_bits)?);
                }
            } else {
                for _ in 0..head {
                    let value = bits.number(value_bits)?;
                    moves.entry((state, value)).or_default().insert(bits.number(state_bits)?);
                }
            }
            state += 1;
        }
        Some(Automaton { starts: (0..starts).collect(), accepting, moves, values })
    }
}

/// The automaton of an `NFA` as a tuple of moves, start and accepting states: one state for each set of states that it can be
/// in, so that its states follow from the values. `first` is the first value.
pub(super) fn automaton(text: &str, first: i64) -> Option<String> {
    let automaton = Automaton::read(text)?;
    let mut numbers = BTreeMap::from([(automaton.starts.clone(), 0)]);
    let mut waiting = vec![automaton.starts.clone()];
    let (mut moves, mut accepting) = (String::new(), vec![]);
    while let Some(states) = waiting.pop() {
        let from = numbers[&states];
        if !states.is_disjoint(&automaton.accepting) {
            accepting.push(from);
        }
        for value in 0..automaton.values {
            let next = states.iter().filter_map(|state| automaton.moves.get(&(*state, value)));
            let next: BTreeSet<usize> = next.flatten().copied().collect();
            if next.is_empty() {
                continue;
            }
            let known = numbers.len();
            let to = *numbers.entry(next.clone()).or_insert(known);
            if to == known {
                waiting.push(next);
            }
            let comma = if moves.is_empty() { "" } else { ", " };
            let _ = write!(moves, "{comma}({from}, {}, {to})", first + value as i64);
        }
        if numbers.len() > MOST_STATES {
            return None;
        }
    }
    (!moves.is_empty() && !accepting.is_empty()).then(|| format!("([{moves}], 0, {accepting:?})"))
}
