//! Links of puzz.link that say less, or more, than the format asks for: read as pzpr reads them.

use super::{count, problem, script};

/// The script of a link, and what of its data was mended.
pub(super) fn mended(link: &str) -> (String, Vec<String>) {
    let read = sator_formats::import(link).expect("a link").expect("is read");
    assert!(read.untranslated.is_empty(), "{:?}", read.untranslated);
    (read.script, read.mended)
}

/// Data that ends early leaves blanks, and superfluous data is ignored, as in pzpr. Each has a warning.
#[test]
fn data_that_is_short_or_too_long_is_mended() {
    let (text, warnings) = mended("https://puzz.link/p?shakashaka/12/12/.hcc6.rbrchbdh.mczck.jbehdrbp.gbcc");
    assert!(warnings.len() == 1 && warnings[0].contains("ends early"), "{warnings:?}");
    assert!(text.contains("# Note: the data of the link ends early"), "{text}");
    assert_eq!(count(&text, 3), 1, "{text}");
    let whole = mended("https://puzz.link/p?slither/2/2/3i");
    assert!(whole.1.is_empty());
    for (link, over) in [("3i5555", "5555"), ("3i.0", ".0"), ("3i%22", "%22")] {
        let (text, warnings) = mended(&format!("https://puzz.link/p?slither/2/2/{link}"));
        assert_eq!(warnings, [format!("text after the data of the link was ignored: {over}")]);
        assert_eq!(count(&text, 9), count(&whole.0, 9));
    }
    // A blank behind a link is no data.
    assert!(mended("https://puzz.link/p?slither/2/2/3i%20").1.is_empty());
    assert!(mended("https://puzz.link/p?slither/5/5/3").1[0].contains("24 places"));
}

/// Published programs count borders and not rooms: one that ends inside a room counts too.
#[test]
fn borders_that_end_inside_a_room() {
    for link in [
        "heyawake/8/8/022gkf3gc2007o00o01s01v07",
        "lits/10/10/4bksdvle6f22qclugjlgcom81n0opcdj4iq4",
        "stostone/8/6/r6olfpe0002rg40fvm3",
        "cocktail/10/10/107668sgg1l3q54f0qfee0e0fevvf70c0cf7dh853h1g2h1",
        "heyablock/10/10/498g17buntfqsh12247obovv003o00vv3o3o726h22j2h4g6g2",
    ] {
        let text = mended(&format!("https://puzz.link/p?{link}")).0;
        assert!(text.contains(", walls: [("), "{text}");
        assert_eq!(count(&text, 3), 1, "{text}");
    }
    // In Aqre they count only where a variant compares the cells beside borders.
    let aqre = "https://puzz.link/p?aqre/b/3/3/00g0g";
    let read = sator_formats::import(aqre).expect("a link").expect("is read");
    assert_eq!(read.untranslated, Vec::<String>::new());
    let beside = format!("{}\nr1c1 != r2c1", mended("https://puzz.link/p?aqre/3/3/0000g").0);
    assert_eq!(count(&read.script, 300), count(&beside, 300), "{}", read.script);
    // Where a rule has no meaning for them they are named.
    for link in ["norinori/2/2/g0", "aquarium/r/2/2/g0/zz"] {
        let read = sator_formats::import(&format!("https://puzz.link/p?{link}")).expect("a link").expect("is read");
        assert_eq!(read.untranslated, ["borders that end inside a room, between (r1c1, r1c2)"]);
    }
}

/// pzpr accepts no board without shaded cells, which the rules of these genres allow.
#[test]
fn a_shaded_cell_where_all_numbers_are_zero() {
    let trick = "yajikazu/9/9/301040104010103040201030101010103040301030101020304010203030401040404040301010304010401030402\
                 030402020203040203040302020204040304020402040201010402020102020402040";
    let (text, warnings) = mended(&format!("https://puzz.link/p?{trick}"));
    let note = "all numbers are 0, and pzpr accepts no board without shaded cells; for its reading add: any(shade)";
    assert_eq!(warnings, [note]);
    assert_eq!((count(&text, 3), count(&format!("{text}\nany(shade)"), 3)), (2, 1));
    assert!(mended("https://puzz.link/p?yajikazu/2/2/1121b").1.is_empty());
}

/// No sum is `-` in Kakuro; a number without arrow is no clue in Hebi-Ichigo and Yajisan-Kazusan; the bend of a ship is named.
#[test]
fn clues_that_say_less() {
    let text = mended("https://puzz.link/p?kakuro/6/5/Dclh4t9fl3-p-gl-alJeC3BgG").0;
    assert!(text.contains(" 3,.") && text.contains(" .,16 "), "{text}");
    assert_eq!(count(&text, 3), 1, "{text}");
    assert!(script("https://puzz.link/p?hebi/3/1/02b").contains("{\n  #..\n}"));
    assert!(script("https://puzz.link/p?yajikazu/3/1/02b").contains("{\n  ...\n}"));
    assert!(problem("https://puzz.link/p?yajilin/3/1/02b").contains("no direction"));
    let read = sator_formats::import("https://puzz.link/p?battleship/3/1/j17h//c").expect("a link").expect("is read");
    assert_eq!(read.untranslated, ["the bend of the ship at r1c2"]);
    assert!(read.script.contains("  ^s.\n"), "{}", read.script);
    // A letter beyond ASCII is shown as it is.
    assert!(problem("https://puzz.link/p?slither/2/2/é").contains("`é` has no meaning"));
}

/// The two stretches at a turn on a circle are equally long, with or without a number. A 0 means the same as a `?`.
#[test]
fn a_geradeweg_turns_on_equal_arms() {
    let turn = "e[r2c3, up]\ne[r2c3, left]\n";
    for link in ["geradeweg/3/3/k.k", "geradeweg/3/3/k0k"] {
        let read = sator_formats::import(&format!("https://puzz.link/p?{link}")).expect("a link").expect("is read");
        assert_eq!(read.mended.len(), usize::from(link.contains('0')));
        // The loops that turn there on arms of one step each, and of two.
        assert_eq!(count(&format!("{}\n{turn}", read.script), 9), 2, "{}", read.script);
    }
}

/// The flags of pzpr's variants.
#[test]
fn flags_of_variants() {
    for (genre, flag, data, plain, variant) in [
        // A board of 3x4 has 40 loops, two of them through all cells.
        ("mashu", "f", "3/4/0000", 40, 2),
        ("midloop", "f", "3/4/zzz", 40, 2),
        ("balance", "f", "3/4/r", 40, 2),
        ("geradeweg", "f", "3/4/r", 40, 2),
        ("icewalk", "f", "3/4/000r", 40, 2),
        ("roboticwalk", "f", "3/4/000r", 40, 2),
        ("forestwalk", "f", "3/4/000r", 40, 2),
        ("energywalk", "f", "3/4/000r", 40, 2),
        ("ovotovata", "f", "3/4/00000g", 40, 2),
        // Two rooms side by side: of the shadings in one piece, those that are not the same on both sides of the border.
        ("aqre", "b", "2/2/o0h", 14, 2),
        ("yajilin", "o", "3/3/i", 5, 4),
    ] {
        let at = |flag: &str| count(&mended(&format!("https://puzz.link/p?{genre}/{flag}{data}")).0, 50);
        assert_eq!((at(""), at(&format!("{flag}/"))), (plain, variant), "{genre}");
    }
}
