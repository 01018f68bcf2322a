// SPDX-License-Identifier: MIT
// MapWindow.tsx - a map that is dragged, pinched, tapped and used by keyboard, whatever is drawn on it.
import { useComputed, useSignal, useSignalEffect, type ReadonlySignal, type Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { prefs } from "../device";
import { t } from "../words";
import { Camera, type Point, type Size } from "./camera";
import { Keys } from "./keys";
import { meant, type Focus, type Tapped } from "./spots";

const TWICE = 320; // ms between the taps of a double tap
const BESIDE = 22; // px between them at most

export interface MapProps {
  readonly model: Tapped;
  readonly size: Size;
  readonly focus: Signal<Focus>;
  /** The element of a place is called PREFIX-PLACE. */
  readonly prefix: string;
  /** What it is a map of. */
  readonly label: string;
  /** Classes of the drawing. */
  readonly look: ReadonlySignal<string> | string;
  /** Of the drawing: clip paths, patterns. */
  readonly defs: ComponentChildren;
  /** What never changes: a picture of its own, so that nothing which does costs its being painted again. */
  readonly ground: ComponentChildren;
  /** Places and what lies on them, under the marks. */
  readonly places: ComponentChildren;
  /** Marks in units of the map; drawn when its size is known. */
  readonly marks: (camera: Camera) => ComponentChildren;
  /** In pixels, over the map. */
  readonly over?: (camera: Camera) => ComponentChildren;
  /** Beside the buttons: a legend. */
  readonly corner?: ComponentChildren;
  /** Moves the camera to where the action is, whenever the signals that it reads change. */
  readonly follow?: (camera: Camera) => void;
}

function placeOfTap(model: Tapped, camera: Camera, event: MouseEvent): string | null {
  const tap = camera.at(event);
  const under = (event.target as Element).closest("[data-place]")?.getAttribute("data-place") ?? null;
  return meant(model, under, ([x, y]) => {
    const at = camera.toScreen({ x, y });
    return Math.hypot(at.x - tap.x, at.y - tap.y);
  });
}

export function MapWindow(props: MapProps) {
  const { model, prefix } = props;
  const window = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const base = useRef<SVGSVGElement>(null);
  const camera = useSignal<Camera | null>(null);
  const keys = useMemo(() => new Keys(model, props.focus, prefix), [model]);
  const look = useComputed(() => `map-drawing ${typeof props.look === "string" ? props.look : props.look.value}`);

  useLayoutEffect(() => {
    if (!window.current || !svg.current || !base.current) return;
    const made = new Camera(window.current, [base.current, svg.current], props.size);
    camera.value = made;
    keys.camera = made;
    return () => made.free();
  }, []);
  useSignalEffect(() => camera.value?.enlarge(prefs.value.size / 100));
  // After the frame, as effects of a component are: what the table lets go of is gone from the page by then.
  useSignalEffect(() => {
    if (camera.value) props.follow?.(camera.value);
  });

  const lastTap = useRef<Point & { at: number }>({ x: 0, y: 0, at: 0 });
  const click = (event: MouseEvent): void => {
    const seen = camera.peek();
    if (!seen) return;
    const place = placeOfTap(model, seen, event);
    const tap = { ...seen.at(event), at: event.timeStamp };
    const twice = tap.at - lastTap.current.at < TWICE && Math.hypot(tap.x - lastTap.current.x, tap.y - lastTap.current.y) < BESIDE;
    lastTap.current = tap;
    if (place && model.canTap(place)) model.tap(place);
    else if (twice && event.detail > 0) seen.zoom(event.shiftKey ? 0.5 : 2, tap);
    else if (place) model.tap(place);
    else model.tapNothing();
  };

  return (
    <div class={`map-board ${prefix}`}>
      <div class="map-window" ref={window} onClick={click}>
        <svg ref={base} class="map-base" aria-hidden="true">
          <g class="map-world">{props.ground}</g>
        </svg>
        <svg
          ref={svg}
          class={look}
          role="group"
          aria-label={props.label}
          aria-describedby={`${prefix}-help`}
          onKeyDown={(event) => keys.down(event)}
        >
          <defs>{props.defs}</defs>
          <g class="map-world">
            {props.places}
            {camera.value && props.marks(camera.value)}
          </g>
          {camera.value && props.over?.(camera.value)}
        </svg>
      </div>
      <p class="map-help" id={`${prefix}-help`}>
        {t("map_help")}
      </p>
      <div class="map-corner">
        {props.corner}
        {camera.value && <Zoom camera={camera.value} />}
      </div>
    </div>
  );
}

/** A button of the corner: its word, its sign in a square of 20, and what it does. */
function CornerButton(props: { label: string; sign: string; disabled?: ReadonlySignal<boolean>; onClick: () => void }) {
  const { label, sign, disabled, onClick } = props;
  return (
    <button type="button" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d={sign} />
      </svg>
    </button>
  );
}

function Zoom({ camera }: { camera: Camera }) {
  const whole = useSignal(true);
  useLayoutEffect(() => {
    const update = (): void => void (whole.value = camera.isWhole);
    update();
    return camera.watch(update);
  }, [camera]);
  return (
    <div class="map-zoom">
      <CornerButton label={t("zoom_in")} sign="M10 4v12M4 10h12" onClick={() => camera.zoom(1.7)} />
      <CornerButton label={t("zoom_out")} sign="M4 10h12" disabled={whole} onClick={() => camera.zoom(1 / 1.7)} />
      <CornerButton label={t("zoom_all")} sign="M4 8V4h4M12 4h4v4M16 12v4h-4M8 16H4v-4" disabled={whole} onClick={() => camera.showAll()} />
    </div>
  );
}

/** What the marks of a map mean, folded away until it is asked for: rows of a sign and its words. Escape folds it away again. */
export function Legend({ title, rows }: { title: string; rows: readonly { readonly sign: ComponentChildren; readonly words: string }[] }) {
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || !box.current?.open) return;
      event.preventDefault();
      event.stopPropagation();
      box.current.open = false;
      box.current.querySelector("summary")?.focus();
    };
    // Before the table hears it, which would take back what was picked.
    document.addEventListener("keydown", press, { capture: true });
    return () => document.removeEventListener("keydown", press, { capture: true });
  }, []);
  return (
    <details class="map-legend" ref={box}>
      <summary aria-label={title} title={title}>
        ?
      </summary>
      <ul tabIndex={0}>
        {rows.map(({ sign, words }) => (
          <li key={words}>
            {sign}
            {words}
          </li>
        ))}
      </ul>
    </details>
  );
}
