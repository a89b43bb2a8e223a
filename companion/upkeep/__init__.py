"""Looking after a whole database: backups, checks, merging two, and clearing out."""
