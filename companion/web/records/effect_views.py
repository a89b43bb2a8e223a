"""What a change of an entry would do: shown before it is made or proposed."""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from companion.db.table_models import ChangeKind
from companion.rules.errors import Refusal
from companion.web.records.change_effect import effect_page
from companion.web.records.entry_page import EntryForm
from companion.web.records.views import entry, parse_amendment
from companion.web.security.device_session import proposal_service, table_service
from companion.web.security.limits import COMPUTING
from companion.web.security.policy import limited, no_secret, scorer, set_policy
from companion.web.security.table_guard import members

blueprint = Blueprint("effect", __name__, url_prefix="/t/<table_id>/record")
set_policy(blueprint, scorer, no_secret, limited(COMPUTING))

#: What comes with a form and says nothing of the entry.
_OF_THE_TAP = ("csrf_token", "seen", "access", "key")


@blueprint.post("/<int(max=1000000):seq>/effect")
def correct(table_id: str, seq: int) -> ResponseReturnValue:
    """What another statement in the place of an entry would do."""
    return _foreseen(table_id, ChangeKind.CORRECTED, seq)


@blueprint.post("/<int(max=1000000):seq>/before/effect")
def insert(table_id: str, seq: int) -> ResponseReturnValue:
    """What a statement before an entry would do."""
    return _foreseen(table_id, ChangeKind.INSERTED, seq)


@blueprint.post("/<int(max=1000000):seq>/delete/effect")
def delete(table_id: str, seq: int) -> ResponseReturnValue:
    """What it would do to strike an entry out."""
    return _foreseen(table_id, ChangeKind.DELETED, seq)


def _foreseen(table_id: str, kind: ChangeKind, seq: int) -> ResponseReturnValue:
    form = EntryForm(request.form)
    try:
        amendment = parse_amendment(table_id, kind, seq, form)
        effect = proposal_service().foresee(table_id, amendment)
    except Refusal as refusal:
        return entry(table_id, seq, form if "what" in form else None, refusal)
    state = table_service().look(table_id)
    page = effect_page(state, table_service().read(table_id), amendment, effect)
    # The last entry may be put right by whoever entered it wrongly.
    is_free = kind is not ChangeKind.INSERTED and page["is_last"]
    return render_template(
        "records/effect.html",
        page=page,
        table_id=table_id,
        fields=[each for each in form.items(multi=True) if each[0] not in _OF_THE_TAP],
        is_proposed=state.table_options.consent and members().other_keepers and not is_free,
    )
