"""Words: every sentence that people read, by its id, in the language of whoever reads it.

Code says *what* is to be said: `message("refused.already-set", tile=tile)`. How that is said
stands once, in the catalogue of a language (`locale/en/LC_MESSAGES/companion.po`). A message
is put into words when somebody reads it: by `str`, or by a template.
"""

from companion.words.catalogue import ENGLISH, Catalogue, current, speaking
from companion.words.message import (
    Listed,
    Message,
    Sentences,
    Signed,
    Text,
    listed,
    message,
    sentences,
)

__all__ = [
    "ENGLISH",
    "Catalogue",
    "Listed",
    "Message",
    "Sentences",
    "Signed",
    "Text",
    "current",
    "listed",
    "message",
    "sentences",
    "speaking",
]
