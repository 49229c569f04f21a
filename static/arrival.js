// At the door: the field is ready for the next scan, and a camera reads codes where the browser can.
(() => {
  "use strict";
  const field = document.querySelector("[data-keeps-focus]");
  if (!field) return;
  const busy = () => document.activeElement?.closest("a, button, input, select, textarea, summary");
  const ready = () => { if (!busy()) field.focus({ preventScroll: true }); };
  field.focus();
  document.addEventListener("focusout", () => setTimeout(ready, 150));
  document.addEventListener("htmx:afterSwap", ready);
  const seen = document.querySelector('#door [name="seen"]');
  const keep = document.querySelector('#door [name="keep"]');
  seen?.addEventListener("change", () => { keep.value = seen.checked ? "yes" : ""; field.focus(); });

  // Codes are scanned one after another: the camera that was opened stays open from page to page.
  const button = document.getElementById("camera"), video = document.getElementById("look");
  const says = document.getElementById("camera-says"), OPEN = "camera-open";
  const tell = (name) => { says.textContent = says.dataset[name]; says.hidden = false; };
  let stream = null;
  const close = () => {
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = null;
    video.hidden = true;
    button.setAttribute("aria-pressed", "false");
  };
  const read = async (detector) => {
    if (!stream) return;
    const [code] = await detector.detect(video).catch(() => []);
    if (!code) { setTimeout(read, 200, detector); return; }
    close();
    field.value = code.rawValue;
    field.form.requestSubmit();
  };
  const open = async () => {
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      video.srcObject = stream;
      video.hidden = false;
      await video.play();
      button.setAttribute("aria-pressed", "true");
      read(new BarcodeDetector({ formats: ["qr_code"] }));
    } catch (error) {
      close();
      sessionStorage.removeItem(OPEN);
      tell(error.name === "NotAllowedError" ? "refused" : "none");
      field.focus();
    }
  };
  const begin = async () => {
    const can = "BarcodeDetector" in window && navigator.mediaDevices;
    const formats = can ? await BarcodeDetector.getSupportedFormats() : [];
    if (!formats.includes("qr_code")) { tell("unable"); return; }
    button.hidden = false;
    button.addEventListener("click", () => {
      if (stream) { close(); sessionStorage.removeItem(OPEN); field.focus(); return; }
      sessionStorage.setItem(OPEN, "yes");
      open();
    });
    if (sessionStorage.getItem(OPEN)) open();
  };
  begin();
})();
