// SPDX-License-Identifier: MIT
// kit.tsx - pieces of the task cards: a card, a stepper, buttons that wait while an order is on its way.
import type { ComponentChildren } from "preact";
import type { Model } from "../model";

export function Card({ title, children, look = "" }: { title: string; children: ComponentChildren; look?: string }) {
  return (
    <section class={`inc-card ${look}`} aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

export interface ActProps {
  readonly model: Model;
  readonly onClick: () => void;
  readonly children: ComponentChildren;
  readonly primary?: boolean;
  readonly small?: boolean;
  readonly disabled?: boolean;
  readonly label?: string;
  readonly pressed?: boolean;
  readonly id?: string;
}

/** A button that does nothing while an order is on its way, so that no second press gives it twice. */
export function Act({ model, onClick, children, primary, small, disabled, label, pressed, id }: ActProps) {
  return (
    <button
      type="button"
      class={`button ${primary ? "primary" : ""} ${small ? "small" : ""}`}
      disabled={disabled || model.busy.value}
      aria-label={label}
      aria-pressed={pressed}
      data-act={id}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

export function Stepper(props: { model: Model; label: string; value: number; most: number; onChange: (n: number) => void }) {
  const { model, label, value, most, onChange } = props;
  return (
    <div class="inc-stepper" role="group" aria-label={label}>
      <button type="button" class="button" aria-label={`${label} −1`} disabled={value <= 0} onClick={() => onChange(value - 1)}>
        −
      </button>
      <span class="inc-stepper-value" aria-live="polite">
        <strong>{value}</strong> <span>{label}</span>
        <small class="inc-soft">/{most}</small>
      </span>
      <button type="button" class="button" aria-label={`${label} +1`} disabled={value >= most} onClick={() => onChange(value + 1)}>
        +
      </button>
      <span class="hidden">{model.say("of_n", value, most)}</span>
    </div>
  );
}

/** What was entered, or will be, line by line, each with a button that takes it back. */
export function Orders(props: { model: Model; title: string; rows: readonly { readonly key: string; readonly words: string; readonly undo?: () => void }[] }) {
  const { model, title, rows } = props;
  if (!rows.length) return null;
  return (
    <div class="inc-orders">
      <h4>{title}</h4>
      <ul>
        {rows.map(({ key, words, undo }) => (
          <li key={key}>
            <span>{words}</span>
            {undo && (
              <button type="button" class="button small" disabled={model.busy.value} aria-label={model.say("take_back", words)} onClick={undo}>
                ✕
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
