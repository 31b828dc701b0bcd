// What is to be known of a valid reference beyond the grammar.

import { light } from "./anatomy.js";
import { code, element, section } from "./dom.js";

const EVERY = "every rule";
// The profile that was chosen last.
let chosen = "default";

export function findings(text, { findings: found, more_findings: more }, line) {
  const made = section("findings", "Findings");
  const list = element("ul", { class: "findings" });
  const profiles = ["default", "untrusted", "norm", "rdf", EVERY];
  const counted = (profile) => found.filter((each) => profile === EVERY || each.profiles.includes(profile));
  const show = () => {
    const some = counted(chosen);
    list.replaceChildren(...(some.length ? some.map((each) => item(text, each, line)) : [element("li", { class: "soft" }, "none")]));
  };
  const select = element(
    "select", { id: "profile", onchange: () => { chosen = select.value; show(); } },
    profiles.map((profile) => element("option", { value: profile, selected: profile === chosen }, `${profile} (${counted(profile).length})`)),
  );
  show();
  made.append(element("p", {}, element("label", { for: "profile" }, "Profile "), select), list);
  if (more) made.append(element("p", { class: "soft" }, `and ${more.toLocaleString("en")} more`));
  return made;
}

function item(text, finding, line) {
  const { code: name, severity, clause, message, start, stop, evidence, suggestion } = finding;
  const made = element(
    "li", { tabindex: "0" },
    element("span", { class: `severity ${severity}` }, severity), " ", element("strong", {}, name), ` ${message} `,
    element("span", { class: "soft" }, `(${clause}; ${start}–${stop})`),
    evidence === null ? null : [" ", code(evidence)],
    suggestion === null ? null : element("p", {}, "Without it: ", code(suggestion)),
  );
  for (const event of ["mouseenter", "focus"]) made.addEventListener(event, () => touch(line, start, stop));
  for (const event of ["mouseleave", "blur"]) made.addEventListener(event, () => light(line, 0, 0));
  return made;
}

// Light the pieces that a place touches.
function touch(line, start, stop) {
  for (const piece of line.children) {
    piece.classList.toggle("lit", Number(piece.dataset.start) < stop && start < Number(piece.dataset.stop));
  }
}
