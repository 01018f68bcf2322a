// SPDX-License-Identifier: MIT
// StartProject.tsx - a project: which tile, where, and how much of its goods is paid in silver.
import type { Project } from "../graph";
import type { Model } from "../model";
import { Tally } from "../parts";
import { isSign } from "../signs";
import { Amount, Goods, Head, moveOf, One, People, Places, type Part } from "./kit";

/** What a tile costs; what is short of it is marked. */
function TileCost({ model, project }: { model: Model; project: Project }) {
  const side = model.mine.value;
  return (
    <span class="polis-tile-cost">
      {Object.entries(project.cost).map(([resource, n]) => {
        const held = side ? model.position.value.stock(side, resource) : 0;
        const name = model.nameOf(resource, "resource");
        const label = model.say(held < n ? "tile_short" : "tile_held", n, name, held);
        return (
          <span key={resource} class={held < n ? "short" : ""}>
            {isSign(resource) && <Tally of={resource} n={n} label={label} />}
          </span>
        );
      })}
    </span>
  );
}

function Tile({ part, project }: { part: Part; project: Project }) {
  const { model } = part;
  const prestige = model.facts.value.brings(project.id);
  return (
    <One part={part} move={moveOf(model, "tile", project.id)} text={`tile ${project.id}`} class="polis-tile">
      <span class="choice-words">{model.nameOf(project.id, "project")}</span>
      <span class="polis-soft">{model.nameOf(project.kind)}</span>
      <TileCost model={model} project={project} />
      <span class="polis-tile-worth">
        <Tally of="prestige" n={`+${prestige}`} label={model.say("project_brings", prestige)} />
        <span class="polis-soft">{model.say("project_posterity", project.posterity)}</span>
      </span>
    </One>
  );
}

export function ChooseTile(part: Part) {
  const { model } = part;
  const graph = model.graph.value;
  const shown = model.position.value.projectsAt("display");
  return (
    <div class="polis-tiles">
      {shown.map((id) => (
        <Tile key={id} part={part} project={graph.project(id)!} />
      ))}
    </div>
  );
}

const tileOf = (model: Model): Project | undefined => model.graph.value.projects[model.position.value.what ?? -1];

export function TileIn(part: Part) {
  const { model } = part;
  const position = model.position.value;
  const project = tileOf(model);
  const side = model.mine.value;
  if (!project || !side) return null;
  const facts = (polis: string) => {
    const done = position.projectsIn(polis, "completed").length;
    return (
      <>
        <People model={model} n={position.population(polis)} />
        {done > 0 && <span class="polis-soft">{model.say("tile_others", done)}</span>}
      </>
    );
  };
  return (
    <>
      <Head>
        <span>{model.nameOf(project.id, "project")}</span>
        <TileCost model={model} project={project} />
      </Head>
      <Places part={part} verb="in" places={position.own(side)} facts={facts} />
    </>
  );
}

/** The good that is asked now, with the whole sum in sight. */
export function SilverFor(part: Part) {
  const { model } = part;
  const position = model.position.value;
  const graph = model.graph.value;
  const project = tileOf(model);
  const side = model.mine.value;
  const good = graph.goods[position.made]; // `made` is the good that is asked
  if (!project || !side || !good) return null;
  const asked = model.say("tile_silver_for", model.nameOf(good, "resource"));
  const sum = (n: number) => {
    const payment = model.facts.value.payment(n);
    return (
      payment && (
        <ul class="polis-payment" aria-label={model.say("tile_sum")}>
          {Object.entries(payment).map(([resource, paid]) => (
            <li key={resource} class={resource === good ? "now" : ""}>
              <Goods model={model} of={resource} n={paid} says="n_stock" />
              <span class="polis-soft">{model.say("stays_of", position.stock(side, resource) - paid)}</span>
            </li>
          ))}
        </ul>
      )
    );
  };
  return (
    <>
      <Head>
        <span>{model.nameOf(project.id, "project")}</span>
        <TileCost model={model} project={project} />
      </Head>
      <p class="polis-ask">{asked}</p>
      <Amount key={good} part={part} verb="silver_for" label={asked} says={sum} />
    </>
  );
}
