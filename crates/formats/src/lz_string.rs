//! lz-string, the compression of f-puzzles and SudokuPad links: LZW with growing codes, bit by bit, over 16-bit units.
//! The output is bounded during decompression, so that a small text can't become a large one.
//!
//! Format: <https://pieroxy.net/blog/pages/lz-string/index.html>. Numbers are written lowest bit first. Code 0 precedes
//! an 8-bit unit that is new, 1 a new 16-bit unit, and 2 is the end. Other codes are entries of the dictionary. Each
//! code adds an entry: the previous string with the first unit of this one.

use super::{DecompressError, base64};
use rustc_hash::{FxHashMap, FxHashSet};

/// The code of the end.
const END: u32 = 2;

/// Decompresses lz-string's base64 to at most `limit` units of 16 bits.
///
/// # Errors
/// Text that is no base64, data that ends early or is damaged, or a result beyond the limit.
pub fn decompress(text: &str, limit: usize) -> Result<String, DecompressError> {
    let sextets = base64::sextets(text).ok_or(DecompressError::Data)?;
    let units = units(&mut Bits { sextets: &sextets, at: 0 }, limit)?;
    Ok(String::from_utf16_lossy(&units))
}

/// A reader of six bits a character, highest first.
struct Bits<'a> {
    sextets: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    fn read(&mut self, count: u32) -> Result<u32, DecompressError> {
        let mut value = 0;
        for k in 0..count {
            let sextet = *self.sextets.get(self.at / 6).ok_or(DecompressError::Data)?;
            value |= u32::from(sextet >> (5 - self.at % 6) & 1) << k;
            self.at += 1;
        }
        Ok(value)
    }
}

/// The number of bits of a code. It grows by one whenever the dictionary is full.
struct Width {
    bits: u32,
    left: u32,
}

impl Width {
    fn entry_made(&mut self) -> Result<(), DecompressError> {
        self.left -= 1;
        if self.left == 0 {
            self.left = 1 << self.bits;
            self.bits += 1;
        }
        if self.bits > 24 { Err(DecompressError::TooLong) } else { Ok(()) }
    }
}

fn units(bits: &mut Bits, limit: usize) -> Result<Vec<u16>, DecompressError> {
    let mut out: Vec<u16> = Vec::new();
    // An entry is a range of the output; codes 0 to 2 have none.
    let mut entries = vec![(0, 0); 3];
    let mut width = Width { bits: 2, left: 1 };
    let mut last: Option<(usize, usize)> = None;
    loop {
        let code = bits.read(width.bits)?;
        let start = out.len();
        let (from, length) = match code {
            0 | 1 => {
                out.push(bits.read(8 << code)? as u16);
                entries.push((start, 1));
                if last.is_some() {
                    width.entry_made()?;
                }
                (start, 0)
            }
            END => return Ok(out),
            _ => match (entries.get(code as usize), last) {
                (Some(&entry), _) => entry,
                // This code is the entry that it adds itself, which starts with the previous string.
                (None, Some((from, length))) if code as usize == entries.len() => (from, length + 1),
                _ => return Err(DecompressError::Data),
            },
        };
        if start + length > limit {
            return Err(DecompressError::TooLong);
        }
        if let Some((from, length)) = last {
            entries.push((from, length + 1));
        }
        // Unit by unit, because the range can overlap what is being written.
        for k in from..from + length {
            out.push(out[k]);
        }
        last = Some((start, out.len() - start));
        width.entry_made()?;
    }
}

/// lz-string's `compressToBase64`.
pub fn compress(text: &str) -> String {
    let mut out = Writer::default();
    let mut codes: FxHashMap<(u32, u16), u32> = FxHashMap::default();
    // Units without output so far, by their codes.
    let mut fresh: FxHashMap<u32, u16> = FxHashMap::default();
    let mut known: FxHashSet<u16> = FxHashSet::default();
    let mut next = 3;
    let mut width = Width { bits: 2, left: 2 };
    // 0 is the empty string; its entries are single units.
    let mut current = 0;
    for unit in text.encode_utf16() {
        if known.insert(unit) {
            codes.insert((0, unit), next);
            fresh.insert(next, unit);
            next += 1;
        }
        if let Some(&code) = codes.get(&(current, unit)) {
            current = code;
            continue;
        }
        out.code(current, &mut fresh, &mut width);
        codes.insert((current, unit), next);
        next += 1;
        current = codes[&(0, unit)];
    }
    if current != 0 {
        out.code(current, &mut fresh, &mut width);
    }
    out.write(END, width.bits);
    // The reader requires one more character, even an empty one.
    out.sextets.push(out.begun << (6 - out.bits));
    base64::of_sextets(&out.sextets)
}

#[derive(Default)]
struct Writer {
    sextets: Vec<u8>,
    begun: u8,
    bits: u32,
}

impl Writer {
    fn write(&mut self, value: u32, count: u32) {
        for k in 0..count {
            self.begun = self.begun << 1 | (value >> k & 1) as u8;
            self.bits += 1;
            if self.bits == 6 {
                self.sextets.push(std::mem::take(&mut self.begun));
                self.bits = 0;
            }
        }
    }

    fn code(&mut self, code: u32, fresh: &mut FxHashMap<u32, u16>, width: &mut Width) {
        let enlarge = |width: &mut Width| {
            let _ = width.entry_made();
        };
        match fresh.remove(&code) {
            Some(unit) => {
                let wide = u32::from(unit >= 256);
                self.write(wide, width.bits);
                self.write(u32::from(unit), 8 << wide);
                enlarge(width);
            }
            None => self.write(code, width.bits),
        }
        enlarge(width);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_examples_of_the_format() {
        // Examples from the format's page and tests.
        assert_eq!(compress("hello, i am a 猫"), "BYUwNmD2A0AECWsCGBbZtDUzkA==");
        assert_eq!(decompress("BYUwNmD2A0AECWsCGBbZtDUzkA==", 100).as_deref(), Ok("hello, i am a 猫"));
        assert_eq!(decompress("Q===", 100).as_deref(), Ok(""));
    }

    #[test]
    fn a_bomb_is_refused_while_it_expands() {
        let bomb = compress(&"0".repeat(3_000_000));
        assert!(bomb.len() < 20_000);
        assert_eq!(decompress(&bomb, 1_000_000), Err(DecompressError::TooLong));
        assert_eq!(decompress(&bomb[..bomb.len() / 2], 10_000_000), Err(DecompressError::Data));
    }

    proptest! {
        #[test]
        fn there_and_back(text in "[ab☃]{0,60}|.{0,40}|[a-z]{0,300}") {
            prop_assert_eq!(decompress(&compress(&text), 10_000), Ok(text));
        }

        #[test]
        fn anything_ends(text in "[A-Za-z0-9+/=]{0,200}") {
            let _ = decompress(&text, 1000);
        }
    }
}
