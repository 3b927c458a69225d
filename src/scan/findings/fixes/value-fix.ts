import type { Fix, ValueEdit } from '../../model/finding.ts';

/** Sets the value of a key on its line; undefined where the line holds more than the key and a plain value. */
export function valueFix(
  { line, key, value }: ValueEdit,
  lineOf: (line: number) => string | undefined,
): Fix | undefined {
  const written = lineOf(line);
  const name = key.replace(/[^\w-]/g, '\\$&');
  const pattern = new RegExp(
    `^(\\s*(?:-\\s+)?["']?${name}["']?\\s*[:=]\\s*)("[^"]*"|'[^']*'|[\\w.+/-]+)(\\s*,?\\s*(?:#.*)?)$`,
  );
  const [, head, before, tail] = pattern.exec(written ?? '') ?? [];
  if (head === undefined || before === undefined) return undefined;
  // A quoted value stays quoted, so that its type stays what it was.
  const quote = /^["']/.test(before) && !/^["']/.test(value) ? before[0]! : '';
  const replacement = `${head}${quote}${value}${quote}${tail}`;
  if (replacement === written) return undefined;
  return { description: `Set ${key} to ${value}`, startLine: line, endLine: line, replacement };
}
