//! Scenes as SVG, written directly: shapes with classes and titles, text as outlines.
//!
//! A cell is 100 units wide. Nothing refers to a font, a file or a server.

mod board;
mod glyphs;
mod theme;

pub use theme::Theme;

use super::drawing::Drawing;
use super::variables::draw_lists;
use crate::scene::Scene;
use std::fmt::Write;

/// A scene with what is written above it.
#[derive(Clone, Debug)]
pub struct Picture {
    pub caption: Option<String>,
    pub scene: Scene,
}

/// How large a picture is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Size {
    /// A cell is 48 pixels wide.
    #[default]
    Screen,
    /// A cell is 9 mm wide.
    Print,
}

const CELL: f64 = 100.0;
const GAP: f64 = 60.0;
/// Pictures beside each other on a page of several.
const ACROSS: usize = 3;

/// One picture, or a page of several.
pub fn render_svg(title: Option<&str>, pictures: &[Picture], theme: Theme, size: Size) -> String {
    let mut paper = Paper::default();
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
        Size::Screen => (0.48, "px"),
        Size::Print => (0.09, "mm"),
    };
    let mut out = String::new();
    let (w, h) = (width * scale, height * scale);
    _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{w:.1}{unit}\" \
         height=\"{h:.1}{unit}\" role=\"img\"><title>{}</title><style>{}</style><defs>{}</defs>\
         <rect class=\"back\" width=\"{width:.0}\" height=\"{height:.0}\"/>{}</svg>",
        escaped(title.unwrap_or("A puzzle")),
        theme.css(),
        paper.outlines(),
        paper.body
    );
    out
}

/// A page of its own: the picture in a light and a dark theme, the rules in words and the script.
pub fn render_html(title: Option<&str>, light: &str, dark: &str, rules: &[(String, String)], script: &str) -> String {
    let title = escaped(title.unwrap_or("A puzzle"));
    let rules: String =
        rules.iter().map(|(name, text)| format!("<dt>{}</dt><dd>{}</dd>", escaped(name), escaped(text))).collect();
    // Styles and outlines inside a picture hold for the whole page, so each picture is an image of its own.
    let image = |svg: &str| {
        let encode = |byte: u8| match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b' ' | b'-' | b'.' | b'/' | b':' | b'=' | b';' | b'(' | b')' => {
                char::from(byte).to_string()
            }
            byte => format!("%{byte:02X}"),
        };
        format!("data:image/svg+xml,{}", svg.bytes().map(encode).collect::<String>())
    };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>{title}</title><style>body{{font:16px/1.5 sans-serif;max-width:60em;\
         margin:2em auto;padding:0 1em;color-scheme:light dark}}img{{max-width:100%;height:auto}}pre{{overflow:auto}}\
         dt{{font-weight:bold}}</style></head><body><h1>{title}</h1>\n<picture><source srcset=\"{}\" \
         media=\"(prefers-color-scheme: dark)\"><img alt=\"{title}\" src=\"{}\"></picture>\n\
         <h2>Rules</h2><dl>{rules}</dl>\n<h2>Script</h2><pre>{}</pre>\n</body></html>\n",
        image(dark),
        image(light),
        escaped(script)
    )
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Anchor {
    Start,
    Middle,
    End,
}

/// What is drawn so far, and the characters that it needs.
#[derive(Default)]
struct Paper {
    body: String,
    used: Vec<char>,
}

impl Paper {
    /// Puts shapes down as they are written.
    fn put(&mut self, shape: std::fmt::Arguments) {
        _ = self.body.write_fmt(shape);
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
                let number = self.number(c);
                let scale = size / 1000.0;
                self.put(format_args!(
                    "<use href=\"#g{number}\" transform=\"translate({at:.1} {y:.1}) scale({scale:.3})\"/>"
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

    fn number(&mut self, c: char) -> usize {
        match self.used.iter().position(|&u| u == c) {
            Some(at) => at,
            None => {
                self.used.push(c);
                self.used.len() - 1
            }
        }
    }

    fn outlines(&self) -> String {
        let outline = |(i, &c): (usize, &char)| {
            let path = glyphs::glyph(c).map_or("", |g| g.outline);
            format!("<path id=\"g{i}\" d=\"{path}\"/>")
        };
        self.used.iter().enumerate().map(outline).collect()
    }

    /// Draws a picture at a point; says how wide and high it is.
    fn picture(&mut self, picture: &Picture, left: f64, top: f64) -> (f64, f64) {
        let (mut y, mut width) = (top, 0.0f64);
        if let Some(caption) = &picture.caption {
            for line in wrapped(caption, 44) {
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
        let lists = draw_lists(&picture.scene.lists);
        if !lists.is_empty() {
            let (w, h) = self.fixed(&lists, left, y);
            width = width.max(w);
            y += h + GAP / 2.0;
        }
        (width, (y - GAP / 2.0 - top).max(0.0))
    }

    /// Lines of text in columns of one width.
    fn fixed(&mut self, drawing: &Drawing, left: f64, top: f64) -> (f64, f64) {
        let (pitch, size) = (22.0, 30.0);
        for (row, line) in drawing.to_string().lines().enumerate() {
            let mut start = 0;
            for word in line.split(' ') {
                let x = left + start as f64 * pitch;
                let mut at = x;
                for c in word.chars() {
                    self.text(
                        c.encode_utf8(&mut [0; 4]),
                        (at + pitch / 2.0, top + 40.0 * (row + 1) as f64),
                        size,
                        "list",
                        Anchor::Middle,
                    );
                    at += pitch;
                }
                start += word.chars().count() + 1;
            }
        }
        (drawing.width() as f64 * pitch, drawing.lines().len() as f64 * 40.0)
    }
}

/// A text in lines of at most so many characters.
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
    let visible = crate::text::visible(text);
    visible.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
