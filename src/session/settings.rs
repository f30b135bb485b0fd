//! What `set` and the command line choose.

use crate::lower::{Encoding, Method};
use crate::solver::Engine;
use std::time::Duration;

#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// `None` is `auto`, which is `fd`.
    pub encoding: Option<Encoding>,
    /// How long one question may take.
    pub timeout: Option<Duration>,
    pub seed: u32,
    /// Which engine answers where the formula leaves a choice.
    pub engine: Engine,
    /// Constraints and expressions that a puzzle may expand to.
    pub limit: usize,
    /// Prove every explanation once more, in the other encoding.
    pub verify: bool,
    /// At the prompt, whether each statement is checked against those before it.
    pub check: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            encoding: None,
            timeout: None,
            seed: 0,
            engine: Engine::Auto,
            limit: crate::elaborate::ExpansionLimits::default().size,
            verify: true,
            check: true,
        }
    }
}

/// A key of `set`: its name, the values it takes, and what it does.
pub struct Key {
    pub name: &'static str,
    pub values: &'static str,
    pub help: &'static str,
}

pub const KEYS: &[Key] = &[
    Key { name: "encoding", values: "fd, int or auto", help: "the formula that Z3 is given; auto is fd" },
    Key {
        name: "engine",
        values: "auto, sat or z3",
        help: "who searches; auto is sat, and Z3 beside it where that takes long",
    },
    Key { name: "timeout", values: "10s, 500ms, 2m or off", help: "how long one question may take" },
    Key { name: "seed", values: "a number", help: "where the search starts" },
    Key { name: "limit", values: "a number", help: "constraints and expressions that a puzzle may expand to" },
    Key { name: "verify", values: "on or off", help: "prove every explanation once more, in the other encoding" },
    Key {
        name: "check",
        values: "on or off",
        help: "at the prompt, say when a new statement clashes with those before it",
    },
];

impl Settings {
    pub fn encoding(&self) -> Encoding {
        self.encoding.unwrap_or(Encoding::Fd)
    }

    pub fn method(&self) -> Method {
        Method { encoding: self.encoding(), engine: self.engine, seed: self.seed }
    }

    /// Sets one key; the error says what would be right.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let expected = |values: &str| format!("`set {key}` takes {values}, not `{value}`");
        let Some(known) = KEYS.iter().find(|k| k.name == key) else {
            let names: Vec<&str> = KEYS.iter().map(|k| k.name).collect();
            return Err(format!("there is no setting `{key}`; there are {}", names.join(", ")));
        };
        let wrong = || expected(known.values);
        match key {
            "encoding" => self.encoding = parse_encoding(value).ok_or_else(wrong)?,
            "timeout" => self.timeout = parse_timeout(value).ok_or_else(wrong)?,
            "engine" => {
                self.engine = Engine::ALL.iter().find(|e| e.1 == value).map(|e| e.0).ok_or_else(wrong)?;
            }
            "seed" => self.seed = value.parse().map_err(|_| wrong())?,
            "verify" => self.verify = parse_switch(value).ok_or_else(wrong)?,
            "check" => self.check = parse_switch(value).ok_or_else(wrong)?,
            _ => self.limit = value.parse().map_err(|_| wrong())?,
        }
        Ok(())
    }

    /// The value of a key as it would be typed.
    pub fn get(&self, key: &str) -> String {
        match key {
            "encoding" => match self.encoding {
                None => "auto".into(),
                Some(Encoding::Fd) => "fd".into(),
                Some(Encoding::Int) => "int".into(),
            },
            "timeout" => self.timeout.map_or("off".into(), |t| match t.as_millis() {
                ms if ms.is_multiple_of(1000) => format!("{}s", ms / 1000),
                ms => format!("{ms}ms"),
            }),
            "engine" => self.engine.name().into(),
            "seed" => self.seed.to_string(),
            "verify" => if self.verify { "on" } else { "off" }.into(),
            "check" => if self.check { "on" } else { "off" }.into(),
            _ => self.limit.to_string(),
        }
    }
}

/// `on` or `off`.
fn parse_switch(text: &str) -> Option<bool> {
    match text {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

/// `fd`, `int` or `auto`.
pub fn parse_encoding(text: &str) -> Option<Option<Encoding>> {
    match text {
        "fd" => Some(Some(Encoding::Fd)),
        "int" => Some(Some(Encoding::Int)),
        "auto" => Some(None),
        _ => None,
    }
}

/// `10s`, `0.5s`, `500ms`, `2m`, or a number of seconds; `off` for none.
pub fn parse_timeout(text: &str) -> Option<Option<Duration>> {
    if matches!(text, "off" | "none") {
        return Some(None);
    }
    let (number, unit) = match text {
        _ if text.ends_with("ms") => (&text[..text.len() - 2], 0.001),
        _ if text.ends_with('s') => (&text[..text.len() - 1], 1.0),
        _ if text.ends_with('m') => (&text[..text.len() - 1], 60.0),
        _ => (text, 1.0),
    };
    let seconds = number.parse::<f64>().ok().filter(|s| s.is_finite() && *s >= 0.0)? * unit;
    Duration::try_from_secs_f64(seconds).ok().map(Some)
}
