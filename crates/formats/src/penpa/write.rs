//! Export to penpa: numbers, circles, thick edges and clues outside, with the tag of the genre if the drawing is the
//! complete puzzle; otherwise as much as can be drawn.

use super::super::outgoing::Outgoing;
use super::super::puzzlink::genre_drawing::GenreDrawing;
use super::super::{Problem, puzzlink};
use super::board::LARGEST;
use super::paper::Paper;
use super::{answer, tags};
use sator_model::{Argument, RuleUse};

/// A link that penpa-edit opens.
pub(crate) fn link(out: &mut Outgoing) -> Result<String, Problem> {
    let (rows, cols) = (out.grid.rows, out.grid.cols);
    if rows.max(cols) + 2 > LARGEST {
        return Err(Problem::new(format!("a penpa board has up to {} rows and columns", LARGEST - 2)));
    }
    let mut attempt = out.clone();
    if let Ok(link) = puzzlink::write::link(&mut attempt) {
        if let Some(Ok(drawn)) = GenreDrawing::read(&link)
            && let Some(mut paper) = Paper::of(&drawn)
        {
            *out = attempt;
            let mut tags = vec![tags::tag(drawn.genre)];
            if drawn.genre.name == "sudoku" {
                tags.extend(variants(out, &mut paper));
            }
            return Ok(with_answer(out, paper, &tags));
        }
        if let Some(sums) = GenreDrawing::kakuro(&link) {
            *out = attempt;
            return Ok(with_answer(out, Paper::kakuro(rows, cols, &sums), &["kakuro"]));
        }
    }
    if let Some(mut paper) = jigsaw(out) {
        let mut tags = vec!["classic"];
        tags.extend(variants(out, &mut paper));
        return Ok(with_answer(out, paper, &tags));
    }
    Ok(with_answer(out, Paper::sketch(out), &[]))
}

/// The regions and the digits of a jigsaw sudoku.
fn jigsaw(out: &mut Outgoing) -> Option<Paper> {
    if !out.is_square_of_digits() || !out.uses("jigsaw") || out.uses("sudoku") {
        return None;
    }
    let used = out.take("jigsaw")?;
    let groups = out.groups(used.argument("regions_of_x"));
    let groups = groups.filter(|groups| out.is_whole(used.argument("x")) && tags::is_jigsaw(groups, out.grid.rows));
    let Some(groups) = groups else {
        out.put_back(used);
        return None;
    };
    for at in
        (0..out.grid.len()).filter(|at| out.allowed[*at].is_some() && out.given(*at).is_none()).collect::<Vec<_>>()
    {
        out.leave_out(puzzlink::write::candidates(out, at));
    }
    let digits: Vec<Option<i64>> = (0..out.grid.len()).map(|at| out.given(at)).collect();
    Some(Paper::jigsaw(out.grid.rows, &groups, &digits))
}

/// Draws cages, thermometers and arrows, and returns their tags. Other uses stay.
fn variants(out: &mut Outgoing, paper: &mut Paper) -> Vec<&'static str> {
    let mut tags = vec![];
    for used in out.take_uses() {
        match shape(out, used, paper) {
            Some(tag) if tags.contains(&tag) => {}
            Some(tag) => tags.push(tag),
            None => out.put_back(used),
        }
    }
    tags
}

/// Draws a shape and returns its tag.
fn shape(out: &Outgoing, used: &RuleUse, paper: &mut Paper) -> Option<&'static str> {
    let cells = |name: &str| used.places(name, out.id).filter(|cells| !cells.is_empty());
    match &*used.rule {
        "killer" => {
            let total = match used.argument("total") {
                Argument::None => None,
                Argument::Int(total) if *total >= 0 => Some(*total),
                _ => return None,
            };
            paper.cage(cells("cage")?, total.map(|total| total.to_string()).as_deref());
            Some("killer")
        }
        "thermo" => {
            paper.push("thermo", cells("line")?);
            Some("thermo")
        }
        "arrow" if *used.argument("circle") == Argument::None => {
            paper.push("arrows", cells("line")?);
            Some("arrow")
        }
        _ => None,
    }
}

/// The link; with an answer it is for solving.
fn with_answer(out: &mut Outgoing, mut paper: Paper, tags: &[&str]) -> String {
    paper.shapes(out);
    let answer = answer::write(out, &paper);
    let link = paper.link(out.model, tags);
    match answer {
        Some(answer) => format!("{}&a={answer}", link.replacen("#m=edit", "#m=solve", 1)),
        None => link,
    }
}
