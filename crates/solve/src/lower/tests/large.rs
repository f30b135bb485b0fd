//! Values and domains so large that they need other encodings.

use super::*;

/// Houses whose values have a total beyond 64 bits.
#[test]
fn houses_of_large_values() {
    let base = 1 << 59;
    let mut model = Model::default();
    let cells: Vec<ExprId> = (0..20).map(|_| unknown(&mut model, Kind::Int, Domain::range(base, base + 19))).collect();
    let different = model.pool.all_different(&cells, &[]);
    constrain(&mut model, different);
    let [x, y] = [0; 2].map(|_| unknown(&mut model, Kind::Int, Domain::range(1, 3)));
    let four = model.pool.int(4);
    let sum = model.pool.add(x, y).and_then(|sum| model.pool.eq(sum, four));
    sum.into_iter().for_each(|e| constrain(&mut model, e));
    for narrow in [true, false] {
        let mut formula = Fd::new(new_engine(Engine::Auto, 0), Sizes::default(), narrow);
        let guarded: Vec<_> = model.constraints.iter().map(|c| (c.expr, None)).collect();
        match narrow {
            true => {
                assert_eq!(formula.add_constraints(model.expressions(), &model.conditions(), &Limits::none()), Ok(()))
            }
            false => assert_eq!(formula.assert_all(model.expressions(), &guarded, &Limits::none()), Ok(())),
        }
        assert_eq!(formula.check(&[], &Limits::none()), Verdict::Sat, "narrow {narrow}");
    }
}

/// Unknowns with a million values and their product; only bit-vectors work.
#[test]
fn large_domains() {
    let mut model = Model::default();
    let [x, y, z] = [0; 3].map(|_| unknown(&mut model, Kind::Int, Domain::range(0, 1_000_000)));
    let pool = &mut model.pool;
    let (Ok(product), Ok(sum)) = (pool.mul(x, y), pool.add(x, y)) else { panic!("overflow") };
    let seven = pool.int(7);
    let (Ok(quotient), Ok(rest)) = (pool.div(product, seven), pool.modulo(product, seven)) else { panic!("overflow") };
    let (goal, total, three) = (pool.int(999_999), pool.int(2_040), pool.int(0));
    let conditions =
        [pool.eq(product, goal), pool.le(sum, total), pool.eq(z, quotient), pool.eq(rest, three), pool.lt(x, y)];
    for e in conditions.into_iter().flatten() {
        constrain(&mut model, e);
    }
    for narrow in [true, false] {
        let mut formula = Fd::new(new_engine(Engine::Auto, 0), Sizes::default(), narrow);
        assert_eq!(formula.add_constraints(model.expressions(), &model.conditions(), &Limits::none()), Ok(()));
        // 999999 = 819 * 1221 = 999 * 1001; all others lie further apart.
        assert_eq!(count(&mut formula, &model, &[]), 2, "narrow {narrow}");
    }
}
