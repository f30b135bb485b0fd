//! Guesses about drawings. The rule comes from the sentence of the author's rules that names the drawing's colour, else
//! from a phrase anywhere in the rules, else from the colour's most common use. A guess is written only as a comment.

/// Phrases in setters' rules and the rule they mean, the most specific first. `{n}` stands for a number in the
/// sentence.
const PHRASES: &[(&str, &str)] = &[
    ("dutch whisper", "whispers(LINE, 4)"),
    ("differ by at least {n}", "whispers(LINE, {n})"),
    ("difference of at least {n}", "whispers(LINE, {n})"),
    ("whisper", "whispers(LINE)"),
    ("renban", "renban(LINE)"),
    ("consecutive digits in any order", "renban(LINE)"),
    ("region sum", "region_sum(LINE, boxes(x))"),
    ("box borders divide", "region_sum(LINE, boxes(x))"),
    ("palindrome", "palindrome(LINE)"),
    ("read the same", "palindrome(LINE)"),
    ("reads the same", "palindrome(LINE)"),
    ("entropic", "entropic(LINE)"),
    ("modular", "modular(LINE)"),
    ("nabner", "nabner(LINE)"),
    ("zipper", "zipper(LINE)"),
    ("between line", "between(LINE)"),
    ("lockout", "lockout(LINE)"),
    ("double arrow", "double_arrow(LINE)"),
    ("10 line", "sum_line(LINE, 10)"),
    ("ten line", "sum_line(LINE, 10)"),
    ("slow thermo", "slow_thermo(LINE)"),
    ("thermo", "thermo(LINE)"),
];

/// A use of the rule that the line `name` of the colour `hue` probably means. `rules` is the author's text in lower
/// case.
pub(super) fn line(rules: &str, hue: &str, name: &str) -> Option<String> {
    let usual = match hue {
        "arrow" => return Some(format!("arrow({name})")),
        "green" => "whispers(LINE)",
        "purple" | "pink" => "renban(LINE)",
        "blue" => "region_sum(LINE, boxes(x))",
        "grey" => "thermo(LINE)",
        _ => "",
    };
    let rule = |call: &str| call.split('(').next().unwrap_or_default().to_string();
    // If exactly one sentence names the colour, its phrase decides.
    let of_hue: Vec<String> = sentences(rules).filter(|s| names_hue(s, hue)).filter_map(meant).collect();
    let of_any: Vec<String> = sentences(rules).filter_map(meant).collect();
    let usual_word = of_any.iter().find(|call| rule(call) == rule(usual));
    let only_word = of_any.first().filter(|first| of_any.iter().all(|call| call == *first));
    let call = of_hue.first().or(usual_word).or(only_word).cloned();
    call.or_else(|| (!usual.is_empty()).then(|| usual.to_string())).map(|call| call.replace("LINE", name))
}

/// A use of the rule that a mark in the middle of one cell probably means.
pub(super) fn cell(rules: &str, hue: &str, round: bool, name: &str) -> Option<String> {
    let rule = if round { "odd" } else { "even" };
    (hue == "grey" && rules.contains(rule)).then(|| format!("{rule}({name})"))
}

fn sentences(rules: &str) -> impl Iterator<Item = &str> {
    rules.split(['.', ';', '!', '\n']).filter(|sentence| !sentence.trim().is_empty())
}

/// Whether a sentence names this colour by any of its usual words.
fn names_hue(sentence: &str, hue: &str) -> bool {
    let words: &[&str] = match hue {
        "purple" | "pink" => &["purple", "pink", "magenta", "violet"],
        "blue" => &["blue", "cyan", "turquoise"],
        "grey" => &["grey", "gray"],
        "yellow" | "orange" => &["yellow", "orange", "gold"],
        "red" => &["red", "peach"],
        "green" => &["green"],
        "black" => &["black"],
        _ => return false,
    };
    sentence.split(|c: char| !c.is_alphabetic()).any(|word| words.contains(&word))
}

/// The rule meant by the first phrase in a sentence.
fn meant(sentence: &str) -> Option<String> {
    PHRASES.iter().find_map(|(phrase, call)| {
        let Some((before, _)) = phrase.split_once("{n}") else {
            return sentence.contains(phrase).then(|| call.to_string());
        };
        let rest = &sentence[sentence.find(before)? + before.len()..];
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        let number = match rest.split_whitespace().next()? {
            _ if !digits.is_empty() && digits.len() < 3 => digits,
            word => (1 + ["one", "two", "three", "four", "five", "six", "seven", "eight"]
                .iter()
                .position(|w| *w == word)?)
            .to_string(),
        };
        Some(call.replace("{n}", &number))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_about_the_colour_is_meant() {
        let rules = "digits along a thermometer increase from the bulb. on green lines digits differ by at least three. \
                     purple lines are palindromes.\npink lines";
        let guesses = [
            ("green", "whispers(l, 3)"),
            ("purple", "palindrome(l)"),
            ("grey", "thermo(l)"),
            ("blue", "region_sum(l, boxes(x))"),
        ];
        for (hue, guess) in guesses {
            assert_eq!(line(rules, hue, "l").as_deref(), Some(guess), "{hue}");
        }
        assert_eq!(line(rules, "orange", "l"), None, "three kinds are named, none of this colour");
    }

    #[test]
    fn the_only_kind_and_the_usual_colour() {
        assert_eq!(line("on each line digits form a renban.", "orange", "l").as_deref(), Some("renban(l)"));
        assert_eq!(line("differ by at least 99999999999999.", "orange", "l"), None);
        assert_eq!(line("", "green", "l").as_deref(), Some("whispers(l)"));
        assert_eq!(line("a dutch whisper is green.", "green", "l").as_deref(), Some("whispers(l, 4)"));
    }

    #[test]
    fn grey_marks() {
        assert_eq!(cell("grey circles are odd", "grey", true, "m").as_deref(), Some("odd(m)"));
        assert_eq!(cell("grey circles are odd", "grey", false, "m"), None);
        assert_eq!(cell("grey squares are even", "white", false, "m"), None);
    }
}
