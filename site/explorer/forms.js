// The same identifier written in other ways: IRI and URI, normal forms, and what it is resolved to.

import { changed, code, element, section, table } from "./dom.js";

export function forms(text, reference) {
  const form = ({ name, clause, text: other }) => [
    element("code", {}, name),
    other === null ? element("span", { class: "soft" }, "none: the host is not a domain name") : other === text ? element("span", { class: "soft" }, "the same") : changed(text, other),
    clause,
  ];
  return section("forms", "As IRI and URI", table("The identifier as an IRI and as a URI", ["method", "text", "by"], reference.forms.map(form)));
}

// Normal forms, step by step. The steps of a level follow those of the level before.
export function normal(text, reference) {
  let before = text;
  const levels = reference.normal.map(({ level, text: last, steps }) => {
    const items = steps.map(({ clause, words, text: after }) => {
      const item = element("li", {}, `${words} `, element("span", { class: "soft" }, `(${clause})`), element("div", {}, changed(before, after)));
      before = after;
      return item;
    });
    return [
      element("h3", {}, element("code", {}, `normalize("${level}")`)),
      items.length ? element("ol", { class: "steps" }, items) : element("p", { class: "soft" }, "Nothing changes."),
      element("p", { class: "result" }, code(last)),
    ];
  });
  return section("normal", "Normal forms", levels);
}

// The loop that removes dot segments, as the RFC's own tables show it.
function removal({ passes, clause }) {
  const cell = (text) => (text === "" ? null : code(text));
  return element(
    "details", { id: "removal", open: true },
    element("summary", {}, `How dot segments are removed (${clause})`),
    table("The buffers after each step of the loop", ["step", "output buffer", "input buffer"],
      passes.map(({ rule, output, input }) => [element("code", {}, rule), cell(output), cell(input)])),
  );
}

export function resolution(explanation) {
  const { fault, steps, target } = explanation.resolution;
  const title = "Resolved against the base";
  if (fault) return section("resolution", title, element("p", { class: "bad" }, "The base is not an IRI, which has a scheme."));
  return section(
    "resolution", title,
    table("Steps of resolution: R is the text, Base the base, T the target", ["because", "sets", "value", "by"],
      steps.map(({ clause, words, sets, text }) => [words, element("code", {}, sets), code(text), clause])),
    steps.filter(({ passes }) => passes.length).map(removal),
    element("p", { class: "result" }, code(target)),
  );
}
