/** The reducer agrees with the rules core after every event of the golden transcripts. */

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';

import { reduce } from '../../static/js/state/view.js';

const folder = new URL('../golden/transcripts/', import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith('.json.gz'));

test('there are transcripts', () => assert.ok(names.length >= 3));

for (const name of names) {
  test(name, () => {
    const golden = JSON.parse(gunzipSync(readFileSync(new URL(name, folder))).toString());
    let view = golden.snapshot;
    golden.items.forEach((/** @type {any} */ event, /** @type {number} */ i) => {
      const before = JSON.stringify(view);
      const next = reduce(view, event);
      assert.deepEqual(next, golden.checkpoints[i], `after event ${i}, ${event.type}`);
      assert.equal(JSON.stringify(view), before, 'the view before the event was changed');
      view = next;
    });
  });
}
