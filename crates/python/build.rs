//! Lets the binding ask for the Python version it is built for, as `cfg(Py_3_12)`.

fn main() {
    pyo3_build_config::use_pyo3_cfgs();
}
