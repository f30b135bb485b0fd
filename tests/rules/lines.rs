//! lines

use super::{Case, case, check};

#[test]
fn mean_what_they_say() {
    check("lines", vec![]);
}
