"""A ladder: if you challenge someone above you and win, you take their rung."""

from typing import NamedTuple, Self

from companion.i18n import message
from companion.league.errors import BadChallenge


class Ladder(NamedTuple):
    """The entrants from the top rung down; a challenge reaches so many rungs up."""

    rungs: tuple[int, ...]
    reach: int = 2

    def rung(self, entrant: int) -> int:
        """The rung of an entrant, 1 at the top; raises `BadChallenge` if they are not on it."""
        if entrant not in self.rungs:
            raise BadChallenge(message("league.refused.not-on-ladder"))
        return self.rungs.index(entrant) + 1

    def may_challenge(self, challenger: int) -> tuple[int, ...]:
        """The entrants that one may challenge, the nearest first."""
        rung = self.rung(challenger) - 1
        return tuple(reversed(self.rungs[max(rung - self.reach, 0) : rung]))

    def check_challenge(self, challenger: int, challenged: int) -> None:
        """Refuse a challenge that reaches down, or too far up; raises `BadChallenge`."""
        up = self.rung(challenger) - self.rung(challenged)
        if up <= 0:
            raise BadChallenge(message("league.refused.challenge-down"))
        if up > self.reach:
            raise BadChallenge(message("league.refused.challenge-far", count=self.reach))

    def after(self, winner: int, loser: int) -> Self:
        """The ladder after a challenge.

        If the winner comes from below, they take the rung, and all between the two go down by one.
        Nothing changes if one of them has left: an old result may have been corrected.
        """
        if winner not in self.rungs or loser not in self.rungs:
            return self
        taken = min(self.rungs.index(winner), self.rungs.index(loser))
        others = [each for each in self.rungs if each != winner]
        return self._replace(rungs=(*others[:taken], winner, *others[taken:]))

    def without(self, entrant: int) -> Self:
        """The ladder after someone left: all below go up by one."""
        return self._replace(rungs=tuple(each for each in self.rungs if each != entrant))
