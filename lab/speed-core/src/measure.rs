//! Side by side: every round runs each function once over the same texts, in turn.
//!
//! Slow phases of the machine last longer than a round, so they affect all functions the same way. The clock is
//! that of the thread, which stops while other processes run. The time of a function is the median over the
//! rounds; a ratio is the median of the rounds' own ratios.

use cpu_time::ThreadTime;

/// A function under test: a name, and one run over all texts.
pub struct Subject<'a> {
    pub name: &'static str,
    pub run: Box<dyn Fn() + 'a>,
}

impl<'a> Subject<'a> {
    pub fn new(name: &'static str, run: impl Fn() + 'a) -> Self {
        Self { name, run: Box::new(run) }
    }
}

/// Nanoseconds per text: `[subject][round]`.
pub struct Times(Vec<Vec<f64>>);

impl Times {
    pub fn take(subjects: &[Subject<'_>], texts: usize, rounds: usize) -> Self {
        let mut times = vec![Vec::with_capacity(rounds); subjects.len()];
        for subject in subjects {
            (subject.run)();
        }
        for _ in 0..rounds {
            for (subject, times) in subjects.iter().zip(&mut times) {
                let start = ThreadTime::now();
                (subject.run)();
                #[allow(clippy::cast_precision_loss)]
                times.push(start.elapsed().as_nanos() as f64 / texts as f64);
            }
        }
        Self(times)
    }

    pub fn median(&self, subject: usize) -> f64 {
        median(self.0[subject].clone())
    }

    /// The time of `subject` as a multiple of that of `other`.
    pub fn ratio(&self, subject: usize, other: usize) -> f64 {
        median(self.0[subject].iter().zip(&self.0[other]).map(|(a, b)| a / b).collect())
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
