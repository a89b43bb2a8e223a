"""Exports: plain values in the forms that other programs take."""
