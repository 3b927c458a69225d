import { parseSpdxExpression, type SpdxExpression } from '../../formats/spdx/spdx-expression.ts';
import type { LicencePolicy } from '../../model/licence-policy.ts';

/** The policy of a configuration; nothing where it names no licence at all. */
export function licencePolicyOf({ allow, deny }: Required<LicencePolicy>): { licencePolicy?: LicencePolicy } {
  if (allow.length === 0 && deny.length === 0) return {};
  return { licencePolicy: { ...(allow.length > 0 ? { allow } : {}), deny } };
}

/**
 * The licence that a package may not have under a policy; undefined where it may. `OR` lets the user choose, `AND` binds to both. What cannot be
 * read as an SPDX expression counts as one name for what is allowed, and every word of it for what is denied.
 */
export function refusedLicence(text: string, policy: LicencePolicy): string | undefined {
  const expression = parseSpdxExpression(text);
  if (expression) return refusedIn(expression, policy);
  const shown = text.slice(0, maxShown);
  const words = shown.match(/[^\s()]+/g) ?? [];
  const denied = words.find((word) => refusedName(word, { deny: policy.deny ?? [] }) !== undefined);
  return denied ?? refusedName(shown, policy);
}

function refusedIn(expression: SpdxExpression, policy: LicencePolicy): string | undefined {
  // An exception only ever widens what a licence permits.
  if (expression.kind === 'licence') return refusedName(expression.id, policy);
  const left = refusedIn(expression.left, policy);
  const right = refusedIn(expression.right, policy);
  return expression.kind === 'and' ? (left ?? right) : left && right && left;
}

function refusedName(name: string, { allow, deny }: LicencePolicy): string | undefined {
  const matches = (list: readonly string[]): boolean =>
    list.some((each) => each.toLowerCase() === name.toLowerCase());
  if (deny && matches(deny)) return name;
  return allow && !matches(allow) ? name : undefined;
}

const maxShown = 1000;
