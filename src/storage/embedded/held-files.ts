import { statSync } from 'node:fs';
import { basename } from 'node:path';

interface Held {
  path: string;
  device: bigint;
  inode: bigint;
}

/**
 * The files that this process works on, and whether their names still lead to them. A file that was deleted or replaced under a running process
 * can be written to without any error, and everything written is lost when the process ends.
 */
export class HeldFiles {
  readonly #held: Held[] = [];
  readonly #onChange: (problem: string | undefined) => void;
  #last: string | undefined;

  constructor(onChange: (problem: string | undefined) => void = () => {}) {
    this.#onChange = onChange;
  }

  /** From now on this name has to lead to the file that it leads to now. */
  hold(path: string): void {
    const { dev, ino } = statSync(path, { bigint: true });
    this.#held.push({ path, device: dev, inode: ino });
  }

  /** Why nothing may be written; undefined while all is well. It ends when the same files are back under their names. */
  problem(): string | undefined {
    const lost = this.#held.find((file) => !isThere(file));
    const problem = lost && `${basename(lost.path)} was deleted or replaced under the running service.`;
    if (problem !== this.#last) {
      this.#last = problem;
      this.#onChange(problem);
    }
    return problem;
  }
}

function isThere({ path, device, inode }: Held): boolean {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found?.dev === device && found.ino === inode;
  } catch {
    // The folder can no longer be searched, or is not a folder any more: the name leads nowhere, which is what the caller reports.
    return false;
  }
}
