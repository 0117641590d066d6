"""Questions, own inputs and edited code, and their bounds (issue 4); the lesson as a text (issue 6)."""

from tools.taken_out.edit import Edit

RECORDER = "site_runtime/recorder"
PAGE = "site_runtime/browser/page"
REQUESTS = "tests/ask/test_requests.py"
TELLING = "tests/build/test_telling.py"
PREDICT = "tests/page/test_predict.py"
LINKS = "tests/page/test_links.py"

EDITS = (
    Edit(
        "4.1",
        "an expression is answered in the chosen frame",
        f"{RECORDER}/ask.py",
        "if one.number == question.activation]",
        "if one is top]",
        (f"{REQUESTS}::test_any_frame_of_the_stack_is_asked_and_the_end_of_an_activation",),
    ),
    Edit(
        "4.1",
        "another line gives no answer",
        f"{RECORDER}/ask.py",
        "        if line != question.line:\n",
        "        if line < 0:\n",
        (f"{REQUESTS}::test_where_the_run_is_not_where_the_trace_is_there_is_no_answer",),
    ),
    Edit(
        "4.1",
        "a watched expression is answered at every step",
        f"{PAGE}/ask/asking.js",
        "    this.#place = place;\n    this.#soon();\n",
        "    this.#place = place;\n",
        ("tests/page/test_ask.py::test_a_watched_expression_is_answered_at_every_step",),
    ),
    Edit(
        "4.1",
        "a question leaves before the page draws the step",
        f"{PAGE}/area.js",
        "    this.place(model);\n",
        "    setTimeout(() => this.place(model));\n",
        ("tests/page/test_ask.py::test_a_question_is_under_way_before_the_step_is_drawn",),
    ),
    Edit(
        "4.1",
        "an answer is told before the run is undone",
        "site_runtime/browser/jobs.js",
        "      if (pieces.answers) resolve(pieces.answers);\n",
        "",
        (
            "tests/js/runtime-turns.test.mjs::an answer is there as soon as the worker tells it; "
            "Python is busy until it has undone the run",
        ),
    ),
    Edit(
        "4.2",
        "a condition stops only where it is true",
        f"{RECORDER}/search.py",
        'if found["text"] != "True":',
        'if found["text"] == "":',
        (f"{REQUESTS}::test_conditions_and_logs_are_asked_at_every_visit_in_one_run",),
    ),
    Edit(
        "4.2",
        "a log point prints",
        f"{RECORDER}/search.py",
        "return self.logged(stop.log, top) if stop.log else {}",
        "return {}",
        (f"{REQUESTS}::test_conditions_and_logs_are_asked_at_every_visit_in_one_run",),
    ),
    Edit(
        "4.2",
        "conditions are stops of the page",
        "site_runtime/browser/core/breakpoints.js",
        "const positions = condition ? findTrue(breakpoint) :",
        "const positions =",
        ("tests/page/test_ask.py::test_conditions_stop_where_they_are_true_and_logs_print_at_each_hit",),
    ),
    Edit(
        "4.3",
        "a reader's own input fills the form's texts",
        f"{PAGE}/own/owning.js",
        "if (this.draft?.values) this.#change(",
        "if (!this.draft) this.#change(",
        ("tests/page/test_own.py::test_values_are_put_in_as_they_are_and_the_real_function_answers",),
    ),
    Edit(
        "4.3",
        "own inputs are kept",
        f"{PAGE}/own/owning.js",
        "    keep(this.key, drafts.length ? drafts.map(written) : null);\n",
        "",
        ("tests/page/test_own.py::test_kept_named_compared_and_deleted",),
    ),
    Edit(
        "4.4",
        "the edited copy is kept",
        f"{PAGE}/edit/experiment.js",
        "    keep(this.key, this.changed ? { text: this.text, of: this.cut.text } : null);\n",
        "",
        ("tests/page/test_edit.py::test_a_copy_is_edited_run_marked_kept_and_reset",),
    ),
    Edit(
        "4.4",
        "a syntax error is told at its place",
        f"{RECORDER}/checking.py",
        "line, column = error.lineno or 0, error.offset or 0",
        "line, column = 0, 0",
        (f"{REQUESTS}::test_each_text_that_is_no_python_is_told_at_its_place_and_nothing_runs",),
    ),
    Edit(
        "4.4",
        "Stop rejects what runs at once",
        "site_runtime/browser/runtime.js",
        '    this.#drop({ code: "stopped", detail: "" });\n    this.error = null;',
        "    this.error = null;",
        (
            "tests/js/runtime.test.mjs::stop ends the worker at once, rejects what runs, and the next request "
            "has a new worker",
        ),
    ),
    Edit(
        "4.4",
        "a spare takes over at Stop",
        "site_runtime/browser/runtime.js",
        "if (this.#own && there) this.#takeOver();\n    else",
        "",
        (
            "tests/js/runtime-turns.test.mjs::a spare stands by once the reader has run code of their own, "
            "takes over at Stop, and is replaced",
        ),
    ),
    Edit(
        "4.4",
        "the limit on seconds",
        f"{RECORDER}/watchdog.py",
        "if self.now > self.latest:",
        "if self.now < 0:",
        (f"{REQUESTS}::test_seconds_end_preparation_and_call",),
    ),
    Edit(
        "4.4",
        "the limit on memory",
        f"{RECORDER}/watchdog.py",
        '            self.reached("memory")\n',
        "            pass\n",
        (f"{REQUESTS}::test_memory_in_use_ends_a_run",),
    ),
    Edit(
        "4.5",
        "a link's expressions wait for a click",
        f"{PAGE}/ask/asking.js",
        "return this.#armed || (this.live.ready && !this.fromLink);",
        "return this.#armed || this.live.ready;",
        (f"{LINKS}::test_a_link_carries_all_and_runs_nothing_before_a_click",),
    ),
    Edit(
        "4.5",
        "storage is out of reach",
        "site_runtime/browser/confine.js",
        "for (let owner = target; owner; owner = Object.getPrototypeOf(owner)) Reflect.deleteProperty(owner, name);",
        "Reflect.deleteProperty(target, name);",
        ("tests/js/runtime-guard.test.mjs::storage is out of reach, also through the prototypes' getters",),
    ),
    Edit(
        "4.5",
        "what does not let go is named",
        "site_runtime/browser/confine.js",
        "  if (name in target) throw new Error(`This browser does not let go of ${name}.`);\n",
        "",
        ("tests/js/runtime-guard.test.mjs::what does not let go is named",),
    ),
    Edit(
        "4.6",
        "only an equal recording takes the shipped one's place",
        f"{PAGE}/area.js",
        "if (this.live.state(input.name).parity?.first === null) this.session.show(",
        "this.session.show(",
        ("tests/page/test_live.py::test_a_difference_is_shown_with_step_line_name_and_both_values",),
    ),
    Edit(
        "6.1",
        "a claim that holds nowhere stops the build",
        "site_runtime/build/telling/moments.py",
        '        raise BuildError(f"in {found.key} there is no step where “{condition}” holds")\n',
        "        hits = [0]\n",
        (f"{TELLING}::test_no_step_or_several_stop_the_build",),
    ),
    Edit(
        "6.1",
        "a claim that holds at several steps stops the build",
        "site_runtime/build/telling/moments.py",
        "if which is None and len(hits) > 1:",
        "if which is None and len(hits) < 0:",
        (f"{TELLING}::test_no_step_or_several_stop_the_build",),
    ),
    Edit(
        "6.4",
        "an answer is judged",
        f"{PAGE}/predict/judge.js",
        "return bare(given) === bare(answer);",
        "return true;",
        ("tests/js/predict.test.mjs::letters and signs are",),
    ),
    Edit(
        "6.3",
        "the language link keeps a lab's step",
        "overrides/assets/theme/language.js",
        'url.hash = labInSight() ?? sectionInSight() ?? "";',
        'url.hash = sectionInSight() ?? "";',
        (f"{PREDICT}::test_the_language_link_keeps_area_input_and_step",),
    ),
    Edit(
        "6.3",
        "the language link keeps the section",
        "overrides/assets/theme/language.js",
        'url.hash = labInSight() ?? sectionInSight() ?? "";',
        'url.hash = labInSight() ?? "";',
        (f"{PREDICT}::test_the_language_link_keeps_the_section_and_the_way_back",),
    ),
)
