/** Which version of the front end this page is, and which one the server has now. */

/** The header that carries the server's. */
export const HEADER = 'x-front-end';

/** The version in an address of a static file; null where it names none.
 * @param {string} address */
export const versionIn = (address) => /\/v-([0-9a-f]{12})\//.exec(address)?.[1] ?? null;

/** Of this page's own modules. */
export const ownVersion = versionIn(import.meta.url);
