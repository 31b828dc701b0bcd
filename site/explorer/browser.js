// What this browser makes of the text, beside what iriform does.

import { code, element, row, section, table } from "./dom.js";
import { explain } from "./module.js";

const CAPTION = "What is read: by iriform, resolved, normalized for its scheme, with the host in ASCII; by new URL()";
const PARTS = ["scheme", "userinfo", "host", "port", "path", "query", "fragment"];

function asked(text, base) {
  try {
    return base ? new URL(text, base) : new URL(text);
  } catch {
    return null;
  }
}

// The parts of a URL by the names of the RFC. The browser does not tell an empty part from none.
const partsOf = (url) => ({
  scheme: url.protocol.slice(0, -1),
  userinfo: url.username + (url.password ? `:${url.password}` : ""),
  host: url.host.slice(0, url.host.length - (url.port ? url.port.length + 1 : 0)),
  port: url.port,
  path: url.pathname,
  query: url.search.slice(1),
  fragment: url.hash.slice(1),
});

const normalForm = (text) => explain(text).reference?.normal.at(-1).text ?? null;

// The URI that iriform makes of a text: resolved, normalized for its scheme, with the host in ASCII.
function uriOf(text, explanation) {
  if (!explanation.reference || explanation.resolution?.fault) return null;
  const normal = normalForm(explanation.resolution?.target ?? text);
  const forms = explain(normal).reference.forms;
  return forms.at(-1).text ?? forms.find(({ name }) => name === "to_uri()").text;
}

const componentsOf = (uri) =>
  Object.fromEntries(explain(uri).reference.components.map(({ name, start, stop }) => [name, uri.slice(start, stop)]));

export function browser(text, base, explanation) {
  const uri = uriOf(text, explanation);
  const url = asked(text, base);
  const ours = uri === null ? {} : { whole: uri, ...componentsOf(uri) };
  const theirs = url === null ? {} : { whole: url.href, ...partsOf(url) };
  const answers = [["iriform", uri, ours], ["this browser", url, theirs]].filter(([, answered]) => answered !== null);
  const compared = (name) => {
    const values = answers.map(([, , parts]) => parts[name] ?? "");
    const differs = values.length === 2 && values[0] !== values[1];
    return values.some(Boolean) && row({}, [name, differs ? element("span", { class: "tag" }, "differs") : null], ...values.map((value) => code(value)));
  };
  return section(
    "browser", "This browser",
    element("p", {}, verdict(uri, url, ours, theirs, !base && explanation.reference?.production.endsWith("reference"))),
    answers.length ? table(CAPTION, ["part", ...answers.map(([name]) => name)], ["whole", ...PARTS].map(compared).filter(Boolean)) : null,
  );
}

function verdict(uri, url, ours, theirs, lacksBase) {
  if (lacksBase) return "new URL() needs a base for a relative reference.";
  if (!url) return uri === null ? "This browser refuses it, too." : "This browser refuses it: new URL() raises a TypeError.";
  if (uri === null) return "This browser makes a URL of it all the same.";
  if (url.href === uri) return "This browser reads the same identifier.";
  if (normalForm(url.href) === normalForm(uri)) return "This browser writes it otherwise, but it is the same identifier.";
  if ((ours.host ?? "") !== theirs.host) return element("strong", { class: "bad" }, "This browser reads another host.");
  return "This browser reads another identifier.";
}
