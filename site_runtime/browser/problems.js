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
  died: {
    zh: "运行 Python 的后台线程中止了。请重试；已记录的步骤仍可查看。",
    en: "The worker that runs Python died. Retry; the recorded steps still work.",
  },
  stopped: {
    zh: "已停止。",
    en: "Stopped.",
  },
};

/** A failure that can be shown: `code` for programs, `title` and `detail` (plain text) for people. */
export class Problem extends Error {
  /**
   * @param {import("./messages.js").Failure} failure
   * @param {string} lang language tag of the page; anything that does not begin with "en" is Chinese
   */
  constructor({ code, detail }, lang) {
    const title = TITLES[code][lang.startsWith("en") ? "en" : "zh"];
    super(detail ? `${title} ${detail}` : title);
    this.name = "Problem";
    this.code = code;
    this.title = title;
    this.detail = detail;
  }
}
