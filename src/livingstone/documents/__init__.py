"""JSON documents: their types, text and schemas."""
