// Writing sentences: which line the cursor is in, and words that are offered put there when they are pressed.
(() => {
  const box = () => document.querySelector("textarea[name=sentences]");

  const note = () => {
    const line = document.querySelector("input[name=line]");
    if (line && box()) line.value = box().value.slice(0, box().selectionStart).split("\n").length - 1;
  };

  document.addEventListener("input", (event) => { if (event.target === box()) note(); }, true);

  const moved = (event) => {
    if (event.target !== box()) return;
    const before = document.querySelector("input[name=line]").value;
    note();
    if (document.querySelector("input[name=line]").value !== before) event.target.dispatchEvent(new Event("told"));
  };
  document.addEventListener("click", moved);
  document.addEventListener("keyup", moved);

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-word]");
    if (!button || !box()) return;
    event.preventDefault(); // without this script the button sends the form, and the server puts the word there
    const text = box();
    const lines = text.value.split("\n");
    const number = Number(document.querySelector("input[name=line]").value || lines.length - 1);
    const line = lines[number];
    const kept = "after" in button.dataset ? line.replace(/(\S)\s*$/, "$1 ") : line.replace(/\S+$/, "");
    lines[number] = `${kept}${button.dataset.word} `;
    text.value = lines.join("\n");
    const end = lines.slice(0, number + 1).join("\n").length;
    text.focus();
    text.setSelectionRange(end, end);
    text.dispatchEvent(new Event("input", { bubbles: true }));
  });
})();
