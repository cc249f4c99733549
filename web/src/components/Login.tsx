// SPDX-License-Identifier: MIT
import { useState } from "react";
import { forgetAnswers } from "../api/resource";
import { signIn } from "../state/session";
import { Field } from "./Field";

/** Asks for a token after the server has said that it does not know us. */
export function Login({ again }: { again: boolean }) {
  const [text, setText] = useState("");
  return (
    <main className="login" id="content">
      <form className="card" onSubmit={(event) => { event.preventDefault(); forgetAnswers(); signIn(text.trim()); }}>
        <h1>Sign in to hone</h1>
        <p>This server asks for a token. Whoever runs it makes one with <code>hone token create</code>.</p>
        <Field label="Token" problem={again ? "The server does not accept this token. It may be mistyped, revoked or expired." : undefined}
          hint="It is kept until this tab is closed, and is never part of an address.">
          {(wiring) => (
            <input {...wiring} type="password" value={text} autoFocus autoComplete="off" spellCheck={false}
              onChange={(event) => setText(event.target.value)} />
          )}
        </Field>
        <button className="button primary" disabled={text.trim() === ""}>Sign in</button>
      </form>
    </main>
  );
}
