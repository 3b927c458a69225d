// Proves that growing matches from keywords loses nothing: every format rule is also run over whole files by the platform's own
// regular expressions, and each of their matches must be among ours:   node bench/secrets/lost-matches.ts DIR…
import { mkdirSync, writeFileSync } from 'node:fs';
import { FormatMatcher } from '../../src/scan/engines/secrets/matching/format-matcher.ts';
import { KeywordFinder } from '../../src/scan/engines/secrets/matching/keyword-finder.ts';
import { readCompiledRules } from '../../src/scan/engines/secrets/rules/compiled-rules.ts';
import type { ScanRule } from '../../src/scan/model/secret-rule.ts';
import { readFolder } from './read-folder.ts';

const rules = readCompiledRules().rules.filter((rule) => rule.pattern !== undefined);
const keywords = rules.flatMap((rule) =>
  rule.keywords.map((keyword) => ({ rule, ...keyword, matcher: new FormatMatcher(rule) })),
);
const finder = new KeywordFinder(
  keywords.map(({ text, exact = false, first = false, follow }) => ({
    text,
    exact,
    first,
    ...(follow !== undefined && { follow: Buffer.from(follow, 'hex') }),
  })),
);
const expressions = rules.map((rule) => ({ rule, expression: wholeFileExpression(rule) }));

let bytes = 0;
let matches = 0;
const lost: string[] = [];
for (const file of process.argv.slice(2).flatMap(readFolder)) {
  const buffer = Buffer.from(file.bytes);
  bytes += buffer.length;
  const found = new Set<string>();
  finder.find(buffer, (index, start) => {
    const { rule, text, variant, matcher } = keywords[index]!;
    const match = matcher.matchAt(buffer, variant, start + text.length);
    if (match) found.add(`${rule.id} ${match.start}-${match.end}`);
  });
  const text = buffer.toString('latin1');
  for (const { rule, expression } of expressions) {
    for (const match of text.matchAll(expression)) {
      matches++;
      const name = `${rule.id} ${match.index}-${match.index + match[0].length}`;
      if (!found.has(name)) lost.push(`${file.path}: ${name}`);
    }
  }
}
console.log(
  `${(bytes / 1e6).toFixed(1)} MB, ${rules.length} rules, ${matches} matches of whole files, ${lost.length} lost`,
);
for (const line of lost.slice(0, 20)) console.log(`  ${line}`);
mkdirSync(new URL('../results/', import.meta.url), { recursive: true });
const result = { megabytes: bytes / 1e6, rules: rules.length, matches, lost: lost.length };
writeFileSync(
  new URL('../results/secrets-lost-matches.json', import.meta.url),
  `${JSON.stringify(result, undefined, 2)}\n`,
);
process.exitCode = lost.length === 0 ? 0 : 1;

/** The rule's expression with its borders, for the platform: what a scanner without keywords would run. */
function wholeFileExpression(rule: ScanRule): RegExp {
  const ignoreCase = rule.pattern!.startsWith('(?i)');
  const source = ignoreCase ? rule.pattern!.slice(4) : rule.pattern!;
  const [before, behind] =
    rule.boundary === 'none' ? ['', ''] : ['(?<![A-Za-z0-9](?=[A-Za-z0-9]))', '(?!(?<=\\w)\\w)'];
  return new RegExp(`${before}(?:${source})${behind}`, ignoreCase ? 'gi' : 'g');
}
