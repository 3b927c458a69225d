import type { Expr, Span } from '../../ir/ir.ts';
import { containment, endsOf } from './containment.ts';
import type { Call, Unit } from './units.ts';

/** The way up is refused in a text that is decoded afterwards: `%2e%2e` passes, and becomes the way up behind the check. */
export function checkedBeforeDecoding(unit: Unit): Span[] {
  const decoded = unit.calls.flatMap((call) => {
    const name = decodedName(call);
    return name === undefined ? [] : [{ name, at: call.start }];
  });
  if (decoded.length === 0) return [];
  return unit.questions.flatMap(({ expr, of, positive, fails }) => {
    const held = containment(expr);
    const whole = held ? held.whole : endsOf(expr)?.whole;
    const what = held ? held.what : endsOf(expr)?.part;
    if (!fails || whole?.k !== 'name' || !what || !isWayUp(what) || (held && held.holds !== positive))
      return [];
    // What was decoded before is decoded once more: that is another mistake.
    const isLater = decoded.some(({ name, at }) => name === whole.name && at > of.end);
    const isEarlier = decoded.some(({ name, at }) => name === whole.name && at < expr.start);
    return isLater && !isEarlier ? [expr] : [];
  });
}

function isWayUp(expr: Expr): boolean {
  return expr.k === 'const' && typeof expr.value === 'string' && /^[\\/]?\.\.[\\/]?$/.test(expr.value);
}

/** The variable that a call decodes. */
function decodedName({ callee, args }: Call): string | undefined {
  const name = callee.k === 'member' ? callee.property : callee.k === 'name' ? callee.name : '';
  const holder = callee.k === 'member' && callee.object.k === 'name' ? callee.object.name : '';
  if (!decoding.test(name) && !(name === 'decode' && /^(?:URLDecoder|UriUtils|URI)$/.test(holder)))
    return undefined;
  const about = args[0]?.value;
  return about?.k === 'name' ? about.name : undefined;
}

const decoding =
  /^(?:decodeURI(?:Component)?|unescape|unquote(?:_plus)?|(?:raw)?urldecode|PathUnescape|QueryUnescape|UnescapeDataString|UrlDecode|decode_www_form_component)$/;
