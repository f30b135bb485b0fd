//! A puzzle as a penpa link: numbers, circles, thick edges and clues outside, and the tag of its genre where penpa's drawing says all of
//! it; else what there is to draw.

use super::super::Problem;
use super::super::outgoing::Outgoing;
use super::super::puzzlink;
use super::super::puzzlink::drawn::Drawn;
use super::board::LARGEST;
use super::paper::Paper;
use super::{answer, tags};

/// A link that penpa-edit opens.
pub(crate) fn link(out: &mut Outgoing) -> Result<String, Problem> {
    let (rows, cols) = (out.grid.rows, out.grid.cols);
    if rows.max(cols) + 2 > LARGEST {
        return Err(Problem::new(format!("a penpa board has up to {} rows and columns", LARGEST - 2)));
    }
    let mut attempt = out.clone();
    if let Ok(link) = puzzlink::write::link(&mut attempt) {
        if let Some(Ok(drawn)) = Drawn::read(&link) {
            *out = attempt;
            return Ok(with_answer(out, Paper::of(&drawn), &[tags::tag(drawn.genre)]));
        }
        if let Some(sums) = Drawn::kakuro(&link) {
            *out = attempt;
            return Ok(with_answer(out, Paper::kakuro(rows, cols, &sums), &["kakuro"]));
        }
    }
    let paper = Paper::sketch(out);
    Ok(with_answer(out, paper, &[]))
}

/// The link, for solving with the answer where there is one.
fn with_answer(out: &mut Outgoing, paper: Paper, tags: &[&str]) -> String {
    let answer = answer::write(out, &paper);
    let link = paper.link(out.model.title.as_deref(), tags);
    match answer {
        Some(answer) => format!("{}&a={answer}", link.replacen("#m=edit", "#m=solve", 1)),
        None => link,
    }
}
