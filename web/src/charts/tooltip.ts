// SPDX-License-Identifier: MIT

/**
 * The inside of a tooltip as elements. Names come from users and from their programs' output: as text of an
 * element they stay text, whatever they look like. Styles come from the style sheet, as the content-security
 * policy allows no others.
 */
export function tooltipContent(title: string, rows: [string, string][]): HTMLElement {
  const box = document.createElement("div");
  box.className = "tip";
  if (title) {
    const head = document.createElement("div");
    head.className = "tip-title";
    head.textContent = title;
    box.append(head);
  }
  const list = document.createElement("dl");
  for (const [name, value] of rows) {
    const term = document.createElement("dt");
    term.textContent = name;
    const text = document.createElement("dd");
    text.textContent = value;
    list.append(term, text);
  }
  box.append(list);
  return box;
}
