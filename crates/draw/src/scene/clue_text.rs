//! Clues in few characters.

use unicode_width::UnicodeWidthChar;

/// `2,up` becomes `2↑`, `12,+` becomes `12+`, `w` a white circle; `b,2,up` a black one with `2↑` behind it.
pub(super) fn short(clue: &str) -> String {
    let coloured = clue.matches(',').count() == 2;
    let parts = clue.split(',').map(|part| match part {
        "g" if coloured => "◐",
        "up" => "↑",
        "down" => "↓",
        "left" => "←",
        "right" => "→",
        "w" | "o" => "○",
        "b" => "●",
        other => other,
    });
    let parts: Vec<&str> = parts.collect();
    let arrow = parts.iter().any(|p| ["↑", "↓", "←", "→"].contains(p));
    let operator = matches!(parts[..], [_, "+" | "-" | "*" | "/" | "x"]);
    let circle = parts.iter().any(|p| ["○", "●"].contains(p));
    let text = parts.join(if arrow || operator || circle { "" } else { "," });
    text.chars().filter(|c| c.width() == Some(1)).collect()
}

/// The two halves of a slanted clue: `17,.` becomes `17\`.
pub(super) fn halved(clue: &str) -> String {
    match clue.split_once(',') {
        Some((below, right)) => format!("{}\\{}", below.trim_matches(['.', '_']), right.trim_matches(['.', '_'])),
        None => short(clue),
    }
}
