//! A request: the question looked up in the rules, and the dispatch to the part that makes the puzzle.

use crate::generator::Generator;
use crate::givens_board::GivensBoard;
use crate::layout::Layout;
use crate::options::Options;
use crate::outcome::Outcome;
use crate::refusal::Refusal;
use crate::symmetry::Symmetry;
use sator_base::source::Span;
use sator_lang::diagnostic::Result;
use sator_lang::elaborate::Elaborator;
use sator_lang::syntax::ast::{Generate, Ident, PictureKind, PuzzlePart};
use sator_model::{Assignment, GridId};

/// A question for puzzles whose names and options are looked up.
pub struct Request<'q> {
    asked: &'q Generate,
    span: Span,
    options: Options,
    seed: Option<u64>,
    target: Target,
}

/// A thing with places for clues.
enum Target {
    Clues(Layout),
    Givens(GivensBoard),
    /// Regions or lines: they are looked up when they are made.
    Shapes,
}

impl<'q> Request<'q> {
    /// Looks up a question that stands at `span`.
    ///
    /// # Errors
    /// A name is unknown or taken, an option is out of range, or options do not fit together.
    pub fn read(elaborator: &mut Elaborator, asked: &'q Generate, span: Span) -> Result<Request<'q>> {
        let (options, seed) = Options::read(elaborator, asked, span)?;
        let shapes = matches!(asked.what, PuzzlePart::Regions { .. } | PuzzlePart::Lines { .. });
        if shapes && (asked.symmetry.is_some() || asked.like.is_some() || asked.clues.is_some()) {
            return Err(Refusal::CluesOfShapes.at(span));
        }
        if let (true, Some(word)) = (shapes, asked.of_steps()) {
            return Err(Refusal::GradeOfShapes.at(word.span));
        }
        if asked.from && !matches!(asked.what, PuzzlePart::Givens(_)) {
            return Err(Refusal::FromWithoutGrid.at(span));
        }
        let symmetry = asked.symmetry.as_ref();
        let target = match &asked.what {
            PuzzlePart::Clues { kind, name, of, spots, .. } => {
                let layout = Layout::new(elaborator, *kind, name, of.as_ref(), *spots, span)?;
                let present: Vec<bool> = (0..layout.len()).map(|at| layout.places.contains(&at)).collect();
                // The frame of an outside picture has no holes; its corners take no clue and are places all the same.
                let present = if *kind == PictureKind::Outside { vec![true; layout.len()] } else { present };
                check_symmetry(symmetry, &name.name, layout.shape, &present)?;
                Target::Clues(layout)
            }
            PuzzlePart::Givens(name) => {
                let board = GivensBoard::find(elaborator, name.as_ref(), asked, span)?;
                let grid = elaborator.model.grid(board.grid);
                check_symmetry(symmetry, &grid.name, board.shape, &grid.present)?;
                Target::Givens(board.limited(elaborator, asked)?)
            }
            PuzzlePart::Regions { .. } | PuzzlePart::Lines { .. } => Target::Shapes,
        };
        Ok(Request { asked, span, options, seed, target })
    }

    /// The seed that the question names.
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// The number of puzzles wanted.
    pub fn count(&self) -> u64 {
        self.options.count
    }

    /// The grid whose givens the new puzzle replaces, where it starts from them.
    pub fn replaces_givens_of(&self) -> Option<GridId> {
        match &self.target {
            Target::Givens(board) if self.asked.from => Some(board.grid),
            _ => None,
        }
    }

    /// Whether [`Generator::run`] starts from a solution of the rules.
    pub fn needs_solution(&self) -> bool {
        matches!(self.target, Target::Clues(_)) || self.replaces_givens_of().is_some()
    }
}

impl Generator<'_> {
    /// Makes the puzzles of a request, the first one of this seed. `solution` is a solution of the rules, where the caller knows
    /// one; a request that [needs a solution](Request::needs_solution) searches for one otherwise.
    ///
    /// # Errors
    /// The rules or the shapes do not allow such puzzles, or two solvers disagree.
    pub fn run(&mut self, request: Request, seed: u64, solution: Option<Assignment>) -> Result<Outcome> {
        let needs_solution = request.needs_solution();
        let Request { asked, span, target, .. } = request;
        let options = Options { seed, ..request.options };
        let unknowns = self.elaborator.model.unknowns.len();
        let solution = match solution {
            None if needs_solution => match self.any_solution()? {
                Ok(solution) => Some(solution),
                Err(shortfall) => return Ok(Outcome { shortfall: Some(shortfall), ..Outcome::default() }),
            },
            solution => solution,
        };
        let mut outcome = match (&asked.what, target) {
            (PuzzlePart::Clues { rule, .. }, Target::Clues(layout)) => self.rule_clues(layout, rule, asked, &options),
            (PuzzlePart::Givens(_), Target::Givens(board)) => match solution.filter(|_| asked.from) {
                Some(solution) => self.givens_from(&board, solution, &options),
                None => self.givens(&board, &options),
            },
            (PuzzlePart::Regions { name, of, sizes, rule: None }, _) => {
                self.regions(name, of.as_ref(), sizes, &options, span)
            }
            (PuzzlePart::Regions { name, of, sizes, rule: Some(rule) }, _) => {
                self.division(name, of.as_ref(), (sizes, rule), &options, span)
            }
            (PuzzlePart::Lines { number, sizes, rule }, _) => self.lines(number, sizes, rule, &options, span),
            (PuzzlePart::Clues { .. } | PuzzlePart::Givens(_), _) => {
                unreachable!("a request's target follows its question")
            }
        }?;
        // Unknowns that a rule declares for its own use are no part of a solution.
        outcome.puzzles.iter_mut().for_each(|puzzle| puzzle.solution.0.truncate(unknowns));
        Ok(outcome)
    }
}

/// Checks that the symmetry maps the board to itself; `present` holds row by row which places the board has.
fn check_symmetry(word: Option<&Ident>, name: &str, (rows, cols): (usize, usize), present: &[bool]) -> Result<()> {
    let Some((word, symmetry)) = word.and_then(|word| Some((word, Symmetry::named(&word.name)?))) else {
        return Ok(());
    };
    if symmetry.wants_square() && rows != cols {
        return Err(Refusal::NotSquare { symmetry, grid: name.into(), rows, cols }.at(word.span));
    }
    for at in (0..present.len()).filter(|&at| present[at]) {
        if let Some(hole) = symmetry.orbit(at, (rows, cols)).into_iter().find(|&other| !present[other]) {
            let place = |at: usize| (at / cols, at % cols);
            let refusal = Refusal::NotSymmetric { grid: name.into(), cell: place(at), hole: place(hole) };
            return Err(refusal.at(word.span));
        }
    }
    Ok(())
}
