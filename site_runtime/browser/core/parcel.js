// JSON in an address: compressed, with letters that an address keeps, and bounded on both sides.

/** Characters in an address; what does not fit is not sent. */
export const MOST_PACKED = 24_000;
/** Bytes of what is unpacked; a small parcel may claim to be a huge one. */
export const MOST_UNPACKED = 200_000;

export const PACKED = /^[A-Za-z0-9_-]+$/;

/**
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream
 * @param {number} most bytes
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 * @throws {RangeError} where there are more
 */
async function bytesOf(stream, most) {
  const parts = [];
  let length = 0;
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new RangeError(`more than ${most} bytes`);
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** @param {Uint8Array} bytes */
function toText(bytes) {
  const chars = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(chars).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @param {string} text */
function toBytes(text) {
  const chars = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(chars, (char) => char.charCodeAt(0));
}

/**
 * @param {unknown} data JSON data
 * @returns {Promise<string | null>} null where it is too large for an address
 */
export async function pack(data) {
  const stream = new Blob([JSON.stringify(data)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = await bytesOf(/** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (stream), Infinity);
  const text = toText(bytes);
  return text.length > MOST_PACKED ? null : text;
}

/**
 * @param {string} text
 * @returns {Promise<unknown>} undefined where it is no parcel, or one that is too large
 */
export async function unpack(text) {
  if (text.length > MOST_PACKED || !PACKED.test(text)) return undefined;
  try {
    const stream = new Blob([toBytes(text)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const bytes = await bytesOf(/** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (stream), MOST_UNPACKED);
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
