// The colours of the page, set before anything is drawn: those of the system, light or dark.

(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;
  let chosen = "system";
  try {
    chosen = localStorage.getItem("theme") ?? "system";
  } catch {
    // The storage is switched off: the page follows the system.
  }
  const apply = () => (root.dataset.theme = chosen === "system" ? (dark.matches ? "dark" : "light") : chosen);
  dark.addEventListener("change", apply);
  apply();
  /// Goes on to the next choice, and returns it.
  globalThis.nextTheme = () => {
    const all = ["system", "light", "dark"];
    chosen = all[(all.indexOf(chosen) + 1) % all.length];
    try {
      localStorage.setItem("theme", chosen);
    } catch {
      // It lasts as long as the page.
    }
    apply();
    return chosen;
  };
})();
