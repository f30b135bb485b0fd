//! SAT engines behind one seam (`sat::Sat`), one file each, and Z3's integers for the `int` encoding.
//!
//! Without the feature `z3` nothing here needs libz3: `auto` is batsat, and what only Z3 can do is unknown.

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

use sat::Sat;
pub use sator_base::method::Engine;
#[cfg(not(feature = "z3"))]
pub use without_z3::{Integers, leave_if_abandoned};
#[cfg(feature = "z3")]
pub use z3::{Integers, leave_if_abandoned};

/// An engine with nothing asserted.
pub fn new_engine(engine: Engine, seed: u32) -> Box<dyn Sat> {
    match engine {
        #[cfg(feature = "z3")]
        Engine::Auto => Box::new(auto::Auto::new(seed)),
        #[cfg(not(feature = "z3"))]
        Engine::Auto => Box::new(batsat::Batsat::new(seed)),
        Engine::Sat => Box::new(batsat::Batsat::new(seed)),
        #[cfg(feature = "z3")]
        Engine::Z3 => Box::new(z3::Z3::new(seed)),
        #[cfg(not(feature = "z3"))]
        Engine::Z3 => Box::new(without_z3::Missing::default()),
        #[cfg(feature = "cadical")]
        Engine::Cadical => Box::new(cadical::Cadical::new(seed)),
    }
}
