//! The games: a row and a reader each.

mod latin;

use super::codes::{digit, firsts, map_regions, marks, number, of_length, one_of, runs, runs_before_blanks, unknown};
use super::signs::{ARROWS, BLACK, LARGE, MIRRORS, MOST_BRIDGES, PEARLS, PIECES};
use super::{Game, Id};
use crate::Problem;
use crate::script::Script;
use latin::{keen, solo, towers, unequal};

const fn game(name: &'static str, title: &'static str, read: fn(&Id, &mut Script) -> Result<(), Problem>) -> Game {
    Game { name, title, read }
}

/// All games that have a rule here, by name.
pub(super) const GAMES: &[Game] = &[
    game("bridges", "Bridges", bridges),
    game("dominosa", "Dominosa", dominosa),
    game("filling", "Filling (Fillomino)", filling),
    game("galaxies", "Galaxies", galaxies),
    game("keen", "Keen (KenKen)", keen),
    game("lightup", "Light Up (Akari)", lightup),
    game("loopy", "Loopy (Slitherlink)", loopy),
    game("magnets", "Magnets", magnets),
    game("map", "Map (Four Colours)", map),
    game("mosaic", "Mosaic", mosaic),
    game("palisade", "Palisade", palisade),
    game("pattern", "Pattern (Nonogram)", pattern),
    game("pearl", "Pearl (Masyu)", pearl),
    game("range", "Range (Kuromasu)", range),
    game("rect", "Rectangles (Shikaku)", rect),
    game("signpost", "Signpost", signpost),
    game("singles", "Singles (Hitori)", singles),
    game("slant", "Slant (Gokigen Naname)", slant),
    game("solo", "Solo (Sudoku)", solo),
    game("tents", "Tents", tents),
    game("towers", "Towers (Skyscrapers)", towers),
    game("tracks", "Tracks", tracks),
    game("undead", "Undead", undead),
    game("unequal", "Unequal (Futoshiki)", unequal),
    game("unruly", "Unruly (Binairo)", unruly),
];

/// The games of the collection without a rule here.
pub(super) const OTHERS: &[&str] = &[
    "blackbox", "cube", "fifteen", "flip", "flood", "guess", "inertia", "mines", "net", "netslide", "pegs", "samegame",
    "sixteen", "twiddle", "untangle",
];

impl Script {
    /// A picture of a list of tokens, row by row.
    fn tokens(&mut self, head: &str, tokens: &[String], cols: usize) {
        let rows: Vec<Vec<String>> = tokens.chunks(cols).map(<[String]>::to_vec).collect();
        self.picture(head, &rows);
    }

    /// A board whose clues, one a cell, are all in one picture. `{size}` in the grid stands for its size; `rest` has the rule.
    fn clued(&mut self, id: &Id, grid: &str, picture: &str, tokens: &[String], rest: &str) {
        self.line(&grid.replace("{size}", &id.size()));
        self.tokens(picture, tokens, id.cols);
        self.line(rest);
    }

    /// A picture of regions by number.
    fn regions_by_number(&mut self, name: &str, regions: &[usize], cols: usize) {
        let tokens: Vec<String> = regions.iter().map(|region| (region + 1).to_string()).collect();
        self.tokens(&format!("regions {name}"), &tokens, cols);
    }

    /// A picture of clues outside, of the sides that have some.
    fn outside(&mut self, name: &str, sides: [(&str, &[String]); 4]) {
        self.line(&format!("outside {name} {{"));
        for (side, clues) in sides.iter().filter(|(_, clues)| clues.iter().any(|clue| clue != ".")) {
            self.line(&format!("  {side} {}", clues.join(" ")));
        }
        self.line("}");
    }
}

impl Id<'_> {
    fn size(&self) -> String {
        format!("{}x{}", self.rows, self.cols)
    }

    /// The value of an option such as `m2`.
    fn option(&self, letter: char) -> Option<usize> {
        let after = &self.options[self.options.find(letter)? + 1..];
        number(after)?.0.parse().ok()
    }

    /// The description's parts between commas.
    fn parts(&self, count: usize) -> Result<Vec<&str>, Problem> {
        of_length(self.description.split(',').collect(), count)
    }
}

/// An option that no rule here expresses.
fn unsupported(what: &str) -> Problem {
    Problem::new(format!("sator has no rule for {what}"))
}

fn bridges(id: &Id, script: &mut Script) -> Result<(), Problem> {
    let most = id.option('m').unwrap_or(2);
    if !(1..=MOST_BRIDGES).contains(&most) {
        return Err(Problem::new(format!("Bridges has 1 to {MOST_BRIDGES} bridges between two islands, not {most}")));
    }
    let no_loops = if id.options.contains('L') { "\nno_loops(b)" } else { "" };
    let islands = runs(id.description, id.cells(), |text| digit(text).or_else(|| one_of(LARGE)(text)))?;
    let rules = format!("links b of x in 0..{most}\nhashi(b, island){no_loops}");
    script.clued(id, "grid x {size}", "clues island", &islands, &rules);
    Ok(())
}

fn dominosa(id: &Id, script: &mut Script) -> Result<(), Problem> {
    let (rows, cols) = (id.cols + 1, id.cols + 2);
    let value = |text: &str| -> Option<(String, usize)> {
        match text.strip_prefix('[') {
            Some(rest) => number(rest).map(|(n, after)| (n, text.len() - after.len() + 1)),
            None => digit(text).map(|(n, _)| (n, 1)),
        }
    };
    let numbers =
        runs(id.description, rows * cols, |text| value(text).and_then(|(n, used)| Some((n, text.get(used..)?))))?;
    script.line(&format!("grid x {rows}x{cols}"));
    script.tokens("clues number", &numbers, cols);
    script.line("links e of x\ndominoes(e, number)");
    Ok(())
}

fn filling(id: &Id, script: &mut Script) -> Result<(), Problem> {
    let givens = runs(id.description, id.cells(), digit)?;
    script.clued(id, "grid x {size} in 1..9", "givens x", &givens, "fillomino(x)");
    Ok(())
}

fn galaxies(id: &Id, script: &mut Script) -> Result<(), Problem> {
    let (rows, cols) = (2 * id.rows - 1, 2 * id.cols - 1);
    let centres = marks(id.description, 'a', rows * cols, "o")?;
    script.line(&format!("grid x {}", id.size()));
    script.tokens("clues centre of cells and borders x", &centres, cols);
    script.line("partition p of x\ngalaxies(p, centre)");
    Ok(())
}

fn lightup(id: &Id, script: &mut Script) -> Result<(), Problem> {
    let black = runs(id.description, id.cells(), |text| digit(text).or_else(|| one_of(BLACK)(text)))?;
    script.clued(id, "grid lamp {size} in bool", "clues black", &black, "akari(lamp, black)");
    Ok(())
}

fn loopy(id: &Id, script: &mut Script) -> Result<(), Problem> {
    if id.option('t').is_some_and(|tiling| tiling != 0) {
        return Err(unsupported("Loopy on other tilings than squares (t0)"));
    }
    let numbers = runs(id.description, id.cells(), digit)?;
    script.clued(id, "grid x {size}", "clues number", &numbers, "fences e of x\nslitherlink(e, number)");
    Ok(())
}

fn magnets(id: &Id, script: &mut Script) -> Result<(), Problem> {
    let [top, left, bottom, right, dominoes] = id.parts(5)?[..] else { return Err(unknown(id.description)) };
    let clues = |text: &str, count: usize| {
        let clue = |c: char| match c {
            '.' => Ok(".".to_string()),
            _ => c.to_digit(36).map(|n| n.to_string()).ok_or_else(|| unknown(text)),
        };
        of_length(text.chars().map(clue).collect::<Result<Vec<String>, Problem>>()?, count)
    };
    let halves = of_length(dominoes.chars().collect(), id.cells())?;
    let mut rooms: Vec<String> = vec![];
    for (at, half) in halves.iter().enumerate() {
        let first = match half {
            'L' | 'T' | '*' => Some(at),
            'R' => at.checked_sub(1),
            'B' => at.checked_sub(id.cols),
            _ => None,
        };
        rooms.push((first.ok_or_else(|| unknown(&half.to_string()))? + 1).to_string());
    }
    script.line(&format!("grid x {} in 0..2", id.size()));
    script.tokens("regions room", &rooms, id.cols);
    let (top, left) = (clues(top, id.cols)?, clues(left, id.rows)?);
    let (bottom, right) = (clues(bottom, id.cols)?, clues(right, id.rows)?);
    script.outside("pole", [("top", &top), ("bottom", &bottom), ("left", &left), ("right", &right)]);
    script.line("magnets(x, room, pole)");
    Ok(())
}

/// The borders, then the colours of regions in the order of their first cells, 0 to 3.
fn map(id: &Id, script: &mut Script) -> Result<(), Problem> {
    let [borders, colours] = id.parts(2)?[..] else { return Err(unknown(id.description)) };
    let regions = map_regions(borders, id.rows, id.cols)?;
    let firsts = firsts(&regions);
    let colour = one_of(&[('0', "1"), ('1', "2"), ('2', "3"), ('3', "4")]);
    let colours = runs(colours, firsts.len(), colour)?;
    let mut givens = vec![".".to_string(); id.cells()];
    for (at, colour) in firsts.into_iter().zip(colours) {
        givens[at] = colour;
    }
    script.line(&format!("grid x {} in 1..4", id.size()));
    script.regions_by_number("area", &regions, id.cols);
    script.tokens("givens x", &givens, id.cols);
    script.line("four_colours(x, area)");
    Ok(())
}

fn mosaic(id: &Id, script: &mut Script) -> Result<(), Problem> {
    let numbers = runs(id.description, id.cells(), digit)?;
    script.clued(id, "grid shade {size} in bool", "clues number", &numbers, "mosaic(shade, number)");
    Ok(())
}

fn palisade(id: &Id, script: &mut Script) -> Result<(), Problem> {
    let size = id.option('n').ok_or_else(|| Problem::new("the size of the pieces is missing: `5x5n5:...`"))?;
    let numbers = runs_before_blanks(id.description, id.cells(), digit)?;
    script.clued(
        id,
        "grid x {size}",
        "clues number",
        &numbers,
        &format!("partition p of x\nequal_pieces(p, number, {size})"),
    );
    Ok(())
}

fn pattern(id: &Id, script: &mut Script) -> Result<(), Problem> {
    let blocks = |text: &str| if text.is_empty() { "0".to_string() } else { text.replace('.', ",") };
    let known = |c: char| c.is_ascii_digit() || c == '.' || c == '/';
    if let Some(at) = id.description.find(|c| !known(c)) {
        let message = "the squares that an id marks in advance (after a comma) are no part of the rule";
        return Err(if id.description[at..].starts_with(',') {
            Problem::new(message)
        } else {
            unknown(&id.description[at..])
        });
    }
    let lines = of_length(id.description.split('/').map(blocks).collect(), id.cols + id.rows)?;
    let (top, left) = lines.split_at(id.cols);
    script.line(&format!("grid shade {} in bool", id.size()));
    script.outside("sky", [("top", top), ("left", left), ("bottom", &[]), ("right", &[])]);
    script.line("nonogram(shade, sky)");
    Ok(())
}

fn pearl(id: &Id, script: &mut Script) -> Result<(), Problem> {
    let pearls = runs(id.description, id.cells(), one_of(PEARLS))?;
    script.clued(id, "grid x {size}", "clues pearl", &pearls, "links e of x\nmasyu(e, pearl)");
    Ok(())
}

fn range(id: &Id, script: &mut Script) -> Result<(), Problem> {
    let numbers = runs(id.description, id.cells(), number)?;
    script.clued(id, "grid shade {size} in bool", "clues number", &numbers, "kuromasu(shade, number)");
    Ok(())
}

fn rect(id: &Id, script: &mut Script) -> Result<(), Problem> {
    let areas = runs(id.description, id.cells(), number)?;
    script.clued(id, "grid x {size}", "clues area", &areas, "partition p of x\nshikaku(p, area)");
    Ok(())
}

/// Each cell has its number, if that is given, and its arrow: `a` points up, `b` to the upper right, and so on clockwise.
/// The cell of the last number has an arrow too, which means nothing.
fn signpost(id: &Id, script: &mut Script) -> Result<(), Problem> {
    let (mut givens, mut arrows) = (vec![], vec![]);
    let mut rest = id.description;
    while !rest.is_empty() && arrows.len() <= id.cells() {
        let (given, after) = match number(rest) {
            Some((given, after)) => (given, after),
            None => (".".to_string(), rest),
        };
        let letter = after.chars().next().ok_or_else(|| unknown(rest))?;
        let way = (letter as usize).wrapping_sub('a' as usize);
        let arrow = ARROWS.get(way).ok_or_else(|| unknown(after))?;
        let last = given == id.cells().to_string();
        arrows.push(if last { "." } else { arrow }.to_string());
        givens.push(given);
        rest = &after[1..];
    }
    let (givens, arrows) = (of_length(givens, id.cells())?, of_length(arrows, id.cells())?);
    script.line(&format!("grid x {} in 1..{}", id.size(), id.cells()));
    script.tokens("clues arrow", &arrows, id.cols);
    script.line("signpost(x, arrow)");
    script.tokens("givens x", &givens, id.cols);
    Ok(())
}

fn singles(id: &Id, script: &mut Script) -> Result<(), Problem> {
    let value = |c: char| match c {
        '0'..='9' => Ok(c.to_string()),
        'a'..='z' => Ok((c as u32 - 'a' as u32 + 10).to_string()),
        'A'..='Z' => Ok((c as u32 - 'A' as u32 + 36).to_string()),
        _ => Err(unknown(&c.to_string())),
    };
    let numbers = of_length(id.description.chars().map(value).collect::<Result<_, _>>()?, id.cells())?;
    script.clued(id, "grid shade {size} in bool", "clues number", &numbers, "hitori(shade, number)");
    Ok(())
}

fn slant(id: &Id, script: &mut Script) -> Result<(), Problem> {
    let numbers = runs(id.description, (id.rows + 1) * (id.cols + 1), digit)?;
    script.line(&format!("grid slant {} in bool", id.size()));
    script.tokens("clues number of corners slant", &numbers, id.cols + 1);
    script.line("gokigen(slant, number)");
    Ok(())
}

fn tents(id: &Id, script: &mut Script) -> Result<(), Problem> {
    let mut parts = id.description.split(',');
    let trees = marks(parts.next().unwrap_or(""), '_', id.cells(), "T")?;
    let counts = of_length(parts.map(str::to_string).collect(), id.cols + id.rows)?;
    if let Some(bad) = counts.iter().find(|count| number(count).is_none_or(|(_, rest)| !rest.is_empty())) {
        return Err(unknown(bad));
    }
    let (top, left) = counts.split_at(id.cols);
    script.line(&format!("grid tent {} in bool", id.size()));
    script.tokens("clues tree", &trees, id.cols);
    script.outside("sky", [("top", top), ("left", left), ("bottom", &[]), ("right", &[])]);
    script.line("tents(tent, tree, sky)");
    Ok(())
}

/// The pieces given, each a sum of its directions (right 1, up 2, left 4, down 8) as a hexadecimal digit; then the counts of
/// the columns and of the rows. `S` marks the column below which the track leaves the grid, and the row beside which it
/// enters it.
fn tracks(id: &Id, script: &mut Script) -> Result<(), Problem> {
    let (pieces, counts) = id.description.split_once(',').unwrap_or((id.description, ""));
    let pieces = runs(pieces, id.cells(), one_of(PIECES))?;
    let count = |text: &str| match number(text.trim_start_matches('S')) {
        Some((count, "")) => Ok((count, text.starts_with('S'))),
        _ => Err(unknown(text)),
    };
    let counts = counts.split(',').map(count).collect::<Result<Vec<_>, Problem>>()?;
    let counts = of_length(counts, id.cols + id.rows)?;
    let (columns, rows) = counts.split_at(id.cols);
    let numbers = |line: &[(String, bool)]| line.iter().map(|(count, _)| count.clone()).collect::<Vec<_>>();
    let stations = |line: &[(String, bool)], name: &str| {
        line.iter().map(|(_, station)| if *station { name } else { "." }.to_string()).collect::<Vec<_>>()
    };
    script.line(&format!("grid x {}", id.size()));
    script.tokens("clues piece", &pieces, id.cols);
    script.outside("sky of x", [("top", &numbers(columns)), ("right", &numbers(rows)), ("bottom", &[]), ("left", &[])]);
    let (left, bottom) = (stations(rows, "A"), stations(columns, "B"));
    script.outside("station of x", [("left", &left), ("bottom", &bottom), ("top", &[]), ("right", &[])]);
    script.line("links e of x\ntracks(e, sky, station, piece)");
    Ok(())
}

/// The totals of ghosts, vampires and zombies, the mirrors, and the numbers outside, clockwise from the upper left corner.
fn undead(id: &Id, script: &mut Script) -> Result<(), Problem> {
    let parts = id.parts(4 + 2 * (id.rows + id.cols))?;
    let whole = |text: &&str| match number(text) {
        Some((n, "")) => Ok(n),
        _ => Err(unknown(text)),
    };
    let totals = parts[..3].iter().map(whole).collect::<Result<Vec<_>, _>>()?;
    let mirrors = runs(parts[3], id.cells(), one_of(MIRRORS))?;
    let seen = parts[4..].iter().map(whole).collect::<Result<Vec<_>, _>>()?;
    let (top, rest) = seen.split_at(id.cols);
    let (right, rest) = rest.split_at(id.rows);
    let (bottom, left) = rest.split_at(id.cols);
    let (mut bottom, mut left) = (bottom.to_vec(), left.to_vec());
    bottom.reverse();
    left.reverse();
    script.line(&format!("grid x {} in 0..3", id.size()));
    script.tokens("clues mirror", &mirrors, id.cols);
    script.outside("seen of x", [("top", top), ("right", right), ("bottom", &bottom), ("left", &left)]);
    let totals = ["ghosts", "vampires", "zombies"].iter().zip(totals).map(|(name, n)| format!("{name}: {n}"));
    script.line(&format!("undead(x, mirror, seen, {})", totals.collect::<Vec<_>>().join(", ")));
    Ok(())
}

/// A letter passes as many cells as its place in the alphabet and fills the next one: a capital with a 1, a small letter
/// with a 0. With the option `u` all rows and columns differ.
fn unruly(id: &Id, script: &mut Script) -> Result<(), Problem> {
    let mut givens = vec![".".to_string(); id.cells()];
    let mut at = 0;
    for c in id.description.chars() {
        let run = (c.to_ascii_lowercase() as usize).wrapping_sub('a' as usize);
        match run {
            25 => at += 25,
            0..25 => {
                at += run + 1;
                let last = at == id.cells() + 1;
                match givens.get_mut(at - 1) {
                    Some(given) => *given = if c.is_ascii_uppercase() { "1" } else { "0" }.to_string(),
                    // The run at the end stands before no cell.
                    None if last => {}
                    None => return Err(unknown(&c.to_string())),
                }
            }
            _ => return Err(unknown(&c.to_string())),
        }
    }
    script.line(&format!("grid x {} in 0..1", id.size()));
    if id.options.contains('u') {
        script.line("binairo(x)");
    } else {
        script.line("binairo(x, equal: true)");
    }
    script.tokens("givens x", &givens, id.cols);
    Ok(())
}
