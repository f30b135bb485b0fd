//! Edits of a script by pointing at its board: each is computed over the syntax of the text, and its result is a text again.
//!
//! | kind | fields | effect |
//! | --- | --- | --- |
//! | `value` | `cells`, `typed`, `guess` | a value in cells, or none |
//! | `clue` | `picture`, `at` (lists of row and column) or `side` and `index`, `typed` | a token of a picture |
//! | `use` | `rule`, `cells`, `typed` | a use of a rule on cells; the same use again takes it away, with another value changes it |
//! | `cycle` | `statements` | the first statement, then the next one in its place, then none; several lists of statements go on together |
//! | `append` | `lines` | statements behind those of the puzzle |
//! | `move` | `cells`, `by` (rows and columns) | the statement that has drawn last on one of the cells, on other cells |
//! | `erase` | `cells` | values, or else what a rule draws there last |
//! | `leave_out` | `cells`, `ranges`, `statements` | values, clues by their places in the text, and uses of rules |

use super::cells;
use super::palette::{self, CellChoice, Slot, Tool};
use super::pictures::{self, BLANK, Change};
use super::places::{rule_of, same, with_statement, without_statement};
use super::script::Script;
use crate::editing::highlight;
use crate::editing::names::{Class, Names};
use sator_base::source::SourceId;
use sator_lang::syntax::ast::{Arg, ExprKind, PictureKind, Statement, StatementKind};
use sator_lang::syntax::print::print_expr;
use sator_lang::syntax::{parse, place_name};
use sator_model::shape::{Form, Place, Shape};
use serde_json::Value;

/// The result of an edit: the new text, or a sentence.
type Edited = Result<String, String>;

/// The text after an edit.
pub(super) fn edit(script: &mut Script, text: &str, edit: &Value) -> Edited {
    match edit["kind"].as_str().unwrap_or_default() {
        "value" => {
            let guess = edit["guess"] == true;
            let mut text = text.to_string();
            for cell in words(edit, "cells")? {
                text = cells::edit(script, &text, cell, edit["typed"].as_str(), guess)?;
            }
            Ok(text)
        }
        "clue" => clue(script, text, edit),
        "use" => {
            let name = word(edit, "rule")?;
            let tool = palette::find(name).ok_or_else(|| format!("`{name}` is not used on cells"))?;
            let (chosen, grid) = (words(edit, "cells")?, edit["grid"].as_str());
            let whole = whole_line(&chosen, shape(script, "", grid)).filter(|_| tool.takes == CellChoice::Outside);
            let call = call(tool, &chosen, whole, grid, edit["typed"].as_str())?;
            put_use(text, &read(text)?, &call)
        }
        "cycle" => cycle(text, &lists(edit, "statements")?),
        "append" => Ok(with_statement(text, &read(text)?, word(edit, "lines")?.trim_end())),
        "move" => shift(script, text, edit),
        "erase" => erase(script, text, &words(edit, "cells")?),
        "leave_out" => leave_out(script, text, edit),
        other => Err(format!(
            "there is no edit `{other}`; there are value, clue, use, cycle, append, move, erase and leave_out"
        )),
    }
}

fn read(text: &str) -> Result<Vec<Statement>, String> {
    parse(SourceId(0), text).map_err(|error| error.message.clone())
}

fn word<'a>(edit: &'a Value, key: &str) -> Result<&'a str, String> {
    edit[key].as_str().ok_or_else(|| format!("`{key}` is a text"))
}

fn words<'a>(edit: &'a Value, key: &str) -> Result<Vec<&'a str>, String> {
    let list = edit[key].as_array().ok_or_else(|| format!("`{key}` is a list of texts"))?;
    list.iter().map(|one| one.as_str().ok_or_else(|| format!("`{key}` is a list of texts"))).collect()
}

/// A list of texts, or several of them.
fn lists<'a>(edit: &'a Value, key: &str) -> Result<Vec<Vec<&'a str>>, String> {
    match edit[key].as_array() {
        Some(list) if list.iter().all(Value::is_array) => {
            let texts = |one: &'a Value| one.as_array()?.iter().map(Value::as_str).collect::<Option<Vec<_>>>();
            list.iter()
                .map(texts)
                .collect::<Option<_>>()
                .ok_or_else(|| format!("`{key}` is a list of texts, or of such lists"))
        }
        _ => words(edit, key).map(|one| vec![one]),
    }
}

fn numbers(value: &Value) -> Option<Vec<usize>> {
    value.as_array()?.iter().map(|n| n.as_u64().map(|n| n as usize)).collect()
}

fn one_statement(text: &str) -> Result<Statement, String> {
    let mut statements = read(text)?;
    match (statements.pop(), statements.is_empty()) {
        (Some(statement), true) => Ok(statement),
        _ => Err(format!("`{text}` is not one statement")),
    }
}

// ---- pictures

/// A token of a picture. A picture that is not there yet is declared.
fn clue(script: &mut Script, text: &str, edit: &Value) -> Edited {
    let name = word(edit, "picture")?;
    let typed = edit["typed"].as_str().map_or(BLANK, str::trim);
    if typed.is_empty() || typed.chars().any(|c| c.is_whitespace() || matches!(c, ';' | '{' | '}')) {
        return Err("a clue has no blanks, semicolons or braces".into());
    }
    let statements = read(text)?;
    let shape = shape(script, name, edit["grid"].as_str()).ok_or_else(|| format!("`{name}` has no grid"))?;
    let Some((kind, picture)) = pictures::named(&statements, name) else {
        let kind = word(edit, "declare").map_err(|_| format!("there is no picture `{name}`"))?;
        let of = edit["grid"].as_str().map_or(String::new(), |grid| format!(" of {grid}"));
        let row = vec![BLANK; shape.1].join(" ");
        let rows = if kind == "outside" { String::new() } else { format!("  {row}\n").repeat(shape.0) };
        // Pictures stand before the rules that read them.
        let declared = format!("{kind} {name}{of} {{\n{rows}}}");
        let text = with_statement(text, &statements[..declarations(&statements)], &declared);
        return clue(script, &text, edit);
    };
    let changed = if kind == PictureKind::Outside {
        let (side, at) = (word(edit, "side")?, edit["index"].as_u64().ok_or("`index` is a number")? as usize);
        let count = if matches!(side, "top" | "bottom") { shape.1 } else { shape.0 };
        if at >= count {
            return Err(format!("there is no place {} on this side", at + 1));
        }
        pictures::with_outside(text, picture, side, at, count, typed)
    } else {
        let places = edit["at"].as_array().ok_or("`at` is a list of rows and columns")?;
        let change = |place: &Value| match numbers(place)?[..] {
            [row, col] => Some(((row, col), typed.to_string())),
            _ => None,
        };
        let changes: Vec<Change> =
            places.iter().map(change).collect::<Option<_>>().ok_or("`at` is a list of rows and columns")?;
        let cols = pictures_cols(&statements, name, shape);
        pictures::with_tokens(text, picture, cols, &changes)
    };
    changed.ok_or_else(|| format!("the rows of `{name}` don't have the width of the grid"))
}

/// The number of statements before the first that is neither a declaration nor a picture.
fn declarations(statements: &[Statement]) -> usize {
    let declares =
        |statement: &Statement| !matches!(statement.kind, StatementKind::Expr { .. } | StatementKind::For { .. });
    statements.iter().position(|statement| !declares(statement)).unwrap_or(statements.len())
}

/// Rows and columns of the grid that a picture belongs to.
fn shape(script: &Script, picture: &str, grid: Option<&str>) -> Option<(usize, usize)> {
    let model = script.session.model();
    let with_picture = |id| model.pictures_of(id).any(|own| &*own.name == picture);
    let found = (0..model.grids.len()).map(sator_model::GridId::at).find(|&id| with_picture(id));
    let named = || model.grids.iter().position(|own| Some(own.name.as_str()) == grid).map(sator_model::GridId::at);
    let id = found.or_else(named).or_else(|| model.main_grid())?;
    let grid = model.grid(id);
    Some((grid.rows, grid.cols))
}

fn pictures_cols(statements: &[Statement], wanted: &str, shape: (usize, usize)) -> usize {
    let spots = statements.iter().find_map(|statement| match &statement.kind {
        StatementKind::Picture { name: Some(name), spots, .. } if name.name == wanted => Some(*spots),
        _ => None,
    });
    spots.unwrap_or_default().shape(shape).1
}

// ---- uses of rules

/// The call of a tool on cells, as one would type it.
fn call(tool: &Tool, chosen: &[&str], whole: Option<String>, grid: Option<&str>, typed: Option<&str>) -> Edited {
    let name = tool.rule.name;
    let typed = typed.map(str::trim).filter(|typed| !typed.is_empty());
    if tool.needs_value && typed.is_none() {
        return Err(format!("{name} needs a value: type it, then choose the cells"));
    }
    let cells = match tool.takes {
        CellChoice::Grid => String::new(),
        CellChoice::Line | CellChoice::Outside => whole.or_else(|| path(chosen)).ok_or("no cells were chosen")?,
        CellChoice::Pair if chosen.len() != 2 => return Err(format!("{name} takes two neighbours")),
        CellChoice::Corner if chosen.len() != 4 => return Err(format!("{name} takes the four cells around a corner")),
        CellChoice::Corner => chosen.iter().min().map(ToString::to_string).unwrap_or_default(),
        CellChoice::Pair | CellChoice::Cage | CellChoice::Cells => list(chosen).ok_or("no cells were chosen")?,
    };
    let mut args = vec![];
    for (k, slot) in tool.slots.iter().enumerate() {
        args.push(match slot {
            Slot::Grid => grid.unwrap_or("x").to_string(),
            Slot::Cells => cells.clone(),
            Slot::Cell(at) => chosen[*at].to_string(),
            Slot::Fixed(text) => text.replace("(x)", &format!("({})", grid.unwrap_or("x"))),
            Slot::Value => match typed {
                None => break,
                Some(typed) => {
                    args.push(value(typed, tool.takes, matches!(tool.slots.get(k + 1), Some(Slot::Fixed(_)))));
                    break;
                }
            },
        });
    }
    let call = format!("{name}({})", args.join(", "));
    one_statement(&call).map_err(|_| format!("{name} does not take {}", typed.unwrap_or_default()))?;
    Ok(call)
}

/// A typed value as an argument: digits around a corner are a list, and a cage can have an operation.
fn value(typed: &str, takes: CellChoice, operation: bool) -> String {
    let digits = typed.chars().all(|c| c.is_ascii_digit());
    match typed.char_indices().last() {
        Some(_) if takes == CellChoice::Corner && digits => {
            format!("[{}]", typed.chars().map(String::from).collect::<Vec<_>>().join(", "))
        }
        Some((at, sign)) if operation && !digits && !sign.is_ascii_digit() => format!("{}, \"{sign}\"", &typed[..at]),
        _ => typed.to_string(),
    }
}

/// The row and column of `y.r3c4`, and what stands before.
fn place(cell: &str) -> Option<(&str, i64, i64)> {
    let (prefix, name) = cell.rsplit_once('.').map_or(("", cell), |(_, name)| (&cell[..cell.len() - name.len()], name));
    let (row, col) = place_name(name)?;
    let number = |number: u32| Some(i64::from(number)).filter(|number| (1..=1_000_000).contains(number));
    Some((prefix, number(row?)?, number(col?)?))
}

/// A whole row or column, from either end, by its name.
fn whole_line(cells: &[&str], shape: Option<(usize, usize)>) -> Option<String> {
    let (rows, cols) = shape?;
    let (prefix, row, col) = place(cells.first()?)?;
    let (_, to_row, to_col) = place(cells.last()?)?;
    let name = if row == to_row && cells.len() == cols {
        format!("{prefix}r{row}")
    } else if col == to_col && cells.len() == rows {
        format!("{prefix}c{col}")
    } else {
        return None;
    };
    Some(if (row, col) > (to_row, to_col) { format!("reverse({name})") } else { name })
}

/// Cells in order as one would type them: straight parts as ranges.
fn path(cells: &[&str]) -> Option<String> {
    let step = |a: &str, b: &str| {
        let ((_, r, c), (_, s, d)) = (place(a)?, place(b)?);
        Some((s - r, d - c))
    };
    let mut text = cells.first()?.to_string();
    if let [only] = cells {
        return Some(format!("[{only}]"));
    }
    for k in 1..cells.len() {
        let here = step(cells[k - 1], cells[k])?;
        if !(-1..=1).contains(&here.0) || !(-1..=1).contains(&here.1) {
            return Some(format!("[{}]", cells.join(", ")));
        }
        if cells.get(k + 1).is_none_or(|next| step(cells[k], next) != Some(here)) {
            text += "..";
            text += cells[k];
        }
    }
    Some(text)
}

/// Cells in any order: a straight run as a range, else one by one in reading order.
fn list(cells: &[&str]) -> Option<String> {
    let mut sorted: Vec<&str> = cells.to_vec();
    sorted.sort_by_key(|cell| place(cell).map(|(_, row, col)| (row, col)));
    sorted.dedup();
    let places: Vec<(i64, i64)> =
        sorted.iter().map(|cell| place(cell).map(|(_, row, col)| (row, col))).collect::<Option<_>>()?;
    let straight = |step: (i64, i64)| places.windows(2).all(|w| (w[1].0 - w[0].0, w[1].1 - w[0].1) == step);
    match &sorted[..] {
        [] => None,
        [only] => Some(format!("[{only}]")),
        [first, .., last] if straight((0, 1)) || straight((1, 0)) => Some(format!("{first}..{last}")),
        all => Some(format!("[{}]", all.join(", "))),
    }
}

/// Puts a use into the text. The same use takes itself away; a use on the same cells with another value takes its place.
fn put_use(text: &str, statements: &[Statement], call: &str) -> Edited {
    let new = one_statement(call)?;
    if let Some(old) = same(statements, &new) {
        return Ok(without_statement(text, old));
    }
    let first = |statement: &Statement| {
        let StatementKind::Expr { expr, .. } = &statement.kind else { return None };
        let ExprKind::Call { args, .. } = &expr.kind else { return None };
        let places = |arg: &Arg| match arg {
            Arg::Positional(arg) if !matches!(arg.kind, ExprKind::Name(_) | ExprKind::Int(_)) => Some(print_expr(arg)),
            _ => None,
        };
        args.iter().find_map(places)
    };
    let about = |old: &&Statement| {
        rule_of(old) == rule_of(&new) && first(old).is_some() && first(old) == first(&new) && !call.contains("_dot(")
    };
    match statements.iter().find(about) {
        Some(old) => {
            let mut text = text.to_string();
            text.replace_range(old.span.start as usize..old.span.end as usize, call);
            Ok(text)
        }
        None => Ok(with_statement(text, statements, call)),
    }
}

/// Each list's statement after the one that is there; behind the last one none. Where the lists stand differently, the first.
fn cycle(text: &str, lists: &[Vec<&str>]) -> Edited {
    let lists = lists
        .iter()
        .map(|turns| turns.iter().map(|turn| Ok((*turn, one_statement(turn)?))).collect::<Result<Vec<_>, String>>())
        .collect::<Result<Vec<_>, String>>()?;
    if lists.iter().any(Vec::is_empty) || lists.is_empty() {
        return Err("no statements were given".into());
    }
    let standing = |statements: &[Statement], turns: &[(&str, Statement)]| {
        turns.iter().enumerate().find_map(|(k, (_, turn))| Some((k, same(statements, turn)?.clone())))
    };
    let mut statements = read(text)?;
    let mut places = lists.iter().map(|turns| standing(&statements, turns).map(|(k, _)| k));
    let first = places.next().flatten();
    let next = if places.all(|place| place == first) { first.map_or(0, |k| k + 1) } else { 0 };
    let mut text = text.to_string();
    for (k, turns) in lists.iter().enumerate() {
        if k > 0 {
            statements = read(&text)?;
        }
        let new = turns.get(next).map(|(turn, _)| *turn);
        match (standing(&statements, turns), new) {
            (Some((_, old)), None) => text = without_statement(&text, &old),
            (Some((_, old)), Some(new)) => text.replace_range(old.span.start as usize..old.span.end as usize, new),
            (None, Some(new)) => text = with_statement(&text, &statements, new),
            (None, None) => {}
        }
    }
    Ok(text)
}

// ---- taking away

/// Takes the values of cells away; where there are none, what was drawn last on one of them.
fn erase(script: &mut Script, text: &str, chosen: &[&str]) -> Edited {
    let mut new = text.to_string();
    for cell in chosen {
        new = cells::edit(script, &new, cell, None, false)?;
    }
    if new != text {
        return Ok(new);
    }
    let statements = read(text)?;
    let drawn = drawn_on(script, text, &statements, chosen);
    Ok(drawn.map_or(new, |statement| without_statement(text, statement)))
}

/// The last statement that drew on one of these cells. A rule about the whole grid is left out, as a user points at a shape.
fn drawn_on<'a>(script: &Script, text: &str, statements: &'a [Statement], chosen: &[&str]) -> Option<&'a Statement> {
    let session = &script.session;
    let model = session.model();
    let wanted: Vec<(String, Place)> = chosen
        .iter()
        .filter_map(|cell| place(cell))
        .map(|(prefix, row, col)| (prefix.to_string(), (row as usize - 1, col as usize - 1)))
        .collect();
    let prefix = |id| if model.main_grid() == Some(id) { String::new() } else { format!("{}.", model.grid(id).name) };
    let is_there = |shape: &Shape| {
        let prefix = prefix(shape.grid);
        cells_of(&shape.form).iter().any(|cell| wanted.contains(&(prefix.clone(), *cell)))
    };
    let entries = session.entries();
    let end = |k: usize| entries.get(k + 1).map_or(model.shapes.len(), |next| next.shapes());
    let draws = |k: &usize| model.shapes[entries[*k].shapes()..end(*k)].iter().any(is_there);
    let mut drawn = (0..entries.len()).rev().filter(draws).filter_map(|k| {
        let own = |statement: &&Statement| slice(text, statement) == entries[k].text;
        statements.iter().rfind(own)
    });
    drawn.find(|statement| rule_of(statement).and_then(palette::find).is_none_or(|tool| tool.takes != CellChoice::Grid))
}

fn slice<'a>(text: &'a str, statement: &Statement) -> &'a str {
    text.get(statement.span.start as usize..statement.span.end as usize).unwrap_or_default()
}

/// Moves what was drawn last on a cell, by rows and columns: all cells that its statement names.
fn shift(script: &mut Script, text: &str, edit: &Value) -> Edited {
    let by: Vec<i64> = edit["by"].as_array().into_iter().flatten().filter_map(Value::as_i64).collect();
    let [down, right] = by[..] else { return Err("`by` is a number of rows and one of columns".into()) };
    let statements = read(text)?;
    let chosen = words(edit, "cells")?;
    let statement = drawn_on(script, text, &statements, &chosen).ok_or("nothing is drawn there that could be moved")?;
    let own = slice(text, statement);
    let mut moved = String::new();
    for (range, class) in highlight::pieces(own, &Names::of(&script.session)) {
        let piece = &own[range];
        match place(piece).filter(|_| !matches!(class, Class::Comment | Class::Text)) {
            Some((_, row, col)) if row + down < 1 || col + right < 1 => {
                return Err(format!("{piece} would leave the board"));
            }
            Some((prefix, row, col)) => moved += &format!("{prefix}r{}c{}", row + down, col + right),
            None => moved += piece,
        }
    }
    if moved == own && (down, right) != (0, 0) {
        return Err(format!("`{own}` names no cells that could be moved"));
    }
    let mut new = text.to_string();
    new.replace_range(statement.span.start as usize..statement.span.end as usize, &moved);
    Ok(new)
}

/// The cells that a shape is drawn on.
fn cells_of(form: &Form) -> Vec<Place> {
    match form {
        Form::Line(stroke) => stroke.cells.clone(),
        Form::Cage { cells, .. } | Form::Pill(cells) | Form::Shade { cells, .. } => cells.clone(),
        Form::Dot { a, b, .. } => vec![*a, *b],
        Form::Mark { cell, .. } => vec![*cell],
        Form::Corner { row, col, .. } => {
            let around = |k: usize| [(k / 2).saturating_sub(1), k / 2];
            around(*row).into_iter().flat_map(|r| around(*col).map(|c| (r, c))).collect()
        }
        _ => vec![],
    }
}

/// Leaves out what `redundant` has found.
fn leave_out(script: &mut Script, text: &str, edit: &Value) -> Edited {
    let mut new = text.to_string();
    let mut ranges: Vec<(usize, usize)> = vec![];
    for range in edit["ranges"].as_array().into_iter().flatten() {
        match numbers(range).as_deref() {
            Some([from, to]) => ranges.push((byte(text, *from), byte(text, *to))),
            _ => return Err("`ranges` is a list of places in the text".into()),
        }
    }
    ranges.sort_unstable();
    // From the end, so that places before stay where they are.
    for (from, to) in ranges.into_iter().rev() {
        new.replace_range(from..to, BLANK);
    }
    for used in edit["statements"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        let wanted = one_statement(used)?;
        let now = read(&new)?;
        if let Some(statement) = same(&now, &wanted) {
            new = without_statement(&new, statement);
        }
    }
    for cell in edit["cells"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        new = cells::edit(script, &new, cell, None, false)?;
    }
    Ok(new)
}

/// The byte of a place in UTF-16 units.
fn byte(text: &str, at: usize) -> usize {
    let mut left = at;
    let found = text.char_indices().find(|(_, c)| {
        let here = left == 0;
        left = left.saturating_sub(c.len_utf16());
        here
    });
    found.map_or(text.len(), |(byte, _)| byte)
}
