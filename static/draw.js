// Works a draw out again here, in the browser: from the published list to the last ticket drawn.
const text = new TextEncoder();
const hash = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
const bytes = (hex) => {
  if (!/^([0-9a-f]{2})*$/.test(hex)) throw new Error("no hexadecimal digits");
  return Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));
};
const hex = (some) => Array.from(some, (one) => one.toString(16).padStart(2, "0")).join("");
const joined = (...parts) => {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) { whole.set(part, at); at += part.length; }
  return whole;
};
const be = (number, size) => {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(number));
  return new Uint8Array(view.buffer).slice(8 - size);
};

// JSON in the one spelling of the protocol; of its keys and words only the order differs from the browser's own.
const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
};

async function list(csv) {
  const firsts = [], leaves = [];
  let end = 0;
  for (const line of csv.split("\n")) {
    if (!line || line === "index,first,count,leaf") continue;
    const [index, first, count, leaf] = line.split(",");
    if (Number(index) !== firsts.length || Number(first) !== end || !(Number(count) >= 1)) {
      throw new Error(`row ${firsts.length} of the entries does not follow`);
    }
    firsts.push(end);
    end += Number(count);
    leaves.push(bytes(leaf));
  }
  let level = leaves.length ? leaves : [await hash(new Uint8Array())];
  while (level.length > 1) {
    const above = [];
    for (let at = 0; at + 1 < level.length; at += 2) above.push(hash(joined([1], level[at], level[at + 1])));
    const next = await Promise.all(above);
    if (level.length % 2) next.push(level.at(-1));
    level = next;
  }
  return { root: hex(level[0]), firsts, total: end };
}

async function* words(key) {
  const signer = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  for (let block = 0; ; block += 1) {
    const mac = await crypto.subtle.sign("HMAC", signer, joined(text.encode("HR-DRAW-1"), be(block, 8)));
    const view = new DataView(mac);
    for (const at of [0, 8, 16, 24]) yield view.getBigUint64(at);
  }
}

async function below(limit, numbers) {
  if (limit === 1) return 0;
  const bits = (limit - 1).toString(2).length;
  for (;;) {
    const { value } = await numbers.next();
    const found = Number(value >> BigInt(64 - bits));
    if (found < limit) return found;
  }
}

async function drawn(cert, { firsts, total }) {
  const { header, reveals } = cert, rows = [], removed = [];
  const rounds = [header.prizes.flatMap((prize) => Array(prize.quantity).fill(prize.id))];
  rounds.push(...cert.transcript.filter((row) => row.round > 0).map((row) => [row.prize]));
  for (const [number, prizes] of rounds.slice(0, reveals.length).entries()) {
    const told = bytes(reveals[number].house + reveals[number].scrutineer);
    const key = await hash(joined(text.encode(canonical(header)), be(number, 4), told,
      text.encode(cert.beacon_value)));
    const numbers = words(key);
    for (const prize of prizes) {
      const left = total - removed.reduce((sum, [first, after]) => sum + after - first, 0);
      if (!left) return rows;
      let ticket = await below(left, numbers);
      for (const [first, after] of removed) {
        if (ticket < first) break;
        ticket += after - first;
      }
      let index = firsts.findIndex((first) => first > ticket) - 1;
      if (index < -1) index = firsts.length - 1;
      const range = [firsts[index], firsts[index + 1] ?? total];
      removed.push(header.one_win_per_holder ? range : [ticket, ticket + 1]);
      removed.sort((one, other) => one[0] - other[0]);
      rows.push([number, rows.length, prize, ticket, index].join(" "));
    }
  }
  return rows;
}

async function promised(cert) {
  const wrong = [];
  for (const [number, reveal] of cert.reveals.entries()) {
    for (const [who, promise] of Object.entries(cert.header.commitments)) {
      let value = bytes(reveal[who]);
      for (let time = 0; promise && time <= number; time += 1) value = await hash(value);
      if (hex(value) !== promise) wrong.push(`round ${number}: what the ${who} revealed was not promised`);
    }
  }
  return wrong;
}

async function signature(cert) {
  const { signature: signed, ...rest } = cert;
  try {
    const key = await crypto.subtle.importKey("raw", bytes(cert.public_key), "Ed25519", false, ["verify"]);
    const holds = await crypto.subtle.verify("Ed25519", key, bytes(signed), text.encode(canonical(rest)));
    return holds ? [] : ["the signature is not of this certificate"];
  } catch (error) {
    return error.name === "NotSupportedError" ? [] : ["the signature cannot be read"];
  }
}

async function faults(cert, csv) {
  const found = await list(csv), { header } = cert, wrong = [];
  for (const [name, value] of [["entry_root", found.root], ["holders", found.firsts.length], ["tickets", found.total]]) {
    if (header[name] !== value) wrong.push(`${name}: the header says ${header[name]}, the list ${value}`);
  }
  wrong.push(...await promised(cert));
  const rows = cert.transcript.map((row) => [row.round, row.position, row.prize, row.ticket, row.index].join(" "));
  const again = await drawn(cert, found);
  for (let at = 0; at < Math.max(rows.length, again.length); at += 1) {
    if (rows[at] !== again[at]) wrong.push(`position ${at}: the certificate and the draw differ`);
  }
  return [...wrong, ...await signature(cert)];
}

for (const form of document.querySelectorAll("form[data-draw]")) {
  if (!window.crypto?.subtle) break;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const told = form.querySelector("[role=status]");
    told.hidden = false;
    told.className = "doc-state";
    told.textContent = "Working it out …";
    let wrong;
    try {
      const [cert, csv] = await Promise.all([fetch(form.dataset.certificate), fetch(form.dataset.entries)]);
      wrong = await faults(await cert.json(), await csv.text());
    } catch (error) {
      wrong = [`It cannot be read: ${error.message}`];
    }
    told.className = wrong.length ? "doc-state bad" : "doc-state";
    told.textContent = wrong.length ? `The draw does not hold: ${wrong.join("; ")}.`
      : "The draw is sound: worked out again in this browser, it comes out the same.";
    told.focus();
  });
}
