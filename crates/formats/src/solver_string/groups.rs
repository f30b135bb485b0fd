//! Constraints in groups that `End` closes: one of several (`Or`), all of several (`And`), and copies of several at other
//! places (`Replicate`).

use super::board::Board;
use super::{Clue, FORMS, Form, Problem, Sudoku};
use crate::base64;
use crate::script::Script;

/// The names of groups.
pub(super) const NAMES: [&str; 3] = ["Or", "And", "Replicate"];

/// Groups in groups up to which a string is read.
const DEEPEST: usize = 20;

/// Copies of constraints and groups up to which a string is read.
const MOST_PARTS: usize = 20_000;

/// A part of a string.
#[derive(Clone)]
pub(super) enum Part<'a> {
    Clue(Clue<'a>),
    /// A group that holds where all its parts hold.
    All(Vec<Part<'a>>),
    /// A group that holds where at least one of its parts holds.
    Any(Vec<Part<'a>>),
}

impl Part<'_> {
    /// The number of constraints and groups.
    fn count(&self) -> usize {
        match self {
            Part::Clue(_) => 1,
            Part::All(parts) | Part::Any(parts) => 1 + parts.iter().map(Part::count).sum::<usize>(),
        }
    }

    /// The part at another place.
    fn shifted(&self, (down, right): (isize, isize)) -> Self {
        let all = |parts: &[Self]| parts.iter().map(|part| part.shifted((down, right))).collect();
        match self {
            Part::Clue(clue) => Part::Clue(Clue { shift: (clue.shift.0 + down, clue.shift.1 + right), ..clue.clone() }),
            Part::All(parts) => Part::All(all(parts)),
            Part::Any(parts) => Part::Any(all(parts)),
        }
    }
}

/// The constraints in their groups. Copies are written out.
///
/// # Errors
/// Groups in too many groups, too many copies, or an unknown place of a copy.
pub(super) fn parts<'a>(clues: Vec<Clue<'a>>, board: &Board) -> Result<Vec<Part<'a>>, Problem> {
    let damaged = |what: &str| Problem::new(format!("this string has {what}")).help("copy the whole string again");
    let mut open: Vec<(Clue, Vec<Part>)> = vec![];
    let mut top = vec![];
    let mut copied = 0;
    for clue in clues {
        let part = match clue.name {
            name if NAMES.contains(&name) => {
                if open.len() == DEEPEST {
                    return Err(damaged("too many groups in groups"));
                }
                open.push((clue, vec![]));
                continue;
            }
            "End" => {
                let (head, parts) = open.pop().ok_or_else(|| damaged("an `End` without a group"))?;
                match head.name {
                    "Or" => Part::Any(parts),
                    "And" => Part::All(parts),
                    _ => {
                        let targets = targets(&head, board).ok_or_else(|| damaged("damaged places of copies"))?;
                        let all = Part::All(parts);
                        copied += all.count() * targets.len();
                        if copied > MOST_PARTS {
                            return Err(damaged("too many copies"));
                        }
                        Part::All(targets.into_iter().map(|target| all.shifted(target)).collect())
                    }
                }
            }
            _ => Part::Clue(clue),
        };
        open.last_mut().map_or(&mut top, |(_, parts)| parts).push(part);
    }
    open.is_empty().then_some(top).ok_or_else(|| damaged("a group without its `End`"))
}

/// The rows and columns from the origin of a `Replicate` to each of its targets. These are a set of bits for the cells in
/// reading order from the origin on, the lowest bit of a character first.
fn targets(head: &Clue, board: &Board) -> Option<Vec<(isize, isize)>> {
    let (bits, origin) = match head.arguments[..] {
        [bits] => (bits, "R1C1"),
        [bits, origin] => (bits, origin),
        _ => return None,
    };
    let (bits, origin) = (base64::sextets(bits)?, board.cell(origin)?);
    let ahead = (0..6 * bits.len()).filter(|at| bits[at / 6] >> (at % 6) & 1 == 1);
    ahead
        .map(|ahead| {
            let at = origin.row * board.cols + origin.col + ahead;
            let shift = |to: usize, from: usize| to as isize - from as isize;
            (at < board.rows * board.cols)
                .then(|| (shift(at / board.cols, origin.row), shift(at % board.cols, origin.col)))
        })
        .collect()
}

/// The constraints that hold in any case.
pub(super) fn certain<'a>(parts: &[Part<'a>]) -> Vec<Clue<'a>> {
    let clues = |part: &Part<'a>| match part {
        Part::Clue(clue) => vec![clue.clone()],
        Part::All(parts) => certain(parts),
        Part::Any(_) => vec![],
    };
    parts.iter().flat_map(clues).collect()
}

impl Clue<'_> {
    /// Whether the constraint can stand in a group: it isn't about the whole grid.
    fn fits_group(&self) -> bool {
        let form = FORMS.iter().find(|(name, _)| *name == self.name).map(|(_, form)| form);
        let has_place = self.shift == (0, 0);
        match form {
            Some(Form::Grid(_)) => false,
            Some(Form::BothEnds(_) | Form::OneEnd(_)) => has_place,
            _ => ![
                "Shape",
                "RegionSize",
                "RegionSameValues",
                "NoBoxes",
                "Diagonal",
                "Jigsaw",
                "FullRankTies",
                "StrictKropki",
                "StrictXV",
            ]
            .contains(&self.name),
        }
    }
}

impl Sudoku<'_> {
    /// Writes all parts.
    pub(super) fn write(&self, parts: &[Part], script: &mut Script) {
        self.all(parts, false, &mut 0, script);
    }

    fn all(&self, parts: &[Part], in_group: bool, choices: &mut usize, script: &mut Script) {
        for part in parts {
            match part {
                Part::Clue(clue) if in_group && !clue.fits_group() => script.untranslated(&clue.text()),
                Part::Clue(clue) => {
                    if self.statement(clue, script).is_none() {
                        script.untranslated(&clue.text());
                    }
                }
                Part::All(parts) => self.all(parts, true, choices, script),
                Part::Any(parts) => self.any(parts, choices, script),
            }
        }
    }

    /// Writes the parts as the cases of a choice. If one isn't translated, all are left out.
    fn any(&self, parts: &[Part], choices: &mut usize, script: &mut Script) {
        *choices += 1;
        let name = format!("option{choices}");
        let mut cases = Script::default();
        let mut is_empty = false;
        for (part, number) in parts.iter().zip(1..) {
            let mut case = Script::default();
            self.all(std::slice::from_ref(part), true, choices, &mut case);
            is_empty |= case.is_empty();
            cases.line(&format!("if {name}[{number}] {{"));
            cases.append(case.indented());
            cases.line("}");
        }
        if let Some(what) = cases.first_untranslated().map(str::to_string) {
            script.untranslated(&format!("Or, as it contains {what}"));
        } else if parts.is_empty() {
            script.untranslated("Or without constraints");
        } else if !is_empty {
            script.line(&format!("hidden var {name}[{}] in bool", parts.len()));
            script.line(&format!("any({name})"));
            script.append(cases);
        }
    }
}
