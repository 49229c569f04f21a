// The line to the house: asks how the table stands, and knows when it is dead.
import { pause } from "../pace.js";

const EVERY = 2500, GIVE_UP = 6000;

export class Line {
  constructor({ url, device, tag, swap, changed }) {
    Object.assign(this, { url, device, tag, swap, changed });
    this.alive = true;
    this.since = null;
    this.asking = null;
    this.again = false;
    this.answer = null;
  }

  start() {
    this.goOn();
    // When the wifi is back it is back for everybody: they do not all ask at once.
    addEventListener("online", () => setTimeout(() => this.ask(), Math.random() * EVERY));
    addEventListener("offline", () => this.lost());
  }

  async goOn() {
    await this.ask();
    setTimeout(() => this.goOn(), pause(EVERY, this.answer));
  }

  // Ask once; whoever asks meanwhile gets one more answer after this one.
  async ask() {
    if (this.asking) {
      this.again = true;
      return;
    }
    this.asking = true;
    try {
      await this.fetch();
    } finally {
      this.asking = null;
      if (this.again) {
        this.again = false;
        this.ask();
      }
    }
  }

  async fetch() {
    const headers = { "X-Poll": "console", ...(this.tag ? { "If-None-Match": `"${this.tag}"` } : {}) };
    this.answer = null;
    try {
      const answer = await fetch(`${this.url}?device=${this.device}`, { headers, cache: "no-store", redirect: "manual", signal: AbortSignal.timeout(GIVE_UP) });
      this.answer = answer;
      if (answer.type === "opaqueredirect" || answer.status === 410) return location.reload();
      if (answer.status === 200) {
        this.tag = (answer.headers.get("ETag") ?? "").replace(/^W\//, "").replaceAll('"', "");
        const html = await answer.text();
        this.found();
        this.swap(html);
      } else if (answer.status === 304) this.found();
      else this.lost();
    } catch {
      this.lost();
    }
  }

  found() {
    if (this.alive) return;
    this.alive = true;
    this.since = null;
    this.changed(true, null);
  }

  lost() {
    this.since ??= Date.now();
    this.alive = false;
    this.changed(false, this.since);
  }
}
