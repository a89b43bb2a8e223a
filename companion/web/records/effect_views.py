"""What a change of an entry would do: shown before it is made or proposed."""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from companion.db.table_models import ChangeKind
from companion.rules.errors import Refusal
from companion.web.records.change_effect import describe_effect, list_misfits
from companion.web.records.entry_page import EntryForm, place_of
from companion.web.records.views import entry, parse_amendment
from companion.web.security import policy
from companion.web.security.table_guard import members, proposal_service, table_service

blueprint = Blueprint("effect", __name__, url_prefix="/t/<table_id>/record")
policy.set_policy(blueprint, policy.scorer, policy.limited(policy.COMPUTING))

#: An entry, by the change that made it.
_SEQ = "/<int(max=1000000):seq>"
#: Fields of a form that say nothing about the entry.
_OF_THE_TAP = ("csrf_token", "seen", "access", "key")


@blueprint.post(f"{_SEQ}/effect", endpoint="correct", defaults={"kind": ChangeKind.CORRECTED})
@blueprint.post(f"{_SEQ}/before/effect", endpoint="insert", defaults={"kind": ChangeKind.INSERTED})
@blueprint.post(f"{_SEQ}/delete/effect", endpoint="delete", defaults={"kind": ChangeKind.DELETED})
def foresee(table_id: str, seq: int, kind: ChangeKind) -> ResponseReturnValue:
    """The effect of another statement in place of an entry, one before it, or none."""
    form = EntryForm(request.form)
    try:
        amendment = parse_amendment(table_id, kind, seq, form)
        effect = proposal_service().foresee(table_id, amendment)
    except Refusal as refusal:
        return entry(table_id, seq, form if "what" in form else None, refusal)
    state, written = table_service().look(table_id), table_service().read(table_id)
    place = place_of(written, seq)
    assert place is not None
    # The last entry may be corrected by the phone that entered it wrongly.
    is_free = kind is not ChangeKind.INSERTED and place.is_last
    return render_template(
        "records/effect.html",
        table_id=table_id,
        state=state,
        kind=kind.value,
        seq=seq,
        number=place.number,
        before="" if kind is ChangeKind.INSERTED else str(place.statement),
        after=str(amendment.statement or ""),
        # Those are listed, each with its reason.
        effect=describe_effect(written, effect._replace(misfits=())),
        misfits=list(list_misfits(written, effect)),
        fields=[each for each in form.items(multi=True) if each[0] not in _OF_THE_TAP],
        is_proposed=state.table_options.consent and members().other_keepers and not is_free,
    )
