// A page that was open over an upgrade takes itself anew once the new version answers. A table's page never does that.

const LATER_MS = 5_000;
const mine = /\/v-[0-9a-f]{12}\//.exec(import.meta.url)?.[0];

/** Asks whether the server has another version by now, and reloads the page when nobody is in the middle of something. */
export async function leaveOldVersion() {
  const answer = await fetch("/offline.json", { cache: "no-store" }).catch(() => null);
  if (!mine || !answer?.ok || (await answer.text()).includes(mine)) return;
  if (busy()) setTimeout(leaveOldVersion, LATER_MS);
  else location.reload();
}

function busy() {
  const field = document.activeElement;
  return document.querySelector("dialog[open]") !== null || (field instanceof HTMLInputElement && field.value !== "" && !field.readOnly);
}
