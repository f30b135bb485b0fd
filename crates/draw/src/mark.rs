//! The marks by which sator knows the files that it wrote, and so may overwrite.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

/// The last line of a saved script, without its line break. It also shows that the script is whole.
pub const SCRIPT: &str = "# whole, as saved by sator";
/// The last line of a file that holds a link or a line for another program.
pub const LINE: &str = "# sator";
/// Behind a picture or a page.
pub const XML: &str = "<!-- sator -->\n";
/// The last line of a formula.
pub const SMT2: &str = "; sator\n";
/// Keyword and text of a PNG's `tEXt`.
pub const PNG: (&str, &str) = ("Software", "sator");
/// The member `format` of JSON.
pub const JSON: &str = "sator";

/// Bytes at the start and at the end of a file that are searched for a mark.
const REACH: u64 = 4096;

/// Whether the file carries a mark.
pub fn is_ours(path: &Path) -> bool {
    ends(path).is_ok_and(|(start, end)| is_marked(&start, &end))
}

fn ends(path: &Path) -> std::io::Result<(Vec<u8>, Vec<u8>)> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    let (mut start, mut end) = (Vec::new(), Vec::new());
    file.by_ref().take(REACH).read_to_end(&mut start)?;
    file.seek(SeekFrom::Start(length.saturating_sub(REACH)))?;
    file.take(REACH).read_to_end(&mut end)?;
    Ok((start, end))
}

fn is_marked(start: &[u8], end: &[u8]) -> bool {
    let (keyword, text) = PNG;
    let chunk = [b"tEXt", keyword.as_bytes(), b"\0", text.as_bytes()].concat();
    if start.starts_with(b"\x89PNG") {
        return start.windows(chunk.len()).any(|part| part == chunk);
    }
    let (start, end) = (String::from_utf8_lossy(start), String::from_utf8_lossy(end));
    let json: String = start.chars().filter(|c| !c.is_whitespace()).collect();
    json.starts_with(&format!("{{\"format\":\"{JSON}\""))
        || end.ends_with(XML)
        || end.ends_with(SMT2)
        || end.lines().next_back().is_some_and(|line| line == SCRIPT || line == LINE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(text: &str) -> bool {
        is_marked(text.as_bytes(), text.as_bytes())
    }

    #[test]
    fn what_others_wrote_carries_no_mark() {
        for ours in [
            "grid x 2x2 in 1..2\n# whole, as saved by sator\n",
            "<svg></svg><!-- sator -->\n",
            "{ \"format\": \"sator\",",
            "(check-sat)\n; sator\n",
        ] {
            assert!(marked(ours), "{ours}");
        }
        let foreign = [
            "",
            "alias ls=ls\n",
            "# whole, as saved by sator\nrm -r x\n",
            "<svg></svg>\n",
            "{\"format\": \"satoris\"}",
            "\u{89}PNG",
        ];
        for foreign in foreign {
            assert!(!marked(foreign), "{foreign}");
        }
    }
}
