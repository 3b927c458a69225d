import { findHidden, visibleText } from './hidden/find-hidden.ts';
import { InstructionFinder } from './instructions/find-instructions.ts';
import { findPersonalData } from './personal/find-personal-data.ts';
import type { Found, TextFlag } from './text-flag.ts';

export interface InspectorParts {
  /** The rules for credentials are those of the scanner; whoever puts the two together hands them in. */
  findSecrets(text: string): readonly Found[];
}

/** Looks for what should not be in a text that a model will read. It keeps nothing between two texts. */
export class ContentInspector {
  readonly #findSecrets: InspectorParts['findSecrets'];
  readonly #instructions = new InstructionFinder();

  constructor({ findSecrets }: InspectorParts) {
    this.#findSecrets = findSecrets;
  }

  inspect(text: string, kinds: ReadonlySet<TextFlag['kind']>): TextFlag[] {
    const flags: TextFlag[] = [];
    const add = (kind: TextFlag['kind'], found: readonly Found[]): void => {
      for (const { ruleId, start, end } of found) flags.push({ kind, ruleId, start, end });
    };
    // What is hidden must not keep the others from reading a word.
    const visible = visibleText(text);
    const read = (kind: TextFlag['kind'], find: (text: string) => readonly Found[]): void => {
      if (!kinds.has(kind)) return;
      if (!visible) add(kind, find(text));
      else
        add(
          kind,
          find(visible.text).map((found) => ({
            ...found,
            start: visible.original(found.start, 'start'),
            end: visible.original(found.end, 'end'),
          })),
        );
    };
    if (kinds.has('hidden')) add('hidden', findHidden(text));
    read('secrets', this.#findSecrets);
    read('instructions', (visibleText) => this.#instructions.find(visibleText));
    read('pii', findPersonalData);
    return flags.sort((a, b) => a.start - b.start || a.end - b.end);
  }
}
