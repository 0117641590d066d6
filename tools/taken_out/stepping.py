"""The debugger's commands, stops and scrubber (issue 3, numbers 1, 2, 5 and 6)."""

from tools.taken_out.edit import Edit

CORE = "site_runtime/browser/core"
PAGE = "site_runtime/browser/page"
STEPS = f"{CORE}/steps.js"
BREAKPOINTS = f"{CORE}/breakpoints.js"
SCRUBBER = f"{PAGE}/views/scrubber.js"
WHO = f"{PAGE}/views/who.js"
DEFINED = "tests/js/core/steps.test.mjs::random trace ${seed}: into, over, out and their mirror images"
CONTINUED = (
    "tests/js/core/steps.test.mjs::continue goes from stop to stop and to both ends, "
    "run to line to the next time the line runs"
)
SWITCHED = "tests/js/core/history.test.mjs::hit counts and switches of breakpoints"
WRITTEN = "tests/js/core/history.test.mjs::random trace ${seed}: all writes of watched objects, their parts and files"
STEPPING = "tests/page/test_stepping.py"
STOPS = "tests/page/test_stops.py"
VIEWS = "tests/page/test_views.py"
ELEMENTS = "tests/page/test_elements.py"
HANDS = "tests/page/test_hands.py"

EDITS = (
    Edit(
        "3.1",
        "over passes over a helper",
        STEPS,
        "export const stepOver = (trace, p) => forward(trace, p, -1);",
        "export const stepOver = stepInto;",
        (DEFINED, f"{STEPPING}::test_over_is_one_step_and_back_over_its_way_back"),
    ),
    Edit(
        "3.1",
        "back over passes over a helper",
        STEPS,
        "(isEnd(trace, p) ? backFromEnd(trace, p) : backward(trace, p, -1))",
        "Math.max(p - 1, 0)",
        (DEFINED, f"{STEPPING}::test_over_is_one_step_and_back_over_its_way_back"),
    ),
    Edit(
        "3.1",
        "out stops at the function's end first",
        STEPS,
        "return end > p && (end < caller || caller === p) ? end : caller;",
        "return caller;",
        (DEFINED, f"{STEPPING}::test_into_enters_the_helper_in_its_own_file_and_out_leaves_it"),
    ),
    Edit(
        "3.1",
        "back out stops at the function's beginning first",
        STEPS,
        "return beginning < p && (beginning > caller || caller === p) ? beginning : caller;",
        "return caller;",
        (DEFINED, f"{STEPPING}::test_back_into_and_back_out"),
    ),
    Edit(
        "3.1",
        "the end's way back over",
        STEPS,
        "(isEnd(trace, p) ? backFromEnd(trace, p) : backward(trace, p, -1))",
        "backward(trace, p, -1)",
        (DEFINED,),
    ),
    Edit(
        "3.1",
        "continue is no step",
        STEPS,
        "return place < stops.positions.length ? stops.positions[place] : last(trace);",
        "return Math.min(stops.positions[place] ?? last(trace), stepOver(trace, p));",
        (CONTINUED, f"{STOPS}::test_a_click_on_a_number_sets_a_breakpoint_that_both_directions_stop_at"),
    ),
    Edit(
        "3.1",
        "reverse-continue is no step",
        STEPS,
        "return place > 0 ? stops.positions[place - 1] : 0;",
        "return Math.max(0, p - 1);",
        (CONTINUED, f"{STOPS}::test_a_click_on_a_number_sets_a_breakpoint_that_both_directions_stop_at"),
    ),
    Edit(
        "3.1",
        "run to line goes to the next time",
        STEPS,
        "return positions[countAtMost(positions, p)] ?? p;",
        "return positions[0] ?? p;",
        (CONTINUED,),
    ),
    Edit(
        "3.1",
        "holding repeats",
        f"{PAGE}/views/controls.js",
        "timer = setTimeout(again, HOLD_EVERY);",
        "",
        (f"{STEPPING}::test_holding_a_button_repeats_it",),
    ),
    Edit(
        "3.1",
        "playing has speeds",
        f"{PAGE}/play.js",
        "this.speed = perSecond;",
        "this.speed = 0.5;",
        (f"{STEPPING}::test_play_steps_by_itself_at_the_chosen_speed_and_any_action_ends_it",),
    ),
    Edit(
        "3.1",
        "an action ends playing",
        f"{PAGE}/area.js",
        "    this.player.stop();\n    act();",
        "    act();",
        (f"{STEPPING}::test_play_steps_by_itself_at_the_chosen_speed_and_any_action_ends_it",),
    ),
    Edit(
        "3.2",
        "a breakpoint snaps to the next line that runs",
        f"{PAGE}/listing.js",
        "return valid.find((candidate) => candidate >= line);",
        "return valid.find((candidate) => candidate === line);",
        (f"{STOPS}::test_a_line_that_never_runs_gives_its_breakpoint_to_the_next_that_does",),
    ),
    Edit(
        "3.2",
        "a snap is told",
        f"{PAGE}/area.js",
        "if (added) this.tell(this.words.snapped(line, target));",
        "",
        (f"{STOPS}::test_a_line_that_never_runs_gives_its_breakpoint_to_the_next_that_does",),
    ),
    Edit(
        "3.2",
        "a snap flashes",
        f"{PAGE}/listing.js",
        'row.element.classList.add("lab-flash");',
        "",
        (f"{STOPS}::test_a_line_that_never_runs_gives_its_breakpoint_to_the_next_that_does",),
    ),
    Edit(
        "3.2",
        "hit counts",
        BREAKPOINTS,
        "return hits === null ? positions : positions.filter((_, index) => counts(hits, index + 1));",
        "return positions;",
        (SWITCHED, f"{STOPS}::test_a_hit_count_stops_at_that_hit"),
    ),
    Edit(
        "3.2",
        "stop on raise",
        BREAKPOINTS,
        'if (raise) for (const p of raiseStops(trace)) add(p, { kind: "raise", index: 0 });',
        "",
        (f"{STOPS}::test_stop_where_an_exception_is_raised",),
    ),
    Edit(
        "3.2",
        "stop when a value changes",
        BREAKPOINTS,
        "for (const p of changeStops(trace, change)) add",
        "for (const p of []) add",
        (f"{VIEWS}::test_a_value_can_be_a_stop", f"{ELEMENTS}::test_a_variable_a_member_and_a_mailbox_can_be_stops"),
    ),
    Edit(
        "3.2",
        "a stop on change holds for every call of its function",
        BREAKPOINTS,
        "return trace.activations.filter(({ code }) => fits[code]).map(",
        "return trace.activations.filter(({ code }) => fits[code]).slice(0, 1).map(",
        (
            "tests/js/core/history.test.mjs::a stop on change holds for every activation of a function; "
            "reasons name what stopped",
        ),
    ),
    Edit(
        "3.2",
        "breakpoints can be switched off",
        BREAKPOINTS,
        "if (!enabled || log) return [];",
        "if (log) return [];",
        (SWITCHED, f"{STOPS}::test_the_list_switches_off_counts_and_removes"),
    ),
    Edit(
        "3.2",
        "stops on change can be switched off",
        BREAKPOINTS,
        "if (!enabled) return [];",
        "",
        (f"{VIEWS}::test_a_value_can_be_a_stop",),
    ),
    Edit(
        "3.2",
        "stops are kept",
        f"{PAGE}/kept.js",
        "  keep(keyOf(manifest), stops);",
        "",
        (f"{STOPS}::test_stops_are_kept_across_inputs_reload_and_areas",),
    ),
    Edit(
        "3.5",
        "the scrubber marks letters, table and members",
        f"{PAGE}/marks.js",
        "story(trace, watch).filter(({ before, kind })",
        "story(trace, watch).slice(0, 0).filter(({ before, kind })",
        (f"{VIEWS}::test_the_scrubber_marks_what_happens_names_it_and_leads_there",),
    ),
    Edit(
        "3.5",
        "the scrubber marks stops",
        f"{PAGE}/marks.js",
        "for (const position of stops.positions) {",
        "for (const position of []) {",
        (f"{VIEWS}::test_the_scrubber_marks_what_happens_names_it_and_leads_there",),
    ),
    Edit(
        "3.5",
        "a member is marked as one",
        f"{PAGE}/marks.js",
        'return event.root === watch.diagram?.actors ? "member" : "table";',
        'return "table";',
        (f"{VIEWS}::test_the_scrubber_marks_what_happens_names_it_and_leads_there",),
    ),
    Edit(
        "3.5",
        "hovering names a mark",
        SCRUBBER,
        'for (const event of ["pointerover", "focusin"]) track',
        'for (const event of ["focusin"]) track',
        (f"{ELEMENTS}::test_hover_and_focus_name_a_mark",),
    ),
    Edit(
        "3.5",
        "focus names a mark",
        SCRUBBER,
        'for (const event of ["pointerover", "focusin"]) track',
        'for (const event of ["pointerover"]) track',
        (f"{ELEMENTS}::test_hover_and_focus_name_a_mark",),
    ),
    Edit(
        "3.5",
        "a mark leads to its step",
        SCRUBBER,
        'button.addEventListener("click", () => actions.go(nextOf(groups.get(button) ?? group, now)));',
        "",
        (f"{VIEWS}::test_the_scrubber_marks_what_happens_names_it_and_leads_there",),
    ),
    Edit(
        "3.5",
        "any step is reached directly",
        SCRUBBER,
        'range.addEventListener("input", () => actions.go(Number(range.value)));',
        "",
        (f"{STEPPING}::test_the_request_table_and_the_mailboxes_are_as_they_are_at_the_step",),
    ),
    Edit(
        "3.6",
        "all values over the run",
        f"{CORE}/history.js",
        "if (may && follower.moves(replay)) writes.push(",
        "if (may && follower.moves(replay) && writes.length === 0) writes.push(",
        (WRITTEN, f"{VIEWS}::test_who_wrote_a_field_of_the_request_table"),
    ),
    Edit(
        "3.6",
        "the writer before",
        WHO,
        'back.addEventListener("click", () => jump(before()));',
        "",
        (f"{VIEWS}::test_who_wrote_a_field_of_the_request_table",),
    ),
    Edit(
        "3.6",
        "the writer after",
        WHO,
        'forth.addEventListener("click", () => jump(after()));',
        "",
        (f"{VIEWS}::test_who_wrote_a_field_of_the_request_table",),
    ),
    Edit(
        "3.6",
        "a write names its line",
        f"{PAGE}/area.js",
        'place: position > 0 && ran ? `${ran.file}:${ran.line}` : ""',
        'place: ""',
        (f"{VIEWS}::test_who_wrote_a_field_of_the_request_table",),
    ),
    Edit(
        "3.6",
        "a member's status has writers",
        f"{PAGE}/views/table.js",
        "if (target) actions.who(target,",
        'if (target && name !== "team") actions.who(target,',
        (f"{ELEMENTS}::test_a_variable_a_member_and_a_mailbox_can_be_stops",),
    ),
    Edit(
        "3.6",
        "a mailbox line has writers",
        f"{PAGE}/views/mailbox.js",
        'button.addEventListener("click", () => ask(line, button));',
        "",
        (f"{VIEWS}::test_who_wrote_a_variable_and_a_line_of_a_mailbox",),
    ),
)
