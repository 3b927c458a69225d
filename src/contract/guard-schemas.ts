import { z } from 'zod';
import { flagKinds } from '../memory/guard/content-guard.ts';
import { sourceKinds, sourceOf } from '../memory/guard/entry-marks.ts';
import { guardActions } from '../memory/guard/guard-policy.ts';
import { optional } from './validation.ts';

/** The guard of memory in requests and responses: policies, flags, and where entries come from. */

const policyFields = {
  secrets: z.enum(guardActions.secrets).describe('Credentials; `redact` stores `[redacted:rule]`.'),
  instructions: z.enum(guardActions.instructions).describe('Instructions to a model.'),
  hidden: z.enum(guardActions.hidden).describe('Characters that cannot be seen.'),
  pii: z.enum(guardActions.pii).describe('E-mail addresses; phone, card, bank and identity numbers.'),
};

/** In requests. */
export const guardPolicyBody = z
  .strictObject({
    secrets: optional(policyFields.secrets),
    instructions: optional(policyFields.instructions),
    hidden: optional(policyFields.hidden),
    pii: optional(policyFields.pii),
  })
  .transform((policy) => definedIn(policy))
  .meta({
    id: 'GuardPolicyInput',
    description: 'What is done about what is written, by kind.',
  });

/** In responses. */
export const guardPolicyView = z.object(policyFields).partial().meta({
  id: 'GuardPolicy',
  description: 'Of the policies of a namespace and a key the stricter one counts.',
});

function definedIn<Policy extends object>(policy: Policy): Policy {
  return Object.fromEntries(Object.entries(policy).filter(([, action]) => action !== undefined)) as Policy;
}

const flagFields = {
  kind: z.enum(flagKinds).describe('What it is.'),
  ruleId: z.string().describe('The rule that found it, such as `github-token`.'),
  start: z.int().describe('Where it begins, in UTF-16 units of the stored text.'),
  end: z.int().describe('Where it ends, exclusive.'),
  path: z.string().optional().describe('Such as `/metadata/token`; absent for the content.'),
  action: z
    .enum(['flagged', 'redacted', 'stripped'])
    .describe('`flagged` where the text is stored as it is.'),
};

export const entryFlag = z
  .object(flagFields)
  .meta({ id: 'EntryFlag', description: 'Something in an entry that should not be in a memory.' });

export const writeFlag = z
  .object({ index: z.int().describe('The entry, by its place in the request.'), ...flagFields })
  .meta({ id: 'WriteFlag', description: 'What was found in an entry of a write.' });

const sourceKind = z.enum(sourceKinds).describe('Who or what the text comes from.');

export const sourceBody = z
  .strictObject({
    kind: sourceKind,
    trust: optional(z.number().min(0).max(1)).describe(
      'How far it can be trusted, 0 to 1. When omitted: user 1, agent 0.7, tool and scan 0.5, web 0.2.',
    ),
  })
  .transform(sourceOf)
  .meta({ id: 'EntrySourceInput', description: 'Where an entry comes from.' });

export const sourceView = z
  .object({ kind: sourceKind, trust: z.number().describe('How far it can be trusted, 0 to 1.') })
  .meta({ id: 'EntrySource', description: 'Where an entry comes from, as its writer said.' });

/** `minTrust` and `dropFlagged` of a context. */
export const trustFields = {
  minTrust: optional(z.number().min(0).max(1)).describe(
    'Leave out entries whose `source.trust` is less; entries without a source count as 0.',
  ),
  dropFlagged: optional(z.boolean()).describe(
    'Leave out entries with a flag whose `action` is `flagged`: what was redacted or stripped is not in the text any more.',
  ),
};
