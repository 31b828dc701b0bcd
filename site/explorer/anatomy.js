// The anatomy of a valid reference: its text in colour, and the list of its components.

import { code, element, row, section, shown, table } from "./dom.js";
import { ruleButton } from "./grammar.js";

// What a component is coloured as.
const colour = (name) => (name === "segment" ? "path" : name);
const ROOM = 300;

export function anatomy(text, { components, resembles }) {
  const line = element("p", { class: "line" }, pieces(text, components));
  return section("anatomy", "Anatomy", line, list(text, components, resembles, line));
}

// The text cut where a component begins or ends that has none in it.
function pieces(text, components) {
  const inner = ["scheme", "userinfo", "host", "port", "segment", "query", "fragment"];
  const segments = components.filter(({ name }) => name === "segment");
  const path = components.find(({ name }) => name === "path");
  const made = [];
  let end = 0;
  const piece = (name, start, stop) => {
    if (start < stop) {
      made.push(element("span", { class: `piece ${name}`, "data-start": start, "data-stop": stop }, shown(text.slice(start, stop), ROOM)));
    }
    end = stop;
  };
  for (const { name, start, stop } of components.filter((each) => inner.includes(each.name))) {
    // What is between two components is a delimiter; in a path it belongs to the path.
    piece(start > path.start && end < path.stop && end >= path.start ? "path" : "delimiter", end, start);
    piece(colour(name), start, stop);
  }
  const rest = segments.length === 0 || end < path.stop ? "path" : "delimiter";
  piece(rest, end, text.length);
  return made;
}

function list(text, components, resembles, line) {
  const rows = components.map((component) => {
    const { name, rule, start, stop } = component;
    const isPart = ["userinfo", "host", "port", "segment"].includes(name);
    const made = row(
      { class: isPart ? "part" : null, "data-start": start, "data-stop": stop },
      element("span", { class: `name ${colour(name)}` }, name),
      [code(text.slice(start, stop)), remark(component), name === "host" && resembles ? alike(resembles) : []],
      ruleButton(rule),
      element("span", { class: "number" }, `${start}–${stop}`),
    );
    for (const event of ["mouseenter", "focusin"]) made.addEventListener(event, () => light(line, start, stop));
    for (const event of ["mouseleave", "focusout"]) made.addEventListener(event, () => light(line, 0, 0));
    return made;
  });
  const made = table("Components, their rules and places (units of UTF-16)", ["component", "text", "rule", "place"], rows);
  for (const piece of line.children) {
    const within = (row) => Number(row.dataset.start) <= Number(piece.dataset.start) && Number(piece.dataset.stop) <= Number(row.dataset.stop);
    piece.addEventListener("mouseenter", () => rows.forEach((row) => row.classList.toggle("lit", within(row))));
    piece.addEventListener("mouseleave", () => rows.forEach((row) => row.classList.remove("lit")));
  }
  return made;
}

function remark({ remark }) {
  return remark === null ? [] : [element("span", { class: "soft" }, " ", shown(remark, ROOM))];
}

// The name that the host resembles, of those that are protected.
function alike({ severity, message, evidence }) {
  return element("p", { class: "alike" }, element("span", { class: `severity ${severity}` }, severity), ` ${message}: `, code(evidence));
}

// Light the pieces of the line that lie in a place.
export function light(line, start, stop) {
  for (const piece of line.children) {
    piece.classList.toggle("lit", start <= Number(piece.dataset.start) && Number(piece.dataset.stop) <= stop && start < stop);
  }
}
