//! Columns compared with the parser: the result for a row alone must be that of the row in a column, regardless
//! of the layout, the slice, the rows before and after it, and the bytes around the column.

#![no_main]

use std::ops::Range;

use iriform::engine::{Requirements, findings::is_plain, parse, text::Utf8};
use iriform_kernel::{
    BLOCK, COMPONENTS, Consecutive, HOST, Marks, PLAIN, ReferenceKind, RowParts, Rows, VALIDITY,
    View, Views, scan, split_marked, validate,
};
use libfuzzer_sys::fuzz_target;

// The input is two bytes of settings, then rows, separated by line feeds.
fuzz_target!(|input: &[u8]| {
    let [settings, slice, texts @ ..] = input else { return };
    let production = ReferenceKind {
        is_iri: settings & 1 == 0,
        form: [
            Requirements::REFERENCE,
            Requirements::FULL,
            Requirements::ABSOLUTE,
            Requirements::RELATIVE,
        ][usize::from(settings >> 1 & 3)],
    };
    let once: Vec<&[u8]> = texts.split(|&byte| byte == b'\n').collect();
    // The kernel learns from previous rows, so some columns have more rows than a block.
    let count = [once.len(), 2 * once.len(), 70, 200][usize::from(settings >> 3 & 3)];
    let rows: Vec<&[u8]> = once.iter().copied().cycle().take(count).collect();
    let expected: Vec<Option<RowParts>> =
        rows.iter().map(|row| by_the_parser(row, production)).collect();

    let start = usize::from(slice & 15).min(count);
    let end = count.saturating_sub(usize::from(slice >> 4)).max(start);
    // The settings also choose the marks, in another way.
    let chosen = u16::from_le_bytes([*settings, *slice]).wrapping_mul(40_503) >> 6;
    let wanted = (0..Marks::EACH.len()).filter(|bit| chosen >> bit & 1 == 1);
    let marks = wanted.fold(Marks::NONE, |marks, bit| marks.or(Marks::EACH[bit]));
    let column = Column { production, expected: &expected, range: start..end, marks };
    column.holds(&Scattered(&rows));
    // The bytes around the rows: nothing, or bytes that would change the rows.
    let around: [(&[u8], &[u8], usize); 4] = [
        (b"", b"", 0),
        (b"http://[%", b"41]@:/?#\xA9\x80\x80", 900), // room for the longest stretch
        (b"\xF0\x9F\xE9\xC3", b"\x98", 1),
        (b"s:", b"//%", 1),
    ];
    let (before, after, times) = around[usize::from(settings >> 5 & 3)];
    let mut order: Vec<usize> = (0..count).collect();
    let has_views = settings >> 7 == 1;
    if has_views && slice & 1 == 1 {
        // Some are consecutive, and some are not.
        order.chunks_mut(20).step_by(2).for_each(<[usize]>::reverse);
    }
    let mut values = before.to_vec();
    let mut starts = vec![0; count];
    for i in order {
        starts[i] = values.len();
        values.extend(rows[i]);
    }
    let end = values.len();
    values.extend(after.repeat(times));
    if has_views {
        let views: Vec<View> = rows.iter().zip(&starts).map(|(row, &at)| view(row, at)).collect();
        column.holds(&Views::new(&views, &[b"", &values]).expect("within the buffer"));
    } else {
        starts.push(end);
        let offsets: Vec<i32> = starts.iter().map(|&offset| offset as i32).collect();
        column.holds(&Consecutive::new(&values, &offsets).expect("in order"));
        let offsets: Vec<i64> = starts.iter().map(|&offset| offset as i64).collect();
        column.holds(&Consecutive::new(&values, &offsets).expect("in order"));
    }
});

/// A view of `row`, which is at `offset` of the second buffer if it is long.
fn view(row: &[u8], offset: usize) -> View {
    let mut view = View::default();
    view[..4].copy_from_slice(&(row.len() as i32).to_le_bytes());
    if row.len() <= 12 {
        view[4..4 + row.len()].copy_from_slice(row);
    } else {
        view[4..8].copy_from_slice(&row[..4]);
        view[8..12].copy_from_slice(&1_i32.to_le_bytes());
        view[12..].copy_from_slice(&(offset as i32).to_le_bytes());
    }
    view
}

fn by_the_parser(row: &[u8], production: ReferenceKind) -> Option<RowParts> {
    let text = Utf8(row);
    let parts = if production.is_iri {
        parse::<true>(text, production.form)
    } else {
        parse::<false>(text, production.form)
    };
    let parts = parts.ok()?;
    Some(RowParts {
        scheme_end: parts.scheme_end as u32,
        host_start: parts.host_start as u32,
        host_end: parts.host_end as u32,
        path_start: parts.path_start as u32,
        path_end: parts.path_end as u32,
        query_end: parts.query_end as u32,
        end: parts.end as u32,
    })
}

/// Rows at any addresses.
#[derive(Clone, Copy)]
struct Scattered<'a>(&'a [&'a [u8]]);

impl Rows for Scattered<'_> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn row(&self, i: usize) -> &[u8] {
        self.0[i]
    }
}

struct Column<'a> {
    production: ReferenceKind,
    expected: &'a [Option<RowParts>],
    range: Range<usize>,
    marks: Marks,
}

impl Column<'_> {
    fn holds(&self, rows: &impl Rows) {
        let (range, production) = (self.range.clone(), self.production);
        let mut bits = vec![u64::MAX; range.len().div_ceil(BLOCK)];
        validate(rows, range.clone(), production, &mut bits);
        assert_eq!(bits, self.verdicts().collect::<Vec<u64>>(), "validate");

        let mut blocks = Vec::new();
        scan::<COMPONENTS>(rows, range.clone(), production, &mut |first, block| {
            blocks.push(block.valid);
            self.rows_are(first, &block.rows, |row| row);
        });
        assert_eq!(blocks, bits, "split");

        blocks.clear();
        scan::<HOST>(rows, range.clone(), production, &mut |first, block| {
            blocks.push(block.valid);
            self.rows_are(first, &block.rows, |row| RowParts {
                path_end: 0,
                query_end: 0,
                end: 0,
                ..row
            });
        });
        assert_eq!(blocks, bits, "split_hosts");

        blocks.clear();
        scan::<{ VALIDITY | PLAIN }>(rows, range.clone(), production, &mut |first, block| {
            blocks.push(block.valid);
            assert_eq!(block.plain & !block.valid, 0, "plain, but not valid");
            for i in (0..BLOCK).filter(|i| block.plain >> i & 1 == 1) {
                let text = std::str::from_utf8(rows.row(first + i)).expect("it is valid");
                assert!(is_plain(text), "row {}", first + i);
            }
        });
        assert_eq!(blocks, bits, "verdicts");

        blocks.clear();
        split_marked(rows, range, production, self.marks, &mut |first, block| {
            blocks.push(block.valid);
            assert_eq!(block.marked & !block.valid, 0, "marked, but not valid");
            let here = &self.expected[first..self.range.end.min(first + BLOCK)];
            for (i, row) in here.iter().enumerate() {
                let Some(row) = row else { continue };
                if block.marked >> i & 1 == 1 {
                    assert_eq!(*row, block.rows[i], "row {}", first + i);
                } else {
                    assert!(!self.marks.meets(rows.row(first + i), row), "row {}", first + i);
                }
            }
        });
        assert_eq!(blocks, bits, "split_marked");
    }

    fn verdicts(&self) -> impl Iterator<Item = u64> {
        self.expected[self.range.clone()].chunks(BLOCK).map(|block| {
            block.iter().enumerate().fold(0, |bits, (i, row)| bits | u64::from(row.is_some()) << i)
        })
    }

    fn rows_are(&self, first: usize, found: &[RowParts], told: fn(RowParts) -> RowParts) {
        let here = &self.expected[first..self.range.end.min(first + BLOCK)];
        for (i, (row, found)) in here.iter().zip(found).enumerate() {
            if let Some(row) = row {
                assert_eq!(told(*row), told(*found), "row {}", first + i);
            }
        }
    }
}
