// The page's address holds the text, the base and the names in its fragment, which no browser sends to a server.

const LONGEST = 100_000;

// encodeURIComponent refuses lone surrogates: they, and the backslash, are written as escapes.
const escaped = (text) =>
  text.replace(/\\|[\uD800-\uDFFF]/gu, (c) => (c === "\\" ? "\\\\" : `\\u${c.charCodeAt(0).toString(16)}`));
const unescaped = (text) =>
  text.replace(/\\(?:\\|u([dD][89a-fA-F][0-9a-fA-F]{2}))/g, (all, hex) => (hex ? String.fromCharCode(parseInt(hex, 16)) : "\\"));

function decoded(text) {
  try {
    return unescaped(decodeURIComponent(text));
  } catch {
    return text;
  }
}

// The fragment for a text and a base, or null if it would be too long for an address.
export function fragment({ text, base = "", names = "" }) {
  if (text.length + base.length + names.length > LONGEST) return null;
  const pairs = Object.entries({ text, base, names }).filter(([, value]) => value);
  return pairs.length ? "#" + pairs.map(([name, value]) => `${name}=${encodeURIComponent(escaped(value))}`).join("&") : "";
}

// What a fragment holds, or null if it holds nothing.
export function read(hash) {
  const found = {};
  for (const pair of hash.replace(/^#/, "").split("&")) {
    const [, name, value] = /^(text|base|names)=(.*)$/s.exec(pair) ?? [];
    if (name) found[name] = decoded(value);
  }
  return Object.keys(found).length ? { text: "", base: "", names: "", ...found } : null;
}
