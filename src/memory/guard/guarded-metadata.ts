import type { JsonObject } from '../../kernel/json.ts';
import type { ContentFlag, ContentGuard, FlagKind } from './content-guard.ts';
import type { EntryFlag } from './entry-marks.ts';
import type { EffectivePolicy } from './guard-policy.ts';
import { kindsOf, moved, onlyHidden, type Rewritten, rewriteText } from './guarded-text.ts';
import { type MetadataPart, metadataText, pointer, withTexts } from './metadata-text.ts';

export interface GuardedMetadata {
  metadata: JsonObject;
  flags: EntryFlag[];
  rejected: ContentFlag[];
}

/**
 * Applies a policy to the texts in metadata: each by itself, and all together with their keys, since a value such as a password is recognised by what it
 * is called. A key is a name that filters use, so it cannot be rewritten: what would have to be redacted in one is rejected.
 */
export function guardMetadata(
  guard: ContentGuard,
  policy: EffectivePolicy,
  metadata: JsonObject,
): GuardedMetadata {
  if (policy.hidden !== 'strip') return pass(guard, policy, kindsOf(policy), metadata);
  const visible = pass(guard, policy, onlyHidden, metadata);
  const rest = pass(guard, policy, kindsOf({ ...policy, hidden: 'off' }), visible.metadata);
  const stripped = visible.flags.map((flag) =>
    moved(flag, rest.rewritten.get(flag.path!)?.shift ?? ((at) => at)),
  );
  return { metadata: rest.metadata, flags: [...stripped, ...rest.flags], rejected: rest.rejected };
}

/** A shorter value says something only with its key. */
const leastText = 12;

interface Pass extends GuardedMetadata {
  rewritten: Map<string, Rewritten>;
}

function pass(
  guard: ContentGuard,
  policy: EffectivePolicy,
  kinds: ReadonlySet<FlagKind>,
  metadata: JsonObject,
): Pass {
  const result: Pass = { metadata, flags: [], rejected: [], rewritten: new Map() };
  const { text, values, keys } = metadataText(metadata);
  const found = text === '' ? [] : guard.inspect(text, kinds);
  const texts = new Map<string, string>();
  for (const part of values) {
    const alone = part.value.length < leastText ? [] : guard.inspect(part.value, kinds);
    const inside =
      alone.length === 0 ? within(found, part) : withoutRepeats([...within(found, part), ...alone]);
    if (inside.length === 0) continue;
    const path = pathOf(part);
    const rewritten = rewriteText(part.value, inside, policy);
    result.flags.push(...rewritten.flags.map((flag) => ({ ...flag, path })));
    result.rejected.push(...rewritten.rejected);
    result.rewritten.set(path, rewritten);
    if (rewritten.text !== part.value) texts.set(pointer(part.path), rewritten.text);
  }
  for (const part of keys)
    for (const flag of within(found, part)) {
      if (policy[flag.kind] === 'flag') result.flags.push({ ...flag, path: pathOf(part), action: 'flagged' });
      else if (policy[flag.kind] !== 'strip') result.rejected.push(flag);
    }
  return texts.size === 0 ? result : { ...result, metadata: withTexts(metadata, texts) };
}

function pathOf({ path }: MetadataPart): string {
  return `/metadata${pointer(path)}`;
}

/** The flags that touch a part, as positions in its value. */
function within(found: readonly ContentFlag[], { start, end }: MetadataPart): ContentFlag[] {
  return found.flatMap((flag) =>
    flag.start < end && flag.end > start
      ? [{ ...flag, start: Math.max(flag.start, start) - start, end: Math.min(flag.end, end) - start }]
      : [],
  );
}

/** Of flags of one kind that overlap, the first and longest. */
function withoutRepeats(flags: readonly ContentFlag[]): ContentFlag[] {
  const ends = new Map<FlagKind, number>();
  return flags
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .filter(({ kind, start, end }) => {
      const last = ends.get(kind) ?? 0;
      if (start < last && end <= last) return false;
      ends.set(kind, Math.max(last, end));
      return true;
    });
}
