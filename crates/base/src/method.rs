//! The method that answers for a model: which formula, which engine. Only names: `sator-solve` has the implementations,
//! and its features decide which of them a program has.

/// The engine that answers for the `fd` encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// batsat, and Z3 beside it after some counted effort.
    #[default]
    Auto,
    /// batsat alone.
    Sat,
    /// Z3 alone.
    Z3,
    /// CaDiCaL alone.
    Cadical,
}

impl Engine {
    /// The name that `set engine` takes.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Auto => "auto",
            Engine::Sat => "sat",
            Engine::Z3 => "z3",
            Engine::Cadical => "cadical",
        }
    }
}

/// The formula for a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// Finite domains: literals, clauses, bit-vectors.
    Fd,
    /// Integers, as a person would write them for Z3.
    Int,
}

impl Encoding {
    /// The name that `set encoding` takes.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Fd => "fd",
            Encoding::Int => "int",
        }
    }
}

/// The way in which a model is answered: the formula, the engine where there is a choice, and the start of its search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// The formula.
    pub encoding: Encoding,
    /// The engine of `fd`; `int` always uses Z3.
    pub engine: Engine,
    /// The start of the search; 0 for the default start.
    pub seed: u32,
    /// Whether the formula can give up with `Reason::NotSoon`, so that another method takes over: `int` soon, `fd`
    /// where constraints it left out are needed.
    pub trial: bool,
}

/// The work of a search so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Decisions that led to a contradiction.
    pub conflicts: u64,
    /// Literals that were assumed.
    pub decisions: u64,
    /// Literals that followed, or constraints that were looked at.
    pub propagations: u64,
    /// Searches that began again from the root.
    pub restarts: u64,
}

/// A number that an engine reports of its work, under the engine's own name: `sat conflicts`.
pub type Statistic = (String, f64);

/// Variables and clauses made so far; a sum that an engine accepts directly counts as one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Variables of the engine.
    pub variables: usize,
    /// Clauses and sums.
    pub assertions: usize,
}
