//! The sum of all tallies of an audit.

use std::io;

use crate::name_totals::{Most, NameTotals};
use crate::tally::Tally;

/// The assumed length of a missing prefix: three letters and a colon.
pub const NEW_PREFIX: i64 = 4;

/// The sum of tallies. Its memory is bounded: excess names go to a temporary file.
#[derive(Debug, Default)]
pub struct Totals {
    /// Everything except the names.
    counts: Tally,
    /// The names, like [`Tally::names`].
    names: [NameTotals; 4],
}

impl Totals {
    /// Adds the counts of a tally.
    ///
    /// # Errors
    ///
    /// If there are too many names for memory, and they cannot be written.
    pub fn add(&mut self, tally: &Tally) -> io::Result<()> {
        self.counts.add_all_but_names(tally);
        let mut each = self.names.iter_mut().zip(tally.names());
        each.try_for_each(|(names, more)| names.add(more))
    }

    /// The sums of everything except names.
    pub fn counts(&self) -> &Tally {
        &self.counts
    }

    /// The most frequent schemes, hosts, and names of buckets, apps and others; then the namespaces for which a
    /// prefix would save most characters, weighted by that number.
    ///
    /// # Errors
    ///
    /// If the temporary file cannot be read.
    pub fn most(&mut self, limit: usize) -> io::Result<[Most; 4]> {
        let [schemes, hosts, authorities, namespaces] = &mut self.names;
        Ok([
            schemes.most(limit, frequency)?,
            hosts.most(limit, frequency)?,
            authorities.most(limit, frequency)?,
            namespaces.most(limit, |name, count| {
                let length = i64::try_from(name.chars().count()).unwrap_or(i64::MAX);
                frequency(name, count).saturating_mul(length - NEW_PREFIX)
            })?,
        ])
    }
}

fn frequency(_: &str, count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::Judge;
    use crate::lines;

    fn tallied(text: &str) -> Tally {
        let judge = Judge::new("IRI", None).expect("a production");
        let mut tally = Tally::default();
        lines::count(text.as_bytes(), &judge, &mut tally);
        tally
    }

    #[test]
    fn the_sum_of_two_tallies_is_the_tally_of_both() -> io::Result<()> {
        let (one, other) = (
            "http://a.example/é\nb c\nmailto:x\n\nhttp://A.example:80/\n",
            "urn:道\nhttp://b.example/\nhttp://a/b c\nhttp://a.example/?q#f\n%\n",
        );
        let both = tallied(&format!("{one}{other}"));
        let mut totals = Totals::default();
        totals.add(&tallied(one))?;
        totals.add(&tallied(other))?;
        let counts = totals.counts();
        assert!(counts.parts().eq(both.parts()));
        assert!(counts.reasons().eq(both.reasons()));
        assert!(counts.causes().eq(both.causes()));
        assert!(counts.findings().eq(both.findings()));
        assert!(counts.scripts().eq(both.scripts()));
        assert!(counts.lengths().eq(both.lengths()));
        let [_, hosts, ..] = totals.most(10)?;
        assert_eq!((hosts.values, hosts.distinct), (4, 2));
        let top: Vec<_> = hosts.top.iter().map(|each| (&*each.name, each.count)).collect();
        assert_eq!(top, [("a.example", 3), ("b.example", 1)]);
        assert_eq!(totals.most(0)?[0], Most { values: 6, distinct: 3, top: vec![] });
        Ok(())
    }

    #[test]
    fn nothing_is_the_sum_of_nothing() -> io::Result<()> {
        assert_eq!(Totals::default().most(10)?, <[Most; 4]>::default());
        Ok(())
    }
}
