// SPDX-License-Identifier: MIT
import { lazy } from "react";

/**
 * ECharts is most of the code, and is loaded with the first picture. One for all kinds of pictures: a page that is
 * printed draws what nobody has scrolled to yet at once, and could not wait for a second one.
 */
export const Canvas = lazy(() => import("./Canvas"));
