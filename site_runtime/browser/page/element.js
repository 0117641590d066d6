// The custom element around a lab: what the build made stands until the lab stands, and instant navigation may take it away
// and bring it again.

import { decodeLink, isLink, linkFaults } from "../core/link.js";
import { Area } from "./area.js";
import { tellFaults } from "./faulty.js";
import { readManifest } from "./manifest.js";
import { langOf } from "./strings.js";

/** @typedef {import("./types.js").Manifest} Manifest */

/** After the first sign of interest, and when nothing else is to be done, this browser records for itself. */
const whenIdle = window.requestIdleCallback ?? ((/** @type {() => void} */ act) => setTimeout(act, 300));

/** @returns {boolean} whether the reader has asked for little traffic */
function savesData() {
  return /** @type {{connection?: {saveData?: boolean}}} */ (/** @type {unknown} */ (navigator)).connection?.saveData === true;
}

/** Labs in the page's order: each is made in tasks of its own, so that no reader's scrolling waits for all of them. */
const waiting = /** @type {(() => void)[]} */ ([]);

function doNext() {
  const act = waiting.shift();
  if (waiting.length) setTimeout(doNext); // first: one that cannot be made holds up no other
  act?.();
}

/** @param {...() => void} acts one after the other, others may come between */
function soon(...acts) {
  const [act, ...rest] = acts;
  waiting.push(() => {
    act();
    if (rest.length) soon(...rest);
  });
  if (waiting.length === 1) setTimeout(doNext);
}

/** @param {HTMLElement} lab @returns {boolean} whether the address leads to it */
function isLinkTo({ dataset }) {
  const place = decodeLink(location.hash);
  return place?.lesson === dataset.lesson && place?.area === dataset.area;
}

export class LessonLab extends HTMLElement {
  /** @type {Area | null} */
  #area = null;
  /** @type {Area | null} what is made and not yet shown */
  #made = null;
  /** @type {Area | null} the lab of an opened file, in front of the own one */
  #opened = null;
  #interested = false;
  #waits = false;

  #follow = async () => {
    if (!isLinkTo(this)) return this.#refuse();
    await this.#area?.follow(location.hash);
    this.scrollIntoView();
  };

  /** A link to where the address already points changes no address. @param {MouseEvent} event */
  #again = ({ target }) => {
    const link = target instanceof Element ? target.closest("a") : null;
    if (!this.#area || !link?.hash || link.href !== location.href) return;
    this.#area.followed = "";
    void this.#follow();
  };

  #interest = () => {
    if (this.#interested || savesData()) return;
    this.#interested = true;
    whenIdle(() => {
      if (this.isConnected && this.#area && !this.#area.manifest.alone && !this.#area.live.busy) void this.#area.record();
    });
  };

  connectedCallback() {
    // A parser may connect the element before its content is there.
    if (!this.#area && document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => this.#start(), { once: true });
    else this.#start();
  }

  disconnectedCallback() {
    window.removeEventListener("hashchange", this.#follow);
    document.removeEventListener("click", this.#again);
    for (const event of ["pointerdown", "keydown"]) this.removeEventListener(event, this.#interest);
    this.#opened?.disconnect();
    this.#area?.disconnect();
  }

  /** A link that leads to no lab of the page is told by the first of them. */
  #refuse() {
    const { hash } = location;
    const labs = [...document.querySelectorAll("lesson-lab")].filter((one) => one instanceof LessonLab);
    if (!this.#area || labs[0] !== this || !isLink(hash) || labs.some(isLinkTo)) return;
    const place = decodeLink(hash);
    const faults = place ? [{ part: /** @type {const} */ ("lab"), text: `${place.lesson}/${place.area}` }] : linkFaults(hash);
    this.#area.tell(tellFaults(this.#area.words, faults, { lab: labs.map(({ dataset }) => `${dataset.lesson}/${dataset.area}`) }));
    this.scrollIntoView();
  }

  #start() {
    if (!this.isConnected || this.#waits) return;
    if (this.#area || isLinkTo(this)) return this.#begin();
    this.#waits = true;
    soon(
      () => void (this.#made ??= this.#make()),
      () => {
        this.#waits = false;
        if (this.isConnected) this.#begin();
      },
    );
  }

  #begin() {
    this.#area ??= this.#show(this.#made ?? this.#make());
    (this.#opened ?? this.#area).connect();
    window.addEventListener("hashchange", this.#follow);
    document.addEventListener("click", this.#again);
    for (const event of ["pointerdown", "keydown"]) this.addEventListener(event, this.#interest);
    void this.#follow();
  }

  /** @returns {Area} */
  #make() {
    const manifest = readManifest(this);
    const figure = /** @type {HTMLElement | null} */ (this.querySelector(".lab-code"));
    return this.#areaOf(manifest, figure, null);
  }

  /** @param {Area} area @returns {Area} */
  #show(area) {
    this.replaceChildren(area.dom);
    this.dataset.ready = "";
    return area;
  }

  /**
   * @param {Manifest} manifest
   * @param {HTMLElement | null} figure
   * @param {(() => void) | null} back
   */
  #areaOf(manifest, figure, back) {
    const host = { openFile: (/** @type {Manifest} */ opened) => this.#open(opened) };
    return new Area(manifest, { lang: langOf(this), figure, base: new URL(manifest.base, document.baseURI).href, host, back });
  }

  /** @param {Manifest} manifest of a recording from a file */
  #open(manifest) {
    const area = this.#areaOf(manifest, null, () => this.#close());
    this.#opened?.disconnect();
    this.#area?.disconnect();
    this.#opened = area;
    this.replaceChildren(area.dom);
    area.connect();
  }

  #close() {
    this.#opened?.disconnect();
    this.#opened = null;
    if (!this.#area) return;
    this.replaceChildren(this.#area.dom);
    this.#area.connect();
  }
}
