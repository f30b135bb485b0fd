//! References to the user's statements, as explanations make them. `sator-draw` words them.

use sator_base::source::Span;
use sator_model::{Atom, LoopVariable, PlaceKind, PlaceName, Sentence, UnknownId};

/// A statement in a clash or a proof: one constraint group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementRef {
    /// The line of the statement in its source, from 1.
    pub line: u32,
    /// The number of the statement in `list`, where it was typed at the prompt.
    pub entry: Option<u32>,
    /// The name of the statement.
    pub name: StatementName,
    /// The unknowns that the statement is about, sorted.
    pub unknowns: Vec<UnknownId>,
    /// The clue tokens that the statement was made of.
    pub clues: Vec<Span>,
    /// The uses of rules around the statement, as they are typed, the outermost first.
    pub uses: Vec<String>,
}

impl StatementRef {
    /// Joins statements that have the same name, line and number. The joined one is about the unknowns of all of them.
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

    /// The unknowns that at least two of the statements are about; of a single statement, all of its unknowns.
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

/// The name of a statement, as users know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementName {
    /// The use of the rule, or the label, that the statement is a part of.
    pub rule: Option<String>,
    /// The part of the rule; of a statement outside of rules, the statement itself.
    pub part: StatementPart,
    /// The conditions of the `if`s around the statement that depend on unknowns, as they are typed: `if r1c1 = 1`.
    pub when: Option<String>,
}

/// The kind of a statement, with the data of its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatementPart {
    /// The value of one unknown.
    Given(Atom),
    /// A given that fixes no single unknown, as it is typed.
    GivenText(String),
    /// The label that the user gave the statement with `as`.
    Label(String),
    /// Connected cells with a known sum.
    Cage {
        /// The sum.
        total: i64,
        /// The first of the cells.
        first: UnknownId,
    },
    /// A whole use of a rule.
    Use(RuleUse),
    /// Uses of rules inside each other, a part that `redundant` can leave out.
    NestedUses {
        /// The name of the outermost rule, where its use has no label.
        rule: Option<String>,
        /// The uses as they are typed, or their labels, the outermost first.
        uses: Vec<String>,
    },
    /// A clue.
    Clue {
        /// The token, such as `3`.
        token: String,
        /// The place, such as `at r1c2`; it can be empty.
        place: String,
    },
    /// A sentence that the rule has for this part.
    Sentence(Sentence),
    /// Cells that are all different: a row, a column, a box or another place with a name.
    House(PlaceName),
    /// Cells that are all different and have no name, as the language writes them.
    Line(String),
    /// A line inside a standard rule. Users don't know its text, so the name consists of cells.
    About {
        /// The visible unknowns that the line is about.
        visible: Vec<UnknownId>,
    },
    /// A line inside a rule about hidden unknowns only.
    Hidden,
    /// A statement as it is typed.
    Typed {
        /// The text.
        text: String,
        /// The function or rule whose call the text starts with.
        function: Option<String>,
        /// The turns of the loops around the statement, the outermost first, each by its variables.
        turns: Vec<Vec<LoopVariable>>,
    },
    /// A statement about one unknown, as what it leaves of the domain.
    Leaves(Vec<Atom>),
}

/// A use of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleUse {
    /// The use as it is typed: `killer(r1c1..r1c3, 15)`.
    pub text: String,
    /// The name of the rule.
    pub rule: String,
    /// The first cell, where the argument is a list of cells.
    pub first_cell: Option<String>,
    /// Whether lists of statements show its name and first cell only.
    pub is_long: bool,
    /// The sentence that the rule has for its conditions. Steps show it; lists of statements show the use.
    pub sentence: Option<Sentence>,
}

impl RuleUse {
    /// `lunchbox at r6c2`, where the argument is a list of cells.
    pub fn at_first_cell(&self) -> Option<String> {
        self.first_cell.as_ref().map(|first| format!("{} at {first}", self.rule.replace('_', " ")))
    }

    /// The same, where the use as it is typed is long.
    pub fn in_short(&self) -> Option<String> {
        self.at_first_cell().filter(|_| self.is_long)
    }
}

impl StatementName {
    /// The name of a statement that stands in no rule and no `if`.
    pub fn of(part: StatementPart) -> StatementName {
        StatementName { rule: None, part, when: None }
    }

    /// The rule to put before the name of the part. A hidden part returns `None`, as the rule stands in its place.
    pub fn rule_before(&self) -> Option<&str> {
        self.rule.as_deref().filter(|_| self.part != StatementPart::Hidden)
    }

    /// The turns of loops that the name ends with.
    pub fn turns(&self) -> &[Vec<LoopVariable>] {
        match &self.part {
            StatementPart::Typed { turns, .. } if self.when.is_none() => turns,
            _ => &[],
        }
    }

    /// The row, column or box of the main grid that the statement is. `Other` for a statement of another kind or in an `if`.
    pub fn place_kind(&self) -> PlaceKind {
        match &self.part {
            StatementPart::House(place) if self.when.is_none() => place.kind,
            _ => PlaceKind::Other,
        }
    }

    /// Whether the name is a sentence of its rule: `row 1 has one 2`.
    pub fn is_sentence(&self) -> bool {
        matches!(self.part, StatementPart::Sentence(_))
    }
}
