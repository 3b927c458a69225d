import { type CallEvent, partOf } from './call-event.ts';
import type { ConditionScope } from './conditions.ts';
import type { ElementAttribute, Expr, Span } from './ir.ts';
import { constantValue, type Value } from './value.ts';

/** What conditions see of the file around them. */
interface SourceOfFile {
  readonly path: string;
  readonly text: string;
}

/** What the conditions on a call are about: its arguments, its receiver, and their source. */
export function scopeOfCall(file: SourceOfFile, event: CallEvent): ConditionScope {
  return {
    part: (which) => partOf(event, which),
    source: (which) => {
      if (which === 'file') return file.path;
      if (which === 'text') return file.text;
      if (which === 'before') return textBefore(file.text, event.expr.start);
      if (which === 'function')
        return event.within ? file.text.slice(event.within.start, event.within.end) : '';
      const expr =
        which === 'receiver'
          ? event.receiverExpr
          : which === 'value' || which === 'call'
            ? event.expr
            : typeof which === 'number'
              ? event.expr.args[which]?.value
              : event.expr.args.find((arg) => arg.name === which)?.value;
      return expr ? file.text.slice(expr.start, expr.end) : '';
    },
    mayHold: (which) => (typeof which === 'number' ? event.openList : event.openMap || event.openList),
  };
}

/** The line of a place up to it and the two lines above: the condition that it stands under, the name that it is given to. */
function textBefore(text: string, at: number): string {
  let from = at;
  for (let lines = 0; lines < 3 && from > 0; lines++) from = text.lastIndexOf('\n', from - 1);
  return text.slice(Math.max(from, at - maxTextBefore), at);
}

/** Likewise for a value that is read, assigned or given under a key. */
export function scopeOfValue(
  file: SourceOfFile,
  value: Value,
  span: Span,
  objectExpr?: Expr,
  object?: Value,
  within?: Span,
): ConditionScope {
  return {
    part: (which) => (which === 'object' ? object : value),
    source: (which) =>
      which === 'function'
        ? within
          ? file.text.slice(within.start, Math.min(within.end, within.start + maxFunctionText))
          : ''
        : which === 'file'
          ? file.path
          : which === 'text'
            ? file.text
            : which === 'before'
              ? textBefore(file.text, span.start)
              : which === 'receiver' && objectExpr
                ? file.text.slice(objectExpr.start, objectExpr.end)
                : file.text.slice(span.start, span.end),
    mayHold: () => false,
  };
}

/** Likewise for an attribute of an element of a page. */
export function scopeOfElement(
  file: SourceOfFile,
  value: Value,
  attribute: ElementAttribute,
  element: Expr & { k: 'element' },
  all: ReadonlyMap<string, Value>,
): ConditionScope {
  return {
    part: (which) =>
      which === 'value' ? value : which === 'element' ? constantValue(element.name) : all.get(String(which)),
    source: (which) => {
      const span = which === 'element' ? element : attribute;
      return file.text.slice(span.start, span.end);
    },
    mayHold: () => false,
  };
}

const maxTextBefore = 400;

/** A function that is longer is looked at by its beginning. */
const maxFunctionText = 4_000;
