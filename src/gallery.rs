//! The gallery: the scripts of `examples/`, inside the program.

use std::sync::LazyLock;

/// A script of the gallery.
#[derive(Debug)]
pub struct Example {
    /// The path in `examples/` without `.puz`: `block-party-4`.
    pub name: &'static str,
    /// The script.
    pub text: &'static str,
    /// A description of one line.
    pub about: String,
}

/// Names and texts, listed by `build.rs`.
static SCRIPTS: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/gallery.rs"));

/// The table with a line about each script.
const README: &str = include_str!("../examples/README.md");

/// All scripts of the gallery, by name.
pub static EXAMPLES: LazyLock<Vec<Example>> = LazyLock::new(|| {
    let example = |&(name, text): &(&'static str, &'static str)| Example { name, text, about: about(name, text) };
    SCRIPTS.iter().map(example).collect()
});

/// Finds a script by its name, with or without `.puz` and folder.
pub fn find(name: &str) -> Option<&'static Example> {
    let name = name.strip_suffix(".puz").unwrap_or(name);
    let exact = EXAMPLES.iter().find(|e| e.name == name);
    exact.or_else(|| EXAMPLES.iter().find(|e| e.name.rsplit('/').next() == Some(name)))
}

/// Lists the gallery: for each script a line of its name, a tab and its description.
pub fn listing() -> String {
    let mut lines: Vec<String> = EXAMPLES.iter().map(|e| format!("{}\t{}", e.name, e.about)).collect();
    if let Some(first) = EXAMPLES.first() {
        lines.push(format!("`load example \"{}\"` runs one", first.name));
    }
    lines.join("\n")
}

/// From the table, else the title, else nothing.
fn about(name: &str, text: &str) -> String {
    let link = format!("]({name}.puz)");
    let row = README.lines().find(|l| l.starts_with("| [") && l.contains(&link));
    if let Some(cell) = row.and_then(|row| row.split('|').nth(2)) {
        return cell.trim().replace('`', "");
    }
    let title = text.lines().find_map(|l| l.strip_prefix("title \""));
    title.map_or(String::new(), |t| t.trim_end().trim_end_matches('"').to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_has_a_description() {
        assert!(EXAMPLES.len() > 10);
        for example in EXAMPLES.iter() {
            assert!(!example.about.is_empty(), "{} has neither a row in examples/README.md nor a title", example.name);
            assert!(find(example.name).is_some());
        }
    }
}
