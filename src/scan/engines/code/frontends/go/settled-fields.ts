import type { Expr } from '../../ir/ir.ts';
import type { GoLowering } from './lowering.ts';

/**
 * `&Command{name: "git"}`: the text of a field that only its package sees, where all that the file makes of the struct have the same there and nothing in it
 * sets the field.
 */
export function settledText(
  go: GoLowering,
  type: string,
  nameNode: number,
  typeNode: number,
): Expr | undefined {
  const name = go.slice(nameNode);
  if (!/^[a-z]\w*$/.test(name) || !/^\w+$/.test(type) || go.slice(typeNode) !== 'string') return undefined;
  const { text } = go;
  const given = [...text.matchAll(new RegExp(`(?<![\\w.])${name}:\\s*("[^"\\\\\\n]*"\\s*[,}\\n])?`, 'g'))];
  const texts = new Set(given.map(([, literal]) => literal && /^"[^"]*"/.exec(literal)![0]));
  const [only] = texts;
  if (texts.size !== 1 || only === undefined) return undefined;
  const made =
    text.match(new RegExp(`(?<![\\w.])${type}\\{|\\bnew\\(${type}\\)|\\bvar\\s+\\w+\\s+${type}\\b`, 'g')) ??
    [];
  if (made.length !== given.length) return undefined;
  if (new RegExp(`\\.${name}\\s*(?:=(?!=)|\\+=|,[^\\n=]*=(?!=))|&\\w+\\.${name}\\b`).test(text))
    return undefined;
  const span = go.span(nameNode);
  return { k: 'const', value: only.slice(1, -1), ...span };
}
