// SPDX-License-Identifier: MIT
// agree.test.mjs - every committed map against its game's data: contacts on the picture are the graph's edges, and only they.
//
// All is computed from the path data that is committed, nothing from the generator's bookkeeping. `node --test web/map`
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { output, written } from "./generate.mjs";
import { readPath } from "./paths.mjs";
import { contains, crossing, nearPairs, signedArea } from "./plane.mjs";
import { clearance } from "./points.mjs";

const LEAST_CONTACT = 6; // units of the map, 1000 wide: a border that a phone shows
const LEAST_GAP = 2.5; // between shapes that must not touch
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
      if (!known("land")) assert.ok(!lengths.has(pairKey(id, "free land")), `${id} is no island: free land touches it`);
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

  test(`${name}: small enough, and made by the committed generator from the committed input`, () => {
    assert.ok(file.length <= MOST_BYTES, `${file.length} bytes`);
    assert.equal(written(output(input)), file);
  });
}
