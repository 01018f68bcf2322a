// SPDX-License-Identifier: MIT
// Way.tsx - an arrow from place to place, in pixels over the map. What it stands for, its classes tell.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Camera, Point } from "./camera";
import type { Spot } from "./spots";

const CLEAR = 15; // px kept free before the marks at both ends
const HEAD = 11;
const STEP = 12; // px between the points that are told of its line

/** A curve with points along it, that bends to the left of its way, as wide as it is long by a sixth, and the arrow's head. */
export function arrow(from: Point, to: Point): { line: string; head: string; points: Point[] } {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const bend = Math.min(60, length / 6);
  const control = { x: (from.x + to.x) / 2 + (dy / length) * bend, y: (from.y + to.y) / 2 - (dx / length) * bend };
  const towards = (a: Point, b: Point, by: number): Point => {
    const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    return { x: a.x + ((b.x - a.x) / far) * by, y: a.y + ((b.y - a.y) / far) * by };
  };
  const clear = Math.min(CLEAR, length / 4);
  const start = towards(from, control, clear);
  const tip = towards(to, control, clear);
  const neck = towards(tip, control, HEAD);
  const side = { x: ((tip.y - neck.y) / HEAD) * 6.5, y: (-(tip.x - neck.x) / HEAD) * 6.5 };
  const p = (point: Point): string => `${point.x.toFixed(1)} ${point.y.toFixed(1)}`;
  const steps = Math.max(2, Math.round(length / STEP));
  return {
    points: Array.from({ length: steps + 1 }, (_, i): Point => {
      const [b, a] = [i / steps, 1 - i / steps];
      return { x: a * a * start.x + 2 * a * b * control.x + b * b * tip.x, y: a * a * start.y + 2 * a * b * control.y + b * b * tip.y };
    }),
    line: `M${p(start)}Q${p(control)} ${p(neck)}`,
    head: `M${p(tip)}L${p({ x: neck.x + side.x, y: neck.y + side.y })}L${p({ x: neck.x - side.x, y: neck.y - side.y })}z`,
  };
}

/** An arrow between two spots of the map; drawn anew whenever the camera has moved. */
export function Way(props: { from: Spot; to: Spot; look: string; camera: Camera }) {
  const { from, to, look, camera } = props;
  const group = useRef<SVGGElement>(null);
  useLayoutEffect(() => {
    const update = (): void => {
      const on = ([x, y]: Spot): Point => ({ x: x * camera.painted, y: y * camera.painted });
      const drawn = arrow(on(from), on(to));
      for (const path of group.current?.querySelectorAll("path") ?? [])
        path.setAttribute("d", path.classList.contains("head") ? drawn.head : drawn.line);
      camera.cover(group, drawn.points);
    };
    update();
    const off = camera.watch(update);
    return () => {
      off();
      camera.cover(group, []);
    };
  }, [from, to, camera]);
  return (
    <g ref={group} class={`map-way ${look}`} aria-hidden="true">
      <path class="casing" />
      <path class="casing head" />
      <path class="line" />
      <path class="line head" />
    </g>
  );
}
