import { addToList } from '../../../../../kernel/add-to-list.ts';
import type { IndexedName, RuleIndex, RulePart } from '../index-rules.ts';

/** The rules of a language with what a pack adds to them. What both say of a name holds; a rule that both have is the first one's. */
export function joinIndexes(base: RuleIndex, more: RuleIndex): RuleIndex {
  const rules = [...base.rules];
  const ruleAt = new Map(rules.map(({ id }, at) => [id, at]));
  const moved = more.rules.map((rule) => {
    const known = ruleAt.get(rule.id);
    if (known !== undefined) return known;
    ruleAt.set(rule.id, rules.length);
    return rules.push(rule) - 1;
  });
  const parts = more.parts.map(
    (part): RulePart => ({
      ...part,
      item: part.item + base.items.length,
      ...('rule' in part && { rule: moved[part.rule]! }),
    }),
  );
  const shift = ([pattern, first, part]: IndexedName): IndexedName => [
    pattern,
    first,
    part + base.parts.length,
  ];
  return {
    rules,
    items: [...base.items, ...more.items],
    parts: [...base.parts, ...parts],
    byLast: joinNames(base.byLast, more.byLast, shift),
    byFirst: joinNames(base.byFirst, more.byFirst, shift),
    open: [...base.open, ...more.open.map(shift)],
    roots: [...new Set([...base.roots, ...newRoots(base, more)])],
    external: [...base.external, ...more.external],
    frameworks: [...base.frameworks, ...more.frameworks],
    checkWords: [...base.checkWords, ...more.checkWords],
    words: [
      ...base.words,
      ...more.words.map(([part, words]): [number, string[]] => [part + base.parts.length, words]),
    ],
  };
}

/** A name that the base knows as that of a variable stays one: as a global it would not be met by what is said of the variable. */
function newRoots(base: RuleIndex, more: RuleIndex): string[] {
  const known = new Set(base.roots);
  return more.roots.filter((root) => !known.has(`~${root}`));
}

function joinNames(
  base: RuleIndex['byLast'],
  more: RuleIndex['byLast'],
  shift: (name: IndexedName) => IndexedName,
): RuleIndex['byLast'] {
  const joined = new Map(base.map(([segment, names]) => [segment, [...names]]));
  for (const [segment, names] of more) for (const name of names) addToList(joined, segment, shift(name));
  return [...joined];
}
