"""An act that is for whoever a row belongs to."""

import pytest
from flask import Blueprint, request

from house.audit.models import AuditRow
from house.people.roles import Role
from house.web import access, acts, reads
from rulebook import HOUSE, Refusal


def own_row(_session, signed, kwargs):
    """Only whoever the row is named after may change it."""
    if kwargs["owner"] == signed.username:
        return None
    return Refusal(HOUSE.at("ACCESS-21"), "This is somebody else’s.", "Ask them.")


@pytest.fixture
def changed():
    """What the act has changed."""
    return []


@pytest.fixture
def app(open_house, config, changed):
    """An application of its own with one act that is guarded row by row."""
    app = open_house(config)
    bp = Blueprint("rows", __name__, url_prefix="/rows")

    @bp.post("/<owner>")
    @acts(Role.SUPERVISOR, row=own_row)
    def change(owner):
        """Change a row."""
        changed.append((owner, request.form["to"]))
        return "changed"

    @bp.get("/<owner>")
    @reads()
    def look(owner):
        """Look at a row."""
        return owner

    app._got_first_request = False
    sealed = dict(app.view_functions)
    app.register_blueprint(bp)
    for name in set(app.view_functions) - set(sealed):
        app.view_functions[name] = access._guarded(app.view_functions[name])
    return app


@pytest.mark.rule("HOUSE-ACCESS-21")
def test_an_act_may_be_for_whoever_the_row_belongs_to(changed, db, sign_in):
    pia = sign_in(Role.SUPERVISOR, username="pia")
    data = {"to": "closed", "_key": "row-guard-key-0001"}
    assert pia.post("/rows/pia", data=data).status_code == 200
    other = pia.post("/rows/oscar", data={**data, "_key": "row-guard-key-0002"})
    assert other.status_code == 403
    assert "This is somebody else’s." in other.get_data(as_text=True)
    assert pia.get("/rows/oscar").status_code == 200
    assert changed == [("pia", "closed")]
    with db.reading() as session:
        entry = session.get_one(AuditRow, 1)
    assert (entry.rules, entry.subject_id) == (["HOUSE-ACCESS-21"], "/rows/oscar")
