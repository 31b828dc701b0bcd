//! Blocks of sixteen characters, and the properties that a character in them may have. It is a superset that is
//! quick to look up; tests compare it with the data of Unicode.

/// Not ASCII.
pub(super) const NON_ASCII: u8 = 1;
/// May be written from right to left, or change the direction.
pub(super) const DIRECTION: u8 = 1 << 1;
/// May be a space, a private-use character or invisible.
pub(super) const UNSEEN: u8 = 1 << 2;
/// May not be in a normal form, alone or after another character.
pub(super) const COMPOSABLE: u8 = 1 << 3;

/// Blocks of right-to-left characters, assigned or not, and of controls.
const DIRECTIONS: &[(usize, usize)] = &[
    (0x590, 0x8FF),
    (0x2000, 0x200F),
    (0x2020, 0x202F),
    (0x2060, 0x206F),
    (0xFB10, 0xFDFF),
    (0xFE70, 0xFEFF),
];

/// `White_Space`, `Default_Ignorable_Code_Point` and private use.
const UNSEENS: &[(usize, usize)] = &[
    (0x80, 0xAF),
    (0x340, 0x34F),
    (0x610, 0x61F),
    (0x1150, 0x116F),
    (0x1680, 0x168F),
    (0x17B0, 0x17BF),
    (0x1800, 0x180F),
    (0x2000, 0x200F),
    (0x2020, 0x202F),
    (0x2050, 0x206F),
    (0x3000, 0x300F),
    (0x3160, 0x316F),
    (0xD800, 0xF8FF),
    (0xFE00, 0xFE0F),
    (0xFEF0, 0xFEFF),
    (0xFFA0, 0xFFAF),
    (0xFFF0, 0xFFFF),
];

/// Blocks in which every character is in NFC in every position. In the other blocks, some character may not be.
const COMPOSED: &[(usize, usize)] = &[
    (0x80, 0x2FF),
    (0x390, 0x47F),
    (0x490, 0x58F),
    (0x10A0, 0x10FF),
    (0x1E00, 0x1EFF),
    (0x2010, 0x20CF),
    (0x2100, 0x211F),
    (0x2130, 0x231F),
    (0x2330, 0x2ACF),
    (0x2AE0, 0x2CDF),
    (0x2E00, 0x2FFF),
    (0x3000, 0x301F),
    (0x3030, 0x308F),
    (0x30A0, 0xA65F),
    (0xA700, 0xA7FF),
    (0xAC00, 0xD79F),
    (0xE000, 0xF8FF),
    (0xFE30, 0xFFFF),
];

static BASIC: [u8; 0x1000] = {
    let mut blocks = [NON_ASCII | COMPOSABLE; 0x1000];
    blocks = mark(blocks, DIRECTIONS, DIRECTION);
    blocks = mark(blocks, UNSEENS, UNSEEN);
    mark(blocks, COMPOSED, COMPOSABLE)
};

/// Changes a bit of blocks.
const fn mark(mut blocks: [u8; 0x1000], ranges: &[(usize, usize)], bit: u8) -> [u8; 0x1000] {
    let mut i = 0;
    while i < ranges.len() {
        let (first, last) = ranges[i];
        let mut block = first / 16;
        while block <= last / 16 {
            blocks[block] ^= bit;
            block += 1;
        }
        i += 1;
    }
    blocks
}

/// The kinds of a character beyond ASCII.
#[inline]
pub(super) fn of(c: char) -> u8 {
    let c = u32::from(c);
    match c {
        0..0x10000 => BASIC[(c >> 4) as usize],
        // Pictures, and ideographs except compatibility ideographs.
        0x1F000..0x2F000 => NON_ASCII,
        _ => NON_ASCII | DIRECTION | UNSEEN | COMPOSABLE,
    }
}
