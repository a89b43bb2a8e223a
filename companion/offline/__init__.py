"""The whole app inside a phone's browser: how it is built, and how it runs without a server."""
