// SPDX-License-Identifier: MIT
import type { Trial } from "../../src/api/types";

export interface MockStudy {
  name: string;
  stopped: boolean;
  trials: Trial[];
  notes: { text: string; tags: string[] };
  /** The Pareto-optimal trials. */
  front(): Trial[];
}

export class Mock {
  constructor(options?: { tokens?: Record<string, "read" | "work" | "admin">; readOnly?: boolean; live?: boolean; every?: number; large?: number });
  studies: Map<string, MockStudy>;
  /** Every request for the API, as "GET /v1/studies?...". */
  requests: string[];
  listen(port?: number): Promise<number>;
  close(): Promise<void>;
  cut(): void;
  live(): void;
}
