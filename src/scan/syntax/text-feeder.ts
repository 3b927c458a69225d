import type { Deadline } from '../../platform/cpu-deadline.ts';
import { allowed, type ParserLimits } from './parser-limits.ts';
import type { TextReader } from './tree-sitter-instance.ts';

/** Hands a text to tree-sitter and counts what parsing it costs, in steps and not in seconds; the deadline is for what no step counts. */
export class TextFeeder implements TextReader {
  readonly #text: string;
  readonly #deadline: Deadline;
  #checksLeft: number;
  #unitsLeft: number;
  #lastOffset = -1;
  /** Why parsing was stopped. */
  stoppedBy: 'steps' | 'deadline' | undefined;

  constructor(text: string, limits: ParserLimits, deadline: Deadline) {
    this.#text = text;
    this.#deadline = deadline;
    this.#checksLeft = Math.ceil(allowed(limits.operations, text.length) / operationsPerCheck);
    this.#unitsLeft = allowed(limits.unitsRead, text.length);
  }

  read(offset: number): string {
    // Whoever comes back wants the column, which is a few words away; each unit that is handed over costs.
    const length = offset > this.#lastOffset ? chunkLength : chunkLengthAgain;
    this.#lastOffset = offset;
    this.#unitsLeft -= length;
    return this.#text.slice(offset, offset + length);
  }

  shouldStop(): boolean {
    this.#checksLeft--;
    if (this.#checksLeft < 0 || this.#unitsLeft < 0) this.stoppedBy = 'steps';
    else if (this.#checksLeft % checksPerLookAtClock === 0 && this.#deadline.isOver)
      this.stoppedBy = 'deadline';
    return this.stoppedBy !== undefined;
  }
}

/** The parser asks after every hundred of its steps whether to continue. */
const operationsPerCheck = 100;
const checksPerLookAtClock = 16;
/** The buffer of the library takes no more. */
const chunkLength = 5_000;
const chunkLengthAgain = 256;
