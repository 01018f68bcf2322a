// SPDX-License-Identifier: MIT
// marks.tsx - the signs of the map, in pixels around a site: what it is, who holds it, who is known to be there and since when.
import type { Spot } from "../../map/spots";
import type { Layout } from "../../map/layout";
import { useMark } from "../../map/places";
import { otherOf, type Side } from "./data";
import { ageOf, differs, type Look } from "./position";

const HALF = 13; // px: of a settlement's square
const TAG = 16; // px: height of the plate with the units
const DIGIT = 7.6;

/** Dots for its level, or a question mark. */
export function Pips({ level, y = 6.5 }: { level: number | null; y?: number }) {
  if (level === null)
    return (
      <text class="inc-pip-unknown" y={y}>
        ?
      </text>
    );
  return (
    <>
      {Array.from({ length: level }, (_, i) => (
        <circle key={i} class="inc-pip" cx={(i - (level - 1) / 2) * 4.2} cy={y} r="1.7" />
      ))}
    </>
  );
}

/** What a site is: a square, a hexagon, a dot, a dotted square. */
export function Shape({ look, number, capital }: { look: Look; number: number; capital: boolean }) {
  const built = look.kind === "settlement" || look.kind === "ruin";
  const side = look.kind === "ruin" ? "raiders" : look.kind === "settlement" || look.works ? "defenders" : undefined;
  return (
    <g class={`inc-shape ${look.works ? "works" : look.kind} ${look.own ? "own" : ""}`} data-side={side}>
      {look.kind === "settlement" && capital && <rect class="inc-capital" x="-17" y="-17" width="34" height="34" rx="6" />}
      {look.works || look.kind === "settlement" ? (
        <rect class="inc-body" x={-HALF} y={-HALF} width={2 * HALF} height={2 * HALF} rx="3" />
      ) : look.kind === "ruin" ? (
        <path class="inc-body" d="M-15.5 0-7.75-13.4H7.75L15.5 0 7.75 13.4H-7.75z" />
      ) : (
        <circle class="inc-body" r="9.5" />
      )}
      <text class="inc-number" y={built ? -3.5 : 0.5}>
        {number}
      </text>
      {built && <Pips level={look.level} />}
    </g>
  );
}

/** The words of the plate: own units as garrison | camp, enemies as a number and the day of the news. */
export function tagOf(look: Look, today: number): { readonly words: string; readonly day: string; readonly side: Side; readonly age: string } | null {
  if (look.own && look.holder) {
    const both = look.garrison > 0 || (look.kind === "settlement" && look.holder === "defenders");
    return { words: both ? `${look.garrison}|${look.camp}` : String(look.camp), day: "", side: look.holder, age: "own" };
  }
  if (!look.enemies || !look.holder) return null;
  const { count, day } = look.enemies;
  const age = count === 0 ? "nobody" : ageOf(day, today);
  return { words: count === "some" ? "?" : String(count), day: age === "today" ? "" : `d${day}`, side: look.holder, age };
}

export function Tag({ tag, y = 0 }: { tag: NonNullable<ReturnType<typeof tagOf>>; y?: number }) {
  const width = tagWidth(tag);
  const main = tag.words.length * DIGIT;
  return (
    <g class={`inc-tag ${tag.age}`} data-side={tag.side} transform={`translate(0 ${y})`}>
      <rect class="inc-plate" x={-width / 2} y={-TAG / 2} width={width} height={TAG} rx={tag.age === "own" ? 3 : TAG / 2} />
      {tag.age === "old" && <rect fill={`url(#inc-old-${tag.side})`} x={-width / 2} y={-TAG / 2} width={width} height={TAG} rx={TAG / 2} />}
      <text class="inc-count" x={tag.day ? (main - width) / 2 + 4.5 : 0}>
        {tag.words}
      </text>
      {tag.day && (
        <text class="inc-day" x={width / 2 - 3.2 - tag.day.length * 2.7}>
          {tag.day}
        </text>
      )}
    </g>
  );
}

const tagWidth = (tag: NonNullable<ReturnType<typeof tagOf>>): number =>
  Math.max(17, tag.words.length * DIGIT + 9 + (tag.day ? tag.day.length * 5.6 + 1 : 0));

const RING = 24; // px of its radius

export interface SignProps {
  readonly site: string;
  readonly spot: Spot;
  readonly number: number;
  readonly capital: boolean;
  readonly look: Look;
  readonly belief?: Look | undefined;
  readonly today: number;
  readonly notice: string;
  readonly layout: Layout;
}

export function Sign({ site, spot, number, capital, look, belief, today, notice, layout }: SignProps) {
  const tag = tagOf(look, today);
  const wrong = belief && differs(look, belief) ? belief : null;
  const believed = wrong && (tagOf(wrong, today) ?? { words: "–", day: "", side: wrong.holder ?? otherOf(look.holder ?? "raiders"), age: "nobody" });
  const width = Math.max(HALF + 2, tag ? tagWidth(tag) / 2 : 0, believed ? tagWidth(believed) / 2 : 0);
  const height = tag ? HALF + TAG / 2 + 5 : HALF;
  const ring = notice ? RING + 1 : 0; // names keep off it, too
  const group = useMark(layout, site, spot, Math.max(width, ring), Math.max(height, ring), [12, 12]);
  return (
    <g ref={group} class={`inc-sign ${look.fog ? "fog" : ""} ${notice}`}>
      <g class="map-fixed">
        <circle class="inc-notice casing" r={RING} />
        <circle class="inc-notice" r={RING} />
        {look.portal && (
          <g class="inc-portal">
            <circle r="20" />
            <circle r="23.5" />
          </g>
        )}
        <Shape look={look} number={number} capital={capital} />
        {tag && <Tag tag={tag} y={HALF + 7} />}
        {believed && (
          <g class="inc-belief">
            <path d="M-5-26 5-16M5-26-5-16" />
            <Tag tag={believed} y={-21} />
          </g>
        )}
      </g>
    </g>
  );
}
