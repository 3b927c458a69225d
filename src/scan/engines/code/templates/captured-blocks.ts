import type { Segment } from './segments.ts';

/**
 * Variables of a page that hold nothing but a part of the page itself: `{% set x %}<b>{{ name }}</b>{% endset %}` (Twig, Jinja), `{% set x = block('x') %}`
 * (Twig). What is put in between was escaped there, or is reported there.
 */
export function capturedBlocks(segments: readonly Segment[]): ReadonlySet<string> {
  const captured = new Set<string>();
  const others = new Set<string>();
  for (const { kind, expression } of segments) {
    const set = kind === 'code' ? setting.exec(expression) : null;
    if (set) (set[2] === undefined ? captured : others).add(set[1]!);
  }
  for (const name of others) captured.delete(name);
  return captured;
}

/** `x|raw`: the variable that is put in, with filters alone behind it. */
export function variableOf(expression: string): string | undefined {
  return output.exec(expression)?.[1];
}

const setting = /^-?\s*set\s+(\w+)\s*(?:=\s*block\(['"]\w+['"]\)\s*(?:\|\s*trim\s*)?-?$|-?$|(\S))/;
const output = /^([A-Za-z_]\w*)(?:\s*\|\s*(?:raw|safe|trim))*$/;
