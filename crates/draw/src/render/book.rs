//! A booklet of puzzles as a page of HTML to print: puzzles by genre, then hints, then solutions.
//!
//! Pages are CSS pages: each page of puzzles is a box as high as the paper, so that any browser breaks there. Pictures are
//! images of their own, because their styles and outlines hold for a whole document.

use super::svg::{data_uri, escaped, render_svg};
use crate::scene::Figure;
use sator_answer::{Scale, Theme};
use std::fmt::Write;

/// A size of paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paper {
    /// 210 by 297 mm.
    #[default]
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

impl Paper {
    /// Its name in CSS, its width and its height in mm.
    fn size(self) -> (&'static str, f64, f64) {
        match self {
            Paper::A4 => ("A4", 210.0, 297.0),
            Paper::Letter => ("letter", 215.9, 279.4),
        }
    }
}

/// A booklet.
#[derive(Clone, Debug, Default)]
pub struct Booklet {
    /// The title of the booklet.
    pub title: Option<String>,
    /// The author of the booklet.
    pub author: Option<String>,
    /// The paper.
    pub paper: Paper,
    /// Puzzles on a page: 1, 2, 4 or 6.
    pub per_page: usize,
    /// The puzzles, in their order; those of one genre follow each other.
    pub puzzles: Vec<BookPuzzle>,
}

/// A puzzle of a booklet.
#[derive(Clone, Debug)]
pub struct BookPuzzle {
    /// Its title.
    pub title: Option<String>,
    /// Its author.
    pub author: Option<String>,
    /// The name of its genre.
    pub genre: String,
    /// Its rules, by paragraph.
    pub rules: Vec<String>,
    /// The grade: `easy`.
    pub grade: Option<String>,
    /// The puzzle.
    pub posed: Figure,
    /// Its solution.
    pub solved: Figure,
    /// The first step, as a hint.
    pub hint: Option<String>,
    /// The hardest step: its sentence, and the board before it.
    pub key: Option<(String, Figure)>,
}

/// The margin of a page, in mm.
const MARGIN: f64 = 15.0;
/// Height that a page leaves for its number, in mm.
const FOOT: f64 = 4.0;

/// Writes the booklet.
pub fn render_book(book: &Booklet) -> String {
    let title = escaped(book.title.as_deref().unwrap_or("Puzzles"));
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>{title}</title><style>{}</style></head><body>\n",
        style(book.paper)
    );
    let (across, down) = match book.per_page {
        0 | 1 => (1, 1),
        2 => (1, 2),
        3 | 4 => (2, 2),
        _ => (2, 3),
    };
    let rows = rows(&book.puzzles, across);
    for (k, page) in rows.chunks(down).enumerate() {
        out += "<section class=\"page\">";
        if k == 0 {
            _ = write!(out, "<h1>{title}</h1>{}", by(book.author.as_deref()));
        }
        for (at, row) in page.iter().enumerate() {
            out += &row.html(at == 0, across, book.author.as_deref());
        }
        // A last page with fewer rows keeps their height.
        (page.len()..down).for_each(|_| out += "<div class=\"row\"></div>");
        out += "</section>\n";
    }
    out += &hints(&book.puzzles);
    out += &solutions(&book.puzzles);
    out + "</body></html>\n"
}

/// Puzzles beside each other.
struct Row<'a> {
    /// Whether they are the first ones of their genre, whose rules stand above or beside them.
    first: bool,
    /// The puzzles with their numbers.
    puzzles: Vec<(usize, &'a BookPuzzle)>,
}

/// The puzzles in rows. The rules of a genre take the place of a puzzle where that leaves no gap in its last row.
fn rows(puzzles: &[BookPuzzle], across: usize) -> Vec<Row<'_>> {
    let mut all = vec![];
    let numbered: Vec<(usize, &BookPuzzle)> = (1..).zip(puzzles).collect();
    for genre in numbered.chunk_by(|(_, a), (_, b)| a.rules == b.rules && a.genre == b.genre) {
        let beside = if across > 1 && genre.len() % across == across - 1 { across - 1 } else { across };
        let (head, rest) = genre.split_at(beside.min(genre.len()));
        all.push(Row { first: true, puzzles: head.to_vec() });
        all.extend(rest.chunks(across).map(|row| Row { first: false, puzzles: row.to_vec() }));
    }
    all
}

impl Row<'_> {
    fn html(&self, starts_page: bool, across: usize, author: Option<&str>) -> String {
        let Some((_, puzzle)) = self.puzzles.first() else { return String::new() };
        let genre = escaped(&puzzle.genre);
        let beside = self.first && self.puzzles.len() < across;
        let mut out = String::from("<div class=\"row\">");
        if self.first {
            let rules: String = puzzle.rules.iter().map(|text| format!("<p>{}</p>", escaped(text))).collect();
            let class = if beside { "beside" } else { "above" };
            _ = write!(out, "<header class=\"{class}\"><h2>{genre}</h2><div class=\"rules\">{rules}</div></header>");
        } else if starts_page {
            _ = write!(out, "<header class=\"above\"><h2 class=\"again\">{genre}</h2></header>");
        }
        out += "<div class=\"puzzles\">";
        out.extend(self.puzzles.iter().map(|(number, puzzle)| posed(puzzle, *number, author)));
        // A gap in the last row of a genre.
        if !beside {
            (self.puzzles.len()..across).for_each(|_| out += "<figure></figure>");
        }
        out += "</div></div>";
        if beside { out.replacen("class=\"row\"", "class=\"row with-rules\"", 1) } else { out }
    }
}

fn by(author: Option<&str>) -> String {
    author.map_or(String::new(), |author| format!("<p class=\"author\">{}</p>", escaped(author)))
}

fn image(figure: &Figure, name: &str) -> String {
    let svg = render_svg(None, std::slice::from_ref(figure), Theme::Light, Scale::Print);
    format!("<img alt=\"{}\" src=\"{}\">", escaped(name), data_uri(&svg))
}

fn stars(grade: &str) -> String {
    format!("<span class=\"grade\">{}</span>", escaped(grade))
}

fn posed(puzzle: &BookPuzzle, number: usize, of_book: Option<&str>) -> String {
    let title = puzzle.title.as_deref().filter(|title| *title != puzzle.genre);
    let author = puzzle.author.as_deref().filter(|author| Some(*author) != of_book);
    let words = [title.map(escaped), author.map(|author| format!("<i>{}</i>", escaped(author)))];
    format!(
        "<figure><figcaption><b>{number}</b><span>{}</span>{}</figcaption>{}</figure>",
        words.into_iter().flatten().collect::<Vec<_>>().join(" "),
        puzzle.grade.as_deref().map_or(String::new(), stars),
        image(&puzzle.posed, &format!("Puzzle {number}"))
    )
}

/// A hint for each puzzle that has one, on pages of their own.
fn hints(puzzles: &[BookPuzzle]) -> String {
    let hints: String = (1..)
        .zip(puzzles)
        .filter_map(|(number, puzzle)| Some((number, puzzle.hint.as_deref()?)))
        .map(|(number, hint)| format!("<li value=\"{number}\">{}</li>", escaped(hint)))
        .collect();
    if hints.is_empty() {
        return String::new();
    }
    format!("<section class=\"flow\"><h2>Hints</h2><ol class=\"hints\">{hints}</ol></section>\n")
}

/// The solutions, each beside its hardest step.
fn solutions(puzzles: &[BookPuzzle]) -> String {
    let mut out = String::from("<section class=\"flow\"><h2>Solutions</h2><div class=\"solutions\">");
    for (number, puzzle) in (1..).zip(puzzles) {
        _ = write!(
            out,
            "<figure><figcaption><b>{number}</b>{}</figcaption><div class=\"pair\">{}",
            puzzle.grade.as_deref().map_or(String::new(), stars),
            image(&puzzle.solved, &format!("Solution {number}"))
        );
        if let Some((sentence, figure)) = &puzzle.key {
            _ = write!(
                out,
                "<div class=\"key\">{}<p>{}</p></div>",
                image(figure, &format!("Key step of puzzle {number}")),
                escaped(sentence)
            );
        }
        out += "</div></figure>";
    }
    out + "</div></section>\n"
}

fn style(paper: Paper) -> String {
    let (name, wide, high) = paper.size();
    let (inner_wide, inner_high) = (wide - 2.0 * MARGIN, high - 2.0 * MARGIN);
    let page = inner_high - FOOT;
    format!(
        "@page{{size:{name};margin:{MARGIN}mm;@bottom-center{{content:counter(page);font:9pt Georgia,serif;color:#555}}}}\
         *{{box-sizing:border-box}}body{{margin:0;color:#111;font:10.5pt/1.4 Georgia,'Times New Roman',serif}}\
         .page{{height:{page:.1}mm;display:flex;flex-direction:column;break-after:page;overflow:hidden}}\
         h1{{font:bold 26pt/1.1 Georgia,serif;margin:0 0 1mm}}.author{{margin:0 0 6mm;font-style:italic;color:#555}}\
         h2{{font:bold 15pt/1.2 Georgia,serif;margin:0 0 2mm;border-bottom:.6mm solid #111;padding-bottom:1mm;break-after:avoid}}\
         h2.again{{font-size:10pt;font-weight:normal;font-style:italic;border-bottom-width:.2mm;color:#555}}\
         .rules p{{margin:0 0 1mm;hyphens:auto}}header{{margin-bottom:4mm}}\
         .page{{gap:8mm}}.page h1{{margin-bottom:-7mm}}.page h1+.author{{margin:0 0 -2mm}}\
         .row{{flex:1 1 0;min-height:0;display:flex;flex-direction:column}}\
         .with-rules{{flex-direction:row;gap:9mm}}.with-rules>*{{flex:1 1 0;min-width:0}}\
         .puzzles{{flex:1 1 0;min-height:0;display:flex;gap:9mm}}\
         .puzzles figure{{flex:1 1 0;min-width:0;margin:0;min-height:0;display:flex;flex-direction:column}}\
         .puzzles img{{flex:1;min-height:0;width:100%;object-fit:contain;object-position:50% 0}}\
         figcaption{{display:flex;gap:2mm;align-items:baseline;margin-bottom:1.5mm;font-size:10pt}}\
         figcaption b{{font-size:12pt}}.grade{{margin-left:auto;font-style:italic;color:#555}}\
         .flow{{break-after:page}}.flow:last-child{{break-after:auto}}\
         .hints{{columns:2;column-gap:9mm;padding:0;margin:0}}.hints li{{margin:0 0 2mm 7mm;break-inside:avoid}}\
         .hints li::marker{{font-weight:bold}}\
         .solutions{{columns:2;column-gap:9mm}}.solutions figure{{margin:0 0 6mm;break-inside:avoid}}\
         .pair{{display:flex;gap:4mm;align-items:flex-start}}.pair>*{{width:calc(50% - 2mm)}}.pair>img:only-child{{width:50%}}\
         .pair img{{max-height:60mm;object-fit:contain;object-position:0 0}}\
         .key img{{width:100%;opacity:.9}}.key p{{margin:1mm 0 0;font-size:8pt;line-height:1.25;color:#333}}\
         @media screen{{body{{background:#e9e9ea;padding:8mm 0}}.page,.flow{{background:#fff;width:{wide}mm;margin:0 auto 8mm;\
         padding:{MARGIN}mm;box-shadow:0 1px 5px #0003}}.page{{height:{high}mm}}}}\
         @media print{{.page,.flow{{width:{inner_wide}mm}}}}"
    )
}
