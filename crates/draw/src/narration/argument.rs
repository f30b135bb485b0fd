//! Arguments in sentences.

use super::cases::listed;
use super::statement::{noun, spoken_text};
use super::violation::is_named_by_statement;
use super::{LONGEST, NUMBERS, Narrator};
use sator_answer::{
    Argument, Case, Inference, Leaves, LoopViolated, LoopViolation, RuleUse, StatementName, StatementPart,
    is_about_several,
};
use sator_base::text::{self, counted};
use sator_model::wording::in_runs;
use sator_model::{PlaceKind, UnknownId};

/// Room for ` and 123 more, together`.
const MORE: usize = 24;

/// Statements that a place names at most.
const SHOWN_PLACES: usize = 3;

/// Pairs of cells that a sentence names at most.
const SHOWN_PAIRS: usize = 4;

/// Ends a sentence without an argument that a person could follow.
const BY_SOLVER: &str = " (checked by a solver)";

impl Narrator<'_> {
    pub(super) fn name(&self, statement: &StatementName) -> String {
        spoken_text(self.model, statement)
    }

    fn names(&self, statements: &[StatementName]) -> String {
        statements.iter().map(|s| self.name(s)).collect::<Vec<_>>().join(", ")
    }

    pub(super) fn noun(&self, statement: &StatementName) -> String {
        noun(self.model, statement)
    }

    pub(super) fn argument(&self, inference: &Inference) -> String {
        let technique = inference.technique.name();
        match &inference.argument {
            Argument::NothingElse => "no other value is left".into(),
            Argument::OnlyPlace { house, cell, value } => {
                let value = self.value(*cell, *value);
                match house.is_sentence() {
                    true => format!("only place left for {value}: {}", self.name(house)),
                    false => format!("only place for {value} in {}", self.name(house)),
                }
            }
            Argument::OnlyValue { cell } => format!("only value left for {}", self.cell(*cell)),
            Argument::Locked { from, into, cell, value } => {
                let value = self.value(*cell, *value);
                format!("{technique}: {value} in {} is only in {}", self.name(from), self.name(into))
            }
            Argument::Naked { house, cells, values } => {
                let held = self.values(cells[0], values);
                format!("{technique} in {}: {} hold {held}", self.name(house), self.cells(cells))
            }
            Argument::Hidden { house, cells, values } => {
                let held = self.values(cells[0], values);
                format!("{technique} in {}: {held} are only in {}", self.name(house), self.cells(cells))
            }
            Argument::Fish { base, cover, fin, cell, value } => {
                let value = self.value(*cell, *value);
                let fin = fin.as_ref().map_or_else(String::new, |house| format!(" or {}", self.name(house)));
                format!("{technique}: {value} in {} is only in {}{fin}", self.lines(base), self.lines(cover))
            }
            Argument::XyzWing { cells, value } => {
                let value = self.value(cells[0].0, *value);
                let names = cells.each_ref().map(|(cell, values)| self.with_values(*cell, values));
                format!("{technique}: one of {} is {value}", text::listed(&names.each_ref().map(String::as_str), "and"))
            }
            Argument::Totals { houses, whole, part, cells, total, outside } => {
                self.totals(houses, (*whole, *part), cells, *total, *outside)
            }
            Argument::Difference { more, less, own } => self.difference(more, less, *own),
            Argument::OneOfEachPair { count, pairs } => self.one_of_each_pair(count, pairs),
            Argument::Chain { kind, links, by } => self.chain(*kind, links, by),
            Argument::Statement(single) => self.single(single, &inference.conclusions),
            Argument::Likewise { single, cells } => {
                let cells = in_runs(self.model, cells);
                format!("{}, likewise for {cells}", self.single(single, &inference.conclusions))
            }
            Argument::Each(singles) => {
                let are_overlaps = singles.iter().all(|single| matches!(single.leaves, Leaves::Blocks(_)));
                format!("{}{}", if are_overlaps { "overlaps: " } else { "" }, self.each(singles))
            }
            Argument::Loop(LoopViolated { violation: LoopViolation::CutOff(from, _), .. })
                if is_about_several(&inference.conclusions) =>
            {
                format!("else they would be cut off from {}", self.vertex(from))
            }
            Argument::Loop(violated) => self.otherwise_loop(violated),
            Argument::Islands { violation, complete } => self.island(violation, *complete, &inference.conclusions),
            Argument::Pieces { violation, complete } => self.piece(violation, *complete, &inference.conclusions),
            Argument::Pattern { name } => name.to_string(),
            Argument::Together { .. } => self.together(&inference.statements),
            Argument::Choices { count, .. } => {
                let all = match count {
                    1 => "in their only solution".into(),
                    2 => "in both choices".into(),
                    _ => format!("in all {count} choices"),
                };
                format!("{}: so {all}", self.together(&inference.statements))
            }
            Argument::Cases { case } => {
                let steps = counted(self.length(case) as u64, "step");
                format!("else a contradiction in {steps}")
            }
            Argument::Solver => format!("{}{BY_SOLVER}", self.together(&inference.statements)),
            Argument::NoShortOne => format!("no short argument found{BY_SOLVER}"),
        }
    }

    /// A name that can be a sentence, in quotes, so that it can stand for a noun.
    fn quoted_sentence(&self, name: &StatementName) -> Option<String> {
        let is_sentence =
            matches!(name.part, StatementPart::Use(RuleUse { sentence: Some(_), .. })) || name.is_sentence();
        is_sentence.then(|| format!("`{}`", self.name(name)))
    }

    /// The subject of the argument, where it is one house, a few statements or a few cells, as a noun.
    pub(super) fn place(&self, inference: &Inference) -> Option<String> {
        let noun = |name: &StatementName| self.quoted_sentence(name).unwrap_or_else(|| self.name(name));
        let few = |names: Vec<String>| {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            (1..=SHOWN_PLACES).contains(&names.len()).then(|| text::listed(&names, "and"))
        };
        match &inference.argument {
            Argument::OnlyPlace { house, .. } | Argument::Naked { house, .. } | Argument::Hidden { house, .. } => {
                Some(self.name(house))
            }
            Argument::OnlyValue { cell } => Some(self.cell(*cell)),
            Argument::Locked { from, into, .. } => few(vec![self.name(from), self.name(into)]),
            Argument::Fish { base, .. } => Some(self.lines(base)),
            Argument::Totals { houses, .. } => few(houses.iter().map(|house| self.name(house)).collect()),
            Argument::OneOfEachPair { count, .. } => Some(noun(count)),
            Argument::Statement(single) | Argument::Likewise { single, .. } => Some(noun(&single.statement)),
            Argument::Each(singles) => few(singles.iter().map(|single| noun(&single.statement)).collect()),
            // The statements that imply a pattern are those around the cell.
            Argument::Cases { .. }
            | Argument::Chain { .. }
            | Argument::Pattern { .. }
            | Argument::Solver
            | Argument::NoShortOne => None,
            _ => few(inference.statements.iter().map(noun).collect()),
        }
    }

    /// As many of the statements as fit: `clue 3 at r1c1, clue 2 at r2c2 and 5 more, together`.
    pub(super) fn together(&self, statements: &[StatementName]) -> String {
        let (mut named, mut more): (Vec<String>, usize) = (vec![], 0);
        for name in statements.iter().map(|s| self.name(s)) {
            let length: usize = named.iter().map(|n| n.chars().count() + 2).sum();
            let fits = length + name.chars().count() + MORE + BY_SOLVER.len() <= LONGEST && !self.leaks(&name);
            match fits && !named.contains(&name) {
                true => named.push(name),
                false => more += usize::from(!named.contains(&name)),
            }
        }
        match (named.len(), more) {
            (0, all) => format!("{all} statements together"),
            (1, 0) => named.remove(0),
            (_, 0) => format!("{}, together", named.join(", ")),
            (_, more) => format!("{} and {more} more, together", named.join(", ")),
        }
    }

    /// The violation of a loop if the conclusion were false, or its statement.
    pub(super) fn otherwise_loop(&self, violated: &LoopViolated) -> String {
        match is_named_by_statement(violated) {
            true => self.name(&violated.statement),
            false => format!("else {}", self.loop_would(&violated.violation)),
        }
    }

    /// `columns 2 and 6` for `column 2, column 6`.
    pub(super) fn lines(&self, houses: &[StatementName]) -> String {
        let row = |name: &StatementName| if let PlaceKind::Row(n) = name.place_kind() { Some(n) } else { None };
        let column = |name: &StatementName| if let PlaceKind::Column(n) = name.place_kind() { Some(n) } else { None };
        let rows: Option<Vec<usize>> = houses.iter().map(row).collect();
        let columns: Option<Vec<usize>> = houses.iter().map(column).collect();
        match rows.map(|rows| ("rows", rows)).or(columns.map(|columns| ("columns", columns))) {
            Some((lines, mut numbers)) if numbers.len() > 1 => {
                numbers.sort_unstable();
                let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
                let numbers: Vec<&str> = numbers.iter().map(String::as_str).collect();
                format!("{lines} {}", text::listed(&numbers, "and"))
            }
            _ => self.names(houses),
        }
    }

    /// The number of visible arguments in a case and in the cases within it.
    fn length(&self, case: &Case) -> usize {
        case.arguments(&|turn| !self.is_hidden(turn.cell))
    }

    fn totals(
        &self,
        houses: &[StatementName],
        (whole, part): (i64, i64),
        cells: &[UnknownId],
        total: i64,
        outside: bool,
    ) -> String {
        let (word, more, less) = if outside { ("outie", part, whole) } else { ("innie", whole, part) };
        // The known cells beside the cages.
        let known = match more - less - total {
            0 => String::new(),
            k if k > 0 => format!(" - {k}"),
            k => format!(" + {}", -k),
        };
        let sum = format!("{more} - {less}{known}");
        let houses = self.names(houses);
        match cells {
            [_] => format!("{word} of {houses}: {sum}"),
            _ => {
                let cells: Vec<String> = cells.iter().map(|&c| self.cell(c)).collect();
                format!("{word}s of {houses}: {} = {sum} = {total}", cells.join(" + "))
            }
        }
    }

    /// `the 6 at r2c5 needs three more than the 3 at r2c6, and has only three open cells of its own`.
    fn difference(&self, more: &StatementName, less: &StatementName, own: usize) -> String {
        let noun = |name: &StatementName| self.quoted_sentence(name).unwrap_or_else(|| self.noun(name));
        let (more, less) = (noun(more), noun(less));
        match NUMBERS.get(own) {
            Some(_) if own == 0 => format!("{more} needs as many as {less}, which counts all its open cells"),
            Some(&number) => {
                let cells = if own == 1 { "cell" } else { "cells" };
                format!("{more} needs {number} more than {less}, and has only {number} open {cells} of its own")
            }
            None => format!("{more} and {less}, together"),
        }
    }

    /// `the 7 at r4c12 needs one of r7c13 and r7c14, and all other open cells`.
    fn one_of_each_pair(&self, count: &StatementName, pairs: &[[UnknownId; 2]]) -> String {
        let noun = self.quoted_sentence(count).unwrap_or_else(|| self.noun(count));
        let listed = if pairs.len() > SHOWN_PAIRS { SHOWN_PAIRS - 1 } else { pairs.len() };
        let one_of = |&[a, b]: &[UnknownId; 2]| format!("one of {} and {}", self.cell(a), self.cell(b));
        let mut needs: Vec<String> = pairs[..listed].iter().map(one_of).collect();
        if listed < pairs.len() {
            needs.push(format!("one each of {} more pairs", pairs.len() - listed));
        }
        format!("{noun} needs {}, and all other open cells", needs.join(", "))
    }

    /// Statements that can't be met, at the end of a case.
    pub(super) fn not_met(&self, names: &[String]) -> String {
        let together = if names.len() > 1 { " together" } else { "" };
        format!("{} can't be met{together}", listed(names))
    }
}
