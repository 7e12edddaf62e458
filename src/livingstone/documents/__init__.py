"""JSON documents: their types, how they are written and read, and their schemas."""
