//! `lines("board.txt")`: the lines of a text.

use super::Text;
use crate::diagnostic::Result;
use crate::elaborate::value::Value;

/// One value a line: a number or a word; a list of them where the line has blanks; `none` for a blank line. Blank
/// lines at the end don't count.
///
/// # Errors
/// A number that is too large, or a limit.
pub fn lines(text: Text) -> Result<Value> {
    let mut all = vec![];
    let mut at = 0;
    for line in text.text.trim_end().split('\n') {
        text.step(at)?;
        let mut values = line
            .split_ascii_whitespace()
            .map(|word| {
                let start = word.as_ptr() as usize - text.text.as_ptr() as usize;
                text.token(start, start + word.len())
            })
            .collect::<Result<Vec<Value>>>()?;
        all.push(match values.len() {
            0 => Value::None,
            1 => values.remove(0),
            _ => Value::List(values.into()),
        });
        at += line.len() + 1;
    }
    if text.text.trim_end().is_empty() {
        all.clear();
    }
    Ok(Value::List(all.into()))
}
