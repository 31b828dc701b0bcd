//! The beginning of a table of delimited text: its delimiter, the lines before its header, and its first
//! records.
//!
//! The choice of a column uses it. The records are read by [`delimited`](crate::delimited), so the chosen
//! column is the one that is read.

use crate::delimited::Records;

/// The possible delimiters of a table whose file name does not imply one.
const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// A record of a table: the line on which it begins, and its fields or the reason why there are none.
pub type HeadRecord = (u64, Result<Vec<Vec<u8>>, &'static str>);

/// The beginning of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DelimitedHead {
    /// The delimiter of the fields.
    pub delimiter: u8,
    /// The number of lines before the first record: comments, blank lines, and `sep=;`.
    pub preamble: u64,
    /// The last comment, which may be the header: its line, and its fields.
    pub comment: Option<(u64, Vec<Vec<u8>>)>,
    /// The first records, with the header.
    pub records: Vec<HeadRecord>,
}

/// Reads at most this number of records from the beginning of a table, which may be all of it. The delimiter
/// may be known. Fails, with the reason, if the text names a delimiter that no table has.
pub fn begin(
    text: &[u8],
    delimiter: Option<u8>,
    is_all: bool,
    limit: usize,
) -> Result<DelimitedHead, String> {
    let mut lines =
        text.split_inclusive(|&byte| byte == b'\n').map(without_end).zip(1..).peekable();
    let separator = lines.peek().and_then(|&(line, _)| separator(line)).transpose()?;
    let named = u64::from(separator.is_some());
    let (mut preamble, mut last_comment) = (named, None);
    let mut has_record = false;
    for (line, number) in lines.skip(usize::from(separator.is_some())) {
        match line.first() {
            None => {}
            Some(b'#') => last_comment = Some((number, line)),
            Some(_) => {
                has_record = true;
                break;
            }
        }
        preamble = number;
    }
    if !has_record {
        // If all lines begin like this, the values of the first column do.
        (preamble, last_comment) = (named, None);
    }
    let candidates = separator.or(delimiter).map_or(DELIMITERS.to_vec(), |known| vec![known]);
    let mut best: Option<((bool, usize, usize), DelimitedHead)> = None;
    for delimiter in candidates {
        let records = first_records(text, delimiter, preamble, is_all, limit);
        let width = |record: &HeadRecord| record.1.as_ref().map_or(0, Vec::len);
        let columns = records.first().map_or(0, width);
        let like_header = records.iter().filter(|record| width(record) == columns).count();
        // A header without the delimiter decides nothing, even if many rows have none either.
        let score = (columns > 1, if columns > 1 { like_header } else { 0 }, columns);
        if best.as_ref().is_none_or(|(highest, _)| score > *highest) {
            let comment = last_comment.and_then(|(number, line)| {
                let (_, fields) = first_records(line, delimiter, 0, true, 1).pop()?;
                Some((number, fields.ok()?))
            });
            best = Some((score, DelimitedHead { delimiter, preamble, comment, records }));
        }
    }
    best.map(|(_, head)| head).ok_or_else(String::new)
}

fn first_records(
    text: &[u8],
    delimiter: u8,
    preamble: u64,
    is_all: bool,
    limit: usize,
) -> Vec<HeadRecord> {
    let mut found = Vec::new();
    Records::new(delimiter).after(preamble).read(text, is_all, &mut |record| {
        if found.len() < limit {
            let fields = record.fields;
            let fields = fields.map(|all| all.all().into_iter().map(<[u8]>::to_vec).collect());
            found.push((record.line, fields));
        }
    });
    found
}

fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// The delimiter that the first line names, as Excel writes it: `sep=;`. None if it is another line.
fn separator(line: &[u8]) -> Option<Result<u8, String>> {
    let line = line.strip_prefix(b"\"").and_then(|line| line.strip_suffix(b"\"")).unwrap_or(line);
    let named = line.strip_prefix(b"sep=").or_else(|| line.strip_prefix(b"SEP="))?;
    // Two characters or more are the name of a column, or its value.
    let &[named] = named else { return None };
    Some(if DELIMITERS.contains(&named) {
        Ok(named)
    } else {
        let shown = char::from(named).escape_default();
        Err(format!("the line names “{shown}” as the delimiter; it must be , ; | or a tab"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The delimiter, the lines before the header, and its names.
    fn of(text: &str) -> (char, u64, Vec<String>) {
        let head = begin(text.as_bytes(), None, true, 100).expect("a delimiter");
        let names = head.records[0].1.as_ref().expect("fields");
        let names = names.iter().map(|name| String::from_utf8_lossy(name).into_owned()).collect();
        (head.delimiter.into(), head.preamble, names)
    }

    fn is(text: &str, delimiter: char, preamble: u64, names: &[&str]) {
        let names = names.iter().map(|&name| name.to_owned()).collect();
        assert_eq!(of(text), (delimiter, preamble, names), "{text}");
    }

    #[test]
    fn the_delimiter_is_that_of_records_and_not_of_a_line() {
        is("\nurl;note\nhttp://a/;my note\n", ';', 1, &["url", "note"]);
        is("\r\n\r\nurl;note\r\n", ';', 2, &["url", "note"]);
        is("\"a,b,c\";url\n1;x:y\n", ';', 0, &["a,b,c", "url"]);
        is("\"a;b\n;c\",url\n1,x:y\n", ',', 0, &["a;b\n;c", "url"]);
        is("\"a\nb;c\";url\n1;x:y\n", ';', 0, &["a\nb;c", "url"]);
        is("name, first;url\nAnna;x:y\n", ';', 0, &["name, first", "url"]);
        is("name; first,url\nAnna,x:y\n", ',', 0, &["name; first", "url"]);
        is("a|b\n1|2,3\n4|5,6\n", '|', 0, &["a", "b"]);
        is("url\nhttp://a/?b;c\nhttp://a/,b\n", ',', 0, &["url"]);
        is("a\tb\n", '\t', 0, &["a", "b"]);
    }

    #[test]
    fn comments_and_a_named_delimiter_stand_before_the_header() {
        is("sep=;\r\nid,url;note\r\n", ';', 1, &["id,url", "note"]);
        is("\"sep=|\"\na,b|c\n", '|', 1, &["a,b", "c"]);
        is("# a; \"b\n#\n\nid,url\n1,x:y\n", ',', 3, &["id", "url"]);
        is("sep=ab,c\n", ',', 0, &["sep=ab", "c"]);
        // If all lines begin like this, they are rows.
        is("#id,url\n#1,x:y\n", ',', 0, &["#id", "url"]);
        assert!(begin(b"sep=x\na\n", None, true, 9).is_err());
        let head = begin(b"#id,\"u,l\"\n1,x:y\n", None, true, 9).expect("a delimiter");
        assert_eq!(head.comment, Some((1, vec![b"#id".to_vec(), b"u,l".to_vec()])));
    }
}
