// Rules for the built pages. What is off is the theme's own markup, in templates that have no block to override.
export default {
  root: true,
  extends: ["html-validate:recommended"],
  rules: {
    "doctype-style": ["error", { style: "lowercase" }],
    // Templates leave blanks at the ends of lines. Taking them out of finished pages would also change lines of shown code.
    "no-trailing-whitespace": "off",
    // The table of contents stands twice, each time within the column for one width of the window; the other is not displayed,
    // and axe, which sees what is displayed, holds the landmarks' names on every page.
    "unique-landmark": "off",
    // Chinese headings give Chinese ids.
    "valid-id": ["error", { relaxed: true }],
    // The theme's two hidden checkboxes for drawer and search say autocomplete="off", so that no browser restores them.
    "valid-autocomplete": "off",
    // The theme's forms for search and colour scheme are acted on while one types or chooses: there is nothing to submit.
    "wcag/h32": "off",
  },
};
