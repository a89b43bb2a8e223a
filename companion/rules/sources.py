"""Where rules stand: the works that describe the games, and the legs that a reason stands on.

A rule is in the work that describes its game; or the work can be read in more
than one way, and we say how; or it is silent, and we decide. Which of the
three it is, is data of the game (see `games` and `laws`).
"""

from enum import StrEnum
from typing import NamedTuple

from companion.i18n import Text, message, sentences


class Basis(StrEnum):
    """What a rule stands on."""

    #: It stands in the work.
    SAYS = "says"
    #: The work says something that can be read in more than one way.
    READ = "read"
    #: The work says nothing of it, so the decision is ours.
    SILENT = "silent"
    #: The people of this table have chosen it.
    TABLE = "table"


class Work(NamedTuple):
    """A description of a game that somebody published, with its authors and years where known."""

    id: str
    #: The passages that are cited, as they follow each other.
    places: tuple[str, ...] = ()
    authors: Text | None = None
    years: str = ""
    #: The site that has it, or what it is a part of.
    publisher: Text | None = None

    @property
    def title(self) -> Text:
        """What it is called."""
        return message(f"work.{self.id}.title")

    @property
    def about(self) -> Text:
        """A description of the work and its publisher."""
        return message(f"work.{self.id}.about")

    @property
    def credit(self) -> Text | None:
        """Who wrote it and when, or who published it; None where it does not tell."""
        if self.authors is not None and self.years:
            return message("sources.by", authors=self.authors, years=self.years)
        return self.authors or self.publisher

    @property
    def cited(self) -> Text:
        """The title with who wrote it and when, or with who published it."""
        if self.credit is None:
            return self.title
        return message("work.cited", title=self.title, credit=self.credit)

    def place(self, name: str) -> Text:
        """Where in it a passage stands: `The Play, paragraph 2`; raises `ValueError` for none."""
        if name not in self.places:
            raise ValueError(f"{self.id} has no passage {name}")
        return message(f"place.{self.id}.{name}")


class Ground(NamedTuple):
    """What a rule of a game stands on: a leg, the work, where in it, and the reason."""

    leg: Basis
    work: Work
    #: Where in the work; None where it is silent.
    place: Text | None = None
    #: What the work says; how else it can be read; or why we decided so.
    reason: Text | None = None
    #: The house rule that has other ways; none where the work has spoken, or there is none.
    switch: str | None = None

    @property
    def label(self) -> Text:
        """Which leg it is, in a few words."""
        return message(f"leg.{self.leg}")

    @property
    def cited(self) -> Text:
        """The work and where in it."""
        if self.place is None:
            return self.work.cited
        return message("work.cited-at", work=self.work.cited, place=self.place)

    @property
    def in_full(self) -> Text:
        """The leg and the work in a line."""
        return message("leg.in-full", leg=self.label, work=self.cited)

    @property
    def told(self) -> Text | None:
        """The reason, and the house rule that has other ways."""
        if self.switch is None:
            return self.reason
        rule = message(f"setting.{self.switch}.title")
        return sentences(self.reason, message("leg.switch", rule=rule))

    def instead(self, game: Text, sentence: Text) -> "Ground":
        """What a house rule stands on that a table has in place of this."""
        written = message(f"leg.instead.{self.leg}", game=game, sentence=sentence)
        return Ground(Basis.TABLE, self.work, self.place, written)


HORSE_RACE = Work(
    "horse-race",
    (
        *("equipment", "deal", "lead", "doubles", "again", "drawing", "ending"),
        *("count", "winner", "scoring", "target", "variations"),
    ),
    message("work.horse-race.authors"),
    "2001–2011",
)
RACEHORSE_1990 = Work(
    "racehorse-1990",
    (
        *("players", "set", "object", "first", "deal", "lead", "match", "points", "announce"),
        *("left", "again", "doubles", "drawing", "pass", "last-horse", "first-horse", "ends"),
    ),
    message("work.racehorse-1990.authors"),
    "1990",
)
SEVEN_TOED_PETE = Work(
    "seven-toed-pete",
    (
        *("set", "deal", "lead", "lead-fewer", "match", "count", "pass", "again", "again-fewer"),
        *("ending", "scores", "chips", "fewer"),
    ),
)
SEVEN_ROCKS = Work(
    "seven-rocks",
    (
        *("pairs", "set", "deal", "lead", "spinner", "count"),
        *("ending", "left", "next", "target"),
    ),
)
PAGAT, GAMBITER = message("work.publisher.pagat"), message("work.publisher.gambiter")
FAMILY = Work("family", ("spinners", "totals"), publisher=PAGAT)
FIVE_UP = Work(
    "five-up",
    ("equipment", "deal", "lead", "doubles", "spinners", "drawing", "scoring"),
    publisher=PAGAT,
)
ALL_FIVES = Work(
    "all-fives",
    ("equipment", "deal", "lead", "doubles", "turns", "spinner", "drawing", "scoring"),
    publisher=PAGAT,
)
MUGGINS = Work(
    "muggins",
    ("object", "lead", "doublets", "drawing", "calling", "winner", "target"),
    publisher=message("work.publisher.britannica"),
)
FOSTER = Work(
    "foster",
    ("object", "deal", "count", "mistakes", "stock"),
    message("work.foster.authors"),
)
SNIFF = Work(
    "sniff",
    ("family", "equipment", "deal", "lead", "sniff", "american", "example"),
    publisher=PAGAT,
)
FIVES_AND_THREES = Work(
    "fives-and-threes",
    (
        *("set", "players", "deal", "drawing", "lead", "turns", "layout", "ending", "scoring"),
        *("out", "winning"),
    ),
    publisher=GAMBITER,
)
BARNARD = Work("barnard", ("target",), publisher=message("work.publisher.barnard"))
MERRY_GO_ROUND = Work(
    "merry-go-round",
    (
        *("players", "set-of-tiles", "unique", "deal", "set", "play", "drawing", "scoring"),
        *("hands", "winning"),
    ),
    publisher=message("work.publisher.dominorules"),
)
RECORD_FORMAT = Work("record-format")
#: The works that games are taken from.
WORKS = (
    HORSE_RACE,
    RACEHORSE_1990,
    SEVEN_TOED_PETE,
    SEVEN_ROCKS,
    FAMILY,
    FIVE_UP,
    ALL_FIVES,
    MUGGINS,
    FOSTER,
    SNIFF,
    FIVES_AND_THREES,
    BARNARD,
    MERRY_GO_ROUND,
)
_BY_ID = {work.id: work for work in WORKS}


def read_ground(work: Work, game: str, name: str, switch: str | None, written: str) -> Ground:
    """What a rule stands on as `games` and `laws` have it: a leg, a place, a mark.

    A place in another work has that work before it (`foster:stock`). A reading
    has a reason of its own game. Elsewhere `*` marks one; without it a silence
    has the reason that all games share, and a rule that stands in the work
    needs none. `=five-up` gives the reason of that game for the same rule,
    `=sniff.drawing` that for another rule.
    """
    leg, *rest = written.split()
    reason = None
    if borrowed := next((each[1:] for each in rest if each.startswith("=")), None):
        of, _, rule = borrowed.partition(".")
        reason = message(f"because.{of}.{rule or name}")
    elif "*" in rest or leg == Basis.READ:
        reason = message(f"because.{game}.{name}")
    elif leg == Basis.SILENT:
        reason = message(f"because.silent.{name}")
    place = None
    for each in rest:
        if each[0] not in "*=":
            other, _, passage = each.rpartition(":")
            work = _BY_ID[other] if other else work
            place = work.place(passage)
    return Ground(Basis(leg), work, place, reason, None if leg == Basis.SAYS else switch)
