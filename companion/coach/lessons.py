"""The six lessons, from the first tile to the settlement. Their positions are records."""

from collections.abc import Mapping

from companion.coach.lesson import Lesson, parse_lesson

# Each lesson has its name and the practice that it leads to, and then its screens: what is asked,
# what there is to choose from (or the tile to be set on an end), the record after Ana's lead, and
# its header where that is not two players of Race Horse.
_WRITTEN = """
ends: count plain-sums
    end        | 6-1          | Ana: 6-3
    fitting    | 6-5 4-1 5-2  | Ana: 6-3; Ben: 6-1
    end        | 3-2          | Ana: 6-3; Ben: 6-1; Ana: 4-1
    count      | 4 7 10 14    | Ana: 6-3; Ben: 6-1; Ana: 4-1
    scoring    | 3-2 4-2 6-4  | Ana: 6-3; Ben: 6-1; Ana: 4-1

doubles: spinners covered-spinners
    count      | 6 11 16 21   | Ana: 6-5; Ben: 5-5
    count      | 8 13 18 10   | Ana: 6-5; Ben: 5-5; Ben: 5-2 on 5-5
    end        | 5-3          | Ana: 6-5; Ben: 5-5; Ben: 5-2 on 5-5
    count      | 8 11 16 21   | Ana: 6-5; Ben: 5-5; Ben: 5-2 on 5-5; Ana: 5-3 on 5-5
    fitting    | 5-2 4-0 3-2  | Ana: 4-4; Ana: 4-2; Ana: 2-2 on 4-2; Ana: 6-2 on 2-2 | rule: spinners = first

counting: score doubles
    worth      | 0 1 2 4      | Ana: 6-5; Ben: 6-6; Ben: 6-3 on 6-6; Ana: 3-3; Ana: 5-4
    worth      | 0 1 2 3      | Ana: 6-5; Ben: 6-6; Ben: 6-2 on 6-6
    count      | 5 6 12 17    | Ana: 6-5; Ben: 6-1
    count      | 6 11 16 1    | Ana: 6-5; Ben: 6-1; Ana: 5-5
    scoring    | 5-3 2-1 5-4  | Ana: 6-5; Ben: 6-1

reducing: tiles reduction
    count      | 5 11 12 17   | Ana: 6-5; Ben: 6-6
    scoring    | 6-0 5-1 6-2  | Ana: 6-5; Ben: 6-6
    worth      | 0 1 2 3      | Ana: 6-5; Ben: 6-6; Ben: 6-0 on 6-6
    scoring    | 4-2 4-3 5-3  | Ana: 6-3; Ben: 6-4
    scoring    | 4-0 5-3 4-1  | Ana: 5-4; Ben: 4-4

turns: tiles mod-five-changes
    turn       |              | Ana: 6-4
    turn       |              | Ana: 6-4; Ana: 4-1
    turn       |              | Ana: 6-5; Ben: draws 2; Ben: 6-0
    earning    | 5-5 5-4 3-1  | Ana: 6-5; Ben: 6-3
    earning    | 5-2 5-4 3-1  | Ana: 6-5; Ben: 6-3; Ana: 5-5

settlement: settlement rounding
    settlement | 1 3 5 15     | Ana: 6-4; Ana: 4-1; Ben: left 6-5 2-2 | rule: tiles-each = 2
    settlement | 2 3 13 15    | Ana: 6-4; Ana: 4-1; Ben: left 6-6 1-0 | rule: tiles-each = 2
    settlement | 4 5 6 24     | Ana: 6-4; Ana: 4-1; Ben: left 6-5 1-0; Cyd: left 5-5 1-1 | players: Ana, Ben, Cyd; rule: tiles-each = 2
    settlement | 0 10 13 15   | Ana: 6-4; Ana: 4-1; Ben: left 6-5 2-0 | game: race-horse-celko; rule: tiles-each = 2
    settlement | 2 10 11 15   | Ana: 6-3; Ben: 3-1; Ana: 6-0; Ben: left 6-5 | game: racehorse-1990; rule: tiles-each = 2
"""  # noqa: E501

LESSONS: Mapping[str, Lesson] = {
    lesson.name: lesson for lesson in map(parse_lesson, _WRITTEN.strip().split("\n\n"))
}
