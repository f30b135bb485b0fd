//! Pictures as PNG: the SVG painted by resvg, which needs no font of the system as text is outlines.

use crate::mark;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use sator_answer::Scale;

/// Pixels on a side that a picture has at most.
const MOST: f32 = 8000.0;

/// Paints an SVG at twice its size, for print with 300 dots an inch, or as large as may be; the error is in words.
pub(super) fn render_png(svg: &str, how: Scale) -> Result<Vec<u8>, String> {
    let tree = Tree::from_str(svg, &Options::default()).map_err(|e| e.to_string())?;
    let size = tree.size();
    let scale = (MOST / size.width().max(size.height())).min(match how {
        Scale::Screen => 2.0,
        // An inch has 96 pixels.
        Scale::Print => 300.0 / 96.0,
    });
    let side = |length: f32| (length * scale).ceil().max(1.0) as u32;
    let mut pixels = Pixmap::new(side(size.width()), side(size.height())).ok_or("the picture is too large")?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    encode(pixels).map_err(|e| e.to_string())
}

fn encode(pixels: Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let (keyword, text) = mark::PNG;
    encoder.add_text_chunk(keyword.into(), text.into())?;
    let straight = pixels.pixels().iter().map(|pixel| pixel.demultiply());
    let data: Vec<u8> = straight.flat_map(|c| [c.red(), c.green(), c.blue(), c.alpha()]).collect();
    encoder.write_header()?.write_image_data(&data)?;
    Ok(bytes)
}
