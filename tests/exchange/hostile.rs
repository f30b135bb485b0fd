//! Damaged and hostile data: one message, or a puzzle; never a panic, a hang, or a script that reaches a file.

use crate::support::sample;
use proptest::prelude::*;
use sator::session::{Session, Settings};
use sator_base::limits::Interrupt;
use sator_formats::{self, lz_string};

/// A file as `export json` writes it.
fn own(script: &str) -> String {
    format!(
        "{:#}\n",
        serde_json::json!({"format": "sator", "version": 1, "title": null, "script": script, "rules": []})
    )
}

/// Links of every format.
fn links() -> Vec<String> {
    let board = r#"{"size":4,"title":"t","grid":[[{"value":1,"given":true},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],"arrow":[{"cells":["R1C1"],"lines":[["R1C1","R2C2"]]}],"solution":"1234341221434321"}"#;
    vec![
        format!("https://f-puzzles.com/?load={}", lz_string::compress(board)),
        board.to_string(),
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".to_string(),
        "https://puzz.link/p?heyawake/4/4/aa0044021g".to_string(),
        "https://puzz.link/p?slither/d/3/3/3g1h2h".to_string(),
        "https://puzz.link/p?battleship/4/4/g12h2g30g3gk0//3/31s/21o/11g".to_string(),
        "https://puzz.link/p?haisu/3/3/113300000g2l".to_string(),
        "https://puzz.link/p?lohkous/3/3/a12b3c".to_string(),
        "https://puzz.link/p?dosufuwa/3/3/000012".to_string(),
        "https://puzz.link/p?tapa/3/3/a7g9m".to_string(),
        "https://puzz.link/p?castle/3/3/c130121k".to_string(),
        "https://puzz.link/p?kakuro/2/2/m55k55".to_string(),
        "https://puzz.link/p?triplace/3/3/g_j1213...".to_string(),
        "https://puzz.link/p?nonogram/2/2/1h1h".to_string(),
        "https://puzz.link/p?pencils/3/3/3gkj.ki".to_string(),
        "https://puzz.link/p?kinkonkan/2/2/o0aAaBbAB2.12".to_string(),
        "https://puzz.link/p?statuepark/3/3/1i0//2/22s/21o".to_string(),
        own("grid x 2x2 in 1..2\nlatin(x)\n"),
        format!(
            "https://sudokupad.app/scl{}",
            lz_string::compress("{ce:[[{v:1},],[,]],re:[],l:[{wp:[[.5,.5],[1.5,1.5]],c:#67F067}]}")
        ),
        format!(
            "m=edit&p={}",
            sator_formats::base64::encode(&miniz_oxide::deflate::compress_to_vec(
                b"square,3,3,38\n[0,0,0,0]\n[]\n{zN:{\"16\":[\"3\",1,\"1\"]},z6:[[16,17]]}\n{}",
                6
            ))
        ),
    ]
}

/// Imports a text. The script of a puzzle must parse and elaborate; a message must be one sentence.
fn survives(text: &str) {
    match sator_formats::import(text) {
        None => {}
        Some(Err(problem)) => {
            assert!(!problem.message.is_empty() && problem.message.lines().count() == 1, "{problem:?}")
        }
        Some(Ok(imported)) => {
            let mut session = Session::new(Settings::of_environment(), Interrupt::new());
            let _ = session.take_import(&imported, 1, &mut |_, _| {});
            let reaches =
                |line: &str| ["load ", "save ", "export "].iter().any(|word| line.trim_start().starts_with(word));
            assert!(!imported.script.lines().any(reaches), "{}", imported.script);
        }
    }
}

#[test]
fn truncated() {
    for link in links() {
        for (at, _) in link.char_indices().step_by(3) {
            survives(&link[..at]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn one_character_changed(which in 0usize..100, at in 0usize..10_000, with in "[ -~]") {
        let links = links();
        let mut chars: Vec<char> = links[which % links.len()].chars().collect();
        let at = at % chars.len();
        chars[at] = with.chars().next().unwrap_or('x');
        survives(&chars.into_iter().collect::<String>());
    }

    #[test]
    fn random_data_of_a_genre(which in 0usize..1000, data in "[a-z0-9./=%+-]{0,60}") {
        let genres = sator_formats::puzzlink::GENRES;
        survives(&format!("https://puzz.link/p?{}/4/4/{data}", genres[which % genres.len()].name));
    }

    /// Anything anywhere on a penpa board, with the tag of a genre.
    #[test]
    fn random_drawings_with_a_tag(
        which in 0usize..1000,
        sizes in (1usize..5, 1usize..5, 0usize..3),
        things in prop::collection::vec((0usize..6, 0usize..900, "[ -~]|[0-9]_[0-9]|circle_L|star|tents|sun_moon", 0u32..9), 0..12),
    ) {
        const TAGS: [&str; 9] = ["classic", "castlewall", "balanceloop", "spiralgalaxies", "moon or sun", "rassi silai",
            "easy as abc", "yin-yang", "hakoiri (Hakoiri-masashi)"];
        let tags = TAGS.into_iter().chain(sator_formats::puzzlink::GENRES.iter().map(|genre| genre.name)).collect::<Vec<_>>();
        let (rows, cols, margin) = sizes;
        let mut layers = serde_json::json!({"number": {}, "numberS": {}, "symbol": {}, "surface": {}, "lineE": {}, "thermo": []});
        for (layer, place, text, kind) in &things {
            let place = place % (3 * (rows + 2 * margin + 4) * (cols + 2 * margin + 4));
            let (name, value) = [
                ("number", serde_json::json!([text, kind, "1"])),
                ("numberS", serde_json::json!([text, kind])),
                ("symbol", serde_json::json!([kind, text, 1])),
                ("surface", serde_json::json!(kind)),
                ("lineE", serde_json::json!(2)),
                ("thermo", serde_json::json!([place, place + 1])),
            ][*layer].clone();
            match &mut layers[name] {
                serde_json::Value::Array(list) => list.push(value),
                layer if name == "lineE" => layer[format!("{place},{}", place + 1)] = value,
                layer => layer[place.to_string()] = value,
            }
        }
        let text = format!(
            "square,{},{},38\n[{margin},{margin},{margin},{margin}]\n\n{layers}{}[{:?}]\n",
            cols + 2 * margin, rows + 2 * margin, "\n".repeat(14), tags[which % tags.len()]
        );
        let data = sator_formats::base64::encode(&miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 6));
        survives(&format!("m=edit&p={data}"));
    }

    /// The text inside a link with a character changed.
    #[test]
    fn one_character_changed_inside(which in 0usize..2, at in 0usize..10_000, with in "[ -~]") {
        let inside = [
            "square,3,3,38\n[0,0,0,0]\n[]\n{zN:{\"16\":[\"3\",1,\"1\"]},zY:{\"17\":[2,\"circle_L\",1]},zE:{\"58,59\":2},z6:[[16,17]]}\n{}\n\n\n\n\n\n\n\n\n\n\n\n\n[\"nurikabe\"]",
            "{ce:[[{v:1},],[,]],re:[[[0,0],[0,1]]],ca:[{ce:[[0,0],[1,0]],v:3}],l:[{wp:[[.5,.5],[1.5,1.5]],c:#67F067}]}",
        ][which];
        let mut chars: Vec<char> = inside.chars().collect();
        let at = at % chars.len();
        chars[at] = with.chars().next().unwrap_or('x');
        let text: String = chars.into_iter().collect();
        survives(&if which == 0 {
            format!("m=edit&p={}", sator_formats::base64::encode(&miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 6)))
        } else {
            format!("https://sudokupad.app/scl{}", lz_string::compress(&text))
        });
    }

    #[test]
    fn random_data(which in 0usize..8, data in "[A-Za-z0-9+/=._~%-]{0,200}") {
        let before = ["https://f-puzzles.com/?load=", "https://puzz.link/p?slither/5/5/", "https://puzz.link/p?", "https://sudokupad.app/scl",
            "https://swaroopg92.github.io/penpa-edit/#m=edit&p=", "scl", "fpuz", ""][which];
        survives(&format!("{before}{data}"));
    }
}

#[test]
fn what_a_message_quotes_is_one_line() {
    survives("https://puzz.link/p?%0aslither/5/5/");
    let message = super::problem("https://puzz.link/p?%0aslither/5/5/");
    assert!(message.contains("the genre `␊slither`"), "{message}");
}

#[test]
fn sizes_that_are_none() {
    for genre in sample(6, sator_formats::puzzlink::GENRES) {
        for size in ["0/4", "4/0", "-1/4", "1000/4", "4/1000", "1/1", "1/100", "100/1"] {
            survives(&format!("https://puzz.link/p?{}/{size}/", genre.name));
            survives(&format!("https://puzz.link/p?{}/{size}/0000000000", genre.name));
        }
    }
    for size in ["0", "-1", "1000", "\"x\"", "null", "1e99", "[]"] {
        survives(&format!("{{\"size\":{size},\"grid\":[[{{\"value\":1,\"given\":true}}]]}}"));
    }
}

#[test]
fn a_bomb_is_refused() {
    let bomb = lz_string::compress(&format!("{{\"size\":4,\"x\":\"{}\"}}", "0".repeat(9 << 20)));
    let message = super::problem(&format!("https://f-puzzles.com/?load={bomb}"));
    assert!(message.contains("8 MiB"), "{message}");
    let data = lz_string::compress(&format!("{{ce:[[{{t:\"{}\"}}]]}}", "0".repeat(9 << 20)));
    let message = super::problem(&format!("https://sudokupad.app/scl{data}"));
    assert!(message.contains("8 MiB"), "{message}");
    let data = sator_formats::base64::encode(&miniz_oxide::deflate::compress_to_vec(&vec![b'['; 9 << 20], 6));
    let answered = super::script(&format!("{}&a={data}", links().last().expect("a penpa link")));
    assert!(answered.contains("an answer that can't be read"), "{answered}");
    let lines = format!("square,3,3,38\n[0,0,0,0]\n[]\n{{\"x\":\"{}\"}}\n", "0".repeat(9 << 20));
    let data = sator_formats::base64::encode(&miniz_oxide::deflate::compress_to_vec(lines.as_bytes(), 6));
    let message = super::problem(&format!("m=edit&p={data}"));
    assert!(message.contains("8 MiB"), "{message}");
    let message = super::problem(&own(&"#".repeat(9 << 20)));
    assert!(message.contains("8 MiB"), "{message}");
}

/// sator's own files: each mistake has one message, and a file can only state a puzzle.
#[test]
fn own_files_that_are_none() {
    let message_of = |from: &str, to: &str| super::problem(&own("grid x 2x2 in 1..2").replacen(from, to, 1));
    assert!(message_of("\"version\": 1", "\"version\": 2").contains("version 1 of its puzzle files, not 2"));
    assert!(message_of("\"version\": 1,", "").contains("not none"));
    assert!(message_of("\"script\": \"grid", "\"scrip\": \"grid").contains("no string `script`"));
    assert!(message_of("in 1..2\"", "in ..\"").contains("the script of this puzzle file has an error"));
    assert!(super::problem(&own("grid x 2x2 in 1..2")[..60]).contains("cut short"));
    for command in ["load \"a.puz\"", "save \"a.puz\"", "export svg \"a.svg\"", "load last", "set memory off", "reset"]
    {
        let message = super::problem(&own(&format!("grid x 2x2 in 1..2\n{command}\n")));
        let word = command.split(' ').next().unwrap_or_default();
        assert!(message.contains(&format!("the command `{word}`")), "{message}");
    }
}

#[test]
fn a_clue_that_cannot_be_leaves_the_session_as_it_was() {
    let board = r#"{"size":4,"grid":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],"killercage":[{"cells":["R1C1"],"value":99}]}"#;
    let mut session = Session::new(Settings::of_environment(), Interrupt::new());
    let statements = session.read("test", "grid y 2x2 in 1..2", None).expect("reads");
    session.run(&statements[0], &mut |_, _| {}).expect("runs");
    let imported = sator_formats::import(board).expect("a board").expect("is read");
    let error = session.take_import(&imported, 1, &mut |_, _| {}).expect_err("no such cage");
    assert!(error.message.contains("never 99"), "{error:?}");
    assert_eq!(session.entries().len(), 1);
    assert!(session.model().grids.iter().all(|g| g.name != "x"));
}
