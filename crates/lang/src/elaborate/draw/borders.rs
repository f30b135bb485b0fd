//! Thick borders: around regions, and between two neighbours.

use super::super::Elaborator;

use super::super::value::{Args, Value};
use crate::diagnostic::Result;
use sator_model::GridId;
use sator_model::shape::Form;

pub(super) fn around(el: &mut Elaborator, args: Args) -> Result<Value> {
    let (value, span) = args.get(0);
    let regions = el.list(value, span)?;
    let mut groups: Option<(GridId, Vec<Option<u32>>)> = None;
    for (k, region) in regions.iter().enumerate() {
        let Some((grid, places)) = el.places((region, span))? else { continue };
        let g = el.model.grid(grid);
        let (id, groups) = groups.get_or_insert_with(|| (grid, vec![None; g.len()]));
        if *id == grid {
            places.iter().for_each(|&(r, c)| groups[r * g.cols + c] = Some(k as u32));
        }
    }
    match groups {
        Some((grid, groups)) => el.add_shape(grid, "borders", Form::Borders(groups.into())),
        None => Ok(Value::None),
    }
}

pub(super) fn wall(el: &mut Elaborator, args: Args) -> Result<Value> {
    match (el.place(args.get(0))?, el.place(args.get(1))?) {
        (Some((grid, a)), Some((other, b))) if grid == other => el.add_shape(grid, "wall", Form::Wall(a, b)),
        _ => Ok(Value::None),
    }
}
