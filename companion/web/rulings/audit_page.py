"""What the page of the audit shows, as ready values."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from companion.record.replay import laid_by
from companion.referee.audit import Audit, audit, prospect_told
from companion.referee.comparison_sheet import game_told
from companion.rules.hand import Hand
from companion.rules.tile import ALL_PIPS, ALL_TILES, Tile
from companion.tables.company import Company
from companion.tables.sitting import Sitting
from companion.web.scene import Scene, scene_of
from companion.web.table.tray import TRAY_ORDER


class Whereabouts(NamedTuple):
    """A place with its tiles and pips, None where those are hidden; of a player also the side."""

    name: str
    tiles: int
    pips: int | None
    side: int | None = None


@dataclass(frozen=True)
class AuditPage:
    """Everything that the page shows; there is no audit before the first lead."""

    sitting: Sitting
    company: Company

    @property
    def title(self) -> str:
        """What is asked."""
        return "All 28 tiles"

    @property
    def under(self) -> str:
        """The game and its house rules."""
        return f"By the rules of {game_told(self.sitting.header)}"

    @property
    def hand(self) -> Hand | None:
        """The hand on the table; None before the first lead, and where no tiles are entered."""
        return None if self.sitting.is_pegs_only else self.sitting.game.hand

    @cached_property
    def audit(self) -> Audit:
        """The referee's audit of that hand."""
        assert self.hand is not None
        return audit(self.hand)

    @property
    def places(self) -> list[tuple[Tile, bool]]:
        """All 28 tiles in the places of the tray, each with whether nobody has seen it yet."""
        unseen = {*self.audit.unseen}
        return [(tile, tile in unseen) for tile in TRAY_ORDER]

    @cached_property
    def whereabouts(self) -> list[Whereabouts]:
        """Where the tiles are: on the table, with the players in seat order, in the boneyard."""
        found, side_of = self.audit, self.sitting.game.seating.side_of
        return [
            Whereabouts("On the table", found.tiles_set, found.pips_set),
            *(Whereabouts(*held, side_of[seat]) for seat, held in enumerate(found.holdings)),
            Whereabouts("Boneyard", found.boneyard, found.boneyard_pips),
            Whereabouts("Together", len(ALL_TILES), ALL_PIPS),
        ]

    @property
    def prospects(self) -> list[str]:
        """What can still come to each open end."""
        return [prospect_told(prospect) for prospect in self.audit.prospects]

    @property
    def scene(self) -> Scene | None:
        """The layout with its open ends."""
        assert self.hand is not None
        layout = self.hand.layout
        return scene_of(layout, laid_by(self.sitting.entries)) if layout.tiles else None

    @property
    def may_pass_all(self) -> bool:
        """Whether this phone can enter the passes that are all that is left."""
        is_dead = self.audit.is_dead and self.hand is not None and self.hand.may_pass
        return is_dead and self.company.keeps and self.sitting.refused is None
