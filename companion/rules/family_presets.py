"""Five-Up, All Fives, Muggins, Sniff, Fives and Threes, Merry-Go-Round: the relatives.

The lines are those of `race_horses`. A place in another work than the game's own has that work
before it (`foster:stock`), and `=five-up` gives the reason of that game.
"""

from companion.i18n import message
from companion.rules import sources
from companion.rules.preset import read_preset

FIVE_UP = read_preset(
    "five-up",
    sources.FIVE_UP,
    """
    target              61               says    scoring
    tiles-each          5/5/5            says    deal
    spinners            all              says    spinners
    points              fifths           says    scoring
    another-turn        none             silent
    drawn-tile          ends-turn        says    drawing
    lead-tile           any              says    lead
    next-lead           dominoer         says    lead
    settlement          winner-takes     says    scoring
    rounding            sum              read    scoring
    game-ends           at-once          read    scoring
    zero-scores         no               read    scoring
    exposed-double      both-halves      says    doubles
    scores-on           fives            says    scoring
    drawing             until-it-plays   says    drawing
    boneyard-kept       0                says    drawing
    spinner-count       sides            says    spinners
    """,
    also=message("game.five-up.also"),
)
ALL_FIVES = read_preset(
    "all-fives",
    sources.ALL_FIVES,
    """
    target              61               says    scoring
    tiles-each          9/7/5            says    deal
    spinners            first            says    spinner
    points              fifths           says    scoring
    another-turn        none             silent
    drawn-tile          ends-turn        says    drawing
    lead-tile           any              says    lead
    next-lead           dominoer         says    lead
    settlement          winner-takes     says    scoring
    rounding            sum              read    scoring =five-up
    game-ends           at-once          read    scoring =five-up
    zero-scores         no               read    scoring =five-up
    exposed-double      both-halves      says    doubles
    scores-on           fives            says    scoring
    drawing             until-it-plays   says    drawing
    boneyard-kept       0                says    drawing
    spinner-count       sides            says    doubles
    """,
    also=message("game.all-fives.also"),
)
MUGGINS = read_preset(
    "muggins",
    sources.MUGGINS,
    """
    target              200              says    target
    tiles-each          7/5/5            read    foster:deal
    spinners            none             says    family:spinners
    points              pips             says    object
    another-turn        none             silent
    drawn-tile          ends-turn        read    drawing
    lead-tile           any              read    lead
    next-lead           rotates          silent  *
    settlement          winner-takes     says    winner
    rounding            sum              read    winner
    game-ends           at-once          says    target
    announce            required         read    calling
    zero-scores         no               read    object
    exposed-double      both-halves      says    doublets
    scores-on           fives            says    object
    drawing             until-it-plays   says    drawing
    boneyard-kept       0                read    foster:stock
    spinner-count       sides            silent  *
    spinner-first       no               silent  *
    """,
    also=message("game.muggins.also"),
    says_muggins=True,
)
SNIFF = read_preset(
    "sniff",
    sources.SNIFF,
    """
    target              61               read    family
    tiles-each          7/6/5            says    deal
    spinners            first            says    sniff
    points              fifths           read    family
    another-turn        none             silent
    drawn-tile          ends-turn        read    family
    lead-tile           any              says    lead
    next-lead           dominoer         says    lead
    settlement          winner-takes     read    family
    rounding            sum              read    family
    game-ends           at-once          read    family
    zero-scores         no               read    family:totals
    exposed-double      both-halves      says    american
    scores-on           fives            says    family:totals
    drawing             until-it-plays   read    family
    boneyard-kept       0                read    family
    spinner-count       ends             read    american
    """,
    also=message("game.sniff.also"),
)
FIVES_AND_THREES = read_preset(
    "fives-and-threes",
    sources.FIVES_AND_THREES,
    """
    target              61               says    barnard:target
    tiles-each          7/5/5            read    deal
    spinners            none             says    layout
    points              fifths           says    scoring
    another-turn        none             says    turns
    drawn-tile          ends-turn        silent  *
    lead-tile           any              says    lead
    next-lead           rotates          says    lead
    settlement          one-point        says    out
    rounding            sum              silent  *
    tied-block          all-hands        silent  *
    partners-block      team             silent  *
    game-ends           at-once          says    winning
    zero-scores         no               read    scoring
    exposed-double      both-halves      says    layout
    scores-on           threes-and-fives says    scoring
    target-reached      exactly          says    barnard:target
    partners-out        both             says    ending
    drawing             none             says    drawing
    boneyard-kept       0                silent  *
    spinner-count       sides            silent  *
    spinner-first       no               silent  *
    """,
    also=message("game.fives-and-threes.also"),
)
MERRY_GO_ROUND = read_preset(
    "merry-go-round",
    sources.MERRY_GO_ROUND,
    """
    target              61               says    winning
    tiles-each          7/7/7            says    deal
    spinners            first            read    unique
    points              fifths           says    scoring
    another-turn        none             silent
    drawn-tile          ends-turn        read    drawing
    lead-tile           double           says    set
    next-lead           dominoer         silent  *
    settlement          winner-takes     says    hands
    rounding            sum              says    hands
    game-ends           at-once          says    winning
    zero-scores         no               read    scoring
    exposed-double      both-halves      silent  *
    scores-on           fives            says    scoring
    target-reached      exactly          says    winning
    drawing             until-it-plays   says    drawing
    boneyard-kept       0                says    drawing
    spinner-count       sides            silent  *
    spinner-first       yes              says    unique
    """,
)

GAMES = (FIVE_UP, ALL_FIVES, MUGGINS, SNIFF, FIVES_AND_THREES, MERRY_GO_ROUND)
