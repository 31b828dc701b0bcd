// The page's address holds what stands in its fields in its fragment, which no browser sends to a server.

// The fields: the text, the base, the names, and the prose in which links are found.
export const FIELDS = ["text", "base", "names", "prose"];
export const NOTHING = Object.fromEntries(FIELDS.map((name) => [name, ""]));

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

// The fragment for what stands in the fields, or null if it would be too long for an address.
export function fragment(state) {
  const pairs = FIELDS.map((name) => [name, state[name]]).filter(([, value]) => value);
  if (pairs.reduce((sum, [, value]) => sum + value.length, 0) > LONGEST) return null;
  return pairs.length ? "#" + pairs.map(([name, value]) => `${name}=${encodeURIComponent(escaped(value))}`).join("&") : "";
}

// What a fragment holds, or null if it holds nothing.
export function read(hash) {
  const found = {};
  for (const pair of hash.replace(/^#/, "").split("&")) {
    const [, name, value] = /^(\w+)=(.*)$/s.exec(pair) ?? [];
    if (FIELDS.includes(name)) found[name] = decoded(value);
  }
  return Object.keys(found).length ? { ...NOTHING, ...found } : null;
}
