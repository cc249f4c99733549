// SPDX-License-Identifier: MIT
// Lists of names in an address: separated by commas, and names with commas still come back whole.

export function listText(names: string[]): string {
  return names.map((name) => name.replace(/%/g, "%25").replace(/,/g, "%2C")).join(",");
}

export function parseList(text: string | undefined): string[] {
  if (!text) return [];
  return text.split(",").filter(Boolean).map((name) => name.replace(/%2C/g, ",").replace(/%25/g, "%"));
}

/** The list with a name added or, when it is there, taken out. */
export function toggled(names: string[], name: string): string[] {
  return names.includes(name) ? names.filter((one) => one !== name) : [...names, name];
}
