//! Pictures: rows of tokens cut to a width and read as regions, givens, clues or outside clues.

use super::Elaborator;
use super::tokens::{characters, clue, cut, one_row, side_fits};
use super::value::{Block, Clues, Outside, Regions, Side, Value, words_among};
use crate::diagnostic::{Code, Diagnostic, Help, Result, fail};
use crate::syntax::ast::{Ident, Picture, PictureKind, Spots, Token};
use sator_base::source::Span;
use sator_model::{Domain, GridId, Kind, PictureContent, PictureOf};
use std::sync::Arc;

impl Side {
    pub fn name(self) -> &'static str {
        match self {
            Side::Top => "top",
            Side::Bottom => "bottom",
            Side::Left => "left",
            Side::Right => "right",
        }
    }

    const ALL: [Side; 4] = [Side::Top, Side::Bottom, Side::Left, Side::Right];

    /// The number of lines of a grid of this shape that start at this side.
    fn lines(self, rows: usize, cols: usize) -> usize {
        if matches!(self, Side::Top | Side::Bottom) { cols } else { rows }
    }
}

impl Elaborator {
    pub(super) fn declare_picture(
        &mut self,
        kind: PictureKind,
        name: Option<&Ident>,
        (of, spots): (Option<&Ident>, Spots),
        picture: &Picture,
        span: Span,
    ) -> Result<()> {
        let read;
        let picture = match &picture.from {
            Some(from) => {
                read = self.picture_from(from)?;
                &read
            }
            None => picture,
        };
        match (kind, name) {
            (PictureKind::Givens, _) => {
                let grid = self.picture_grid(of, span)?;
                self.givens(grid, picture)
            }
            (_, None) => fail(Diagnostic::at(Code::Syntax, span, "this picture needs a name: `regions cage { ... }`")),
            (PictureKind::Regions, Some(name)) => self.regions(name, of, picture),
            (PictureKind::Clues, Some(name)) => self.clues(name, (of, spots), picture),
            (PictureKind::Outside, Some(name)) => self.outside(name, of, picture),
        }
    }

    /// The grid of a picture that must have one.
    pub(super) fn picture_grid(&mut self, of: Option<&Ident>, span: Span) -> Result<GridId> {
        let Some(of) = of else { return self.main_grid(span) };
        match self.look_up(&of.name)? {
            Some(Value::Grid(id)) => Ok(id),
            // Lines are drawn on a grid: other lines `of` them are drawn on the same one.
            Some(Value::Lines(drawn)) => Ok(self.lines(drawn.id).grid),
            Some(other) => self.wrong_type("a grid", &other, of.span),
            None => fail(Diagnostic::at(Code::UnknownName, of.span, format!("no grid is called `{}`", of.name))),
        }
    }

    /// The grid, rows and columns that a picture should have, if its grid is already declared.
    fn expected_shape(&mut self, of: Option<&Ident>) -> Result<Option<(GridId, usize, usize)>> {
        let id = match of {
            Some(of) => match self.look_up(&of.name)? {
                Some(Value::Grid(id)) => Some(id),
                Some(other) => return self.wrong_type("a grid", &other, of.span),
                None => None,
            },
            None => self.model.main_grid(),
        };
        Ok(id.map(|id| (id, self.model.grid(id).rows, self.model.grid(id).cols)))
    }

    /// Stores a picture in the model for drawing.
    fn record_picture(
        &mut self,
        name: &str,
        of: Option<&str>,
        grid: Option<(GridId, usize, usize)>,
        content: PictureContent,
    ) {
        let of = match (grid, of) {
            (Some((id, ..)), _) => PictureOf::Grid(id),
            (None, Some(of)) => PictureOf::Named(of.into()),
            (None, None) => PictureOf::Main,
        };
        self.model.pictures.push(sator_model::Picture { name: name.into(), of, content });
    }

    fn regions(&mut self, name: &Ident, of: Option<&Ident>, picture: &Picture) -> Result<()> {
        self.check_new(name)?;
        let expected = self.expected_shape(of)?;
        let rows = self.cut_for("regions", name, Spots::Cells, picture, expected)?;
        let cols = rows.first().map_or(0, Vec::len);
        let mut labels: Vec<Arc<str>> = Vec::new();
        for token in rows.iter().flatten().filter(|t| t.text != ".") {
            if !labels.iter().any(|l| **l == *token.text) {
                labels.push(token.text.as_str().into());
            }
        }
        if labels.iter().all(|l| l.parse::<i64>().is_ok()) {
            labels.sort_by_key(|l| l.parse::<i64>().unwrap_or(0));
        }
        let at = |t: &Token| labels.iter().position(|l| **l == *t.text);
        let places: Vec<Option<usize>> = rows.iter().flatten().map(at).collect();
        let groups = places.iter().map(|p| p.map(|at| at as u32)).collect();
        self.record_picture(
            &name.name,
            of.map(|of| of.name.as_str()),
            expected,
            PictureContent::Regions { rows: rows.len(), cols, groups },
        );
        let of = of.map(|i| i.name.as_str().into());
        let (name_text, declared) = (name.name.as_str().into(), name.span);
        let regions = Regions { name: name_text, of, declared, rows: rows.len(), cols, labels, places };
        self.scope.declare(&name.name, Value::Regions(regions.into()));
        Ok(())
    }

    pub(super) fn regions_grid(&self, regions: &Regions) -> Option<GridId> {
        self.grid_named(regions.of.as_deref())
    }

    fn clues(&mut self, name: &Ident, (of, spots): (Option<&Ident>, Spots), picture: &Picture) -> Result<()> {
        self.check_new(name)?;
        let expected = self.expected_shape(of)?;
        let rows = match one_row(picture, of.is_some(), expected) {
            Some(tokens) => vec![tokens],
            None => self.cut_for("clues", name, spots, picture, expected)?,
        };
        let cols = rows.first().map_or(0, Vec::len);
        let places = rows.iter().flatten().map(clue).collect::<Result<Vec<Value>>>()?;
        let shape = (rows.len(), cols);
        let own = (spots != Spots::Cells).then(|| {
            let text = self.unused_name(&name.name);
            self.model.add_grid(&text, shape, None, vec![true; shape.0 * shape.1], true)
        });
        let of = of.map(|i| i.name.as_str().into());
        let spans = rows.iter().flatten().map(|token| token.span).collect();
        let (rows, name_text) = (rows.len(), name.name.as_str().into());
        let words = words_among(&places);
        let clues = Clues { name: name_text, of, spots, own, declared: name.span, rows, cols, places, words, spans };
        if let Some((_, odd)) = clues.there().find(|(at, _)| !spots.holds(at / cols, at % cols)) {
            return fail(Diagnostic::at(Code::PictureToken, odd, "this clue stands on no border").help(
                "with rows and columns counted from 1, a border has one odd and one even number; for cells \
                     and borders write `of cells and borders x`",
            ));
        }
        self.draw_clues(&clues, expected);
        let clues = Arc::new(clues);
        self.place_clues(&clues);
        self.scope.declare(&name.name, Value::Clues(clues));
        Ok(())
    }

    /// Stores the clues for drawing on their grid.
    fn draw_clues(&mut self, clues: &Clues, expected: Option<(GridId, usize, usize)>) {
        if self.is_list(clues) {
            return;
        }
        let mut words = vec![None; clues.places.len()];
        let mut tokens = vec![None; clues.places.len()];
        for (at, token) in clues.there() {
            words[at] = Some(self.sources.slice(token).to_string());
            tokens[at] = Some(token);
        }
        let halves = match clues.spots {
            Spots::Cells => None,
            Spots::Corners => Some((2, 0)),
            Spots::Borders | Spots::CellsAndBorders => Some((1, 1)),
        };
        self.record_picture(
            &clues.name,
            clues.of.as_deref(),
            expected,
            PictureContent::Clues { rows: clues.rows, cols: clues.cols, words, tokens, halves },
        );
    }

    /// Whether a picture of clues is a list: one row that no grid has as its shape.
    pub(super) fn is_list(&self, clues: &Clues) -> bool {
        let main = || self.model.main_grid().map(|id| self.model.grid(id));
        clues.rows == 1 && clues.of.is_none() && main().is_none_or(|g| (g.rows, g.cols) != (1, clues.cols))
    }

    /// The grid with the places of a picture's clues.
    pub(super) fn clues_grid(&self, clues: &Clues) -> Option<GridId> {
        clues.own.or_else(|| self.grid_named(clues.of.as_deref()))
    }

    /// The rows of a picture. If its grid is already declared, they take the grid's shape.
    fn cut_for(
        &self,
        word: &str,
        name: &Ident,
        spots: Spots,
        picture: &Picture,
        expected: Option<(GridId, usize, usize)>,
    ) -> Result<Vec<Vec<Token>>> {
        let Some((id, rows, cols)) = expected else { return cut(picture, None) };
        let wanted = spots.shape((rows, cols));
        cut(picture, Some(wanted)).map_err(|error| {
            let own = cut(picture, None).map(|rows| (rows.len(), rows.first().map_or(0, Vec::len)));
            let Ok(own) = own else { return error };
            let grid = &self.model.grid(id).name;
            let meant = [Spots::Cells, Spots::Corners, Spots::CellsAndBorders];
            let meant = meant.into_iter().find(|s| word == "clues" && s.shape((rows, cols)) == own);
            let other = self.model.grids.iter().find(|g| !g.hidden && (g.rows, g.cols) == own);
            let of = match (meant, other) {
                (Some(meant), _) => format!("of {}{grid}", meant.words()),
                (None, Some(other)) => format!("of {}", other.name),
                (None, None) => return error,
            };
            let message =
                format!("the picture is {}x{}, but {} {}x{}", own.0, own.1, of_what(spots, grid), wanted.0, wanted.1);
            let error = Diagnostic::at(Code::PictureShape, picture.span, message);
            Box::new(error.help(format!("name its grid: `{word} {} {of} {{ ... }}`", name.name)))
        })
    }

    /// Checks that pictures declared before their grid have its shape.
    pub(super) fn check_pictures_before(&self, name: &Ident, grid: GridId) -> Result<()> {
        let g = self.model.grid(grid);
        let main = self.model.main_grid() == Some(grid);
        let mut pictures: Vec<&Value> = self.scope.globals().map(|(_, value)| value).collect();
        pictures.sort_by_key(|value| match value {
            Value::Regions(r) => r.declared.start,
            Value::Clues(c) => c.declared.start,
            _ => 0,
        });
        for value in pictures {
            let (of, picture, declared, spots, shape) = match value {
                Value::Regions(r) => (&r.of, &r.name, r.declared, Spots::Cells, (r.rows, r.cols)),
                Value::Clues(c) if !self.is_list(c) => (&c.of, &c.name, c.declared, c.spots, (c.rows, c.cols)),
                _ => continue,
            };
            let own = match of {
                Some(of) => **of == *name.name,
                None => main,
            };
            let wanted = spots.shape((g.rows, g.cols));
            if own && shape != wanted {
                let message = format!(
                    "the picture `{picture}` is {}x{}, but {} {}x{}",
                    shape.0,
                    shape.1,
                    of_what(spots, &g.name),
                    wanted.0,
                    wanted.1
                );
                let help = "a picture has the shape of its grid; for another shape write what it belongs to: `of y`, \
                            `of corners x`, `of borders x`, `of cells and borders x`";
                return fail(
                    Diagnostic::at(Code::PictureShape, name.span, message).label(declared, "the picture").help(help),
                );
            }
        }
        Ok(())
    }

    fn outside(&mut self, name: &Ident, of: Option<&Ident>, picture: &Picture) -> Result<()> {
        self.check_new(name)?;
        let expected = self.expected_shape(of)?;
        let mut sides: Vec<(Side, Arc<[Value]>, Span)> = Vec::new();
        let mut spans = Vec::new();
        let mut seen: [Vec<Vec<String>>; 4] = Default::default();
        let mut places: [Vec<Span>; 4] = Default::default();
        for row in &picture.rows {
            let word = &row.tokens[0];
            let Some(side) = Side::ALL.into_iter().find(|s| s.name() == word.text) else {
                return fail(
                    Diagnostic::at(Code::PictureToken, word.span, format!("`{}` is no side of a grid", word.text))
                        .help("each line of an outside picture starts with `top`, `bottom`, `left` or `right`"),
                );
            };
            if sides.iter().any(|(s, ..)| *s == side) {
                return fail(Diagnostic::at(
                    Code::Duplicate,
                    word.span,
                    format!("the side `{}` is given twice", word.text),
                ));
            }
            let length = expected.map(|(_, r, c)| side.lines(r, c));
            let mut tokens = row.tokens[1..].to_vec();
            if let [only] = &tokens[..]
                && length.is_some_and(|n| n > 1 && only.text.chars().count() == n)
            {
                tokens = characters(only);
            }
            if let Some(n) = length {
                side_fits(tokens.len(), n, row.span)?;
            }
            let clues = tokens.iter().map(clue).collect::<Result<Arc<[Value]>>>()?;
            let present = tokens.iter().zip(clues.iter()).filter(|(_, clue)| !matches!(clue, Value::None));
            spans.extend(present.map(|(token, _)| token.span));
            let words = tokens.iter().zip(clues.iter()).map(|(token, clue)| match clue {
                Value::None => vec![],
                _ => token.text.split(',').map(String::from).collect(),
            });
            seen[side as usize] = words.collect();
            places[side as usize] = tokens.iter().map(|token| token.span).collect();
            sides.push((side, clues, row.span));
        }
        self.record_picture(
            &name.name,
            of.map(|of| of.name.as_str()),
            expected,
            PictureContent::Outside { words: seen, tokens: places },
        );
        let of = of.map(|i| i.name.as_str().into());
        let outside = Outside { name: name.name.as_str().into(), of, declared: name.span, sides, spans };
        let outside = Arc::new(outside);
        self.place_outside(&outside);
        self.scope.declare(&name.name, Value::Outside(outside));
        Ok(())
    }

    /// Checks the clues of an outside picture against the grid: one for each line on each side.
    pub(super) fn outside_fits(&self, outside: &Outside) -> Result<()> {
        let Some(grid) = self.grid_named(outside.of.as_deref()) else { return Ok(()) };
        let g = self.model.grid(grid);
        outside
            .sides
            .iter()
            .try_for_each(|(side, clues, span)| side_fits(clues.len(), side.lines(g.rows, g.cols), *span))
    }

    /// `(clue, line)` for each clue, with the line as seen from the clue.
    pub(super) fn outside_clues(&self, outside: &Outside, block: Block) -> Vec<Value> {
        let (rows, cols) = (self.block_rows(block), self.block_cols(block));
        let mut found = Vec::new();
        for (side, clues, _) in &outside.sides {
            let lines = if matches!(side, Side::Top | Side::Bottom) { &cols } else { &rows };
            for (clue, line) in clues.iter().zip(lines).filter(|(clue, _)| !matches!(clue, Value::None)) {
                let line = match (side, line) {
                    (Side::Bottom | Side::Right, Value::List(cells)) => Value::list(cells.iter().rev().cloned()),
                    _ => line.clone(),
                };
                found.push(Value::tuple([clue.clone(), line]));
            }
        }
        found
    }

    fn givens(&mut self, grid: GridId, picture: &Picture) -> Result<()> {
        for (at, value, span) in self.picture_values(grid, picture)? {
            let Some(value) = value else { continue };
            let g = &self.model.grids[grid];
            let Some(id) = g.unknowns[at] else { continue };
            let cell = sator_model::CellId(g.first.0 + at as u32);
            let kind = self.model.unknown(id).kind;
            let text = format!("{} = {}", self.model.cell_name(cell), self.model.value_text(kind, value));
            let condition = self.model.value_is(id, value);
            self.model.drawing_mut(grid).givens[at] = true;
            self.assert(condition, span, Some(text.into()))?;
        }
        Ok(())
    }

    /// Reads a picture of marks of this shape. Returns the marked places, row by row.
    ///
    /// # Errors
    /// A picture of another shape, or a token that is no mark.
    pub fn marked_places(&self, shape: (usize, usize), picture: &Picture) -> Result<Vec<usize>> {
        let rows = cut(picture, Some(shape))?;
        let marked = |(_, token): &(usize, &Token)| !matches!(token.text.as_str(), "." | "_");
        Ok(rows.iter().flatten().enumerate().filter(marked).map(|(at, _)| at).collect())
    }

    /// Reads a picture of values of a grid. Returns for each position its value or `None`, and its span. Every value is
    /// in the grid's domain.
    ///
    /// # Errors
    /// A picture of another shape, or a token that is no value of the grid.
    pub fn picture_values(&self, grid: GridId, picture: &Picture) -> Result<Vec<(usize, Option<i64>, Span)>> {
        let g = self.model.grid(grid);
        let Some((kind, domain)) = &g.content else {
            return fail(
                Diagnostic::at(Code::Type, picture.span, format!("grid {} holds no values", g.name))
                    .help(format!("declare it with a domain: `grid {} {}x{} in 1..9`", g.name, g.rows, g.cols)),
            );
        };
        let rows = cut(picture, Some((g.rows, g.cols)))?;
        let mut values = Vec::with_capacity(g.len());
        for (at, token) in rows.iter().flatten().enumerate() {
            let value = self.given(token, *kind, domain)?;
            if value.is_some() && !g.present[at] {
                return fail(
                    Diagnostic::at(Code::PictureToken, token.span, "a hole of the grid can't have a value")
                        .help(Help::write(".").and(" there")),
                );
            }
            values.push((at, value, token.span));
        }
        Ok(values)
    }

    fn given(&self, token: &Token, kind: Kind, domain: &Domain) -> Result<Option<i64>> {
        let text = token.text.as_str();
        if matches!(text, "." | "_" | "?") || (text == "0" && kind == Kind::Int && !domain.contains(0)) {
            return Ok(None);
        }
        let error = |message: String| Diagnostic::at(Code::PictureToken, token.span, message);
        match kind {
            Kind::Bool => match text {
                "#" | "1" | "true" => Ok(Some(1)),
                "-" | "0" | "false" => Ok(Some(0)),
                _ => fail(
                    error(format!("`{text}` is no value of a yes/no grid"))
                        .help("`#` or `1` is true, `-` or `0` false, `.` blank"),
                ),
            },
            Kind::Enum(id) => {
                let declared = &self.model.enums[id];
                match declared.values.iter().position(|v| v == text) {
                    Some(at) => Ok(Some(at as i64)),
                    None => {
                        let near = super::scope::suggest(text, declared.values.iter().map(String::as_str));
                        let help = match near {
                            Some(near) => Help::did_you_mean(near),
                            None => format!("its values are {}; a blank is `.`", declared.values.join(", ")).into(),
                        };
                        fail(error(format!("`{text}` is no value of enum {}", declared.name)).help(help))
                    }
                }
            }
            Kind::Int => match text.parse::<i64>() {
                Ok(v) if domain.contains(v) => Ok(Some(v)),
                Ok(v) => fail(
                    Diagnostic::at(Code::Domain, token.span, format!("{v} is outside the domain {domain}"))
                        .help("a blank is written `.`"),
                ),
                Err(_) => fail(error(format!("`{text}` is no number")).help("a blank is written `.`")),
            },
        }
    }
}

/// `grid x is`, `the corners of x are`
fn of_what(spots: Spots, grid: &str) -> String {
    match spots {
        Spots::Cells => format!("grid {grid} is"),
        _ => format!("the {}of {grid} are", spots.words()),
    }
}
