//! Latin squares, sudoku, and what is asked of single cells and of places that repeat.

use super::{beside, case, check, column, distinct, latin, places};

#[test]
fn mean_what_they_say() {
    let cases = vec![case("latin", "3x3 in 1..3", "latin(x)", latin), case("latin", "2x3 in 1..3", "latin(x)", latin)];
    check("sudoku", cases);
}
