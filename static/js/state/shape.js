/** What a deal starts with: the numbers a view cannot tell until a tile is drawn. */

/** @typedef {{hand: number, wall: number, reserve: number}} Shape */

/** @type {Record<string, Shape>} */
const SHAPES = {
  hong_kong: { hand: 13, wall: 144, reserve: 0 },
  taiwanese: { hand: 16, wall: 144, reserve: 16 },
  riichi: { hand: 13, wall: 136, reserve: 14 },
};

/** The variant of a ruleset key: `hong_kong/2` is `hong_kong`.
 * @param {string} ruleset */
export const variantOf = (ruleset) => ruleset.split('/')[0];

/** @param {string} ruleset @param {Record<string, unknown>} options @returns {Shape} */
export function shapeOf(ruleset, options) {
  const shape = SHAPES[variantOf(ruleset)] ?? SHAPES.hong_kong;
  return typeof options.reserve === 'number' ? { ...shape, reserve: options.reserve } : shape;
}
