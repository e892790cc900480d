// Inviting friends: the link to copy, and the device's own share sheet where there is one.

import { byId, enable } from "./dom.js";
import { t } from "./texts.js";

/** @param {string} code */
export function invite(code) {
  const link = `${location.origin}/table/${code}`;
  const field = byId("link");
  if (field instanceof HTMLInputElement) {
    field.value = link;
    field.addEventListener("focus", () => field.select());
  }
  byId("copy").addEventListener("click", async () => {
    byId("copied").textContent = t((await copy(link)) ? "lobby.room.invite.copied" : "lobby.room.invite.not_copied");
  });
  enable("copy");
  const share = byId("share");
  share.hidden = !("share" in navigator);
  share.addEventListener("click", () => navigator.share({ title: t("lobby.room.title", { code }), text: t("lobby.room.invite.text", { code }), url: link }).catch(() => undefined));
}

/** Without a secure address there is no clipboard; then the link is selected and copied as by hand. @param {string} link */
async function copy(link) {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(link);
      return true;
    }
  } catch {
    // Not allowed: by hand, then.
  }
  const field = byId("link");
  if (field instanceof HTMLInputElement) field.select();
  return document.execCommand("copy");
}
