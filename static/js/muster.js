// The little that htmx and plain HTML leave over. Every page works without it.
"use strict";

(() => {
  /** Say something to whoever cannot see it. */
  const say = (words) => {
    document.getElementById("said").textContent = words;
  };

  /** Show a message in the page's own place for messages, and announce it. */
  const tell = (words) => {
    const line = document.createElement("p");
    line.className = "error";
    line.textContent = words;
    document.getElementById("messages").replaceChildren(line);
  };

  /** Copy by way of a selection, where the clipboard is closed to pages without https. */
  const copyBySelection = (text) => {
    const field = document.createElement("textarea");
    field.value = text;
    field.className = "sr";
    document.body.append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    return copied;
  };

  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return copyBySelection(text);
    }
  };

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button || button.dataset.was) return;
    const words = (await copy(button.dataset.copy)) ? "Copied" : "Could not copy";
    button.dataset.was = button.textContent;
    button.textContent = words;
    say(words);
    setTimeout(() => {
      button.textContent = button.dataset.was;
      delete button.dataset.was;
    }, 2000);
  });

  const reveal = (root) => {
    for (const button of root.querySelectorAll("[data-copy][hidden]")) button.hidden = false;
  };
  reveal(document);

  // What htmx brings in: its copy buttons work, and a fresh verdict takes the focus. The first load is the browser's own.
  document.addEventListener("htmx:load", ({ detail: { elt } }) => {
    if (elt === document.body || !elt.isConnected) return;
    reveal(elt.parentElement ?? elt);
    const fresh = elt.matches("[data-focus]") ? elt : elt.querySelector("[data-focus]");
    if (!fresh) return;
    fresh.tabIndex = -1;
    fresh.focus({ preventScroll: true });
    // "start" brings what was opened to the top of the screen, so that all of it can be seen.
    fresh.scrollIntoView({ block: fresh.dataset.focus || "nearest" });
  });

  document.addEventListener("htmx:sendError", () => {
    tell("No answer: is the connection gone? Nothing was lost. Try again, and the same throw is not made twice.");
  });
  document.addEventListener("htmx:responseError", ({ detail: { xhr } }) => {
    tell(
      xhr.status === 403
        ? "Not allowed. Were you signed out, or is this page an old one? Load it again."
        : `The server could not do that (${xhr.status}). Load the page again to see how things stand.`,
    );
  });
})();
