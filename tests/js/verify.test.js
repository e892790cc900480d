// The browser's verification against what the Python side wrote (tools/fairness_vectors.py).
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import test from "node:test";

import { sha256 } from "../../static/lobby/sha256.js";
import { commitmentOf, dealSecret, fromHex, isWholeSet, shuffle, sorted, toHex, verifyRecord, wallSeed } from "../../static/lobby/verify.js";

const golden = JSON.parse(readFileSync(new URL("../golden/fairness.json", import.meta.url), "utf8"));

/** @param {string} wall @returns {string[]} */
function unpacked(wall) {
  return wall.match(/../g) ?? [];
}

test("there is something to compare with", () => {
  assert.ok(golden.walls.length >= 6);
  const outcomes = golden.records.flatMap((/** @type {any} */ each) => each.checks.map((/** @type {any} */ check) => check.outcome));
  assert.deepEqual(new Set(outcomes), new Set(["holds", "fails", "unknown"]));
});

for (const wall of golden.walls) {
  test(`walls: ${wall.name}`, async () => {
    assert.equal(await commitmentOf(wall.match_secret), wall.commitment);
    assert.equal(await dealSecret(wall.match_secret, wall.number), wall.deal_secret);
    assert.equal(await commitmentOf(wall.deal_secret), wall.deal_commitment);
    const seed = await wallSeed(wall.deal_secret, wall.entropy);
    assert.equal(toHex(seed), wall.seed);
    const tiles = unpacked(wall.tiles);
    assert.equal((await shuffle(tiles, seed)).join(""), wall.wall);
    assert.deepEqual(sorted(unpacked(wall.wall)), tiles);
    assert.ok(isWholeSet(tiles));
  });
}

for (const each of golden.records) {
  test(`record: ${each.name}`, async () => {
    assert.deepEqual(await verifyRecord(each.record), each.checks);
  });
}

test("without WebCrypto the same comes out", async () => {
  const [wall] = golden.walls;
  const own = Object.getOwnPropertyDescriptor(globalThis, "crypto");
  Object.defineProperty(globalThis, "crypto", { value: {}, configurable: true });
  try {
    const seed = await wallSeed(wall.deal_secret, wall.entropy);
    assert.equal((await shuffle(unpacked(wall.tiles), seed)).join(""), wall.wall);
  } finally {
    if (own) Object.defineProperty(globalThis, "crypto", own);
  }
});

test("SHA-256 of every length around the block size", () => {
  for (let length = 0; length < 200; length++) {
    const message = Uint8Array.from({ length }, (_, i) => (i * 31 + length) & 255);
    assert.equal(toHex(sha256(message)), createHash("sha256").update(message).digest("hex"), `length ${length}`);
  }
});

test("what is no record is refused", async () => {
  for (const wrong of [null, 7, "x", {}, { events: 3 }, { events: [null] }, { events: [] }, { events: [{ type: "drawn" }] }]) {
    await assert.rejects(verifyRecord(wrong), /not_a_record/);
  }
  assert.throws(() => fromHex("xyz"), /not_hex/);
});

test("a wall with five of a kind, or with some flowers only, is no set", () => {
  const tiles = unpacked(golden.walls[0].tiles);
  assert.ok(!isWholeSet([...tiles.slice(1), "9s"]));
  assert.ok(!isWholeSet([...tiles, "1f"]));
  assert.ok(!isWholeSet([...tiles.slice(1), "9x"]));
});
