"""The JSON Schemas (draft 2020-12) of the documents, derived from their types."""

from collections.abc import Mapping
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from attrs import NOTHING, define, field, fields, has

from livingstone.documents.text import SUBSTITUTES, converter_for, document_of, type_of
from livingstone.edition.effect import Effect, known_kinds
from livingstone.edition.kinds import Kinds, own_kinds
from livingstone.game.moves import Awaited, Move
from livingstone.support import structuring
from livingstone.support.limits import Between, Matching, Whole

Schema = dict[str, Any]
_PLAIN: dict[Any, str] = {str: "string", bool: "boolean", float: "number"}


@define
class _Definitions:
    """The effects that an edition may name, and the schemas that are referred to, by name."""

    kinds: Mapping[str, type[Effect]]
    schemas: dict[str, Schema] = field(factory=dict)


def schema(type: object, *, effects: Kinds = ()) -> dict[str, object]:
    """Make the JSON Schema of the documents that `to_json` writes for a type.

    `effects` are classes of your own that an edition may name.

    `from_json` accepts only documents that conform to it, and checks what a schema cannot express.

    >>> from livingstone import Move
    >>> schema(Move)["$defs"]["TakeDie"]["properties"]["kind"]
    {'const': 'take_die'}

    Raises `ArgumentError` for a type without documents.
    """
    name, cls = type_of(type)
    definitions = _Definitions(known_kinds(own_kinds(effects)))
    document = _object(document_of(name, cls), definitions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"livingstone {name}",
        **document,
        "$defs": dict(sorted(definitions.schemas.items())),
    }


def _schema(wanted: Any, definitions: _Definitions) -> Schema:
    if wanted is Effect:
        kinds = definitions.kinds.items()
        return {"oneOf": [_reference(cls, definitions, kind) for kind, cls in kinds]}
    if wanted in SUBSTITUTES:
        return _schema(SUBSTITUTES[wanted].plain, definitions)
    if wanted is int:
        return _schema(Whole, definitions)
    if wanted in _PLAIN:
        return {"type": _PLAIN[wanted]}
    if has(wanted) or structuring.is_named_tuple(wanted):
        return _reference(wanted, definitions)
    if structuring.is_union(wanted):
        return _union(wanted, definitions)
    origin, arguments = get_origin(wanted), get_args(wanted)
    if origin is Annotated:
        return _limited(arguments[0], arguments[1], definitions)
    if origin is Literal:
        return {"enum": list(arguments)} if arguments[1:] else {"const": arguments[0]}
    if origin is tuple and arguments[1:] == (...,):
        return {"type": "array", "items": _schema(arguments[0], definitions)}
    if origin is tuple:
        each = [_schema(argument, definitions) for argument in arguments]
        return {"type": "array", "prefixItems": each, "items": False, "minItems": len(each)}
    if origin is dict:
        names, items = (_schema(argument, definitions) for argument in arguments)
        return {"type": "object", "propertyNames": names, "additionalProperties": items}
    raise TypeError(f"there is no JSON Schema of {wanted}")


def _limited(wanted: Any, limit: Any, definitions: _Definitions) -> Schema:
    if structuring.is_named_tuple(wanted):
        made = _object(wanted, definitions)
        each = _limited(int, limit, definitions)
        return made | {"properties": dict.fromkeys(made["properties"], each)}
    made = {"type": "integer"} if wanted is int else _schema(wanted, definitions)
    match limit:
        case Matching(pattern):
            return made | {"pattern": f"^(?:{pattern})$"}
        case Between(least, most) if wanted is not int:
            return made | {"minItems": least, "maxItems": most}
        case _:
            return made | {"minimum": limit.least, "maximum": limit.most}


def _union(union: Any, definitions: _Definitions) -> Schema:
    classes = structuring.union_classes(union)
    if len(classes) == 1 or structuring.is_told_by_shape(union):
        choices = [_schema(cls, definitions) for cls in classes]
    else:
        choices = [_reference(cls, definitions, structuring.kind_of(cls)) for cls in classes]
    if (literal := structuring.literal_of(union)) not in (None, *classes):
        choices.append(_schema(literal, definitions))
    if NoneType in get_args(union):
        choices.append({"type": "null"})
    return {"oneOf": choices}


def _reference(cls: Any, definitions: _Definitions, kind: str | None = None) -> Schema:
    name = cls.__name__.removeprefix("_")
    if kind is None and cls in get_args(Move | Awaited):  # a field that holds this kind alone
        name += "WithoutKind"
    if name not in definitions.schemas:
        definitions.schemas[name] = _object(cls, definitions, kind)
    return {"$ref": f"#/$defs/{name}"}


def _object(cls: Any, definitions: _Definitions, kind: str | None = None) -> Schema:
    types = get_type_hints(cls, include_extras=True)
    properties: dict[str, Schema] = {} if kind is None else {"kind": {"const": kind}}
    required = list(properties)
    if structuring.is_named_tuple(cls):
        defaults = dict.fromkeys(cls._fields, NOTHING) | structuring.optional_fields(cls)
    else:
        defaults = {part.name: part.default for part in fields(cls)}
    for name, default in defaults.items():
        properties[name] = _schema(types[name], definitions)
        if default is NOTHING:
            required.append(name)
        elif not hasattr(default, "takes_self"):  # it is not computed
            properties[name]["default"] = converter_for().unstructure(default, types[name])
    return {
        "description": cls.__doc__.splitlines()[0],
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }
