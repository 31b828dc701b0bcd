"""`python -m benchmarks.python.request_sizes`: what a match takes as templates and requests grow.

Every route of a router is asked for, in no order, so that what it has learned of a few does not help. The
times are the least of five runs, by the clock of the thread.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from random import Random
from time import thread_time_ns

from benchmarks import record
from iriform import Match, Router, URITemplate

WORDS = ["users", "repos", "issues", "items", "files", "orders", "pages", "tags"]
ROUTERS = (10, 100, 1_000, 10_000)
VARIABLES = (10, 100, 1_000)
TEXTS = 1_000

Matching = Callable[[str], Match | None]


def routes(count: int, *, fallback: bool) -> dict[int, str]:
    """Make so many templates; with one for anything that none of them matches."""
    rng = Random(count)  # noqa: S311 - not a secret
    made = {-1: "/{+path}"} if fallback else {}
    for number in range(count):
        first, second = rng.choice(WORDS), rng.choice(WORDS)
        made[number] = f"/{first}{number}/{{id}}/{second}{{?page,size}}"
    return made


def requests(templates: dict[int, str], query: str) -> list[str]:
    """Make requests to all of them."""
    rng = Random(len(templates))  # noqa: S311 - not a secret
    known = [URITemplate(text) for number, text in templates.items() if number >= 0]
    chosen = (rng.choice(known) for _ in range(TEXTS))
    return [f"{template.expand(id=rng.randrange(10**6))}{query}" for template in chosen]


def nanoseconds(match: Matching, texts: list[str]) -> float:
    """Tell what one match with its values takes."""

    def once() -> int:
        start = thread_time_ns()
        for text in texts:
            found = match(text)
            if found is not None:
                found.values  # noqa: B018 - they are decoded when they are asked for
        return thread_time_ns() - start

    once()
    return min(once() for _ in range(5)) / len(texts)


def of_routers() -> Iterator[tuple[str, int, float]]:
    """Measure routers."""
    for fallback in (False, True):
        for count in ROUTERS:
            templates = routes(count, fallback=fallback)
            router = Router(templates)
            typed = Router(templates, types={"id": int})
            more = ", beside /{+path}" if fallback else ""
            texts, requested = requests(templates, ""), requests(templates, "?utm=1&size=2")

            def any_order(uri: str, router: Router = router) -> Match | None:
                return router.match(uri, query="any-order")

            yield f"Router.match{more}", count, nanoseconds(router.match, texts)
            yield f"Router.match, int{more}", count, nanoseconds(typed.match, texts)
            yield f"Router.match, any order{more}", count, nanoseconds(any_order, requested)


def of_templates() -> Iterator[tuple[str, int, float]]:
    """Measure templates with so many variables, all of which a request has."""
    for count in VARIABLES:
        names = [f"v{number}" for number in range(count)]
        template = URITemplate("/search{?" + ",".join(names) + "}")
        text = str(template.expand(dict.fromkeys(names, "x")))
        pairs = [f"{name}=x" for name in names]
        Random(count).shuffle(pairs)  # noqa: S311 - not a secret

        def any_order(uri: str, template: URITemplate = template) -> Match | None:
            return template.match(uri, query="any-order")

        shuffled = "/search?" + "&".join(pairs)
        yield "URITemplate.match, variables", count, nanoseconds(template.match, [text] * 20)
        yield "the same in any order", count, nanoseconds(any_order, [shuffled] * 20)


def main() -> None:
    """Measure all of it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.python.request_sizes")
    parser.add_argument("--record", action="store_true", help="write to benchmarks/record")
    arguments = parser.parse_args()
    rows: list[dict[str, object]] = []
    first: dict[str, float] = {}
    print("| | size | ns | × the first |\n|---|---:|---:|---:|")
    for name, size, time in (*of_routers(), *of_templates()):
        ratio = time / first.setdefault(name, time)
        print(f"| {name} | {size:,} | {time:,.0f} | {ratio:.1f} |", flush=True)
        rows.append({"task": name, "size": size, "nanoseconds": time, "ratio": ratio})
    if arguments.record:
        command = "python -m benchmarks.python.request_sizes"
        record.save("request-sizes", command, {"rows": rows})


if __name__ == "__main__":
    main()
