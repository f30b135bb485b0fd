//! How a model is answered: which formula, which engine. Names only; `sator-solve` has what they stand for.

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
    /// The engines of this program.
    pub const ALL: &[Engine] = &[
        Engine::Auto,
        Engine::Sat,
        #[cfg(feature = "z3")]
        Engine::Z3,
        #[cfg(feature = "cadical")]
        Engine::Cadical,
    ];

    /// Whether this program has the engine.
    pub fn is_available(self) -> bool {
        Engine::ALL.contains(&self)
    }

    /// The engine of this program with the name.
    pub fn named(name: &str) -> Option<Engine> {
        Engine::ALL.iter().copied().find(|engine| engine.name() == name)
    }

    /// The name that `set engine` takes.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Auto => "auto",
            Engine::Sat => "sat",
            Engine::Z3 => "z3",
            #[cfg(feature = "cadical")]
            Engine::Cadical => "cadical",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// Finite domains: literals, clauses, bit-vectors.
    Fd,
    /// Integers, as one would write them by hand.
    Int,
}

impl Encoding {
    /// Whether this program has an engine that answers for it.
    pub fn is_available(self) -> bool {
        match self {
            Encoding::Fd => true,
            Encoding::Int => Engine::Z3.is_available(),
        }
    }

    /// The name that `set encoding` takes.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Fd => "fd",
            Encoding::Int => "int",
        }
    }
}

/// How a model becomes answers: which formula, which engine where that can be chosen, and where its search starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    pub encoding: Encoding,
    /// Behind `fd`; `int` is always Z3's.
    pub engine: Engine,
    pub seed: u32,
    /// The formula may give up (`Reason::NotSoon` of the solver), so that another is asked: `int` does soon, `fd` where what it left out
    /// is needed.
    pub trial: bool,
}

/// Variables and clauses made so far; a sum that an engine takes as it is counts as one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    pub variables: usize,
    pub assertions: usize,
}
