"""House rules on their way: what a table changed in its game, as a link, a QR code and lines."""

from typing import Any, NamedTuple

from companion.i18n import Text
from companion.record.house_rules_link import HouseRules
from companion.referee.rule_book import describe_setting
from companion.referee.scoring_text import describe_doubles
from companion.rules.settings import SETTINGS
from companion.web.ui.qr_links import names_this_machine, qr_of


class RuleChange(NamedTuple):
    """A house rule, and what the game has instead."""

    title: Text
    sentence: Text
    own: Text


def house_rules_page(told: HouseRules, link: str, host: str) -> dict[str, Any]:
    """The page of a game with its house rules; `link` leads to it from other phones."""
    preset, rules = told.preset, told.rules
    return {
        "game": preset,
        "doubles": describe_doubles(rules.spinners),
        "changes": [
            RuleChange(
                SETTINGS[name].title,
                describe_setting(rules, name, preset.seats),
                describe_setting(preset.rules, name, preset.seats),
            )
            for name, _ in told.changes
        ],
        # What the address of a new table by these rules says.
        "query": {"by": told.game, **told.as_query()},
        "link": link,
        "qr": qr_of(link),
        "lines": told.lines,
        "unreachable": host if names_this_machine(host) else None,
    }
