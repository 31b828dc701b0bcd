//! The answers of a policy for the rows of one task. The kernel's planes and the host decide most rows.

use iriform::engine::{Policy, Requirements, bits::ones};
use iriform_kernel::{BLOCK, Block, COMPONENTS, PLAIN, ReferenceKind, Rows, VALIDITY, scan};

use crate::answers::piece::Piece;
use crate::answers::source::Format;
use crate::arrow::memory::room;
use crate::error::Error;
use crate::evaluate::task_rows::{ListBuilder, TaskRows};
use crate::table::arguments::Value;
use crate::table::call::Call;
use crate::table::production::of_rule;

/// The policy of a call, and those of a class, which must also allow a row.
fn policies<'q>(call: &Call<'q>) -> Result<(&'q Policy, Vec<&'q Policy>), Error> {
    let mut all = call.arguments.values.iter().filter_map(|value| match value {
        Value::Policy(policy) => Some(&**policy),
        _ => None,
    });
    let first = all.next().ok_or_else(|| Error::Value("no policy is given".to_owned()))?;
    Ok((first, all.collect()))
}

/// The narrower of two productions: that of a policy and that of the call.
fn narrower(one: ReferenceKind, other: ReferenceKind) -> ReferenceKind {
    let is_full = [one, other].iter().any(|production| production.form == Requirements::FULL);
    let form = if is_full { Requirements::FULL } else { Requirements::REFERENCE };
    ReferenceKind { is_iri: one.is_iri && other.is_iri, form }
}

/// The rows of a block, as bitmaps.
struct Decided {
    first: usize,
    len: usize,
    /// The valid rows.
    valid: u64,
    /// The rows that are allowed by a quick check, and those that need a full one.
    allowed: u64,
    open: u64,
}

impl<F: Format> TaskRows<'_, F> {
    /// Returns true for each row that the policy of a call allows.
    pub(crate) fn allowed(&self) -> Result<Piece<F::Builder>, Error> {
        let (policy, others) = policies(self.call)?;
        let words = self.len().div_ceil(BLOCK);
        let (mut truths, mut there) = (room(words)?, room(words)?);
        let all = others.iter().chain([&policy]).map(|policy| of_rule(policy.production()));
        let production = all.fold(self.call.production, narrower);
        self.each_decided(production, policy, |block| {
            let mut allowed = block.allowed;
            for i in ones(block.open) {
                let is_allowed = valid_text(&self.source, block.first + i)
                    .is_some_and(|text| policy.allows_valid(text));
                allowed |= u64::from(is_allowed) << i;
            }
            for i in ones(if others.is_empty() { 0 } else { allowed }) {
                let is_allowed = valid_text(&self.source, block.first + i)
                    .is_some_and(|text| others.iter().all(|policy| policy.allows_valid(text)));
                allowed &= !(u64::from(!is_allowed) << i);
            }
            truths.push(allowed);
            there.push(self.present(block.first));
            Ok(())
        })?;
        Ok(Piece::Truths(truths, there))
    }

    /// The codes of the reasons why the policy of a call refuses each row.
    pub(crate) fn refusals(&self) -> Result<Piece<F::Builder>, Error> {
        let (policy, _) = policies(self.call)?;
        let production = narrower(self.call.production, of_rule(policy.production()));
        let mut there = room(self.len().div_ceil(BLOCK))?;
        let mut lists = ListBuilder::new(1, self.len())?;
        self.each_decided(production, policy, |block| {
            let present = self.present(block.first);
            there.push(present);
            let refused = present & !block.allowed;
            for i in 0..block.len {
                if refused >> i & 1 == 1 {
                    let mut push = |code| lists.push(&[Some(code)]);
                    let row = block.first + i;
                    if block.valid >> i & 1 == 0 {
                        if let Some(fault) = iriform_kernel::fault(self.source.row(row), production)
                        {
                            push(fault.reason.code());
                        }
                    } else if let Some(text) = valid_text(&self.source, row) {
                        policy.codes_of_valid(text, push);
                    }
                }
                lists.end()?;
            }
            Ok(())
        })?;
        Ok(lists.piece(there))
    }

    /// Calls `visit` for each block.
    fn each_decided(
        &self,
        production: ReferenceKind,
        policy: &Policy,
        mut visit: impl FnMut(Decided) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut outcome = Ok(());
        let (source, rows) = (&self.source, 0..self.len());
        // `of_plain` returns the plain rows that are decided, and the allowed ones among them.
        let mut decided = |first: usize, block: &Block, of_plain: &dyn Fn(u64) -> (u64, u64)| {
            if outcome.is_ok() {
                let valid = block.valid & self.present(first);
                let (closed, allowed) = of_plain(valid & block.plain);
                let len = BLOCK.min(self.len() - first);
                outcome = visit(Decided { first, len, valid, allowed, open: valid & !closed });
            }
        };
        if policy.allows_all_plain() {
            scan::<{ VALIDITY | PLAIN }>(source, rows, production, &mut |first, block| {
                decided(first, block, &|plain| (plain, plain));
            });
        } else {
            scan::<{ COMPONENTS | PLAIN }>(source, rows, production, &mut |first, block| {
                let of_row = |i: usize| policy.allows_plain(source.row(first + i), &block.rows[i]);
                let add = |(closed, allowed): (u64, u64), i: usize| match of_row(i) {
                    Some(is_allowed) => (closed | 1 << i, allowed | u64::from(is_allowed) << i),
                    None => (closed, allowed),
                };
                decided(first, block, &|plain| ones(plain).fold((0, 0), add));
            });
        }
        outcome
    }
}

/// The text of a valid row, which must be UTF-8.
fn valid_text<S: Rows>(source: &S, row: usize) -> Option<&str> {
    std::str::from_utf8(source.row(row)).ok()
}
