//! Scalars and lists as text: `S = 9, E = 5`, `q = [1, 5, 8]`, wrapped at the page width. Arrays with the same indices are
//! a table.

use super::drawing::{Drawing, Line};
use super::page::table;
use crate::scene::{CellText, Content, List, Style};
use std::sync::Arc;

/// Scalars share lines, a list begins its own; several lists of one length are a table.
pub(super) fn draw_lists(lists: &[List], page: usize) -> Drawing {
    let mut all = Drawing::new();
    let mut scalars: Vec<Line> = vec![];
    let mut rest = lists;
    let mut before = None;
    while let Some(list) = rest.first() {
        let begins = before.replace(list.group) != Some(list.group);
        let is_alike = |l: &&List| l.list && l.values.len() == list.values.len() && l.heads == list.heads;
        let alike = rest.iter().take_while(is_alike).count();
        if list.list && (alike >= 2 && list.values.len() >= 2 || list.heads.is_some()) {
            all.append(wrap(&std::mem::take(&mut scalars), "", "", page));
            all.append(table_of(&rest[..alike], page));
            rest = &rest[alike..];
            continue;
        }
        let tabled = table_of_arrays(rest, page).or_else(|| table_of_groups(rest, page).filter(|_| begins));
        if let Some((table, used)) = tabled {
            all.append(wrap(&std::mem::take(&mut scalars), "", "", page));
            all.append(table);
            rest = &rest[used..];
            continue;
        }
        let values = list.values.iter().map(value_line);
        if list.list {
            all.append(wrap(&std::mem::take(&mut scalars), "", "", page));
            all.append(wrap(&values.collect::<Vec<_>>(), &format!("{} = [", list.name), "]", page));
        } else {
            scalars.extend(values.map(|value| {
                let mut line = Line::plain(&format!("{} = ", list.name));
                line.append(&value);
                line
            }));
        }
        rest = &rest[1..];
    }
    all.append(wrap(&scalars, "", "", page));
    all
}

/// Lists below each other, their places above; as lists where that is too wide.
fn table_of(lists: &[List], page: usize) -> Drawing {
    let heads: Vec<Line> = match &lists[0].heads {
        Some(heads) => heads.iter().map(|head| Line::plain(head)).collect(),
        None => (1..=lists[0].values.len()).map(|k| Line::plain(&k.to_string())).collect(),
    };
    let mut rows = vec![std::iter::once(Line::default()).chain(heads.iter().cloned()).collect::<Vec<_>>()];
    rows.extend(lists.iter().map(|list| {
        std::iter::once(Line::plain(&list.name)).chain(list.values.iter().map(value_line)).collect::<Vec<_>>()
    }));
    let drawing = table(&rows);
    if drawing.width() <= page {
        return drawing;
    }
    if let Some(drawing) = turned(lists, &heads, page) {
        return drawing;
    }
    let mut all = Drawing::new();
    for list in lists {
        if let Some(holding) = holding(list, &heads) {
            all.append(wrap(&holding, &format!("{} = true for ", list.name), "", page));
            continue;
        }
        // A name stands before each value, as a wrapped line can't show the index.
        let named = |(value, head): (&CellText, &Line)| {
            let mut line = Line::default();
            if list.heads.is_some() {
                line.append(head);
                line.push(": ", Style::PLAIN);
            }
            line.append(&value_line(value));
            line
        };
        let values: Vec<Line> = list.values.iter().zip(&heads).map(named).collect();
        all.append(wrap(&values, &format!("{} = [", list.name), "]", page));
    }
    all
}

/// The lists beside each other, the names of the elements in front, where that is narrow enough.
fn turned(lists: &[List], heads: &[Line], page: usize) -> Option<Drawing> {
    // The elements of one array need no name above each column.
    let array = lists[0].array.as_ref().filter(|array| lists.iter().all(|list| list.array.as_ref() == Some(*array)));
    let above = |list: &List| match array {
        Some(array) => Line::plain(list.name[array.len()..].trim_start_matches('[').trim_end_matches(']')),
        None => Line::plain(&list.name),
    };
    let corner = Line::plain(array.map_or("", |array| array));
    let mut rows = vec![std::iter::once(corner).chain(lists.iter().map(above)).collect::<Vec<_>>()];
    rows.extend(heads.iter().enumerate().map(|(at, head)| {
        std::iter::once(head.clone()).chain(lists.iter().map(|list| value_line(&list.values[at]))).collect()
    }));
    let drawing = table(&rows);
    (drawing.width() <= page).then_some(drawing)
}

/// The names of the elements of a yes/no list that hold, if all are known, without marks, and some hold.
fn holding(list: &List, heads: &[Line]) -> Option<Vec<Line>> {
    let known = |cell: &CellText| match cell.content {
        Content::Bool(value) if cell.style.mark().is_none() => Some(value),
        _ => None,
    };
    let values = list.values.iter().map(known).collect::<Option<Vec<bool>>>()?;
    let names = heads.iter().zip(values).filter(|(_, holds)| *holds).map(|(name, _)| name.clone());
    Some(names.collect::<Vec<Line>>()).filter(|names| !names.is_empty())
}

/// The elements of an array with one index that has names, in front of others: their number, and their names.
fn array_in_front(lists: &[List]) -> Option<Vec<&str>> {
    let array = lists.first()?.array.as_ref()?;
    let elements = lists.iter().take_while(|list| !list.list && list.array.as_ref() == Some(array));
    let label = |list: &'_ List| list.name.len() - array.len() > 2;
    elements.map(|list| label(list).then(|| &list.name[array.len() + 1..list.name.len() - 1])).collect()
}

/// Two or more arrays with the same names as indices. With how many lists it is made of.
fn table_of_arrays(lists: &[List], page: usize) -> Option<(Drawing, usize)> {
    let labels = array_in_front(lists).filter(|labels| labels.len() > 1)?;
    let size = labels.len();
    let starts = (0..lists.len()).step_by(size);
    let alike = starts.take_while(|&at| array_in_front(&lists[at..]).as_ref() == Some(&labels)).count();
    if alike < 2 {
        return None;
    }
    let heads: Arc<[String]> = labels.iter().map(ToString::to_string).collect();
    let row = |part: &[List]| List {
        name: part[0].array.clone().unwrap_or_default(),
        values: part.iter().map(|list| list.values[0].clone()).collect(),
        list: true,
        group: part[0].group,
        array: None,
        heads: Some(heads.clone()),
    };
    let rows: Vec<List> = lists.chunks(size).take(alike).map(row).collect();
    Some((table_of(&rows, page), size * alike))
}

/// Scalars by their values, if all are known numbers.
fn sorted(group: &[List]) -> Option<Vec<(i64, &List)>> {
    let known = |list: &List| match &list.values[0].content {
        Content::Text(text) => text.parse().ok(),
        _ => None,
    };
    let mut values: Vec<(i64, &List)> = group.iter().map(|l| Some((known(l)?, l))).collect::<Option<_>>()?;
    values.sort_by_key(|(value, _)| *value);
    Some(values)
}

/// Two or more declarations of as many scalars as these have values, each value taken once, as in the zebra puzzle: the
/// values above, below them the names that have them. With how many lists it is made of.
fn table_of_groups(lists: &[List], page: usize) -> Option<(Drawing, usize)> {
    let size = lists.iter().take_while(|l| !l.list && l.group == lists[0].group).count();
    if size < 2 {
        return None;
    }
    let heads: Vec<i64> = sorted(&lists[..size])?.iter().map(|(value, _)| *value).collect();
    if heads.windows(2).any(|w| w[0] == w[1]) {
        return None;
    }
    let mut rows = vec![heads.iter().map(|v| Line::plain(&v.to_string())).collect::<Vec<_>>()];
    for group in lists.chunks_exact(size) {
        let one = group.iter().all(|l| !l.list && l.group == group[0].group);
        let Some(values) = sorted(group).filter(|v| one && v.iter().map(|(value, _)| *value).eq(heads.iter().copied()))
        else {
            break;
        };
        rows.push(
            values
                .iter()
                .map(|(_, list)| {
                    let mut name = list.name.clone();
                    name.extend(list.values[0].style.mark());
                    let mut line = Line::default();
                    line.push(&name, list.values[0].style);
                    line
                })
                .collect(),
        );
    }
    let drawing = table(&rows);
    (rows.len() > 2 && drawing.width() <= page).then_some((drawing, size * (rows.len() - 1)))
}

/// A value with its mark; yes and no are words here.
fn value_line(cell: &CellText) -> Line {
    let mut text = match &cell.content {
        Content::Unknown => "?".to_string(),
        Content::Bool(value) => value.to_string(),
        Content::Text(text) => text.clone(),
        Content::Block(lines) => lines.concat(),
    };
    text.extend(cell.style.mark());
    let mut line = Line::default();
    line.push(&text, cell.style);
    line
}

/// Items with commas between them, in lines of `page` columns; later lines are indented to the end of
/// `prefix`. Nothing at all when there are no items and no prefix.
pub(super) fn wrap(items: &[Line], prefix: &str, suffix: &str, page: usize) -> Drawing {
    if items.is_empty() && prefix.is_empty() {
        return Drawing::new();
    }
    let mut all = Drawing::new();
    let mut line = Line::plain(prefix);
    let indent = line.width();
    let mut fresh = true;
    for (i, item) in items.iter().enumerate() {
        let last = i + 1 == items.len();
        let tail = if last { suffix } else { "," };
        if !fresh && line.width() + 1 + item.width() + tail.len() > page {
            all.push(std::mem::take(&mut line));
            line.fill(' ', indent);
            fresh = true;
        }
        line.fill(' ', usize::from(!fresh));
        line.append(item);
        line.push(tail, Style::PLAIN);
        fresh = false;
    }
    if items.is_empty() {
        line.push(suffix, Style::PLAIN);
    }
    all.push(line);
    all
}
