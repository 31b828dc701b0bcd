"""The scripts of characters beyond ASCII."""

# Arrow makes the functions of its compute module when it is loaded.
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

# The scripts of Unicode (UAX #24), by their long names. Arrow's regular expressions (RE2) have their
# tables. What several scripts share is Common or Inherited; what is in no table is Other.
_SCRIPTS = [
    "Adlam",
    "Ahom",
    "Anatolian_Hieroglyphs",
    "Arabic",
    "Armenian",
    "Avestan",
    "Balinese",
    "Bamum",
    "Bassa_Vah",
    "Batak",
    "Bengali",
    "Bhaiksuki",
    "Bopomofo",
    "Brahmi",
    "Braille",
    "Buginese",
    "Buhid",
    "Canadian_Aboriginal",
    "Carian",
    "Caucasian_Albanian",
    "Chakma",
    "Cham",
    "Cherokee",
    "Chorasmian",
    "Common",
    "Coptic",
    "Cuneiform",
    "Cypriot",
    "Cypro_Minoan",
    "Cyrillic",
    "Deseret",
    "Devanagari",
    "Dives_Akuru",
    "Dogra",
    "Duployan",
    "Egyptian_Hieroglyphs",
    "Elbasan",
    "Elymaic",
    "Ethiopic",
    "Georgian",
    "Glagolitic",
    "Gothic",
    "Grantha",
    "Greek",
    "Gujarati",
    "Gunjala_Gondi",
    "Gurmukhi",
    "Han",
    "Hangul",
    "Hanifi_Rohingya",
    "Hanunoo",
    "Hatran",
    "Hebrew",
    "Hiragana",
    "Imperial_Aramaic",
    "Inherited",
    "Inscriptional_Pahlavi",
    "Inscriptional_Parthian",
    "Javanese",
    "Kaithi",
    "Kannada",
    "Katakana",
    "Kawi",
    "Kayah_Li",
    "Kharoshthi",
    "Khitan_Small_Script",
    "Khmer",
    "Khojki",
    "Khudawadi",
    "Lao",
    "Latin",
    "Lepcha",
    "Limbu",
    "Linear_A",
    "Linear_B",
    "Lisu",
    "Lycian",
    "Lydian",
    "Mahajani",
    "Makasar",
    "Malayalam",
    "Mandaic",
    "Manichaean",
    "Marchen",
    "Masaram_Gondi",
    "Medefaidrin",
    "Meetei_Mayek",
    "Mende_Kikakui",
    "Meroitic_Cursive",
    "Meroitic_Hieroglyphs",
    "Miao",
    "Modi",
    "Mongolian",
    "Mro",
    "Multani",
    "Myanmar",
    "Nabataean",
    "Nag_Mundari",
    "Nandinagari",
    "New_Tai_Lue",
    "Newa",
    "Nko",
    "Nushu",
    "Nyiakeng_Puachue_Hmong",
    "Ogham",
    "Ol_Chiki",
    "Old_Hungarian",
    "Old_Italic",
    "Old_North_Arabian",
    "Old_Permic",
    "Old_Persian",
    "Old_Sogdian",
    "Old_South_Arabian",
    "Old_Turkic",
    "Old_Uyghur",
    "Oriya",
    "Osage",
    "Osmanya",
    "Pahawh_Hmong",
    "Palmyrene",
    "Pau_Cin_Hau",
    "Phags_Pa",
    "Phoenician",
    "Psalter_Pahlavi",
    "Rejang",
    "Runic",
    "Samaritan",
    "Saurashtra",
    "Sharada",
    "Shavian",
    "Siddham",
    "SignWriting",
    "Sinhala",
    "Sogdian",
    "Sora_Sompeng",
    "Soyombo",
    "Sundanese",
    "Syloti_Nagri",
    "Syriac",
    "Tagalog",
    "Tagbanwa",
    "Tai_Le",
    "Tai_Tham",
    "Tai_Viet",
    "Takri",
    "Tamil",
    "Tangsa",
    "Tangut",
    "Telugu",
    "Thaana",
    "Thai",
    "Tibetan",
    "Tifinagh",
    "Tirhuta",
    "Toto",
    "Ugaritic",
    "Vai",
    "Vithkuqi",
    "Wancho",
    "Warang_Citi",
    "Yezidi",
    "Yi",
    "Zanabazar_Square",
]

_NAMES = ["", *_SCRIPTS, "Other"]

# For each code point the index of its script, or 0 until one is met.
_table = np.zeros(0x110000, np.uint8)


def scripts(text: pa.Array, ascii_only: pa.Array) -> pa.Array:
    """Name the scripts of each value that is not ASCII, in order, separated by spaces."""
    rows = pc.indices_nonzero(pc.fill_null(pc.invert(ascii_only), fill_value=False))
    if not len(rows):
        return pa.nulls(len(text), pa.string())
    values = text.take(rows)
    codes = np.frombuffer("".join(values.to_pylist()).encode("utf-32-le"), np.uint32)
    value = np.repeat(np.arange(len(values), dtype=np.uint32), pc.utf8_length(values))
    beyond = np.flatnonzero(codes >= 0x80)  # noqa: PLR2004 - ASCII
    codes, value = codes[beyond], value[beyond]
    if unknown := set(codes[_table[codes] == 0].tolist()):
        _learn(unknown)
    found = _table[codes]
    columns = []
    for number in np.flatnonzero(np.bincount(found)):
        has = np.zeros(len(values), np.bool_)
        has[value[found == number]] = True
        columns.append(pc.if_else(pa.array(has), _NAMES[number], None))
    joined = pc.binary_join_element_wise(*columns, " ", null_handling="skip")
    places = np.full(len(text), -1, np.int64)
    places[rows] = np.arange(len(rows))
    return joined.take(pa.array(places, mask=places < 0))


def _learn(codes: set[int]) -> None:
    """Look up the scripts of code points that have not been met."""
    left = np.array(sorted(codes))
    for number, name in enumerate(_SCRIPTS, 1):
        characters = pa.array(map(chr, left), pa.string())
        matching = pc.match_substring_regex(characters, rf"\p{{{name}}}").to_numpy(
            zero_copy_only=False
        )
        _table[left[matching]] = number
        left = left[~matching]
    _table[left] = len(_NAMES) - 1
