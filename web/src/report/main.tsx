// SPDX-License-Identifier: MIT
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import Canvas from "../charts/Canvas";
import { CanvasContext } from "../charts/lazy_canvas";
import { theme } from "../state/theme";
import { readReport } from "./data";
import { Report } from "./Report";
import "../styles/base.css";
import "../styles/layout.css";
import "../styles/parts.css";
import "./report.css";

// The page stands already, with its facts as text; what moves is added here.
const places = [...document.querySelectorAll<HTMLElement>("[data-figure]")];
const root = document.createElement("div");
document.body.append(root);
createRoot(root).render(<CanvasContext.Provider value={Canvas}><Report data={readReport(document)} places={places} /></CanvasContext.Provider>);

// Paper is light, and narrower than most windows: pictures are drawn anew for it before the browser lays it out. This is
// told before any picture is, as it listens first.
window.addEventListener("beforeprint", () => {
  document.documentElement.classList.add("paper");
  flushSync(() => theme.set("light"));
});
window.addEventListener("afterprint", () => {
  document.documentElement.classList.remove("paper");
  theme.set("system");
});
