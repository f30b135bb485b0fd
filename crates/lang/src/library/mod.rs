//! The standard rules, written in sator's language: one file for each family of puzzles.
//!
//! The first line of a file names the family. Rules and defs follow, starting in the first column, with `##` help
//! directly above: the meaning, the convention it follows, a sentence for solvers that exports write (`Rules: ...`), other
//! names of the rule (`Also: ...`, only for help), the source, and the use. A def or rule without help only
//! serves other rules and is not listed. The index is built by a scan of lines at the first lookup; `elaborate` parses
//! a rule at its first use.

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
#[derive(Debug)]
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

/// Families, in the order of the help page.
const FAMILIES: [(&str, &str); 27] = [
    ("sudoku", include_str!("sudoku.puz")),
    ("lines", include_str!("lines.puz")),
    ("cages", include_str!("cages.puz")),
    ("numbers", include_str!("numbers.puz")),
    ("shading", include_str!("shading.puz")),
    ("loops", include_str!("loops.puz")),
    ("division", include_str!("division.puz")),
    ("areas", include_str!("areas.puz")),
    ("routes", include_str!("routes.puz")),
    ("placing", include_str!("placing.puz")),
    ("blocks", include_str!("blocks.puz")),
    ("visits", include_str!("visits.puz")),
    ("mazes", include_str!("mazes.puz")),
    ("tours", include_str!("tours.puz")),
    ("shapes", include_str!("shapes.puz")),
    ("networks", include_str!("networks.puz")),
    ("filling", include_str!("filling.puz")),
    ("rooms", include_str!("rooms.puz")),
    ("moves", include_str!("moves.puz")),
    ("walks", include_str!("walks.puz")),
    ("chains", include_str!("chains.puz")),
    ("symbols", include_str!("symbols.puz")),
    ("trails", include_str!("trails.puz")),
    ("forms", include_str!("forms.puz")),
    ("points", include_str!("points.puz")),
    ("masses", include_str!("masses.puz")),
    ("models", include_str!("models.puz")),
];

static RULES: LazyLock<Vec<RuleInfo>> =
    LazyLock::new(|| FAMILIES.iter().flat_map(|(family, text)| entries(family, text)).collect());

/// All rules, family by family.
pub fn rules() -> &'static [RuleInfo] {
    &RULES
}

/// The rule with this name.
pub fn find(name: &str) -> Option<&'static RuleInfo> {
    RULES.iter().find(|r| r.name == name)
}

/// The text of a family's file.
pub fn family_text(family: &str) -> Option<&'static str> {
    FAMILIES.iter().find(|(name, _)| *name == family).map(|(_, text)| *text)
}

/// Splits a file into entries. An entry starts with a rule or def in the first column, or with the help above it, and
/// ends before a blank line.
fn entries(family: &'static str, text: &'static str) -> Vec<RuleInfo> {
    let mut found: Vec<RuleInfo> = vec![];
    // Where the help of the next entry starts; the current entry's start, end of help and name.
    let mut help: Option<usize> = None;
    let mut open: Option<(usize, usize, &'static str)> = None;
    let mut close = |open: &mut Option<(usize, usize, &'static str)>, end: usize| {
        if let Some((start, head, name)) = open.take() {
            found.push(RuleInfo { name, family, text: text[start..end].trim_end(), head: head - start });
        }
    };
    let mut at = 0;
    // Each start of the program scans all files, so the lines are found by their bytes.
    for end in memchr::memchr_iter(b'\n', text.as_bytes()) {
        let line = &text[at..=end];
        let head = ["rule ", "def "].iter().find_map(|word| line.strip_prefix(word));
        if line.starts_with("##") {
            help = help.or(Some(at));
        } else if let Some(head) = head
            && let Some(bracket) = head.find('(')
        {
            let start = help.take().unwrap_or(at);
            close(&mut open, start);
            open = Some((start, at, &head[..bracket]));
        } else {
            help = None;
            if line == "\n" {
                close(&mut open, at);
            }
        }
        at = end + 1;
    }
    close(&mut open, text.len());
    found
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
