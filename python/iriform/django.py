"""A Django validator and model field for the types and policies of iriform.

In a model and in a form:

    class Client(models.Model):
        home = ReferenceField(of=HTTPURI)
        callback = ReferenceField(of=URI, policy=CALLBACKS, unique=True)

    class Form(forms.Form):
        url = forms.CharField(validators=[ReferenceValidator(HTTPURI)])
"""

# Type checkers run without Django.
# pyright: reportMissingImports=false

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._core import IRI
from ._extras import needed_itself
from ._policy import PolicyError
from ._types.errors import ParseError
from ._types.lenient import lenient

with needed_itself("django", "iriform.django"):
    from django.core.exceptions import ValidationError
    from django.db import models
    from django.utils.deconstruct import deconstructible

if TYPE_CHECKING:
    from ._core import IRIReference
    from ._policy import Policy
    from ._types.lenient import Invalid

__all__ = ["ReferenceField", "ReferenceValidator"]


@deconstructible(path="iriform.django.ReferenceValidator")
class ReferenceValidator:
    """A validator: a text that the class or the policy refuses is a `ValidationError`.

    Its message is `ParseError.message`, which has no password, and its code the reason of the fault, or
    the code of the first refusal.
    """

    def __init__(self, of: type[IRIReference] = IRI, policy: Policy | None = None) -> None:
        self.of = of
        self.policy = policy

    def __call__(self, text: str) -> None:
        """Raise `ValidationError` for a refused text."""
        try:
            if self.policy is None:
                self.of(text)
            else:
                self.policy.require(text, self.of)
        except PolicyError as error:
            raise ValidationError(error.message, code=error.refusals[0].code) from None
        except ParseError as error:
            raise ValidationError(error.message, code=str(error.reason)) from None
        except ValueError as error:  # of a class that requires more
            raise ValidationError(str(error), code="invalid") from None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ReferenceValidator) and (self.of, self.policy) == (
            other.of,
            other.policy,
        )

    def __hash__(self) -> int:
        return hash((self.of, self.policy))


class ReferenceField(models.TextField):  # type: ignore[misc, type-arg, unused-ignore]  # without Django's stubs
    """A model field of text whose values are of a class, `IRI` unless `of` says another.

    After validation, and when it comes from the database, the value is an instance of that class.
    Django validates in forms and in `full_clean`, but not in `save`, so the field refuses to write
    a value that it could not read again, or that the policy refuses. A query may compare with any
    text, such as the beginning for `startswith`.

    With `lenient=True`, a refused text becomes an `Invalid`, which is valid in forms, and is
    written unchanged.
    """

    def __init__(
        self,
        *args: Any,  # noqa: ANN401 - Django's
        of: type[IRIReference] = IRI,
        policy: Policy | None = None,
        lenient: bool = False,
        **options: Any,  # noqa: ANN401 - Django's
    ) -> None:
        self.of = of
        self.policy = policy
        self.lenient = lenient
        super().__init__(*args, **options)

    @property
    def validators(self) -> list[Any]:
        """The validators of the field, and that of its class and policy."""
        own = [] if self.lenient else [ReferenceValidator(self.of, self.policy)]
        return [*super().validators, *own]

    def deconstruct(self) -> Any:  # noqa: ANN401 - Django's
        """Return the data for a migration, including the class and the policy."""
        name, _, args, options = super().deconstruct()
        if self.of is not IRI:
            options["of"] = self.of
        if self.policy is not None:
            options["policy"] = self.policy
        if self.lenient:
            options["lenient"] = True
        return name, "iriform.django.ReferenceField", args, options

    def to_python(self, value: str | None) -> str | None:
        """Make a value of the class; the validator handles other values."""
        if self.lenient:
            return self._kept(value)
        return value if value is None or not self.of.is_valid(value) else self.of(value)

    def from_db_value(self, value: str | None, *_: object) -> IRIReference | Invalid | None:
        """Make a value from the text in the database."""
        if self.lenient:
            return self._kept(value)
        return None if value is None else self.of(value)

    def _kept(self, value: str | None) -> IRIReference | Invalid | None:
        return None if value is None else lenient(self.of, self.policy)(value)

    def get_prep_value(self, value: Any) -> Any:  # noqa: ANN401 - Django's
        """Give the text."""
        return None if value is None else str(value)

    def get_db_prep_save(self, value: Any, connection: Any) -> Any:  # noqa: ANN401 - Django's
        """Check a value before it is written."""
        if isinstance(value, str) and not self.lenient:
            value = self.of(value) if self.policy is None else self.policy.require(value, self.of)
        return super().get_db_prep_save(value, connection)
