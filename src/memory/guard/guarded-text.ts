import type { ContentFlag, ContentGuard, FlagKind } from './content-guard.ts';
import type { EntryFlag } from './entry-marks.ts';
import type { EffectivePolicy } from './guard-policy.ts';

/** A text after the policy was applied to it. */
export interface GuardedText {
  text: string;
  /** Positions are those of `text`. */
  flags: EntryFlag[];
  /** What makes the policy reject the text; then `text` must not be stored. */
  rejected: ContentFlag[];
}

/** Applies a policy to one text: hidden characters go first, so that nothing can hide behind them. */
export function guardText(guard: ContentGuard, policy: EffectivePolicy, text: string): GuardedText {
  if (policy.hidden !== 'strip') return rewriteText(text, guard.inspect(text, kindsOf(policy)), policy);
  const hidden = guard.inspect(text, onlyHidden);
  const visible = rewriteText(text, hidden, policy);
  const rest = kindsOf({ ...policy, hidden: 'off' });
  const guarded = rewriteText(visible.text, guard.inspect(visible.text, rest), policy);
  const flags = [...visible.flags.map((flag) => moved(flag, guarded.shift)), ...guarded.flags];
  return { text: guarded.text, flags: flags.sort((a, b) => a.start - b.start), rejected: guarded.rejected };
}

export const onlyHidden: ReadonlySet<FlagKind> = new Set(['hidden']);

export function kindsOf(policy: EffectivePolicy): Set<FlagKind> {
  return new Set((Object.keys(policy) as FlagKind[]).filter((kind) => policy[kind] !== 'off'));
}

export interface Rewritten extends GuardedText {
  /** Where a position of the text before is now. */
  shift(position: number): number;
}

/** Takes out what is to be redacted or stripped, and says where everything is afterwards. */
export function rewriteText(text: string, found: readonly ContentFlag[], policy: EffectivePolicy): Rewritten {
  const rejected = found.filter(({ kind }) => policy[kind] === 'reject');
  if (rejected.length > 0 || found.length === 0)
    return { text, flags: found.map(flagged), rejected, shift: (position) => position };
  const cuts = cutsOf(found, policy);
  const shift = shifting(cuts);
  let rest = '';
  let from = 0;
  for (const { start, end, placeholder } of cuts) {
    rest += text.slice(from, start) + placeholder;
    from = end;
  }
  const flags = found.map(
    (flag): EntryFlag => ({ ...moved(flagged(flag), shift), action: actionOn(flag, policy) }),
  );
  return { text: rest + text.slice(from), flags, rejected, shift };
}

function flagged(flag: ContentFlag): EntryFlag {
  return { ...flag, action: 'flagged' };
}

export function moved(flag: EntryFlag, shift: (position: number) => number): EntryFlag {
  return { ...flag, start: shift(flag.start), end: shift(flag.end) };
}

function actionOn({ kind }: ContentFlag, policy: EffectivePolicy): EntryFlag['action'] {
  if (policy[kind] === 'redact') return 'redacted';
  return policy[kind] === 'strip' ? 'stripped' : 'flagged';
}

interface Cut {
  start: number;
  end: number;
  placeholder: string;
}

/** What is cut out, in order; parts that overlap become one. */
function cutsOf(found: readonly ContentFlag[], policy: EffectivePolicy): Cut[] {
  const cuts: Cut[] = [];
  for (const flag of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const action = actionOn(flag, policy);
    if (action === 'flagged') continue;
    const last = cuts.at(-1);
    if (last && flag.start < last.end) last.end = Math.max(last.end, flag.end);
    else
      cuts.push({
        start: flag.start,
        end: flag.end,
        placeholder: action === 'redacted' ? `[redacted:${flag.ruleId}]` : '',
      });
  }
  return cuts;
}

/** A position inside of a cut is at the beginning of its placeholder, the end of a cut at the end of it. */
function shifting(cuts: readonly Cut[]): (position: number) => number {
  let total = 0;
  const before = cuts.map(({ start, end, placeholder }) => {
    const by = total;
    total += placeholder.length - (end - start);
    return by;
  });
  return (position) => {
    let [low, high] = [0, cuts.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (cuts[middle]!.start < position) low = middle + 1;
      else high = middle;
    }
    const last = cuts[low - 1];
    if (!last) return position;
    if (position < last.end) return last.start + before[low - 1]!;
    return position + (before[low] ?? total);
  };
}
