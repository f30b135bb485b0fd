//! Encoders for the encodings of `codec`.

use super::codec::{Clue, SHIPS};

/// The character for a value below 36.
pub(super) fn digit(value: u32) -> char {
    char::from_digit(value.min(35), 36).unwrap_or('0')
}

/// Clues between runs of blanks. A run of n blanks, up to `most`, is the letter n after `before`. `None` if `code`
/// returns none for a clue.
pub(super) fn runs(clues: &[Clue], before: u8, most: u8, code: impl Fn(&Clue) -> Option<String>) -> Option<String> {
    runs_as(clues, |blanks| char::from(before + blanks), most, code)
}

/// The same with any character for each number of blanks.
pub(super) fn runs_as(
    clues: &[Clue],
    run: impl Fn(u8) -> char,
    most: u8,
    code: impl Fn(&Clue) -> Option<String>,
) -> Option<String> {
    let mut out = String::new();
    let mut blanks = 0;
    let end = |out: &mut String, blanks: &mut u8| {
        if *blanks > 0 {
            out.push(run(*blanks));
        }
        *blanks = 0;
    };
    for clue in clues {
        if *clue == Clue::Blank {
            blanks += 1;
            if blanks == most {
                end(&mut out, &mut blanks);
            }
            continue;
        }
        end(&mut out, &mut blanks);
        out.push_str(&code(clue)?);
    }
    end(&mut out, &mut blanks);
    Some(out)
}

pub(super) fn sixteen(clues: &[Clue]) -> Option<String> {
    runs(clues, b'f', 20, |clue| match clue {
        Clue::Any => Some(".".into()),
        Clue::Number(n) => hex(*n),
        _ => None,
    })
}

fn hex(n: u32) -> Option<String> {
    Some(match n {
        0..16 => format!("{n:x}"),
        16..256 => format!("-{n:02x}"),
        256..4096 => format!("+{n:03x}"),
        4096..8192 => format!("={:03x}", n - 4096),
        8192..12240 => format!("%{:03x}", n - 8192),
        12240..77776 => format!("*{:04x}", n - 12240),
        77776..1126352 => format!("${:05x}", n - 77776),
        _ => return None,
    })
}

pub(super) fn ten(clues: &[Clue]) -> Option<String> {
    runs(clues, b'a' - 1, 26, |clue| match clue {
        Clue::Any => Some(".".into()),
        Clue::Number(n @ 0..=9) => Some(n.to_string()),
        _ => None,
    })
}

pub(super) fn thirty_six(clues: &[Clue]) -> Option<String> {
    let code = |clue: &Clue| match clue {
        Clue::Blank => Some(".".to_string()),
        Clue::Any => Some("%".into()),
        Clue::Number(n @ 0..36) => Some(digit(*n).to_string()),
        Clue::Number(n @ 36..1296) => Some(format!("-{}{}", digit(n / 36), digit(n % 36))),
        _ => None,
    };
    clues.iter().map(code).collect()
}

/// Numbers 0 to 4, each with up to two blanks in the same character.
pub(super) fn four(clues: &[Clue]) -> Option<String> {
    let mut out = String::new();
    let mut at = 0;
    while at < clues.len() {
        let run = |from: usize| clues[from..].iter().take_while(|c| **c == Clue::Blank).count();
        match &clues[at] {
            Clue::Blank => {
                let blanks = run(at).min(20);
                out.push(char::from(b'f' + blanks as u8));
                at += blanks;
                continue;
            }
            Clue::Any => out.push('.'),
            Clue::Number(n @ 0..=4) => {
                let along = run(at + 1).min(2);
                out.push(digit(n + 5 * along as u32));
                at += along;
            }
            _ => return None,
        }
        at += 1;
    }
    Some(out)
}

/// Marks of one kind, each with up to 17 blanks after it, and runs of up to 18 blanks.
pub(super) fn marks(marks: &[bool]) -> String {
    with_blanks(&marks.iter().map(|on| u32::from(*on)).collect::<Vec<u32>>(), |_, along| digit(along), 17, (18, 17))
}

/// White or black stars, each with up to 7 blanks after it, and runs of up to 20 blanks.
pub(super) fn stars(stars: &[u32]) -> String {
    with_blanks(stars, |kind, along| digit(2 * along + kind - 1), 7, (20, 15))
}

fn with_blanks(
    kinds: &[u32],
    code: impl Fn(u32, u32) -> char,
    most_along: usize,
    (most, before): (usize, u32),
) -> String {
    let mut out = String::new();
    let mut at = 0;
    while at < kinds.len() {
        let run = |from: usize| kinds[from..].iter().take_while(|kind| **kind == 0).count();
        if kinds[at] > 0 {
            let along = run(at + 1).min(most_along);
            out.push(code(kinds[at], along as u32));
            at += along + 1;
        } else {
            let blanks = run(at).min(most);
            out.push(digit(before + blanks as u32));
            at += blanks;
        }
    }
    out
}

/// Marks by the number of blanks before each.
pub(super) fn gaps(marks: &[bool]) -> String {
    let mut out = String::new();
    let mut blanks = 0;
    for on in marks {
        if *on {
            out.push(digit(blanks));
            blanks = 0;
            continue;
        }
        blanks += 1;
        if blanks == 36 {
            out.push('.');
            blanks = 0;
        }
    }
    if blanks > 0 {
        out.push(digit(blanks));
    }
    out
}

/// Digits of a base, several in each character, highest first.
fn packed(values: &[u32], base: u32, each: usize) -> String {
    let character = |chunk: &[u32]| digit((0..each).fold(0, |sum, k| sum * base + chunk.get(k).copied().unwrap_or(0)));
    values.chunks(each).map(character).collect()
}

pub(super) fn circles(kinds: &[u32]) -> String {
    packed(kinds, 3, 3)
}

pub(super) fn flags(flags: &[bool]) -> String {
    packed(&flags.iter().map(|on| u32::from(*on)).collect::<Vec<u32>>(), 2, 5)
}

/// Lists of digits; a letter after a clue skips places.
pub(super) fn lists(clues: &[Clue]) -> Option<String> {
    let mut out = String::new();
    let mut from = 0;
    let mut after = 0;
    let gap = |out: &mut String, mut blanks: usize, after: usize| {
        if after + blanks == 0 {
            return;
        }
        let first = (blanks + after).min(26);
        out.push(char::from(b'a' + first as u8 - 1));
        blanks -= first - after;
        while blanks > 0 {
            let run = blanks.min(26);
            out.push(char::from(b'a' + run as u8 - 1));
            blanks -= run;
        }
    };
    for (at, clue) in clues.iter().enumerate() {
        let digits: String = match clue {
            Clue::Blank => continue,
            Clue::Any => "0".into(),
            Clue::Number(n @ 1..=9) => n.to_string(),
            Clue::Word(word) => {
                let digit = |part: &str| match part {
                    "?" => Some('0'),
                    part => part.parse::<u32>().ok().filter(|n| (1..=9).contains(n)).map(digit),
                };
                word.split(',').map(digit).collect::<Option<String>>()?
            }
            Clue::Number(_) => return None,
        };
        gap(&mut out, at - from, after);
        out.push_str(&digits);
        (from, after) = (at + 1, 1);
    }
    if from < clues.len() {
        gap(&mut out, clues.len() - from, after);
    }
    Some(out)
}

/// Ship parts.
pub(super) fn ships(clues: &[Clue]) -> Option<String> {
    let number = |clue: &Clue| match clue {
        Clue::Word(word) if word == "s" => Some(Clue::Any),
        Clue::Word(word) => SHIPS.iter().position(|ship| ship == word).map(|at| Clue::Number(at as u32)),
        Clue::Blank => Some(Clue::Blank),
        _ => None,
    };
    sixteen(&clues.iter().map(number).collect::<Option<Vec<Clue>>>()?)
}

/// One number, encoded as in [`sixteen`].
pub(super) fn one_number(n: u32) -> Option<String> {
    hex(n)
}

/// The column and the row of a cell, from 1 on.
pub(super) fn place(at: usize, cols: usize) -> Option<String> {
    Some(one_number((at % cols + 1) as u32)? + &one_number((at / cols + 1) as u32)?)
}

/// `2,up` and the like; `#` is a cell left out.
pub(super) fn arrows(clues: &[Clue]) -> Option<String> {
    runs(clues, b'a' - 1, 26, |clue| match clue {
        Clue::Word(word) if word == "#" => Some("0.".into()),
        Clue::Any => Some("0.".into()),
        Clue::Word(word) => {
            let (number, way) = word.split_once(',')?;
            arrow(way, number)
        }
        _ => None,
    })
}

/// A number with a direction, or with an empty word for none.
pub(super) fn arrow(way: &str, number: &str) -> Option<String> {
    let way = ["", "up", "down", "left", "right"].iter().position(|word| *word == way)?;
    if number == "?" {
        return Some(format!("{way}."));
    }
    Some(match number.parse::<u32>().ok()? {
        n @ 0..16 => format!("{way}{n:x}"),
        n @ 16..256 => format!("{}{n:02x}", way + 5),
        n @ 256..4096 => format!("-{way}{n:03x}"),
        _ => return None,
    })
}

/// `w`, `b` or `g`, alone or with `,2,up`.
pub(super) fn castle(clues: &[Clue]) -> Option<String> {
    runs(clues, b'a' - 1, 26, |clue| {
        let Clue::Word(word) = clue else { return None };
        let mut parts = word.split(',');
        let colour = ["g", "w", "b"].iter().position(|c| Some(*c) == parts.clone().next())?;
        parts.next();
        let rest = match (parts.next(), parts.next()) {
            (Some(number), Some(way)) => arrow(way, number)?,
            _ => "0.".to_string(),
        };
        Some(format!("{colour}{rest}"))
    })
}

/// Lists of numbers, as in Tapa.
pub(super) fn tapa(clues: &[Clue]) -> Option<String> {
    runs(clues, b'f', 20, |clue| match clue {
        Clue::Any => Some(".".into()),
        Clue::Number(n @ 0..=8) => Some(n.to_string()),
        Clue::Word(word) if word == "1,1,1,1" => Some("9".into()),
        Clue::Word(word) => {
            let number = |part: &str| if part == "?" { Some(0) } else { part.parse::<u32>().ok().filter(|n| *n > 0) };
            let parts = word.split(',').map(number).collect::<Option<Vec<u32>>>()?;
            let fits = |most: u32| parts.iter().all(|n| *n <= most);
            let code = match parts[..] {
                [a, b] if fits(5) => 360 + 6 * a + b,
                [a, b, c] if fits(3) => 396 + 16 * a + 4 * b + c,
                [a, b, c, d] if fits(1) => 460 + 8 * a + 4 * b + 2 * c + d,
                _ => return None,
            };
            Some(format!("{}{}", digit(code / 36), digit(code % 36)))
        }
        Clue::Blank | Clue::Number(_) => None,
    })
}

/// Kakuro: the inner cells, then the sums above the first row and left of the first column.
pub(super) fn kakuro(clues: &[Clue], cols: usize) -> Option<String> {
    let pair = |clue: &Clue| -> Option<(u32, u32)> {
        let number = |part: &str| if part == "." { Some(0) } else { part.parse::<u32>().ok() };
        match clue {
            // A black cell without sums.
            Clue::Any => Some((0, 0)),
            Clue::Word(word) if word == "#" => Some((0, 0)),
            Clue::Word(word) => {
                let (down, right) = word.split_once(',')?;
                Some((number(down)?, number(right)?))
            }
            _ => None,
        }
    };
    let sum = |n: u32| match n {
        0..20 => Some(digit(n)),
        20..46 => Some(digit(n - 10).to_ascii_uppercase()),
        _ => None,
    };
    let rows: Vec<&[Clue]> = clues.chunks(cols).collect();
    let inner: Vec<Clue> = rows[1..].iter().flat_map(|row| row[1..].to_vec()).collect();
    let mut out = runs(&inner, b'j', 16, |clue| {
        let (down, right) = pair(clue)?;
        if (down, right) == (0, 0) { Some(".".into()) } else { Some([sum(down)?, sum(right)?].iter().collect()) }
    })?;
    for (above, first) in rows[0].iter().zip(rows[1]).skip(1) {
        if *first == Clue::Blank {
            out.push(sum(pair(above)?.0)?);
        }
    }
    for row in &rows[1..] {
        if row[1] == Clue::Blank {
            out.push(sum(pair(&row[0])?.1)?);
        }
    }
    Some(out)
}

/// Tri-place: the inner cells, then the numbers above the columns and left of the rows.
pub(super) fn triplace(clues: &[Clue], cols: usize) -> Option<String> {
    let pair = |clue: &Clue| -> Option<(Option<u32>, Option<u32>)> {
        let number = |part: &str| if part == "." { Some(None) } else { part.parse().ok().map(Some) };
        match clue {
            Clue::Any => Some((None, None)),
            Clue::Word(word) if word == "#" => Some((None, None)),
            Clue::Word(word) => {
                let (down, right) = word.split_once(',')?;
                Some((number(down)?, number(right)?))
            }
            _ => None,
        }
    };
    let rows: Vec<&[Clue]> = clues.chunks(cols).collect();
    let inner: Vec<Clue> = rows[1..].iter().flat_map(|row| row[1..].to_vec()).collect();
    let mut out = runs(&inner, b'f', 20, |clue| {
        Some(match pair(clue)? {
            (None, None) => "_".into(),
            (None, Some(n @ 0..36)) => format!("${}", digit(n)),
            (Some(n @ 0..36), None) => format!("@{}", digit(n)),
            (Some(a @ 0..16), Some(b @ 0..16)) => format!("{a:x}{b:x}"),
            (Some(a @ 0..16), Some(b @ 16..256)) => format!("-{a:x}{b:02x}"),
            (Some(a @ 16..256), Some(b @ 0..16)) => format!("+{a:02x}{b:x}"),
            (Some(a @ 16..256), Some(b @ 16..256)) => format!("={a:02x}{b:02x}"),
            _ => return None,
        })
    })?;
    let outside = |n: Option<u32>| match n {
        None => Some(".".to_string()),
        Some(n @ 0..16) => Some(format!("{n:x}")),
        Some(n @ 16..256) => Some(format!("-{n:02x}")),
        _ => None,
    };
    for above in &rows[0][1..] {
        out += &outside(pair(above)?.0)?;
    }
    for row in &rows[1..] {
        out += &outside(pair(&row[0])?.1)?;
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::super::codec::Reader;
    use super::*;
    use proptest::prelude::*;

    fn clues(most: u32) -> impl Strategy<Value = Vec<Clue>> {
        let one = prop_oneof![
            3 => Just(Clue::Blank),
            1 => Just(Clue::Any),
            2 => (0..=most).prop_map(Clue::Number),
        ];
        proptest::collection::vec(one, 1..120)
    }

    proptest! {
        #[test]
        fn clues_come_back(small in clues(4), digits in clues(9), large in clues(100_000), middle in clues(1295)) {
            prop_assert_eq!(Reader::new(&four(&small).expect("writes")).four(small.len()).expect("reads"), small);
            prop_assert_eq!(Reader::new(&ten(&digits).expect("writes")).ten(digits.len()).expect("reads"), digits);
            prop_assert_eq!(Reader::new(&sixteen(&large).expect("writes")).sixteen(large.len()).expect("reads"), large);
            prop_assert_eq!(Reader::new(&thirty_six(&middle).expect("writes")).thirty_six(middle.len()).expect("reads"), middle);
        }

        #[test]
        fn marks_come_back(kinds in proptest::collection::vec(prop_oneof![4 => Just(0u32), 1 => 1..3u32], 1..120)) {
            let on: Vec<bool> = kinds.iter().map(|k| *k > 0).collect();
            prop_assert_eq!(&Reader::new(&marks(&on)).marks(on.len()).expect("reads"), &on);
            prop_assert_eq!(&Reader::new(&gaps(&on)).gaps(on.len()).expect("reads"), &on);
            prop_assert_eq!(&Reader::new(&flags(&on)).flags(on.len()).expect("reads"), &on);
            prop_assert_eq!(&Reader::new(&circles(&kinds)).circles(kinds.len()).expect("reads"), &kinds);
            prop_assert_eq!(&Reader::new(&stars(&kinds)).stars(kinds.len()).expect("reads"), &kinds);
        }

        #[test]
        fn lists_come_back(some in proptest::collection::vec(prop_oneof![4 => Just(String::new()), 1 => "[1-9?](,[1-9?]){0,3}"], 1..90)) {
            let clue = |text: &String| if text.is_empty() { Clue::Blank } else { Clue::Word(text.clone()) };
            let clues: Vec<Clue> = some.iter().map(clue).collect();
            prop_assert_eq!(Reader::new(&lists(&clues).expect("writes")).lists(clues.len()).expect("reads"), clues);
        }
    }
}
