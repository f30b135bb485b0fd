//! Declarations: grids, scalars, enums, names for values, rules and defs.

use super::Elaborator;
use super::array::Declared;
use super::direction::DIRECTIONS;
use super::value::Value;
use crate::diagnostic::{Code, Diagnostic, Help, Result, fail};
use crate::syntax::ast::{self, BinaryOp, Expr, ExprKind, GridShape, Ident, Param, VarItem};
use rustc_hash::FxHashMap;
use sator_base::source::Span;
use sator_model::{Domain, GridId, Kind, NO_END, UnknownId};

/// Bytes for a declared cell of a grid (1000x1000 in 0..1: 155 MB).
const CELL_DECLARED: u64 = 150;

/// Limit on rows times columns of one grid.
const MOST_CELLS: u64 = 1_000_000;
/// Grids of this many cells check for memory first.
const LARGE: usize = 10_000;

impl Elaborator {
    pub(super) fn declare_grid(
        &mut self,
        hidden: bool,
        name: &Ident,
        shape: &GridShape,
        domain: Option<&ast::Domain>,
        except: Option<&Ident>,
    ) -> Result<()> {
        self.check_new(name)?;
        let (rows, cols, span) = self.grid_shape(shape)?;
        let size = |k: i64| k >= 1 && (k as u64) <= MOST_CELLS;
        if !size(rows) || !size(cols) || rows as u64 * cols as u64 > MOST_CELLS {
            let message = format!("a grid can't have {rows} by {cols} cells");
            return fail(
                Diagnostic::at(Code::GridSize, span, message).help(format!("a grid has 1 to {MOST_CELLS} cells")),
            );
        }
        let (rows, cols) = (rows as usize, cols as usize);
        // The ticks limit smaller grids.
        if rows * cols >= LARGE {
            self.limits.check_memory(rows * cols, CELL_DECLARED).map_err(|reason| Diagnostic::stopped(reason, span))?;
        }
        let content = domain.map(|d| self.domain(d)).transpose()?;
        let present = match except {
            Some(picture) => self.holes(picture, rows, cols)?,
            None => vec![true; rows * cols],
        };
        let hidden = hidden || (!self.scope.is_global() && self.frame.is_some());
        let from = self.model.unknowns.len();
        let id = self.model.add_grid(&self.unused_name(&name.name), (rows, cols), content, present, hidden);
        self.model.unknowns[from..].iter_mut().for_each(|u| u.inner = self.frame.is_some());
        self.note_open(domain, from);
        self.scope.declare(&name.name, Value::Grid(id));
        if self.scope.is_global() {
            self.check_pictures_before(name, id)?;
        }
        self.check_size(name.span)
    }

    fn grid_shape(&mut self, shape: &GridShape) -> Result<(i64, i64, Span)> {
        match shape {
            GridShape::Literal { rows, cols, span } => Ok((*rows as i64, *cols as i64, *span)),
            GridShape::By(rows, cols) => {
                let span = rows.span.to(cols.span);
                Ok((self.known_number_here(rows)?, self.known_number_here(cols)?, span))
            }
            GridShape::Like(name) => match self.look_up(&name.name)? {
                Some(Value::Grid(id)) => {
                    let g = self.model.grid(id);
                    Ok((g.rows as i64, g.cols as i64, name.span))
                }
                Some(Value::Regions(r)) => Ok((r.rows as i64, r.cols as i64, name.span)),
                Some(Value::Clues(c)) => Ok((c.rows as i64, c.cols as i64, name.span)),
                Some(other) => self.wrong_type("a grid or a picture", &other, name.span),
                None => {
                    fail(Diagnostic::at(Code::UnknownName, name.span, format!("nothing is called `{}`", name.name)))
                }
            },
        }
    }

    fn known_number_here(&mut self, expr: &Expr) -> Result<i64> {
        let value = self.expression(expr)?;
        self.known_int(&value, expr.span)
    }

    /// The cells of a grid without those marked in a picture.
    fn holes(&mut self, picture: &Ident, rows: usize, cols: usize) -> Result<Vec<bool>> {
        let found = self.look_up(&picture.name)?;
        found.iter().for_each(|value| self.note_all_read(value));
        let (r, c, marked): (usize, usize, Vec<bool>) = match found {
            Some(Value::Regions(p)) => (p.rows, p.cols, p.places.iter().map(Option::is_some).collect()),
            Some(Value::Clues(p)) => (p.rows, p.cols, p.places.iter().map(|v| !matches!(v, Value::None)).collect()),
            Some(other) => return self.wrong_type("a picture that marks the holes", &other, picture.span),
            None => {
                return fail(
                    Diagnostic::at(Code::UnknownName, picture.span, format!("nothing is called `{}`", picture.name))
                        .help("declare the picture with the holes first: `clues wall { # . . ... }`"),
                );
            }
        };
        if (r, c) != (rows, cols) {
            let message = format!("the picture `{}` is {r}x{c}, the grid {rows}x{cols}", picture.name);
            return fail(Diagnostic::at(Code::PictureShape, picture.span, message));
        }
        Ok(marked.into_iter().map(|m| !m).collect())
    }

    /// The kind and values of unknowns with this domain; never empty.
    pub(super) fn domain(&mut self, domain: &ast::Domain) -> Result<(Kind, Domain)> {
        let expr = match domain {
            ast::Domain::Bool(_) => return Ok((Kind::Bool, Domain::range(0, 1))),
            ast::Domain::Expr(expr) => expr,
            ast::Domain::From(low) => {
                let value = self.expression(low)?;
                let low_value = self.known_int(&value, low.span)?;
                if low_value.abs() >= NO_END {
                    return fail(
                        Diagnostic::at(
                            Code::Domain,
                            low.span,
                            format!("a domain without an upper end must start below {NO_END}"),
                        )
                        .help("write the upper end too: `in 2000000000..3000000000`"),
                    );
                }
                return Ok((Kind::Int, Domain::range(low_value, NO_END)));
            }
        };
        let value = self.expression(expr).map_err(|error| words_first(error, expr))?;
        if has_decimals(expr) {
            let message = "an unknown is a whole number, and this domain has decimals";
            let help = format!("write `in 0..10`; {}", super::other_languages::FLOATS);
            return fail(Diagnostic::at(Code::Domain, expr.span, message).help(help));
        }
        if let Some(help) = meant_domain(expr, &value) {
            return fail(self.wrong("a domain", &value, expr.span).help(help));
        }
        let words = match &value {
            Value::EnumType(id) => Some(*id),
            Value::Graph(graph) => graph.words,
            _ => None,
        };
        if let Some(id) = words {
            let n = self.model.enums[id].values.len() as i64;
            return Ok((Kind::Enum(id), Domain::range(0, n - 1)));
        }
        if let Some(domain) = self.enum_subset(&value) {
            return Ok(domain);
        }
        let set = match self.if_list(&value) {
            Some(_) => self.integer_set(&value, expr.span)?,
            None => {
                let mut error = self.wrong("a domain (`1..9`, `{1, 3, 5}`, `bool` or an enum)", &value, expr.span);
                if let Value::Int(n) = value {
                    error = error.help(format!("write `in 1..{n}`, or `in {{{n}}}` for one value"));
                }
                return fail(error);
            }
        };
        match set {
            Some(set) if set.is_empty() => fail(
                Diagnostic::at(Code::Domain, expr.span, "this domain is empty")
                    .help(Help::of(&["write the smaller number first: ", "1..9"])),
            ),
            Some(set) if set.min() < -(1 << 60) || set.max() > 1 << 60 => {
                fail(Diagnostic::at(Code::Overflow, expr.span, "domains lie within -2^60..2^60"))
            }
            Some(set) => Ok((Kind::Int, set)),
            None => {
                let error =
                    Diagnostic::at(Code::Domain, expr.span, "the values of a domain must be known whole numbers");
                let is_word = |value: &Value| matches!(value, Value::Str(_));
                let words = matches!(&value, Value::List(items) | Value::Set(items) if items.iter().all(is_word));
                let text = self.sources.slice(expr.span);
                fail(match words {
                    true => error.help(format!(
                        "the words of a list are values of an enum: `enum word = {text}`, then `in word`"
                    )),
                    false => error,
                })
            }
        }
    }

    /// A set of values of one enum, or of directions, as a domain.
    fn enum_subset(&mut self, value: &Value) -> Option<(Kind, Domain)> {
        let (Value::Set(items) | Value::List(items)) = value else { return None };
        if let Some(Value::Direction(_)) = items.first() {
            let id = self.directions();
            let number = |v: &Value| if let Value::Direction(d) = v { Some(d.number()) } else { None };
            let numbers: Option<Vec<i64>> = items.iter().map(number).collect();
            return Some((Kind::Enum(id), Domain::from_values(numbers?)));
        }
        let Some(Value::Enum(id, _)) = items.first() else { return None };
        let positions: Option<Vec<i64>> = items
            .iter()
            .map(|v| if let Value::Enum(e, at) = v { (e == id).then_some(*at as i64) } else { None })
            .collect();
        Some((Kind::Enum(*id), Domain::from_values(positions?)))
    }

    /// The enum of the directions, made when first used.
    fn directions(&mut self) -> sator_model::EnumId {
        if let Some(id) = self.model.directions() {
            return id;
        }
        let values = DIRECTIONS.iter().map(|d| d.name.to_string()).collect();
        let declared = Span::new(sator_base::source::SourceId(0), 0, 0);
        self.model.enums.push(sator_model::Enum { name: "direction".into(), declared, values, directions: true });
        sator_model::EnumId(self.model.enums.len() as u32 - 1)
    }

    /// Marks the unknowns from number `from` on as open if their declared domain has no upper end.
    fn note_open(&mut self, domain: Option<&ast::Domain>, from: usize) {
        if matches!(domain, Some(ast::Domain::From(_))) {
            let all = from as u32..self.model.unknowns.len() as u32;
            self.model.open.extend(all.map(UnknownId));
        }
    }

    pub(super) fn declare_vars(&mut self, hidden: bool, items: &[VarItem], domain: &ast::Domain) -> Result<()> {
        let from = self.model.unknowns.len();
        self.new_vars(hidden, items, domain)?;
        self.model.unknowns[from..].iter_mut().for_each(|u| u.inner = self.frame.is_some());
        self.note_open(Some(domain), from);
        Ok(())
    }

    fn new_vars(&mut self, hidden: bool, items: &[VarItem], domain: &ast::Domain) -> Result<()> {
        let (kind, domain) = self.domain(domain)?;
        // Unknowns that a rule declares for its own use are no part of the answer.
        let hidden = hidden || (!self.scope.is_global() && self.frame.is_some());
        let group = self.model.variables.last().map_or(0, |last| last.group + 1);
        let declared = Declared { kind, domain, hidden, group };
        items.iter().try_for_each(|item| self.declare_item(item, &declared))
    }

    pub(super) fn unknown_value(&mut self, id: UnknownId) -> Value {
        let e = self.model.node_of(id);
        self.expr_as_value(e, self.model.unknowns[id].kind)
    }

    pub(super) fn declare_enum(&mut self, name: &Ident, values: &[Ident]) -> Result<()> {
        let id = self.add_enum(name, values)?;
        self.scope.declare(&name.name, Value::EnumType(id));
        Ok(())
    }

    /// Adds an enum to the model.
    pub(super) fn add_enum(&mut self, name: &Ident, values: &[Ident]) -> Result<sator_model::EnumId> {
        self.check_new(name)?;
        let mut seen: FxHashMap<&str, &Ident> = FxHashMap::default();
        for v in values {
            if let Some(first) = seen.insert(&v.name, v) {
                let message = format!("`{}` occurs twice in enum {}", v.name, name.name);
                let error = Diagnostic::at(Code::Duplicate, v.span, message);
                return fail(match first.span == v.span {
                    true => error.help("`union(l)` has each word of a list once"),
                    false => error.label(first.span, "first here"),
                });
            }
        }
        if values.is_empty() {
            return fail(Diagnostic::at(
                Code::Domain,
                name.span,
                "an enum needs at least one value: `enum colour { red green }`",
            ));
        }
        let id = sator_model::EnumId::at(self.model.enums.len());
        let texts = values.iter().map(|v| v.name.clone()).collect();
        self.model.enums.push(sator_model::Enum {
            name: name.name.clone(),
            declared: name.span,
            values: texts,
            directions: false,
        });
        if let Some(hides) = values.iter().find(|v| DIRECTIONS.iter().any(|d| d.name == v.name)) {
            let message = format!("`{}` is a direction; from here on it means the value of this enum", hides.name);
            self.warn(
                Diagnostic::warning(Code::HidesDirection, hides.span, message)
                    .help("choose another name for the value if you still need the direction"),
            );
        }
        Ok(id)
    }

    /// The words of a list as names.
    pub(super) fn words_of(&mut self, list: &Expr) -> Result<Vec<Ident>> {
        let value = self.expression(list)?;
        let words = self.list(&value, list.span)?;
        let name = |word: &Value| match word {
            Value::Str(word) if !word.is_empty() => Ok(Ident { name: word.to_string(), span: list.span }),
            other => self.wrong_type("a list of words", other, list.span),
        };
        words.iter().map(name).collect()
    }

    pub(super) fn declare_let(&mut self, names: &[Ident], tuple: bool, value: &Expr) -> Result<()> {
        let v = self.expression(value).map_err(|mut error| {
            if let [name] = names
                && error.code == Code::UnknownName
                && error.labels.first().is_some_and(|l| self.sources.slice(l.span) == name.name)
            {
                error.help = Some(format!(
                    "`let {0} = ...` is a statement of its own: write it before the statements that use `{0}`; a value never changes",
                    name.name
                ));
            }
            error
        })?;
        if v.is_deep() {
            return fail(
                Diagnostic::at(Code::TooDeep, value.span, "these lists are nested more than 500 deep")
                    .help("write a flat list instead"),
            );
        }
        if !tuple {
            self.check_new(&names[0])?;
            self.scope.declare(&names[0].name, v);
            return Ok(());
        }
        let parts = match &v {
            Value::Tuple(parts) => parts.clone(),
            other => self.list(other, value.span)?,
        };
        if parts.len() != names.len() {
            let message = format!("{} names for {} values", names.len(), parts.len());
            return fail(Diagnostic::at(Code::Type, value.span, message));
        }
        for (name, part) in names.iter().zip(parts.iter()) {
            self.check_new(name)?;
            self.scope.declare(&name.name, part.clone());
        }
        Ok(())
    }

    pub(super) fn declare_callable(&mut self, name: &Ident, params: &[Param], value: Value) -> Result<()> {
        self.check_new(name)?;
        for (i, param) in params.iter().enumerate() {
            if let Some(first) = params[..i].iter().find(|p| p.name.name == param.name.name) {
                let message = format!("`{}` has two parameters called `{}`", name.name, param.name.name);
                let error =
                    Diagnostic::at(Code::Duplicate, param.name.span, message).label(first.name.span, "first here");
                return fail(error);
            }
        }
        self.scope.declare(&name.name, value);
        Ok(())
    }

    /// Checks that the script declares no name twice. It can hide built-in names.
    pub(super) fn check_new(&self, name: &Ident) -> Result<()> {
        if crate::syntax::place_name(&name.name).is_some() {
            return fail(Diagnostic::at(
                Code::ReservedName,
                name.span,
                format!("`{}` is reserved for rows, columns and cells", name.name),
            ));
        }
        if self.scope.is_global() && self.scope.global(&name.name).is_some() {
            return fail(
                Diagnostic::at(Code::Duplicate, name.span, format!("`{}` is already declared", name.name))
                    .help("choose another name, or remove the first with `undo` or `drop`"),
            );
        }
        Ok(())
    }

    /// A name that no other unknown has. Bodies can declare a name repeatedly.
    pub(super) fn unused_name(&self, name: &str) -> String {
        let taken = |n: &str| {
            self.model.variables.iter().any(|v| v.is_called(n))
                || self.model.grids.iter().any(|g| g.name == n)
                || self.model.lines.iter().any(|l| l.name == n)
        };
        if !taken(name) {
            return name.to_string();
        }
        (2..).map(|k| format!("{name}#{k}")).find(|n| !taken(n)).unwrap_or_default()
    }

    /// The grid named by a picture's `of`; the main grid without `of`.
    pub(super) fn grid_named(&self, of: Option<&str>) -> Option<GridId> {
        match of {
            None => self.model.main_grid(),
            // A picture belongs to the script, so a rule's parameter of that name isn't its grid.
            Some(name) => {
                match self.scope.global(name).cloned().or_else(|| self.scope.look_up(name, &self.model.enums)) {
                    Some(Value::Grid(id)) => Some(id),
                    _ => None,
                }
            }
        }
    }
}

/// The domain meant by `1-9`, `[1..9]` and `(1, 3)`.
fn meant_domain(expr: &Expr, value: &Value) -> Option<String> {
    match (&expr.kind, value) {
        (ExprKind::Binary { op: BinaryOp::Sub, left, right, .. }, _) => match (&left.kind, &right.kind) {
            (ExprKind::Int(a), ExprKind::Int(b)) => Some(format!("a range is written `{a}..{b}`")),
            _ => None,
        },
        (ExprKind::List(_) | ExprKind::Set(_), Value::List(items) | Value::Set(items)) => match items[..] {
            [Value::Range(a, b)] => Some(format!("a range stands without brackets: `{a}..{b}`")),
            _ => None,
        },
        (ExprKind::Tuple(_), Value::Tuple(items)) => {
            let known = items.iter().map(|v| if let Value::Int(k) = v { Some(k.to_string()) } else { None });
            let known: Vec<String> = known.collect::<Option<_>>()?;
            Some(format!("a set is written `{{{}}}`", known.join(", ")))
        }
        _ => None,
    }
}

/// Whether a range of a domain has an end with a decimal point.
fn has_decimals(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Decimal(_) => true,
        ExprKind::Neg(inner) | ExprKind::Paren(inner) => has_decimals(inner),
        ExprKind::Range(ends) => ends.iter().any(has_decimals),
        _ => false,
    }
}

/// The error for a word in a domain that nothing declares: `var x in {red, green}`, `var x in a..z`.
fn words_first(error: Box<Diagnostic>, domain: &Expr) -> Box<Diagnostic> {
    let (ExprKind::Set(items) | ExprKind::List(items) | ExprKind::Range(items)) = &domain.kind else { return error };
    let name = |e: &Expr| if let ExprKind::Name(name) = &e.kind { Some(name.clone()) } else { None };
    match items.iter().map(name).collect::<Option<Vec<String>>>() {
        Some(ends) if matches!(domain.kind, ExprKind::Range(_)) => match &ends[..] {
            [a, z] if error.code == Code::UnknownName && a.len() == 1 && z.len() == 1 => Box::new(error.help(
                "letters are the values of an enum: `enum letter = \"abcdefghijklmnopqrstuvwxyz\"`, then `in letter`",
            )),
            _ => error,
        },
        Some(words) if error.code == Code::UnknownName && !words.is_empty() => {
            Box::new(error.help(format!(
                "words are the values of an enum: `enum word {{ {} }}`, then `in word`",
                words.join(" ")
            )))
        }
        _ => error,
    }
}
