//! Two's complement numbers with a literal for each bit. The caller chooses widths without overflow.

use super::Encoder;
use crate::solver::sat::Lit;

sator_base::ids::id! {
    /// A number of an [`Encoder`]. Both operands of an operation have the same width.
    pub struct Bits;
}

impl Encoder {
    fn number(&mut self, literals: Vec<Lit>) -> Bits {
        self.bits.push(literals.into());
        Bits::at(self.bits.len() - 1)
    }

    fn literals(&self, a: Bits) -> Box<[Lit]> {
        self.bits_literals(a).into()
    }

    /// The literals from the lowest bit to the sign.
    pub fn bits_literals(&self, a: Bits) -> &[Lit] {
        &self.bits[a]
    }

    /// The number of bits.
    pub fn bits_width(&self, a: Bits) -> u32 {
        self.bits[a].len() as u32
    }

    /// A number with fresh literals.
    pub fn bits_fresh(&mut self, width: u32) -> Bits {
        let literals = (0..width).map(|_| self.fresh()).collect();
        self.number(literals)
    }

    /// A constant, which `width` bits can hold.
    pub fn bits_const(&mut self, value: i64, width: u32) -> Bits {
        let bit = |i: u32| if value >> i.min(63) & 1 == 1 { Lit::TRUE } else { Lit::FALSE };
        self.number((0..width).map(bit).collect())
    }

    /// `then` if the condition holds, else `otherwise`.
    pub fn bits_ite(&mut self, condition: Lit, then: Bits, otherwise: Bits) -> Bits {
        let (a, b) = (self.literals(then), self.literals(otherwise));
        let chosen = a.iter().zip(&b).map(|(&a, &b)| self.either(condition, a, b)).collect();
        self.number(chosen)
    }

    /// Sign-extends to `width`, which is at least the number's width.
    pub fn bits_extend(&mut self, a: Bits, width: u32) -> Bits {
        let mut literals = self.literals(a).into_vec();
        if literals.len() >= width as usize {
            return a;
        }
        let sign = literals.last().copied().unwrap_or(Lit::FALSE);
        literals.resize(width as usize, sign);
        self.number(literals)
    }

    /// The lowest `width` bits of `a`, if it has more. `width` is at least 1 and fits every value of `a`.
    pub fn bits_truncate(&mut self, a: Bits, width: u32) -> Bits {
        let literals = &self.bits[a];
        if literals.len() <= width as usize {
            return a;
        }
        let kept = literals[..width as usize].to_vec();
        self.number(kept)
    }

    /// `a + b`, which the width can hold.
    pub fn bits_add(&mut self, a: Bits, b: Bits) -> Bits {
        let (a, b) = (self.literals(a), self.literals(b));
        let sum = self.ripple(&a, &b, Lit::FALSE);
        self.number(sum)
    }

    fn ripple(&mut self, a: &[Lit], b: &[Lit], mut carry: Lit) -> Vec<Lit> {
        let mut sum = Vec::with_capacity(a.len());
        for (i, (&x, &y)) in a.iter().zip(b).enumerate() {
            if i + 1 == a.len() {
                // The carry out of the sign bit is dropped.
                sum.push(self.xor([x, y, carry]));
            } else {
                let (low, next) = self.add_bits(x, y, carry);
                sum.push(low);
                carry = next;
            }
        }
        sum
    }

    /// `-a`, which the width can hold.
    pub fn bits_neg(&mut self, a: Bits) -> Bits {
        let flipped: Vec<Lit> = self.literals(a).iter().map(|&l| !l).collect();
        let zero = vec![Lit::FALSE; flipped.len()];
        let negated = self.ripple(&flipped, &zero, Lit::TRUE);
        self.number(negated)
    }

    /// The product modulo 2^width; the exact product if it fits.
    pub fn bits_mul(&mut self, a: Bits, b: Bits) -> Bits {
        let (mut a, mut b) = (self.literals(a), self.literals(b));
        // The factor with fewer significant bits determines the number of additions.
        if own_bits(&a) < own_bits(&b) {
            std::mem::swap(&mut a, &mut b);
        }
        let width = a.len();
        let mut sum = vec![Lit::FALSE; width];
        let own = own_bits(&b);
        for (shift, &factor) in b.iter().enumerate().take(own) {
            let negative = shift + 1 == own;
            let part: Vec<Lit> = (0..width)
                .map(|i| match i.checked_sub(shift) {
                    None => Lit::FALSE,
                    Some(from) => self.and(&[factor, a[from]]),
                })
                .collect();
            // The sign bit of the shorter factor has a negative weight.
            sum = match negative {
                true => {
                    let flipped: Vec<Lit> = part.iter().map(|&l| !l).collect();
                    self.ripple(&sum, &flipped, Lit::TRUE)
                }
                false => self.ripple(&sum, &part, Lit::FALSE),
            };
        }
        self.number(sum)
    }

    /// Signed `a <= b`.
    pub fn bits_le(&mut self, a: Bits, b: Bits) -> Lit {
        let (a, b) = (self.literals(a), self.literals(b));
        let last = a.len().saturating_sub(1);
        let mut le = Lit::TRUE;
        for (i, (&x, &y)) in a.iter().zip(&b).enumerate() {
            // A set sign bit means the smaller number.
            let (x, y) = if i == last { (y, x) } else { (x, y) };
            le = self.majority([!x, y, le]);
        }
        le
    }

    /// A literal for `a = b`.
    pub fn bits_eq(&mut self, a: Bits, b: Bits) -> Lit {
        let (a, b) = (self.literals(a), self.literals(b));
        let alike: Vec<Lit> = a.iter().zip(&b).map(|(&a, &b)| !self.xor([a, b, Lit::FALSE])).collect();
        self.and(&alike)
    }

    /// The value in the model of the last check, which was `Sat`; the number has at most 64 bits.
    pub fn bits_value(&self, a: Bits) -> i64 {
        let literals = &self.bits[a];
        let sign = literals.last().is_some_and(|&l| self.value(l));
        (0..64).fold(0, |value, i| {
            let set = literals.get(i).map_or(sign, |&l| self.value(l));
            value | (set as i64) << i
        })
    }
}

/// The number of bits without repetitions of the sign.
fn own_bits(literals: &[Lit]) -> usize {
    let Some(sign) = literals.last() else { return 0 };
    literals.iter().rposition(|l| l != sign).map_or(1, |at| at + 2)
}
