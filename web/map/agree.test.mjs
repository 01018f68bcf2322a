// SPDX-License-Identifier: MIT
// agree.test.mjs - every committed map against its game's data: contacts on the picture are the graph's edges, and only they.
//
// All is computed from the path data that is committed, nothing from the generator's bookkeeping. `node --test web/map`
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { output, written } from "./generate.mjs";
import { readPath } from "./paths.mjs";
import { contains, containsAny, crossing, nearPairs, signedArea } from "./plane.mjs";
import { clearance } from "./points.mjs";

const LEAST_CONTACT = 6; // units of the map, 1000 wide: a border that a phone shows
const LEAST_GAP = 2.5; // between shapes that must not touch
const AT_COAST = 16; // from a port's point to its sea
const FROM_SEA = 30; // from a city on free land to the sea whose it is
const MOST_BYTES = 90 * 1024;

const here = new URL("./", import.meta.url);
const read = (path) => JSON.parse(readFileSync(new URL(path, here), "utf8"));
const inputs = readdirSync(here)
  .filter((name) => name.endsWith(".json"))
  .map((name) => ({ name: name.slice(0, -5), input: read(name) }));
const pairKey = (a, b) => (a < b ? `${a} ${b}` : `${b} ${a}`);

/** What lies in data at a path like "graphs.galleys.edges". */
const within = (data, path) => path.split(".").reduce((value, key) => value[key], data);
const pairsOf = (data, paths) => new Set(paths.flatMap((path) => within(data, path).map(([a, b]) => pairKey(a, b))));

/** The items of a list that `agree` names: {list, where?}; of those only the ones that have all values of `where`. */
const itemsOf = (data, { list, where = {} }) =>
  within(data, list).filter((item) => Object.entries(where).every(([key, value]) => item[key] === value));

/** All shapes of a map, free land and water among them, as {id, element, place, rings}; rings not closed. */
function shapesOf(map, input) {
  const shapes = Object.entries(input.places).flatMap(([kind, { element }]) =>
    Object.entries(map[kind]).map(([id, shape]) => ({ id, element, place: shape, rings: readPath(shape.d) })),
  );
  for (const element of ["land", "water"])
    if (map[element]) shapes.push({ id: `free ${element}`, element, rings: readPath(map[element]) });
  return shapes;
}

const segmentsOf = (rings) => rings.flatMap((ring) => ring.map((to, i) => [ring.at(i - 1), to]));

/** Length of common border of every pair of shapes that have one; segments that only one shape has. */
function contacts(shapes) {
  const open = new Map();
  const lengths = new Map();
  for (const { id, rings } of shapes)
    for (const [a, b] of segmentsOf(rings)) {
      const back = `${b} ${a}`;
      if (open.has(back)) {
        const pair = pairKey(id, open.get(back));
        lengths.set(pair, (lengths.get(pair) ?? 0) + Math.hypot(b[0] - a[0], b[1] - a[1]));
        open.delete(back);
      } else {
        assert.ok(!open.has(`${a} ${b}`), `${id} and ${open.get(`${a} ${b}`)} lie on the same side at ${a}`);
        open.set(`${a} ${b}`, id);
      }
    }
  return { lengths, open };
}

/** The least distance between two shapes that have no common segment. */
function gap(a, b) {
  let least = Infinity;
  for (const [one, other] of [
    [a, b],
    [b, a],
  ])
    for (const [p] of segmentsOf(one.rings)) {
      if (
        p[0] < other.box[0] - least ||
        p[0] > other.box[2] + least ||
        p[1] < other.box[1] - least ||
        p[1] > other.box[3] + least
      )
        continue;
      least = Math.min(least, Math.abs(clearance(other.rings, p)));
    }
  return least;
}

function boxOf(rings) {
  const [xs, ys] = [0, 1].map((k) => rings.flat().map((p) => p[k]));
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

for (const { name, input } of inputs) {
  const file = readFileSync(new URL(input.output, here), "utf8");
  const map = JSON.parse(file);
  const data = read(input.agree.data);
  const shapes = shapesOf(map, input).map((shape) => ({ ...shape, box: boxOf(shape.rings) }));
  const owned = shapes.filter(({ place }) => place);
  const { lengths, open } = contacts(shapes);
  const elements = new Map(owned.map(({ id, element }) => [id, element]));
  const edges = pairsOf(data, input.agree.edges);
  const edgesOf = (...pair) =>
    [...edges].filter((key) => pairKey(...key.split(" ").map((id) => elements.get(id))) === pairKey(...pair));

  test(`${name}: every place of the data has one shape, and no other has one`, () => {
    const sorted = (ids) => [...ids].sort();
    for (const kind of Object.keys(input.places))
      assert.deepEqual(sorted(Object.keys(map[kind])), sorted(itemsOf(data, input.agree.places[kind]).map(({ id }) => id)));
    assert.deepEqual(sorted(edgesOf("water", "water")), sorted(pairsOf(data, [input.agree.water])));
  });

  test(`${name}: shapes fill the frame without overlap: simple rings, every segment with a shape on each side`, () => {
    const { width, height } = map;
    for (const [key] of open) {
      const [ax, ay, bx, by] = key.split(/[ ,]/).map(Number);
      const onEdge = (ax === bx && (ax === 0 || ax === width)) || (ay === by && (ay === 0 || ay === height));
      assert.ok(onEdge, `nothing beyond ${key} of ${open.get(key)}`);
    }
    const segments = [];
    const seen = new Set();
    for (const { rings } of shapes)
      for (const [a, b] of segmentsOf(rings)) {
        const key = pairKey(String(a), String(b));
        if (!seen.has(key)) segments.push([a, b]);
        seen.add(key);
      }
    const same = (p, q) => p[0] === q[0] && p[1] === q[1];
    nearPairs(segments, 6, (i, j) => {
      const [[a, b], [c, d]] = [segments[i], segments[j]];
      if (same(a, c) || same(a, d) || same(b, c) || same(b, d)) return;
      assert.ok(!crossing(a, b, c, d), `${a} ${b} crosses ${c} ${d}`);
    });
    const covered = shapes.flatMap(({ rings }) => rings).reduce((sum, ring) => sum + signedArea(ring), 0);
    assert.ok(Math.abs(covered - width * height) < 1, `shapes cover ${covered} of ${width * height}`);
    for (const { id, rings } of shapes) {
      const corners = rings.flat().map(String);
      assert.equal(new Set(corners).size, corners.length, `${id} touches itself`);
      for (const ring of rings.filter((r) => signedArea(r) < 0))
        assert.ok(
          rings.some((r) => signedArea(r) > 0 && contains(r, ring[0])),
          `${id} has a hole that is in none of its parts`,
        );
    }
  });

  test(`${name}: two places touch on the picture if and only if they are neighbours in the data`, () => {
    let pairs = 0;
    const wrong = [];
    for (let i = 0; i < owned.length; i++)
      for (let j = i + 1; j < owned.length; j++) {
        const [a, b] = [owned[i], owned[j]];
        const key = pairKey(a.id, b.id);
        const length = lengths.get(key) ?? 0;
        pairs++;
        if (edges.has(key)) {
          if (length < LEAST_CONTACT) wrong.push(`${key}: neighbours, but touch along ${length.toFixed(1)}`);
        } else if (length > 0) wrong.push(`${key}: no neighbours, but touch along ${length.toFixed(1)}`);
        else if (gap(a, b) < LEAST_GAP) wrong.push(`${key}: no neighbours, but only ${gap(a, b).toFixed(1)} apart`);
      }
    assert.deepEqual(wrong, []);
    assert.equal(pairs, (owned.length * (owned.length - 1)) / 2);
  });

  test(`${name}: islands stand free, inland places touch no water of the game`, () => {
    for (const { id, element } of owned.filter((shape) => shape.element === "land")) {
      const touched = [...lengths.keys()]
        .map((key) => key.split(" "))
        .filter((pair) => pair.includes(id))
        .flat();
      const neighbours = owned.filter((other) => other.id !== id && touched.includes(other.id));
      const known = (other) => edgesOf("land", other).some((key) => key.split(" ").includes(id));
      assert.equal(
        neighbours.some((other) => other.element === element),
        known("land"),
        `${id} on land`,
      );
      assert.equal(
        neighbours.some((other) => other.element !== element),
        known("water"),
        `${id} at sea`,
      );
      const open = input.agree.at_free_water.includes(id);
      assert.equal(lengths.has(pairKey(id, "free water")), open, `${id} at water that is no sea of the game`);
      if (!known("land"))
        assert.equal(
          lengths.has(pairKey(id, "free land")),
          (input.agree.at_free_land ?? []).includes(id),
          `${id}, which has no neighbour on land, at free land`,
        );
    }
  });

  test(`${name}: points lie inside their shapes and apart from each other`, () => {
    for (const [kind, { marks, points }] of Object.entries(input.places))
      for (const { id, place, rings } of owned.filter((shape) => map[kind][shape.id])) {
        for (const { name: mark } of marks) {
          const inside = clearance(rings, place[mark]);
          assert.ok(inside >= points.inside, `${kind}: ${mark} of ${id} is ${inside.toFixed(1)} inside`);
        }
        for (const [one, other, least] of points.apart) {
          const far = Math.hypot(place[one][0] - place[other][0], place[one][1] - place[other][1]);
          assert.ok(far >= least, `${id}: ${one} and ${other} are ${far.toFixed(1)} apart`);
        }
      }
  });

  test(`${name}: first marks of all places keep clear of each other`, () => {
    const all = Object.entries(input.places).flatMap(([kind, { marks, points }]) =>
      Object.entries(map[kind]).map(([id, place]) => ({ id, at: place[marks[0].name], radius: points.badge / 2 })),
    );
    for (let i = 0; i < all.length; i++)
      for (let j = i + 1; j < all.length; j++) {
        const far = Math.hypot(all[i].at[0] - all[j].at[0], all[i].at[1] - all[j].at[1]);
        assert.ok(far >= all[i].radius + all[j].radius, `${all[i].id} and ${all[j].id}: ${far.toFixed(1)}`);
      }
  });

  const spots = Object.entries(input.spots ?? {}).flatMap(([kind, { box }]) =>
    Object.entries(map[kind]).map(([id, at]) => ({ kind, id, at, box })),
  );

  /** How far inside a shape a point lies, negative outside. */
  const inside = (id, at) => clearance(shapes.find((shape) => shape.id === id).rings, at);

  /** Where a spot has to lie: `on` land or water of its place, at a coast, or with its whole box free. */
  function assertLies(on, say, [x, y], place, box) {
    if (on === "land" && elements.get(place) === "water") {
      assert.ok(inside("free land", [x, y]) > 0, `${say} is not on free land`);
      assert.ok(inside(place, [x, y]) > -FROM_SEA, `${say} is far from ${place}`);
    } else if (on === "land" || on === "water") {
      assert.equal(elements.get(place), on, say);
      assert.ok(inside(place, [x, y]) > 0, `${say} is not in ${place}`);
    } else if (on === "coast") {
      const seas = owned.filter(({ element }) => element === "water");
      assert.ok(Math.max(...seas.map(({ id }) => inside(id, [x, y]))) > -AT_COAST, `${say} is at no sea`);
    } else {
      const [w, h] = box.map((side) => side / 2);
      assert.ok(x >= w && y >= h && x <= map.width - w && y <= map.height - h, `${say} leaves the frame`);
      for (let u = -1; u <= 1; u += 0.1)
        for (let v = -1; v <= 1; v += 0.1) {
          const under = owned.find(({ rings }) => containsAny(rings, [x + u * w, y + v * h]));
          assert.ok(!under, `${say} covers a part of ${under?.id}`);
        }
    }
  }

  test(`${name}: every spot of the data has its point, and that lies where the data has it`, () => {
    for (const [kind, { list, place = "id", on }] of Object.entries(input.agree.spots ?? {})) {
      const items = list ? itemsOf(data, { list }) : Object.keys(map[kind]).map((id) => ({ id }));
      assert.deepEqual(Object.keys(map[kind]).sort(), items.map(({ id }) => id).sort());
      for (const item of items) {
        const at = map[kind][item.id];
        assertLies(on, `${kind}: ${item.id} at ${at}`, at, item[place], input.spots[kind].box);
      }
    }
  });

  test(`${name}: where spots are, nothing that is drawn at a point covers another, or leaves its place`, () => {
    if (!spots.length) return;
    const marked = Object.entries(input.places).flatMap(([kind, { marks, of }]) =>
      Object.keys(of).flatMap((id) =>
        marks.map(({ name: mark, radius, width, box }) => ({
          id: `${mark} of ${id}`,
          at: map[kind][id][mark],
          box: box ?? [width ? (of[id].width ?? width) : 2 * radius, 2 * radius],
          within: width ? null : id,
        })),
      ),
    );
    const wrong = [];
    const all = [...marked, ...spots];
    for (const [i, a] of all.entries())
      for (const b of all.slice(i + 1)) {
        const [dx, dy] = [0, 1].map((k) => Math.abs(a.at[k] - b.at[k]));
        const free = Math.max(dx - (a.box[0] + b.box[0]) / 2, dy - (a.box[1] + b.box[1]) / 2);
        if (free < -0.2) wrong.push(`${a.id} and ${b.id} overlap by ${(-free).toFixed(1)}`);
        const least = a.kind === b.kind ? (input.spots[a.kind]?.apart ?? 0) : 0;
        if (Math.hypot(dx, dy) < least) wrong.push(`${a.id} and ${b.id}: ${Math.hypot(dx, dy).toFixed(1)}`);
      }
    for (const { id, at, box, within: place } of marked.filter((mark) => mark.within))
      for (const [u, v] of [[-0.4, -0.4], [-0.4, 0.4], [0.4, -0.4], [0.4, 0.4]]) // corners are round
        if (inside(place, [at[0] + u * box[0], at[1] + v * box[1]]) < 0) wrong.push(`${id} leaves its place`);
    assert.deepEqual(wrong, []);
  });

  test(`${name}: routes are the data's, lead from spot to spot, and cross no land of the game`, () => {
    const ways = map.routes ?? [];
    assert.deepEqual(ways.map(({ a, b }) => pairKey(a, b)).sort(), [...pairsOf(data, input.agree.routes ?? [])].sort());
    for (const [i, { a, b, d }] of ways.entries()) {
      const [way, ...others] = readPath(d);
      assert.equal(others.length, 0);
      const ends = [way[0], way.at(-1)];
      assert.deepEqual(ends, [a, b].map((end) => spots.find(({ id }) => id === end).at), `${a} to ${b}`);
      if (input.routes[i].overland) continue;
      for (const at of way.filter((p) => ends.every((end) => Math.hypot(p[0] - end[0], p[1] - end[1]) > AT_COAST)))
        for (const { id } of owned.filter(({ element }) => element === "land"))
          assert.ok(inside(id, at) < 0, `${a} to ${b} runs over ${id} at ${at}`);
    }
  });

  test(`${name}: small enough, and made by the committed generator from the committed input`, () => {
    assert.ok(file.length <= MOST_BYTES, `${file.length} bytes`);
    assert.equal(written(output(input)), file);
  });
}
