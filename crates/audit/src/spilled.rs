//! Names in a temporary file, if there is no room in memory.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::names::NameCounts;

/// The number of sections of each table, by the hashes of its names. A file is read section by section, so
/// memory for one section of each table is enough.
pub(crate) const SECTIONS: usize = 1 << SECTION_BITS;
const SECTION_BITS: u32 = 8;

/// A sequence of tables of names.
#[derive(Debug)]
pub(crate) struct Spilled {
    file: File,
    /// The beginnings of the sections of each table, and the end of the last one.
    tables: Vec<[u64; SECTIONS + 1]>,
}

impl Spilled {
    /// They are in a file that no other process opens, and that disappears with this value, however the process
    /// ends.
    pub(crate) fn new() -> io::Result<Self> {
        Ok(Self { file: nameless()?, tables: Vec::new() })
    }

    /// Appends the names. It must always be the same table, which has one hash for a name.
    pub(crate) fn write(&mut self, names: &NameCounts) -> io::Result<()> {
        let mut end = self.file.seek(SeekFrom::End(0))?;
        let mut starts = [end; SECTIONS + 1];
        let mut file = BufWriter::with_capacity(1 << 16, &self.file);
        let mut section = 0;
        for (number, name, count) in names.by_number() {
            let its = usize::try_from(number >> (u64::BITS - SECTION_BITS)).unwrap_or(SECTIONS - 1);
            starts[section + 1..=its].fill(end);
            section = its;
            file.write_all(&count.to_le_bytes())?;
            file.write_all(&(name.len() as u64).to_le_bytes())?;
            file.write_all(name.as_bytes())?;
            end += 2 * NUMBER as u64 + name.len() as u64;
        }
        starts[section + 1..].fill(end);
        self.tables.push(starts);
        file.flush()
    }

    /// Adds up a section of all tables.
    pub(crate) fn read(&mut self, section: usize, names: &mut NameCounts) -> io::Result<()> {
        let mut bytes = Vec::new();
        for starts in &self.tables {
            let (start, end) = (starts[section], starts[section + 1]);
            self.file.seek(SeekFrom::Start(start))?;
            bytes.clear();
            (&self.file).take(end - start).read_to_end(&mut bytes)?;
            let mut rest = &*bytes;
            while !rest.is_empty() {
                let (name, count, after) = taken(rest).ok_or(io::ErrorKind::InvalidData)?;
                names.add_count(name, count);
                rest = after;
            }
        }
        Ok(())
    }
}

/// The number of bytes of a number.
const NUMBER: usize = size_of::<u64>();

/// A name with its count, and the rest.
fn taken(bytes: &[u8]) -> Option<(&str, u64, &[u8])> {
    let (&count, rest) = bytes.split_first_chunk::<NUMBER>()?;
    let (&length, rest) = rest.split_first_chunk::<NUMBER>()?;
    let (name, rest) = rest.split_at_checked(u64::from_le_bytes(length).try_into().ok()?)?;
    Some((std::str::from_utf8(name).ok()?, u64::from_le_bytes(count), rest))
}

/// Opens a temporary file that has no name, or loses it when it is closed.
fn nameless() -> io::Result<File> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("iriform-{}-{number}", process::id()));
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        // FILE_FLAG_DELETE_ON_CLOSE
        #[cfg(windows)]
        std::os::windows::fs::OpenOptionsExt::custom_flags(&mut options, 0x0400_0000);
        match options.open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            #[cfg(unix)]
            Ok(file) => return std::fs::remove_file(path).map(|()| file),
            opened => return opened,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_from_their_sections() -> io::Result<()> {
        let mut spilled = Spilled::new()?;
        let mut names = NameCounts::exact();
        for round in 0..3 {
            names.clear();
            let texts: Vec<_> = (0..2000).map(|i| format!("é{}", i * round)).collect();
            names.add(texts.iter().map(String::as_str));
            spilled.write(&names)?;
        }
        spilled.write(&NameCounts::exact())?;
        let (mut values, mut distinct) = (0, 0);
        for section in 0..SECTIONS {
            let mut found = NameCounts::exact();
            spilled.read(section, &mut found)?;
            distinct += found.iter().count();
            values += found.iter().map(|(_, count)| count).sum::<u64>();
        }
        assert_eq!((values, distinct), (6000, 3000));
        Ok(())
    }

    #[test]
    fn what_is_cut_off_is_no_name() {
        let whole = [&7_u64.to_le_bytes()[..], &1_u64.to_le_bytes(), b"a"].concat();
        assert_eq!(taken(&whole), Some(("a", 7, &[][..])));
        for length in 0..whole.len() {
            assert_eq!(taken(&whole[..length]), None);
        }
    }
}
