// The syntax tree.

import { code, element, section } from "./dom.js";
import { ruleButton } from "./grammar.js";

export const tree = (text, reference) => section("tree", "Syntax tree", element("ul", { class: "tree scroll" }, node(text, reference.tree)));

function node(text, { rule, start, stop, children, more }) {
  return element(
    "li", {},
    ruleButton(rule), " ", element("span", { class: "soft" }, `${start}–${stop} `), code(text.slice(start, stop)),
    children.length ? element("ul", {}, children.map((child) => node(text, child))) : null,
    more ? element("p", { class: "soft" }, `and ${more.toLocaleString("en")} more`) : null,
  );
}
