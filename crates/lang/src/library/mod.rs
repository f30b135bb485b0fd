//! The standard rules, written in sator's language: one file for each family of puzzles.
//!
//! The first line of a file names the family. Rules and defs follow, starting in the first column, with `##` help
//! directly above: the meaning, the convention it follows, a sentence for solvers that exports write (`Rules: ...`), other
//! names of the rule (`Also: ...`, only for help), the source, and the use. A def or rule without help only
//! serves other rules and is not listed. The build script of the package lists families and rules; `elaborate` parses a
//! rule at its first use.

mod recipe;

use std::sync::LazyLock;

/// The start of the line with the names that a rule has elsewhere.
const OTHER_NAMES: &str = "Also: ";

/// The start of the sentence for solvers.
const SENTENCE: &str = "Rules: ";

/// Words that start a line after the meaning of a rule in its help.
const PARTS: [&str; 4] = [SENTENCE, OTHER_NAMES, "Source: ", "Use: "];

/// The sentence for solvers in the help of a rule: what follows `Rules:`, else the meaning. `None` without help.
///
/// `elaborate/rules_text.rs` describes the placeholders in it.
pub fn sentence(help: &str) -> Option<String> {
    let starts_part = |line: &&str| PARTS.iter().any(|part| line.starts_with(part));
    let mut lines = help.lines().map(str::trim);
    let words: Vec<&str> = match lines.clone().find_map(|line| line.strip_prefix(SENTENCE)) {
        Some(first) => {
            let rest = lines.skip_while(|line| !line.starts_with(SENTENCE)).skip(1);
            std::iter::once(first).chain(rest.take_while(|line| !starts_part(line))).collect()
        }
        None => lines.by_ref().take_while(|line| !starts_part(line)).collect(),
    };
    let text = words.join(" ");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then_some(text)
}

/// A standard rule or def.
#[derive(Clone, Copy, Debug)]
pub struct RuleInfo {
    /// The name.
    pub name: &'static str,
    /// The name of its family, which is the file's name.
    pub family: &'static str,
    /// Its whole text, with help.
    pub text: &'static str,
    /// The length of the help.
    head: usize,
}

impl RuleInfo {
    /// `whispers(line, gap = 5)`
    pub fn signature(&self) -> &'static str {
        let head = &self.text[self.head..];
        let start = head.find(' ').map_or(0, |space| space + 1);
        let close = head.find(") {").or_else(|| head.find(") =")).map_or(head.len(), |c| c + 1);
        &head[start..close]
    }

    /// Whether it has help; a rule without help only serves other rules.
    pub fn is_listed(&self) -> bool {
        self.head > 0
    }

    /// The `##` lines without the marks, the sentence for solvers and the line of other names.
    pub fn doc(&self) -> String {
        let mut in_sentence = false;
        let lines = self.lines().filter(|line| {
            if PARTS.iter().any(|part| line.starts_with(part)) {
                in_sentence = line.starts_with(SENTENCE);
            }
            !in_sentence && !line.starts_with(OTHER_NAMES)
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Names of the rule elsewhere, which lead to its help.
    pub fn other_names(&self) -> impl Iterator<Item = &'static str> {
        self.lines().filter_map(|line| line.strip_prefix(OTHER_NAMES)).flat_map(|names| names.split(", "))
    }

    fn lines(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.text[..self.head].lines().map(|line| line.trim_start_matches("##").trim_start())
    }
}

/// A file of rules.
struct Family {
    name: &'static str,
    text: &'static str,
    /// By rule: where its help starts, where the help ends, and where the rule ends.
    rules: &'static [[u32; 3]],
}

impl Family {
    fn rule(&self, places: [u32; 3]) -> RuleInfo {
        let [start, head, end] = places.map(|place| place as usize);
        let words = &self.text[head..end];
        let name = &words[words.find(' ').map_or(0, |space| space + 1)..];
        let name = &name[..name.find('(').unwrap_or(name.len())];
        RuleInfo { name, family: self.name, text: &self.text[start..end], head: head - start }
    }
}

/// Families, in the order of the help page.
const FAMILIES: &[Family] = &include!(concat!(env!("OUT_DIR"), "/families.rs"));

/// The rules in the order of their names, each by its family and its place there.
const BY_NAME: &[(u8, u16)] = include!(concat!(env!("OUT_DIR"), "/rules_by_name.rs"));

static RULES: LazyLock<Vec<RuleInfo>> = LazyLock::new(|| {
    FAMILIES.iter().flat_map(|family| family.rules.iter().map(|&places| family.rule(places))).collect()
});

/// All rules, family by family.
pub fn rules() -> &'static [RuleInfo] {
    &RULES
}

/// The rule with this name.
pub fn find(name: &str) -> Option<RuleInfo> {
    let rule = |&(family, at): &(u8, u16)| {
        let family = &FAMILIES[usize::from(family)];
        family.rule(family.rules[usize::from(at)])
    };
    let at = BY_NAME.binary_search_by(|place| rule(place).name.cmp(name)).ok()?;
    Some(rule(&BY_NAME[at]))
}

/// The text of a family's file.
pub fn family_text(family: &str) -> Option<&'static str> {
    FAMILIES.iter().find(|other| other.name == family).map(|other| other.text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words of the language and of help pages, which solvers don't know.
    const OURS: [&str; 15] = [
        "`",
        "domain",
        "argument",
        "parameter",
        "unknown",
        "picture",
        "statement",
        "constraint",
        "token",
        "yes:",
        "walls",
        " list ",
        "taxicab",
        "script",
        "grid x",
    ];

    /// Two rules can't have one name, as one of them would never be found.
    #[test]
    fn each_rule_is_found_by_its_name() {
        for info in rules() {
            let found = find(info.name).expect("a listed name");
            assert_eq!((found.name, found.family, found.text), (info.name, info.family, info.text));
            let words = &info.text[info.head..];
            let starts = |word: &str| words.strip_prefix(word).is_some_and(|rest| rest.starts_with(info.name));
            assert!(starts("rule ") || starts("def "), "{words}");
        }
        assert!(find("sudoko").is_none() && rules().len() > 500);
    }

    #[test]
    fn every_rule_has_a_sentence_for_solvers() {
        let is_rule = |info: &&RuleInfo| info.text[info.head..].starts_with("rule ") && info.is_listed();
        let mut wrong = vec![];
        for info in RULES.iter().filter(is_rule) {
            let help: Vec<&str> = info.lines().collect();
            let stated = help.iter().any(|line| line.starts_with(SENTENCE));
            let text = sentence(&help.join("\n")).unwrap_or_default();
            let ours = OURS.iter().find(|word| without_placeholders(&text).contains(**word));
            let plain = text.starts_with(|c: char| c.is_uppercase()) && text.ends_with(['.', ']']);
            if !stated || !(20..=420).contains(&text.len()) || !plain || ours.is_some() {
                wrong.push(format!("{} ({} letters, {ours:?}): {text}", info.name, text.len()));
            }
            assert!(!info.doc().contains(SENTENCE), "{}", info.name);
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    /// The text with `{...}` left out, and without the conditions of `[...: text]`.
    fn without_placeholders(text: &str) -> String {
        let braces = text
            .split('{')
            .enumerate()
            .map(|(k, part)| if k == 0 { part } else { &part[part.find('}').map_or(0, |at| at + 1)..] });
        let brackets = braces.collect::<String>();
        let parts = brackets
            .split('[')
            .enumerate()
            .map(|(k, part)| if k == 0 { part } else { part.split_once(':').map_or(part, |(_, text)| text) });
        parts.collect()
    }
}
