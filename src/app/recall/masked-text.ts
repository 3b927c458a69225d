import type { ContentGuard } from '../../memory/guard/content-guard.ts';
import type { EffectivePolicy } from '../../memory/guard/guard-policy.ts';
import { guardText } from '../../memory/guard/guarded-text.ts';

const policy: EffectivePolicy = { secrets: 'redact', instructions: 'off', hidden: 'strip', pii: 'off' };

/** A text of a finding or of a decision without credentials: a scan masks those that it looked for, and a reason can hold anything. */
export function maskText(guard: ContentGuard): (text: string) => string {
  return (text) => guardText(guard, policy, text).text;
}
