//! One thread and two, compared with arithmetic that needs no memory: if that does not scale, the machine is
//! busy, and nothing can scale.

use std::fmt::Write as _;
use std::hint::black_box;
use std::thread;
use std::time::Instant;

use iriform::engine::Requirements;
use iriform_kernel::{COMPONENTS, Consecutive, ReferenceKind, scan, validate};

const ROWS: usize = 400_000;
const PRODUCTION: ReferenceKind = ReferenceKind { is_iri: true, form: Requirements::FULL };

/// The best time of `parts` parallel runs of `work`, in seconds.
fn best(rounds: usize, parts: usize, work: impl Fn(usize) + Sync) -> f64 {
    let time = || {
        let start = Instant::now();
        thread::scope(|scope| {
            for part in 0..parts {
                let work = &work;
                scope.spawn(move || work(part));
            }
        });
        start.elapsed().as_secs_f64()
    };
    (0..rounds).map(|_| time()).fold(f64::MAX, f64::min)
}

fn arithmetic() {
    let mut x = 1u64;
    for i in 0..8_000_000 {
        x = black_box(x.wrapping_mul(6364136223846793005).wrapping_add(i));
    }
}

pub fn run(rounds: usize, record: &mut String) {
    let text = b"https://www.example.com/some/path/to/a/page.html?q=words";
    let values = text.repeat(ROWS);
    let step = i32::try_from(text.len()).expect("short");
    let offsets: Vec<i32> = (0..=ROWS).map(|i| i32::try_from(i).expect("few") * step).collect();
    let rows = Consecutive::new(&values, &offsets).expect("it holds together");
    let half = ROWS / 2;
    let validated = |part: usize| {
        let mut bits = vec![0; half.div_ceil(64)];
        validate(&rows, part * half..(part + 1) * half, PRODUCTION, black_box(&mut bits));
    };
    let split_up = |part: usize| {
        scan::<COMPONENTS>(&rows, part * half..(part + 1) * half, PRODUCTION, &mut |_, block| {
            _ = black_box(block)
        });
    };
    println!("\nHow much more two threads do than one, of {rounds} rounds the best:\n");
    // Each thread does a half; one thread alone does both.
    let both = |work: &(dyn Fn(usize) + Sync)| {
        let one = best(rounds, 1, |_| (0..2).for_each(work));
        let two = best(rounds, 2, work);
        one / two
    };
    let works: [(&str, &(dyn Fn(usize) + Sync)); 3] =
        [("arithmetic", &|_| arithmetic()), ("validate", &validated), ("all", &split_up)];
    for (name, work) in works {
        let gain = both(work);
        println!("* {name}: {gain:.2}");
        writeln!(record, r#"{{"threads": "{name}", "gain": {gain:.3}}}"#).expect("it is memory");
    }
}
