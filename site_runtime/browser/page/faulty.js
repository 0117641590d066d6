// What of a link cannot be used, in words. It is shown as text.

import { nearest } from "../core/nearest.js";

/** @typedef {import("./types.js").Words} Words */
/** @typedef {import("../core/link.js").LinkFault} Fault */

const MOST_TOLD = 6;
const MOST_CHARACTERS = 60;

/** @param {string} text */
const short = (text) => (text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text);

/**
 * @param {Words} words
 * @param {Fault} fault
 * @param {readonly string[]} names that stand where the link names an unknown one
 */
function sentence(words, { part, text }, names) {
  const near = nearest(text, names);
  return words.linkParts[part](short(text)) + (near.length ? ` ${words.linkNearest(near)}` : "");
}

/**
 * @param {Words} words
 * @param {readonly Fault[]} faults
 * @param {Partial<Record<Fault["part"], readonly string[]>>} names by what they are names of
 * @returns {string} "" where there are none
 */
export function tellFaults(words, faults, names) {
  if (faults.length === 0) return "";
  return words.linkFaults(faults.slice(0, MOST_TOLD).map((fault) => sentence(words, fault, names[fault.part] ?? [])));
}
