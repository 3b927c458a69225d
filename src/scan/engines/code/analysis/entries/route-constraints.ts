import type { FunctionIr } from '../../ir/ir.ts';
import { constantLabels } from '../../knowledge/label-needs.ts';
import { allLabels } from '../../knowledge/labels.ts';
import { clearedBy } from '../fields/declared-checks.ts';
import { requirementIn } from '../guards/route-segment.ts';
import type { Run } from '../run.ts';

/**
 * What a route asks of the parts of a path: `/orders/{id:[0-9]+}`, `{id: \d+}`, `{id:int:min(1)}`, `/orders/:id(\\d+)`. By the name of each part, the kinds of harm that it
 * can do no more where the route was taken.
 */
function constraintsOf(route: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (let at = route.indexOf('{'); at >= 0 && at < maxLength; at = route.indexOf('{', at + 1)) {
    const end = closing(route, at);
    const [, name, , asked] = partHead.exec(route.slice(at + 1, end)) ?? [];
    if (name !== undefined) found.set(name, asked === undefined ? 0 : clearedByConstraint(asked.trim()));
    at = end - 1;
  }
  const start = route.slice(0, maxLength);
  for (const { 1: name, 2: open, index } of start.matchAll(colonPart)) {
    const at = index + name!.length + 1;
    const asked = open === undefined ? '.*' : inBrackets(start, at);
    // A part may be repeated, with slashes in between, and Express 4 takes an asterisk for any text, even in parentheses.
    const isOpen = (open === '(' && asked.includes('*')) || /[*+]/.test(start[at + asked.length + 2] ?? '');
    found.set(name!, isOpen ? 0 : clearedBy(asked));
  }
  return found;
}

/** What stands between a bracket and the one that ends it. */
function inBrackets(text: string, open: number): string {
  const [opens, closes] = text[open] === '(' ? '()' : '{}';
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === opens) depth++;
    else if (text[at] === closes && --depth === 0) return text.slice(open + 1, at);
  }
  return '.*';
}

/** What all routes ask of a part by this name. */
export function clearedByRoutes(routes: readonly string[], name: string): number {
  if (routes.length === 0) return 0;
  return routes.reduce((mask, route) => mask & (constraintsOf(route).get(name) ?? 0), -1);
}

/** What a route asks next to the path holds wherever it is taken. */
export function clearedNextTo({ file }: Run, { decorators }: FunctionIr, name: string): number {
  const asked = decorators.map(({ start, end }) => requirementIn(file.text.slice(start, end), name));
  if (asked.length === 0) return 0;
  return asked.reduce((mask, pattern) => mask & (pattern === undefined ? 0 : clearedBy(pattern)), -1);
}

/** Where a brace ends that expressions may have braces in. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return at;
  }
  return text.length;
}

/** Constraints by name are all to hold; anything else is an expression that the whole part has to match. */
function clearedByConstraint(asked: string): number {
  const expression = /^regex\((.*)\)$/s.exec(asked)?.[1];
  if (expression !== undefined)
    return clearedBy(expression.replace(/([[\]{}])\1/g, '$1').replace(/\\\\/g, '\\'));
  if (!byName.test(asked)) return clearedBy(asked);
  return asked.split(':').reduce((mask, name) => mask | (named[name] ?? 0), 0);
}

const named: Partial<Record<string, number>> = Object.fromEntries([
  ...['int', 'long', 'guid', 'bool', 'decimal', 'double', 'float', 'datetime'].map((name) => [
    name,
    allLabels,
  ]),
  ['alpha', clearedBy('[a-zA-Z]+') & constantLabels],
]);
const byName = /^[a-z]+(?:\([^()]*\))?(?::[a-z]+(?:\([^()]*\))?)*\??$/i;
const partHead = /^\*{0,2}(\w+)(\?|\s*)(?::([\s\S]*))?$/;
/** `:id(\\d+)` of Express, Koa and Fastify, `:id{[0-9]+}` of Hono. */
const colonPart = /:([A-Za-z_]\w*)([({])?/g;
const maxLength = 1_000;
