"""Codes that people type: short, and in letters that look different from each other."""

import secrets
from string import ascii_uppercase, digits

#: No 0 and O, no 1, I and L: nobody can mistake one for another.
LOOK_ALIKES = "0O1IL"
_CODE_LENGTH = 6
_CODE_LETTERS = "".join(sorted({*ascii_uppercase, *digits} - {*LOOK_ALIKES}))
_LONGEST_TYPED = 12


def new_code() -> str:
    """A code that is easy to type: six characters, none of which looks like another."""
    return "".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_LENGTH))


def code_as_typed(typed: str) -> str:
    """A code in capitals, without whatever people put between its letters."""
    return "".join(filter(str.isalnum, typed.upper()))[:_LONGEST_TYPED]
