// A rule's popover also opens under a resting mouse and on keyboard focus. A tap or a click needs none of this.
"use strict";

(() => {
  let wait = 0;
  let opened = null; // the popover that hovering or focus opened, and may close again

  const tipOf = (button) => document.getElementById(button.getAttribute("popovertarget"));
  const chipAt = (target) => target.closest?.(".chips [popovertarget]");

  const open = (button) => {
    const tip = tipOf(button);
    if (!tip?.showPopover || tip.matches(":popover-open")) return;
    tip.showPopover({ source: button });
    opened = tip;
  };
  const close = () => {
    clearTimeout(wait);
    if (opened?.matches(":popover-open")) opened.hidePopover();
    opened = null;
  };

  // Only a mouse that moves points at something: the page may also move under one at rest.
  let over = null;
  document.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse") return;
    if (opened?.contains(event.target)) clearTimeout(wait);
    const chip = chipAt(event.target);
    if (chip === over) return;
    over = chip;
    if (!chip) return;
    clearTimeout(wait);
    wait = setTimeout(() => open(chip), 250);
  });
  document.addEventListener("pointerout", (event) => {
    if (event.pointerType !== "mouse" || !(chipAt(event.target) || opened?.contains(event.target))) return;
    clearTimeout(wait);
    wait = setTimeout(close, 300);
  });
  // A click on a chip that hovering opened keeps it open, instead of closing what was just read.
  document.addEventListener("click", (event) => {
    const chip = chipAt(event.target);
    if (!chip || opened !== tipOf(chip)) return;
    event.preventDefault();
    clearTimeout(wait);
    opened = null;
  });
  // A popover that closes gives the focus back to its chip, which must not open it again.
  let closing = false;
  const closes = (event) => {
    if (event.newState !== "closed") return;
    closing = true;
    setTimeout(() => (closing = false), 0);
  };
  document.addEventListener("beforetoggle", closes, true);
  document.addEventListener("focusin", (event) => {
    const chip = chipAt(event.target);
    if (!closing && chip?.matches(":focus-visible")) open(chip);
  });
  document.addEventListener("focusout", (event) => {
    if (chipAt(event.target) && !opened?.contains(event.relatedTarget)) close();
  });
})();
