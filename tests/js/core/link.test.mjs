// Links: there and back, and whatever else stands after "#".

import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeLink, encodeLink, isLink, linkFaults } from "../../../site_runtime/browser/core/link.js";
import { nearest } from "../../../site_runtime/browser/core/nearest.js";
import { MOST_PACKED, MOST_UNPACKED, pack, unpack } from "../../../site_runtime/browser/core/parcel.js";
import { Random } from "./random.js";

const PLACE = {
  lesson: "team_protocols",
  area: "open_request",
  input: "plan",
  position: 12,
  breakpoints: [
    { file: "protocol.py", line: 109, enabled: true, hits: null },
    { file: "sub folder/邮箱,&.py", line: 5, enabled: false, hits: { when: /** @type {const} */ ("every"), n: 3 } },
  ],
};

test("a link opens where it was made", () => {
  assert.deepEqual(decodeLink(encodeLink(PLACE)), PLACE);
  assert.match(encodeLink(PLACE), /^#lab=team_protocols\/open_request&input=plan&step=12&stops=protocol\.py:109,-/);
  assert.match(encodeLink(PLACE), /^[!-~]*$/);
  const bare = { ...PLACE, input: null, position: null, breakpoints: [] };
  assert.deepEqual(decodeLink(encodeLink(bare)), bare);
});

test("what makes no sense is left out", () => {
  const read = (rest) => decodeLink(`#lab=l/a${rest}`);
  const empty = { lesson: "l", area: "a", input: null, position: null, breakpoints: [] };
  for (const rest of ["", "&", "&input=", "&input=<b>", "&input=%ff", "&step=-1", "&step=1e9", "&step=0x1", "&step=9999999999", "&stops=", "&stops=a", "&stops=a:0", "&stops=:5", "&other=1", "&stops=a:5~never2"]) {
    assert.deepEqual(read(rest), empty, rest);
  }
  assert.deepEqual(read("&step=3&step=4")?.position, 3);
  assert.deepEqual(read("&stops=a.py:5,,nonsense,b.py:7")?.breakpoints.map(({ line }) => line), [5, 7]);
});

test("what is no link to a lab is none", () => {
  for (const hash of ["", "#", "#open_request-41", "#lab", "#lab=", "#lab=x", "#lab=x/", "#lab=/x", "#lab=x/y/z", "#lab=../etc/x", "#lab=<script>/x", "#lab=%/%", `#lab=a/b&input=${"x".repeat(7000)}`]) {
    assert.equal(decodeLink(hash), null, hash.slice(0, 60));
  }
});

test("a link is bounded, and any text is read without an error", () => {
  const many = encodeLink({ ...PLACE, breakpoints: Array.from({ length: 500 }, (_, i) => ({ file: "p.py", line: i + 1 })) });
  assert.equal(decodeLink(many)?.breakpoints.length, 100);
  const random = new Random(3);
  const parts = ["#", "lab=", "l/a", "&", "=", "stops=", "%", "%e9", "step=", "9", ":", ",", "~", "-", "input=", "\u0000", "𝒳"];
  for (let i = 0; i < 2000; i += 1) decodeLink(Array.from({ length: random.below(14) }, () => random.pick(parts)).join(""));
});

test("a parcel travels with a link, and comes out as it went in", async () => {
  const data = { watches: ["len(state)", "“邮箱”"], edit: "def f():\n    return '<b>'\n".repeat(40) };
  const parcel = await pack(data);
  const link = encodeLink({ ...PLACE, parcel });
  assert.match(link, /^[!-~]*$/);
  assert.deepEqual(decodeLink(link), { ...PLACE, parcel });
  assert.deepEqual(await unpack(parcel), data);
});

test("a parcel is bounded both ways, and anything else is none", async () => {
  const noise = Array.from({ length: 40_000 }, (_, i) => String.fromCharCode(33 + ((i * 7919 + (i * i) % 127) % 90))).join("");
  const random = new Random(5);
  const dense = Array.from({ length: 60_000 }, () => String.fromCharCode(0x4e00 + random.below(9000))).join("");
  assert.equal(await pack(dense), null);
  assert.notEqual(await pack(noise.slice(0, 9000)), null);
  const bomb = await pack("x".repeat(MOST_UNPACKED + 10));
  assert.ok(bomb.length < 2000);
  assert.equal(await unpack(bomb), undefined);
  for (const text of ["", "=", "a b", "AAAA", "<b>", "x".repeat(MOST_PACKED + 1), (await pack({})).slice(0, -1)]) assert.equal(await unpack(text), undefined, text.slice(0, 20));
  assert.equal(decodeLink(`#lab=l/a&with=${"x".repeat(MOST_PACKED + 1)}`)?.parcel, undefined);
});

test("what of a link cannot be used is named, and nothing of a whole one", () => {
  assert.deepEqual(linkFaults(encodeLink(PLACE)), []);
  const parts = (/** @type {string} */ rest) => linkFaults(`#lab=l/a${rest}`).map(({ part, text }) => `${part} ${text}`.trim());
  assert.deepEqual(parts("&step=-5"), ["step -5"]);
  assert.deepEqual(parts("&step=abc&input=<b>&with=%20"), ["step abc", "input <b>", "with"]);
  assert.deepEqual(parts("&step=3&step=4&code=x&nothing"), ["twice step", "other code", "other nothing"]);
  assert.deepEqual(parts("&stops=a.py:5,nonsense,%e9:x"), ["stops nonsense", "stops %e9:x"]);
  assert.deepEqual(parts(`&stops=${"a.py:5,".repeat(120)}b.py:1`), ["many 100"]);
  assert.deepEqual(linkFaults("#lab=x"), [{ part: "lab", text: "x" }]);
  assert.deepEqual(linkFaults("#step=4"), [{ part: "lab", text: "" }]);
  assert.deepEqual(linkFaults(`#lab=a/b&input=${"x".repeat(7000)}`), [{ part: "long", text: "" }]);
});

test("an anchor is no damaged link", () => {
  for (const hash of ["", "#", "#open_request-41", "#lab", "#a=b"]) assert.equal(isLink(hash), false, hash);
  for (const hash of ["#lab=", "#lab=x/y/z", "#step=4", "#input=plan&lab=l/a"]) assert.equal(isLink(hash), true, hash);
});

test("near names are those a few letters away or with the same beginning", () => {
  const names = ["plan", "shutdown", "limit", "save_error"];
  assert.deepEqual(nearest("plam", names), ["plan"]);
  assert.deepEqual(nearest("Shutdwon", names), ["shutdown"]);
  assert.deepEqual(nearest("save", names), ["save_error"]);
  assert.deepEqual(nearest("nothing_like_it", names), []);
  assert.deepEqual(nearest("", names), []);
});
