//! `docs/grammar.md` against the parser: what the page allows, the program reads.

use sator_base::source::SourceId;
use sator_lang::syntax::ast::Query;
use sator_lang::syntax::question::QUESTIONS;
use sator_lang::syntax::{parse, words};
use std::collections::{BTreeSet, HashMap};

/// The right side of a rule.
#[derive(Clone, Debug)]
enum Part {
    /// As it stands.
    Text(String),
    /// A rule, or in capitals a kind of token.
    Name(String),
    Sequence(Vec<Part>),
    Choice(Vec<Part>),
    /// May be left out.
    Maybe(Box<Part>),
    Repeat(Box<Part>),
    /// Nothing stands before it.
    Close(Box<Part>),
}

struct Grammar {
    rules: HashMap<String, Part>,
    /// The depth of the least deep sentence of a rule.
    depth: HashMap<String, u32>,
}

/// `"text"`, names and marks.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = vec![];
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' => rest[1..].find('"').expect("a closing quote") + 2,
            c if c.is_alphabetic() => rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len()),
            _ => 1,
        };
        tokens.push(rest[..length].to_string());
        rest = rest[length..].trim_start();
    }
    tokens
}

fn choice(tokens: &mut std::iter::Peekable<impl Iterator<Item = String>>) -> Part {
    let mut ways = vec![];
    loop {
        let mut parts = vec![];
        while tokens.peek().is_some_and(|t| !matches!(t.as_str(), "|" | ")" | "]" | "}" | ";")) {
            parts.push(part(tokens));
        }
        ways.push(Part::Sequence(parts));
        if tokens.next_if(|t| t == "|").is_none() {
            return Part::Choice(ways);
        }
    }
}

fn part(tokens: &mut std::iter::Peekable<impl Iterator<Item = String>>) -> Part {
    let token = tokens.next().expect("a part");
    let close = match token.as_str() {
        "~" => return Part::Close(Box::new(part(tokens))),
        "(" => ")",
        "[" => "]",
        "{" => "}",
        text if text.starts_with('"') => return Part::Text(text.trim_matches('"').to_string()),
        name => return Part::Name(name.to_string()),
    };
    let inner = choice(tokens);
    assert_eq!(tokens.next().as_deref(), Some(close));
    match close {
        ")" => inner,
        "]" => Part::Maybe(Box::new(inner)),
        _ => Part::Repeat(Box::new(inner)),
    }
}

impl Grammar {
    fn of_the_page() -> Grammar {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/grammar.md");
        let page = std::fs::read_to_string(path).expect("the page is there");
        let blocks = page.split("```ebnf").skip(1).map(|b| b.split("```").next().expect("a block"));
        let mut tokens = tokens(&blocks.collect::<String>()).into_iter().peekable();
        let mut rules = HashMap::new();
        while let Some(name) = tokens.next() {
            assert_eq!(tokens.next().as_deref(), Some("="), "after {name}");
            let before = rules.insert(name.clone(), choice(&mut tokens));
            assert!(before.is_none(), "{name} is there twice");
            assert_eq!(tokens.next().as_deref(), Some(";"), "after {name}");
        }
        let mut grammar = Grammar { rules, depth: HashMap::new() };
        // To a fixed point: each round finds the depth of at least one more.
        for _ in 0..grammar.rules.len() {
            for (name, part) in &grammar.rules {
                if let Some(depth) = grammar.least(part) {
                    grammar.depth.insert(name.clone(), depth + 1);
                }
            }
        }
        assert_eq!(grammar.depth.len(), grammar.rules.len(), "a rule has no end, or is not there");
        grammar
    }

    fn least(&self, part: &Part) -> Option<u32> {
        match part {
            Part::Text(_) | Part::Maybe(_) | Part::Repeat(_) => Some(0),
            Part::Name(name) if name.chars().all(char::is_uppercase) => Some(0),
            Part::Name(name) => self.depth.get(name).copied(),
            Part::Sequence(parts) => parts.iter().map(|p| self.least(p)).try_fold(0, |most, d| Some(most.max(d?))),
            Part::Choice(ways) => ways.iter().filter_map(|p| self.least(p)).min(),
            Part::Close(part) => self.least(part),
        }
    }

    fn words(part: &Part, found: &mut BTreeSet<String>) {
        match part {
            Part::Text(text) => _ = found.insert(text.clone()),
            Part::Name(_) => {}
            Part::Sequence(parts) | Part::Choice(parts) => parts.iter().for_each(|p| Self::words(p, found)),
            Part::Maybe(part) | Part::Repeat(part) | Part::Close(part) => Self::words(part, found),
        }
    }
}

/// Writes one sentence.
struct Writer<'a> {
    grammar: &'a Grammar,
    text: String,
    random: u64,
    glued: bool,
}

impl Writer<'_> {
    fn below(&mut self, n: usize) -> usize {
        self.random = self.random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.random >> 33) as usize % n
    }

    fn put(&mut self, text: &str) {
        if !self.glued {
            self.text.push(' ');
        }
        self.glued = false;
        self.text.push_str(text);
    }

    fn token(&mut self, kind: &str) {
        let choices: &[&str] = match kind {
            "NAME" => &["total", "line", "a1", "shade", "k_2"],
            "NUMBER" => &["0", "7", "12"],
            "DECIMAL" => &["1.5", "0.25"],
            "STRING" => &["\"a\"", "\"two words\"", "\"\\\"\""],
            "PLACE" => &["r1", "c2", "r3c4"],
            "FIELD" => &["a", "r3c4", "b2"],
            "SIZE" => &["4x4", "10x2"],
            "TOKEN" => &["12..", "#", "a-b"],
            "WORDS" => &["fd", "10s"],
            "NEWLINE" => &["\n"],
            other => panic!("the page does not say what {other} is"),
        };
        let at = self.below(choices.len());
        self.put(choices[at]);
    }

    /// `room`: how much deeper it may go.
    fn write(&mut self, part: &Part, room: u32) {
        match part {
            Part::Text(text) => self.put(text),
            Part::Name(name) => match self.grammar.rules.get(name) {
                Some(part) => self.write(part, room.saturating_sub(1)),
                None => self.token(name),
            },
            Part::Sequence(parts) => parts.iter().for_each(|p| self.write(p, room)),
            Part::Choice(ways) => {
                let fits: Vec<&Part> =
                    ways.iter().filter(|p| self.grammar.least(p).is_some_and(|d| d <= room)).collect();
                let at = self.below(fits.len().max(1));
                match fits.get(at) {
                    Some(way) => self.write(way, room),
                    None => {
                        let least = ways.iter().min_by_key(|p| self.grammar.least(p)).expect("a way");
                        self.write(least, room);
                    }
                }
            }
            Part::Maybe(part) => {
                if room > 0 && self.grammar.least(part).is_some_and(|d| d <= room) && self.below(2) == 0 {
                    self.write(part, room);
                }
            }
            Part::Repeat(part) => {
                while room > 0 && self.grammar.least(part).is_some_and(|d| d <= room) && self.below(3) == 0 {
                    self.write(part, room);
                }
            }
            Part::Close(part) => {
                self.glued = true;
                self.write(part, room);
            }
        }
    }
}

/// A sentence of a rule.
fn sentence(grammar: &Grammar, rule: &str, seed: u64, room: u32) -> String {
    let mut writer = Writer { grammar, text: String::new(), random: seed, glued: true };
    writer.below(2);
    writer.write(&grammar.rules[rule], room);
    writer.text
}

#[test]
fn the_program_reads_what_the_page_allows() {
    let grammar = Grammar::of_the_page();
    let mut wrong = vec![];
    for seed in 0..2500 {
        let (rule, room) = [("statement", 14), ("question", 16), ("statement", 22), ("program", 24)][seed % 4];
        let text = sentence(&grammar, rule, seed as u64, room);
        if let Err(error) = parse(SourceId(0), &text) {
            wrong.push(format!("{rule}: {text}\n   {}", error.message));
        }
    }
    wrong.sort_by_key(String::len);
    assert!(wrong.is_empty(), "{} of 2500, such as\n{}", wrong.len(), wrong[..wrong.len().min(12)].join("\n"));
}

/// No word of the language is missing on the page.
#[test]
fn every_word_is_on_the_page() {
    let grammar = Grammar::of_the_page();
    let mut found = BTreeSet::new();
    grammar.rules.values().for_each(|part| Grammar::words(part, &mut found));
    for word in words::first().chain(words::RESERVED.iter().copied()) {
        assert!(found.contains(word), "`{word}` is missing");
    }
    for form in QUESTIONS {
        form.next.iter().for_each(|word| assert!(found.contains(*word), "`{} {word}` is missing", form.word()));
    }
}

/// The questions on the page are those of the table. With `UPDATE_REFERENCE=1` the test writes them.
#[test]
fn the_questions_are_those_of_the_table() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/grammar.md");
    let page = std::fs::read_to_string(path).expect("the page");
    let asked = QUESTIONS.iter().filter(|form| form.query != Query::Compare);
    let asked: Vec<String> =
        asked.map(|form| format!("\"{}\" {}", form.word(), form.grammar).trim_end().to_string()).collect();
    let written = format!("asked       = {} ;\n", asked.join("\n            | "));
    let (before, rest) = page.split_once("asked       = ").expect("the questions");
    let (_, after) = rest.split_once(" ;\n").expect("their end");
    let updated = format!("{before}{written}{after}");
    if std::env::var_os("UPDATE_REFERENCE").is_some() {
        std::fs::write(path, &updated).expect("the page can be written");
    }
    let page = std::fs::read_to_string(path).expect("the page");
    assert!(
        page == updated,
        "docs/grammar.md is out of date: write it with `UPDATE_REFERENCE=1 cargo test -p sator-lang --test grammar the_questions`"
    );
}
