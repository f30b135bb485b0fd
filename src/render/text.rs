//! Text of others made safe to print.

use std::borrow::Cow;

/// What a character is shown as: control characters as their pictures, and those that would turn the
/// direction of the text as `�`, so that nothing moves the cursor or hides.
pub(super) fn visible_char(c: char) -> Cow<'static, str> {
    match c {
        '\t' => "    ".into(),
        '\u{7f}' => "␡".into(),
        '\0'..='\u{1f}' => char::from_u32(0x2400 + c as u32).unwrap_or('�').to_string().into(),
        '\u{80}'..='\u{9f}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => "�".into(),
        '\u{200b}'..='\u{200d}' | '\u{2028}' | '\u{2029}' | '\u{feff}' => "�".into(),
        _ => c.to_string().into(),
    }
}

/// The text with nothing in it but characters that print; line breaks stay.
pub fn visible(text: &str) -> String {
    text.chars().map(|c| if c == '\n' { Cow::Borrowed("\n") } else { visible_char(c) }).collect()
}

/// The text itself, or if it has more than `limit` characters its two ends with `…` between.
pub fn shorten(text: &str, limit: usize) -> Cow<'_, str> {
    let half = limit / 2;
    let Some((head, _)) = text.char_indices().nth(half) else { return text.into() };
    let Some((tail, _)) = text.char_indices().nth_back(half.saturating_sub(1)) else { return text.into() };
    if text.char_indices().nth(limit).is_none() {
        return text.into();
    }
    format!("{}…{}", &text[..head], &text[tail..]).into()
}
