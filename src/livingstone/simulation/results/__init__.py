"""Files of results: their lines, the manifest of each, and how both are written and read."""
