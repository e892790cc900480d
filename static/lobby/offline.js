// The page without a network: looks again by itself, and opens what was asked for as soon as the club answers.

const FIRST_MS = 2_000;
const LONGEST_MS = 30_000;
const status = document.getElementById("offline-status");
const again = document.getElementById("again");
let wait = FIRST_MS;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

async function look() {
  clearTimeout(timer);
  if (status) status.textContent = status.dataset.looking ?? "";
  try {
    const answer = await fetch("/healthz", { cache: "no-store" });
    if (answer.ok) {
      location.reload();
      return;
    }
  } catch {
    // Still nobody there.
  }
  if (status) status.textContent = status.dataset.down ?? "";
  timer = setTimeout(look, wait);
  wait = Math.min(wait * 2, LONGEST_MS);
}

again?.addEventListener("click", () => {
  wait = FIRST_MS;
  void look();
});
addEventListener("online", () => void look());
timer = setTimeout(look, wait);

export {};
