//! Links in text, by `iriform` and by the crate `linkify`, on the same files.
//!
//! ```text
//! cargo run --release --manifest-path lab/speed/Cargo.toml --bin links -- FILE…
//! ```

use std::{env, fs};

use iriform::{LinkOptions, find_links};
use iriform_speed::{Subject, Times};
use linkify::LinkFinder;

const ROUNDS: usize = 15;

/// Prints megabytes per second, the best of several rounds in turn, and the number of links that each finds.
fn main() {
    let options = LinkOptions::default();
    let finder = {
        let mut finder = LinkFinder::new();
        finder.url_must_have_scheme(false);
        finder
    };
    let ours = |text: &str| find_links(text, &options).count();
    let theirs = |text: &str| finder.links(text).count();
    println!("| text | iriform, links | linkify, links | iriform, MB/s | linkify, MB/s | ratio |");
    println!("|---|---:|---:|---:|---:|---:|");
    for path in env::args().skip(1) {
        let text = fs::read_to_string(&path).expect("a readable file");
        let texts = [text.as_str()];
        let mut subjects = [
            Subject::each("iriform", &texts, |text| ours(text)),
            Subject::each("linkify", &texts, |text| theirs(text)),
        ];
        let times = Times::take(&mut subjects, 1, ROUNDS);
        // Bytes per nanosecond are thousands of megabytes per second.
        let rate = [0, 1].map(|i| text.len() as f64 * 1e3 / times.best(i));
        let name = path.rsplit('/').next().unwrap_or(&path).trim_end_matches(".txt");
        println!(
            "| {name} | {} | {} | {:.0} | {:.0} | {:.2} |",
            ours(&text),
            theirs(&text),
            rate[0],
            rate[1],
            rate[0] / rate[1],
        );
    }
}
