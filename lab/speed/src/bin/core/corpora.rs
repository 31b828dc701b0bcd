//! The texts: real ones if the corpora exist, else the sample that is generated in the repository.

use std::fs;

use iriform_speed::{files, folder};

/// The largest number of texts of a corpus, so a round is shorter than slow phases of the machine.
const LIMIT: usize = 20_000;

/// Texts of one kind, in every storage that can hold them.
pub struct Corpus {
    pub name: String,
    pub texts: Vec<String>,
    /// Code points of one byte, if that is enough for all texts.
    pub latin1: Option<Vec<Vec<u8>>>,
    /// Code points of two bytes, likewise.
    pub ucs2: Option<Vec<Vec<u16>>>,
    pub ucs4: Vec<Vec<u32>>,
}

impl Corpus {
    fn new(name: &str, texts: Vec<String>) -> Self {
        fn narrowed<U: TryFrom<u32>>(texts: &[Vec<u32>]) -> Option<Vec<Vec<U>>> {
            texts.iter().map(|text| text.iter().map(|&c| U::try_from(c).ok()).collect()).collect()
        }
        let ucs4: Vec<Vec<u32>> =
            texts.iter().map(|text| text.chars().map(u32::from).collect()).collect();
        let (latin1, ucs2) = (narrowed(&ucs4), narrowed(&ucs4));
        Self { name: name.to_owned(), texts, latin1, ucs2, ucs4 }
    }

    pub fn mean_bytes(&self) -> usize {
        self.texts.iter().map(String::len).sum::<usize>() / self.texts.len()
    }
}

/// The lines of every file that `keep` accepts, evenly spaced in the file.
pub fn read(keep: impl Fn(&str) -> bool) -> Vec<Corpus> {
    files()
        .iter()
        .map(|path| {
            let text = fs::read_to_string(path).expect("a corpus in UTF-8");
            let lines: Vec<&str> = text.lines().filter(|line| keep(line)).collect();
            let step = lines.len().div_ceil(LIMIT).max(1);
            let lines = lines.into_iter().step_by(step).map(str::to_owned).collect();
            Corpus::new(&path.file_stem().expect("a file").to_string_lossy(), lines)
        })
        .filter(|corpus| !corpus.texts.is_empty())
        .collect()
}

/// Bases, and references from their documents: of the corpora, else made from the sample.
pub fn pairs() -> Vec<(String, String)> {
    if let Ok(table) = fs::read_to_string(folder().join("relative_urls_cc_10k.csv")) {
        let rows = table.lines().skip(1).filter(|line| !line.contains('"'));
        return rows.filter_map(|line| line.split_once(',')).map(owned).collect();
    }
    let references = ["../a/b", "c?d=e", "/", "/f/g/h.html", "#i", "./../j", "//k.example/l"];
    let web = read(|_| true).into_iter().find(|corpus| corpus.name == "web").expect("web.txt");
    let bases = web.texts.into_iter();
    bases.zip(references.into_iter().cycle()).map(|(b, r)| (b, r.to_owned())).collect()
}

fn owned((base, reference): (&str, &str)) -> (String, String) {
    (base.to_owned(), reference.to_owned())
}
