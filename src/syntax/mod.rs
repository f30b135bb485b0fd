//! Text to syntax tree.

pub mod ast;

/// Reads `r3c4`, `r3` or `c4`: row and column, from 1.
pub fn place_name(name: &str) -> Option<(Option<u32>, Option<u32>)> {
    let (row, rest) = match name.strip_prefix('r') {
        Some(rest) => {
            let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            (Some(rest[..digits].parse().ok()?), &rest[digits..])
        }
        None => (None, name),
    };
    if rest.is_empty() && row.is_some() {
        return Some((row, None));
    }
    let digits = rest.strip_prefix('c')?;
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    Some((row, Some(digits.parse().ok()?)))
}
pub mod print {
    pub fn print_expr(_e: &super::ast::Expr) -> String {
        String::new()
    }
}
