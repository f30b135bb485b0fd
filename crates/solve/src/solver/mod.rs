//! SAT engines behind one trait (`sat::Sat`), one file each, and Z3's integers for the `int` encoding.
//!
//! Without the feature `z3` nothing needs libz3: `auto` is batsat, and what requires Z3 is unknown.

#[cfg(feature = "z3")]
mod auto;
mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
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
pub use sator_base::method::Engine;
#[cfg(not(feature = "z3"))]
use without_z3::{Auto, Z3};
#[cfg(not(feature = "z3"))]
pub use without_z3::{Integers, leave_if_abandoned, search_z3_in};
#[cfg(feature = "z3")]
use z3::Z3;
#[cfg(feature = "z3")]
pub use z3::{Integers, leave_if_abandoned, search_z3_in};

/// Whether the engine can answer: this program has it, and its library can be loaded. The first call loads the library, which
/// takes some milliseconds.
pub fn can_run(engine: Engine) -> bool {
    #[cfg(feature = "z3")]
    if engine == Engine::Z3 {
        return z3::can_load();
    }
    engine.is_available()
}

/// An engine with nothing asserted.
pub fn new_engine(engine: Engine, seed: u32) -> Box<dyn Sat> {
    match engine {
        Engine::Auto => Box::new(Auto::new(seed)),
        Engine::Sat => Box::new(batsat::Batsat::new(seed)),
        Engine::Z3 => Box::new(Z3::new(seed)),
        #[cfg(feature = "cadical")]
        Engine::Cadical => Box::new(cadical::Cadical::new(seed)),
    }
}
