//! The values of a block, judged together.

use std::borrow::Cow;
use std::ops::Range;

use iriform::engine::{
    Reference,
    findings::{self, RuleSet},
    repair::is_mended,
    resolve,
    text::{Utf8, place_in},
    words::{CharacterCause, is_link_in_text},
};
use iriform_kernel::{self as kernel, BLOCK, COMPONENTS, PLAIN, ReferenceKind, RowParts, Rows};

use crate::examples::{BlockSummary, Example, FindingInText};
use crate::judge::Judge;
use crate::tally::{EMPTY, INVALID, NO_POSITION, POSITIONS, Tally};
use crate::valid::Valid;

/// Values that have been read, and their positions.
pub(crate) trait ReadValues: Rows {
    /// The line, row or statement of value `i`, counted from 1.
    fn place(&self, i: usize) -> u64;

    /// The line on which the statement of value `i` ends, counted from 1, if known.
    fn line(&self, _: usize) -> Option<u64> {
        None
    }

    /// The column of value `i` in its line, in code points from 1, if known.
    fn column(&self, _: usize) -> Option<u64> {
        None
    }

    /// The bytes that contain the values of a range, with the text between them; none if they are not adjacent.
    fn together(&self, _: Range<usize>) -> Option<&[u8]> {
        None
    }

    /// The number of the position of value `i`.
    fn part(&self, _: usize) -> usize {
        NO_POSITION
    }
}

/// Judges all values and counts them. The first faults of each kind are kept as examples.
pub(crate) fn count(
    values: &impl ReadValues,
    judge: &Judge,
    tally: &mut Tally,
    found: &mut BlockSummary,
) {
    let len = values.len();
    found.values += len as u64;
    let is_silent = judge.rule_set.is_silent_on_plain() && !judge.rule_set.has_names();
    let mut codes = Vec::new();
    // The valid values of a block, with their indices in it, and their targets, if there is a base.
    let mut texts: Vec<(usize, &str)> = Vec::with_capacity(BLOCK);
    let mut targets: Vec<(Cow<str>, RowParts)> = Vec::new();
    kernel::scan::<{ COMPONENTS | PLAIN }>(
        values,
        0..len,
        judge.production,
        &mut |first, block| {
            let count = (len - first).min(BLOCK);
            // One check that all are UTF-8 costs less than one for each.
            let together = values.together(first..first + count);
            let together = together.and_then(|bytes| simdutf8::basic::from_utf8(bytes).ok());
            texts.clear();
            targets.clear();
            for i in 0..count {
                let row = first + i;
                let bytes = values.row(row);
                // An empty IRI is a term of its statement; an empty cell is not a value.
                if bytes.is_empty() && values.part(row) == NO_POSITION {
                    tally.parts[values.part(row)].by_status[EMPTY] += 1;
                    continue;
                }
                // A valid row is UTF-8, so the second check loses nothing.
                let text = (block.valid >> i & 1 == 1).then(|| utf8_of(bytes, together)).flatten();
                let Some(text) = text else {
                    tally.parts[values.part(row)].by_status[INVALID] += 1;
                    if let Some(fault) = kernel::fault(bytes, judge.production) {
                        let code = fault.reason.code();
                        let mendable = can_be_mended(bytes, judge).into();
                        let counts = &mut tally.parts[values.part(row)];
                        counts.mendable += mendable;
                        counts.in_text += u64::from(is_link_in_text(Utf8(bytes)));
                        tally.add_reason(code, 1, mendable);
                        if let Some(cause) = CharacterCause::of(Utf8(bytes), &fault) {
                            tally.add_cause(cause, 1, mendable);
                        }
                        found.keep(code, || example(values, row, code));
                    }
                    continue;
                };
                texts.push((i, text));
                if let Some(base) = &judge.base {
                    let (base, reference) = (Reference::of(base), Reference::of(text));
                    let target = reference.after(|r, out| resolve(&base, r, true, out).is_some());
                    // OK because the target of a valid reference is valid.
                    let parts = kernel::row(target.as_bytes()).unwrap_or_default();
                    targets.push((target, parts));
                } else if is_silent && block.plain >> i & 1 == 1 {
                    // A plain value need not be read, unless the judge looks for more.
                    continue;
                }
                let about = targets.last().map_or(text, |(target, _)| target);
                codes.clear();
                let is_predicate = POSITIONS.get(values.part(row)) == Some(&"predicate");
                let rule_set = judge.rule_set_of_predicates.as_ref().filter(|_| is_predicate);
                let rule_set = rule_set.unwrap_or(&judge.rule_set);
                findings::codes(about, rule_set, |code| codes.push(code));
                codes.sort_unstable();
                codes.dedup();
                for &code in &codes {
                    tally.add_finding(code, 1);
                    found.keep(code, || Example {
                        text: about.as_bytes().to_vec(),
                        found: finding(about, rule_set, code),
                        ..example(values, row, code)
                    });
                }
            }
            let is_ascii = together.is_some_and(str::is_ascii);
            let mut valid = Vec::with_capacity(texts.len());
            for (n, &(i, text)) in texts.iter().enumerate() {
                let part = values.part(first + i);
                valid.push(match targets.get(n) {
                    None => Valid::new(part, text, &block.rows[i], is_ascii || text.is_ascii()),
                    Some((target, parts)) => Valid::resolved(part, text, target, parts),
                });
            }
            tally.add_valid(&valid, judge);
        },
    );
}

/// A value as text; a part of `together`, if it is there.
#[inline]
fn utf8_of<'a>(value: &'a [u8], together: Option<&'a str>) -> Option<&'a str> {
    let part = together.and_then(|all| all.get(place_in(all.as_bytes(), value)?));
    part.or_else(|| std::str::from_utf8(value).ok())
}

/// Returns true if a repair makes an invalid value valid. Bytes that are not UTF-8 are not text.
fn can_be_mended(value: &[u8], judge: &Judge) -> bool {
    let ReferenceKind { is_iri, form } = judge.production;
    std::str::from_utf8(value).is_ok_and(|text| is_mended(text, is_iri, form))
}

fn example(values: &impl ReadValues, row: usize, about: &'static str) -> Example {
    Example {
        about,
        place: values.place(row),
        line: values.line(row),
        column: values.column(row),
        position: POSITIONS.get(values.part(row)).copied(),
        text: values.row(row).to_vec(),
        found: None,
    }
}

/// The first finding of a code in a text.
fn finding(text: &str, rule_set: &RuleSet, code: &str) -> Option<FindingInText> {
    let findings = findings::check(text, rule_set);
    let finding = findings.iter().find(|finding| finding.rule.code == code)?;
    let index = |byte: usize| text[..byte].chars().count();
    let span = index(finding.span.start)..index(finding.span.end);
    Some(FindingInText { sentence: finding.to_string(), span })
}
