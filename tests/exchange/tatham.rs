//! Game ids of Simon Tatham's collection, made by its own generators: each has one solution here too.

use super::out::export;
use super::{count, problem, script};

/// An id of each game.
const IDS: &[&str] = &[
    "bridges 7x7m2:4b5b2h3a3c4a3c2a3e2a4c2a1e",
    "bridges 7x7m1:a1a2b22a3a2k1d3c4a3g2a1a2a2",
    "dominosa 3:30221311130133202200",
    "filling 6x5:a4a6c3d3b435d4b46a4a",
    "galaxies 7x7:lcpczdztsczh",
    "keen 4:aa_b_a_a__a__a_a,a9s2m8m4s1d2a4",
    "lightup 7x7:d0i2bBeBB2e3b1i1d",
    "loopy 5x5t0:022a3b1c01a331b2a2b2",
    "magnets 6x5:1..2.1,3.2..,.0.2..,2...2,TLRTTTBLRBBBLRLRTTTLRTBBBLRBLR",
    "map 10x8n12:adecaaafaaaagaacaaabadbbaaacabcaaagccaaaaadaaaaaacaaabbacahabbaafbbacac,a231c032a0",
    "mosaic 5x5:b5b4b5a6a5a2b42a2d",
    "palisade 5x5n5:2d32b1b1e3d1",
    "pattern 8x6:1.2/1/2/2/1.2/2.2/3.1/5/1.4/3/2/1/1.4.1/7",
    "pearl 6x6:BdBhWWWcWfBbBe",
    "range 7x6:c11c4b9f12_9d3_7f9b5c10c",
    "rect 7x5:4_2b2_2b2b3a3b2a4c2a4c2c3b",
    "signpost 4x4:1cdeeecgecegf5baa16a",
    "signpost 5x5:dfgg1eebc10aedcef25a18cfacfaahah",
    "singles 5x5:5354324145422135152122451",
    "slant 5x5:b10a00g1b1a2a3b1b24a0a1c",
    "solo 3x3:2_5c3d6b1_5a3b3_8_7_6e8_6c2f4f7c6_9e2_1_3_7b1a5_3b4d4c5_9",
    "solo 2x3x:a1f5b4c6_1b5_1c1b3f4a",
    "solo 6j:g6b4b4a2d4a1b5b6g,aea_acabjaab_____aa_a_a_aa_",
    "solo 2x2k:p,aa_aaaaaa______a,6a5a6a5b5a9_4c",
    "tents 8x8:dhabcaobbdcg_,1,1,0,4,0,3,1,2,2,0,4,0,1,3,0,2",
    "towers 5:3/4/2/1/2/3/1/2/4/4/4/4/1/2/2/2/1/3/3/4",
    "tracks 7x6:r6p5aAa6b,3,3,S5,6,6,6,4,3,4,5,7,7,S7",
    "undead 4x5:9,2,4,aRLaReReRc,0,1,1,2,0,4,3,1,1,2,3,3,3,4,1,5,1,0",
    "unequal 4:0,0D,2,0L,0,0,0,0,0,0R,0R,0,0,0,0,0L,",
    "unequal 5a:0D,0RD,0L,0RD,0DL,0U,0U,1,0UR,0UDL,0D,0,0RD,0L,0U,0URD,0RDL,0UL,0,0,0UR,0UL,4,0,0,",
    "unruly 6x6:eBaigAbaCCc",
    "unruly 8x8u:geBeIbBcbaJBBFg",
];

#[test]
fn each_game_has_one_solution() {
    for id in IDS {
        assert_eq!(count(&script(id), 2), 1, "{id}\n{}", script(id));
    }
}

/// The id of a puzzle read from an id is the same puzzle.
#[test]
fn ids_come_back() {
    for id in IDS {
        let read = script(id);
        let written = export(&read, "link tatham").expect(id);
        assert!(written.left_out.is_empty(), "{id}: {:?}", written.left_out);
        assert_eq!(drawn(&written.text), drawn(id), "{id} is written as {}", written.text);
    }
}

/// The option `a` of Unequal shows all neighbours that differ by 1.
#[test]
fn other_dots_are_no_unequal() {
    let board = |rest: &str| format!("grid x 4x4 in 1..4\nlatin(x)\nwhite_dot(r1c1, r1c2)\n{rest}");
    let message = |rest: &str| export(&board(rest), "link tatham").expect_err("no game");
    assert!(message("no_other_dots(x, [(r1c1, r1c2)])").contains("and nothing else"));
    assert!(message("no_other_dots(x, [], ratios: [])").contains("and nothing else"));
    assert!(message("no_other_dots(x, [(r1c1, r1c2)], gaps: [1, 2], ratios: [])").contains("can't express"));
    let written = export(&board("no_other_dots(x, [(r1c2, r1c1)], ratios: [])"), "link tatham").expect("an id");
    assert!(written.text.starts_with("unequal 4a:0R,0L,0,0,0,"), "{}", written.text);
}

#[test]
fn links_and_bare_ids() {
    let id = "5x5t0:022a3b1c01a331b2a2b2";
    let link = format!("https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/loopy.html#{id}");
    assert_eq!(script(&link), script(&format!("loopy {id}")));
    assert_eq!(script(&link), script(&format!("sgt-loopy {id}")));
    let solo = "2x3x:a1f5b4c6_1b5_1c1b3f4a";
    assert_eq!(script(solo), script(&format!("solo {solo}")));
}

#[test]
fn a_jigsaw_names_its_side_or_its_factors() {
    // No border between neighbours in a row, and one below each cell.
    let rows = "zzzc,zzv_71";
    assert!(script(&format!("solo 9j:{rows}")).contains("grid x 9x9 in 1..9"));
    assert_eq!(drawn(&format!("solo 9j:{rows}")), drawn(&format!("solo 3x3j:{rows}")));
    assert!(drawn(&format!("solo 3x3j:{rows}")).contains("  111111111\n  222222222\n"));
}

/// The script of an id without the comments that repeat it.
fn drawn(id: &str) -> String {
    script(id).lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect()
}

#[test]
fn faults_are_named() {
    for (id, words) in [
        ("loopy 5x5t0#123456", "random seed"),
        ("loopy 5x5t0:022a3b1c01a331b2a2b", "ends after 24 of 25 places"),
        ("loopy 5x5t0:022a3b1c01a331b2a2b22", "more than 25 places"),
        ("loopy 5x5t1:022a3b1c01a331b2a2b2", "squares (t0)"),
        ("loopy 5x5t0:022a3b1c01a331b2a2b!", "`!` isn't part"),
        ("loopy 5x999:0", "1 to 100"),
        ("bridges 7x7m5:4b5b2h3a3c4a3c2a3e2a4c2a1e", "1 to 4 bridges"),
        ("unequal 4:0L,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0", "`0L` isn't part"),
        ("keen 4:aa_b_a_a__a__a_a,b9", "`b9` isn't part"),
        ("keen 4:zzzz,a9", "more than 24 places"),
        (
            "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/net.html#5x5:146c1937e12d72a46ebc4e662",
            "no rule for the game `net`",
        ),
        ("https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/net.html", "no game id"),
        ("untangle 4:P0-1,0-2,1-3,2-3", "no rule for the game `untangle`"),
        ("map 2x2n2:aaa,aa", "end after 2 of 4 pairs"),
        ("map 2x2n2:zaa,aa", "more than 4 places"),
        ("signpost 2x2:1cdgi", "`i` isn't part"),
        ("signpost 2x2:1cdg", "ends after 3 of 4 places"),
        ("tracks 2x2:7c,S1,2,2,S1", "`7c` isn't part"),
        ("undead 2x2:1,2,1,d,1,0,2,x,1,1,0,1", "`x` isn't part"),
    ] {
        let message = problem(id);
        assert!(message.contains(words), "{id}: {message}");
    }
}

/// Errors name the part of a puzzle that an id can't hold.
#[test]
fn puzzles_that_no_id_holds() {
    let message = |text: &str| export(text, "link tatham").expect_err(text);
    let masyu = "grid x 3x3\nclues pearl { . w .; . . .; . . . }\nlinks e of x\nmasyu(e, pearl, full: true)";
    assert!(message(masyu).contains("a `full` that a game id of pearl can't express"));
    let akari = "grid lamp 2x2 in bool\nclues black { ? .; . . }\nakari(lamp, black)";
    assert!(message(akari).contains("a game id of lightup can't contain the clue ?"));
    let tents =
        "grid tent 2x2 in bool\nclues tree { T .; . . }\noutside sky { top 1 .; left . 1 }\ntents(tent, tree, sky)";
    assert!(message(tents).contains("a clue for each row and column"));
    let fillomino = export("grid x 2x2 in 1..3\nfillomino(x)\nr1c1 in {1, 2}\n", "link tatham").expect("writes");
    assert_eq!(fillomino.left_out, ["r1c1 in {1, 2}", "`x` in 1..3"]);
}

/// Without loops this board has one solution, with them more.
#[test]
fn bridges_without_loops() {
    let text = script("bridges 7x7m2L:3a3c3i3b2i2a4j2b3b3");
    assert_eq!(count(&text, 2), 1);
    let looped = script("bridges 7x7m2:3a3c3i3b2i2a4j2b3b3");
    assert_eq!(text.replace("\nno_loops(b)", "").lines().last(), looped.lines().last());
}
