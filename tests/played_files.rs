//! Boards in files of pzpr, judged: each kind of section, with a right board and with a wrong mark or clue.

use crate::support::Program;
use serde_json::{Value, json};

/// The answers of `sator --judge` to these files, as whole boards.
fn verdicts(files: &[&str]) -> Vec<Value> {
    let lines: String =
        files.iter().map(|file| format!("{}\n", json!({"text": file, "board": file, "rest": "no"}))).collect();
    let run = Program::with(&["--judge"]).input(lines).run();
    run.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Expects that the first board of each pair is solved, and the second one isn't.
fn check(pairs: &[(&str, &str)]) {
    let files: Vec<&str> = pairs.iter().flat_map(|(right, wrong)| [*right, *wrong]).collect();
    let answers = verdicts(&files);
    assert_eq!(answers.len(), files.len());
    for (pair, answer) in pairs.iter().zip(answers.chunks(2)) {
        assert_eq!(answer[0]["verdict"], "solved", "{}: {}", pair.0, answer[0]);
        assert!(["broken", "dead"].map(Value::from).contains(&answer[1]["verdict"]), "{}: {}", pair.1, answer[1]);
    }
}

#[test]
fn clues_around_cells() {
    check(&[
        ("pzprv3/aquarium/1/2/1 /. 1 0 /1 # . /", "pzprv3/aquarium/1/2/1 /. 1 0 /1 . # /"),
        // A number that the player ticks off.
        ("pzprv3/aquarium/1/2/1 /. c1 0 /1 # + /", "pzprv3/aquarium/1/2/1 /. c1 0 /1 + # /"),
        (
            "pzprv3/battleship/1/3/1/21o/. . . . /2 . . . /# # . /0 /",
            "pzprv3/battleship/1/3/1/21o/. . . . /2 . . . /# . # /0 /",
        ),
        // A given part of a ship isn't shaded again.
        (
            "pzprv3/battleship/1/3/1/21o/. . . . /2 3 . . /+ # . /0 /",
            "pzprv3/battleship/1/3/1/21o/. . . . /2 3 . . /+ . # /0 /",
        ),
        ("pzprv3/box/1/2/0 1 0 /1 # . /", "pzprv3/box/1/2/0 1 0 /1 . # /"),
        ("pzprv3/nonogram/1/2/. 1 . /1 # . /", "pzprv3/nonogram/1/2/. 1 . /1 . # /"),
        ("pzprv3/nonogram/1/3/. . 1 . 1 /1 1 # . # /", "pzprv3/nonogram/1/3/. . 1 . 1 /1 1 # # . /"),
        ("pzprv3/coral/1/2/. 1 1 /2 # # /", "pzprv3/coral/1/2/. 1 1 /2 # . /"),
        (
            "pzprv3/doppelblock/3/3/. 0 1 0 /0 1 - - /1 - 1 - /0 - - 1 /",
            "pzprv3/doppelblock/3/3/. 0 1 0 /0 - 1 - /1 1 - - /0 - - 1 /",
        ),
        ("pzprv3/japanesesums/1/2/1/. 1 . /1 1 - /", "pzprv3/japanesesums/1/2/1/. 1 . /1 - 1 /"),
        (
            "pzprv3/easyasabc/2/2/2/. 1 . . /. q1 2 . /. 2 1 . /. . . . /",
            "pzprv3/easyasabc/2/2/2/. 1 . . /. . 2 . /. 1 2 . /. . . . /",
        ),
        (
            "pzprv3/skyscrapers/2/2/. 2 . . /. 1 2 . /. 2 1 . /. . . . /",
            "pzprv3/skyscrapers/2/2/. 2 . . /. 2 1 . /. 1 2 . /. . . . /",
        ),
        ("pzprv3/kakuro/1/2/0 1 2 /3 . . /1 2 /", "pzprv3/kakuro/1/2/0 1 2 /3 . . /2 1 /"),
        (
            "pzprv3.1/kinkonkan/2/2/1/0 0 /0 0 /. 1,1 . . /1,1 2 . . /. . . . /. . . . /",
            "pzprv3.1/kinkonkan/2/2/1/0 0 /0 0 /. 1,1 . . /1,1 1 . . /. . . . /. . . . /",
        ),
        // Minuses stand next to the grid, pluses further out.
        (
            "pzprv3/magnets/2/2/0 /0 /1 1 /. . 1 0 /. . 0 1 /1 1 a1 a2 /0 0 s2 . /",
            "pzprv3/magnets/2/2/0 /0 /1 1 /. . 1 0 /. . 0 1 /1 1 a2 a1 /0 0 s2 . /",
        ),
        (
            "pzprv3/roundtrip/2/2/. 2 . . /. . . . /. . . . /. . . . /1 /1 /1 1 /",
            "pzprv3/roundtrip/2/2/. 2 . . /. . . . /. . . . /. . . . /0 /1 /1 1 /",
        ),
        // Two bits for a circle and two for a mark.
        ("pzprv3/snake/1/2/. . . /2 6 4 /", "pzprv3/snake/1/2/. . . /2 6 8 /"),
        ("pzprv3/tents/1/2/. . . /1 1 A /0 /", "pzprv3/tents/1/2/. . . /1 1 - /0 /"),
        ("pzprv3/tilepaint/1/2/1/0 0 /0 1 1 /2 . . /# # /", "pzprv3/tilepaint/1/2/1/0 0 /0 1 1 /2 . . /. . /"),
        ("pzprv3/triplace/1/3/0 -1 -1 -1 /1 . . . /0 0 /", "pzprv3/triplace/1/3/0 -1 -1 -1 /0 . . . /0 0 /"),
    ]);
}

#[test]
fn lines_of_a_player() {
    let ring = "1 1 /0 0 /1 1 /1 0 1 /1 0 1 /";
    let gate = |row: &str| format!("pzprv3.1/slalom/3/3/. i . /. # . /. . o /1 1 /0 0 /{row} /1 0 1 /1 0 1 /");
    let castle = |colour: u8| format!("pzprv3/castle/3/3/. . . /. 0,-,{colour} . /. . . /{ring}");
    let passes = |number: u8| format!("pzprv3/tapaloop/3/3/. . . /. {number} . /. . . /{ring}");
    let regional = |number: u8| {
        format!(
            "pzprv3/yajilin-regions/3/3/1/0 0 0 /0 0 0 /0 0 0 /{number} . . /. . . /. . . /. . . /. # . /. . . /{ring}"
        )
    };
    let old_gate = |row: &str| format!("pzprv3/slalom/3/3/. i1 . /. # . /. . o /1 1 /0 0 /{row} /1 0 1 /1 0 1 /");
    let made = [
        (gate("1 1"), gate("1 -1")),
        (old_gate("1 1"), old_gate("0 1")),
        (castle(1), castle(2)),
        (passes(8), passes(7)),
        (regional(1), regional(2)),
    ];
    let made: Vec<(&str, &str)> = made.iter().map(|(right, wrong)| (right.as_str(), wrong.as_str())).collect();
    check(&made);
    check(&[
        (
            "pzprv3/arukone/2/2/passallcell/A A /. . /0 /1 /1 1 /",
            "pzprv3/arukone/2/2/passallcell/A A /. . /1 /0 /0 0 /",
        ),
        ("pzprv3/arukone/2/2//A A /. . /1 /0 /0 0 /", "pzprv3/arukone/2/2//A A /. . /0 /0 /0 0 /"),
        ("pzprv3/balance/2/2/0,2 . /. . /1 /1 /1 1 /", "pzprv3/balance/2/2/1,2 . /. . /1 /1 /1 1 /"),
        ("pzprv3/barns/2/2/. . /. . /0 /0 /0 0 /1 /1 /1 1 /", "pzprv3/barns/2/2/. . /. . /0 /1 /0 0 /1 /1 /1 1 /"),
        ("pzprv3/coffeemilk/1/3/1 - 2 /1 1 /", "pzprv3/coffeemilk/1/3/1 - 2 /1 0 /"),
        ("pzprv3/curvedata/1/2/1/0 . /2/1/1 /1 /", "pzprv3/curvedata/1/2/1/0 . /2/1/1 /-2 /"),
        ("pzprv3/haisu/1/2/1 1 3 1/0 /. . /1 /", "pzprv3/haisu/1/2/1 1 3 1/0 /. . /-1 /"),
        ("pzprv3/hamlepaths/1/2/1 . /0 0 /1 /", "pzprv3/hamlepaths/1/2/1 . /0 0 /0 /"),
        ("pzprv3/satogaeri/1/2/1 . /0 0 /0 /1 /", "pzprv3/satogaeri/1/2/1 . /0 0 /0 /0 /"),
        ("pzprv3/herugolf/1/3/2 i H /1 1 /", "pzprv3/herugolf/1/3/2 i H /1 0 /"),
        (
            "pzprv3/icebarn/2/2/8/10/0 1 /0 0 /0 2 0 /0 0 0 /0 0 /0 0 /0 0 /1 1 1 /0 0 0 /0 0 /0 0 /0 0 /",
            "pzprv3/icebarn/2/2/8/10/0 1 /0 0 /0 2 0 /0 0 0 /0 0 /0 0 /0 0 /1 0 1 /0 0 0 /0 0 /0 0 /0 0 /",
        ),
        (
            "pzprv3/icelom/2/2/8/10/allwhite/1 i /i i /1 1 1 /0 0 0 /0 0 /0 0 /0 0 /",
            "pzprv3/icelom/2/2/8/10/allwhite/1 i /i i /1 0 1 /0 0 0 /0 0 /0 0 /0 0 /",
        ),
        (
            "pzprv3/icewalk/3/3/. # . /. . . /. . 7 /0 1 1 0 /0 0 0 0 /0 1 1 0 /0 0 0 /1 0 1 /1 0 1 /0 0 0 /",
            "pzprv3/icewalk/3/3/. # . /. . . /. . 6 /0 1 1 0 /0 0 0 0 /0 1 1 0 /0 0 0 /1 0 1 /1 0 1 /0 0 0 /",
        ),
        ("pzprv3/midloop/2/2/.1./.../.../1 /1 /1 1 /", "pzprv3/midloop/2/2/1../.../.../1 /1 /1 1 /"),
        (
            "pzprv3.2/nothing/2/2/0 /0 /0 0 /. . /. . /1 /1 /1 1 /",
            "pzprv3.2/nothing/2/2/0 /0 /0 0 /. . /. . /1 /1 /1 0 /",
        ),
        // The body, the tip and the line of a pencil.
        ("pzprv3/pencils/1/3/o1 . . /1 0 /0 1 /. 4 . /", "pzprv3/pencils/1/3/o1 . . /1 0 /0 1 /. 3 . /"),
        ("pzprv3/pencils/1/3/. 4 . /1 0 /0 1 /. . . /", "pzprv3/pencils/1/3/. 3 . /1 0 /0 1 /. . . /"),
        ("pzprv3/pipelink/2/2/circle/g . /. . /1 /1 /1 1 /", "pzprv3/pipelink/2/2/circle/a . /. . /1 /1 /1 1 /"),
        (
            "pzprv3/railpool/2/2/1 . /. . /. . /. . /1/0 0 /0 0 /1 /1 /1 1 /",
            "pzprv3/railpool/2/2/1 . /. . /. . /. . /1/0 0 /0 0 /1 /0 /1 1 /",
        ),
        ("pzprv3.2/rassi/1/4/0 0 0 /. . . * /1 1 0 /", "pzprv3.2/rassi/1/4/0 0 0 /. . . * /1 0 0 /"),
        ("pzprv3/ringring/2/3/0 0 1 /0 0 1 /1 0 /1 0 /1 1 0 /", "pzprv3/ringring/2/3/0 0 1 /0 0 1 /1 0 /0 0 /1 1 0 /"),
        (
            "pzprv3/simpleloop/2/3/* . . /* . . /0 1 /0 1 /0 1 1 /",
            "pzprv3/simpleloop/2/3/* . . /. . . /0 1 /0 1 /0 1 1 /",
        ),
        (
            "pzprv3/kouchoku/1/1/- - /- - /4/0 0 2 0/2 0 2 2/2 2 0 2/0 2 0 0/",
            "pzprv3/kouchoku/1/1/- - /- - /3/0 0 2 0/2 0 2 2/2 2 0 2/",
        ),
        ("pzprv3/yosenabe/1/2/o1 i1 /1 /", "pzprv3/yosenabe/1/2/o1 i1 /0 /"),
        ("pzprv3.1/swslither/1/1/5 /0 /1 1 /1 /1 /", "pzprv3.1/swslither/1/1/6 /0 /1 1 /1 /1 /"),
    ]);
}

#[test]
fn borders_of_a_player() {
    check(&[
        // The numbers of a compass go from the right clockwise.
        ("pzprv3/compass/1/2/1,-1,0,-1 . /0 /", "pzprv3/compass/1/2/1,-1,0,-1 . /1 /"),
        ("pzprv3/dbchoco/1/2/-1 . /0 /", "pzprv3/dbchoco/1/2/-2 . /0 /"),
        (
            "pzprv3/fivecells/1/6/* . . . . . /0 1 0 0 0 0 1 /0 1 1 1 1 1 /0 1 1 1 1 1 /",
            "pzprv3/fivecells/1/6/* . . . . . /0 1 1 0 0 0 1 /0 1 1 1 1 1 /0 1 1 1 1 1 /",
        ),
        ("pzprv3/fourcells/1/4/3 . . . /0 0 0 /", "pzprv3/fourcells/1/4/3 . . . /0 1 0 /"),
        (
            "pzprv3.1/fourcells/1/4/3 . . . /1 0 0 0 1 /1 1 1 1 /1 1 1 1 /",
            "pzprv3.1/fourcells/1/4/2 . . . /1 0 0 0 1 /1 1 1 1 /1 1 1 1 /",
        ),
        ("pzprv3/lapaz/1/3/0 . # /0 0 /. . . /", "pzprv3/lapaz/1/3/1 . # /0 0 /. . . /"),
        ("pzprv3/lapaz/1/3/1 . . /0 0 /. . # /", "pzprv3/lapaz/1/3/1 . . /0 1 /. . . /"),
        // A number counts up to a hole.
        (
            "pzprv3/lapaz/1/7/1 . . # . . . /0 0 0 0 0 0 /. . # . # . . /",
            "pzprv3/lapaz/1/7/2 . . # . . . /0 0 0 0 0 0 /. . # . # . . /",
        ),
        ("pzprv3/nikoji/1/2/1 1 /1 /", "pzprv3/nikoji/1/2/1 1 /0 /"),
        (
            "pzprv3/pentominous/1/5/1 . . . . /. . . . . /0 0 0 0 /",
            "pzprv3/pentominous/1/5/1 . . . . /. . . . . /0 0 1 0 /",
        ),
        (
            "pzprv3/pentominous/1/6/* 1 . . . . /. . . . . . /0 0 0 0 0 /",
            "pzprv3/pentominous/1/6/* 1 . . . . /. . . . . . /0 0 1 0 0 /",
        ),
        // Different letters are in different pieces.
        ("pzprv3/tetrominous/1/4/0 . . . /. 0 . . /0 0 0 /", "pzprv3/tetrominous/1/4/0 . . . /. 1 . . /0 0 0 /"),
        // A given border.
        (
            "pzprv3/pentominous/1/5/. . . . . /. . . . . /0 0 0 0 /",
            "pzprv3/pentominous/1/5/. . . . . /. . . . . /0 X 0 0 /",
        ),
        (
            "pzprv3/sashigane/2/3/o3 . . /. . o /0 1 /1 0 /0 1 0 /",
            "pzprv3/sashigane/2/3/o3 . . /. . 1 /0 1 /1 0 /0 1 0 /",
        ),
        ("pzprv3/tatamibari/1/2/b . /0 /", "pzprv3/tatamibari/1/2/a . /0 /"),
        ("pzprv3/tentaisho/1/3/.1..X/0 0 /0 0 0 /", "pzprv3/tentaisho/1/3/.1..X/1 0 /0 0 0 /"),
    ]);
}

#[test]
fn marks_of_a_player() {
    check(&[
        ("pzprv3/bosanowa/1/4/0 2 0 . /1 0 1 . /", "pzprv3/bosanowa/1/4/0 2 0 . /1 0 2 . /"),
        ("pzprv3/creek/1/1/1 . /. . /# /", "pzprv3/creek/1/1/1 . /. . /+ /"),
        ("pzprv3/gokigen/1/1/1 . /. . /1 /", "pzprv3/gokigen/1/1/1 . /. . /2 /"),
        ("pzprv3/dosufuwa/2/3/1/0 0 # /0 0 # /1 . . /. 2 . /", "pzprv3/dosufuwa/2/3/1/0 0 # /0 0 # /. . . /1 2 . /"),
        (
            "pzprv3/evolmino/2/3/0 . . /. . . /2 2 /0 0 /0 0 0 /. + 0 /. . 0 /",
            "pzprv3/evolmino/2/3/0 . . /. . . /2 2 /0 0 /0 0 0 /. + 0 /. . . /",
        ),
        ("pzprv3/guidearrow/1/2/1 1/. 3 /+ + /", "pzprv3/guidearrow/1/2/1 1/. 4 /+ + /"),
        ("pzprv3/hanare/1/2/0 /. . /2 . /", "pzprv3/hanare/1/2/0 /. . /1 . /"),
        ("pzprv3/hanare/1/2/0 /2 . /. . /", "pzprv3/hanare/1/2/0 /- . /2 . /"),
        ("pzprv3/interbd/1/3/10 # 20 /", "pzprv3/interbd/1/3/10 + 20 /"),
        ("pzprv3/isowatari/1/2/1/1 2 /1 2 /. . /. # /", "pzprv3/isowatari/1/2/1/1 2 /1 2 /. . /# . /"),
        ("pzprv3/juosan/1/3/1/0 0 0 /. . . /1 2 1 /", "pzprv3/juosan/1/3/1/0 0 0 /. . . /1 1 1 /"),
        ("pzprv3/kropki/2/2/1 /1 /1 1 /1 2 /2 1 /", "pzprv3/kropki/2/2/0 /1 /1 1 /1 2 /2 1 /"),
        ("pzprv3/lightshadow/1/3/0,1 . 1,2 /0 1 0 /", "pzprv3/lightshadow/1/3/0,1 . 1,2 /0 2 0 /"),
        ("pzprv3/makaro/1/4/2/0 0 1 . /. . . # /1 2 1 . /", "pzprv3/makaro/1/4/2/0 0 1 . /. . . # /2 1 1 . /"),
        ("pzprv3/minarism/2/2/a /b /0 1 /1 2 /2 1 /", "pzprv3/minarism/2/2/b /b /0 1 /1 2 /2 1 /"),
        ("pzprv3/nondango/1/2/1/0 0 /# o /", "pzprv3/nondango/1/2/1/0 0 /% o /"),
        ("pzprv3/nurimaze/1/2/2/0 1 /s g /+ + /", "pzprv3/nurimaze/1/2/2/0 1 /s g /+ # /"),
        ("pzprv3/roma/1/3/1/0 0 0 /. 5 3 /4 . . /", "pzprv3/roma/1/3/1/0 0 0 /. 5 4 /4 . . /"),
        ("pzprv3/shakashaka/2/3/. . 1 /. . 5 /5 4 . /2 3 . /", "pzprv3/shakashaka/2/3/. . 5 /. . 5 /5 4 . /2 + . /"),
        ("pzprv3/statuepark/1/2/1/11g/1 2 /+ # /0 /", "pzprv3/statuepark/1/2/1/11g/1 2 /# + /0 /"),
        ("pzprv3/symmarea/1/2/. . /2 2 /0 /", "pzprv3/symmarea/1/2/. . /2 1 /0 /"),
        ("pzprv3/tateyoko/1/3/2 . a /2 2 . /", "pzprv3/tateyoko/1/3/2 . a /1 1 . /"),
        ("pzprv3/usoone/1/2/1/0 0 /1 . /+ + /", "pzprv3/usoone/1/2/1/0 0 /0 . /+ + /"),
    ]);
}
