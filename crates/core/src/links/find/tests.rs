//! The search reads a text a bounded number of times.

use super::Links;
use crate::links::options::Options;
use crate::syntax::text::{READS, Utf8};

#[test]
fn time_is_linear_with_each_option() {
    const BEGINNINGS: [&str; 5] = ["", "*a ", "http://a/", "__http://a/", "http://"];
    const PIECES: [&str; 19] = [
        "*", "_", "~", "=", "*b", "_b", "http://a/b* ", "~=http://a/~=", ",a", ",http://a/b", "a:",
        ":b.com", "a:b@", "\u{3002}b.com", "http://a/[b ", "[", "{a", "http://a/\u{2010}\n ",
        "+http://a",
    ];
    let standard = Options::default();
    let strict = Options { strict: true, hyphens: true, ..standard.clone() };
    for options in [Options { prose: true, ..strict.clone() }, strict, standard] {
        for (beginning, piece) in BEGINNINGS.iter().flat_map(|b| PIECES.map(|p| (b, p))) {
            let reads = |length: usize| {
                let text = format!("{beginning}{}b", piece.repeat(length / piece.len()));
                READS.set(0);
                let _ = Links::of(Utf8(text.as_bytes()), &options).count();
                READS.get()
            };
            // A text eight times as long takes eight times as many reads; quadratic time would take 64 times.
            let (short, long) = (reads(2_000), reads(16_000));
            assert!(long <= 12 * short, "{beginning} {piece}: {short}, {long}");
        }
    }
}
