//! `draw`: shapes that a rule draws. One table; each row is called like a function and adds a shape to the model.
//!
//! A cage can contain `var`s, which have no place. Such a shape is not drawn, without an error.

mod bars;
mod borders;
mod clues;
mod words;

use super::Elaborator;
use super::value::{Args, Builtin, Value};
use crate::diagnostic::{Code, Diagnostic, Help, Result, fail};
use crate::syntax::ast::{Arg, Ident};
use sator_base::source::Span;
use sator_model::shape::{Colour, EMPTY, End, Form, MarkShape, Place, Shape, Stroke};
use sator_model::{Frame, GridId, Kind, NamedUse};
use std::ops::RangeInclusive;
use std::sync::Arc;

const fn shape(
    name: &'static str,
    arity: RangeInclusive<usize>,
    run: fn(&mut Elaborator, Args) -> Result<Value>,
    signature: &'static str,
    help: &'static str,
) -> Builtin {
    Builtin { name, signature, help, arity, generator: false, named: &[], run }
}

/// The kinds of shapes.
pub static SHAPES: &[Builtin] = &[
    Builtin {
        named: &["colour", "sign", "start", "end", "dashed"],
        ..shape(
            "line",
            1..=2,
            line,
            "line(cells, \"name\")",
            "a line through the cells; `colour:` grey, red, orange, gold, yellow, green, blue, purple, pink or black, `sign:` \
             a letter that marks the line where there is no colour, `start:` and `end:` bulb, circle, diamond or arrow, \
             `dashed: true`",
        )
    },
    shape("cage", 1..=2, cage, "cage(cells, total)", "a dashed line around the cells, with the total in the first"),
    shape("pill", 1..=1, pill, "pill(cells)", "a round frame around cells that are read as one number"),
    shape(
        "dot",
        3..=4,
        dot,
        "dot(a, b, \"white\", clue)",
        "a white or black dot between two cells, with or without a clue in it, or any short text; a `>` points away from a",
    ),
    shape(
        "mark",
        2..=2,
        mark,
        "mark(cells, \"circle\")",
        "a circle, square, diamond or star behind the value of each cell; `inward` and `outward` for four small arrows",
    ),
    shape("shade", 1..=2, shade, "shade(cells, \"grey\")", "a colour behind the cells"),
    shape("corner", 2..=2, corner, "corner(cells, clue)", "a circle with the clue where the cells meet"),
    shape(
        "outside",
        2..=2,
        outside,
        "outside(line, clue)",
        "the clue outside the grid, before the first cell of the line",
    ),
    Builtin {
        named: &["row", "label"],
        ..shape(
            "bars",
            2..=2,
            bars::bars,
            "bars(start, length)",
            "a chart of a schedule below the boards: a bar for each task, from its start, as long as it takes. `row:` the \
             machine, person or room of each task, known or unknown, whose bars share a row; `label:` a text or number for \
             each bar. Bars of one label have one colour",
        )
    },
    shape("borders", 1..=1, borders::around, "borders(regions)", "thick borders around the regions, lists of cells"),
    shape("wall", 2..=2, borders::wall, "wall(a, b)", "a thick border between two neighbours"),
    Builtin {
        named: &["from"],
        ..shape(
            "values",
            2..=10,
            values,
            "values(x, \"★\", \"·\")",
            "the signs for yes and no in a yes/no grid; in another grid for 0, 1 and so on, or for the value `from:` and \
             those after it (`·` is an empty cell)",
        )
    },
    Builtin {
        named: &["from", "of"],
        ..shape(
            "words",
            2..=4,
            words::words,
            "words(x, \"is shaded\", \"is unshaded\")",
            "draws nothing, but gives steps and hints their words. For a yes/no grid: the words for yes and no of a cell, \
             `r1c2 is shaded`; texts that start with `is`, `isn't` or `has` can name several cells at once. For a grid of \
             numbers: a list of texts for 0, 1 and so on, or for the value `from:` and the following values, \
             `words(out, [\"is the end\", \"goes up\", \"goes down\"])`. For a list of numbers: the same, with a name for each \
             in `of:`, `words(shape, [\"is an L\", \"is a T\"], from: 1, of: pieces)`. For a list of yes/no unknowns: whole \
             sentences, which a list of texts completes, `words(chosen, \"it is at \", \"it isn't at \", places)`. A text can \
             be a list of parts, such as `[\"piece \", k, \" is at \"]`",
        )
    },
    shape(
        "split",
        1..=1,
        clues::split,
        "split(picture)",
        "a diagonal line in the cell of each clue `D,A` of the picture, with D below the line and A to its right",
    ),
    shape(
        "elsewhere",
        1..=1,
        clues::elsewhere,
        "elsewhere(picture)",
        "the clues of the picture are not written into its cells: they are drawn elsewhere",
    ),
    shape(
        "icon",
        2..=3,
        clues::icon,
        "icon(picture, \"circle\", \"o\")",
        "how the clues of the picture look, all or only one of them: in a `circle`, or as a `tree`, `triangle`, `hole`, `fish`, \
         `sheep`, `wolf`, `sun` or `moon`; `firefly` is a circle with a dot where the clue's arrow points, `compass` has four \
         numbers on their sides. A terminal writes the clue",
    ),
    shape(
        "fleet",
        2..=3,
        clues::fleet,
        "fleet(x, lengths, picture)",
        "each yes of a yes/no grid is a part of a ship, with round ends; the ships of these lengths stand below the board; the \
         clues of the picture are parts of ships",
    ),
];

impl Elaborator {
    /// `draw kind(args)`
    pub(super) fn draw(&mut self, kind: &Ident, args: &[Arg], span: Span) -> Result<()> {
        let Some(shape) = SHAPES.iter().find(|s| s.name == kind.name) else {
            let names: Vec<&str> = SHAPES.iter().map(|s| s.name).collect();
            let message = format!("there is no shape `{}`", kind.name);
            let error = Diagnostic::at(Code::UnknownName, kind.span, message);
            return fail(match super::suggest(&kind.name, names.iter().copied()) {
                Some(near) => {
                    error.help(Help::did_you_mean(format!("draw {near}")).fix(near).and(" `help draw` lists all"))
                }
                None => error.help(format!("there are {}", names.join(", "))),
            });
        };
        // A clue that a shape shows is not a clue that a condition reads.
        let reading = self.reading;
        let done = self.call_builtin(shape, args, span);
        self.reading = reading;
        done.map(|_| ())
    }

    /// The rule whose body is being elaborated.
    fn drawing_rule(&self) -> Option<Arc<str>> {
        self.drawing_use().map(|named| named.rule.clone())
    }

    /// Its use.
    fn drawing_use(&self) -> Option<&NamedUse> {
        std::iter::successors(self.frame.as_deref(), |f| f.parent.as_deref()).find_map(Frame::rule_use)
    }

    fn add_shape(&mut self, grid: GridId, kind: &str, form: Form) -> Result<Value> {
        let name = self.drawing_rule().unwrap_or_else(|| kind.into());
        self.add_named_shape(grid, name, form)
    }

    fn add_named_shape(&mut self, grid: GridId, name: Arc<str>, form: Form) -> Result<Value> {
        let rule_use = self.drawing_use().map(|named| named.text.as_str().into());
        self.model.shapes.push(Shape { grid, name, rule_use, form });
        Ok(Value::None)
    }

    /// The places of a cell or a list of cells on one grid; `None` if an element has no place.
    fn places(&mut self, (value, span): (&Value, Span)) -> Result<Option<(GridId, Vec<Place>)>> {
        let cells: Arc<[Value]> = match value {
            Value::Cell(_) | Value::Expr(..) => Arc::from([value.clone()]),
            other => self.list(other, span)?,
        };
        let mut grid = None;
        let mut places = Vec::with_capacity(cells.len());
        for cell in cells.iter() {
            match cell {
                Value::Cell(cell) => {
                    let id = self.model.grid_of(*cell);
                    if *grid.get_or_insert(id) != id {
                        return Ok(None);
                    }
                    places.push(self.model.position(*cell));
                }
                Value::Expr(..) | Value::Int(_) | Value::Bool(_) | Value::Enum(..) => return Ok(None),
                other => return self.wrong_type("a cell", other, span),
            }
        }
        Ok(grid.map(|grid| (grid, places)))
    }

    fn place(&mut self, value: (&Value, Span)) -> Result<Option<(GridId, Place)>> {
        let found = self.places(value)?;
        Ok(found.and_then(|(grid, places)| if let [place] = places[..] { Some((grid, place)) } else { None }))
    }

    /// The text of a clue as written: `12`, `3,1`; `None` for `none`.
    fn clue_words(&self, value: &Value) -> Option<Arc<str>> {
        match value {
            Value::None => None,
            Value::Str(text) => Some(text.clone()),
            Value::List(parts) | Value::Tuple(parts) | Value::Set(parts) => {
                let parts: Vec<Arc<str>> = parts.iter().filter_map(|part| self.clue_words(part)).collect();
                (!parts.is_empty()).then(|| parts.join(",").into())
            }
            other => Some(self.text_of(other).into()),
        }
    }

    /// The text of a value in a sentence: a cell by its place alone, cells separated by spaces, the elements of other
    /// lists joined.
    fn sentence_text(&self, value: &Value) -> String {
        let place = |value: &Value| match value {
            Value::Cell(cell) => {
                let at = self.model.position(*cell);
                Some(format!("r{}c{}", at.0 + 1, at.1 + 1))
            }
            _ => None,
        };
        match value {
            Value::Str(text) => text.to_string(),
            Value::List(parts) => match parts.iter().map(place).collect::<Option<Vec<String>>>() {
                Some(cells) => cells.join(" "),
                None => parts.iter().map(|part| self.sentence_text(part)).collect(),
            },
            other => place(other).unwrap_or_else(|| self.text_of(other)),
        }
    }

    fn word(&self, (value, span): (&Value, Span)) -> Result<Arc<str>> {
        match value {
            Value::Str(text) => Ok(text.clone()),
            other => self.wrong_type("a text in double quotes", other, span),
        }
    }

    /// The meaning of a word, by a table of all words.
    fn one_of<T: Copy>(&self, value: (&Value, Span), table: &[(&str, T)]) -> Result<T> {
        let word = self.word(value)?;
        if let Some((_, meaning)) = table.iter().find(|(known, _)| *known == &*word) {
            return Ok(*meaning);
        }
        let words: Vec<&str> = table.iter().map(|(word, _)| *word).collect();
        fail(Diagnostic::at(Code::Type, value.1, format!("expected one of {}, found `{word}`", words.join(", "))))
    }

    fn drawn_picture(&self, (value, span): (&Value, Span)) -> Result<Option<(GridId, Arc<str>)>> {
        match value {
            Value::Clues(clues) => Ok(self.grid_named(clues.of.as_deref()).map(|grid| (grid, clues.name.clone()))),
            other => self.wrong_type("a clues picture", other, span),
        }
    }
}

fn line(el: &mut Elaborator, args: Args) -> Result<Value> {
    let end = |name: &str| args.named(name).map_or(Ok(End::default()), |value| el.one_of(value, &End::ALL));
    let (start, finish) = (end("start")?, end("end")?);
    let colour = args.named("colour").map_or(Ok(Colour::default()), |value| el.one_of(value, &Colour::ALL))?;
    let sign = args.named("sign").map_or(Ok("".into()), |value| el.word(value))?;
    let dashed = match args.named("dashed") {
        None => false,
        Some((Value::Bool(dashed), _)) => *dashed,
        Some((other, span)) => return el.wrong_type("true or false", other, span),
    };
    let name = match args.get(1) {
        (Value::None, _) => el.drawing_rule().unwrap_or_else(|| "line".into()),
        value => el.word(value)?,
    };
    let Some((grid, cells)) = el.places(args.get(0))? else { return Ok(Value::None) };
    el.add_named_shape(grid, name, Form::Line(Stroke { cells, colour, sign, start, end: finish, dashed }))
}

fn cage(el: &mut Elaborator, args: Args) -> Result<Value> {
    let clue = el.clue_words(args.get(1).0);
    let Some((grid, mut cells)) = el.places(args.get(0))? else { return Ok(Value::None) };
    cells.sort_unstable();
    el.add_shape(grid, "cage", Form::Cage { cells, clue })
}

fn pill(el: &mut Elaborator, args: Args) -> Result<Value> {
    let Some((grid, cells)) = el.places(args.get(0))? else { return Ok(Value::None) };
    el.add_shape(grid, "pill", Form::Pill(cells))
}

fn dot(el: &mut Elaborator, args: Args) -> Result<Value> {
    let text = match el.word(args.get(2))? {
        word if &*word == "white" => "○".into(),
        word if &*word == "black" => "●".into(),
        word => word,
    };
    let (Some((grid, a)), Some((other, b))) = (el.place(args.get(0))?, el.place(args.get(1))?) else {
        return Ok(Value::None);
    };
    if grid != other || a == b {
        return Ok(Value::None);
    }
    let inside = el.clue_words(args.get(3).0);
    let text = match &*text {
        ">" if a.1 > b.1 => "<".into(),
        ">" if a.0 < b.0 => "∨".into(),
        ">" if a.0 > b.0 => "∧".into(),
        _ => text,
    };
    el.add_shape(grid, "dot", Form::Dot { a, b, text, inside })
}

fn mark(el: &mut Elaborator, args: Args) -> Result<Value> {
    let shape = MarkShape::of(&el.word(args.get(1))?);
    let Some((grid, cells)) = el.places(args.get(0))? else { return Ok(Value::None) };
    for cell in cells {
        el.add_shape(grid, "mark", Form::Mark { cell, shape: shape.clone() })?;
    }
    Ok(Value::None)
}

fn shade(el: &mut Elaborator, args: Args) -> Result<Value> {
    let colour = match args.get(1) {
        (Value::None, _) => Colour::default(),
        value => el.one_of(value, &Colour::ALL)?,
    };
    let Some((grid, cells)) = el.places(args.get(0))? else { return Ok(Value::None) };
    el.add_shape(grid, "shade", Form::Shade { cells, colour })
}

fn corner(el: &mut Elaborator, args: Args) -> Result<Value> {
    let text = el.clue_words(args.get(1).0);
    let (Some((grid, cells)), Some(text)) = (el.places(args.get(0))?, text) else { return Ok(Value::None) };
    let ends = |place: fn(&Place) -> usize| {
        let (least, most) = (cells.iter().map(place).min(), cells.iter().map(place).max());
        least.unwrap_or(0) + most.unwrap_or(0) + 1
    };
    let (row, col) = (ends(|p| p.0), ends(|p| p.1));
    el.add_shape(grid, "corner", Form::Corner { row, col, text })
}

fn outside(el: &mut Elaborator, args: Args) -> Result<Value> {
    let clue = el.clue_words(args.get(1).0);
    let (Some((grid, cells)), Some(clue)) = (el.places(args.get(0))?, clue) else { return Ok(Value::None) };
    let sign = |a: usize, b: usize| (b as i64 - a as i64).signum();
    let (rows, cols) = (el.model.grid(grid).rows, el.model.grid(grid).cols);
    let first = cells[0];
    let step = match cells.get(1) {
        Some(second) => (sign(first.0, second.0), sign(first.1, second.1)),
        // A diagonal of one cell crosses the corner in which the cell lies.
        None => {
            (if first.0 + 1 == rows && rows > 1 { -1 } else { 1 }, if first.1 + 1 == cols && cols > 1 { 1 } else { -1 })
        }
    };
    let beyond = |(row, col): (usize, usize), way: i64| {
        let (row, col) = (row as i64 + way * step.0, col as i64 + way * step.1);
        !(0..rows as i64).contains(&row) || !(0..cols as i64).contains(&col)
    };
    let last = cells[cells.len() - 1];
    let whole = beyond(first, -1) && beyond(last, 1);
    let diagonal = step.0 != 0 && step.1 != 0;
    if diagonal && !whole {
        // A clue outside concerns the whole diagonal, so a shorter diagonal is drawn as a line.
        let (start, end, colour, sign) = (End::Plain, End::Arrow, Colour::Grey, "".into());
        let line = Stroke { cells: cells.clone(), colour, sign, start, end, dashed: true };
        el.add_shape(grid, "outside", Form::Line(line))?;
    }
    // A row or column has an outside only if it starts at the rim.
    if !diagonal && !beyond(first, -1) {
        return Ok(Value::None);
    }
    el.add_shape(grid, "outside", Form::Outside { first, step, clue })
}

/// The grid of the first argument, which is a grid or a block of one.
fn grid(el: &mut Elaborator, args: &Args) -> Result<GridId> {
    match args.get(0) {
        (Value::Grid(grid), _) => Ok(*grid),
        (Value::Block(block), _) => Ok(block.grid),
        (other, span) => el.wrong_type("a grid", other, span),
    }
}

fn values(el: &mut Elaborator, args: Args) -> Result<Value> {
    let grid = grid(el, &args)?;
    let given = (1..10).map(|k| args.get(k)).filter(|(value, _)| !matches!(value, Value::None));
    let signs = given.map(|value| el.word(value)).collect::<Result<Vec<Arc<str>>>>()?;
    if !matches!(&el.model.grid(grid).content, Some((Kind::Bool, _))) {
        let from = first_value(el, &args)?;
        return el.add_shape(grid, "values", Form::Signs { from, signs: signs.into() });
    }
    match &signs[..] {
        [yes] => el.add_shape(grid, "values", Form::Values { yes: yes.clone(), no: EMPTY.into() }),
        [yes, no] => el.add_shape(grid, "values", Form::Values { yes: yes.clone(), no: no.clone() }),
        _ => {
            let message = "a yes/no grid has one sign for yes and one for no";
            fail(Diagnostic::at(Code::Type, args.get(0).1, message))
        }
    }
}

/// The value of `from:`, or 0.
fn first_value(el: &mut Elaborator, args: &Args) -> Result<i64> {
    match args.named("from") {
        None => Ok(0),
        Some((Value::Int(value), _)) => Ok(*value),
        Some((Value::Enum(_, value), _)) => Ok(i64::from(*value)),
        Some((other, span)) => el.wrong_type("a value of the grid", other, span),
    }
}
