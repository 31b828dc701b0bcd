// The links of a text: each is marked in it, and explained when it is chosen.

import { code, element, lines, shown } from "./dom.js";
import { fragment } from "./link.js";

// Fills a line with the text, and says how many links there are. `choose` gets the IRI of a link.
export function showLinks(prose, { links, more }, { line, said, choose }) {
  const nodes = [];
  let end = 0;
  for (const link of links) {
    nodes.push(lines(prose.slice(end, link.start)), marked(prose, link, line, said, choose));
    end = link.stop;
  }
  line.replaceChildren(...[nodes, lines(prose.slice(end))].flat(Infinity));
  said.replaceChildren(prose ? counted(links.length + more, more) : "");
}

function counted(count, more) {
  if (!count) return "No link was found.";
  const words = count === 1 ? "1 link" : `${count.toLocaleString("en")} links`;
  return `${words}. Choose one: it is explained below.${more ? ` The last ${more.toLocaleString("en")} are not marked.` : ""}`;
}

// A link of the page to the explanation, which is shown without leaving the text.
function marked(prose, link, line, said, choose) {
  const text = prose.slice(link.start, link.stop);
  const onclick = (event) => {
    event.preventDefault();
    line.querySelector("[aria-current]")?.removeAttribute("aria-current");
    made.setAttribute("aria-current", "true");
    said.replaceChildren(...about(text, link));
    choose(link.iri);
  };
  const made = element("a", { class: "found", href: fragment({ text: link.iri }) ?? "#", onclick }, shown(text));
  return made;
}

// How a link is written, the IRI that it is, and what the IRI has for characters that none may have.
function about(text, { kind, iri, changes }) {
  const replaced = changes.slice(0, 10).map(({ start, stop, replacement, clause }) => [
    "; ", code(text.slice(start, stop)), " becomes ", code(replacement), ` (${clause})`,
  ]);
  const more = changes.length > 10 ? `; and ${(changes.length - 10).toLocaleString("en")} more changes` : "";
  return [element("strong", {}, kind), " ", code(iri), ...replaced.flat(), more, "."];
}
