import { compareTexts } from '../../../../../kernel/compare-texts.ts';
import { counted } from '../../../../../kernel/counted.ts';
import type { ReadingProblems } from '../../../../formats/reading-problems.ts';
import { type NamedPackage, packageOf } from '../../ecosystems.ts';

/** The packages that an inventory names, and a word about those that cannot be checked. */
export class SbomPackages {
  readonly #unjudged = new Map<string, number>();
  #withoutUrl = 0;

  /** Undefined where the package cannot be checked; that is counted. */
  read(purl: string | undefined): NamedPackage | undefined {
    const named = purl ? packageOf(purl) : undefined;
    if (!named) this.#withoutUrl++;
    else if ('unjudged' in named)
      this.#unjudged.set(named.unjudged, (this.#unjudged.get(named.unjudged) ?? 0) + 1);
    else return named;
    return undefined;
  }

  reportTo(problems: ReadingProblems): void {
    if (this.#unjudged.size > 0) {
      const kinds = [...this.#unjudged].sort(([a], [b]) => compareTexts(a, b)).slice(0, 10);
      problems.push({
        reason: 'unsupported_ecosystem',
        message: `Packages of these kinds are not checked: ${kinds.map(([kind, count]) => `${kind.slice(0, 40)} (${count})`).join(', ')}.`,
      });
    }
    if (this.#withoutUrl > 0) {
      problems.push({
        reason: 'no_package_url',
        message: `${counted(this.#withoutUrl, 'component has no package URL and is', 'components have no package URL and are')} not checked.`,
      });
    }
  }
}
