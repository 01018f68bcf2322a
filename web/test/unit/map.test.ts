// SPDX-License-Identifier: MIT
// map.test.ts - what a tap on a map means, and how marks make room for each other.
import assert from "node:assert/strict";
import { test } from "node:test";
import { spread } from "../../src/map/layout";
import { Outlines, ringsOf } from "../../src/map/outline";
import { linesOf } from "../../src/map/places";
import { Room } from "../../src/map/room";
import { meant, type Spot, type Tapped } from "../../src/map/spots";
import { arrow } from "../../src/map/Way";
import { above, beside } from "../../src/parts/beside";

/** A city on an island, another one beside it, and a far village; distances are those of the plane. */
const spots: Readonly<Record<string, Spot>> = { city: [0, 0], harbour: [15, 0], island: [40, 40], village: [200, 0] };
function mapWith(...choices: string[]): Tapped {
  return {
    places: Object.keys(spots),
    spotOf: (place) => spots[place]!,
    nameOf: (place) => place,
    isChoice: (place) => choices.includes(place),
    canTap: (place) => choices.includes(place),
    standsIn: (place) => (place === "island" ? null : "island"),
    tap: () => undefined,
    tapNothing: () => undefined,
  };
}
const at = (x: number, y: number) => (spot: Spot) => Math.hypot(spot[0] - x, spot[1] - y);

test("a city that is a choice wins over the ground on which it stands", () => {
  const model = mapWith("city", "island");
  assert.equal(meant(model, "city", at(0, 0)), "city");
  assert.equal(meant(model, "island", at(40, 40)), "island");
});

test("where only the ground is a choice, a tap on its city means the ground", () => {
  assert.equal(meant(mapWith("island"), "city", at(0, 0)), "island");
});

test("where nothing is a choice, what is under the tap is meant", () => {
  assert.equal(meant(mapWith(), "city", at(0, 0)), "city");
  assert.equal(meant(mapWith(), null, at(0, 0)), null);
});

test("beside a small choice the choice is meant, if no other mark is nearer", () => {
  assert.equal(meant(mapWith("city"), "island", at(-20, 0)), "city");
  assert.equal(meant(mapWith("city"), "island", at(-23, 0)), "island");
  assert.equal(meant(mapWith("city"), "island", at(14, 5)), "island"); // the harbour is nearer
  assert.equal(meant(mapWith("city"), null, at(3, 3)), "city");
});

test("marks that overlap part, but what stays drives the other one off", () => {
  const [a, b] = [{ x: 0, y: 0, w: 5, h: 5 }, { x: 6, y: 0, w: 5, h: 5 }];
  spread([a, b], 20);
  assert.deepEqual([a.x, b.x], [-2, 8]);
  const [printed, mark] = [{ x: 0, y: 0, w: 5, h: 5, still: true }, { x: 6, y: 1, w: 5, h: 5 }];
  spread([printed, mark], 20);
  assert.deepEqual([printed.x, mark.x, mark.y], [0, 10, 1]);
});

test("an arrow keeps clear of the marks at both of its ends", () => {
  const { line, head } = arrow({ x: 0, y: 0 }, { x: 300, y: 0 });
  const [x, y] = /^M(\S+) (\S+)Q/.exec(line)!.slice(1).map(Number) as [number, number];
  assert.ok(Math.abs(Math.hypot(x, y) - 15) < 0.2, line);
  assert.match(head, /^M.*L.*L.*z$/);
});

// Three fields of 10 by 10 side by side, the last with a pond in it; on the second's south a strip of water.
const fields = [
  ["west", ringsOf("M0 0l10 0 0 10-10 0z")],
  ["middle", ringsOf("M10 0l10 0 0 10-10 0z")],
  ["east", ringsOf("M20 0l10 0 0 10-10 0zM24 4l0 2 2 0 0-2z")],
  ["south", ringsOf("M10 10l10 0 0 10-10 0z")],
] as const;

test("a path's steps are read back to points in tenths", () => {
  assert.deepEqual(ringsOf("M.5 1l1.5-2 3 0z"), [[5, 10, 20, -10, 50, -10]]);
  assert.equal(fields[2][1].length, 2);
});

test("around places that touch there is one line, without the border between them", () => {
  const outlines = new Outlines(fields);
  const length = (d: string): number => {
    let sum = 0;
    for (const part of d.split(/(?=M)/).filter(Boolean)) {
      const at = (part.match(/-?[\d.]+/g) ?? []).map(Number);
      for (let i = 2; i < at.length; i += 2) sum += Math.hypot(at[i]! - at[i - 2]!, at[i + 1]! - at[i - 1]!);
    }
    return sum;
  };
  assert.equal(length(outlines.around(new Set(["west"]))), 40);
  assert.equal(length(outlines.around(new Set(["west", "middle"]))), 60);
  assert.equal(length(outlines.around(new Set(["west", "middle", "east"]))), 80 + 8); // and the pond
  assert.equal(length(outlines.between(new Set(["west", "middle", "east"]))), 20);
  assert.equal(outlines.between(new Set(["west", "east"])), "");
});

test("a name has room where no line runs through its box", () => {
  const room = new Room(fields, ["south"]);
  assert.equal(room.isFree({ x: 5, y: 5, w: 3, h: 2 }), true);
  assert.equal(room.isFree({ x: 9, y: 5, w: 3, h: 2 }), false);
  assert.equal(room.isFree({ x: 25, y: 5, w: 4, h: 4 }), false, "the pond");
  assert.equal(room.isIn("east", 22, 2), true);
  assert.equal(room.isIn("east", 25, 5), false);
  assert.deepEqual([room.isWater(15, 15), room.isWater(15, 5)], [true, false]);
});

test("a long name of several words stands in two lines of about the same length", () => {
  assert.deepEqual(linesOf("Italy"), ["Italy"]);
  assert.deepEqual(linesOf("Lower Germany"), ["Lower", "Germany"]);
  assert.deepEqual(linesOf("Isole del Mare Nostro"), ["Isole del", "Mare Nostro"]);
});

const rect = (left: number, top: number, width: number, height: number): DOMRect =>
  ({ left, top, width, height, right: left + width, bottom: top + height }) as DOMRect;

test("the arena of a throw stands beside the fight, inside the board, and covers no place of it", () => {
  const board = rect(10, 100, 1000, 600);
  const meets = (at: { left: number; top: number }, one: DOMRect): boolean =>
    at.left < one.right - 10 && at.left + 260 > one.left - 10 && at.top < one.bottom - 100 && at.top + 150 > one.top - 100;
  for (const [x, y] of [[12, 110], [500, 400], [960, 650], [15, 660], [900, 120]] as const) {
    const fight = [rect(x, y, 40, 20), rect(x - 30, y + 15, 40, 20)];
    const at = beside(fight, board, 260, 150)!;
    assert.ok(at.left >= 8 && at.top >= 8 && at.left + 260 <= 992 && at.top + 150 <= 592, JSON.stringify(at));
    for (const one of fight) assert.equal(meets(at, one), false, `${x} ${y} ${JSON.stringify(at)}`);
  }
  assert.equal(beside([], board, 260, 150), null);
  assert.equal(beside([rect(10, 100, 1000, 600)], board, 260, 150), null, "no room beside it");
});

test("nor does a phone's sheet hide it, which lies over the board's foot; a panel beside the board does not matter", () => {
  const board = rect(0, 110, 360, 630);
  const fight = [rect(220, 220, 50, 30), rect(80, 400, 50, 30)];
  const low = beside(fight, above(board, rect(0, 560, 360, 180)), 350, 100)!;
  const high = beside(fight, above(board, rect(0, 460, 360, 280)), 350, 100)!;
  assert.ok(low.top + 100 <= 560 - 110 && high.top + 100 <= 460 - 110, JSON.stringify([low, high]));
  assert.equal(above(board, rect(360, 0, 400, 740)), board);
  assert.equal(above(board, undefined), board);

});
