// SPDX-License-Identifier: MIT
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
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
createRoot(root).render(<Report data={readReport(document)} places={places} />);

// Paper is light.
window.addEventListener("beforeprint", () => flushSync(() => theme.set("light")));
window.addEventListener("afterprint", () => theme.set("system"));
