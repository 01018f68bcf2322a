// SPDX-License-Identifier: MIT
// signs.tsx - small signs drawn for this board: goods, silver, wheat, Prestige, people and units. Beside them stand words, or a label.

/** Silhouettes on 24 x 24: what is filled, and what is drawn with a line. */
const shapes = {
  metal: { fill: "M8.6 4.5h6.8l2 6H6.6zM3.6 13h6.8l1.6 6.5H1.6zM13.6 13h6.8l2 6.5H12.4z" },
  wood: { fill: "M4.9 13.4h11.6c1.3 0 2.4 1.8 2.4 4s-1.1 4-2.4 4H4.9c2.3-1.7 2.3-6.3 0-8zM3.2 13.4c1.3 0 2.3 1.8 2.3 4s-1 4-2.3 4-2.3-1.8-2.3-4 1-4 2.3-4zm0 2.4c-.5 0-.9.7-.9 1.6s.4 1.6.9 1.6.9-.7.9-1.6-.4-1.6-.9-1.6zM8.3 3.4h11.6c1.3 0 2.4 1.8 2.4 4s-1.1 4-2.4 4H8.3c2.3-1.7 2.3-6.3 0-8zM6.6 3.4c1.3 0 2.3 1.8 2.3 4s-1 4-2.3 4-2.3-1.8-2.3-4 1-4 2.3-4zm0 2.4c-.5 0-.9.7-.9 1.6s.4 1.6.9 1.6.9-.7.9-1.6-.4-1.6-.9-1.6z" },
  wine: {
    fill: "M5.2 8.2a2.7 2.7 0 1 1 0 5.4 2.7 2.7 0 0 1 0-5.4zm6.8 0a2.7 2.7 0 1 1 0 5.4 2.7 2.7 0 0 1 0-5.4zm6.8 0a2.7 2.7 0 1 1 0 5.4 2.7 2.7 0 0 1 0-5.4zM8.6 13a2.7 2.7 0 1 1 0 5.4 2.7 2.7 0 0 1 0-5.4zm6.8 0a2.7 2.7 0 1 1 0 5.4 2.7 2.7 0 0 1 0-5.4zM12 17.8a2.7 2.7 0 1 1 0 5.4 2.7 2.7 0 0 1 0-5.4zM13 6.4c.6-3 3-4.9 7-5-.4 3.4-2.8 5.2-7 5z",
    line: "M12 8V1.6",
  },
  oil: { fill: "M12 1.5c3.9 5.3 6.8 9.1 6.8 13.2a6.8 6.8 0 0 1-13.6 0C5.2 10.6 8.1 6.8 12 1.5zM8.2 14.4c-.1 2.6 1.5 4.6 3.9 4.9v-1.8c-1.3-.3-2.2-1.4-2.1-3.1z" },
  silver: {
    fill: "M9.2 1.8a7.4 7.4 0 1 1 0 14.8 7.4 7.4 0 0 1 0-14.8zm0 2.2a5.2 5.2 0 1 0 0 10.4 5.2 5.2 0 0 0 0-10.4zm0 2.3 2 2.9-2 2.9-2-2.9zM17.9 8.1a7.4 7.4 0 1 1-10.1 10c7 1 11.1-4 10.1-10z",
  },
  wheat: {
    fill: "M12 1c1.7 1.8 1.7 3.8 0 5.6-1.7-1.8-1.7-3.8 0-5.6zM11.2 11.2C8.3 11 6.9 9.4 7 6.7c2.8.2 4.2 1.8 4.2 4.5zm1.6 0c2.9-.2 4.3-1.8 4.2-4.5-2.8.2-4.2 1.8-4.2 4.5zm-1.6 5.2C8.3 16.2 6.9 14.6 7 11.9c2.8.2 4.2 1.8 4.2 4.5zm1.6 0c2.9-.2 4.3-1.8 4.2-4.5-2.8.2-4.2 1.8-4.2 4.5z",
    line: "M12 6V23M11.3 21.6C8.6 21.4 7.2 20 7.1 17.6M12.7 21.6c2.7-.2 4.1-1.6 4.2-4",
  },
  prestige: {
    fill: "M9.8 20.6c-2.7.9-4.9.4-6.3-1.5 2.5-.9 4.7-.4 6.3 1.5zM6.3 17.4c-2.8-.2-4.5-1.6-5-4 2.7.2 4.5 1.6 5 4zM4.8 12.8C2.5 11.3 1.7 9.3 2.3 7c2.4 1.3 3.2 3.3 2.5 5.8zM5.6 8C4.3 5.7 4.6 3.6 6.3 2c1.4 2.2 1.2 4.2-.7 6zM14.2 20.6c2.7.9 4.9.4 6.3-1.5-2.5-.9-4.7-.4-6.3 1.5zM17.7 17.4c2.8-.2 4.5-1.6 5-4-2.7.2-4.5 1.6-5 4zM19.2 12.8c2.3-1.5 3.1-3.5 2.5-5.8-2.4 1.3-3.2 3.3-2.5 5.8zM18.4 8c1.3-2.3 1-4.4-.7-6-1.4 2.2-1.2 4.2.7 6z",
    line: "M6 8c-.8 6 1.4 10.6 7.5 14.3M18 8c.8 6-1.4 10.6-7.5 14.3",
  },
  population: {
    fill: "M8 3.6a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM.8 20.5c0-5 2.8-7.7 7.2-7.7s7.2 2.7 7.2 7.7zM16.2 4.6a3.5 3.5 0 1 1-1.5 6.7c1.2-1.9 1.2-4.3.2-6.4a3.5 3.5 0 0 1 1.3-.3zM17 20.5h6.2c0-4.6-2.3-7.1-6.3-7.2-.6 0-1.2.1-1.7.2 1.3 1.6 2 4 1.8 7z",
  },
  hoplite: {
    fill: "M12.8 6.6c4.7.6 7.2 3.5 7.2 8.2V22h-4.6l-.7-4.6h-1.4L12.6 22H8c-1.7-2-2.6-4.7-2.6-7.6 0-4.6 2.7-7.5 7.4-7.8zM9.6 12.2c.3 1.8 1.5 2.7 3.9 2.5l-.4-1.5c-1-.3-2.2-.7-3.5-1zm6.1 1.1-.5 1.5c1 .1 1.8-.3 2.3-1.4zM2 13.6C1.4 6 5.6 1.6 13.4 1.6c2.3 0 4.3.5 6 1.4l-1.2 2.2C12 3.2 4.8 5 4.6 13.6z",
  },
  galley: {
    fill: "M6.5 2.5h9.7c-.9 2.6-.9 5.1 0 7.6H6.5c.9-2.5.9-5 0-7.6zM1 12.9l3.2-.4.9 1.8h13.7c.3-1.5 1.2-2.6 2.9-3.3l.9 1.2c-.9.7-1.3 1.7-1.4 3.1-.3 2.2-1.7 3.2-4.2 3.2H5.8c-1.7 0-2.9-.9-3.5-2.9z",
    line: "M11.3 2v12M7.5 18.5 5.5 22.5M11.5 18.5 9.5 22.5M15.5 18.5 13.5 22.5",
  },
  merchant: {
    fill: "M4.5 3h14c1.3 3.2 1.3 6.5 0 9.8h-14c1.3-3.3 1.3-6.6 0-9.8zM1.5 14.5h3.2l1 1.4h12l1.5-2.4 3.3-.6c-.2 6-2.6 8.8-7.6 8.8H8.3c-4 0-6.3-2.4-6.8-7.2z",
    line: "M11.7 1.2V15",
  },
  proxenos: { line: "M12 23V12.2M12 12.2c-6.3-1.4-6.3-5.6 0-6.3 6.3.7 6.3 4.9 0 6.3zM12 5.9C8.5 5.3 7.6 3.4 8.2 1.2M12 5.9c3.5-.6 4.4-2.5 3.8-4.7M8.5 16.2h7" },
} as const satisfies Record<string, { readonly fill?: string; readonly line?: string }>;

export type SignName = keyof typeof shapes;

export const isSign = (name: string): name is SignName => Object.hasOwn(shapes, name);

/** The drawing alone, for a picture that it is part of. */
export function SignPaths({ of }: { of: SignName }) {
  const { fill, line }: { readonly fill?: string; readonly line?: string } = shapes[of];
  return (
    <>
      {fill && <path d={fill} fill="currentColor" fill-rule="evenodd" />}
      {line && <path d={line} fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" />}
    </>
  );
}

/** What lies on the table as cubes, each in its own colour. */
const CUBES: ReadonlySet<SignName> = new Set(["metal", "wood", "wine", "oil", "silver", "wheat"]);

/** A cube of wood with the good's silhouette on its front. */
function Cube({ of }: { of: SignName }) {
  return (
    <g class={`polis-cube ${of}`}>
      <path class="top" d="M1 5.6 5.4 1.4H23L18.6 5.6z" />
      <path class="side" d="M18.6 5.6 23 1.4v17.2l-4.4 4.4z" />
      <path class="front" d="M1 5.6h17.6V23H1z" />
      <g transform="translate(2.4 6.9) scale(.62)">
        <SignPaths of={of} />
      </g>
    </g>
  );
}

/** The same in a picture that it is part of. */
export function SignShape({ of }: { of: SignName }) {
  return CUBES.has(of) ? <Cube of={of} /> : <SignPaths of={of} />;
}

/** Without a label it is for the eye alone: what stands beside it speaks. */
export function Sign({ of, label }: { of: SignName; label?: string | undefined }) {
  const told = label ? ({ role: "img", "aria-label": label } as const) : ({ "aria-hidden": "true" } as const);
  return (
    <svg class={CUBES.has(of) ? "polis-sign cube" : "polis-sign"} viewBox="0 0 24 24" focusable="false" {...told}>
      <SignShape of={of} />
    </svg>
  );
}
