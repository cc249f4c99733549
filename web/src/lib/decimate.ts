// SPDX-License-Identifier: MIT

/**
 * Which of `count` things to show when at most `most` can be: evenly spread, the first and the last always.
 * Ascending and without repeats.
 */
export function evenShare(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, i) => i);
  if (most <= 0) return [];
  if (most === 1) return [0];
  return Array.from({ length: most }, (_, i) => Math.round((i * (count - 1)) / (most - 1)));
}

/**
 * Of a stepped line, the points where it changes, and its last one: what is left looks the same. Points without
 * a value stay, since they are gaps.
 */
export function stepsOnly(x: (number | null)[], y: (number | null)[]): [number | null, number | null][] {
  const points: [number | null, number | null][] = [];
  for (let i = 0; i < x.length; i++) {
    const changed = i === 0 || i === x.length - 1 || y[i] !== y[i - 1];
    if (changed) points.push([x[i] ?? null, y[i] ?? null]);
  }
  return points;
}
