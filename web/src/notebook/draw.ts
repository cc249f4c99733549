// SPDX-License-Identifier: MIT
const SPACE = "http://www.w3.org/2000/svg";

export type Attributes = Record<string, string | number>;

/** An element of SVG as the last child of another. */
export function add<Name extends keyof SVGElementTagNameMap>(parent: Element, name: Name, attributes: Attributes, text?: string): SVGElementTagNameMap[Name] {
  const made = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text !== undefined) made.textContent = text;
  parent.append(made);
  return made;
}
