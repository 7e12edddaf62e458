"""JSON documents: what they are, how they are written and read, and their schemas."""
