// SHA-256 (FIPS 180-4) of a text's UTF-8 bytes: a page that is not served securely has no `crypto.subtle`, and waits for nothing here.

/** The first 32 bits of what comes after the point of the n-th root of a prime. @param {number} prime @param {number} n */
const fraction = (prime, n) => {
  const root = prime ** (1 / n);
  return ((root - Math.floor(root)) * 2 ** 32) | 0;
};

const PRIMES = Array.from({ length: 310 }, (_, i) => i + 2).filter((n) => !Array.from({ length: n - 2 }, (_, i) => i + 2).some((d) => n % d === 0));
const START = PRIMES.slice(0, 8).map((prime) => fraction(prime, 2));
const ROUNDS = PRIMES.slice(0, 64).map((prime) => fraction(prime, 3));

/** @param {number} word @param {number} by */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/**
 * @param {Uint8Array} bytes
 * @returns {DataView} padded to whole blocks of 64 bytes, the length in bits at its end
 */
function padded(bytes) {
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(whole.length - 4, bytes.length << 3);
  return view;
}

/**
 * @param {Int32Array} words the schedule, of which the first 16 are the block's own
 */
function extend(words) {
  for (let i = 16; i < 64; i += 1) {
    const [a, b] = [words[i - 15], words[i - 2]];
    const low = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
    const high = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
    words[i] = words[i - 16] + low + words[i - 7] + high;
  }
}

/** @param {Int32Array} state changed by one block @param {Int32Array} words */
function mix(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i += 1) {
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i]) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] += word));
}

/**
 * @param {string} text
 * @returns {string} 64 hexadecimal digits
 */
export function sha256(text) {
  const blocks = padded(new TextEncoder().encode(text));
  const [state, words] = [Int32Array.from(START), new Int32Array(64)];
  for (let at = 0; at < blocks.byteLength; at += 64) {
    for (let i = 0; i < 16; i += 1) words[i] = blocks.getInt32(at + 4 * i);
    extend(words);
    mix(state, words);
  }
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
