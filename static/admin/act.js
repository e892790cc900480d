// The two steps of an action: what would change and why, then doing it.

import { sentence } from "../lobby/api.js";
import { el } from "../lobby/dom.js";
import { hasText, number, t } from "../lobby/texts.js";
import { about, ask, refocus, say, show } from "./page.js";

/** @typedef {{code: string, params: Record<string, unknown>}} Change */

/** @param {Change} change */
export function changeText({ code, params }) {
  const readable = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, typeof value === "number" ? number(value) : value]));
  return hasText(`admin.change.${code}`) ? t(`admin.change.${code}`, readable) : code;
}

/** @param {Change[]} changes */
export function changeList(changes) {
  return el("ul", { class: "changes" }, ...changes.map((change) => el("li", {}, changeText(change))));
}

/**
 * Shows what an action would change and asks for a reason. Resolves to whether it was done.
 * @param {Record<string, unknown>} action @param {string} title
 * @returns {Promise<boolean>}
 */
export async function perform(action, title) {
  let preview;
  try {
    preview = await ask("POST", "/preview", { action });
  } catch (failure) {
    show(failure);
    return false;
  }
  return decide(action, title, preview);
}

/** @param {Record<string, unknown>} action @param {string} title @param {any} preview @returns {Promise<boolean>} */
function decide(action, title, preview) {
  let basis = preview.basis;
  const message = el("p", { class: "message", role: "alert" });
  const body = el("div", {}, changeList(preview.changes));
  return dialog(title, [el("p", {}, t("admin.act.lead")), body], preview.needs_reason, t("admin.act.do"), message, async (reason) => {
    try {
      await ask("POST", "/act", { action, reason, basis });
    } catch (failure) {
      message.textContent = sentence(failure);
      if (!(failure instanceof Error) || failure.message !== "preview_stale") return false;
      const again = await ask("POST", "/preview", { action });
      basis = again.basis;
      body.replaceChildren(changeList(again.changes));
      return false;
    }
    say(t("admin.act.done", { title }));
    return true;
  });
}

/**
 * Asks for a reason. `done` says whether the dialog may close. Resolves to whether it closed that way.
 * @param {string} title @param {Node[]} content @param {boolean} needsReason @param {string} verb @param {HTMLElement} message
 * @param {(reason: string) => Promise<boolean>} done
 * @returns {Promise<boolean>}
 */
export function dialog(title, content, needsReason, verb, message, done) {
  const reason = el("textarea", { class: "prose", id: "reason", name: "reason", required: true, minlength: 3, maxlength: 200, rows: 2, "aria-describedby": "reason-help" });
  const why = el("div", { class: "field" }, el("label", { for: "reason" }, t("admin.act.reason")), reason, el("p", { class: "help", id: "reason-help" }, t("admin.act.reason.help")));
  const go = el("button", { type: "submit", class: "btn primary" }, verb);
  const form = el(
    "form",
    { method: "dialog" },
    el("header", {}, el("h2", { id: "act-title" }, title)),
    el("div", { class: "body" }, message, ...content, needsReason ? why : null),
    el("footer", {}, el("button", { type: "button", class: "btn quiet", onclick: () => box.close() }, t("lobby.cancel")), go),
  );
  const box = el("dialog", { "aria-labelledby": "act-title" }, form);
  document.body.append(box);
  box.showModal();
  return new Promise((closed) => {
    let finished = false;
    box.addEventListener("close", () => {
      box.remove();
      closed(finished);
    });
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      go.disabled = true;
      message.textContent = "";
      try {
        finished = await done(reason.value);
        if (finished) box.close();
      } catch (failure) {
        message.textContent = sentence(failure);
      } finally {
        go.disabled = false;
      }
    });
  });
}

/** A button that performs an action, and what to do after it.
 * @param {string} text @param {() => Record<string, unknown>} action @param {() => Promise<void>} after @param {string} [whom]  what it concerns, for who hears only the button */
export function actButton(text, action, after, whom) {
  const name = whom ? about(text, whom) : text;
  const run = async () => {
    try {
      if (!(await perform(action(), name))) return;
      await after();
      refocus(name);
    } catch (failure) {
      show(failure);
    }
  };
  return el("button", { type: "button", class: "btn", "aria-label": whom ? name : null, onclick: run }, text);
}
