import { addToList } from '../../../../kernel/add-to-list.ts';
import { blockName } from '../domain/facts.ts';
import type { LinkedFunction } from '../domain/flow.ts';
import type { Unit } from './unit.ts';

/** Methods of modules, which pages and classes call by their bare names: who includes which module is not always known. */
export class Mixins {
  readonly #byName = new Map<string, LinkedFunction[]>();

  constructor(units: Iterable<Unit>, functionIn: (file: string, key: string) => LinkedFunction | undefined) {
    for (const { file, language, exports } of units)
      for (const [name, key] of exports) {
        const method = functionIn(file, key);
        // One that takes nothing is no function of a value.
        if (method?.facts.parameters.some((parameter) => parameter !== blockName))
          addToList(this.#byName, `${language} ${name}`, method);
      }
  }

  named(language: string, name: string): readonly LinkedFunction[] {
    return this.#byName.get(`${language} ${name}`) ?? [];
  }
}
