// SHA-256 for pages that a browser calls insecure (a club on a home network over plain http has no WebCrypto).

const K = constants();

/** @returns {Uint32Array} the first 32 bits of the fractional parts of the cube roots of the first 64 primes */
function constants() {
  const out = new Uint32Array(64);
  let found = 0;
  for (let n = 2; found < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (prime) out[found++] = fraction(Math.cbrt(n));
  }
  return out;
}

/** @param {number} x */
function fraction(x) {
  return Math.floor((x - Math.floor(x)) * 2 ** 32) >>> 0;
}

/** @param {number} x @param {number} n */
function rotate(x, n) {
  return (x >>> n) | (x << (32 - n));
}

/**
 * @param {Uint8Array} message
 * @returns {Uint8Array} 32 bytes
 */
export function sha256(message) {
  const state = Uint32Array.from([2, 3, 5, 7, 11, 13, 17, 19], (prime) => fraction(Math.sqrt(prime)));
  const padded = new Uint8Array((((message.length + 8) >> 6) + 1) * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor((message.length * 8) / 2 ** 32));
  view.setUint32(padded.length - 4, (message.length * 8) >>> 0);
  const schedule = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) block(state, schedule, view, at);
  const out = new Uint8Array(32);
  const words = new DataView(out.buffer);
  state.forEach((word, i) => words.setUint32(i * 4, word));
  return out;
}

/** @param {Uint32Array} state @param {Uint32Array} w @param {DataView} view @param {number} at */
function block(state, w, view, at) {
  for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + i * 4);
  for (let i = 16; i < 64; i++) {
    const s0 = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ (w[i - 15] >>> 3);
    const s1 = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ (w[i - 2] >>> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, i) => {
    state[i] += value;
  });
}
