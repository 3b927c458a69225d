import type { Expr, Span } from '../../ir/ir.ts';
import type { RouteChecks, RubyLowering } from './lowering.ts';
import { covered } from './route-checks.ts';

/** `get '/files/:name' do |name|`, `get '/files/*' do |path|`, `get %r{/files/(.+)} do |path|`: what parts of a cleaned path cannot be. */
export function cleanedParts(low: RubyLowering, route: Expr | undefined): RouteChecks {
  const asked = new Map<string, (value: Expr) => Expr>();
  if (!route) return asked;
  if (route.k === 'regex') {
    let unnamed = 0;
    for (const [, name] of route.pattern.slice(0, maxRoute).matchAll(group))
      asked.set(name ?? String(unnamed++), hasNoDots);
  } else if (route.k === 'const' && typeof route.value === 'string') {
    let position = 0;
    for (const [, name] of route.value.slice(0, maxRoute).matchAll(part)) {
      const check = name === undefined ? hasNoDots : covered(low, segment, route);
      asked.set(String(position++), check);
      if (name !== undefined) asked.set(name, check);
    }
  }
  return asked;
}

/** What `request` is in a program whose paths are cleaned. */
export function cleanedRequest(low: RubyLowering, span: Span): Expr {
  return { k: 'member', object: low.constant('Sinatra', span), property: 'request', ...span };
}

function hasNoDots(value: Expr): Expr {
  const { start, end } = value;
  const dots: Expr = { k: 'const', value: '..', start, end };
  const callee: Expr = { k: 'member', object: value, property: 'includes', start, end };
  const asks: Expr = { k: 'call', callee, args: [{ value: dots }], isNew: false, start, end };
  return { k: 'unary', op: '!', value: asks, start, end };
}

/** Between two slashes, and neither `.` nor `..`. */
const segment = '[^/\\\\.][^/\\\\]*';
const part = /:(\w+)|\*/g;
const group = /(?<!\\)\((?:\?<(\w+)>|(?!\?))/g;
const maxRoute = 1_000;
