// Measures one page after another for lighthouse.py: a line of JSON asked, a line answered.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [where, port] = process.argv.slice(2);
const folder = `${where}/node_modules/lighthouse/core`;
const { default: lighthouse } = await import(pathToFileURL(`${folder}/index.js`));
const { default: desk } = await import(pathToFileURL(`${folder}/config/desktop-config.js`));
const phone = { extends: "lighthouse:default" };
const onlyCategories = ["performance", "accessibility", "best-practices"];
// Our pages are whole when they are loaded: nothing follows that would have to be awaited for seconds.
const quiet = { pauseAfterFcpMs: 300, pauseAfterLoadMs: 300, networkQuietThresholdMs: 300, cpuQuietThresholdMs: 300 };

for await (const line of createInterface({ input: process.stdin })) {
  const { url, cookie, screen } = JSON.parse(line);
  const config = screen === "desk" ? desk : phone;
  const flags = {
    port: Number(port), logLevel: "silent", onlyCategories, disableFullPageScreenshot: true,
    extraHeaders: { Cookie: cookie }, ...quiet,
  };
  try {
    const { lhr } = await lighthouse(url, flags, config);
    const value = (id) => lhr.audits[id]?.numericValue ?? 0;
    console.log(JSON.stringify({
      led_to: lhr.finalDisplayedUrl,
      scores: onlyCategories.map((each) => Math.round(100 * lhr.categories[each].score)),
      shift: value("cumulative-layout-shift"),
      elements: value("dom-size"),
      kilobytes: Math.round(value("total-byte-weight") / 1024),
      version: lhr.lighthouseVersion,
    }));
  } catch (error) {
    console.log(JSON.stringify({ failed: String(error) }));
  }
}
