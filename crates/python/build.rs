//! Lets the binding ask for the Python version it is built for, as `cfg(Py_3_12)`, and says at once
//! which interpreters are served.

use std::env;

use pyo3_build_config::PythonImplementation;

fn main() {
    let implementation = pyo3_build_config::get().implementation();
    if implementation != PythonImplementation::CPython {
        // Otherwise the compiler says it, in a minute and many lines.
        println!(
            "cargo::error=iriform is built for CPython 3.10 or later only, not for {implementation}"
        );
        return;
    }
    pyo3_build_config::use_pyo3_cfgs();
    wrap_what_runs_python();
}

/// Has the linker put the functions of `src/ending.rs` in place of those of the C API.
fn wrap_what_runs_python() {
    const ENDING: &str = "src/ending.rs";
    println!("cargo::rustc-check-cfg=cfg(is_unwound_at_exit)");
    println!("cargo::rerun-if-changed={ENDING}");
    let is = |key: &str, value: &str| env::var(key).is_ok_and(|is| is == value);
    let is_glibc = is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu");
    let version = pyo3_build_config::get().version();
    if !is_glibc || (version.major, version.minor) >= (3, 14) {
        return;
    }
    println!("cargo::rustc-cfg=is_unwound_at_exit");
    let mut is_compiled = true;
    for line in include_str!("src/ending.rs").lines() {
        if let Some(condition) = line.strip_prefix("#[cfg(") {
            let until = condition.strip_prefix("not(");
            let minor = until.unwrap_or(condition).trim_start_matches("Py_3_");
            let minor = minor.trim_end_matches([')', ']']).parse::<u8>();
            is_compiled = minor.is_ok_and(|minor| {
                ((version.major, version.minor) >= (3, minor)) != until.is_some()
            });
        } else if line == "}" {
            is_compiled = true;
        }
        let name = line.split_once("fn ").and_then(|(_, line)| line.split_once('('));
        if let Some((name, _)) = name.filter(|(name, _)| is_compiled && name.contains("Py")) {
            // A linker may pass over the name of what nothing calls, hence `-u`; zig has no
            // `--undefined`, its long name.
            println!("cargo::rustc-cdylib-link-arg=-Wl,-u,{name},--wrap={name}");
        }
    }
}
