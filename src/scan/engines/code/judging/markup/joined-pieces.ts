import type { TaintEntry } from '../../domain/taint.ts';
import type { Value } from '../../domain/value.ts';
import { labelMask } from '../../knowledge/labels.ts';
import { callSegment } from '../../knowledge/qualified-name.ts';
import type { Name } from '../../knowledge/rule-set.ts';
import { isWritten } from '../../knowledge/words/written-words.ts';

/**
 * Which parts of what callers give became part of a text. Of the elements of an argument (`for (const row of rows) html += row.size`) the text itself does not say which of their fields it holds;
 * the places where it is put together do.
 */
export class JoinedPieces {
  /** By the origin: whether a part that may be what somebody wrote was among them. */
  readonly #written = new Map<number, boolean>();

  note(parts: readonly Value[]): void {
    // What was put together before was noted then.
    for (const part of parts)
      if (part.text === undefined && part.taint)
        for (const { origin, mask } of part.taint)
          if (origin.k === 'parameter' && mask & pages)
            this.#written.set(origin.id, this.#written.get(origin.id) || mayBeText(part));
  }

  /** Nothing but fields that are numbers, keys and states of records was put into texts. */
  areOnlyData({ origin }: TaintEntry): boolean {
    return this.#written.get(origin.id) === false;
  }
}

const pages = labelMask(['html']);

/** The argument or an element of it as it is, what a function makes of it, or a field that is named after a text. */
function mayBeText({ name }: Value): boolean {
  if (name === undefined || name.depth < 2 || name.segment === '[]') return true;
  return name.segment === callSegment ? !makesMarkup(name) : isWritten(name.segment);
}

/** The result of a function that is named after markup (`cards.getCardsHtml(rows)`): what is in it was put together there. */
export function makesMarkup(name: Name | undefined): boolean {
  return (
    name?.segment === callSegment &&
    /(?:[a-z_]|^)(?:Html|HTML|html|Markup|markup)$/.test(name.parent?.segment ?? '')
  );
}
