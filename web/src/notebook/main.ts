// SPDX-License-Identifier: MIT
// Makes the pictures of a notebook alive (python/hone/_live_plot.py). Each carries this script, which is small, so that none
// depends on another cell: outputs are cleared, moved and saved one by one, and some notebooks show each in a frame of its own.
import "./plot.css";
import { Picture, type PictureData } from "./picture";

/** Whether what lies behind an element is dark, whatever calls itself a theme. */
function onDark(element: Element): boolean {
  for (let at: Element | null = element.parentElement; at; at = at.parentElement) {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (getComputedStyle(at).backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
    if (alpha > 0.5 && getComputedStyle(at).backgroundColor !== "") return 0.299 * red + 0.587 * green + 0.114 * blue < 110;
  }
  return false;
}

/** The picture that stands still in an img, as elements. Nothing of it runs: it is read as XML. */
function drawing(still: HTMLImageElement): SVGSVGElement | null {
  const bytes = Uint8Array.from(atob(still.src.slice(still.src.indexOf(",") + 1)), (letter) => letter.charCodeAt(0));
  const root = new DOMParser().parseFromString(new TextDecoder().decode(bytes), "image/svg+xml").documentElement;
  return root instanceof SVGSVGElement ? document.importNode(root, true) : null;
}

function enliven(root: HTMLElement): void {
  root.dataset.alive = "";
  const still = root.querySelector<HTMLImageElement>("img.hone-still");
  const data = JSON.parse(root.querySelector('script[type="application/json"]')?.textContent ?? "null") as PictureData | null;
  const svg = still && data && drawing(still);
  if (!svg) return;
  still.replaceWith(svg);
  const follow = () => root.classList.toggle("hone-dark", onDark(root));
  follow();
  const watch = new MutationObserver(follow);
  for (const page of [document.documentElement, document.body]) {
    watch.observe(page, { attributes: true, attributeFilter: ["class", "style", "theme", "data-theme", "data-bs-theme", "data-jp-theme-light", "data-vscode-theme-kind"] });
  }
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", follow);
  new Picture(root, svg, data);
}

function all(): void {
  for (const root of document.querySelectorAll<HTMLElement>(".hone-plot:not([data-alive])")) enliven(root);
}

all();
setTimeout(all); // where the output comes into the page after its scripts have run
