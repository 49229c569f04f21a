"""The script for strangers, on a list of a million holders."""

import json
import sys
import tempfile
from hashlib import sha256
from pathlib import Path
from subprocess import run

from bench import Benchmark, Better, Measured
from bench.frozen_list import HOLDERS, KEY, bounds, parts
from bench.timing import seconds_by_turns
from promotions import verify
from proof import chains, frozen
from proof.draw import Drum, Header, Prize, round_key

WINNERS = 100


def certificate() -> dict[str, object]:
    """A draw of a hundred winners from the list, with nobody to replace."""
    firsts, tickets = bounds()
    house = chains.chain(KEY, chains.length_for(0))
    header = Header(
        promotion="bench",
        draw=1,
        terms_sha256="00" * 32,
        entry_root=frozen.root_of([part.root() for part in parts()]).hex(),
        holders=HOLDERS,
        tickets=tickets,
        one_win_per_holder=True,
        prizes=(Prize("voucher", WINNERS),),
        reserves=0,
        house=house[0].hex(),
    )
    drum = Drum(firsts, tickets, one_win_per_holder=True)
    drawn = drum.draw(header.prizes, round_key(header.content(), 0, house[1]))
    names = ("round", "position", "prize", "ticket", "index")
    return {
        "header": header.to_data(),
        "reveals": [{"house": house[1].hex(), "scrutineer": ""}],
        "beacon_value": "",
        "transcript": [{name: getattr(d, name) for name in names} for d in drawn],
        "public_key": "",
        "signature": "",
    }


def measure() -> Measured:
    """The seconds that checking takes, process included, and bare hashing."""
    leaves = [leaf for part in parts() for leaf in part.hashes()]
    with tempfile.TemporaryDirectory() as folder:
        entries, cert = Path(folder) / "entries.csv", Path(folder) / "certificate.json"
        with entries.open("w") as file:
            file.writelines(f"{line}\n" for part in parts() for line in part.lines())
        cert.write_text(json.dumps(certificate()))
        command = [sys.executable, "-I", verify.__file__, str(cert), str(entries)]

        def check() -> None:
            told = run(command, capture_output=True, text=True, check=False)  # noqa: S603
            if told.stderr != "the signature is not of this certificate\n":
                raise RuntimeError(told.stderr)

        def bare() -> None:
            for leaf in leaves:
                sha256(leaf).digest()

        return Measured(*seconds_by_turns(check, bare, goes=2))


BENCHMARK = Benchmark(
    name="verify",
    unit="s",
    against="bare SHA-256 of as many leaves",
    goal=1 / 6,
    better=Better.LOWER,
    goal_is_ratio=True,
    measure=measure,
)
