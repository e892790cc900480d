/** What did not change stays the same object, so that whoever draws it sees at a glance that there is nothing to do. Pure. */

/** `after` with every part that equals its counterpart in `before` replaced by that. Plain data only.
 * @template T @param {unknown} before @param {T} after @returns {T} */
export function shared(before, after) {
  if (before === after || typeof before !== 'object' || typeof after !== 'object' || before === null || after === null) return after;
  if (Array.isArray(after)) return Array.isArray(before) ? /** @type {T} */ (list(before, after)) : after;
  if (Array.isArray(before) || !plain(before) || !plain(after)) return after;
  return /** @type {T} */ (record(/** @type {Record<string, unknown>} */ (before), /** @type {Record<string, unknown>} */ (after)));
}

/** @param {unknown[]} before @param {unknown[]} after */
function list(before, after) {
  let same = before.length === after.length;
  const out = after.map((each, i) => {
    const part = shared(before[i], each);
    if (part !== before[i]) same = false;
    return part;
  });
  return same ? before : out;
}

/** @param {Record<string, unknown>} before @param {Record<string, unknown>} after */
function record(before, after) {
  const names = Object.keys(after);
  let same = names.length === Object.keys(before).length;
  /** @type {Record<string, unknown>} */
  const out = {};
  for (const name of names) {
    out[name] = shared(before[name], after[name]);
    if (out[name] !== before[name] || !(name in before)) same = false;
  }
  return same ? before : out;
}

/** @param {object} value */
const plain = (value) => Object.getPrototypeOf(value) === Object.prototype;
