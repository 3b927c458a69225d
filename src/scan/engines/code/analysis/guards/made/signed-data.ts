import type { Expr } from '../../../ir/ir.ts';
import { eachPart, type Part } from '../../../ir/parts.ts';
import { labelMask } from '../../../knowledge/labels.ts';
import type { Run } from '../../run.ts';
import type { Barrier } from '../barriers/barrier.ts';
import { testOf } from '../flags.ts';

/**
 * Data whose signature is the one that was sent with it: who has no key has not made it. One of the sides that are the same is an HMAC of the data,
 * `hmac.new(KEY, data).hexdigest()`, `hash_hmac('sha256', $data, $key)`, `createHmac('sha256', key).update(data).digest()`. A hash without a key says nothing.
 */
export function signedBarriers(run: Run, sides: readonly Expr[]): Barrier[] {
  return sides.flatMap((side) => {
    const made = side.k === 'name' ? testOf(run, side.name) : side;
    return made ? signedIn(run, made) : [];
  });
}

function signedIn(run: Run, made: Expr): Barrier[] {
  const signed: Expr[] = [];
  let maker: (Expr & { k: 'call' }) | undefined;
  const open: Part[] = [made];
  for (let part = open.pop(); part; part = open.pop()) {
    if (part.k === 'call' && keyPlaces.has(makerName(part.callee))) maker = part;
    if (part.k === 'name' || part.k === 'member' || part.k === 'index') signed.push(part);
    // What is called is no data.
    if (part.k === 'call') {
      if (part.callee.k === 'member') open.push(part.callee.object);
      for (const { value } of part.args) open.push(value);
    } else eachPart(part, (inner) => open.push(inner));
  }
  if (!maker) return [];
  const key = maker.args[keyPlaces.get(makerName(maker.callee))!]?.value;
  if (!key || isSent(run, key)) return [];
  return signed.map((expr) => ({ expr, clears: deserialize }));
}

/** A key that comes with the data is none. */
function isSent(run: Run, key: Expr): boolean {
  const taint = run.evaluate(key).taint ?? [];
  return taint.some(({ origin }) => origin.k === 'source' && origin.kind === 'remote');
}

/** `hmac.new` and `OpenSSL::HMAC.hexdigest` with the module, others by themselves. */
function makerName(callee: Expr): string {
  if (callee.k === 'name') return callee.name;
  if (callee.k !== 'member') return '';
  const { object, property } = callee;
  const module = object.k === 'name' ? object.name : object.k === 'member' ? object.property : '';
  return module === 'hmac' || module === 'HMAC' ? `${module}.${property}` : property;
}

/** What compares two texts for as long as they are, wherever they differ. */
export const comparesSecrets: ReadonlySet<string> = new Set([
  'compare_digest',
  'constant_time_compare',
  'hash_equals',
  'timingSafeEqual',
  'secure_compare',
  'fixed_length_secure_compare',
]);

/** Which argument of what makes an HMAC is the key. */
const keyPlaces: ReadonlyMap<string, number> = new Map([
  ['hmac.new', 0],
  ['hmac.digest', 0],
  ['hash_hmac', 2],
  ['createHmac', 1],
  ['HMAC.digest', 1],
  ['HMAC.hexdigest', 1],
]);
const deserialize = labelMask(['deserialize']);
