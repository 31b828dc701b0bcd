// Elements, and text from outside in them. Nothing in this page makes markup of text: only textContent
// and attributes are set, and the browser is told to refuse anything else (Trusted Types).

export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return made;
}

// Controls, formatting and unassigned characters, lone surrogates: what would not be seen, or would
// change how the rest is seen.
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;
const MOST = 600;

export const codePoint = (character) =>
  `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;

// A piece of text, with what is invisible as its code point. The middle of a long one is left out.
export function shown(text, most = MOST) {
  if (text.length > most) {
    const head = text.slice(0, most - 100).replace(/[\uD800-\uDBFF]$/, "");
    const tail = text.slice(-100).replace(/^[\uDC00-\uDFFF]/, "");
    const left = (text.length - head.length - tail.length).toLocaleString("en");
    return [shown(head), element("small", { class: "left-out" }, ` … ${left} more … `), shown(tail)];
  }
  const nodes = [];
  let end = 0;
  for (const found of text.matchAll(INVISIBLE)) {
    nodes.push(text.slice(end, found.index), element("span", { class: "invisible" }, codePoint(found[0])));
    end = found.index + found[0].length;
  }
  nodes.push(text.slice(end));
  return nodes;
}

// Text from outside as code; what is empty says so.
export function code(text, attributes = {}) {
  if (text === null) return element("span", { class: "soft" }, "none");
  if (text === "") return element("span", { class: "soft" }, "empty");
  return element("code", attributes, shown(text));
}

// Text after a change, what is new in it marked: single characters, or all from the first that differs to
// the last.
export function changed(before, after) {
  const marked = [...(before.length === after.length ? singly(before, after) : [around(before, after)])];
  const nodes = [];
  let end = 0;
  for (const [start, stop] of marked) {
    nodes.push(shown(after.slice(end, start)), start < stop && element("mark", {}, shown(after.slice(start, stop))));
    end = stop;
  }
  return element("code", {}, nodes.filter(Boolean), shown(after.slice(end)));
}

// The ranges where two texts of one length differ.
function* singly(before, after) {
  for (let start = 0; start < after.length; start++) {
    if (before[start] === after[start]) continue;
    let stop = start + 1;
    while (stop < after.length && before[stop] !== after[stop]) stop++;
    yield [start, stop];
    start = stop;
  }
}

function around(before, after) {
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && before[start] === after[start]) start++;
  let end = 0;
  while (end < least - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  // Not through a surrogate pair.
  if (/[\uD800-\uDBFF]/.test(after[start - 1] ?? "")) start--;
  if (end && /[\uDC00-\uDFFF]/.test(after[after.length - end])) end--;
  return [start, after.length - end];
}

export const section = (id, title, ...children) =>
  element("section", { id, "aria-labelledby": `${id}-title` }, element("h2", { id: `${id}-title` }, title), ...children);

// A row of a table: its head, and its cells.
export const row = (attributes, first, ...cells) =>
  element("tr", attributes, element("th", { scope: "row" }, first), cells.map((cell) => element("td", {}, cell)));

// A table. A row is a list of its head and its cells, or an element. On a phone, each cell has its column's
// name before it.
export function table(caption, heads, rows) {
  const head = (name) => element("th", { scope: "col" }, name);
  const made = rows.map((each) => (Array.isArray(each) ? row({}, ...each) : each));
  for (const { cells } of made) [...cells].slice(1).forEach((cell, i) => cell.setAttribute("data-head", heads[i + 1]));
  return element(
    "table", {},
    element("caption", {}, caption),
    element("thead", {}, element("tr", {}, heads.map(head))),
    element("tbody", {}, made),
  );
}
