//! A rule's statement about a cell, read once into verb and complement: `is shaded`, `has a star`.

use std::fmt;
use std::sync::Arc;

/// The verb of a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verb {
    /// `is`
    Is,
    /// `isn't`
    Isnt,
    /// `has`
    Has,
}

impl Verb {
    /// Each verb for one thing and for several.
    const ALL: [(Verb, &'static str, &'static str); 3] =
        [(Verb::Is, "is", "are"), (Verb::Isnt, "isn't", "aren't"), (Verb::Has, "has", "have")];

    fn forms(self) -> (&'static str, &'static str) {
        Verb::ALL.iter().find(|(verb, ..)| *verb == self).map_or(("", ""), |(_, one, several)| (one, several))
    }
}

/// A statement about a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicate {
    /// None where the words start with another verb, so that they have no plural.
    verb: Option<Verb>,
    /// The words after the verb, or all words.
    complement: Arc<str>,
}

impl Predicate {
    /// Reads the words of a rule.
    pub fn read(words: &str) -> Predicate {
        let with = |&(verb, one, _): &(Verb, &str, &str)| {
            let complement = words.strip_prefix(one)?.strip_prefix(' ')?.into();
            Some(Predicate { verb: Some(verb), complement })
        };
        Verb::ALL.iter().find_map(with).unwrap_or_else(|| Predicate { verb: None, complement: words.into() })
    }

    /// `is black`, `isn't black`; `is counted`, where the complement is `not counted`; `is on a path`, where the complement is
    /// `on no path`.
    pub fn being(complement: &str, is: bool) -> Predicate {
        let affirmed = if is { None } else { affirmed(complement) };
        match affirmed {
            Some(affirmed) => Predicate { verb: Some(Verb::Is), complement: affirmed.into() },
            None => Predicate { verb: Some(if is { Verb::Is } else { Verb::Isnt }), complement: complement.into() },
        }
    }

    /// The words after the verb `is`.
    pub fn complement_of_is(&self) -> Option<&Arc<str>> {
        (self.verb == Some(Verb::Is)).then_some(&self.complement)
    }

    /// The words for several things: `are shaded`.
    pub fn plural(&self) -> Option<String> {
        self.verb.map(|verb| format!("{} {}", verb.forms().1, self.complement))
    }

    /// The noun for `number` unknowns that meet the predicate: `shaded cells`, `stars`, `cell with water`. `None` if the
    /// complement isn't a single word.
    pub fn counted(&self, number: i64) -> Option<String> {
        let plural = if number == 1 { "" } else { "s" };
        let words: Vec<&str> = self.complement.split(' ').collect();
        match (self.verb?, &words[..]) {
            (Verb::Has, ["a" | "an", noun]) => Some(format!("{noun}{plural}")),
            (Verb::Has, [matter]) => Some(format!("cell{plural} with {matter}")),
            (Verb::Is, [adjective]) if adjective.chars().all(char::is_alphabetic) => {
                Some(format!("{adjective} cell{plural}"))
            }
            _ => None,
        }
    }
}

/// The opposite of a complement with `not` or `no`, since a second negation is hard to read: `counted` for `not counted`, `in an
/// area` for `in no area`.
fn affirmed(complement: &str) -> Option<String> {
    if let Some(rest) = complement.strip_prefix("not ") {
        return Some(rest.into());
    }
    let words: Vec<&str> = complement.split(' ').collect();
    let (before, after) = match words[..] {
        ["no", noun] => (String::new(), noun),
        [preposition, "no", noun] => (format!("{preposition} "), noun),
        _ => return None,
    };
    let article = if after.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    Some(format!("{before}{article} {after}"))
}

impl fmt::Display for Predicate {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.verb {
            Some(verb) => write!(f, "{} {}", verb.forms().0, self.complement),
            None => f.write_str(&self.complement),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Predicate;

    #[test]
    fn words_are_read_and_printed() {
        for words in ["is shaded", "isn't shaded", "has a star", "has water", "lies in the sea", "is", ""] {
            assert_eq!(Predicate::read(words).to_string(), words);
        }
    }

    #[test]
    fn a_negated_negation_is_affirmed() {
        let isnt = |complement| Predicate::being(complement, false).to_string();
        assert_eq!(isnt("black"), "isn't black");
        assert_eq!(isnt("not counted"), "is counted");
        assert_eq!(isnt("on no path"), "is on a path");
        assert_eq!(isnt("in no area"), "is in an area");
        assert_eq!(isnt("no step"), "is a step");
        assert_eq!(isnt("the 3rd with no line out"), "isn't the 3rd with no line out");
        assert_eq!(Predicate::being("on no path", true).to_string(), "is on no path");
    }

    #[test]
    fn several_things() {
        let plural = |words| Predicate::read(words).plural();
        assert_eq!(plural("is shaded").as_deref(), Some("are shaded"));
        assert_eq!(plural("isn't shaded").as_deref(), Some("aren't shaded"));
        assert_eq!(plural("has a star").as_deref(), Some("have a star"));
        assert_eq!(plural("lies in the sea"), None);
    }

    #[test]
    fn things_are_counted() {
        let counted = |words, number| Predicate::read(words).counted(number);
        assert_eq!(counted("has a star", 2).as_deref(), Some("stars"));
        assert_eq!(counted("has an island", 1).as_deref(), Some("island"));
        assert_eq!(counted("has water", 1).as_deref(), Some("cell with water"));
        assert_eq!(counted("is shaded", 3).as_deref(), Some("shaded cells"));
        assert_eq!(counted("is in the sea", 3), None);
        assert_eq!(counted("isn't shaded", 3), None);
    }
}
