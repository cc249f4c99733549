// SPDX-License-Identifier: MIT
// A worker in JavaScript (node 20 or later): node worker.mjs http://127.0.0.1:7180 demo my-name
// It asks for trials, evaluates a function of x and y, and tells the results, until the study is done.
const [url, study, client = "js"] = process.argv.slice(2);
const headers = { "Content-Type": "application/json" };
if (process.env.HONE_TOKEN) headers.Authorization = `Bearer ${process.env.HONE_TOKEN}`;

// One request. It is sent again while the service cannot be reached: asks have a key and tells a token, so that
// nothing happens twice.
async function post(verb, body) {
  const target = `${url}/v1/studies/${encodeURIComponent(study)}:${verb}`;
  for (let pause = 200; ; pause = Math.min(2 * pause, 5000)) {
    let answer;
    try {
      answer = await fetch(target, { method: "POST", headers, body: JSON.stringify({ client, ...body }) });
    } catch {
      answer = { status: 503 };
    }
    if (answer.status === 200) return answer.json();
    if (answer.status !== 503 && answer.status !== 429) {
      const { error } = await answer.json();
      throw Object.assign(new Error(error.message), { code: error.code });
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

const objective = ({ x, y }) => (x - 0.3) ** 2 + (y - 0.7) ** 2;

let told = 0;
for (;;) {
  const { trials, done } = await post("ask", { key: crypto.randomUUID() });
  if (done) break;
  for (const { number, token, params } of trials) {
    const beat = setInterval(() => post("heartbeat", { leases: [{ number, token }] }).catch(() => {}), 15000);
    const value = objective(params);
    const { prune } = await post("report", { number, token, step: 1, value });
    clearInterval(beat);
    const result = prune ? { number, token, state: "pruned" } : { number, token, value };
    try {
      await post("tell", { results: [result] });
      told += 1;
    } catch (error) {
      if (error.code !== "lease_lost") throw error; // somebody else was given the trial meanwhile
    }
  }
}
console.log(`told ${told} results`);
