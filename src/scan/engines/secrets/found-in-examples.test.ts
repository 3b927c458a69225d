import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { rulesFolder } from './rules/compiled-rules.ts';
import { expandTemplate } from './rules/example-template.ts';
import { readRuleFiles } from './rules/rule-files.ts';
import { createSecretsEngine } from './secrets-engine.ts';

const engine = createSecretsEngine();
const descriptions = new Map(engine.rules.map(({ id, description }) => [id, description]));
const golden = (name: string) => `../../../../test/suites/secret-findings/${name}.txt`;

/** Everything that is found in a file: place, rule, severity, confidence and what the finding adds to the words of its rule; then what is masked, here and everywhere. */
function found(path: string, bytes: Buffer): string[] {
  const text = bytes.toString('latin1');
  const {
    findings,
    notes = [],
    redactions = [],
    maskEverywhere = [],
  } = engine.analyse({ path, bytes, text, tree: undefined }, { hashSecret: (value) => String(value.length) });
  const ranges = (list: ReadonlyArray<readonly [number, number]>) =>
    list.map(([from, to]) => `${from}-${to}`).join(' ');
  return [
    ...findings.map(
      ({ startLine, endLine, startColumn, endColumn, ruleId, severity, confidence, description, identity }) =>
        [
          ` ${startLine}:${startColumn}-${endLine === startLine ? '' : `${endLine}:`}${endColumn} ${ruleId} ${severity} ${confidence}`,
          `[${identity.scope} | ${identity.tokens}]`,
          description.replace(descriptions.get(ruleId) ?? '', '').trim(),
        ].join(' '),
    ),
    ...notes.map(({ reason, message }) => ` ${reason}: ${message}`),
    ...(redactions.length > 0 ? [` masked ${ranges(redactions)}; everywhere ${ranges(maskEverywhere)}`] : []),
  ];
}

const { rules } = readRuleFiles(rulesFolder);
const groups = Map.groupBy(rules, ({ id }) => id[0]!);

/** After a wanted change: vitest run found-in-examples -u, and read the difference. */
test.for([...groups.keys()].sort())(
  'all that is found in examples of rules that begin with %s',
  async (letter) => {
    const lines = groups.get(letter)!.flatMap(({ id, examples, nearMisses, examplePath = 'settings.conf' }) =>
      [...examples, ...nearMisses].flatMap((template, at) => {
        // Each character is one byte, so that examples can hold the first bytes of a binary file.
        const bytes = Buffer.from(expandTemplate(template, `${id}/${at}`), 'latin1');
        return [`${id} ${at + 1}`, ...found(examplePath, bytes)];
      }),
    );
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(golden(letter));
  },
);

const suite = parse(
  readFileSync(new URL('../../../../test/suites/secret-values.yaml', import.meta.url), 'utf8'),
) as Record<'secrets' | 'others', Array<[path: string, text: string]>>;

test.for(['secrets', 'others'] as const)('all that is found in the %s of the suite', async (kind) => {
  const lines = suite[kind].flatMap(([path, template], at) => [
    `${at + 1} ${path}`,
    ...found(path, Buffer.from(`${expandTemplate(template, template)}\n`)),
  ]);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(golden(`suite-${kind}`));
});
