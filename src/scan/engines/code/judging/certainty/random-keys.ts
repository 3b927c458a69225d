import type { RunView } from '../../analysis/events.ts';
import type { SourceOrigin } from '../../domain/taint.ts';
import type { Sink } from '../../knowledge/rule-types.ts';

/** A key or a token is long and random: that a hash of it is fast helps nobody to guess it. Passwords are what people choose. */
export function isRandomKey({ file }: RunView, { rule }: Sink, { kind, span }: SourceOrigin): boolean {
  if (kind !== 'secret' || !rule.cwe.includes('CWE-916')) return false;
  return key.test(file.text.slice(span.start, span.end));
}

const key = /(?:key|token)["'\])]*$/i;
