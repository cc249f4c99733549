// SPDX-License-Identifier: MIT

export interface StreamEvent {
  event: string;
  id: string;
  data: string;
}

/**
 * Reads server-sent events from pieces of text that may be cut anywhere. A blank line ends an event; comments
 * and unknown fields are passed over, as the standard asks for.
 */
export class EventParser {
  private rest = "";
  private event = "";
  private id = "";
  private data: string[] = [];

  push(piece: string): StreamEvent[] {
    const events: StreamEvent[] = [];
    const text = this.rest + piece;
    // A piece that ends in '\r' may be the first half of a line end.
    const whole = text.endsWith("\r") ? text.length - 1 : text.length;
    const lines = text.slice(0, whole).split(/\r\n|\n|\r/);
    this.rest = (lines.pop() ?? "") + text.slice(whole);
    for (const line of lines) {
      const done = this.line(line);
      if (done) events.push(done);
    }
    return events;
  }

  private line(line: string): StreamEvent | null {
    if (line === "") return this.finish();
    if (line.startsWith(":")) return null;
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") this.event = value;
    else if (field === "data") this.data.push(value);
    else if (field === "id" && !value.includes("\0")) this.id = value;
    return null;
  }

  private finish(): StreamEvent | null {
    const { event, data } = this;
    this.event = "";
    this.data = [];
    if (data.length === 0) return null;
    return { event: event || "message", id: this.id, data: data.join("\n") };
  }
}
