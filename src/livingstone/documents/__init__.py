"""JSON documents: their types, text and schemas."""

from livingstone.documents.schemas import schema

__all__ = ["schema"]
