"""Regular expression engines, each as a function from an anchored pattern and texts to verdicts.

None means that the engine cannot accept the text: RE2 and PCRE2 read UTF-8, which has no
surrogates; XML has no control characters.
"""

import ctypes
import ctypes.util
import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable
from typing import NoReturn, TypeAlias

import pytest

Verdicts: TypeAlias = list[bool | None]
Engine: TypeAlias = Callable[[str, list[str]], Verdicts]


def absent(engine: str) -> NoReturn:
    """Skip a test, or fail it if every engine must be installed."""
    if "IRIFORM_EVERY_ENGINE" in os.environ:
        pytest.fail(f"{engine} is not installed")
    pytest.skip(f"{engine} is not installed")


def _each(match: Callable[[str], object], texts: Iterable[str]) -> Verdicts:
    return [None if _has_surrogate(text) else bool(match(text)) for text in texts]


def _has_surrogate(text: str) -> bool:
    return not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text)


def python_re(pattern: str, texts: list[str]) -> Verdicts:
    """Run CPython's own engine, which backtracks."""
    match = re.compile(pattern).match
    return [bool(match(text)) for text in texts]


def python_regex(pattern: str, texts: list[str]) -> Verdicts:
    """Run the package regex, which backtracks."""
    match = pytest.importorskip("regex").compile(pattern).match
    return [bool(match(text)) for text in texts]


def _node(flag: str) -> Engine:
    program = (
        "const {pattern, flag, texts} = JSON.parse(require('fs').readFileSync(0, 'utf8'));"
        "const regex = new RegExp(pattern, flag);"
        "console.log(JSON.stringify(texts.map(text => regex.test(text))));"
    )

    def engine(pattern: str, texts: list[str]) -> Verdicts:
        node = shutil.which("node")
        if node is None:
            absent("node")
        question = json.dumps({"pattern": pattern, "flag": flag, "texts": texts})
        run = subprocess.run(  # noqa: S603 - our own program
            [node, "-e", program], input=question, capture_output=True, text=True, check=True
        )
        verdicts: Verdicts = json.loads(run.stdout)
        return verdicts

    return engine


def pcre2(pattern: str, texts: list[str]) -> Verdicts:
    """Run PCRE2, which backtracks, through its C interface."""
    found = ctypes.util.find_library("pcre2-8")
    if found is None:
        absent("libpcre2-8")
    library = ctypes.CDLL(found)
    pointer, size = ctypes.c_void_p, ctypes.c_size_t
    library.pcre2_compile_8.restype = library.pcre2_match_data_create_8.restype = pointer
    number, offset, utf, nothing = ctypes.c_int(), size(), 0x80000, None
    source = pattern.encode()
    code = library.pcre2_compile_8(
        source, size(len(source)), utf, ctypes.byref(number), ctypes.byref(offset), nothing
    )
    assert code, (number.value, offset.value)
    data = pointer(library.pcre2_match_data_create_8(1, nothing))

    def match(text: str) -> bool:
        subject = text.encode()
        length = size(len(subject))
        result = library.pcre2_match_8(pointer(code), subject, length, size(0), 0, data, nothing)
        assert result >= -1, result
        return bool(result >= 0)

    try:
        return _each(match, texts)
    finally:
        library.pcre2_match_data_free_8(data)
        library.pcre2_code_free_8(pointer(code))


def re2(pattern: str, texts: list[str]) -> Verdicts:
    """Run RE2, an automaton."""
    library = pytest.importorskip("re2")
    options = library.Options()
    options.max_mem = 1 << 28
    return _each(library.compile(pattern, options=options).match, texts)


def libxml2(pattern: str, texts: list[str]) -> Verdicts:
    """Run libxml2's xs:pattern, an automaton that backtracks."""
    etree = pytest.importorskip("lxml.etree")
    schema = etree.fromstring(
        '<s:schema xmlns:s="http://www.w3.org/2001/XMLSchema"><s:element name="v"><s:simpleType>'
        '<s:restriction base="s:string"><s:pattern/></s:restriction>'
        "</s:simpleType></s:element></s:schema>"
    )
    schema[0][0][0][0].set("value", pattern)
    valid = etree.XMLSchema(schema).validate
    verdicts: Verdicts = []
    value = etree.Element("v")
    for text in texts:
        try:
            value.text = text
        except ValueError:
            verdicts.append(None)
        else:
            verdicts.append(valid(value))
    return verdicts


ENGINES: dict[str, tuple[str, Engine]] = {
    "re": ("python", python_re),
    "regex": ("python", python_regex),
    "node with the flag u": ("ecmascript", _node("u")),
    "node with the flag v": ("ecmascript", _node("v")),
    "PCRE2": ("pcre", pcre2),
    "RE2": ("re2", re2),
    "libxml2": ("xsd", libxml2),
}
"""Engines by name, each with the flavor that it reads."""
