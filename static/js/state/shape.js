/** What a deal starts with: the numbers a view cannot tell until a tile is drawn. */

/**
 * @typedef {object} Shape
 * @property {number} hand  tiles of a seat at the deal
 * @property {number} wall
 * @property {number} reserve  tiles that are never drawn
 * @property {number} growth  by how many the reserve grows with a kong
 * @property {boolean} extraTile  the dealer's extra tile of the deal counts as the drawn one, not the last replacement
 */

/** @type {Record<string, Shape>} */
const SHAPES = {
  hong_kong: { hand: 13, wall: 144, reserve: 0, growth: 0, extraTile: true },
  taiwanese: { hand: 16, wall: 144, reserve: 16, growth: 0, extraTile: false },
  riichi: { hand: 13, wall: 136, reserve: 14, growth: 0, extraTile: false },
};

/** The id of a ruleset key: `hong_kong/2` is `hong_kong`.
 * @param {string} ruleset */
export const rulesetId = (ruleset) => ruleset.split('/')[0];

/** The variant a ruleset belongs to, whose name its id begins with: `riichi_wrc/1` is `riichi`.
 * @param {string} ruleset */
export const variantOf = (ruleset) => Object.keys(SHAPES).find((variant) => ruleset.startsWith(variant)) ?? rulesetId(ruleset);

/** @param {string} ruleset @param {Record<string, unknown>} options @returns {Shape} */
export function shapeOf(ruleset, options) {
  const shape = SHAPES[variantOf(ruleset)] ?? SHAPES.hong_kong;
  const reserve = typeof options.reserve === 'number' ? options.reserve : shape.reserve;
  return { ...shape, reserve, growth: options.reserve_grows_with_kongs ? 1 : shape.growth };
}
