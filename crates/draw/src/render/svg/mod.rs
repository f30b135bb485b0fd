//! Scenes as SVG, written directly: shapes with classes and titles, text as outlines.
//!
//! A cell is 100 units wide. Nothing refers to a font, a file or a server.

mod around;
mod board;
mod chart;
mod content;
mod effort;
mod glyphs;
mod icons;
mod strokes;
mod theme;

pub use effort::effort_chart;
pub use theme::{css, page_css};

use super::drawing::{Drawing, PAGE_WIDTH};
use super::variables::draw_lists;
use crate::scene::{Board, CellText, Content, Figure};
use sator_answer::{Scale, Theme};
use sator_model::{GridId, LineKind, Model};
use std::fmt::Write;

const CELL: f64 = 100.0;
const GAP: f64 = 60.0;
/// Pictures beside each other on a page of several.
const ACROSS: usize = 3;

/// One picture, or a page of several.
pub fn render_svg(title: Option<&str>, pictures: &[Figure], theme: Theme, size: Scale) -> String {
    let mut paper = Paper { print: size == Scale::Print, ..Paper::default() };
    let mut top = GAP / 2.0;
    if let Some(title) = title {
        paper.text(title, (GAP / 2.0, top + 40.0), 44.0, "name", Anchor::Start);
        top += 70.0;
    }
    let mut right: f64 = title.map_or(0.0, |t| glyphs::width(t) * 44.0);
    for row in pictures.chunks(if pictures.len() > 2 { ACROSS } else { 2 }) {
        let mut left = GAP / 2.0;
        let mut bottom = top;
        for picture in row {
            let (width, height) = paper.picture(picture, left, top);
            left += width + GAP;
            bottom = bottom.max(top + height);
        }
        right = right.max(left - GAP);
        top = bottom + GAP;
    }
    let (width, height) = (right + GAP / 2.0, top - GAP / 2.0);
    let (scale, unit) = match size {
        Scale::Screen => (0.48, "px"),
        Scale::Print => (0.09, "mm"),
    };
    let mut out = String::new();
    let (w, h) = (width * scale, height * scale);
    _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{w:.1}{unit}\" \
         height=\"{h:.1}{unit}\" role=\"img\"><title>{}</title><style>{}</style><defs>{}</defs>\
         <rect class=\"back\" width=\"{width:.0}\" height=\"{height:.0}\"/>{}</svg>",
        escaped(title.unwrap_or("A puzzle")),
        css(theme),
        paper.outlines(),
        paper.body
    );
    out
}

/// One picture as part of a page, which has the style sheet (`css` of the themes): with a square for each cell that can be chosen,
/// called as the language calls the cell.
pub fn render_inline(picture: &Figure) -> String {
    inline(&mut Paper { choosable: true, ..Paper::default() }, picture)
}

fn inline(paper: &mut Paper, picture: &Figure) -> String {
    let (width, height) = paper.picture(picture, GAP / 2.0, GAP / 2.0);
    let (width, height) = (width + GAP, height + GAP);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{:.0}\" role=\"group\">\
         <defs>{}</defs><rect class=\"back\" width=\"{width:.0}\" height=\"{height:.0}\"/>{}</svg>",
        width * 0.48,
        paper.outlines(),
        paper.body
    )
}

/// A board in a picture, as someone who points at it needs it.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// The name of the grid, or of the lines that are drawn on it.
    pub name: String,
    /// The grid.
    pub grid: Option<GridId>,
    /// The text before `r1c1` where a cell of this board is named.
    pub prefix: String,
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub cols: usize,
    /// The left edge of the first cell, in units of the view box.
    pub x: f64,
    /// The upper edge of the first cell.
    pub y: f64,
    /// The width and height of a cell.
    pub size: f64,
    /// The kind of lines that are drawn on it.
    pub strokes: Option<LineKind>,
    /// The text of each cell, row by row: empty where nothing is known, `None` for a hole.
    pub cells: Vec<Option<String>>,
    /// The cells whose values are given.
    pub given: Vec<usize>,
    /// The clue of each cell or hole.
    pub clues: Vec<Option<String>>,
}

impl Placed {
    fn of(board: &Board, (x, y): (f64, f64)) -> Placed {
        let shown = |cell: &CellText| match &cell.content {
            Content::Text(text) => text.clone(),
            Content::Bool(true) => "yes".into(),
            Content::Bool(false) => "no".into(),
            Content::Block(lines) => lines.concat().replace(' ', ""),
            Content::Unknown => String::new(),
        };
        let given = |at: &usize| board.style_at(*at).given;
        Placed {
            name: board.name.clone(),
            grid: board.grid,
            prefix: board.prefix.clone(),
            rows: board.rows,
            cols: board.cols,
            x,
            y,
            size: CELL,
            strokes: board.strokes.as_ref().map(|strokes| strokes.kind),
            cells: board.cells.iter().map(|cell| cell.as_ref().map(shown)).collect(),
            given: (0..board.len()).filter(given).collect(),
            clues: board.clues.clone(),
        }
    }
}

/// As [`render_inline`], with the boards of the picture and where they stand.
pub fn render_placed(picture: &Figure) -> (String, Vec<Placed>) {
    let mut paper = Paper { choosable: true, ..Paper::default() };
    let svg = inline(&mut paper, picture);
    (svg, paper.placed)
}

/// A picture as the address of an image. Styles and outlines inside a picture hold for the whole page around it, so each
/// picture of a page is an image of its own.
pub(super) fn data_uri(svg: &str) -> String {
    let encode = |byte: u8| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b' ' | b'-' | b'.' | b'/' | b':' | b'=' | b';' | b'(' | b')' => {
            char::from(byte).to_string()
        }
        byte => format!("%{byte:02X}"),
    };
    format!("data:image/svg+xml,{}", svg.bytes().map(encode).collect::<String>())
}

/// A page of its own: the picture in a light and a dark theme, a chart as SVG, the rules in words and the script.
pub fn render_html(model: &Model, light: &str, dark: &str, chart: &str, script: &str) -> String {
    let title = escaped(model.title.as_deref().unwrap_or("A puzzle"));
    let author =
        model.author.as_deref().map_or(String::new(), |author| format!("<p class=\"author\">{}</p>", escaped(author)));
    let rules: String = model.rules_in_words().iter().map(|text| format!("<p>{}</p>", escaped(text))).collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>{title}</title><style>body{{font:16px/1.5 sans-serif;max-width:60em;\
         margin:2em auto;padding:0 1em;color-scheme:light dark}}h1{{margin-bottom:0}}.author{{margin-top:0;opacity:.7}}\
         .rules{{max-width:42em}}img{{max-width:100%;height:auto}}pre{{overflow:auto}}\
         @media print{{details{{display:none}}}}</style></head><body><h1>{title}</h1>\n{author}<div class=\"rules\">{rules}</div>\n\
         <picture><source srcset=\"{}\" media=\"(prefers-color-scheme: dark)\"><img alt=\"{title}\" src=\"{}\"></picture>\n{chart}\
         <details><summary>Script</summary><pre>{}</pre></details>\n</body></html>\n",
        data_uri(dark),
        data_uri(light),
        escaped(script)
    )
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Anchor {
    Start,
    Middle,
    End,
}

/// The picture so far, and the characters that it needs.
#[derive(Default)]
struct Paper {
    body: String,
    used: Vec<char>,
    /// With squares that can be chosen.
    choosable: bool,
    /// The boards drawn so far.
    placed: Vec<Placed>,
    /// For paper, where colours can be missing.
    print: bool,
}

impl Paper {
    /// Puts shapes down as they are written.
    fn put(&mut self, shape: std::fmt::Arguments) {
        _ = self.body.write_fmt(shape);
    }

    /// A group of shapes with a title.
    fn titled(&mut self, class: &str, title: &str, draw: impl FnOnce(&mut Paper)) {
        self.put(format_args!("<g class=\"{class}\"><title>{}</title>", escaped(title)));
        draw(self);
        self.put(format_args!("</g>"));
    }

    /// Text whose base line starts, ends or has its middle at a point.
    fn text(&mut self, text: &str, (x, y): (f64, f64), size: f64, class: &str, anchor: Anchor) {
        if text.trim().is_empty() {
            return;
        }
        let width = glyphs::width(text) * size;
        let mut at = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width / 2.0,
            Anchor::End => x - width,
        };
        self.put(format_args!("<g class=\"{class}\" aria-label=\"{}\">", escaped(text)));
        for c in text.chars() {
            if let Some(glyph) = glyphs::glyph(c) {
                let number = self.outline_of(c);
                let scale = size / 1000.0;
                self.put(format_args!(
                    "<use href=\"#g{number:x}\" transform=\"translate({at:.1} {y:.1}) scale({scale:.3})\"/>"
                ));
                at += glyph.advance * scale;
            } else {
                at += 0.32 * size;
            }
        }
        self.put(format_args!("</g>"));
    }

    /// Text in the middle of a point, no wider than `room`.
    fn centred(&mut self, text: &str, (x, y): (f64, f64), size: f64, room: f64, class: &str) {
        let size = size.min(room / glyphs::width(text).max(0.01));
        self.text(text, (x, y + size * 0.36), size, class, Anchor::Middle);
    }

    /// The number of a character's outline: the same in all pictures of a page.
    fn outline_of(&mut self, c: char) -> u32 {
        if !self.used.contains(&c) {
            self.used.push(c);
        }
        c.into()
    }

    fn outlines(&self) -> String {
        let outline = |&c: &char| {
            let path = glyphs::glyph(c).map_or("", |g| g.outline);
            format!("<path id=\"g{:x}\" d=\"{path}\"/>", u32::from(c))
        };
        self.used.iter().map(outline).collect()
    }

    /// Draws a picture at a point, and returns its width and height.
    fn picture(&mut self, picture: &Figure, left: f64, top: f64) -> (f64, f64) {
        let (mut y, mut width) = (top, 0.0f64);
        for words in picture.caption.iter().chain(&picture.scene.too_large) {
            for line in wrapped(words, 44) {
                self.text(&line, (left, y + 30.0), 30.0, "name", Anchor::Start);
                width = width.max(glyphs::width(&line) * 30.0);
                y += 44.0;
            }
            y += 10.0;
        }
        let several = picture.scene.boards.len() > 1;
        for board in &picture.scene.boards {
            if several {
                self.text(&board.name, (left, y + 30.0), 30.0, "name", Anchor::Start);
                y += 50.0;
            }
            let (w, h) = board::draw(self, board, left, y);
            width = width.max(w);
            y += h + GAP / 2.0;
        }
        let lists = draw_lists(&picture.scene.lists, PAGE_WIDTH);
        if !lists.is_empty() {
            let (w, h) = self.fixed(&lists, left, y);
            width = width.max(w);
            y += h + GAP / 2.0;
        }
        for chart in &picture.scene.charts {
            let (w, h) = chart::draw(self, chart, left, y);
            width = width.max(w);
            y += h + GAP / 2.0;
        }
        (width, (y - GAP / 2.0 - top).max(0.0))
    }

    /// Lines of text. Two or more spaces separate columns, which stay aligned.
    fn fixed(&mut self, drawing: &Drawing, left: f64, top: f64) -> (f64, f64) {
        let (pitch, size) = (19.0, 30.0);
        let mut right: f64 = 0.0;
        for (row, line) in drawing.to_string().lines().enumerate() {
            let mut rest = line;
            while let Some(skip) = rest.find(|c| c != ' ') {
                let column = line.chars().count() - rest.chars().count() + skip;
                let words = &rest[skip..];
                let end = words.find("  ").unwrap_or(words.len());
                let x = column as f64 * pitch;
                self.text(&words[..end], (left + x, top + 40.0 * (row + 1) as f64), size, "list", Anchor::Start);
                right = right.max(x + glyphs::width(&words[..end]) * size);
                rest = &words[end..];
            }
        }
        (right, drawing.lines().len() as f64 * 40.0)
    }
}

/// A text in lines of at most `most` characters.
fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        if !lines[last].is_empty() && lines[last].chars().count() + 1 + word.chars().count() > most {
            lines.push(word.to_string());
        } else {
            if !lines[last].is_empty() {
                lines[last].push(' ');
            }
            lines[last].push_str(word);
        }
    }
    lines
}

/// Text as it stands in XML.
pub(super) fn escaped(text: &str) -> String {
    let visible = sator_base::text::visible(text);
    visible.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
