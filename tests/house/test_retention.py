"""What is kept how long: never shorter than a rule says, and on one page."""

from datetime import timedelta

import pytest
from sqlmodel import select

from house.config import Config, Incomplete
from house.notices.models import OutboxRow
from house.people.roles import Role
from house.retention.forgetting import forget
from house.retention.kinds import FORGOTTEN, LASTING
from tests.house.conftest import NOON

SECOND = timedelta(seconds=1)


@pytest.mark.rule("HOUSE-KEEP-1")
@pytest.mark.parametrize("kind", FORGOTTEN, ids=lambda kind: kind.name)
def test_a_setting_keeps_longer_and_never_shorter_than_its_rule(kind, tmp_path):
    least = kind.least.value.days
    longer = Config.from_env({kind.setting: str(least + 1)}, tmp_path)
    assert longer.keep[kind.name] == timedelta(days=least + 1)
    assert Config.from_env({kind.setting: str(least)}, tmp_path).keep
    with pytest.raises(Incomplete, match=f"{kind.setting} is {least - 1}; ") as why:
        Config.from_env({kind.setting: str(least - 1)}, tmp_path)
    assert "HOUSE-KEEP-1" in str(why.value)


@pytest.mark.rule("HOUSE-KEEP-2")
def test_a_delivered_message_is_forgotten_and_one_that_waits_is_not(db, config):
    year = config.keep["letters"]
    with db.writing() as session:
        for key, sent_at in (
            ("old", NOON - year),
            ("young", NOON - year + SECOND),
            ("waiting", None),
        ):
            session.add(_letter(key, sent_at))
    assert forget(db, config.keep, NOON) == 1
    with db.reading() as session:
        assert set(session.exec(select(OutboxRow.key))) == {"young", "waiting"}


def _letter(key, sent_at):
    return OutboxRow(
        key=key,
        recipient="a@b.example",
        subject="-",
        body="-",
        created_at=NOON - timedelta(days=900),
        try_at=NOON,
        sent_at=sent_at,
    )


@pytest.mark.rule("HOUSE-KEEP-1")
@pytest.mark.parametrize("role", [Role.ADMIN, Role.COMPLIANCE])
def test_one_page_lists_every_kind_with_its_rule_and_why(sign_in, role):
    page = sign_in(role).get("/desk/retention/").text
    for kind in FORGOTTEN:
        assert kind.what in page
        assert kind.least.cite.id in page
    for kind in LASTING:
        assert kind.cite.id in page
    assert sign_in(Role.DEALER).get("/desk/retention/").status_code == 403
