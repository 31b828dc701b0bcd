// What is to be known of a valid reference beyond the grammar, and what policies say of it.

import { light } from "./anatomy.js";
import { code, element, section } from "./dom.js";

const EVERY = "every rule";
// The profile that was chosen last.
let chosen = "default";

export function findings(text, { findings: found, more_findings: more, policies }, line) {
  const made = section("findings", "Findings");
  const list = element("ul", { class: "findings" });
  const profiles = ["default", "untrusted", "norm", "rdf", EVERY];
  const counted = (profile) => found.filter((each) => profile === EVERY || each.profiles.includes(profile));
  const named = new Map(policies.map((policy) => [`policy ${policy.name}`, policy]));
  const show = () => {
    const policy = named.get(chosen);
    const some = (policy?.refusals ?? counted(chosen)).map((each) => item(text, each, line));
    if (policy?.fault) some.push(element("li", {}, element("strong", {}, policy.fault.reason), ` ${policy.fault.what}`));
    list.replaceChildren(...(some.length ? some : [element("li", { class: "soft" }, policy ? "allowed" : "none")]));
  };
  const select = element(
    "select", { id: "profile", onchange: () => { chosen = select.value; show(); } },
    profiles.map((profile) => option(profile, counted(profile).length)),
    [...named].map(([name, { refusals, fault }]) => option(name, fault || refusals.length ? "refused" : "allowed")),
  );
  show();
  made.append(element("p", {}, element("label", { for: "profile" }, "By the profile or policy "), select), list);
  if (more) made.append(element("p", { class: "soft" }, `and ${more.toLocaleString("en")} more`));
  return made;
}

function option(name, said) {
  return element("option", { value: name, selected: name === chosen }, `${name} (${said})`);
}

// What findings say of a reference in a few words, beside the verdict; the worst severity of theirs.
export function inShort({ findings: found }) {
  const usual = found.filter((each) => each.profiles.includes("default"));
  const counts = ["error", "warning"].map((severity) => [usual.filter((each) => each.severity === severity).length, severity]);
  const some = counts.filter(([count]) => count);
  const words = some.map(([count, severity]) => `${count} ${severity}${count === 1 ? "" : "s"}`);
  return { worst: some.length ? some[0][1] : null, words: words.join(" and ") };
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
