//! SAT engines behind one seam (`sat::Sat`), one file each, and Z3's integers for the `int` encoding.

mod auto;
mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
pub mod sat;
#[cfg(test)]
mod tests;
pub mod z3;

use sat::Sat;
pub use sator_base::method::{ENGINE_VARIABLE, Engine};

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
