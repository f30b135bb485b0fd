//! Base64 and percent-escapes in links. Decoding accepts missing padding and the URL-safe alphabet.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Decodes six bits a character.
pub fn sextets(text: &str) -> Option<Vec<u8>> {
    let sextet = |c: u8| match c {
        b'A'..=b'Z' => Some(c - b'A'),
        b'a'..=b'z' => Some(c - b'a' + 26),
        b'0'..=b'9' => Some(c - b'0' + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    };
    text.trim_end_matches('=').bytes().map(sextet).collect()
}

/// Decodes text to bytes.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let sextets = sextets(text)?;
    let mut bytes = Vec::with_capacity(sextets.len() * 3 / 4);
    for four in sextets.chunks(4) {
        if four.len() == 1 {
            return None;
        }
        let value = (0..4).fold(0, |value, k| value << 6 | u32::from(four.get(k).copied().unwrap_or(0)));
        bytes.extend_from_slice(&value.to_be_bytes()[1..four.len()]);
    }
    Some(bytes)
}

/// Encodes bytes, with padding.
pub fn encode(bytes: &[u8]) -> String {
    let mut sextets = Vec::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let value = (0..3).fold(0, |value, k| value << 8 | u32::from(three.get(k).copied().unwrap_or(0)));
        sextets.extend((0..=three.len()).map(|k| (value >> (18 - 6 * k) & 63) as u8));
    }
    of_sextets(&sextets)
}

/// Encodes groups of six bits, with padding.
pub fn of_sextets(sextets: &[u8]) -> String {
    let mut text: String = sextets.iter().map(|&s| char::from(ALPHABET[usize::from(s & 63)])).collect();
    while !text.len().is_multiple_of(4) {
        text.push('=');
    }
    text
}

/// Replaces percent-escapes. Invalid escapes, and escapes that decode to invalid UTF-8, stay.
pub fn unescape(text: &str) -> String {
    if !text.contains('%') {
        return text.to_string();
    }
    let bytes = text.as_bytes();
    let (mut out, mut at) = (Vec::with_capacity(bytes.len()), 0);
    while at < bytes.len() {
        let byte = match bytes[at] {
            b'%' => text.get(at + 1..at + 3).and_then(|hex| u8::from_str_radix(hex, 16).ok()),
            _ => None,
        };
        out.push(byte.unwrap_or(bytes[at]));
        at += if byte.is_some() { 3 } else { 1 };
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_string())
}

/// Escapes the characters that a link can't contain.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~') {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_examples_of_the_standard() {
        // RFC 4648, section 10.
        for (plain, coded) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")] {
            assert_eq!(encode(plain.as_bytes()), coded);
            assert_eq!(decode(coded).as_deref(), Some(plain.as_bytes()));
            assert_eq!(decode(coded.trim_end_matches('=')).as_deref(), Some(plain.as_bytes()));
        }
        assert_eq!(decode("Z"), None);
        assert_eq!(decode("Zm9v!"), None);
        assert_eq!(unescape("a%2Bb%zz%2"), "a+b%zz%2");
        assert_eq!(unescape("%ff"), "%ff");
    }

    proptest! {
        #[test]
        fn there_and_back(bytes in proptest::collection::vec(any::<u8>(), 0..50), text in ".{0,30}") {
            prop_assert_eq!(decode(&encode(&bytes)), Some(bytes));
            prop_assert_eq!(unescape(&escape(&text)), text);
        }
    }
}
