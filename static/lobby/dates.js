// Times as the reader writes them, at his own place.

const shown = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

for (const time of document.querySelectorAll("time[datetime]")) {
  time.textContent = shown.format(new Date(time.getAttribute("datetime") ?? ""));
}
