//! Variables by activity (VSIDS, Moskewicz et al. 2001): a binary heap with the most active variable on top.

#[derive(Debug, Default)]
pub(super) struct Heap {
    activity: Vec<f64>,
    order: Vec<u32>,
    /// By variable: its place in `order`, or `u32::MAX`.
    place: Vec<u32>,
}

impl Heap {
    pub(super) fn new(variables: usize) -> Heap {
        let all: Vec<u32> = (0..variables as u32).collect();
        Heap { activity: vec![0.0; variables], order: all.clone(), place: all }
    }

    pub(super) fn bump(&mut self, variable: usize, by: f64) {
        self.activity[variable] += by;
        if self.place[variable] != u32::MAX {
            self.up(self.place[variable] as usize);
        }
    }

    pub(super) fn rescale(&mut self, factor: f64) {
        self.activity.iter_mut().for_each(|activity| *activity *= factor);
    }

    pub(super) fn insert(&mut self, variable: usize) {
        if self.place[variable] == u32::MAX {
            self.place[variable] = self.order.len() as u32;
            self.order.push(variable as u32);
            self.up(self.order.len() - 1);
        }
    }

    pub(super) fn pop(&mut self) -> Option<usize> {
        let last = self.order.pop()?;
        let top = match self.order.first_mut() {
            Some(first) => std::mem::replace(first, last),
            None => last,
        };
        self.place[top as usize] = u32::MAX;
        if !self.order.is_empty() {
            self.place[last as usize] = 0;
            self.down(0);
        }
        Some(top as usize)
    }

    fn above(&self, a: usize, b: usize) -> bool {
        self.activity[self.order[a] as usize] > self.activity[self.order[b] as usize]
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.order.swap(a, b);
        self.place[self.order[a] as usize] = a as u32;
        self.place[self.order[b] as usize] = b as u32;
    }

    fn up(&mut self, mut at: usize) {
        while at > 0 && self.above(at, (at - 1) / 2) {
            self.swap(at, (at - 1) / 2);
            at = (at - 1) / 2;
        }
    }

    fn down(&mut self, mut at: usize) {
        loop {
            let (left, right) = (2 * at + 1, 2 * at + 2);
            let mut best = at;
            for child in [left, right] {
                if child < self.order.len() && self.above(child, best) {
                    best = child;
                }
            }
            if best == at {
                return;
            }
            self.swap(at, best);
            at = best;
        }
    }
}
