"""Files of results: their lines, the manifest beside them, how they are written and read."""
