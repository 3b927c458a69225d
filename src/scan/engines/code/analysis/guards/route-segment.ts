import { checkedTaint, joinTaints, type Taint } from '../../domain/taint.ts';
import type { Constant, FunctionIr, Span } from '../../ir/ir.ts';
import { allLabels, labelMask, type SourceKind } from '../../knowledge/labels.ts';
import type { Source } from '../../knowledge/rule-types.ts';
import { isUnlikelyRequest } from '../entries/request-evidence.ts';
import type { Run } from '../run.ts';

/** Whether a parameter is between two slashes of the route: `/files/<name>`, but not `/files/<path:name>`. */
export function isSegment(run: Run, fn: FunctionIr, name: string): boolean {
  return fn.decorators.some(({ start, end }) => {
    const route = run.file.text.slice(start, end);
    return segmentsIn(route).has(name) && requirementIn(route, name) === undefined;
  });
}

/** What a route takes for a part of the path, next to it: `requirements: ['name' => '\\d+']`. */
export function requirementIn(route: string, name: string): string | undefined {
  const required = /\brequirements\s*[:=]\s*(?:array\(|[[{])([^\n]*)/.exec(route)?.[1] ?? '';
  for (const [, part, pattern] of required.matchAll(requirement)) if (part === name) return pattern;
  return new RegExp(`\\{${name}<([^>]{1,200})>`).exec(route)?.[1];
}

/** Whether the route converts a parameter, or takes none but a few words for it: `<int:id>`, `<any(a, b):kind>`, `{id:int}`. */
export function isConverted(run: Run, fn: FunctionIr, name: string): boolean {
  return fn.decorators.some(({ start, end }) => convertedIn(run.file.text.slice(start, end)).has(name));
}

function convertedIn(route: string): Set<string> {
  return new Set(Array.from(route.matchAll(converted), ([, first, second]) => (first ?? second)!));
}

/** A segment holds no slash: it names nothing but what is in the folder that it is put behind, and the folder above. */
export function segmentSource(
  run: Run,
  kind: SourceKind,
  title: string,
  span: Span,
  mask = allLabels,
): Taint | undefined {
  const whole = run.origins.source(kind, title, span, mask & ~pathLabel);
  const path = run.origins.source(kind, `${title} between two slashes`, span, mask & pathLabel);
  return joinTaints(whole, checkedTaint(path, 'the route'));
}

/** What a source brings; `asked` is the part of the path that it is asked for, by its name. */
export function sourceTaint(run: Run, source: Source, span: Span, asked?: Constant): Taint | undefined {
  const { kind, title, mask, isSegment } = source;
  if (isSegment && !isRest(run, asked)) return segmentSource(run, kind, title, span, mask);
  return run.origins.source(kind, title, span, mask, undefined, isUnlikelyRequest(run, source));
}

/** The rest of a path, with its slashes: `*`, or what a route of the file writes so (`/files/*name`). */
function isRest({ file }: Run, asked: Constant | undefined): boolean {
  return typeof asked === 'string' && (/^[*+]/.test(asked) || file.text.includes(`/*${asked}`));
}

/** Whether the routes of a function name segments alone: no expression of their own, and no rest of a path. */
export function namesSegments({ file }: Run, { decorators }: FunctionIr): boolean {
  return !decorators.some(({ start, end }) => /\{\s*\*|\{\s*\w+\s*:|\*\*/.test(file.text.slice(start, end)));
}

function segmentsIn(route: string): Set<string> {
  return new Set(Array.from(route.matchAll(segment), ([, name]) => name!));
}

const requirement = /['"](\w+)['"]\s*(?:=>?|:)\s*['"]((?:\\.|[^'"\\]){1,200})['"]/g;
const segment = /[<{](?:string:|str:)?([A-Za-z_]\w*)(?::str)?[>}]/g;
const converted =
  /<(?:int|float|uuid|any\([^()<>]{1,200}\)):([A-Za-z_]\w*)>|\{([A-Za-z_]\w*):(?:int|float|uuid)\}/g;
const pathLabel = labelMask(['path']);
