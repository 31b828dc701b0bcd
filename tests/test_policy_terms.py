"""A term of a policy is one row: every face applies a row that is added to a copy of the crates."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.tables import ROOT

MARK = "    /// Schemes that may lead to this machine.\n"

ROWS = """\
    /// How many segments there may be.
    max_segments: Option<usize> = None, "be a number or None", Asks {
        rules: &[refusal("too-many-segments", "RFC 3986 §3.3",
            "the path has more segments than are allowed",
            "https://example.org/a/b/c/d", "https://example.org/a/b")],
        set: |terms, rules| Ok(terms.max_segments.map(|most| {
            let allows = |&most: &usize, reference: &Reference<'_>| {
                reference.path().split('/').count() <= most + 1
            };
            SetTerm::of_reference(&rules[0], most, allows, |_, subject, found| {
                found.at(subject.authority_or_all());
            })
        })),
        ..NOTHING
    };
    /// Whether the scheme must be `https`.
    encrypted: bool = false, "be True or False", Asks {
        rules: &[refusal("not-encrypted", "RFC 9110 §4.2.2", "everybody on the way can read it",
            "http://example.org/", "https://example.org/")],
        set: |terms, rules| Ok(terms.encrypted.then(|| {
            let allows = |(): &(), shape: &dyn ReferenceShape| shape.scheme() == Some("https");
            SetTerm::of_shape(&rules[0], (), allows, |(), subject, found| {
                found.at(0..subject.text.len());
            })
        })),
        ..NOTHING
    };
"""

TEST = """\
use arrow_buffer::BooleanBuffer;
use arrow_schema::DataType;
use iriform::engine::findings::{needs_policy, rules};
use iriform_columns::chunk::{Chunk, Column, Width};
use iriform_columns::sql::{Constant, Fixed, Input};
use iriform_columns::{Call, Error, Operation, evaluate, policies, sql};
use made::{column, texts};

mod made;

struct Word(&'static str);

impl Input for Word {
    type Error = Error;

    fn constant(&self) -> Result<Option<Constant>, Error> {
        Ok(Some(Constant::Text(self.0.to_owned())))
    }

    fn column(&self) -> Result<Column, Error> {
        Err(Error::Overflow)
    }

    fn error(error: Error) -> Error {
        error
    }
}

#[test]
fn a_row_is_asked_everywhere() {
    let segments = r#"{"max_segments": 2, "profile": "none"}"#;
    let encrypted = r#"{"encrypted": true, "profile": "none"}"#;
    let of_web = r#"{"encrypted": true, "max_segments": 2, "profile": "default", "loopback": ["http"]}"#;
    let hosts = ["a.example", "localhost", "1.2.3.4", "%61.example", "A.example:80"];
    let ends = ["", "/", "/b/c", "/b/c/d", "/b/c/d?q#f", "?a/b/c/d"];
    let rows: Vec<String> = hosts
        .iter()
        .flat_map(|host| ends.map(|end| format!("://{host}{end}")))
        .flat_map(|rest| ["http", "https"].map(|scheme| format!("{scheme}{rest}")))
        .collect();
    // More than a block of plain rows, too.
    let rows: Vec<Option<&str>> = rows.iter().cycle().take(200).map(|row| Some(&**row)).collect();
    for word in [segments, encrypted, of_web] {
        let policy = policies::of_word(word, &Vec::new()).expect("terms");
        let allowed: Vec<bool> = rows.iter().flatten().map(|row| policy.allows(row)).collect();
        assert!(allowed.contains(&true) && allowed.contains(&false), "{word}");
        for (row, is_allowed) in rows.iter().flatten().zip(&allowed) {
            let refusals = policy.refusals(row).expect("an IRI");
            assert_eq!(refusals.is_empty(), *is_allowed, "{row} {word}");
        }
        let operation = Operation::named("allows").expect("it is in the table");
        let read = sql::read(operation, Fixed::nothing(operation), &[Word(word)]);
        let (arguments, production) = read.expect("a word of SQL");
        let chunk = Chunk::Plain(texts(&rows, Width::Small, 0));
        let call = Call { operation, arguments: &arguments, production };
        let answers = evaluate(&column(vec![chunk], Width::Small, None), &call, 2).expect("truths");
        assert_eq!(answers[0].data_type(), &DataType::Boolean);
        let bits = BooleanBuffer::new(answers[0].buffers()[0].clone(), 0, rows.len());
        assert_eq!(bits.iter().collect::<Vec<bool>>(), allowed, "{word}");
    }
    for code in ["too-many-segments", "not-encrypted"] {
        let rule = rules().find(|rule| rule.code == code).expect("a finding");
        assert!(needs_policy(code));
        let word = if code == "not-encrypted" { encrypted } else { segments };
        let policy = policies::of_word(word, &Vec::new()).expect("terms");
        let refusals = policy.refusals(rule.bad_example).expect("an IRI");
        assert_eq!(refusals.iter().map(|one| one.rule.code).collect::<Vec<_>>(), [code]);
        assert!(policy.allows(rule.good_example));
    }
}
"""


@pytest.mark.slow("crates/core/src/findings", "crates/core/src/policy", "crates/columns/src")
def test_a_row_is_asked_everywhere(tmp_path: Path) -> None:
    for crate in ("core", "columns", "kernel"):
        ignored = shutil.ignore_patterns("suite")
        shutil.copytree(ROOT / "crates" / crate, tmp_path / "crates" / crate, ignore=ignored)
    workspace = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    members = 'members = ["crates/core", "crates/columns", "crates/kernel"]'
    workspace = re.sub(r"members = \[.*?\n\]", members, workspace, count=1, flags=re.DOTALL)
    (tmp_path / "Cargo.toml").write_text(workspace, encoding="utf-8")
    shutil.copy(ROOT / "Cargo.lock", tmp_path)
    terms = tmp_path / "crates/core/src/findings/terms.rs"
    before, mark, after = terms.read_text(encoding="utf-8").partition(MARK)
    terms.write_text(before + ROWS + mark + after, encoding="utf-8")
    manifest = tmp_path / "crates/core/Cargo.toml"
    kept = manifest.read_text(encoding="utf-8").partition("[[test]]")[0]
    manifest.write_text(kept, encoding="utf-8")
    (tmp_path / "crates/columns/tests/new_term.rs").write_text(TEST, encoding="utf-8")

    command = ["cargo", "test", "--offline", "-p", "iriform-columns", "--test", "new_term"]
    environment = os.environ | {"CARGO_TARGET_DIR": str(ROOT / "target" / "scratch")}
    run = subprocess.run(  # noqa: S603 - the compiler, on a copy
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
