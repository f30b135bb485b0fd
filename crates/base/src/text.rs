//! Text utilities for every stage: makes untrusted text safe to print, shortens, counts, lists, fills lines.

use std::borrow::Cow;

/// The form in which a character is shown. Control characters become their pictures, and characters that would reverse
/// the direction of the text become `�`, so that none moves the cursor or hides text.
pub fn visible_char(c: char) -> Cow<'static, str> {
    match c {
        '\t' => "    ".into(),
        '\u{7f}' => "␡".into(),
        '\0'..='\u{1f}' => char::from_u32(0x2400 + c as u32).unwrap_or('�').to_string().into(),
        '\u{80}'..='\u{9f}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => "�".into(),
        '\u{200b}'..='\u{200d}' | '\u{2028}' | '\u{2029}' | '\u{feff}' => "�".into(),
        _ => c.to_string().into(),
    }
}

/// The text with printable characters only; line breaks stay.
pub fn visible(text: &str) -> String {
    text.chars().map(|c| if c == '\n' { Cow::Borrowed("\n") } else { visible_char(c) }).collect()
}

/// The text itself, or, if it has more than `limit` characters, its two ends with `…` between.
pub fn shorten(text: &str, limit: usize) -> Cow<'_, str> {
    let half = limit / 2;
    let Some((head, _)) = text.char_indices().nth(half) else { return text.into() };
    let Some((tail, _)) = text.char_indices().nth_back(half.saturating_sub(1)) else { return text.into() };
    if text.char_indices().nth(limit).is_none() {
        return text.into();
    }
    format!("{}…{}", &text[..head], &text[tail..]).into()
}

/// The text itself, or its beginning and `...`, at most `limit` characters.
pub fn clip(text: &str, limit: usize) -> Cow<'_, str> {
    if text.char_indices().nth(limit).is_none() {
        return text.into();
    }
    let end = text.char_indices().nth(limit.saturating_sub(3)).map_or(text.len(), |(at, _)| at);
    format!("{}...", &text[..end]).into()
}

/// The text up to its first line break, with `...` if more text follows.
pub fn first_line(text: &str) -> String {
    let mut lines = text.lines();
    let first = lines.next().unwrap_or("").trim_end();
    if lines.next().is_some() { format!("{first} ...") } else { first.to_string() }
}

/// `1 solution`, `2 solutions`
pub fn counted(n: u64, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// `r1c1, r1c2 and r1c3`
pub fn listed(names: &[&str], and: &str) -> String {
    match names {
        [all @ .., last] if !all.is_empty() => format!("{} {and} {last}", all.join(", ")),
        few => few.join(", "),
    }
}

/// The text with its first letter as a capital.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Whether a name of the language can contain the character.
pub fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The words in lines of at most `width` columns, broken only between words.
pub fn fill(words: &str, width: usize) -> String {
    let whole = textwrap::Options::new(width).break_words(false).word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::fill(words, whole)
}

/// Writes a number as `{number}` does, in a third of the time.
pub fn push_number(text: &mut String, number: usize) {
    if number >= 10 {
        push_number(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

/// A ratio in lowest terms: `3`, `7/2`; with `decimals` `3.5`, if that is exact. The denominator is at least 1.
pub fn ratio(num: i64, den: i64, decimals: bool) -> String {
    let common = greatest_common_divisor(num.unsigned_abs(), den.unsigned_abs()).max(1);
    let (num, den) = (i128::from(num) / i128::from(common), i128::from(den) / i128::from(common));
    if den == 1 {
        return num.to_string();
    }
    let exact = (1..=18).map(|places| (places, 10i128.pow(places))).find(|(_, power)| power % den == 0);
    let Some((places, power)) = exact.filter(|_| decimals) else { return format!("{num}/{den}") };
    let digits = (num * (power / den)).unsigned_abs();
    let (whole, part) = (digits / power.unsigned_abs(), digits % power.unsigned_abs());
    format!("{}{whole}.{part:0width$}", if num < 0 { "-" } else { "" }, width = places as usize)
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortening() {
        assert_eq!(shorten("abcdef", 6), "abcdef");
        assert_eq!(shorten("abcdefg", 6), "abc…efg");
        assert_eq!(shorten("", 6), "");
        assert_eq!(clip("abcdef", 6), "abcdef");
        assert_eq!(clip("äbcdefg", 6), "äbc...");
    }

    #[test]
    fn nothing_hides() {
        assert_eq!(visible("a\0\u{1b}b\n"), "a␀␛b\n");
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(fill("one two three", 8), "one two\nthree");
        assert_eq!(fill("self-contained longword", 5), "self-contained\nlongword");
    }
}
