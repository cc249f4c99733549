// SPDX-License-Identifier: MIT
// node tests/mock/main.mjs [PORT]: the mock server by itself, to look at the dashboard while working on it.
import { Mock } from "./server.mjs";

const tokens = process.env.MOCK_TOKEN ? { [process.env.MOCK_TOKEN]: "admin" } : undefined;
const mock = new Mock({ tokens, large: 100_000 });
const port = await mock.listen(Number(process.argv[2] ?? 7180));
console.log(`http://127.0.0.1:${port}/`);
