import { type FlagKind, flagKinds } from './content-guard.ts';

/** What can be done about each kind of flag, from the mildest to the strictest. */
export const guardActions = {
  secrets: ['off', 'flag', 'redact', 'reject'],
  instructions: ['off', 'flag', 'reject'],
  hidden: ['off', 'flag', 'strip'],
  pii: ['off', 'flag', 'redact'],
} as const satisfies Record<FlagKind, readonly string[]>;

export type GuardAction = (typeof guardActions)[FlagKind][number];

/** What a namespace or a key decided; kinds that it says nothing about are left to the others. */
export type GuardPolicy = { [Kind in FlagKind]?: (typeof guardActions)[Kind][number] | undefined };

/** What happens to a write. */
export type EffectivePolicy = Readonly<Record<FlagKind, GuardAction>>;

/** How a write arrived. A model that writes by itself gets the stricter defaults. */
export type Transport = 'http' | 'mcp';

const defaults: Record<Transport, EffectivePolicy> = {
  // The contract says that the text is stored as it is; changing it is the caller's choice.
  http: { secrets: 'flag', instructions: 'flag', hidden: 'flag', pii: 'off' },
  mcp: { secrets: 'redact', instructions: 'flag', hidden: 'strip', pii: 'off' },
};

/** For each kind the stricter of the two; where neither says anything, the default of the transport. */
export function effectivePolicy(
  namespace: GuardPolicy | undefined,
  key: GuardPolicy | undefined,
  transport: Transport,
): EffectivePolicy {
  if (!namespace && !key) return defaults[transport];
  return { ...defaults[transport], ...(strictest(namespace, key) as Partial<EffectivePolicy>) };
}

/** Of two policies the stricter one, kind by kind; undefined where neither says anything. */
export function strictest(a: GuardPolicy | undefined, b: GuardPolicy | undefined): GuardPolicy | undefined {
  const both = flagKinds.flatMap((kind) => {
    const order: readonly string[] = guardActions[kind];
    const strength = Math.max(order.indexOf(a?.[kind] ?? ''), order.indexOf(b?.[kind] ?? ''));
    return strength < 0 ? [] : [[kind, order[strength]] as const];
  });
  return both.length === 0 ? undefined : (Object.fromEntries(both) as GuardPolicy);
}
