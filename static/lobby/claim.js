// Taking a seat with a claim link. The token stands behind the #; it is kept for this tab only, so that the language can be changed.

import { call, sentence } from "./api.js";
import { byId } from "./dom.js";
import { myName } from "./person.js";
import { loadTexts, t } from "./texts.js";

const match = byId("claim").dataset.match ?? "";
const kept = `claim-${match}`;

/** @returns {string} */
function token() {
  const given = location.hash.slice(1);
  if (!given) return sessionStorage.getItem(kept) ?? "";
  sessionStorage.setItem(kept, given);
  // Neither the history nor a bookmark is to hold it.
  history.replaceState(null, "", location.pathname + location.search);
  return given;
}

/** @param {unknown} failure */
function refuse(failure) {
  byId("seat").textContent = "";
  byId("instead").hidden = true;
  byId("take").hidden = true;
  byId("message").textContent = sentence(failure);
}

/** @param {string} shown */
async function take(shown) {
  byId("message").textContent = "";
  try {
    const { code } = await call("POST", `/matches/${match}/claim`, { token: shown });
    sessionStorage.removeItem(kept);
    location.assign(`/table/${encodeURIComponent(code)}`);
  } catch (failure) {
    refuse(failure);
  }
}

async function begin() {
  const shown = token();
  await loadTexts("lobby", "errors");
  try {
    const { code, name, seat, you } = await call("POST", `/matches/${match}/claim`, { token: shown, use: false });
    byId("seat").textContent = t("lobby.claim.seat", { code, name, n: seat + 1 });
    const other = you ? null : myName();
    byId("instead").hidden = !other;
    if (other) byId("instead").textContent = t("lobby.claim.instead", { other, name });
    byId("take").hidden = false;
    byId("take").addEventListener("click", () => void take(shown));
  } catch (failure) {
    refuse(failure);
  }
}

void begin();
