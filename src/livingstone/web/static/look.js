// Light or dark: as the system is, or as the visitor chose, which this browser keeps. It runs before
// the page is shown, so that no page is white for a moment.

{
  const MEDIA = { system: "screen and (prefers-color-scheme: dark)", light: "not all", dark: "screen" };
  const page = document.documentElement;
  const bars = [...document.querySelectorAll("meta[name=theme-color]")];
  const [light, dark] = bars.map((bar) => bar.content);

  const kept = () => {
    const look = navigator.cookieEnabled && localStorage.getItem("look");
    return look in MEDIA ? look : "system";
  };

  const show = (look) => {
    document.getElementById("dark").media = MEDIA[look];
    if (look === "system") delete page.dataset.theme;
    else page.dataset.theme = look; // the pictures follow it
    const colours = { system: [light, dark], light: [light, light], dark: [dark, dark] };
    bars.forEach((bar, number) => (bar.content = colours[look][number]));
    for (const button of document.querySelectorAll("[data-look]"))
      button.ariaPressed = `${button.dataset.look === look}`;
  };

  show(kept());
  document.addEventListener("DOMContentLoaded", () => {
    show(kept());
    for (const group of document.querySelectorAll(".look")) group.hidden = !navigator.cookieEnabled;
  });
  document.addEventListener("click", ({ target }) => {
    const look = target.closest("[data-look]")?.dataset.look;
    if (!look) return;
    localStorage.setItem("look", look);
    show(look);
  });
  addEventListener("storage", () => show(kept())); // another window has changed it
  addEventListener("beforeprint", () => (page.dataset.theme = "light"));
  addEventListener("afterprint", () => show(kept()));
}
