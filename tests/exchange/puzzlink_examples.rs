//! Links of puzz.link: the pictures of the gallery's puzzles, encoded here as pzpr writes them, come back as they were, with
//! their one solution.

mod signs;

use signs::{SIGNS, four_signs};

/// The tokens of a picture in a script, row by row.
fn picture(text: &str, head: &str) -> Vec<Vec<String>> {
    let start = text.lines().skip_while(|line| !(line.starts_with(head) && line.ends_with('{')));
    let rows = start.skip(1).take_while(|line| line.trim() != "}");
    rows.map(|row| {
        let row = row.trim();
        if row.contains(' ') {
            row.split_whitespace().map(str::to_string).collect()
        } else {
            row.chars().map(|c| c.to_string()).collect()
        }
    })
    .collect()
}

fn flat(rows: &[Vec<String>]) -> Vec<Option<u32>> {
    // 9999 stands for a clue of unknown value.
    rows.iter().flatten().map(|t| if t == "?" || t == "#" { Some(9999) } else { t.parse().ok() }).collect()
}

fn digit(value: u32, base: u32) -> char {
    assert!(value < base);
    char::from_digit(value, 36).expect("a digit")
}

/// Runs of blanks, at most `most` long, from the letter after `before`.
fn runs(cells: &[Option<u32>], before: u8, most: usize, write: impl Fn(u32) -> String) -> String {
    let mut out = String::new();
    let mut blanks = 0;
    for cell in cells.iter().map(Some).chain([None]) {
        let number = cell.and_then(|c| *c);
        if blanks > 0 && (number.is_some() || cell.is_none() || blanks == most) {
            out.push(char::from(before + blanks as u8));
            blanks = 0;
        }
        match (cell, number) {
            (Some(_), Some(n)) => out.push_str(&write(n)),
            (Some(_), None) => blanks += 1,
            _ => {}
        }
    }
    out
}

fn sixteen(cells: &[Option<u32>]) -> String {
    runs(cells, b'f', 20, |n| match n {
        9999 => ".".into(),
        0..16 => digit(n, 16).to_string(),
        16..256 => format!("-{n:02x}"),
        _ => format!("+{n:03x}"),
    })
}

fn ten(cells: &[Option<u32>]) -> String {
    runs(cells, b'a' - 1, 26, |n| if n == 9999 { ".".into() } else { digit(n, 10).to_string() })
}

/// Numbers up to 4, which take up to two blanks along.
fn four(cells: &[Option<u32>]) -> String {
    let mut out = String::new();
    let mut at = 0;
    while at < cells.len() {
        let blanks = cells[at + 1..].iter().take_while(|c| c.is_none()).count();
        match cells[at] {
            Some(9999) => out.push('.'),
            Some(n) => {
                let along = blanks.min(2);
                out.push(digit(n + 5 * along as u32, 16));
                at += along;
            }
            None => {
                let run = (blanks + 1).min(20);
                out.push(char::from(b'f' + run as u8));
                at += run - 1;
            }
        }
        at += 1;
    }
    out
}

fn bits(flags: &[bool]) -> String {
    flags
        .chunks(5)
        .map(|five| digit((0..5).map(|k| u32::from(five.get(k) == Some(&true)) << (4 - k)).sum(), 32))
        .collect()
}

/// Borders between rooms: the upright ones, then those that lie.
fn rooms(marks: &[Vec<String>]) -> String {
    let (h, w) = (marks.len(), marks[0].len());
    let upright: Vec<bool> =
        (0..h).flat_map(|r| (0..w - 1).map(move |c| (r, c))).map(|(r, c)| marks[r][c] != marks[r][c + 1]).collect();
    let lying: Vec<bool> =
        (0..h - 1).flat_map(|r| (0..w).map(move |c| (r, c))).map(|(r, c)| marks[r][c] != marks[r + 1][c]).collect();
    bits(&upright) + &bits(&lying)
}

/// A number for each room, in the order of their first cells.
fn room_numbers(marks: &[Vec<String>], numbers: &[Vec<String>]) -> String {
    let mut order: Vec<&String> = vec![];
    for mark in marks.iter().flatten() {
        if !order.contains(&mark) {
            order.push(mark);
        }
    }
    let cells: Vec<(&String, &String)> = marks.iter().flatten().zip(numbers.iter().flatten()).collect();
    let number = |room: &&String| cells.iter().find_map(|(mark, n)| if mark == room { n.parse().ok() } else { None });
    sixteen(&order.iter().map(number).collect::<Vec<Option<u32>>>())
}

fn circles(cells: &[Vec<String>], one: &str, two: &str) -> String {
    let kind = |t: &String| if t == one { 1 } else { 2 * u32::from(t == two) };
    let kinds: Vec<u32> = cells.iter().flatten().map(kind).collect();
    kinds.chunks(3).map(|t| digit(9 * t[0] + 3 * t.get(1).unwrap_or(&0) + t.get(2).unwrap_or(&0), 27)).collect()
}

/// Signs by their places in a list, from 1 on.
fn signs(cells: &[Vec<String>], words: &[&str]) -> Vec<Option<u32>> {
    cells.iter().flatten().map(|t| words.iter().position(|word| word == t).map(|at| at as u32 + 1)).collect()
}

/// Dots on a doubled board.
fn stars(cells: &[Vec<String>]) -> String {
    let marks: Vec<Option<u32>> = cells.iter().flatten().map(|t| (t == "o").then_some(0)).collect();
    let mut out = String::new();
    let mut at = 0;
    while at < marks.len() {
        let blanks = marks[at + 1..].iter().take_while(|m| m.is_none()).count();
        if marks[at].is_some() {
            let along = blanks.min(7);
            out.push(digit(2 * along as u32, 16));
            at += along + 1;
        } else {
            let run = (blanks + 1).min(20);
            out.push(char::from(b'f' + run as u8));
            at += run;
        }
    }
    out
}

/// A direction and a number each; runs of blanks.
fn arrows(cells: &[Vec<String>]) -> String {
    let values: Vec<Option<u32>> = cells.iter().flatten().map(|t| arrow(t)).collect();
    runs(&values, b'a' - 1, 26, |value| format!("{value:02x}"))
}

/// `2,down` as the digits of direction and number.
fn arrow(token: &str) -> Option<u32> {
    let (number, way) = token.split_once(',')?;
    let way = ["up", "down", "left", "right"].iter().position(|word| *word == way).expect("a direction");
    Some(16 * (way as u32 + 1) + number.parse::<u32>().expect("a number"))
}

/// Marks at the corners where four cells meet.
fn inner_marks(corners: &[Vec<String>]) -> Vec<bool> {
    let inner = &corners[1..corners.len() - 1];
    inner.iter().flat_map(|row| row[1..row.len() - 1].iter().map(|token| token != ".")).collect()
}

/// Marks by the number of places before each.
fn gaps(marks: &[bool]) -> String {
    let (mut out, mut blanks) = (String::new(), 0);
    for on in marks {
        if *on {
            out.push(digit(blanks, 36));
        }
        blanks = if *on { 0 } else { blanks + 1 };
    }
    if blanks > 0 {
        out.push(digit(blanks, 36));
    }
    out
}

/// The numbers above and on the left.
fn outside_numbers(text: &str) -> Vec<Option<u32>> {
    let side = |name: &str| {
        let line = text.lines().find_map(|line| line.trim().strip_prefix(name)).expect("a side");
        line.split_whitespace().map(|token| token.parse().ok()).collect::<Vec<Option<u32>>>()
    };
    [side("top "), side("left ")].concat()
}

/// Sums in black cells, with `.` for one blank and k to z for more.
fn sums_around(cells: &[Vec<String>]) -> String {
    let all: Vec<Option<u32>> = flat(cells);
    let mut out = String::new();
    for part in all.chunk_by(|a, b| a.is_none() && b.is_none()) {
        match part {
            [Some(9999)] => out.push('+'),
            [Some(n @ 0..20)] => out.push(digit(*n, 36)),
            [Some(n)] => out.push(digit(n - 10, 36).to_ascii_uppercase()),
            [None] => out.push('.'),
            blanks => out.push(char::from(b'k' + blanks.len() as u8 - 2)),
        }
    }
    out
}

/// Signs by their places in a list, from 1 on, and `?`.
fn signed(cells: &[Vec<String>], words: &[&str]) -> Vec<Option<u32>> {
    let number = |token: &String| if token == "?" { Some(9999) } else { signs(&[vec![token.clone()]], words)[0] };
    cells.iter().flatten().map(number).collect()
}

/// The part of an example after its pictures: the checks of its answer.
fn checks(text: &str) -> &str {
    text.split_once("\nexpect ").map_or("", |(_, rest)| rest)
}

/// How the data of a genre is written from the pictures of an example.
type Write = fn(&str) -> String;

/// The inner cells with runs of white ones, then what stands above and to the left.
fn triplace(text: &str) -> String {
    let rows = picture(text, "clues sums");
    let mut out = String::new();
    let mut blanks = 0;
    for token in rows[1..].iter().flat_map(|row| &row[1..]).map(Some).chain([None]) {
        if token.is_some_and(|token| token == ".") {
            blanks += 1;
            continue;
        }
        if blanks > 0 {
            out.push(char::from(b'f' + blanks));
            blanks = 0;
        }
        out.push_str(if token.is_some() { "_" } else { "" });
    }
    out.extend(rows[0][1..].iter().map(|above| above.split_once(',').map_or("", |(down, _)| down)));
    out.extend(rows[1..].iter().map(|row| row[0].split_once(',').map_or("", |(_, right)| right)));
    out
}

/// Rows and columns, as a link counts them.
fn grid(text: &str) -> (usize, usize) {
    let line = text.lines().find(|line| line.starts_with("grid ")).expect("a grid");
    let size = line.split(' ').nth(2).expect("a size");
    let (h, w) = size.split_once('x').expect("a size");
    let more = usize::from(line.ends_with("except sums"));
    (h.parse::<usize>().expect("rows") - more, w.parse::<usize>().expect("columns") - more)
}

fn room_and_numbers(text: &str) -> String {
    let marks = picture(text, "regions room");
    rooms(&marks) + &room_numbers(&marks, &picture(text, "clues number"))
}

fn room_and_givens(text: &str) -> String {
    let marks = picture(text, "regions room");
    rooms(&marks) + &sixteen(&flat(&picture(text, "givens")))
}

/// Cells with a mark, as bits.
fn marked(cells: &[Vec<String>]) -> String {
    bits(&cells.iter().flatten().map(|c| c != ".").collect::<Vec<bool>>())
}

/// Genre, example, and how its data is written.
const GENRES: &[(&str, &str, Write)] = &[
    ("slither", "slitherlink", |t| four(&flat(&picture(t, "clues number")))),
    ("akari", "akari", |t| four(&flat(&picture(t, "clues black")))),
    ("mashu", "masyu", |t| circles(&picture(t, "clues pearl"), "w", "b")),
    ("nurikabe", "nurikabe", |t| sixteen(&flat(&picture(t, "clues island")))),
    ("heyawake", "heyawake", room_and_numbers),
    ("hashi", "hashi", |t| sixteen(&flat(&picture(t, "clues island")))),
    ("fillomino", "fillomino", |t| sixteen(&flat(&picture(t, "givens")))),
    ("shikaku", "shikaku", |t| sixteen(&flat(&picture(t, "clues area")))),
    ("numlin", "numberlink", |t| sixteen(&flat(&picture(t, "clues number")))),
    ("kurodoko", "kuromasu", |t| sixteen(&flat(&picture(t, "clues number")))),
    ("cave", "cave", |t| sixteen(&flat(&picture(t, "clues number")))),
    ("mines", "minesweeper", |t| sixteen(&flat(&picture(t, "clues number")))),
    ("country", "country_road", room_and_numbers),
    ("lits", "lits", |t| rooms(&picture(t, "regions room"))),
    ("norinori", "norinori", |t| rooms(&picture(t, "regions room"))),
    ("ripple", "ripple", room_and_givens),
    ("suguru", "suguru", room_and_givens),
    ("sudoku", "sudoku", |t| sixteen(&flat(&picture(t, "givens")))),
    ("gokigen", "gokigen", |t| four(&flat(&picture(t, "clues number")))),
    ("tentaisho", "galaxies", |t| stars(&picture(t, "clues centre"))),
    ("simpleloop", "simple_loop", |t| {
        bits(&picture(t, "clues wall").iter().flatten().map(|c| c != ".").collect::<Vec<bool>>())
    }),
    ("sukoro", "sukoro", |t| ten(&flat(&picture(t, "givens")))),
    ("chocona", "chocona", room_and_numbers),
    ("aqre", "aqre", room_and_numbers),
    ("detour", "detour", room_and_numbers),
    ("cojun", "cojun", room_and_givens),
    ("nanro", "nanro", room_and_givens),
    ("creek", "creek", |t| four(&flat(&picture(t, "clues number")))),
    ("mochikoro", "mochikoro", |t| sixteen(&flat(&picture(t, "clues number")))),
    ("geradeweg", "geradeweg", |t| sixteen(&flat(&picture(t, "clues circle")))),
    ("nurimisaki", "nurimisaki", |t| sixteen(&flat(&picture(t, "clues number")))),
    ("view", "view", |t| sixteen(&flat(&picture(t, "givens")))),
    ("midloop", "midloop", |t| stars(&picture(t, "clues dot"))),
    ("nothing", "all_or_nothing", |t| rooms(&picture(t, "regions room"))),
    ("fourcells", "equal_pieces", |t| ten(&flat(&picture(t, "clues number")))),
    ("nawabari", "nawabari", |t| ten(&flat(&picture(t, "clues number")))),
    ("scrin", "scrin", |t| sixteen(&flat(&picture(t, "clues number")))),
    ("triplace", "triplace", triplace),
    ("araf", "araf", |t| sixteen(&flat(&picture(t, "clues number")))),
    ("tatamibari", "tatamibari", |t| sixteen(&signs(&picture(t, "clues sign"), &["|", "-", "+"]))),
    ("snake", "snake", |t| {
        let sky = picture(t, "outside sky");
        circles(&picture(t, "clues circle"), "w", "b") + &sixteen(&flat(&[sky[0][1..].to_vec(), sky[1][1..].to_vec()]))
    }),
    ("kurochute", "kurochute", |t| sixteen(&flat(&picture(t, "clues number")))),
    ("tasquare", "tasquare", |t| sixteen(&flat(&picture(t, "clues number")))),
    ("lookair", "look_air", |t| ten(&flat(&picture(t, "clues number")))),
    ("shimaguni", "shimaguni", room_and_numbers),
    ("ayeheya", "ayeheya", room_and_numbers),
    ("hakoiri", "hakoiri", |t| rooms(&picture(t, "regions room")) + &ten(&flat(&picture(t, "givens")))),
    ("yajikazu", "yajikazu", |t| arrows(&picture(t, "clues arrow"))),
    ("yajitatami", "yajitatami", |t| arrows(&picture(t, "clues arrow"))),
    ("hitori", "hitori", |t| picture(t, "clues number").concat().concat()),
    ("canal", "canal_view", |t| sixteen(&flat(&picture(t, "clues number")))),
    ("cbanana", "choco_banana", |t| sixteen(&flat(&picture(t, "clues number")))),
    ("mochinyoro", "mochinyoro", |t| sixteen(&flat(&picture(t, "clues number")))),
    ("context", "context", |t| sixteen(&flat(&picture(t, "clues number")))),
    ("smullyan", "smullyan", |t| sixteen(&flat(&picture(t, "clues number")))),
    ("norinuri", "norinuri", |t| sixteen(&flat(&picture(t, "clues number")))),
    ("aquapelago", "aquapelago", |t| sixteen(&flat(&picture(t, "clues number")))),
    ("cityspace", "city_space", |t| sixteen(&flat(&picture(t, "clues number")))),
    ("dominion", "dominion", |t| sixteen(&flat(&picture(t, "clues letter")))),
    ("tetrochain", "tetrochain", |t| arrows(&picture(t, "clues arrow"))),
    ("nikoji", "nikoji", |t| {
        let number = |c: &String| c.chars().next().filter(char::is_ascii_uppercase).map(|c| c as u32 - 64);
        sixteen(&picture(t, "clues letter").iter().flatten().map(number).collect::<Vec<_>>())
    }),
    ("aho", "aho", |t| sixteen(&flat(&picture(t, "clues area")))),
    ("symmarea", "symmetry_area", |t| sixteen(&flat(&picture(t, "givens")))),
    ("simplegako", "simple_gako", |t| sixteen(&flat(&picture(t, "givens")))),
    ("hamlepaths", "hamle", |t| sixteen(&flat(&picture(t, "clues circle")))),
    ("fillmat", "fillmat", |t| ten(&flat(&picture(t, "clues number")))),
    ("ichimaga", "ichimaga", |t| four(&flat(&picture(t, "clues circle")))),
    ("lither", "lither", |t| four(&flat(&picture(t, "clues number")))),
    ("vslither", "vertex_slitherlink", |t| four(&flat(&picture(t, "clues number")))),
    ("tslither", "touch_slitherlink", |t| four(&flat(&picture(t, "clues number")))),
    ("koburin", "koburin", |t| four(&flat(&picture(t, "clues number")))),
    ("keywest", "key_west", |t| four(&flat(&picture(t, "clues number")))),
    ("yajilin-regions", "regional_yajilin", room_and_numbers),
    ("juosan", "juosan", room_and_numbers),
    ("factors", "factors", room_and_numbers),
    ("cocktail", "cocktail", room_and_numbers),
    ("heyablock", "heyablock", room_and_numbers),
    ("hinge", "hinge", room_and_numbers),
    ("akichi", "akichi", room_and_numbers),
    ("oneroom", "one_door", room_and_numbers),
    ("toichika2", "toichika2", room_and_numbers),
    ("meander", "meandering", room_and_givens),
    ("renban", "renban_rooms", room_and_givens),
    ("paintarea", "paintarea", |t| rooms(&picture(t, "regions tile")) + &ten(&flat(&picture(t, "clues number")))),
    ("sukororoom", "sukoro_rooms", |t| rooms(&picture(t, "regions room")) + &ten(&flat(&picture(t, "givens")))),
    ("alter", "alternation", |t| rooms(&picture(t, "regions room")) + &ten(&flat(&picture(t, "givens")))),
    ("usoone", "usowan", |t| rooms(&picture(t, "regions room")) + &four(&flat(&picture(t, "clues number")))),
    ("satogaeri", "satogaeri", |t| rooms(&picture(t, "regions room")) + &sixteen(&flat(&picture(t, "clues circle")))),
    ("dotchi", "dotchi", |t| rooms(&picture(t, "regions room")) + &circles(&picture(t, "clues circle"), "w", "b")),
    ("dotchi2", "dotchi2", |t| rooms(&picture(t, "regions room")) + &circles(&picture(t, "clues circle"), "w", "b")),
    ("turnaround", "turnaround", |t| sixteen(&flat(&picture(t, "clues number")))),
    ("wblink", "shirokuro", |t| circles(&picture(t, "clues circle"), "w", "b")),
    ("circlesquare", "circles_and_squares", |t| circles(&picture(t, "givens"), "-", "#")),
    ("icewalk", "ice_walk", |t| marked(&picture(t, "clues ice")) + &sixteen(&flat(&picture(t, "clues number")))),
    ("waterwalk", "water_walk", |t| marked(&picture(t, "clues water")) + &sixteen(&flat(&picture(t, "clues number")))),
    ("morningwalk", "morning_walk", |t| {
        marked(&picture(t, "clues grey")) + &sixteen(&flat(&picture(t, "clues number")))
    }),
    ("forestwalk", "forest_walk", |t| {
        marked(&picture(t, "clues forest")) + &sixteen(&flat(&picture(t, "clues number")))
    }),
    ("energywalk", "energy_walk", |t| {
        marked(&picture(t, "clues energy")) + &sixteen(&flat(&picture(t, "clues number")))
    }),
    ("firewalk", "fire_walk", |t| marked(&picture(t, "clues fire")) + &sixteen(&flat(&picture(t, "clues number")))),
    ("tontonbeya", "tontonbeya", |t| rooms(&picture(t, "regions room")) + &ten(&flat(&picture(t, "givens")))),
    ("bosanowa", "bosanowa", |t| marked(&picture(t, "clues hole")) + &sixteen(&flat(&picture(t, "givens")))),
    ("chainedb", "chained_block", |t| sixteen(&flat(&picture(t, "clues number")))),
    ("nuriloop", "nuri_loop", |t| sixteen(&flat(&picture(t, "clues number")))),
    ("nuritwin", "nuritwin", room_and_numbers),
    ("bramble", "bramble", room_and_numbers),
    ("tetroctb", "tetrochain_rooms", room_and_numbers),
    ("disco", "disco", |t| rooms(&picture(t, "regions room"))),
    ("invlitso", "inverse_litso", |t| rooms(&picture(t, "regions room"))),
    ("isowatari", "isowatari", |t| format!("3/{}", circles(&picture(t, "clues circle"), "w", "b"))),
    ("lightshadow", "light_and_shadow", |t| {
        let code = |c: &String| match c.as_str() {
            "." => None,
            "w" | "b" => Some(u32::from(c == "b")),
            clue => {
                clue.split_once(',').and_then(|(n, colour)| Some(2 * n.parse::<u32>().ok()? + u32::from(colour == "b")))
            }
        };
        sixteen(&picture(t, "clues clue").iter().flatten().map(code).collect::<Vec<_>>())
    }),
    ("coffeemilk", "coffee_milk", |t| {
        let code =
            |c: &String| ["w", "b"].iter().position(|k| k == c).map(|k| k as u32 + 1).or((c == "g").then_some(9999));
        ten(&picture(t, "clues circle").iter().flatten().map(code).collect::<Vec<_>>())
    }),
    ("batten", "batten", |t| {
        let inner = inner_marks(&picture(t, "clues mark of corners"));
        gaps(&inner) + &sixteen(&outside_numbers(t))
    }),
    ("curving", "curving", |t| marked(&picture(t, "clues circle"))),
    ("familyphoto", "family_photo", |t| {
        marked(&picture(t, "clues circle")) + &sixteen(&flat(&picture(t, "clues number")))
    }),
    ("island", "island", |t| sixteen(&flat(&picture(t, "clues circle")))),
    ("kakuru", "kakuru", |t| sums_around(&picture(t, "clues total"))),
    ("sananko", "sananko", |t| sums_around(&picture(t, "clues total"))),
    // Without the flag `c`, dots without a meaning come first.
    ("kramma", "kramma", |t| gaps(&[false; 16]) + &circles(&picture(t, "clues circle"), "w", "b")),
    ("kramman", "kramma_with_dots", |t| {
        gaps(&inner_marks(&picture(t, "clues dot of corners"))) + &circles(&picture(t, "clues circle"), "w", "b")
    }),
    ("shwolf", "goats_and_wolves", |t| {
        gaps(&inner_marks(&picture(t, "clues dot of corners"))) + &circles(&picture(t, "clues animal"), "g", "w")
    }),
    ("kazunori", "kazunori", |t| {
        let (beside, below) = (picture(t, "clues beside"), picture(t, "clues below"));
        let level: Vec<Vec<String>> = beside.iter().map(|row| row[..row.len() - 1].to_vec()).collect();
        rooms(&picture(t, "regions room")) + &sixteen(&[flat(&level), flat(&below[..below.len() - 1])].concat())
    }),
    ("mannequin", "mannequin", room_and_numbers),
    ("marutaring", "marutaring", room_and_numbers),
    ("mukkonn", "mukkonn", |t| {
        let code = |token: &String| (token != ".").then(|| token.replace(',', ""));
        let all: Vec<Option<String>> = picture(t, "clues exit").iter().flatten().map(code).collect();
        let places: Vec<Option<u32>> = all.iter().enumerate().map(|(at, c)| c.as_ref().map(|_| at as u32)).collect();
        runs(&places, b'f', 20, |at| all[at as usize].clone().unwrap_or_default())
    }),
    ("news", "news", |t| rooms(&picture(t, "regions room")) + &four_signs(&picture(t, "givens"))),
    ("nibunnogo", "nibunnogo", |t| four(&flat(&picture(t, "clues number of corners")))),
    ("retsurin", "retsurin", |t| sixteen(&flat(&picture(t, "clues number")))),
    ("roboticwalk", "robotic_walk", |t| {
        marked(&picture(t, "clues grey")) + &sixteen(&flat(&picture(t, "clues number")))
    }),
    ("sumiwake", "sumiwake", |t| {
        four(&flat(&picture(t, "clues circle of corners"))) + &rooms(&picture(t, "regions room"))
    }),
    ("teri", "territory", |t| sixteen(&flat(&picture(t, "clues number")))),
    ("bosnianroad", "bosnian_road", |t| ten(&flat(&picture(t, "clues number")))),
    ("hasunomura", "hasu_no_mura", |t| sixteen(&flat(&picture(t, "clues number")))),
    ("kusabi", "kusabi", |t| ten(&signed(&picture(t, "clues circle"), &["=", "-", "+"]))),
    ("uturns", "u_turns", |t| ten(&signed(&picture(t, "clues circle"), &["b", "g", "w"]))),
    ("lring", "l_ring", |t| four(&signed(&picture(t, "clues arrow"), &["up", "down", "left", "right"]))),
    ("vertigo", "vertigo", |t| marked(&picture(t, "clues hole"))),
    ("numrope", "number_rope", |t| {
        // The lines of the example: r2c2-r2c3-r2c4 and r4c2-r4c3, as upright borders between cells.
        let upright: Vec<bool> = (0..20).map(|at| [5, 6, 13].contains(&at)).collect();
        bits(&upright) + &bits(&[false; 20]) + &sums_around(&picture(t, "clues total"))
    }),
    ("dbchoco", "double_choco", |t| marked(&picture(t, "clues grey")) + &sixteen(&flat(&picture(t, "clues number")))),
];

#[test]
fn every_example_comes_back() {
    let mut wrong = vec![];
    for (genre, example, write) in GENRES.iter().chain(SIGNS) {
        let text =
            sator::gallery::find(&format!("rules/{example}")).unwrap_or_else(|| panic!("no example {example}")).text;
        let (h, w) = grid(text);
        let link = format!("https://puzz.link/p?{genre}/{w}/{h}/{}", write(text));
        let read = match sator_formats::import(&link) {
            Some(Ok(read)) => read,
            other => {
                wrong.push(format!("{genre}: {link}: {other:?}"));
                continue;
            }
        };
        if !read.untranslated.is_empty() {
            wrong.push(format!("{genre}: {:?}", read.untranslated));
        }
        let script = format!("{}\nexpect {}", read.script, checks(text));
        let found = crate::support::run_under(sator_solve::lower::Encoding::Fd, &script, &|_, answer| match answer {
            sator::session::Answer::Expect { ok: true, .. } => String::new(),
            other => format!("{other:?}"),
        });
        if found.iter().any(|message| !message.is_empty()) {
            wrong.push(format!("{genre}: {found:?}\n{script}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
