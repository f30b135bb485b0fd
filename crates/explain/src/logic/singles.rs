//! Singles: a value with one place left in a house, a cell with one value left.

use super::super::knowledge::Knowledge;
use super::Board;
use crate::logic::argument::Argument;
use crate::logic::finding::Finding;
use crate::mask::bits;
use sator_answer::Atom;
use sator_model::UnknownId;

pub(super) fn only_places(board: &Board, knowledge: &Knowledge) -> Vec<Finding> {
    let mut found = Vec::new();
    for house in board.houses.iter().filter(|h| h.full) {
        for bit in bits(knowledge.full(house.cells[0])) {
            let mut places = house.cells.iter().copied().filter(|&c| board.candidates_of(c) & bit != 0);
            let (Some(cell), None) = (places.next(), places.next()) else { continue };
            if knowledge.known[cell].is_some() {
                continue;
            }
            let Some(value) = knowledge.value_at(cell, bit) else { continue };
            let gone = house.cells.iter().filter(|&&c| c != cell).map(|&c| (c, bit)).collect();
            found.push(Finding {
                argument: Argument::OnlyPlace { house: house.group, cell, value: bit },
                conclusions: vec![Atom { unknown: cell, value, is: true }],
                groups: vec![house.group],
                gone,
            });
        }
    }
    found
}

pub(super) fn only_values(board: &Board, knowledge: &Knowledge) -> Vec<Finding> {
    let mut found = Vec::new();
    for (i, &mark) in board.candidates.iter().enumerate() {
        let cell = UnknownId::at(i);
        if knowledge.known[i].is_some() || knowledge.values[i].is_none() || !mark.is_power_of_two() {
            continue;
        }
        let Some(value) = knowledge.value_at(cell, mark) else { continue };
        found.push(Finding {
            argument: Argument::OnlyValue { cell },
            conclusions: vec![Atom { unknown: cell, value, is: true }],
            groups: vec![],
            gone: vec![(cell, knowledge.full(cell) & !mark)],
        });
    }
    found
}
