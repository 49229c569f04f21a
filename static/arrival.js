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

  const button = document.getElementById("camera"), video = document.getElementById("look");
  if (!("BarcodeDetector" in window) || !navigator.mediaDevices) return;
  button.hidden = false;
  const read = async (detector, stream) => {
    const [code] = await detector.detect(video).catch(() => []);
    if (!code) { setTimeout(read, 200, detector, stream); return; }
    for (const track of stream.getTracks()) track.stop();
    field.value = code.rawValue;
    field.form.requestSubmit();
  };
  button.addEventListener("click", async () => {
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      video.srcObject = stream;
      video.hidden = false;
      await video.play();
      read(new BarcodeDetector(), stream);
    } catch {
      button.textContent = "No camera can be used";
      button.disabled = true;
      field.focus();
    }
  });
})();
