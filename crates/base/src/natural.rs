//! Whole numbers of any size, for products of many counts.

use std::fmt;

const LIMB: u128 = 1_000_000_000_000_000_000;

/// A whole number from 0 on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Natural {
    /// The digits in groups of 18, the lowest first. None for 0, and the last is never 0.
    limbs: Vec<u64>,
}

impl Natural {
    /// The product of two numbers.
    #[must_use]
    pub fn times(self, factor: u64) -> Natural {
        if factor == 0 {
            return Natural { limbs: vec![] };
        }
        let mut limbs = self.limbs;
        let mut carry = 0;
        for limb in &mut limbs {
            let product = u128::from(*limb) * u128::from(factor) + carry;
            *limb = (product % LIMB) as u64;
            carry = product / LIMB;
        }
        while carry > 0 {
            limbs.push((carry % LIMB) as u64);
            carry /= LIMB;
        }
        Natural { limbs }
    }

    /// The number, if it has 64 bits or fewer.
    pub fn small(&self) -> Option<u64> {
        let value = match self.limbs[..] {
            [] => 0,
            [low] => u128::from(low),
            [low, high] => u128::from(high) * LIMB + u128::from(low),
            _ => return None,
        };
        u64::try_from(value).ok()
    }
}

impl From<u64> for Natural {
    fn from(number: u64) -> Natural {
        Natural { limbs: vec![1] }.times(number)
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.limbs.last().unwrap_or(&0))?;
        self.limbs.iter().rev().skip(1).try_for_each(|limb| write!(f, "{limb:018}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_have_all_their_digits() {
        let power = |base, exponent| (0..exponent).fold(Natural::from(1), |product, _| product.times(base));
        for exponent in 0..38 {
            assert_eq!(power(10, exponent).to_string(), 10_u128.pow(exponent).to_string());
            assert_eq!(power(7, exponent).to_string(), 7_u128.pow(exponent).to_string());
            assert_eq!(power(9, exponent).small(), 9_u64.checked_pow(exponent));
        }
        assert_eq!(Natural::from(u64::MAX).times(u64::MAX).to_string(), (u128::from(u64::MAX).pow(2)).to_string());
        assert_eq!(Natural::from(u64::MAX).small(), Some(u64::MAX));
        assert_eq!(power(9, 81).times(0).to_string(), "0");
        assert_eq!(
            power(9, 81).to_string(),
            "196627050475552913618075908526912116283103450944214766927315415537966391196809"
        );
    }
}
