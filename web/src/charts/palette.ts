// SPDX-License-Identifier: MIT
// The colours of hone's pictures (src/hone/plot/palette.cpp), and lighter ones for dark pages.

const LIGHT = ["#0072b2", "#d55e00", "#009e73", "#be5a96", "#de9600", "#38a0d7", "#785ec8", "#966e3c"];
const DARK = ["#4aa8e8", "#f08a45", "#2fc79a", "#dd86b9", "#e9b044", "#7cc7f0", "#a695ea", "#c49c68"];

export interface Ink {
  dark: boolean;
  text: string;
  faint: string;
  grid: string;
  line: string;
  ground: string;
  grey: string;
}

export const LIGHT_INK: Ink = {
  dark: false, text: "#1f2733", faint: "#5b6675", grid: "#e8ecf1", line: "#c3cad4", ground: "#ffffff", grey: "#949ca8",
};
export const DARK_INK: Ink = {
  dark: true, text: "#e2e8f0", faint: "#9aa7b8", grid: "#232c39", line: "#3a4656", ground: "#131a24", grey: "#6d7988",
};

export function inkOf(dark: boolean): Ink {
  return dark ? DARK_INK : LIGHT_INK;
}

export function colourOf(index: number, ink: Ink): string {
  if (index < 0) return ink.grey;
  const palette = ink.dark ? DARK : LIGHT;
  return palette[index % palette.length] ?? ink.grey;
}

export function channels(hex: string): [number, number, number] {
  const value = parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function mix(from: string, to: string, strength: number): string {
  const s = Math.min(1, Math.max(0, strength));
  const ends = channels(to);
  const mixed = channels(from).map((channel, i) => Math.round(channel + s * ((ends[i] ?? 0) - channel)));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

/** From the ground of the page (0) to the full colour (1). */
export function tint(colour: string, strength: number, ink: Ink): string {
  return mix(ink.ground, colour, strength);
}

/** From pale (0) to dark (1) on any ground, as the legend of a field says it. */
export function depth(colour: string, strength: number, ink: Ink): string {
  return ink.dark ? mix(mix("#ffffff", colour, 0.45), mix("#000000", colour, 0.22), strength) : tint(colour, strength, ink);
}
