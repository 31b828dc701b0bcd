"""Read the workflows of the forge as it does: what jobs they come to, and what each of their steps runs.

`python -m scripts.workflows` prints every job of every workflow, and where it runs.
"""

from __future__ import annotations

import itertools
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[1]
PLATFORMS = json.loads((ROOT / ".github" / "platforms.json").read_text(encoding="utf-8"))
OUTPUTS = {**PLATFORMS, "machines": [*PLATFORMS["linux"].values(), *PLATFORMS["others"]]}
"""The outputs of the job `platforms`: each list of the file under its name, and all machines."""

EXPRESSION = re.compile(r"\$\{\{((?:(?!\}\}).)+)\}\}", re.DOTALL)
TOKEN = re.compile(r"\s*('(?:[^']|'')*'|[A-Za-z_][\w-]*|==|!=|&&|\|\||[!.()\[\],])")
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "fromJSON": json.loads,
    "toJSON": json.dumps,
    "endsWith": lambda text, end: str(text).lower().endswith(str(end).lower()),
    "startsWith": lambda text, start: str(text).lower().startswith(str(start).lower()),
    "always": lambda: True,
}


@dataclass(frozen=True)
class Job:
    """A job of a workflow with one combination of its matrix."""

    workflow: str
    id: str
    matrix: Mapping[str, str]
    definition: Mapping[str, Any]

    @property
    def context(self) -> dict[str, Any]:
        """The context of the job's expressions, as far as it is known before anything runs."""
        outputs = {name: json.dumps(value) for name, value in OUTPUTS.items()}
        return {"matrix": self.matrix, "needs": {"platforms": {"outputs": outputs}}}

    @property
    def runs_on(self) -> str:
        """The label of the machine."""
        return str(substitute(self.definition["runs-on"], self.context))

    def __str__(self) -> str:
        values = ", ".join(self.matrix.values())
        return f"{self.id} ({values})" if values else self.id


def read(path: Path) -> dict[str, Any]:
    """Read a workflow. YAML takes its key `on` for a truth value; nothing here asks for it."""
    workflow: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return workflow


def jobs(path: Path) -> Iterator[Job]:
    """Give every job of a workflow in every combination of its matrix."""
    for name, definition in read(path)["jobs"].items():
        matrix = definition.get("strategy", {}).get("matrix", {})
        context = Job(path.stem, name, {}, definition).context
        for combination in combinations(substitute(matrix, context)):
            yield Job(path.stem, name, combination, definition)


def combinations(matrix: Mapping[str, Any]) -> list[dict[str, str]]:
    """Give the combinations of a matrix: the product, less what is excluded, and what is included."""
    axes = {name: values for name, values in matrix.items() if name not in {"include", "exclude"}}
    found = [dict(zip(axes, values, strict=True)) for values in itertools.product(*axes.values())]
    excluded = matrix.get("exclude", [])
    found = [each for each in found if not any(x.items() <= each.items() for x in excluded)]
    added = []
    for included in matrix.get("include", []):
        shared = {name: value for name, value in included.items() if name in axes}
        extended = [each for each in found if shared.items() <= each.items()] if axes else []
        for each in extended:
            each.update(included)
        if not extended:
            added.append(dict(included))
    return found + added


def substitute(value: Any, context: Mapping[str, Any]) -> Any:  # noqa: ANN401 - whatever YAML has
    """Put the values of expressions where they stand in texts, lists and mappings."""
    if isinstance(value, Mapping):
        return {name: substitute(each, context) for name, each in value.items()}
    if isinstance(value, list):
        return [substitute(each, context) for each in value]
    if not isinstance(value, str):
        return value
    whole = EXPRESSION.fullmatch(value)
    if whole:
        return evaluate(whole[1], context)
    return EXPRESSION.sub(lambda found: str(evaluate(found[1], context)), value)


def evaluate(expression: str, context: Mapping[str, Any]) -> Any:  # noqa: ANN401 - as its value is
    """Give the value of an expression, such as `matrix.python == '3.10' && 'old' || 'new'`."""
    tokens = TOKEN.findall(expression)
    if "".join(tokens) != re.sub(r"\s+(?=(?:[^']*'[^']*')*[^']*$)", "", expression):
        message = f"not an expression that is known here: {expression}"
        raise ValueError(message)
    value = _Reader(tokens, context).either()
    return "" if value is None else value


class _Reader:
    """Reads an expression from its tokens."""

    def __init__(self, tokens: list[str], context: Mapping[str, Any]) -> None:
        self.tokens = tokens
        self.context = context

    def taken(self, *wanted: str) -> bool:
        if self.tokens and self.tokens[0] in wanted:
            self.tokens.pop(0)
            return True
        return False

    def either(self) -> Any:  # noqa: ANN401
        value = self.both()
        while self.taken("||"):
            other = self.both()
            value = value or other
        return value

    def both(self) -> Any:  # noqa: ANN401
        value = self.equal()
        while self.taken("&&"):
            other = self.equal()
            value = value and other
        return value

    def equal(self) -> Any:  # noqa: ANN401
        value = self.negated()
        while self.tokens and self.tokens[0] in {"==", "!="}:
            same = self.tokens.pop(0) == "=="
            value = (value == self.negated()) is same
        return value

    def negated(self) -> Any:  # noqa: ANN401
        return not self.negated() if self.taken("!") else self.member()

    def member(self) -> Any:  # noqa: ANN401
        value = self.simple()
        while self.tokens and self.tokens[0] in {".", "["}:
            if self.taken("."):
                name = self.tokens.pop(0)
            else:
                self.taken("[")
                name = self.either()
                self.taken("]")
            value = value.get(name) if isinstance(value, Mapping) else None
        return value

    def simple(self) -> Any:  # noqa: ANN401
        if self.taken("("):
            value = self.either()
            self.taken(")")
            return value
        token = self.tokens.pop(0)
        if token.startswith("'"):
            return token[1:-1].replace("''", "'")
        if self.taken("("):
            arguments = []
            while not self.taken(")"):
                arguments.append(self.either())
                self.taken(",")
            return FUNCTIONS[token](*arguments)
        return {"true": True, "false": False, "null": None}.get(token, self.context.get(token))


def main() -> None:
    """Print every job, and where it runs."""
    for path in sorted((ROOT / ".github" / "workflows").glob("*.yml")):
        found = list(jobs(path))
        sys.stdout.write(f"{path.name}: {len(found)} jobs\n")
        for job in found:
            sys.stdout.write(f"  {job.runs_on:18}  {job}\n")


if __name__ == "__main__":
    main()
