"""What a console asks and tells about the round at a table, as JSON.

Every address starts with `/desk/tables/<number>/rounds`. A POST carries a key of 16
to 64 letters, digits, - or _ (as `key` in the JSON, as `_key` in a form, or in the
header Idempotency-Key) and is safe to repeat: the same key acts once and gets the
same answer, a day later too. With CSRF on, JSON carries the header X-CSRFToken.

    GET  …/state                    -> Answer (of what is under way, or what was last)
    POST …/open     {dealt: "keyed"|"dealt"}                  -> Answer
    POST …/actions  {round, expected, action, sent_at?}       -> Answer
    POST …/undo     {round, expected, reason, seq?}           -> Answer
    POST …/sit      {seat, player | card}                     -> {seats, at}
    POST …/leave    {seat, why?}                              -> {seats, at}
    POST …/corrections {round, expected, without: [seq…], instead: [action…], reason,
                     confirm: false|true}         -> {effects, downstream, done}
    GET  …/<round>/replay           -> {round, steps: [{seq, action, …, seen}]}

`round` is the number of the round and `expected` the seq of the last action the
sender has seen (0: none): if something else happened in between, the action is not
done. `action` is a move as `game.play` reads it, {"act": "ante", "seat": 3,
"amount": 1500, "also": {"jackpot": 500}}; a form sends it as JSON in a field. Where
the house deals, {"act": "deal"} carries no cards: they come from the sealed deck.
`undo` takes back the last action, or the one with this seq if the rest still fits.

Answer:
    {"table": 5, "round": 12, "seq": 7, "practice": false, "unit": "cents",
     "dealt": "keyed", "phase": …, "over": false, "first_card": true,
     "offers": [{act, label, rule, seat, amounts: {least, most, step, taps}, extras,
                 cards: {count, for_whom, left}, spot, blind, rank, needs}],
     "seen": {…the table as the dealer may see it…},
     "seats": [{seat, player, card}], "staked": {"3": 4500},
     "lines": [{seat, wager, stake, net, rule}], "at": "2026-11-20T01:00:00Z"}
`round` is null before the first round at a table.

409, nothing was done: {"refused": [{rule, wrong, right, field}], "stale": null |
{"yours": {"round": 12, "expected": 5}, "ours": {"round": 12, "expected": 7}},
"now": Answer}. 422: the request itself cannot be read, same shape without `now`.
403: not yours to do. 503: the database cannot be reached; send the same key again.
"""
