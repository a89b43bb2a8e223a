"""The sources for the laws of Race Horse, RaceHorse (1990), Seven-Toed Pete and Seven Rocks."""

from collections.abc import Mapping

#: The lines of each game (see `laws`).
LAWS_OF: Mapping[str, str] = {
    "race-horse": """
    players         says    equipment
    in-turn         says    again
    each-once       says    equipment
    first-lead      says    lead
    match           says    lead
    sides-first     says    count
    open-half       says    count
    covered-double  says    count
    lead-scores     read    count
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
    "racehorse-1990": """
    players         says    players
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
    nearest-five    says    left *
    all-told        says    left
    all-pips        says    set *
    """,
    "seven-toed-pete": """
    all-washed-up   silent  *
    players         says    fewer
    in-turn         silent  *
    each-once       says    set
    first-lead      says    lead
    match           says    match
    sides-first     says    match
    open-half       says    count
    covered-double  says    count
    lead-scores     says    lead
    must-play       read    fewer
    draw            says    fewer
    pass            says    pass
    domino          says    ending
    blocked         says    ending
    lowest-wins     says    scores
    partner-spared  says    scores
    nearest-five    says    scores *
    all-told        says    scores
    all-pips        says    set *
    """,
    "seven-toed-pete-chips": """
    lowest-wins     says    chips
    nearest-five    silent  *
    all-told        silent  *
    """,
    "seven-rocks": """
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
}
