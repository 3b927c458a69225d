import type { LanguageTraits } from '../../ir/language-traits.ts';

/** Where a class is defined: in the file of its name. Of several the one that lies closest is most likely meant. */
export const filesNearest: LanguageTraits['candidates'] = (segments, from, filesNamed) => {
  const shared = (path: string) => {
    let length = 0;
    while (length < path.length && path[length] === from[length]) length++;
    return length;
  };
  return [...filesNamed(segments[0] ?? '')]
    .sort((a, b) => shared(b) - shared(a))
    .slice(0, maxCandidates)
    .map((path) => ({ path, rest: segments }));
};

const maxCandidates = 3;
