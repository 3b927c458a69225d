import type { Expr, Stmt } from '../../ir/ir.ts';
import { eachPart, type Part } from '../../ir/parts.ts';

/**
 * Whether nothing in the body of a `try` throws, whatever text it is given: `try { return htmlspecialchars($x); } catch (Exception $e) { return $x; }`
 * never gives the text as it came.
 */
export function isQuiet(body: readonly Stmt[]): boolean {
  return body.length > 0 && body.length <= maxStatements && body.every((part) => partIsQuiet(part, maxDepth));
}

function partIsQuiet(part: Part, depth: number): boolean {
  const isFlags = part.k === 'binary' && part.op === '|';
  if (depth === 0 || !(isFlags || quietParts.has(part.k))) return false;
  if (part.k === 'call' && !isQuietCall(part)) return false;
  let quiet = true;
  eachPart(part, (inner) => {
    quiet &&= partIsQuiet(inner, depth - 1);
  });
  return quiet;
}

function isQuietCall({ callee, isNew }: Expr & { k: 'call' }): boolean {
  return !isNew && callee.k === 'name' && quietFunctions.has(callee.name);
}

/** Division, `throw`, unknown code, members (which may be computed) and all other statements may stop. */
const quietParts: ReadonlySet<Part['k']> = new Set([
  'const',
  'name',
  'index',
  'call',
  'assign',
  'expr',
  'return',
] as const);

/** They take any text and give one; a text that is not in the expected encoding becomes an empty one. */
const quietFunctions: ReadonlySet<string> = new Set(
  'htmlspecialchars htmlentities strip_tags addslashes nl2br trim strtolower strtoupper urlencode rawurlencode intval floatval boolval'.split(
    ' ',
  ),
);

const maxStatements = 8;
const maxDepth = 12;
