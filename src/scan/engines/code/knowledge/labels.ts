/**
 * What tainted data can still do harm to. Each is a bit of a taint's mask: an escape for HTML clears that bit and leaves the others.
 */
export const labelNames = [
  'sql',
  'nosql',
  'shell',
  'code',
  'template',
  'html',
  'path',
  'url',
  'redirect',
  'xml',
  'xpath',
  'ldap',
  'deserialize',
  'log',
  'header',
  'regex',
  'mail',
  'csv',
  'format',
  'prototype',
  'reflect',
  'assign',
  'session',
  'prompt',
  'upload',
  'number',
  'secret',
  'memory',
  'dos',
  'internals',
  'option',
] as const;
export type Label = (typeof labelNames)[number];

export const allLabels = 2 ** labelNames.length - 1;

export function labelMask(names: readonly string[]): number {
  let mask = 0;
  for (const name of names) {
    if (name === 'all') return allLabels;
    const bit = labelNames.indexOf(name as Label);
    if (bit < 0) throw new Error(`Unknown label ${name}`);
    mask |= 1 << bit;
  }
  return mask;
}

/** Where tainted data comes from; a rule names the kinds that concern it. */
export const sourceKinds = [
  'remote',
  'cli',
  'model',
  'stored',
  'secret',
  'random',
  'archive',
  'parameter',
] as const;
export type SourceKind = (typeof sourceKinds)[number];

/**
 * What a condition asks of where a value comes from: an `argument` is what a caller gives, a `whole-argument` is no field of it, a `parameter` also what
 * a function of another file gives.
 */
export const originKinds = [...sourceKinds, 'argument', 'whole-argument'] as const;
export type OriginKind = (typeof originKinds)[number];
