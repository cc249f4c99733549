// SPDX-License-Identifier: MIT
// For `npm run dev`: the same elements, without the places in the source that React's own would tell.
import { jsx, jsxs } from "./jsx-runtime";
import type { ElementType, Key, ReactNode } from "react";

export { Fragment, type JSX } from "./jsx-runtime";

export function jsxDEV(type: ElementType, props: Record<string, unknown>, key: Key | undefined, several: boolean): ReactNode {
  return several ? jsxs(type, props, key) : jsx(type, props, key);
}
