// SPDX-License-Identifier: MIT
// aside.ts - views beside a table and the first page, in one chunk: each in its own would cost more in what they share.
export { AccountView } from "./Account";
export { CreateView } from "./Create";
export { HelpView } from "./Help";
export { HostView } from "./Host";
export { ReplayView } from "./Replay";
export { RunView } from "./Run";
