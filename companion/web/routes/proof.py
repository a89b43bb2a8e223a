"""A proof: what passes and draws tell of hidden hands, line by line."""

from flask import Blueprint, Response
from werkzeug.exceptions import NotFound

from companion.web.device import table_service
from companion.web.guard import members
from companion.web.pages.referee.proof_page import proof_page
from companion.web.pages.referee.sending import answered

blueprint = Blueprint("proof", __name__, url_prefix="/t/<table_id>/proof")


@blueprint.get("/<int(max=1000000):seq>")
@blueprint.get("/<int(max=1000000):seq>.svg", endpoint="picture")
def show(table_id: str, seq: int) -> Response:
    """The proof that ends with entry `seq`; or the same as a picture."""
    written = table_service().read(table_id)
    answer = proof_page(written, seq)
    if answer is None:
        raise NotFound
    more = {"seq": seq, "players": written.header.players, "keeps": members().keeps}
    return answered("proof/proof.html", answer, table_id=table_id, **more)
