// SPDX-License-Identifier: MIT
// camera.ts - the part of the map that is seen: dragged, pinched, wheeled, zoomed by buttons and keys. It never swallows a tap: a
// finger that hardly moves is a tap.
//
// While the map moves, what was painted is moved as a whole, by the transform of its layer; it is painted anew only when a change of
// scale has come to rest (`painted` is the scale of what is painted). So a drag costs nothing, however much there is to see.
import { signal } from "@preact/signals";

/** A point in pixels of the map's window, or in units of the map. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The part of the map that is seen: k pixels for a unit, and where the map's corner stands in the window. */
interface View extends Point {
  readonly k: number;
}

const MOST = 9; // times the scale at which the whole map is seen
const SLACK: Readonly<Record<string, number>> = { touch: 10, pen: 6, mouse: 4 };
const GLIDE = 190; // ms of an animated step
const MARGIN = 4;
const SMALL = 0.62; // pixels for a unit of the map: a window in which the whole map is smaller follows the action
const READ = 0.5; // the scale from which on a map's names are shown, on the smallest screens
const CLOSE = 1.25; // the scale at which an action is followed, at most
const FAR = 0.6; // pixels of a mark's size for a unit of the map: below, the map is seen from afar
const REST = 140; // ms without a change of scale after which the map is painted at the new one
const FARTHEST = 1.8; // times that what is painted is blown up or shrunk at most
const OPENED = 0.45; // of the window's height: a sheet that hides more was drawn up to be read, and will be let down again
const CLICK_LATEST = 60; // ms after a drag: a click that comes later is meant

const still = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const between = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Which part of a map is seen, and the hands that move it. It listens from its making until free(). */
export class Camera {
  /** Pixels for a unit of the map, and where its corner stands. */
  k = 1;
  x = 0;
  y = 0;
  /** The scale of what is painted; 0: nothing is yet, so that the first paint sets all that goes with a scale, be it 1. */
  painted = 0;
  private letters = 1;
  private size: Size = { width: 0, height: 0 };
  private readonly fingers = new Map<number, Point>();
  private began: Point = { x: 0, y: 0 };
  private moved = false;
  /** What was seen before the map began to follow the action; null: it does not, or a hand has moved it since. */
  private before: View | null = null;
  /** Where a glide leads. */
  private aim: View | null = null;
  private frame = 0;
  private drawn = 0;
  private rest = 0;
  private readonly watchers = new Set<() => void>();
  private readonly sizes: ResizeObserver;
  /** What is drawn over the window's foot on a phone, and how much of it that hides. Read by what brings something into sight. */
  private readonly sheet: Element | null;
  private readonly foot = signal(0);
  private sheetRest = 0;
  private readonly off = new AbortController();

  constructor(
    private readonly window: HTMLElement,
    /** Drawings that lie on each other, each with one group, which is scaled. */
    private readonly drawings: readonly SVGSVGElement[],
    private readonly whole: Size,
  ) {
    const { signal } = this.off;
    window.addEventListener("pointerdown", (event) => this.down(event), { signal });
    window.addEventListener("pointermove", (event) => this.move(event), { signal });
    document.addEventListener("pointerup", (event) => this.up(event), { signal });
    document.addEventListener("pointercancel", (event) => this.up(event), { signal });
    window.addEventListener("wheel", (event) => this.wheel(event), { signal, passive: false });
    // The click after a drag is none; it is heard here before anybody else hears it.
    window.addEventListener("click", (event) => this.moved && event.stopPropagation(), { signal, capture: true });
    this.sizes = new ResizeObserver(() => this.measure());
    this.sizes.observe(window);
    this.sheet = window.closest(".table-body")?.querySelector(":scope > .sheet") ?? null;
    if (this.sheet) this.sizes.observe(this.sheet);
    this.foot.value = this.hidden();
    this.measure();
  }

  /** Stops listening to the window. */
  free(): void {
    this.off.abort();
    this.sizes.disconnect();
    cancelAnimationFrame(this.frame);
    cancelAnimationFrame(this.drawn);
    clearTimeout(this.rest);
    clearTimeout(this.sheetRest);
  }

  /** Registers a function that is called whenever the map has been painted at another scale. Gives the one that removes it. */
  watch(watcher: () => void): () => void {
    this.watchers.add(watcher);
    return () => void this.watchers.delete(watcher);
  }

  private readonly covers = new Map<object, readonly Point[]>();
  /** Called when what is drawn over the map has changed. */
  onCover: () => void = () => undefined;

  /** Notes points, in pixels of the painted map, over which something is drawn; none: no more. */
  cover(by: object, points: readonly Point[]): void {
    if (points.length) this.covers.set(by, points);
    else if (!this.covers.delete(by)) return;
    this.onCover();
  }

  get covered(): readonly Point[] {
    return [...this.covers.values()].flat();
  }

  // ---- Where things are

  private hidden(): number {
    const sheet = this.sheet?.getBoundingClientRect();
    const { left, right, bottom } = this.window.getBoundingClientRect();
    return sheet && sheet.left < right && sheet.right > left ? Math.max(0, bottom - sheet.top) : 0;
  }

  /** The part of the window in which something can be seen. */
  private get sight(): Size {
    const { width, height } = this.size;
    return { width, height: this.foot.value > OPENED * height ? height : height - this.foot.value };
  }

  private measure(): void {
    clearTimeout(this.sheetRest);
    this.sheetRest = window.setTimeout(() => (this.foot.value = this.hidden()), REST); // a sheet is on its way for some frames
    const { width, height } = this.window.getBoundingClientRect();
    if (!width || !height || (width === this.size.width && height === this.size.height)) return;
    const first = !this.size.width;
    const zoom = first ? 1 : this.k / this.least();
    const centre = this.toMap({ x: this.size.width / 2, y: this.size.height / 2 });
    this.size = { width, height };
    if (first) this.set(this.home(), (width - this.whole.width * this.home()) / 2, (height - this.whole.height * this.home()) / 2);
    else if (zoom <= 1.001) this.set(this.least(), 0, 0);
    else {
      const k = zoom * this.least();
      this.set(k, width / 2 - centre.x * k, height / 2 - centre.y * k);
    }
    this.paint();
  }

  /** The scale at which the whole map is seen. */
  private least(): number {
    const { width, height } = this.size;
    return Math.max(0.05, Math.min((width - 2 * MARGIN) / this.whole.width, (height - 2 * MARGIN) / this.whole.height));
  }

  /** The scale at which one begins: where the whole map would be too small to be read, that at which it is as high as its window. */
  private home(): number {
    const least = this.least();
    const whole = getComputedStyle(this.window).getPropertyValue("--map-begins") === "whole";
    return least < SMALL && !whole ? Math.max(least, READ, Math.min(CLOSE, (this.size.height - 2 * MARGIN) / this.whole.height)) : least;
  }

  toMap(point: Point): Point {
    return { x: (point.x - this.x) / this.k, y: (point.y - this.y) / this.k };
  }

  toScreen(point: Point): Point {
    return { x: point.x * this.k + this.x, y: point.y * this.k + this.y };
  }

  /** The point of an event, in pixels of the map's window. */
  at(event: { clientX: number; clientY: number }): Point {
    const { left, top } = this.window.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  /** Sizes of marks in pixels grow a little with the zoom, from phones to large screens. */
  get markScale(): number {
    return this.letters * Math.min(1.35, Math.max(0.78, 1 + 0.24 * Math.log2(this.painted / 0.85)));
  }

  /** Sizes of names: as marks, but never smaller than they can be read. */
  get nameScale(): number {
    return Math.max(this.letters, this.markScale);
  }

  /** Sets how many times as large as usual marks and names are. */
  enlarge(letters: number): void {
    if (letters === this.letters) return;
    this.letters = letters;
    this.painted = 0;
    this.paint();
  }

  /** True if the map is so small that marks show only whose they are, and names are left out but for the places in question. */
  get isFar(): boolean {
    return this.painted / this.markScale < FAR;
  }

  // ---- Moving

  private set(k: number, x: number, y: number): void {
    const least = this.least();
    this.k = Math.min(MOST * least, Math.max(least, k));
    this.x = this.held(x, this.size.width, this.whole.width * this.k, 0);
    this.y = this.held(y, this.size.height, this.whole.height * this.k, this.foot.peek());
  }

  /** The map stays in sight: centred where it is smaller than its window, else without a gap at its edges. What lies `under` a sheet
   * can be drawn forth. */
  private held(at: number, window: number, map: number, under: number): number {
    const most = map <= window ? (window - map) / 2 : MARGIN;
    const least = under || map > window ? Math.min(most, window - under - map - MARGIN) : most;
    return Math.min(most, Math.max(least, at));
  }

  /** Scales by `factor` around a point of the window; `shift` moves the picture besides. */
  private scale(factor: number, around: Point, shift: Point = { x: 0, y: 0 }): void {
    const k = Math.min(MOST * this.least(), Math.max(this.least(), this.k * factor));
    const by = k / this.k;
    this.set(k, around.x - (around.x - this.x) * by + shift.x, around.y - (around.y - this.y) * by + shift.y);
    this.draw();
  }

  private get view(): View {
    return { k: this.k, x: this.x, y: this.y };
  }

  private rested(): void {
    this.aim = null;
    this.paint();
  }

  private stop(): void {
    cancelAnimationFrame(this.frame);
    this.aim = null;
  }

  private glide(k: number, x: number, y: number): void {
    this.stop();
    const from = this.view;
    this.set(k, x, y);
    const to = this.view;
    if (still()) return this.paint();
    this.aim = to;
    [this.k, this.x, this.y] = [from.k, from.x, from.y];
    const start = performance.now();
    const step = (now: number): void => {
      const part = Math.min(1, Math.max(0, (now - start) / GLIDE)); // a frame that was late began before us
      const eased = 1 - (1 - part) ** 3;
      this.k = from.k + (to.k - from.k) * eased;
      this.x = from.x + (to.x - from.x) * eased;
      this.y = from.y + (to.y - from.y) * eased;
      this.write();
      if (part < 1) this.frame = requestAnimationFrame(step);
      else this.rested();
    };
    this.frame = requestAnimationFrame(step);
  }

  /** Zooms by a hand's wish: from then on the map no longer returns to what was seen before an action. */
  zoom(factor: number, around: Point = { x: this.size.width / 2, y: this.size.height / 2 }): void {
    this.before = null;
    const k = Math.min(MOST * this.least(), Math.max(this.least(), this.k * factor));
    const by = k / this.k;
    this.glide(k, around.x - (around.x - this.x) * by, around.y - (around.y - this.y) * by);
  }

  /** Shows the whole map. */
  showAll(): void {
    this.before = null;
    this.glide(this.least(), 0, 0);
  }

  /** True if the whole map is seen. */
  get isWhole(): boolean {
    return this.k <= this.least() * 1.01;
  }

  /** Brings points of the map into the window, if they are not well inside it. */
  reveal(points: readonly Point[], margin = 48): void {
    const seen = points.map((point) => this.toScreen(point));
    const { width, height } = this.sight;
    const shift = (values: number[], length: number): number => {
      const low = Math.min(...values) - margin;
      const high = Math.max(...values) + margin;
      if (high - low > length) return length / 2 - (high + low) / 2;
      return low < 0 ? -low : high > length ? length - high : 0;
    };
    const x = shift(seen.map((point) => point.x), width);
    const y = shift(seen.map((point) => point.y), height);
    if (x || y) this.glide(this.k, this.x + x, this.y + y);
  }

  /** On a small screen: comes near enough, or goes back far enough, to see what an action is about. */
  follow(points: readonly Point[], margin = 56): void {
    if (this.least() > SMALL) return this.reveal(points);
    const { width, height } = this.sight;
    const span = (values: number[]): [number, number] => [Math.min(...values), Math.max(...values)];
    const [left, right] = span(points.map(({ x }) => x));
    const [top, bottom] = span(points.map(({ y }) => y));
    const fitting = Math.min((width - 2 * margin) / (right - left || 1), (height - 2 * margin) / (bottom - top || 1));
    const k = Math.min(CLOSE, fitting);
    if (fitting >= this.k && k < this.k * 1.1) return this.reveal(points);
    this.before ??= this.aim ?? this.view;
    this.glide(k, width / 2 - (k * (left + right)) / 2, height / 2 - (k * (top + bottom)) / 2);
  }

  /** Back to what was seen before the action, unless a hand has moved the map since. */
  leave(): void {
    const { before } = this;
    this.before = null;
    if (before) this.glide(before.k, before.x, before.y);
  }

  /** For a choice among these: as much of it as may be is seen, unless a hand chose to look at some of them alone. */
  offer(points: readonly Point[]): void {
    const { k, x: left, y: top } = this.aim ?? this.view;
    const { width, height } = this.sight;
    const seen = ({ x, y }: Point): boolean => x * k + left > 0 && y * k + top > 0 && x * k + left < width && y * k + top < height;
    if (points.every(seen)) return;
    if (this.before) this.leave();
    else if (!points.some(seen)) this.pan(points);
  }

  /** Without another scale: to where most of these points are seen at once. */
  private pan(points: readonly Point[]): void {
    const { width, height } = this.sight;
    const { k } = this;
    const around = (a: Point): readonly Point[] =>
      points.filter((b) => Math.abs(a.x - b.x) * k < width / 2 - MARGIN && Math.abs(a.y - b.y) * k < height / 2 - MARGIN);
    const best = points.reduce((a, b) => (around(b).length > around(a).length ? b : a));
    this.glide(k, width / 2 - best.x * k, height / 2 - best.y * k);
  }

  // ---- Fingers and wheel

  private down(event: PointerEvent): void {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    this.stop();
    if (!this.fingers.size) this.moved = false;
    this.fingers.set(event.pointerId, this.at(event));
    this.began = this.at(event);
  }

  private move(event: PointerEvent): void {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = this.at(event);
    if (!this.moved && this.fingers.size === 1 && between(now, this.began) < (SLACK[event.pointerType] ?? 6)) return;
    if (!this.moved) {
      this.moved = true;
      this.before = null;
      this.window.classList.add("dragging");
    }
    for (const finger of this.fingers.keys()) if (!this.window.hasPointerCapture(finger)) this.window.setPointerCapture(finger);
    const other = [...this.fingers].find(([finger]) => finger !== event.pointerId)?.[1];
    this.fingers.set(event.pointerId, now);
    if (!other) {
      this.set(this.k, this.x + now.x - before.x, this.y + now.y - before.y);
      this.draw();
      return;
    }
    const was = middle(before, other);
    const is = middle(now, other);
    this.scale(between(now, other) / Math.max(1, between(before, other)), was, { x: is.x - was.x, y: is.y - was.y });
  }

  private up(event: PointerEvent): void {
    if (!this.fingers.delete(event.pointerId)) return;
    if (this.fingers.size || !this.moved) return;
    this.window.classList.remove("dragging");
    setTimeout(() => (this.moved = this.fingers.size > 0 && this.moved), CLICK_LATEST);
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    this.before = null;
    this.stop();
    const lines = event.deltaMode === 1 ? 16 : 1;
    const speed = event.ctrlKey ? 0.01 : 0.0016;
    this.scale(Math.exp(-event.deltaY * lines * speed), this.at(event));
  }

  // ---- Drawing

  private draw(): void {
    cancelAnimationFrame(this.drawn);
    this.drawn = requestAnimationFrame(() => this.write());
  }

  private write(): void {
    const by = this.k / this.painted;
    if (by > FARTHEST || by < 1 / FARTHEST) return this.paint();
    const transform = `translate(${this.x.toFixed(2)}px, ${this.y.toFixed(2)}px) scale(${by.toFixed(5)})`;
    for (const svg of this.drawings) svg.style.transform = transform;
    clearTimeout(this.rest);
    if (this.k !== this.painted) this.rest = window.setTimeout(() => this.paint(), REST);
  }

  /** The map at the present scale, with marks of a size that goes with it. */
  private paint(): void {
    clearTimeout(this.rest);
    cancelAnimationFrame(this.drawn);
    const scaled = this.painted !== this.k;
    this.painted = this.k;
    if (!this.fingers.size) [this.x, this.y] = [Math.round(this.x), Math.round(this.y)];
    if (scaled) for (const svg of this.drawings) this.scaleTo(svg);
    this.write();
    if (scaled) for (const watcher of this.watchers) watcher();
  }

  private scaleTo(svg: SVGSVGElement): void {
    svg.querySelector(":scope > .map-world")?.setAttribute("transform", `scale(${this.k.toFixed(4)})`);
    svg.setAttribute("width", (this.whole.width * this.k).toFixed(1));
    svg.setAttribute("height", (this.whole.height * this.k).toFixed(1));
    svg.style.setProperty("--mark", (this.markScale / this.k).toFixed(4));
    svg.style.setProperty("--name", (this.nameScale / this.k).toFixed(4));
    svg.style.setProperty("--pixel", (1 / this.k).toFixed(4));
    svg.toggleAttribute("data-far", this.isFar);
  }
}
