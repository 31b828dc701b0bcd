//! Links in text, by `iriform` and by the crate `linkify`, on the same files.
//!
//! ```text
//! cargo run --release --manifest-path lab/speed-core/Cargo.toml --bin links -- FILE…
//! ```

use std::hint::black_box;
use std::time::Duration;
use std::{env, fs};

use cpu_time::ThreadTime;
use iriform::{LinkOptions, find_links};
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
        let mut least = [Duration::MAX; 2];
        for _ in 0..ROUNDS {
            let finders: [&dyn Fn(&str) -> usize; 2] = [&ours, &theirs];
            for (least, find) in least.iter_mut().zip(finders) {
                let started = ThreadTime::now();
                black_box(find(black_box(&text)));
                *least = started.elapsed().min(*least);
            }
        }
        let rate = least.map(|time| text.len() as f64 / 1e6 / time.as_secs_f64());
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
