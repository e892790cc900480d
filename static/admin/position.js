// A match at an event, drawn plainly: every seat's hand, melds, flowers and river, and the wall for who may see it.

import { el } from "../lobby/dom.js";
import { hasText, number, t } from "../lobby/texts.js";

const ART = new URL("../art/tiles/", import.meta.url).pathname;

/** @typedef {{tile: string, drawn: boolean, ready: boolean, claimed_by: number | null}} RiverTile */
/** @typedef {{kind: string, tiles: string[], from_seat: number | null, form: string | null}} Meld */
/** @typedef {{hand: string[] | null, size: number, drawn: string | null, melds: Meld[], bonus: string[], river: RiverTile[], ready: string | null, left: string | null}} SeatState */
/** @typedef {{seq: number, kind: string, at_ms: number, state: any, wall: string[] | null}} Position */

/** The name of a tile, as the table says it. @param {string} tile */
export function tileName(tile) {
  const [n, suit] = tile;
  if (suit === "z" || suit === "f") return t(`table.tile.${tile}`);
  if (n === "0") return t("table.tile.red", { tile: t(`table.tile.${suit}`, { n: t("table.tile.number.5") }) });
  return t(`table.tile.${suit}`, { n: t(`table.tile.number.${n}`) });
}

/** @param {string | null} tile @param {string} [extra] */
function tileBox(tile, extra = "") {
  if (tile === null || tile === "?") return el("span", { class: `tile back ${extra}`, role: "img", "aria-label": t("table.tile.back") });
  return el("span", { class: `tile ${extra}`, role: "img", "aria-label": tileName(tile) }, el("img", { src: `${ART}${tile}.svg`, alt: "", width: 24, height: 32 }));
}

/** @param {string} label @param {Node[]} tiles */
function zone(label, tiles) {
  return tiles.length ? el("div", { class: "zone" }, el("span", {}, label), el("div", { class: "tiles" }, ...tiles)) : null;
}

/** The hand in order, the drawn tile apart. @param {SeatState} seat @returns {Node[]} */
export function handTiles(seat) {
  if (seat.hand === null) return Array.from({ length: seat.size }, () => tileBox(null));
  const tiles = [...seat.hand];
  const at = seat.drawn === null ? -1 : tiles.lastIndexOf(seat.drawn);
  const drawn = at < 0 ? [] : tiles.splice(at, 1);
  return [...tiles.map((tile) => tileBox(tile)), ...drawn.flatMap((tile) => [el("span", { class: "gap" }), tileBox(tile)])];
}

/** @param {any} state @param {number} index @param {string} name */
function seatBox(state, index, name) {
  /** @type {SeatState} */
  const seat = state.seats[index];
  const wind = t(`lobby.wind.${(index - state.dealer + 4) % 4}`);
  const marks = [index === state.dealer ? t("admin.position.dealer") : "", index === state.turn && state.phase !== "over" ? t("admin.position.turn") : "", seat.ready ? t("admin.position.ready") : "", seat.left ? t(`admin.position.left.${seat.left}`) : ""];
  return el(
    "section",
    { class: "seatbox", "aria-label": name },
    el("h3", {}, el("span", {}, `${wind} · ${name}`), el("span", { class: "num" }, number(state.scores[index])), ...marks.filter(Boolean).map((mark) => el("span", { class: "tag" }, mark))),
    zone(t("admin.position.hand"), handTiles(seat)),
    zone(t("admin.position.melds"), seat.melds.map((meld) => el("span", { class: "group" }, ...meld.tiles.map((tile) => tileBox(tile))))),
    zone(t("admin.position.bonus"), seat.bonus.map((tile) => tileBox(tile))),
    zone(t("admin.position.river"), seat.river.map((each) => tileBox(each.tile, each.claimed_by === null ? "" : "faded"))),
  );
}

/** The wall in drawing order; what was taken from its two ends is faded. @param {Position} position */
function wallBox({ state, wall }) {
  if (!wall || !wall.length) return null;
  const end = wall.length - state.replacements;
  const tiles = wall.map((tile, i) => tileBox(tile, i < state.taken || i >= end ? "faded" : ""));
  return el("section", { class: "seatbox", "aria-label": t("admin.position.wall") }, el("h3", {}, t("admin.position.wall")), el("p", { class: "small muted" }, t("admin.position.wall.help")), el("div", { class: "tiles" }, ...tiles));
}

/** @param {Position} position @param {string[]} names of seats 0-3 @param {string} eyes whose view it is */
export function positionBox(position, names, eyes) {
  const { state } = position;
  const kind = hasText(`admin.event.${position.kind}`) ? t(`admin.event.${position.kind}`) : position.kind;
  const facts = [
    t("admin.position.event", { seq: position.seq, kind }),
    eyes,
    t("admin.position.deal", { n: state.number, wind: t(`lobby.wind.${state.round_wind % 4}`) }),
    t("admin.position.left_in_wall", { n: state.live_left }),
    state.deposits ? t("admin.position.deposits", { n: state.deposits }) : "",
    state.paused ? t("admin.position.paused") : "",
  ];
  const indicators = zone(t("admin.position.indicators"), state.indicators.map((/** @type {string} */ tile) => tileBox(tile)));
  return el("div", { "data-seq": position.seq }, el("p", { class: "num" }, facts.filter(Boolean).join(" · ")), indicators, ...[0, 1, 2, 3].map((seat) => seatBox(state, seat, names[seat])), wallBox(position));
}
