// Amounts as they are typed at a table: money with cents, or whole chips.

export function written(amount, unit) {
  if (unit !== "cents") return amount.toLocaleString("en-AU");
  const whole = Math.trunc(amount / 100).toLocaleString("en-AU"), rest = amount % 100;
  return rest ? `$${whole}.${String(rest).padStart(2, "0")}` : `$${whole}`;
}

// What is typed in whole units, digit by digit so that no cent is rounded; null if unreadable.
export function read(text, unit) {
  const clean = text.trim().replace(/^\$/, "").replaceAll(",", "");
  const found = (unit === "cents" ? /^(\d{1,10})(?:\.(\d{2}))?$/ : /^(\d{1,12})$/).exec(clean);
  return found && Number(found[1] + (unit === "cents" ? (found[2] ?? "00") : ""));
}

export const example = (unit) => (unit === "cents" ? "Write an amount such as 25 or 25.50." : "Write whole chips.");

// The amount in whole units, or a sentence that says what would be right.
export function amountOf(text, { least, most, step, unit }) {
  const amount = read(text, unit);
  if (amount === null) return example(unit);
  const from = Number(least), to = Number(most), by = Number(step);
  if (amount < from || amount > to) return `From ${written(from, unit)} to ${written(to, unit)}.`;
  if ((amount - from) % by) return `In steps of ${written(by, unit)}.`;
  return amount;
}
