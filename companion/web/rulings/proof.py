"""A proof: what passes and draws tell of hidden hands, line by line."""

from flask import Blueprint, Response, render_template, url_for
from werkzeug.exceptions import NotFound

from companion.web.devices import desk
from companion.web.guard import company
from companion.web.rulings.proof_page import ProofPage, proof_page
from companion.web.rulings.proof_sheet import proof_sheet
from companion.web.rulings.sending import drawn, foot_at

blueprint = Blueprint("proof", __name__, url_prefix="/t/<table_id>/proof")


@blueprint.get("/<int(max=1000000):seq>")
def show(table_id: str, seq: int) -> str:
    """The proof that ends with entry `seq`."""
    return render_template("proof/proof.html", page=_page(table_id, seq), table_id=table_id)


@blueprint.get("/<int(max=1000000):seq>.svg")
def picture(table_id: str, seq: int) -> Response:
    """The proof as a picture."""
    page = _page(table_id, seq)
    address = url_for("proof.show", table_id=table_id, seq=seq, _external=True)
    return drawn(proof_sheet(page, foot_at(address)))


def _page(table_id: str, seq: int) -> ProofPage:
    page = proof_page(desk().read(table_id), company(), seq)
    if page is None:
        raise NotFound
    return page
