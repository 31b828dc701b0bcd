"use strict";
// The search: what has none of the words is hidden. Without this script all is shown.
const search = document.getElementById("search");
const said = document.getElementById("said");
const items = [...document.querySelectorAll("[data-item]")].map(
  (element) => [element, element.textContent.toLowerCase()]);
function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const [element, text] of items) {
    const hit = words.every((word) => text.includes(word));
    element.hidden = !hit;
    shown += hit;
  }
  said.textContent = words.length ? `${shown} of ${items.length}` : "";
}
search.addEventListener("input", filter);
search.closest("[hidden]").hidden = false;
filter();
