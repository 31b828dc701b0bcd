// The page: it reads the text, the base and the names, and shows what is known of them; and a text in
// which it finds links.

import { anatomy } from "./anatomy.js";
import { browser } from "./browser.js";
import { element } from "./dom.js";
import { faulty, kindsOf } from "./fault.js";
import { findings, inShort } from "./findings.js";
import { forms, normal, resolution } from "./forms.js";
import { showLinks } from "./found.js";
import { FIELDS, NOTHING, fragment, read } from "./link.js";
import { explain, find, load } from "./module.js";
import { tree } from "./tree.js";

const EXAMPLES = [
  { text: "https://user@例え.jp:8042/over/there?name=ferret#nose" },
  { text: "../g;x?y#s", base: "http://a/b/c/d;p?q" },
  { text: "HTTP://%45xample.org:080/%7efoo/../b" },
  { text: "http://example.com/a b" },
  { text: "http://[2001:DB8::0]:/" },
  { text: "http://0x7f.1/" },
  { text: "https://anna:secret@example.org/" },
  { text: "https://www.p\u0430ypal.com/", names: "paypal.com" },
  { text: "urn:ISBN:0451450523" },
  { text: "mailto:Joe@EXAMPLE.org" },
  {
    text: "https://ja.wikipedia.org/wiki/植物学",
    prose: "See https://ja.wikipedia.org/wiki/植物学, or mail anna@example.org (or example.org/a_(b)|c).",
  },
];
const DELAY = 80;

const at = (id) => document.getElementById(id);
// A field of a page has no carriage returns; the text of a link may. So the text is kept here.
let state = NOTHING;

function show() {
  const { text, base, names } = state;
  const explanation = explain(text, base || null, names);
  const { reference } = explanation;
  const { worst, words } = reference ? inShort(reference) : {};
  at("verdict").className = `verdict ${reference ? worst ?? "good" : "bad"}`;
  at("verdict").replaceChildren(...verdict(explanation, words));
  const wrong = explanation.wrong_name;
  at("wrong").textContent = wrong ? `Name ${wrong.number}: ${wrong.what}. Until it is a name, none is compared.` : "";
  const answer = [];
  if (reference) {
    const picture = anatomy(text, reference);
    answer.push(
      picture,
      kindsOf(text, explanation),
      explanation.resolution && resolution(explanation),
      browser(text, base, explanation),
      findings(text, reference, picture.querySelector(".line")),
      forms(text, reference),
      normal(text, reference),
      tree(text, reference),
    );
  } else {
    answer.push(faulty(text, explanation), kindsOf(text, explanation), browser(text, base, explanation));
  }
  at("answer").replaceChildren(...answer.filter(Boolean));
  iriform.shown = text.length;
}

// Shows the links of the prose. One that is chosen becomes the text.
function showFound() {
  const choose = (iri) => {
    state = { ...state, text: iri };
    at("text").value = iri;
    show();
    writeAddress();
  };
  showLinks(state.prose, find(state.prose), { line: at("links"), said: at("counted"), choose });
}

// What kind it is, and in how many ways it may mislead; or why it is none.
function verdict({ reference, kinds }, words) {
  if (!reference) return [`It is not valid: ${kinds.at(-1).fault.what}.`];
  if (!words) return [`It is ${reference.kind}.`];
  // No link: the fragment of the address holds the text.
  const onclick = () => {
    at("profile").scrollIntoView();
    at("profile").focus();
  };
  return [`It is ${reference.kind}, with ${words}: `, element("button", { type: "button", onclick }, "see the findings"), "."];
}

// Takes over what the address holds, or the first example.
function readAddress() {
  state = read(location.hash) ?? { ...NOTHING, ...EXAMPLES[0] };
  for (const id of FIELDS) at(id).value = state[id];
  if (state.prose) at("finder").open = true;
  showFound();
  show();
}

function writeAddress() {
  const hash = fragment(state);
  if (hash === null) return;
  try {
    history.replaceState(null, "", hash || "#text=");
  } catch {
    // A browser may refuse addresses that change often.
  }
}

let waiting;
for (const id of FIELDS) {
  at(id).addEventListener("input", () => {
    state = { ...state, [id]: at(id).value };
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      if (id === "prose") showFound();
      else show();
      writeAddress();
    }, DELAY);
  });
}
// The address holds the text, and not a place in the page.
at("skip").addEventListener("click", (event) => {
  event.preventDefault();
  at("verdict").focus();
});
at("input").addEventListener("submit", (event) => event.preventDefault());
at("copy").addEventListener("click", async () => {
  const hash = fragment(state);
  const say = (words) => (at("copied").textContent = words);
  if (hash === null) return say("The text is too long for a link.");
  try {
    await navigator.clipboard.writeText(location.href.replace(/#.*$/s, "") + hash);
    say("Copied.");
  } catch {
    writeAddress();
    say("The link is in the address bar.");
  }
});
at("examples").append(
  ...EXAMPLES.map((example) => element("li", {}, element("a", { href: fragment(example) }, example.prose ?? example.text))),
);

// For the console of the browser, and for tests.
const iriform = { explain, find, fragment, read, shown: null };
await load();
globalThis.iriform = iriform;
addEventListener("hashchange", () => read(location.hash) && readAddress());
readAddress();
