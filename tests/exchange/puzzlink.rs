//! Links of puzz.link written by hand, and what they say.

use super::puzzlink_mended::mended;
use super::{count, problem, script};

/// Links written by hand after the format's rules, and what they say.
#[test]
fn parts_of_their_own() {
    let assert_contains = |link: &str, parts: &[&str]| {
        let text = script(link);
        for part in parts {
            assert!(text.contains(part), "{part}\n{text}");
        }
    };
    assert_contains("https://puzz.link/p?yajilin/3/2/a21+c", &["1,down #", "yajilin(shade, e, arrow)"]);
    assert_contains("https://puzz.link/p?tapa/3/1/a7g.", &["  1,1 .   ?"]);
    assert_contains("https://puzz.link/p?starbattle/4/4/1/000000", &["star_battle(star, room, 1)"]);
    assert_contains(
        "https://puzz.link/p?skyscrapers/2/2/1h2i1",
        &["top    1 .", "bottom . 2", "left   . .", "right  . 1"],
    );
    assert_contains("https://puzz.link/p?easyasabc/2/2/2/1m", &["grid x 2x2 in 0..2", "top    1 ."]);
    assert_contains("https://puzz.link/p?doppelblock/3/3/3k", &["grid x 3x3 in 0..1", "top    3 . ."]);
    assert_contains("https://puzz.link/p?nonogram/2/2/1h1", &["top    1 0", "left   0 1"]);
    assert_contains("https://puzz.link/p?tents/2/2/1g1gi0h", &["top    1 .", "left   1 .", "  .T\n  T."]);
    assert_contains(
        "https://puzz.link/p?triplace/3/2/g2.@1-110h.1.1-12",
        &["#    .,.  1,.  .,.", ".,1  .    2,.  1,.", ".,18 1,16 .    ."],
    );
    assert_contains("https://puzz.link/p?kakuro/1/1/k55", &["#   5,.", ".,5 .", "grid x 2x2 in 1..9 except sums"]);
    assert_contains("https://puzz.link/p?aquarium/r/2/2/00/1i", &["aquarium(water, tank, sky)"]);
    assert_contains("https://puzz.link/p?aquarium/2/2/00/1i", &["aquarium(water, tank, sky, pools: true)"]);
    assert_contains(
        "https://puzz.link/p?pencils/3/2/3gkj.k",
        &["  3     up    .\n  right ?", "pencils(tip, e, pencil)"],
    );
    assert_contains(
        "https://puzz.link/p?kinkonkan/2/2/o0aAaBbAB2.12",
        &["top    . A,2", "bottom . B,?", "right  A,1 B,2"],
    );
    assert_contains(
        "https://puzz.link/p?statuepark/3/3/1i0//2/22s/21o",
        &["  .", "grid tray 2x5", "  aa.bb\n  a....", "statue_park(shade, piece, circle)"],
    );
    assert_contains("https://puzz.link/p?statuepark/4/4/000000//t", &["grid tray 4x13", "  a..b.cc..d..e\n"]);
    assert_contains(
        "https://puzz.link/p?kropki/2/2/b0",
        &["latin(x)\nkropki(x, white: [(r1c1, r1c2)], black: [(r1c1, r2c1)])"],
    );
    assert_contains("https://puzz.link/p?usotatami/3/1/-2g-0c", &["  2  .  12"]);
    assert_contains("https://puzz.link/p?castle/3/1/20.a114", &["  b      .      w,4,up"]);
    assert_contains("https://puzz.link/p?hakoiri/2/1/0.3", &["  ?3", "r1c1 != 0", "hakoiri(x, room)"]);
    assert_contains("https://puzz.link/p?arukone/2/2/1122", &["numberlink(e, number, full: true)"]);
    assert_contains("https://puzz.link/p?arukone/e/2/2/1122", &["numberlink(e, number)"]);
    assert_contains("https://puzz.link/p?fillomino/2/2/jg0", &["fillomino(x, apart: [(r1c1, r1c2)])"]);
    assert_contains("https://puzz.link/p?fillomino/2/2/j", &["\nfillomino(x)\n"]);
    assert_contains("https://puzz.link/p?sashigane/3/2/5k.j-10i", &["  5     .     ?\n  right 16    left"]);
    assert_contains("https://puzz.link/p?firefly/3/2/42a3.b11", &["  2,right .       ?,left\n  .       .       1,up"]);
    assert_contains("https://puzz.link/p?nurimaze/3/2/00153254", &["nurimaze(shade, tile, mark)"]);
    assert_contains("https://puzz.link/p?compass/2/2/1.-102h.0..", &["  1,.,16,2 .\n  .        .,0,.,."]);
    assert_contains("https://puzz.link/p?tapaloop/3/2/2.gab+36-1k", &["  1,3     1,4,1   ?,?,3,2"]);
    assert_contains("https://puzz.link/p?pipelink/3/2/ahbcgh", &["pipelink(e, pipe)"]);
    assert_contains("https://puzz.link/p?pipelinkr/3/2/1g2", &["pipelink(e, pipe, circles: true)"]);
    assert_contains("https://puzz.link/p?interbd/3/2/2-0c-3fh0", &["  1   A,1 ?,2\n  .   .   ?"]);
    assert_contains("https://puzz.link/p?roma/2/2/0015a4", &["  up    o\n  .     right"]);
    assert_contains("https://puzz.link/p?toichika/2/2/004.53", &["  4?\n  .3", "r1c2 != 0"]);
    assert_contains("https://puzz.link/p?swslither/3/1/562", &["  sw2"]);
    assert_contains("https://puzz.link/p?pentominous/2/2/0bcg", &["  #.", "x 2x2 except hole", "  FZ\n  ..\n"]);
    assert_contains("https://puzz.link/p?hanare/2/2/004h.", &["  4.\n  .x"]);
    assert_contains("https://puzz.link/p?nondango/3/1/0a", &["  o.o", "nondango(black, room, circle)"]);
    assert_contains("https://puzz.link/p?japanesesums/2/2/2/3h1", &["grid x 2x2 in 0..2", "top    3 .", "left   . 1"]);
    assert_contains("https://puzz.link/p?ringring/3/2/04", &["  #..\n  ..#"]);
    assert_contains(
        "https://puzz.link/p?makaro/3/2/fuc0b2g",
        &["  down .    up\n", "givens x {\n  .1.\n  3..\n}", "makaro(x, room, arrow)"],
    );
    assert_contains("https://puzz.link/p?nikoji/3/2/h1g2g", &["  ..A\n  .B.\n", "nikoji(p, letter)"]);
    assert_contains(
        "https://puzz.link/p?tetrochain/3/2/21b0.b",
        &["  1,down .      .\n  #      .      .\n", "tetrochain(shade, arrow)"],
    );
    assert_contains("https://puzz.link/p?minarism/2/2/hg2i", &["  >.\n  <.\n", "  2.\n  ..\n", "futoshiki(x"]);
    assert_contains("https://puzz.link/p?tateyoko/3/2/px3ni2", &["  1#.\n  ...", "  ..3\n  ..."]);
    assert_contains("https://puzz.link/p?magnets/2/1/12g3g0g", &["top    2 3", "bottom 1 .", "left   0", "right  ."]);
    assert_contains("https://puzz.link/p?anglers/2/1/02g4k", &["grid x 1x2 except rock", "  # ."]);
    assert_contains("https://puzz.link/p?slalom/d/3/3/31a24/8", &["h      4,down ."]);
    assert_contains("https://puzz.link/p?icebarn/2/2/g403/0/3", &["  .     right .\n", "top    in .", "bottom . out"]);
    assert_contains("https://puzz.link/p?herugolf/3/1/42hi", &["  ..#\n", "  2H.\n"]);
    assert_contains("https://puzz.link/p?yosenabe/3/1/gi3j2", &["  3..\n", "  ..2\n"]);
    assert_contains("https://puzz.link/p?railpool/3/1/12k00l0", &["  1,2 ?,? ."]);
    assert_contains("https://puzz.link/p?pentopia/2/2/5h0//t", &["  up,left .\n  .       ?", "grid tray 4x13"]);
    assert_contains("https://puzz.link/p?kouchoku/1/1/a0.0", &["grid x 2x2", "  A.\n  o.", "lines_of_sight(letter)"]);
    assert_contains(
        "https://puzz.link/p?curvedata/3/1/=g./b8/2/2/3",
        &["grid tray 2x2", "  .1.\n  1..\n", "  x.?\n", "walls: [(r1c2, r1c3)]"],
    );
    assert_contains("https://puzz.link/p?tontti/2/1/1g", &["grid x 2x3", "  ....\n  .1..\n  ....\n"]);
    assert_contains("https://puzz.link/p?evolmino/2/2/i300z", &["  o.\n", "  .    left .\n"]);
    assert_contains("https://puzz.link/p?guidearrow/2/2/2163g", &["  up   o\n  left .\n"]);
    assert_contains("https://puzz.link/p?box/2/1/1-113", &["top    1 33", "left   3"]);
    assert_contains("https://puzz.link/p?tilepaint/2/1/0h.-111", &["top    . 17", "left   1"]);
    assert_contains("https://puzz.link/p?roundtrip/2/2/2l3", &["top    2 .", "right  . 3"]);
    assert_contains("https://puzz.link/p?tetrochaink/2/1/4g", &["  b..\n"]);
    assert_contains("https://puzz.link/p?yinyang/3/1/5", &["givens x {\n  .-#"]);
}

/// A picture of one row before its grid needs blanks between its tokens.
#[test]
fn one_row_with_cells_left_out() {
    for (link, solutions) in [("fivecells/6/1/7e", 1), ("lapaz/3/1/0h4", 1), ("bosanowa/4/1/2g2h", 1)] {
        assert_eq!(count(&script(&format!("https://puzz.link/p?{link}")), 10), solutions, "{link}");
    }
}

/// A clue of unknown value outside of the grid, or in a room, adds no condition.
#[test]
fn clues_of_unknown_value() {
    for (any, none) in [
        ("skyscrapers/2/2/.m", "skyscrapers/2/2/n"),
        ("doppelblock/3/3/.k", "doppelblock/3/3/l"),
        ("easyasabc/2/2/1/.m", "easyasabc/2/2/1/n"),
        ("haisu/2/2/112100h.g", "haisu/2/2/112100j"),
    ] {
        let [any, none] = [any, none].map(|link| count(&script(&format!("https://puzz.link/p?{link}")), 20));
        assert!(any == none && (1..20).contains(&any), "{any} and {none}");
    }
}

/// Borders of a Fillomino are drawn between numbers that differ.
#[test]
fn borders_of_a_fillomino() {
    let text = script("https://puzz.link/p?fillomino/2/1/hg");
    assert_eq!(count(&text, 10), 0, "a 2 has two cells\n{text}");
    assert_eq!(count(&script("https://puzz.link/p?fillomino/2/1/h"), 10), 1);
    assert_eq!(count(&script("https://puzz.link/p?fillomino/3/1/ig"), 10), 1);
    assert_eq!(mended("https://puzz.link/p?fillomino/2/2/jg00").1, ["text after the data of the link was ignored: 0"]);
}

#[test]
fn names_flags_and_hosts() {
    for link in [
        "https://puzz.link/p?slither/2/2/3i",
        "http://pzv.jp/p.html?slither/2/2/3i",
        "https://puzz.link/p?type=editor&slither/2/2/3i",
        "https://puzz.link/p?slither_edit/2/2/3i",
        "https://pzprxs.vercel.app/p?slither_play/2/2/3i",
        "https://pzplus.tck.mn/p.html?slitherlink/2/2/3i",
        "puzz.link/p?slither/2/2/3i",
        "www.pzv.jp/p.html?slither/2/2/3i",
        "HTTPS://PUZZ.LINK/p?Slither/2/2/3i/",
        "https://puzz.link/p?slither%2F2%2F2%2F3i%20",
        "https://puzz.link/p?slither/2/2/3i&type=player#top",
    ] {
        assert_eq!(count(&script(link), 10), 4, "{link}");
    }
    // A percent sign of pzpr's own is no escape.
    assert!(script("https://puzz.link/p?kurotto/2/1/%30a3").contains("  8970 3"));
    for link in ["https://puzz.link/p?slither/v:/2/2/3i", "https://puzz.link/p?v:slither/2/2/3i"] {
        let read = sator_formats::import(link).expect("a link").expect("is read");
        assert_eq!(read.untranslated.len(), 1);
        assert!(read.untranslated[0].contains("variant"), "{:?}", read.untranslated);
    }
    let read = sator_formats::import("https://puzz.link/p?slither/d/2/2/3i").expect("a link").expect("is read");
    assert_eq!(read.untranslated.len(), 1);
}

/// Three genres once had a character for each place. The flag `d` stands for that encoding.
#[test]
fn the_old_encoding_of_a_flag_is_read() {
    let read = |link: &str| sator_formats::import(link).expect("a link").expect("is read");
    for (link, picture) in [
        ("https://puzz.link/p?lits/d/3/2/001203", "  aab\n  cad\n"),
        ("https://puzz.link/p?gokigen/d/2/1/1.20.1", "  1.2\n  0.1\n"),
        ("https://puzz.link/p?creek/d/2/1/1.20*1", "  1.2\n  0.1\n"),
    ] {
        let read = read(link);
        assert!(read.script.contains(picture), "{}", read.script);
        assert!(read.untranslated.is_empty(), "{:?}", read.untranslated);
    }
    assert!(mended("https://puzz.link/p?creek/d/2/1/1.20*").1[0].contains("ends early: blanks fill 1 place"));
    // Another genre has the flag for something else.
    assert_eq!(read("https://puzz.link/p?norinori/d/2/1/0").untranslated.len(), 1);
}

/// All points of a Slitherlink are visited; no piece of a Fillomino is larger than 3.
#[test]
fn flags_that_mean_a_rule_are_read() {
    for (link, free, bound) in [("slither/f/2/1/h", 3, 1), ("fillomino/t/4/1/j", 4, 3)] {
        let link = format!("https://puzz.link/p?{link}");
        let read = sator_formats::import(&link).expect("a link").expect("is read");
        assert!(read.untranslated.is_empty(), "{:?}", read.untranslated);
        assert_eq!(count(&read.script, 10), bound, "{}", read.script);
        assert_eq!(count(&script(&link.replace("/f/", "/").replace("/t/", "/")), 10), free);
    }
}

#[test]
fn each_mistake_has_a_message() {
    assert!(problem("https://puzz.link/p?nosuch/5/5/a").contains("sator doesn't know the genre `nosuch`"));
    assert!(problem("https://puzz.link/p?slither/5").contains("no size"));
    for size in ["0/5", "-1/5", "1000/5", "5/1000", "99999999999999999999/5"] {
        let message = problem(&format!("https://puzz.link/p?slither/{size}/a"));
        assert!(message.contains("100") || message.contains("no size"), "{message}");
    }
    assert!(problem("https://puzz.link/p?slither/5/5").contains("empty board"));
    // A number that is cut off is none.
    assert!(problem("https://puzz.link/p?nurikabe/5/5/-1").contains("too early"));
    assert!(problem("https://puzz.link/p?tatamibari/1/1/4").contains("sign 4"));
    assert!(problem("https://puzz.link/p?castle/3/1/204b").contains("no direction"));
    assert!(problem("https://puzz.link/p?slither/2/2/!!!!").contains("no meaning"));
    assert!(problem("https://puzz.link/p?pzprv3/slither/2/2/3%20.").contains("ends too early"));
}

/// In a link a line without numbers has no shaded cells, and an open line has no form.
#[test]
fn each_line_of_a_nonogram_has_a_clue() {
    let out = |left: &str| {
        let script = format!(
            "grid shade 2x2 in bool\noutside sky {{\n  top 1 0\n  left {left}\n}}\nnonogram(shade, sky)\nexport link puzzlink\n"
        );
        let run = crate::support::Program::with(&["-"]).input(script).run();
        run.out + &run.err
    };
    assert!(out("1 0").contains("?nonogram/2/2/"), "{}", out("1 0"));
    assert!(out("1 .").contains("in a link each line of a nonogram has a clue"), "{}", out("1 ."));
}

/// A fleet of other ships is read by another rule, which has words for their corners.
#[test]
fn fleets_of_any_shape() {
    let link = "https://puzz.link/p?battleship/7/7/22154204032232zv2r/4/41u/32u/22u/32f";
    assert!(script(link).contains("polyomino_battleship(ship, piece, sky, clue)"), "{}", script(link));
    assert_eq!(count(&script(link), 2), 1);
    let corners = script("https://puzz.link/p?battleship/3/3/l78i9ah//t");
    for word in ["upleft", "upright", "downleft", "downright"] {
        assert!(corners.contains(word), "{corners}");
    }
    // With a straight fleet such a part has no meaning.
    let straight = script("https://puzz.link/p?battleship/3/3/l7l//c");
    assert!(straight.contains("the bend of the ship at r1c1") && straight.contains("battleship(ship, ["), "{straight}");
}

/// Several genres have one name in links: flags and data decide between them.
#[test]
fn genres_that_share_a_name() {
    let assert_contains = |link: &str, part: &str| {
        let text = script(&format!("https://puzz.link/p?{link}"));
        assert!(text.contains(part), "{part}\n{text}");
    };
    assert_contains("icelom/a/6/6/9e50an10i3zl2g1i/15/4", "icelom(e, ice, number, gate, all: true)");
    assert_contains("icelom/6/6/9e50an10i3zl2g1i/15/4", "icelom(e, ice, number, gate)");
    assert_contains("ichimaga/5/5/gdiedgdbic", "ichimaga(e, circle)");
    assert_contains("ichimaga/m/5/5/gdiedgdbic", "ichimaga(e, circle, magnetic: true)");
    assert_contains("ichimaga/x/5/5/gdiedgdbic", "ichimaga(e, circle, crossing: true)");
    assert_contains("pipelink/5/5/mamejan", "pipelink(e, pipe)");
    assert_contains("pipelink/5/5/ma0j2j0fm", "pipelink(e, pipe, circles: true)");
    assert_contains("bonsan/5/5/00000000i.h.i2i.i3h2i", "bonsan(e, circle)");
    assert_contains("bonsan/5/5/co360rr0g1h0g.j121g3h1h.g.g", "heyabon(e, room, circle)");
    assert_contains("kramma/c/5/5/9ock3ba9i", "kramma(p, circle)");
    assert_contains("kramma/5/5/32223i3f2fb99i", "kramma_with_dots(p, dot, circle)");
}

/// pzpr takes an Icelom without its flag for an Icelom 2.
#[test]
fn written_links_have_the_flags_of_their_genre() {
    for link in
        ["icelom/a/6/6/9e50an10i3zl2g1i/15/4", "icelom2/6/6/1at0bl80h3p4g5j2g1p6h/0/9", "pencils/5/5/p.3k1ngkh3q"]
    {
        let link = format!("https://puzz.link/p?{link}");
        let written = super::out::export(&script(&link), "link puzzlink").map(|shared| shared.text);
        assert_eq!(written.as_deref(), Ok(&link[..]));
    }
}
