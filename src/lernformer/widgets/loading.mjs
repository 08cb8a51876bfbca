// How a figure gets a model that isn't part of its page.

import { h } from "./shared.mjs";

/** What the script at `address` leaves in a global variable; it is loaded once. */
export function loadScript(address, variable) {
  // Sphinx writes into each page where the book's root is.
  const url = (document.documentElement.dataset.content_root ?? "") + address;
  return new Promise((found, missing) => {
    if (globalThis[variable]) return found(globalThis[variable]);
    const onload = () => found(globalThis[variable]);
    const onerror = () => missing(new Error(`${address} could not be loaded`));
    document.head.append(h("script", { src: url, onload, onerror }));
  });
}
