// SPDX-License-Identifier: MIT
// main.tsx - where the page begins.
import { options, render, type VNode } from "preact";
import { App } from "./app";
import { followLook } from "./look";
import { followPage } from "./offline";
import { hrefOf, followLinks } from "./route";
import { refreshSession } from "./session";
import { followTable } from "./table/games";

// Links are written as paths; at a site they lead behind the #.
if (BUILD_SITE) {
  const before = options.vnode;
  options.vnode = (vnode: VNode) => {
    const props = vnode.props as { href?: unknown };
    if (vnode.type === "a" && typeof props.href === "string" && props.href.startsWith("/")) props.href = hrefOf(props.href);
    before?.(vnode);
  };
}
followLook();
followLinks();
followTable();
render(<App />, document.getElementById("app")!);
if (!BUILD_SITE) void refreshSession();
void followPage();
