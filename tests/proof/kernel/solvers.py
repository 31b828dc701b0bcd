"""Two solvers, asked the same question in SMT-LIB."""

from __future__ import annotations

from typing import Any


def model_of(claim: Any) -> str | None:
    """Return an assignment for which the claim is false, or None if both solvers find none."""
    import z3

    solver = z3.SolverFor("QF_BV")
    solver.add(z3.Not(claim))
    first = str(solver.check())
    second = asked_in_smt_lib(solver.to_smt2())
    if {first, second} == {"unsat"}:
        return None
    return f"z3: {first}, bitwuzla: {second}: {solver.model() if first == 'sat' else ''}"


def asked_in_smt_lib(question: str) -> str:
    """Ask Bitwuzla."""
    import bitwuzla

    terms = bitwuzla.TermManager()
    options = bitwuzla.Options()
    parser = bitwuzla.Parser(terms, options)
    parser.parse(question.replace("(check-sat)", ""), parse_only=False, parse_file=False)
    return str(parser.bitwuzla().check_sat()).rsplit(".", 1)[-1].lower()
