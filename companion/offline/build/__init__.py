"""The tools that make the folder from which phones fetch the app."""
