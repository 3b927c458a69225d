import type { Expr, Span } from '../../ir/ir.ts';
import type { CheckWords } from '../../knowledge/words/check-words.ts';
import { containment, endsOf } from './containment.ts';
import type { FileView } from './file-view.ts';
import type { Unit } from './units.ts';

/**
 * A host, or the site that a request comes from, is compared by how it ends or by what it holds: `evilexample.com` ends like `example.com`, and
 * `example.com.evil.net` holds it.
 */
export function comparedHosts(unit: Unit, view: FileView): Span[] {
  return unit.questions.flatMap(({ expr, leads, positive }) => {
    const ends = endsOf(expr, view.words);
    const whole = ends?.at === 'end' ? ends.whole : undefined;
    const held = whole ? undefined : containment(expr, view.words);
    const about = whole ?? held?.whole;
    const part = whole ? ends!.part : held?.what;
    if (!about || !part || !isHost(about, unit, view)) return [];
    // Who skips a host does not trust the others for it.
    if (leads === 'out' && positive === (held?.holds ?? true) && !whole) return [];
    return isBare(part, unit, held !== undefined) ? [expr] : [];
  });
}

/** Read of a parsed URL or of the header that names the site. */
export function isHost(expr: Expr, unit: Unit, view: FileView): boolean {
  const { words } = view;
  // The header that lets another site read is written in the same function.
  if (
    expr.k === 'name' &&
    words.has('hosts', expr.name) &&
    unit.texts.some(({ value }) => allowing.test(value))
  )
    return true;
  const from = expr.k === 'name' ? (unit.assigned.get(expr.name) ?? view.constantOf(expr)) : expr;
  if (!from) return false;
  let open: Expr = from;
  for (let depth = 0; depth < maxDepth; depth++) {
    if (open.k === 'logic') open = open.left;
    else if (open.k === 'member') return words.has('hosts', open.property) && !isPage(open.object, words);
    else if (open.k === 'index') return isOriginHeader(open.index) || isHostKey(open.index);
    else if (open.k === 'call') {
      const { callee, args } = open;
      // `parse_url($url, PHP_URL_HOST)`
      if (callee.k === 'name')
        return args[1]?.value.k === 'name' && words.has('hostParts', args[1].value.name);
      if (callee.k !== 'member') return false;
      if (words.has('hosts', callee.property) && args.length === 0) return true;
      if (args[0] && isOriginHeader(args[0].value)) return true;
      if (!words.has('same', callee.property)) return false;
      open = callee.object;
    } else return false;
  }
  return false;
}

/** What a visitor is at is chosen by nobody else. */
function isPage(object: Expr, words: CheckWords): boolean {
  return words.has(
    'ownPages',
    object.k === 'name' ? object.name : object.k === 'member' ? object.property : '',
  );
}

function isOriginHeader(expr: Expr): boolean {
  return expr.k === 'const' && typeof expr.value === 'string' && /^(?:http_)?origin$/i.test(expr.value);
}

function isHostKey(expr: Expr): boolean {
  return expr.k === 'const' && expr.value === 'host';
}

/** A name without a dot in front, or a variable where no dot is written anywhere. */
function isBare(part: Expr, { texts, assigned }: Unit, isHeld: boolean): boolean {
  if (part.k === 'const')
    return typeof part.value === 'string' && (isHeld ? heldHost : bareHost).test(part.value);
  if (part.k !== 'name' && part.k !== 'member') return false;
  const set = part.k === 'name' ? assigned.get(part.name) : undefined;
  if (set && set.k !== 'member' && set.k !== 'index') return false;
  const name = part.k === 'name' ? part.name : part.property;
  return (
    /domain|host|origin|suffix|allow/i.test(name) &&
    !texts.some(({ value }) => /^\.|\.$|^@$|%s\.|\*\./.test(value))
  );
}

const allowing = /^access-control-allow-origin$/i;
const bareHost = /^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}$/i;
const heldHost = /^(?:https?:\/\/)?\.?[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}$/i;
const maxDepth = 4;
