//! SAT engines behind one trait (`sat::Sat`), one file each, and Z3's integers for the `int` encoding.
//!
//! Without the feature `z3` nothing needs libz3: `auto` is batsat, and what requires Z3 is unknown.

#[cfg(feature = "z3")]
mod auto;
mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
#[cfg(not(all(feature = "z3", feature = "cadical")))]
mod missing;
pub mod sat;
mod smt2;
pub mod terms;
#[cfg(all(test, feature = "z3"))]
mod tests;
#[cfg(not(feature = "z3"))]
mod without_z3;
#[cfg(feature = "z3")]
pub mod z3;

#[cfg(feature = "z3")]
use auto::Auto;
use sat::Sat;
use sator_base::method::Encoding;
pub use sator_base::method::Engine;
#[cfg(not(feature = "z3"))]
use without_z3::Auto;
#[cfg(not(feature = "z3"))]
pub use without_z3::{Integers, leave_if_abandoned, search_z3_in};
#[cfg(feature = "z3")]
pub use z3::{Integers, leave_if_abandoned, search_z3_in};

/// The engines of this program.
pub const ENGINES: &[Engine] = &[
    Engine::Auto,
    Engine::Sat,
    #[cfg(feature = "z3")]
    Engine::Z3,
    #[cfg(feature = "cadical")]
    Engine::Cadical,
];

/// The engine of this program with this name.
pub fn engine_named(name: &str) -> Option<Engine> {
    ENGINES.iter().copied().find(|engine| engine.name() == name)
}

/// Whether this program has an engine that answers for the encoding.
pub fn has_encoding(encoding: Encoding) -> bool {
    match encoding {
        Encoding::Fd => true,
        Encoding::Int => ENGINES.contains(&Engine::Z3),
    }
}

/// Whether the engine can answer: this program has it, and its library can be loaded. The first call loads the library, which
/// takes some milliseconds.
pub fn can_run(engine: Engine) -> bool {
    #[cfg(feature = "z3")]
    if engine == Engine::Z3 {
        return z3::can_load();
    }
    ENGINES.contains(&engine)
}

/// An engine with nothing asserted.
pub fn new_engine(engine: Engine, seed: u32) -> Box<dyn Sat> {
    match engine {
        Engine::Auto => Box::new(Auto::new(seed)),
        Engine::Sat => Box::new(batsat::Batsat::new(seed)),
        #[cfg(feature = "z3")]
        Engine::Z3 => Box::new(z3::Z3::new(seed)),
        #[cfg(feature = "cadical")]
        Engine::Cadical => Box::new(cadical::Cadical::new(seed)),
        #[cfg(not(all(feature = "z3", feature = "cadical")))]
        other => Box::new(missing::Missing::new(other)),
    }
}
