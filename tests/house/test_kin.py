"""Own records and relatives of the staff: declared, read by others, taken back."""

import pytest

from house.people.kin import queries
from house.people.kin.models import Relation
from house.people.patrons.models import PatronRow, PlayerCardRow
from house.people.roles import Role
from tests.house.conftest import NOON

_keys = iter(range(10_000))


def patron(db, name, card):
    with db.writing() as session:
        row = PatronRow(
            given_name=name,
            family_name="Nguyen",
            search_name=f"{name.lower()} nguyen",
            born_on=NOON.date().replace(year=1980),
            created_at=NOON,
        )
        session.add(row)
        session.flush()
        session.add(PlayerCardRow(number=card, patron_id=row.pk, issued_at=NOON))
        return row.pk


def post(client, path="", **data):
    key = f"kin-test-key-{next(_keys):06}"
    return client.post(f"/desk/account/relatives/{path}", data={"_key": key, **data})


def declared(db):
    with db.reading() as session:
        found = queries.belonging(session)
        return {id_: (kin.staff_name, kin.relation) for id_, kin in found.items()}


@pytest.mark.rule("HOUSE-KIN-1")
def test_a_relative_is_declared_once_and_taken_back(db, sign_in):
    grace = patron(db, "Grace", "SB100001")
    mia = sign_in(Role.MARKETING, username="mia")
    assert post(mia, card="sb 100001", relation="sibling").status_code == 303
    assert declared(db) == {grace: ("Mia", Relation.SIBLING)}
    again = post(mia, card="SB100001", relation="parent")
    assert again.status_code == 409
    assert "Grace Nguyen is declared already." in again.text
    assert "Grace Nguyen" in mia.get("/desk/account/relatives/").text
    assert post(mia, f"{grace}/back").status_code == 303
    assert declared(db) == {}
    assert post(mia, f"{grace}/back").status_code == 409
    assert post(mia, card="SB100001", relation="parent").status_code == 303


@pytest.mark.rule("HOUSE-KIN-1")
def test_a_merged_record_stands_for_its_twin(db, sign_in):
    twin, grace = patron(db, "Grace", "SB100001"), patron(db, "Grace", "SB100002")
    post(sign_in(Role.MARKETING, username="mia"), card="SB100001", relation="child")
    with db.writing() as session:
        session.get_one(PatronRow, twin).merged_into_id = grace
    assert declared(db) == {grace: ("Mia", Relation.CHILD)}


@pytest.mark.rule("HOUSE-KIN-2")
def test_everybody_has_one_record_of_their_own_and_nobody_anothers(db, sign_in):
    own = patron(db, "Mia", "SB100001")
    patron(db, "Grace", "SB100002")
    mia = sign_in(Role.MARKETING, username="mia")
    assert post(mia, card="SB100001", relation="self").status_code == 303
    second = post(mia, card="SB100002", relation="self")
    assert second.status_code == 409
    assert "Mia has a record already: Mia Nguyen." in second.text
    bob = sign_in(Role.APPROVER, username="bob")
    others = post(bob, card="SB100001", relation="self")
    assert others.status_code == 409
    assert "The record is Mia’s own." in others.text
    assert declared(db) == {own: ("Mia", Relation.SELF)}


def test_a_card_that_nobody_has_and_a_patron_that_is_not_there(db, sign_in):
    mia = sign_in(Role.MARKETING, username="mia")
    unknown = post(mia, card="SB999999", relation="self")
    assert unknown.status_code == 422
    assert "There is no card of this number." in unknown.text
    assert post(mia, card="", relation="self").status_code == 422
    assert post(mia, card="SB1", relation="cousin").status_code == 422
    assert post(mia, "4242/back").status_code == 404


def test_an_administrator_reads_what_was_declared(db, sign_in):
    patron(db, "Grace", "SB100001")
    post(sign_in(Role.MARKETING, username="mia"), card="SB100001", relation="parent")
    page = sign_in(Role.ADMIN, username="amy").get("/desk/staff/1").text
    assert "Grace Nguyen, Mia’s parent" in page
