//! The colours of a picture, as the style sheet that is written into it.

use sator_answer::Theme;
use sator_model::shape::Colour;

fn background(theme: Theme) -> &'static str {
    match theme {
        Theme::Light => "#ffffff",
        Theme::Dark => "#17191e",
    }
}

/// The style sheet: one rule for each class of element.
pub fn css(theme: Theme) -> String {
    let [ink, found, thin, small, cage, black, on_black, faint] = match theme {
        Theme::Light => ["#111", "#2c5fa8", "#b5b5b5", "#333", "#444", "#2b2b2b", "#fff", "#c9c9c9"],
        Theme::Dark => ["#f2f2f2", "#8ab8f5", "#555a63", "#d0d0d0", "#bbb", "#e4e4e4", "#111", "#565b64"],
    };
    let mine = if theme == Theme::Light { "#7a37b8" } else { "#cf9bff" };
    let [changed, clash, reason] = match theme {
        Theme::Light => ["#ffe08a", "#ffb1ab", "#cfe5ff"],
        Theme::Dark => ["#6b5610", "#7a2a25", "#1f4468"],
    };
    let wrong = if theme == Theme::Light { "#c0261b" } else { "#ff8a80" };
    let [green, blue, yellow] = [Colour::Green, Colour::Blue, Colour::Yellow].map(|colour| tone(colour, theme));
    let brown = if theme == Theme::Light { "#8a5a33" } else { "#a9774c" };
    let background = background(theme);
    let mut css = format!(
        ".back{{fill:{background}}}.value,.sign{{fill:{found}}}.ship{{fill:{found}}}.given,.name{{fill:{ink}}}.small,.clue,.list{{fill:{small}}}\
         .candidate{{fill:{small}}}.value.mine{{fill:{mine}}}.count{{fill:{found}}}.count.one{{fill:{wrong}}}.thin{{stroke:{thin};stroke-width:1.5;fill:none}}.thick{{stroke:{ink};stroke-width:5;\
         stroke-linecap:square;fill:none}}.cage{{stroke:{cage};stroke-width:2;stroke-dasharray:7 5;fill:none}}\
         .flow{{stroke:{cage};stroke-width:4;fill:none}}.square{{fill:none;pointer-events:all}}.dot{{stroke:{ink};stroke-width:2.5}}.white{{fill:{background}}}.black{{fill:{ink}}}.grey{{fill:{faint}}}.half{{fill:{found}}}.on-black{{fill:{on_black}}}\
         .filled{{fill:{black}}}.no{{fill:{faint}}}.mark{{fill:{faint};opacity:.75}}.ring{{fill:{background};stroke:{small};stroke-width:4}}\
         .fence,.link{{stroke:{found};stroke-width:8;stroke-linecap:round;fill:none}}.corner{{fill:{thin}}}\
         .not{{stroke:{thin};stroke-width:3;fill:none}}.slash{{stroke:{found};stroke-width:7;stroke-linecap:round;fill:none}}.slash.given{{stroke:{ink};fill:none}}.found{{stroke:{found}}}.black.found{{fill:{found}}}.ringed{{stroke:{on_black};stroke-width:4}}.five{{stroke:{small};stroke-width:3;fill:none}}.leaves{{fill:{green}}}.trunk{{fill:{brown}}}.water{{fill:{blue}}}.wolf{{fill:{small}}}.sun{{fill:{yellow};stroke:{ink};stroke-width:2.5}}.rays{{stroke:{ink};stroke-width:4;stroke-linecap:round;fill:none}}.moon{{fill:{small}}}\
         .changed-cell{{fill:{changed}}}.clash-cell{{fill:{clash}}}.reason-cell{{fill:{reason}}}\
             .changed-frame,.clash-frame,.reason-frame{{fill:none;stroke-width:10}}.changed-frame{{stroke:{changed}}}.clash-frame{{stroke:{clash}}}.reason-frame{{stroke:{reason}}}.clash-clue{{fill:{wrong}}}.split{{stroke:{on_black};stroke-width:2}}\
         .pill{{fill:none;stroke:{small};stroke-width:4}}"
    );
    for (name, colour) in Colour::ALL {
        let colour = tone(colour, theme);
        css += &format!(
            ".line-{name}{{stroke:{colour}}}.fill-{name}{{fill:{colour}}}.shade-{name}{{fill:{colour};opacity:.4}}"
        );
    }
    css
}

/// The style sheet of a page with inline pictures: light, and dark where the root has `data-theme="dark"`.
pub fn page_css() -> String {
    let dark = css(Theme::Dark);
    format!("{}\n:root[data-theme=dark]{{{dark}}}\n", css(Theme::Light))
}

/// The tone of a colour on this background.
fn tone(colour: Colour, theme: Theme) -> &'static str {
    let (light, dark) = match colour {
        Colour::Grey => ("#b9bcc2", "#777c86"),
        Colour::Red => ("#e8675c", "#c4534a"),
        Colour::Orange => ("#f2a154", "#bf7a35"),
        Colour::Gold => ("#d9b64a", "#a88a2c"),
        Colour::Yellow => ("#f1dd54", "#a79a26"),
        Colour::Green => ("#6cc07a", "#3f8f4e"),
        Colour::Blue => ("#7fb2ee", "#3f74b5"),
        Colour::Purple => ("#c07ad8", "#8d4aa6"),
        Colour::Pink => ("#ef9cc4", "#b0608a"),
        Colour::Black => ("#2b2b2b", "#e4e4e4"),
    };
    if theme == Theme::Light { light } else { dark }
}
