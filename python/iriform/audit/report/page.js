"use strict";
// The search of each list: what has none of the words is hidden. Without this script all is shown.
for (const list of document.querySelectorAll(".list")) {
  const box = list.querySelector(".search");
  if (!box) continue;
  const input = box.querySelector("input");
  const said = box.querySelector("[role=status]");
  const items = [...list.querySelectorAll("[data-item]")].map(
    (element) => [element, element.textContent.toLowerCase()]);
  const filter = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const [element, text] of items) {
      const hit = words.every((word) => text.includes(word));
      element.hidden = !hit;
      shown += hit;
    }
    said.textContent = words.length ? `${shown} of ${items.length}` : "";
  };
  input.addEventListener("input", filter);
  box.hidden = false;
  filter();
}
