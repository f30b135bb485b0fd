//! Recipes: the statements that make a puzzle with a standard rule, from the use in its help.

use super::RuleInfo;

/// The start of the line that shows a use of the rule.
const USE: &str = "Use: ";

impl RuleInfo {
    /// The statements of the use in its help; where it shows several calls of the rule, the first.
    pub fn shown_use(&self) -> Option<Vec<&'static str>> {
        let shown = self.lines().find_map(|line| line.strip_prefix(USE))?;
        let first =
            |part: &'static str| if part.split('(').next() == Some(self.name) { first_call(part) } else { part };
        Some(statements(shown).into_iter().map(first).collect())
    }

    /// The statements that make a puzzle with this rule: `grid x 6x6; fences e of x; generate number for slitherlink(e, number)`.
    /// `None` if the use in its help doesn't declare one grid and all arguments, or shows only a part of another picture.
    pub fn recipe(&self) -> Option<String> {
        let parts = self.shown_use()?;
        let (&call, declared) = parts.split_last()?;
        let arguments = call.strip_prefix(self.name)?.strip_prefix('(')?;
        let mut grids = declared.iter().filter_map(|part| part.strip_prefix("grid "));
        let (Some(grid), None) = (grids.next(), grids.next()) else { return None };
        let grid_name = grid.split(' ').next()?;
        let arguments: Vec<&str> = arguments.split([',', ' ', ')', '[', '(']).filter(|word| is_name(word)).collect();
        let is_declared = |name: &str| declared.iter().any(|part| part.split(' ').nth(1) == Some(name));
        let holes = grid.split_once(" except ").map(|(_, name)| name);
        if !arguments.iter().copied().chain(holes).all(is_declared) {
            return None;
        }
        let asked = declared.iter().rposition(|part| clues(part).is_some_and(|(_, name, _)| arguments.contains(&name)));
        let areas = |part: &str| part.strip_prefix("regions ")?.split(' ').next().map(String::from);
        // Cells without numbers have no givens. The areas alone are the puzzle.
        let has_givens = grid.contains(" in ") && !grid.contains(" in bool");
        let only_areas = asked.is_none() && !has_givens;
        let mut recipe: Vec<String> = vec![];
        for (at, part) in declared.iter().enumerate() {
            match areas(part) {
                _ if Some(at) == asked || part.starts_with("givens ") => {}
                Some(_) if only_areas => {}
                Some(name) => recipe.push(format!("generate {name} sizes 2..5 keep")),
                // The help shows only a part of the picture.
                None if part.contains("...") || part.contains(" rows of ") => return None,
                // `partition p of x, one number in each` needs the numbers.
                None if part.starts_with("partition ") => recipe.extend(part.split(", ").next().map(String::from)),
                None => recipe.push(part.to_string()),
            }
        }
        match asked.and_then(|at| clues(declared[at])) {
            Some((kind, name, place)) => recipe.push(format!("generate {kind}{name}{place} for {call}")),
            None if only_areas => {
                let name = declared.iter().find_map(|part| areas(part))?;
                recipe.push(format!("generate {name} sizes 4..8 for {call}"));
            }
            None => recipe.extend([call.to_string(), format!("generate {grid_name}")]),
        }
        Some(recipe.join("; "))
    }
}

/// The parts of a declaration of clues: `outside ` or nothing, the name, and ` of corners x` or nothing.
fn clues(part: &str) -> Option<(&'static str, &str, &str)> {
    let (kind, rest) = match part.strip_prefix("outside ") {
        Some(rest) => ("outside ", rest),
        None => ("", part.strip_prefix("clues ")?),
    };
    let head = rest.split('{').next()?.trim_end();
    let name = head.split(' ').next()?;
    Some((kind, name, &head[name.len()..]))
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase()) && !word.ends_with(':') && !matches!(word, "true" | "false")
}

/// A text up to the end of the call that it starts with.
fn first_call(text: &str) -> &str {
    let mut open = 0usize;
    let end = text.char_indices().find_map(|(at, c)| {
        match c {
            '(' => open += 1,
            ')' if open == 1 => return Some(at + 1),
            ')' => open = open.saturating_sub(1),
            _ => {}
        }
        None
    });
    end.map_or(text, |end| &text[..end])
}

/// The statements of a line; a semicolon outside of braces ends one.
fn statements(line: &str) -> Vec<&str> {
    let mut depth = 0;
    let is_end = |c: char| {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        c == ';' && depth == 0
    };
    line.split(is_end).map(str::trim).collect()
}

#[cfg(test)]
mod tests {
    use crate::library;

    #[test]
    fn recipes_are_statements() {
        let recipe = |name: &str| library::find(name).and_then(|rule| rule.recipe());
        let made = |text: &str| Some(text.to_string());
        assert_eq!(
            recipe("slitherlink"),
            made("grid x 6x6; fences e of x; generate number for slitherlink(e, number)")
        );
        assert_eq!(recipe("simple_gako"), made("grid x 5x5 in 1..9; simple_gako(x); generate x"));
        assert_eq!(
            recipe("creek"),
            made("grid shade 5x5 in bool; generate number of corners shade for creek(shade, number)")
        );
        assert_eq!(recipe("whispers"), None);
        let recipes: Vec<String> = library::rules().iter().filter_map(|rule| rule.recipe()).collect();
        assert!(recipes.len() > 200, "{}", recipes.len());
        for recipe in recipes {
            let text = recipe.replace("; ", "\n");
            let source = sator_base::source::SourceMap::default().add("recipe", &text);
            assert!(crate::syntax::parse(source, &text).is_ok(), "{recipe}");
        }
    }
}
