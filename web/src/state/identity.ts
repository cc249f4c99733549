// SPDX-License-Identifier: MIT
import { createContext, useContext } from "react";
import type { Identity } from "../api/types";

/** Who is here; null while that is not known. */
export const IdentityContext = createContext<Identity | null>(null);

export interface Rights {
  work: boolean;
  admin: boolean;
}

/** What may be done here, so that pages offer nothing else. The server decides; this only hides. */
export function rightsOf(identity: Identity | null): Rights {
  if (!identity || identity.read_only) return { work: false, admin: false };
  return { work: identity.role !== "read", admin: identity.role === "admin" };
}

export function useRights(): Rights {
  return rightsOf(useContext(IdentityContext));
}
