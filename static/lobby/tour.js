// Showing a newcomer around the first page.

import { LOBBY } from "../js/walkthrough/steps.js";
import { showTour } from "../js/walkthrough/tour.js";
import { byId } from "./dom.js";
import { t } from "./texts.js";

/** @param {{again?: boolean}} [how] */
export function showAround(how) {
  const words = {
    title: t("lobby.tour.title"),
    skip: t("lobby.tour.skip"),
    back: t("lobby.tour.back"),
    next: t("lobby.tour.next"),
    done: t("lobby.tour.done"),
    step: (/** @type {number} */ n, /** @type {number} */ of) => t("lobby.tour.step", { n, of }),
    text: (/** @type {string} */ key) => t(`lobby.tour.text.${key}`),
  };
  showTour(byId("main"), "lobby", LOBBY, words, how);
}
