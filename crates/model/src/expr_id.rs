//! The numbers of nodes, which graphs and nodes refer to.

sator_base::ids::id! {
    /// The number of a node in its pool.
    pub struct ExprId;
}
