//! Steps in the one-line notation of sudoku solvers: `W-Wing: 9/4 in r6c8, r5c2 by 4 in r3c28 => r6c1<>9`.
//!
//! Names of techniques and sets of cells are those of HoDoKu, chains are in Eureka notation: `(4=8)r2c3` is a cell with two values, `-`
//! a weak link, `=` a strong one (Sudopedia).

use super::Narrator;
use sator_answer::{Argument, ChainKind, Inference, StatementName, Step};
use sator_base::text::capitalized;
use sator_model::lines::cell_text;
use sator_model::{Atom, Model, PlaceKind, UnknownId};

/// A step about the houses of a grid in one line. `None` for other steps, which have no such notation.
pub fn notation(model: &Model, step: &Step) -> Option<String> {
    if !step.contributions.is_empty() || step.condition.is_some() {
        return None;
    }
    let inference = &step.inference;
    let narrator = Narrator { model, placeholders: &[] };
    let (name, pattern) = narrator.pattern(inference)?;
    let name: Vec<String> = name.split_inclusive(['-', ' ']).map(capitalized).collect();
    let arrow = if pattern.is_empty() { "" } else { " => " };
    Some(format!("{}: {pattern}{arrow}{}", name.concat(), narrator.conclusions(&inference.conclusions)?))
}

impl Narrator<'_> {
    /// The name of the technique, and the values with their cells or houses; no text where the conclusion has all of them.
    fn pattern(&self, inference: &Inference) -> Option<(&'static str, String)> {
        let technique = inference.technique.name();
        Some(match &inference.argument {
            Argument::OnlyPlace { house, cell, value } => {
                ("hidden single", format!("{} in {}", self.value(*cell, *value), self.houses(&[house])))
            }
            Argument::OnlyValue { .. } => ("naked single", String::new()),
            Argument::Locked { from, into, cell, value } => {
                let value = self.value(*cell, *value);
                (technique, format!("{value} in {} by {}", self.houses(&[from]), self.houses(&[into])))
            }
            Argument::Naked { cells, values, .. } | Argument::Hidden { cells, values, .. } => {
                (technique, format!("{} in {}", self.slashed(cells[0], values), self.squares(cells)?))
            }
            Argument::Fish { base, cover, fin, cell, value } => {
                let [base, cover] = [base, cover].map(|houses| self.houses(&houses.iter().collect::<Vec<_>>()));
                let fin = fin.as_ref().map_or_else(String::new, |fin| format!(", fin {}", self.houses(&[fin])));
                (technique, format!("{} in {base} by {cover}{fin}", self.value(*cell, *value)))
            }
            Argument::XyzWing { cells: [(pivot, values), (a, _), (b, _)], .. } => {
                let squares: Option<Vec<String>> = [*pivot, *a, *b].iter().map(|&c| self.squares(&[c])).collect();
                (technique, format!("{} in {}", self.slashed(*pivot, values), squares?.join(", ")))
            }
            Argument::Chain { kind, links, .. } => (kind.name(), self.chain_notation(*kind, links)?),
            _ => return None,
        })
    }

    fn chain_notation(&self, kind: ChainKind, links: &[Atom]) -> Option<String> {
        let square = |atom: &Atom| self.squares(&[atom.unknown]);
        Some(match (kind, links) {
            (ChainKind::XyWing, [_, a, x, pivot, y, b, _]) => {
                let values = self.slashed(a.unknown, &[x.value, y.value, a.value]);
                format!("{values} in {}, {}, {}", square(pivot)?, square(a)?, square(b)?)
            }
            (ChainKind::WWing, [_, a, from_a, seen_by_a, seen_by_b, b, _]) => {
                let values = self.slashed(a.unknown, &[a.value, from_a.value]);
                let places = self.squares(&[seen_by_a.unknown, seen_by_b.unknown])?;
                let value = self.value(from_a.unknown, from_a.value);
                format!("{values} in {}, {} by {value} in {places}", square(a)?, square(b)?)
            }
            (ChainKind::Skyscraper | ChainKind::TwoStringKite, [_, a, from_a, to_b, b]) => {
                let [first, second] = [[a, from_a], [to_b, b]].map(|pair| self.squares(&pair.map(|l| l.unknown)));
                format!("{} in {}, {}", self.value(a.unknown, a.value), first?, second?)
            }
            _ => {
                let strong = |pair: &[Atom]| {
                    let [a, b] = pair else { return None };
                    let [of_a, of_b] = [a, b].map(|atom| self.value(atom.unknown, atom.value));
                    Some(match a.unknown == b.unknown {
                        true => format!("({of_a}={of_b}){}", square(a)?),
                        false => format!("({of_a}){}=({of_b}){}", square(a)?, square(b)?),
                    })
                };
                links[1..].chunks(2).map(strong).collect::<Option<Vec<_>>>()?.join("-")
            }
        })
    }

    /// `r3c6<>3, r58c1<>4`, `r9c2=3`: the cells of one value together.
    fn conclusions(&self, conclusions: &[Atom]) -> Option<String> {
        let mut alike: Vec<(i64, bool, Vec<UnknownId>)> = Vec::new();
        for &Atom { unknown, value, is } in conclusions {
            match alike.iter_mut().find(|(v, sign, _)| (*v, *sign) == (value, is)) {
                Some((.., cells)) => cells.push(unknown),
                None => alike.push((value, is, vec![unknown])),
            }
        }
        let text = |(value, is, cells): &(i64, bool, Vec<UnknownId>)| {
            let sign = if *is { "=" } else { "<>" };
            let value = self.value(cells[0], *value);
            let texts: Vec<String> = self.blocks(cells)?.iter().map(|block| format!("{block}{sign}{value}")).collect();
            Some(texts.join(", "))
        };
        alike.iter().map(text).collect::<Option<Vec<_>>>().map(|texts| texts.join(", "))
    }

    /// `3/5`.
    fn slashed(&self, cell: UnknownId, values: &[i64]) -> String {
        values.iter().map(|&value| self.value(cell, value)).collect::<Vec<_>>().join("/")
    }

    /// `r26` for rows 2 and 6, `b3`; other houses by their names.
    fn houses(&self, houses: &[&StatementName]) -> String {
        let numbered = |house: &&StatementName| match house.place_kind() {
            PlaceKind::Row(n) => Some(('r', n)),
            PlaceKind::Column(n) => Some(('c', n)),
            PlaceKind::Box(n) => Some(('b', n)),
            PlaceKind::Other => None,
        };
        let Some(mut numbered) = houses.iter().map(numbered).collect::<Option<Vec<_>>>() else {
            return houses.iter().map(|house| self.name(house)).collect::<Vec<_>>().join(", ");
        };
        numbered.sort_unstable();
        let is_short = numbered.iter().all(|&(letter, n)| letter == numbered[0].0 && n < 10);
        let text = |&(letter, n): &(char, usize)| format!("{letter}{n}");
        match is_short {
            true => format!("{}{}", numbered[0].0, numbered.iter().map(|(_, n)| n.to_string()).collect::<String>()),
            false => numbered.iter().map(text).collect::<Vec<_>>().join(", "),
        }
    }

    /// The blocks of the cells, `r1589c4, r89c8`.
    fn squares(&self, cells: &[UnknownId]) -> Option<String> {
        self.blocks(cells).map(|blocks| blocks.join(", "))
    }

    /// `r2c36` for cells of one row, `r58c1` for cells of one column, in as few blocks as either makes. `None` for cells with names of
    /// another form.
    fn blocks(&self, cells: &[UnknownId]) -> Option<Vec<String>> {
        let place = |&cell: &UnknownId| {
            let at = self.model.grids.iter().find_map(|grid| grid.position_of(cell))?;
            (*self.model.unknown(cell).name == *cell_text(at)).then_some((at.0 + 1, at.1 + 1))
        };
        let mut places: Vec<(usize, usize)> = cells.iter().map(place).collect::<Option<_>>()?;
        places.sort_unstable();
        // Two digits side by side are two lines.
        if places.iter().any(|&(row, column)| row > 9 || column > 9) {
            return Some(places.iter().map(|(row, column)| format!("r{row}c{column}")).collect());
        }
        let digits = |numbers: Vec<usize>| numbers.iter().map(usize::to_string).collect::<String>();
        let rows = places.chunk_by(|a, b| a.0 == b.0);
        let rows: Vec<String> =
            rows.map(|row| format!("r{}c{}", row[0].0, digits(row.iter().map(|p| p.1).collect()))).collect();
        places.sort_unstable_by_key(|&(row, column)| (column, row));
        let columns = places.chunk_by(|a, b| a.1 == b.1);
        let columns: Vec<String> = columns
            .map(|column| format!("r{}c{}", digits(column.iter().map(|p| p.0).collect()), column[0].1))
            .collect();
        Some(if columns.len() < rows.len() { columns } else { rows })
    }
}
