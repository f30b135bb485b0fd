pub mod engine;
pub mod limits;
