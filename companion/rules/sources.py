"""Sources: the works that describe the games, and what each rule of a game stands on.

The work may say it. If it can be read in more than one way, we say how. If it says nothing, we
decide. The lines of the game's preset show which of the three it is.
"""

from enum import StrEnum
from typing import Any, NamedTuple

from companion.i18n import Text, message, sentences
from companion.rules.laws import SWITCHES
from companion.rules.settings import SETTINGS


class Basis(StrEnum):
    """What a rule is based on."""

    #: The work says it.
    SAYS = "says"
    #: The work can be read in more than one way.
    READ = "read"
    #: The work says nothing, so the choice is ours.
    SILENT = "silent"
    #: This table has chosen it.
    TABLE = "table"


class Work(NamedTuple):
    """A published description of a game, with its authors and years if known."""

    id: str
    #: The passages that are cited, in their order.
    places: tuple[str, ...] = ()
    authors: Text | None = None
    years: str = ""
    #: The site or book that it is in.
    publisher: Text | None = None

    @property
    def title(self) -> Text:
        """The title of the work."""
        return message(f"work.{self.id}.title")

    @property
    def about(self) -> Text:
        """A description of the work and its publisher."""
        return message(f"work.{self.id}.about")

    @property
    def credit(self) -> Text | None:
        """Its authors and years, or its publisher, if known."""
        if self.authors is not None and self.years:
            return message("sources.by", authors=self.authors, years=self.years)
        return self.authors or self.publisher

    @property
    def cited(self) -> Text:
        """The title with its credit."""
        if self.credit is None:
            return self.title
        return message("work.cited", title=self.title, credit=self.credit)

    def place(self, name: str) -> Text:
        """A passage in words: `The Play, paragraph 2`; raises `ValueError` if there is none."""
        if name not in self.places:
            raise ValueError(f"{self.id} has no passage {name}")
        return message(f"place.{self.id}.{name}")


class Ground(NamedTuple):
    """What a rule of a game is based on: its kind, the work, the passage, and the reason."""

    leg: Basis
    work: Work
    #: The passage; None if the work is silent.
    place: Text | None = None
    #: What the work says, how we read it, or why we chose so.
    reason: Text | None = None
    #: The house rule by which tables change it; None if the work is clear, or there is none.
    switch: str | None = None

    @property
    def label(self) -> Text:
        """The kind of ground, in a few words."""
        return message(f"leg.{self.leg}")

    @property
    def cited(self) -> Text:
        """The work and the passage."""
        if self.place is None:
            return self.work.cited
        return message("work.cited-at", work=self.work.cited, place=self.place)

    @property
    def in_full(self) -> Text:
        """The kind of ground and the work, in a line."""
        return message("leg.in-full", leg=self.label, work=self.cited)

    @property
    def explanation(self) -> Text | None:
        """The reason, and the house rule by which tables change it."""
        if self.switch is None:
            return self.reason
        rule = message(f"setting.{self.switch}.title")
        return sentences(self.reason, message("leg.switch", rule=rule))

    def instead(self, game: Text, sentence: Text) -> "Ground":
        """The ground of a house rule that a table has instead of this one."""
        written = message(f"leg.instead.{self.leg}", game=game, sentence=sentence)
        return Ground(Basis.TABLE, self.work, self.place, written)


def _work(id: str, places: str = "", **credit: Any) -> Work:
    return Work(id, tuple(places.split()), **credit)


_PAGAT, _GAMBITER = message("work.publisher.pagat"), message("work.publisher.gambiter")
HORSE_RACE = _work(
    "horse-race",
    "equipment deal lead doubles again drawing ending count winner scoring target variations",
    authors=message("work.horse-race.authors"),
    years="2001–2011",
)
RACEHORSE_1990 = _work(
    "racehorse-1990",
    "players set object first deal lead match points announce left again doubles drawing pass "
    "last-horse first-horse ends",
    authors=message("work.racehorse-1990.authors"),
    years="1990",
)
SEVEN_TOED_PETE = _work(
    "seven-toed-pete",
    "set deal lead lead-fewer match count pass again again-fewer ending scores chips fewer",
)
SEVEN_ROCKS = _work("seven-rocks", "pairs set deal lead spinner count ending left next target")
FAMILY = _work("family", "spinners doubles totals", publisher=_PAGAT)
FIVE_UP = _work("five-up", "equipment deal lead doubles spinners drawing scoring", publisher=_PAGAT)
ALL_FIVES = _work(
    "all-fives",
    "equipment deal lead doubles turns spinner drawing ending scoring variations",
    publisher=_PAGAT,
)
MUGGINS = _work(
    "muggins",
    "object lead doublets drawing calling winner target",
    publisher=message("work.publisher.britannica"),
)
FOSTER = _work("foster", "object deal count mistakes stock", authors=message("work.foster.authors"))
SNIFF = _work("sniff", "family equipment deal lead sniff american example", publisher=_PAGAT)
FIVES_AND_THREES = _work(
    "fives-and-threes",
    "set players deal drawing lead turns layout ending scoring out winning",
    publisher=_GAMBITER,
)
BARNARD = _work("barnard", "target", publisher=message("work.publisher.barnard"))
MERRY_GO_ROUND = _work(
    "merry-go-round",
    "players set-of-tiles unique deal set play drawing scoring hands winning",
    publisher=message("work.publisher.dominorules"),
)
RECORD_FORMAT = _work("record-format")
#: The works that games are taken from.
WORKS = (
    *(HORSE_RACE, RACEHORSE_1990, SEVEN_TOED_PETE, SEVEN_ROCKS, FAMILY, FIVE_UP, ALL_FIVES),
    *(MUGGINS, FOSTER, SNIFF, FIVES_AND_THREES, BARNARD, MERRY_GO_ROUND),
)


def read_ground(work: Work, game: str, name: str, written: str) -> Ground:
    """What a rule of a game stands on, as its lines have it: `says lead`, `read foster:stock *`.

    First comes the leg, then the place, then a mark for the reason. A work that isn't the game's
    own comes before the place. `*` marks a reason of this game's own. `=five-up` is the reason of
    that game for the same rule, `=sniff.drawing` that of another rule. Readings and settings need
    no mark for their own reason. Silences need none for the reason that all games share.
    """
    leg, *rest = written.split()
    is_setting, reason = name in SETTINGS, None
    if borrowed := next((part[1:] for part in rest if part.startswith("=")), None):
        of, _, rule = borrowed.partition(".")
        reason = message(f"because.{of}.{rule or name}")
    elif "*" in rest or leg == Basis.READ or (leg == Basis.SAYS and is_setting):
        reason = message(f"because.{game}.{name}")
    elif leg == Basis.SILENT:
        reason = message(f"because.silent.{name}")
    place = None
    for part in rest:
        if part[0] not in "*=":
            of, _, passage = part.rpartition(":")
            work = next(each for each in WORKS if each.id == of) if of else work
            place = work.place(passage)
    switch = None if leg == Basis.SAYS else name if is_setting else SWITCHES.get(name)
    return Ground(Basis(leg), work, place, reason, switch)
