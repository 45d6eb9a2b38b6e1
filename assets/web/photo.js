// Sends a photo as soon as it is taken or chosen, and shows it while it is read. Without this file there is a button.
// In the pocket version, which has no server, pictures are requested by this script.
"use strict";
(() => {
  const form = () => document.getElementById("photo-form");
  const files = () => [...form().elements].filter((each) => each.type === "file"); // also those in #photo-thumb
  const MOST_FETCHED = 8, fetched = new Map(); // address -> promise of a blob URL
  function dress() {
    for (const each of document.querySelectorAll("#photo-form, #photo-thumb")) each.classList.add("live");
    if (form()) for (const each of files()) each.value = ""; // so that the same file can be chosen again
    document.querySelectorAll("[data-picture]").forEach(fetchPicture);
  }
  async function got(address) {
    const { status, type, got: whole } = await window.companion.send({ method: "GET", url: new URL(address, location.origin).href, body: null });
    return status === 200 ? URL.createObjectURL(new Blob([whole.body], { type })) : "";
  }
  async function fetchPicture(each) {
    const address = each.dataset.picture, name = each.tagName === "IMG" ? "src" : "href";
    if (!fetched.has(address)) {
      for (const old of [...fetched.keys()].slice(0, Math.max(0, fetched.size - MOST_FETCHED + 1))) {
        fetched.get(old).then(URL.revokeObjectURL, () => {});
        fetched.delete(old);
      }
      fetched.set(address, got(address));
    }
    const url = await fetched.get(address).catch(() => "");
    if (!url) fetched.delete(address);
    else if (each.isConnected && each.getAttribute(name) !== url) each.setAttribute(name, url);
  }
  async function show(file) {
    const canvas = document.querySelector("#photo-reading canvas");
    try {
      const photo = await createImageBitmap(file, { resizeWidth: 640, resizeQuality: "medium" });
      canvas.width = photo.width;
      canvas.height = photo.height;
      canvas.getContext("2d").drawImage(photo, 0, 0);
    } catch (error) { canvas.hidden = true; } // a format that this browser cannot show
  }
  document.addEventListener("change", (event) => {
    const here = form(), file = event.target.type === "file" && event.target.files[0];
    if (!here || !file || event.target.form !== here) return;
    const large = file.size > Number(here.dataset.most);
    document.getElementById("photo-large").hidden = !large;
    if (large) { event.target.value = ""; return; }
    for (const other of files()) if (other !== event.target) other.value = "";
    here.closest("main").classList.add("reading"); // shows only the photo
    document.getElementById("photo-reading").hidden = false;
    scrollTo(0, 0);
    show(file);
    here.requestSubmit();
  });
  document.addEventListener("companion:page", dress);
  dress();
})();
