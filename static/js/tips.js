// A rule's popover also opens under a mouse that points at its chip, and on keyboard focus. Whatever opened it closes it
// again by leaving. A tap or a click needs none of this: that is the popover's own.
"use strict";

(() => {
  let wait = 0;
  let over = null; // the chip under the mouse
  let opened = null; // the popover that was opened here, and by what: "mouse" or "focus"
  let by = "";
  let closing = null;

  const tipOf = (chip) => document.getElementById(chip.getAttribute("popovertarget"));
  const chipAt = (target) => target.closest?.(".chips [popovertarget]");

  const later = (act, delay) => {
    clearTimeout(wait);
    wait = setTimeout(act, delay);
  };
  const open = (chip, how) => {
    const tip = tipOf(chip);
    if (!tip?.showPopover || tip.matches(":popover-open")) return;
    tip.showPopover({ source: chip });
    opened = tip;
    by = how;
  };
  const close = (how) => {
    if (by !== how) return;
    if (opened?.matches(":popover-open")) opened.hidePopover();
    opened = null;
  };

  // Only a mouse that moves points at something: the page may also move under one at rest.
  document.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse") return;
    if (opened?.contains(event.target)) clearTimeout(wait);
    const chip = chipAt(event.target);
    if (chip === over) return;
    over = chip;
    if (chip) later(() => open(chip, "mouse"), 250);
  });
  document.addEventListener("pointerout", (event) => {
    if (event.pointerType !== "mouse" || !(chipAt(event.target) || opened?.contains(event.target))) return;
    over = null;
    later(() => close("mouse"), 300);
  });

  // A click on a chip whose popover stands open already keeps it, instead of taking away what is being read.
  document.addEventListener("click", (event) => {
    const chip = chipAt(event.target);
    if (!chip || opened !== tipOf(chip) || !opened?.matches(":popover-open")) return;
    event.preventDefault();
    clearTimeout(wait);
    opened = null;
  });

  // A popover that closes gives the focus back to its chip, which must not open it again.
  document.addEventListener(
    "beforetoggle",
    (event) => {
      if (event.newState !== "closed") return;
      closing = event.target;
      setTimeout(() => (closing = null), 0);
    },
    true,
  );
  document.addEventListener("focusin", (event) => {
    const chip = chipAt(event.target);
    if (chip?.matches(":focus-visible") && tipOf(chip) !== closing) open(chip, "focus");
  });
  document.addEventListener("focusout", (event) => {
    if (chipAt(event.target) && !opened?.contains(event.relatedTarget)) close("focus");
  });
})();
