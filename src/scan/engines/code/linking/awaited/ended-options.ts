import type { FileFacts, FunctionFacts } from '../../domain/facts.ts';
import { optionLabels } from '../../domain/guarded-labels.ts';
import type { FunctionIndex } from '../function-index.ts';

type LinkedFile = { readonly path: string; readonly facts: FileFacts };

/** `git.New("log").EndOfOptions().Revision(from)`: what a command is given behind a method of another file that puts `--` into it is no option. */
export class EndedOptions {
  readonly #index: () => FunctionIndex;
  /** The names of such methods. */
  readonly #names = new Set<string>();

  constructor(files: readonly LinkedFile[], index: () => FunctionIndex) {
    this.#index = index;
    for (const { facts } of files)
      for (const { key, ends } of facts.functions) if (ends) this.#names.add(key.slice(key.indexOf('.') + 1));
  }

  /** The functions of a file; the same list where nothing in it is behind such a method. */
  behindEnd(file: LinkedFile): FunctionFacts[] {
    const { functions } = file.facts;
    if (this.#names.size === 0) return functions;
    const settled = functions.map((fn) => this.#settled(file, fn));
    return settled.every((fn, i) => fn === functions[i]) ? functions : settled;
  }

  #settled(file: LinkedFile, fn: FunctionFacts): FunctionFacts {
    const behind = fn.calls.map(({ callee }) => this.#isBehind(file, fn, callee));
    if (!behind.includes(true)) return fn;
    const passes = fn.passes.map((pass) =>
      behind[pass.call] && pass.arg >= 0 ? { ...pass, mask: pass.mask & ~optionLabels } : pass,
    );
    return { ...fn, passes: passes.filter(({ mask }) => mask !== 0) };
  }

  #isBehind(file: LinkedFile, fn: FunctionFacts, callee: readonly string[]): boolean {
    for (let i = callee.length - 2; i > 0; i--) {
      if (callee[i] !== made || !this.#names.has(callee[i - 1]!)) continue;
      const found = this.#index().resolve(
        { file: file.path, facts: fn, unit: file.facts },
        callee.slice(0, i),
      );
      if (found.length > 0 && found.every(({ facts }) => facts.ends)) return true;
    }
    return false;
  }
}

const made = '()';
