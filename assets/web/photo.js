// A photo is sent as soon as it is taken or chosen, and seen while it is read. Without this file there is a button.
"use strict";
(() => {
  const form = () => document.getElementById("photo-form");
  function dress() {
    const here = form();
    if (here) here.classList.add("live");
  }
  async function show(file) {
    const canvas = document.querySelector("#photo-reading canvas");
    try {
      const photo = await createImageBitmap(file, { resizeWidth: 640, resizeQuality: "medium" });
      canvas.width = photo.width;
      canvas.height = photo.height;
      canvas.getContext("2d").drawImage(photo, 0, 0);
    } catch (error) { canvas.hidden = true; } // a kind of file that this browser cannot show
  }
  document.addEventListener("change", (event) => {
    const here = form(), file = event.target.type === "file" && event.target.files[0];
    if (!here || !file || event.target.form !== here) return;
    const large = file.size > Number(here.dataset.most);
    document.getElementById("photo-large").hidden = !large;
    if (large) { event.target.value = ""; return; }
    for (const other of here.querySelectorAll("input[type=file]")) if (other !== event.target) other.value = "";
    here.closest("main").classList.add("reading"); // nothing but the photo, and all of it on the screen
    document.getElementById("photo-reading").hidden = false;
    scrollTo(0, 0);
    show(file);
    here.requestSubmit();
  });
  document.addEventListener("companion:page", dress);
  dress();
})();
