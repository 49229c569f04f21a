"""A small document for tests, and ways to change it."""

from dataclasses import replace

from house.audit import Actor, Subject
from house.documents.content import (
    Column,
    Document,
    Fact,
    Paragraph,
    Section,
    Signing,
    Table,
)

ANN = Actor("ann", "Ann Author", "director")
RAFFLE = Subject("raffle", "7", "Spring raffle")
KIND = "raffle.terms"


def paragraph(number: str, text: str, path: str = "", **other: object) -> Paragraph:
    cites = ("HOUSE-DOC-1",)
    return Paragraph(number, path or f"part.{number}", "Title", text, cites, **other)


def document(*texts: str, **other: object) -> Document:
    said = texts or ("The raffle is held on Friday.", "Three prizes are drawn.")
    paragraphs = tuple(
        paragraph(f"1.{n}", text) for n, text in enumerate(said, start=1)
    )
    prizes = Table(
        "Prizes",
        (Column("Place"), Column("Prize", figures=True)),
        (("First", "$300"), ("Second", "$200")),
    )
    made = Document(
        form="Terms and conditions",
        title="Spring raffle",
        issuer="Southbank House",
        address="https://house.example/p/spring-raffle",
        sections=(Section("1", "Details", paragraphs, (prizes,)),),
        facts=(Fact("Rules", "House policy"),),
        signing=Signing("I accept these terms."),
        zone="Australia/Melbourne",
        data={"prizes": [300_00, 200_00]},
    )
    return replace(made, **other)
