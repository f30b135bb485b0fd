//! Functions on lines drawn on a grid: how many links meet in a cell, how a loop passes it, what a loop encloses.

use super::Args;
use crate::diagnostic::{Code, Diagnostic, Result, fail};
use crate::elaborate::direction::Direction;
use crate::elaborate::value::DrawnLines;
use crate::elaborate::{Elaborator, Value};
use sator_base::source::Span;
use sator_model::graph::{Edge, Structure};
use sator_model::lines::STEPS;
use sator_model::node::FALSE;
use sator_model::{ExprId, GraphRef, Kind, LineKind};

const DRAWN: &[LineKind] = &[LineKind::Links, LineKind::Fences];

type Place = (usize, usize);

impl Elaborator {
    /// Whether the stroke that this step meets is drawn; for a partition, whether both cells are in one piece.
    fn drawn_toward(&mut self, drawn: &DrawnLines, here: Place, step: (i64, i64), span: Span) -> Result<ExprId> {
        match self.lines(drawn.id).toward(here, step) {
            Some(unknown) => self.stroke_there(unknown, span),
            None => Ok(FALSE),
        }
    }

    /// The same for up, left, right and down.
    fn drawn_around(&mut self, drawn: &DrawnLines, here: Place, span: Span) -> Result<[ExprId; 4]> {
        let mut around = [FALSE; 4];
        for (holds, step) in around.iter_mut().zip(STEPS) {
            *holds = self.drawn_toward(drawn, here, step, span)?;
        }
        Ok(around)
    }

    fn need_links_at(&mut self, args: &Args) -> Result<[ExprId; 4]> {
        let drawn = self.need_lines(args, 0, &[LineKind::Links], "links (`links e of x`)")?;
        let here = self.place_on(drawn.id, self.need_cell(args, 1)?, args.get(1).1)?;
        self.drawn_around(&drawn, here, args.span)
    }

    /// The graph of links with two vertices for each cell, one for each way straight through it, joined where the line
    /// turns. A loop in this graph goes straight on where it crosses itself.
    fn crossing_graph(&mut self, drawn: &DrawnLines, span: Span) -> Result<GraphRef> {
        let lines = self.lines(drawn.id);
        let (cells, cols, strokes) = (lines.points(), lines.cols, lines.strokes());
        let mut edges = Vec::with_capacity(strokes.len() + cells);
        for stroke in strokes {
            let (a, b) = stroke.ends;
            let upright = u32::from(b != a + 1) * cells as u32;
            edges.push(Edge { ends: (a + upright, b + upright), on: self.stroke_there(stroke.unknown, span)? });
        }
        for at in 0..cells {
            let around = self.drawn_around(drawn, (at / cols, at % cols), span)?;
            edges.push(Edge { ends: (at as u32, (at + cells) as u32), on: self.turn(around) });
        }
        edges.retain(|edge| edge.on != FALSE);
        Ok(self.model.pool.graph(Structure { size: 2 * cells, vertices: None, edges: edges.into(), faces: None }))
    }

    /// One link up or down, and one to a side.
    fn turn(&mut self, [up, left, right, down]: [ExprId; 4]) -> ExprId {
        let (upright, across) = (self.model.pool.xor(up, down), self.model.pool.xor(left, right));
        self.model.pool.and([upright, across])
    }
}

/// With `crossing: true` the loop can cross itself in a cell, straight both ways.
pub(super) fn single_loop(el: &mut Elaborator, mut args: Args) -> Result<Value> {
    if let Some(items) = &args.items {
        if let Some(odd) = items.iter().find(|item| !matches!(item.value, Value::Tuple(_))) {
            let error = el.wrong("the ends of an edge", &odd.value, odd.span);
            return fail(
                error.help("write `single_loop((a, b) for a, b in edges where P)`; for cells declare `links e of x`"),
            );
        }
        if let Some((_, span)) = args.named("crossing") {
            let error =
                Diagnostic::at(Code::Type, span, "a loop of given edges can't cross itself: `crossing:` is for links");
            return fail(error.help("leave it out"));
        }
        let graph = el.need_graph(&mut args, "single_loop")?;
        let e = el.model.pool.single_loop(&graph);
        return Ok(el.condition_as_value(e));
    }
    if let (Value::GraphLinks(links), _) = args.get(0) {
        if let Some((_, span)) = args.named("crossing") {
            let error =
                Diagnostic::at(Code::Type, span, "a loop of given edges can't cross itself: `crossing:` is for links");
            return fail(error.help("leave it out"));
        }
        let e = el.model.pool.single_loop(&links.drawn);
        return Ok(el.condition_as_value(e));
    }
    let drawn = el.need_lines(&args, 0, DRAWN, "links or fences")?;
    let graph = match args.named("crossing") {
        None | Some((Value::Bool(false), _)) => drawn.graph.clone(),
        Some((Value::Bool(true), span)) if drawn.kind == LineKind::Fences => {
            let error = Diagnostic::at(Code::Type, span, "fences can't cross: `crossing:` is for links");
            return fail(error.help("write `links e of x` for a line through the centres of cells"));
        }
        Some((Value::Bool(true), _)) => el.crossing_graph(&drawn, args.span)?,
        Some((other, span)) => return el.wrong_type("`true` or `false`", other, span),
    };
    let e = el.model.pool.single_loop(&graph);
    Ok(el.condition_as_value(e))
}

pub(super) fn degree(el: &mut Elaborator, args: Args) -> Result<Value> {
    if let (Value::GraphLinks(links), _) = args.get(0) {
        let links = links.clone();
        let at = el.place_in(&links.of, args.get(1).0, args.get(1).1)?;
        let strokes = links.of.edges_at(at).map(|k| Ok((1, el.number(&links.strokes[k], args.span)?)));
        let terms = strokes.collect::<Result<Vec<_>>>()?;
        let e = el.model.pool.linear(terms, 0);
        let e = el.overflow(e, args.span)?;
        return Ok(el.expr_as_value(e, Kind::Int));
    }
    let drawn = el.need_lines(&args, 0, &[LineKind::Links], "links (for fences write `count(around(e, c))`)")?;
    let here = el.place_on(drawn.id, el.need_cell(&args, 1)?, args.get(1).1)?;
    let mut terms = Vec::with_capacity(STEPS.len());
    for step in STEPS {
        let value = el.stroke(drawn.id, here, step);
        terms.push((1, el.number(&value, args.span)?));
    }
    let e = el.model.pool.linear(terms, 0);
    let e = el.overflow(e, args.span)?;
    Ok(el.expr_as_value(e, Kind::Int))
}

/// In the order up, left, right, down.
pub(super) fn around(el: &mut Elaborator, args: Args) -> Result<Value> {
    let drawn = el.need_lines(&args, 0, &[LineKind::Fences], "fences (for links write `degree(e, c)`)")?;
    let here = el.place_on(drawn.id, el.need_cell(&args, 1)?, args.get(1).1)?;
    Ok(Value::list(STEPS.map(|step| el.stroke(drawn.id, here, step))))
}

pub(super) fn corners(el: &mut Elaborator, args: Args) -> Result<Value> {
    let drawn = el.need_lines(&args, 0, &[LineKind::Fences], "fences")?;
    let lines = el.lines(drawn.id);
    let strokes = lines.strokes();
    let mut corners = vec![Vec::new(); lines.points()];
    for stroke in strokes {
        let value = el.unknown_value(stroke.unknown);
        corners[stroke.ends.0 as usize].push(value.clone());
        corners[stroke.ends.1 as usize].push(value);
    }
    // No lines meet between holes.
    let met = corners.into_iter().filter(|fences| !fences.is_empty());
    Ok(Value::list(met.map(|fences| Value::List(fences.into()))))
}

/// The number of consecutive strokes drawn from a cell in one direction.
pub(super) fn arm(el: &mut Elaborator, args: Args) -> Result<Value> {
    let kinds = [LineKind::Links, LineKind::Partition];
    let drawn = el.need_lines(&args, 0, &kinds, "links or a partition")?;
    let (mut row, mut col) = el.place_on(drawn.id, el.need_cell(&args, 1)?, args.get(1).1)?;
    let (way, span) = args.get(2);
    let &Direction { rows, cols, name } = el.need_direction(way, span)?;
    if rows != 0 && cols != 0 {
        let message = format!("no link goes {name} from a cell");
        return fail(Diagnostic::at(Code::Type, span, message).help("use up, down, left or right"));
    }
    let mut terms = Vec::new();
    let mut all = Vec::new();
    while el.lines(drawn.id).toward((row, col), (rows, cols)).is_some() {
        el.step(args.span)?;
        all.push(el.drawn_toward(&drawn, (row, col), (rows, cols), args.span)?);
        let reached = el.model.pool.and(all.iter().copied());
        terms.push((1, el.model.pool.from_bool(reached)));
        (row, col) = ((row as i64 + rows) as usize, (col as i64 + cols) as usize);
    }
    let e = el.model.pool.linear(terms, 0);
    let e = el.overflow(e, args.span)?;
    Ok(el.expr_as_value(e, Kind::Int))
}

pub(super) fn turns(el: &mut Elaborator, args: Args) -> Result<Value> {
    let around = el.need_links_at(&args)?;
    let e = el.turn(around);
    Ok(el.condition_as_value(e))
}

pub(super) fn straight(el: &mut Elaborator, args: Args) -> Result<Value> {
    let [up, left, right, down] = el.need_links_at(&args)?;
    let (upright, across) = (el.model.pool.and([up, down]), el.model.pool.and([left, right]));
    let e = el.model.pool.or([upright, across]);
    Ok(el.condition_as_value(e))
}

/// By the even-odd rule: a ray to the left crosses the loop an odd number of times. For links the ray runs just above
/// the centres, and a cell on the loop is not inside.
pub(super) fn inside(el: &mut Elaborator, args: Args) -> Result<Value> {
    let drawn = el.need_lines(&args, 0, DRAWN, "links or fences")?;
    let (row, col) = el.place_on(drawn.id, el.need_cell(&args, 1)?, args.get(1).1)?;
    let fences = drawn.kind == LineKind::Fences;
    let mut odd = FALSE;
    // From the rim inwards, so that the cells of a row share their counts.
    for c in if fences { 0..col + 1 } else { 0..col } {
        el.step(args.span)?;
        let step = if fences { (0, -1) } else { (-1, 0) };
        let met = el.drawn_toward(&drawn, (row, c), step, args.span)?;
        odd = el.model.pool.xor(odd, met);
    }
    if !fences {
        let on_it = el.drawn_around(&drawn, (row, col), args.span)?;
        let on_it = el.model.pool.or(on_it);
        let off = el.model.pool.not(on_it);
        odd = el.model.pool.and([odd, off]);
    }
    Ok(el.condition_as_value(odd))
}
