// SPDX-License-Identifier: MIT
// main.tsx - where the page begins.
import { render } from "preact";
import { App } from "./app";
import { followLook } from "./look";
import { followLinks } from "./route";
import { refreshSession } from "./session";

followLook();
followLinks();
render(<App />, document.getElementById("app")!);
void refreshSession();
