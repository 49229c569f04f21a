// Checks a receipt here, in the browser: nothing that is typed leaves this page. Without it the house's page checks.
const form = document.querySelector("form[data-receipt]");
const hash = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
const joined = (...parts) => {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) { whole.set(part, at); at += part.length; }
  return whole;
};
const bytes = (hex) => {
  if (!/^([0-9a-f]{2})*$/.test(hex)) throw new Error("no hexadecimal digits");
  return Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));
};
const be64 = (number) => {
  if (!Number.isSafeInteger(number) || number < 0) throw new Error("no whole number");
  const eight = new DataView(new ArrayBuffer(8));
  eight.setBigUint64(0, BigInt(number));
  return new Uint8Array(eight.buffer);
};
const hex = (some) => Array.from(some, (one) => one.toString(16).padStart(2, "0")).join("");

async function root({ ref, salt, first, count, index, holders, path }) {
  let found = await hash(joined([0], bytes(salt), new TextEncoder().encode(ref), be64(first), be64(count)));
  let at = index, size = holders;
  const rest = [...path];
  if (!(at >= 0 && at < size)) return "";
  while (size > 1) {
    if (at % 2 || at + 1 < size) {
      if (!rest.length) return "";
      const beside = bytes(rest.shift());
      found = await hash(at % 2 ? joined([1], beside, found) : joined([1], found, beside));
    }
    at = Math.floor(at / 2);
    size = Math.ceil(size / 2);
  }
  return rest.length ? "" : hex(found);
}

function say(holds, words) {
  const told = document.querySelector("#verdict");
  told.className = holds ? "doc-state" : "doc-state bad";
  told.hidden = false;
  told.textContent = words;
  told.focus();
}

if (form && window.crypto?.subtle) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const list = form.querySelector(`[name=draw] [value="${form.draw.value}"]`) ?? form.draw;
    try {
      const given = JSON.parse(form.receipt.value);
      const holds = given.holders === Number(list.dataset.holders) && (await root(given)) === list.dataset.root;
      const tickets = given.count === 1 ? "Your ticket is" : `Your ${given.count} tickets are`;
      say(holds, holds ? `${tickets} in the frozen list. Checked in this browser.`
        : "This receipt does not lead to the published fingerprint: it is not of this list, or it was changed.");
    } catch {
      say(false, "This is no receipt. Paste the whole of it, from the first brace to the last.");
    }
  });
}
