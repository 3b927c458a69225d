import { harmTopics } from './harm-topics.ts';
import { resourceNoun } from './resource-noun.ts';

interface Described {
  id: string;
  title: string;
  harm: string;
  on: readonly string[];
  when?: string;
}

/** Harms that more rules than this have in common say too little about each of them. */
const maxShared = 20;
/** Sentences that would fit any rule. */
const vague =
  /layer of defence|protected less|less protected|lacks a barrier|misses a protection|opens it further|What protects the resource|small mistake that makes|is missing or switched off/;

/** Gives every rule whose harm is that of its whole group one of its own: what can go wrong, and with which resource. */
export function ownHarms<Rule extends Described>(rules: readonly Rule[]): Rule[] {
  const shared = new Map<string, number>();
  for (const { harm } of rules) shared.set(harm, (shared.get(harm) ?? 0) + 1);
  return rules.map((rule) =>
    shared.get(rule.harm)! > maxShared || vague.test(rule.harm) ? { ...rule, harm: ownHarm(rule) } : rule,
  );
}

function ownHarm({ id, title, harm, on, when = '' }: Described): string {
  const noun = resourceNoun(on[0] ?? '', title, id);
  const attribute = when.replace(/\/(?:[^/\\]|\\.)*\//g, '');
  const fitting =
    harmTopics.find(([pattern]) => pattern.test(title)) ??
    harmTopics.find(([pattern]) => pattern.test(id.replaceAll('-', ' '))) ??
    harmTopics.find(([pattern]) => pattern.test(attribute));
  const it = `the ${noun}`;
  if (fitting) return capitalise(fitting[1].replaceAll('{it}', it).replaceAll('{It}', capitalise(it)));
  return `${title.replace(/\.$/, '')}. ${harm}`;
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
