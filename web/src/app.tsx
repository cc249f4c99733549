// SPDX-License-Identifier: MIT
import { Suspense, lazy, useEffect } from "react";
import { useResource } from "./api/resource";
import type { Identity } from "./api/types";
import { Header } from "./components/Header";
import { Login } from "./components/Login";
import { Empty, ErrorBox, Waiting } from "./components/basics";
import { StudiesPage } from "./pages/StudiesPage";
import { StudyPage } from "./pages/StudyPage";
import { IdentityContext } from "./state/identity";
import { href, useRoute, type Route } from "./state/route";
import { session } from "./state/session";
import { useStore } from "./state/store";

const NewStudyPage = lazy(() => import("./pages/NewStudyPage"));
const ComparePage = lazy(() => import("./pages/ComparePage"));

function Page({ route }: { route: Route }) {
  const [first = "studies", second, ...rest] = route.path;
  if (first === "studies" && second === undefined) return <StudiesPage />;
  if (first === "studies" && second !== undefined) return <StudyPage key={second} name={second} rest={rest} />;
  if (first === "compare") return <ComparePage />;
  if (first === "new") return <NewStudyPage />;
  return (
    <Empty title="There is no such page">
      <a href={href(["studies"])}>To the studies</a>
    </Empty>
  );
}

/** The key '/' goes to the search field of a page, as in many tools; never while something is typed. */
function useSlash() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.key !== "/" || event.ctrlKey || event.metaKey || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
      const search = document.querySelector<HTMLInputElement>("input[type=search]");
      if (!search) return;
      event.preventDefault();
      search.focus();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

export function App() {
  const route = useRoute();
  const { wanted, generation } = useStore(session);
  const identity = useResource<Identity>("", {});
  useSlash();
  if (wanted) return <Login again={generation > 0} />;
  return (
    <IdentityContext.Provider value={identity.data ?? null}>
      <Header />
      <main id="content" tabIndex={-1}>
        {identity.error && identity.error.status !== 401 && <ErrorBox error={identity.error} />}
        <Suspense fallback={<Waiting label="the page" />}>
          <Page route={route} />
        </Suspense>
      </main>
    </IdentityContext.Provider>
  );
}
