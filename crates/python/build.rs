//! Lets the binding ask for the Python version it is built for, as `cfg(Py_3_12)`, and says at once
//! which interpreters are served.

use pyo3_build_config::PythonImplementation;

fn main() {
    let implementation = pyo3_build_config::get().implementation();
    if implementation != PythonImplementation::CPython {
        // Otherwise the compiler says it, in a minute and many lines.
        println!("cargo::error=iriform is built for CPython only, not for {implementation}");
        return;
    }
    pyo3_build_config::use_pyo3_cfgs();
}
