// SPDX-License-Identifier: MIT
// app.tsx - the frame of all views: head with the way to each, language, dialogs; and which view an address means.
import { useEffect, useErrorBoundary } from "preact/hooks";
import { lazy } from "./lazy";
import { loadStyle } from "./look";
import { Languages } from "./parts/Languages";
import { openRule } from "./parts/Rule";
import { SeatDefs } from "./parts/SeatMark";
import { HelpDialog, helpOpen } from "./parts/ShortcutList";
import { Message, Title } from "./parts/basic";
import { place, wholeScreen } from "./route";
import { session } from "./session";
import { TableView } from "./views/Table";
import { Missing } from "./views/Trouble";
import { t } from "./words";
import { prefs } from "./device";

/** A view with the styles of those that one opens seldom. */
const styled = <T,>(view: Promise<T>): Promise<T> => Promise.all([view, loadStyle("seldom")]).then(([part]) => part);
const aside = () => import("./views/aside");
const AccountView = lazy(() => aside().then((part) => part.AccountView));
const AnalyseView = lazy(() => styled(import("./analyse/index")).then((part) => part.AnalyseView));
const CreateView = lazy(() => aside().then((part) => part.CreateView));
const DeskView = lazy(() => import("./desk/Desk").then((part) => part.DeskView));
const EnrolView = lazy(() => import("./desk/Enrol").then((part) => part.EnrolView));
const HelpView = lazy(() => aside().then((part) => part.HelpView));
const HomeView = lazy(() => import("./views/Home").then((part) => part.HomeView));
const HostView = lazy(() => aside().then((part) => part.HostView));
const LearnView = lazy(() => styled(import("./views/Learn")).then((part) => part.LearnView));
const PuzzlesView = lazy(() => styled(import("./analyse/index")).then((part) => part.PuzzlesView));
const ReplayView = lazy(() => styled(aside()).then((part) => part.ReplayView));
const ReviewView = lazy(() => styled(import("./views/Review")).then((part) => part.ReviewView));
const RuleDialog = lazy(() => import("./parts/RuleDialog").then((part) => part.RuleDialog), { part: true });
const RunView = lazy(() => aside().then((part) => part.RunView));
const VerifyView = lazy(() => import("./views/Verify").then((part) => part.VerifyView));

function Masthead() {
  const { path } = place.value;
  const links = [
    { href: "/new", says: t("create_title") },
    { href: "/analyse", says: t("analyse_short") },
    { href: "/verify", says: t("verify_short") },
    { href: "/help", says: t("help") },
    ...(BUILD_SITE ? [] : [{ href: "/account", says: session.value?.account?.name ?? t("account") }]),
  ];
  return (
    <header class="masthead">
      <a class="brand" href="/">
        <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
          <rect x="2" y="2" width="28" height="28" rx="6" />
          {[9, 16, 23].flatMap((y) => [9, 23].map((x) => <circle key={`${x} ${y}`} cx={x} cy={y} r="2.6" />))}
        </svg>
        <span>Alea</span>
      </a>
      <nav aria-label={t("nav")}>
        {links.map((link) => (
          <a key={link.href} href={link.href} aria-current={path === link.href ? "page" : undefined}>
            {link.says}
          </a>
        ))}
      </nav>
      <Languages />
    </header>
  );
}

function View() {
  const { route, query } = place.value;
  const [fault, reset] = useErrorBoundary();
  useEffect(() => reset(), [place.value]);
  if (fault)
    return (
      <main id="content" class="page">
        <Title>{t("trouble")}</Title>
        <Message kind="bad" alert>
          {t("fault_page")} <code>{fault instanceof Error ? fault.message : String(fault)}</code>
        </Message>
        <button type="button" class="button" onClick={() => location.reload()}>
          {t("try_again")}
        </button>
      </main>
    );
  switch (route.view) {
    case "table":
      if (query.has("review")) return <ReviewView key={`v${route.match}`} match={route.match} />;
      return query.has("ply") ? (
        <ReplayView key={`r${route.match}`} match={route.match} />
      ) : (
        <TableView key={route.match} match={route.match} />
      );
    case "run":
      return <RunView key={route.match} match={route.match} desk={DeskView} />;
    case "enrol":
      return <EnrolView key={route.match} match={route.match} />;
    case "learn":
      return <LearnView key={route.game} game={route.game} />;
    case "home":
      return <HomeView />;
    case "create":
      return <CreateView />;
    case "host":
      return <HostView />;
    case "verify":
      return <VerifyView />;
    case "analyse":
      return <AnalyseView />;
    case "puzzles":
      return <PuzzlesView />;
    case "account":
      return <AccountView />;
    case "help":
      return <HelpView />;
    case "missing":
      return <Missing />;
  }
}

export function App() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const writing = event.target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
      if (event.key !== "?" || writing || !prefs.peek().keys || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      helpOpen.value = !helpOpen.peek();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  // A dialog is of the page on which it was opened.
  useEffect(() => {
    openRule.value = null;
    helpOpen.value = false;
  }, [place.value]);
  const { route, query } = place.value;
  const atTable = (route.view === "table" && !query.has("review")) || route.view === "learn" || wholeScreen.value;
  return (
    <>
      <SeatDefs />
      <a
        class="skip-link"
        href="#content"
        onClick={(event) => (event.preventDefault(), document.querySelector<HTMLElement>("main h1")?.focus())}
      >
        {t("skip_to_content")}
      </a>
      {!atTable && <Masthead />}
      <View />
      {openRule.value && <RuleDialog open={openRule.value} />}
      <HelpDialog />
    </>
  );
}
