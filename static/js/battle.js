// What a battle's page remembers while it follows the other phone: which parts stand open. Every page works without it.
"use strict";

(() => {
  let opened = new Map();

  document.addEventListener("htmx:beforeSwap", ({ detail: { target } }) => {
    if (target.id !== "battle") return;
    opened = new Map([...target.querySelectorAll("details[id]")].map((part) => [part.id, part.open]));
  });
  document.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
    if (target.id !== "battle") return;
    for (const [id, open] of opened) {
      const part = document.getElementById(id);
      // What the server opens because it matters now stays open.
      if (part && open) part.open = true;
    }
  });

  // The sheet of a model closes without leaving the battle.
  document.addEventListener("click", (event) => {
    if (!event.target.closest("#sheet [data-close]")) return;
    event.preventDefault();
    document.getElementById("sheet").replaceChildren();
  });
})();
