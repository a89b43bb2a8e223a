"""Openings: where a tile may join a layout, now or once a spinner's sides are covered."""

from enum import StrEnum
from typing import NamedTuple

from companion.pictures.pose import Heading, Joint, Pose
from companion.rules.tile import Tile


class EndKind(StrEnum):
    """What part of its host an open end is."""

    HALF = "half"
    SIDE = "side"
    END = "end"


class Opening(NamedTuple):
    """A half of a single, or a side or an end of a double, that no tile covers yet.

    `joints` are the ways on: straight first, then the bends to the left and to the right.
    """

    host: Tile
    pips: int
    kind: EndKind
    joints: tuple[Joint, ...]


def openings_of_lead(tile: Tile, pose: Pose, is_spinner: bool) -> tuple[Opening, ...]:
    """What the lead leaves open: both its halves or sides, and in time a spinner's ends.

    A leading single's larger half is the one it heads away from.
    """
    if tile.is_double:
        return _sides(tile, pose.sides()) + (_ends(tile, pose) if is_spinner else ())
    return _half(tile, tile.low, pose, pose.heading), _half(
        tile, tile.high, pose, pose.heading.back
    )


def openings_of_joined(
    tile: Tile, joined_pips: int, pose: Pose, is_spinner: bool
) -> tuple[Opening, ...]:
    """What a tile leaves open that joined an arm with the half that shows `joined_pips`."""
    if tile.is_double:
        return _sides(tile, pose.sides()[:1]) + (_ends(tile, pose) if is_spinner else ())
    return (_half(tile, tile.other_half(joined_pips), pose, pose.heading),)


def open_now(openings: tuple[Opening, ...]) -> tuple[Opening, ...]:
    """The openings that a tile may join now.

    Both sides first: nobody may choose a spinner's end before they are covered.
    """
    bare_sided = {opening.host for opening in openings if opening.kind is EndKind.SIDE}
    return tuple(
        opening
        for opening in openings
        if opening.kind is not EndKind.END or opening.host not in bare_sided
    )


def _half(tile: Tile, pips: int, pose: Pose, heading: Heading) -> Opening:
    return Opening(tile, pips, EndKind.HALF, pose.around_half(heading))


def _sides(tile: Tile, joints: tuple[Joint, ...]) -> tuple[Opening, ...]:
    return tuple(Opening(tile, tile.high, EndKind.SIDE, (joint,)) for joint in joints)


def _ends(tile: Tile, pose: Pose) -> tuple[Opening, ...]:
    return tuple(Opening(tile, tile.high, EndKind.END, (joint,)) for joint in pose.ends())
