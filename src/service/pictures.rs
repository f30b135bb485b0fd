//! The tokens of a picture in the script, changed one by one while the rest of the text stays as it is.

use sator_lang::syntax::ast::{Picture, PictureKind, Statement, StatementKind};

/// A change of one token: its row and column in the picture, and the new token.
pub(super) type Change = ((usize, usize), String);

/// The token of a place without a clue, given or region.
pub(super) const BLANK: &str = ".";

/// The tokens of a picture by rows, each row cut into `cols`; `None` where a row has another number of tokens.
pub(super) fn matrix(picture: &Picture, cols: usize) -> Option<Vec<Vec<String>>> {
    let row = |row: &sator_lang::syntax::ast::PictureRow| match &row.tokens[..] {
        [packed] if cols > 1 && packed.text.chars().count() == cols => {
            Some(packed.text.chars().map(String::from).collect())
        }
        tokens if tokens.len() == cols => Some(tokens.iter().map(|token| token.text.clone()).collect()),
        _ => None,
    };
    picture.rows.iter().map(row).collect()
}

/// The text with other tokens in a picture. A row without blanks gets them where a new token is longer than one character.
pub(super) fn with_tokens(text: &str, picture: &Picture, cols: usize, changes: &[Change]) -> Option<String> {
    let before = matrix(picture, cols)?;
    let mut after = before.clone();
    for ((row, col), token) in changes {
        *after.get_mut(*row)?.get_mut(*col)? = token.clone();
    }
    let packed = |k: usize| cols > 1 && picture.rows[k].tokens.len() == 1;
    let fits = |row: &Vec<String>| row.iter().all(|token| token.chars().count() == 1);
    let spread = (0..after.len()).any(|k| packed(k) && !fits(&after[k]));
    let widths: Vec<usize> =
        (0..cols).map(|col| after.iter().map(|row| row[col].chars().count()).max().unwrap_or(1)).collect();
    let one_line =
        picture.rows.first()?.span.start == picture.rows.last()?.span.start || !slice(text, picture).contains('\n');
    let mut new = text.to_string();
    for (k, row) in after.iter().enumerate().rev() {
        let was_packed = packed(k);
        if *row == before[k] && !(spread && was_packed) && fits(row) && widths.iter().all(|width| *width == 1) {
            continue;
        }
        let (start, end) = (picture.rows[k].tokens.first()?.span.start, picture.rows[k].tokens.last()?.span.end);
        let written = if was_packed && !spread {
            row.concat()
        } else if one_line {
            row.join(" ")
        } else {
            let padded = row.iter().zip(&widths).map(|(token, &width)| format!("{token:<width$}"));
            padded.collect::<Vec<_>>().join(" ").trim_end().to_string()
        };
        new.replace_range(start as usize..end as usize, &written);
    }
    Some(new)
}

fn slice<'a>(text: &'a str, picture: &Picture) -> &'a str {
    text.get(picture.span.start as usize..picture.span.end as usize).unwrap_or_default()
}

/// The text with another token on a side of an `outside` picture; the side is added if it is not there.
pub(super) fn with_outside(
    text: &str,
    picture: &Picture,
    side: &str,
    at: usize,
    count: usize,
    token: &str,
) -> Option<String> {
    let mut new = text.to_string();
    match picture.rows.iter().find(|row| row.tokens[0].text == side) {
        Some(row) => {
            let tokens = &row.tokens[1..];
            let all: Vec<String> = match tokens {
                [packed] if count > 1 && packed.text.chars().count() == count => {
                    packed.text.chars().map(String::from).collect()
                }
                tokens => tokens.iter().map(|token| token.text.clone()).collect(),
            };
            let mut all = if all.len() == count { all } else { return None };
            all[at] = token.into();
            let (start, end) = (tokens.first()?.span.start, tokens.last()?.span.end);
            new.replace_range(start as usize..end as usize, &all.join(" "));
        }
        None => {
            let mut all = vec![BLANK; count];
            all[at] = token;
            let end = picture.span.end as usize - 1;
            let inside = slice(text, picture);
            let line = format!("{side} {}", all.join(" "));
            let written = match inside.contains('\n') {
                true => format!("  {line}\n"),
                false if picture.rows.is_empty() => format!(" {line} "),
                false => format!("; {line} "),
            };
            let place = new[..end].trim_end_matches([' ', '\t']).len();
            let place = if inside.contains('\n') { end } else { place };
            new.replace_range(place..end, &written);
        }
    }
    Some(new)
}

/// A picture statement of the script, by its name.
pub(super) fn named<'a>(statements: &'a [Statement], wanted: &str) -> Option<(PictureKind, &'a Picture)> {
    statements.iter().find_map(|statement| match &statement.kind {
        StatementKind::Picture { kind, name: Some(name), picture, .. }
            if name.name == wanted && picture.from.is_none() =>
        {
            Some((*kind, picture.as_ref()))
        }
        _ => None,
    })
}
