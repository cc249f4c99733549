// SPDX-License-Identifier: MIT
import { createContext, lazy, type ComponentType } from "react";
import type { CanvasProps } from "./Canvas";

/**
 * What draws pictures. ECharts is most of the dashboard's code, and is loaded with the first picture; a report has it
 * inside, and gives it here, as a page that is printed before any picture was seen cannot wait.
 */
export const CanvasContext = createContext<ComponentType<CanvasProps>>(lazy(() => import("./Canvas")));
