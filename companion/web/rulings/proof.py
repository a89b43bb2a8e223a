"""A proof: what passes and draws tell of hidden hands, line by line."""

from flask import Blueprint, render_template
from werkzeug.exceptions import NotFound

from companion.web.devices import desk
from companion.web.guard import company
from companion.web.rulings.proof_page import proof_page

blueprint = Blueprint("proof", __name__, url_prefix="/t/<table_id>/proof")


@blueprint.get("/<int(max=1000000):seq>")
def show(table_id: str, seq: int) -> str:
    """The proof that ends with entry `seq`."""
    page = proof_page(desk().read(table_id), company(), seq)
    if page is None:
        raise NotFound
    return render_template("proof/proof.html", page=page, table_id=table_id)
