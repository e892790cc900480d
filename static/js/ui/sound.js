/** The table's sounds, all synthesised: no files are loaded. Silent until the first gesture, as browsers demand. */

export class Sound {
  constructor() {
    /** @type {AudioContext | null} */
    this.context = null;
    /** @type {GainNode | null} */
    this.out = null;
    /** @type {AudioBuffer | null} */
    this.noise = null;
    this.volume = 0;
    const wake = () => {
      if (this.volume > 0) this.#open();
    };
    for (const kind of ['pointerdown', 'keydown']) document.addEventListener(kind, wake);
  }

  /** @param {number} volume  0-100; 0 is off */
  setVolume(volume) {
    this.volume = volume;
    // Loudness is felt as a power of the amplitude.
    if (this.out) this.out.gain.value = (volume / 100) ** 2;
  }

  #open() {
    if (!this.context) {
      const c = new AudioContext();
      this.out = c.createGain();
      this.out.connect(c.destination);
      this.noise = c.createBuffer(1, c.sampleRate, c.sampleRate);
      const data = this.noise.getChannelData(0);
      for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
      this.context = c;
      this.setVolume(this.volume);
    }
    if (this.context.state === 'suspended') void this.context.resume();
  }

  /** @param {import('../protocol.js').GameEvent} event @param {boolean} own  of the viewer */
  play(event, own) {
    const c = this.context;
    if (!c || c.state !== 'running' || this.volume === 0) return;
    const t = c.currentTime;
    switch (event.type) {
      case 'deal_started':
        for (let i = 0; i < 16; i++) this.#click(t + i * 0.05 + ((i * 37) % 11) * 0.004, 0.25 + ((i * 13) % 7) * 0.05);
        break;
      case 'drawn':
        if (own) this.#click(t, 0.35);
        break;
      case 'discarded':
        this.#click(t, event.ready ? 1.4 : 1);
        if (event.ready) this.#chime(t + 0.12, [660, 880]);
        break;
      case 'bonus_exposed':
        this.#chime(t, [990]);
        break;
      case 'meld_claimed':
      case 'kong_declared':
        this.#slam(t);
        break;
      case 'deal_won':
        this.#slam(t);
        this.#chime(t + 0.15, [523, 659, 784, 1047]);
        break;
      case 'deal_drawn':
        this.#chime(t, [440, 392]);
        break;
    }
  }

  /** The viewer is asked something. */
  ask() {
    if (this.context?.state === 'running' && this.volume > 0) this.#chime(this.context.currentTime, [784]);
  }

  /** The time runs out: higher with each second.
   * @param {number} second  that is left */
  hurry(second) {
    if (this.context?.state === 'running' && this.volume > 0) this.#body(this.context.currentTime, 1320 - second * 110, 0.3, 0.09);
  }

  /** @param {number} t @param {number} attack @param {number} peak @param {number} decay */
  #envelope(t, attack, peak, decay) {
    const gain = /** @type {AudioContext} */ (this.context).createGain();
    gain.gain.setValueAtTime(0, t);
    gain.gain.linearRampToValueAtTime(peak, t + attack);
    gain.gain.exponentialRampToValueAtTime(1e-4, t + attack + decay);
    gain.connect(/** @type {GainNode} */ (this.out));
    return gain;
  }

  /** A short burst of noise around a frequency.
   * @param {number} t @param {number} frequency @param {number} q @param {number} peak @param {number} length */
  #hit(t, frequency, q, peak, length) {
    const c = /** @type {AudioContext} */ (this.context);
    const source = c.createBufferSource();
    source.buffer = this.noise;
    const band = c.createBiquadFilter();
    band.type = 'bandpass';
    band.frequency.value = frequency;
    band.Q.value = q;
    source.connect(band).connect(this.#envelope(t, 0.0008, peak, length));
    source.start(t, 0.1, length + 0.05);
  }

  /** The tone of a struck body.
   * @param {number} t @param {number} frequency @param {number} peak @param {number} length */
  #body(t, frequency, peak, length) {
    const tone = /** @type {AudioContext} */ (this.context).createOscillator();
    tone.frequency.setValueAtTime(frequency * 1.25, t);
    tone.frequency.exponentialRampToValueAtTime(frequency, t + 0.012);
    tone.connect(this.#envelope(t, 0.001, peak, length));
    tone.start(t);
    tone.stop(t + length + 0.05);
  }

  /** A tile on the table.
   * @param {number} t @param {number} k */
  #click(t, k) {
    this.#hit(t, 3800, 1.1, 0.9 * k, 0.025);
    this.#hit(t, 1500, 3, 0.7 * k, 0.045);
    this.#body(t, 720, 0.35 * k, 0.05);
    this.#body(t, 1890, 0.12 * k, 0.03);
  }

  /** @param {number} t */
  #slam(t) {
    this.#click(t, 1.3);
    this.#body(t, 130, 0.5, 0.14);
    this.#hit(t + 0.03, 2600, 1, 0.25, 0.03);
  }

  /** @param {number} t @param {number[]} notes */
  #chime(t, notes) {
    notes.forEach((note, i) => {
      for (const [multiple, peak] of [[1, 0.22], [2.76, 0.07], [5.4, 0.03]]) this.#body(t + i * 0.09, note * multiple, peak, 0.5 / multiple);
    });
  }
}
