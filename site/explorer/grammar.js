// The rules of the RFCs: what they are called, their ABNF, their diagrams. All of it is made from the
// library's own data when the page is built.

import { element } from "./dom.js";

const data = JSON.parse(document.getElementById("data").textContent);

export const noun = (rule) => data.rules[rule].noun;

export function clauseOf(rule) {
  return data.rules[rule].clause;
}

// The name of a rule as a button that shows it.
export function ruleButton(rule, label = rule) {
  return element("button", { type: "button", class: "rule", "aria-haspopup": "dialog", onclick: () => open(rule) }, label);
}

function open(rule) {
  const dialog = document.getElementById("rule");
  dialog.querySelector("div").replaceChildren(element("h2", {}, rule), view(rule));
  if (!dialog.open) dialog.showModal();
}

// A rule: what it is, its diagram, its ABNF.
export function view(rule) {
  const diagram = document.getElementById(`diagram-${rule}`).content.cloneNode(true);
  return element(
    "div", {},
    element("p", {}, `${noun(rule)}, ${clauseOf(rule)}`),
    element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `Railroad diagram of ${rule}` }, diagram),
    element("pre", { class: "scroll", tabindex: "0" }, element("code", {}, linked(rule))),
  );
}

// The ABNF, with buttons for the names of other rules. Comments and quoted texts have no names.
function linked(rule) {
  return data.rules[rule].abnf.split(/(;.*|"[^"]*"|[A-Za-z][\w-]*)/).map((piece) =>
    piece !== rule && Object.hasOwn(data.rules, piece) ? ruleButton(piece) : piece,
  );
}
