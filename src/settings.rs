//! Settings, which `set` and the command line change. A row of [`KEYS`] is everything about one key: its help, completion
//! and messages are made of it.

use sator_base::clock::Instant;
use sator_base::limits::{Interrupt, Limits};
use sator_base::memory::Memory;
use sator_draw::render::{Labels, Look};
use sator_lang::elaborate::ExpansionLimits;
use sator_solve::lower::{Encoding, Method};
use sator_solve::solver::{Engine, engine_named, has_encoding};
use std::time::Duration;

/// The settings of a session.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The encoding. `None` is `auto`: `fd`, after a try of `int` where numbers are wide.
    pub encoding: Option<Encoding>,
    /// The time limit of reading one statement or answering one question.
    pub timeout: Option<Duration>,
    /// The engine, where the encoding leaves a choice.
    pub engine: Engine,
    /// The memory limit of the process.
    pub memory: Memory,
    /// The seed of the engines.
    pub seed: u32,
    /// The number of constraints and expressions that a puzzle can expand to.
    pub limit: usize,
    /// Whether every explanation is proved a second time, in the other encoding.
    pub verify: bool,
    /// At the prompt, whether each statement is checked against those before it.
    pub check: bool,
    /// Whether to warn, once in each script, about a `/` that can leave a fraction.
    pub fractions: bool,
    /// Whether boards are drawn with the numbers of their rows and columns; `None` is `auto`: at the prompt, from 6x6.
    pub labels: Option<bool>,
    /// Whether `hint` first names the place of the step, and shows the step when it is asked again.
    pub staged_hints: bool,
    /// Whether steps have one line each, in the notation of sudoku solvers where there is one.
    pub brief: bool,
    /// The address of a published page, with which links to a script start.
    pub site: Option<String>,
}

/// The environment variable with the name of the engine to use by default.
pub const ENGINE_VARIABLE: &str = "SATOR_ENGINE";

impl Settings {
    /// The default settings with the engine of the environment variable, so that tests run on each engine.
    pub fn of_environment() -> Settings {
        let engine = std::env::var(ENGINE_VARIABLE).ok().and_then(|name| engine_named(&name));
        Settings { engine: engine.unwrap_or_default(), ..Settings::default() }
    }

    /// The layout of drawings; `prompt` states whether a person types at a prompt.
    pub fn look(&self, prompt: bool, width: usize, ascii: bool) -> Look {
        let labels = match self.labels {
            Some(true) => Labels::On,
            Some(false) => Labels::Off,
            None if prompt => Labels::Large,
            None => Labels::Off,
        };
        Look { width, labels, ascii, memory: self.memory, brief: self.brief, ..Look::default() }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            encoding: None,
            engine: Engine::default(),
            timeout: None,
            memory: Memory::Auto,
            seed: 0,
            limit: ExpansionLimits::default().size,
            verify: true,
            check: true,
            fractions: true,
            labels: None,
            staged_hints: true,
            brief: false,
            site: None,
        }
    }
}

/// A key of `set`: its name, the values it takes, and what it does.
pub struct Key {
    /// The name, as `set` takes it.
    pub name: &'static str,
    /// The values, in words.
    pub values: &'static str,
    /// A description of one line.
    pub help: &'static str,
    /// Changes the setting; `None` if the text is no value of this key.
    parse: fn(&mut Settings, &str) -> Option<()>,
    /// The value as it would be typed.
    print: fn(&Settings) -> String,
}

const ENGINES: &str = match (cfg!(feature = "z3"), cfg!(feature = "cadical")) {
    (true, true) => "auto, sat, z3 or cadical",
    (true, false) => "auto, sat or z3",
    (false, true) => "auto, sat or cadical",
    (false, false) => "auto or sat",
};

const ENCODINGS: &str = if cfg!(feature = "z3") { "fd, int or auto" } else { "fd or auto: this build has no Z3" };

/// All keys, in the order of `set` without arguments.
pub const KEYS: &[Key] = &[
    Key {
        name: "encoding",
        values: ENCODINGS,
        help: "which formula is searched; auto is fd, but tries int first if there are only linear sums of wide numbers",
        parse: |s, text| parse_encoding(text).map(|v| s.encoding = v),
        print: |s| s.encoding.map_or("auto", Encoding::name).into(),
    },
    Key {
        name: "engine",
        values: ENGINES,
        help: "which engine searches: sat is batsat, a SAT solver in Rust; auto adds Z3 if that takes long",
        parse: |s, text| engine_named(text).map(|v| s.engine = v),
        print: |s| s.engine.name().into(),
    },
    Key {
        name: "timeout",
        values: "10s, 500ms, 2m or off",
        help: "how long reading a statement or answering a question can take",
        parse: |s, text| parse_timeout(text).map(|v| s.timeout = v),
        print: |s| s.timeout.map_or("off".into(), timeout_text),
    },
    Key {
        name: "memory",
        values: "4GB, 500MB, auto or off",
        help: "how much memory the program can use before a question ends as unknown; auto is 80% of the machine's",
        parse: |s, text| parse_memory(text).map(|v| s.memory = v),
        print: |s| memory_text(s.memory),
    },
    Key {
        name: "seed",
        values: "a number",
        help: "where the search starts",
        parse: |s, text| text.parse().ok().map(|v| s.seed = v),
        print: |s| s.seed.to_string(),
    },
    Key {
        name: "limit",
        values: "a number",
        help: "how many constraints and expressions a puzzle can expand to",
        parse: |s, text| text.parse().ok().map(|v| s.limit = v),
        print: |s| s.limit.to_string(),
    },
    Key {
        name: "verify",
        values: "on or off",
        help: "prove every explanation once more, in the other encoding",
        parse: |s, text| parse_switch(text).map(|v| s.verify = v),
        print: |s| switch_text(s.verify).into(),
    },
    Key {
        name: "check",
        values: "on or off",
        help: "whether the prompt warns when a new statement clashes with earlier ones",
        parse: |s, text| parse_switch(text).map(|v| s.check = v),
        print: |s| switch_text(s.check).into(),
    },
    Key {
        name: "fractions",
        values: "on or off",
        help: "warn once in each script about a `/` that can leave a fraction; `//` rounds down",
        parse: |s, text| parse_switch(text).map(|v| s.fractions = v),
        print: |s| switch_text(s.fractions).into(),
    },
    Key {
        name: "labels",
        values: "on, off or auto",
        help: "row and column numbers beside boards; auto: at the prompt, from 6x6",
        parse: |s, text| parse_labels(text).map(|v| s.labels = v),
        print: |s| s.labels.map_or("auto", switch_text).into(),
    },
    Key {
        name: "hints",
        values: "staged or whole",
        help: "whether `hint` first says where to look, and the step when it is asked again, or the step at once",
        parse: |s, text| parse_either(text, "staged", "whole").map(|v| s.staged_hints = v),
        print: |s| if s.staged_hints { "staged" } else { "whole" }.into(),
    },
    Key {
        name: "steps",
        values: "full or brief",
        help: "whether a step is a sentence with what it rests on, or one line: `W-Wing: 9/4 in r6c8, r5c2 by 4 in r3c28 => r6c1<>9`",
        parse: |s, text| parse_either(text, "brief", "full").map(|v| s.brief = v),
        print: |s| if s.brief { "brief" } else { "full" }.into(),
    },
    Key {
        name: "site",
        values: "the address of a published page in double quotes, or off",
        help: "where links of `Copy link` open: the address of the folder that `scripts/web` builds",
        parse: |s, text| parse_site(text).map(|v| s.site = v),
        print: |s| s.site.as_ref().map_or("off".into(), |site| format!("\"{site}\"")),
    },
];

impl Key {
    /// Finds a key by its name.
    pub fn find(name: &str) -> Option<&'static Key> {
        KEYS.iter().find(|key| key.name == name)
    }

    /// The value of the key, as it is typed.
    pub fn value(&self, settings: &Settings) -> String {
        (self.print)(settings)
    }
}

impl Settings {
    /// The encoding and engine for a puzzle of which nothing is known.
    pub fn method(&self) -> Method {
        Method { encoding: self.encoding.unwrap_or(Encoding::Fd), engine: self.engine, seed: self.seed, trial: false }
    }

    /// Whether the choice of the method is open. A user who sets an engine or an encoding wants its answer.
    pub(crate) fn leaves_method_open(&self) -> bool {
        self.encoding.is_none() && self.engine == Engine::Auto
    }

    /// The limits of a statement or question that starts now.
    pub fn limits(&self, interrupt: &Interrupt) -> Limits {
        let deadline = self.timeout.and_then(|time| Instant::now().checked_add(time));
        Limits::interrupted_by(interrupt.clone()).until(deadline).with_memory(self.memory)
    }

    /// Sets one key.
    ///
    /// # Errors
    /// There is no such key, or it doesn't take this value. The message lists the keys or values to write instead.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let Some(key) = Key::find(name) else {
            let names: Vec<&str> = KEYS.iter().map(|k| k.name).collect();
            return Err(format!("there is no setting `{name}`; there are {}", names.join(", ")));
        };
        (key.parse)(self, value).ok_or_else(|| format!("`set {name}` takes {}, not `{value}`", key.values))
    }
}

/// Whether the text is the first of two words; `None` for a third one.
fn parse_either(text: &str, yes: &str, no: &str) -> Option<bool> {
    [(yes, true), (no, false)].into_iter().find_map(|(word, value)| (word == text).then_some(value))
}

/// `on` or `off`.
fn parse_switch(text: &str) -> Option<bool> {
    parse_either(text, "on", "off")
}

/// `on`, `off`, or `auto`.
fn parse_labels(text: &str) -> Option<Option<bool>> {
    if text == "auto" { Some(None) } else { parse_switch(text).map(Some) }
}

/// `"https://example.org/sator/"`, or `off`. The address ends with a slash or names a page.
fn parse_site(text: &str) -> Option<Option<String>> {
    if text == "off" {
        return Some(None);
    }
    let address = text.strip_prefix('"')?.strip_suffix('"')?;
    let rest = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"))?;
    let plain = rest.chars().all(|c| c.is_ascii_graphic() && !matches!(c, '"' | '<' | '>' | '#' | '\\'));
    (plain && !rest.starts_with('/') && !rest.is_empty()).then(|| Some(address.to_string()))
}

fn switch_text(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

/// `fd`, `int` or `auto`.
pub fn parse_encoding(text: &str) -> Option<Option<Encoding>> {
    match text {
        "fd" => Some(Some(Encoding::Fd)),
        "int" => has_encoding(Encoding::Int).then_some(Some(Encoding::Int)),
        "auto" => Some(None),
        _ => None,
    }
}

/// `10s`, `0.5s`, `500ms`, `2m`, or a number of seconds; `off` for none.
pub fn parse_timeout(text: &str) -> Option<Option<Duration>> {
    if matches!(text, "off" | "none") {
        return Some(None);
    }
    let seconds = with_unit(text, &[("ms", 0.001), ("s", 1.0), ("m", 60.0), ("", 1.0)])?;
    Duration::try_from_secs_f64(seconds).ok().map(Some)
}

fn timeout_text(time: Duration) -> String {
    match time.as_millis() {
        ms if ms.is_multiple_of(1000) => format!("{}s", ms / 1000),
        ms => format!("{ms}ms"),
    }
}

const MB: u64 = 1 << 20;
const GB: u64 = 1 << 30;

/// `4GB`, `1.5GB`, `500MB`, at least 1 MB; `auto`, `off`. Units are powers of 1024.
pub fn parse_memory(text: &str) -> Option<Memory> {
    match text {
        "auto" => return Some(Memory::Auto),
        "off" | "none" => return Some(Memory::Off),
        _ => {}
    }
    let upper = text.to_ascii_uppercase();
    let bytes = with_unit(&upper, &[("GB", GB as f64), ("MB", MB as f64), ("G", GB as f64), ("M", MB as f64)])?;
    // Whole megabytes: what is shown is what is meant.
    let megabytes = (bytes / MB as f64).round();
    (1.0..=1e9).contains(&megabytes).then(|| Memory::AtMost(megabytes as u64 * MB))
}

fn memory_text(memory: Memory) -> String {
    match memory {
        Memory::Auto => "auto".into(),
        Memory::Off => "off".into(),
        Memory::AtMost(bytes) if bytes.is_multiple_of(GB) => format!("{}GB", bytes / GB),
        Memory::AtMost(bytes) => format!("{}MB", bytes / MB),
    }
}

/// A number, not negative, with one of the units; the first that fits counts.
fn with_unit(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let (number, unit) = units.iter().find_map(|(name, unit)| Some((text.strip_suffix(name)?, unit)))?;
    let number = number.trim_end().parse::<f64>().ok().filter(|n| n.is_finite() && *n >= 0.0)?;
    Some(number * unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each key sets itself and nothing else, and prints what would be typed.
    #[test]
    fn a_key_is_its_own() {
        let samples = [
            ("encoding", "int"),
            ("engine", "z3"),
            ("timeout", "1500ms"),
            ("memory", "500MB"),
            ("seed", "7"),
            ("limit", "12"),
            ("verify", "off"),
            ("check", "off"),
            ("fractions", "off"),
            ("labels", "on"),
            ("hints", "whole"),
            ("steps", "brief"),
            ("site", "\"https://example.org/sator/\""),
        ];
        assert_eq!(samples.map(|(name, _)| name).to_vec(), KEYS.iter().map(|k| k.name).collect::<Vec<_>>());
        let before = Settings::default();
        for (name, value) in samples {
            let mut settings = before.clone();
            settings.set(name, value).expect("the sample is right");
            for key in KEYS {
                let expected = if key.name == name { value.to_string() } else { key.value(&before) };
                assert_eq!(key.value(&settings), expected, "after {name}");
            }
            assert!(settings.set(name, "purple").is_err(), "{name}");
        }
    }

    #[test]
    fn a_site_is_an_address() {
        let mut settings = Settings::default();
        for bad in
            ["https://a.org/", "\"ftp://a.org/\"", "\"https://\"", "\"https:///a\"", "\"https://a.org/#s\"", "\"\""]
        {
            assert!(settings.set("site", bad).is_err(), "{bad}");
        }
        settings.set("site", "\"http://localhost:8000/\"").expect("an address");
        settings.set("site", "off").expect("none");
        assert_eq!(settings.site, None);
    }

    #[test]
    fn memory_is_read_with_its_unit() {
        let at_most = |bytes| Some(Memory::AtMost(bytes));
        for (text, memory, shown) in [
            ("4GB", at_most(4 * GB), "4GB"),
            ("4gb", at_most(4 * GB), "4GB"),
            ("1.5G", at_most(GB + GB / 2), "1536MB"),
            ("500MB", at_most(500 * MB), "500MB"),
            ("1024m", at_most(GB), "1GB"),
            ("off", Some(Memory::Off), "off"),
            ("auto", Some(Memory::Auto), "auto"),
        ] {
            assert_eq!(parse_memory(text), memory, "{text}");
            assert_eq!(memory.map(memory_text).as_deref(), Some(shown));
        }
        for text in ["", "4", "GB", "-1GB", "0MB", "4TB", "infGB", "nanMB", "1e300GB"] {
            assert_eq!(parse_memory(text), None, "{text}");
        }
    }
}
