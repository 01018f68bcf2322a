// SPDX-License-Identifier: MIT
// layout.ts - where marks and names stand at a scale: marks that would cover each other give way, and a name is written only where it
// covers nothing. Computed when the scale or a mark changes, never while the map is only moved.
import type { Camera, Size } from "./camera";
import type { Room } from "./room";
import type { Spot } from "./spots";

/** A rectangle by its centre and half its sides, in pixels from the corner of the map. */
interface Box {
  x: number;
  y: number;
  readonly w: number;
  readonly h: number;
  /** It stays where it is, and others give way to it. */
  readonly still?: boolean;
}

/** A mark of a place, with half its width and height in pixels at the usual mark scale. */
interface Mark {
  readonly element: SVGGElement;
  readonly spot: Spot;
  readonly w: number;
  readonly h: number;
  /** Half its width and height while the map is seen from afar. */
  readonly far?: readonly [number, number];
}

/** What is printed on the map, in its units, and is not to be covered. */
export interface Obstacle {
  readonly spot: Spot;
  readonly w: number;
  readonly h: number;
}

/** A name, with half its width and height in pixels. */
interface Name {
  readonly element: SVGGElement;
  readonly spot: Spot;
  readonly w: number;
  readonly h: number;
  /** The width of the place's shape, in units of the map: the wider, the sooner it is written. */
  readonly room: number;
  /** It has a spot of its own, away from the mark, which is tried first. */
  readonly isApart: boolean;
  /** The place on whose ground it stands, where that is another one: a city's region. */
  readonly ground?: string | undefined;
}

const ROUNDS = 8; // of moving boxes apart: few are left that overlap after these
const FARTHEST = 13; // px that a mark gives way, at most
const GAP = 1.5;
const TOUCH = 0.1; // what touches doesn't overlap, whatever the rounding
const NAME_ABOVE = 17; // where there is no mark
const AIR = 2; // px between a name and the nearest line
const EDGE = 5; // px between a name and the frame
const ARROW = 7; // px: half of what is kept free of names along an arrow

/** Where a name is tried around its mark: how far in pixels, and in how many directions. */
const AROUND: readonly (readonly [far: number, ways: number])[] = [
  [26, 12],
  [40, 16],
  [56, 16],
];

/** How far apart two boxes are; 0: they touch. */
const gap = (a: Box, b: Box): number =>
  Math.hypot(Math.max(0, Math.abs(a.x - b.x) - a.w - b.w), Math.max(0, Math.abs(a.y - b.y) - a.h - b.h));

const overlaps = (a: Box, b: Box): boolean => Math.abs(a.x - b.x) < a.w + b.w && Math.abs(a.y - b.y) < a.h + b.h;

/** Moves overlapping boxes apart the shorter way, each by half of it, or one alone if the other stays; none by more than `farthest`. */
export function spread(boxes: readonly Box[], farthest: number): void {
  const home = boxes.map(({ x, y }) => ({ x, y }));
  for (let round = 0; round < ROUNDS; round++) {
    let crowded = false;
    boxes.forEach((a, i) => {
      for (let j = i + 1; j < boxes.length; j++) {
        const b = boxes[j]!;
        if (!overlaps(a, b) || (a.still && b.still)) continue;
        crowded = true;
        const dx = a.w + b.w - Math.abs(a.x - b.x);
        const dy = a.h + b.h - Math.abs(a.y - b.y);
        const aside = dx <= dy;
        const by = (aside ? dx : dy) * (aside ? Math.sign(a.x - b.x) || 1 : Math.sign(a.y - b.y) || 1);
        const share = a.still ? 0 : b.still ? 1 : 0.5; // of the way, a's
        if (aside) [a.x, b.x] = [a.x + by * share, b.x - by * (1 - share)];
        else [a.y, b.y] = [a.y + by * share, b.y - by * (1 - share)];
      }
    });
    boxes.forEach((box, i) => {
      const { x, y } = home[i]!;
      box.x = Math.min(x + farthest, Math.max(x - farthest, box.x));
      box.y = Math.min(y + farthest, Math.max(y - farthest, box.y));
    });
    if (!crowded) return;
  }
}

/** Where a name was tried, whether it fits there as far as the map itself goes, and whether its middle is in its place: asked once, as
 * long as `key`, all that it depends on, is the same. */
interface Tried {
  readonly key: string;
  readonly boxes: readonly Box[];
  readonly fit: (boolean | undefined)[];
  readonly over: (boolean | undefined)[];
}

/** The marks and names that stand on a map now. They register themselves while they are drawn; the layout moves them. */
export class Layout {
  private readonly marks = new Map<string, Mark>();
  private readonly names = new Map<string, Name>();
  private readonly tried = new Map<string, Tried>();
  private stays: ReadonlySet<string> = new Set();
  private due = 0;

  /** `room`: the lines of the map, which names keep off. */
  constructor(
    private readonly camera: Camera,
    private readonly whole: Size,
    private readonly room: Room,
    private readonly obstacles: readonly Obstacle[] = [],
  ) {
    camera.watch(() => this.run());
    camera.onCover = () => this.soon();
  }

  /** Registers the mark of a place. Gives the function that removes it. */
  mark(place: string, mark: Mark): () => void {
    this.marks.set(place, mark);
    this.soon();
    return () => {
      if (this.marks.get(place)?.element === mark.element) this.marks.delete(place);
    };
  }

  /** Registers the name of a place. Gives the function that removes it. */
  name(place: string, name: Name): () => void {
    this.names.set(place, name);
    this.soon();
    return () => void this.names.delete(place);
  }

  /** Sets the places whose names are written even where they cover something. */
  keep(places: readonly string[]): void {
    this.stays = new Set(places);
    this.soon();
  }

  private soon(): void {
    this.due ||= requestAnimationFrame(() => this.run());
  }

  private run(): void {
    cancelAnimationFrame(this.due);
    this.due = 0;
    const { painted: k, markScale } = this.camera;
    if (!k) return;
    const { isFar } = this.camera;
    const boxes = new Map<string, Box>();
    for (const [place, mark] of this.marks) {
      const [w, h] = (isFar && mark.far) || [mark.w, mark.h];
      boxes.set(place, { x: mark.spot[0] * k, y: mark.spot[1] * k, w: w * markScale + GAP, h: h * markScale + GAP });
    }
    const printed = this.obstacles.map(({ spot, w, h }): Box => ({ x: spot[0] * k, y: spot[1] * k, w: w * k, h: h * k, still: true }));
    spread([...printed, ...boxes.values()], FARTHEST * markScale);
    for (const [place, { element }] of this.marks) {
      const { x, y } = boxes.get(place)!;
      element.setAttribute("transform", `translate(${(x / k).toFixed(2)} ${(y / k).toFixed(2)})`);
    }
    this.write(boxes, printed, k, markScale);
  }

  private write(boxes: ReadonlyMap<string, Box>, printed: readonly Box[], k: number, markScale: number): void {
    const arrows = this.camera.covered.map(({ x, y }): Box => ({ x, y, w: ARROW, h: ARROW }));
    const taken: Box[] = [...printed, ...boxes.values(), ...arrows];
    const wide = ([place, name]: [string, Name]): number =>
      this.stays.has(place) ? 100 : (name.room * k) / name.w - (name.isApart ? 1 : 0);
    for (const [place, name] of [...this.names].sort((a, b) => wide(b) - wide(a))) {
      const box = this.placeFor(place, name, boxes, taken, k, markScale);
      name.element.classList.toggle("shown", box !== null);
      if (!box) continue;
      taken.push(box);
      name.element.setAttribute("transform", `translate(${(box.x / k).toFixed(2)} ${(box.y / k).toFixed(2)})`);
    }
  }

  private placeFor(
    place: string,
    name: Name,
    marks: ReadonlyMap<string, Box>,
    taken: readonly Box[],
    k: number,
    markScale: number,
  ): Box | null {
    const mark = marks.get(place);
    const stays = this.stays.has(place);
    if (!stays && this.camera.isFar) return null;
    const { nameScale } = this.camera;
    const [w, h] = [name.w * nameScale, name.h * nameScale];
    const at = mark && !name.isApart ? mark : { x: name.spot[0] * k, y: name.spot[1] * k, w: 0, h: 0 };
    const beside = at.h ? at.h + h + TOUCH : NAME_ABOVE * markScale;
    const key = [k, markScale, w, h, at.x, at.y, at.w, at.h].join();
    let tried = this.tried.get(place);
    if (tried?.key !== key) {
      tried = { key, boxes: this.waysOf(name, at, w, h, beside, markScale), fit: [], over: [] };
      this.tried.set(place, tried);
    }
    const { width, height } = this.whole;
    const inside = ({ x, y }: Box): boolean =>
      x - w > EDGE && y - h > EDGE && x + w < width * k - EDGE && y + h < height * k - EDGE;
    const clear = (one: Box): boolean => inside(one) && !taken.some((other) => overlaps(one, other));
    const off = ({ x, y }: Box): boolean => this.room.isFree({ x: x / k, y: y / k, w: (w + AIR) / k, h: (h + AIR - 1) / k });
    const own = ({ x, y }: Box): boolean =>
      this.room.isIn(name.ground ?? place, x / k, y / k) || (!name.isApart && this.room.isWater(x / k, y / k));
    const inPlace = ({ x, y }: Box): boolean => name.ground !== undefined || this.room.isIn(place, x / k, y / k);
    // It names the mark that it is nearest to.
    const near = (one: Box): boolean => {
      const far = gap(one, at);
      return name.isApart || [...marks.values()].every((other) => other === mark || gap(one, other) > far);
    };
    const { boxes, fit, over } = tried;
    const fits = (one: Box, i: number): boolean => clear(one) && (fit[i] ??= off(one) && own(one)) && near(one);
    // On its own ground rather than on the water before it.
    const best = boxes.find((one, i) => fits(one, i) && (over[i] ??= inPlace(one))) ?? boxes.find(fits);
    if (best) return best;
    // Rather over a border than not at all: a city's name, or one of a place that is not much narrower than its name.
    const isOver = (one: Box, i: number): boolean => clear(one) && (over[i] ??= inPlace(one)) && near(one);
    const crossing = !stays && w > 0.65 * name.room * k ? null : boxes.find(isOver);
    if (crossing || !stays) return crossing ?? null;
    return boxes.find(clear) ?? { x: Math.min(width * k - w - EDGE, Math.max(w + EDGE, at.x)), y: at.y + beside, w, h };
  }

  /** All boxes in which a name may stand, the best first. */
  private waysOf(name: Name, at: Box, w: number, h: number, beside: number, markScale: number): Box[] {
    const box = (x: number, y: number): Box => ({ x, y, w, h });
    const tried: Box[] = name.isApart || !at.h ? [box(at.x, at.y)] : [];
    for (const aside of [0, -0.4, 0.4, -0.8, 0.8]) tried.push(box(at.x + aside * w, at.y + beside), box(at.x + aside * w, at.y - beside));
    tried.push(box(at.x + at.w + w + TOUCH, at.y), box(at.x - at.w - w - TOUCH, at.y));
    for (const [far, ways] of AROUND)
      for (let i = 0; i < ways; i++) {
        const angle = (2 * Math.PI * i) / ways;
        tried.push(box(at.x + Math.sin(angle) * (far * markScale + w / 2), at.y + Math.cos(angle) * far * markScale));
      }
    return tried;
  }
}
