"""The edge of the house: declared endpoints, one act per key, headers, errors."""

import pytest
from flask import Blueprint, Flask

from game.cli import game
from house.people.roles import Role
from house.web import access


def test_an_endpoint_without_a_role_keeps_the_house_shut():
    app = Flask(__name__, static_folder=None)
    app.add_url_rule("/open", "open", lambda: "")
    with pytest.raises(access.Undeclared, match=r"open .* declares no role"):
        access.seal(app)


def test_an_endpoint_that_only_reads_cannot_take_a_change():
    app = Flask(__name__, static_folder=None)
    bp = Blueprint("b", __name__)
    bp.post("/change")(access.reads(Role.ADMIN)(lambda: ""))
    app.register_blueprint(bp)
    with pytest.raises(access.Undeclared, match="only reads"):
        access.seal(app)


def test_a_stranger_is_sent_to_the_door_and_back(app):
    response = app.test_client().get("/desk/rules/?q=ante")
    assert response.status_code == 303
    assert response.location == "/sign-in?next=/desk/rules/?q%3Dante"


def test_every_answer_carries_the_strict_policy(sign_in):
    response = sign_in(Role.DIRECTOR).get("/desk/")
    assert response.status_code == 200
    assert "script-src 'self'" in response.headers["Content-Security-Policy"]
    assert "unsafe" not in response.headers["Content-Security-Policy"]
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Cache-Control"] == "no-store"


def test_the_engine_answers_through_the_app_where_the_house_is_not_installed(app):
    assert app.cli.commands["game"].list_commands(None) == game.list_commands(None)


def test_where_a_template_wraps_a_page_has_one_space(app):
    template = app.jinja_env.from_string(
        "<p>At\n    {{ 4 }}{% if 1 %}\n   , 5{% endif %}"
    )
    assert template.render() == "<p>At 4 , 5"
