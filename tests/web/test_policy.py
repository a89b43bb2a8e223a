"""Policy: every route says in its own file who may ask, who may keep the answer, and how often."""

import pytest
from flask import Flask

from companion.web.security.policy import Access, Secrecy, anyone, demand_policies, policy_of

OF_A_TABLE = {Access.WATCHER, Access.SCORER, Access.TAP}
OF_A_CLUB = {
    *(Access.CLUB_MEMBER, Access.CLUB_SCORER),
    *(Access.MATCH_SCORER, Access.CLUB_MANAGER),
}


def test_every_route_says_who_may_ask_and_how_often(app: Flask) -> None:
    for rule in app.url_map.iter_rules():
        assert None not in policy_of(app, rule.endpoint), f"{rule.endpoint} says too little"


def test_an_app_does_not_start_with_a_route_that_says_too_little() -> None:
    app = Flask(__name__, static_folder=None)

    @app.get("/secrets")
    @anyone
    def secrets() -> str:
        return ""

    with pytest.raises(ValueError, match="secrets"):
        demand_policies(app)


def test_only_a_page_that_says_so_may_be_kept_and_none_of_a_table_or_a_club_does(
    app: Flask,
) -> None:
    public = {rule.endpoint for rule in app.url_map.iter_rules() if is_public(app, rule.endpoint)}
    assert {policy_of(app, endpoint).access for endpoint in public} == {Access.ANYONE}
    assert {endpoint.partition(".")[0] for endpoint in public} == {
        *(
            "static",
            "library",
            "pocket",
            "home",
            "house_rules",
            "which",
            "sheets",
            "referee",
            "camera",
        )
    }
    assert not is_public(app, "home.show") and not is_public(app, "home.new")


def is_public(app: Flask, endpoint: str) -> bool:
    return policy_of(app, endpoint).secrecy is Secrecy.PUBLIC


def test_below_a_table_or_a_club_only_its_own_people_come(app: Flask) -> None:
    for rule in app.url_map.iter_rules():
        access = policy_of(app, rule.endpoint).access
        assert (access in OF_A_TABLE) is ("table_id" in rule.arguments), rule.endpoint
        assert (access in OF_A_CLUB) is ("club_id" in rule.arguments), rule.endpoint
        if access is Access.MATCH_SCORER:
            assert {"league_id", "number"} <= rule.arguments, rule.endpoint


def test_whoever_only_looks_on_changes_only_what_a_view_says_itself(app: Flask) -> None:
    for rule in app.url_map.iter_rules():
        access = policy_of(app, rule.endpoint).access
        if "POST" in (rule.methods or ()) and access in (Access.WATCHER, Access.CLUB_MEMBER):
            own = vars(app.view_functions[rule.endpoint]).get("policy")
            assert own is not None and own.access is access, f"{rule.endpoint} says it itself"
