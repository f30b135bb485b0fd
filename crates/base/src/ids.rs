//! Ids that count from 0, and lists indexed by them. No other place converts between ids and positions.

/// Defines an id type: `at` makes an id from a position, `index` returns the position.
#[macro_export]
macro_rules! id {
    ($($(#[$meta:meta])* $vis:vis struct $name:ident;)+) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        $vis struct $name($vis u32);

        #[allow(dead_code, reason = "not every id needs both ways")]
        impl $name {
            /// The id of a position.
            #[inline]
            pub fn at(index: usize) -> $name {
                $name(index as u32)
            }

            /// The position of this id.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl<T> std::ops::Index<$name> for [T] {
            type Output = T;

            #[inline]
            fn index(&self, id: $name) -> &T {
                &self[id.0 as usize]
            }
        }

        impl<T> std::ops::IndexMut<$name> for [T] {
            #[inline]
            fn index_mut(&mut self, id: $name) -> &mut T {
                &mut self[id.0 as usize]
            }
        }

        impl<T> std::ops::Index<$name> for Vec<T> {
            type Output = T;

            #[inline]
            fn index(&self, id: $name) -> &T {
                &self[id.0 as usize]
            }
        }

        impl<T> std::ops::IndexMut<$name> for Vec<T> {
            #[inline]
            fn index_mut(&mut self, id: $name) -> &mut T {
                &mut self[id.0 as usize]
            }
        }
    )+};
}

pub use crate::id;
