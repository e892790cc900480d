// Checks a match record: commitments, deal secrets, walls, and that the tiles came from those walls. It needs no server.
// The Python side (mahjong_club.history.verification) does the same; both are held to tests/golden/fairness.json.

import { sha256 } from "./sha256.js";

/** @typedef {"holds" | "fails" | "unknown"} Outcome */
/** @typedef {{deal: number | null, what: string, outcome: Outcome}} Check */
/** @typedef {Record<string, any>} Fact one event of a record */

export const SHUFFLE = "mahjong-club/wall/1";

/** How a variant deals: tiles of a hand, and where its replacement tiles lie. @type {Record<string, {hand: number, reserve: number, from: "end" | "reserve"}>} */
const DEALS = {
  hong_kong: { hand: 13, reserve: 0, from: "end" },
  taiwanese: { hand: 16, reserve: 16, from: "end" },
  riichi: { hand: 13, reserve: 14, from: "reserve" },
};

const ORDER = order();

/** @returns {Map<string, number>} every tile in the order of a fresh set: a red five before the plain ones, flowers last */
function order() {
  const tiles = [];
  for (const suit of "mps") for (const n of "1234056789") tiles.push(n + suit);
  for (const n of "1234567") tiles.push(`${n}z`);
  for (const n of "12345678") tiles.push(`${n}f`);
  return new Map(tiles.map((tile, i) => [tile, i]));
}

/** @param {string} hex @returns {Uint8Array} */
export function fromHex(hex) {
  if (!/^([0-9a-f]{2})*$/i.test(hex)) throw new Error("not_hex");
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** @param {Uint8Array} bytes */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {Uint8Array[]} parts @returns {Uint8Array<ArrayBuffer>} */
function joined(parts) {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** @param {string} text */
function bytesOf(text) {
  return new TextEncoder().encode(text);
}

/** @param {Uint8Array[]} parts @returns {Promise<Uint8Array>} */
async function digest(...parts) {
  const message = joined(parts);
  const subtle = globalThis.crypto?.subtle;
  return subtle ? new Uint8Array(await subtle.digest("SHA-256", message)) : sha256(message);
}

/** @param {Uint8Array} key up to 64 bytes @param {Uint8Array} message */
async function hmac(key, message) {
  const pad = new Uint8Array(64);
  pad.set(key);
  const inner = await digest(pad.map((byte) => byte ^ 0x36), message);
  return digest(pad.map((byte) => byte ^ 0x5c), inner);
}

/** SHA-256 (hex) of a secret given in hex. @param {string} secret */
export async function commitmentOf(secret) {
  return toHex(await digest(fromHex(secret)));
}

/** The secret (hex) of a deal. @param {string} matchSecret @param {number} number */
export async function dealSecret(matchSecret, number) {
  return toHex(await hmac(fromHex(matchSecret), bytesOf(`deal:${number}`)));
}

/** The 256-bit seed of a deal's wall. @param {string} secret @param {string[]} entropy what the seats added */
export async function wallSeed(secret, entropy) {
  const parts = [];
  for (const part of [bytesOf(SHUFFLE), fromHex(secret), ...entropy.map(bytesOf)]) {
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, part.length);
    parts.push(length, part);
  }
  return digest(...parts);
}

/** @param {Uint8Array} seed @returns {AsyncGenerator<bigint, never>} 64-bit words of SHA-256 in counter mode */
async function* wordsOf(seed) {
  for (let counter = 0n; ; counter++) {
    const count = new Uint8Array(8);
    new DataView(count.buffer).setBigUint64(0, counter);
    const block = await digest(seed, count);
    const view = new DataView(block.buffer, block.byteOffset);
    for (let at = 0; at < 32; at += 8) yield view.getBigUint64(at);
  }
}

/** The tiles in drawing order for a seed. @param {string[]} tiles @param {Uint8Array} seed */
export async function shuffle(tiles, seed) {
  const wall = [...tiles];
  const words = wordsOf(seed);
  for (let i = wall.length - 1; i > 0; i--) {
    const n = BigInt(i + 1);
    const limit = 2n ** 64n - (2n ** 64n % n);
    let word = (await words.next()).value;
    while (word >= limit) word = (await words.next()).value;
    const j = Number(word % n);
    [wall[i], wall[j]] = [wall[j], wall[i]];
  }
  return wall;
}

/** A set's own order. @param {string[]} tiles */
export function sorted(tiles) {
  return [...tiles].sort((a, b) => (ORDER.get(a) ?? 99) - (ORDER.get(b) ?? 99));
}

/** @param {string[]} tiles whether they are a whole set: four of each kind, and all flowers or none */
export function isWholeSet(tiles) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const tile of tiles) {
    if (!ORDER.has(tile)) return false;
    const kind = tile[0] === "0" ? `5${tile[1]}` : tile;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const flowers = [...counts.keys()].filter((kind) => kind[1] === "f").length;
  if (counts.size - flowers !== 34 || (flowers !== 0 && flowers !== 8)) return false;
  return [...counts].every(([kind, count]) => count === (kind[1] === "f" ? 1 : 4));
}

/** @param {boolean} holds @returns {Outcome} */
function outcome(holds) {
  return holds ? "holds" : "fails";
}

/**
 * Checks a record. A deal that is still secret (its match goes on) gives "unknown".
 * @param {unknown} record
 * @returns {Promise<Check[]>} throws an Error whose message is a code when the text is no record at all
 */
export async function verifyRecord(record) {
  const facts = factsOf(record);
  const start = facts.find((fact) => fact.type === "match_started");
  if (!start) throw new Error("not_a_record");
  const end = facts.find((fact) => fact.type === "match_ended");
  const { lot, secret: opened } = /** @type {Fact} */ (record);
  const secret = end?.secret || opened || null;
  /** @type {Check[]} */
  const checks = [await matchCheck(start.commitment ?? "", secret)];
  if (lot) checks.push(await lotCheck(lot, secret));
  for (const deal of dealsOf(facts)) checks.push(...(await dealChecks(deal, secret, start.entropy ?? [])));
  return checks;
}

/** @param {unknown} record @returns {Fact[]} */
function factsOf(record) {
  const events = record && typeof record === "object" && "events" in record ? record.events : null;
  if (!Array.isArray(events) || !events.every((fact) => fact && typeof fact === "object")) throw new Error("not_a_record");
  return events;
}

/** @param {string} commitment @param {string | null} secret @returns {Promise<Check>} */
async function matchCheck(commitment, secret) {
  const what = "match_commitment";
  if (!secret || !commitment) return { deal: null, what, outcome: "unknown" };
  return { deal: null, what, outcome: outcome((await commitmentOf(secret)) === commitment) };
}

/** Seats and first dealer follow from "deal 0". @param {Fact} lot @param {string | null} secret @returns {Promise<Check>} */
async function lotCheck(lot, secret) {
  if (!secret) return { deal: null, what: "lot", outcome: "unknown" };
  const drawn = await shuffle(["0", "1", "2", "3"], await wallSeed(await dealSecret(secret, 0), lot.entropy));
  const expected = lot.seating === "drawn" ? [...drawn, 0] : [0, 1, 2, 3, drawn[0]];
  return { deal: null, what: "lot", outcome: outcome(expected.join() === [...lot.places, lot.first_dealer].join()) };
}

/** @param {Fact[]} facts @returns {{start: Fact, end: Fact | null, draws: Fact[]}[]} */
function dealsOf(facts) {
  /** @type {{start: Fact, end: Fact | null, draws: Fact[]}[]} */
  const deals = [];
  for (const fact of facts) {
    const deal = deals.at(-1);
    if (fact.type === "deal_started") deals.push({ start: fact, end: null, draws: [] });
    else if (deal && fact.type === "drawn") deal.draws.push(fact);
    else if (deal && fact.type === "deal_ended") deal.end = fact;
  }
  return deals;
}

/**
 * @param {{start: Fact, end: Fact | null, draws: Fact[]}} deal
 * @param {string | null} matchSecret
 * @param {string[]} entropy
 * @returns {Promise<Check[]>}
 */
async function dealChecks({ start, end, draws }, matchSecret, entropy) {
  const number = start.number;
  /** @param {string} what @param {Outcome} found @returns {Check} */
  const check = (what, found) => ({ deal: number, what, outcome: found });
  const secret = end?.secret;
  if (!end || !secret) return [check("deal_commitment", "unknown")];
  const wall = String(end.wall).match(/../g) ?? [];
  const made = await shuffle(sorted(wall), await wallSeed(secret, entropy));
  return [
    check("deal_commitment", outcome((await commitmentOf(secret)) === start.commitment)),
    check("deal_secret", matchSecret ? outcome((await dealSecret(matchSecret, number)) === secret) : "unknown"),
    check("whole_set", outcome(isWholeSet(wall))),
    check("wall", outcome(isWholeSet(wall) && made.join("") === end.wall)),
    check("tiles_from_wall", tilesFromWall(start, draws, wall)),
  ];
}

/**
 * Where each drawn tile lies in the wall; null for a variant that is not known.
 * @param {Fact} start of the deal @param {Fact[]} draws in order @param {number} length of the wall
 * @returns {{hand: number, reserve: number, draws: number[]} | null}
 */
export function placesInWall(start, draws, length) {
  const variant = Object.keys(DEALS).find((name) => String(start.ruleset).startsWith(name));
  if (!variant) return null;
  const { hand, from } = DEALS[variant];
  const reserve = Number(start.options?.reserve ?? DEALS[variant].reserve);
  const live = length - reserve;
  let front = 4 * hand;
  let replaced = 0;
  const places = draws.map(({ source = "wall" }) => (source === "wall" ? front++ : from === "end" ? live - 1 - replaced++ : live + replaced++));
  return { hand, reserve, draws: places };
}

/** @param {Fact} start @param {Fact[]} draws @param {string[]} wall @returns {Outcome} */
function tilesFromWall(start, draws, wall) {
  const found = placesInWall(start, draws, wall.length);
  if (!found) return "unknown";
  for (let turn = 0; turn < 4; turn++) {
    const seat = (start.dealer + turn) % 4;
    const tiles = start.hands?.[seat];
    const dealt = sorted(wall.slice(turn * found.hand, (turn + 1) * found.hand));
    if (tiles && sorted(tiles).join("") !== dealt.join("")) return "fails";
  }
  return outcome(draws.every(({ tile }, i) => !tile || tile === wall[found.draws[i]]));
}
