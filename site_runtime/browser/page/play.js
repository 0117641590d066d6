// Playing: one step after the other, as fast as the reader has chosen.

/** Fires "change" when it starts, stops or changes its speed. */
export class Player extends EventTarget {
  #timer = 0;
  playing = false;
  speed = 2;

  /** @param {() => boolean} step makes a step; says whether there was one to make */
  constructor(step) {
    super();
    this.step = step;
  }

  toggle() {
    if (this.playing) this.stop();
    else this.start();
  }

  start() {
    this.playing = true;
    this.dispatchEvent(new Event("change"));
    this.#tick();
  }

  stop() {
    clearTimeout(this.#timer);
    if (!this.playing) return;
    this.playing = false;
    this.dispatchEvent(new Event("change"));
  }

  /** @param {number} perSecond */
  setSpeed(perSecond) {
    this.speed = perSecond;
    this.dispatchEvent(new Event("change"));
    if (this.playing) this.#schedule();
  }

  #tick() {
    if (!this.step()) this.stop();
    else this.#schedule();
  }

  #schedule() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tick(), 1000 / this.speed);
  }
}
