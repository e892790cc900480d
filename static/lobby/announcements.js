// What the club's admins tell everybody, above the list of tables.

import { byId, el, redraw } from "./dom.js";

/** @param {{id: string, text: string}[]} announcements */
export function drawAnnouncements(announcements) {
  byId("announcements").hidden = announcements.length === 0;
  redraw(byId("announcements"), JSON.stringify(announcements), () => announcements.map((each) => el("li", { class: "announcement" }, each.text)));
}
