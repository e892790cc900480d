// Keeps an eye on what moves. Put into the page before its own scripts; `seen.hold` lets every animation stand at its beginning.
(() => {
  const still = (el) => {
    const copy = el.cloneNode(true);
    for (const each of copy.querySelectorAll('.gain, .call, .bubble')) each.remove();
    for (const each of [copy, ...copy.querySelectorAll('[style]')]) each.removeAttribute('style');
    return copy.outerHTML;
  };
  const seen = {
    all: [], hold: false, first: null,
    // Everything that a game's state shows, without what only floats by.
    drawing: () => ['.board', '.handbar', '.chips'].map((query) => still(document.querySelector(query))).join('\n'),
    begin: () => Object.assign(seen, { all: [], first: null }),
    ended: async () => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      // Points begin to rise in the frame after the drawing's.
      for (let known = -1; known < seen.all.length; ) {
        known = seen.all.length;
        // What was cut short promises to be finished once more.
        await Promise.allSettled(seen.all.filter((each) => each.playState !== 'idle').map((each) => each.finished));
        await frame().then(frame);
      }
      return seen.all.map((each) => each.playState);
    },
    longest: () => Math.max(...seen.all.map((each) => each.effect.getComputedTiming().endTime)),
    release: () => {
      seen.hold = false;
      for (const each of seen.all) if (each.playState === 'paused') each.play();
    },
  };
  const real = Element.prototype.animate;
  Element.prototype.animate = function animate(...args) {
    const made = real.apply(this, args);
    if (seen.hold) made.pause();
    seen.all.push(made);
    seen.first ??= seen.drawing();
    return made;
  };
  window.seen = seen;
})();
