//! Measures functions side by side: every round runs each function once over the same texts, in turn.
//!
//! Slow phases of the machine last longer than a round, so they affect all functions the same way. The clock is
//! that of the thread, which stops while other processes run.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::{env, fs, process};

use cpu_time::ThreadTime;

/// A function under test: a name, and one run over all texts.
pub struct Subject<'a> {
    pub name: &'static str,
    pub run: Box<dyn FnMut() + 'a>,
}

impl<'a> Subject<'a> {
    pub fn new(name: &'static str, run: impl FnMut() + 'a) -> Self {
        Self { name, run: Box::new(run) }
    }

    /// Runs `of` over all items.
    pub fn each<T, R>(name: &'static str, items: &'a [T], of: impl Fn(&'a T) -> R + 'a) -> Self {
        Self::new(name, move || {
            for item in items {
                let _ = black_box(of(black_box(item)));
            }
        })
    }
}

/// Nanoseconds per text: `[subject][round]`.
pub struct Times(Vec<Vec<f64>>);

impl Times {
    pub fn take(subjects: &mut [Subject<'_>], texts: usize, rounds: usize) -> Self {
        let mut times = vec![Vec::with_capacity(rounds); subjects.len()];
        for subject in &mut *subjects {
            (subject.run)();
        }
        for _ in 0..rounds {
            for (subject, times) in subjects.iter_mut().zip(&mut times) {
                let start = ThreadTime::now();
                (subject.run)();
                #[allow(clippy::cast_precision_loss)]
                times.push(start.elapsed().as_nanos() as f64 / texts as f64);
            }
        }
        Self(times)
    }

    pub fn median(&self, subject: usize) -> f64 {
        median(self.0[subject].clone())
    }

    pub fn best(&self, subject: usize) -> f64 {
        self.0[subject].iter().copied().fold(f64::MAX, f64::min)
    }

    /// The time of `subject` as a multiple of that of `other`: the median of the rounds' own ratios.
    pub fn ratio(&self, subject: usize, other: usize) -> f64 {
        median(self.0[subject].iter().zip(&self.0[other]).map(|(a, b)| a / b).collect())
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// The arguments of a program: `[--rounds N] [--json FILE] [NAME …]`.
pub struct Arguments {
    pub rounds: usize,
    json: Option<String>,
    names: Vec<String>,
}

impl Arguments {
    pub fn read(rounds: usize) -> Self {
        let mut read = Self { rounds, json: None, names: Vec::new() };
        let mut arguments = env::args().skip(1);
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().expect("a value");
            match argument.as_str() {
                "--rounds" => read.rounds = value().parse().expect("a number"),
                "--json" => read.json = Some(value()),
                _ => read.names.push(argument),
            }
        }
        read
    }

    /// Returns true if something with this name is measured: one of the names is part of it, or there are none.
    pub fn has(&self, name: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|part| name.contains(part.as_str()))
    }

    /// Writes the record to the file that `--json` names.
    pub fn write(&self, record: &str) {
        if let Some(file) = &self.json {
            fs::write(file, record).expect("a writable file");
        }
    }
}

/// Prints a time, or a dash, as a cell, and appends it to the record.
pub fn cell(name: &str, time: Option<f64>, record: &mut String) {
    match time {
        None => print!(" – |"),
        Some(time) => {
            print!(" {time:.1} |");
            record.push_str(&format!(r#", "{name}": {time:.2}"#));
        }
    }
}

/// The folder of the files: `IRIFORM_CORPORA`, else next to the repository, else the sample in it.
pub fn folder() -> PathBuf {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let beside = repository.join("../shared/corpora");
    match env::var_os("IRIFORM_CORPORA") {
        Some(folder) => folder.into(),
        None if beside.is_dir() => beside,
        // `python -m benchmarks.data.generate` makes it.
        None => repository.join("benchmarks/data"),
    }
}

/// The files of the folder, in order. Without any, the program ends.
pub fn files() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder())
        .into_iter()
        .flatten()
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    if files.is_empty() {
        eprintln!(
            "no texts (*.txt) in {}: `python -m benchmarks.data.generate` makes a sample",
            folder().display()
        );
        process::exit(2);
    }
    files.sort();
    files
}
