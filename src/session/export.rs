//! `export`: the puzzle as a picture or a page in a file.

use super::{Answer, Session, reason_text};
use crate::diagnostic::{Diagnostic, Result, fail};
use crate::model::UnknownId;
use crate::render::png::render_png;
use crate::render::svg::{Picture, Size, Theme, render_html, render_svg};
use crate::render::{candidate_text, given_text, known_text, solution_text};
use crate::scene::{Scene, Style};
use crate::source::Span;
use crate::syntax::ast::{Ident, Question};
use std::path::Path;

/// The formats of `export`.
pub const FORMATS: [&str; 3] = ["svg", "png", "html"];
/// What can be drawn.
pub const PICTURES: [&str; 5] = ["solution", "puzzle", "both", "candidates", "steps"];

impl Session {
    pub(super) fn export_command(&mut self, format: &Ident, path: &str, what: Option<&Ident>) -> Result<String> {
        if !FORMATS.contains(&format.name.as_str()) {
            let message = format!("there is no format `{}`", format.name);
            return fail(
                Diagnostic::at("setting", format.span, message).help(format!("the formats are {}", FORMATS.join(", "))),
            );
        }
        let what_span = what.map_or(format.span, |what| what.span);
        let bytes = self.exported(&format.name, what.map(|w| w.name.as_str()), what_span)?;
        match std::fs::write(path, bytes) {
            Ok(()) => Ok(format!("wrote {path}")),
            Err(e) => fail(Diagnostic::at("unwritable", format.span, format!("`{path}` can't be written: {e}"))),
        }
    }

    /// Writes a picture to a file, as the command line asks for it.
    pub fn write_picture(&mut self, format: &str, path: &Path) -> std::result::Result<(), String> {
        let span = Span::new(crate::source::SourceId(0), 0, 0);
        let text = self.exported(format, None, span).map_err(|error| error.message.clone())?;
        std::fs::write(path, text).map_err(|e| format!("`{}` can't be written: {e}", path.display()))
    }

    fn exported(&mut self, format: &str, what: Option<&str>, span: Span) -> Result<Vec<u8>> {
        let pictures = self.pictures(what, span)?;
        let title = self.model().title.clone();
        let svg = |theme| render_svg(title.as_deref(), &pictures, theme, Size::Screen);
        match format {
            "svg" => return Ok(svg(Theme::Light).into_bytes()),
            "png" => {
                let painted = render_png(&svg(Theme::Light));
                return painted.map_err(|message| Box::new(Diagnostic::at("export", span, message)));
            }
            _ => {}
        }
        let script = self.script(Path::new(""));
        let page =
            render_html(title.as_deref(), &svg(Theme::Light), &svg(Theme::Dark), &self.rules_in_words(), &script);
        Ok(page.into_bytes())
    }

    /// The pictures asked for; the solution where there is one, else the puzzle as posed.
    fn pictures(&mut self, what: Option<&str>, span: Span) -> Result<Vec<Picture>> {
        let what = what.unwrap_or(if self.current.is_some() { "solution" } else { "puzzle" });
        let plain = |scene| Picture { caption: None, scene };
        match what {
            "puzzle" => Ok(vec![plain(self.posed())]),
            "solution" => Ok(vec![plain(self.solved(span)?)]),
            "both" => Ok(vec![plain(self.posed()), plain(self.solved(span)?)]),
            "candidates" => {
                let report = self.ask(&Question::Candidates, span)?;
                let Answer::Candidates { values, stopped: None } = report.answer else {
                    return fail(Diagnostic::at(
                        "export",
                        span,
                        "the candidates were not found: `candidates` says why",
                    ));
                };
                let model = self.model();
                let text = |u: UnknownId| candidate_text(model, u, &values[u.0 as usize]);
                Ok(vec![plain(Scene::new(model, &text, false))])
            }
            "steps" => self.step_pictures(span),
            other => {
                let message = format!("`{other}` can't be drawn");
                fail(Diagnostic::at("export", span, message).help(format!("there are {}", PICTURES.join(", "))))
            }
        }
    }

    fn posed(&self) -> Scene {
        let model = self.model();
        Scene::new(model, &|u| given_text(model, u), true)
    }

    fn solved(&self, span: Span) -> Result<Scene> {
        let model = self.model();
        match &self.current {
            Some(assignment) => Ok(Scene::new(model, &|u| solution_text(model, assignment, u), true)),
            None => fail(Diagnostic::at("export", span, "there is no solution yet").help("ask `solve` before it")),
        }
    }

    /// The puzzle, and one picture for each step of its solution.
    fn step_pictures(&mut self, span: Span) -> Result<Vec<Picture>> {
        let report = self.ask(&Question::Solve { steps: true }, span)?;
        let Answer::Steps { steps, stopped, .. } = report.answer else {
            return fail(Diagnostic::at("export", span, "there are no steps to draw: `solve steps` says why"));
        };
        let model = self.model();
        let mut known: Vec<Option<i64>> = Vec::new();
        let mut pictures = vec![Picture { caption: Some("The puzzle".into()), scene: self.posed() }];
        for (i, step) in steps.iter().enumerate() {
            for literal in step.conclusions.iter().filter(|l| l.is) {
                known.resize(model.unknowns.len(), None);
                known[literal.unknown.0 as usize] = Some(literal.value);
            }
            let concluded: Vec<UnknownId> = step.conclusions.iter().map(|l| l.unknown).collect();
            let text = |u: UnknownId| {
                let text = match known.get(u.0 as usize).copied().flatten() {
                    Some(_) => known_text(model, &known, u),
                    None => given_text(model, u),
                };
                if concluded.contains(&u) { text.styled(Style::CHANGED) } else { text }
            };
            let words: Vec<String> = step.conclusions.iter().map(|l| l.text(model)).collect();
            let caption = Some(format!("{}. {}", i + 1, words.join(", ")));
            pictures.push(Picture { caption, scene: Scene::new(model, &text, true) });
        }
        if let (Some(reason), Some(Picture { caption: Some(last), .. })) = (stopped, pictures.last_mut()) {
            last.push_str(&format!(" (the search for more ended here: {})", reason_text(&reason)));
        }
        Ok(pictures)
    }

    /// The help text of each standard rule that the statements use.
    fn rules_in_words(&self) -> Vec<(String, String)> {
        let mut rules: Vec<(String, String)> = vec![];
        for entry in &self.entries {
            let words = entry.text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            for rule in words.filter_map(crate::library::find).filter(|rule| !rule.doc.is_empty()) {
                let told = rule.doc.split("\nSource:").next().unwrap_or_default().to_string();
                let name = rule.name.replace('_', " ");
                if !rules.iter().any(|(known, _)| *known == name) {
                    rules.push((name, told));
                }
            }
        }
        rules
    }
}
