// SPDX-License-Identifier: MIT
import { useContext } from "react";
import { token, signOut } from "../state/session";
import { forgetAnswers } from "../api/resource";
import { IdentityContext, useRights } from "../state/identity";
import { href, useRoute } from "../state/route";
import { ThemeSwitch } from "./ThemeSwitch";

export function Header() {
  const identity = useContext(IdentityContext);
  const rights = useRights();
  const { path } = useRoute();
  const place = path[0] ?? "studies";
  const current = (name: string) => (place === name ? ("page" as const) : undefined);
  const leave = () => {
    forgetAnswers();
    signOut();
  };
  return (
    <header className="top">
      <a className="skip" href="#content" onClick={(event) => { event.preventDefault(); document.getElementById("content")?.focus(); }}>
        Skip to the content
      </a>
      <a className="logo" href={href(["studies"])} aria-label="hone, to the studies">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path d="M5 8v9h7v5h6v3h9" fill="none" stroke="currentColor" strokeWidth="3.4" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
        hone
      </a>
      <nav aria-label="Main">
        <a href={href(["studies"])} aria-current={current("studies")}>Studies</a>
        <a href={href(["compare"])} aria-current={current("compare")}>Compare</a>
        {rights.admin && <a href={href(["new"])} aria-current={current("new")}>New study</a>}
      </nav>
      <span className="grow" />
      {identity && (
        <span className="who">{identity.read_only ? "read-only" : identity.role}</span>
      )}
      <ThemeSwitch />
      {token() && <button type="button" className="button small" onClick={leave}>Sign out</button>}
    </header>
  );
}
