"""Five-Up, All Fives, Muggins, Sniff, Fives and Threes, Merry-Go-Round: every rule and its source.

`read_preset` explains the lines.
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
    laws="""
    says   equipment: players each-once
    says   lead: first-lead domino blocked
    says   doubles: match
    says   spinners: sides-first covered-double
    says   scoring: open-half all-told
    read   scoring: lead-scores
    read   drawing =race-horse: must-play
    says   drawing: draw pass
    read   lead: lowest-wins
    read   scoring =race-horse: partner-spared
    says   scoring =race-horse: nearest-five
    says   equipment =race-horse: all-pips
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
    laws="""
    says   equipment: players each-once
    says   lead: first-lead domino blocked
    says   doubles: match covered-double
    says   spinner: sides-first
    says   scoring: open-half lowest-wins all-told
    read   scoring =five-up: lead-scores
    says   turns: must-play
    says   drawing: draw pass
    read   scoring =race-horse: partner-spared
    says   scoring =race-horse: nearest-five
    says   equipment =race-horse: all-pips
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
    laws="""
    says   foster:object: players
    says   foster:deal: in-turn
    silent *: each-once match sides-first all-pips
    read   foster:deal: first-lead
    says   object: open-half
    read   foster:count: covered-double
    says   lead: lead-scores
    read   foster:mistakes: wrong-claim
    says   drawing: must-play draw
    read   foster:stock: pass
    says   winner: domino blocked lowest-wins all-told
    read   winner =five-up: partner-spared
    says   winner =race-horse: nearest-five
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
    laws="""
    says   equipment: players each-once
    says   lead: first-lead match domino blocked
    says   american: sides-first covered-double
    says   example: open-half lead-scores
    read   family: must-play pass lowest-wins
    read   family =sniff.drawing: draw
    read   family =sniff.settlement: partner-spared nearest-five all-told
    says   equipment =race-horse: all-pips
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
    laws="""
    says   players: players
    says   turns: in-turn match must-play pass
    says   set: each-once
    says   lead: first-lead
    silent *: sides-first draw lowest-wins partner-spared nearest-five all-told
    says   scoring: open-half covered-double
    read   scoring =five-up: lead-scores
    says   ending: domino blocked
    says   set =race-horse: all-pips
    read   ending: passed-over
    says   winning: disregarded
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
    laws="""
    says   players: players
    says   set-of-tiles: each-once
    silent *: first-lead covered-double blocked lowest-wins
    says   play: match
    says   unique: sides-first
    says   scoring: open-half
    read   scoring: lead-scores
    read   drawing: must-play
    says   drawing: draw pass
    says   hands: domino partner-spared all-told
    says   hands *: nearest-five
    says   set-of-tiles =race-horse: all-pips
    read   winning: disregarded
    """,
)

GAMES = (FIVE_UP, ALL_FIVES, MUGGINS, SNIFF, FIVES_AND_THREES, MERRY_GO_ROUND)
