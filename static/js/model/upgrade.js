/** When a page of an older version may be loaded anew without taking anything from the person. Pure. */

/** @param {import('../state/session.js').Session} s @param {{busy: boolean}} page  busy: a box is open, or something is being written */
export function mayReload(s, { busy }) {
  if (!s.outdated || s.connection !== 'open' || !s.view || s.pending || busy) return false;
  // Nothing is asked of him, or only whether to go on: that is asked again.
  return (s.prompt?.legal ?? []).every((action) => action.type === 'continue_match');
}
