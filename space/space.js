// Keeps the address of the page that of the view, and shows how far a clip has played.
(() => {
  const shown = () =>
    [...document.querySelectorAll("[data-link]")].find((view) => view.offsetParent !== null);

  let first = true;
  const sync = () => {
    const view = shown();
    if (!view) return;
    const wanted = new URLSearchParams(view.dataset.link);
    for (const [name, value] of new URLSearchParams(location.search))
      if (name.startsWith("__")) wanted.set(name, value); // gradio's own, such as the theme
    const link = `?${wanted}`;
    if (link !== location.search) history[first ? "replaceState" : "pushState"](null, "", link);
    first = false;
  };

  let waiting = 0;
  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(sync, 60);
  };
  const watch = () => {
    new MutationObserver(soon).observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ["data-link", "style", "class", "hidden"],
    });
    soon();
  };
  if (document.body) watch();
  else addEventListener("DOMContentLoaded", watch);
  addEventListener("popstate", () => location.reload());

  const progress = (event) => {
    const player = event.target.closest?.(".player");
    if (!player) return;
    const { currentTime, duration } = event.target;
    player.style.setProperty("--played", duration ? currentTime / duration : 0);
  };
  for (const name of ["timeupdate", "seeked", "ended"])
    document.addEventListener(name, progress, true);
  document.addEventListener("click", (event) => {
    const wave = event.target.closest?.(".wave");
    const audio = wave?.parentElement.querySelector("audio");
    if (!audio?.duration) return;
    const box = wave.getBoundingClientRect();
    audio.currentTime = (audio.duration * (event.clientX - box.left)) / box.width;
    audio.play();
  });
})();
