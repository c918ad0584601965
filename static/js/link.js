// Opens a secret link. What is secret stands behind the "#" of the address, where no server sees it; it is sent by the
// form, and taken out of the address, so that it is not copied from there or left in the history.
"use strict";

(() => {
  const open = () => {
    const secret = location.hash.slice(1);
    const form = document.getElementById("link");
    if (!secret || !form) return;
    history.replaceState(null, "", location.pathname);
    form.elements.token.value = secret;
    form.requestSubmit();
  };
  // Another link put into the address of this very page loads nothing anew.
  addEventListener("hashchange", open);
  open();
})();
