//! The standard rules, written in sator's language: one file for each family of puzzles.
//!
//! The first line of a file names the family. Rules and defs follow, starting in the first column, with `##` help
//! directly above: the meaning, the convention it follows, other names of the rule (`Also: ...`, only for help), the
//! source, and the use. A def or rule without help only
//! serves other rules and is not listed. The index is built by a scan of lines at the first lookup; `elaborate` parses
//! a rule at its first use.

use std::sync::LazyLock;

/// The start of the line with the names that a rule has elsewhere.
const OTHER_NAMES: &str = "Also: ";

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

    /// The `##` lines without the marks and the line of other names.
    pub fn doc(&self) -> String {
        let lines = self.lines().filter(|line| !line.starts_with(OTHER_NAMES));
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
const FAMILIES: [(&str, &str); 24] = [
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
    for line in text.split_inclusive('\n') {
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
        at += line.len();
    }
    close(&mut open, at);
    found
}
