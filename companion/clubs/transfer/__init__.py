"""A club as one file: exported here, imported elsewhere."""
