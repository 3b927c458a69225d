import type { RuleIndex, RulePart } from '../knowledge/index-rules.ts';
import type { RawItem } from '../knowledge/rule-file.ts';
import type { Use } from './grammar.ts';

/** What the rules say of a name in one place. */
export interface Fact {
  readonly part: RulePart;
  readonly item: RawItem;
  readonly use: Use;
}

/** The names of the rules of a language, each with all that is said of it. */
export function namesOf({ byLast, byFirst, open, parts, items }: RuleIndex): Map<string, Fact[]> {
  const names = new Map<string, Fact[]>();
  for (const [name, , at] of [...[...byLast, ...byFirst].flatMap(([, those]) => those), ...open]) {
    const part = parts[at]!;
    const facts = names.get(name) ?? [];
    facts.push({ part, item: items[part.item]!, use: useOf(part) });
    names.set(name, facts);
  }
  return names;
}

function useOf(part: RulePart): Use {
  switch (part.kind) {
    case 'source':
      return part.on;
    case 'sanitizer':
      return part.on === 'read' ? 'read' : 'call';
    case 'sink':
      return part.on === 'assign' ? 'assign' : part.on === 'return' ? 'decorator' : 'call';
    case 'check':
      return part.on === 'assign' || part.on === 'read' || part.on === 'decorator' || part.on === 'extends'
        ? part.on
        : 'call';
    case 'decorated':
      return 'decorator';
    case 'inherited':
      return 'extends';
    case 'alias':
    case 'constant':
    case 'shared':
    case 'stream':
      return 'read';
    default:
      return 'call';
  }
}
