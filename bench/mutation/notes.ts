import { existsSync, readFileSync } from 'node:fs';

/** What the runner of the tests writes down while it tries mutants. */
export type Note =
  /** A test of the file has come by the mutant. */
  | { kind: 'reached'; id: number; file: string }
  /** Reached while a module was loaded, in a hook, or in another process: only a process of its own can tell what it does. */
  | { kind: 'outside'; id: number; file: string }
  /** The test is a slow one: others may kill the mutant first. */
  | { kind: 'postponed'; id: number; file: string }
  | { kind: 'trying'; id: number; test: string; took: number }
  | { kind: 'tried'; id: number; test: string }
  | { kind: 'killed' | 'timeout'; id: number; file: string; test: string }
  /** After the mutant was off again the test failed: nothing more can be learnt in this process. */
  | { kind: 'spoilt'; id: number; file: string; test: string }
  | { kind: 'failed'; file: string; test: string; why: string }
  | { kind: 'done'; file: string };

export function readNotes(file: string): Note[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  // A process that was killed may have left half a line.
  return lines.slice(0, -1).map((line) => JSON.parse(line) as Note);
}
