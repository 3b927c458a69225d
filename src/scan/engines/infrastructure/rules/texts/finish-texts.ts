import type { WrittenRule } from '../infrastructure-rule.ts';
import { withAcronyms } from './acronyms.ts';
import { documentationLink } from './documentation-link.ts';
import { exampleChanges } from './example-change.ts';
import { ownHarms } from './own-harm.ts';
import { suggestionWithValue } from './suggestion-with-value.ts';

/** Completes what readers see: names written as their owners write them, a harm of the rule's own, the value to write, a link. */
export function finishTexts(packs: ReadonlyMap<string, readonly WrittenRule[]>): Map<string, WrittenRule[]> {
  const rules = [...packs].flatMap(([pack, written]) => written.map((rule) => ({ pack, ...rule })));
  const titled = rules.map((rule) => ({ ...rule, title: capitalise(withAcronyms(rule.title)) }));
  const finished = new Map<string, WrittenRule[]>([...packs.keys()].map((pack) => [pack, []]));
  for (const { pack, ...rule } of ownHarms(titled)) {
    const link = documentationLink(pack, rule.on, rule.id);
    const references = rule.references.length === 0 && link !== undefined ? [link] : rule.references;
    const attribute = offendingAttribute(pack, rule);
    finished.get(pack)!.push({
      ...rule,
      harm: withAcronyms(rule.harm),
      suggestion: suggestionWithValue(pack, rule),
      references,
      ...(attribute && { attribute }),
    });
  }
  return finished;
}

/** The attribute that the examples differ in, where the bad one has it: findings are reported on its line. */
function offendingAttribute(pack: string, rule: WrittenRule): string[] | undefined {
  if (rule.when === undefined || /\bany\(|\bsecret(Entry|Pair|Data)\(/.test(rule.when)) return undefined;
  const changes = exampleChanges(pack, rule).filter(
    ({ path, before }) => before !== undefined && path.length > 0,
  );
  const [only] = changes;
  if (!only || changes.length > 1) return undefined;
  const keys = only.path.filter((key) => typeof key === 'string');
  return keys.length > 0 && keys.length === only.path.length ? keys : undefined;
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
