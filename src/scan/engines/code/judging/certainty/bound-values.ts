import { atMost } from '../../../../model/finding.ts';
import type { CallEvent } from '../../domain/call-event.ts';
import { isDynamic, type Value } from '../../domain/value.ts';
import type { Expr } from '../../ir/ir.ts';
import { labelMask } from '../../knowledge/labels.ts';
import type { Sink } from '../../knowledge/rule-types.ts';
import { builtText } from '../sink-part.ts';

/**
 * Where a statement is given together with the values to bind, or holds places for them, the program keeps values apart from the text: what is put together there are names, conditions
 * and placeholders of its own. Low without a known source, unless a part stands where a value does; with a source as before.
 */
export function ratedAsBound(sink: Sink, { args, expr }: CallEvent): Sink {
  if (!(sink.label & statements) || !(sink.dynamic || sink.built)) return sink;
  const positions = sink.args.filter((which) => typeof which === 'number');
  if (positions.length === 0) return sink;
  const last = Math.max(...positions);
  const texts = positions.map((at) => (args[at] && builtText(args[at])) ?? '');
  const isBound =
    args.some((value, at) => at > last && areValues(value, expr.args[at]?.value)) ||
    texts.some((text) => placeholder.test(text));
  if (!isBound || texts.some((text) => holdsValue.test(text))) return sink;
  return {
    ...sink,
    dynamic: sink.dynamic && atMost(sink.dynamic, 'low'),
    built: sink.built && atMost(sink.built, 'low'),
  };
}

/** A list that is filled here, or something that the program has elsewhere; a map may be other options, a function a callback, and fixed texts names of columns. */
function areValues(value: Value, written: Expr | undefined): boolean {
  if (value.closures || written?.k === 'function') return false;
  if (written?.k === 'name' && callback.test(written.name)) return false;
  if (value.shape?.kind === 'map') return [...bindings].some((key) => value.shape?.fields.has(key));
  return isDynamic(value) && (value.shape === undefined || value.shape.kind === 'list');
}

/** Options under which values are given that are put into the text by the library. */
const bindings = new Set(['replacements', 'bind', 'bindings', 'binds']);
const statements = labelMask(['sql']);
const callback = /^(?:cb|callback|next|done|fn|func|handler|resolve|reject)$|Callback$/;
/** `= ?`, `LIKE :name`, `VALUES (?`, `IN ($1`, `= @id`: what takes the place of a value that is bound later. */
const placeholder = /(?:[=<>]|\b(?:like|in|values|limit|between))\s*\(?\s*(?:\?|:[a-z_]\w*|\$\d|@[a-z_]\w*)/i;
/** `'%\0`, `= \0`, `LIKE \0`, `IN (\0`. */
const holdsValue = /'[^'\0]*\0|(?:[=<>]|\b(?:like|in|values))\s*\(?\s*\0/i;
