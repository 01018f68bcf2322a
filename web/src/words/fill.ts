// SPDX-License-Identifier: MIT
// fill.ts - templates: "{1}" is the first argument, "{1|one|many}" a word that agrees with it.

/** Fills a template. A hole without an argument stays as it is. */
export function fill(template: string, args: readonly (string | number)[]): string {
  return template.replace(/\{(\d)(?:\|([^|{}]*)\|([^|{}]*))?\}/g, (whole, index: string, one?: string, many?: string) => {
    const arg = args[Number(index) - 1];
    if (arg === undefined) return whole;
    return one === undefined ? String(arg) : Number(arg) === 1 ? one : (many ?? "");
  });
}
