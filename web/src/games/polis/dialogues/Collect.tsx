// SPDX-License-Identifier: MIT
// Collect.tsx - Collection: where, then hoplites on the rows of the tribute box, with what they bring in sight.
import { Tally } from "../parts";
import { isSign, Sign } from "../signs";
import { End, Goods, Head, Hoplites, moveOf, One, Places, type Part } from "./kit";
import { tributeOf, yieldOf, type Row } from "./sums";

export function CollectIn(part: Part) {
  const { model } = part;
  const position = model.position.value;
  const graph = model.graph.value;
  const side = model.mine.value;
  if (!side) return null;
  const facts = (region: string) => {
    const free = graph.region(region)?.home_of === side;
    return (
      <>
        <Hoplites model={model} n={position.units(side, region)} />
        <span class="polis-goods" aria-hidden="true">
          {graph.gives(region).map((id) => isSign(id) && <Sign key={id} of={id} />)}
        </span>
        {free ? (
          <span class="polis-soft">{model.say("free")}</span>
        ) : (
          <Goods model={model} of="prestige" n={graph.constant<number>("military_action_prestige")} says="pays" />
        )}
      </>
    );
  };
  const here = graph.lands.filter((region) => position.units(side, region) > 0);
  return <Places part={part} verb="in" places={here} facts={facts} />;
}

function TributeRow({ part, row }: { part: Part; row: Row }) {
  const { model } = part;
  const name = model.nameOf(row.id, "row");
  const now = yieldOf(row);
  const next = row.brings[row.hoplites];
  const more = next === undefined ? model.say("row_full") : model.say("row_next", next - now);
  return (
    <One part={part} move={moveOf(model, "row", row.id)} text={`row ${row.id}`} class="polis-tribute-row">
      {isSign(row.id) && <Sign of={row.id} />}
      <span class="choice-words">{name}</span>
      <span class="hidden">
        : {model.say("row_now", now, row.hoplites)}, {more}
      </span>
      <span class="polis-yields" aria-hidden="true">
        {row.brings.map((n, i) => (
          <span key={i} class={i < row.hoplites ? "filled" : i === row.hoplites ? "next" : ""}>
            {i < row.hoplites && <Sign of="hoplite" />}
            {n}
          </span>
        ))}
      </span>
    </One>
  );
}

export function CollectRows(part: Part) {
  const { model } = part;
  const position = model.position.value;
  const side = model.mine.value;
  const region = model.subject.value;
  if (!side || !region) return null;
  const rows = tributeOf(position, model.facts.value, model.graph.value.resources);
  const brought = rows.filter((row) => row.hoplites > 0);
  const idle = position.units(side, region) - position.made;
  return (
    <>
      <Head>
        <strong>{model.nameOf(region)}</strong>
        <Tally of="hoplite" n={idle} label={model.say("row_idle", idle)} />
        <span class="polis-soft">{model.say("row_idle", idle)}</span>
      </Head>
      <div class="polis-tribute">
        {rows.map((row) => (
          <TributeRow key={row.id} part={part} row={row} />
        ))}
      </div>
      <End part={part}>
        {brought.length > 0 && (
          <>
            {model.say("row_take")}{" "}
            <span class="polis-brought">
              {brought.map((row) => (
                <Goods key={row.id} model={model} of={row.id} n={yieldOf(row)} says="gets" />
              ))}
            </span>
          </>
        )}
      </End>
    </>
  );
}
