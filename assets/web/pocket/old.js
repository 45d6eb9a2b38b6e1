// In a browser that does not know today's scripts: the sentence that it is too old.
(function () {
  var spoken = document.getElementsByTagName("section"), wanted = navigator.language || "", found = spoken[0];
  for (var at = 0; at < spoken.length; at += 1) if (spoken[at].lang === wanted || spoken[at].lang === wanted.split("-")[0]) found = spoken[at];
  document.getElementById("sentence").textContent = found.getAttribute("data-old");
  document.body.className += " stopped";
})();
