// Amounts as they are typed at a table: money with cents, or whole chips.

export function written(amount, unit) {
  if (unit !== "cents") return amount.toLocaleString("en-AU");
  const whole = Math.trunc(amount / 100).toLocaleString("en-AU"), rest = amount % 100;
  return rest ? `$${whole}.${String(rest).padStart(2, "0")}` : `$${whole}`;
}

// The amount in whole units, or a sentence that says what would be right.
export function amountOf(text, { least, most, step, unit }) {
  const clean = text.trim().replace(/^\$/, "").replaceAll(",", "");
  const pattern = unit === "cents" ? /^\d{1,10}(\.\d{2})?$/ : /^\d{1,12}$/;
  if (!pattern.test(clean)) return unit === "cents" ? "Write an amount such as 25 or 25.50." : "Write whole chips.";
  const amount = unit === "cents" ? Math.round(Number(clean) * 100) : Number(clean);
  const from = Number(least), to = Number(most), by = Number(step);
  if (amount < from || amount > to) return `From ${written(from, unit)} to ${written(to, unit)}.`;
  if ((amount - from) % by) return `In steps of ${written(by, unit)}.`;
  return amount;
}
