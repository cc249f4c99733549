// SPDX-License-Identifier: MIT
export interface MockStudy {
  name: string;
  stopped: boolean;
  trials: { number: number; state: string; params: Record<string, unknown> }[];
  notes: { text: string; tags: string[] };
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
