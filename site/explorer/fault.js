// Where and why a text is not valid, and what could be done.

import { changed, code, element, section, shown, table } from "./dom.js";
import { clauseOf, ruleButton, view } from "./grammar.js";

const BEFORE = 120;
const AFTER = 60;

export function faulty(text, { kinds, repair }) {
  const { fault } = kinds.at(-1);
  return section(
    "fault", "Where it fails",
    element("p", { class: "line" }, around(text, fault)),
    element("p", {}, `Position ${fault.position}: ${fault.what}. `, element("span", { class: "soft" }, fault.reason)),
    fault.hint && element("p", {}, `What to do: ${fault.hint}.`),
    element("h3", {}, "The rule ", ruleButton(fault.rule)),
    view(fault.rule),
    repair && mended(text, repair),
  );
}

// The text around the place, what is to blame in it marked.
function around(text, { position, start, stop }) {
  const from = Math.max(0, start - BEFORE);
  const to = Math.min(text.length, Math.max(stop, position) + AFTER);
  const whole = (place) => (/[\uDC00-\uDFFF]/.test(text[place] ?? "") && /[\uD800-\uDBFF]/.test(text[place - 1] ?? "") ? place + 1 : place);
  return [
    from > 0 ? "…" : null,
    shown(text.slice(whole(from), start)),
    start < stop ? element("mark", { class: "blamed" }, shown(text.slice(start, stop), 200)) : null,
    position >= stop ? [shown(text.slice(stop, position)), element("span", { class: "caret", role: "img", "aria-label": "here" })] : null,
    shown(text.slice(Math.max(stop, position), whole(to))),
    to < text.length ? "…" : null,
  ];
}

function mended(text, { text: repaired, changes }) {
  return [
    element("h3", {}, "A repair"),
    element("p", {}, changed(text, repaired)),
    table("Changes of the repair, which is made only when asked for", ["place", "becomes", "allowed by"],
      changes.slice(0, 20).map(({ start, stop, replacement, clause }) => [
        element("span", {}, `${start}–${stop} `, code(text.slice(start, stop))),
        replacement === "" ? element("span", { class: "soft" }, "nothing") : code(replacement),
        clause,
      ])),
    changes.length > 20 ? element("p", { class: "soft" }, `and ${(changes.length - 20).toLocaleString("en")} more changes`) : null,
  ];
}

// Which of the four kinds a text is.
export function kindsOf(text, { kinds }) {
  return section(
    "kinds", "Kinds",
    table("The four kinds of reference, and why it is not of one", ["kind", "is it?", "why not"],
      kinds.map(({ name, fault }) => [
        ruleButton(name),
        fault ? element("span", { class: "bad" }, "no") : element("span", { class: "good" }, "yes"),
        fault ? [`${fault.what}, at ${fault.position} `, element("span", { class: "soft" }, "(", ruleButton(fault.rule), `, ${clauseOf(fault.rule)})`)] : null,
      ])),
  );
}
