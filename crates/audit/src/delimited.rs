//! Tables of delimited text: CSV and the like, one column of them (RFC 4180).
//!
//! `csv-core` reads every record with a quotation mark. A line without one is just fields between delimiters,
//! and needs no automaton.

use std::ops::Range;

use csv_core::{ReadFieldResult, ReadRecordResult, Reader, ReaderBuilder};

use crate::gathered::Gathered;
use crate::spans::{ValueSpan, Writing};

/// The largest number of bytes of a field. A quotation mark that is never closed swallows the text after it,
/// but no more than this.
pub const LONGEST_FIELD: usize = 1 << 24;

/// Reads one column of a table.
#[derive(Debug)]
pub struct Delimited {
    records: Records,
    /// The index of the column, and the number of columns.
    column: usize,
    width: usize,
    /// True if the next record is the names of the columns.
    is_header: bool,
    gathered: Gathered,
    /// Finds the position of a field in the bytes of a record. Making its tables takes longer than reading a
    /// record.
    locator: Reader,
}

impl Delimited {
    /// A reader of the column with this index, in a table of `width` columns. The first record may be their
    /// names; the `preamble` lines before it are not records.
    pub fn new(
        delimiter: u8,
        column: usize,
        width: usize,
        preamble: u64,
        has_header: bool,
    ) -> Self {
        let (records, gathered) = (Records::new(delimiter).after(preamble), Gathered::default());
        let locator = begun(delimiter);
        Self { records, column, width, is_header: has_header, gathered, locator }
    }

    /// Also records the position of each value.
    #[must_use]
    pub fn locating(mut self) -> Self {
        self.records.raw = Some(Vec::new());
        self.gathered = Gathered::located();
        self
    }

    /// Reads a block of whole lines, which may be the last one, and passes the values of the finished records
    /// on. The place of a value is the line on which its record begins.
    pub fn read(
        &mut self,
        block: &[u8],
        is_last: bool,
        each: &mut (impl FnMut(Gathered) + ?Sized),
    ) {
        let Self { records, column, width, is_header, gathered, locator } = self;
        records.read(block, is_last, &mut |record| {
            let line = record.line;
            if gathered.spans.is_some() && record.last_line > line {
                gathered.long_records.push((line, record.last_line));
            }
            if std::mem::take(is_header) {
                gathered.header = gathered.spans.as_ref().map(|_| line);
                return;
            }
            let fields = match record.fields {
                Ok(fields) => fields,
                Err(why) => return gathered.add_unreadable(why.to_owned(), line, None),
            };
            match fields.pick(*column) {
                (Some(field), count) if count == *width => {
                    let span = || record.span(*column, &field, locator);
                    gathered.add(&fields.bytes()[field.clone()], line, span);
                }
                (_, count) => {
                    let fields =
                        if count == 1 { "1 field".into() } else { format!("{count} fields") };
                    let why = format!("the row has {fields}, the header {width}");
                    gathered.add_unreadable(why, line, None);
                }
            }
        });
        let Done { lines, bytes } = records.hand_on();
        (gathered.place_count, gathered.line_count) = (lines, lines);
        gathered.byte_count = bytes;
        each(gathered.take());
    }
}

/// Splits text into records.
#[derive(Debug)]
pub struct Records {
    delimiter: u8,
    /// The number of lines left before the first record.
    preamble: u64,
    core: Reader,
    /// The concatenated fields of the record that `core` reads, and their ends.
    text: Vec<u8>,
    ends: Vec<usize>,
    text_length: usize,
    ends_length: usize,
    /// The bytes of that record, if they are kept.
    raw: Option<Vec<u8>>,
    /// The length of the text before that record, if the record has not ended.
    open: Option<Done>,
    /// The length of the text since records were last passed on.
    done: Done,
}

/// The number of lines and bytes that have been read.
#[derive(Clone, Copy, Debug, Default)]
struct Done {
    lines: u64,
    bytes: u64,
}

/// A record, or the reason why it cannot be read.
#[derive(Clone, Copy, Debug)]
pub struct DelimitedRecord<'a> {
    /// The line on which it begins.
    pub line: u64,
    /// The line on which it ends.
    last_line: u64,
    /// Its fields, or the reason why there are none.
    pub fields: Result<Fields<'a>, &'static str>,
    /// The position of its first byte.
    byte: u64,
    /// Its bytes, if it has quotation marks and they are kept.
    raw: &'a [u8],
}

impl DelimitedRecord<'_> {
    /// The position of a field in the bytes of the record, from its range among the bytes of the fields.
    fn span(&self, column: usize, field: &Range<usize>, locator: &mut Reader) -> Option<ValueSpan> {
        match self.fields.ok()? {
            Fields::Plain(..) => Some(ValueSpan::new(self.byte, field, Writing::Field)),
            Fields::Unquoted(..) => {
                let field = located(self.raw, locator, column)?;
                Some(if self.raw.get(field.start) == Some(&b'"') {
                    let inside = field.start + 1..field.end;
                    ValueSpan::new(self.byte, &inside, Writing::QuotedField)
                } else {
                    ValueSpan::new(self.byte, &field, Writing::Field)
                })
            }
        }
    }
}

/// The position of a field in the bytes of a record, by an automaton like the one that has read it.
fn located(record: &[u8], core: &mut Reader, column: usize) -> Option<Range<usize>> {
    begin_anew(core);
    let mut out = [0; 1 << 8];
    let (mut number, mut start, mut at) = (0, 0, 0);
    while at < record.len() {
        let (result, read, _) = core.read_field(&record[at..], &mut out);
        at += read;
        if let ReadFieldResult::Field { record_end } = result {
            // The last byte that was read ends the field.
            if number == column {
                return Some(start..at - 1);
            }
            if record_end {
                return None;
            }
            (number, start) = (number + 1, at);
        }
    }
    // The last record needs no line break.
    (number == column).then_some(start..at)
}

/// The fields of a record.
#[derive(Clone, Copy, Debug)]
pub enum Fields<'a> {
    /// A line without quotation marks, and the delimiter.
    Plain(&'a [u8], u8),
    /// The concatenated fields, and their ends.
    Unquoted(&'a [u8], &'a [usize]),
}

impl<'a> Fields<'a> {
    /// The range of one field among the bytes, and the number of fields.
    fn pick(self, column: usize) -> (Option<Range<usize>>, usize) {
        match self {
            Self::Plain(line, delimiter) => {
                let (mut start, mut count, mut field) = (0, 0, None);
                for end in memchr::memchr_iter(delimiter, line).chain([line.len()]) {
                    if count == column {
                        field = Some(start..end);
                    }
                    (start, count) = (end + 1, count + 1);
                }
                (field, count)
            }
            Self::Unquoted(_, ends) => {
                let start = if column == 0 { 0 } else { *ends.get(column - 1).unwrap_or(&0) };
                (ends.get(column).map(|&end| start..end), ends.len())
            }
        }
    }

    /// The bytes that contain the fields.
    fn bytes(self) -> &'a [u8] {
        match self {
            Self::Plain(bytes, _) | Self::Unquoted(bytes, _) => bytes,
        }
    }

    /// All fields.
    pub fn all(self) -> Vec<&'a [u8]> {
        match self {
            Self::Plain(line, delimiter) => line.split(|&byte| byte == delimiter).collect(),
            Self::Unquoted(text, ends) => {
                let starts = std::iter::once(&0).chain(ends);
                starts.zip(ends).map(|(&start, &end)| &text[start..end]).collect()
            }
        }
    }
}

const UNCLOSED: &str = "a quotation mark is never closed";
const TOO_LONG: &str = "a field has more than 16 MiB: is a quotation mark not closed?";
const RETURN: &str = "a field without quotation marks contains a carriage return";

impl Records {
    /// Makes a reader of fields that are separated by this delimiter.
    pub fn new(delimiter: u8) -> Self {
        Self {
            delimiter,
            preamble: 0,
            core: begun(delimiter),
            text: Vec::new(),
            ends: Vec::new(),
            text_length: 0,
            ends_length: 0,
            raw: None,
            open: None,
            done: Done::default(),
        }
    }

    /// Skips this number of lines that are not records.
    #[must_use]
    pub fn after(mut self, preamble: u64) -> Self {
        self.preamble = preamble;
        self
    }

    /// Reads a block of whole lines, which may be the last one. Blank lines are not records.
    pub fn read(
        &mut self,
        block: &[u8],
        is_last: bool,
        each: &mut impl FnMut(DelimitedRecord<'_>),
    ) {
        let mut rest = block;
        // Most blocks have none, and one search is faster than checking each line.
        let has_quotes = memchr::memchr(b'"', block).is_some();
        let has_returns = memchr::memchr(b'\r', block).is_some();
        while !rest.is_empty() {
            let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
            let (line, left) = rest.split_at(end);
            rest = left;
            let before = self.done;
            self.done = Done { lines: before.lines + 1, bytes: before.bytes + end as u64 };
            if self.preamble > 0 {
                self.preamble -= 1;
                continue;
            }
            if self.open.is_some() || has_quotes && memchr::memchr(b'"', line).is_some() {
                self.with_quotes(line, before, each);
                continue;
            }
            let mut plain = line.strip_suffix(b"\n").unwrap_or(line);
            let mut is_torn = false;
            if has_returns {
                plain = without_returns(plain);
                is_torn = memchr::memchr(b'\r', plain).is_some();
            }
            if plain.is_empty() {
                continue;
            }
            let fields = Fields::Plain(plain, self.delimiter);
            let is_too_long = plain.len() > LONGEST_FIELD
                && fields.all().iter().any(|field| field.len() > LONGEST_FIELD);
            let fields = match (is_torn, is_too_long) {
                (true, _) => Err(RETURN),
                (_, true) => Err(TOO_LONG),
                _ => Ok(fields),
            };
            each(self.record(before, fields));
        }
        if is_last && let Some(begin) = self.open.take() {
            // A line break ends the record, unless it is between quotation marks.
            let has_ended = self.feed(b"\n").is_some();
            let fields = if has_ended { Ok(self.unquoted()) } else { Err(UNCLOSED) };
            each(self.record(begin, fields));
            self.begin();
        }
    }

    /// Reads a line of a record with quotation marks, which may begin with it.
    fn with_quotes(
        &mut self,
        line: &[u8],
        before: Done,
        each: &mut impl FnMut(DelimitedRecord<'_>),
    ) {
        let begin = self.open.unwrap_or(before);
        if self.open.is_none() && line[0] == b'\r' {
            // The line would begin another record.
            return each(self.record(begin, Err(RETURN)));
        }
        if let Some(raw) = &mut self.raw {
            raw.extend_from_slice(line);
        }
        let rest = self.feed(line);
        let fields = if let Some(rest) = rest {
            if without_returns(rest.strip_suffix(b"\n").unwrap_or(rest)).is_empty() {
                let ends = &self.ends[..self.ends_length];
                let starts = std::iter::once(&0).chain(ends);
                if starts.zip(ends).all(|(start, end)| end - start <= LONGEST_FIELD) {
                    Ok(self.unquoted())
                } else {
                    Err(TOO_LONG)
                }
            } else {
                Err(RETURN)
            }
        } else {
            let before = self.ends[..self.ends_length].last().copied().unwrap_or(0);
            if self.text_length - before <= LONGEST_FIELD {
                self.open = Some(begin);
                return;
            }
            self.core = begun(self.delimiter);
            Err(TOO_LONG)
        };
        each(self.record(begin, fields));
        self.open = None;
        self.begin();
    }

    /// Finishes a record, all of which has been read.
    fn record<'a>(
        &'a self,
        begin: Done,
        fields: Result<Fields<'a>, &'static str>,
    ) -> DelimitedRecord<'a> {
        let raw = self.raw.as_deref().unwrap_or_default();
        let Done { lines, bytes: byte } = begin;
        let (line, last_line) = (lines + 1, self.done.lines);
        DelimitedRecord { line, last_line, fields, byte, raw }
    }

    fn unquoted(&self) -> Fields<'_> {
        Fields::Unquoted(&self.text[..self.text_length], &self.ends[..self.ends_length])
    }

    /// Feeds a line to `core`. Returns the rest of it after the end of the record. Nothing is fed to it at the
    /// end of the text.
    fn feed<'a>(&mut self, line: &'a [u8]) -> Option<&'a [u8]> {
        let mut rest = line;
        loop {
            let text = &mut self.text[self.text_length..];
            let ends = &mut self.ends[self.ends_length..];
            let (result, read, written, ended) = self.core.read_record(rest, text, ends);
            rest = &rest[read..];
            self.text_length += written;
            self.ends_length += ended;
            match result {
                ReadRecordResult::OutputFull => grow(&mut self.text, rest.len().max(1 << 12)),
                ReadRecordResult::OutputEndsFull => grow(&mut self.ends, 1 << 6),
                ReadRecordResult::InputEmpty => return None,
                ReadRecordResult::Record | ReadRecordResult::End => return Some(rest),
            }
        }
    }

    fn begin(&mut self) {
        (self.text_length, self.ends_length) = (0, 0);
        // The memory of one long field should not be kept to the end.
        self.text.truncate(1 << 16);
        self.text.shrink_to(1 << 16);
        if let Some(raw) = &mut self.raw {
            raw.clear();
            raw.shrink_to(1 << 16);
        }
    }

    /// Returns the text before the unfinished record, since it was last passed on. Lines and bytes are counted
    /// from there again.
    fn hand_on(&mut self) -> Done {
        let before = self.open.unwrap_or(self.done);
        self.done.lines -= before.lines;
        self.done.bytes -= before.bytes;
        self.open = self.open.map(|_| Done::default());
        before
    }
}

/// A reader that has begun to read.
fn begun(delimiter: u8) -> Reader {
    let mut reader = ReaderBuilder::new().delimiter(delimiter).build();
    begin_anew(&mut reader);
    reader
}

/// Makes a reader start. It treats a byte order mark as text, because that of the file has been removed.
fn begin_anew(reader: &mut Reader) {
    reader.reset();
    reader.read_record(b"\n", &mut [0], &mut [0]);
}

fn without_returns(mut line: &[u8]) -> &[u8] {
    while let Some(shorter) = line.strip_suffix(b"\r") {
        line = shorter;
    }
    line
}

fn grow<T: Clone + Default>(buffer: &mut Vec<T>, least: usize) {
    let size = (buffer.len() * 2).max(buffer.len() + least);
    buffer.resize(size, T::default());
}

#[cfg(test)]
mod tests {
    use super::*;

    type Read = Vec<(u64, Result<Vec<String>, &'static str>)>;

    fn records(blocks: &[&[u8]]) -> Read {
        let mut read = Vec::new();
        let mut records = Records::new(b',');
        for (i, block) in blocks.iter().enumerate() {
            records.read(block, i + 1 == blocks.len(), &mut |record| {
                let text = |field: &&[u8]| String::from_utf8_lossy(field).into_owned();
                let fields = record.fields.map(|fields| fields.all().iter().map(text).collect());
                read.push((record.line, fields));
            });
        }
        read
    }

    fn fields(fields: &[&str]) -> Result<Vec<String>, &'static str> {
        Ok(fields.iter().map(|&field| field.to_owned()).collect())
    }

    #[test]
    fn records_have_the_lines_on_which_they_begin() {
        let text = b"a,b\r\n\r\n\"x\"\"\ny\",z\n,\nq\"r,s\n\"t\"u, v\n\"end";
        let expected = [
            (1, fields(&["a", "b"])),
            (3, fields(&["x\"\ny", "z"])),
            (5, fields(&["", ""])),
            (6, fields(&["q\"r", "s"])),
            (7, fields(&["tu", " v"])),
            (8, Err(UNCLOSED)),
        ];
        assert_eq!(records(&[text]), expected);
        // Wherever a block of whole lines ends.
        let lines: Vec<&[u8]> = text.split_inclusive(|&byte| byte == b'\n').collect();
        assert_eq!(records(&lines), expected);
    }

    #[test]
    fn a_carriage_return_in_a_field_needs_quotation_marks() {
        let text = b"a\rb,c\n\"a\rb\",c\r\r\n\rd,\"e\"\n\"f\"\rg\nh\n";
        let expected = [
            (1, Err(RETURN)),
            (2, fields(&["a\rb", "c"])),
            (3, Err(RETURN)),
            (4, Err(RETURN)),
            (5, fields(&["h"])),
        ];
        assert_eq!(records(&[text]), expected);
    }

    #[test]
    fn what_an_open_quotation_mark_swallows_is_bounded() {
        let lines = "x".repeat(1 << 20) + "\n";
        let text = format!("a,\"{}b,c\n", lines.repeat(17));
        let read = records(&[text.as_bytes()]);
        assert_eq!(read[0], (1, Err(TOO_LONG)));
        assert_eq!(read.last(), Some(&(18, fields(&["b", "c"]))));
        let read = records(&[&vec![b'x'; LONGEST_FIELD + 1]]);
        assert_eq!(read, [(1, Err(TOO_LONG))]);
        let mut quoted = vec![b'x'; LONGEST_FIELD + 3];
        (quoted[0], quoted[LONGEST_FIELD + 2]) = (b'"', b'"');
        assert_eq!(records(&[&quoted]), [(1, Err(TOO_LONG))]);
    }

    #[test]
    fn the_last_record_needs_no_line_break() {
        assert_eq!(records(&[b"a,\"b\""]), [(1, fields(&["a", "b"]))]);
        assert_eq!(records(&[b"a,\"\"\"\""]), [(1, fields(&["a", "\""]))]);
        assert_eq!(records(&[b"a,\"b\nc\"\""]), [(1, Err(UNCLOSED))]);
        assert_eq!(records(&[b"a,\"b\n", b"c\n"]), [(1, Err(UNCLOSED))]);
    }

    #[test]
    fn a_byte_order_mark_within_the_text_is_text() {
        let text = "\u{feff}\"a\",b\n\u{feff}c,\"d\"\n";
        let expected = [(1, fields(&["\u{feff}\"a\"", "b"])), (2, fields(&["\u{feff}c", "d"]))];
        assert_eq!(records(&[text.as_bytes()]), expected);
    }

    #[test]
    fn a_value_is_told_with_where_it_stands() {
        let text =
            "id,\"u\"\r\n1,a b\r\n2,\"x\"\"\n,\",3\n\"\",\"c d\"e\r\r\n4,\n\n\"5\",\"x\n\"\"y\"";
        let expected = ["a b", "c d\"e", "", "x\n\"\"y\""];
        let lines: Vec<_> = text.split_inclusive('\n').collect();
        for blocks in [vec![text], lines] {
            let mut table = Delimited::new(b',', 1, 2, 0, true).locating();
            let (mut before, mut read) = (0, Vec::new());
            for (i, block) in blocks.iter().enumerate() {
                table.read(block.as_bytes(), i + 1 == blocks.len(), &mut |gathered| {
                    for span in gathered.spans.iter().flatten().flatten() {
                        let at = |place: u64| usize::try_from(before + place).expect("an index");
                        read.push(&text[at(span.start)..at(span.stop)]);
                    }
                    assert_eq!(
                        gathered.spans.map(|spans| spans.len()),
                        Some(gathered.places.len())
                    );
                    before += gathered.byte_count;
                });
            }
            assert_eq!((read.as_slice(), before), (&expected[..], text.len() as u64));
        }
    }

    #[test]
    fn a_column_is_gathered_block_by_block() {
        let mut table = Delimited::new(b';', 1, 2, 0, true);
        let mut read = Vec::new();
        let blocks: [&[u8]; 3] = [b"id;url\n1;x:a\n2;\"x:\n", b"b\"\n3\n4;d;e\n5;x:f\n", b""];
        for (i, block) in blocks.into_iter().enumerate() {
            table.read(block, i == 2, &mut |gathered| {
                let text = String::from_utf8(gathered.text).expect("UTF-8");
                let bad: Vec<_> =
                    gathered.unreadable.iter().map(|bad| (bad.place, bad.why.clone())).collect();
                read.push((text, gathered.offsets, gathered.places, bad, gathered.place_count));
            });
        }
        let bad = vec![
            (3, "the row has 1 field, the header 2".to_owned()),
            (4, "the row has 3 fields, the header 2".to_owned()),
        ];
        assert_eq!(
            read,
            [
                ("x:a".to_owned(), vec![0, 3], vec![2], vec![], 2),
                ("x:\nbx:f".to_owned(), vec![0, 4, 7], vec![1, 5], bad, 5),
                (String::new(), vec![0], vec![], vec![], 0),
            ]
        );
    }
}
