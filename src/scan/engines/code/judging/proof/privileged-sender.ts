import type { ClassIr, Expr, FunctionIr } from '../../ir/ir.ts';
import type { Part } from '../../ir/parts.ts';
import { holds, nameOf } from './looks-at.ts';

/**
 * Whether a part of a function asks whether an administrator, or the system itself, has sent the request: `if (!isAdmin(user)) throw …`, `requireAdmin()`.
 * Whoever passes may do most of what the finding warns of anyway.
 */
export function asksForPrivilege(part: Part, tests: readonly Expr[]): boolean {
  if (tests.some((test) => holds(test, (inner) => isPrivilege(calledIn(inner))))) return true;
  return (
    part.k === 'expr' && demands.test(calledIn(part.value.k === 'await' ? part.value.value : part.value))
  );
}

/** `@PreAuthorize("hasRole('ADMIN')")`, `@admin_required`, of a function or of its class. */
export function isForPrivileged(
  fn: FunctionIr,
  definition: ClassIr | undefined,
  textOf: (part: Part) => string,
): boolean {
  return [...fn.decorators, ...(definition?.decorators ?? [])].some((decorator) =>
    annotated.test(textOf(decorator).slice(0, longest)),
  );
}

function isPrivilege(name: string): boolean {
  return asked.test(name);
}

/** What a part calls or reads. */
function calledIn(part: Part): string {
  if (part.k === 'call') return nameOf(part.callee);
  return part.k === 'member' ? part.property : part.k === 'name' ? part.name : '';
}

/** `isAdmin`, `is_superuser`, `admin?`, `isSystem`, `hasAdminRole`, `$isSuperAdmin`. */
const asked =
  /^\$?(?:(?:is|has|can)_?(?:site|super|system|sys|global|server|cluster)?_?(?:admin(?:istrator)?|super_?user|system|sysadmin|staff)(?:_?(?:user|role|rights?|access|permissions?))?|(?:super_?)?admin|superuser)\??$/i;
/** The same as a call that nobody asks for its answer. */
const demands =
  /^(?:require|check|assert|ensure|enforce|must_?be|only|verify|authorize)s?_?(?:is_?)?(?:site|super|system|global)?_?(?:admin(?:istrator)?s?|superuser|system)(?:_?(?:user|role|rights?|access|permissions?|login|only))?!?$/i;
const annotated =
  /(?:^|[^a-z])(?:is|has|require[sd]?|only|role_?|roles?\W+|secured\W+|authority\W+|preauthorize\W[^)]*|authorize\W[^)]*)[\s_'"(=:[]*(?:role_?)?(?:site|super|system|global)?_?admin(?![a-z]*able)|\b(?:site_|super_?)?(?:admin|staff_member|superuser)_(?:required|only)/i;
const longest = 300;
