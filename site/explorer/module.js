// The module of WebAssembly: it stands in the page, packed, and is asked by one function.

let module;

export async function load() {
  const packed = Uint8Array.from(atob(document.getElementById("module").textContent), (c) => c.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const { instance } = await WebAssembly.instantiate(await new Response(unpacked).arrayBuffer());
  module = instance.exports;
}

// All that is known of a text, as crates/wasm/src/explanation.rs has it. Places are units of UTF-16,
// as JavaScript counts them. The base is a text or null.
export function explain(text, base = null) {
  const both = text + (base ?? "");
  const place = module.reserve(both.length);
  const room = new Uint16Array(module.memory.buffer, place, both.length);
  for (let i = 0; i < both.length; i++) room[i] = both.charCodeAt(i);
  const length = module.explain(text.length, base !== null);
  const answer = new Uint8Array(module.memory.buffer, module.answer(), length);
  return JSON.parse(new TextDecoder().decode(answer));
}
