// Failures in the reader's words. The title says what and the way out; the detail says where and why.

/** @typedef {import("./messages.js").Code} Code */

/** @type {Record<Code, {zh: string, en: string}>} */
const TITLES = {
  network: {
    zh: "Python 运行环境没有下载完。检查网络后重试；已记录的步骤仍可查看。",
    en: "Python could not be downloaded. Check the connection and retry; the recorded steps still work.",
  },
  wasm: {
    zh: "浏览器没能载入 Python 的 WebAssembly 文件。请重试或换一个浏览器；已记录的步骤仍可查看。",
    en: "The browser refused Python's WebAssembly file. Retry or use another browser; the recorded steps still work.",
  },
  package: {
    zh: "课程代码包与校验值不符，已拒绝。请重试；已记录的步骤仍可查看。",
    en: "The lesson's package does not match its checksum and was refused. Retry; the recorded steps still work.",
  },
  lessons: {
    zh: "课程代码不能使用，需要作者修正；已记录的步骤仍可查看。",
    en: "The lesson's code cannot be used and needs its author. The recorded steps still work.",
  },
  boot: {
    zh: "Python 没能启动。请重试；已记录的步骤仍可查看。",
    en: "Python did not start. Retry; the recorded steps still work.",
  },
  request: {
    zh: "这次运行没能完成。",
    en: "This run could not be done.",
  },
  syntax: {
    zh: "这段代码不是有效的 Python。",
    en: "This is no valid Python.",
  },
  preparation: {
    zh: "准备部分出错，程序没有开始。",
    en: "The preparation raised an error; the program did not begin.",
  },
  slow: {
    zh: "这个问题没有在限定时间内答完，已放弃。",
    en: "This question was not answered in its time and was given up.",
  },
  newer: {
    zh: "已有更新的问题。",
    en: "A newer question took its place.",
  },
  died: {
    zh: "运行 Python 的后台线程中止了。请重试；已记录的步骤仍可查看。",
    en: "The worker that runs Python died. Retry; the recorded steps still work.",
  },
  stopped: {
    zh: "已停止。",
    en: "Stopped.",
  },
};

/**
 * A failure that can be shown: `code` for programs, `title` and `detail` (plain text) for people.
 * `faults` say where the reader's own texts are wrong. `text` is the recording made so far, closed so that it can be read; `output` what a run printed.
 */
export class Problem extends Error {
  #text;

  /**
   * @param {import("./messages.js").Failure} failure
   * @param {string} lang language tag of the page; anything that does not begin with "en" is Chinese
   * @param {{text?: () => string | null, output?: string}} [kept] `text` is called when it is read: closing a long recording takes a moment
   */
  constructor({ code, detail, faults = [] }, lang, { text = () => null, output = "" } = {}) {
    const title = TITLES[code][lang.startsWith("en") ? "en" : "zh"];
    super(detail ? `${title} ${detail}` : title);
    this.name = "Problem";
    this.code = code;
    this.title = title;
    this.detail = detail;
    this.faults = faults;
    this.#text = text;
    this.output = output;
  }

  /** @returns {string | null} */
  get text() {
    return this.#text();
  }
}
