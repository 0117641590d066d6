// Several panes in one place, one of them in sight.

import { h, hide, oneStop, set } from "../dom.js";

let made = 0;

/**
 * @param {string} label
 * @param {{name: string, title: string, pane: HTMLElement}[]} panes at least one
 * @param {() => void} shown after another one has come into sight
 */
export function tabsView(label, panes, shown) {
  made += 1;
  const tablist = h("div", { class: "lab-tabs", role: "tablist", "aria-label": label });
  const buttons = panes.map(({ name, title, pane }, index) => {
    const [tab, panel] = [`lab-group-${made}-tab-${index}`, `lab-group-${made}-panel-${index}`];
    set(pane, { id: panel, role: "tabpanel", "aria-labelledby": tab });
    return h("button", { type: "button", role: "tab", class: "lab-tab", id: tab, "aria-controls": panel, tabindex: -1, "data-tab": name, onclick: () => show(name) }, title);
  });
  tablist.append(...buttons);
  const choose = oneStop(tablist, () => buttons, { next: "ArrowRight", previous: "ArrowLeft" });
  const dom = h("div", { class: "lab-tabbed" }, tablist, ...panes.map(({ pane }) => pane));
  /** @param {string} name */
  const show = (name) => {
    panes.forEach(({ name: own, pane }, index) => {
      hide(pane, own !== name);
      set(buttons[index], { "aria-selected": String(own === name) });
      if (own === name) choose(buttons[index]);
    });
    shown();
  };
  show(panes[0].name);
  return { dom, show };
}
