"""The laws: what no table can choose, and what each of them stands on in each game.

A line is a law, its leg, the place in the game's work, and `*` where the game
has a reason of its own. A game that is based on another has its laws but those told here.
"""

from collections.abc import Mapping

#: Every law of the games, in the order in which they are read; who plays is told beside them.
LAWS = (
    *("partners", "opposite", "in-turn", "each-once", "first-lead", "free-lead"),
    *("match", "named-end", "sides-first", "open-half", "covered-double"),
    *("lead-scores", "wrong-claim", "must-play", "draw", "pass", "domino", "all-washed-up"),
    *("blocked", "lowest-wins", "partner-spared", "own-hands", "nearest-five", "all-told"),
    *("all-pips", "tied-target", "hand-by-hand", "by-agreement", "won-game"),
)
#: What concerns records and no game.
RECORD_LAWS = ("one-fact-a-line", "known-names", "seats")
#: The house rule that has other ways than a law, or without which it would not arise.
SWITCHES: Mapping[str, str] = {
    "domino": "last-tile",
    "free-lead": "lead-tile",
    "wrong-claim": "announce",
    "all-washed-up": "last-tile",
    "own-hands": "settlement",
}
#: What no work speaks of.
_NOWHERE = """
    opposite        silent
    free-lead       silent
    named-end       silent
    all-washed-up   silent
    tied-target     silent
    hand-by-hand    silent
    by-agreement    silent
    won-game        silent
"""
#: The laws of each game that is based on no other, and what differs in those that are.
LAWS_OF: Mapping[str, str] = {
    "race-horse": _NOWHERE
    + """
    players         says    equipment
    partners        silent
    in-turn         says    again
    each-once       says    equipment
    first-lead      says    lead
    match           says    lead
    sides-first     says    count
    open-half       says    count
    covered-double  says    count
    lead-scores     read    count
    wrong-claim     silent
    must-play       read    drawing
    draw            says    drawing
    pass            says    drawing
    domino          says    winner
    blocked         says    ending
    lowest-wins     says    winner
    partner-spared  read    winner
    own-hands       says    variations
    nearest-five    says    winner *
    all-told        says    winner
    all-pips        says    equipment *
    """,
    "race-horse-celko": """
    nearest-five    says    variations *
    all-told        says    variations
    """,
    "racehorse-1990": _NOWHERE
    + """
    players         says    players
    partners        silent
    in-turn         says    first
    each-once       says    set
    first-lead      says    first
    match           says    match
    sides-first     read    doubles
    open-half       says    ends
    covered-double  read    doubles
    lead-scores     says    first-horse
    wrong-claim     read    announce
    must-play       read    drawing
    draw            says    drawing
    pass            says    pass
    domino          read    last-horse
    blocked         silent  *
    lowest-wins     silent  *
    partner-spared  says    left
    own-hands       silent
    nearest-five    says    left *
    all-told        says    left
    all-pips        says    set *
    """,
    "seven-toed-pete": _NOWHERE
    + """
    all-washed-up   silent  *
    players         says    fewer
    partners        silent
    in-turn         silent  *
    each-once       says    set
    first-lead      says    lead
    match           says    match
    sides-first     says    match
    open-half       says    count
    covered-double  says    count
    lead-scores     says    lead
    wrong-claim     silent
    must-play       read    fewer
    draw            says    fewer
    pass            says    pass
    domino          says    ending
    blocked         says    ending
    lowest-wins     says    scores
    partner-spared  says    scores
    own-hands       silent
    nearest-five    says    scores *
    all-told        says    scores
    all-pips        says    set *
    """,
    "seven-toed-pete-chips": """
    lowest-wins     says    chips
    nearest-five    silent  *
    all-told        silent  *
    """,
    "seven-rocks": _NOWHERE
    + """
    players         says    pairs
    partners        says    pairs
    in-turn         says    lead
    each-once       says    set
    first-lead      says    lead
    match           says    lead
    sides-first     silent  *
    open-half       says    count
    covered-double  silent  *
    lead-scores     read    count
    wrong-claim     silent
    must-play       silent  *
    draw            silent  *
    pass            silent  *
    domino          says    ending
    blocked         says    ending
    lowest-wins     says    ending
    partner-spared  silent  *
    own-hands       says    left
    nearest-five    says    left *
    all-told        says    left
    all-pips        says    set *
    """,
    "five-up": _NOWHERE
    + """
    players         silent
    partners        silent
    in-turn         silent
    each-once       silent
    first-lead      silent
    match           silent
    sides-first     silent
    open-half       silent
    covered-double  silent
    lead-scores     silent
    wrong-claim     silent
    must-play       silent
    draw            silent
    pass            silent
    domino          silent
    blocked         silent
    lowest-wins     silent
    partner-spared  silent
    own-hands       silent
    nearest-five    silent
    all-told        silent
    all-pips        silent
    """,
    "all-fives": _NOWHERE
    + """
    players         silent
    partners        silent
    in-turn         silent
    each-once       silent
    first-lead      silent
    match           silent
    sides-first     silent
    open-half       silent
    covered-double  silent
    lead-scores     silent
    wrong-claim     silent
    must-play       silent
    draw            silent
    pass            silent
    domino          silent
    blocked         silent
    lowest-wins     silent
    partner-spared  silent
    own-hands       silent
    nearest-five    silent
    all-told        silent
    all-pips        silent
    """,
    "muggins": _NOWHERE
    + """
    players         silent
    partners        silent
    in-turn         silent
    each-once       silent
    first-lead      silent
    match           silent
    sides-first     silent
    open-half       silent
    covered-double  silent
    lead-scores     silent
    wrong-claim     silent
    must-play       silent
    draw            silent
    pass            silent
    domino          silent
    blocked         silent
    lowest-wins     silent
    partner-spared  silent
    own-hands       silent
    nearest-five    silent
    all-told        silent
    all-pips        silent
    """,
    "sniff": _NOWHERE
    + """
    players         silent
    partners        silent
    in-turn         silent
    each-once       silent
    first-lead      silent
    match           silent
    sides-first     silent
    open-half       silent
    covered-double  silent
    lead-scores     silent
    wrong-claim     silent
    must-play       silent
    draw            silent
    pass            silent
    domino          silent
    blocked         silent
    lowest-wins     silent
    partner-spared  silent
    own-hands       silent
    nearest-five    silent
    all-told        silent
    all-pips        silent
    """,
    "fives-and-threes": _NOWHERE
    + """
    players         silent
    partners        silent
    in-turn         silent
    each-once       silent
    first-lead      silent
    match           silent
    sides-first     silent
    open-half       silent
    covered-double  silent
    lead-scores     silent
    wrong-claim     silent
    must-play       silent
    draw            silent
    pass            silent
    domino          silent
    blocked         silent
    lowest-wins     silent
    partner-spared  silent
    own-hands       silent
    nearest-five    silent
    all-told        silent
    all-pips        silent
    """,
    "merry-go-round": _NOWHERE
    + """
    players         silent
    partners        silent
    in-turn         silent
    each-once       silent
    first-lead      silent
    match           silent
    sides-first     silent
    open-half       silent
    covered-double  silent
    lead-scores     silent
    wrong-claim     silent
    must-play       silent
    draw            silent
    pass            silent
    domino          silent
    blocked         silent
    lowest-wins     silent
    partner-spared  silent
    own-hands       silent
    nearest-five    silent
    all-told        silent
    all-pips        silent
    """,
}
