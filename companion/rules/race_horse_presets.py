"""Race Horse, RaceHorse (1990), Seven-Toed Pete and Seven Rocks: every rule and its source.

`read_preset` explains the lines. What is left out is as `Rules` has it, and the game's work says
nothing about it. The words are in the catalogue (`because.*`, `place.*`).
"""

from companion.i18n import message
from companion.rules import sources
from companion.rules.preset import Partners, read_preset

RACE_HORSE = read_preset(
    "race-horse",
    sources.HORSE_RACE,
    """
    target              61               says    target
    tiles-each          7/6/5            says    deal
    spinners            all              says    doubles
    points              fifths           says    scoring
    another-turn        score-or-double  says    again
    drawn-tile          ends-turn        says    drawing
    last-tile           goes-out         silent  *
    lead-tile           any              says    lead
    next-lead           dominoer         says    lead
    settlement          winner-takes     says    winner
    rounding            sum              says    winner
    tied-block          all-hands        read    winner
    partners-block      team             read    winner
    game-ends           at-once          silent  *
    zero-scores         no               read    count
    exposed-double      both-halves      says    count
    scores-on           fives            says    count
    partners-out        one              says    ending
    drawing             until-it-plays   says    drawing
    boneyard-kept       0                says    drawing
    spinner-count       sides            says    count
    """,
    laws="""
    says   equipment: players each-once
    says   again: in-turn
    says   lead: first-lead match
    says   count: sides-first open-half covered-double
    read   count: lead-scores
    read   drawing: must-play
    says   drawing: draw pass
    says   winner: domino lowest-wins all-told
    says   ending: blocked
    read   winner: partner-spared
    says   variations: own-hands
    says   winner *: nearest-five
    says   equipment *: all-pips
    """,
    also=message("game.race-horse.also"),
)
RACE_HORSE_CELKO = read_preset(
    "race-horse-celko",
    sources.HORSE_RACE,
    """
    target              200              read    variations
    points              pips             says    variations
    drawn-tile          ends-turn        says    variations
    settlement          own-hand         says    variations
    rounding            each-hand        says    variations
    game-ends           after-hand       silent  *
    """,
    laws="""
    says   variations *: nearest-five
    says   variations: all-told
    """,
    base=RACE_HORSE,
)
RACEHORSE_1990 = read_preset(
    "racehorse-1990",
    sources.RACEHORSE_1990,
    """
    target              250              says    object
    tiles-each          7/6/5            says    deal
    spinners            all              says    doubles
    points              pips             says    points
    another-turn        score-or-double  says    again
    drawn-tile          plays-on         says    drawing
    last-tile           draws            read    last-horse
    lead-tile           any              says    lead
    next-lead           dominoer         silent  *
    settlement          winner-takes     says    left
    rounding            sum              says    left
    tied-block          all-hands        silent  *
    partners-block      team             silent  *
    game-ends           at-once          says    object
    announce            required         says    announce
    zero-scores         no               read    points
    exposed-double      both-halves      read    doubles
    scores-on           fives            says    points
    drawing             until-it-plays   says    drawing
    boneyard-kept       0                says    pass
    spinner-count       sides            read    doubles
    """,
    laws="""
    says   players: players
    says   first: in-turn first-lead
    says   set: each-once
    says   match: match
    read   doubles: sides-first covered-double
    says   ends: open-half
    says   first-horse: lead-scores
    read   announce: wrong-claim
    read   drawing: must-play
    says   drawing: draw
    says   pass: pass
    read   last-horse: domino
    silent *: blocked lowest-wins
    says   left: partner-spared all-told
    says   left *: nearest-five
    says   set *: all-pips
    """,
    partners=Partners.NEVER,
    first_lead=message("first-lead.highest-tile"),
)
SEVEN_TOED_PETE = read_preset(
    "seven-toed-pete",
    sources.SEVEN_TOED_PETE,
    """
    target              61               silent  *
    tiles-each          7/7/7            says    deal
    spinners            first            says    match
    points              fifths           says    scores
    another-turn        score-or-double  says    again
    drawn-tile          plays-on         says    again
    last-tile           washes-up        says    again-fewer
    lead-tile           double-or-score  says    lead-fewer
    next-lead           rotates          says    lead
    settlement          winner-takes     says    scores
    rounding            sum              says    scores
    tied-block          all-hands        silent  *
    partners-block      team             read    scores
    washed-up-in-block  out              read    scores
    game-ends           at-once          silent  *
    zero-scores         no               read    lead
    exposed-double      both-halves      says    count
    scores-on           fives            says    count
    partners-out        one              says    ending
    drawing             until-it-plays   says    fewer
    boneyard-kept       0                says    fewer
    spinner-count       sides            says    count
    """,
    laws="""
    silent *: all-washed-up in-turn
    says   fewer: players draw
    says   set: each-once
    says   lead: first-lead lead-scores
    says   match: match sides-first
    says   count: open-half covered-double
    read   fewer: must-play
    says   pass: pass
    says   ending: domino blocked
    says   scores: lowest-wins partner-spared all-told
    says   scores *: nearest-five
    says   set *: all-pips
    """,
    also=message("game.seven-toed-pete.also"),
)
SEVEN_TOED_PETE_CHIPS = read_preset(
    "seven-toed-pete-chips",
    sources.SEVEN_TOED_PETE,
    """
    target              10               silent  *
    points              none             says    chips
    settlement          chips            read    chips
    rounding            sum              silent  *
    tied-block          all-hands        says    chips
    partners-block      team             read    chips
    washed-up-in-block  out              read    chips
    game-ends           after-hand       read    chips
    """,
    laws="""
    says   chips: lowest-wins
    silent *: nearest-five all-told
    """,
    base=SEVEN_TOED_PETE,
)
SEVEN_ROCKS = read_preset(
    "seven-rocks",
    sources.SEVEN_ROCKS,
    """
    target              250              says    target
    tiles-each          7/7/7            says    deal
    spinners            first            read    spinner
    points              pips             says    count
    another-turn        none             says    lead
    drawn-tile          ends-turn        silent  *
    last-tile           goes-out         says    ending
    lead-tile           any              says    lead
    next-lead           dominoer         says    next
    settlement          own-hand         says    left
    rounding            each-hand        says    left
    tied-block          all-hands        silent  *
    partners-block      hand             says    ending
    game-ends           after-hand       read    target
    zero-scores         no               read    count
    exposed-double      both-halves      read    spinner
    scores-on           fives            says    count
    partners-out        one              says    ending
    drawing             until-it-plays   silent  *
    boneyard-kept       0                silent  *
    spinner-count       sides            silent  *
    """,
    laws="""
    says   pairs: players partners
    says   lead: in-turn first-lead match
    says   set: each-once
    silent *: sides-first covered-double must-play draw pass partner-spared
    says   count: open-half
    read   count: lead-scores
    says   ending: domino blocked lowest-wins
    says   left: own-hands all-told
    says   left *: nearest-five
    says   set *: all-pips
    """,
    seats=(4,),
    partners=Partners.ALWAYS,
    also=message("game.seven-rocks.also"),
)

GAMES = (
    RACE_HORSE,
    RACE_HORSE_CELKO,
    RACEHORSE_1990,
    SEVEN_TOED_PETE,
    SEVEN_TOED_PETE_CHIPS,
    SEVEN_ROCKS,
)
