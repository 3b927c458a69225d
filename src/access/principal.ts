import type { KeyGuard } from './key-guard.ts';
import type { Plan } from './plans.ts';

export const scopes = ['memory:read', 'memory:write', 'scan:read', 'scan:write', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** Who is calling, as far as anything behind the transport needs to know. */
export interface Principal {
  tenantId: string;
  keyId: string;
  scopes: readonly Scope[];
  /** Patterns such as `app-*`; absent means every namespace of the tenant. */
  namespaces?: readonly string[];
  plan: Plan;
  /** What is done about what the key writes; absent where it leaves that to the namespace. */
  guard?: KeyGuard;
  /** False for the operator's own keys, which are never slowed down. */
  rateLimited: boolean;
}

export function hasScope(principal: Principal, scope: Scope): boolean {
  return principal.scopes.includes(scope);
}

/** Whether the key may use this namespace. `*` stands for any run of characters; everything else stands for itself. */
export function mayUseNamespace(principal: Pick<Principal, 'namespaces'>, namespace: string): boolean {
  return principal.namespaces?.some((pattern) => matchesPattern(pattern, namespace)) ?? true;
}

/**
 * Whether a key with these patterns reaches no further than the one who gives it out. A star of theirs can only be matched by a
 * star of ours, so that matching their pattern as a text is enough.
 */
export function mayGrantNamespaces(
  principal: Pick<Principal, 'namespaces'>,
  patterns: readonly string[] | undefined,
): boolean {
  return (
    principal.namespaces === undefined ||
    (patterns?.every((pattern) => mayUseNamespace(principal, pattern)) ?? false)
  );
}

/** Greedy matching with one step back per star: linear in practice and never exponential, unlike a regular expression. */
function matchesPattern(pattern: string, text: string): boolean {
  let p = 0;
  let t = 0;
  let star = -1;
  let resume = 0;
  while (t < text.length) {
    if (pattern[p] === '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.length && pattern[p] === text[t]) {
      p++;
      t++;
    } else if (star >= 0) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}
