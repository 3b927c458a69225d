import type { ClassIr, Expr, FunctionIr, Stmt } from '../../ir/ir.ts';
import type { Part } from '../../ir/parts.ts';
import { holds, nameOf } from './looks-at.ts';

/**
 * Whether a part of a function lets only an administrator, somebody with a certain right, or the system itself go on to a place: `if (!isAdmin(user)) throw …`,
 * `if (user.role !== 'admin') return res.sendStatus(403)`, `if (isAdmin) { place }`, `requireAdmin()`. Whoever passes may do most of what the finding warns of anyway.
 * What is asked must decide whether the place is reached: which way round the condition is, and that the other branch does not come back.
 */
export function asksForPrivilege(part: Part, place: number): boolean {
  switch (part.k) {
    case 'if':
      return decides(part, place);
    case 'cond': {
      const { test, yes, otherwise } = part;
      return isIn(yes, place) ? isPrivilege(test, true) : isIn(otherwise, place) && isPrivilege(test, false);
    }
    case 'logic':
      return isIn(part.right, place) && part.op !== 'nullish' && isPrivilege(part.left, part.op === 'and');
    case 'expr': {
      const call = part.value.k === 'await' ? part.value.value : part.value;
      return call.k === 'call' && demands.test(nameOf(call.callee));
    }
    default:
      return false;
  }
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

function decides({ test, yes, otherwise, end }: Stmt & { k: 'if' }, place: number): boolean {
  if (yes.some((part) => isIn(part, place))) return isPrivilege(test, true);
  if (otherwise.some((part) => isIn(part, place))) return isPrivilege(test, false);
  if (place < end) return false;
  return (
    (leaves(yes) && (isPrivilege(test, false) || forbids(test, yes))) ||
    (leaves(otherwise) && (isPrivilege(test, true) || forbids(test, otherwise)))
  );
}

/** Whether a condition that comes out so says that the sender has a privilege. */
function isPrivilege(test: Expr, isTrue: boolean, depth = 0): boolean {
  if (depth > maxDepth) return false;
  const inner = (part: Expr, comesOut = isTrue) => isPrivilege(part, comesOut, depth + 1);
  switch (test.k) {
    case 'unary':
      return (test.op === '!' || test.op === 'not') && inner(test.value, !isTrue);
    case 'await':
    case 'assign':
      return inner(test.value);
    case 'logic':
      return (test.op === 'and') === isTrue
        ? inner(test.left) || inner(test.right)
        : inner(test.left) && inner(test.right);
    case 'binary': {
      const isEqual = equal.has(test.op);
      if (!isEqual && !unequal.has(test.op)) return false;
      const [constant, other] = test.right.k === 'const' ? [test.right, test.left] : [test.left, test.right];
      if (constant.k !== 'const') return false;
      if (typeof constant.value === 'boolean') return inner(other, (constant.value === isEqual) === isTrue);
      return isEqual === isTrue && typeof constant.value === 'string' && role.test(constant.value);
    }
    case 'call':
      return isTrue && asked.test(nameOf(test.callee));
    case 'member':
    case 'name':
      return isTrue && asked.test(nameOf(test));
    default:
      return false;
  }
}

/** `if (!can(user, 'edit')) return res.status(403).end()`: the answer says that it is about a right, and something is asked beyond who has logged in. */
function forbids(test: Expr, body: readonly Stmt[]): boolean {
  return holds(test, isAboutRights) && body.some((part) => holds(part, isForbidden));
}

/** What compares rights or roles with something, or asks a function about them. */
function isAboutRights(part: Part): boolean {
  if (part.k === 'call') return rights.test(nameOf(part.callee));
  if (part.k !== 'binary' || isNothing(part.left) || isNothing(part.right)) return false;
  return [part.left, part.right].some((side) => holds(side, (inner) => isRight(inner)));
}

function isRight(part: Part): boolean {
  return (part.k === 'member' || part.k === 'name') && rights.test(nameOf(part));
}

function isNothing(expr: Expr): boolean {
  return expr.k === 'const' && typeof expr.value !== 'string';
}

function isForbidden(part: Part): boolean {
  switch (part.k) {
    case 'const':
      return part.value === 403 || (typeof part.value === 'string' && part.value === 'forbidden');
    case 'member':
    case 'name':
      return refusals.test(nameOf(part));
    default:
      return false;
  }
}

/** Whether a branch does not come back. */
function leaves(body: readonly Stmt[]): boolean {
  const last = body.at(-1);
  if (last === undefined) return false;
  if (last.k === 'block') return leaves(last.body);
  if (last.k === 'if') return leaves(last.yes) && leaves(last.otherwise);
  if (last.k !== 'expr') return leaving.has(last.k);
  return holds(last, (part) => part.k === 'call' && ends.test(nameOf(part.callee)));
}

function isIn({ start, end }: Part, place: number): boolean {
  return start <= place && place < end;
}

const equal: ReadonlySet<string> = new Set(['==', '===', 'is', 'eq']);
const unequal: ReadonlySet<string> = new Set(['!=', '!==', 'is not', 'ne', '<>']);
const leaving: ReadonlySet<string> = new Set(['return', 'throw', 'break', 'continue']);
/** Functions that do not come back, whatever they answer before. */
const ends = /^(?:exit|die|abort|halt|wp_die|panic|fail|deny\w*|panic!)$/i;
/** `isAdmin`, `is_superuser`, `admin?`, `isSystem`, `hasAdminRole`, `$isSuperAdmin`. */
const asked =
  /^\$?(?:(?:is|has|can)_?(?:site|super|system|sys|global|server|cluster)?_?(?:admin(?:istrator)?|super_?user|system|sysadmin|staff)(?:_?(?:user|role|rights?|access|permissions?))?|(?:super_?)?admin|superuser)\??$/i;
/** What the role of such a sender is called. */
const role =
  /^(?:role_)?(?:site|super|system|sys|global|server)?_?-?(?:admin(?:istrator)?|superuser|root|owner)s?$/i;
const rights =
  /role|permi(?:t|ssion)|privileg|\brights?|access|allow|authori[sz]ed|(?:^|_)can(?:_|(?=[A-Z])|\?|$)|acl|scope/i;
const refusals =
  /^(?:\w*Forbidden\w*|\w*AccessDenied\w*|\w*PermissionDenied\w*|\w*NotAuthorized\w*|SC_FORBIDDEN|forbid)$/i;
/** The same as a call that nobody asks for its answer. */
const demands =
  /^(?:require|check|assert|ensure|enforce|must_?be|only|verify|authorize)s?_?(?:is_?)?(?:site|super|system|global)?_?(?:admin(?:istrator)?s?|superuser|system)(?:_?(?:user|role|rights?|access|permissions?|login|only|referr?er))?!?$/i;
const annotated =
  /(?:^|[^a-z])(?:is|has|require[sd]?|only|role_?|roles?\W+|secured\W+|authority\W+|preauthorize\W[^)]*|authorize\W[^)]*)[\s_'"(=:[]*(?:role_?)?(?:site|super|system|global)?_?admin(?![a-z]*able)|\b(?:site_|super_?)?(?:admin|staff_member|superuser)_(?:required|only)/i;
const longest = 300;
const maxDepth = 8;
