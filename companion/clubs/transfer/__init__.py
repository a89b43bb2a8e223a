"""A club as one file: exported here, brought in elsewhere."""
