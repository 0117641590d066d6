// What a step did, in one sentence: for a live region.

import { facts } from "./facts.js";
import { ranLine } from "./ran.js";

/** @typedef {import("./trace.js").Trace} Trace */
/** @typedef {import("./types.js").Language} Language */
/** @typedef {import("./facts.js").Fact} Fact */
/** @typedef {Readonly<Record<Fact["kind"], (name: string, value: string) => string>>} Phrases */
/** @typedef {{line: (line: number) => string, phrases: Phrases, at: (line: number, name: string) => string, more: (count: number) => string, between: string, after: string}} Words */

/** More facts than this are counted, not told. */
const TOLD = 3;

/** @type {Readonly<Record<Language, Words>>} */
const WORDS = {
  en: {
    line: (line) => `line ${line}`,
    at: (line, name) => `now at line ${line} of ${name}`,
    more: (count) => `${count} more changes`,
    between: "; ",
    after: ": ",
    phrases: {
      changed: (name, value) => `${name} became ${value}`,
      gone: (name) => `${name} is gone`,
      added: (name, value) => `${name} was added: ${value}`,
      called: (name) => `${name} was called`,
      resumed: (name) => `${name} goes on`,
      left: (name) => `${name} pauses`,
      returned: (name, value) => `${name} returns ${value}`,
      raised: (name, value) => `${name} ends with ${value}`,
      handled: (_, value) => `caught ${value}`,
      written: (name) => `${name} was written`,
      removed: (name) => `${name} was removed`,
      printed: (_, value) => `printed ${value}`,
      locked: () => "the lock was taken",
      freed: () => "the lock was freed",
      ended: () => "the run has ended",
    },
  },
  zh: {
    line: (line) => `第 ${line} 行`,
    at: (line, name) => `现在在 ${name} 的第 ${line} 行`,
    more: (count) => `另有 ${count} 处变化`,
    between: "；",
    after: "：",
    phrases: {
      changed: (name, value) => `${name} 变为 ${value}`,
      gone: (name) => `${name} 没有了`,
      added: (name, value) => `新增 ${name}：${value}`,
      called: (name) => `调用 ${name}`,
      resumed: (name) => `${name} 继续运行`,
      left: (name) => `${name} 暂停`,
      returned: (name, value) => `${name} 返回 ${value}`,
      raised: (name, value) => `${name} 以 ${value} 结束`,
      handled: (_, value) => `捕获 ${value}`,
      written: (name) => `${name} 已写入`,
      removed: (name) => `${name} 已删除`,
      printed: (_, value) => `输出 ${value}`,
      locked: () => "锁已取得",
      freed: () => "锁已释放",
      ended: () => "运行结束",
    },
  },
};

/**
 * @param {Trace} trace
 * @param {number} p
 * @param {Language} language
 * @returns {string} like "line 41: status became approved": the line that ran, and what it changed; where nothing changed, where the run is now
 */
export function sayStep(trace, p, language) {
  const words = WORDS[language];
  const ran = ranLine(trace, p);
  const all = facts(trace, p);
  const told = all.slice(0, TOLD).map(({ kind, name, value }) => words.phrases[kind](name, value));
  if (all.length > TOLD) told.push(words.more(all.length - TOLD));
  if (told.length === 0) told.push(words.at(trace.line[p], trace.code(p)?.name ?? ""));
  return (ran ? words.line(ran.line) + words.after : "") + told.join(words.between);
}
