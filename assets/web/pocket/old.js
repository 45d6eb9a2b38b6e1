// Shows the message that this browser is too old; only runs in browsers without modules.
(function () {
  var spoken = document.getElementsByTagName("section"), wanted = navigator.language || "", found = spoken[0];
  for (var at = 0; at < spoken.length; at += 1) if (spoken[at].lang === wanted || spoken[at].lang === wanted.split("-")[0]) found = spoken[at];
  document.getElementById("sentence").textContent = found.getAttribute("data-old");
  document.body.className += " stopped";
})();
