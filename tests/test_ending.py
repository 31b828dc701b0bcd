"""The module's calls of CPython are wrapped by `crates/python/src/ending.rs`, or do not need it.

A function that may run Python code, or wait for the GIL, ends an abandoned daemon thread by
unwinding its stack (`tests/test_exit.py`). PyO3 also chooses functions, and others for each
version, so the names are read from the tested module.
"""

import platform
import re
import struct
import sys
import sysconfig
from pathlib import Path

import pytest

from iriform import _core

pytestmark = [
    pytest.mark.skipif(
        sys.version_info >= (3, 14) or platform.libc_ver()[0] != "glibc",
        reason="no stack is unwound, and nothing wrapped",
    ),
    # An older PyO3, which calls other functions, supports CPython 3.13 without the GIL.
    pytest.mark.skipif(bool(sysconfig.get_config_var("Py_GIL_DISABLED")), reason="not served"),
]

# Objects, not functions.
DATA = re.compile("PyExc_.*|_PyWeakref_.*Type|Py.*_Type|_Py_.*Struct|_Py_EllipsisObject")

# The reasons why these functions are not wrapped. None of them raises for its arguments: exceptions
# are objects that the garbage collector tracks.
UNWRAPPED = {
    "PyO3 wraps them itself": """
        PyEval_RestoreThread PyGILState_Ensure
    """,
    "It starts an interpreter; only a build without optimization keeps it, unused": """
        Py_InitializeEx
    """,
    "It gives the GIL back, and does not wait for it": """
        PyEval_SaveThread
    """,
    "CPython calls them, from the tables of types: there is no frame of Rust between": """
        PyObject_GenericGetDict PyObject_GenericSetDict
    """,
    "They look at an object, and do not change it": """
        PyByteArray_AsString PyByteArray_Size PyCallable_Check PyCapsule_GetName PyDict_Next
        PyDict_Size PyErr_ExceptionMatches PyErr_GivenExceptionMatches PyErr_Occurred
        PyException_GetCause PyException_GetTraceback PyInterpreterState_Get
        PyInterpreterState_Main PySequence_Check
        PyThreadState_Get PyTuple_GetItem PyType_GetModuleName PyType_GetName PyType_GetQualName
        PyType_IsSubtype PyUnicode_EqualToUTF8AndSize PyUnicode_Tailmatch
        PyWeakref_GetObject PyWeakref_GetRef
        Py_IsFinalizing
        Py_IsInitialized
    """,
    "They make a text, bytes, a number or a capsule, in which the garbage collector has no part": """
        PyBytes_FromStringAndSize PyCapsule_New PyLong_FromLong PyLong_FromNativeBytes
        PyLong_FromSsize_t PyLong_FromUnsignedLongLong PyUnicode_FromObject
        PyUnicode_FromStringAndSize PyUnicode_InternInPlace PyUnicode_Substring
        _PyLong_FromByteArray _PyUnicode_Ready
    """,
    "They change memory or fields, and drop nothing": """
        PyErr_Fetch PyErr_GetRaisedException PyList_Append PyModuleDef_Init PyObject_Calloc
        PyObject_GC_Track PyObject_GC_UnTrack PyObject_Init PyType_Modified
    """,
    "It reads the name of our module, while that is made": """
        PyModule_GetNameObject
    """,
    "It raises where a function has broken the rules of the C API": """
        _Py_CheckFunctionResult
    """,
}
if sys.version_info >= (3, 12):
    UNWRAPPED[
        "The garbage collector does not run in them any more, only between instructions"
    ] = """
        PyCMethod_New PyCapsule_GetPointer PyDict_Items PyDict_Keys PyDict_New PyList_New
        PyLong_AsUnsignedLongLong PyTuple_GetSlice PyTuple_New PyType_FromModuleAndSpec PyType_FromSpec
        PyType_GenericAlloc PyUnicode_AsUTF8AndSize PyWeakref_NewRef
    """


def symbols(module: bytes) -> tuple[set[str], set[str]]:
    """Return the names that a shared object exports, and those that it imports."""
    assert module[:6] == b"\x7fELF\x02\x01", "64 bits, the lowest byte first"
    (sections,) = struct.unpack_from("<Q", module, 0x28)
    size, count = struct.unpack_from("<HH", module, 0x3A)
    headers = [struct.unpack_from("<IIQQQQI", module, sections + size * at) for at in range(count)]
    exported: set[str] = set()
    imported: set[str] = set()
    for _, kind, _, _, offset, length, names in headers:
        if kind != 11:  # SHT_DYNSYM
            continue
        for at in range(offset, offset + length, 24):
            name, _, _, section = struct.unpack_from("<IBBH", module, at)
            start = headers[names][4] + name
            text = module[start : module.index(0, start)].decode()
            (exported if section else imported).add(text)
    return exported, imported


def test_every_function_of_cpython_is_wrapped_or_need_not_be() -> None:
    exported, imported = symbols(Path(_core.__file__).read_bytes())
    unwrapped = {name for names in UNWRAPPED.values() for name in names.split()}
    wrapped = {name.removeprefix("__wrap_") for name in exported if name.startswith("__wrap_")}
    called = {
        name for name in imported if name.startswith(("Py", "_Py")) and not DATA.fullmatch(name)
    }
    assert "PyObject_Call" in called & wrapped, "the module's table of names was read"
    missing = sorted(called - wrapped - unwrapped)
    assert missing == [], (
        "wrap these in crates/python/src/ending.rs if they may run Python code (finalizers, "
        "too) or wait for the GIL; otherwise name them in UNWRAPPED, with the reason"
    )
    assert not wrapped & unwrapped, "these are wrapped, and so have no place in UNWRAPPED"
