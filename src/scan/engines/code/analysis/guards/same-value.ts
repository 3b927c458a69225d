import type { Expr } from '../../ir/ir.ts';

/** `x.strip()` and `str(x)` are as good as `x`, and so is `x or ''`: what is nothing does no harm. */
export function insideOf(expr: Expr): Expr | undefined {
  if (expr.k === 'await') return expr.value;
  if (expr.k === 'logic') return expr.op !== 'and' && expr.right.k === 'const' ? expr.left : undefined;
  if (expr.k !== 'call') return undefined;
  const { callee, args } = expr;
  if (callee.k === 'member' && callee.property === 'matcher') return args[0]?.value;
  if (callee.k === 'member' && libraryTransparent.has(callee.property) && args.length > 0)
    return args.at(-1)!.value;
  if (callee.k === 'member') return transparent.has(callee.property) ? callee.object : undefined;
  // `Number(x)` is a number only where all of `x` is one, unlike `parseInt(x)`.
  return callee.k === 'name' && args.length === 1 && wholeConversions.has(callee.name)
    ? args[0]!.value
    : undefined;
}

/** What a statement about `x.strip()`, or about the normal form of a path, is about. */
export function innermost(expr: Expr): Expr {
  let inner = expr;
  for (let next = insideOf(inner); next; next = insideOf(inner)) inner = next;
  return inner;
}

/** The URL that an expression gives the host of; a variable may be called after what it holds. */
export function hostOf(expr: Expr): Expr | undefined {
  if (expr.k === 'call') {
    const [url, part] = expr.args;
    // `parse_url($to, PHP_URL_HOST)`
    if (part?.value.k === 'name' && part.value.name === 'PHP_URL_HOST') return url!.value;
    return expr.args.length === 0 && expr.callee.k === 'member' ? hostOf(expr.callee) : undefined;
  }
  if (expr.k === 'member') return hostProperty.test(expr.property) ? expr.object : undefined;
  if (expr.k === 'index')
    return expr.index.k === 'const' && hostProperty.test(String(expr.index.value)) ? expr.object : undefined;
  return expr.k === 'name' && hostProperty.test(expr.name.replace(/^\$/, '')) ? expr : undefined;
}

const hostProperty = /^(?:get)?(?:netloc|hostname|host|origin|domain|(?:raw_?)?authority)$/i;
const transparent = new Set(
  'strip lower upper trim toLowerCase toUpperCase toString to_s to_sym downcase upcase squish getCanonicalPath getCanonicalFile toRealPath normalize toAbsolutePath getAbsolutePath getPath toPath'.split(
    ' ',
  ),
);
const wholeConversions = new Set(['str', 'String', 'Number']);
/** Functions of libraries that give back their last argument in another form. */
const libraryTransparent = new Set(
  'Clean Join Abs ToLower ToUpper TrimSpace FromSlash ToSlash Rel cleanPath'.split(' '),
);
