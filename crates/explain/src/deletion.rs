//! Deletion filter: items of a list that are needed together, by leaving out blocks of them.
//!
//! A block doubles after each one that is not needed. A block with a needed item is halved until that item is found; the last item
//! left needs no test. So few needed items among many take few tests, and a list of needed items takes one test each.

/// Removes the items from the position `from` on without which the others are still enough, the earliest first. `is_enough` must
/// hold for more items where it holds for fewer.
pub(super) fn remove_needless<T: Copy>(items: &mut Vec<T>, from: usize, is_enough: &mut dyn FnMut(&[T]) -> bool) {
    let (mut at, mut block) = (from, 1);
    // Items from `at` on of which at least one is needed.
    let mut suspects = 0;
    while at < items.len() {
        if suspects == 1 {
            (at, block, suspects) = (at + 1, 1, 0);
            continue;
        }
        let size = if suspects == 0 { block } else { suspects / 2 };
        let end = items.len().min(at + size);
        let removed: Vec<T> = items.drain(at..end).collect();
        if !is_enough(items) {
            suspects = removed.len();
            items.splice(at..at, removed);
        } else if suspects == 0 {
            block *= 2;
        } else {
            suspects -= removed.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sator_base::random::Random;

    #[test]
    fn just_the_needed_items_are_left() {
        let mut random = Random::new(5);
        for round in 0..200 {
            let size = random.below(60);
            let one_in = 1 + round % 30;
            let needed: Vec<usize> = (0..size).filter(|_| random.below(one_in) == 0).collect();
            let from = random.below(1 + size.min(4));
            let mut items: Vec<usize> = (0..size).collect();
            let mut tests = 0;
            remove_needless(&mut items, from, &mut |left| {
                tests += 1;
                needed.iter().all(|item| left.contains(item))
            });
            assert_eq!(items, (0..size).filter(|item| *item < from || needed.contains(item)).collect::<Vec<_>>());
            assert!(2 * tests <= 3 * size + 1, "{tests} tests of {size} items");
        }
    }

    #[test]
    fn few_needed_items_take_few_tests() {
        let mut items: Vec<usize> = (0..200).collect();
        let mut tests = 0;
        remove_needless(&mut items, 0, &mut |left| {
            tests += 1;
            [20, 120].iter().all(|item| left.contains(item))
        });
        assert_eq!(items, [20, 120]);
        assert!(tests < 50, "{tests}");
    }
}
