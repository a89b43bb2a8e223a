"""A ladder: who challenges somebody above and wins takes their rung."""

from typing import NamedTuple, Self

from companion.i18n import message
from companion.league.errors import BadChallenge


class Ladder(NamedTuple):
    """The entrants from the top rung down; a challenge reaches so many rungs up."""

    rungs: tuple[int, ...]
    reach: int = 2

    def rung(self, entrant: int) -> int:
        """The rung of an entrant, 1 at the top; raises `BadChallenge` for who is not on it."""
        if entrant not in self.rungs:
            raise BadChallenge(message("league.refused.not-on-ladder"))
        return self.rungs.index(entrant) + 1

    def may_challenge(self, challenger: int) -> tuple[int, ...]:
        """Whom an entrant may challenge, the nearest first."""
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
        """The ladder after a challenge: a winner from below takes the rung, and all between the
        two go down by one; a winner from above stays, as all do.

        Of people who are not both on it any more, nothing changes: a result that was corrected
        later may come from another ladder than this one.
        """
        if winner not in self.rungs or loser not in self.rungs:
            return self
        taken = min(self.rungs.index(winner), self.rungs.index(loser))
        others = [each for each in self.rungs if each != winner]
        return self._replace(rungs=(*others[:taken], winner, *others[taken:]))

    def without(self, entrant: int) -> Self:
        """The ladder after somebody left: all below go up by one."""
        return self._replace(rungs=tuple(each for each in self.rungs if each != entrant))
