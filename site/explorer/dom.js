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
// The same in a text of several lines.
const IN_LINES = /(?!\n)[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;
const MOST = 600;
const MOST_MARKS = 50;

export const codePoint = (character) =>
  `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;

// A piece of text, with what is invisible as its code point. The middle of a long one is left out.
export function shown(text, most = MOST, invisible = INVISIBLE) {
  if (text.length > most) {
    const head = text.slice(0, most - 100).replace(/[\uD800-\uDBFF]$/, "");
    const tail = text.slice(-100).replace(/^[\uDC00-\uDFFF]/, "");
    const left = (text.length - head.length - tail.length).toLocaleString("en");
    return [
      shown(head, most, invisible), element("small", { class: "left-out" }, ` … ${left} more … `), shown(tail, most, invisible),
    ];
  }
  const nodes = [];
  let end = 0;
  for (const found of text.matchAll(invisible)) {
    nodes.push(text.slice(end, found.index), element("span", { class: "invisible" }, codePoint(found[0])));
    end = found.index + found[0].length;
  }
  nodes.push(text.slice(end));
  return nodes;
}

// A piece of a text of several lines.
export const lines = (text) => shown(text, MOST, IN_LINES);

// Text from outside as code; what is empty says so.
export function code(text, attributes = {}) {
  if (text === null) return element("span", { class: "soft" }, "none");
  if (text === "") return element("span", { class: "soft" }, "empty");
  return element("code", attributes, shown(text));
}

// Text after a change, what is new in it marked.
export function changed(before, after) {
  const nodes = [];
  let end = 0;
  for (const [start, stop] of changes(before, after)) {
    nodes.push(shown(after.slice(end, start)), start < stop ? element("mark", {}, shown(after.slice(start, stop))) : null);
    end = stop;
  }
  return element("code", {}, nodes, shown(after.slice(end)));
}

// The ranges of a text that are new in it: the pieces between delimiters that differ, if there are as many
// as before; else all from the first piece that differs to the last.
function changes(before, after) {
  const [old, pieces] = [before, after].map((text) => text.split(/([:/?#[\]@&=])/));
  const starts = [0];
  for (const piece of pieces) starts.push(starts.at(-1) + piece.length);
  if (old.length === pieces.length) {
    return pieces.flatMap((piece, i) => (piece === old[i] ? [] : [[starts[i], starts[i + 1]]])).slice(0, MOST_MARKS);
  }
  const least = Math.min(old.length, pieces.length);
  let first = 0;
  while (first < least && old[first] === pieces[first]) first++;
  let last = 0;
  while (last < least - first && old.at(-1 - last) === pieces.at(-1 - last)) last++;
  return [[starts[first], starts[pieces.length - last]]];
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
