// The words about what of a link cannot be used.

export const en = {
  linkFaults: (/** @type {readonly string[]} */ sentences) => `Not all of the link could be used: ${sentences.join(" ")}`,
  linkNearest: (/** @type {readonly string[]} */ names) => `Nearest: ${names.join(", ")}.`,
  linkParts: {
    lab: (/** @type {string} */ text) => `This page has no lab “${text}”.`,
    input: (/** @type {string} */ text) => `There is no input “${text}”.`,
    step: (/** @type {string} */ text) => `“${text}” is no step (a whole number from 0).`,
    end: (/** @type {string} */ text) => `Step “${text}” does not exist in this run; the last is shown.`,
    stops: (/** @type {string} */ text) => `No breakpoint can stand at “${text}”.`,
    many: (/** @type {string} */ text) => `Only the first ${text} breakpoints are used.`,
    with: () => "What was written in it is damaged or too long.",
    own: () => "The own input in it cannot be read.",
    copy: () => "The edited code in it is empty, too long, or no text.",
    watches: () => "Not all watched expressions in it can be read.",
    conditions: () => "The conditions of its breakpoints cannot be read.",
    other: (/** @type {string} */ text) => `“${text}” means nothing here.`,
    twice: (/** @type {string} */ text) => `“${text}” is given more than once; the first counts.`,
    long: () => "It is too long.",
  },
};

/** @type {typeof en} */
export const zh = {
  linkFaults: (sentences) => `这个链接没能全部用上：${sentences.join("")}`,
  linkNearest: (names) => `相近的有：${names.join("、")}。`,
  linkParts: {
    lab: (text) => `这一页没有实验区“${text}”。`,
    input: (text) => `没有输入“${text}”。`,
    step: (text) => `“${text}”不是步骤（应为从 0 数起的整数）。`,
    end: (text) => `步骤“${text}”在这次运行中不存在，显示的是最后一步。`,
    stops: (text) => `“${text}”处不能设断点。`,
    many: (text) => `断点只用了前 ${text} 个。`,
    with: () => "其中写的内容已损坏或太长。",
    own: () => "其中自己的输入读不出来。",
    copy: () => "其中改过的代码是空的、太长，或不是文字。",
    watches: () => "其中观察的表达式没能全部读出。",
    conditions: () => "其中断点的条件读不出来。",
    other: (text) => `“${text}”在这里没有意义。`,
    twice: (text) => `“${text}”给了不止一次，只用第一个。`,
    long: () => "它太长。",
  },
};
