import type { Expr, Span, Stmt } from '../../ir/ir.ts';
import type { Part } from '../../ir/parts.ts';
import { type Carries, holds, nameOf } from './looks-at.ts';

/**
 * `if (url.match(internal)) metrics.internal = true;`: a condition that looks at data and decides nothing for a place behind it. Both ways lead on, nothing of the data is replaced, and what is done
 * in between only tells somebody, or writes down elsewhere what was seen. What a branch calls besides may not come back.
 */
export function decidesNothing(part: Part, place: Span, carries: Carries): boolean {
  if (part.k !== 'if' || part.end > place.start) return false;
  if (!onlyReads(part.test)) return false;
  return [...part.yes, ...part.otherwise].every((statement) => isIdle(statement, carries, 0));
}

/** Where a branch writes down what was seen. */
export function writtenIn(part: Stmt & { k: 'if' }): Part[] {
  const targets: Part[] = [];
  const open: Stmt[] = [...part.yes, ...part.otherwise];
  for (let statement = open.pop(); statement; statement = open.pop()) {
    if (statement.k === 'block') open.push(...statement.body);
    else if (statement.k === 'if') open.push(...statement.yes, ...statement.otherwise);
    else if (statement.k === 'expr' && statement.value.k === 'assign') targets.push(statement.value.target);
  }
  return targets;
}

function isIdle(statement: Stmt, carries: Carries, depth: number): boolean {
  if (depth > maxDepth) return false;
  const inner = (each: Stmt) => isIdle(each, carries, depth + 1);
  if (statement.k === 'block') return statement.body.every(inner);
  if (statement.k === 'if')
    return onlyReads(statement.test) && [...statement.yes, ...statement.otherwise].every(inner);
  if (statement.k !== 'expr') return false;
  const { value } = statement;
  if (value.k === 'assign') {
    const isOther = !holds(value.target, (part) => carries(part) !== undefined);
    return isOther && value.value.k === 'const';
  }
  return value.k === 'call' && tells(value) && value.args.every((argument) => onlyReads(argument.value));
}

/** Asks what a text holds, and nothing that may refuse it. */
function onlyReads(expr: Expr): boolean {
  return !holds(
    expr,
    (part) =>
      part.k === 'assign' ||
      part.k === 'await' ||
      part.k === 'yield' ||
      (part.k === 'call' && !asksText.test(nameOf(part.callee))),
  );
}

function tells({ callee }: Expr & { k: 'call' }): boolean {
  if (callee.k === 'name') return prints.has(callee.name);
  if (callee.k !== 'member') return false;
  const { object, property } = callee;
  const holder = object.k === 'name' ? object.name : object.k === 'member' ? object.property : '';
  return logs.has(property) && logger.test(holder);
}

const asksText =
  /^(?:match(?:es)?\??|test|exec|occurs|covers|includes?\??|contains?|Contains(?:Any|Rune)?|startsWith|endsWith|starts_?with\??|ends_?with\??|start_with\?|end_with\?|StartsWith|EndsWith|HasPrefix|HasSuffix|indexOf|lastIndexOf|IndexOf|Index|find|search|fullmatch|preg_match|strpos|stripos|str_contains|str_starts_with|str_ends_with|strstr|equals(?:IgnoreCase)?|Equals|toLowerCase|toUpperCase|lower|upper|downcase|upcase|ToLower|ToUpper|trim|strip|length|size|len|strlen|count|String|str|toString|to_s)$/;
const prints: ReadonlySet<string> = new Set(['print', 'println', 'printf', 'puts', 'p', 'pp', 'error_log']);
const logs: ReadonlySet<string> = new Set(
  'debug info trace warn warning error notice log logf Debug Info Warn Warning Error Debugf Infof Warnf Errorf Print Println Printf LogDebug LogInformation LogWarning LogError verbose'.split(
    ' ',
  ),
);
const logger = /^(?:console|_?log(?:ger|ging)?|slog|LOG(?:GER)?|Log(?:ger)?|fmt|log4j|syslog|winston|pino)$/;
const maxDepth = 4;
