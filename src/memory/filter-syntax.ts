import { hasPlainYear } from '../kernel/iso-time.ts';
import { isJsonNumber, isJsonObject, type JsonValue } from '../kernel/json.ts';
import { nearestName } from '../kernel/nearest-name.ts';
import type { Filter } from './filter.ts';
import { memoryLimits } from './limits.ts';

/** What is wrong with a filter, and where in it (such as `and[1].value`). */
export interface FilterFault {
  path: Array<string | number>;
  message: string;
}

/**
 * Reads `filter` of the API. A condition is `{ path, op, value }`, where the path is a JSON Pointer into the entry:
 * `/metadata/…`, `/createdAt`, `/updatedAt`, `/expiresAt`, `/occurredAt`, `/externalId`, `/flags` (or its `/kind`, `/ruleId`, `/action`) or
 * `/source` (or its `/kind`, `/trust`). Conditions are joined by `{ and: […] }`, `{ or: […] }`
 * and `{ not: … }`. Anything else is a fault: a misspelt filter must not match everything, or nothing, in silence.
 */
export function parseFilter(input: JsonValue): Filter | FilterFault {
  try {
    return new Reader().read(input, [], 1);
  } catch (error) {
    if (error instanceof Fault) return { path: error.path, message: error.message };
    throw error;
  }
}

/** The decoded segments of a JSON Pointer to a field that filters know. */
export function parseFieldPath(path: string): readonly string[] | FilterFault {
  try {
    return readPath(path, []);
  } catch (error) {
    if (error instanceof Fault) return { path: error.path, message: error.message };
    throw error;
  }
}

export function isFilterFault(result: Filter | readonly string[] | FilterFault): result is FilterFault {
  return 'message' in result;
}

class Fault extends Error {
  readonly path: Array<string | number>;

  constructor(path: Array<string | number>, message: string) {
    super(message);
    this.path = path;
  }
}

type Where = Array<string | number>;

class Reader {
  #conditions = 0;

  read(input: JsonValue, where: Where, depth: number): Filter {
    if (!isJsonObject(input)) throw new Fault(where, 'Must be an object.');
    if (depth > memoryLimits.filterDepth) {
      throw new Fault(where, `Nests deeper than ${memoryLimits.filterDepth} levels.`);
    }
    if (++this.#conditions > memoryLimits.filterConditions) {
      throw new Fault(where, `The filter has more than ${memoryLimits.filterConditions} conditions.`);
    }
    const keys = Object.keys(input);
    for (const joint of ['and', 'or'] as const) {
      if (!Object.hasOwn(input, joint)) continue;
      onlyKeys(keys, [joint], where);
      const parts = input[joint]!;
      if (!Array.isArray(parts) || parts.length === 0) {
        throw new Fault([...where, joint], 'Must be an array of at least one filter.');
      }
      return { op: joint, of: parts.map((part, i) => this.read(part, [...where, joint, i], depth + 1)) };
    }
    if (Object.hasOwn(input, 'not')) {
      onlyKeys(keys, ['not'], where);
      return { op: 'not', of: this.read(input['not']!, [...where, 'not'], depth + 1) };
    }
    onlyKeys(keys, ['path', 'op', 'value'], where);
    return this.#condition(
      input['path'],
      input['op'],
      Object.hasOwn(input, 'value') ? input['value'] : undefined,
      where,
    );
  }

  #condition(
    path: JsonValue | undefined,
    op: JsonValue | undefined,
    value: JsonValue | undefined,
    where: Where,
  ): Filter {
    const segments = readPath(path, [...where, 'path']);
    const at = [...where, 'value'];
    const time = segments.length === 1 && timePaths.has(segments[0]!);
    const given = (): JsonValue => {
      if (value === undefined) throw new Fault(at, 'Is required.');
      return time ? readTime(value, at) : value;
    };
    switch (op) {
      case 'eq':
      case 'ne':
      case 'contains':
        return { op, path: segments, value: given() };
      case 'gt':
      case 'gte':
      case 'lt':
      case 'lte': {
        const bound = given();
        if (!isJsonNumber(bound) && typeof bound !== 'string') {
          throw new Fault(at, `Must be a number or a string for ${op}.`);
        }
        return { op, path: segments, value: bound };
      }
      case 'in':
      case 'nin': {
        if (!Array.isArray(value)) throw new Fault(at, `Must be an array for ${op}.`);
        const values = time ? value.map((item, i) => readTime(item, [...at, i])) : value;
        return { op, path: segments, values };
      }
      case 'exists':
        if (value !== undefined && typeof value !== 'boolean') {
          throw new Fault(at, 'Must be true or false for exists.');
        }
        return { op, path: segments, value: value ?? true };
      default:
        throw new Fault(
          [...where, 'op'],
          'Must be one of eq, ne, in, nin, gt, gte, lt, lte, exists, contains.',
        );
    }
  }
}

const joints = ['and', 'or', 'not'];
const timePaths = new Set(['createdAt', 'updatedAt', 'expiresAt', 'occurredAt']);
const markPaths = new Set([
  'externalId',
  'flags',
  'flags/kind',
  'flags/ruleId',
  'flags/action',
  'source',
  'source/kind',
  'source/trust',
]);

function onlyKeys(keys: readonly string[], allowed: readonly string[], where: Where): void {
  const unknown = keys.find((key) => !allowed.includes(key));
  if (unknown === undefined) return;
  const meant = nearestName(unknown, [...allowed, ...joints]);
  const hint = meant === undefined ? '.' : `; did you mean "${meant}"?`;
  throw new Fault([...where, unknown], `There is no such field here${hint}`);
}

function readPath(path: JsonValue | undefined, where: Where): string[] {
  if (typeof path !== 'string' || !path.startsWith('/') || /~(?![01])/.test(path)) {
    throw new Fault(where, 'Must be a JSON Pointer such as /metadata/project.');
  }
  const segments = path
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
  const first = segments[0]!;
  const known =
    first === 'metadata' ||
    (segments.length === 1 && timePaths.has(first)) ||
    markPaths.has(segments.join('/'));
  if (!known) {
    throw new Fault(
      where,
      'Must begin with /metadata, or be /createdAt, /updatedAt, /expiresAt, /occurredAt, /externalId, /flags, /flags/kind, /flags/ruleId, /flags/action, /source, /source/kind or /source/trust.',
    );
  }
  return segments;
}

/** Brings a time into the one form in which entries carry it, so that comparing strings compares times. */
function readTime(value: JsonValue, where: Where): string {
  const form = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;
  const [, day] = (typeof value === 'string' && form.exec(value)) || [];
  const time = day !== undefined && isInCalendar(day) ? Date.parse(String(value)) : Number.NaN;
  if (Number.isNaN(time)) throw new Fault(where, 'Must be a time such as 2026-01-31T12:00:00Z.');
  if (!hasPlainYear(time)) throw new Fault(where, 'Must be in the years 0000 to 9999 of UTC.');
  return new Date(time).toISOString();
}

/** Whether there is such a day: `Date.parse` takes the 30th of February for a day of March. */
function isInCalendar(day: string): boolean {
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
