// Entry: makes every <lesson-lab> of the page a lab, also those that come later.

import { LessonLab } from "./element.js";

if (!customElements.get("lesson-lab")) customElements.define("lesson-lab", LessonLab);
