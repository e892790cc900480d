// What every page of the administration does: words, failures, signing out, times.

import { call, sentence } from "../lobby/api.js";
import { byId, el, enable } from "../lobby/dom.js";
import { language, loadTexts, t } from "../lobby/texts.js";

const NOT_FOUND = "not_found";

/** @param {unknown} failure */
export function show(failure) {
  const message = byId("message");
  message.textContent = sentence(failure);
  message.scrollIntoView({ block: "nearest" });
}

/** Says for a while that something is done, whatever was wrong before. @param {string} text */
export function say(text) {
  byId("message").textContent = "";
  byId("status").replaceChildren(el("span", { class: "done" }, text));
}

/** Gives the focus back to the button of this name, which the page has drawn anew, or to the page's beginning. @param {string} name */
export function refocus(name) {
  if (document.activeElement && document.activeElement !== document.body) return;
  const again = [...document.querySelectorAll("main button")].find((each) => (each.getAttribute("aria-label") ?? each.textContent) === name);
  const place = again ?? document.querySelector("h1");
  if (place instanceof HTMLElement) place.focus({ preventScroll: !again });
}

/** Calls the administration; whoever is signed out meanwhile is asked to sign in again.
 * @param {string} method @param {string} path under /admin @param {unknown} [body] */
export async function ask(method, path, body) {
  try {
    return await call(method, `/admin${path}`, body);
  } catch (failure) {
    if (failure instanceof Error && failure.message === NOT_FOUND && !(await signedIn())) {
      location.assign(`/admin/sign-in?next=${encodeURIComponent(location.pathname)}`);
    }
    throw failure;
  }
}

async function signedIn() {
  try {
    await call("GET", "/admin/me");
    return true;
  } catch (failure) {
    return !(failure instanceof Error && failure.message === NOT_FOUND);
  }
}

/** Runs what fills the page, with the words it needs. @param {() => Promise<void>} fill @param {...string} namespaces */
export async function begin(fill, ...namespaces) {
  await loadTexts("admin", "errors", "lobby", ...namespaces);
  byId("sign-out").addEventListener("click", async () => {
    try {
      await call("POST", "/admin/sign-out");
      location.assign("/admin/sign-in");
    } catch (failure) {
      show(failure);
    }
  });
  enable("sign-out");
  try {
    await fill();
  } catch (failure) {
    show(failure);
  }
}

const TIME = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });

/** @param {number} ms */
export function time(ms) {
  return TIME.format(ms);
}

/** What is done, and to whom. @param {string} what @param {string} whom */
export function about(what, whom) {
  return t("admin.about", { what, whom });
}

/** A seat's name in a list, its place in front. @param {number} seat @param {string} name */
export function seatName(seat, name) {
  return t("admin.seat", { seat: seat + 1, name: name || t("admin.nobody") });
}
