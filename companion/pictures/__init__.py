"""Pictures: plain numbers in, shapes out."""
