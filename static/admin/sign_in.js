// Signing in as an admin.

import { call, sentence } from "../lobby/api.js";
import { byId, enable } from "../lobby/dom.js";
import { loadTexts } from "../lobby/texts.js";

/** Where to go on: a page of the administration, and nowhere else. */
function next() {
  const wanted = new URLSearchParams(location.search).get("next") ?? "";
  return /^\/admin(\/[\w-]+)*$/.test(wanted) && wanted !== "/admin/sign-in" ? wanted : "/admin";
}

async function begin() {
  await loadTexts("errors");
  const form = byId("sign-in");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!(form instanceof HTMLFormElement)) return;
    const fields = new FormData(form);
    const message = byId("message");
    message.textContent = "";
    try {
      await call("POST", "/admin/sign-in", { login: fields.get("login"), password: fields.get("password") });
      location.assign(next());
    } catch (failure) {
      message.textContent = sentence(failure);
      const password = byId("password");
      if (password instanceof HTMLInputElement) password.value = "";
      password.focus();
    }
  });
  enable("go");
}

void begin();
