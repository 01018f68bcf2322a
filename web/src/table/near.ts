// SPDX-License-Identifier: MIT
// near.ts - who answers questions at a live table: the engine in the worker once it is there, else the server. The first question brings
// the engine, and is the server's; so is one that the engine can't answer.
import { seatOf, type State } from "../api";
import { isHere } from "../here/id";
import type { Local } from "./local";
import type { TableStore } from "./store";

export class Near {
  private readonly table: TableStore;
  private opened: Promise<void> | null = null;
  private local: Local | null = null;

  constructor(table: TableStore) {
    this.table = table;
  }

  ask<T>(near: (one: Local, state: State) => Promise<T>, far: () => Promise<T>): Promise<T> {
    const { table } = this;
    const state = table.now.peek();
    if (!BUILD_ENGINE || !state || !seatOf(state) || isHere(table.match)) return far();
    this.opened ??= import("./local")
      .then(({ Local }) => Local.open(table.match, table.who(), state))
      .then((one) => void (this.local = one), () => undefined);
    return this.local ? near(this.local, state).catch(far) : far();
  }
}
