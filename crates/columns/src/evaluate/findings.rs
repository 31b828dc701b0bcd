//! Findings of the rows of one task. The kernel recognizes most rows without findings: they are plain.

use std::borrow::Cow;
use std::collections::HashMap;

use iriform::engine::{
    bits::ones,
    findings::{Rule, RuleSet, codes, is_found, look_alike_in_plain},
};
use iriform_kernel::{BLOCK, HOST, PLAIN, RowParts, Rows, VALIDITY};

use crate::answers::piece::Piece;
use crate::answers::source::Format;
use crate::arrow::memory::room;
use crate::error::Error;
use crate::evaluate::task_rows::{ListBuilder, TaskRows};
use crate::table::call::Call;

/// A cache of the hosts of plain rows, and the rule that finds each to resemble a name. The same hosts recur in
/// columns.
type SeenHosts<'s> = HashMap<&'s [u8], Option<&'static Rule>>;

/// The number of cached hosts. More would exceed the processor's cache, and cost more than they save if all
/// hosts differ.
const MAX_HOSTS: usize = 1 << 12;

/// The rules of a call.
fn rule_set<'q>(call: &Call<'q>) -> Result<&'q RuleSet, Error> {
    let rule_set = call.arguments.state::<Cow<'static, RuleSet>>();
    rule_set
        .map(|rule_set| &**rule_set)
        .ok_or_else(|| Error::Value("no rules are named".to_owned()))
}

impl<F: Format> TaskRows<'_, F> {
    /// Returns true for each row in which the rules of a call find anything.
    pub(crate) fn found(&self) -> Result<Piece<F::Builder>, Error> {
        let rule_set = rule_set(self.call)?;
        let words = self.len().div_ceil(BLOCK);
        let (mut truths, mut there) = (room(words)?, room(words)?);
        self.each_block(rule_set, |_, valid, left| {
            let mut found = 0;
            left.each(|i, row| found |= u64::from(row.is_found()) << i);
            truths.push(found);
            there.push(valid);
            Ok(())
        })?;
        Ok(Piece::Truths(truths, there))
    }

    /// The codes of the findings of a call's rules in each row.
    pub(crate) fn codes(&self) -> Result<Piece<F::Builder>, Error> {
        let rule_set = rule_set(self.call)?;
        let mut there = room(self.len().div_ceil(BLOCK))?;
        let mut lists = ListBuilder::new(1, self.len())?;
        self.each_block(rule_set, |len, valid, left| {
            there.push(valid);
            let before = lists.ends.len();
            left.each(|i, row| {
                // Rows without findings. A failure recurs below.
                let _ = lists.end_rows(before + i);
                row.codes(|code| lists.push(&[Some(code)]));
            });
            lists.end_rows(before + len)
        })?;
        Ok(lists.piece(there))
    }

    /// Calls `visit` for each block with its length, a bitmap of the valid rows, and the rows that the rules
    /// must read.
    fn each_block<'s>(
        &'s self,
        rule_set: &RuleSet,
        mut visit: impl FnMut(usize, u64, LeftRows<'_, 's, F::Source<'_>>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let of_plain = rule_set.without_names();
        let of_plain = if of_plain.is_silent_on_plain() { None } else { Some(&of_plain) };
        let source = &self.source;
        let mut seen = SeenHosts::new();
        let mut outcome = Ok(());
        if rule_set.has_names() {
            seen.try_reserve(self.len().min(MAX_HOSTS)).map_err(|_| Error::Memory)?;
        }
        let mut block = |first, valid: u64, plain: u64, parts: Option<&[RowParts; BLOCK]>| {
            if outcome.is_ok() {
                let valid = valid & self.present(first);
                let plain = plain & valid;
                let hosts = parts.map(|parts| (parts, &mut seen));
                let left = LeftRows { source, first, valid, plain, rule_set, of_plain, hosts };
                outcome = visit(BLOCK.min(self.len() - first), valid, left);
            }
        };
        if rule_set.has_names() {
            self.scan::<{ HOST | PLAIN }>(&mut |first, found| {
                block(first, found.valid, found.plain, Some(&found.rows));
            });
        } else {
            self.scan::<{ VALIDITY | PLAIN }>(&mut |first, found| {
                block(first, found.valid, found.plain, None);
            });
        }
        outcome
    }
}

/// The valid rows of a block, and the plain ones among them.
struct LeftRows<'l, 's, S> {
    source: &'s S,
    first: usize,
    valid: u64,
    plain: u64,
    rule_set: &'l RuleSet,
    /// The rules for plain rows apart from the names; none if they find nothing.
    of_plain: Option<&'l RuleSet>,
    /// The positions of the hosts of the rows, if they are compared with names, and the cached results.
    hosts: Option<(&'l [RowParts; BLOCK], &'l mut SeenHosts<'s>)>,
}

/// A row that the rules must read.
struct LeftRow<'r> {
    text: &'r str,
    rule_set: Option<&'r RuleSet>,
    /// The rule that finds its host to resemble a name, if known.
    resembles: Option<&'static Rule>,
}

impl<S: Rows> LeftRows<'_, '_, S> {
    /// Calls `visit` with the index of each row that the rules must read.
    fn each(mut self, mut visit: impl FnMut(usize, LeftRow<'_>)) {
        let is_silent = self.of_plain.is_none() && self.hosts.is_none();
        let silent = if is_silent { self.plain } else { 0 };
        for i in ones(self.valid & !silent) {
            let is_plain = self.plain >> i & 1 != 0;
            let resembles = if is_plain { self.resembles(i) } else { None };
            let rule_set = if is_plain { self.of_plain } else { Some(self.rule_set) };
            if rule_set.is_none() && resembles.is_none() {
                continue;
            }
            // A valid row is UTF-8, so the second check loses nothing.
            if let Ok(text) = std::str::from_utf8(self.source.row(self.first + i)) {
                visit(i, LeftRow { text, rule_set, resembles });
            }
        }
    }

    /// The rule that finds the host of a plain row to resemble a name.
    #[inline]
    fn resembles(&mut self, i: usize) -> Option<&'static Rule> {
        let (parts, seen) = self.hosts.as_mut()?;
        let text = self.source.row(self.first + i);
        let place = parts[i].host_start as usize..parts[i].host_end as usize;
        let host = &text[place.clone()];
        if let Some(&rule) = seen.get(host) {
            return rule;
        }
        let rule = look_alike_in_plain(text, place, self.rule_set);
        if seen.len() < MAX_HOSTS {
            seen.insert(host, rule);
        }
        rule
    }
}

impl LeftRow<'_> {
    fn is_found(&self) -> bool {
        self.resembles.is_some()
            || self.rule_set.is_some_and(|rule_set| is_found(self.text, rule_set))
    }

    /// Calls `visit` with the codes of the findings.
    fn codes(&self, mut visit: impl FnMut(&'static str)) {
        if let Some(rule_set) = self.rule_set {
            codes(self.text, rule_set, &mut visit);
        }
        if let Some(rule) = self.resembles {
            visit(rule.code);
        }
    }
}
