"""The inputs of a run: those for tasks, those for Spark's own readers, and unreadable ones."""

# pyspark is half a gigabyte, so type checking does not require it.
# pyright: reportMissingImports=false

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING

from iriform._io.errors import AuditError
from iriform._io.streams import is_remote, opened
from iriform.audit.formats.known import Remote
from iriform.audit.sources import among, format_of

from . import files, readers
from .copies import File
from .failing import failing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pyspark.sql import DataFrame, SparkSession

    from iriform.audit.options import Options
    from iriform.audit.result import Before
    from iriform.audit.watch import Watch

    from .files import Task
    from .readers import Reading


class Inputs:
    """The inputs. An unreadable input does not end the others."""

    def __init__(
        self, spark: SparkSession, names: Sequence[str], options: Options, watch: Watch
    ) -> None:
        """Determine their formats, cut the files, and open the inputs for Spark's readers."""
        self.names: list[str] = list(names)
        self.refused: dict[int, str] = {}
        """The reasons for unreadable inputs, by number."""
        self._spark = spark
        self._tasks: list[Task] = []
        self._readings: list[Reading] = []
        for number, name in enumerate(names):
            if is_remote(name):
                with self._refusing(number):
                    self.names[number] = readers.remote(spark, name, options)
        self.options: Options = among(options, self.names)
        here = {}
        for number, name in enumerate(self.names):
            with self._refusing(number):
                if isinstance(name, Remote):
                    self._readings.append(readers.reading(spark, number, name, self.options))
                elif number not in self.refused:
                    here[number] = File.of(name)
        self._cut(here, watch)

    def _cut(self, here: Mapping[int, File], watch: Watch) -> None:
        """Make the tasks that read files."""
        size = files.size_of_pieces(self._spark, here.values())
        large = {number: file for number, file in here.items() if file.version.size > size}
        told = self.options.rows_are_lines
        tables = {n: f for n, f in large.items() if not told and self._may_be_plain(n, f)}
        plain = files.without_quotes(self._spark, tables, size)
        for number, file in here.items():
            options = replace(self.options, rows_are_lines=told or number in plain)
            with self._refusing(number):
                cut = files.tasks(number, file, options, size)
                self._tasks += cut
                if len(cut) == 1 and (said := files.alone(file, size)):
                    watch.say(said)

    def _may_be_plain(self, number: int, file: File) -> bool:
        """Return True if a file is a table that can be searched for quotation marks."""
        if not format_of(file.name, self.options).is_quoted:
            return False
        with self._refusing(number), opened(file.name, self.options.unpack) as input_:
            return not input_.is_packed
        return False

    @contextmanager
    def _refusing(self, number: int) -> Iterator[None]:
        """Record why an input cannot be read, instead of raising the error."""
        try:
            with failing():
                yield
        except AuditError as error:
            self.refused.setdefault(number, str(error))

    def refuse(self, found: Sequence[tuple[int, str]]) -> None:
        """Record the findings of tasks. `AuditError` if nothing can be read."""
        for number, why in found:
            self.refused.setdefault(number, why)
        if len(self.refused) == len(self.names):
            raise AuditError(*(why for _, why in sorted(self.refused.items())))

    def find_broken(self) -> bool:
        """Leave out the inputs that Spark's readers cannot read, because they have ended the run.

        Whether there is any.
        """
        before = len(self._readings)
        for reading in [*self._readings]:
            with self._refusing(reading.number):
                readers.counted(reading).write.format("noop").mode("overwrite").save()
            if reading.number in self.refused:
                self._readings.remove(reading)
        self.refuse([])
        return len(self._readings) < before

    def counted(self) -> DataFrame:
        """Count on the workers."""
        return _union(
            *([files.counted(self._spark, self._tasks)] if self._tasks else []),
            *map(readers.counted, self._readings),
        )

    def judged(self, before: Before) -> DataFrame:
        """Make the rows of `--out` on the workers."""
        return _union(
            *([files.judged(self._spark, self._tasks, before)] if self._tasks else []),
            *(readers.judged(reading, before) for reading in self._readings),
        )


def _union(*frames: DataFrame) -> DataFrame:
    return reduce(lambda one, two: one.unionAll(two), frames)
