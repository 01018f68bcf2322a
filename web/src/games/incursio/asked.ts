// SPDX-License-Identifier: MIT
// asked.ts - what is asked of people, and what they put before their side: as the state tells it, or fetched where it does not.
import { computed, signal } from "@preact/signals";
import type { Proposal, Question } from "../../sides";
import type { Table } from "../../board";

export class Asked {
  private readonly fetched = signal<{ readonly questions: readonly Question[]; readonly proposals: readonly Proposal[] }>({ questions: [], proposals: [] });

  constructor(private readonly table: Table) {}

  /** Does the state tell it, so that nothing need be fetched? */
  readonly told = computed(() => this.table.state.consents !== undefined);
  readonly questions = computed<readonly Question[]>(() => this.table.state.consents ?? this.fetched.value.questions);
  readonly proposals = computed<readonly Proposal[]>(() => this.table.state.proposals ?? this.fetched.value.proposals);
  /** Those that wait for the viewer's own answer, or for one that the viewer may change. */
  readonly mine = computed(() => this.questions.value.filter(({ seat }) => seat === this.table.state.you));
  /** The words with which the viewer was asked, by question. */
  readonly said = signal<ReadonlyMap<number, string>>(new Map());
  readonly open = computed(() => this.proposals.value.filter(({ status }) => status === "open"));

  /** No state holds those words: they are asked for when there is something to answer. Without them the question stands for itself. */
  async learnWords(): Promise<void> {
    if (!this.table.ask || this.mine.peek().length === 0) return;
    try {
      const { consents } = await this.table.ask<{ consents: readonly Question[] }>("/consents");
      this.said.value = new Map(consents.flatMap(({ question, said }) => (said ? [[question, said] as const] : [])));
    } catch {
      // nobody waits for them
    }
  }

  async refresh(): Promise<void> {
    const { table } = this;
    if (this.told.peek() || !table.ask) return;
    try {
      const [{ consents }, { proposals }] = await Promise.all([
        table.ask<{ consents: readonly Question[] }>("/consents"),
        table.ask<{ proposals: readonly Proposal[] }>("/proposals"),
      ]);
      this.fetched.value = { questions: consents, proposals: [...proposals].reverse() };
    } catch (cause) {
      table.tell?.(cause);
    }
  }

  /** Sends, and shows what came of it: a refusal as all refusals. The answer; null: refused. */
  async post<T>(path: string, body: unknown): Promise<T | null> {
    try {
      const answer = await this.table.ask!<T>(path, body);
      await this.refresh();
      return answer;
    } catch (cause) {
      this.table.tell?.(cause);
      return null;
    }
  }
}
