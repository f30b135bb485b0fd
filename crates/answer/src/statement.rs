//! Statements of the user's, as explanations refer to them: data from which `sator-draw` makes the words.

use sator_base::source::Span;
use sator_model::{Atom, LoopVariable, PlaceName, UnknownId};

/// A statement that takes part in a clash or forces something: one constraint group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementRef {
    /// The line of its source, from 1.
    pub line: u32,
    /// Its number in `list`, where it was typed at the prompt.
    pub entry: Option<u32>,
    pub name: StatementName,
    /// The unknowns that it is about, sorted.
    pub unknowns: Vec<UnknownId>,
    /// The tokens of the clues that it comes from.
    pub clues: Vec<Span>,
    /// The uses of rules around it as they are typed, the outermost first.
    pub uses: Vec<String>,
}

impl StatementRef {
    /// Joins statements of one name and place into one that is about all their unknowns.
    pub fn joined(list: Vec<StatementRef>) -> Vec<StatementRef> {
        let mut joined: Vec<StatementRef> = vec![];
        for one in list {
            let same = |s: &&mut StatementRef| s.name == one.name && s.line == one.line && s.entry == one.entry;
            match joined.iter_mut().find(same) {
                Some(before) => {
                    before.unknowns.extend(one.unknowns);
                    before.unknowns.sort_unstable();
                    before.unknowns.dedup();
                    before.clues.extend(one.clues);
                    before.clues.dedup();
                }
                None => joined.push(one),
            }
        }
        joined
    }

    /// The unknowns that two of the statements share. A single statement meets itself in all of its unknowns.
    pub fn meeting(statements: &[StatementRef]) -> Vec<UnknownId> {
        let mut all: Vec<UnknownId> = statements.iter().flat_map(|s| s.unknowns.iter().copied()).collect();
        all.sort_unstable();
        if statements.len() > 1 {
            all = all.windows(2).filter(|w| w[0] == w[1]).map(|w| w[0]).collect();
        }
        all.dedup();
        all
    }
}

/// What users call a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementName {
    /// The use of a rule, or the label, of which the statement is a part.
    pub rule: Option<String>,
    pub part: StatementPart,
    /// The unknown conditions of the `if`s around it as they are typed: `if r1c1 = 1`.
    pub when: Option<String>,
}

/// What a statement is, within the rule that it is a part of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatementPart {
    /// The value of one unknown.
    Given(Atom),
    /// A given that fixes no single unknown, as it is typed.
    GivenText(String),
    /// The name that the user gave it with `as`.
    Label(String),
    /// Connected cells with a known sum, by the first of them.
    Cage { total: i64, first: UnknownId },
    /// The use of a rule as one thing.
    Use(RuleUse),
    /// A use of a rule inside another one, the outermost first: a part that `redundant` leaves out. `rule` is the name of
    /// the outermost rule where the use has no label.
    NestedUses { rule: Option<String>, uses: Vec<String> },
    /// The clue with this token and place: `3`, `at r1c2`. The place can be empty.
    Clue { token: String, place: String },
    /// A sentence that the rule itself has for it.
    Sentence(String),
    /// Cells that are all different: a row, a column, a box or another place with a name.
    House(PlaceName),
    /// Cells that are all different and have no name, as the language writes them.
    Line(String),
    /// A line of a standard rule's text, which users don't know, by the visible unknowns that it is about.
    About { visible: Vec<UnknownId> },
    /// A condition of a rule about nothing that is visible.
    Hidden,
    /// A statement as it is typed, with the turns of the loops around it, the outermost first, each by its variables.
    /// `function` is the function or rule whose name it starts with.
    Typed { text: String, function: Option<String>, turns: Vec<Vec<LoopVariable>> },
    /// What a statement about one unknown leaves to it.
    Leaves(Vec<Atom>),
}

/// The use of a rule, as it is typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleUse {
    /// `killer(r1c1..r1c3, 15)`
    pub text: String,
    /// The name of the rule.
    pub rule: String,
    /// The first cell, where the use is a long list of cells.
    pub first_cell: Option<String>,
}

impl StatementName {
    /// A statement that is part of no rule and stands in no `if`.
    pub fn of(part: StatementPart) -> StatementName {
        StatementName { rule: None, part, when: None }
    }

    /// The rule that words put before the part. A hidden part has none: words name the rule in its place.
    pub fn rule_before(&self) -> Option<&str> {
        self.rule.as_deref().filter(|_| self.part != StatementPart::Hidden)
    }

    /// The turns of the loops around it that its name ends with.
    pub fn turns(&self) -> &[Vec<LoopVariable>] {
        match &self.part {
            StatementPart::Typed { turns, .. } if self.when.is_none() => turns,
            _ => &[],
        }
    }

    /// Whether its name is a sentence of its rule: `row 1 has one 2`.
    pub fn is_sentence(&self) -> bool {
        matches!(self.part, StatementPart::Sentence(_))
    }
}
