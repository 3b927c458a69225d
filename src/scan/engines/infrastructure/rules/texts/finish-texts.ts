import type { WrittenRule } from '../infrastructure-rule.ts';
import { withAcronyms } from './acronyms.ts';
import { documentationLink } from './documentation-link.ts';
import { type ExampleChange, exampleChanges } from './example-change.ts';
import { ownHarms } from './own-harm.ts';
import { suggestionWithValue } from './suggestion-with-value.ts';

/** Completes what readers see: names written as their owners write them, a harm of the rule's own, the value to write, a link. */
export function finishTexts(packs: ReadonlyMap<string, readonly WrittenRule[]>): Map<string, WrittenRule[]> {
  const rules = [...packs].flatMap(([pack, written]) => written.map((rule) => ({ pack, ...rule })));
  const titled = rules.map((rule) => ({ ...rule, title: capitalise(withAcronyms(rule.title)) }));
  const finished = new Map<string, WrittenRule[]>([...packs.keys()].map((pack) => [pack, []]));
  for (const { pack, fix, ...rule } of ownHarms(titled)) {
    const link = documentationLink(pack, rule.on, rule.id);
    const references = rule.references.length === 0 && link !== undefined ? [link] : rule.references;
    finished.get(pack)!.push({
      ...rule,
      harm: withAcronyms(rule.harm),
      suggestion: suggestionWithValue(pack, rule),
      references,
      ...offendingAttribute(pack, rule),
      ...(fix !== undefined && isOfExamples(fix, rule) && { fix }),
    });
  }
  return finished;
}

/** A change of a whole group of rules holds for one of them where its good example has the value, or its bad one the opposite. */
function isOfExamples(fix: string, { bad, good }: WrittenRule): boolean {
  const plain = (text: string) => text.replace(/\s+/g, '');
  const [, attribute = '', value = ''] = /^([\w.-]+)\s*[=:]\s*(.*)$/.exec(fix) ?? [];
  if (good.some((example) => plain(example).includes(plain(`${attribute}=${value}`)))) return true;
  const opposite = { true: 'false', false: 'true' }[value];
  return opposite !== undefined && bad.some((example) => plain(example).includes(`${attribute}=${opposite}`));
}

/** The attribute that the examples differ in, where the bad one has it: findings are reported on its line, and it can be set. */
function offendingAttribute(pack: string, rule: WrittenRule): Pick<WrittenRule, 'attribute' | 'setTo'> {
  if (rule.when === undefined || /\bany\(|\bsecret(Entry|Pair|Data)\(/.test(rule.when)) return {};
  const all = exampleChanges(pack, rule);
  const changes = all.filter(({ path, before }) => before !== undefined && path.length > 0);
  const [only] = changes;
  if (!only || changes.length > 1) return {};
  const keys = only.path.filter((key) => typeof key === 'string');
  if (keys.length === 0 || keys.length !== only.path.length) return {};
  // What is wrong may be that another resource is missing; the examples then differ in something that the condition does not ask for.
  const asked = rule.when.replaceAll(/\$related\.(?:`[^`]+`|\w+)/g, '');
  if (asked !== rule.when && !new RegExp(`\\b${keys.at(-1)}\\b`).test(asked)) return {};
  const setTo = all.length === 1 ? onlyValue(pack, only, rule.when) : undefined;
  return { attribute: keys, ...(setTo !== undefined && { setTo }) };
}

/** A truth value, or one that the condition itself names; anything else depends on whoever runs it. */
function onlyValue(pack: string, { value, before }: ExampleChange, when: string): string | undefined {
  if (typeof value === 'boolean') return typeof before === 'boolean' ? String(value) : undefined;
  if (typeof value !== 'string' || typeof before !== 'string' || !when.includes(`"${value}"`))
    return undefined;
  return pack.startsWith('terraform') ? JSON.stringify(value) : value;
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
