"""Five-Up, All Fives, Muggins, Sniff, Fives and Threes, Merry-Go-Round: the relatives.

The lines are those of `race_horses`.
"""

from companion.rules import sources
from companion.rules.preset import read_preset

FIVE_UP = read_preset(
    "five-up",
    sources.FIVE_UP,
    """
    target              61               silent
    tiles-each          5/5/5            silent
    spinners            all              silent
    points              fifths           silent
    another-turn        none             silent
    drawn-tile          ends-turn        silent
    last-tile           goes-out         silent
    lead-tile           any              silent
    next-lead           dominoer         silent
    settlement          winner-takes     silent
    rounding            sum              silent
    tied-block          all-hands        silent
    partners-block      team             silent
    washed-up-in-block  out              silent
    game-ends           at-once          silent
    announce            no               silent
    zero-scores         no               silent
    exposed-double      both-halves      silent
    scores-on           fives            silent
    target-reached      or-passed        silent
    partners-out        one              silent
    drawing             until-it-plays   silent
    boneyard-kept       0                silent
    spinner-count       sides            silent
    spinner-first       no               silent
    """,
)
ALL_FIVES = read_preset(
    "all-fives",
    sources.ALL_FIVES,
    """
    target              61               silent
    tiles-each          9/7/5            silent
    spinners            first            silent
    points              fifths           silent
    another-turn        none             silent
    drawn-tile          ends-turn        silent
    last-tile           goes-out         silent
    lead-tile           any              silent
    next-lead           dominoer         silent
    settlement          winner-takes     silent
    rounding            sum              silent
    tied-block          all-hands        silent
    partners-block      team             silent
    washed-up-in-block  out              silent
    game-ends           at-once          silent
    announce            no               silent
    zero-scores         no               silent
    exposed-double      both-halves      silent
    scores-on           fives            silent
    target-reached      or-passed        silent
    partners-out        one              silent
    drawing             until-it-plays   silent
    boneyard-kept       0                silent
    spinner-count       sides            silent
    spinner-first       no               silent
    """,
)
MUGGINS = read_preset(
    "muggins",
    sources.MUGGINS,
    """
    target              200              silent
    tiles-each          7/5/5            silent
    spinners            none             silent
    points              pips             silent
    another-turn        none             silent
    drawn-tile          ends-turn        silent
    last-tile           goes-out         silent
    lead-tile           any              silent
    next-lead           rotates          silent
    settlement          winner-takes     silent
    rounding            sum              silent
    tied-block          all-hands        silent
    partners-block      team             silent
    washed-up-in-block  out              silent
    game-ends           at-once          silent
    announce            required         silent
    zero-scores         no               silent
    exposed-double      both-halves      silent
    scores-on           fives            silent
    target-reached      or-passed        silent
    partners-out        one              silent
    drawing             until-it-plays   silent
    boneyard-kept       0                silent
    spinner-count       sides            silent
    spinner-first       no               silent
    """,
)
SNIFF = read_preset(
    "sniff",
    sources.SNIFF,
    """
    target              61               silent
    tiles-each          7/6/5            silent
    spinners            first            silent
    points              fifths           silent
    another-turn        none             silent
    drawn-tile          ends-turn        silent
    last-tile           goes-out         silent
    lead-tile           any              silent
    next-lead           dominoer         silent
    settlement          winner-takes     silent
    rounding            sum              silent
    tied-block          all-hands        silent
    partners-block      team             silent
    washed-up-in-block  out              silent
    game-ends           at-once          silent
    announce            no               silent
    zero-scores         no               silent
    exposed-double      both-halves      silent
    scores-on           fives            silent
    target-reached      or-passed        silent
    partners-out        one              silent
    drawing             until-it-plays   silent
    boneyard-kept       0                silent
    spinner-count       ends             silent
    spinner-first       no               silent
    """,
)
FIVES_AND_THREES = read_preset(
    "fives-and-threes",
    sources.FIVES_AND_THREES,
    """
    target              61               silent
    tiles-each          7/5/5            silent
    spinners            none             silent
    points              fifths           silent
    another-turn        none             silent
    drawn-tile          ends-turn        silent
    last-tile           goes-out         silent
    lead-tile           any              silent
    next-lead           rotates          silent
    settlement          one-point        silent
    rounding            sum              silent
    tied-block          all-hands        silent
    partners-block      team             silent
    washed-up-in-block  out              silent
    game-ends           at-once          silent
    announce            no               silent
    zero-scores         no               silent
    exposed-double      both-halves      silent
    scores-on           threes-and-fives silent
    target-reached      exactly          silent
    partners-out        both             silent
    drawing             none             silent
    boneyard-kept       0                silent
    spinner-count       sides            silent
    spinner-first       no               silent
    """,
)
MERRY_GO_ROUND = read_preset(
    "merry-go-round",
    sources.MERRY_GO_ROUND,
    """
    target              61               silent
    tiles-each          7/7/7            silent
    spinners            first            silent
    points              fifths           silent
    another-turn        none             silent
    drawn-tile          ends-turn        silent
    last-tile           goes-out         silent
    lead-tile           double           silent
    next-lead           dominoer         silent
    settlement          winner-takes     silent
    rounding            sum              silent
    tied-block          all-hands        silent
    partners-block      team             silent
    washed-up-in-block  out              silent
    game-ends           at-once          silent
    announce            no               silent
    zero-scores         no               silent
    exposed-double      both-halves      silent
    scores-on           fives            silent
    target-reached      exactly          silent
    partners-out        one              silent
    drawing             until-it-plays   silent
    boneyard-kept       0                silent
    spinner-count       sides            silent
    spinner-first       yes              silent
    """,
)

GAMES = (FIVE_UP, ALL_FIVES, MUGGINS, SNIFF, FIVES_AND_THREES, MERRY_GO_ROUND)
