//! The boards of a picture as an editor points at them: where each stands, what its cells hold, and the pictures of the script
//! whose tokens can be changed.

use super::pictures::matrix;
use sator_base::source::SourceId;
use sator_draw::render::svg::Placed;
use sator_lang::syntax::ast::{Arg, ExprKind, PictureKind, Statement, StatementKind};
use sator_lang::syntax::parse;
use sator_model::{GridId, Kind, LineKind, Model};
use serde_json::{Value, json};

/// The largest number of values that are listed for a cell.
const MOST_VALUES: usize = 40;
/// The largest picture whose tokens are listed.
const MOST_TOKENS: usize = 22_500;

/// The boards of a picture.
pub(super) fn boards(model: &Model, placed: &[Placed]) -> Vec<Value> {
    placed.iter().map(|board| board_object(model, board)).collect()
}

fn board_object(model: &Model, board: &Placed) -> Value {
    let content = board.grid.and_then(|id| model.grid(id).content.as_ref());
    let kind = match content {
        None => "places",
        Some((Kind::Bool, _)) => "yesno",
        Some((Kind::Int, _)) => "numbers",
        Some((Kind::Enum(_), _)) => "words",
    };
    let values: Vec<String> = match content {
        Some((Kind::Bool, _)) | None => vec![],
        Some((kind, domain)) => domain.iter().take(MOST_VALUES).map(|value| model.value_text(*kind, value)).collect(),
    };
    let strokes = board.strokes.map(|kind| match kind {
        LineKind::Links => "links",
        LineKind::Fences => "fences",
        LineKind::Partition => "partition",
    });
    // Bridges are numbers of links.
    let lines = model.lines.iter().find(|lines| board.strokes.is_some() && lines.name == board.name);
    let first = lines.and_then(|lines| lines.unknowns().next()).map(|u| model.unknown(u));
    let most = first.filter(|unknown| unknown.kind == Kind::Int).map_or(1, |unknown| unknown.domain.max());
    json!({
        "name": board.name,
        "grid": board.grid.map(|id| model.grid(id).name.as_str()),
        "prefix": board.prefix,
        "rows": board.rows,
        "cols": board.cols,
        "x": board.x,
        "y": board.y,
        "size": board.size,
        "kind": kind,
        "values": values,
        "strokes": strokes,
        "most": most,
        "cells": board.cells,
        "given": board.given,
        "clues": board.clues,
    })
}

/// The pictures of the script with their tokens.
pub(super) fn pictures(model: &Model, text: &str) -> Vec<Value> {
    let statements = parse(SourceId(0), text).unwrap_or_default();
    statements.iter().filter_map(|statement| picture_object(model, text, &statements, statement)).collect()
}

/// The first use of a rule that names a picture.
fn used_in<'a>(text: &'a str, statements: &[Statement], picture: &str) -> Option<&'a str> {
    let names = |arg: &Arg| {
        let (Arg::Positional(value) | Arg::Named { value, .. }) = arg else { return false };
        matches!(&value.kind, ExprKind::Name(name) if name == picture)
    };
    let used = statements.iter().find(|statement| match &statement.kind {
        StatementKind::Expr { expr, .. } => matches!(&expr.kind, ExprKind::Call { args, .. } if args.iter().any(names)),
        _ => false,
    })?;
    text.get(used.span.start as usize..used.span.end as usize)
}

fn picture_object(model: &Model, text: &str, statements: &[Statement], statement: &Statement) -> Option<Value> {
    let StatementKind::Picture { kind, name: Some(name), of, spots, picture } = &statement.kind else { return None };
    if picture.from.is_some() || *kind == PictureKind::Givens {
        return None;
    }
    let wanted = of.as_ref().map(|of| of.name.as_str());
    let id = (0..model.grids.len()).map(GridId::at).find(|&id| {
        let own = model.pictures_of(id).any(|own| *own.name == *name.name);
        own && wanted.is_none_or(|wanted| model.grid(id).name == wanted)
    })?;
    let grid = model.grid(id);
    let shape = spots.shape((grid.rows, grid.cols));
    let tokens = match kind {
        PictureKind::Outside => None,
        _ => Some(matrix(picture, shape.1).filter(|rows| rows.len() == shape.0)?),
    };
    let few = shape.0 * shape.1 <= MOST_TOKENS;
    Some(json!({
        "name": name.name,
        "kind": match kind {
            PictureKind::Regions => "regions",
            PictureKind::Outside => "outside",
            _ => "clues",
        },
        "grid": grid.name,
        "spots": spots.words().trim(),
        "tokens": tokens.filter(|_| few),
        "used_in": used_in(text, statements, &name.name),
    }))
}
