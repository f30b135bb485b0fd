//! The drawing of a picture's clues.

use super::super::Elaborator;
use super::super::value::{Args, Value};
use crate::diagnostic::Result;
use sator_model::shape::{Form, Icon};

pub(super) fn split(el: &mut Elaborator, args: Args) -> Result<Value> {
    match el.drawn_picture(args.get(0))? {
        Some((grid, picture)) => el.add_shape(grid, "split", Form::Split(picture)),
        None => Ok(Value::None),
    }
}

pub(super) fn elsewhere(el: &mut Elaborator, args: Args) -> Result<Value> {
    match el.drawn_picture(args.get(0))? {
        Some((grid, picture)) => el.add_shape(grid, "elsewhere", Form::Elsewhere(picture)),
        None => Ok(Value::None),
    }
}

pub(super) fn icon(el: &mut Elaborator, args: Args) -> Result<Value> {
    let icon = el.one_of(args.get(1), &Icon::ALL)?;
    let token = match args.get(2) {
        (Value::None, _) => None,
        token => Some(el.word(token)?),
    };
    match el.drawn_picture(args.get(0))? {
        Some((grid, picture)) => el.add_shape(grid, "icon", Form::Icon { picture, icon, token }),
        None => Ok(Value::None),
    }
}

pub(super) fn fleet(el: &mut Elaborator, args: Args) -> Result<Value> {
    let grid = super::grid(el, &args)?;
    let (value, span) = args.get(1);
    let lengths = el.list(value, span)?;
    let lengths = lengths.iter().map(|length| el.known_int(length, span)).collect::<Result<Vec<i64>>>()?;
    let picture = match args.get(2) {
        (Value::None, _) => None,
        picture => el.drawn_picture(picture)?.map(|(_, picture)| picture),
    };
    el.add_shape(grid, "fleet", Form::Fleet { lengths: lengths.into(), picture })
}
