"""The database: its engine, the models of every subject, and how a change is noticed."""
