import assert from "node:assert/strict";
import { test } from "node:test";

import { judge } from "../../site_runtime/browser/page/predict/judge.js";

test("quotes and spaces around a text are no part of an answer", () => {
  for (const given of ["pending", "'pending'", '"pending"', " “pending” "]) assert.ok(judge(given, "'pending'"), given);
  assert.ok(judge("None", "None"));
  assert.ok(judge(" 1", "1"));
});

test("letters and signs are", () => {
  for (const given of ["Pending", "pend", "", "'", "pending."]) assert.ok(!judge(given, "'pending'"), given);
});
