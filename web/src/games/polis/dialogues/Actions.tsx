// SPDX-License-Identifier: MIT
// Actions.tsx - which action: the twelve in their three groups with what they cost, the surcharge before them, and to pass.
import type { ComponentChildren } from "preact";
import { isSign, Sign } from "../signs";
import { ActionSign } from "./emblems";
import { Goods, moveOf, movesOf, One, type Part } from "./kit";

/** What one unit, or the action, costs; nothing where it depends on what will be chosen. */
function priceOf(part: Part, action: string): ComponentChildren {
  const { model } = part;
  const graph = model.graph.value;
  const siege = model.siege.value;
  const prestige = (n: number, then?: string) => (
    <>
      <Goods model={model} of="prestige" n={n} says="n_stock" />
      {then && <span class="hidden">{then}</span>}
    </>
  );
  const silver = (n: number) => <Goods model={model} of="silver" n={n} says="n_stock" />;
  const unit = (resource: "metal" | "wood") => {
    const told = model.say("act_each", model.nameOf(resource, "resource"));
    return (
      <span role="img" aria-label={told} title={told}>
        <Sign of={resource} />/<Sign of="silver" />
      </span>
    );
  };
  const military = graph.constant<number>("military_action_prestige");
  switch (action) {
    case "create_hoplites":
      return unit("metal");
    case "create_galleys":
    case "create_merchants":
      return unit("wood");
    case "move_hoplites":
    case "move_galleys":
      return prestige(military);
    case "collect":
      return prestige(military, model.say("act_home_free"));
    case "besiege":
      return siege && prestige(siege.prestige_start);
    case "redeem_proxenos":
      return silver(graph.constant<number>("redeem_price"));
    case "civil_war": {
      const side = model.mine.value;
      const polis = side && !model.position.value.isCaptive(side) ? model.position.value.proxenos(side) : null;
      const price = side && polis ? model.facts.value.civilWar(side, polis) : 0;
      return price > 0 ? silver(price) : null;
    }
    default:
      return null;
  }
}

function Action({ part, action }: { part: Part; action: string }) {
  const { model } = part;
  const move = moveOf(model, "act", action);
  const first = model.position.value.firstAction === action;
  return (
    <One part={part} move={move} text={`act ${action}`} title={move?.remark} class={first ? "polis-act done" : "polis-act"}>
      <ActionSign of={action} />
      <span class="choice-words">{model.nameOf(action, "action")}</span>
      <span class="polis-act-price">{first ? <span class="polis-soft">{model.say("act_first")}</span> : priceOf(part, action)}</span>
    </One>
  );
}

function Surcharge({ part }: { part: Part }) {
  const { model } = part;
  const side = model.mine.value;
  const moves = movesOf(model, "surcharge");
  if (!side || !moves.length) return null;
  return (
    <section aria-label={model.say("act_surcharge")}>
      <h3>{model.say("act_surcharge")}</h3>
      <div class="polis-surcharge">
        {moves.map((move) => {
          const resource = String(move.args.resource);
          return (
            <One key={resource} part={part} move={move} text={move.text}>
              {isSign(resource) && <Sign of={resource} />}
              <span class="choice-words">{model.nameOf(resource, "resource")}</span>
              <span class="polis-soft">{model.say("you_hold", model.position.value.stock(side, resource))}</span>
            </One>
          );
        })}
      </div>
    </section>
  );
}

export function Actions(part: Part) {
  const { model } = part;
  const { actions } = model.graph.value;
  const groups = [...new Set(actions.map((action) => action.class))];
  const pass = moveOf(model, "pass");
  return (
    <>
      <Surcharge part={part} />
      <div class="polis-acts">
        {groups.map((group) => (
          <section key={group} aria-label={model.say(`act_${group as "development" | "military" | "political"}`)}>
            <h3>{model.say(`act_${group as "development" | "military" | "political"}`)}</h3>
            {actions
              .filter((action) => action.class === group)
              .map(({ id }) => (
                <Action key={id} part={part} action={id} />
              ))}
          </section>
        ))}
      </div>
      {pass && (
        <One part={part} move={pass} text="pass" class="polis-quiet">
          <span class="choice-words">{pass.words}</span>
          <span class="polis-soft">{model.say("act_pass")}</span>
        </One>
      )}
    </>
  );
}
