// Who one is: a nickname asked for once, kept by a cookie of the server.

import { call, sentence } from "./api.js";
import { el } from "./dom.js";
import { language, t } from "./texts.js";

/** One's own name, or null for a stranger. The server writes it into the page. @returns {string | null} */
export function myName() {
  return document.body.dataset.me ?? null;
}

/**
 * Asks for a nickname and signs in, or renames. Null when the person closes the dialog.
 * @param {string} [current]
 * @returns {Promise<string | null>} the new name
 */
export function askName(current = "") {
  const input = el("input", { type: "text", id: "nickname", name: "nickname", maxlength: 24, required: true, autocomplete: "nickname", value: current, "aria-describedby": "nickname-help" });
  const message = el("p", { class: "message", role: "alert" });
  const dialog = el(
    "dialog",
    { "aria-labelledby": "nickname-title" },
    el(
      "form",
      { method: "dialog" },
      el("header", {}, el("h2", { id: "nickname-title" }, t("lobby.name.title"))),
      el(
        "div",
        { class: "body" },
        message,
        el("div", { class: "field" }, el("label", { for: "nickname" }, t("lobby.name.label")), input, el("p", { class: "help", id: "nickname-help" }, t("lobby.name.help"))),
      ),
      el(
        "footer",
        {},
        el("button", { type: "button", class: "btn quiet", onclick: () => dialog.close() }, t("lobby.cancel")),
        el("button", { type: "submit", class: "btn primary" }, current ? t("lobby.save") : t("lobby.name.submit")),
      ),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  input.select();
  return new Promise((done) => {
    /** @type {string | null} */
    let name = null;
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(name);
    });
    dialog.querySelector("form")?.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        name = await signIn(input.value);
        dialog.close();
      } catch (failure) {
        message.textContent = sentence(failure);
        input.focus();
      }
    });
  });
}

/** Signs in with a name, or renames. @param {string} name */
async function signIn(name) {
  ({ name } = await call("POST", "/guests", { name, language }));
  document.body.dataset.me = name;
  return name;
}

/** One's own name; a stranger gets one that he may change later, so that nothing stands between him and the first tile. */
export async function nameOrGuest() {
  return myName() ?? (await signIn(t("lobby.name.guest", { n: 100 + (crypto.getRandomValues(new Uint16Array(1))[0] % 900) })));
}

/** One's own name, asking for it where there is none yet. */
export async function nameOrAsk() {
  return myName() ?? (await askName());
}
