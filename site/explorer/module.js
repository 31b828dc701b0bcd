// The module of WebAssembly: it stands in the page, packed, and is asked by one function.

let module;

export async function load() {
  const packed = Uint8Array.from(atob(document.getElementById("module").textContent), (c) => c.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const { instance } = await WebAssembly.instantiate(await new Response(unpacked).arrayBuffer());
  module = instance.exports;
}

// All that is known of a text, as crates/wasm/src/explanation.rs has it. Places are units of UTF-16,
// as JavaScript counts them. The base is a text or null; names that are protected have white space between them.
export function explain(text, base = null, names = "") {
  write(text + (base ?? "") + names);
  return answer(module.explain(text.length, base?.length ?? 0, base !== null));
}

// The links of a text, as crates/wasm/src/found.rs has them.
export function find(text) {
  write(text);
  return answer(module.find());
}

function write(text) {
  const place = module.reserve(text.length);
  const room = new Uint16Array(module.memory.buffer, place, text.length);
  for (let i = 0; i < text.length; i++) room[i] = text.charCodeAt(i);
}

const answer = (length) =>
  JSON.parse(new TextDecoder().decode(new Uint8Array(module.memory.buffer, module.answer(), length)));
