//! The scenes of an answer: one, two that differ, or one for each step.

use super::{CellText, Posed, Scene, Style, candidate_text, givens, known_text};
use crate::narration::{sentence, statement_text};
use sator_answer::{Answer, Picture, Premise, StatementRef, Step};
use sator_model::{Assignment, Model, UnknownId};

/// A scene with its caption and explanation.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The text above the scene.
    pub caption: Option<String>,
    /// The reasons of a step, one sentence each.
    pub because: Vec<String>,
    /// The picture.
    pub scene: Scene,
}

impl Figure {
    fn plain(scene: Scene) -> Figure {
        Figure { caption: None, because: vec![], scene }
    }

    fn titled(caption: impl Into<String>, scene: Scene) -> Figure {
        Figure { caption: Some(caption.into()), ..Figure::plain(scene) }
    }

    /// The puzzle as posed.
    pub fn posed(model: &Model) -> Figure {
        let posed = Posed::of(model);
        Figure::plain(Scene::new(model, &|u| posed.styled(known_text(model, &posed.values, u), u), true))
    }
}

/// The pictures of an answer; none where it is in words only.
pub fn figures(model: &Model, answer: &Answer) -> Vec<Figure> {
    let posed = Posed::of(model);
    let solved = |assignment: &Assignment, changed: &[UnknownId]| {
        let mut marked = vec![false; if changed.is_empty() { 0 } else { model.unknowns.len() }];
        changed.iter().for_each(|u| marked[*u] = true);
        let text = |u: UnknownId| {
            let text = posed.styled(CellText::value(model, u, assignment.get(u)), u);
            if marked.get(u.index()) == Some(&true) { text.styled(Style::CHANGED) } else { text }
        };
        Scene::new(model, &text, true)
    };
    match answer.facts().picture {
        Picture::None => vec![],
        Picture::Posed => vec![Figure::posed(model)],
        Picture::Solution(assignment, marked) => vec![Figure::plain(solved(assignment, marked))],
        Picture::Two(first, second, changed) => vec![
            Figure::titled("one solution", solved(first, changed)),
            Figure::titled("another", solved(second, changed)),
        ],
        Picture::Numbered(list) => {
            let numbered = |(i, a): (usize, &Assignment)| Figure::titled(format!("solution {}", i + 1), solved(a, &[]));
            list.iter().enumerate().map(numbered).collect()
        }
        Picture::Candidates(values, counts) => {
            let text = |u: UnknownId| {
                let counts = counts.map_or(vec![], |counts| counts.texts(u));
                let text = CellText { counts, ..candidate_text(model, u, &values[u]) };
                if values[u].single().is_some() { posed.styled(text, u) } else { text }
            };
            vec![Figure::plain(Scene::new(model, &text, false))]
        }
        Picture::Known(values) => {
            vec![Figure::plain(Scene::new(model, &|u| posed.styled(known_text(model, values, u), u), true))]
        }
        Picture::Clash(because) => vec![Figure::plain(clash_scene(model, because))],
        Picture::Step(step, known) => vec![hint(model, step, known)],
        Picture::Steps(steps, stopped) => {
            let mut all = walk(model, steps);
            if let (Some(reason), Some(Figure { caption: Some(last), .. })) = (stopped, all.last_mut()) {
                last.push_str(&format!(" (the search for more ended here: {})", reason.text()));
            }
            all
        }
        Picture::All(answers) => answers.iter().flat_map(|answer| figures(model, answer)).collect(),
    }
}

/// The givens, with the cells marked in which the statements meet, and the clues that they are about.
pub fn clash_scene(model: &Model, because: &[StatementRef]) -> Scene {
    let meeting = StatementRef::meeting(because);
    let (givens, posed) = (givens(model), Posed::of(model));
    let text = |u: UnknownId| {
        let text = posed.styled(known_text(model, &givens, u), u);
        let style = if meeting.contains(&u) { text.style.marked_as(Style::CLASH) } else { text.style };
        text.styled(style)
    };
    let mut scene = Scene::new(model, &text, true);
    for board in &mut scene.boards {
        if let Some(grid) = board.grid {
            board.mark_clues(model, grid, because);
        }
    }
    scene
}

/// The text with the mark of a conclusion or a premise.
fn marked(text: CellText, is_concluded: bool, is_reason: bool) -> CellText {
    let mark = match (is_concluded, is_reason) {
        (true, _) => Style::CHANGED,
        (_, true) => Style::REASON,
        _ => Style::PLAIN,
    };
    let style = text.style.marked_as(mark);
    text.styled(style)
}

fn hint(model: &Model, step: &Step, known: &[Option<i64>]) -> Figure {
    step_figure(model, &Posed::of(model), step, known)
}

/// The puzzle, and one picture for each step.
fn walk(model: &Model, steps: &[Step]) -> Vec<Figure> {
    let posed = Posed::of(model);
    let mut known = posed.values.clone();
    let mut all = vec![Figure { caption: Some("The puzzle".into()), ..Figure::posed(model) }];
    for (i, step) in steps.iter().enumerate() {
        for literal in step.conclusions().iter().filter(|l| l.is) {
            known[literal.unknown] = Some(literal.value);
        }
        let words: Vec<String> = step.conclusions().iter().map(|l| l.text(model)).collect();
        let caption = Some(format!("{}. {}", i + 1, words.join(", ")));
        all.push(Figure { caption, ..step_figure(model, &posed, step, &known) });
    }
    all
}

/// The board as it is known, with the conclusions and premises of a step marked.
fn step_figure(model: &Model, posed: &Posed, step: &Step, known: &[Option<i64>]) -> Figure {
    let concluded: Vec<UnknownId> = step.conclusions().iter().map(|c| c.unknown).collect();
    let reasons: Vec<UnknownId> = step.facts.iter().flat_map(Premise::unknowns).collect();
    let text = |u: UnknownId| {
        marked(posed.styled(known_text(model, known, u), u), concluded.contains(&u), reasons.contains(&u))
    };
    Figure { caption: None, because: reason_texts(model, step), scene: Scene::new(model, &text, true) }
}

/// The argument of a step, its statements and facts.
fn reason_texts(model: &Model, step: &Step) -> Vec<String> {
    let statements = step.because.iter().map(|statement| statement_text(model, &statement.name));
    let facts = step.facts.iter().map(|fact| match fact {
        Premise::Statement { statement, .. } => statement_text(model, &statement.name),
        Premise::Step { number: Some(n), conclusion } => format!("{} (step {n})", conclusion.text_or_wording(model)),
        Premise::Step { number: None, conclusion } => conclusion.text_or_wording(model),
    });
    let reason = Some(sentence(model, step)).filter(|reason| !reason.is_empty());
    let all: Vec<String> = reason.into_iter().chain(statements).chain(facts).collect();
    if all.is_empty() { vec!["the only value left".into()] } else { all }
}
