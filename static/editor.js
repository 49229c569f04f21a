// The editor of terms: checks while one types, rows without a new page, saves in place.
(() => {
  "use strict";
  const form = () => document.getElementById("terms");
  if (!form()?.dataset.check) return;
  let dirty = false, waiting = 0, asked = 0;

  const mark = (is) => {
    dirty = is;
    const note = document.getElementById("dirty");
    if (note) note.hidden = !is;
    const publish = document.querySelector("#publish button");
    if (publish && is) publish.setAttribute("aria-disabled", "true");
  };
  const page = async (response) => new DOMParser().parseFromString(await response.text(), "text/html");
  const send = (url, extra = {}) => {
    const data = new FormData(form());
    for (const [name, value] of Object.entries(extra)) data.set(name, value);
    return fetch(url, { method: "POST", body: data, headers: { "Idempotency-Key": crypto.randomUUID() } });
  };

  // Only what reads differently now is exchanged, so that nothing else moves.
  const follow = (from) => {
    for (const fresh of from.querySelectorAll("[data-live][id]")) {
      const old = document.getElementById(fresh.id);
      if (!old || old.outerHTML === fresh.outerHTML) continue;
      const shown = old.querySelector("details")?.open;
      const now = document.importNode(fresh, true);
      if (shown) now.querySelector("details")?.setAttribute("open", "");
      old.replaceWith(now);
    }
    for (const wrong of document.querySelectorAll(".wrongs[data-of]")) {
      const field = document.getElementById(wrong.dataset.of);
      if (!field?.classList.contains("in")) continue;
      if (wrong.childElementCount) field.setAttribute("aria-invalid", "true");
      else field.removeAttribute("aria-invalid");
    }
    fold();
  };

  // What a switch makes pointless folds away with its text in it, unless something is wrong there.
  const says = (place, unopened) => {
    const field = form().elements.namedItem(place);
    if (!field) return unopened; // it stands in a clause whose fields were not asked for
    if (!(field instanceof RadioNodeList)) return field.value;
    const tick = [...field].find((each) => each.type === "checkbox");
    return tick ? (tick.checked ? "yes" : "no") : field.value;
  };
  const fold = () => {
    for (const each of form().querySelectorAll("[data-switch]")) {
      const said = says(each.dataset.switch, each.dataset.says).trim(), on = each.dataset.on.split(" ");
      const has = on.includes("+") ? /[1-9]/.test(said) : on.includes(said);
      each.hidden = !has && !each.querySelector(".wrong");
    }
  };

  const check = async () => {
    const mine = ++asked;
    const response = await send(form().dataset.check).catch(() => null);
    if (response?.ok && mine === asked) follow(await page(response));
  };
  const soon = () => { clearTimeout(waiting); waiting = setTimeout(check, 350); };

  const reveal = async (id) => {
    const clause = document.getElementById(id.split(".").slice(0, 2).join("."));
    if (clause?.matches(".opening")) await changeRows(clause);
    const place = id && document.getElementById(id);
    if (!place) return;
    place.closest("details")?.setAttribute("open", "");
    place.closest("[data-switch]")?.removeAttribute("hidden");
    place.querySelector(":scope > details")?.setAttribute("open", "");
    place.focus();
  };

  // A wish is add:list, open:clause, or remove, up or down:list.row; what it is about is exchanged.
  const about = ([verb, place]) =>
    verb === "add" ? place : verb === "open" ? `c-${place}` : place.slice(0, place.lastIndexOf("."));
  const changeRows = async (button) => {
    const wish = button.value.split(":"), [verb] = wish, place = about(wish);
    button.setAttribute("aria-busy", "true");
    const response = await send(button.getAttribute("formaction"), { _do: button.value }).catch(() => null);
    button.removeAttribute("aria-busy");
    if (!response?.ok) return;
    const from = await page(response);
    const fresh = from.getElementById(place);
    if (fresh) document.getElementById(place).replaceWith(document.importNode(fresh, true));
    follow(from);
    if (verb !== "open") mark(true);
    const rows = document.getElementById(place);
    const fields = [...rows.querySelectorAll(".fields :is(.in, [type=checkbox], [type=radio])")];
    ((verb === "add" ? fields.at(-1) : verb === "open" ? fields[0] : null) ?? rows).focus();
  };

  const save = async () => {
    clearTimeout(waiting);
    asked++;
    const button = document.getElementById("save");
    button?.setAttribute("aria-busy", "true");
    const response = await send(form().action).catch(() => null);
    button?.removeAttribute("aria-busy");
    const from = response && await page(response);
    const main = from?.getElementById("terms") && from.querySelector("main");
    if (!main) {
      // Signed out, too large, no network: what was typed stays, and nobody is misled.
      const why = from?.querySelector("h1")?.textContent ?? "The house cannot be reached.";
      document.getElementById("save-state").textContent = `Not saved. ${why} What you typed is still here.`;
      return;
    }
    if (response.ok && !document.querySelector(".both, .refusal")) {
      follow(from);
      mark(false);
      return;
    }
    document.querySelector("main").replaceWith(document.importNode(main, true));
    mark(!response.ok);
    fold();
    if (response.ok) return;
    (document.querySelector(".refusal") ?? document.querySelector("main")).scrollIntoView();
    document.querySelector('[aria-invalid="true"]')?.focus({ preventScroll: true });
  };

  addEventListener("input", (event) => { if (event.target.form === form()) { mark(true); fold(); soon(); } });
  addEventListener("change", (event) => { if (event.target.form === form()) { mark(true); fold(); soon(); } });
  addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button?.matches(".row-act")) { event.preventDefault(); changeRows(button); }
    if (button?.matches('#publish [aria-disabled="true"]')) event.preventDefault();
    const link = event.target.closest('a[href^="#"]');
    if (link) setTimeout(reveal, 0, decodeURIComponent(link.hash.slice(1)));
  });
  addEventListener("submit", (event) => {
    if (event.target !== form()) { if (event.target.id === "publish") mark(false); return; }
    if (event.submitter?.id === "preview") return; // opened beside, with what is typed
    event.preventDefault();
    event.stopImmediatePropagation();
    save();
  }, true);
  addEventListener("keydown", (event) => {
    if (event.key === "s" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); save(); }
  });
  addEventListener("beforeunload", (event) => { if (dirty) event.preventDefault(); });
  fold();
  if (location.hash) reveal(decodeURIComponent(location.hash.slice(1)));
})();
