//! Notes beside an answer, in sentences.

use sator_answer::Note;
use sator_lang::elaborate::Unread;

pub(super) fn note_text(note: &Note) -> String {
    match note {
        Note::NothingDeclared => {
            "nothing is declared yet: `grid x 9x9 in 1..9` or `var n in 1..9` declares unknowns".into()
        }
        Note::Unread(unread) => unread_text(unread),
        Note::OneSolution => "this is so in one solution; `solve` shows which".into(),
        Note::NothingCouldGo => "there are no givens and no clues that could go".into(),
        Note::Kept => "added to the puzzle".into(),
        Note::NotUnique => "givens and clues can go only where there is one solution".into(),
    }
}

fn unread_text(unread: &Unread) -> String {
    let Unread { picture, first: Some(first), more } = unread else {
        return format!("no statement reads the picture {}", unread.picture);
    };
    // The place of a clue that is on no cell names the picture already.
    let of = format!(" of {picture}");
    let of = if first.ends_with(&of) { "" } else { &of };
    match more {
        0 => format!("no statement reads the {first}{of}"),
        more => format!("no statement reads the {first}{of}, nor {more} more of its clues"),
    }
}
