//! SAT engines behind one seam (`sat::Sat`), one file each, and Z3's integers for the `int` encoding.

mod auto;
mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
pub(crate) mod sat;
#[cfg(test)]
mod tests;
pub(crate) mod z3;

use sat::Sat;

/// Names the engine where nothing else does.
pub const ENGINE_VARIABLE: &str = "SATOR_ENGINE";

/// Which engine answers for the `fd` encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// batsat, and after some counted effort Z3 beside it.
    #[default]
    Auto,
    /// batsat alone.
    Sat,
    /// Z3 alone.
    Z3,
    #[cfg(feature = "cadical")]
    Cadical,
}

impl Engine {
    /// All that this program has, each with the name that `set engine` takes.
    pub const ALL: &[(Engine, &str)] = &[
        (Engine::Auto, "auto"),
        (Engine::Sat, "sat"),
        (Engine::Z3, "z3"),
        #[cfg(feature = "cadical")]
        (Engine::Cadical, "cadical"),
    ];

    /// The one that the environment names, else `auto`: how the tests are run on each engine.
    pub fn usual() -> Engine {
        std::env::var(ENGINE_VARIABLE).ok().and_then(|name| Engine::named(&name)).unwrap_or_default()
    }

    pub fn named(name: &str) -> Option<Engine> {
        Engine::ALL.iter().find(|e| e.1 == name).map(|e| e.0)
    }

    pub fn name(self) -> &'static str {
        Engine::ALL.iter().find(|e| e.0 == self).map_or("", |e| e.1)
    }
}

/// An engine with nothing asserted.
pub fn new_engine(engine: Engine, seed: u32) -> Box<dyn Sat> {
    match engine {
        Engine::Auto => Box::new(auto::Auto::new(seed)),
        Engine::Sat => Box::new(batsat::Batsat::new(seed)),
        Engine::Z3 => Box::new(z3::Z3::new(seed)),
        #[cfg(feature = "cadical")]
        Engine::Cadical => Box::new(cadical::Cadical::new(seed)),
    }
}
