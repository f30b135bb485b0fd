//! Lists the rules in the files of `src/library/`, so that a program finds one of them without reading all.

use std::fmt::Write;
use std::path::Path;

/// Families, in the order of the help page.
const FAMILIES: [&str; 34] = [
    "sudoku", "lines", "cages", "numbers", "shading", "loops", "division", "areas", "routes", "placing", "blocks",
    "visits", "mazes", "tours", "shapes", "networks", "filling", "rooms", "moves", "walks", "chains", "symbols",
    "trails", "forms", "points", "masses", "grounds", "signs", "banks", "looks", "dots", "rods", "cities", "models",
];

/// A rule or def in the text of its family.
struct Entry<'a> {
    name: &'a str,
    /// The start and end of its help, and the end of the rule.
    places: [usize; 3],
}

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/library");
    let root = std::env::var("CARGO_MANIFEST_DIR").expect("cargo names the package's folder");
    let out = std::env::var("OUT_DIR").expect("cargo names a folder for what it builds");
    let folder = Path::new(&root).join("src").join("library");
    let mut texts = Vec::with_capacity(FAMILIES.len());
    for family in FAMILIES {
        texts.push(std::fs::read_to_string(folder.join(format!("{family}.puz")))?);
    }
    let mut families = String::from("[\n");
    let mut names = vec![];
    for (number, (family, text)) in FAMILIES.iter().zip(&texts).enumerate() {
        let path = folder.join(format!("{family}.puz"));
        let mut places = String::new();
        for (at, entry) in entries(text).into_iter().enumerate() {
            let [start, head, end] = entry.places;
            let _ = write!(places, "[{start}, {head}, {end}], ");
            names.push((entry.name, number, at));
        }
        let _ = writeln!(families, "Family {{ name: {family:?}, text: include_str!({path:?}), rules: &[{places}] }},");
    }
    names.sort_unstable();
    // The second of two would never be found.
    if let Some(two) = names.windows(2).find(|two| two[0].0 == two[1].0) {
        let [one, other] = [two[0], two[1]].map(|(_, family, _)| FAMILIES[family]);
        panic!("two rules or defs are named `{}`: in {one}.puz and in {other}.puz", two[0].0);
    }
    let places: Vec<(usize, usize)> = names.iter().map(|&(_, family, at)| (family, at)).collect();
    std::fs::write(Path::new(&out).join("families.rs"), families + "]\n")?;
    std::fs::write(Path::new(&out).join("rules_by_name.rs"), format!("&{places:?}\n"))
}

/// Splits a file into entries. An entry starts with a rule or def in the first column, or with the help above it, and
/// ends before a blank line.
fn entries<'a>(text: &'a str) -> Vec<Entry<'a>> {
    let mut found: Vec<Entry> = vec![];
    // The start of the next entry's help; the current entry's name, start and end of help.
    let mut help: Option<usize> = None;
    let mut open: Option<(&str, usize, usize)> = None;
    let mut close = |open: &mut Option<(&'a str, usize, usize)>, end: usize| {
        if let Some((name, start, head)) = open.take() {
            found.push(Entry { name, places: [start, head, start + text[start..end].trim_end().len()] });
        }
    };
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let head = ["rule ", "def "].iter().find_map(|word| line.strip_prefix(word));
        if line.starts_with("##") {
            help = help.or(Some(at));
        } else if let Some((name, _)) = head.and_then(|head| head.split_once('(')) {
            let start = help.take().unwrap_or(at);
            close(&mut open, start);
            open = Some((name, start, at));
        } else {
            help = None;
            if line == "\n" {
                close(&mut open, at);
            }
        }
        at += line.len();
    }
    close(&mut open, text.len());
    found
}
