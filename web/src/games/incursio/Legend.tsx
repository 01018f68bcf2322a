// SPDX-License-Identifier: MIT
// Legend.tsx - what the marks of the map mean, folded away until it is asked for.
import type { ComponentChildren } from "preact";
import type { Lang } from "../../api";
import { Legend as MapLegend } from "../../map/MapWindow";
import { Shape, Tag, tagOf } from "./marks";
import type { Look } from "./position";
import { say, type Word } from "./words";

const bare: Look = {
  kind: "empty",
  level: 0,
  holder: null,
  own: false,
  garrison: 0,
  camp: 0,
  enemies: null,
  kindDay: null,
  works: false,
  portal: false,
  fog: false,
};

const signs: readonly (readonly [Word, ComponentChildren])[] = [
  ["legend_settlement", <Shape look={{ ...bare, kind: "settlement", level: 3, own: true }} number={7} capital={false} />],
  ["legend_capital", <Shape look={{ ...bare, kind: "settlement", level: 3 }} number={7} capital />],
  ["legend_ruin", <Shape look={{ ...bare, kind: "ruin", level: 2 }} number={2} capital={false} />],
  ["legend_land", <Shape look={bare} number={5} capital={false} />],
  ["legend_works", <Shape look={{ ...bare, works: true }} number={5} capital={false} />],
  ["legend_own", <Tag tag={tagOf({ ...bare, kind: "settlement", own: true, holder: "defenders", garrison: 4, camp: 3 }, 3)!} />],
  ["legend_enemy", <Tag tag={tagOf({ ...bare, holder: "raiders", enemies: { count: 5, day: 3 } }, 3)!} />],
  ["legend_recent", <Tag tag={tagOf({ ...bare, holder: "raiders", enemies: { count: 5, day: 2 } }, 3)!} />],
  ["legend_old", <Tag tag={tagOf({ ...bare, holder: "raiders", enemies: { count: 5, day: 2 } }, 9)!} />],
  ["legend_some", <Tag tag={tagOf({ ...bare, holder: "raiders", enemies: { count: "some", day: 3 } }, 3)!} />],
  [
    "legend_portal",
    <g class="inc-portal">
      <circle r="11" />
      <circle r="14.5" />
    </g>,
  ],
  ["legend_fog", <circle r="15" fill="url(#inc-fog)" class="inc-legend-fog" />],
];

const lines: readonly (readonly [Word, ComponentChildren])[] = [
  ["legend_grey", <path class="grey" d="M-19 0H19" />],
  ["legend_red", <path class="red" d="M-19 0H19" />],
];

export function Legend({ lang, belief = false }: { lang: Lang; belief?: boolean }) {
  const sign = (content: ComponentChildren, look: string): ComponentChildren => (
    <svg viewBox="-22 -18 44 36" aria-hidden="true" class={look}>
      {content}
    </svg>
  );
  const rows = [
    ...signs.map(([word, content]) => ({ words: say(lang, word), sign: sign(content, "inc-legend-sign") })),
    ...lines.map(([word, content]) => ({ words: say(lang, word), sign: sign(content, "inc-lines") })),
    ...(belief ? [{ words: say(lang, "legend_belief"), sign: sign(<path class="inc-differs" d="M-7-7 7 7M7-7-7 7" />, "inc-legend-sign") }] : []),
  ];
  return <MapLegend title={say(lang, "legend")} rows={rows} />;
}
