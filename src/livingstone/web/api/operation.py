"""An operation of the API, as its route and its description are made from it."""

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

from attrs import frozen

from livingstone.web.api.calls import Call

PREFIX = "/api/v1"
"""The path of the API."""
Answer: TypeAlias = Callable[[Call], Any]
"""A function that returns a `Response`, or an awaitable if it takes long."""
Access: TypeAlias = Literal["anybody", "optional", "needed"]
"""Whether a token of a seat is read, and whether it is needed."""


@frozen(kw_only=True)
class Operation:
    """A method at a path, and the function that answers."""

    method: Literal["GET", "POST", "DELETE"]
    path: str
    answer: Answer
    """Its name and its docstring describe the operation."""
    bodies: tuple[type, ...] = ()
    """The classes of which one is the body."""
    answers: dict[int, Any]
    """By status, the class of the answer or the name of its schema; None for an empty answer."""
    access: Access = "anybody"
    queries: tuple[str, ...] = ()
    """The names of parameters of the query, besides the language."""
    media_type: str = "application/json"
    """The media type of answers other than problems."""
    refusals: tuple[int, ...] = ()
    """The statuses of problems that operations of this kind do not have in general."""

    @property
    def name(self) -> str:
        """The name of the operation."""
        return getattr(self.answer, "__name__", "")
