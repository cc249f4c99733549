// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { LARGEST_PICTURE, lookOf, sizeText, tableOf, visible } from "../../src/lib/artefacts";

describe("artefacts", () => {
  it("are shown by what the server found them to be", () => {
    expect(lookOf({ type: "image/png", size: 10 })).toBe("picture");
    expect(lookOf({ type: "image/png", size: LARGEST_PICTURE + 1 })).toBe("none");
    expect(lookOf({ type: "image/svg+xml", size: 10 })).toBe("none");
    expect(lookOf({ type: "text/html", size: 10 })).toBe("none");
    expect(lookOf({ type: "text/csv", size: 1e9 })).toBe("table");
    expect(lookOf({ type: "application/json", size: 10 })).toBe("text");
    expect(lookOf({ type: "application/octet-stream", size: 10 })).toBe("none");
  });

  it("as tables follow RFC 4180", () => {
    const table = tableOf('a,b\r\n"1,5","x ""y""\nz"\r\n,\n3,4', "text/csv", true);
    expect(table).toEqual({ head: ["a", "b"], rows: [["1,5", 'x "y"\nz'], ["", ""], ["3", "4"]], cut: false });
    expect(tableOf("", "text/csv", true)).toEqual({ head: [], rows: [], cut: false });
    expect(tableOf('a\t"b\n1\t2', "text/tab-separated-values", true).rows).toEqual([["1", "2"]]);
  });

  it("as tables say when there is more", () => {
    expect(tableOf("a\n1\n2", "text/csv", false)).toEqual({ head: ["a"], rows: [["1"]], cut: true });
    const long = tableOf(`a\n${"1\n".repeat(200)}`, "text/csv", true);
    expect([long.rows.length, long.cut]).toEqual([200, false]);
    const longer = tableOf(`a\n${"1\n".repeat(201)}`, "text/csv", true);
    expect([longer.rows.length, longer.cut]).toEqual([200, true]);
    const wide = tableOf(`${"a,".repeat(60)}a\n`, "text/csv", true);
    expect([wide.head.length, wide.cut]).toEqual([50, true]);
  });

  it("show characters that would hide something", () => {
    expect(visible("a\u202eb\u0007\tc\n")).toBe("a\\u{202e}b\\u{7}\tc\n");
    expect(sizeText(999)).toBe("999 B");
    expect(sizeText(5_120)).toBe("5.1 kB");
    expect(sizeText(67_108_864)).toBe("67.1 MB");
  });
});
