import { codeOfTemplate } from '../../../syntax/embedded/embedded-template.ts';
import { languageOf } from '../../../syntax/languages.ts';
import { languageModules } from '../../code/frontends/registry.ts';
import type { ReadImports } from '../../code/frontends/shared/import-log.ts';
import type { FileImports, SourceFile } from '../../engine.ts';

/** Reads imports as the code engine does, for scans in which that takes no part. */
export class ImportReading {
  readonly #readers = new Map<string, ReadImports>();

  wants(path: string): boolean {
    return languageModules.get(languageOf(path) ?? '')?.loadImports !== undefined;
  }

  async load(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const language = languageOf(path) ?? '';
      const load = this.#readers.has(language) ? undefined : languageModules.get(language)?.loadImports;
      if (load) this.#readers.set(language, (await load()).readImports);
    }
  }

  read({ path, text, tree }: SourceFile): FileImports | undefined {
    const readImports = this.#readers.get(languageOf(path) ?? '');
    return readImports && tree ? readImports(tree, codeOfTemplate(path, text) ?? text) : undefined;
  }
}
