// What a battle's page remembers while it follows the other phone: which parts stand open, and what was filled in and
// not sent yet. Every page works without it.
"use strict";

(() => {
  let opened = new Map();
  let filled = new Map();

  // A field of the board, by the form it stands in; a box by what it ticks, too.
  const named = ({ form, name, type, value }) =>
    [form?.elements.place?.value, name, type === "checkbox" && value].join();
  document.addEventListener("input", ({ target }) => {
    if (target.closest("#battle")) target.dataset.filled = "";
  });

  document.addEventListener("htmx:beforeSwap", ({ detail: { target, requestConfig } }) => {
    if (target.id !== "battle") return;
    // Whatever was sent comes back from the server, if it is wanted still.
    const kept = requestConfig.verb === "get" ? [...target.querySelectorAll("[data-filled]")] : [];
    filled = new Map(kept.map((field) => [named(field), field]));
    opened = new Map([...target.querySelectorAll("details[id]")].map((part) => [part.id, part.open]));
  });
  document.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
    if (target.id !== "battle") return;
    for (const [id, open] of opened) {
      const part = document.getElementById(id);
      // What the server opens because it matters now stays open.
      if (part && open) part.open = true;
    }
    for (const field of document.querySelectorAll("#battle :is(input, select)")) {
      const before = filled.get(named(field));
      if (!before || field.type === "hidden") continue;
      if (before.type === "checkbox") field.checked = before.checked;
      else if (!field.options || [...field.options].some(({ value }) => value === before.value)) field.value = before.value;
      field.dataset.filled = "";
    }
  });

  // The sheet of a model closes without leaving the battle.
  document.addEventListener("click", (event) => {
    if (!event.target.closest("#sheet [data-close]")) return;
    event.preventDefault();
    document.getElementById("sheet").replaceChildren();
  });
})();
