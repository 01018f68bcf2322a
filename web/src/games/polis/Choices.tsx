// SPDX-License-Identifier: MIT
// Choices.tsx - the decision at hand, as a dialogue of its own for each step of the rules.
import type { ComponentType } from "preact";
import type { Table } from "../../board";
import { Actions } from "./dialogues/Actions";
import { Answer, Attack, BattleOrder, Double, Retreat } from "./dialogues/Battle";
import { CollectIn, CollectRows } from "./dialogues/Collect";
import { Plain, type Part } from "./dialogues/kit";
import { Make, MakeFrom } from "./dialogues/Make";
import { MoveFrom, MoveTo } from "./dialogues/Move";
import { ProxenosTo } from "./dialogues/Proxenos";
import { Growth, Phoros, Remove, Return, SellToTreasury, Send, Supply, Take } from "./dialogues/Round";
import { ChooseSiege, Force, Garrison } from "./dialogues/Siege";
import { ChooseTile, SilverFor, TileIn } from "./dialogues/StartProject";
import { ChooseLoad, TradeMode } from "./dialogues/Trade";
import { modelOf } from "./model";

interface Dialogue {
  readonly View: ComponentType<Part>;
  /** Those that it offers; any other is offered as a plain button. */
  readonly verbs: readonly string[];
}

const dialogue = (View: ComponentType<Part>, ...verbs: readonly string[]): Dialogue => ({ View, verbs });

/** By step of the view (docs/view.polis.json). */
export const dialogues: Readonly<Record<string, Dialogue>> = {
  action: dialogue(Actions, "act", "surcharge", "pass"),
  make_from: dialogue(MakeFrom, "from"),
  make_hoplites: dialogue(Make, "pay", "hire", "done"),
  make_galleys: dialogue(Make, "to", "pay", "hire", "done"),
  make_merchants: dialogue(Make, "pay", "done"),
  tile: dialogue(ChooseTile, "tile"),
  tile_in: dialogue(TileIn, "in"),
  silver_for: dialogue(SilverFor, "silver_for"),
  move_to: dialogue(MoveTo, "to"),
  move_hoplites: dialogue(MoveFrom, "from", "done"),
  move_galleys: dialogue(MoveFrom, "from", "done"),
  siege_polis: dialogue(ChooseSiege, "polis"),
  force_once: dialogue(Force, "force", "no"),
  force_more: dialogue(Force, "force", "done"),
  garrison: dialogue(Garrison, "garrison", "no"),
  collect_in: dialogue(CollectIn, "in"),
  collect_rows: dialogue(CollectRows, "row", "done"),
  load: dialogue(ChooseLoad, "load"),
  trade_mode: dialogue(TradeMode, "exchange", "purchase"),
  prox_to: dialogue(ProxenosTo, "to"),
  battle_order: dialogue(BattleOrder, "battle"),
  retreat: dialogue(Retreat, "retreat", "fight"),
  attack: dialogue(Attack, "play"),
  answer: dialogue(Answer, "answer"),
  double_prestige: dialogue(Double, "double", "no"),
  remove: dialogue(Remove, "remove"),
  send: dialogue(Send, "send", "done"),
  sell: dialogue(SellToTreasury, "sell"),
  betray: dialogue(Take, "take"),
  return_units: dialogue(Return, "return"),
  supply: dialogue(Supply, "pay", "discard"),
  growth: dialogue(Growth, "grow", "done"),
  phoros: dialogue(Phoros, "phoros"),
};

export function Choices({ table }: { table: Table }) {
  const model = modelOf(table);
  const part: Part = { table, model };
  const { step } = model.position.value;
  const found = model.mine.value ? dialogues[step] : undefined;
  const others = table.moves.filter(({ verb }) => !found?.verbs.includes(verb));
  return (
    <div class={`polis-choices ${step}`}>
      {found && <found.View {...part} />}
      {others.map((move) => (
        <Plain key={move.m} part={part} move={move} />
      ))}
    </div>
  );
}
