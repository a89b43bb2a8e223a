"""Tables: what people do at them, kept in a database that only grows."""
