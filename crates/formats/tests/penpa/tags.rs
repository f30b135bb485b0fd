//! Tags of penpa: a drawing of each genre, made as penpa itself draws a link of puzz.link, becomes the script of that
//! link.

use crate::script;
use sator_formats::base64;
use serde_json::{Map, Value, json};

/// A drawing, with margins above, below, to the left and to the right.
struct Paper {
    rows: i64,
    cols: i64,
    margins: [i64; 4],
    layers: Map<String, Value>,
}

fn paper(rows: i64, cols: i64, margins: [i64; 4]) -> Paper {
    Paper { rows, cols, margins, layers: Map::new() }
}

impl Paper {
    fn width(&self) -> i64 {
        self.cols + self.margins[2] + self.margins[3] + 4
    }

    fn all(&self) -> i64 {
        self.width() * (self.rows + self.margins[0] + self.margins[1] + 4)
    }

    /// Kind 0 is a cell, 1 its lower right corner, 2 the border below it, 3 the border to its right.
    fn point(&self, kind: i64, (row, col): (i64, i64)) -> i64 {
        kind * self.all() + (row + 2 + self.margins[0]) * self.width() + col + 2 + self.margins[2]
    }

    fn put(mut self, layer: &str, place: String, value: Value) -> Paper {
        let map = self.layers.entry(layer).or_insert_with(|| json!({}));
        map.as_object_mut().expect("a layer").insert(place, value);
        self
    }

    fn number(self, at: (i64, i64), text: &str, style: u32) -> Paper {
        let place = self.point(0, at).to_string();
        self.put("number", place, json!([text, style, "1"]))
    }

    fn small(self, at: (i64, i64), corner: i64, text: &str) -> Paper {
        let place = 4 * (self.all() + self.point(0, at)) + corner;
        self.put("numberS", place.to_string(), json!([text, 1]))
    }

    fn symbol(self, kind: i64, at: (i64, i64), name: &str, value: u32) -> Paper {
        let place = self.point(kind, at).to_string();
        self.put("symbol", place, json!([value, name, 1]))
    }

    fn dark(self, at: (i64, i64), colour: u32) -> Paper {
        let place = self.point(0, at).to_string();
        self.put("surface", place, json!(colour))
    }

    /// A thick edge to the right of a cell, or below it.
    fn edge(self, below: bool, (row, col): (i64, i64)) -> Paper {
        let from = if below { (row, col - 1) } else { (row - 1, col) };
        let place = format!("{},{}", self.point(1, from), self.point(1, (row, col)));
        self.put("lineE", place, json!(2))
    }

    fn link(&self, tags: &[&str]) -> String {
        let (rows, cols) =
            (self.rows + self.margins[0] + self.margins[1], self.cols + self.margins[2] + self.margins[3]);
        let text = format!(
            "square,{cols},{rows},38\n{:?}\n{{}}\n{}\n{{}}\n[]\n[]\n{{}}\nx\nx\n[3,2,1]\n{{}}\nx\n0\n{{}}\n{{}}\n{{}}\n{}\nfalse",
            self.margins,
            Value::Object(self.layers.clone()),
            json!(tags)
        );
        format!("m=edit&p={}", base64::escape(&packed(&text)))
    }

    fn answered(&self, tags: &[&str], lists: [Vec<String>; 6]) -> String {
        let answer = base64::escape(&packed(&json!(lists).to_string()));
        format!("{}&a={answer}", self.link(tags).replace("m=edit", "m=solve"))
    }
}

fn packed(text: &str) -> String {
    base64::encode(&miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 6))
}

fn statements(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).collect()
}

/// The tag of a genre, a link of it, and its drawing.
type Drawn = (&'static str, &'static str, Paper);

fn plain(rows: i64, cols: i64) -> Paper {
    paper(rows, cols, [0; 4])
}

/// Numbers and colours in cells.
fn numbers() -> Vec<Drawn> {
    vec![
        (
            "akari",
            "akari/3/2/ch.",
            plain(2, 3).number((0, 0), "2", 7).dark((0, 0), 4).number((1, 2), " ", 7).dark((1, 2), 4),
        ),
        ("shakashaka", "shakashaka/2/1/.0", plain(1, 2).dark((0, 0), 4).number((0, 1), "0", 7)),
        ("nurimisaki", "nurimisaki/2/2/.h3", plain(2, 2).number((0, 0), " ", 6).number((1, 1), "3", 6)),
        ("minesweeper", "mines/2/1/.1", plain(1, 2).number((0, 0), " ", 1).number((0, 1), "1", 1)),
        ("hashiwokakero (hashi/bridges)", "hashi/3/1/.g2", plain(1, 3).number((0, 0), " ", 6).number((0, 2), "2", 6)),
        ("hitori", "hitori/2/1/.2", plain(1, 2).number((0, 0), " ", 1).number((0, 1), "2", 1)),
        ("simple loop", "simpleloop/2/1/g", plain(1, 2).dark((0, 0), 4)),
        ("suguru (capsules)", "suguru/2/1/01g", plain(1, 2).number((0, 0), "1", 1)),
        (
            "haisu",
            "haisu/2/2/112200g2h",
            plain(2, 2).number((0, 0), "S", 1).number((1, 1), "G", 1).number((0, 1), "2", 1),
        ),
        (
            "yajikazu (yajisan-kazusan)",
            "yajikazu/2/1/120.",
            plain(1, 2).number((0, 0), "2_0", 1).number((0, 1), "?", 1),
        ),
        (
            "arukone",
            "arukone/2/2/1122",
            plain(2, 2).number((0, 0), "A", 1).number((0, 1), "A", 1).number((1, 0), "B", 1).number((1, 1), "B", 1),
        ),
    ]
}

/// Thick edges around rooms, and around cells with clues.
fn rooms() -> Vec<Drawn> {
    vec![
        ("maxi loop", "maxi/2/2/o04g", plain(2, 2).edge(false, (0, 0)).edge(false, (1, 0)).small((0, 0), 0, "4")),
        ("detour", "detour/2/2/o0g3", plain(2, 2).edge(false, (0, 0)).edge(false, (1, 0)).small((0, 1), 0, "3")),
        // Black, white with an arrow, and grey, with thick edges around them.
        (
            "castlewall",
            "castle/4/1/20.a11400.",
            plain(1, 4)
                .number((0, 0), "", 7)
                .dark((0, 0), 4)
                .edge(false, (0, 0))
                .number((0, 2), "4_0", 1)
                .edge(false, (0, 1))
                .number((0, 3), "", 1)
                .dark((0, 3), 3),
        ),
        (
            "yajilin",
            "yajilin/b/3/1/0.a12",
            plain(1, 3)
                .number((0, 0), "", 1)
                .dark((0, 0), 3)
                .edge(false, (0, 0))
                .number((0, 2), "2_0", 1)
                .dark((0, 2), 3)
                .edge(false, (0, 1)),
        ),
        ("dosufuwa", "dosufuwa/3/1/o2", plain(1, 3).dark((0, 2), 4).edge(false, (0, 0)).edge(false, (0, 1))),
        ("rassi silai", "rassi/3/1/84", plain(1, 3).dark((0, 2), 4).edge(false, (0, 1))),
    ]
}

/// Clues around the board.
fn around() -> Vec<Drawn> {
    vec![
        (
            "starbattle",
            "starbattle/4/4/1/000u00",
            paper(4, 4, [1; 4])
                .number((-1, 2), "1", 1)
                .symbol(0, (-1, 3), "star", 2)
                .edge(true, (0, 0))
                .edge(true, (0, 1))
                .edge(true, (0, 2))
                .edge(true, (0, 3)),
        ),
        (
            "skyscrapers",
            "skyscrapers/2/2/1h2i1",
            paper(2, 2, [1; 4]).number((-1, 0), "1", 1).number((2, 1), "2", 1).number((1, 2), "1", 1),
        ),
        ("doppelblock", "doppelblock/3/3/3k", paper(3, 3, [1, 0, 1, 0]).number((-1, 0), "3", 1)),
        (
            "easy as abc",
            "easyasabc/2/2/2/1m",
            paper(2, 2, [2, 1, 1, 1]).number((-1, 0), "A", 1).number((-2, 1), "(A-B)", 1),
        ),
        (
            "tents",
            "tents/2/2/1g1gi0h",
            paper(2, 2, [1, 0, 1, 0])
                .number((-1, 0), "1", 1)
                .number((0, -1), "1", 1)
                .symbol(0, (0, 1), "tents", 1)
                .symbol(0, (1, 0), "tents", 1),
        ),
        (
            "nonogram",
            "nonogram/2/2/1h1",
            paper(2, 2, [1, 0, 1, 0]).number((-1, 0), "1", 1).number((1, -1), "1", 1).edge(false, (0, 0)),
        ),
    ]
}

/// Symbols in cells, on borders and at corners.
fn symbols() -> Vec<Drawn> {
    vec![
        ("midloop", "midloop/2/2/69", plain(2, 2).symbol(0, (0, 0), "circle_SS", 1).symbol(1, (0, 0), "circle_SS", 2)),
        (
            "spiralgalaxies",
            "tentaisho/2/2/6i2",
            plain(2, 2).symbol(0, (0, 0), "circle_SS", 1).symbol(3, (1, 0), "circle_SS", 1),
        ),
        ("kropki", "kropki/2/2/b0", plain(2, 2).symbol(3, (0, 0), "circle_SS", 1).symbol(2, (0, 0), "circle_SS", 2)),
        (
            "balanceloop",
            "balance/2/1/61",
            plain(1, 2)
                .symbol(0, (0, 0), "circle_L", 1)
                .number((0, 0), "3", 1)
                .symbol(0, (0, 1), "circle_L", 2)
                .number((0, 1), " ", 4),
        ),
        (
            "moon or sun",
            "moonsun/2/1/gf",
            plain(1, 2).edge(false, (0, 0)).symbol(0, (0, 0), "sun_moon", 1).symbol(0, (0, 1), "sun_moon", 2),
        ),
        (
            "pencils",
            "pencils/3/2/3gkj.k",
            plain(2, 3)
                .number((0, 0), "3", 1)
                .symbol(0, (0, 1), "pencils", 2)
                .edge(true, (0, 1))
                .symbol(0, (1, 0), "pencils", 3)
                .number((1, 1), "?", 1),
        ),
        (
            "tasquare",
            "tasquare/3/1/.1g",
            plain(1, 3).symbol(0, (0, 0), "square_L", 1).symbol(0, (0, 1), "square_L", 1).number((0, 1), "1", 1),
        ),
        (
            "hakoiri (Hakoiri-masashi)",
            "hakoiri/3/1/013a",
            plain(1, 3).symbol(0, (0, 0), "ox_B", 1).symbol(0, (0, 1), "ox_B", 3),
        ),
    ]
}

#[test]
fn each_genre_as_penpa_draws_it() {
    let mut wrong = vec![];
    for (tag, link, paper) in [numbers(), rooms(), around(), symbols()].into_iter().flatten() {
        let wanted = script(&format!("https://puzz.link/p?{link}"));
        let drawn = script(&paper.link(&[tag]));
        if statements(&drawn) != statements(&wanted) || drawn.contains("untranslated") {
            wrong.push(format!("{tag}:\n{drawn}\nand not\n{wanted}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Answers made of symbols: stars, lamps, tents, mines, and circles of two kinds.
#[test]
fn answers_made_of_signs() {
    let square = || paper(4, 4, [0; 4]);
    let stars: Vec<String> =
        [(0, 1), (1, 3), (2, 0), (3, 2)].iter().map(|at| format!("{},1E", square().point(0, *at))).collect();
    // The stored answer shows the number of stars in each row.
    let drawn = (0..4).fold(square(), |drawn, col| drawn.edge(true, (0, col)));
    let text = script(&drawn.answered(&["starbattle"], [vec![], vec![], vec![], vec![], vec![], stars]));
    assert!(text.contains("star_battle(star, room, 1)"), "{text}");
    assert!(text.contains("expect solution star {\n  -#--\n  ---#\n  #---\n  --#-\n}"), "{text}");
    let lamp = paper(1, 2, [0; 4]);
    let sign = vec![format!("{},3H", lamp.point(0, (0, 1)))];
    let text =
        script(&lamp.number((0, 0), "1", 7).answered(&["akari"], [vec![], vec![], vec![], vec![], vec![], sign]));
    assert!(text.contains("expect solution lamp {\n  -#\n}"), "{text}");
    let two = paper(2, 2, [0; 4]).symbol(0, (0, 0), "circle_M", 1);
    let signs = vec![format!("{},1A", two.point(0, (0, 1))), format!("{},2A", two.point(0, (1, 1)))];
    let text = script(&two.answered(&["yin-yang"], [vec![], vec![], vec![], vec![], vec![], signs]));
    assert!(text.contains("expect not r1c2 and\n  r2c2"), "{text}");
    let letters = paper(2, 2, [2, 1, 1, 1]).number((-2, 1), "(A-B)", 1);
    let text = (0..2).flat_map(|r| (0..2).map(move |c| (r, c)));
    let values =
        text.map(|(r, c)| format!("{},{}", letters.point(0, (r, c)), if r == c { "A" } else { "B" })).collect();
    let text = script(&letters.answered(&["easy as abc"], [vec![], vec![], vec![], vec![], values, vec![]]));
    assert!(text.contains("expect solution x {\n  12\n  21\n}"), "{text}");
}

/// Tags give cages, thermometers and arrows their rules; without a tag all of them are listed as untranslated.
#[test]
fn shapes_of_a_sudoku() {
    let board = || {
        let mut board = paper(4, 4, [0; 4]).small((0, 0), 0, "5");
        let cage: Vec<i64> = [(0, 0), (0, 1)].iter().map(|at| board.point(0, *at)).collect();
        let line: Vec<i64> = [(2, 0), (2, 1), (3, 1)].iter().map(|at| board.point(0, *at)).collect();
        board.layers.insert("killercages".into(), json!([cage]));
        board.layers.insert("thermo".into(), json!([line]));
        board
    };
    let text = script(&board().link(&["classic", "killer", "thermo"]));
    for part in ["sudoku(x)\n", "\nkiller(cage_1, 5)\n", "\nthermo(thermo_1)\n"] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains("untranslated"), "{text}");
    let text = script(&board().link(&["classic"]));
    for part in
        ["# killer(cage_1)", "untranslated \"cage_1: [r1c1, r1c2]\"", "untranslated \"small numbers, 1 of them\""]
    {
        assert!(text.contains(part), "{part}\n{text}");
    }
}
