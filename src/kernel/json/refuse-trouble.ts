import { type ErrorDetail, ServiceError } from '../errors.ts';
import { formatPath } from '../issue-path.ts';
import { isJsonNumber, type JsonNumber, type JsonObject, type JsonValue } from '../json.ts';
import { readNumber } from './exact-number.ts';

/** Refuses NUL, half of a surrogate pair and numbers that are out of range, and says where they are. */
export function refuseTrouble(value: JsonValue): void {
  const inspection = new Inspection();
  inspection.visit(value);
  if (inspection.wrong.length === 0) return;
  throw new ServiceError('validation_failed', undefined, { details: inspection.wrong });
}

const maxDetails = 20;

class Inspection {
  readonly wrong: ErrorDetail[] = [];
  readonly #path: Array<string | number> = [];

  visit(value: JsonValue): void {
    if (this.wrong.length === maxDetails) return;
    if (typeof value === 'string') this.#visitString(value);
    else if (isJsonNumber(value)) this.#visitNumber(value);
    else if (typeof value === 'object' && value !== null) {
      if (Array.isArray(value)) for (let i = 0; i < value.length; i++) this.#visitAt(i, value[i]!);
      else for (const [key, inner] of Object.entries(value as JsonObject)) this.#visitAt(key, inner);
    }
  }

  #visitAt(place: string | number, value: JsonValue): void {
    this.#path.push(place);
    if (typeof place === 'string') this.#visitString(place);
    this.visit(value);
    this.#path.pop();
  }

  #visitString(text: string): void {
    if (!text.isWellFormed()) {
      this.#refuse('lone_surrogate', 'Contains half of a surrogate pair, which is not text.');
    } else if (text.includes('\0')) this.#refuse('nul_character', 'Contains the character NUL.');
  }

  #visitNumber(value: JsonNumber): void {
    if (!isInRange(value)) this.#refuse('number_out_of_range', 'Is beyond the range of a number.');
  }

  #refuse(code: string, message: string): void {
    if (this.wrong.length < maxDetails) this.wrong.push({ path: formatPath(this.#path), code, message });
  }
}

/** Not so large that a double becomes infinite, nor so small that nobody could compare it. */
function isInRange(value: JsonNumber): boolean {
  return Number.isFinite(typeof value === 'number' ? value : Number(readNumber(value.source)));
}
