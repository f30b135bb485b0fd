//! Repairs of imprecise links: flags, clues without a sum or length, data that ends early or continues.

use super::codec::{Clue, Reader};
use super::{Genre, Link};
use crate::Problem;
use crate::script::{Script, clip};

/// Flags that stand for an argument `true` of the genre's rule, by pzpr's names of variants: the genre, the flag, the argument.
pub const VARIANTS: &[(&str, &str, &str)] = &[
    ("akichi", "x", "most"),
    ("aqre", "b", "borders"),
    ("country", "e", "empty"),
    ("fillomino", "t", "small"),
    ("koburin", "m", "corners"),
    ("koburin", "o", "outside"),
    ("lapaz", "l", "liars"),
    ("lixloop", "o", "outside"),
    ("magnets", "a", "anti"),
    ("news", "n", "joined"),
    ("bwloop", "f", "full"),
    ("distopia", "t", "through"),
    ("lineofsight", "f", "full"),
    ("myopia", "f", "full"),
    ("nuriuzu", "c", "joined"),
    ("ovotovata", "f", "full"),
    ("pentopia", "t", "through"),
    ("retsurin", "o", "outside"),
    ("voxas", "t", "tatami"),
    ("symmarea", "t", "small"),
    ("trizone", "g", "ghosts"),
    ("yajilin", "o", "outside"),
    ("yajilin-regions", "o", "outside"),
    ("slither", "f", "full"),
    ("vslither", "f", "full"),
    ("tslither", "f", "full"),
    ("swslither", "f", "full"),
    ("mashu", "f", "full"),
    ("geradeweg", "f", "full"),
    ("midloop", "f", "full"),
    ("balance", "f", "full"),
    ("turnaround", "f", "full"),
    ("icewalk", "f", "full"),
    ("waterwalk", "f", "full"),
    ("morningwalk", "f", "full"),
    ("roboticwalk", "f", "full"),
    ("lring", "f", "full"),
    ("forestwalk", "f", "full"),
    ("energywalk", "f", "full"),
    ("firewalk", "f", "full"),
];

/// Genres whose rule allows a board without shaded cells, which pzpr refuses. Their numbers count shaded cells.
const SHADES_SOME: &[&str] = &[
    "ayeheya", "bramble", "chocona", "context", "creek", "heyawake", "hinge", "kurotto", "lookair", "tapa", "yajikazu",
];

impl Link<'_> {
    /// Names the condition of pzpr where all numbers are 0, so that no cell has to be shaded.
    pub(super) fn note_shaded_cell(&self, grid: &str, numbers: &[String], script: &mut Script) {
        let digits = || numbers.iter().flat_map(|number| number.chars()).filter(char::is_ascii_digit);
        if SHADES_SOME.contains(&self.genre.name) && digits().count() > 0 && digits().all(|digit| digit == '0') {
            script.mended(&format!(
                "all numbers are 0, and pzpr accepts no board without shaded cells; for its reading add: any({grid})"
            ));
        }
    }

    /// pzpr reads a 0 of a Geradeweg as a circle with stretches of any length.
    pub(super) fn zeros(&self, clues: &mut [Clue], script: &mut Script) {
        if self.genre.name == "geradeweg" && clues.contains(&Clue::Number(0)) {
            clues.iter_mut().filter(|clue| **clue == Clue::Number(0)).for_each(|clue| *clue = Clue::Any);
            script.mended(
                "a 0 was read the way pzpr reads it, as a circle that the loop passes with stretches of any length; \
                 some programs read it as a cell that the loop avoids",
            );
        }
    }

    /// The clue for a number without a direction, in genres that allow one without a meaning.
    pub(super) fn bare_number(&self) -> Option<Clue> {
        match self.genre.name {
            "hebi" | "tetrochain" => Some(Clue::Word("#".into())),
            "yajikazu" => Some(Clue::Blank),
            _ => None,
        }
    }

    /// Whether a border that ends inside a room has a meaning in this genre.
    pub(super) fn reads_walls(&self) -> bool {
        self.genre.script.contains("{walls}") && !(self.genre.name == "aquarium" && self.flags.contains(&"r"))
    }

    /// Like pzpr, fills data that is too short with blanks, and ignores data that is left over.
    pub(super) fn mend(&self, reader: &Reader, script: &mut Script) -> Result<(), Problem> {
        if reader.short() > 0 && self.data.trim_matches('/').is_empty() {
            let title = self.genre.title;
            return Err(Problem::new(format!("this {title} link has an empty board"))
                .help("draw the puzzle on that site, then copy the link from \"Output URL\""));
        }
        if reader.short() > 0 {
            let places = sator_base::text::counted(reader.short() as u64, "place");
            script.mended(&format!(
                "the data of the link ends early: blanks fill {places} of its {}x{} board",
                self.cols, self.rows
            ));
        }
        if !reader.is_done() {
            script.mended(&format!("text after the data of the link was ignored: {}", clip(reader.left_over())));
        }
        Ok(())
    }

    /// The argument that a flag adds to the rule of the genre.
    pub(super) fn argument_of_flag(&self, flag: &str) -> Option<&'static str> {
        VARIANTS.iter().find(|(genre, known, _)| (*genre, *known) == (self.genre.name, flag)).map(|(.., name)| *name)
    }
}

/// The flag for an argument of the genre's rule that is true.
pub(super) fn flag_of(genre: &Genre, name: &str) -> Option<&'static str> {
    VARIANTS.iter().find(|(known, _, argument)| (*known, *argument) == (genre.name, name)).map(|(_, flag, _)| *flag)
}
