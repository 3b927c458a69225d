import type { Span } from '../../ir/ir.ts';
import type { PhpLowering } from './lowering.ts';

/** What a comment in front of a member or a statement says of its type: `@var Share`, `@return Share[]`. */
export function docType(php: PhpLowering, at: Span, tag: 'var' | 'return'): string | undefined {
  const comment = commentBefore(php, at);
  const [, written] = (comment && tags[tag].exec(comment)) || [];
  return written === undefined ? undefined : php.typeWritten(written, at);
}

/** What the comment in front of a function says of the types of its parameters, by their names: `@param Share $share`. */
export function docParameters(php: PhpLowering, at: Span): ReadonlyMap<string, string> {
  const comment = commentBefore(php, at);
  if (!comment?.includes('@param')) return noTypes;
  const found = new Map<string, string>();
  for (const [, written, name] of comment.matchAll(parameters))
    found.set(name!, php.typeWritten(written!, at));
  return found;
}

function commentBefore(php: PhpLowering, { start }: Span): string | undefined {
  const before = php.text.slice(Math.max(0, start - maxLength), start).trimEnd();
  return before.endsWith('*/') ? before.slice(before.lastIndexOf('/**')) : undefined;
}

const noTypes: ReadonlyMap<string, string> = new Map();

/** `$container->get(Share::class)`: the one class that a call is given. */
export function classAsked(php: PhpLowering, list: Span): string | undefined {
  const text = php.text.slice(list.start, Math.min(list.end, list.start + maxLength));
  const [only, ...others] = text.matchAll(/(?<![\w$])\\?(?:\w+\\)*([A-Z]\w*)::class\b/g);
  return only && others.length === 0 ? php.typeWritten(only[1]!, list) : undefined;
}

const type = String.raw`\s+(\??[\w\\]+(?:<[^>*]*>|\[\])?(?:\|null)?)`;
const tags = {
  var: new RegExp(`@(?:phpstan-|psalm-)?var${type}`),
  return: new RegExp(`@(?:phpstan-|psalm-)?return${type}`),
};
const parameters = new RegExp(`@(?:phpstan-|psalm-)?param${type}\\s+(\\$\\w+)`, 'g');
const maxLength = 2_000;
