import type { TaintEntry } from '../../domain/taint.ts';
import type { Value } from '../../domain/value.ts';
import { callSegment } from '../../knowledge/qualified-name.ts';
import { isWritten } from '../../knowledge/words/written-words.ts';
import type { JoinedPieces } from '../markup/joined-pieces.ts';

/**
 * Whether what arrives without a known source may be a text that somebody wrote: an argument of this function or of one around it, or a field that is
 * named after such a text (`task.description`). Other fields of objects are numbers, dates, addresses and markup that the program has of its own server.
 */
export function mayBeWritten(
  value: Value,
  open: readonly TaintEntry[] | undefined,
  pieces: JoinedPieces,
): boolean {
  const { name, text, isCaptured } = value;
  if (text === undefined && name !== undefined && name.depth > 1 && name.segment !== callSegment)
    return isWritten(name.segment);
  // Of what has no name nothing is known.
  if (isCaptured || (text === undefined && name === undefined && !open?.length)) return true;
  return (
    open?.some((entry) => isText(entry.origin) && !(text !== undefined && pieces.areOnlyData(entry))) ?? false
  );
}

function isText(origin: TaintEntry['origin']): boolean {
  if (origin.k !== 'parameter') return false;
  return origin.field === undefined ? origin.index >= 0 : isWritten(origin.field);
}
