// SPDX-License-Identifier: MIT
export function parse(text: string, known: (name: string) => boolean): (get: (name: string) => unknown) => boolean | null;
