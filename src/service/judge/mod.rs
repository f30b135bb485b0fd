//! `judge` and `when`: boards of a puzzle for programs that check what somebody filled in.
//!
//! A solver stays warm between the boards of one puzzle, and a solution found for one board answers every later board that
//! agrees with it.

mod board;
mod claim;
mod played;
mod reasons;

use super::script::is_kept;
use crate::session::{Files, Prospect, Report, Session, TextOrigin};
use board::{Board, Move, Names};
use played::Marks;
use reasons::Reasons;
use sator_answer::BrokenStatement;
use sator_base::limits::Reason;
use sator_draw::narration::statement_text;
use sator_draw::render::{broken_object, statement_object};
use sator_formats::played::is_played;
use sator_lang::diagnostic::Diagnostic;
use sator_model::{Assignment, Atom, UnknownId};
use serde_json::{Value, json};
use std::collections::HashSet;

/// Solutions that are remembered.
const MOST_SOLUTIONS: usize = 64;

/// Facts in no known solution that are tried alone before a search for the smallest clash.
const MOST_SUSPECT: usize = 100;

/// A puzzle whose boards are judged.
pub(crate) struct Judge {
    text: String,
    origin: TextOrigin,
    session: Session,
    names: Names,
    /// The unknowns that a full board has a value for.
    open: Vec<UnknownId>,
    solutions: Vec<Assignment>,
    reasons: Option<Reasons>,
}

/// The judgement of a board.
enum Verdict {
    /// Statements that the board breaks, each by itself.
    Broken(Vec<BrokenStatement>),
    /// No statement is broken, but no solution is left.
    Dead,
    /// A solution is left.
    Alive,
    /// The board is a solution.
    Solved,
    /// A limit was met.
    Unknown(String),
}

impl Verdict {
    fn word(&self) -> &'static str {
        match self {
            Verdict::Broken(_) => "broken",
            Verdict::Dead => "dead",
            Verdict::Alive => "alive",
            Verdict::Solved => "solved",
            Verdict::Unknown(_) => "unknown",
        }
    }
}

impl Judge {
    /// Takes the statements of a puzzle, a script or another program's link, into a new session. Its questions are passed over.
    ///
    /// # Errors
    /// A sentence: the first error of the text, or why its boards can't be judged.
    pub(super) fn new(mut session: Session, text: &str, origin: TextOrigin) -> Result<Judge, String> {
        load(&mut session, text, &origin)?;
        let model = session.model();
        if let Some(part) = model.untranslated.first() {
            return Err(format!("boards of this puzzle can't be judged: no statement expresses {part}"));
        }
        if !model.open.is_empty() {
            return Err("boards of this puzzle can't be judged: one of its numbers has no upper end".into());
        }
        let names = Names::of(model);
        let open = session.unknowns_to_fill();
        Ok(Judge { text: text.into(), origin, session, names, open, solutions: vec![], reasons: None })
    }

    /// Whether it can judge boards of this puzzle.
    pub(super) fn is_for(&self, text: &str, files: &Files) -> bool {
        self.text == text && self.session.files() == files
    }

    /// The answer to a request: `board`, `moves`, `rest`, `reasons`, `claim` and `steps`.
    ///
    /// # Errors
    /// A sentence: a board that can't be read.
    pub(super) fn judge(&mut self, request: &Value) -> Result<Value, String> {
        let (mut board, mut unread) = self.board(request)?;
        let moves = self.moves(request)?;
        moves.moves.iter().for_each(|step| board.make(step));
        unread += moves.unread;
        match &request["rest"] {
            Value::Null => {}
            rest if rest == "no" => {
                let open: HashSet<UnknownId> = self.open.iter().copied().collect();
                board.close(self.session.model(), |unknown| open.contains(&unknown));
            }
            _ => return Err("`rest` is \"no\": open yes/no cells count as no".into()),
        }
        let facts = board.facts();
        let verdict = self.verdict(&board, &facts)?;
        let mut answer = json!({"verdict": verdict.word(), "open": self.left(&board)});
        note_unread(&mut answer, unread);
        match &verdict {
            Verdict::Broken(list) => {
                answer["broken"] = list.iter().map(|broken| broken_object(self.session.model(), broken)).collect();
            }
            Verdict::Unknown(reason) => answer["reason"] = json!(reason),
            Verdict::Dead | Verdict::Alive | Verdict::Solved => {}
        }
        if request["reasons"] == true {
            let reasons = self.reasons_of(&verdict, &facts)?;
            reasons.into_iter().for_each(|(key, value)| answer[key] = value);
        }
        let is_alive = matches!(verdict, Verdict::Alive | Verdict::Solved);
        if !request["claim"].is_null() {
            answer["claim"] = self.claim(&facts, &request["claim"], is_alive)?;
        }
        match &request["steps"] {
            Value::Null => {}
            Value::Array(steps) => answer["steps"] = self.walk(&facts, steps, is_alive)?,
            _ => return Err("`steps` is a list of steps, as `solve steps` gives them".into()),
        }
        Ok(answer)
    }

    /// The first of the moves after which no solution is left, with the argument against it.
    ///
    /// # Errors
    /// A sentence: a board or a move that can't be read.
    pub(super) fn when(&mut self, request: &Value) -> Result<Value, String> {
        let (mut board, _) = self.board(request)?;
        let Marks { moves, unread } = self.moves(request)?;
        let start = self.verdict(&board, &board.facts())?;
        if !matches!(start, Verdict::Alive | Verdict::Solved) {
            return Ok(json!({"verdict": start.word(), "move": 0, "guesses": []}));
        }
        let mut guesses = vec![];
        let mut last = start;
        for (number, step) in moves.iter().enumerate() {
            let follows = self.follows(&board, step)?;
            if follows == Some(false) {
                guesses.push(number + 1);
            }
            board.make(step);
            let facts = board.facts();
            last = self.verdict(&board, &facts)?;
            // A text stays what it is; a mark of a replay gets one.
            let text = match &request["moves"][number] {
                Value::Null => json!(step.text(self.session.model())),
                given => given.clone(),
            };
            let mut answer = json!({"verdict": last.word(), "move": number + 1, "text": text, "guesses": guesses});
            note_unread(&mut answer, unread);
            match &last {
                Verdict::Alive | Verdict::Solved => continue,
                Verdict::Unknown(reason) => answer["reason"] = json!(reason),
                Verdict::Broken(_) | Verdict::Dead => {
                    if let Verdict::Broken(list) = &last {
                        answer["broken"] =
                            list.iter().map(|broken| broken_object(self.session.model(), broken)).collect();
                    }
                    self.reasons_of(&last, &facts)?.into_iter().for_each(|(key, value)| answer[key] = value);
                }
            }
            return Ok(answer);
        }
        let mut answer = json!({"verdict": last.word(), "move": null, "guesses": guesses, "open": self.left(&board)});
        note_unread(&mut answer, unread);
        Ok(answer)
    }

    /// The board of a request, and the number of marks on it that no cell takes.
    fn board(&self, request: &Value) -> Result<(Board, usize), String> {
        let mut board = Board::default();
        match request["board"].as_str().filter(|text| is_played(text)) {
            Some(link) => {
                let marks = played::state(self.session.model(), link)?;
                marks.moves.iter().for_each(|step| board.make(step));
                Ok((board, marks.unread))
            }
            None => {
                board.read(&self.names, self.session.model(), &request["board"])?;
                Ok((board, 0))
            }
        }
    }

    fn moves(&self, request: &Value) -> Result<Marks, String> {
        let model = self.session.model();
        match &request["moves"] {
            Value::Null => Ok(Marks { moves: vec![], unread: 0 }),
            Value::Array(moves) => {
                let moves = moves.iter().map(|step| self.names.read_move(model, step)).collect::<Result<_, _>>()?;
                Ok(Marks { moves, unread: 0 })
            }
            text if played::is_replay(text) => played::replay(model, text),
            _ => Err("`moves` is a list of moves, such as `r1c1 = 5`, or a replay of SudokuPad or penpa".into()),
        }
    }

    /// The number of cells that the board leaves open.
    fn left(&self, board: &Board) -> usize {
        self.open.iter().filter(|&&unknown| !board.fills(self.session.model(), unknown)).count()
    }

    fn verdict(&mut self, board: &Board, facts: &[Atom]) -> Result<Verdict, String> {
        match self.prospect(facts)? {
            Prospect::Alive(_) if self.left(board) == 0 => Ok(Verdict::Solved),
            Prospect::Alive(_) => Ok(Verdict::Alive),
            Prospect::Unknown(reason) => Ok(Verdict::Unknown(reason.text().into())),
            Prospect::Dead => match self.broken(facts)? {
                Ok(broken) if !broken.is_empty() => Ok(Verdict::Broken(broken)),
                // A limit hides broken statements, but that no solution is left is proved.
                Ok(_) | Err(_) => Ok(Verdict::Dead),
            },
        }
    }

    fn broken(&mut self, facts: &[Atom]) -> Result<Result<Vec<BrokenStatement>, Reason>, String> {
        // A solution of the puzzle shows of most statements that a board with few wrong cells doesn't break them.
        if self.solutions.is_empty() {
            self.prospect(&[])?;
        }
        self.session.broken(facts, &self.solutions).map_err(|error| sentence(&error))
    }

    /// Whether a solution has all facts: one that is known, else a new one.
    fn prospect(&mut self, facts: &[Atom]) -> Result<Prospect, String> {
        let agrees =
            |solution: &Assignment| facts.iter().all(|fact| (solution.get(fact.unknown) == fact.value) == fact.is);
        if let Some(known) = self.solutions.iter().rev().find(|solution| agrees(solution)) {
            return Ok(Prospect::Alive(known.clone()));
        }
        let found = self.session.prospect(facts).map_err(|error| sentence(&error))?;
        if let Prospect::Alive(solution) = &found {
            if !agrees(solution) {
                return Err("internal error: the solver's solution differs from the board".into());
            }
            if self.solutions.len() == MOST_SOLUTIONS {
                self.solutions.remove(0);
            }
            self.solutions.push(solution.clone());
        }
        Ok(found)
    }

    /// Whether a move follows from the puzzle and the board before it; `None` for a cell that is emptied, and where a limit was met.
    fn follows(&mut self, board: &Board, step: &Move) -> Result<Option<bool>, String> {
        let Move::Fact(fact) = step else { return Ok(None) };
        let mut facts = board.facts();
        facts.push(Atom { is: !fact.is, ..*fact });
        Ok(match self.prospect(&facts)? {
            Prospect::Alive(_) => Some(false),
            Prospect::Dead => Some(true),
            Prospect::Unknown(_) => None,
        })
    }

    fn reasons_of(&mut self, verdict: &Verdict, facts: &[Atom]) -> Result<Vec<(&'static str, Value)>, String> {
        match verdict {
            Verdict::Unknown(_) | Verdict::Solved => Ok(vec![]),
            Verdict::Alive => self.reasons(facts, true),
            Verdict::Dead => self.reasons(facts, false),
            Verdict::Broken(list) => match self.smallest(facts, list)? {
                Some(clash) => Ok(clash),
                None => self.reasons(facts, false),
            },
        }
    }

    /// The smallest clash of a board, if it is one broken statement with at most two facts. `None` leaves it to a search.
    ///
    /// The puzzle has a solution, so a clash needs a fact of the board and a statement. A clash with one fact shows in its
    /// broken statement. Three parts are the fewest if no fact alone breaks a statement; a fact of a known solution breaks none.
    fn smallest(
        &mut self,
        facts: &[Atom],
        broken: &[BrokenStatement],
    ) -> Result<Option<Vec<(&'static str, Value)>>, String> {
        let Some(smallest) = broken.iter().min_by_key(|broken| broken.facts.len()) else { return Ok(None) };
        if self.solutions.is_empty() || smallest.facts.len() > 2 {
            return Ok(None);
        }
        if smallest.facts.len() == 2 {
            let is_possible = |fact: &&Atom| {
                self.solutions.iter().any(|solution| (solution.get(fact.unknown) == fact.value) == fact.is)
            };
            let suspect: Vec<Atom> = facts.iter().filter(|fact| !is_possible(fact)).copied().collect();
            if suspect.len() > MOST_SUSPECT {
                return Ok(None);
            }
            for fact in suspect {
                match self.broken(&[fact])? {
                    Ok(alone) if alone.iter().all(|broken| broken.facts.len() > 1) => {}
                    _ => return Ok(None),
                }
            }
        }
        // A fact that the board doesn't have is a given of the puzzle.
        let (own, given): (Vec<&Atom>, Vec<&Atom>) = smallest.facts.iter().partition(|fact| facts.contains(fact));
        let statements = if given.is_empty() { vec![] } else { self.session.named_statements() };
        let model = self.session.model();
        let mut because = vec![&smallest.statement];
        for fact in given {
            let text = fact.text(model);
            let Some((_, found)) = statements.iter().find(|(_, one)| statement_text(model, &one.name) == text) else {
                return Ok(None);
            };
            because.push(found);
        }
        let because: Value = because.into_iter().map(|one| statement_object(model, one)).collect();
        let own: Value = own.iter().map(|fact| fact.text(model)).collect();
        Ok(Some(vec![("because", because), ("facts", own)]))
    }

    fn reasons(&mut self, facts: &[Atom], has_solution: bool) -> Result<Vec<(&'static str, Value)>, String> {
        let mut reasons = match self.reasons.take().filter(Reasons::is_fresh) {
            Some(reasons) => reasons,
            None => Reasons::new(&self.session, &self.text, &self.origin)?,
        };
        let found = reasons.of(facts, has_solution, &self.open);
        self.reasons = Some(reasons);
        found
    }
}

/// Adds the number of marks that no cell takes.
fn note_unread(answer: &mut Value, unread: usize) {
    if unread > 0 {
        answer["unread"] = json!(unread);
    }
}

/// The solution of a session's puzzle that agrees with a board; `None` if there is none.
///
/// # Errors
/// A sentence: a board that can't be read, or a limit.
pub(super) fn solution_of(session: &mut Session, board: &Value) -> Result<Option<Assignment>, String> {
    match prospect_of(session, board)? {
        Prospect::Alive(solution) => Ok(Some(solution)),
        Prospect::Dead => Ok(None),
        Prospect::Unknown(reason) => Err(format!("the solution can't be checked: {}", reason.text())),
    }
}

/// Whether a session's puzzle has a solution that agrees with a board.
///
/// # Errors
/// A sentence: a board that can't be read.
pub(super) fn prospect_of(session: &mut Session, board: &Value) -> Result<Prospect, String> {
    let mut shown = Board::default();
    shown.read(&Names::of(session.model()), session.model(), board)?;
    session.prospect(&shown.facts()).map_err(|error| sentence(&error))
}

/// Runs the statements of a puzzle in a session.
pub(super) fn load(session: &mut Session, text: &str, origin: &TextOrigin) -> Result<(), String> {
    let imported = match sator_formats::import(text) {
        Some(Ok(imported)) => Some(imported),
        Some(Err(problem)) => return Err(sentence(&problem.diagnostic())),
        None => None,
    };
    let text = imported.as_ref().map_or(text, |imported| &imported.script);
    let located = |session: &Session, error: &Diagnostic| {
        let place = error.labels.first().map(|label| session.sources().line_column(label.span).0);
        place.map_or_else(|| sentence(error), |line| format!("line {line}: {}", sentence(error)))
    };
    let statements = session.read("puzzle", text, origin.clone()).map_err(|error| located(session, &error))?;
    for statement in statements.iter().filter(|statement| is_kept(statement)) {
        session.run(statement, &mut |_, _| {}).map_err(|error| located(session, &error))?;
    }
    Ok(())
}

/// Runs statements in a session; their reports.
pub(super) fn run(session: &mut Session, text: &str) -> Result<Vec<Report>, String> {
    let mut reports = vec![];
    let done = session.read("board", text, None).and_then(|statements| {
        let mut sink = |_: &Session, report: Report| reports.push(report);
        statements.iter().try_for_each(|statement| session.run(statement, &mut sink))
    });
    done.map(|()| reports).map_err(|error| sentence(&error))
}

/// An error with its help.
pub(super) fn sentence(error: &Diagnostic) -> String {
    match &error.help {
        Some(help) => format!("{}: {help}", error.message),
        None => error.message.clone(),
    }
}
